//! The writer: a strategy from whatever a solver knows.
//!
//! It takes the checker's walk and asks an [`Oracle`] for every answer, down to the ends of the game, so
//! nothing that a table or an analysis says is believed: what cannot be played out cannot be written. It
//! keeps every position behind which there is much, and knows at the end which of them were used again;
//! only those are kept in what is written.

use std::fmt;
use std::io::{self, Write};

use unbeatable_core::{Game, Line, Oracle, Promise, Stopped};

use crate::answers::Encoder;
use crate::walk::{Answer, Answers, Flaw, Then, Walk};

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StrategySize {
    /// How many answers.
    pub answers: u64,
    /// How many positions a checker walks.
    pub positions: u64,
}

/// Why no strategy was written.
#[derive(Debug)]
pub enum Failure {
    /// The oracle, or the memory for the answers, ran out.
    Stopped(Stopped),
    /// What the solver believed could not be played out: a hash, or an analysis, was wrong.
    Wrong(Flaw),
    /// The solver finds no move any more that keeps the promise: likewise.
    Lost,
}

/// Behind a position that is kept there are at least so many answers; fewer are sooner walked again.
const KEPT_ANSWERS_MIN: u64 = 4;

/// A strategy of `promise.player` from the end of `line`, by the oracle's answers; it and the positions
/// kept take at most about `bytes_max` bytes. If there are more positions than that, later ones are not
/// kept, and the strategy becomes longer.
pub fn extract<'g, G: Game>(
    line: &Line<'g, G>,
    promise: Promise<G::Value>,
    oracle: &mut dyn Oracle<'g, G>,
    bytes_max: usize,
) -> Result<StrategyAnswers, Failure> {
    let mut asking = OracleAnswers {
        oracle,
        strategy: StrategyAnswers::default(),
        bytes_max,
        is_full: false,
    };
    let mut walk = Walk::new(line.clone(), promise);
    walk.run(&mut asking)?;
    Ok(StrategyAnswers {
        written: StrategySize {
            answers: walk.answers(),
            positions: walk.positions(),
        },
        ..asking.strategy
    })
}

/// The answers of a strategy, in the order of the walk.
#[derive(Default)]
pub struct StrategyAnswers {
    /// How many there are.
    pub written: StrategySize,
    /// Each answer's index, and whether the position behind it was kept, as numbers of seven bits a byte.
    answers: Vec<u8>,
    /// Which of the positions behind them were used again, a bit for each answer.
    used: Vec<u64>,
}

impl StrategyAnswers {
    fn push(&mut self, index: u32, is_kept: bool) {
        let mut number = u64::from(index) << 1 | u64::from(is_kept);
        while number > 0x7f {
            self.answers.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.answers.push(number as u8);
    }

    fn bytes(&self) -> usize {
        self.answers.capacity() + self.used.capacity() * 8
    }

    /// Writes it.
    pub fn write<W: Write>(&self, to: W) -> io::Result<W> {
        let mut encoder = Encoder::new(to);
        let mut bytes = self.answers.iter();
        for n in 0..self.written.answers {
            let (mut number, mut shift) = (0, 0);
            for &byte in bytes.by_ref() {
                number |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            let is_used = self
                .used
                .get((n / 64) as usize)
                .is_some_and(|word| word >> (n % 64) & 1 == 1);
            let then = match (number & 1 == 1, is_used) {
                (true, _) => Then::Kept,
                (false, true) => Then::GoOnAndKeep,
                (false, false) => Then::GoOn,
            };
            encoder.write(Answer {
                index: (number >> 1) as u32,
                then,
            })?;
        }
        encoder.finish()
    }
}

/// Answers from an oracle.
struct OracleAnswers<'o, 'g, G: Game> {
    oracle: &'o mut dyn Oracle<'g, G>,
    strategy: StrategyAnswers,
    bytes_max: usize,
    /// Whether no more positions are kept.
    is_full: bool,
}

impl<'g, G: Game> Answers<'g, G> for OracleAnswers<'_, 'g, G> {
    type Stop = Failure;

    fn answer(&mut self, walk: &Walk<'g, G>) -> Result<Answer, Failure> {
        let (line, game) = (walk.line(), walk.line().game());
        let written = self.strategy.bytes();
        // Without keeping more, the rest may do.
        self.is_full = walk.bytes_if_kept() + 2 * written > self.bytes_max;
        if walk.bytes() + written > self.bytes_max {
            return Err(Stopped::Memory.into());
        }
        let is_known = |_: G::Move, next: &G::Position| walk.is_kept_after(next);
        let chosen = self.oracle.choose(line, &is_known)?;
        let m = chosen.ok_or(Failure::Lost)?;
        let index = game.moves(line.position()).position(|legal| legal == m);
        let index = index.expect("an oracle plays legal moves") as u32;
        let is_kept = walk.is_kept_after(&game.play(line.position(), m));
        self.strategy.push(index, is_kept);
        let then = match is_kept {
            true => Then::Kept,
            // Whether it is kept is decided when all behind it has been walked.
            false => Then::GoOn,
        };
        Ok(Answer { index, then })
    }

    fn refuse(&mut self, _: &Walk<'g, G>, flaw: Flaw) -> Failure {
        Failure::Wrong(flaw)
    }

    fn keeps(&mut self, _: u64, answers: u64, _: bool) -> bool {
        answers >= KEPT_ANSWERS_MIN && !self.is_full
    }

    fn used(&mut self, number: u64) {
        let word = (number / 64) as usize;
        if word >= self.strategy.used.len() {
            self.strategy.used.resize(word + 1, 0);
        }
        self.strategy.used[word] |= 1 << (number % 64);
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Failure::Stopped(stopped)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::Stopped(why) => write!(f, "stopped: {why:?}"),
            Failure::Wrong(flaw) => write!(
                f,
                "what the solver believed could not be played out ({flaw:?}): a hash, or an analysis, was wrong"
            ),
            Failure::Lost => f.write_str(
                "the solver finds no move that does what it believed possible: a hash, or an analysis, was \
                 wrong",
            ),
        }
    }
}
