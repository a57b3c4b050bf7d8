//! Thinkers beside exhaustive search: what they call proven must be true, with whatever limits; and
//! their moves must be legal.

use unbeatable_core::random::Random;
use unbeatable_core::{Bounds, Budget, Game, Line, Notation, Spec, Value};
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::ultimate::Ultimate;
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_solve::backward;
use unbeatable_think::{Patience, Thinker};

use crate::truth::{self, check_position, late_position, open_positions};

const fn nodes(nodes_max: u64) -> Patience {
    Patience {
        nodes_max,
        ..Patience::ENDLESS
    }
}

const fn depth(depth_max: u32) -> Patience {
    Patience {
        depth_max,
        ..Patience::ENDLESS
    }
}

/// Nodes and depths that end a search early, and none.
const PATIENCE: [Patience; 6] = [
    nodes(0),
    nodes(30),
    nodes(400),
    depth(2),
    depth(4),
    Patience::ENDLESS,
];

/// Every position of a game, with thinkers who know much and nothing, remember much and little.
fn check_all_positions(spec: &str, folds: bool) {
    let game = Mnk::from_spec(Spec::parse(spec).expect("a spec")).expect("a board");
    let truth = backward(&game, game.start(), folds, &Budget::DEFAULT, &());
    let positions = open_positions(&game, folds);
    let know = (Threats, Potential);
    for (i, patience) in PATIENCE.into_iter().enumerate() {
        let mut knowing = Thinker::new(&game, &know, Some(&OpenLines), 1 << 20);
        let mut plain: Thinker<Mnk, (), ()> = Thinker::new(&game, &(), None, 1 << 12);
        let (mut proven, mut proven_plainly) = (0, 0);
        for pos in &positions {
            let line = Line::new(&game, *pos);
            let found = knowing.think(&line, patience, &());
            proven += u32::from(check_position(&found, &truth, &game, pos));
            let found = plain.think(&line, patience, &());
            proven_plainly += usize::from(check_position(&found, &truth, &game, pos));
        }
        assert!(
            i == 0 || proven > 0 && proven_plainly > 0,
            "{spec} {patience:?}"
        );
        if patience == Patience::ENDLESS {
            // Who has no choice need not prove anything.
            let has_choice = |pos: &&_| game.moves(pos).count() > 1;
            let with_choice = positions.iter().filter(has_choice).count();
            assert!(proven_plainly >= with_choice, "{spec}");
        }
    }
}

#[test]
fn tic_tac_toe_is_told_as_it_is() {
    check_all_positions("ttt", false);
}

#[test]
fn other_boards_are_told_as_they_are() {
    check_all_positions("mnk:4x3x3", true);
}

fn check_late_positions(game: Ultimate) {
    truth::check_late_positions(&game, 20_000, PATIENCE.len(), |_, i| {
        // One that remembers what it thought of the positions before.
        let mut thinker = Thinker::new(&game, &CriticalBoards, Some(&Odds), 1 << 14);
        Box::new(move |line| thinker.think(line, PATIENCE[i], &()))
    });
}

#[test]
fn late_positions_of_ultimate_tic_tac_toe() {
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON] {
        check_late_positions(game);
        check_late_positions(game.by_majority());
    }
}

/// Won positions are won, against an opponent who defends as long as possible.
#[test]
fn what_is_won_is_won() {
    let game = Ultimate::STANDARD;
    let few = Budget {
        nodes_max: 20_000,
        ..Budget::DEFAULT
    };
    let mut won = 0;
    for index in 0..3_000 {
        let Some(root) = late_position(game, &mut Random::for_task(18, index)) else {
            continue;
        };
        let truth = backward(&game, root, true, &few, &());
        let is_won = truth.bounds.value().is_some_and(|value| value.rank() == 1);
        if truth.stopped.is_some() || !is_won {
            continue;
        }
        let mut thinker = Thinker::new(&game, &CriticalBoards, Some(&Odds), 1 << 16);
        let winner = game.turn(&root);
        let mut line = Line::new(&game, root);
        while line.outcome().is_none() {
            let pos = *line.position();
            let m = match game.turn(&pos) == winner {
                true => thinker.think(&line, Patience::ENDLESS, &()).m,
                // The longest defence comes first.
                false => truth.best_moves(&pos)[0],
            };
            assert!(line.play(m));
        }
        let outcome = line.outcome().expect("the game is over");
        assert_eq!(
            outcome.winner(),
            Some(winner),
            "{}",
            game.position_text(&root)
        );
        won += 1;
    }
    assert!(won > 200, "{won}");
}

/// Whole games by nodes and by depth, twice: the same moves, all of them legal.
#[test]
fn without_a_clock_games_repeat() {
    let limits = [nodes(2_000), depth(4)];
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON.by_majority()] {
        for patience in limits {
            let play = || {
                let mut thinker = Thinker::new(&game, &CriticalBoards, Some(&Odds), 1 << 18);
                let mut line = Line::new(&game, game.start());
                let mut told = vec![];
                while line.outcome().is_none() {
                    let found = thinker.think(&line, patience, &());
                    assert!(game.moves(line.position()).any(|m| m == found.m));
                    told.push((found.m, found.score, found.effort.nodes));
                    assert!(line.play(found.m));
                }
                told
            };
            assert_eq!(play(), play());
        }
    }
}

/// From the start of a game nothing is proven, but something is guessed.
#[test]
fn guesses_are_no_proofs() {
    let game = Ultimate::STANDARD;
    let mut thinker = Thinker::new(&game, &CriticalBoards, Some(&Odds), 1 << 20);
    let patience = depth(5);
    let found = thinker.think(&Line::new(&game, game.start()), patience, &());
    assert_eq!((found.bounds, found.depth), (Bounds::UNKNOWN, 5));
    assert!(found.score != 0 && found.score.abs() < unbeatable_core::SCORE_MAX);
}
