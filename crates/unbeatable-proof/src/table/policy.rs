//! Which moves a table may hold.

use num_rational::BigRational;
use num_traits::{One, Zero};
use unbeatable_core::{Game, Player, Value};

use super::classes::Classes;
use super::question::{Keep, Rule, TableQuestion};

/// Which moves a table may hold for one player, and what is played without it.
pub struct Policy<'c, 'g, G: Game> {
    classes: &'c Classes<'g, G>,
    player: Player,
    keep: Keep,
    /// The moves of the root, if they are restricted.
    open: Option<&'c [u32]>,
    /// What the root is worth with these moves.
    root_value: G::Value,
    /// Chances to win, where they matter.
    chances: Vec<BigRational>,
}

impl<'c, 'g, G: Game> Policy<'c, 'g, G> {
    /// The moves that `question` allows to `player`.
    #[must_use]
    pub fn new(classes: &'c Classes<'g, G>, question: &'c TableQuestion, player: Player) -> Self {
        let root = classes.class(0);
        let is_open = !question.open.is_empty() && root.turn == player && root.outcome.is_none();
        let open = is_open.then_some(&question.open[..]);
        let behind = |&index: &u32| {
            let reply = classes.replies(0)[index as usize];
            -classes.class(reply).value
        };
        let mut policy = Policy {
            classes,
            player,
            keep: question.keep,
            open,
            root_value: open
                .and_then(|open| open.iter().map(behind).max())
                .unwrap_or(root.value),
            chances: vec![],
        };
        if question.keep == Keep::Strongest {
            policy.keep = Keep::Value;
            policy.chances = policy.best_chances();
            policy.keep = Keep::Strongest;
        }
        policy
    }

    /// The table's owner.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// Which moves are kept.
    pub(super) fn keep(&self) -> Keep {
        self.keep
    }

    /// What the root is worth to the owner, with the moves that he has there.
    pub(super) fn root_value_for_owner(&self) -> G::Value {
        match self.classes.class(0).turn == self.player {
            true => self.root_value,
            false => -self.root_value,
        }
    }

    /// Whether the owner is to move in a class, and has a move.
    #[must_use]
    pub fn moves_in(&self, class: u32) -> bool {
        let class = self.classes.class(class);
        class.turn == self.player && class.outcome.is_none()
    }

    /// Whether a table may hold the move number `index` of a class in which its owner is to move.
    #[must_use]
    pub fn allows(&self, class: u32, index: usize) -> bool {
        if class == 0
            && self
                .open
                .is_some_and(|open| !open.contains(&(index as u32)))
        {
            return false;
        }
        let reply = self.classes.replies(class)[index];
        let value = match class {
            0 => self.root_value,
            _ => self.classes.class(class).value,
        };
        let gets = -self.classes.class(reply).value;
        match self.keep {
            Keep::Any => true,
            Keep::Value => gets >= value,
            Keep::Draw => gets >= value.min(G::Value::of_rank(0)),
            Keep::Strongest => {
                gets >= value && self.chances[reply as usize] == self.chances[class as usize]
            }
        }
    }

    /// The classes behind the moves that a table may hold, each once, in board order.
    pub fn choices(&self, class: u32) -> impl Iterator<Item = u32> {
        let replies = self.classes.replies(class);
        distinct(replies, move |i| self.allows(class, i))
    }

    /// The largest chance to win, from each class, of moves that are allowed.
    fn best_chances(&self) -> Vec<BigRational> {
        let classes = self.classes;
        let mut chances = vec![BigRational::zero(); classes.len()];
        for &number in classes.order() {
            let class = classes.class(number);
            let replies = classes.replies(number);
            chances[number as usize] = match class.outcome {
                Some(outcome) => match outcome.winner() == Some(self.player) {
                    true => BigRational::one(),
                    false => BigRational::zero(),
                },
                None if class.turn == self.player => {
                    let allowed = (0..replies.len()).filter(|&i| self.allows(number, i));
                    let best = allowed.map(|i| &chances[replies[i] as usize]).max();
                    best.expect("some move keeps the value").clone()
                }
                None => {
                    let sum: BigRational = replies.iter().map(|&r| &chances[r as usize]).sum();
                    sum / BigRational::from_integer(replies.len().into())
                }
            };
        }
        chances
    }
}

/// The classes of a list that `is_wanted`, each once.
pub(super) fn distinct(
    replies: &[u32],
    is_wanted: impl Fn(usize) -> bool,
) -> impl Iterator<Item = u32> {
    let wanted = (0..replies.len()).filter(move |&i| is_wanted(i));
    let mut seen = vec![];
    wanted.filter_map(move |i| {
        let is_new = !seen.contains(&replies[i]);
        is_new.then(|| {
            seen.push(replies[i]);
            replies[i]
        })
    })
}

impl Rule {
    /// What the rule plays in an unfinished position.
    pub fn choose<G: Game>(self, game: &G, pos: &G::Position) -> G::Move {
        let turn = game.turn(pos);
        let wins = |pos: &G::Position, m: G::Move, player: Player| {
            let outcome = game.outcome(&game.play(pos, m));
            outcome.is_some_and(|outcome| outcome.winner() == Some(player))
        };
        let allows_win = |m: G::Move| {
            let next = game.play(pos, m);
            let is_over = game.outcome(&next).is_some();
            !is_over
                && game
                    .moves(&next)
                    .any(|reply| wins(&next, reply, turn.other()))
        };
        let first = game.moves(pos).next();
        let first = first.expect("an unfinished position has a move");
        let win = || game.moves(pos).find(|&m| wins(pos, m, turn));
        let block = || game.moves(pos).find(|&m| !allows_win(m));
        match self {
            Rule::First => first,
            Rule::WinFirst => win().unwrap_or(first),
            Rule::WinBlockFirst => win().or_else(block).unwrap_or(first),
        }
    }
}
