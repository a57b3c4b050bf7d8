//! Lines of best play, written down while alpha-beta sees them.

use std::mem::{swap, take};

use crate::solved::LINE_MOVES_MAX;

/// Best play from a position on the way.
struct BestLine<M> {
    /// How many nodes there were when it was written: one that is older than the visit of a node is not that
    /// node's.
    written: u64,
    /// Its moves, the last one first.
    backwards: Vec<M>,
}

impl<M> BestLine<M> {
    const fn nothing() -> Self {
        BestLine {
            written: 0,
            backwards: vec![],
        }
    }
}

/// Best play from the positions on the way, as far as it was seen.
pub(super) struct BestLines<M> {
    by_depth: Vec<BestLine<M>>,
    /// Whether they are kept: only a search that nothing cuts short sees whole lines.
    are_kept: bool,
    /// The upper edge of the root's window for the player to move there, and for the other one.
    highest: [i32; 2],
}

impl<M: Copy> BestLines<M> {
    pub(super) fn new(are_kept: bool) -> Self {
        BestLines {
            by_depth: vec![],
            are_kept,
            highest: [0, 0],
        }
    }

    /// From now on the root is searched in that window.
    pub(super) fn begin(&mut self, alpha: i32, beta: i32) {
        self.highest = [beta, -alpha];
    }

    /// The line from the root.
    pub(super) fn take(&mut self) -> Option<Vec<M>> {
        let line = take(&mut self.by_depth).into_iter().next()?;
        Some(line.backwards.into_iter().rev().collect())
    }

    /// The upper edge of the root's window for whose turn it is at that depth.
    #[inline(always)]
    pub(super) fn highest(&self, depth: u32) -> i32 {
        self.highest[depth as usize % 2]
    }

    /// The lower edge of the root's window for whose turn it is at that depth.
    #[inline(always)]
    pub(super) fn lowest(&self, depth: u32) -> i32 {
        -self.highest[(depth as usize + 1) % 2]
    }

    /// Whether best play from the root may lead through a node that is worth `lower` so far. Most nodes
    /// only bound the value; to write their lines down would take as long as all the rest.
    #[inline(always)]
    pub(super) fn may_pass(&self, alpha: i32, beta: i32, depth: u32, lower: i32) -> bool {
        // At the edges of the root's window a bound may be the value: nothing is worse, or better.
        (lower > alpha || alpha <= self.lowest(depth))
            && (lower < beta || beta >= self.highest(depth))
    }

    /// Best play from depth `ply` is now `m`, then what was best behind it, in a node that was visited
    /// when there were `since` nodes. Now there are `nodes`.
    pub(super) fn extend(&mut self, ply: usize, m: M, since: u64, nodes: u64) {
        if !self.are_kept {
            return;
        }
        if self.by_depth.len() <= ply + 1 {
            self.by_depth.resize_with(ply + 2, BestLine::nothing);
        }
        let [here, behind] = &mut self.by_depth[ply..ply + 2] else {
            unreachable!("two lines are two");
        };
        if behind.written > since {
            // Nobody asks for it any more: the next move here brings its own.
            swap(&mut here.backwards, &mut behind.backwards);
            behind.written = 0;
        } else {
            here.backwards.clear();
        }
        if here.backwards.len() == LINE_MOVES_MAX {
            here.backwards.remove(0);
        }
        here.backwards.push(m);
        here.written = nodes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_takes_what_is_behind_it_if_that_is_new() {
        let mut lines = BestLines::new(true);
        lines.extend(2, 'c', 10, 11);
        lines.extend(1, 'b', 9, 11);
        // The line at depth 1 was written before this visit of it.
        lines.extend(0, 'x', 12, 13);
        assert_eq!(lines.by_depth[0].backwards, ['x']);
        lines.extend(0, 'a', 8, 13);
        // What has become a part of one line does not become a part of another.
        lines.extend(1, 'y', 0, 14);
        assert_eq!(lines.by_depth[1].backwards, ['y']);
        assert_eq!(lines.take(), Some(vec!['a', 'b', 'c']));
        assert_eq!(lines.take(), None);
    }

    #[test]
    fn long_lines_lose_their_ends() {
        let mut lines = BestLines::new(true);
        for ply in (0..LINE_MOVES_MAX + 10).rev() {
            lines.extend(ply, ply, 0, 1);
        }
        let kept: Vec<usize> = (0..LINE_MOVES_MAX).collect();
        assert_eq!(lines.take(), Some(kept));
    }

    #[test]
    fn lines_that_are_not_kept_are_not_written() {
        let mut lines = BestLines::new(false);
        lines.extend(0, 'a', 0, 1);
        assert_eq!(lines.take(), None);
    }

    /// A line passes through values inside the window, and through bounds only at the edges of the root's.
    #[test]
    fn lines_pass_where_the_root_may_be_worth_that() {
        let mut lines = BestLines::<char>::new(true);
        lines.begin(-4, 6);
        assert_eq!((lines.lowest(2), lines.highest(2)), (-4, 6));
        assert_eq!((lines.lowest(3), lines.highest(3)), (-6, 4));
        assert!(lines.may_pass(0, 2, 2, 1));
        assert!(!lines.may_pass(0, 2, 2, 0) && !lines.may_pass(0, 2, 2, 2));
        assert!(lines.may_pass(-4, 2, 2, -4) && lines.may_pass(0, 6, 2, 6));
        assert!(!lines.may_pass(-4, 2, 3, -4) && !lines.may_pass(0, 6, 2, 0));
    }
}
