//! Counting move sequences by walking every one of them.
//!
//! Slow and simple on purpose: it uses nothing but the rules, so it is what cleverer counts are
//! compared with.

use crate::game::Game;
use crate::line::Line;

/// What a walk over all move sequences met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PerftCounts {
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
) -> Option<PerftCounts> {
    let mut found = PerftCounts::default();
    let mut visited = 0;
    walk(line, 0, depth, &mut found, &mut visited, visit).then_some(found)
}

fn walk<G: Game>(
    line: &mut Line<G>,
    ply: usize,
    depth: usize,
    found: &mut PerftCounts,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::ToyHeap;

    #[test]
    fn sequences_are_counted_by_depth() {
        let heap = ToyHeap(4);
        let mut line = Line::new(&heap, heap.start());
        // 4 = 1+1+1+1 = 1+1+2 = 1+2+1 = 2+1+1 = 2+2.
        let all = perft(&mut line, 9, &mut |_| true).unwrap();
        assert_eq!(all.sequences, [1, 2, 4, 4, 1]);
        assert_eq!(all.ends, [0, 0, 1, 3, 1]);
        let some = perft(&mut line, 2, &mut |_| true).unwrap();
        assert_eq!(some.sequences, [1, 2, 4]);
        assert_eq!(some.ends, [0, 0, 1]);
        assert_eq!(line.plies(), 0);
    }

    #[test]
    fn a_walk_can_be_ended() {
        let heap = ToyHeap(4);
        let mut line = Line::new(&heap, heap.start());
        let mut asked = vec![];
        let ended = perft(&mut line, 9, &mut |visited| {
            asked.push(visited);
            visited < 5
        });
        assert_eq!(ended, None);
        assert_eq!(asked, [0, 1, 2, 3, 4, 5]);
        assert_eq!(line.plies(), 0, "the line is the same afterwards");
    }
}
