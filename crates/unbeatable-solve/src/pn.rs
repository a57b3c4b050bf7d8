//! Proof-number search, best first (Allis, van der Meulen and van den Herik 1994).
//!
//! It answers yes/no questions, 'does the player to move get at least this?', with a tree in memory.
//! Every open node has two numbers: how many open positions must be proven, at least, before it is
//! proven that its player reaches the goal, and that he does not. The next position to be expanded is
//! one that both proofs of the root would need: down from the root, to the child that is nearest to
//! being lost for its player. It needs no depth and no window, and finds narrow wins, where one side
//! has few replies, long before a search that takes moves in turn.
//!
//! Where we differ: numbers are seen by the player to move, so that one rule serves both players; a
//! node that is solved drops its subtree at once; ancestors are brought up to date only as far as
//! something changes, and the next descent begins there (Allis 1994, chapter 2); numbers of new
//! positions are the guide's, if it has some; positions that an analysis decides are not expanded.
//!
//! It is a tree: a position that can be reached in two ways is searched twice. For games without
//! repetition that is slow where moves commute, and never wrong.
//!
//! Nodes are expansions. Ends are the finished positions among the children that were looked at while
//! expanding; the first child that decides a position is the last one looked at.

use unbeatable_core::{
    Analysis, Bounds, Budget, Game, Goal, Guide, Line, Outcome, Player, Repetition, Stopped, Value,
    Watch,
};

use crate::distance::Distance;
use crate::meter::{DEPTH_MAX, Meter};
use crate::questions::{self, YesNoAnswer, YesNoSearch};
use crate::rank_bounds::ranks;
use crate::search::{Algorithm, Search};
use crate::solved::Solved;
use crate::solver::Solver;

mod tree;

use tree::PnTree;

/// Proof-number search. Nothing is remembered from one question to the next but the memory for a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pn;

impl<G: Game> Algorithm<G> for Pn {
    type Memory = PnTree<G::Move>;

    fn memory(self, game: &G, budget: &Budget) -> Self::Memory {
        assert!(
            game.repetition() == Repetition::Impossible,
            "a tree without histories is wrong where history matters"
        );
        PnTree::new(budget.table_bytes_max)
    }
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Solver<'g, G> for Search<'g, G, A, D, Pn> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let meter = self.meter(watch);
        questions::prove(&mut PnRun::new(self, meter), line, goal)
    }

    fn play_out(
        &mut self,
        line: &Line<'g, G>,
        solved: &Solved<G>,
        meter: Meter<'_, G::Value>,
    ) -> Vec<G::Move> {
        questions::play_out(&mut PnRun::new(self, meter), line, solved)
    }
}

/// One question being answered.
struct PnRun<'s, 'g, 'w, G: Game, A, D> {
    search: &'s mut Search<'g, G, A, D, Pn>,
    meter: Meter<'w, G::Value>,
    /// The positions on the way from the root to where the search is.
    positions: Vec<G::Position>,
    /// The moves of the position that is being expanded, each with its promise,
    moves: Vec<(i32, G::Move)>,
    /// and what they lead to.
    children: Vec<(G::Move, Distance)>,
    /// The rank that each player is to reach: the first one that of the statement which is to be
    /// proven, the second one what refutes it.
    goals: [i32; 2],
}

/// What an expansion found.
enum Expanded<M> {
    /// The player to move reaches the goal, by that move.
    Won(M),
    Lost,
    /// The children that were listed decide nothing yet.
    Open,
}

impl<'s, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> PnRun<'s, 'g, 'w, G, A, D> {
    fn new(search: &'s mut Search<'g, G, A, D, Pn>, meter: Meter<'w, G::Value>) -> Self {
        PnRun {
            search,
            meter,
            positions: vec![],
            moves: vec![],
            children: vec![],
            goals: [0; 2],
        }
    }

    /// Expands until the root is solved. The winning move, if its player reaches the goal.
    fn search(&mut self) -> Result<Option<G::Move>, Stopped> {
        loop {
            self.descend();
            let expanded = self.expand()?;
            let here = self.search.memory.here();
            match expanded {
                Expanded::Won(m) if self.search.memory.depth() == 0 => return Ok(Some(m)),
                Expanded::Won(_) => self.search.memory.set_distance(here, Distance::WON),
                Expanded::Lost if self.search.memory.depth() == 0 => return Ok(None),
                Expanded::Lost => self.search.memory.set_distance(here, Distance::LOST),
                Expanded::Open => {
                    if !self.search.memory.expand(&self.children) {
                        return Err(Stopped::Memory);
                    }
                    self.meter.table_bytes = self.search.memory.bytes();
                    let here = self.search.memory.here();
                    let sum = self.sum_up(here).0;
                    if sum == self.search.memory.distance(here) {
                        continue;
                    }
                    self.search.memory.set_distance(here, sum);
                }
            }
            if let Some(winner) = self.update()? {
                return Ok(winner);
            }
        }
    }

    /// Goes to the open position below that is nearest to deciding the root.
    fn descend(&mut self) {
        let Search {
            game, memory: tree, ..
        } = &mut *self.search;
        loop {
            let here = tree.here();
            let win = tree.distance(here).win;
            let best = tree.children(here).find(|&c| tree.distance(c).lose == win);
            let Some(best) = best else {
                debug_assert!(tree.children(here).is_empty(), "its number is a child's");
                return;
            };
            let m = tree.descend(best);
            let pos = self.positions.last().expect("the root's position");
            self.positions.push(game.play(pos, m));
        }
    }

    /// Goes up to the last node that changes, or rather to the first that does not. The root's
    /// decision if it comes to that.
    fn update(&mut self) -> Result<Option<Option<G::Move>>, Stopped> {
        loop {
            if !self.search.memory.ascend() {
                return Ok(None);
            }
            self.positions.pop();
            let here = self.search.memory.here();
            let moves = self.search.memory.children(here).len();
            self.meter.work(moves)?;
            let (sum, best) = self.sum_up(here);
            if sum == self.search.memory.distance(here) {
                return Ok(None);
            }
            if sum.is_decided() && self.search.memory.depth() == 0 {
                let winner = self.search.memory.m(best);
                return Ok(Some((sum == Distance::WON).then_some(winner)));
            }
            self.search.memory.set_distance(here, sum);
        }
    }

    /// What the children of a node say about it, and the one that is nearest to being lost.
    #[inline]
    fn sum_up(&self, node: tree::NodeIndex) -> (Distance, tree::NodeIndex) {
        let tree = &self.search.memory;
        let children = tree.children(node);
        let mut best = children.start;
        let (mut win, mut lose) = (Distance::INFINITY, 0u32);
        for child in children {
            let distance = tree.distance(child);
            if distance.lose < win {
                (win, best) = (distance.lose, child);
            }
            lose = lose.saturating_add(distance.win);
        }
        let sum = match (win, lose) {
            (0, _) => Distance::WON,
            (_, 0) => Distance::LOST,
            // An open node is not infinitely far from anything.
            _ => Distance {
                win,
                lose: lose.min(Distance::INFINITY - 1),
            },
        };
        (sum, best)
    }

    /// Lists the children of the position where the search is, as far as they do not decide it.
    fn expand(&mut self) -> Result<Expanded<G::Move>, Stopped> {
        let Search {
            game, know, guide, ..
        } = *self.search;
        let depth = self.search.memory.depth();
        self.meter.node()?;
        if depth > DEPTH_MAX as usize {
            return Err(Stopped::Depth);
        }
        self.meter.unfinished(depth as u32);
        let pos = *self.positions.last().expect("the root's position");
        self.moves.clear();
        self.children.clear();
        let promise = |m| match guide.sorts() {
            true => guide.promise(game, &pos, m),
            false => 0,
        };
        let candidates = know.candidates(game, &pos);
        self.moves.extend(candidates.map(|m| (promise(m), m)));
        if guide.sorts() {
            // Of children that look equally near, the first is expanded first.
            self.moves.sort_by_key(|(promise, _)| -i64::from(*promise));
        }
        self.meter.work(self.moves.len())?;
        for i in 0..self.moves.len() {
            let m = self.moves[i].1;
            match self.first_distance(&game.play(&pos, m)) {
                Distance::LOST => return Ok(Expanded::Won(m)),
                // What the opponent has won already needs no place in the tree.
                Distance::WON => {}
                open => self.children.push((m, open)),
            }
        }
        Ok(match self.children.is_empty() {
            true => Expanded::Lost,
            false => Expanded::Open,
        })
    }

    /// What is known of a position that comes up for the first time.
    #[inline]
    fn first_distance(&mut self, pos: &G::Position) -> Distance {
        let Search {
            game, know, guide, ..
        } = *self.search;
        let turn = game.turn(pos);
        let goal = self.goals[turn.index()];
        let bounds = match game.outcome(pos) {
            Some(outcome) => {
                self.meter.end();
                Bounds::exactly(outcome.value_for(turn))
            }
            None => know.bounds(game, pos),
        };
        let known = ranks(bounds);
        if known.lower >= goal {
            return Distance::WON;
        }
        if known.upper < goal {
            return Distance::LOST;
        }
        let rank = self.goals[Player::First.index()] as i16;
        let at_least = Outcome::from_value(G::Value::of_rank(rank), Player::First);
        Distance::guessed(guide.numbers(game, pos, at_least), turn)
    }
}

impl<'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> YesNoSearch<'g, 'w, G>
    for PnRun<'_, 'g, 'w, G, A, D>
{
    fn meter(&mut self) -> &mut Meter<'w, G::Value> {
        &mut self.meter
    }

    fn known(&self, pos: &G::Position) -> Bounds<G::Value> {
        self.search.know.bounds(self.search.game, pos)
    }

    fn guess(&self, pos: &G::Position) -> Option<G::Value> {
        self.search.guide.guess(self.search.game, pos)
    }

    fn ask(&mut self, pos: &G::Position, rank: i32) -> Result<YesNoAnswer<G::Move>, Stopped> {
        let game = self.search.game;
        let turn = game.turn(pos);
        self.goals[turn.index()] = rank;
        self.goals[turn.other().index()] = 1 - rank;
        self.positions.clear();
        self.positions.push(*pos);
        let any = game
            .moves(pos)
            .next()
            .expect("an unfinished game has a move");
        if !self.search.memory.plant(any) {
            return Err(Stopped::Memory);
        }
        self.meter.table_bytes = self.search.memory.bytes();
        Ok(YesNoAnswer::new(self.search()?, rank))
    }
}

#[cfg(test)]
mod tests;
