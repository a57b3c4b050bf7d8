//! Counting walks component by component.

use std::collections::HashMap;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Budget, Stopped, Value};
use unbeatable_solve::meter::Meter;

use crate::graph::{NODES_MAX, WalkEdge, WalkGraph, Walked};
use crate::set::{NodeSet, Unions};

/// Edges as where they lead and how many they are.
type WeightedEdges = Vec<(u8, u64)>;

/// Counts the walks of a graph. `S` holds a set of its nodes.
pub(crate) struct Components<'a, S, V: Value> {
    graph: &'a WalkGraph,
    meter: Meter<'a, V>,
    bytes_max: usize,
    /// For each node the edges to others, in groups that close the same nodes beside their ends: what
    /// is closed, and the edges.
    groups: Vec<Vec<(S, WeightedEdges)>>,
    /// All edges of a node.
    edges: Vec<WeightedEdges>,
    /// Where edges lead.
    out: Vec<S>,
    /// Where edges lead, and nodes that must be in one component because an edge of the one closes the
    /// other.
    tied: Vec<S>,
    /// Where edges lead from sets, if some nodes are tied. Those that no edge leads to any more must
    /// not tie others together.
    unions: Option<Unions<S>>,
    /// What each symmetry makes of sets, and of nodes; and of nodes backwards.
    images: Vec<Unions<S>>,
    backwards: Vec<Vec<u8>>,
    /// For each node the least of its images, and the symmetries that lead there.
    least: Vec<(u8, Vec<u8>)>,
    /// Where the vector of a node and the rest of its component begins: twice the place among the
    /// small numbers, or one more than twice the place among the others.
    known: HashMap<(S, u8), u64, BuildMixer>,
    numbers: Pool<u64>,
    /// Vectors whose numbers fit into 32 bits, which most do: memory is what takes the time.
    small_numbers: Pool<u32>,
    has_overflowed: bool,
}

/// Numbers, kept in blocks so that nothing is ever moved.
struct Pool<T> {
    blocks: Vec<Vec<T>>,
}

impl<T> Pool<T> {
    /// So many numbers are in a block.
    const BLOCK: usize = 1 << 17;

    /// Keeps some numbers; says where.
    fn put(&mut self, numbers: impl IntoIterator<Item = T>, length: usize) -> u64 {
        let is_full = |block: &Vec<T>| block.len() + length > Self::BLOCK;
        if self.blocks.last().is_none_or(is_full) {
            self.blocks.push(Vec::with_capacity(Self::BLOCK));
        }
        let before = (self.blocks.len() - 1) * Self::BLOCK;
        let block = self.blocks.last_mut().expect("a block was just made");
        let at = before + block.len();
        block.extend(numbers);
        at as u64
    }

    #[inline]
    fn get(&self, at: u64, length: usize) -> &[T] {
        let (block, offset) = (at as usize / Self::BLOCK, at as usize % Self::BLOCK);
        &self.blocks[block][offset..offset + length]
    }

    fn bytes(&self) -> usize {
        self.blocks.len() * Self::BLOCK * size_of::<T>()
    }
}

/// Where a vector is kept: for which set, from which place on, and seen through which symmetry.
#[derive(Clone, Copy)]
struct VectorKey<S> {
    set: S,
    at: u64,
    symmetry: usize,
}

impl<'a, S: NodeSet, V: Value> Components<'a, S, V> {
    pub(crate) fn new(graph: &'a WalkGraph, meter: Meter<'a, V>, budget: &Budget) -> Self {
        let nodes = graph.root + 1;
        let union = |edges: &[WalkEdge]| edges.iter().fold(S::EMPTY, |set, e| set | S::of(e.to));
        let out: Vec<S> = graph.edges.iter().map(|edges| union(edges)).collect();
        let mut tied = out.clone();
        let mut groups = Vec::new();
        for node in 0..nodes {
            let mut of_node: Vec<(S, WeightedEdges)> = Vec::new();
            for edge in &graph.edges[node] {
                let beside = edge.closes & !(1 << edge.to) & !(1 << node);
                let beside = S::from_wide(beside);
                for other in beside.bits() {
                    tied[node] |= S::of(other);
                    // Nothing is tied to the root: it is left at once.
                    if node != graph.root {
                        tied[usize::from(other)] |= S::of(node as u8);
                    }
                }
                let way = (edge.to, edge.many);
                match of_node.iter_mut().find(|(closed, _)| *closed == beside) {
                    Some((_, ways)) => ways.push(way),
                    None => of_node.push((beside, vec![way])),
                }
            }
            groups.push(of_node);
        }
        let least = |node: usize| {
            let images = graph.symmetries.iter().map(|p| p[node]);
            let least = images.clone().min().expect("the identity is a symmetry");
            let lead = images.zip(0..).filter(|(image, _)| *image == least);
            (least, lead.map(|(_, i)| i).collect())
        };
        let images = graph.symmetries.iter().map(|permutation| {
            let sets: Vec<S> = permutation.iter().map(|&image| S::of(image)).collect();
            Unions::new(&sets)
        });
        let backwards = graph.symmetries.iter().map(|permutation| {
            let mut backwards = vec![0; nodes];
            for (node, &image) in permutation.iter().enumerate() {
                backwards[usize::from(image)] = node as u8;
            }
            backwards
        });
        let ways = |edges: &Vec<WalkEdge>| edges.iter().map(|e| (e.to, e.many)).collect();
        Components {
            graph,
            meter,
            bytes_max: budget.table_bytes_max,
            groups,
            edges: graph.edges.iter().map(ways).collect(),
            unions: (tied != out).then(|| Unions::new(&out)),
            out,
            tied,
            images: images.collect(),
            backwards: backwards.collect(),
            least: (0..nodes).map(least).collect(),
            known: HashMap::default(),
            numbers: Pool { blocks: vec![] },
            small_numbers: Pool { blocks: vec![] },
            has_overflowed: false,
        }
    }

    /// How many there are from the root.
    pub(crate) fn total(mut self) -> Result<Walked, Stopped> {
        let root = self.graph.root;
        let all = (0..root).fold(S::EMPTY, |set, node| set | S::of(node as u8));
        let walks = self.walks(root as u8, all)?;
        if self.has_overflowed {
            return Err(Stopped::Overflow);
        }
        let sum = |weight: fn(&Walked) -> u128| {
            let weights = self.graph.weights.iter().map(weight);
            let mut worth = walks.as_ref().iter().zip(weights);
            worth.try_fold(0u128, |sum, (&many, weight)| {
                sum.checked_add(weight.checked_mul(many.into())?)
            })
        };
        match (sum(|w| w.games), sum(|w| w.sequences)) {
            (Some(games), Some(sequences)) => Ok(Walked { games, sequences }),
            _ => Err(Stopped::Overflow),
        }
    }

    /// The number of walks from `node`, which was just entered, through `open` nodes to each node,
    /// `node` itself included.
    fn walks(&mut self, node: u8, open: S) -> Result<S::Numbers, Stopped> {
        self.meter.node()?;
        let mut numbers = S::NO_NUMBERS;
        let walks = numbers.as_mut();
        walks[usize::from(node)] = 1;
        for group in 0..self.groups[usize::from(node)].len() {
            let (closed, ways) = &self.groups[usize::from(node)][group];
            let open = open & !*closed;
            let mut entered = S::NO_NUMBERS;
            let entered = entered.as_mut();
            let mut entries = S::EMPTY;
            for &(to, many) in ways.iter().filter(|(to, _)| open.has(*to)) {
                entered[usize::from(to)] = many;
                entries |= S::of(to);
            }
            if entries != S::EMPTY {
                self.follow(entries, open, entered, walks)?;
            }
        }
        Ok(numbers)
    }

    /// Adds the walks that enter `open` nodes as often as `entered` says, one component after the other.
    fn follow(
        &mut self,
        entries: S,
        open: S,
        entered: &mut [u64],
        walks: &mut [u64],
    ) -> Result<(), Stopped> {
        let open = match &self.unions {
            None => open,
            Some(unions) => reachable(unions, entries, open),
        };
        let mut order = ComponentOrder::new(&self.tied, open);
        for node in entries.bits() {
            if !order.seen.has(node) {
                order.visit(node);
            }
        }
        let ComponentOrder { found, count, .. } = order;
        // Components are found before those that lead to them.
        for &component in found[..count].iter().rev() {
            let first = component.first();
            if component.rest() == S::EMPTY {
                let many = entered[usize::from(first)];
                if many > 0 {
                    self.add(&mut walks[usize::from(first)], many, 1);
                    self.leave(first, many, open & !component, entered);
                }
                continue;
            }
            let mut inside = S::NO_NUMBERS;
            let inside = inside.as_mut();
            let mut is_entered = false;
            for node in component.bits() {
                let many = entered[usize::from(node)];
                if many > 0 {
                    let place = self.place(node, component)?;
                    self.add_vector(inside, place, many);
                    is_entered = true;
                }
            }
            if is_entered {
                for node in component.bits() {
                    let many = inside[usize::from(node)];
                    self.add(&mut walks[usize::from(node)], many, 1);
                    self.leave(node, many, open & !component, entered);
                }
            }
        }
        Ok(())
    }

    /// Enters what follows `node` outside of its component, `many` times.
    #[inline]
    fn leave(&mut self, node: u8, many: u64, outside: S, entered: &mut [u64]) {
        let node = usize::from(node);
        if self.out[node] & outside == S::EMPTY {
            return;
        }
        for i in 0..self.edges[node].len() {
            let (to, ways) = self.edges[node][i];
            if outside.has(to) {
                self.add(&mut entered[usize::from(to)], many, ways);
            }
        }
    }

    #[inline]
    fn add(&mut self, sum: &mut u64, many: u64, times: u64) {
        self.has_overflowed |= add_product(sum, many, times);
    }

    /// Adds a remembered vector, `times` over.
    #[inline]
    fn add_vector(&mut self, sums: &mut [u64], place: VectorKey<S>, times: u64) {
        let (at, length) = (place.at / 2, place.set.size() as usize);
        let backwards = &self.backwards[place.symmetry];
        let mut has_overflowed = false;
        let mut add = |(many, image): (u64, u8)| {
            let sum = &mut sums[usize::from(backwards[usize::from(image)])];
            has_overflowed |= add_product(sum, many, times);
        };
        let images = place.set.bits();
        match place.at % 2 {
            0 => {
                let vector = self.small_numbers.get(at, length).iter();
                vector.map(|&n| n.into()).zip(images).for_each(&mut add);
            }
            _ => {
                let vector = self.numbers.get(at, length).iter();
                vector.copied().zip(images).for_each(&mut add);
            }
        }
        self.has_overflowed |= has_overflowed;
    }

    /// Where the walks from `node` inside of its component are remembered; counts them first if they
    /// are not.
    fn place(&mut self, node: u8, component: S) -> Result<VectorKey<S>, Stopped> {
        let (least, symmetries) = &self.least[usize::from(node)];
        let images = symmetries.iter().map(|&i| {
            let i = usize::from(i);
            (self.images[i].of(component), i)
        });
        let (set, symmetry) = images
            .min()
            .expect("some symmetry leads to the least image");
        let key = (set, *least);
        if let Some(&at) = self.known.get(&key) {
            return Ok(VectorKey { set, at, symmetry });
        }
        let walks = self.walks(node, component & !S::of(node))?;
        let walks = walks.as_ref();
        let backwards = &self.backwards[symmetry];
        let number = |image: u8| walks[usize::from(backwards[usize::from(image)])];
        let length = set.size() as usize;
        let is_small = set.bits().all(|image| number(image) <= u32::MAX.into());
        let at = match is_small {
            true => {
                let vector = set.bits().map(|image| number(image) as u32);
                2 * self.small_numbers.put(vector, length)
            }
            false => 2 * self.numbers.put(set.bits().map(number), length) + 1,
        };
        self.known.insert(key, at);
        // A map that grows holds its old and its new places, and is at most 7/8 full.
        let entry = size_of::<((S, u8), u64)>() + 1;
        let numbers = self.numbers.bytes() + self.small_numbers.bytes();
        let bytes = numbers + 4 * self.known.capacity() * entry;
        self.meter.table_bytes = bytes;
        if self.has_overflowed {
            return Err(Stopped::Overflow);
        }
        match bytes > self.bytes_max {
            true => Err(Stopped::Memory),
            false => Ok(VectorKey { set, at, symmetry }),
        }
    }
}

/// Adds `many`, `times` over. Says whether that does not fit.
#[inline]
fn add_product(sum: &mut u64, many: u64, times: u64) -> bool {
    let (product, too_large) = many.overflowing_mul(times);
    let (total, larger) = sum.overflowing_add(product);
    *sum = total;
    too_large | larger
}

/// The open nodes that edges lead to from `entries`, those included.
fn reachable<S: NodeSet>(unions: &Unions<S>, entries: S, open: S) -> S {
    let mut reached = entries;
    let mut new = entries;
    while new != S::EMPTY {
        new = unions.of(new) & open & !reached;
        reached |= new;
    }
    reached
}

/// Strongly connected components in the order in which they are found: each before those that lead
/// to it (Tarjan 1972).
struct ComponentOrder<'a, S> {
    tied: &'a [S],
    open: S,
    seen: S,
    /// Seen, and not yet in a component.
    waiting: S,
    stack: [u8; NODES_MAX],
    stacked: usize,
    /// When a node was seen.
    time: [u8; NODES_MAX],
    now: u8,
    found: [S; NODES_MAX],
    count: usize,
}

impl<'a, S: NodeSet> ComponentOrder<'a, S> {
    fn new(tied: &'a [S], open: S) -> Self {
        ComponentOrder {
            tied,
            open,
            seen: S::EMPTY,
            waiting: S::EMPTY,
            stack: [0; NODES_MAX],
            stacked: 0,
            time: [0; NODES_MAX],
            now: 0,
            found: [S::EMPTY; NODES_MAX],
            count: 0,
        }
    }

    /// Sees a node and what follows it. Returns when the earliest node was seen that it leads back to.
    fn visit(&mut self, node: u8) -> u8 {
        let time = self.now;
        self.now += 1;
        self.time[usize::from(node)] = time;
        self.stack[self.stacked] = node;
        self.stacked += 1;
        self.seen |= S::of(node);
        self.waiting |= S::of(node);
        let mut earliest = time;
        let next = self.tied[usize::from(node)] & self.open;
        for other in next.bits() {
            if !self.seen.has(other) {
                earliest = earliest.min(self.visit(other));
            } else if self.waiting.has(other) {
                earliest = earliest.min(self.time[usize::from(other)]);
            }
        }
        if earliest == time {
            let mut component = S::EMPTY;
            loop {
                self.stacked -= 1;
                let member = self.stack[self.stacked];
                component |= S::of(member);
                if member == node {
                    break;
                }
            }
            self.waiting = self.waiting & !component;
            self.found[self.count] = component;
            self.count += 1;
        }
        earliest
    }
}
