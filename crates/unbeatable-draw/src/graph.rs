//! Boards in layers, with edges between them.

use crate::canvas::{Canvas, num};
use crate::letters;
use crate::page::{MARGIN, PageHead, labels_width};
use crate::shapes::Graph;
use crate::tile;

mod ways;

use ways::EdgeWays;

/// Between two tiles of a layer.
const GAP: f32 = 8.0;
/// A page is at least as wide.
const WIDTH_MIN: f32 = 320.0;
/// With more edges their labels would hide each other, and are left out.
const LABELLED_EDGES_MAX: usize = 500;
/// The part of a tile's side at which edges begin and end.
const PORTS: f32 = 0.7;

/// Draws the graph. In a tree each node stands above the middle of what it leads to. In other graphs
/// each layer is ordered by the mean of its neighbours' places, down and up in turn (the barycentre
/// method of Sugiyama, Tagawa and Toda 1981), which keeps most edges from crossing; edges that pass a
/// layer have a place of their own in it.
#[must_use]
pub fn draw_graph(graph: &Graph) -> Canvas {
    let layout = GraphLayout::new(graph);
    let mut canvas = Canvas::default();
    let head = PageHead {
        title: &graph.title,
        subtitle: &graph.subtitle,
        legend: &graph.legend,
    };
    let top = head.draw(Some(&mut canvas), layout.width, layout.label_size);
    let ends = layout.ends();
    for (way, ends) in layout.ways.chains.iter().zip(&ends) {
        layout.draw_edge(&mut canvas, way, *ends, top);
    }
    if graph.edges.len() <= LABELLED_EDGES_MAX {
        let edges = graph.edges.iter().zip(&layout.ways.chains).zip(&ends);
        let mut taken = Vec::new();
        for ((edge, way), ends) in edges {
            if let Some(curve) = layout.curves(way, *ends, top).pop() {
                layout.draw_edge_label(&mut canvas, &edge.label, curve, &mut taken);
            }
        }
    }
    for (layer, label) in graph.layers.iter().enumerate() {
        let middle = layout.layer_top(layer, top) + layout.tile_size[1] / 2.0;
        for (i, line) in label.lines().enumerate() {
            let at = [MARGIN, middle + layout.label_size * 1.35 * i as f32];
            canvas.text(line, at, layout.label_size, i == 0);
        }
    }
    for (number, node) in graph.nodes.iter().enumerate() {
        let x = layout.middles[number] - layout.tile_size[0] / 2.0;
        canvas.open_at(x, layout.layer_top(node.layer, top));
        tile::draw(&mut canvas, &node.tile, layout.tile_size);
        canvas.close();
    }
    let height = layout.layer_top(graph.layers.len(), top) - layout.layer_gap;
    canvas.finish([layout.width, height + MARGIN], &graph.title)
}

/// Where an edge begins and ends.
#[derive(Clone, Copy, Default)]
struct Ends {
    from: f32,
    to: f32,
}

/// Where a label may be on the last curve of its edge, the best place first: near to where the edge
/// leads, where those of one node are apart.
const LABEL_PLACES: [f32; 7] = [0.74, 0.62, 0.5, 0.82, 0.4, 0.3, 0.2];

/// Left, right, top and bottom.
type Area = [f32; 4];

fn overlap(a: &Area, b: &Area) -> bool {
    a[0] < b[1] && b[0] < a[1] && a[2] < b[3] && b[2] < a[3]
}

/// Where everything goes.
struct GraphLayout {
    tile_size: [f32; 2],
    caption_height: f32,
    layer_gap: f32,
    label_size: f32,
    edge_label_size: f32,
    width: f32,
    ways: EdgeWays,
    /// The middle of each stop of the ways: nodes, and places where edges pass a layer.
    middles: Vec<f32>,
}

impl GraphLayout {
    fn new(graph: &Graph) -> GraphLayout {
        let tiles = graph.nodes.iter().map(|node| &node.tile);
        let (tile_size, caption_height) = tile::largest(tiles);
        let ways = EdgeWays::new(graph);
        let slot = tile_size[0] + GAP;
        let tiles_width = ways.slots * slot;
        let label_size = (tiles_width.max(WIDTH_MIN) / 70.0).clamp(7.0, 20.0);
        let label_width = labels_width(graph.layers.iter(), label_size);
        let width = f32::max(WIDTH_MIN, tiles_width + label_width + 2.0 * MARGIN);
        let left = MARGIN + label_width;
        // Where there are few boards they stand in the middle.
        let spare = (width - MARGIN - left - tiles_width) / 2.0;
        let middle = |stop: &ways::WayPoint| left + spare + stop.middle * slot;
        GraphLayout {
            tile_size,
            caption_height,
            // Edges that go far to the side need height to stay apart.
            layer_gap: (tiles_width / 14.0).clamp(30.0, 160.0),
            label_size,
            edge_label_size: (label_size * 0.6).clamp(5.5, 11.0),
            width,
            middles: ways.stops.iter().map(middle).collect(),
            ways,
        }
    }

    /// Where a layer begins.
    fn layer_top(&self, layer: usize, top: f32) -> f32 {
        let height = self.tile_size[1] + self.caption_height + self.layer_gap;
        top + layer as f32 * height
    }

    /// Where a layer's boards end.
    fn layer_bottom(&self, layer: usize, top: f32) -> f32 {
        self.layer_top(layer, top) + self.tile_size[1] + self.caption_height
    }

    /// Where each edge begins and ends: those of one node side by side, in the order of where they
    /// come from and lead to.
    fn ends(&self) -> Vec<Ends> {
        let chains = &self.ways.chains;
        let mut ends = vec![Ends::default(); chains.len()];
        let mut leaving = vec![Vec::new(); self.middles.len()];
        let mut coming = vec![Vec::new(); self.middles.len()];
        for (number, chain) in chains.iter().enumerate() {
            if let [from, .., to] = chain[..] {
                leaving[from].push((self.middles[chain[1]], number));
                coming[to].push((self.middles[chain[chain.len() - 2]], number));
            }
        }
        let ports = |node: usize, edges: &mut Vec<(f32, usize)>| -> Vec<(usize, f32)> {
            edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let step = PORTS * self.tile_size[0] / edges.len().max(1) as f32;
            let first = self.middles[node] - step * (edges.len() as f32 - 1.0) / 2.0;
            let numbered = edges.iter().enumerate();
            numbered
                .map(|(i, (_, number))| (*number, first + step * i as f32))
                .collect()
        };
        for node in 0..self.middles.len() {
            for (number, x) in ports(node, &mut leaving[node]) {
                ends[number].from = x;
            }
            for (number, x) in ports(node, &mut coming[node]) {
                ends[number].to = x;
            }
        }
        ends
    }

    /// The curves of an edge, each from the bottom of a layer to the top of another.
    fn curves(&self, chain: &[usize], ends: Ends, top: f32) -> Vec<[[f32; 4]; 2]> {
        let last = chain.len() - 1;
        let curve = |i: usize| {
            let [from, to] = [chain[i], chain[i + 1]];
            let x = if i == 0 {
                ends.from
            } else {
                self.middles[from]
            };
            let to_x = if i + 1 == last {
                ends.to
            } else {
                self.middles[to]
            };
            let y = self.layer_bottom(self.ways.stops[from].layer, top);
            let to_y = self.layer_top(self.ways.stops[to].layer, top);
            let bend = (to_y - y) * 0.4;
            [[x, x, to_x, to_x], [y, y + bend, to_y - bend, to_y]]
        };
        (0..last).map(curve).collect()
    }

    fn draw_edge(&self, canvas: &mut Canvas, chain: &[usize], ends: Ends, top: f32) {
        let mut path = String::new();
        for [xs, ys] in self.curves(chain, ends, top) {
            let [x, x1, x2, x3] = xs.map(num);
            let [y, y1, y2, y3] = ys.map(num);
            path.push_str(if path.is_empty() { "M" } else { "L" });
            path.push_str(&format!("{x} {y}C{x1} {y1} {x2} {y2} {x3} {y3}"));
        }
        canvas.path("edge", path);
    }

    /// Draws a label where it covers none that is there already, if there is such a place.
    fn draw_edge_label(
        &self,
        canvas: &mut Canvas,
        label: &str,
        [xs, ys]: [[f32; 4]; 2],
        taken: &mut Vec<Area>,
    ) {
        if label.is_empty() {
            return;
        }
        let size = self.edge_label_size;
        let [width, height] = [letters::width(label, size) + 2.0, size * 1.15];
        let area = |along: &f32| -> Area {
            let (x, y) = (bezier(xs, *along), bezier(ys, *along));
            let top = y - size * 0.55;
            [x - width / 2.0, x + width / 2.0, top, top + height]
        };
        let is_free = |area: &Area| !taken.iter().any(|other| overlap(area, other));
        let free = LABEL_PLACES.iter().map(area).find(is_free);
        let [left, right, top, bottom] = free.unwrap_or(area(&LABEL_PLACES[0]));
        taken.push([left, right, top, bottom]);
        let at = [(left + right) / 2.0, top + size * 0.95];
        canvas.halo([left, top, width, height]);
        canvas.centred(label, at, size);
    }
}

/// A cubic Bézier curve's coordinate at `t`.
fn bezier([a, b, c, d]: [f32; 4], t: f32) -> f32 {
    let s = 1.0 - t;
    s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
}
