//! Where nodes stand, and which way edges take.

use crate::shapes::{Edge, Graph};

/// How often each layer is put in the order of its neighbours.
const SWEEPS: usize = 16;
/// How wide the place is that an edge takes in a layer which it passes, in tiles.
const PASSING: f32 = 0.3;

/// A node, or a place where an edge passes a layer.
pub(super) struct WayPoint {
    pub(super) layer: usize,
    /// Its middle, in tiles from the left.
    pub(super) middle: f32,
    width: f32,
}

/// All stops, and of each edge those that it touches.
pub(super) struct EdgeWays {
    /// The nodes in their order, then where edges pass.
    pub(super) stops: Vec<WayPoint>,
    /// Of each edge its stops, from above.
    pub(super) chains: Vec<Vec<usize>>,
    /// How many tiles the widest layer takes.
    pub(super) slots: f32,
}

impl EdgeWays {
    pub(super) fn new(graph: &Graph) -> EdgeWays {
        let stop = |layer, width| WayPoint {
            layer,
            middle: 0.0,
            width,
        };
        let nodes = graph.nodes.iter().map(|node| stop(node.layer, 1.0));
        let mut stops: Vec<WayPoint> = nodes.collect();
        let mut chains = Vec::new();
        for edge in &graph.edges {
            let mut chain = vec![edge.from];
            for layer in stops[edge.from].layer + 1..stops[edge.to].layer {
                chain.push(stops.len());
                stops.push(stop(layer, PASSING));
            }
            chain.push(edge.to);
            chains.push(chain);
        }
        let mut ways = EdgeWays {
            stops,
            chains,
            slots: 1.0,
        };
        let [above, below] = ways.neighbours();
        let goes_down = |edge: &Edge| graph.nodes[edge.from].layer < graph.nodes[edge.to].layer;
        let is_tree =
            graph.edges.iter().all(goes_down) && above.iter().all(|stops| stops.len() <= 1);
        match is_tree {
            true => ways.place_tree(&above, &below),
            false => ways.place_layers(graph.layers.len(), &above, &below),
        }
        ways
    }

    /// Of each stop those above and those below it.
    fn neighbours(&self) -> [Vec<Vec<usize>>; 2] {
        let mut above = vec![Vec::new(); self.stops.len()];
        let mut below = above.clone();
        for pair in self.chains.iter().flat_map(|chain| chain.windows(2)) {
            below[pair[0]].push(pair[1]);
            above[pair[1]].push(pair[0]);
        }
        [above, below]
    }

    /// Each leaf beside the one before it, each other stop above the middle of what it leads to.
    fn place_tree(&mut self, above: &[Vec<usize>], below: &[Vec<usize>]) {
        let mut leaves = 0.0;
        let roots = (0..below.len())
            .rev()
            .filter(|&stop| above[stop].is_empty());
        // Stops that are still to be placed, and whether what they lead to is placed.
        let mut open: Vec<(usize, bool)> = roots.map(|stop| (stop, false)).collect();
        while let Some((stop, is_ready)) = open.pop() {
            match below[stop][..] {
                [] => {
                    self.stops[stop].middle = leaves + 0.5;
                    leaves += 1.0;
                }
                [first, ..] if is_ready => {
                    let last = below[stop][below[stop].len() - 1];
                    let ends = [first, last].map(|stop| self.stops[stop].middle);
                    self.stops[stop].middle = f32::midpoint(ends[0], ends[1]);
                }
                _ => {
                    open.push((stop, true));
                    open.extend(below[stop].iter().rev().map(|&next| (next, false)));
                }
            }
        }
        self.slots = f32::max(1.0, leaves);
    }

    /// Layers in the order of their neighbours, each spread over the width of the widest.
    fn place_layers(&mut self, count: usize, above: &[Vec<usize>], below: &[Vec<usize>]) {
        let mut layers: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (number, stop) in self.stops.iter().enumerate() {
            layers[stop.layer].push(number);
        }
        let width = |layer: &[usize]| layer.iter().map(|&stop| self.stops[stop].width).sum();
        let widths = layers.iter().map(|layer| width(layer));
        self.slots = widths.fold(1.0, f32::max);
        for layer in &layers {
            self.spread(layer);
        }
        for sweep in 0..SWEEPS {
            let is_down = sweep % 2 == 0;
            let neighbours = if is_down { above } else { below };
            for i in 0..count {
                let layer = &mut layers[if is_down { i } else { count - 1 - i }];
                let mean = |stop: usize| match &neighbours[stop][..] {
                    [] => self.stops[stop].middle,
                    some => {
                        let sum: f32 = some.iter().map(|&next| self.stops[next].middle).sum();
                        sum / some.len() as f32
                    }
                };
                let mut keyed: Vec<(f32, usize)> =
                    layer.iter().map(|&stop| (mean(stop), stop)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                *layer = keyed.into_iter().map(|(_, stop)| stop).collect();
                self.spread(layer);
            }
        }
    }

    /// Places a layer in its order.
    fn spread(&mut self, layer: &[usize]) {
        let widths = layer.iter().map(|&stop| self.stops[stop].width);
        let room = self.slots / widths.sum::<f32>().max(f32::MIN_POSITIVE);
        let mut left = 0.0;
        for &stop in layer {
            let stop = &mut self.stops[stop];
            stop.middle = left + stop.width * room / 2.0;
            left += stop.width * room;
        }
    }
}
