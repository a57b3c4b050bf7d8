//! Analyses against exhaustive search, which knows none of them.

use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Budget, Game, Notation, Value, Wdl};
use unbeatable_solve::{backward, count};

/// What was compared, so that a test can see that it was enough.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) positions: u64,
    /// By value, those of which the analysis proves it.
    pub(crate) exact: [u64; 3],
    /// Those of which it proves something else.
    pub(crate) bounded: u64,
    /// Those in which it leaves moves out.
    pub(crate) narrowed: u64,
}

/// An unfinished position, and the true value of each of its moves.
pub(crate) type Solved<G> = (
    <G as Game>::Position,
    Vec<(<G as Game>::Move, <G as Game>::Value)>,
);

/// Every unfinished position reachable from `root`, by exhaustive search; one of each class if `folds`.
pub(crate) fn solved<G: Game<Value = Wdl>>(
    game: &G,
    root: G::Position,
    folds: bool,
) -> Vec<Solved<G>> {
    let solution = backward(game, root, folds, &Budget::DEFAULT, &());
    let mut found = vec![];
    count::positions(game, root, folds, &Budget::DEFAULT, &(), &mut |pos| {
        if game.outcome(pos).is_none() {
            let moves = solution.moves(pos).into_iter();
            found.push((*pos, moves.map(|(m, entry)| (m, entry.value)).collect()));
        }
    })
    .expect("a budget that is large enough");
    found
}

/// The position after `plies` random moves, none of which ends the game.
pub(crate) fn random_position<G: Game>(game: &G, plies: u32, random: &mut Random) -> G::Position {
    'again: loop {
        let mut pos = game.start();
        for _ in 0..plies {
            let moves: Vec<G::Move> = game.moves(&pos).collect();
            pos = game.play(&pos, random.pick(&moves));
            if game.outcome(&pos).is_some() {
                continue 'again;
            }
        }
        return pos;
    }
}

/// What kind of reasons a game gives.
#[derive(Clone, Copy)]
pub(crate) struct Told {
    /// A line that is completed loses.
    pub(crate) is_misere: bool,
    /// Whether bounds without a reason, or a reason without bounds, are as they should be.
    pub(crate) fits: fn(Bounds<Wdl>, bool) -> bool,
}

/// Compares `know` with exhaustive search in every position.
pub(crate) fn compare<G: Notation<Value = Wdl>, A: Analysis<G>>(
    game: &G,
    told: Told,
    know: &A,
    solved: &[Solved<G>],
    tally: &mut Tally,
) -> Result<(), String> {
    for (pos, values) in solved {
        compare_position(game, told, know, (pos, values), tally)
            .map_err(|e| format!("{} {}: {e}", game.spec(), game.position_text(pos)))?;
    }
    Ok(())
}

/// Compares `know` with the true values of all moves of a position.
fn compare_position<G: Notation<Value = Wdl>, A: Analysis<G>>(
    game: &G,
    told: Told,
    know: &A,
    (pos, values): (&G::Position, &[(G::Move, Wdl)]),
    tally: &mut Tally,
) -> Result<(), String> {
    let value = values.iter().map(|(_, v)| *v).max().expect("a move");
    let bounds = know.bounds(game, pos);
    if !bounds.contains(value) {
        return Err(format!("{bounds:?}, but it is a {value:?}"));
    }
    if !(told.fits)(bounds, know.why(game, pos).is_some()) {
        return Err(format!("a reason is missing, or has no bounds: {bounds:?}"));
    }
    let kept: Vec<G::Move> = know.candidates(game, pos).collect();
    let mut rest = values.iter();
    for m in &kept {
        if !rest.any(|(known, _)| known == m) {
            return Err(format!("{m:?} in {kept:?} is no move, or not in its place"));
        }
    }
    // Then every move left out is at most as good as one that stays.
    if !values.iter().any(|(m, v)| *v == value && kept.contains(m)) {
        return Err(format!("no best move among {kept:?}: {values:?}"));
    }
    for (m, v) in values {
        let remark = know.remark(game, pos, *m).unwrap_or_default();
        if implied(&remark, told.is_misere).is_some_and(|implied| implied != *v) {
            return Err(format!("{m:?} {remark}, but is a {v:?}"));
        }
    }
    tally.positions += 1;
    match bounds.value() {
        Some(value) => tally.exact[(value.rank() + 1) as usize] += 1,
        None => tally.bounded += u64::from(bounds != Bounds::UNKNOWN),
    }
    tally.narrowed += u64::from(kept.len() < values.len());
    Ok(())
}

/// What a remark says about the value of its move.
fn implied(remark: &str, is_misere: bool) -> Option<Wdl> {
    match is_misere {
        true if remark.starts_with("completes") => Some(Wdl::Loss),
        false if remark.starts_with("completes") => Some(Wdl::Win),
        false if remark.starts_with("lets") => Some(Wdl::Loss),
        false if remark.ends_with("at once") => Some(Wdl::Win),
        _ => None,
    }
}
