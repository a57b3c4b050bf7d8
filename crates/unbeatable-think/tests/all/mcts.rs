//! Monte-Carlo search beside exhaustive search: what it calls proven must be true, with however few
//! playouts and however little memory; its moves must be legal; and what it has proven it must keep.

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Bounds, Budget, Game, Goal, Line, Notation, Player, SCORE_MAX, Spec, Value, Wdl,
};
use unbeatable_games::go::Go;
use unbeatable_games::go::pass_order::PassOrder;
use unbeatable_games::go::safety::Safety;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::ultimate::Ultimate;
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_solve::superko::SuperkoDfPn;
use unbeatable_solve::{Search, Solution, Solver, backward, minimax};
use unbeatable_think::mcts::{Mcts, Settings};

use crate::lines::random_line;
use crate::truth::{self, check, check_position, open_positions};

/// Playouts that end a search early, and enough for small games.
const PLAYOUTS: [u64; 4] = [0, 8, 90, 3_000];

/// Settings that differ in everything.
const SETTINGS: [Settings; 3] = [
    Settings::BEST,
    Settings {
        explore: 0.4,
        visits_before: 0,
        decisive: true,
    },
    Settings {
        explore: 2.0,
        visits_before: 5,
        decisive: false,
    },
];

/// Every position of a game, and what becomes of it in a game of random moves, during which the tree is
/// kept.
fn check_all_positions<G: Notation, A: Analysis<G>>(game: &G, know: &A, folds: bool) {
    let truth = backward(game, game.start(), folds, &Budget::DEFAULT, &());
    let positions = open_positions(game, folds);
    for (i, playouts) in PLAYOUTS.into_iter().enumerate() {
        // Those that take long are looked at here and there.
        let step = [1, 1, 2, 7][i];
        let (mut proven, mut seen) = (0, 0);
        for (index, first) in positions.iter().enumerate().skip(i).step_by(step) {
            let settings = SETTINGS[index % 3];
            let bytes = [1 << 10, 1 << 13, 1 << 18][index / 3 % 3];
            let mut mcts = Mcts::new(game, know, settings, bytes, index as u64);
            let mut random = Random::for_task(5, index as u64);
            let mut line = Line::new(game, *first);
            while line.outcome().is_none() {
                let found = mcts.think(&line, playouts, &());
                proven += u32::from(check_position(&found, &truth, game, line.position()));
                seen += 1;
                let moves: Vec<G::Move> = game.moves(line.position()).collect();
                assert!(line.play(random.pick(&moves)));
            }
        }
        assert!(seen > 50, "{seen}");
        let many = [0, 10, 5, 2][i];
        assert!(many == 0 || proven > seen / many, "{proven} of {seen}");
    }
}

fn mnk(spec: &str) -> Mnk {
    Mnk::from_spec(Spec::parse(spec).expect("a spec")).expect("a board")
}

#[test]
fn tic_tac_toe_is_told_as_it_is() {
    check_all_positions(&mnk("ttt"), &(), false);
    check_all_positions(&mnk("ttt"), &(Threats, Potential), false);
}

#[test]
fn misere_tic_tac_toe_is_told_as_it_is() {
    check_all_positions(&mnk("ttt+misere"), &(), false);
    check_all_positions(&mnk("ttt+misere"), &Threats, false);
}

#[test]
fn other_boards_are_told_as_they_are() {
    check_all_positions(&mnk("mnk:4x3x3"), &(), true);
    check_all_positions(&mnk("mnk:4x3x3"), &(Threats, Potential), true);
}

#[test]
fn heaps_are_told_as_they_are() {
    for spec in ["nim:4,5,6", "nim:4,4,5+misere", "subtract:40+take=1,3,4"] {
        let game = Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("heaps");
        check_all_positions(&game, &(), false);
    }
}

fn check_late_positions<A: Analysis<Ultimate>>(game: Ultimate, know: &A) {
    truth::check_late_positions(&game, 5_000, PLAYOUTS.len(), |index, i| {
        let settings = SETTINGS[index as usize % 3];
        let mut mcts = Mcts::new(&game, know, settings, 1 << 16, index);
        Box::new(move |line| mcts.think(line, PLAYOUTS[i], &()))
    });
}

#[test]
fn late_positions_of_ultimate_tic_tac_toe() {
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON] {
        check_late_positions(game, &CriticalBoards);
        check_late_positions(game.by_majority(), &());
    }
}

/// The value of a line for its player to move, if few nodes show it.
fn value_of<'g>(line: &Line<'g, Go>) -> Option<<Go as Game>::Value> {
    let few = Budget {
        nodes_max: 3_000,
        ..Budget::DEFAULT
    };
    let solved = minimax(line, &few, &());
    solved.bounds.value().filter(|_| solved.stopped.is_none())
}

/// Behind random histories, near the end, where every sequence can be looked at.
#[test]
fn superko_is_told_as_it_is() {
    let mut seen = 0;
    let mut proven = [0; PLAYOUTS.len()];
    for spec in [
        "go:2x2",
        "go:2x2+ssk",
        "go:2x2+nssk+komi=0.5",
        "go:1x4+suicide",
        "go:3x2",
        "go:2x3+ssk",
    ] {
        let go = Go::from_spec(Spec::parse(spec).expect("a spec")).expect("rules");
        let mut random = Random::new(17);
        for index in 0..400 {
            let first = random_line(&go, &mut random);
            if value_of(&first).is_none() {
                continue;
            }
            for (i, playouts) in PLAYOUTS.into_iter().enumerate() {
                let settings = SETTINGS[index as usize % 3];
                let mut mcts = Mcts::new(&go, &Safety, settings, 1 << 17, index);
                let mut line = first.clone();
                while line.outcome().is_none() {
                    let value = value_of(&line).expect("it takes less than the whole line");
                    let found = mcts.think(&line, playouts, &());
                    let mut next = line.clone();
                    let is_listed = go.moves(line.position()).any(|m| m == found.m);
                    let is_legal = is_listed && next.play(found.m);
                    let kept = || -worth(&next) == value;
                    let text = || format!("{spec} {}", go.position_text(line.position()));
                    proven[i] += u32::from(check(&found, value, is_legal, kept, text));
                    seen += 1;
                    line = next;
                }
            }
        }
    }
    assert!(seen > 4_000, "{seen}");
    assert!(proven[3] > seen / 8, "{proven:?} of {seen}");
}

/// What a line is worth to its player to move, finished or not.
fn worth(line: &Line<Go>) -> <Go as Game>::Value {
    match line.outcome() {
        Some(outcome) => outcome.value_for(line.game().turn(line.position())),
        None => value_of(line).expect("it takes less than the line before"),
    }
}

/// Whole games under superko, from the start: bounds beside another solver's values.
#[test]
fn bounds_under_superko_hold_from_the_start_on() {
    let mut told = 0;
    for spec in ["go:2x2", "go:3x2", "go:2x3+ssk", "go:3x3"] {
        let go = Go::from_spec(Spec::parse(spec).expect("a spec")).expect("rules");
        let order = PassOrder::First;
        let options = SuperkoDfPn::BEST;
        let mut search = Search::new(&go, &Safety, &order, options, Budget::DEFAULT);
        for seed in 0..12 {
            let mut mcts = Mcts::new(&go, &Safety, SETTINGS[seed % 3], 1 << 20, seed as u64);
            let mut line = Line::new(&go, go.start());
            while line.outcome().is_none() && line.plies() < 60 {
                let found = mcts.think(&line, 400, &());
                let solved = search.solve(&line, Goal::Value, &());
                let value = solved.bounds.value().expect("it is a small board");
                let bounds = found.bounds;
                assert!(bounds.contains(value), "{spec}: {bounds:?} but {value:?}");
                told += u32::from(bounds != go.range(go.turn(line.position())));
                assert!(line.play(found.m));
            }
        }
    }
    assert!(told > 100, "{told}");
}

/// With as many playouts as it takes, tic-tac-toe is solved from the start, and so is misère.
#[test]
fn lots_of_playouts_solve_small_games() {
    for (spec, value) in [
        ("ttt", Wdl::Draw),
        ("ttt+misere", Wdl::Draw),
        ("mnk:4x3x3", Wdl::Win),
    ] {
        let game = mnk(spec);
        for settings in SETTINGS {
            let mut mcts = Mcts::new(&game, &(), settings, 1 << 26, 3);
            let found = mcts.think(&Line::new(&game, game.start()), u64::MAX, &());
            assert_eq!((found.bounds.value(), found.stopped), (Some(value), None));
        }
    }
}

/// Whole games, twice: the same moves. Another seed: others.
#[test]
fn games_repeat() {
    let game = Ultimate::STANDARD;
    let play = |seed| {
        let mut mcts = Mcts::new(&game, &CriticalBoards, Settings::BEST, 1 << 20, seed);
        let mut line = Line::new(&game, game.start());
        let mut told = vec![];
        while line.outcome().is_none() {
            let found = mcts.think(&line, 300, &());
            told.push((found.m, found.score, found.effort.nodes));
            assert!(line.play(found.m));
        }
        told
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

/// How many of some games of tic-tac-toe are won, drawn and lost with 10,000 playouts a move, against
/// someone who plays `reply`s.
fn results(games: u64, reply: impl Fn(&Line<Mnk>, &mut Random) -> u8) -> [u32; 3] {
    let game = mnk("ttt");
    let mut results = [0; 3];
    for index in 0..games {
        let me = Player::BOTH[index as usize % 2];
        let mut mcts = Mcts::new(&game, &(), Settings::BEST, 1 << 24, index);
        let mut random = Random::for_task(21, index);
        let mut line = Line::new(&game, game.start());
        while line.outcome().is_none() {
            let m = match game.turn(line.position()) == me {
                true => mcts.think(&line, 10_000, &()).m,
                false => reply(&line, &mut random),
            };
            assert!(line.play(m));
        }
        let outcome = line.outcome().expect("the game is over");
        results[(1 - outcome.value_for(me).rank()) as usize] += 1;
    }
    results
}

fn check_no_loss(games: u64) {
    let game = mnk("ttt");
    let truth = backward(&game, game.start(), false, &Budget::DEFAULT, &());
    let against_random = results(games, |line, random| {
        let moves: Vec<u8> = game.moves(line.position()).collect();
        random.pick(&moves)
    });
    let [won, _, lost] = against_random;
    assert!(
        lost == 0 && u64::from(won) > games / 2,
        "{against_random:?}"
    );
    let against_perfect = results(games, |line, random| {
        random.pick(&truth.best_moves(line.position()))
    });
    assert_eq!(against_perfect, [0, games as u32, 0]);
}

#[test]
fn tic_tac_toe_is_never_lost() {
    check_no_loss(20);
}

#[test]
#[ignore = "slow: 60 s, 1,000 games"]
fn tic_tac_toe_is_never_lost_in_a_thousand_games() {
    check_no_loss(1_000);
}

/// From the start of a game nothing is proven, but something is guessed.
#[test]
fn averages_are_no_proofs() {
    let game = Ultimate::STANDARD;
    let mut mcts = Mcts::new(&game, &CriticalBoards, Settings::BEST, 1 << 20, 0);
    let found = mcts.think(&Line::new(&game, game.start()), 2_000, &());
    assert_eq!(found.bounds, Bounds::UNKNOWN);
    assert!(found.score != 0 && found.score.abs() < SCORE_MAX);
}

/// Where nothing is proven, playouts lead to better moves: whoever plays some beats chance, and whoever
/// plays more of them beats that one more often than not.
#[test]
fn playouts_are_worth_something() {
    let game = Ultimate::STANDARD;
    /// Wins of the first of these numbers of playouts, losses, and draws; sides alternate.
    fn play(game: &Ultimate, playouts: [u64; 2], games: u64) -> [u32; 3] {
        let mut results = [0; 3];
        for index in 0..games {
            let mut line = Line::new(game, game.start());
            let mut seats = [0, 1].map(|seat: u64| {
                let seed = 2 * index + seat;
                Mcts::new(game, &(), Settings::BEST, 1 << 22, seed)
            });
            let first = (index % 2) as usize;
            while line.outcome().is_none() {
                let seat = (line.plies() + first) % 2;
                let thought = seats[seat].think(&line, playouts[seat], &());
                assert!(line.play(thought.m));
            }
            let winner = line.outcome().and_then(|outcome| outcome.winner());
            let winner = winner.map(|player| (player.index() + first) % 2);
            results[winner.unwrap_or(2)] += 1;
        }
        results
    }
    let [won, lost, _] = play(&game, [100, 1], 20);
    assert!(won >= 18 && lost <= 1, "{won} {lost}");
    let [won, lost, _] = play(&game, [400, 20], 20);
    assert!(won > 2 * lost, "{won} {lost}");
}

/// Knows every value, and leaves out no move.
struct Knowing<'g>(Solution<'g, Mnk>);

impl Analysis<Mnk> for Knowing<'_> {
    fn bounds(&self, _: &Mnk, pos: &<Mnk as Game>::Position) -> Bounds<Wdl> {
        Bounds::exactly(self.0.entry(pos).expect("every position is known").value)
    }
}

/// Of moves that are all proven to win the quickest is played: here two end the game, and the third only
/// leaves both threats on the board.
#[test]
fn wins_at_once_are_played_at_once() {
    let game = Mnk::tic_tac_toe();
    let pos = game.parse_position("XX./XOO/.O.").unwrap();
    let know = Knowing(backward(&game, pos, false, &Budget::DEFAULT, &()));
    let line = Line::new(&game, pos);
    for seed in 0..20 {
        let mut mcts = Mcts::new(&game, &know, Settings::BEST, 1 << 20, seed);
        let thought = mcts.think(&line, 1_000, &());
        assert_eq!(thought.bounds, Bounds::exactly(Wdl::Win));
        let outcome = game.outcome(&game.play(&pos, thought.m));
        assert!(outcome.is_some(), "{}", game.move_text(&pos, thought.m));
    }
}
