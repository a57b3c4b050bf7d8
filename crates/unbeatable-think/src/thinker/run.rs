//! The recursion of a thought.

use unbeatable_core::{
    Analysis, Bounds, Budget, Game, Guide, Line, SCORE_MAX, Stopped, Value, Watch,
};
use unbeatable_solve::meter::Meter;

use super::memory::{Remembered, ScoreKind};
use super::{DEPTH_MAX, Patience, Thinker};
use crate::thought::{PROVEN, PULSE_NODES, Thought, proven_score, score_range};

/// Beyond every score.
const INFINITY: i32 = i32::MAX;

/// From this depth on, moves are sorted by their promise; below, that costs more than it saves.
const SORTED_FROM: u32 = 2;

/// The first moves of a node are searched to full depth, later ones one ply less if that is enough to
/// see that they are no better (after Heinz 2000, 'Scalable Search in Computer Chess', and others).
const UNREDUCED: usize = 3;

/// Nodes with less depth than this are not reduced any more.
const REDUCED_FROM: u32 = 3;

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Thinker<'g, G, A, D> {
    /// A move for the player whose turn it is in an unfinished game. It depends on nothing but
    /// the game, the thoughts before it and the patience, unless the watcher ends it.
    pub fn think(
        &mut self,
        line: &Line<'g, G>,
        patience: Patience,
        watch: &dyn Watch<G::Value>,
    ) -> Thought<G::Value, G::Move> {
        assert!(line.outcome().is_none(), "an unfinished game has a move");
        let budget = Budget {
            nodes_max: patience.nodes_max,
            table_bytes_max: self.memory.bytes(),
            ..Budget::DEFAULT
        };
        let mut meter = Meter::new(&budget, watch)
            .watched_every(PULSE_NODES)
            .weighing(self.know.weight(self.game));
        meter.table_bytes = self.memory.bytes();
        self.memory.next_generation();
        let mut run = ThinkerRun::new(self, *line.position(), meter);
        let mut depth = 0;
        let mut stopped = None;
        // Who has no choice need not think.
        let depth_max = match run.roots.len() {
            1 => 1,
            _ => patience.depth_max.clamp(1, DEPTH_MAX),
        };
        while depth < depth_max && !run.is_decided() {
            if let Err(why) = run.deepen(depth + 1) {
                stopped = Some(why);
                break;
            }
            depth += 1;
        }
        let bounds = run.bounds();
        let RootMove { m, score, .. } = *run.best();
        Thought {
            m,
            score,
            bounds,
            depth,
            effort: run.meter.effort,
            stopped,
        }
    }
}

/// A move of the root with what is known of it.
#[derive(Clone, Copy)]
struct RootMove<V, M> {
    m: M,
    /// Its score if it was the best; else it is at most that.
    score: i32,
    /// What is proven of it, for the player who makes it.
    bounds: Bounds<V>,
}

/// What is found of a position, for its player to move: a score, which is a guess, and bounds, which
/// are proven.
#[derive(Clone, Copy)]
struct ScoreAndBounds<V> {
    score: i32,
    bounds: Bounds<V>,
}

/// What is found of a position, and the move that was best.
type Searched<G> = (
    ScoreAndBounds<<G as Game>::Value>,
    Option<<G as Game>::Move>,
);

/// A thought about one position.
struct ThinkerRun<'t, 'g, 'w, G: Game, A, D> {
    thinker: &'t mut Thinker<'g, G, A, D>,
    meter: Meter<'w, G::Value>,
    pos: G::Position,
    /// The best one first.
    roots: Vec<RootMove<G::Value, G::Move>>,
    /// The moves of all nodes on the way, with their order; a node's behind those of its parent.
    moves: Vec<(i32, G::Move)>,
    /// The last two moves that cut, by ply (Akl and Newborn 1977).
    killers: Vec<[Option<G::Move>; 2]>,
}

impl<'t, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> ThinkerRun<'t, 'g, 'w, G, A, D> {
    fn new(
        thinker: &'t mut Thinker<'g, G, A, D>,
        pos: G::Position,
        meter: Meter<'w, G::Value>,
    ) -> Self {
        let mut run = ThinkerRun {
            thinker,
            meter,
            pos,
            roots: vec![],
            moves: vec![],
            killers: vec![[None; 2]; DEPTH_MAX as usize + 1],
        };
        run.push_moves(&pos);
        run.sort(&pos, 0, DEPTH_MAX, 0);
        let root = |&(_, m): &(i32, G::Move)| RootMove {
            m,
            score: 0,
            bounds: Bounds::UNKNOWN,
        };
        run.roots = run.moves.iter().map(root).collect();
        run.moves.clear();
        run
    }

    /// What is proven of the root.
    fn bounds(&self) -> Bounds<G::Value> {
        let most = |bound: fn(&Bounds<G::Value>) -> G::Value| {
            let all = self.roots.iter().map(|root| bound(&root.bounds));
            all.max().expect("an unfinished position has a move")
        };
        let found = Bounds {
            lower: most(|bounds| bounds.lower),
            upper: most(|bounds| bounds.upper),
        };
        found.and(self.thinker.game.range(self.thinker.game.turn(&self.pos)))
    }

    /// Whether the value is known, so that there is nothing left to think about.
    fn is_decided(&self) -> bool {
        self.bounds().is_exact()
    }

    /// The move to play: if the value is known, one that keeps it, the one with the best score; else
    /// the best of the last search.
    fn best(&self) -> &RootMove<G::Value, G::Move> {
        let Some(value) = self.bounds().value() else {
            return &self.roots[0];
        };
        let keeps = |root: &&RootMove<G::Value, G::Move>| root.bounds.lower >= value;
        // Of equals, the first.
        let best = self
            .roots
            .iter()
            .rev()
            .filter(keeps)
            .max_by_key(|r| r.score);
        best.expect("a value is the value of a move")
    }

    /// Searches every move of the root to `depth`, and puts the best one in front. A search that is
    /// stopped still does so, if it has found a better one by then.
    fn deepen(&mut self, depth: u32) -> Result<(), Stopped> {
        let pos = self.pos;
        let (mut best, mut alpha) = (0, -INFINITY);
        let mut ended = self.meter.node();
        self.meter.unfinished(0);
        for i in 0..self.roots.len() {
            if ended.is_err() {
                break;
            }
            let RootMove { m, score, bounds } = self.roots[i];
            // What is known exactly stays as it is.
            let reply = match bounds.is_exact() {
                true => Ok(ScoreAndBounds { score, bounds }),
                false => self.reply(&pos, m, (alpha, INFINITY), i, depth, 0),
            };
            match reply {
                Err(why) => ended = Err(why),
                Ok(reply) => {
                    let root = &mut self.roots[i];
                    root.score = reply.score;
                    root.bounds = root.bounds.and(reply.bounds);
                    if reply.score > alpha {
                        (best, alpha) = (i, reply.score);
                    }
                    if self.is_decided() {
                        break;
                    }
                }
            }
        }
        self.moves.clear();
        self.roots[..=best].rotate_right(1);
        ended
    }

    /// What is found of the move `m`, the `number`-th of its node, for the player who makes it: to
    /// `left - 1` plies behind it, and as far as a score between `alpha` and `beta` needs it (see
    /// `search`). Moves after the first are tested with a null window before.
    #[inline]
    fn reply(
        &mut self,
        pos: &G::Position,
        m: G::Move,
        (alpha, beta): (i32, i32),
        number: usize,
        left: u32,
        ply: u32,
    ) -> Result<ScoreAndBounds<G::Value>, Stopped> {
        let game = self.thinker.game;
        let child = game.play(pos, m);
        let ply = ply + 1;
        self.meter.node()?;
        if let Some(outcome) = game.outcome(&child) {
            self.meter.end();
            let value = outcome.value_for(game.turn(pos));
            return Ok(ScoreAndBounds::proven(value, ply));
        }
        self.meter.unfinished(ply);
        let left = left - 1;
        if number > 0 && alpha > -INFINITY {
            let test = (-alpha - 1, -alpha);
            if number >= UNREDUCED && left >= REDUCED_FROM {
                let found = -self.search(&child, test, left - 1, ply)?;
                if found.score <= alpha {
                    return Ok(found);
                }
            }
            let found = -self.search(&child, test, left, ply)?;
            if found.score <= alpha || found.score >= beta {
                return Ok(found);
            }
        }
        Ok(-self.search(&child, (-beta, -alpha), left, ply)?)
    }

    /// What is found of an unfinished `pos`, `ply` moves behind the root, by a search of `left` plies.
    ///
    /// The bounds hold in any case. The score `s` that a search without a window would find is the
    /// result's if `alpha < s < beta`; if `s <= alpha`, the result's lies between the two, if
    /// `s >= beta` likewise.
    fn search(
        &mut self,
        pos: &G::Position,
        (alpha, beta): (i32, i32),
        left: u32,
        ply: u32,
    ) -> Result<ScoreAndBounds<G::Value>, Stopped> {
        let game = self.thinker.game;
        let mut known = self.thinker.know.bounds(game, pos);
        if let Some(value) = known.value() {
            // A win takes another move at least, a loss two.
            let plies = 1 + u32::from(value.rank() < 0);
            return Ok(ScoreAndBounds::proven(value, ply + plies));
        }
        if left == 0 {
            return Ok(ScoreAndBounds::guessed(self.score(pos), known));
        }
        let key = game.key(pos);
        let mut hint = None;
        if let Some(entry) = self.thinker.memory.find(key, pos) {
            known = known.and(entry.bounds);
            hint = entry.m;
            let score = from_here(entry.score, ply);
            let is_enough = u32::from(entry.depth) >= left
                && match entry.kind {
                    ScoreKind::Exact => true,
                    ScoreKind::AtLeast => score >= beta,
                    ScoreKind::AtMost => score <= alpha,
                };
            if is_enough || known.is_exact() {
                return Ok(ScoreAndBounds::guessed(score, known));
            }
        }
        let (least, most) = score_range(known);
        if least >= beta || most <= alpha {
            let score = if least >= beta { least } else { most };
            return Ok(ScoreAndBounds {
                score,
                bounds: known,
            });
        }
        let (found, m) = self.search_moves(pos, (alpha, beta), known, hint, left, ply)?;
        let kind = match found.score {
            score if score <= alpha => ScoreKind::AtMost,
            score if score >= beta => ScoreKind::AtLeast,
            _ => ScoreKind::Exact,
        };
        let remembered = Remembered {
            score: from_there(found.score, ply),
            kind,
            depth: left as u8,
            bounds: found.bounds,
            m: m.or(hint),
        };
        self.thinker.memory.remember(key, *pos, remembered);
        Ok(found)
    }

    /// Searches the moves of a node of which `known` is known. Returns what is found, and the move that
    /// was best, if any is better than `alpha`.
    fn search_moves(
        &mut self,
        pos: &G::Position,
        (mut alpha, beta): (i32, i32),
        known: Bounds<G::Value>,
        hint: Option<G::Move>,
        left: u32,
        ply: u32,
    ) -> Result<Searched<G>, Stopped> {
        let first = self.moves.len();
        self.push_moves(pos);
        let last = self.moves.len();
        let place = hint.and_then(|hint| self.moves[first..].iter().position(|(_, m)| *m == hint));
        match place {
            // It is usually the best: the others can wait for their order.
            Some(i) => self.moves.swap(first, first + i),
            None => self.sort(pos, first, left, ply),
        }
        let (mut score, mut best) = (-INFINITY, None);
        let mut bounds = Bounds::exactly(G::Value::WORST);
        for i in first..last {
            if i == first + 1 && place.is_some() {
                self.sort(pos, first + 1, left, ply);
            }
            let m = self.moves[i].1;
            let reply = self.reply(pos, m, (alpha, beta), i - first, left, ply)?;
            bounds.lower = bounds.lower.max(reply.bounds.lower);
            bounds.upper = bounds.upper.max(reply.bounds.upper);
            score = score.max(reply.score);
            if score > alpha {
                (alpha, best) = (score, Some(m));
            }
            if score >= beta {
                // The moves behind a cut may be worth anything.
                bounds.upper = G::Value::BEST;
                self.cut_by(m, ply);
                break;
            }
        }
        self.moves.truncate(first);
        Ok((ScoreAndBounds::guessed(score, known.and(bounds)), best))
    }

    /// How an unfinished position looks to the player to move.
    #[inline]
    fn score(&self, pos: &G::Position) -> i32 {
        let score = self
            .thinker
            .guide
            .and_then(|guide| guide.score(self.thinker.game, pos));
        score.unwrap_or(0).clamp(-SCORE_MAX, SCORE_MAX)
    }

    /// Puts the moves of a node on the stack, in board order.
    #[inline]
    fn push_moves(&mut self, pos: &G::Position) {
        let Thinker { game, know, .. } = self.thinker;
        self.moves
            .extend(know.candidates(game, pos).map(|m| (0, m)));
    }

    /// Sorts the moves from `first` on: those that cut in a neighbour of this node, then by promise.
    #[inline]
    fn sort(&mut self, pos: &G::Position, first: usize, left: u32, ply: u32) {
        let Thinker { game, guide, .. } = self.thinker;
        let guide = guide.filter(|guide| guide.sorts() && left >= SORTED_FROM);
        let killers = self.killers[ply as usize];
        for (order, m) in &mut self.moves[first..] {
            *order = match killers.iter().position(|killer| *killer == Some(*m)) {
                Some(i) => i32::MAX - i as i32,
                None => guide.map_or(0, |guide| guide.promise(game, pos, *m)),
            };
        }
        // Few moves: insertion keeps equals in board order.
        for i in first + 1..self.moves.len() {
            let mut j = i;
            while j > first && self.moves[j].0 > self.moves[j - 1].0 {
                self.moves.swap(j, j - 1);
                j -= 1;
            }
        }
    }

    fn cut_by(&mut self, m: G::Move, ply: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }
}

impl<V: Value> ScoreAndBounds<V> {
    /// A value that is proven, and reached so many plies behind the root.
    fn proven(value: V, plies: u32) -> Self {
        ScoreAndBounds {
            score: proven_score(value, plies),
            bounds: Bounds::exactly(value),
        }
    }

    /// A score, as far as the bounds allow it.
    #[inline]
    fn guessed(score: i32, bounds: Bounds<V>) -> Self {
        let (least, most) = score_range(bounds);
        ScoreAndBounds {
            score: score.clamp(least, most),
            bounds,
        }
    }
}

impl<V: Value> std::ops::Neg for ScoreAndBounds<V> {
    type Output = Self;

    fn neg(self) -> Self {
        ScoreAndBounds {
            score: -self.score,
            bounds: -self.bounds,
        }
    }
}

/// A score of the table, whose plies count from its own position, as seen from the root.
fn from_here(score: i32, ply: u32) -> i32 {
    match score {
        PROVEN.. => score - ply as i32,
        ..=NEG_PROVEN => score + ply as i32,
        _ => score,
    }
}

/// The inverse.
fn from_there(score: i32, ply: u32) -> i32 {
    match score {
        PROVEN.. => score + ply as i32,
        ..=NEG_PROVEN => score - ply as i32,
        _ => score,
    }
}

const NEG_PROVEN: i32 = -PROVEN;
