//! Counting walks component by component.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use unbeatable_core::{Budget, Stopped, Value};
use unbeatable_solve::meter::Meter;

use crate::graph::{WalkEdge, WalkGraph, Walked};
use crate::memory::{Vector, VectorKey, VectorMemory};
use crate::order::{ComponentOrder, Ties};
use crate::set::{NodeSet, Unions};

/// Edges as where they lead and how many they are.
type WeightedEdges = Vec<(u8, u64)>;

/// A graph, ready for its walks to be counted. `S` holds a set of its nodes.
pub(crate) struct Components<'a, S: NodeSet> {
    graph: &'a WalkGraph,
    /// For each node the edges to others, in groups that close the same nodes beside their ends: what
    /// is closed, and the edges.
    groups: Vec<Vec<(S, WeightedEdges)>>,
    /// For each node how many edges lead to each other one.
    ways: Vec<S::Numbers>,
    /// Where edges lead.
    out: Vec<S>,
    /// Where edges lead, and nodes that must be in one component because an edge of the one closes the
    /// other.
    ties: Ties<S>,
    /// Where edges lead from sets, if some nodes are tied. Those that no edge leads to any more must
    /// not tie others together.
    unions: Option<Unions<S>>,
    /// What each symmetry makes of sets, and of nodes; and of nodes backwards.
    images: Vec<Unions<S>>,
    backwards: Vec<Vec<u8>>,
    /// For each node the least of its images, and the symmetries that lead there.
    least: Vec<(u8, Vec<u8>)>,
    memory: VectorMemory<S>,
    bytes_max: usize,
    /// A thread has counted all.
    is_done: AtomicBool,
}

/// What a vector is remembered by, and the symmetry through which it is seen.
#[derive(Clone, Copy)]
struct VectorView<S> {
    key: VectorKey<S>,
    symmetry: usize,
}

/// One thread that counts. Threads share what they remember; every other one goes through the nodes by which a
/// component is entered from the last to the first, so that each finds what another has done already.
struct WalkCounter<'a, 'w, S: NodeSet, V: Value> {
    components: &'a Components<'a, S>,
    meter: Meter<'w, V>,
    goes_back: bool,
    has_overflowed: bool,
}

impl<'a, S: NodeSet> Components<'a, S> {
    pub(crate) fn new(graph: &'a WalkGraph, budget: &Budget) -> Self {
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
        let ways = |edges: &Vec<WalkEdge>| {
            let mut ways = S::NO_NUMBERS;
            for edge in edges {
                ways.as_mut()[usize::from(edge.to)] += edge.many;
            }
            ways
        };
        Components {
            graph,
            groups,
            ways: graph.edges.iter().map(ways).collect(),
            unions: (tied != out).then(|| Unions::new(&out)),
            out,
            ties: Ties::new(&tied),
            images: images.collect(),
            backwards: backwards.collect(),
            least: (0..nodes).map(least).collect(),
            memory: VectorMemory::new(),
            bytes_max: budget.table_bytes_max,
            is_done: AtomicBool::new(false),
        }
    }

    /// How many there are from the root, counted by so many threads.
    pub(crate) fn total<V: Value>(
        &self,
        mut meter: Meter<'_, V>,
        threads: usize,
    ) -> Result<Walked, Stopped> {
        if threads <= 1 {
            return self.counter(meter, false).total();
        }
        let account = meter.share();
        thread::scope(|scope| {
            let help = |i: usize| {
                let account = &account;
                // A system that gives no more threads has to do with those it gave.
                let count = move || {
                    self.counter::<V>(Meter::joined(account), i % 2 == 1)
                        .total()
                };
                thread::Builder::new().spawn_scoped(scope, count).ok()
            };
            let others: Vec<_> = (1..threads).map_while(help).collect();
            let mine = self.counter(meter, false).total();
            let theirs = others.into_iter().map(|other| {
                let joined = other.join();
                joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            // Whoever was stopped because another one was done has that one's answer, or its reason.
            theirs.fold(mine, |found, other| match found {
                Ok(_) => found,
                Err(Stopped::Asked) => other,
                Err(_) => other.or(found),
            })
        })
    }

    /// How a node and the rest of its component are remembered: as the least of their images.
    #[inline]
    fn view(&self, node: u8, component: S) -> VectorView<S> {
        let (least, symmetries) = &self.least[usize::from(node)];
        let images = symmetries.iter().map(|&symmetry| {
            let symmetry = usize::from(symmetry);
            (self.images[symmetry].of(component), symmetry)
        });
        let (set, symmetry) = images
            .min()
            .expect("some symmetry leads to the least image");
        VectorView {
            key: (set, *least),
            symmetry,
        }
    }

    /// The nodes whose images are remembered, in the order of those.
    #[inline]
    fn nodes(&self, view: VectorView<S>) -> impl Iterator<Item = u8> {
        let backwards = &self.backwards[view.symmetry];
        let (set, _) = view.key;
        set.bits().map(|image| backwards[usize::from(image)])
    }

    fn counter<'w, V: Value>(
        &self,
        meter: Meter<'w, V>,
        goes_back: bool,
    ) -> WalkCounter<'_, 'w, S, V> {
        WalkCounter {
            components: self,
            meter,
            goes_back,
            has_overflowed: false,
        }
    }
}

impl<S: NodeSet, V: Value> WalkCounter<'_, '_, S, V> {
    /// How many there are from the root.
    fn total(mut self) -> Result<Walked, Stopped> {
        let found = self.count();
        // Nobody goes on for an answer that is there, or that cannot be.
        self.components.is_done.store(true, Relaxed);
        found
    }

    fn count(&mut self) -> Result<Walked, Stopped> {
        let graph = self.components.graph;
        let root = graph.root;
        let all = (0..root).fold(S::EMPTY, |set, node| set | S::of(node as u8));
        let mut walks = S::NO_NUMBERS;
        self.walks(root as u8, all, walks.as_mut())?;
        if self.has_overflowed {
            return Err(Stopped::Overflow);
        }
        let sum = |weight: fn(&Walked) -> u128| {
            let weights = graph.weights.iter().map(weight);
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

    /// Adds the number of walks from `node`, which was just entered, through `open` nodes to each node, `node`
    /// itself included.
    fn walks(&mut self, node: u8, open: S, walks: &mut [u64]) -> Result<(), Stopped> {
        self.meter.node()?;
        if self.components.is_done.load(Relaxed) {
            return Err(Stopped::Asked);
        }
        walks[usize::from(node)] = 1;
        for (closed, ways) in &self.components.groups[usize::from(node)] {
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
        Ok(())
    }

    /// Adds the walks that enter `open` nodes as often as `entered` says, one component after the other.
    fn follow(
        &mut self,
        entries: S,
        open: S,
        entered: &mut [u64],
        walks: &mut [u64],
    ) -> Result<(), Stopped> {
        let open = match &self.components.unions {
            None => open,
            Some(unions) => unions.closure(entries, open),
        };
        let mut order = ComponentOrder::new();
        self.components.ties.find(entries, open, &mut order);
        for &component in order.components() {
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
            let is_entered = |node: &u8| entered[usize::from(*node)] > 0;
            let entries = component.bits().filter(is_entered);
            let entries = entries.fold(S::EMPTY, |set, node| set | S::of(node));
            self.enter(entries, component, entered, inside)?;
            if entries != S::EMPTY {
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
        if self.components.out[node] & outside == S::EMPTY {
            return;
        }
        let ways = self.components.ways[node].as_ref();
        for to in (self.components.out[node] & outside).bits() {
            let to = usize::from(to);
            self.add(&mut entered[to], many, ways[to]);
        }
    }

    #[inline]
    fn add(&mut self, sum: &mut u64, many: u64, times: u64) {
        self.has_overflowed |= add_product(sum, many, times);
    }

    /// Adds the walks inside of a component that enter it as often as `entered` says.
    fn enter(
        &mut self,
        entries: S,
        component: S,
        entered: &[u64],
        inside: &mut [u64],
    ) -> Result<(), Stopped> {
        let mut left = entries;
        while left != S::EMPTY {
            let node = match self.goes_back {
                false => left.first(),
                true => left.last(),
            };
            left = left & !S::of(node);
            let view = self.components.view(node, component);
            let times = entered[usize::from(node)];
            if !self.add_remembered(view, times, inside) {
                let mut walks = S::NO_NUMBERS;
                let walks = walks.as_mut();
                self.walks(node, component & !S::of(node), walks)?;
                self.remember(view, walks)?;
                for node in component.bits() {
                    let node = usize::from(node);
                    self.add(&mut inside[node], walks[node], times);
                }
            }
        }
        Ok(())
    }

    /// Adds a remembered vector, `times` over. Says whether there is one.
    #[inline]
    fn add_remembered(&mut self, view: VectorView<S>, times: u64, sums: &mut [u64]) -> bool {
        let (shard, hash) = self.components.memory.shard(view.key);
        let Some(vector) = shard.find(view.key, hash) else {
            return false;
        };
        let nodes = self.components.nodes(view);
        match vector {
            Vector::Small(numbers) => {
                let numbers = numbers.iter().map(|&n| n.into());
                self.has_overflowed |= add_all(sums, nodes, numbers, times);
            }
            Vector::Large(numbers) => {
                self.has_overflowed |= add_all(sums, nodes, numbers.iter().copied(), times);
            }
        }
        true
    }

    /// Remembers the walks to each node.
    fn remember(&mut self, view: VectorView<S>, walks: &[u64]) -> Result<(), Stopped> {
        if self.has_overflowed {
            return Err(Stopped::Overflow);
        }
        let mut numbers = S::NO_NUMBERS;
        let numbers = &mut numbers.as_mut()[..view.key.0.size() as usize];
        for (number, node) in numbers.iter_mut().zip(self.components.nodes(view)) {
            *number = walks[usize::from(node)];
        }
        self.components.memory.remember(view.key, numbers);
        self.meter.table_bytes = self.components.memory.bytes();
        match self.meter.table_bytes > self.components.bytes_max {
            true => Err(Stopped::Memory),
            false => Ok(()),
        }
    }
}

/// Adds a number to the sum of each node, `times` over. Says whether something does not fit.
#[inline]
fn add_all(
    sums: &mut [u64],
    nodes: impl Iterator<Item = u8>,
    numbers: impl Iterator<Item = u64>,
    times: u64,
) -> bool {
    let mut has_overflowed = false;
    for (node, number) in nodes.zip(numbers) {
        has_overflowed |= add_product(&mut sums[usize::from(node)], number, times);
    }
    has_overflowed
}

/// Adds `many`, `times` over. Says whether that does not fit.
#[inline]
fn add_product(sum: &mut u64, many: u64, times: u64) -> bool {
    let (product, too_large) = many.overflowing_mul(times);
    let (total, larger) = sum.overflowing_add(product);
    *sum = total;
    too_large | larger
}
