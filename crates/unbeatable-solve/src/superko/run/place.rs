//! Where a search is: what led to the position being searched.

use unbeatable_core::{Analysis, Game, Guide, History, Left, Line, Mark, Trace, has_kept};

use super::super::path::Path;
use super::SuperkoRun;

/// A line, as a search sees it.
#[derive(Clone)]
pub(super) struct LinePlace<G: Game> {
    pub(super) history: History,
    /// The marks of the history again, as sets see them.
    pub(super) path: Path,
    /// Whether each player has kept on the way what was safe.
    pub(super) kept: [bool; 2],
    /// The positions of the line with which it began,
    first: Vec<G::Position>,
    /// and the moves that were made since.
    steps: Vec<PlaceStep<G::Position>>,
    /// The positions that left the marks, before a search goes on from here.
    marked: Vec<G::Position>,
}

/// A move, and what it has changed.
#[derive(Clone, Copy)]
struct PlaceStep<P> {
    next: P,
    left: Left,
    kept_before: [bool; 2],
}

impl<G: Game> LinePlace<G> {
    /// The end of a line; [`SuperkoRun::mark_path`] has to mark its path.
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

    fn last(&self) -> &G::Position {
        let last = self.steps.last().map(|step| &step.next);
        let first = || self.first.last().expect("a line has a first position");
        last.unwrap_or_else(first)
    }

    /// How many of the moves made since the first line are those of `line`, if that one goes on from there.
    fn common(&self, line: &Line<G>) -> Option<usize> {
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

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> SuperkoRun<'_, 'g, '_, G, A, D> {
    /// Makes the path anew from the positions that left marks: their classes may have other numbers now.
    pub(super) fn mark_path(&mut self) {
        self.place.path = Path::new();
        for pos in std::mem::take(&mut self.place.marked) {
            self.push(&pos);
        }
    }

    fn push(&mut self, pos: &G::Position) {
        let frames = &self.search.memory.frames;
        let mark = self.memory().sets.mark(self.search.game, frames, pos);
        self.place.path.push(frames, mark);
        self.place.marked.push(*pos);
    }

    /// Makes a move. Says `false`, and goes nowhere, if history forbids it.
    pub(super) fn step(&mut self, next: &G::Position) -> bool {
        let (game, place) = (self.search.game, &mut self.place);
        let Some(left) = place.history.enter(game, next) else {
            return false;
        };
        let (pos, kept_before) = (*place.last(), place.kept);
        place.kept[game.turn(&pos).index()] &= self.search.know.keeps(game, &pos, next);
        place.steps.push(PlaceStep {
            next: *next,
            left,
            kept_before,
        });
        if !left.is_nothing() {
            self.push(next);
        }
        true
    }

    fn step_back(&mut self) {
        let place = &mut self.place;
        let step = place.steps.pop().expect("a move was made");
        if !step.left.is_nothing() {
            place.path.pop(&self.search.memory.frames);
            place.marked.pop();
        }
        place.history.leave(step.left);
        place.kept = step.kept_before;
    }

    /// Goes to the end of another line: by few moves if it is near by.
    pub(in super::super) fn go_to(&mut self, line: &Line<'g, G>) {
        if let Some(common) = self.place.common(line) {
            while self.place.steps.len() > common {
                self.step_back();
            }
            let known = self.place.first.len() + common;
            let is_there = line.positions().skip(known).all(|pos| self.step(pos));
            // Who bends the rules may have left other marks than these moves do.
            if is_there && self.place.marked.len() == line.marks().count() {
                return;
            }
        }
        self.place = LinePlace::new(self.search.know, line);
        self.mark_path();
    }
}
