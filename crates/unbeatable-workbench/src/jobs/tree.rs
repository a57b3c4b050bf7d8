//! Job-level proof-number search: a proof-number tree whose leaves are searched elsewhere.
//!
//! A leaf is given away as a job: df-pn with a budget of nodes, by whomever, wherever. What comes back is
//! the answer, or the numbers of the leaf's moves; then these become its children. So the tree stays small,
//! and its owner has little to do (Wu et al. 2013, job-level proof-number search).
//!
//! - While a job is under way, its leaf is taken for decided, the way it seems to go (Wu's virtual win and
//!   virtual loss, whichever is nearer). So the next job is the most proving one if those under way succeed:
//!   another move that must be answered as well, sooner than another way to the same end. If nothing is
//!   left then, the next job is for the case that they fail.
//! - A leaf is opened only if there would be too few leaves otherwise: a tree that goes to and fro between
//!   many leaves wastes what one search below a few does not. Until then jobs about it follow one another.
//!   With one worker the root stays the only leaf, and the jobs are one df-pn search in parts.
//! - Jobs tell each other what they find of large positions, while they search, wherever they are.
//! - A position that is reached in several ways is one node, with several parents.
//! - Jobs grow with what was spent so far (see [`JobTree::budget_nodes`]), so that few of them go the wrong
//!   way for long, and all workers soon have something to do.
//! - Two kinds of knowledge are kept apart. Numbers, of an analysis or of a job, say what is near, and may
//!   call a position decided; what is *shown* was checked by whoever owns the tree. When all numbers say
//!   that the root is decided, [`JobTree::unshown`] lists what is still to be shown, and a number that proves
//!   wrong is corrected then. So a wrong number can waste work and nothing else. (In Wu's tree, and in that
//!   of Pawlewicz and Hayward 2013, whose leaves are threads of one program, answers are believed.)

use std::collections::HashMap;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Analysis, Decided, Game, Guide, Outcome, Player};
use unbeatable_solve::proof_table::Distance;

/// The number of a node of a tree.
pub type NodeId = u32;

/// The first position.
pub const ROOT: NodeId = 0;

/// A proof-number tree about a yes/no question: does a position end at least as well for the first player
/// as an outcome?
pub struct JobTree<'g, G: Game, A, D> {
    game: &'g G,
    know: &'g A,
    guide: &'g D,
    at_least: Outcome<G::Value>,
    nodes: Vec<JobNode<G>>,
    places: HashMap<G::Position, NodeId, BuildMixer>,
    /// Nodes, of searches, that all jobs have taken.
    spent: u64,
}

/// A position of the tree.
struct JobNode<G: Game> {
    pos: G::Position,
    distance: Distance,
    /// The moves worth trying and what is behind them; none at a leaf.
    children: Vec<(G::Move, NodeId)>,
    parents: Vec<NodeId>,
    /// Whether a job is under way.
    is_busy: bool,
    /// Whether what the numbers say was shown.
    is_shown: bool,
}

/// A leaf to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selected {
    /// Its number.
    pub id: NodeId,
    /// How far it may get before another one is nearer.
    pub limits: Distance,
    /// Whether it is needed if all jobs under way end as it seems; if not, this is for the case that they do
    /// not, and those leaves had better be opened when they come back.
    pub is_needed: bool,
}

/// What a position of a proof rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason<M> {
    /// It was shown by itself.
    Shown,
    /// The player to move reaches the aim by this move.
    Move(M),
    /// The player to move misses it, whatever the move.
    AllMoves,
    /// Nothing but numbers.
    Numbers,
}

/// Whether a position in which these distances are behind the moves is near to a win or to a loss.
fn sum_up(children: impl Iterator<Item = Distance>) -> Distance {
    let (mut win, mut lose) = (Distance::INFINITY, 0);
    for child in children {
        win = win.min(child.lose);
        lose += u64::from(child.win);
    }
    match win {
        0 => Distance::WON,
        Distance::INFINITY => Distance::LOST,
        _ => Distance {
            win,
            lose: lose.clamp(1, u64::from(Distance::INFINITY) - 1) as u32,
        },
    }
}

/// The first jobs take so many nodes.
const FIRST_NODES: u64 = 1 << 16;

/// A job takes this part of what was spent before it, for each worker.
const SHARE_OF_SPENT: u64 = 8;

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> JobTree<'g, G, A, D> {
    /// A tree of one leaf, the unfinished `pos`.
    pub fn new(
        game: &'g G,
        know: &'g A,
        guide: &'g D,
        pos: G::Position,
        at_least: Outcome<G::Value>,
    ) -> Self {
        let mut tree = JobTree {
            game,
            know,
            guide,
            at_least,
            nodes: vec![],
            places: HashMap::default(),
            spent: 0,
        };
        tree.node(pos, Distance { win: 1, lose: 1 });
        tree
    }

    /// How many positions the tree has, at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A position of the tree.
    #[must_use]
    pub fn position(&self, id: NodeId) -> &G::Position {
        &self.nodes[id as usize].pos
    }

    /// The node of a position, if it is in the tree.
    #[must_use]
    pub fn find(&self, pos: &G::Position) -> Option<NodeId> {
        self.places.get(pos).copied()
    }

    /// How far the player to move is from reaching his aim, by the numbers.
    #[must_use]
    pub fn distance(&self, id: NodeId) -> Distance {
        self.nodes[id as usize].distance
    }

    /// Whether the statement holds of a decided position: that the game ends at least as well for the
    /// first player as was asked.
    #[must_use]
    pub fn answer(&self, id: NodeId) -> Option<bool> {
        let node = &self.nodes[id as usize];
        let is_first = self.game.turn(&node.pos) == Player::First;
        let is_won = node.distance.win == 0;
        node.distance.is_decided().then_some(is_won == is_first)
    }

    /// Notes that a job has spent so many nodes.
    pub fn spend(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes);
    }

    /// A job leaves a leaf open, and it stays a leaf, with these numbers behind its moves. Whether it may: if
    /// they say that it is decided, it must be opened to be shown.
    pub fn leave(&mut self, id: NodeId, moves: impl Iterator<Item = Distance>) -> bool {
        let node = &mut self.nodes[id as usize];
        let distance = sum_up(moves);
        if distance.is_decided() && node.children.is_empty() && !node.is_shown {
            return false;
        }
        if node.children.is_empty() && !node.is_shown {
            node.distance = distance;
            self.update_parents(id);
        }
        self.give_back(id);
        true
    }

    /// How many nodes the next job may take, if so many workers share them and none may take more than
    /// `nodes_max`.
    #[must_use]
    pub fn budget_nodes(&self, workers: usize, nodes_max: u64) -> u64 {
        let share = self.spent / (SHARE_OF_SPENT * workers as u64);
        share.max(FIRST_NODES).min(nodes_max)
    }

    fn node(&mut self, pos: G::Position, distance: Distance) -> NodeId {
        if let Some(id) = self.places.get(&pos) {
            return *id;
        }
        let id = NodeId::try_from(self.nodes.len()).expect("memory for fewer nodes");
        self.nodes.push(JobNode {
            pos,
            distance,
            children: vec![],
            parents: vec![],
            is_busy: false,
            is_shown: false,
        });
        self.places.insert(pos, id);
        id
    }

    /// Nodes of searches that all jobs have taken.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The leaf to search next, which is busy from now on; `None` if there is none, as long as no job under
    /// way has returned.
    pub fn select(&mut self) -> Option<Selected> {
        let kinds = [Busy::Succeeds, Busy::Fails];
        let found = kinds.into_iter().find_map(|busy| {
            let looks = self.looks(busy);
            let is_open = !looks[ROOT as usize].is_decided();
            is_open.then(|| self.nearest(&looks, matches!(busy, Busy::Succeeds)))
        });
        let any = || {
            let id = self.any_open()?;
            let Distance { win, lose } = self.distance(id);
            let twice = |number: u32| number.saturating_mul(2).min(Distance::INFINITY);
            let limits = Distance {
                win: twice(win),
                lose: twice(lose),
            };
            Some(Selected {
                id,
                limits,
                is_needed: false,
            })
        };
        let selected = found.or_else(any)?;
        self.nodes[selected.id as usize].is_busy = true;
        Some(selected)
    }

    /// How far all positions look, if the jobs under way end so.
    fn looks(&self, busy: Busy) -> Vec<Distance> {
        let mut looks: Vec<Option<Distance>> = vec![None; self.nodes.len()];
        let mut stack = vec![ROOT];
        while let Some(&id) = stack.last() {
            let node = &self.nodes[id as usize];
            let open = |(_, child): &&(G::Move, NodeId)| looks[*child as usize].is_none();
            if !node.distance.is_decided() && !node.children.is_empty() {
                let before = stack.len();
                stack.extend(node.children.iter().filter(open).map(|(_, child)| *child));
                if stack.len() > before {
                    continue;
                }
            }
            stack.pop();
            let children = node.children.iter();
            let children = children.map(|(_, child)| looks[*child as usize]);
            looks[id as usize] = Some(match node.distance {
                decided if decided.is_decided() => decided,
                distance if node.is_busy => busy.ending(distance),
                distance if node.children.is_empty() => distance,
                _ => sum_up(children.map(|look| look.expect("children come first"))),
            });
        }
        let unseen = self.nodes.iter().map(|node| node.distance);
        let looks = looks.into_iter().zip(unseen);
        looks.map(|(look, unseen)| look.unwrap_or(unseen)).collect()
    }

    /// The leaf that is nearest to deciding the root, which looks open, and how far it may get before
    /// another one is nearer by as much again: to leave a job and come back is dearer than within one
    /// search, which leaves when another is nearer by a half.
    fn nearest(&self, looks: &[Distance], is_needed: bool) -> Selected {
        let look = |id: NodeId| looks[id as usize];
        let (mut id, mut limits) = (ROOT, Distance::UNLIMITED);
        loop {
            let children = || {
                self.nodes[id as usize]
                    .children
                    .iter()
                    .map(|(_, child)| *child)
            };
            let Some(child) = children().min_by_key(|child| look(*child).lose) else {
                return Selected {
                    id,
                    limits,
                    is_needed,
                };
            };
            let others = || children().filter(|other| *other != child);
            let second = others().map(|other| look(other).lose).min();
            let second = u64::from(second.unwrap_or(Distance::INFINITY));
            let nearer = (2 * second + 1).min(limits.win.into());
            let rest: u64 = others().map(|other| u64::from(look(other).win)).sum();
            limits = Distance {
                win: match limits.lose {
                    Distance::INFINITY => Distance::INFINITY,
                    lose => u64::from(lose)
                        .saturating_sub(rest)
                        .max(u64::from(look(child).win) + 1) as u32,
                },
                lose: nearer.min(Distance::INFINITY.into()) as u32,
            };
            id = child;
        }
    }

    /// Any open leaf that is not busy, the nearest one by moves that look best.
    fn any_open(&self) -> Option<NodeId> {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![ROOT];
        while let Some(id) = stack.pop() {
            let node = &self.nodes[id as usize];
            if node.distance.is_decided() || node.is_busy || seen[id as usize] {
                continue;
            }
            seen[id as usize] = true;
            if node.children.is_empty() {
                return Some(id);
            }
            let mut children: Vec<_> = node.children.iter().map(|(_, child)| *child).collect();
            children.sort_by_key(|child| std::cmp::Reverse(self.distance(*child).lose));
            stack.extend(children);
        }
        None
    }

    /// Whether the answer about each position, by number, can still matter to the root's.
    #[must_use]
    pub fn matters(&self) -> Vec<bool> {
        let mut matters = vec![false; self.nodes.len()];
        let mut stack = vec![ROOT];
        while let Some(id) = stack.pop() {
            let node = &self.nodes[id as usize];
            if !node.distance.is_decided() && !matters[id as usize] {
                matters[id as usize] = true;
                stack.extend(node.children.iter().map(|(_, child)| *child));
            }
        }
        matters
    }

    /// A job comes back without a result, or will be asked again.
    pub fn give_back(&mut self, id: NodeId) {
        self.nodes[id as usize].is_busy = false;
    }

    /// What a position's numbers say was shown: whether the statement holds of it.
    pub fn show(&mut self, id: NodeId, holds: bool) {
        let node = &mut self.nodes[id as usize];
        let is_first = self.game.turn(&node.pos) == Player::First;
        node.distance = match holds == is_first {
            true => Distance::WON,
            false => Distance::LOST,
        };
        node.is_shown = true;
        self.give_back(id);
        self.update_parents(id);
    }

    /// A job leaves a position open: its moves become children, with the numbers that `found` has for
    /// them, or else with those of the guide.
    pub fn open(&mut self, id: NodeId, found: impl Fn(G::Move) -> Option<Distance>) {
        let (game, know, guide) = (self.game, self.know, self.guide);
        let pos = self.nodes[id as usize].pos;
        let turn = game.turn(&pos);
        let mut seen = vec![];
        let decided = know.prospects(game, guide, &pos, self.at_least, |prospect| {
            let guessed = Distance::guessed(prospect.numbers, turn.other());
            seen.push((prospect.m, found(prospect.m).unwrap_or(guessed)));
        });
        self.give_back(id);
        if let Some(decided) = decided {
            self.nodes[id as usize].distance = match decided {
                Decided::Reached(_) => Distance::WON,
                Decided::Missed => Distance::LOST,
            };
            self.update_parents(id);
            return;
        }
        let is_leaf = self.nodes[id as usize].children.is_empty();
        for (m, distance) in seen {
            let child = self.node(game.play(&pos, m), distance);
            if is_leaf {
                self.nodes[id as usize].children.push((m, child));
                self.nodes[child as usize].parents.push(id);
            }
        }
        self.update(id);
    }

    /// What is still to be shown when the root is decided by the numbers: positions that have nothing
    /// but numbers, such that all of a proof is shown when they are.
    pub fn unshown(&mut self) -> Vec<NodeId> {
        loop {
            let (unshown, is_open) = self.unshown_once();
            // If something proves open, the root may rest on something else now, or on nothing.
            if !is_open || !self.distance(ROOT).is_decided() {
                return unshown;
            }
        }
    }

    /// What is still to be shown, as long as nothing of it proves open; and whether something has.
    fn unshown_once(&mut self) -> (Vec<NodeId>, bool) {
        let (mut unshown, mut is_open) = (vec![], false);
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![ROOT];
        while let Some(id) = stack.pop() {
            if id as usize >= seen.len() {
                seen.resize(self.nodes.len(), false);
            }
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            // Moves that an analysis left out may be open after all, and so what is before them.
            if !self.distance(id).is_decided() {
                is_open = true;
                continue;
            }
            match self.reason(id) {
                Reason::Shown => {}
                Reason::Numbers => unshown.push(id),
                Reason::Move(m) => {
                    let next = self.game.play(self.position(id), m);
                    stack.push(self.places[&next]);
                }
                Reason::AllMoves => {
                    self.complete(id);
                    is_open |= !self.distance(id).is_decided();
                    let children = self.nodes[id as usize].children.iter();
                    stack.extend(children.map(|(_, child)| *child));
                }
            }
        }
        (unshown, is_open)
    }

    /// What a decided position rests on.
    #[must_use]
    pub fn reason(&self, id: NodeId) -> Reason<G::Move> {
        let node = &self.nodes[id as usize];
        assert!(node.distance.is_decided(), "an open position has no reason");
        if node.is_shown {
            return Reason::Shown;
        }
        if node.distance.lose == 0 {
            return match node.children.is_empty() {
                true => Reason::Numbers,
                false => Reason::AllMoves,
            };
        }
        let winners = node.children.iter();
        let winners = winners.filter(|(_, child)| self.distance(*child).lose == 0);
        // What is shown costs nothing; what has children is shown in part.
        let cost = |(_, child): &&(G::Move, NodeId)| {
            let child = &self.nodes[*child as usize];
            (!child.is_shown, child.children.is_empty())
        };
        match winners.min_by_key(cost) {
            Some((m, _)) => Reason::Move(*m),
            None => Reason::Numbers,
        }
    }

    /// Adds the moves of a lost position that an analysis left out: they lose as well, by its word.
    fn complete(&mut self, id: NodeId) {
        let (game, pos) = (self.game, self.nodes[id as usize].pos);
        for m in game.moves(&pos) {
            let next = game.play(&pos, m);
            let is_listed = self.nodes[id as usize]
                .children
                .iter()
                .any(|(known, _)| *known == m);
            if is_listed || game.outcome(&next).is_some() {
                continue;
            }
            let child = self.node(next, Distance::WON);
            self.nodes[id as usize].children.push((m, child));
            self.nodes[child as usize].parents.push(id);
        }
        self.update(id);
    }

    /// Sums up a position again, and all those before it that change.
    fn update(&mut self, id: NodeId) {
        let node = &self.nodes[id as usize];
        let children = node.children.iter();
        let distance = sum_up(children.map(|(_, child)| self.distance(*child)));
        if !node.is_shown && distance != node.distance {
            self.nodes[id as usize].distance = distance;
            self.update_parents(id);
        }
    }

    fn update_parents(&mut self, id: NodeId) {
        // Games without repetition have no circles.
        for parent in self.nodes[id as usize].parents.clone() {
            self.update(parent);
        }
    }
}

/// How jobs under way are taken to end.
#[derive(Clone, Copy)]
enum Busy {
    Succeeds,
    Fails,
}

impl Busy {
    fn ending(self, distance: Distance) -> Distance {
        let seems_won = distance.win <= distance.lose;
        match (seems_won, self) {
            (true, Busy::Succeeds) | (false, Busy::Fails) => Distance::WON,
            (true, Busy::Fails) | (false, Busy::Succeeds) => Distance::LOST,
        }
    }
}
