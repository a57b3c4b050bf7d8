//! Which groups of fluents a game has.
//!
//! They are guessed from the texts, where fluents differ in one place alone, and believed where it follows by
//! induction: at most one of a group is true at the start, and no move makes two true if no two were before. Images
//! of groups under the symmetries of the rules are groups, or they are dropped.

use std::collections::HashMap;

use crate::deed::DeedCase;
use crate::grounding::limits::GroundingLimits;
use crate::grounding::terms::TermId;
use crate::groups::FluentGroups;
use crate::rules::Rules;
use crate::way::{FluentBits, Way, has, put};

/// A name, the other arguments, and which place is left out.
type GroupName = (u32, Vec<TermId>, usize);

impl<const W: usize> Rules<W> {
    /// Groups of which no move makes two fluents true, if one role moves while the other is idle.
    pub(crate) fn find_groups(&self, limits: &GroundingLimits) -> FluentGroups<W> {
        if !self.all_is_simple() {
            return FluentGroups::default();
        }
        let mut groups = FluentGroups {
            masks: self.guessed_groups(),
        };
        loop {
            let mut is_kept = vec![true; groups.masks.len()];
            for case in self.deeds.iter().flatten().flat_map(|deed| {
                let cases = deed.as_ref().map(|deed| deed.cases());
                cases.into_iter().flatten()
            }) {
                if (limits.is_over)() {
                    return FluentGroups::default();
                }
                let Some(known) = groups.refined(&case.known) else {
                    continue;
                };
                for (mask, is_kept) in groups.masks.iter().zip(&mut is_kept) {
                    *is_kept &= keeps(case, &known, mask);
                }
            }
            // Images of a position are positions: what is no group there is none here.
            for (mask, is_kept) in groups.masks.iter().zip(&mut is_kept) {
                let mut images = self.symmetries.iter().map(|symmetry| symmetry.image(mask));
                *is_kept &= images.all(|image| groups.masks.contains(&image));
            }
            if is_kept.iter().all(|is_kept| *is_kept) {
                return groups;
            }
            // What was shown with the help of those that go must be shown again.
            let mut is_kept = is_kept.into_iter();
            groups.masks.retain(|_| is_kept.next() == Some(true));
        }
    }

    /// Whether it is known what every action does that may be taken while the other role is idle.
    fn all_is_simple(&self) -> bool {
        [0, 1].into_iter().all(|role: usize| {
            let mut deeds = self.deeds[role].iter().enumerate();
            deeds.all(|(action, deed)| {
                let is_idle = self.idle[role] == Some(action as u16);
                is_idle || deed.is_some() || self.known(role, action).is_none()
            })
        })
    }

    /// Fluents that differ in one place alone, of which at most one is true at the start. Of several ways to put a
    /// fluent into a group the first that makes one of two or more, the last place tried first.
    fn guessed_groups(&self) -> Vec<FluentBits<W>> {
        let mechanism = &self.mechanism;
        let terms = &mechanism.terms;
        let mut members: HashMap<GroupName, Vec<usize>> = HashMap::new();
        let mut names: Vec<GroupName> = vec![];
        for (i, &fluent) in mechanism.fluents.iter().enumerate() {
            let arguments = terms.arguments(fluent);
            for place in (0..arguments.len()).rev() {
                let mut others = arguments.to_vec();
                others.remove(place);
                let name = (terms.name(fluent).0, others, place);
                let list = members.entry(name.clone()).or_default();
                if list.is_empty() {
                    names.push(name);
                }
                list.push(i);
            }
        }
        // The last place first: what stands on a square stands there more often than where.
        names.sort_by_key(|(_, others, place)| others.len() - place);
        let mut is_taken = vec![false; mechanism.fluents.len()];
        let mut masks = vec![];
        for name in names {
            let list = &members[&name];
            let at_start = list.iter().filter(|&&i| mechanism.start[i]).count();
            if list.len() < 2 || at_start > 1 || list.iter().any(|&i| is_taken[i]) {
                continue;
            }
            let mut mask = [0; W];
            for &i in list {
                is_taken[i] = true;
                put(&mut mask, i);
            }
            masks.push(mask);
        }
        masks
    }
}

/// Whether at most one of a group is true behind a case, if at most one was true before it.
fn keeps<const W: usize>(case: &DeedCase<W>, known: &Way<W>, mask: &FluentBits<W>) -> bool {
    let (mut set, mut kept) = (0, 0);
    for (w, mask) in mask.iter().enumerate() {
        set += (case.set[w] & mask).count_ones();
        let may_be_true = known.want[w] | !known.care[w];
        kept += (case.keep[w] & !case.set[w] & may_be_true & mask).count_ones();
    }
    let is_open = case
        .more
        .iter()
        .any(|&(number, _)| has(mask, number as usize));
    !is_open && (set == 0 || set == 1 && kept == 0)
}

#[cfg(test)]
mod tests {
    use unbeatable_core::random::Random;
    use unbeatable_core::{Game, Notation, Wdl};

    use super::*;
    use crate::book::RuleBook;
    use crate::file::GameFile;

    fn book(text: &str) -> RuleBook<1, Wdl> {
        match GameFile::read("test.kif", text, &GroundingLimits::USUAL) {
            Ok((GameFile::Tiny(book), _)) => book,
            _ => panic!("a game of at most 64 fluents"),
        }
    }

    /// How many groups there are; none is broken in 200 games.
    #[track_caller]
    fn check(text: &str, count: usize) {
        let book = book(text);
        assert_eq!(book.rules.groups.masks.len(), count);
        let mut random = Random::new(3);
        for _ in 0..200 {
            let mut pos = book.start();
            loop {
                assert_eq!(book.rules.groups.broken_by(&pos.bits), None);
                if book.outcome(&pos).is_some() {
                    break;
                }
                let moves: Vec<_> = book.moves(&pos).collect();
                pos = book.play(&pos, random.pick(&moves));
            }
        }
    }

    const TIC_TAC_TOE: &str = include_str!("../../../games/tic-tac-toe.kif");

    #[test]
    fn groups_follow() {
        // Nine squares, and whose turn it is.
        check(TIC_TAC_TOE, 10);
        // Three heaps, and whose turn it is.
        check(include_str!("../../../games/nim-3-4-5.kif"), 4);
        // Many pieces are in a row, and many rows have one: of the bar no two fluents exclude each other.
        check(include_str!("../../../games/chomp-4x3.kif"), 1);
        check(include_str!("../../../games/breakthrough-4x4.kif"), 17);
    }

    #[test]
    fn what_does_not_follow_is_no_group() {
        let lamps = |right: &str| {
            format!(
                "{TIC_TAC_TOE}
                (init (lamp left))
                (<= (next (lamp left)) (not (true (cell 1 1 x))))
                (<= (next (lamp right)) (true (cell {right} x)))"
            )
        };
        check(&lamps("1 1"), 11);
        // Both are on where x has 2 2 and not 1 1.
        check(&lamps("2 2"), 10);
    }

    /// Rooks are placed so that none stands beside another, and marked: rows and columns are alike.
    const ROOKS: &str = "(role x) (role o) (init (turn x)) (i 1) (i 2) (i 3)
        (<= (full_row ?r) (true (q ?r ?c)))
        (<= (full_column ?c) (true (q ?r ?c)))
        (<= (open ?r ?c) (i ?r) (i ?c) (not (full_row ?r)) (not (full_column ?c)))
        (<= (unmarked ?r ?c) (true (q ?r ?c)) (not (true (m ?r ?c))))
        (<= (legal ?p (place ?r ?c)) (true (turn ?p)) (open ?r ?c))
        (<= (legal ?p (mark ?r ?c)) (true (turn ?p)) (unmarked ?r ?c))
        (<= (legal x noop) (true (turn o)))
        (<= (legal o noop) (true (turn x)))
        (<= (next (turn o)) (true (turn x)))
        (<= (next (turn x)) (true (turn o)))
        (<= (next (q ?r ?c)) (true (q ?r ?c)))
        (<= (next (q ?r ?c)) (does ?p (place ?r ?c)))
        (<= (next (m ?r ?c)) (true (m ?r ?c)))
        (<= (next (m ?r ?c)) (does ?p (mark ?r ?c)))
        (<= (next z) (true z))
        (<= (next z) (does ?p (mark ?r ?c)) (true (q ?r ?d)) (distinct ?c ?d))
        (<= (next z) (does ?p (mark ?r ?c)) (true (q ?s ?c)) (distinct ?s ?r))
        (<= some_move (open ?r ?c))
        (<= some_move (unmarked ?r ?c))
        (<= terminal (not some_move))
        (<= x_wins (true z))
        (<= x_wins (true (turn o)))
        (<= (goal x 100) x_wins) (<= (goal x 0) (not x_wins))
        (<= (goal o 0) x_wins) (<= (goal o 100) (not x_wins))";

    fn is_won(book: &RuleBook<1, Wdl>, pos: &crate::position::Position<1>) -> bool {
        match book.outcome(pos) {
            Some(outcome) => outcome.value_for(book.turn(pos)) == Wdl::Win,
            None => book.moves(pos).any(|m| !is_won(book, &book.play(pos, m))),
        }
    }

    /// Rows hold one rook each, and so do columns; but no fluent is in two groups. A text with two rooks in a
    /// column would be turned into one with two in a row, which would be no position.
    #[test]
    fn images_of_positions_are_positions() {
        let book = book(ROOKS);
        assert_eq!(book.rules.symmetries.len(), 7);
        for text in ["turn:o q:1:1 q:2:1 @o", "turn:o q:1:1 q:1:2 @o"] {
            let pos = book.parse_position(text).expect("no group forbids it");
            let value = is_won(&book, &pos);
            for image in book.images(&pos) {
                assert_eq!(book.rules.groups.broken_by(&image.bits), None, "{text}");
                assert_eq!(is_won(&book, &image), value, "{text}");
            }
            assert!(!value, "{text}: x wins");
        }
    }

    #[test]
    fn positions_with_two_of_a_group_are_refused() {
        let book = book(TIC_TAC_TOE);
        let start = book.position_text(&book.start());
        let refused = book.parse_position(&format!("cell:1:1:x {start}"));
        let why = refused
            .expect_err("two things stand on a square")
            .to_string();
        assert!(why.contains("at most one of"), "{why}");
    }
}
