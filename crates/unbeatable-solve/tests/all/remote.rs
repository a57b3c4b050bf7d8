//! Searches on tables of their own that tell each other what they find: no answer becomes wrong, and what
//! one has found the others need not search.

use std::cell::RefCell;

use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Line, Outcome, Player, Value, Wdl};
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_solve::Search;
use unbeatable_solve::Solver;
use unbeatable_solve::df_pn::{DfPn, Exchange};
use unbeatable_solve::proof_table::{Distance, ProofTable, SavedSlot};

use crate::agree::{positions, rules, truth};

/// Limits that only an answer reaches.
const UNLIMITED: Distance = Distance {
    win: Distance::INFINITY,
    lose: Distance::INFINITY,
};

/// Carries everything to everybody, so many entries at a time.
struct Carrier<'a> {
    all: &'a RefCell<Vec<SavedSlot>>,
    read: &'a mut usize,
    at_once: usize,
}

impl Exchange for Carrier<'_> {
    fn nodes_min(&self) -> u64 {
        1
    }

    fn exchange(&mut self, found: &mut Vec<SavedSlot>, table: &ProofTable) {
        self.all.borrow_mut().append(found);
        let all = self.all.borrow();
        for kept in all.iter().skip(*self.read).take(self.at_once) {
            table.restore(*kept);
        }
        *self.read = all.len().min(self.read.saturating_add(self.at_once));
    }

    fn end(&mut self, mut found: Vec<SavedSlot>) {
        self.all.borrow_mut().append(&mut found);
    }
}

type Prover<'g> = Search<'g, Mnk, (), OpenLines, DfPn>;

/// Searches that take turns at a position, with a few nodes each, until one has the answer: whether it ends
/// at least as well for the first player as asked.
fn answer<'g>(
    game: &'g Mnk,
    searches: &mut [(Prover<'g>, usize)],
    all: &RefCell<Vec<SavedSlot>>,
    pos: <Mnk as Game>::Position,
    at_least: Outcome<Wdl>,
    (nodes, at_once): (u64, usize),
) -> bool {
    let line = Line::new(game, pos);
    for turn in 0..100_000 {
        let i = turn % searches.len();
        let (search, read) = &mut searches[i];
        let mut carrier = Carrier { all, read, at_once };
        // A little more each time, so that all of it is done some time.
        search.limit_nodes(nodes + turn as u64);
        let found = search.approach(&line, at_least, UNLIMITED, 1, &mut carrier, &());
        if let Some(distance) = found.0.filter(|distance| distance.is_decided()) {
            return (distance.win == 0) == (game.turn(&pos) == Player::First);
        }
    }
    panic!("no answer about {pos:?}");
}

fn search(game: &Mnk, bytes: usize) -> (Prover<'_>, usize) {
    let budget = Budget {
        table_bytes_max: bytes,
        ..Budget::DEFAULT
    };
    let search = Search::new(game, &(), &OpenLines, DfPn::BEST, budget);
    (search, 0)
}

/// Three that take turns every few nodes, on tables so small that they keep forgetting, against backward
/// induction.
#[test]
fn what_others_tell_makes_no_answer_wrong() {
    for (spec, count) in [("mnk:4x3x3", 2_000), ("mnk:4x3x3+misere", 1_000)] {
        let game = rules(spec);
        let truth = truth(&game);
        let mut roots = positions(&game, false, 1, 7);
        roots.retain(|pos| game.outcome(pos).is_none());
        let mut random = Random::new(count);
        let asked = [Wdl::Win, Wdl::Draw];
        let mut answers = [0; 2];
        // One question after the other: what is told is about one of them.
        for value in asked {
            let at_least = Outcome::from_value(value, Player::First);
            let mut searches = [1 << 10, 1 << 12, 1 << 16].map(|bytes| search(&game, bytes));
            let all = RefCell::new(vec![]);
            for _ in 0..count / 2 {
                let pos = roots[random.below(roots.len() as u64) as usize];
                let steps = (1 + random.below(40), 1 + random.below(30) as usize);
                let known = truth.entry(&pos).expect("every position is there").value;
                let known = Outcome::from_value(known, game.turn(&pos));
                let holds = known.value_for(Player::First).rank() >= value.rank();
                let found = answer(&game, &mut searches, &all, pos, at_least, steps);
                assert_eq!(found, holds, "{pos:?}");
                answers[usize::from(found)] += 1;
            }
        }
        assert!(answers.iter().all(|&n| n > count / 10), "{answers:?}");
    }
}

/// Long searches hear while they are under way, and leave what another has settled; who comes second has
/// little left to do.
#[test]
fn long_searches_hear_of_each_other() {
    let game = rules("mnk:4x4x4");
    let at_least = Outcome::from_value(Wdl::Win, Player::First);
    let nodes = |searches: &mut [_], all: &RefCell<Vec<SavedSlot>>, at_once| {
        let found = answer(
            &game,
            searches,
            all,
            game.start(),
            at_least,
            (4_000, at_once),
        );
        assert!(!found, "it is a draw");
        all.borrow().len()
    };
    let alone = nodes(
        &mut [search(&game, 1 << 24)],
        &RefCell::new(vec![]),
        usize::MAX,
    );
    let pair = || [search(&game, 1 << 24), search(&game, 1 << 24)];
    let deaf = nodes(&mut pair(), &RefCell::new(vec![]), 0);
    let all = RefCell::new(vec![]);
    let two = nodes(&mut pair(), &all, 2_000);
    assert!(two * 5 < deaf * 4, "{deaf} entries apart, {two} together");
    let mut third = [search(&game, 1 << 24)];
    let more = nodes(&mut third, &all, usize::MAX) - two;
    assert!(more * 20 < alone, "{more} entries more of {alone}");
}

/// Who hears the answers in the middle of a search is soon done with it.
#[test]
fn a_search_leaves_what_others_have_settled() {
    /// Brings everything at once, the third time.
    struct Late<'a>(&'a [SavedSlot], u32);

    impl Exchange for Late<'_> {
        fn nodes_min(&self) -> u64 {
            u64::MAX
        }

        fn exchange(&mut self, _: &mut Vec<SavedSlot>, table: &ProofTable) {
            self.1 += 1;
            if self.1 == 3 {
                self.0.iter().for_each(|kept| table.restore(*kept));
            }
        }

        fn end(&mut self, found: Vec<SavedSlot>) {
            assert!(found.is_empty(), "it tells nothing");
        }
    }

    let game = rules("mnk:4x4x4");
    let at_least = Outcome::from_value(Wdl::Win, Player::First);
    let line = Line::new(&game, game.start());
    let nodes = |found: &[SavedSlot]| {
        let (mut search, _) = search(&game, 1 << 24);
        let mut late = Late(found, 0);
        let (distance, effort, _) = search.approach(&line, at_least, UNLIMITED, 1, &mut late, &());
        assert_eq!(distance, Some(Distance::LOST), "it is a draw");
        (effort.nodes, search.table().expect("little memory"))
    };
    let (alone, table) = nodes(&[]);
    let found: Vec<SavedSlot> = table.saved_slots().collect();
    let (heard, _) = nodes(&found);
    assert!(alone > 50_000, "{alone} nodes are a long search");
    assert!(heard < 4_096, "{heard} nodes, though it heard after 2,048");
}
