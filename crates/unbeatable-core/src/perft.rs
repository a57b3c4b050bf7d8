//! Counting move sequences by walking every one of them.
//!
//! Slow and simple on purpose: it uses nothing but the rules, so it is what cleverer counts are
//! compared with.

use crate::game::Game;
use crate::line::Line;

/// What a walk over all move sequences met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly `d` moves, for each depth `d` from 0.
    pub sequences: Vec<u64>,
    /// Those among them that end the game.
    pub ends: Vec<u64>,
}

/// Counts the move sequences of up to `depth` moves from the end of `line`. The line is the same
/// afterwards. `visit` is asked at every position, with the number visited before; to answer `false`
/// ends the walk with `None`.
pub fn perft<G: Game>(
    line: &mut Line<G>,
    depth: usize,
    visit: &mut dyn FnMut(u64) -> bool,
) -> Option<Perft> {
    let mut found = Perft::default();
    let mut visited = 0;
    walk(line, 0, depth, &mut found, &mut visited, visit).then_some(found)
}

fn walk<G: Game>(
    line: &mut Line<G>,
    ply: usize,
    depth: usize,
    found: &mut Perft,
    visited: &mut u64,
    visit: &mut dyn FnMut(u64) -> bool,
) -> bool {
    if !visit(*visited) {
        return false;
    }
    *visited += 1;
    if found.sequences.len() == ply {
        found.sequences.push(0);
        found.ends.push(0);
    }
    found.sequences[ply] += 1;
    if line.outcome().is_some() {
        found.ends[ply] += 1;
        return true;
    }
    if ply == depth {
        return true;
    }
    let pos = *line.position();
    for m in line.game().moves(&pos) {
        if line.play(m) {
            let goes_on = walk(line, ply + 1, depth, found, visited, visit);
            line.undo();
            if !goes_on {
                return false;
            }
        }
    }
    true
}
