//! One question being answered by alpha-beta: the recursion itself.

use unbeatable_core::{
    Analysis, Bounds, Game, Goal, Guide, Line, Player, Repetition, Stopped, Value,
};

use super::{Fail, Search, Window};
use crate::found::{Found, INFINITY, ranks};
use crate::meter::Meter;
use crate::table::Proven;

/// Deeper than any search goes.
const FULL_DEPTH: u32 = u32::MAX;

/// One question being answered.
pub(super) struct Run<'s, 'g, 'w, G: Game, A, D> {
    search: &'s mut Search<'g, G, A, D>,
    /// The line to the position being searched, where history matters; else just the root's.
    line: Line<'g, G>,
    pub(super) meter: Meter<'w, G::Value>,
    /// Moves of the positions on the way, one behind the other, each with its promise.
    moves: Vec<(i32, G::Move)>,
    /// `lines[d]`: best play from the position of depth `d` that was finished last.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// A root move that is worth at least the proven lower bound.
    pub(super) witness: Option<G::Move>,
    /// Whether some position was left unsearched because of its depth.
    cut_short: bool,
    /// Whether an analysis knew something of a position, which leaves no line behind it.
    pub(super) informed: bool,
}

impl<'s, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> Run<'s, 'g, 'w, G, A, D> {
    pub(super) fn new(
        search: &'s mut Search<'g, G, A, D>,
        line: Line<'g, G>,
        meter: Meter<'w, G::Value>,
    ) -> Self {
        Run {
            search,
            line,
            meter,
            moves: vec![],
            lines: vec![],
            witness: None,
            cut_short: false,
            informed: false,
        }
    }

    /// Searches until the meter's bounds answer `goal`.
    pub(super) fn answer(&mut self, goal: Goal<G::Value>) -> Result<(), Stopped> {
        if let Some(outcome) = self.line.outcome() {
            self.meter.node()?;
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
                        false => Found {
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
        self.enter(0)?;
        self.meter.unfinished(0);
        let pos = *self.line.position();
        let mut best = Found::BELOW_ALL;
        let mut alpha_now = alpha;
        let (first, last) = self.push_moves(&pos, self.witness);
        for i in first..last {
            let m = self.moves[i].1;
            let Some(child) = self.child(&pos, m) else {
                continue;
            };
            let reply = self
                .search(child, -beta, -alpha_now, left - 1, 1)?
                .for_other_player();
            self.back();
            if reply.lower > best.lower {
                best.lower = reply.lower;
                self.extend_line(0, m);
                if reply.lower > i32::from(self.meter.bounds.lower.rank()) || self.witness.is_none()
                {
                    self.witness = Some(m);
                }
            }
            best.upper = best.upper.max(reply.upper);
            let proven = Found {
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
        Ok(())
    }

    /// What is proven of `pos` when its value, for the player to move, matters only inside the
    /// window from `alpha` to `beta`, and its moves are searched `left` deep.
    ///
    /// The value `v` always lies in the result. If no depth cuts the search short, the result also
    /// decides the window: it is exactly `v` if `alpha < v < beta`; its upper bound is at most `alpha`
    /// if `v <= alpha`; its lower bound is at least `beta` if `v >= beta`. Failing hard, its bounds
    /// outside the window are the window's edges; failing soft they may be tighter.
    fn search(
        &mut self,
        pos: G::Position,
        alpha: i32,
        beta: i32,
        left: u32,
        depth: u32,
    ) -> Result<Found, Stopped> {
        self.enter(depth)?;
        let game = self.search.game;
        if let Some(outcome) = game.outcome(&pos) {
            self.meter.end();
            return Ok(Found::exactly(
                outcome.value_for(game.turn(&pos)).rank().into(),
            ));
        }
        self.meter.unfinished(depth);
        let bounds = self.search.know.bounds(game, &pos);
        self.informed |= bounds != Bounds::UNKNOWN;
        let mut known = Found::from_bounds(bounds);
        if known.decides(alpha, beta) {
            return Ok(self.fail(known, alpha, beta));
        }
        if !self.search.options.table {
            if left == 0 {
                self.cut_short = true;
                return Ok(known);
            }
            let (found, _) = self.search_moves(&pos, known, alpha, beta, left, depth, None)?;
            return Ok(self.fail(found, alpha, beta));
        }
        let pos = if self.search.options.symmetry {
            game.canonical(&pos)
        } else {
            pos
        };
        let key = game.key(&pos);
        let mut hint = None;
        let mut searched = 0;
        if let Some(proven) = self.search.table.find(key, &pos) {
            known = known.and(Found::from_bounds(proven.bounds));
            hint = proven.m;
            searched = proven.searched;
            if known.decides(alpha, beta) {
                return Ok(self.fail(known, alpha, beta));
            }
        }
        if left <= u32::from(searched) {
            self.cut_short = true;
            return Ok(known);
        }
        let nodes = self.meter.effort.nodes;
        let (found, m) = self.search_moves(&pos, known, alpha, beta, left, depth, hint)?;
        let found = self.fail(found, alpha, beta);
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
            .table
            .remember(key, pos, proven, work, &|pos| game.key(pos));
        self.meter.table_bytes = self.search.table.bytes();
        Ok(found)
    }

    /// Searches the moves of `pos`, of which `known` is known and does not decide the window. Returns
    /// what is proven then, and the move that was best or that cut.
    #[expect(
        clippy::too_many_arguments,
        reason = "a window, a depth and what is known of a position"
    )]
    fn search_moves(
        &mut self,
        pos: &G::Position,
        known: Found,
        alpha: i32,
        beta: i32,
        left: u32,
        depth: u32,
        hint: Option<G::Move>,
    ) -> Result<(Found, Option<G::Move>), Stopped> {
        // Outside of what is known nothing needs to be searched for.
        let mut alpha_now = alpha.max(known.lower);
        let beta = beta.min(known.upper);
        let mut best = Found::BELOW_ALL;
        let mut best_move = None;
        let (first, last) = self.push_moves(pos, hint);
        for i in first..last {
            let m = self.moves[i].1;
            let Some(child) = self.child(pos, m) else {
                continue;
            };
            let reply = self
                .search(child, -beta, -alpha_now, left - 1, depth + 1)?
                .for_other_player();
            self.back();
            if reply.lower > best.lower {
                best.lower = reply.lower;
                best_move = Some(m);
                self.extend_line(depth as usize, m);
            }
            best.upper = best.upper.max(reply.upper);
            alpha_now = alpha_now.max(best.lower);
            if alpha_now >= beta {
                // The moves not searched may be worth anything.
                best.upper = known.upper;
                break;
            }
        }
        self.moves.truncate(first);
        let found = Found {
            lower: best.lower.max(known.lower),
            upper: best.upper.min(known.upper),
        };
        assert!(
            found.lower <= found.upper,
            "a search contradicts what was known of {pos:?}"
        );
        Ok((found, best_move))
    }

    /// Counts a node and begins its line.
    #[inline]
    fn enter(&mut self, depth: u32) -> Result<(), Stopped> {
        self.meter.node()?;
        match self.lines.get_mut(depth as usize) {
            Some(line) => line.clear(),
            None => self.lines.push(vec![]),
        }
        Ok(())
    }

    /// What a failing search returns.
    #[inline]
    fn fail(&self, found: Found, alpha: i32, beta: i32) -> Found {
        match self.search.options.fail {
            Fail::Soft => found,
            Fail::Hard if found.lower >= beta => Found {
                lower: beta,
                upper: INFINITY,
            },
            Fail::Hard if found.upper <= alpha => Found {
                lower: -INFINITY,
                upper: alpha,
            },
            Fail::Hard => found,
        }
    }

    /// The position after `m`, unless history forbids it.
    #[inline]
    fn child(&mut self, pos: &G::Position, m: G::Move) -> Option<G::Position> {
        match self.search.game.repetition() {
            Repetition::Impossible => Some(self.search.game.play(pos, m)),
            Repetition::Forbidden { .. } => self.line.play(m).then(|| *self.line.position()),
        }
    }

    /// Takes back what [`Run::child`] played.
    #[inline]
    fn back(&mut self) {
        if self.search.game.repetition().is_forbidden() {
            self.line.undo();
        }
    }

    /// Puts the moves to try on the stack, the hint first, then by promise. Says where they are.
    #[inline]
    fn push_moves(&mut self, pos: &G::Position, hint: Option<G::Move>) -> (usize, usize) {
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
        (first, self.moves.len())
    }

    /// Best play from depth `ply` is now `m`, then what was best behind it.
    #[inline]
    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (front, back) = self.lines.split_at_mut(ply + 1);
        let here = &mut front[ply];
        here.clear();
        here.push(m);
        if let Some(behind) = back.first() {
            here.extend_from_slice(behind);
        }
    }

    /// A line of best play from the root, beginning with `m`, which is known to be best. Each later
    /// move is tested to keep the value; ends early where that would cost more than the budget.
    pub(super) fn play_out(mut self, m: G::Move) -> Vec<G::Move> {
        let mut played = Vec::new();
        let mut next = Some(m);
        let mut line = self.line.clone();
        while let Some(m) = next {
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
        self.witness = None;
        self.meter.bounds = self.search.game.range(self.turn());
        self.answer_to_depth(Goal::Value, FULL_DEPTH)?;
        Ok(self.witness)
    }
}
