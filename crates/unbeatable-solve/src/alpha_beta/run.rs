//! One question being answered by alpha-beta: the recursion itself.

use unbeatable_core::{Analysis, Bounds, Game, Goal, Guide, History, Line, Player, Stopped, Value};

use super::graph::PositionGraph;
use super::lines::BestLines;
use super::{AlphaBeta, Window};
use crate::meter::{DEPTH_MAX, Meter};
use crate::rank_bounds::{RankBounds, ranks};
use crate::search::Search;
use crate::solved::LINE_MOVES_MAX;
use crate::table::Proven;
use crate::visits::{Ending, Visits};

/// Deeper than any search goes.
pub(super) const FULL_DEPTH: u32 = u32::MAX;

/// The moves of the positions on the way take at most this much. Games of thousands of moves with
/// thousands to choose from would take more memory than any table.
const MOVES_BYTES_MAX: usize = 16 << 20;

/// A search without a table. Nobody writes down what it visits.
const PLAIN: u8 = 0;
/// One with a table.
const TABLE: u8 = 1;
/// One with a table or without: somebody writes down what it visits.
const RECORDED: u8 = 2;

/// One question being answered.
pub(super) struct AlphaBetaRun<'s, 'g, 'w, G: Game, A, D> {
    pub(super) search: &'s mut Search<'g, G, A, D, AlphaBeta>,
    /// The line to the root.
    pub(super) line: Line<'g, G>,
    /// The history of the position being searched.
    history: History,
    pub(super) meter: Meter<'w, G::Value>,
    /// Moves of the positions on the way, one behind the other, each with its promise.
    moves: Vec<(i32, G::Move)>,
    pub(super) lines: BestLines<G::Move>,
    /// A root move that is worth at least the proven lower bound.
    pub(super) witness: Option<G::Move>,
    /// Positions of this depth are not searched.
    pub(super) depth_limit: u32,
    /// Why the search came to an end before its answer.
    pub(super) stopped: Option<Stopped>,
    /// Whether some position was left unsearched because of its depth.
    cut_short: bool,
    /// Whether an analysis knew something of a position, which leaves no line behind it.
    pub(super) informed: bool,
    /// What is visited, if that is written down.
    pub(super) visits: Option<Visits>,
    /// The graph of the root that was searched last, if it has few positions.
    pub(super) graph: Option<PositionGraph<G>>,
}

/// A position whose moves are to be searched.
struct Node<G: Game> {
    pos: G::Position,
    /// The window that is left.
    alpha: i32,
    beta: i32,
    depth: u32,
}

impl<G: Game> Node<G> {
    /// None of its moves is searched yet. Outside of what is known nothing needs to be searched for.
    #[inline(always)]
    fn new(pos: G::Position, known: RankBounds, alpha: i32, beta: i32, depth: u32) -> Self {
        Node {
            pos,
            alpha: alpha.max(known.lower),
            beta: beta.min(known.upper),
            depth,
        }
    }
}

impl<'s, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> AlphaBetaRun<'s, 'g, 'w, G, A, D> {
    pub(super) fn new(
        search: &'s mut Search<'g, G, A, D, AlphaBeta>,
        line: Line<'g, G>,
        meter: Meter<'w, G::Value>,
    ) -> Self {
        let AlphaBeta {
            table,
            scout,
            deepen,
            ..
        } = search.options;
        AlphaBetaRun {
            search,
            history: line.history().clone(),
            line,
            meter,
            moves: vec![],
            lines: BestLines::new(!(table || scout || deepen)),
            witness: None,
            depth_limit: FULL_DEPTH,
            stopped: None,
            cut_short: false,
            informed: false,
            visits: None,
            graph: None,
        }
    }

    /// Searches until the meter's bounds answer `goal`.
    pub(super) fn answer(&mut self, goal: Goal<G::Value>) -> Result<(), Stopped> {
        if let Some(outcome) = self.line.outcome() {
            self.begin(None, None)?;
            self.meter.end();
            let turn = self.search.game.turn(self.line.position());
            self.meter.prove(Bounds::exactly(outcome.value_for(turn)));
            return Ok(());
        }
        self.meter.prove(self.search.game.range(self.turn()));
        if goal.is_answered(self.meter.bounds, self.turn()) {
            return Ok(());
        }
        if !self.search.options.deepen {
            return self.answer_to_depth(goal, FULL_DEPTH);
        }
        for depth in 1.. {
            self.cut_short = false;
            self.answer_to_depth(goal, depth)?;
            if !self.cut_short || goal.is_answered(self.meter.bounds, self.turn()) {
                break;
            }
        }
        Ok(())
    }

    fn turn(&self) -> Player {
        self.search.game.turn(self.line.position())
    }

    /// Searches as many windows as `goal` takes, or as the depth allows.
    fn answer_to_depth(&mut self, goal: Goal<G::Value>, left: u32) -> Result<(), Stopped> {
        match goal {
            Goal::AtLeast(outcome) => {
                let rank = i32::from(outcome.value_for(self.turn()).rank());
                // The second player asks the reverse: is my value at most that?
                match self.turn() {
                    Player::First => self.root(rank - 1, rank, left),
                    Player::Second => self.root(rank, rank + 1, left),
                }
            }
            Goal::Value if self.search.options.scout => {
                // Tests that the depth left open are not asked again.
                let mut open = ranks(self.meter.bounds);
                while open.lower < open.upper {
                    let test = open.lower + (open.upper - open.lower + 1) / 2;
                    self.root(test - 1, test, left)?;
                    let known = ranks(self.meter.bounds);
                    open = match known.decides(test - 1, test) {
                        true => known,
                        false => RankBounds {
                            lower: test,
                            upper: known.upper,
                        },
                    };
                }
                Ok(())
            }
            Goal::Value => {
                let wider = i32::from(self.search.options.window == Window::Open);
                let range = ranks(self.search.game.range(self.turn()));
                self.root(range.lower - wider, range.upper + wider, left)
            }
        }
    }

    /// Searches the root in a window and joins what that proves to the meter's bounds, move by move,
    /// so that a search that is stopped has proven something. Knows a move for every lower bound,
    /// which is why analyses and the table do not answer for the root itself.
    fn root(&mut self, alpha: i32, beta: i32, left: u32) -> Result<(), Stopped> {
        let depth_limit = (left != FULL_DEPTH).then_some(left);
        self.begin(depth_limit, Some((alpha, beta)))?;
        self.meter.unfinished(0);
        self.lines.begin(alpha, beta);
        self.depth_limit = left;
        let pos = *self.line.position();
        let mut best = RankBounds::BELOW_ALL;
        let mut alpha_now = alpha;
        let (first, last) = self.push_moves(&pos, self.witness)?;
        self.graph = self.graph_of(&pos);
        for i in first..last {
            let m = self.moves[i].1;
            let window = (-beta, -alpha_now);
            let since = self.meter.effort.nodes;
            let reply = match (self.search.options.table, &self.visits) {
                _ if self.graph.is_some() => self.reply_on_graph(m, window),
                (_, Some(_)) => self.reply::<RECORDED>(&pos, m, window, 1),
                (true, None) => self.reply::<TABLE>(&pos, m, window, 1),
                (false, None) => self.reply::<PLAIN>(&pos, m, window, 1),
            };
            if let Some(why) = self.stopped {
                return Err(why);
            }
            let Some(reply) = reply else {
                continue;
            };
            if reply.lower > best.lower {
                best.lower = reply.lower;
                self.lines.extend(0, m, since, self.meter.effort.nodes);
                if reply.lower > i32::from(self.meter.bounds.lower.rank()) || self.witness.is_none()
                {
                    self.witness = Some(m);
                }
            }
            best.upper = best.upper.max(reply.upper);
            let proven = RankBounds {
                lower: best.lower,
                upper: G::Value::BEST.rank().into(),
            };
            self.meter.prove(proven.to_bounds());
            alpha_now = alpha_now.max(best.lower);
            if alpha_now >= beta {
                best.upper = G::Value::BEST.rank().into();
                break;
            }
        }
        self.moves.truncate(first);
        assert!(
            self.witness.is_some(),
            "an unfinished position has a move that history allows"
        );
        self.meter.prove(best.to_bounds());
        self.leave_moves::<RECORDED>(best, beta);
        Ok(())
    }

    /// What is proven of the position after `m`, for the player who makes that move, when its value to
    /// the other player matters only inside a window. `None` if history forbids the move.
    #[inline(always)]
    fn reply<const KIND: u8>(
        &mut self,
        pos: &G::Position,
        m: G::Move,
        (alpha, beta): (i32, i32),
        depth: u32,
    ) -> Option<RankBounds> {
        let game = self.search.game;
        let child = game.play(pos, m);
        let left = self.history.enter(game, &child)?;
        if let Err(why) = self.meter.node() {
            self.stopped = Some(why);
            return Some(RankBounds::STOPPED);
        }
        if KIND == RECORDED
            && let Some(visits) = &mut self.visits
        {
            visits.enter(game, (pos, m), &child, Some((alpha, beta)));
        }
        let found = match game.outcome(&child) {
            Some(outcome) => {
                self.meter.end();
                RankBounds::exactly(outcome.value_for(game.turn(&child)).rank().into())
            }
            None => self.search::<KIND>(child, alpha, beta, depth),
        };
        self.history.leave(left);
        Some(found.for_other_player())
    }

    /// What is proven of an unfinished `pos` when its value, for the player to move, matters only
    /// inside the window from `alpha` to `beta`.
    ///
    /// The value `v` always lies in the result. If no depth cuts the search short, the result also
    /// decides the window: it is exactly `v` if `alpha < v < beta`; its upper bound is at most `alpha`
    /// if `v <= alpha`; its lower bound is at least `beta` if `v >= beta`. Failing hard, its bounds
    /// outside the window are the window's edges; failing soft they may be tighter. A search that is
    /// stopped returns [`RankBounds::STOPPED`], so that a result fits into a register.
    ///
    /// Whether there is a table, and whether somebody writes down what is visited, is a constant: what is
    /// not there leaves nothing in the inner loop.
    fn search<const KIND: u8>(
        &mut self,
        pos: G::Position,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> RankBounds {
        let game = self.search.game;
        self.meter.unfinished(depth);
        if depth > DEPTH_MAX {
            self.stopped = Some(Stopped::Depth);
            return RankBounds::STOPPED;
        }
        let bounds = self.search.know.bounds(game, &pos);
        self.informed |= bounds != Bounds::UNKNOWN;
        let mut known = RankBounds::from_bounds(bounds);
        if known.decides(alpha, beta) {
            let found = self.search.options.fail.bounds(known, alpha, beta);
            return self.leave::<KIND>(Ending::Analysis, found);
        }
        if KIND == PLAIN || KIND == RECORDED && !self.search.options.table {
            if depth == self.depth_limit {
                self.cut_short = true;
                return self.leave::<KIND>(Ending::Depth, known);
            }
            let node = Node::new(pos, known, alpha, beta, depth);
            let (found, _) = self.search_moves::<KIND>(node, known, None);
            let found = self.search.options.fail.bounds(found, alpha, beta);
            return self.leave_moves::<KIND>(found, beta.min(known.upper));
        }
        let pos = if self.search.options.symmetry {
            game.canonical(&pos)
        } else {
            pos
        };
        let key = game.key(&pos);
        let mut hint = None;
        let mut searched = 0;
        if let Some(proven) = self.search.memory.find(key, &pos) {
            known = known.and(RankBounds::from_bounds(proven.bounds));
            hint = proven.m;
            searched = proven.searched;
            if known.decides(alpha, beta) {
                let found = self.search.options.fail.bounds(known, alpha, beta);
                return self.leave::<KIND>(Ending::Table, found);
            }
        }
        let left = self.depth_limit - depth;
        if left <= u32::from(searched) {
            self.cut_short = true;
            return self.leave::<KIND>(Ending::Depth, known);
        }
        let nodes = self.meter.effort.nodes;
        let node = Node::new(pos, known, alpha, beta, depth);
        let (found, m) = self.search_moves::<KIND>(node, known, hint);
        if found.is_stopped() {
            return found;
        }
        let found = self.search.options.fail.bounds(found, alpha, beta);
        if !found.decides(alpha, beta) {
            searched = left.min(u8::MAX.into()) as u8;
        }
        let proven = Proven {
            bounds: found.to_bounds(),
            m,
            searched,
        };
        let work = self.meter.effort.nodes - nodes;
        self.search
            .memory
            .remember(key, pos, proven, work, &|pos| game.key(pos));
        self.meter.table_bytes = self.search.memory.bytes();
        self.leave_moves::<KIND>(found, beta.min(known.upper))
    }

    /// Counts the root, and writes it down, if that is asked for.
    fn begin(
        &mut self,
        depth_limit: Option<u32>,
        window: Option<(i32, i32)>,
    ) -> Result<(), Stopped> {
        self.meter.node()?;
        if let Some(visits) = &mut self.visits {
            let root = self.line.position();
            visits.begin(self.search.game, root, depth_limit, window);
        }
        Ok(())
    }

    /// Writes down what was found of an unfinished position, if that is asked for.
    #[inline(always)]
    fn leave<const KIND: u8>(&mut self, ending: Ending, found: RankBounds) -> RankBounds {
        if KIND == RECORDED
            && let Some(visits) = &mut self.visits
        {
            visits.leave(ending, found);
        }
        found
    }

    /// Writes down what was found of a position whose moves have been searched in a window up to `beta`, or
    /// whose search was stopped.
    #[inline(always)]
    fn leave_moves<const KIND: u8>(&mut self, found: RankBounds, beta: i32) -> RankBounds {
        if KIND == RECORDED
            && let Some(visits) = &mut self.visits
            && !found.is_stopped()
        {
            let ending = match found.lower >= beta {
                true => Ending::Cut,
                false => Ending::Searched,
            };
            visits.leave(ending, found);
        }
        found
    }

    /// Searches the moves of a node, of which `known` is known and does not decide the window. Returns
    /// what is proven then, and the move that was best or that cut.
    #[inline(always)]
    fn search_moves<const KIND: u8>(
        &mut self,
        node: Node<G>,
        known: RankBounds,
        hint: Option<G::Move>,
    ) -> (RankBounds, Option<G::Move>) {
        let Search {
            game, know, guide, ..
        } = *self.search;
        let Node {
            pos,
            mut alpha,
            beta,
            depth,
        } = node;
        // Moves in board order are tried as they are found; others are sorted on the stack first.
        let mut found_in_order =
            (hint.is_none() && !guide.sorts()).then(|| know.candidates(game, &pos));
        let first = self.moves.len();
        let mut next = first;
        if found_in_order.is_none()
            && let Err(why) = self.push_moves(&pos, hint)
        {
            self.stopped = Some(why);
            return (RankBounds::STOPPED, None);
        }
        let mut best = RankBounds::BELOW_ALL;
        let mut best_move = None;
        loop {
            let m = match &mut found_in_order {
                Some(moves) => moves.next(),
                None => {
                    next += 1;
                    self.moves.get(next - 1).map(|(_, m)| *m)
                }
            };
            let Some(m) = m else {
                break;
            };
            let since = self.meter.effort.nodes;
            let Some(reply) = self.reply::<KIND>(&pos, m, (-beta, -alpha), depth + 1) else {
                continue;
            };
            if reply.is_stopped() {
                return (RankBounds::STOPPED, None);
            }
            if reply.lower > best.lower {
                best.lower = reply.lower;
                best_move = Some(m);
                if self.lines.may_pass(alpha, beta, depth, reply.lower) {
                    let nodes = self.meter.effort.nodes;
                    self.lines.extend(depth as usize, m, since, nodes);
                }
            }
            best.upper = best.upper.max(reply.upper);
            alpha = alpha.max(reply.lower);
            if alpha >= beta {
                // The moves behind a cut may be worth anything.
                best.upper = known.upper;
                break;
            }
        }
        self.moves.truncate(first);
        let found = RankBounds {
            lower: best.lower.max(known.lower),
            upper: best.upper.min(known.upper),
        };
        assert!(
            found.lower <= found.upper,
            "a search contradicts what was known of {pos:?}"
        );
        (found, best_move)
    }

    /// Puts the moves to try on the stack, the hint first, then by promise. Says where they are.
    #[inline]
    fn push_moves(
        &mut self,
        pos: &G::Position,
        hint: Option<G::Move>,
    ) -> Result<(usize, usize), Stopped> {
        let Search {
            game, know, guide, ..
        } = *self.search;
        let first = self.moves.len();
        if !guide.sorts() {
            self.moves
                .extend(know.candidates(game, pos).map(|m| (0, m)));
        } else {
            self.moves.extend(
                know.candidates(game, pos)
                    .map(|m| (guide.promise(game, pos, m), m)),
            );
            // Few moves, nearly in order: insertion keeps equals in board order.
            for i in first + 1..self.moves.len() {
                let mut j = i;
                while j > first && self.moves[j].0 > self.moves[j - 1].0 {
                    self.moves.swap(j, j - 1);
                    j -= 1;
                }
            }
        }
        let found = hint.and_then(|hint| self.moves[first..].iter().position(|(_, m)| *m == hint));
        if let Some(i) = found {
            self.moves[first..=first + i].rotate_right(1);
        }
        debug_assert!(
            self.moves.len() > first,
            "an unfinished position has a move to try"
        );
        let last = self.moves.len();
        self.meter.work(last - first)?;
        if last * size_of::<(i32, G::Move)>() > MOVES_BYTES_MAX {
            return Err(Stopped::Depth);
        }
        Ok((first, last))
    }

    /// A line of best play from the root, beginning with `m`, which is known to be best. Each later
    /// move is tested to keep the value; ends early where that would cost more than the budget.
    pub(super) fn play_out(mut self, m: G::Move) -> Vec<G::Move> {
        let mut played = Vec::new();
        let mut next = Some(m);
        let mut line = self.line.clone();
        while let Some(m) = next.filter(|_| played.len() < LINE_MOVES_MAX) {
            played.push(m);
            assert!(line.play(m), "a line of best play is legal");
            next = match line.outcome() {
                Some(_) => None,
                None => self.best_move(&line).unwrap_or(None),
            };
        }
        played
    }

    /// A move that keeps the value of the line's position, if the budget allows to find one.
    fn best_move(&mut self, line: &Line<'g, G>) -> Result<Option<G::Move>, Stopped> {
        self.line = line.clone();
        self.history = line.history().clone();
        self.witness = None;
        self.meter.bounds = self.search.game.range(self.turn());
        self.answer_to_depth(Goal::Value, FULL_DEPTH)?;
        Ok(self.witness)
    }
}
