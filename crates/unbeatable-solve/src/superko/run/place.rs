//! Where a search is: what led to the position being searched.

use unbeatable_core::{Analysis, Game, History, Left, Line, Mark, Trace, has_kept};

use super::super::path::Path;

/// A line, as a search sees it.
#[derive(Clone)]
pub(super) struct LinePlace<G: Game> {
    pub(super) history: History,
    /// The marks of the history again, as sets see them.
    pub(super) path: Path,
    /// Whether each player has kept on the way what was safe.
    pub(super) kept: [bool; 2],
    /// The positions of the line with which it began,
    pub(super) first: Vec<G::Position>,
    /// and the moves that were made since.
    pub(super) steps: Vec<PlaceStep<G::Position>>,
    /// The positions that left the marks, before a search goes on from here.
    pub(super) marked: Vec<G::Position>,
}

/// A move, and what it has changed.
#[derive(Clone, Copy)]
pub(super) struct PlaceStep<P> {
    pub(super) next: P,
    pub(super) left: Left,
    pub(super) kept_before: [bool; 2],
}

impl<G: Game> LinePlace<G> {
    /// The end of a line; whoever searches has to mark its path.
    pub(super) fn new<A: Analysis<G>>(know: &A, line: &Line<G>) -> Self {
        let (game, history) = (line.game(), line.history());
        let (mut marks, mut marked): (Vec<Mark>, _) = (vec![], vec![]);
        for (i, pos) in line.positions().enumerate() {
            let trace = match i {
                0 => game.first_trace(pos),
                _ => game.trace(pos),
            };
            if let Trace::Once(mark) | Trace::Leaves(mark) = trace
                && game.repetition().is_forbidden()
                && history.has(mark)
                && !marks.contains(&mark)
            {
                marks.push(mark);
                marked.push(*pos);
            }
        }
        debug_assert_eq!(
            marks.len(),
            line.marks().count(),
            "every mark that stands belongs to a position"
        );
        LinePlace {
            history: history.clone(),
            path: Path::new(),
            kept: has_kept(know, line),
            first: line.positions().copied().collect(),
            steps: vec![],
            marked,
        }
    }

    pub(super) fn last(&self) -> &G::Position {
        let last = self.steps.last().map(|step| &step.next);
        let first = || self.first.last().expect("a line has a first position");
        last.unwrap_or_else(first)
    }

    /// How many of the moves made since the first line are those of `line`, if that one goes on from there.
    pub(super) fn common(&self, line: &Line<G>) -> Option<usize> {
        let mut positions = line.positions();
        if line.positions().len() < self.first.len()
            || !self.first.iter().all(|pos| positions.next() == Some(pos))
        {
            return None;
        }
        let same = positions.zip(&self.steps);
        Some(same.take_while(|(pos, step)| **pos == step.next).count())
    }
}
