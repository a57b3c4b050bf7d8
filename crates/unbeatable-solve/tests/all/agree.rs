//! What it means that an answer agrees with the truth.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unbeatable_core::{Budget, Game, Line, Notation, Spec};
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_solve::{Solution, Solved, backward, count};

pub(crate) fn rules(spec: &str) -> Mnk {
    let spec = Spec::parse(spec).expect("a spec");
    Mnk::from_spec(spec).expect("a board")
}

/// Every position that can be reached, each once.
pub(crate) fn truth<G: Game>(game: &G) -> Solution<'_, G> {
    backward(game, game.start(), false, &Budget::DEFAULT, &())
}

/// The positions from `least` to `most` plies behind the start, finished ones included; one of each
/// class with `folds`.
pub(crate) fn positions(game: &Mnk, folds: bool, least: u32, most: u32) -> Vec<Board> {
    let mut found = vec![];
    count::positions(
        game,
        game.start(),
        folds,
        &Budget::DEFAULT,
        &(),
        &mut |pos| {
            if (least..=most).contains(&pos.stones().count_ones()) {
                found.push(*pos);
            }
        },
    )
    .expect("a budget that is large enough");
    found
}

/// Whether a finished search's answer agrees with the truth: its value, its best moves, and its line,
/// which keeps the value at every ply and ends where the game does.
pub(crate) fn agrees<G: Game>(
    truth: &Solution<G>,
    line: &Line<G>,
    solved: &Solved<G>,
) -> Result<(), String> {
    let pos = *line.position();
    let known = truth.entry(&pos).ok_or("a position that is not known")?;
    if solved.bounds.value() != Some(known.value) {
        return Err(format!("{:?}, but it is {known:?}", solved.bounds));
    }
    if let Some(stopped) = solved.stopped {
        return Err(format!("stopped: {stopped:?}"));
    }
    let is_over = line.outcome().is_some();
    let best = if is_over {
        vec![]
    } else {
        truth.best_moves(&pos)
    };
    if !is_over && !solved.line.first().is_some_and(|m| solved.best.contains(m)) {
        return Err(format!(
            "the line {:?} does not begin with a best move of {:?}",
            solved.line, solved.best
        ));
    }
    let complete = solved.best == best;
    let some = !solved.best.is_empty() && solved.best.iter().all(|m| best.contains(m));
    if !(complete || (some && !solved.best_complete)) {
        return Err(format!(
            "best moves {:?}, but they are {best:?}",
            solved.best
        ));
    }
    if is_over != solved.line.is_empty() || solved.line.first().is_some_and(|m| !best.contains(m)) {
        return Err(format!("line {:?}", solved.line));
    }
    keeps_value(truth, line, &solved.line)
}

/// Whether every move of `moves` is a best one, and the last one ends the game.
fn keeps_value<G: Game>(
    truth: &Solution<G>,
    line: &Line<G>,
    moves: &[G::Move],
) -> Result<(), String> {
    let mut line = line.clone();
    for (ply, m) in moves.iter().enumerate() {
        if line.outcome().is_some() || !line.game().moves(line.position()).any(|l| l == *m) {
            return Err(format!("move {ply} of line {moves:?} is illegal"));
        }
        if !truth.best_moves(line.position()).contains(m) {
            return Err(format!("move {ply} of line {moves:?} gives value away"));
        }
        if !line.play(*m) {
            return Err(format!("history forbids move {ply} of line {moves:?}"));
        }
    }
    match line.outcome() {
        Some(_) => Ok(()),
        None => Err(format!("line {moves:?} does not end the game")),
    }
}

/// `agrees`, with the position named. A solver that panics does not agree either.
pub(crate) fn compare<'g, G: Notation>(
    truth: &Solution<G>,
    line: &Line<'g, G>,
    solve: impl FnOnce(&mut Line<'g, G>) -> Solved<G>,
) -> Result<(), String> {
    let mut given = line.clone();
    let solved = catch_unwind(AssertUnwindSafe(|| solve(&mut given)));
    let verdict = match solved {
        Ok(_) if !given.positions().eq(line.positions()) => Err("the line was changed".into()),
        Ok(solved) => agrees(truth, line, &solved),
        Err(_) => Err("panicked".into()),
    };
    let game = line.game();
    verdict.map_err(|e| {
        format!(
            "{} {}: {e}",
            game.spec(),
            game.position_text(line.position())
        )
    })
}
