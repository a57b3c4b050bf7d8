//! What a sceptic would write: exhaustive search, a strategy from it, and a checker that replays
//! everything.

use std::collections::HashMap;
use std::rc::Rc;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Line, Oracle, Player, Promise, Stopped, Value};
use unbeatable_proof::walk::{Answer, Then};

/// Exhaustive search for whether a promise can be kept, with the whole history where it matters.
pub(crate) struct Naive<G: Game> {
    /// What is promised.
    pub(crate) promise: Promise<G::Value>,
    /// Whether positions that were searched are not searched again.
    pub(crate) remembers: bool,
    known: HashMap<G::Position, bool>,
    /// How many positions may still be searched.
    pub(crate) nodes_left: u64,
}

impl<G: Game> Naive<G> {
    pub(crate) fn new(promise: Promise<G::Value>) -> Self {
        Naive {
            promise,
            remembers: true,
            known: HashMap::new(),
            nodes_left: u64::MAX,
        }
    }

    /// Whether the promise can be kept from the end of `line`; `None` if that takes too long.
    pub(crate) fn is_kept(&mut self, line: &mut Line<G>) -> Option<bool> {
        if let Some(outcome) = line.outcome() {
            return Some(self.promise.is_kept_by(outcome));
        }
        let (game, pos) = (line.game(), *line.position());
        // Behind another history it is another question.
        let is_remembered = self.remembers && !game.repetition().is_forbidden();
        if is_remembered && let Some(is_kept) = self.known.get(&pos) {
            return Some(*is_kept);
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let is_his = game.turn(&pos) == self.promise.player;
        let mut moves: Vec<G::Move> = game.moves(&pos).collect();
        // The pass comes last, and often decides at once.
        moves.reverse();
        let mut is_kept = !is_his;
        for m in moves {
            if !line.play(m) {
                continue;
            }
            let after = self.is_kept(line);
            line.undo();
            if after? == is_his {
                is_kept = is_his;
                break;
            }
        }
        if is_remembered {
            self.known.insert(pos, is_kept);
        }
        Some(is_kept)
    }
}

/// What the end of `line` is worth to the first player; `None` if that takes more than so many nodes.
pub(crate) fn value<G: Game>(line: &Line<G>, nodes_max: u64) -> Option<G::Value> {
    let mut line = line.clone();
    let range = line.game().range(Player::First);
    // It is at least `lower` and less than the one above `upper`.
    let (mut lower, mut upper) = (range.lower.rank(), range.upper.rank());
    while lower < upper {
        let middle = lower + (upper - lower + 1) / 2;
        let mut naive = Naive::new(Promise {
            player: Player::First,
            at_least: G::Value::of_rank(middle),
        });
        naive.nodes_left = nodes_max;
        match naive.is_kept(&mut line)? {
            true => lower = middle,
            false => upper = middle - 1,
        }
    }
    Some(G::Value::of_rank(lower))
}

/// Plays any move that keeps the promise; sometimes one that is known already.
pub(crate) struct NaiveOracle<'n, G: Game> {
    naive: &'n mut Naive<G>,
    random: Random,
}

impl<'n, G: Game> NaiveOracle<'n, G> {
    pub(crate) fn new(naive: &'n mut Naive<G>, seed: u64) -> Self {
        NaiveOracle {
            naive,
            random: Random::new(seed),
        }
    }
}

impl<'g, G: Game> Oracle<'g, G> for NaiveOracle<'_, G> {
    fn choose(
        &mut self,
        line: &Line<'g, G>,
        is_known: &dyn Fn(G::Move, &G::Position) -> bool,
    ) -> Result<Option<G::Move>, Stopped> {
        let (game, pos) = (line.game(), line.position());
        let moves: Vec<G::Move> = game.moves(pos).collect();
        let known = moves.iter().copied();
        let known: Vec<G::Move> = known
            .filter(|m| is_known(*m, &game.play(pos, *m)))
            .collect();
        if !known.is_empty() && self.random.below(4) > 0 {
            return Ok(Some(self.random.pick(&known)));
        }
        let mut line = line.clone();
        let mut good = vec![];
        for m in moves {
            if line.play(m) {
                match self.naive.is_kept(&mut line) {
                    Some(true) => good.push(m),
                    Some(false) => {}
                    // One that keeps it was found by less.
                    None if !good.is_empty() => break,
                    None => return Err(Stopped::Nodes),
                }
                line.undo();
            }
        }
        Ok((!good.is_empty()).then(|| self.random.pick(&good)))
    }

    fn nodes(&self) -> u64 {
        0
    }
}

/// A strategy that was written down.
enum Node<M> {
    Over,
    His(M, Written<M>),
    Theirs(Vec<(M, Written<M>)>),
    /// One of these, which were kept before.
    Known(Vec<Written<M>>),
}

type Written<M> = Rc<Node<M>>;

/// A checker that takes no notes of histories: where a strategy says that a position was kept before,
/// it replays all that was written behind it.
pub(crate) struct Replay<'g, 'a, G: Game> {
    line: Line<'g, G>,
    promise: Promise<G::Value>,
    answers: std::slice::Iter<'a, Answer>,
    kept: HashMap<G::Position, Vec<Written<G::Move>>>,
    steps_left: u64,
}

/// Why a replay ends.
enum End {
    Refused,
    TooLong,
}

/// Whether replay accepts a strategy; `None` if that takes too long.
pub(crate) fn replay<G: Game>(
    line: &Line<G>,
    promise: Promise<G::Value>,
    answers: &[Answer],
    steps_max: u64,
) -> Option<bool> {
    let mut replay = Replay {
        line: line.clone(),
        promise,
        answers: answers.iter(),
        kept: HashMap::new(),
        steps_left: steps_max,
    };
    match replay.walk() {
        Ok(_) => Some(replay.answers.next().is_none()),
        Err(End::Refused) => Some(false),
        Err(End::TooLong) => None,
    }
}

impl<G: Game> Replay<'_, '_, G> {
    fn step(&mut self) -> Result<(), End> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(End::TooLong)?;
        Ok(())
    }

    fn walk(&mut self) -> Result<Written<G::Move>, End> {
        self.step()?;
        let game = self.line.game();
        if let Some(outcome) = self.line.outcome() {
            return match self.promise.is_kept_by(outcome) {
                true => Ok(Rc::new(Node::Over)),
                false => Err(End::Refused),
            };
        }
        let moves: Vec<G::Move> = game.moves(self.line.position()).collect();
        if game.turn(self.line.position()) != self.promise.player {
            let mut replies = vec![];
            for m in moves {
                if self.line.play(m) {
                    replies.push((m, self.walk()?));
                    self.line.undo();
                }
            }
            return Ok(Rc::new(Node::Theirs(replies)));
        }
        let answer = self.answers.next().ok_or(End::Refused)?;
        let m = *moves.get(answer.index as usize).ok_or(End::Refused)?;
        if !self.line.play(m) {
            return Err(End::Refused);
        }
        if self.line.outcome().is_some() && answer.then != Then::GoOn {
            return Err(End::Refused);
        }
        let pos = *self.line.position();
        let next = match answer.then {
            Then::GoOn => self.walk()?,
            Then::GoOnAndKeep => {
                let node = self.walk()?;
                self.kept.entry(pos).or_default().push(node.clone());
                node
            }
            Then::Kept => {
                let known = self.kept.get(&pos).cloned().ok_or(End::Refused)?;
                let node = Rc::new(Node::Known(known));
                // Without histories what holds once holds always.
                if game.repetition().is_forbidden() && !self.holds(&node)? {
                    return Err(End::Refused);
                }
                node
            }
        };
        self.line.undo();
        Ok(Rc::new(Node::His(m, next)))
    }

    /// Whether what is written holds behind the line.
    fn holds(&mut self, node: &Node<G::Move>) -> Result<bool, End> {
        self.step()?;
        match node {
            Node::Over => Ok(self
                .line
                .outcome()
                .is_some_and(|outcome| self.promise.is_kept_by(outcome))),
            Node::His(m, next) => self.holds_after(*m, next),
            Node::Theirs(replies) => {
                let game = self.line.game();
                let moves: Vec<G::Move> = game.moves(self.line.position()).collect();
                for m in moves {
                    let written = replies.iter().find(|(reply, _)| *reply == m);
                    let holds = match written {
                        // A move that has become illegal need not be answered.
                        Some((_, next)) => !self.can_play(m) || self.holds_after(m, next)?,
                        None => !self.can_play(m),
                    };
                    if !holds {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Node::Known(some) => {
                for node in some {
                    if self.holds(node)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn can_play(&mut self, m: G::Move) -> bool {
        let can = self.line.play(m);
        if can {
            self.line.undo();
        }
        can
    }

    fn holds_after(&mut self, m: G::Move, next: &Node<G::Move>) -> Result<bool, End> {
        if !self.line.play(m) {
            return Ok(false);
        }
        let holds = self.holds(next);
        self.line.undo();
        holds
    }
}
