//! The writer of connections: lemmas from whatever a solver knows.
//!
//! It asks an [`Oracle`] for moves, and for nothing else: what joins the sides is made here, by the rules of
//! lemmas, and a solver's fill-in, patterns and tables are not believed. Where the stones of a position do not
//! join the sides, all that they can do with a move have some cells in common, the must-play region. Of each of
//! these the opponent may take one: the owner answers with the oracle's move, and what is proven behind it is one
//! more lemma with a move, which does without that cell. When nothing is left in common, they are put together.
//!
//! Two cells of which each is useless as soon as the owner has the other are taken for stones at once, which makes
//! what is left smaller; a lemma that needs them is turned into one that does not in the end.

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
            let set = |set: u128| {
                let count = u64::from(set.count_ones());
                std::iter::once(count).chain(cells(set).map(u64::from))
            };
            let mut numbers: Vec<u64> = vec![];
            match step {
                &LemmaStep::Chain { points, mine } => {
                    numbers.extend([0, points[0].into(), points[1].into()]);
                    numbers.extend(set(mine));
                }
                &LemmaStep::Capture { lemma, pair, mine } => {
                    numbers.extend([3, back(lemma), pair[0].into(), pair[1].into()]);
                    numbers.extend(set(mine));
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
        true => writer.answer(&mut line, 0)?.0,
        false => writer.prove(&mut line, 0)?,
    };
    Ok(writer.proof(last))
}

/// What a lemma takes, with its step and the table that finds it.
const LEMMA_BYTES: usize = 256;

/// Two cells that the owner has captured, and the stones that he had before.
struct Captured {
    pair: [u8; 2],
    mine: u128,
}

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

    /// Pairs of cells that the owner of these stones has captured, one after the other, each together with the
    /// stones before.
    fn captured(&self, mut mine: u128, theirs: u128) -> Vec<Captured> {
        let mut open = u128::MAX >> (128 - self.ground.cells()) & !(mine | theirs);
        let mut found = vec![];
        'again: loop {
            for a in cells(open) {
                let near = self.ground.beside(a);
                let farther = cells(near).fold(near, |all, cell| all | self.ground.beside(cell));
                for b in cells(farther & open & !((2 << a) - 1)) {
                    let rest = open & !(1 << a | 1 << b);
                    let is_useless = |cell: u8, other: u8| {
                        let stones = mine | 1 << other;
                        self.ground.is_useless(cell, stones, rest)
                    };
                    if is_useless(a, b) && is_useless(b, a) {
                        found.push(Captured { pair: [a, b], mine });
                        mine |= 1 << a | 1 << b;
                        open = rest;
                        continue 'again;
                    }
                }
            }
            return found;
        }
    }

    /// The lemma without captured cells, if it needs them.
    fn release(&mut self, number: u32, captured: &Captured) -> u32 {
        let &Captured { pair, mine } = captured;
        let lemma = self.book.lemmas[number as usize];
        let cells_of = 1 << pair[0] | 1 << pair[1];
        if lemma.mine & cells_of == 0 {
            return number;
        }
        // As few further stones as do: none, those around, or all.
        let near = pair.map(|cell| self.ground.beside(cell));
        let near = near[0] | near[1];
        let farther = cells(near).fold(near, |all, cell| all | self.ground.beside(cell));
        let around = self.ground.reached(near, mine);
        let all_around = self.ground.reached(farther, mine);
        for more in [0, near & mine, around, all_around, mine] {
            let step = LemmaStep::Capture {
                lemma: number,
                pair,
                mine: more & !lemma.mine,
            };
            if self.ground.follow(&self.book.lemmas, &step).is_ok() {
                return self.book.add(&self.ground, step);
            }
        }
        panic!("what is captured among all stones is captured where there are fewer cells")
    }

    /// A lemma that joins the sides, where the opponent is to move and the owner has further stones.
    fn prove(&mut self, line: &mut Line<'g, G>, further: u128) -> Result<u32, Failure> {
        let [mine, theirs] = self.stones(line);
        let mut mine = mine | further;
        let captured = self.captured(mine, theirs);
        for Captured { pair, .. } in &captured {
            mine |= 1 << pair[0] | 1 << pair[1];
        }
        let holds = |&&number: &&u32| {
            let lemma = &self.book.lemmas[number as usize];
            lemma.mine & !mine == 0 && lemma.carrier & theirs == 0
        };
        let known = self.wins.iter().rev().find(holds).copied();
        let mut proven = match known {
            Some(number) => number,
            None => {
                if self.book.lemmas.len() > self.lemmas_max {
                    return Err(Stopped::Memory.into());
                }
                let found = joined(&self.ground, mine, theirs, &mut self.book);
                let proven = match found.full {
                    Some(number) => number,
                    None => self.put_together(line, mine, found.semis)?,
                };
                self.wins.push(proven);
                proven
            }
        };
        for captured in captured.iter().rev() {
            let released = self.release(proven, captured);
            if released != proven {
                self.wins.push(released);
            }
            proven = released;
        }
        Ok(proven)
    }

    /// Lemmas that were proven elsewhere and hold here after one move, from the win of that number on: those
    /// that do without some of `common`, which is what is left of it then.
    fn recall(
        &self,
        [mine, theirs]: [u128; 2],
        first: usize,
        mut common: u128,
    ) -> (Vec<(u32, u8)>, u128) {
        let mut parts = vec![];
        for &number in self.wins[first..].iter().rev() {
            let lemma = self.book.lemmas[number as usize];
            let more = lemma.mine & !mine;
            let needed = lemma.carrier | more;
            if more.is_power_of_two() && needed & theirs == 0 && common & !needed != 0 {
                parts.push((number, more.trailing_zeros() as u8));
                common &= needed;
            }
        }
        (parts, common)
    }

    /// A lemma from lemmas with a move, and from what is proven behind each cell that all of them need. The owner
    /// has the stones of `mine`, whatever the line says.
    fn put_together(
        &mut self,
        line: &mut Line<'g, G>,
        mine: u128,
        mut parts: Vec<(u32, u8)>,
    ) -> Result<u32, Failure> {
        let [_, theirs] = self.stones(line);
        let empty = u128::MAX >> (128 - self.ground.cells()) & !(mine | theirs);
        let needs = |writer: &Self, (number, cell): (u32, u8)| {
            writer.book.lemmas[number as usize].carrier | 1 << cell
        };
        let mut common = parts
            .iter()
            .fold(empty, |common, &part| common & needs(self, part));
        let mut seen = 0;
        loop {
            let (known, less) = self.recall([mine, theirs], seen, common);
            (seen, common) = (self.wins.len(), less);
            parts.extend(known);
            if common == 0 {
                break;
            }
            let taken = common.trailing_zeros() as u8;
            assert!(line.play(line.game().stone(taken)), "the cell is empty");
            let answer = self.answer(line, mine);
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

    /// The oracle's move where the owner is to move, and a lemma that joins the sides behind it with further
    /// stones.
    fn answer(&mut self, line: &mut Line<'g, G>, further: u128) -> Result<(u32, u8), Failure> {
        let chosen = self.oracle.choose(line, &|_, _| false)?;
        let m = chosen.ok_or(Failure::Lost)?;
        let before = self.stones(line)[0];
        assert!(line.play(m), "an oracle plays legal moves");
        let cell = (self.stones(line)[0] & !before).trailing_zeros() as u8;
        let proven = self.prove(line, further);
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
                LemmaStep::Capture { lemma, .. } => is_needed[*lemma as usize] = true,
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
                LemmaStep::Capture { lemma, pair, mine } => LemmaStep::Capture {
                    lemma: renumbered(lemma),
                    pair,
                    mine,
                },
                chain @ LemmaStep::Chain { .. } => chain,
            });
        }
        ConnectionProof { steps: kept }
    }
}
