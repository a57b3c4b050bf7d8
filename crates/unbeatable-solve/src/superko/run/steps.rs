//! From one position of a line to the next, and from line to line.

use unbeatable_core::{Analysis, Game, Guide, Line};

use super::super::path::Path;
use super::SuperkoRun;
use super::place::{LinePlace, PlaceStep};

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
