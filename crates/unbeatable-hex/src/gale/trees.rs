//! Who wins Gale, and how, without search.
//!
//! Gale is Shannon's switching game, for either player. Take a player's dots as vertices, dots that bridges have
//! joined as one, each side as one, and the empty crossings as edges. A bridge of the player's contracts an
//! edge, a bridge of the opponent's deletes one.
//!
//! *A player who moves second wins exactly if there are two trees without a common edge that join the same
//! vertices, both sides among them* (Lehman 1964, 'A solution of the Shannon switching game'). That they suffice
//! is easy: if the opponent deletes an edge of one tree, the player contracts an edge of the other that joins
//! both parts again, and there are two trees as before.
//!
//! Whether there are two such trees is a question about two forests (Edmonds 1965, 'Lehman's switching game and
//! a theorem of Tutte and Nash-Williams'). Take two forests without a common edge that have as many edges
//! together as two can have, and one more edge `e` that joins both sides. Two trees exist exactly if `e` does
//! not fit: if no two forests have more edges with it than without it.
//!
//! - If two trees exist, they join `n` vertices with `2n - 2` edges, and no two forests have more edges on `n`
//!   vertices. So `e` depends on the trees' edges, in the matroid of unions of two forests, and does not fit.
//! - If `e` does not fit, then `ForestPair::add` finds no way to add it. It tries `e`, then all edges on the
//!   cycle that `e` closes in either forest, then all edges on the cycles that these close in the other, and so
//!   on; an edge that closes no cycle would be a way (Edmonds 1965, 'Minimum partition of a matroid into
//!   independent subsets'). Let `R` be all edges tried but `e`. Either forest joins the ends of `e`, and of
//!   each edge of `R`, by edges of `R`. So what either forest has of `R` joins the same vertices, the sides
//!   among them. `R` hangs together, because each cycle begins at an edge that was tried before. So these are
//!   the two trees.
//!
//! A player who moves first wins exactly with the moves that leave two trees. To contract an edge is as good as
//! to lay one more beside it: the two are two trees on its ends, and where a part of a graph has two trees that
//! join all of it, it can stand for a vertex. So all moves are tried with forests that were made once.

use unbeatable_core::{Analysis, Bounds, Game, Notation, Player, Wdl};

use crate::board::each;
use crate::gale::board::{CrossingSet, DOTS_MAX, FIRST_SIDE, GaleBoard, JoinedDots, LAST_SIDE};
use crate::gale::{Crossing, Gale, GaleBridges};

/// Knowledge of who wins, by two trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoTrees;

/// The crossings of two trees that join the same dots of a player, both sides among them, and have no crossing
/// in common, if the player has them: then the player wins whoever moves. `None` if the player does not win
/// moving second.
///
/// Any bridges will do, whoever has more. Two empty trees are those of a player whose bridges join the sides.
#[must_use]
pub fn two_trees(
    board: &GaleBoard,
    player: Player,
    own: CrossingSet,
    others: CrossingSet,
) -> Option<[CrossingSet; 2]> {
    SwitchingGame::new(board, player, own, others).two_trees()
}

/// The moves with which a player who moves first wins.
#[must_use]
pub fn winning_crossings(
    board: &GaleBoard,
    player: Player,
    own: CrossingSet,
    others: CrossingSet,
) -> CrossingSet {
    let game = SwitchingGame::new(board, player, own, others);
    let empty = board.full() & !(own | others);
    let wins = each(empty).filter(|&crossing| game.wins_with(crossing));
    wins.fold(0, |wins, crossing| wins | 1 << crossing)
}

/// A player's graph of empty crossings, with as many of them as possible in two forests.
struct SwitchingGame<'b> {
    board: &'b GaleBoard,
    player: Player,
    joined: JoinedDots,
    forests: ForestPair,
}

impl<'b> SwitchingGame<'b> {
    fn new(
        board: &'b GaleBoard,
        player: Player,
        own: CrossingSet,
        others: CrossingSet,
    ) -> SwitchingGame<'b> {
        let mut game = SwitchingGame {
            board,
            player,
            joined: board.joined(player, own),
            forests: ForestPair::empty(),
        };
        for crossing in each(board.full() & !(own | others)) {
            let ends = game.ends(board.dots(player, crossing));
            // An edge that does not fit now fits into no larger pair of forests.
            let _ = game.forests.add(crossing, ends);
        }
        game
    }

    /// The vertices of two dots.
    fn ends(&self, dots: [u8; 2]) -> [u8; 2] {
        dots.map(|dot| self.joined.group(dot))
    }

    fn two_trees(&self) -> Option<[CrossingSet; 2]> {
        let sides = self.ends([FIRST_SIDE, LAST_SIDE]);
        let reached = self.forests.clone().add(BETWEEN_SIDES, sides).err()?;
        Some(self.forests.members.map(|members| members & reached))
    }

    fn wins_with(&self, crossing: u8) -> bool {
        let mut forests = self.forests.clone();
        let ends = self.ends(self.board.dots(self.player, crossing));
        // If the copy does not fit, the ends were in two trees before.
        let _ = forests.add(COPY, ends);
        let sides = self.ends([FIRST_SIDE, LAST_SIDE]);
        forests.add(BETWEEN_SIDES, sides).is_err()
    }
}

/// A set of edges. Those of crossings have the bits of these ([`CrossingSet`]), and two more are for trial.
///
/// ```text
/// 127             126    125 .. 113   112 .. 0
/// BETWEEN_SIDES   COPY   free         crossings
/// ```
type GaleEdges = u128;

/// An edge that joins both sides.
const BETWEEN_SIDES: u8 = 127;

/// An edge beside another one.
const COPY: u8 = 126;

/// Two forests without a common edge, that have as many of the edges that were added as two can have.
#[derive(Clone)]
struct ForestPair {
    /// The ends of each edge that was added.
    ends: [[u8; 2]; 128],
    /// The edges of each forest.
    members: [GaleEdges; 2],
    forests: [RootedForest; 2],
}

impl ForestPair {
    fn empty() -> Self {
        ForestPair {
            ends: [[0; 2]; 128],
            members: [0; 2],
            forests: [RootedForest::EMPTY; 2],
        }
    }

    /// Takes one more edge into the forests. If they cannot have more edges with it, nothing changes, and `Err`
    /// has the edges that were tried in its stead: what either forest has of them is a tree, and both trees
    /// join the same vertices, among them the ends of the edge.
    ///
    /// Edges are tried nearest first. So each one that changes its place closes no cycle there, though others
    /// have changed theirs before: a cycle that these opened would have been a shorter way (Knuth 1973,
    /// 'Matroid partitioning').
    fn add(&mut self, edge: u8, ends: [u8; 2]) -> Result<(), GaleEdges> {
        self.ends[usize::from(edge)] = ends;
        // The edge whose cycle each one lies on. Its place is what that edge takes.
        let mut taken_by = [edge; 128];
        let mut tried: GaleEdges = 1 << edge;
        let mut queue = vec![edge];
        let mut next = 0;
        while let Some(&x) = queue.get(next) {
            next += 1;
            for i in 0..2 {
                if self.members[i] >> x & 1 == 1 {
                    continue;
                }
                let Some(path) = self.forests[i].path(self.ends[usize::from(x)]) else {
                    self.shift(x, i, edge, &taken_by);
                    return Ok(());
                };
                for y in each(path & !tried) {
                    taken_by[usize::from(y)] = x;
                    queue.push(y);
                }
                tried |= path;
            }
        }
        Err(tried & !(1 << edge))
    }

    /// Moves `x` into forest `i`, the edge that takes its place there, and so on until `last` has one.
    fn shift(&mut self, mut x: u8, mut i: usize, last: u8, taken_by: &[u8; 128]) {
        loop {
            let ends = self.ends[usize::from(x)];
            let other = 1 - i;
            if x != last {
                self.forests[other].cut(x, ends);
                self.members[other] &= !(1 << x);
            }
            self.forests[i].link(x, ends);
            self.members[i] |= 1 << x;
            if x == last {
                return;
            }
            (x, i) = (taken_by[usize::from(x)], other);
        }
    }
}

/// A forest, by the edge that leads from each vertex towards the root of its tree.
#[derive(Clone, Copy)]
struct RootedForest {
    up: [Option<UpwardEdge>; DOTS_MAX],
}

/// An edge, and the vertex to which it leads.
#[derive(Clone, Copy, PartialEq, Eq)]
struct UpwardEdge {
    edge: u8,
    to: u8,
}

impl RootedForest {
    const EMPTY: RootedForest = RootedForest {
        up: [None; DOTS_MAX],
    };

    /// The root of a vertex's tree, and the edges on the way there.
    fn way_up(&self, mut vertex: u8) -> (u8, GaleEdges) {
        let mut way = 0;
        while let Some(up) = self.up[usize::from(vertex)] {
            way |= 1 << up.edge;
            vertex = up.to;
        }
        (vertex, way)
    }

    /// The edges between two vertices; `None` if there is no way.
    fn path(&self, ends: [u8; 2]) -> Option<GaleEdges> {
        let [(root, way), (other_root, other_way)] = ends.map(|vertex| self.way_up(vertex));
        // What both ways have in common lies above the place where they meet.
        (root == other_root).then_some(way ^ other_way)
    }

    fn link(&mut self, edge: u8, [a, b]: [u8; 2]) {
        debug_assert!(self.path([a, b]).is_none(), "an edge that closes no cycle");
        // What led upwards from `a` leads down to it, so that `a` is a root and can hang below `b`.
        let mut vertex = a;
        let mut up = Some(UpwardEdge { edge, to: b });
        while let Some(new) = up {
            up = self.up[usize::from(vertex)].replace(new);
            if let Some(old) = up {
                let below = vertex;
                vertex = old.to;
                up = Some(UpwardEdge {
                    edge: old.edge,
                    to: below,
                });
            }
        }
    }

    fn cut(&mut self, edge: u8, ends: [u8; 2]) {
        let is_it = |end: &u8| self.up[usize::from(*end)].is_some_and(|up| up.edge == edge);
        let below = ends.into_iter().find(is_it);
        let below = below.expect("an edge of the forest leads upwards from one of its ends");
        self.up[usize::from(below)] = None;
    }
}

impl TwoTrees {
    /// The trees of the player who is not to move, if there are two.
    fn of_waiting(&self, game: &Gale, pos: &GaleBridges) -> Option<[CrossingSet; 2]> {
        let (mover, waiting) = (pos.turn(), pos.turn().other());
        two_trees(game.board(), waiting, pos.of(waiting), pos.of(mover))
    }

    fn is_lost(&self, game: &Gale, pos: &GaleBridges) -> bool {
        self.of_waiting(game, pos).is_some()
    }

    /// The moves that leave the mover two trees.
    fn wins(&self, game: &Gale, pos: &GaleBridges) -> impl Iterator<Item = Crossing> {
        let (mover, waiting) = (pos.turn(), pos.turn().other());
        let wins = winning_crossings(game.board(), mover, pos.of(mover), pos.of(waiting));
        each(wins).map(Crossing)
    }

    /// A move that wins at once, or else the first that wins. The position must be won.
    fn clearest_win(&self, game: &Gale, pos: &GaleBridges) -> Crossing {
        let ends = |m: &Crossing| game.outcome(&game.play(pos, *m)).is_some();
        let at_once = self.wins(game, pos).find(ends);
        let any = at_once.or_else(|| self.wins(game, pos).next());
        any.expect("who does not lose has a winning move")
    }

    /// The board with two trees in it, and how they win.
    fn drawn(&self, game: &Gale, pos: &GaleBridges, trees: [CrossingSet; 2]) -> Vec<String> {
        let (mover, waiting) = (pos.turn(), pos.turn().other());
        let [mover, waiting] = [mover, waiting].map(|player| game.player_name(player));
        let mark = |Crossing(crossing): Crossing| match trees.map(|tree| tree >> crossing & 1) {
            [1, _] => Some('1'),
            [_, 1] => Some('2'),
            _ => None,
        };
        let mut board = String::new();
        game.write_board(pos, &mark, &mut board)
            .expect("writing to a string does not fail");
        let mut lines: Vec<String> = board.lines().map(String::from).collect();
        lines.push(String::new());
        lines.push(format!(
            "When {mover} cuts one tree in two, {waiting} plays a crossing of the other that joins both \
             parts again. That bridge belongs to both trees from then on."
        ));
        lines
    }
}

/// The sides that a player joins.
fn sides(player: Player) -> &'static str {
    ["top and bottom", "left and right"][player.index()]
}

impl Analysis<Gale> for TwoTrees {
    #[inline]
    fn bounds(&self, game: &Gale, pos: &GaleBridges) -> Bounds<Wdl> {
        Bounds::exactly(match self.is_lost(game, pos) {
            true => Wdl::Loss,
            false => Wdl::Win,
        })
    }

    /// The winning moves, or any one move where all lose alike.
    fn candidates<'a>(
        &'a self,
        game: &'a Gale,
        pos: &'a GaleBridges,
    ) -> impl Iterator<Item = Crossing> + 'a {
        let lost = usize::from(self.is_lost(game, pos));
        self.wins(game, pos).chain(game.moves(pos).take(lost))
    }

    fn solves(&self, _: &Gale) -> bool {
        true
    }

    fn best_moves(&self, game: &Gale, pos: &GaleBridges) -> Option<Vec<Crossing>> {
        Some(match self.is_lost(game, pos) {
            true => game.moves(pos).collect(),
            false => self.wins(game, pos).collect(),
        })
    }

    fn why(&self, game: &Gale, pos: &GaleBridges) -> Option<String> {
        let (mover, waiting) = (pos.turn(), pos.turn().other());
        let name = |player| game.player_name(player);
        if self.is_lost(game, pos) {
            return Some(format!(
                "{} has two trees without a common crossing, each from {}, and what is cut in one the \
                 other mends (Lehman 1964)",
                name(waiting),
                side_to_side(waiting)
            ));
        }
        let m = self.clearest_win(game, pos);
        let text = game.move_text(pos, m);
        Some(match game.outcome(&game.play(pos, m)) {
            Some(_) => format!("{text} joins {}", sides(mover)),
            None => format!(
                "{text} leaves {} two trees without a common crossing, each from {}, and what is cut in \
                 one the other mends (Lehman 1964)",
                name(mover),
                side_to_side(mover)
            ),
        })
    }

    /// The board with both trees, after a winning move if there is one.
    fn explanation(&self, game: &Gale, pos: &GaleBridges) -> Vec<String> {
        let name = |player| game.player_name(player);
        if let Some(trees) = self.of_waiting(game, pos) {
            let waiting = pos.turn().other();
            let mut lines = vec![format!(
                "{} has two trees, 1 and 2, that join the same dots, {} among them:",
                name(waiting),
                sides(waiting)
            )];
            lines.extend(self.drawn(game, pos, trees));
            return lines;
        }
        let mover = pos.turn();
        let shown = self.clearest_win(game, pos);
        let next = game.play(pos, shown);
        let first = game.move_text(pos, shown);
        let mut lines = match self.of_waiting(game, &next) {
            _ if game.outcome(&next).is_some() => vec![format!("{first} joins {}.", sides(mover))],
            trees => {
                let trees = trees.expect("a winning move leaves two trees");
                let mut lines = vec![format!(
                    "{first} leaves {} two trees, 1 and 2, that join the same dots, {} among them:",
                    name(mover),
                    sides(mover)
                )];
                lines.extend(self.drawn(game, &next, trees));
                lines
            }
        };
        let others = self.wins(game, pos).filter(|&m| m != shown);
        let others: Vec<String> = others.map(|m| game.move_text(pos, m)).collect();
        if !others.is_empty() {
            lines.push(format!("Also winning: {}.", others.join(", ")));
        }
        lines
    }
}

/// From which side to which side a player's trees lead.
fn side_to_side(player: Player) -> &'static str {
    ["top to bottom", "left to right"][player.index()]
}
