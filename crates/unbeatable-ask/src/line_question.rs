//! What is asked about a position.

use unbeatable_bench::bench::Bench;
use unbeatable_bench::erased::Line;
use unbeatable_core::{Goal, Margin};

/// A question about the end of a line.
#[derive(Clone, Copy)]
pub struct LineQuestion<'a, 'g> {
    pub bench: &'a Bench,
    pub line: &'a Line<'g>,
    pub goal: Goal<Margin>,
}
