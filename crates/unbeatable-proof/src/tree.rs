//! The strategies of a certificate as trees, for those who want to see them.
//!
//! ```text
//! step      move u32 | what follows u8, u32          16 bytes, with its place
//! ```
//!
//! A certificate that was accepted is walked once more, and every position of the walk is written down: at
//! his turns the one behind his answer, at the other player's turns those behind all moves that history
//! allows. A position that was kept before is written down without what is below it, and says where it
//! was walked. Moves are numbered in board order.

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use unbeatable_core::{Forest, Game, Line, Notation, Player, Within};

use crate::answers::Decoder;
use crate::check::{CheckLimits, Checked, Refusal, no_answer, promises, refused, strategy_of};
use crate::claim::Claim;
use crate::container::Container;
use crate::walk::{Answer, Answers, Flaw, Then, Walk};

/// The strategies of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strategies {
    /// A tree for each strategy, the first player's first.
    pub forest: Forest<StrategyNode>,
    /// Whose they are.
    pub players: Vec<Player>,
    /// Why there may be more than was written down.
    pub cut_off: Option<CutOff>,
}

/// Why a walk was not written down to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutOff {
    /// There is no room for more.
    Steps,
    /// Kept positions take more than the memory allowed.
    Memory,
    /// Somebody asked to stop.
    Asked,
}

/// A position of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrategyNode {
    /// The number of the move that led there, in board order; 0 at a root.
    pub m: u32,
    /// What follows.
    pub follows: Follows,
}

const _: () = assert!(Forest::<StrategyNode>::NODE_BYTES == 16);

/// What follows behind a position of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// Nothing: the game is over.
    Nothing,
    /// His answer.
    Answer,
    /// Every move of the other player.
    Replies,
    /// What follows behind the step of that number.
    Same(u32),
    /// More than was written down.
    CutOff,
}

/// The strategies of a certificate that was checked, as far as they have at most `steps_max` steps.
pub fn read<G: Notation, R: Read + Seek>(
    game: &G,
    claim: &Claim,
    container: &mut Container<R>,
    steps_max: u32,
    limits: &CheckLimits,
) -> Result<Strategies, Refusal> {
    let line = game.parse_line(&claim.position);
    let line = line.map_err(|e| Refusal::Refused(format!("the position: {e}")))?;
    match claim.within {
        None => read_from(&line, claim, container, steps_max, limits),
        Some(_) if game.repetition().is_forbidden() => {
            let why = "a limit of plies, in a game in which history matters";
            Err(Refusal::Refused(why.into()))
        }
        Some(plies) => {
            let game = Within::new(game.clone(), plies);
            let line = Line::new(&game, game.limited(*line.position()));
            read_from(&line, claim, container, steps_max, limits)
        }
    }
}

fn read_from<G: Notation, R: Read + Seek>(
    line: &Line<G>,
    claim: &Claim,
    container: &mut Container<R>,
    steps_max: u32,
    limits: &CheckLimits,
) -> Result<Strategies, Refusal> {
    let mut strategies = Strategies::default();
    for promise in promises(line.game(), claim)? {
        let section = container.section(strategy_of(promise.player));
        let section = section.map_err(Refusal::Io)?;
        let section = section.ok_or_else(|| Refusal::Refused("a strategy is missing".into()))?;
        strategies.players.push(promise.player);
        let mut writing = TreeWriter {
            from: Decoder::new(section),
            forest: &mut strategies.forest,
            path: vec![],
            said: None,
            behind: vec![],
            steps_max: steps_max.min(Forest::<StrategyNode>::ENTRIES_MAX),
            limits,
            next_look: 0,
        };
        let mut walk = Walk::new(line.clone(), promise);
        let result = walk.run(&mut writing);
        let forest = &mut strategies.forest;
        strategies.cut_off = match result {
            Ok(()) => {
                while forest.leave().is_some() {}
                continue;
            }
            Err(TreeEnd::Refused(why)) => return Err(why),
            Err(TreeEnd::CutOff(why)) => Some(why),
        };
        while let Some(step) = forest.leave() {
            step.follows = Follows::CutOff;
        }
        break;
    }
    strategies.forest.shrink();
    Ok(strategies)
}

/// Answers from a certificate, and the walk as it is written down.
struct TreeWriter<'f, 'l, 'w, G: Game, R> {
    from: Decoder<R>,
    forest: &'f mut Forest<StrategyNode>,
    /// The positions on the way, each with the number of its next move.
    path: Vec<(G::Position, u32)>,
    /// The number of his last answer, while the position behind it is not written down.
    said: Option<Answer>,
    /// For each answer the step behind it.
    behind: Vec<u32>,
    steps_max: u32,
    limits: &'l CheckLimits<'w>,
    /// When to look at the watcher again.
    next_look: u64,
}

/// Why a walk ends early.
enum TreeEnd {
    CutOff(CutOff),
    Refused(Refusal),
}

/// Positions between two looks at the watcher.
const PULSE_POSITIONS: u64 = 1 << 14;

impl<G: Game, R> TreeWriter<'_, '_, '_, G, R> {
    /// Writes a position down.
    fn enter(&mut self, m: u32, follows: Follows) -> Result<u32, TreeEnd> {
        match self.forest.len() < self.steps_max {
            true => Ok(self.forest.enter(StrategyNode { m, follows })),
            false => Err(TreeEnd::CutOff(CutOff::Steps)),
        }
    }

    /// The number of the move to the position where the walk has arrived.
    fn number(&mut self, game: &G, pos: &G::Position) -> u32 {
        if let Some(answer) = self.said.take() {
            self.behind.push(self.forest.len());
            return answer.index;
        }
        let Some((before, next)) = self.path.last_mut() else {
            return 0;
        };
        // The other player's moves are followed in board order. Those that history forbids are left out;
        // none of them leads where an allowed one does.
        let moves = (0..).zip(game.moves(before)).skip(*next as usize);
        let mut leading = moves.filter(|&(_, m)| game.play(before, m) == *pos);
        let (number, _) = leading.next().expect("a walk follows the rules");
        drop(leading);
        *next = number + 1;
        number
    }
}

impl<'g, G: Notation, R: Read> Answers<'g, G> for TreeWriter<'_, '_, '_, G, R> {
    type Stop = TreeEnd;

    fn answer(&mut self, walk: &Walk<'g, G>) -> Result<Answer, TreeEnd> {
        let answer = self.from.read();
        let answer =
            answer.map_err(|e| TreeEnd::Refused(no_answer(walk.line().game(), walk, e)))?;
        if answer.then == Then::Kept {
            // Where that is, is said when it is used; it must have a place by then.
            let step = self.enter(answer.index, Follows::CutOff)?;
            self.behind.push(step);
        } else {
            self.said = Some(answer);
        }
        Ok(answer)
    }

    fn refuse(&mut self, walk: &Walk<'g, G>, _: Flaw) -> TreeEnd {
        let why = "it does not prove what was accepted";
        TreeEnd::Refused(refused(walk.line().game(), walk, why))
    }

    fn used(&mut self, number: u64) {
        let same = self.behind[number as usize];
        let step = self.forest.leave().expect("it was entered by the answer");
        step.follows = Follows::Same(same);
    }

    fn look(&mut self, walk: &Walk<'g, G>) -> Result<(), TreeEnd> {
        if walk.bytes() > self.limits.bytes_max {
            return Err(TreeEnd::CutOff(CutOff::Memory));
        }
        if walk.positions() >= self.next_look {
            self.next_look = walk.positions() + PULSE_POSITIONS;
            let now = Checked {
                answers: walk.answers(),
                positions: walk.positions(),
                kept: walk.kept(),
            };
            if let ControlFlow::Break(()) = (self.limits.watch)(now) {
                return Err(TreeEnd::CutOff(CutOff::Asked));
            }
        }
        let (line, game) = (walk.line(), walk.line().game());
        while self.path.len() > walk.depth() {
            self.path.pop();
            self.forest.leave();
        }
        let number = self.number(game, line.position());
        let follows = match line.outcome() {
            Some(_) => Follows::Nothing,
            None if game.turn(line.position()) == walk.promise().player => Follows::Answer,
            None => Follows::Replies,
        };
        self.enter(number, follows)?;
        self.path.push((*line.position(), 0));
        Ok(())
    }
}
