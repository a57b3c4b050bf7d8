//! Heap games: the formula against search, nimbers against search, and published nimbers.
//!
//! Exhaustively: all positions of Nim up to six heaps of five, normal and misère, and everything
//! behind the start of games of the other kinds. By sample: larger heaps. Rules that are a
//! little wrong are refused by this comparison.

use std::collections::{HashMap, HashSet};

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Bounds, Budget, Game, Goal, Line, Notation, Outcome, Player, Spec, Wdl,
};
use unbeatable_games::heaps::nim_sum::NimSum;
use unbeatable_games::heaps::nimbers::{Nimbers, heap_nimbers, nimber_by_search};
use unbeatable_games::heaps::{Heaps, Piles, Take, Taking};
use unbeatable_solve::{AlphaBeta, Search, Solution, Solver, backward, count, formula};

fn rules(spec: &str) -> Heaps {
    let spec = Spec::parse(spec).expect("a spec");
    Heaps::from_spec(spec).expect("a heap game")
}

fn solution<'g>(game: &'g Heaps, root: &Piles) -> Solution<'g, Heaps> {
    let solution = backward(game, *root, true, &Budget::DEFAULT, &());
    assert_eq!(solution.stopped, None);
    solution
}

/// Every unfinished position that can be reached from `root`, with either player to move.
fn positions(game: &Heaps, root: Piles) -> Vec<Piles> {
    let (mut found, mut seen) = (vec![], HashSet::new());
    count::positions(game, root, true, &Budget::DEFAULT, &(), &mut |pos| {
        if game.outcome(pos).is_none() && seen.insert(game.canonical(pos)) {
            found.extend(Player::BOTH.map(|turn| pos.with_turn(turn)));
        }
    })
    .expect("a budget that is large enough");
    found
}

/// Compares what `know` says of a position with exhaustive search.
fn compare<A: Analysis<Heaps>>(
    game: &Heaps,
    know: &A,
    solution: &Solution<Heaps>,
    pos: &Piles,
) -> Result<(), String> {
    let value = solution.entry(pos).expect("a solved position").value;
    let best = solution.best_moves(pos);
    let bounds = know.bounds(game, pos);
    if !bounds.contains(value) {
        return Err(format!("{bounds:?}, but it is a {value:?}"));
    }
    let known = know.best_moves(game, pos);
    if known.as_ref().is_some_and(|known| *known != best) {
        return Err(format!("{known:?}, but best are {best:?}"));
    }
    if know.solves(game) && !(bounds.is_exact() && known.is_some()) {
        return Err(format!("{bounds:?} and {known:?} do not solve it"));
    }
    if bounds.is_exact() && (know.why(game, pos).is_none()) {
        return Err("no reason".into());
    }
    let kept: Vec<Take> = know.candidates(game, pos).collect();
    let mut rest = game.moves(pos);
    if !kept.iter().all(|m| rest.any(|legal| legal == *m)) {
        return Err(format!("{kept:?} are not moves, or not in their order"));
    }
    if !kept.iter().any(|m| best.contains(m)) {
        return Err(format!("no best move among {kept:?}"));
    }
    Ok(())
}

/// Our analysis agrees with search in all positions behind `root`; says how many.
#[track_caller]
fn check_all(game: &Heaps, root: Piles) -> u64 {
    let know = NimSum::new(game);
    let solution = solution(game, &root);
    let mut checked = 0;
    for pos in positions(game, root) {
        if let Err(e) = compare(game, &know, &solution, &pos) {
            panic!("{} {}: {e}", game.spec(), game.position_text(&pos));
        }
        checked += 1;
    }
    checked
}

#[test]
fn every_position_of_nim_up_to_six_heaps_of_five() {
    for spec in ["nim:5,5,5,5,5,5", "nim:5,5,5,5,5,5+misere"] {
        let game = rules(spec);
        // Multisets of six numbers from 0 to 5, without the empty one, for either player.
        assert_eq!(check_all(&game, game.start()), 2 * (462 - 1), "{spec}");
        let know = NimSum::new(&game);
        let mut search = Search::new(&game, &(), &(), AlphaBeta::BEST, Budget::DEFAULT);
        let mut known = HashMap::new();
        for pos in positions(&game, game.start()) {
            let text = game.position_text(&pos);
            let line = Line::new(&game, pos);
            let searched = search.prove(&line, Goal::Value, &());
            let solved = formula(&line, &know, &Budget::DEFAULT, &());
            assert_eq!(solved.bounds, searched.bounds, "{spec} {text}");
            let mut played = line.clone();
            assert!(solved.line.iter().all(|m| played.play(*m)), "{spec} {text}");
            let value = solved.bounds.value().expect("exact");
            let ended = Outcome::from_value(value, pos.turn());
            assert_eq!(
                played.outcome(),
                Some(ended),
                "{spec} {text}: {:?}",
                solved.line
            );
            if !game.is_misere() {
                let xor = pos.heaps().iter().fold(0, |sum, heap| sum ^ heap);
                let nimber = nimber_by_search(&game, &pos, &mut known);
                assert_eq!(nimber, u32::from(xor), "{text}");
                assert_eq!(value == Wdl::Loss, xor == 0, "{text}");
            }
        }
    }
}

#[test]
fn random_positions_of_nim_with_larger_heaps() {
    let mut checked = 0;
    for index in 0..60 {
        let mut random = Random::for_task(5, index);
        let sizes: Vec<u16> = (0..3).map(|_| 1 + random.below(24) as u16).collect();
        for misere in [false, true] {
            let game = Heaps::new(Taking::Any, misere, &sizes).unwrap();
            checked += check_all(&game, game.start());
        }
    }
    assert!(checked > 100_000, "{checked}");
}

#[test]
fn every_position_behind_games_of_the_other_kinds() {
    let mut checked = 0;
    for spec in [
        "subtract:4,9,21+take=1,2,3",
        "subtract:30,31+take=2,5,7",
        "kayles:14",
        "kayles:3,4,9",
        "dawson:24",
        "dawson:5,11,12",
        "octal:9,12+code=0.137",
        "octal:11+code=4.5",
        "octal:6,13+code=0.0364",
        "octal:15+code=0.17",
        "nim:3,4,5,9",
    ] {
        let game = rules(spec);
        checked += check_all(&game, game.start());
        let nimbers = Nimbers::new(&game);
        let mut known = HashMap::new();
        for pos in positions(&game, game.start()) {
            let sum = u32::from(nimbers.of_all(pos.heaps()));
            let text = game.position_text(&pos);
            assert_eq!(
                nimber_by_search(&game, &pos, &mut known),
                sum,
                "{spec} {text}"
            );
        }
    }
    assert!(checked > 5_000, "{checked}");
}

/// In misère play of other games nimbers decide nothing, and nothing is said.
#[test]
fn misere_games_are_left_to_search() {
    for spec in [
        "kayles:14+misere",
        "dawson:5,11+misere",
        "subtract:9,21+misere+take=1,2,3",
    ] {
        let game = rules(spec);
        let know = NimSum::new(&game);
        assert!(!know.solves(&game));
        assert!(check_all(&game, game.start()) > 20);
        for pos in positions(&game, game.start()) {
            assert_eq!(know.bounds(&game, &pos), Bounds::UNKNOWN);
            assert_eq!(know.best_moves(&game, &pos), None);
            assert_eq!(know.why(&game, &pos), None);
            assert!(know.explanation(&game, &pos).is_empty());
        }
    }
}

/// Rules that are a little wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    /// Misère Nim is normal Nim with the winners exchanged.
    Exchanged,
    /// Misère Nim is normal Nim to the end.
    NormalToTheEnd,
    /// Heaps of one are lost if their number is even.
    EvenOnes,
    /// A heap's nimber is its size, whatever the rules.
    SizesAnyway,
    /// The nimbers are added with carrying.
    Carried,
    /// Only the first winning move.
    OneOfThem,
    /// A heap that can be made equal to the sum of all, not of the others.
    Unequal,
    NoReason,
}

impl Analysis<Heaps> for Wrong {
    fn bounds(&self, game: &Heaps, pos: &Piles) -> Bounds<Wdl> {
        let nimbers = Nimbers::new(game);
        let sum = nimbers.of_all(pos.heaps());
        let ones = pos.heaps().iter().all(|heap| *heap == 1);
        let many = pos.heaps().len();
        let is_lost = match self {
            Wrong::Exchanged => sum != 0,
            Wrong::NormalToTheEnd => sum == 0,
            Wrong::EvenOnes if ones => many.is_multiple_of(2),
            Wrong::EvenOnes => sum == 0,
            Wrong::SizesAnyway => pos.heaps().iter().fold(0, |sum, heap| sum ^ heap) == 0,
            Wrong::Carried => {
                let all: u16 = pos.heaps().iter().map(|heap| nimbers.of(*heap)).sum();
                all.is_multiple_of(2)
            }
            _ => return NimSum::new(game).bounds(game, pos),
        };
        Bounds::exactly(if is_lost { Wdl::Loss } else { Wdl::Win })
    }

    fn best_moves(&self, game: &Heaps, pos: &Piles) -> Option<Vec<Take>> {
        let total = Nimbers::new(game).of_all(pos.heaps());
        match self {
            Wrong::OneOfThem => {
                let best = NimSum::new(game).best_moves(game, pos)?;
                Some(best[..1].to_vec())
            }
            Wrong::Unequal if total > 0 => {
                let heaps = pos.distinct().filter(|heap| *heap > total);
                let take = |heap| Take {
                    heap,
                    take: heap - total,
                    split: 0,
                };
                Some(heaps.map(take).collect())
            }
            _ => None,
        }
    }

    fn why(&self, _: &Heaps, _: &Piles) -> Option<String> {
        (*self != Wrong::NoReason).then(String::new)
    }
}

#[track_caller]
fn check_refused(spec: &str, wrong: Wrong, reason: &str) {
    let game = rules(spec);
    let solution = solution(&game, &game.start());
    let compared = positions(&game, game.start());
    let refused = compared
        .iter()
        .map(|pos| compare(&game, &wrong, &solution, pos));
    let message = refused.filter_map(Result::err).next();
    let message = message.unwrap_or_else(|| panic!("{wrong:?} passed in {spec}"));
    assert!(message.contains(reason), "{wrong:?}: {message}");
}

#[test]
fn rules_that_are_a_little_wrong_are_refused() {
    check_refused("nim:3,4,5+misere", Wrong::Exchanged, "but it is a");
    check_refused("nim:3,4,5+misere", Wrong::NormalToTheEnd, "but it is a");
    check_refused("nim:3,4,5+misere", Wrong::EvenOnes, "but it is a");
    check_refused("kayles:14", Wrong::SizesAnyway, "but it is a");
    check_refused("kayles:14+misere", Wrong::NormalToTheEnd, "but it is a");
    check_refused("kayles:14+misere", Wrong::Exchanged, "but it is a");
    check_refused("subtract:9,9+take=1,2,3", Wrong::SizesAnyway, "but it is a");
    check_refused("nim:3,4,5", Wrong::Carried, "but it is a");
    check_refused("nim:3,4,5", Wrong::OneOfThem, "but best are");
    check_refused("nim:3,4,5", Wrong::Unequal, "but best are");
    check_refused("nim:3,4,5", Wrong::NoReason, "no reason");
}

fn nimbers_of(spec: &str, heap_max: u16) -> Vec<u16> {
    heap_nimbers(rules(spec).taking(), heap_max)
}

/// The nimber of a heap is that of the heap twelve larger, from 71 on.
///
/// Guy and Smith 1956, 'The G-values of various games'; the numbers are OEIS A002186.
#[test]
fn kayles_has_period_12() {
    #[rustfmt::skip]
    const KAYLES: [u16; 84] = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6,
        4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
        4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7,
        4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7,
        4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7,
        4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 6, 7,
        4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7,
    ];
    let nimbers = nimbers_of("kayles:1", 1_000);
    assert_eq!(nimbers[..84], KAYLES);
    let period = &KAYLES[72..];
    let is_exception = |n: &usize| nimbers[*n] != period[n % 12];
    let exceptions: Vec<usize> = (0..=1_000).filter(is_exception).collect();
    assert_eq!(
        exceptions,
        [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
    );
}

/// Dawson's Chess, 0.137, is OEIS A002187: period 34, with seven exceptions. Dawson's Kayles, 0.07,
/// has the same nimbers for heaps one larger.
#[test]
fn dawsons_games_have_period_34() {
    #[rustfmt::skip]
    const CHESS: [u16; 102] = [
        0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4,
        0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4,
        8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4,
    ];
    let chess = nimbers_of("octal:1+code=0.137", 1_000);
    assert_eq!(chess[..102], CHESS);
    let period = &CHESS[68..];
    let is_exception = |n: &usize| chess[*n] != period[n % 34];
    let exceptions: Vec<usize> = (0..=1_000).filter(is_exception).collect();
    assert_eq!(exceptions, [0, 14, 16, 17, 31, 34, 51]);
    let kayles = nimbers_of("dawson:1", 1_001);
    assert_eq!(kayles[0], 0);
    assert_eq!(kayles[1..], chess);
}

/// Take-away games: with 1 to k stones the nimber is n mod (k + 1); with any finite set it is
/// periodic in the end (Golomb 1966). Two more sets: 1 and 3, the parity; 1, 3 and 4, period 7
/// 0101232 (Berlekamp, Conway and Guy 1982, Winning Ways, chapter 4).
#[test]
fn take_away_games_are_periodic() {
    for k in 1..=9u16 {
        let takes: Vec<String> = (1..=k).map(|take| take.to_string()).collect();
        let nimbers = nimbers_of(&format!("subtract:1+take={}", takes.join(",")), 500);
        assert!(
            (0..=500)
                .zip(&nimbers)
                .all(|(n, nimber)| *nimber == n % (k + 1)),
            "{k}"
        );
    }
    for (takes, period) in [
        ("1,3", &[0, 1][..]),
        ("1,3,4", &[0, 1, 0, 1, 2, 3, 2]),
        ("2,3", &[0, 0, 1, 1, 2]),
    ] {
        let nimbers = nimbers_of(&format!("subtract:1+take={takes}"), 500);
        let periodic = (0..=500).map(|n| period[n % period.len()]);
        assert!(periodic.eq(nimbers.iter().copied()), "{takes}");
    }
}

#[track_caller]
fn check_explanation(spec: &str, position: &str, expected: &str) {
    let game = rules(spec);
    let pos = game.parse_position(position).expect("a position");
    let lines = NimSum::new(&game).explanation(&game, &pos);
    assert_eq!(
        lines.join("\n"),
        expected.trim_matches('\n'),
        "{spec} {position}"
    );
}

#[test]
fn explanations_add_column_by_column() {
    check_explanation(
        "nim:3,5,7",
        "3,5,3",
        "
3 = 0 1 1
3 = 0 1 1
5 = 1 0 1
    -----
5 = 1 0 1

4s: 0 ⊕ 0 ⊕ 1 = 1
2s: 1 ⊕ 1 ⊕ 0 = 0
1s: 1 ⊕ 1 ⊕ 1 = 1

5-5 leaves 5 ⊕ 5 = 0: 3 ⊕ 3 = 0.
",
    );
    check_explanation(
        "nim:1,2,3",
        "1,2,3",
        "
1 = 0 1
2 = 1 0
3 = 1 1
    ---
0 = 0 0

2s: 0 ⊕ 1 ⊕ 1 = 0
1s: 1 ⊕ 0 ⊕ 1 = 0

The sum is 0: every move changes it, and the answer makes it 0 again.
",
    );
    check_explanation(
        "nim:1,1,4+misere",
        "1,1,4",
        "
Misère play with one larger heap: make the number of ones odd.
4-3 leaves an odd number of ones.
",
    );
    check_explanation(
        "nim:2,2+misere",
        "2,2",
        "
2 = 1 0
2 = 1 0
    ---
0 = 0 0

2s: 1 ⊕ 1 = 0
1s: 0 ⊕ 0 = 0

Misère play goes as normal play while two larger heaps are left.
The sum is 0: every move changes it, and the answer makes it 0 again, or leaves an odd number of ones.
",
    );
    check_explanation(
        "nim:1,1+misere",
        "1,1,1",
        "Misère play with ones alone: who faces an odd number of them loses.",
    );
    check_explanation(
        "kayles:5,7",
        "5,7",
        "
heap 5, nimber 4 = 1 0 0
heap 7, nimber 2 = 0 1 0
                   -----
           sum 6 = 1 1 0

4s: 1 ⊕ 0 = 1
2s: 0 ⊕ 1 = 1
1s: 0 ⊕ 0 = 0

5-1:1+3 leaves 1 and 3: 1 ⊕ 3 ⊕ 2 = 0.
7-2 leaves 5: 4 ⊕ 4 = 0.
",
    );
}
