//! Alpha-beta on a game of few positions: the recursion of `run.rs` without a table, where everything that
//! the rules say is looked up.

use std::mem::replace;

use unbeatable_core::{Analysis, Budget, Game, Guide, Stopped};

use super::graph::{GraphMove, LeadsTo, MarkBits, POSITIONS_MAX, PositionGraph};
use super::lines::BestLines;
use super::run::{AlphaBetaRun, FULL_DEPTH};
use crate::meter::{DEPTH_MAX, Meter};
use crate::rank_bounds::{INFINITY, RankBounds};
use crate::search::Search;

/// A move of the root, being searched.
struct GraphRun<'r, 'w, G: Game> {
    graph: &'r PositionGraph<G>,
    /// The run's own, while the search is here: what is counted at every node is not far away.
    meter: Meter<'w, G::Value>,
    lines: BestLines<G::Move>,
    /// Why the search came to an end before its answer.
    stopped: Option<Stopped>,
    /// Whether the analysis knew something of a position.
    informed: bool,
}

impl<G: Game, A: Analysis<G>, D: Guide<G>> AlphaBetaRun<'_, '_, '_, G, A, D> {
    /// The graph of what follows the root, if it has few positions and its search is worth a graph.
    pub(super) fn graph_of(&mut self, root: &G::Position) -> Option<PositionGraph<G>> {
        let Search {
            game,
            know,
            guide,
            options,
            ..
        } = *self.search;
        // Without a history a table does more.
        let may_pay = G::HAS_HISTORY && !options.table && self.visits.is_none();
        let is_long = self.meter.nodes_left() > POSITIONS_MAX as u64;
        if !may_pay || !is_long || self.depth_limit != FULL_DEPTH {
            return None;
        }
        let last = self.graph.take().filter(|graph| graph.root == *root);
        last.or_else(|| PositionGraph::new(game, know, guide, *root))
    }

    /// What `reply` says of a move of the root.
    pub(super) fn reply_on_graph(&mut self, m: G::Move, window: (i32, i32)) -> Option<RankBounds> {
        let graph = self.graph.as_ref()?;
        let fail = self.search.options.fail;
        let mut run = GraphRun {
            graph,
            meter: replace(&mut self.meter, Meter::new(&Budget::DEFAULT, &())),
            lines: replace(&mut self.lines, BestLines::new(false)),
            stopped: None,
            informed: false,
        };
        let (m, standing) = (graph.of_root(m), graph.standing(&self.line));
        let found = match graph.is_informed {
            true => run.reply::<true>(m, standing, window, 1),
            false => run.reply::<false>(m, standing, window, 1),
        };
        self.meter = run.meter;
        self.lines = run.lines;
        self.stopped = run.stopped;
        self.informed |= run.informed;
        let reply = found?;
        Some(match m.leads_to {
            LeadsTo::End(_) => reply,
            // It fails soft all the way. If it fails hard here, that is the same as if it always had.
            LeadsTo::Position(_) => {
                let child = reply.for_other_player();
                fail.bounds(child, window.0, window.1).for_other_player()
            }
        })
    }
}

impl<G: Game> GraphRun<'_, '_, G> {
    /// What is proven of the position after `m`, for the player who makes that move, when its value to the
    /// other player matters only inside a window. `None` if history forbids the move.
    ///
    /// Whether the analysis knows something of any position is a constant: to ask at every node would take a
    /// tenth of the time.
    #[inline(always)]
    fn reply<const KNOWS: bool>(
        &mut self,
        m: &GraphMove<G::Move>,
        standing: MarkBits,
        (alpha, beta): (i32, i32),
        depth: u32,
    ) -> Option<RankBounds> {
        if standing & m.repeats != 0 {
            return None;
        }
        if let Err(why) = self.meter.node() {
            self.stopped = Some(why);
            return Some(RankBounds::STOPPED);
        }
        let found = match m.leads_to {
            LeadsTo::End(rank) => {
                self.meter.end();
                RankBounds::exactly(rank.into())
            }
            LeadsTo::Position(number) => match KNOWS {
                true => self.search_knowing(number, standing, alpha, beta, depth),
                false => self.search::<false>(number, standing, alpha, beta, depth),
            },
        };
        Some(found.for_other_player())
    }

    /// What `search` proves, together with what the analysis knows.
    fn search_knowing(
        &mut self,
        number: u16,
        standing: MarkBits,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> RankBounds {
        let known = self.graph.positions[usize::from(number)].known;
        self.informed |= known.is_something();
        if known.decides(alpha, beta) {
            self.meter.unfinished(depth);
            return known;
        }
        let (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        match self.search::<true>(number, standing, alpha, beta, depth) {
            found if found.is_stopped() => found,
            found => found.and(known),
        }
    }

    /// What is proven of an unfinished position when its value, for the player to move, matters only
    /// inside the window from `alpha` to `beta`; failing soft. `standing` are the marks of the positions
    /// before it.
    fn search<const KNOWS: bool>(
        &mut self,
        number: u16,
        standing: MarkBits,
        mut alpha: i32,
        beta: i32,
        depth: u32,
    ) -> RankBounds {
        if depth > self.meter.effort.depth_max {
            self.meter.unfinished(depth);
            if depth > DEPTH_MAX {
                self.stopped = Some(Stopped::Depth);
                return RankBounds::STOPPED;
            }
        }
        let graph = self.graph;
        let position = &graph.positions[usize::from(number)];
        let standing = standing | position.leaves;
        let mut best = RankBounds::BELOW_ALL;
        for m in &graph.moves[position.moves()] {
            let since = self.meter.effort.nodes;
            let window = (-beta, -alpha);
            let Some(reply) = self.reply::<KNOWS>(m, standing, window, depth + 1) else {
                continue;
            };
            if reply.is_stopped() {
                return RankBounds::STOPPED;
            }
            // Lines are written where `BestLines::may_pass` says so; here each case is looked at once.
            if reply.lower >= beta {
                if beta >= self.lines.highest(depth) {
                    self.extend_line(depth, m.name, since);
                }
                best.lower = reply.lower;
                // The moves behind a cut may be worth anything.
                best.upper = INFINITY;
                break;
            }
            best.upper = best.upper.max(reply.upper);
            if reply.lower > alpha {
                alpha = reply.lower;
                best.lower = reply.lower;
                self.extend_line(depth, m.name, since);
            } else if reply.lower > best.lower {
                best.lower = reply.lower;
                if alpha <= self.lines.lowest(depth) {
                    self.extend_line(depth, m.name, since);
                }
            }
        }
        best
    }

    #[inline(always)]
    fn extend_line(&mut self, depth: u32, m: G::Move, since: u64) {
        let nodes = self.meter.effort.nodes;
        self.lines.extend(depth as usize, m, since, nodes);
    }
}
