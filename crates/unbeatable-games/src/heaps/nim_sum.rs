//! Who wins a heap game, and how, without search.
//!
//! Normal play: add the nimbers of the heaps without carrying, digit by binary digit (xor). Who moves
//! loses exactly if that is 0 (Bouton 1901, 'Nim, a game with a complete mathematical theory', for
//! Nim, where a heap's nimber is its size; [`nimbers`](crate::heaps::nimbers) for the others).
//!
//! Misère Nim (Bouton 1901 too): the same as long as some heap has two stones or more; once all heaps
//! have one, who moves loses if their number is odd. Of other misère games nothing is said: nimbers
//! do not decide them, and they are searched.

use std::cmp::Reverse;

use unbeatable_core::{Analysis, Bounds, Game, Notation, Wdl};

use crate::heaps::nimbers::Nimbers;
use crate::heaps::{Heaps, Piles, Take, Taking};

/// The sum of columns is shown in full for up to this many heaps.
const SHOWN_HEAPS: usize = 8;

/// Knowledge of who wins, by the sum of the nimbers.
#[derive(Clone, Debug)]
pub struct NimSum {
    nimbers: Nimbers,
}

impl NimSum {
    /// What is known of that game's positions.
    #[must_use]
    pub fn new(game: &Heaps) -> Self {
        NimSum {
            nimbers: Nimbers::new(game),
        }
    }

    /// Whether who moves loses. The game must be one that is known.
    fn is_lost(&self, game: &Heaps, pos: &Piles) -> bool {
        match game.is_misere() && large_heaps(pos) == 0 {
            true => pos.heaps().len() % 2 == 1,
            false => self.nimbers.of_all(pos.heaps()) == 0,
        }
    }

    /// The moves that leave a lost position. In Nim that is a look at each heap, not at each move.
    fn wins(&self, game: &Heaps, pos: &Piles) -> Vec<Take> {
        let total = self.nimbers.of_all(pos.heaps());
        let mut wins = Vec::new();
        for heap in pos.distinct() {
            match game.taking() {
                // To leave a sum of 0; or, in misère play, an odd number of ones.
                Taking::Any => {
                    let mut lefts = vec![heap ^ total];
                    if game.is_misere() {
                        lefts.extend([1, 0]);
                        lefts.sort_unstable_by_key(|left| Reverse(*left));
                        lefts.dedup();
                    }
                    for left in lefts.into_iter().filter(|left| *left < heap) {
                        let take = heap - left;
                        let m = Take {
                            heap,
                            take,
                            split: 0,
                        };
                        if self.is_lost(game, &game.play(pos, m)) {
                            wins.push(m);
                        }
                    }
                }
                listed => {
                    let rest = total ^ self.nimbers.of(heap);
                    let moves = listed.moves(heap);
                    wins.extend(moves.filter(|m| self.nimbers.of_all(&m.left()) == rest));
                }
            }
        }
        wins
    }

    /// The heaps' nimbers, one by one.
    fn of_each(&self, pos: &Piles) -> Vec<u16> {
        let heaps = pos.heaps().iter();
        heaps.map(|heap| self.nimbers.of(*heap)).collect()
    }

    /// The sum of the heaps' nimbers: `3 ⊕ 5 ⊕ 7 = 1`.
    fn sum(&self, pos: &Piles) -> String {
        let nimbers = self.of_each(pos);
        let total = self.nimbers.of_all(pos.heaps());
        match nimbers[..] {
            [] => "0".into(),
            [only] => only.to_string(),
            _ => format!("{} = {total}", joined(&nimbers)),
        }
    }
}

/// Numbers with the sign of xor between them.
fn joined(numbers: &[u16]) -> String {
    let texts: Vec<String> = numbers.iter().map(u16::to_string).collect();
    texts.join(" ⊕ ")
}

/// How many heaps have two stones or more.
fn large_heaps(pos: &Piles) -> usize {
    pos.heaps().iter().filter(|heap| **heap > 1).count()
}

fn is_nim(game: &Heaps) -> bool {
    *game.taking() == Taking::Any
}

impl Analysis<Heaps> for NimSum {
    #[inline]
    fn bounds(&self, game: &Heaps, pos: &Piles) -> Bounds<Wdl> {
        if !self.solves(game) {
            return Bounds::UNKNOWN;
        }
        Bounds::exactly(match self.is_lost(game, pos) {
            true => Wdl::Loss,
            false => Wdl::Win,
        })
    }

    /// The winning moves, or any one move where all lose alike.
    fn candidates<'a>(
        &'a self,
        game: &'a Heaps,
        pos: &'a Piles,
    ) -> impl Iterator<Item = Take> + 'a {
        let (known, all) = match self.solves(game) {
            true if self.is_lost(game, pos) => (vec![], 1),
            true => (self.wins(game, pos), 0),
            false => (vec![], usize::MAX),
        };
        known.into_iter().chain(game.moves(pos).take(all))
    }

    /// Normal play of all games, and Nim in misère play.
    fn solves(&self, game: &Heaps) -> bool {
        !game.is_misere() || is_nim(game)
    }

    fn best_moves(&self, game: &Heaps, pos: &Piles) -> Option<Vec<Take>> {
        self.solves(game).then(|| match self.is_lost(game, pos) {
            true => game.moves(pos).collect(),
            false => self.wins(game, pos),
        })
    }

    fn why(&self, game: &Heaps, pos: &Piles) -> Option<String> {
        if !self.solves(game) {
            return None;
        }
        let source = match is_nim(game) {
            true => "Bouton 1901",
            false => "Sprague 1935, Grundy 1939",
        };
        if game.is_misere() && large_heaps(pos) < 2 {
            return Some(match (large_heaps(pos), pos.heaps()) {
                (0, [_]) => format!("one heap of one is left, and taking it loses ({source})"),
                (0, ones) => format!(
                    "{} heaps of one are left, and who faces an odd number of them takes the last \
                     stone ({source})",
                    ones.len()
                ),
                _ => format!(
                    "one heap has more than one stone, so an odd number of heaps of one can be \
                     left ({source})"
                ),
            });
        }
        let numbers = if is_nim(game) { "" } else { "nimbers " };
        let sum = self.sum(pos);
        Some(match self.is_lost(game, pos) {
            true => format!("{numbers}{sum}, and every move leaves another number ({source})"),
            false => format!("{numbers}{sum}, which a move can make 0 ({source})"),
        })
    }

    /// The heaps' nimbers in binary below each other, their sum column by column, and the winning
    /// moves.
    fn explanation(&self, game: &Heaps, pos: &Piles) -> Vec<String> {
        if !self.solves(game) {
            return vec![];
        }
        let nimbers = self.of_each(pos);
        let total = self.nimbers.of_all(pos.heaps());
        let is_near_end = game.is_misere() && large_heaps(pos) < 2;
        let mut lines = match is_near_end {
            true => vec![],
            false => columns(pos.heaps(), &nimbers, is_nim(game)),
        };
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if game.is_misere() {
            lines.push(match large_heaps(pos) {
                0 => "Misère play with ones alone: who faces an odd number of them loses.".into(),
                1 => "Misère play with one larger heap: make the number of ones odd.".into(),
                _ => "Misère play goes as normal play while two larger heaps are left.".into(),
            });
        }
        if self.is_lost(game, pos) && !is_near_end {
            let also = if game.is_misere() {
                ", or leaves an odd number of ones"
            } else {
                ""
            };
            lines.push(format!(
                "The sum is 0: every move changes it, and the answer makes it 0 again{also}."
            ));
        }
        if self.is_lost(game, pos) {
            return lines;
        }
        for m in self.wins(game, pos) {
            let next = game.play(pos, m);
            let text = game.move_text(pos, m);
            let left = match (is_nim(game), m.left()) {
                (true, [_, left]) if left == m.heap ^ total => {
                    format!("{} ⊕ {total} = {left}", m.heap)
                }
                (_, [0, left]) => left.to_string(),
                (_, [small, large]) => format!("{small} and {large}"),
            };
            lines.push(match game.outcome(&next) {
                Some(_) => format!("{text} ends the game."),
                None if game.is_misere() && large_heaps(&next) == 0 => {
                    format!("{text} leaves an odd number of ones.")
                }
                None => format!("{text} leaves {left}: {}.", self.sum(&next)),
            });
        }
        lines
    }

    /// What a move leaves that does not win.
    fn remark(&self, game: &Heaps, pos: &Piles, m: Take) -> Option<String> {
        let next = game.play(pos, m);
        let is_silent = !self.solves(game)
            || game.outcome(&next).is_some()
            || self.is_lost(game, &next)
            || (game.is_misere() && large_heaps(&next) == 0);
        let numbers = if is_nim(game) { "" } else { "nimbers " };
        (!is_silent).then(|| format!("leaves {numbers}{}", self.sum(&next)))
    }

    /// In misère Nim while two heaps have two stones or more: with one of them the sum can be made 0, and
    /// that may be the move that loses; with none 0 is won.
    fn nimbers(&self, game: &Heaps, pos: &Piles) -> Option<Vec<u32>> {
        let decides = match game.is_misere() {
            true => is_nim(game) && large_heaps(pos) >= 2,
            false => true,
        };
        let of = |heap: &u16| self.nimbers.of(*heap).into();
        decides.then(|| pos.heaps().iter().map(of).collect())
    }
}

/// Heaps with their nimbers in binary, and the sum below; then each column by itself.
fn columns(heaps: &[u16], nimbers: &[u16], is_nim: bool) -> Vec<String> {
    let total = nimbers.iter().fold(0, |total, nimber| total ^ nimber);
    let digits = nimbers
        .iter()
        .map(|nimber| 16 - nimber.leading_zeros())
        .max();
    let digits = digits.unwrap_or(0).max(1);
    let places = || (0..digits).rev();
    let digit = |nimber: u16, place: u32| (nimber >> place & 1).to_string();
    let binary = |nimber: u16| {
        places()
            .map(|p| digit(nimber, p))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let labels: Vec<String> = heaps
        .iter()
        .zip(nimbers)
        .map(|(heap, nimber)| match is_nim {
            true => heap.to_string(),
            false => format!("heap {heap}, nimber {nimber}"),
        })
        .collect();
    let sum = if is_nim {
        total.to_string()
    } else {
        format!("sum {total}")
    };
    let width = labels
        .iter()
        .map(String::len)
        .max()
        .unwrap_or(0)
        .max(sum.len());
    let mut lines: Vec<String> = labels
        .iter()
        .zip(nimbers)
        .map(|(label, nimber)| format!("{label:>width$} = {}", binary(*nimber)))
        .collect();
    let rule = "-".repeat(2 * digits as usize - 1);
    lines.push(format!("{:>width$}   {rule}", ""));
    lines.push(format!("{sum:>width$} = {}", binary(total)));
    if (2..=SHOWN_HEAPS).contains(&heaps.len()) {
        lines.push(String::new());
        let name_width = (1u32 << (digits - 1)).to_string().len();
        for place in places() {
            let column: Vec<String> = nimbers.iter().map(|n| digit(*n, place)).collect();
            lines.push(format!(
                "{:>name_width$}s: {} = {}",
                1u32 << place,
                column.join(" ⊕ "),
                digit(total, place)
            ));
        }
    }
    lines
}
