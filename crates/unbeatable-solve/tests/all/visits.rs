//! What searches write down of their visits is what they did, and all of it is true.

use std::collections::HashMap;

use unbeatable_core::{
    Analysis, Bounds, Budget, Game, Goal, Guide, Line, Notation, Outcome, Player, Spec, Stopped,
    Value, Wdl,
};
use unbeatable_games::go::Go;
use unbeatable_games::go::pass_order::PassOrder;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::heaps::nim_sum::NimSum;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_solve::minimax::{self, minimax};
use unbeatable_solve::{AlphaBeta, Ending, Fail, Search, Solved, Solver, Visit, Visits, Window};

use crate::agree::rules;
use crate::settings::{all, nodes};

/// What each position is worth to the player to move, by minimax; remembered where history does not matter.
struct Truth<G: Game>(HashMap<G::Position, G::Value>);

impl<G: Game> Truth<G> {
    fn value(&mut self, line: &Line<G>) -> G::Value {
        let find = || {
            let bounds = minimax(line, &Budget::DEFAULT, &()).bounds;
            bounds.value().expect("nothing stops it")
        };
        match G::HAS_HISTORY {
            true => find(),
            false => *self.0.entry(*line.position()).or_insert_with(find),
        }
    }
}

/// How a search was set up, as far as its visits must show it.
#[derive(Clone, Copy, Default)]
struct Setting {
    /// It goes on from canonical positions.
    folds: bool,
    /// All that matters is found by search: nothing is left out but behind a cut.
    is_plain: bool,
    /// Every search went to its end, and decides its window.
    decides: bool,
}

/// A walk over visits beside the game.
struct Walk<'v, G: Game> {
    visits: &'v Visits,
    setting: Setting,
    truth: Truth<G>,
    ends: u64,
}

impl<'g, G: Game> Walk<'_, G> {
    /// Checks a visit at the end of `line`, as far as it was searched from there, and all below it.
    fn check(&mut self, line: &Line<'g, G>, i: u32) {
        let (game, pos) = (line.game(), line.position());
        let visit = *self.visits.forest().of(i);
        let bounds = visit.bounds::<G::Value>();
        let value = self.truth.value(line);
        assert!(bounds.contains(value), "{pos:?}: {visit:?}, but {value:?}");
        assert_eq!(visit.ending == Ending::End, line.outcome().is_some());
        self.ends += u64::from(visit.ending == Ending::End);
        if let Some([alpha, beta]) = visit.window() {
            self.check_window(visit, [alpha, beta], bounds);
        }
        let below: Vec<u32> = self.visits.forest().below(i).collect();
        if !matches!(
            visit.ending,
            Ending::Searched | Ending::Cut | Ending::Stopped
        ) {
            assert_eq!(below, [], "{visit:?} has moves");
            return;
        }
        self.check_moves(line, visit, &below);
        let pos = *pos;
        let moves: Vec<G::Move> = game.moves(&pos).collect();
        for child in below {
            let mut line = line.clone();
            let m = moves[self.visits.forest().of(child).m()];
            assert!(line.play(m), "a move that is searched is allowed");
            if self.setting.folds && line.outcome().is_none() {
                line.amend(game.canonical(line.position()));
            }
            self.check(&line, child);
        }
    }

    fn check_window(&self, visit: Visit, [alpha, beta]: [i16; 2], bounds: Bounds<G::Value>) {
        assert!(alpha < beta, "{visit:?}");
        let [lower, upper] = [bounds.lower.rank(), bounds.upper.rank()];
        if self.setting.decides && visit.ending != Ending::Stopped {
            let decides = lower >= beta || upper <= alpha || lower == upper;
            assert!(decides, "{visit:?}");
        }
        if self.setting.is_plain && visit.ending == Ending::Cut {
            assert!(lower >= beta, "{visit:?}");
        }
    }

    /// Checks which moves were searched, and in which windows.
    fn check_moves(&self, line: &Line<G>, visit: Visit, below: &[u32]) {
        let forest = self.visits.forest();
        let mut moves: Vec<usize> = below.iter().map(|&i| forest.of(i).m()).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), below.len(), "no move is searched twice");
        if self.setting.is_plain && visit.ending == Ending::Searched {
            let game = line.game();
            let legal = game.moves(line.position());
            let legal = legal.filter(|&m| line.clone().play(m)).count();
            assert_eq!(below.len(), legal, "{visit:?} leaves moves out");
        }
        let Some([mut alpha, beta]) = visit.window() else {
            return;
        };
        // In an open window, a bound that says nothing is not told from one that says the least.
        let is_closed = alpha >= G::Value::WORST.rank();
        let mut least = alpha;
        for (n, &i) in below.iter().enumerate() {
            let child = forest.of(i);
            if let Some([low, high]) = child.window() {
                assert!(-beta <= low && high <= -least, "{child:?} in {visit:?}");
                least = -high;
            }
            alpha = alpha.max(-child.bounds::<G::Value>().upper.rank());
            if self.setting.is_plain && is_closed && child.ending != Ending::Stopped {
                let cuts = visit.ending == Ending::Cut && n + 1 == below.len();
                assert_eq!(alpha >= beta, cuts, "{child:?} in {visit:?}");
            }
        }
    }
}

/// Checks all visits of a search from the end of `line` against what it returned.
#[track_caller]
fn check<G: Game>(line: &Line<G>, setting: Setting, (solved, visits): &(Solved<G>, Visits)) {
    let truth = Truth(HashMap::new());
    let mut walk = Walk {
        visits,
        setting,
        truth,
        ends: 0,
    };
    let game = line.game();
    let mut bounds = game.range(game.turn(line.position()));
    let forest = visits.forest();
    for root in forest.roots() {
        walk.check(line, root);
        bounds = bounds.and(forest.of(root).bounds());
    }
    assert_eq!(u64::from(forest.len()), solved.effort.nodes);
    assert_eq!(walk.ends, solved.effort.ends);
    assert_eq!(forest.depth(), 0, "all that was entered was left");
    if solved.stopped.is_none() {
        assert_eq!(bounds, solved.bounds);
        assert!(forest.iter().all(|visit| visit.ending != Ending::Stopped));
    }
}

/// Minimax and plain alpha-beta from the end of `line`.
#[track_caller]
fn check_plain<G: Game>(line: &Line<G>) {
    let plain = Setting {
        is_plain: true,
        decides: true,
        folds: false,
    };
    let found = minimax::record(line, &Budget::DEFAULT, &());
    assert_eq!(found.0.effort, minimax(line, &Budget::DEFAULT, &()).effort);
    assert!(
        found
            .1
            .forest()
            .iter()
            .all(|visit| visit.window().is_none())
    );
    check(line, plain, &found);
    for fail in [Fail::Hard, Fail::Soft] {
        for window in [Window::Closed, Window::Open] {
            let options = AlphaBeta {
                fail,
                window,
                ..AlphaBeta::PLAIN
            };
            check(
                line,
                plain,
                &record(line, (&(), &()), options, Budget::DEFAULT),
            );
        }
    }
}

/// One question to a search of its own, which does the same whether it writes down what it visits or not.
#[track_caller]
fn record<'g, G: Game, A: Analysis<G>, D: Guide<G>>(
    line: &Line<'g, G>,
    (know, guide): (&'g A, &'g D),
    options: AlphaBeta,
    budget: Budget,
) -> (Solved<G>, Visits) {
    let search = || Search::new(line.game(), know, guide, options, budget);
    let recorded = search().record(line, Goal::Value, &()).expect("it can");
    let proven = search().prove(line, Goal::Value, &());
    assert_eq!(proven.effort, recorded.0.effort, "{options:?}");
    assert_eq!(proven.bounds, recorded.0.bounds, "{options:?}");
    assert_eq!(proven.line, recorded.0.line, "{options:?}");
    recorded
}

/// All settings, with knowledge and without.
#[track_caller]
fn check_settings<'g, G: Game, A: Analysis<G>, D: Guide<G>>(
    line: &Line<'g, G>,
    known: (&'g A, &'g D),
) {
    for options in all() {
        if options.table && G::HAS_HISTORY {
            continue;
        }
        let setting = |is_plain| Setting {
            is_plain: is_plain && !options.table && !options.deepen,
            decides: !options.deepen,
            folds: options.table && options.symmetry,
        };
        let budget = Budget {
            table_bytes_max: 1 << 20,
            ..Budget::DEFAULT
        };
        check(
            line,
            setting(true),
            &record(line, (&(), &()), options, budget),
        );
        check(line, setting(false), &record(line, known, options, budget));
    }
}

fn go(spec: &str) -> Go {
    Go::from_spec(Spec::parse(spec).expect("a spec")).expect("a board")
}

fn heaps(spec: &str) -> Heaps {
    Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("heaps")
}

#[test]
fn plain_searches() {
    let (ttt, small) = (rules("ttt"), rules("mnk:3x2x2"));
    for position in ["XO./.../...", "XO./.X./O..", "XOX/OXO/OX.", "XXX/OO./..."] {
        check_plain(&ttt.parse_line(position).expect("a position"));
    }
    check_plain(&Line::new(&small, small.start()));
    for spec in [
        "nim:1,2,3",
        "subtract:7+take=1,2,3",
        "kayles:4",
        "nim:2,2+misere",
    ] {
        let game = heaps(spec);
        check_plain(&Line::new(&game, game.start()));
    }
    for spec in ["go:1x1", "go:2x1", "go:2x1+ssk"] {
        let game = go(spec);
        check_plain(&Line::new(&game, game.start()));
    }
}

#[test]
fn every_setting() {
    let ttt = rules("ttt");
    let known = (Threats, Potential);
    for position in ["X../.../...", "X../.O./..."] {
        let line = ttt.parse_line(position).expect("a position");
        check_settings(&line, (&known, &OpenLines));
    }
    let nim = heaps("nim:2,2,3");
    check_settings(&Line::new(&nim, nim.start()), (&NimSum::new(&nim), &()));
    let small = go("go:2x1");
    check_settings(&Line::new(&small, small.start()), (&(), &PassOrder::First));
}

/// A search that is stopped leaves what it visited by then, and no more.
#[test]
fn stopped_searches() {
    let ttt = rules("ttt");
    let line = ttt.parse_line("X../.../...").expect("a position");
    for options in [AlphaBeta::PLAIN, AlphaBeta::BEST] {
        let folds = options.symmetry;
        let setting = Setting {
            folds,
            ..Setting::default()
        };
        for many in [0, 1, 2, 3, 10, 100, 101] {
            let found = record(&line, (&(), &()), options, nodes(many));
            let (solved, visits) = &found;
            if solved.stopped.is_none() {
                continue;
            }
            assert_eq!(solved.stopped, Some(Stopped::Nodes));
            assert_eq!(u64::from(visits.forest().len()), many);
            check(&line, setting, &found);
        }
    }
    let found = minimax::record(&line, &nodes(1000), &());
    assert_eq!(found.0.stopped, Some(Stopped::Nodes));
    let root = found.1.forest().of(0);
    assert_eq!(root.ending, Ending::Stopped);
    assert_eq!(root.bounds::<Wdl>(), found.0.bounds);
    check(&line, Setting::default(), &found);
}

/// The numbers of the literature, from what was written down.
#[test]
fn published_numbers() {
    let ttt = rules("ttt");
    let line = Line::new(&ttt, ttt.start());
    let (_, visits) = minimax::record(&line, &Budget::DEFAULT, &());
    assert_eq!(visits.forest().len(), 549_946);
    let ends = visits
        .forest()
        .iter()
        .filter(|visit| visit.ending == Ending::End);
    assert_eq!(ends.count(), 255_168);
    assert!(visits.forest().bytes() < 21 * 549_946);
    let open = AlphaBeta {
        window: Window::Open,
        ..AlphaBeta::PLAIN
    };
    for (options, many) in [(AlphaBeta::PLAIN, 16_811), (open, 18_297)] {
        let (_, visits) = record(&line, (&(), &()), options, Budget::DEFAULT);
        assert_eq!(visits.forest().len(), many);
    }
    let small = go("go:2x2");
    let line = Line::new(&small, small.start());
    let options = AlphaBeta {
        fail: Fail::Soft,
        ..AlphaBeta::PLAIN
    };
    let (_, visits) = record(&line, (&(), &PassOrder::First), options, Budget::DEFAULT);
    assert_eq!(visits.forest().len(), 2_169);
}

/// A yes/no question has a null window at its root.
#[test]
fn questions_have_null_windows() {
    let ttt = rules("ttt");
    let line = Line::new(&ttt, ttt.start());
    let mut search = Search::new(&ttt, &(), &(), AlphaBeta::BEST, Budget::DEFAULT);
    let goal = Goal::AtLeast(Outcome::win(Player::First));
    let (solved, visits) = search.record(&line, goal, &()).expect("it can");
    assert_eq!(goal.answer(solved.bounds, Player::First), Some(false));
    let roots: Vec<u32> = visits.forest().roots().collect();
    assert_eq!(roots, [0]);
    let root = visits.forest().of(0);
    assert_eq!((root.window(), root.depth_limit()), (Some([0, 1]), None));
}

/// Every depth has a root of its own, which says how deep it goes.
#[test]
fn deepening_begins_again_and_again() {
    let ttt = rules("ttt");
    let line = ttt.parse_line("X../.O./...").expect("a position");
    let options = AlphaBeta {
        deepen: true,
        ..AlphaBeta::PLAIN
    };
    let (_, visits) = record(&line, (&(), &()), options, Budget::DEFAULT);
    let forest = visits.forest();
    let depths: Vec<_> = forest.roots().map(|i| forest.of(i).depth_limit()).collect();
    assert_eq!(depths[..2], [Some(1), Some(2)]);
    let first = forest.below(0).map(|i| forest.of(i).ending);
    assert!(first.into_iter().any(|ending| ending == Ending::Depth));
}
