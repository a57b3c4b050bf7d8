//! Nimbers: to which heap of Nim a position of an impartial game is equal.
//!
//! Sprague (1935, 'Über mathematische Kampfspiele') and Grundy (1939, 'Mathematics and games'): under
//! normal play every impartial position is equal to a heap of Nim. Its size, the nimber, is the least
//! number that is no nimber of a position one move on (the mex); a sum of games has the xor of their
//! nimbers; who moves loses exactly if the nimber is 0. None of that holds in misère play.

use std::collections::HashMap;

use unbeatable_core::Game;

use crate::heaps::{Heaps, Taking};

/// The least number that is not among these (minimum excludant).
pub fn mex(numbers: impl IntoIterator<Item = u32>) -> u32 {
    let mut seen: Vec<bool> = Vec::new();
    for number in numbers {
        let number = number as usize;
        if seen.len() <= number {
            seen.resize(number + 1, false);
        }
        seen[number] = true;
    }
    let absent = seen.iter().position(|seen| !seen);
    absent.unwrap_or(seen.len()) as u32
}

/// The nimbers of single heaps of 0, 1, 2, … `heap_max` stones under these rules.
///
/// Takes a look at each move of each heap: as many as numbers that may be taken where heaps stay
/// together, about the square of `heap_max` where they split or where any number may be taken.
#[must_use]
pub fn heap_nimbers(taking: &Taking, heap_max: u16) -> Vec<u16> {
    let mut nimbers: Vec<u16> = Vec::with_capacity(usize::from(heap_max) + 1);
    for heap in 0..=heap_max {
        let of = |left: u16| u32::from(nimbers[usize::from(left)]);
        let options = taking.moves(heap).map(|m| {
            let [small, large] = m.left().map(of);
            small ^ large
        });
        let nimber = mex(options).try_into();
        nimbers.push(nimber.expect("a heap has fewer options than stones squared"));
    }
    nimbers
}

/// The nimber of a position of any impartial game, by looking at everything that can follow; `known`
/// keeps what was found for the next time. It uses the rules alone, so other ways are tested by it.
///
/// The game must be impartial and under normal play: who cannot move loses.
pub fn nimber_by_search<G: Game>(
    game: &G,
    pos: &G::Position,
    known: &mut HashMap<G::Position, u32>,
) -> u32 {
    let class = game.canonical(pos);
    if let Some(nimber) = known.get(&class) {
        return *nimber;
    }
    let nimber = match game.outcome(&class) {
        Some(_) => 0,
        None => {
            let next = |m| nimber_by_search(game, &game.play(&class, m), known);
            mex(game.moves(&class).map(next).collect::<Vec<u32>>())
        }
    };
    known.insert(class, nimber);
    nimber
}

/// The nimbers of all heaps that a position of one game may have.
#[derive(Clone, Debug)]
pub struct Nimbers {
    /// By size; empty in Nim, where a heap's nimber is its size.
    of_heaps: Vec<u16>,
}

impl Nimbers {
    /// The nimbers of that game's heaps.
    #[must_use]
    pub fn new(game: &Heaps) -> Self {
        let of_heaps = match game.taking() {
            Taking::Any => vec![],
            listed => heap_nimbers(listed, game.heap_max()),
        };
        Nimbers { of_heaps }
    }

    /// The nimber of one heap.
    #[must_use]
    #[inline]
    pub fn of(&self, heap: u16) -> u16 {
        match self.of_heaps.is_empty() {
            true => heap,
            false => self.of_heaps[usize::from(heap)],
        }
    }

    /// The nimber of several heaps together.
    #[must_use]
    pub fn of_all(&self, heaps: &[u16]) -> u16 {
        heaps.iter().fold(0, |total, heap| total ^ self.of(*heap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_that_is_absent() {
        assert_eq!(mex([]), 0);
        assert_eq!(mex([1, 2]), 0);
        assert_eq!(mex([0, 1, 3, 1]), 2);
        assert_eq!(mex([2, 0, 1]), 3);
    }

    #[test]
    fn a_heap_of_nim_is_its_own_nimber() {
        let sizes: Vec<u16> = (0..=300).collect();
        assert_eq!(heap_nimbers(&Taking::Any, 300), sizes);
    }
}
