//! What is asked about a position.

use unbeatable_bench::bench::Bench;
use unbeatable_bench::erased::Line;
use unbeatable_core::{Goal, Margin};

/// A question about the end of a line.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a, 'g> {
    pub(crate) bench: &'a Bench,
    pub(crate) line: &'a Line<'g>,
    pub(crate) goal: Goal<Margin>,
}
