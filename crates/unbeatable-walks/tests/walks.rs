//! Walks counted by components against walks walked one by one.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::ops::ControlFlow;
use std::sync::Mutex;

use unbeatable_core::random::Random;
use unbeatable_core::{
    Budget, Game, Line, Margin, Outcome, Player, Progress, Repetition, Spec, Stopped, Trace, Watch,
    Wdl,
};
use unbeatable_games::go::{Go, Move};
use unbeatable_walks::{NoCount, Walked, walks};

fn rules(spec: &str) -> Go {
    Go::from_spec(Spec::parse(spec).unwrap()).unwrap()
}

fn all_rules(size: &str) -> impl Iterator<Item = Go> {
    let flavours = ["", "+ssk", "+nssk"];
    let both = flavours.map(|flavour| ["", "+suicide"].map(|s| format!("go:{size}{flavour}{s}")));
    both.into_iter().flatten().map(|spec| rules(&spec))
}

/// Games and all sequences, by walking each of them; `None` if they are too many.
fn by_hand(line: &mut Line<Go>, limit: &mut u64) -> Option<(u128, u128)> {
    *limit = limit.checked_sub(1)?;
    if line.outcome().is_some() {
        return Some((1, 1));
    }
    let (mut games, mut all) = (0, 1);
    for m in line.game().moves(&line.position().clone()) {
        if line.play(m) {
            let (more_games, more) = by_hand(line, limit)?;
            line.undo();
            games += more_games;
            all += more;
        }
    }
    Some((games, all))
}

#[track_caller]
fn check(line: &Line<Go>, expected: (u128, u128)) {
    let (games, sequences) = expected;
    let counted = walks(line, &Budget::DEFAULT, &());
    assert_eq!(counted, Ok(Walked { games, sequences }));
}

#[test]
fn small_boards_agree_with_walking() {
    let mut checked = 0;
    for size in ["1x1", "1x2", "2x1", "1x3"] {
        for go in all_rules(size) {
            let mut line = Line::new(&go, go.start());
            let expected = by_hand(&mut line, &mut 2_000_000).expect("few enough to walk");
            check(&line, expected);
            checked += 1;
        }
    }
    assert_eq!(checked, 24);
}

/// Plays random moves for as long as a stone can be put, passing now and then.
fn random_line<'g>(go: &'g Go, random: &mut Random) -> Line<'g, Go> {
    let mut line = Line::new(go, go.start());
    loop {
        let mut moves: Vec<Move> = go.moves(line.position()).collect();
        let may_pass = go.passes(line.position()) == 0;
        if may_pass && random.below(4) == 0 {
            assert!(line.play(Move::Pass));
            continue;
        }
        moves.retain(|m| *m != Move::Pass);
        loop {
            if moves.is_empty() {
                if !may_pass {
                    return line;
                }
                assert!(line.play(Move::Pass));
                break;
            }
            let i = random.below(moves.len() as u64) as usize;
            if line.play(moves.swap_remove(i)) {
                break;
            }
        }
    }
}

/// What may follow random lines, from their ends backwards, as long as it can be walked. The more of
/// the board stands in the history, the stranger the components.
#[test]
fn what_follows_random_lines_agrees_with_walking() {
    let mut checked = 0;
    for size in ["2x2", "1x4", "3x1", "1x5"] {
        for (i, go) in all_rules(size).enumerate() {
            let mut random = Random::for_task(11, i as u64);
            let mut largest = 0;
            for _ in 0..60 {
                let mut line = random_line(&go, &mut random);
                while line.plies() > 0 {
                    let Some(expected) = by_hand(&mut line, &mut 60_000) else {
                        break;
                    };
                    match walks(&line, &Budget::DEFAULT, &()) {
                        // Lines of five points have more boards than that with suicide.
                        Err(NoCount::TooLarge) => assert_eq!(size, "1x5"),
                        _ => check(&line, expected),
                    }
                    checked += 1;
                    largest = largest.max(expected.0);
                    line.undo();
                }
            }
            // What follows on longer lines is soon too much to be walked.
            assert!(size == "1x5" || largest > 400, "{size} {i}: {largest}");
        }
    }
    assert!(checked > 2_000, "{checked}");
}

/// Tromp's counts of all games: 1x4 with suicide; and in Go a tree is three times its games, because
/// every position but the ends has one pass.
#[test]
fn lines_of_four_points_have_as_many_games_as_published() {
    let go = rules("go:1x4+suicide");
    let line = Line::new(&go, go.start());
    check(&line, (2_098_407_841, 3 * 2_098_407_841));
    let budget = Budget {
        threads: 3,
        ..Budget::DEFAULT
    };
    let by_three = walks(&line, &budget, &()).unwrap();
    assert_eq!(by_three.games, 2_098_407_841);
}

#[test]
#[ignore = "slow: 4 s and 350 MB"]
fn two_by_two_has_as_many_games_as_published() {
    let go = rules("go:2x2");
    let line = Line::new(&go, go.start());
    check(&line, (386_356_909_593, 1_159_070_728_779));
}

#[test]
fn budgets_are_kept() {
    let go = rules("go:2x2");
    let line = Line::new(&go, go.start());
    for threads in 1..4 {
        let count = |nodes_max, table_bytes_max| {
            let budget = Budget {
                nodes_max,
                table_bytes_max,
                threads,
            };
            walks(&line, &budget, &())
        };
        assert_eq!(
            count(1_000, usize::MAX),
            Err(NoCount::Stopped(Stopped::Nodes))
        );
        assert_eq!(
            count(u64::MAX, 10 << 20),
            Err(NoCount::Stopped(Stopped::Memory))
        );
    }
    let larger = rules("go:3x2");
    let line = Line::new(&larger, larger.start());
    assert_eq!(walks(&line, &Budget::DEFAULT, &()), Err(NoCount::TooLarge));
}

/// What was told of a count, which goes on until it has told that so many nodes are done.
struct Told {
    nodes_max: u64,
    last: Mutex<Option<Progress<Margin>>>,
}

impl Watch<Margin> for Told {
    fn progress(&self, now: &Progress<Margin>) -> ControlFlow<()> {
        *self.last.lock().unwrap() = Some(*now);
        match now.effort.nodes > self.nodes_max {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A watcher hears how many components are solved and how much memory they take, and may stop all threads.
#[test]
fn a_watcher_stops_all_threads() {
    let go = rules("go:2x2");
    let line = Line::new(&go, go.start());
    for threads in 1..4 {
        let told = Told {
            nodes_max: 20_000,
            last: Mutex::new(None),
        };
        let budget = Budget {
            threads,
            ..Budget::DEFAULT
        };
        let stopped = Err(NoCount::Stopped(Stopped::Asked));
        assert_eq!(walks(&line, &budget, &told), stopped);
        let Some(Progress {
            effort,
            table_bytes,
            ..
        }) = *told.last.lock().unwrap()
        else {
            unreachable!("it was stopped by the watcher");
        };
        assert!((20_000..40_000).contains(&effort.nodes), "{}", effort.nodes);
        assert!(table_bytes > 1 << 18, "{table_bytes}");
    }
}

/// However many threads count, and in whatever order they find what others have done, there are as many.
#[test]
fn counts_do_not_depend_on_threads() {
    let mut checked = 0;
    for spec in ["go:2x2", "go:2x2+ssk", "go:1x4+suicide", "go:1x4+nssk"] {
        let go = rules(spec);
        let mut random = Random::new(31);
        for _ in 0..15 {
            let mut line = random_line(&go, &mut random);
            // Far enough from the end that there is something to share, and not too far.
            while line.plies() > 12 {
                line.undo();
            }
            let count = |threads, nodes_max| {
                let budget = Budget {
                    threads,
                    nodes_max,
                    ..Budget::DEFAULT
                };
                walks(&line, &budget, &())
            };
            let Ok(alone) = count(1, 30_000) else {
                continue;
            };
            for threads in 2..6 {
                assert_eq!(count(threads, u64::MAX), Ok(alone), "{spec} {threads}");
            }
            checked += 1;
        }
    }
    assert!(checked > 15, "{checked}");
}

/// A token goes down a ladder of `rungs`, left or right; `ways` moves lead to each side.
#[derive(Clone)]
struct Ladder {
    rungs: u8,
    ways: u8,
}

impl Game for Ladder {
    type Position = (u8, bool, Player);
    type Move = u8;
    type Value = Wdl;

    const HAS_HISTORY: bool = true;

    fn start(&self) -> Self::Position {
        (0, false, Player::First)
    }

    fn turn(&self, pos: &Self::Position) -> Player {
        pos.2
    }

    fn outcome(&self, pos: &Self::Position) -> Option<Outcome<Wdl>> {
        (pos.0 > self.rungs).then_some(Outcome::DRAW)
    }

    fn moves(&self, pos: &Self::Position) -> impl Iterator<Item = u8> {
        0..if pos.0 == self.rungs {
            1
        } else {
            2 * self.ways
        }
    }

    fn play(&self, pos: &Self::Position, m: u8) -> Self::Position {
        (pos.0 + 1, m % 2 == 1, pos.2.other())
    }

    fn repetition(&self) -> Repetition {
        Repetition::Forbidden { mark_bits: 9 }
    }

    fn trace(&self, pos: &Self::Position) -> Trace {
        match pos.0 > self.rungs {
            true => Trace::Nothing,
            false => Trace::Once(u64::from(pos.0) << 1 | u64::from(pos.1)),
        }
    }
}

/// Counts that do not fit are refused, not wrapped: 2^62 games do, 4^62 do not.
#[test]
fn counts_that_are_too_large_are_refused() {
    let count = |rungs, ways| {
        let ladder = Ladder { rungs, ways };
        let line = Line::new(&ladder, ladder.start());
        let [alone, together] = [1, 2].map(|threads| {
            let budget = Budget {
                threads,
                ..Budget::DEFAULT
            };
            walks(&line, &budget, &())
        });
        assert_eq!(alone, together);
        alone.map(|walked| walked.games)
    };
    assert_eq!(count(10, 1), Ok(1 << 10));
    assert_eq!(count(62, 1), Ok(1 << 62));
    assert_eq!(count(31, 2), Ok(1 << 62));
    let refused = Err(NoCount::Stopped(Stopped::Overflow));
    assert_eq!(count(62, 2), refused);
    assert_eq!(count(33, 4), refused);
}
