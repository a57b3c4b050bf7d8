//! One thought: down the tree, a game to its end, and up again.

use unbeatable_core::line::Left;
use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Budget, Game, History, Line, Stopped, Value, Watch};
use unbeatable_solve::meter::Meter;

use super::tree::{MctsNode, MctsTree, ROOT};
use super::{Mcts, Rewards, Settings, ln};
use crate::thought::{PULSE_NODES, Thought, proven_score, score_range};

/// A game that is played out for so long counts as even. It matters where heaps are large; under superko
/// the longest of 100,000 random games took 217 plies on 5x5, 249 on 5x6 and 582 on 1x25.
const PLAYOUT_PLIES_MAX: u32 = 10_000;

/// To compare a child with others takes about as long as to look at so many moves.
const CHILD_MOVES: usize = 8;

impl<'g, G: Game, A: Analysis<G>> Mcts<'g, G, A> {
    /// A move for the player to move in an unfinished game, after at most `playouts_max` playouts; fewer
    /// if its value is proven before, and none if there is no choice. It depends on nothing but
    /// the game, the seed, the thoughts before it and the number of playouts, unless the watcher ends it.
    ///
    /// If the value is proven, a move that keeps it: of those that win, the quickest known; of those
    /// that lose, the one that is known to take longest. Else the move tried most often, unless a proven
    /// one is better than that is on average. If the tree has no room for the moves of the position, the
    /// first legal one; then it says that it was stopped by its memory.
    ///
    /// What is said of depth: 1 if every move was looked at, else 0. Stopped by `playouts_max`, it says
    /// that there were no nodes left.
    pub fn think(
        &mut self,
        line: &Line<'g, G>,
        playouts_max: u64,
        watch: &dyn Watch<G::Value>,
    ) -> Thought<G::Value, G::Move> {
        assert!(line.outcome().is_none(), "an unfinished game has a move");
        let budget = Budget {
            table_bytes_max: self.tree.bytes(),
            ..Budget::DEFAULT
        };
        let mut meter = Meter::new(&budget, watch)
            .watched_every(PULSE_NODES)
            .weighing(self.know.weight(self.game));
        meter.table_bytes = self.tree.bytes();
        self.root_at(line);
        let random = Random::for_task(self.seed, line.plies() as u64);
        let mut run = MctsRun::new(self, line, random, meter);
        let stopped = run.think(playouts_max);
        run.thought(stopped)
    }

    /// What came of the moves that the last thought has tried: what they were worth on average to the player
    /// to move, a win 1 and a draw one half, within what is proven of them; and in how many games.
    #[must_use]
    pub fn tried(&self) -> Vec<(G::Move, f64, u32)> {
        if self.tree.is_empty() || self.tree[ROOT].is_leaf() {
            return vec![];
        }
        let points = |value: G::Value| f64::from(value.rank().signum() + 1) / 2.0;
        let family = self.tree.family(ROOT).iter();
        let tried = family.filter_map(|child| {
            let Bounds { lower, upper } = child.seen();
            let mean = child.reward as f64 * Rewards::SHARE / f64::from(child.visits);
            let (least, most) = (points(lower), points(upper));
            match child.visits {
                0 if least < most => None,
                0 => Some((child.m, least, 1)),
                visits => Some((child.m, mean.clamp(least, most), visits)),
            }
        });
        tried.collect()
    }
}

/// A thought about one line.
struct MctsRun<'t, 'g, 'w, G: Game, A> {
    game: &'g G,
    know: &'g A,
    settings: Settings,
    tree: &'t mut MctsTree<G::Value, G::Move>,
    meter: Meter<'w, G::Value>,
    random: Random,
    rewards: Rewards,
    root: G::Position,
    /// Of the position where the search is.
    history: History,
    /// What the moves on the way down and of the game that is played out left there; what left nothing is
    /// left out.
    left: Vec<Left>,
    /// The nodes on the way, the root first.
    path: Vec<u32>,
    /// The moves of one position.
    moves: Vec<G::Move>,
}

/// What is still open of a node's value, for its player to move: more than `alpha`, less than `beta`, or
/// the two themselves, if that is what is known.
#[derive(Clone, Copy)]
struct Open<V> {
    alpha: V,
    beta: V,
}

impl<V: Value> Open<V> {
    fn and(self, bounds: Bounds<V>) -> Self {
        Open {
            alpha: self.alpha.max(bounds.lower),
            beta: self.beta.min(bounds.upper),
        }
    }

    fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

impl<V: Value> std::ops::Neg for Open<V> {
    type Output = Self;

    fn neg(self) -> Self {
        Open {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl<'t, 'g, 'w, G: Game, A: Analysis<G>> MctsRun<'t, 'g, 'w, G, A> {
    fn new(
        mcts: &'t mut Mcts<'g, G, A>,
        line: &Line<'g, G>,
        random: Random,
        meter: Meter<'w, G::Value>,
    ) -> Self {
        let root = *line.position();
        let mut run = MctsRun {
            game: mcts.game,
            know: mcts.know,
            settings: mcts.settings,
            tree: &mut mcts.tree,
            meter,
            random,
            rewards: Rewards::new(mcts.game.range(mcts.game.turn(&root))),
            root,
            history: line.history().clone(),
            left: vec![],
            path: vec![],
            moves: vec![],
        };
        run.open_root();
        run
    }

    /// Gives the root its children, if there is room. What an analysis says of the root itself is left
    /// aside: it names no move.
    fn open_root(&mut self) {
        let range = self.game.range(self.game.turn(&self.root));
        if self.tree.is_empty() {
            let root = MctsNode::new(self.first_move(), range, 0);
            if !self.tree.plant(root) {
                return;
            }
        }
        if self.tree[ROOT].is_leaf() && !self.expand(ROOT, self.root) {
            return;
        }
        self.tree[ROOT].bounds = range;
        self.update(ROOT);
        self.meter.bounds = self.tree[ROOT].bounds;
    }

    /// The first move that history allows.
    fn first_move(&mut self) -> G::Move {
        let MctsRun { game, history, .. } = self;
        let is_legal = |m: &G::Move| {
            let left = history.enter(*game, &game.play(&self.root, *m));
            left.map(|left| history.leave(left)).is_some()
        };
        let first = game.moves(&self.root).find(is_legal);
        first.expect("an unfinished position has a move that history allows")
    }

    /// Plays games out until the value of the root is proven, or there is nothing to choose. Returns why
    /// it ended before.
    fn think(&mut self, playouts_max: u64) -> Option<Stopped> {
        if self.tree.is_empty() || self.tree[ROOT].is_leaf() {
            return Some(Stopped::Memory);
        }
        self.meter.unfinished(0);
        let mut played = 0;
        while self.tree[ROOT].count() > 1 && !self.tree[ROOT].bounds.is_exact() {
            // Visits are counted in 32 bits.
            if played == playouts_max || self.tree[ROOT].visits == u32::MAX {
                return Some(Stopped::Nodes);
            }
            if let Err(why) = self.playout() {
                return Some(why);
            }
            played += 1;
        }
        None
    }

    /// The move to play, and what is known.
    fn thought(mut self, stopped: Option<Stopped>) -> Thought<G::Value, G::Move> {
        let effort = self.meter.effort;
        if self.tree.is_empty() || self.tree[ROOT].is_leaf() {
            return Thought {
                m: self.first_move(),
                score: 0,
                bounds: self.game.range(self.game.turn(&self.root)),
                depth: 0,
                effort,
                stopped,
            };
        }
        let bounds = self.tree[ROOT].bounds;
        let best = self.best();
        let score = match bounds.value() {
            Some(value) => proven_score(value, 1 + u32::from(best.plies)),
            None => {
                let (least, most) = score_range(bounds);
                Rewards::score(best.reward, best.visits).clamp(least, most)
            }
        };
        Thought {
            m: best.m,
            score,
            bounds,
            depth: 1,
            effort,
            stopped,
        }
    }

    /// The child to play.
    fn best(&self) -> &MctsNode<G::Value, G::Move> {
        let root = &self.tree[ROOT];
        let family = self.tree.family(ROOT);
        let keeps = |child: &&MctsNode<G::Value, G::Move>| child.seen().lower >= root.bounds.lower;
        // Of equals, the first, as everywhere here.
        if let Some(value) = root.bounds.value() {
            let kept = family.iter().rev().filter(keeps);
            let best = match value.rank() {
                1.. => kept.min_by_key(|child| child.plies),
                _ => kept.max_by_key(|child| (child.plies, child.visits)),
            };
            return best.expect("a value is the value of a move");
        }
        let is_open = |child: &&MctsNode<G::Value, G::Move>| child.seen().upper > root.bounds.lower;
        let open = family.iter().rev().filter(is_open);
        let open = open.max_by_key(|child| child.visits);
        let open = open.expect("what is not exact has an open child");
        // What is proven may be worth more than a hope.
        let worth = i64::from(self.rewards.of(root.bounds.lower)) * i64::from(open.visits);
        let safe = family.iter().rev().filter(keeps).max_by_key(|c| c.visits);
        match safe {
            Some(safe) if worth > open.reward as i64 || open.visits == 0 => safe,
            _ => open,
        }
    }

    /// Walks down the tree to a leaf, plays a game out from there, and counts it for every node on the
    /// way; or says why it must not. Then nothing is counted, but what was proven stays.
    fn playout(&mut self) -> Result<(), Stopped> {
        debug_assert!(self.left.is_empty(), "the search is at the root");
        self.path.clear();
        let (mut node, mut pos) = (ROOT, self.root);
        let mut open = Open {
            alpha: G::Value::WORST,
            beta: G::Value::BEST,
        };
        let reward = loop {
            self.path.push(node);
            open = open.and(self.tree[node].bounds);
            debug_assert!(!open.is_closed(), "only what is open is looked at");
            if self.tree[node].is_leaf() {
                let is_ripe = self.tree[node].visits >= self.settings.visits_before;
                if !is_ripe || self.tree.is_full() || !self.expand(node, pos) {
                    break self.play_out(pos)?;
                }
                self.prove();
                let bounds = self.tree[node].bounds;
                if open.and(bounds).is_closed() {
                    // What matters of it is known.
                    break self.rewards.of(match bounds.lower >= open.beta {
                        true => bounds.lower,
                        false => bounds.upper,
                    });
                }
                open = open.and(bounds);
            }
            let child = self.select(node, open.alpha);
            self.meter
                .work(CHILD_MOVES * self.tree[node].count() as usize)?;
            self.meter.node()?;
            (node, open) = (child, -open);
            pos = self.game.play(&pos, self.tree[node].m);
            let left = self.history.enter(self.game, &pos);
            let left = left.expect("what history forbids is no child");
            self.note(left);
        };
        while let Some(left) = self.left.pop() {
            self.history.leave(left);
        }
        self.count(reward);
        Ok(())
    }

    #[inline(always)]
    fn note(&mut self, left: Left) {
        if !left.is_nothing() {
            self.left.push(left);
        }
    }

    /// Of the children that may be worth more than `alpha`: one that was never tried, else that with the
    /// largest upper confidence bound.
    #[inline]
    fn select(&self, node: u32, alpha: G::Value) -> u32 {
        let parent = &self.tree[node];
        // Visits from before it had children count, too.
        let width = self.settings.explore * ln(parent.visits.max(1)).sqrt();
        let (mut best, mut most) = (None, f64::NEG_INFINITY);
        for (child, place) in self.tree.family(node).iter().zip(self.tree.children(node)) {
            if child.seen().upper <= alpha {
                continue;
            }
            if child.visits == 0 {
                return place;
            }
            let share = 1.0 / f64::from(child.visits);
            let bound = Rewards::SHARE * child.reward as f64 * share + width * share.sqrt();
            if bound > most {
                (best, most) = (Some(place), bound);
            }
        }
        best.expect("an open node has an open child")
    }

    /// Gives a leaf its children, in random order, with what can be seen of them at once; says whether
    /// there is room.
    fn expand(&mut self, leaf: u32, pos: G::Position) -> bool {
        let MctsRun {
            game,
            know,
            tree,
            meter,
            history,
            moves,
            ..
        } = self;
        let (game, know) = (*game, *know);
        moves.clear();
        match game.repetition().is_forbidden() {
            true => moves.extend(game.moves(&pos)),
            false => moves.extend(know.candidates(game, &pos)),
        }
        let turn = game.turn(&pos).other();
        let range = game.range(turn);
        let child = |&m: &G::Move| {
            let next = game.play(&pos, m);
            let left = history.enter(game, &next)?;
            history.leave(left);
            meter.effort.nodes += 1;
            if let Some(outcome) = game.outcome(&next) {
                meter.end();
                let value = Bounds::exactly(outcome.value_for(turn));
                return Some(MctsNode::new(m, value, 0));
            }
            let bounds = know.bounds(game, &next).and(range);
            // A win takes another move at least, a loss two.
            let plies = 1 + u16::from(bounds.upper.rank() < 0);
            Some(MctsNode::new(m, bounds, plies))
        };
        if !tree.grow(leaf, moves.iter().filter_map(child)) {
            return false;
        }
        // Those that were never tried are tried from first to last.
        let family = tree.family_mut(leaf);
        for i in (1..family.len()).rev() {
            family.swap(i, self.random.below(i as u64 + 1) as usize);
        }
        true
    }

    /// Carries what is proven of the last node on the way up, as far as it changes anything.
    fn prove(&mut self) {
        for i in (0..self.path.len()).rev() {
            if !self.update(self.path[i]) {
                return;
            }
        }
        self.meter.bounds = self.tree[ROOT].bounds;
    }

    /// Proves what the children of a node prove of it; says whether that is new.
    fn update(&mut self, node: u32) -> bool {
        let before = self.tree[node].bounds;
        let mut bounds = Bounds::exactly(G::Value::WORST);
        for child in self.tree.family(node) {
            let seen = child.seen();
            bounds.lower = bounds.lower.max(seen.lower);
            bounds.upper = bounds.upper.max(seen.upper);
        }
        let bounds = before.and(bounds);
        if bounds == before {
            return false;
        }
        if let Some(value) = bounds.value() {
            let keeps = |child: &&MctsNode<G::Value, G::Move>| child.seen().lower >= value;
            let kept = self.tree.family(node).iter().filter(keeps);
            let plies = kept.map(|child| child.plies);
            let plies = match value.rank() {
                1.. => plies.min(),
                _ => plies.max(),
            };
            // If only the rules or an analysis say how bad it is, it may take any time.
            self.tree[node].plies = plies.unwrap_or(0).saturating_add(1);
        }
        self.tree[node].bounds = bounds;
        true
    }

    /// Plays a game out from the unfinished `pos`. Returns what it is worth to the player to move.
    fn play_out(&mut self, mut pos: G::Position) -> Result<i32, Stopped> {
        let game = self.game;
        let turn = game.turn(&pos);
        let mut depth = self.path.len() as u32 - 1;
        let depth_max = depth + PLAYOUT_PLIES_MAX;
        let mut reward = Rewards::WIN / 2;
        while depth < depth_max {
            pos = self.random_move(&pos);
            self.meter.node()?;
            if let Some(outcome) = game.outcome(&pos) {
                self.meter.end();
                reward = self.rewards.of(outcome.value_for(turn));
                break;
            }
            depth += 1;
        }
        self.meter.unfinished(depth);
        Ok(reward)
    }

    /// The position after a move that history allows, each equally likely; or one that wins, if the
    /// settings say so.
    #[inline]
    fn random_move(&mut self, pos: &G::Position) -> G::Position {
        if self.settings.decisive
            && let Some(next) = self.win_at_once(pos)
        {
            return next;
        }
        let game = self.game;
        let mut moves = game.moves(pos);
        // Most games know how many moves there are without a list of them.
        if let (count, Some(most)) = moves.size_hint()
            && count == most
        {
            let m = moves.nth(self.random.below(count as u64) as usize);
            let next = game.play(pos, m.expect("there are as many moves as it says"));
            if let Some(left) = self.history.enter(game, &next) {
                self.note(left);
                return next;
            }
        }
        self.moves.clear();
        self.moves.extend(game.moves(pos));
        loop {
            let i = self.random.below(self.moves.len() as u64) as usize;
            let next = game.play(pos, self.moves[i]);
            if let Some(left) = self.history.enter(game, &next) {
                self.note(left);
                return next;
            }
            self.moves.swap_remove(i);
        }
    }

    /// The position after the first move that wins at once, if there is one.
    fn win_at_once(&mut self, pos: &G::Position) -> Option<G::Position> {
        let game = self.game;
        let mover = game.turn(pos);
        for m in game.moves(pos) {
            let next = game.play(pos, m);
            let winner = game.outcome(&next).and_then(|outcome| outcome.winner());
            if winner == Some(mover)
                && let Some(left) = self.history.enter(game, &next)
            {
                self.note(left);
                return Some(next);
            }
        }
        None
    }

    /// Counts a game that was worth so much to the player to move at the end of the way for every node
    /// on it; at each, as far as what is proven there allows.
    fn count(&mut self, reward: i32) {
        let mut reward = reward;
        for &place in self.path.iter().rev() {
            let node = &mut self.tree[place];
            let Bounds { lower, upper } = node.bounds;
            if lower > G::Value::WORST || upper < G::Value::BEST {
                reward = reward.clamp(self.rewards.of(lower), self.rewards.of(upper));
            }
            reward = Rewards::WIN - reward;
            node.visits += 1;
            node.reward += reward as u64;
        }
    }
}
