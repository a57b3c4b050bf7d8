//! The writer of connections: lemmas from whatever a solver knows.
//!
//! It asks an [`Oracle`] for moves, and for nothing else: what joins the sides is made here, by the rules of
//! lemmas, and a solver's fill-in, patterns and tables are not believed. Where the stones of a position do not
//! join the sides, all that they can do with a move have some cells in common, the must-play region. Of each of
//! these the opponent may take one: the owner answers with the oracle's move, and what is proven behind it is one
//! more lemma with a move, which does without that cell. When nothing is left in common, they are put together.

use std::io::{self, Write};

use unbeatable_core::{Connection, Line, Oracle, Player, Stopped};

use super::closure::{LemmaBook, cells, joined};
use super::lemma::{Ground, LemmaStep};
use crate::answers::Encoder;
use crate::extract::Failure;

/// A proof that a player joins the two sides.
pub struct ConnectionProof {
    steps: Vec<LemmaStep>,
}

impl ConnectionProof {
    /// How many steps it has.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps.len() as u64
    }

    /// Writes it.
    pub fn write<W: Write>(&self, to: W) -> io::Result<W> {
        let mut encoder = Encoder::new(to);
        for (number, step) in self.steps.iter().enumerate() {
            let back = |lemma: u32| (number - 1 - lemma as usize) as u64;
            let mut numbers: Vec<u64> = vec![];
            match step {
                &LemmaStep::Chain { points, mine } => {
                    numbers.extend([0, points[0].into(), points[1].into()]);
                    numbers.push(mine.count_ones().into());
                    numbers.extend(cells(mine).map(u64::from));
                }
                LemmaStep::And(parts) => numbers.extend([1, back(parts[0]), back(parts[1])]),
                LemmaStep::Or(parts) => {
                    numbers.extend([2, parts.len() as u64]);
                    numbers.extend(
                        parts
                            .iter()
                            .flat_map(|&(part, cell)| [back(part), cell.into()]),
                    );
                }
            }
            for number in numbers {
                encoder.write_number(number)?;
            }
        }
        encoder.finish()
    }
}

/// A proof that `owner` joins the sides from the unfinished end of `line`, by the oracle's moves; it takes at most
/// about `bytes_max` bytes.
///
/// Panics if more than stones can be played there.
pub fn extract<'g, G: Connection>(
    line: &Line<'g, G>,
    owner: Player,
    oracle: &mut dyn Oracle<'g, G>,
    bytes_max: usize,
) -> Result<ConnectionProof, Failure> {
    let mut writer = LemmaWriter {
        ground: Ground::new(line.game(), owner),
        owner,
        oracle,
        book: LemmaBook::default(),
        wins: vec![],
        lemmas_max: bytes_max / LEMMA_BYTES,
    };
    let mut line = line.clone();
    let last = match line.game().turn(line.position()) == owner {
        true => writer.answer(&mut line)?.0,
        false => writer.prove(&mut line)?,
    };
    Ok(writer.proof(last))
}

/// What a lemma takes, with its step and the table that finds it.
const LEMMA_BYTES: usize = 256;

struct LemmaWriter<'o, 'g, G: Connection> {
    ground: Ground,
    owner: Player,
    oracle: &'o mut dyn Oracle<'g, G>,
    book: LemmaBook,
    /// Lemmas that join the sides.
    wins: Vec<u32>,
    lemmas_max: usize,
}

impl<'g, G: Connection> LemmaWriter<'_, 'g, G> {
    fn stones(&self, line: &Line<'g, G>) -> [u128; 2] {
        let stones = line.game().stones(line.position());
        let stones = stones.expect("nothing but stones is played");
        [
            stones[self.owner.index()],
            stones[self.owner.other().index()],
        ]
    }

    /// A lemma that joins the sides, where the opponent is to move.
    fn prove(&mut self, line: &mut Line<'g, G>) -> Result<u32, Failure> {
        let [mine, theirs] = self.stones(line);
        let holds = |&&number: &&u32| {
            let lemma = &self.book.lemmas[number as usize];
            lemma.mine & !mine == 0 && lemma.carrier & theirs == 0
        };
        if let Some(&known) = self.wins.iter().rev().find(holds) {
            return Ok(known);
        }
        if self.book.lemmas.len() > self.lemmas_max {
            return Err(Stopped::Memory.into());
        }
        let found = joined(&self.ground, mine, theirs, &mut self.book);
        let proven = match found.full {
            Some(number) => number,
            None => self.put_together(line, found.semis)?,
        };
        self.wins.push(proven);
        Ok(proven)
    }

    /// A lemma from lemmas with a move, and from what is proven behind each cell that all of them need.
    fn put_together(
        &mut self,
        line: &mut Line<'g, G>,
        mut parts: Vec<(u32, u8)>,
    ) -> Result<u32, Failure> {
        let [mine, theirs] = self.stones(line);
        let empty = u128::MAX >> (128 - self.ground.cells()) & !(mine | theirs);
        let needs = |writer: &Self, (number, cell): (u32, u8)| {
            writer.book.lemmas[number as usize].carrier | 1 << cell
        };
        let mut common = parts
            .iter()
            .fold(empty, |common, &part| common & needs(self, part));
        while common != 0 {
            let taken = common.trailing_zeros() as u8;
            assert!(line.play(line.game().stone(taken)), "the cell is empty");
            let answer = self.answer(line);
            line.undo();
            let (number, cell) = answer?;
            let lemma = self.book.lemmas[number as usize];
            if lemma.mine & !mine == 0 {
                // It holds without the answer.
                return Ok(number);
            }
            parts.push((number, cell));
            common &= needs(self, (number, cell));
        }
        // As few as do, the last ones first.
        let mut common = empty;
        let mut chosen = vec![];
        for &part in parts.iter().rev() {
            let less = common & needs(self, part);
            if less != common {
                chosen.push(part);
                common = less;
            }
        }
        Ok(self.book.add(&self.ground, LemmaStep::Or(chosen)))
    }

    /// The oracle's move where the owner is to move, and a lemma that joins the sides behind it.
    fn answer(&mut self, line: &mut Line<'g, G>) -> Result<(u32, u8), Failure> {
        let chosen = self.oracle.choose(line, &|_, _| false)?;
        let m = chosen.ok_or(Failure::Lost)?;
        let before = self.stones(line)[0];
        assert!(line.play(m), "an oracle plays legal moves");
        let cell = (self.stones(line)[0] & !before).trailing_zeros() as u8;
        let proven = self.prove(line);
        line.undo();
        Ok((proven?, cell))
    }

    /// The steps that a lemma needs, in order.
    fn proof(self, last: u32) -> ConnectionProof {
        let LemmaBook { steps, .. } = self.book;
        let mut is_needed = vec![false; steps.len()];
        is_needed[last as usize] = true;
        for (number, step) in steps.iter().enumerate().rev() {
            if !is_needed[number] {
                continue;
            }
            match step {
                LemmaStep::Chain { .. } => {}
                LemmaStep::And(parts) => parts
                    .iter()
                    .for_each(|&part| is_needed[part as usize] = true),
                LemmaStep::Or(parts) => {
                    (parts.iter()).for_each(|&(part, _)| is_needed[part as usize] = true)
                }
            }
        }
        let mut now = vec![0; steps.len()];
        let mut kept = vec![];
        for (number, step) in steps.into_iter().enumerate() {
            if !is_needed[number] {
                continue;
            }
            now[number] = kept.len() as u32;
            let renumbered = |part: u32| now[part as usize];
            kept.push(match step {
                LemmaStep::And([a, b]) => LemmaStep::And([renumbered(a), renumbered(b)]),
                LemmaStep::Or(parts) => {
                    let parts = parts.into_iter();
                    LemmaStep::Or(parts.map(|(part, cell)| (renumbered(part), cell)).collect())
                }
                chain => chain,
            });
        }
        ConnectionProof { steps: kept }
    }
}
