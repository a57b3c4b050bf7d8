//! Thoughts beside the truth, which backward induction tells.

use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Line, Notation, SCORE_MAX, Value, Wdl};
use unbeatable_games::ultimate::{Move, Position, Ultimate};
use unbeatable_solve::{Solution, backward, count};
use unbeatable_think::Thought;

/// Compares a thought with the truth: the bounds hold, the move is legal, and if the value is proven,
/// the move keeps it and the score is beyond all guesses. Says whether it was proven.
#[track_caller]
pub(crate) fn check<V: Value, M: Copy>(
    found: &Thought<V, M>,
    value: V,
    is_legal: bool,
    keeps: impl FnOnce() -> bool,
    text: impl Fn() -> String,
) -> bool {
    assert!(is_legal, "{}", text());
    let bounds = found.bounds;
    assert!(
        bounds.contains(value),
        "{}: {bounds:?}, but {value:?}",
        text()
    );
    if bounds.is_exact() {
        assert!(keeps(), "{} is worth {value:?}", text());
        let rank = value.rank();
        assert_eq!(found.score.signum(), i32::from(rank.signum()), "{}", text());
        assert!(rank == 0 || found.score.abs() > SCORE_MAX, "{}", text());
    }
    bounds.is_exact()
}

/// Compares a thought about a position of a solved game without repetition with the truth.
#[track_caller]
pub(crate) fn check_position<G: Notation>(
    found: &Thought<G::Value, G::Move>,
    truth: &Solution<'_, G>,
    game: &G,
    pos: &G::Position,
) -> bool {
    check(
        found,
        truth.entry(pos).expect("it is known").value,
        game.moves(pos).any(|m| m == found.m),
        || truth.best_moves(pos).contains(&found.m),
        || format!("{} {}", game.spec(), game.position_text(pos)),
    )
}

/// Every unfinished position of a game, or one of each class.
pub(crate) fn open_positions<G: Game>(game: &G, folds: bool) -> Vec<G::Position> {
    let mut positions = vec![];
    let note = &mut |pos: &G::Position| positions.push(*pos);
    count::positions(game, game.start(), folds, &Budget::DEFAULT, &(), note)
        .expect("a budget that is large enough");
    positions.retain(|pos| game.outcome(pos).is_none());
    positions
}

/// The position of a random game after some marks, if few moves are left.
pub(crate) fn late_position(game: Ultimate, random: &mut Random) -> Option<Position> {
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

/// Someone who is asked for moves of ultimate tic-tac-toe, and remembers.
pub(crate) type Player<'g> = Box<dyn FnMut(&Line<'g, Ultimate>) -> Thought<Wdl, Move> + 'g>;

/// Games of random moves from late positions on, until so many positions were seen, with a player for
/// each game and each of `limits`, of which the first is the one that proves nothing.
pub(crate) fn check_late_positions<'g>(
    game: &'g Ultimate,
    positions: u32,
    limits: usize,
    player: impl Fn(u64, usize) -> Player<'g>,
) {
    let few = Budget {
        nodes_max: 3_000,
        ..Budget::DEFAULT
    };
    let (mut seen, mut proven) = (0, vec![0; limits]);
    for index in 0.. {
        let Some(root) = late_position(*game, &mut Random::for_task(8, index)) else {
            continue;
        };
        let truth = backward(game, root, false, &few, &());
        if truth.stopped.is_some() {
            continue;
        }
        for (i, proven) in proven.iter_mut().enumerate() {
            let mut think = player(index, i);
            let mut random = Random::for_task(9, index);
            let mut line = Line::new(game, root);
            while line.outcome().is_none() {
                let pos = line.position();
                *proven += u32::from(check_position(&think(&line), &truth, game, pos));
                seen += 1;
                let moves: Vec<Move> = game.moves(pos).collect();
                assert!(line.play(random.pick(&moves)));
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
