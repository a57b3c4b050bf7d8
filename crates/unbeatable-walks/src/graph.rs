//! What may follow a line where repetition is forbidden, as a graph.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;

use unbeatable_core::{Game, Line, Mark, Trace};

use crate::set::NodeSet;

/// How many move sequences there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walked {
    /// Finished ones.
    pub games: u128,
    /// All of them, the empty one and finished ones included.
    pub sequences: u128,
}

/// Graphs with more nodes are not counted: those of games worth counting have far too many walks.
pub const NODES_MAX: usize = 127;

/// What may follow a line, as a graph.
pub(crate) struct WalkGraph {
    /// Nodes are 0, 1, …; this one, the last, is where the line ends. Nothing leads back to it.
    pub(crate) root: usize,
    pub(crate) edges: Vec<Vec<WalkEdge>>,
    /// What a walk that ends at the node is worth, with all that lies between it and other nodes.
    pub(crate) weights: Vec<Walked>,
    /// Permutations of the nodes that change nothing, the identity included.
    pub(crate) symmetries: Vec<Vec<u8>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct WalkEdge {
    pub(crate) to: u8,
    /// The nodes that cannot be entered any more, `to` included.
    pub(crate) closes: u128,
    /// How many move sequences lead there.
    pub(crate) many: u64,
}

/// What follows a position up to the next ones that may stand only once.
#[derive(Clone)]
struct Around<P> {
    /// How many games end before the next one, and how many sequences lead there or end here.
    weight: Walked,
    /// The marks left on the way, in order, and where it leads.
    ways: Vec<(Vec<Mark>, P)>,
}

/// Positions between two that may stand only once are at most this many in a row.
const BETWEEN_MAX: usize = 1_000;

impl WalkGraph {
    /// `None` if there are too many nodes.
    pub(crate) fn new<G: Game>(line: &Line<G>) -> Option<Self> {
        let game = line.game();
        let (root, nodes) = explore(line)?;
        let classes = merge(game, &nodes);
        let count = 1 + classes.values().copied().max().map_or(0, usize::from);
        let count = if nodes.is_empty() { 0 } else { count };
        if count > NODES_MAX {
            return None;
        }
        let mut closed_by: HashMap<Mark, u128> = HashMap::new();
        let mut representative = vec![None; count];
        for (pos, class) in &classes {
            *closed_by.entry(mark_of(game, pos)).or_default() |= 1 << class;
            representative[usize::from(*class)].get_or_insert(*pos);
        }
        let representative: Vec<G::Position> = representative.into_iter().flatten().collect();
        let edges_of = |around: &Around<G::Position>| {
            let mut edges: BTreeMap<(u8, u128), u64> = BTreeMap::new();
            for (marks, to) in &around.ways {
                let marks = marks.iter().copied().chain([mark_of(game, to)]);
                let closes = marks.fold(0, |closed, mark| closed | closed_by[&mark]);
                *edges.entry((classes[to], closes)).or_default() += 1;
            }
            let edge = |((to, closes), many)| WalkEdge { to, closes, many };
            edges.into_iter().map(edge).collect::<Vec<_>>()
        };
        let around = representative.iter().map(|pos| &nodes[pos]).chain([&root]);
        let mut graph = WalkGraph {
            root: count,
            edges: around.clone().map(edges_of).collect(),
            weights: around.map(|around| around.weight).collect(),
            symmetries: vec![],
        };
        let images: Vec<Vec<G::Position>> = representative
            .iter()
            .map(|pos| game.images(pos).collect())
            .collect();
        for i in 0..images.first().map_or(1, Vec::len) {
            let permutation = images.iter().map(|images| classes.get(&images[i]).copied());
            let permutation = permutation.chain([Some(count as u8)]);
            if let Some(permutation) = permutation.collect::<Option<Vec<u8>>>()
                && graph.is_symmetry(&permutation)
                && !graph.symmetries.contains(&permutation)
            {
                graph.symmetries.push(permutation);
            }
        }
        Some(graph)
    }

    fn is_symmetry(&self, permutation: &[u8]) -> bool {
        let image = |node: u8| permutation[usize::from(node)];
        let is_bijective = permutation.iter().collect::<BTreeSet<_>>().len() == permutation.len();
        let moved = |edge: &WalkEdge| WalkEdge {
            to: image(edge.to),
            closes: NodeSet::bits(edge.closes).fold(0, |set, node| set | 1 << image(node)),
            many: edge.many,
        };
        is_bijective
            && (0..=self.root).all(|node| {
                let to = usize::from(permutation[node]);
                let mut edges: Vec<WalkEdge> = self.edges[node].iter().map(moved).collect();
                let mut wanted = self.edges[to].clone();
                edges.sort_unstable();
                wanted.sort_unstable();
                self.weights[node] == self.weights[to] && edges == wanted
            })
    }
}

/// The mark of a position that may stand only once.
fn mark_of<G: Game>(game: &G, pos: &G::Position) -> Mark {
    match game.trace(pos) {
        Trace::Once(mark) => mark,
        other => unreachable!("a node leaves its mark once, not {other:?}"),
    }
}

type Nodes<P> = HashMap<P, Around<P>>;

/// What surrounds the line's end, and every position that may stand once and can still be reached
/// from there. `None` if those have more marks than there may be nodes.
#[expect(
    clippy::type_complexity,
    reason = "what surrounds the end, and all others"
)]
fn explore<G: Game>(line: &Line<G>) -> Option<(Around<G::Position>, Nodes<G::Position>)> {
    let game = line.game();
    let look = |pos: &G::Position, own: Option<Mark>| {
        let mut around = Around {
            weight: Walked {
                games: 0,
                sequences: 1,
            },
            ways: vec![],
        };
        let mut marks: Vec<Mark> = own.into_iter().collect();
        walk_between(game, pos, &mut marks, 0, &mut around);
        around
            .ways
            .retain(|(_, to)| !line.history().has(mark_of(game, to)));
        around
    };
    let mut root = look(line.position(), None);
    let mut nodes: Nodes<G::Position> = HashMap::new();
    let mut live: BTreeSet<Mark> = BTreeSet::new();
    let mut open: Vec<G::Position> = root.ways.iter().map(|(_, to)| *to).collect();
    while let Some(pos) = open.pop() {
        if nodes.contains_key(&pos) {
            continue;
        }
        let mark = mark_of(game, &pos);
        live.insert(mark);
        if live.len() > NODES_MAX {
            return None;
        }
        let around = look(&pos, Some(mark));
        open.extend(around.ways.iter().map(|(_, to)| *to));
        nodes.insert(pos, around);
    }
    // A mark that nothing can trip over any more, or that stands already, tells nothing.
    let clean = |around: &mut Around<G::Position>, own: Option<Mark>| {
        for (marks, _) in &mut around.ways {
            marks.retain(|mark| {
                live.contains(mark) && !line.history().has(*mark) && Some(*mark) != own
            });
            marks.sort_unstable();
            marks.dedup();
        }
    };
    clean(&mut root, None);
    for (pos, around) in &mut nodes {
        clean(around, Some(mark_of(game, pos)));
    }
    Some((root, nodes))
}

/// Follows all moves from `pos` through positions that may stand again; `marks` are those left so far.
fn walk_between<G: Game>(
    game: &G,
    pos: &G::Position,
    marks: &mut Vec<Mark>,
    depth: usize,
    around: &mut Around<G::Position>,
) {
    assert!(
        depth < BETWEEN_MAX,
        "a game ends: positions that may stand again do not follow one another for ever"
    );
    for m in game.moves(pos) {
        let next = game.play(pos, m);
        let left = match game.trace(&next) {
            Trace::Once(mark) => {
                if !marks.contains(&mark) {
                    around.ways.push((marks.clone(), next));
                }
                continue;
            }
            Trace::Nothing => None,
            Trace::Leaves(mark) => Some(mark),
        };
        let is_over = game.outcome(&next).is_some();
        around.weight.games += u128::from(is_over);
        around.weight.sequences += 1;
        if !is_over {
            marks.extend(left);
            walk_between(game, &next, marks, depth + 1, around);
            if left.is_some() {
                marks.pop();
            }
        }
    }
}

/// Numbers the positions so that two have the same number if they have the same mark and the same
/// future: the coarsest such numbering, by refining the one by marks until nothing changes.
fn merge<G: Game>(game: &G, nodes: &Nodes<G::Position>) -> HashMap<G::Position, u8> {
    let mut marks: Vec<Mark> = nodes.keys().map(|pos| mark_of(game, pos)).collect();
    marks.sort_unstable();
    marks.dedup();
    let by_mark = |pos: &G::Position| marks.partition_point(|mark| *mark < mark_of(game, pos));
    let mut classes: HashMap<G::Position, usize> =
        nodes.keys().map(|pos| (*pos, by_mark(pos))).collect();
    let mut many = marks.len();
    loop {
        // Sorted, so that numbers do not depend on the order of a hash map.
        let look = |pos, around| look_of(&classes, pos, around);
        let looks: BTreeSet<_> = nodes.iter().map(|(pos, a)| look(pos, a)).collect();
        let looks: BTreeMap<_, usize> = looks.into_iter().zip(0..).collect();
        let next: HashMap<G::Position, usize> = nodes
            .iter()
            .map(|(pos, around)| (*pos, looks[&look(pos, around)]))
            .collect();
        let found = looks.len();
        drop(looks);
        classes = next;
        if found == many {
            break;
        }
        many = found;
    }
    let number = |class: usize| u8::try_from(class).expect("marks are few, and their futures too");
    classes
        .into_iter()
        .map(|(pos, class)| (pos, number(class)))
        .collect()
}

/// A number, a weight, and what it leads to.
type NodeSignature<'n> = (usize, (u128, u128), Vec<(&'n [Mark], usize)>);

/// What a position looks like, with the numbers so far: its own, its weight, and what it leads to.
fn look_of<'n, P: Eq + Hash>(
    classes: &HashMap<P, usize>,
    pos: &P,
    around: &'n Around<P>,
) -> NodeSignature<'n> {
    let ways = around.ways.iter();
    let mut ways: Vec<_> = ways.map(|(marks, to)| (&marks[..], classes[to])).collect();
    ways.sort_unstable();
    let Walked { games, sequences } = around.weight;
    (classes[pos], (games, sequences), ways)
}
