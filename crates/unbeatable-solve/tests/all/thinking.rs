//! Thinkers beside exhaustive search: what they call proven must be true, with whatever limits; and
//! their moves must be legal.

use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Budget, Game, Guide, Line, Notation, Spec, Value};
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_games::ultimate::{Move, Position, Ultimate};
use unbeatable_solve::thinking::Patience;
use unbeatable_solve::{Solution, Thinker, backward};

/// Compares what a thinker says of a position with the truth: the bounds hold, the move is legal, and
/// if the value is proven, the move keeps it. Says whether it was proven.
#[track_caller]
fn check<'g, G: Notation, A: Analysis<G>, D: Guide<G>>(
    thinker: &mut Thinker<'g, G, A, D>,
    truth: &Solution<'g, G>,
    game: &'g G,
    pos: &G::Position,
    patience: Patience,
) -> bool {
    let text = || format!("{} {}", game.spec(), game.position_text(pos));
    let value = truth.entry(pos).expect("it is known").value;
    let found = thinker.think(&Line::new(game, *pos), patience, &());
    assert!(game.moves(pos).any(|m| m == found.m), "{}", text());
    let bounds = found.bounds;
    assert!(
        bounds.contains(value),
        "{}: {bounds:?}, but {value:?}",
        text()
    );
    if bounds.is_exact() {
        let best = truth.best_moves(pos);
        assert!(best.contains(&found.m), "{}: {:?}", text(), found.m);
        // What is proven is scored beyond all guesses.
        let rank = value.rank();
        assert_eq!(found.score.signum(), i32::from(rank.signum()), "{}", text());
    }
    bounds.is_exact()
}

/// Nodes and depths that end a search early, and none.
const PATIENCE: [Patience; 6] = [
    Patience {
        nodes_max: 0,
        ..Patience::ENDLESS
    },
    Patience {
        nodes_max: 30,
        ..Patience::ENDLESS
    },
    Patience {
        nodes_max: 400,
        ..Patience::ENDLESS
    },
    Patience {
        depth_max: 2,
        ..Patience::ENDLESS
    },
    Patience {
        depth_max: 4,
        ..Patience::ENDLESS
    },
    Patience::ENDLESS,
];

/// Every position of a game, with thinkers who know much and nothing, remember much and little.
fn check_all_positions(spec: &str, folds: bool) {
    let game = Mnk::from_spec(Spec::parse(spec).expect("a spec")).expect("a board");
    let truth = backward(&game, game.start(), folds, &Budget::DEFAULT, &());
    let mut positions = vec![];
    let budget = Budget::DEFAULT;
    let note = &mut |pos: &_| positions.push(*pos);
    unbeatable_solve::count::positions(&game, game.start(), folds, &budget, &(), note)
        .expect("a budget that is large enough");
    let know = (Threats, Potential);
    for (i, patience) in PATIENCE.into_iter().enumerate() {
        let mut knowing = Thinker::new(&game, &know, Some(&OpenLines), 1 << 20);
        let mut plain: Thinker<Mnk, (), ()> = Thinker::new(&game, &(), None, 1 << 12);
        let (mut proven, mut proven_plainly) = (0, 0);
        let open = positions.iter().filter(|pos| game.outcome(pos).is_none());
        for pos in open {
            proven += u32::from(check(&mut knowing, &truth, &game, pos, patience));
            proven_plainly += usize::from(check(&mut plain, &truth, &game, pos, patience));
        }
        assert!(
            i == 0 || proven > 0 && proven_plainly > 0,
            "{spec} {patience:?}"
        );
        if patience == Patience::ENDLESS {
            let open = positions.iter().filter(|pos| game.outcome(pos).is_none());
            // Who has no choice need not prove anything.
            let with_choice = open.filter(|pos| game.moves(pos).count() > 1).count();
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

/// The position of a random game after some marks, if few moves are left.
fn late_position(game: Ultimate, random: &mut Random) -> Option<Position> {
    let marks = match game.plays_on() {
        false => 45 + random.below(21),
        true => 60 + random.below(13),
    };
    let mut pos = game.start();
    for _ in 0..marks {
        if game.outcome(&pos).is_some() {
            return None;
        }
        let moves: Vec<Move> = game.moves(&pos).collect();
        pos = game.play(&pos, random.pick(&moves));
    }
    game.outcome(&pos).is_none().then_some(pos)
}

fn check_late_positions(game: Ultimate, positions: u32) {
    let few = Budget {
        nodes_max: 3_000,
        ..Budget::DEFAULT
    };
    let (mut seen, mut proven) = (0, [0; PATIENCE.len()]);
    for index in 0.. {
        let Some(root) = late_position(game, &mut Random::for_task(8, index)) else {
            continue;
        };
        let truth = backward(&game, root, false, &few, &());
        if truth.stopped.is_some() {
            continue;
        }
        for (i, patience) in PATIENCE.into_iter().enumerate() {
            // One that remembers what others thought of the positions behind it, too.
            let mut thinker = Thinker::new(&game, &CriticalBoards, Some(&Odds), 1 << 14);
            let mut random = Random::for_task(9, index);
            let mut pos = root;
            while game.outcome(&pos).is_none() {
                proven[i] += u32::from(check(&mut thinker, &truth, &game, &pos, patience));
                seen += 1;
                let moves: Vec<Move> = game.moves(&pos).collect();
                pos = game.play(&pos, random.pick(&moves));
            }
        }
        if seen > positions {
            break;
        }
    }
    assert!(
        proven[1..].iter().all(|&n| n > positions / 30),
        "{proven:?} of {seen}"
    );
}

#[test]
fn late_positions_of_ultimate_tic_tac_toe() {
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON] {
        check_late_positions(game, 20_000);
        check_late_positions(game.by_majority(), 20_000);
    }
}

/// Won positions are won, against an opponent who defends as long as he can.
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
    let limits = [
        Patience {
            nodes_max: 2_000,
            ..Patience::ENDLESS
        },
        Patience {
            depth_max: 4,
            ..Patience::ENDLESS
        },
    ];
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
    let patience = Patience {
        depth_max: 5,
        ..Patience::ENDLESS
    };
    let found = thinker.think(&Line::new(&game, game.start()), patience, &());
    assert_eq!((found.bounds, found.depth), (Bounds::UNKNOWN, 5));
    assert!(found.score != 0 && found.score.abs() < unbeatable_core::SCORE_MAX);
}
