//! Boards in layers, with edges between them.

use crate::canvas::{Anchor, Canvas, num};
use crate::letters;
use crate::page::{Head, MARGIN};
use crate::shapes::{Edge, Graph};
use crate::tile;

/// Between two tiles of a layer.
const GAP: f32 = 8.0;
/// A page is at least as wide.
const WIDTH_MIN: f32 = 320.0;
/// Labels of edges are this large.
const EDGE_LABEL: f32 = 5.5;
/// With more edges their labels would hide each other, and are left out.
const LABELLED_EDGES_MAX: usize = 2_000;
/// How often each layer is put in the order of its neighbours.
const SWEEPS: usize = 12;

/// The graph as SVG. In a tree each node stands above the middle of what it leads to. In other graphs
/// each layer is ordered by the mean of its neighbours' places, down and up in turn (the barycentre
/// method of Sugiyama, Tagawa and Toda 1981), which keeps most edges from crossing.
#[must_use]
pub fn graph_svg(graph: &Graph) -> String {
    let layout = Layout::new(graph);
    let mut canvas = Canvas::default();
    let head = Head {
        title: &graph.title,
        subtitle: &graph.subtitle,
        legend: &graph.legend,
    };
    let top = head.draw(Some(&mut canvas), layout.width, layout.label_size);
    let has_labels = graph.edges.len() <= LABELLED_EDGES_MAX;
    for edge in &graph.edges {
        layout.draw_edge(&mut canvas, edge, top);
    }
    if has_labels {
        for edge in &graph.edges {
            layout.draw_edge_label(&mut canvas, edge, top);
        }
    }
    for (layer, label) in graph.layers.iter().enumerate() {
        let middle = top + layer as f32 * layout.layer_height() + layout.tile_size[1] / 2.0;
        for (i, line) in label.lines().enumerate() {
            let at = [MARGIN, middle + layout.label_size * 1.35 * i as f32];
            match i {
                0 => canvas.bold(line, at, layout.label_size, Anchor::Start),
                _ => canvas.text(line, at, layout.label_size, Anchor::Start),
            }
        }
    }
    for (number, node) in graph.nodes.iter().enumerate() {
        let [x, y] = layout.place(number, top);
        canvas.open_at(x - layout.tile_size[0] / 2.0, y);
        tile::draw(&mut canvas, &node.tile, layout.tile_size);
        canvas.close();
    }
    let height = top + graph.layers.len() as f32 * layout.layer_height() - layout.layer_gap;
    canvas.finish([layout.width, height + MARGIN], &graph.title)
}

/// Where everything goes.
struct Layout {
    tile_size: [f32; 2],
    caption_height: f32,
    layer_gap: f32,
    label_size: f32,
    width: f32,
    /// Of each node its layer and its middle.
    places: Vec<(usize, f32)>,
}

impl Layout {
    fn new(graph: &Graph) -> Layout {
        let sizes = graph.nodes.iter().map(|node| tile::size(&node.tile.board));
        let larger = |[w, h]: [f32; 2], [a, b]: [f32; 2]| [f32::max(w, a), f32::max(h, b)];
        let tile_size = sizes.fold([10.0, 10.0], larger);
        let captions = graph
            .nodes
            .iter()
            .map(|node| tile::caption_height(&node.tile));
        let slots = slots(graph);
        let slot = tile_size[0] + GAP;
        let last = slots.iter().copied().fold(0.0, f32::max);
        let tiles_width = (last + 1.0) * slot;
        let label_size = (tiles_width.max(WIDTH_MIN) / 70.0).clamp(7.0, 20.0);
        let labels = graph.layers.iter().flat_map(|label| label.lines());
        let label_width = labels
            .map(|line| letters::width(line, label_size) + label_size * 1.5)
            .fold(0.0, f32::max);
        let width = f32::max(WIDTH_MIN, tiles_width + label_width + 2.0 * MARGIN);
        let left = MARGIN + label_width;
        // Where there are few boards they stand in the middle.
        let spare = (width - MARGIN - left - tiles_width) / 2.0;
        let place = |slot_at: f32| left + spare + (slot_at + 0.5) * slot;
        let layers = graph.nodes.iter().map(|node| node.layer);
        Layout {
            tile_size,
            caption_height: captions.fold(0.0, f32::max),
            // Edges that go far to the side need height to stay apart.
            layer_gap: (tiles_width / 12.0).clamp(26.0, 160.0),
            label_size,
            width,
            places: layers.zip(slots.into_iter().map(place)).collect(),
        }
    }

    fn layer_height(&self) -> f32 {
        self.tile_size[1] + self.caption_height + self.layer_gap
    }

    /// The middle of a node's upper side.
    fn place(&self, node: usize, top: f32) -> [f32; 2] {
        let (layer, x) = self.places[node];
        [x, top + layer as f32 * self.layer_height()]
    }

    /// Where an edge begins and ends.
    fn ends(&self, edge: &Edge, top: f32) -> [[f32; 2]; 2] {
        let [x, y] = self.place(edge.from, top);
        let below = y + self.tile_size[1] + self.caption_height;
        [[x, below], self.place(edge.to, top)]
    }

    fn draw_edge(&self, canvas: &mut Canvas, edge: &Edge, top: f32) {
        let [[x, y], [to_x, to_y]] = self.ends(edge, top);
        let bend = (to_y - y) * 0.4;
        let [x, y, to_x, to_y, first, second] = [x, y, to_x, to_y, y + bend, to_y - bend].map(num);
        canvas.path(
            "edge",
            &format!("M{x} {y}C{x} {first} {to_x} {second} {to_x} {to_y}"),
        );
    }

    fn draw_edge_label(&self, canvas: &mut Canvas, edge: &Edge, top: f32) {
        if edge.label.is_empty() {
            return;
        }
        // Nearer to where it leads: that is where edges of one node are apart.
        let [[x, y], [to_x, to_y]] = self.ends(edge, top);
        let bend = (to_y - y) * 0.4;
        let at = 0.72;
        let (x, y) = (
            bezier([x, x, to_x, to_x], at),
            bezier([y, y + bend, to_y - bend, to_y], at),
        );
        let width = letters::width(&edge.label, EDGE_LABEL) + 2.0;
        let (left, high) = (num(x - width / 2.0), num(y - EDGE_LABEL * 0.55));
        let (width, height) = (num(width), num(EDGE_LABEL * 1.15));
        canvas.raw(&format!(
            "<rect class=\"halo\" x=\"{left}\" y=\"{high}\" width=\"{width}\" height=\"{height}\"/>"
        ));
        let at = [x, y + EDGE_LABEL * 0.4];
        canvas.text(&edge.label, at, EDGE_LABEL, Anchor::Middle);
    }
}

/// A cubic Bézier curve's coordinate at `t`.
fn bezier([a, b, c, d]: [f32; 4], t: f32) -> f32 {
    let s = 1.0 - t;
    s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
}

/// Where each node stands in its layer, from 0, in widths of a tile.
fn slots(graph: &Graph) -> Vec<f32> {
    let mut above = vec![Vec::new(); graph.nodes.len()];
    let mut below = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        below[edge.from].push(edge.to);
        above[edge.to].push(edge.from);
    }
    let goes_down = |edge: &Edge| graph.nodes[edge.from].layer < graph.nodes[edge.to].layer;
    let is_tree = graph.edges.iter().all(goes_down) && above.iter().all(|up| up.len() <= 1);
    match is_tree {
        true => tree_slots(&above, &below),
        false => layered_slots(graph, &above, &below),
    }
}

/// Each leaf beside the one before it, each other node above the middle of what it leads to.
fn tree_slots(above: &[Vec<usize>], below: &[Vec<usize>]) -> Vec<f32> {
    let mut slots = vec![0.0; below.len()];
    let mut next = 0.0;
    // Nodes that are still to be placed, and whether what they lead to is placed.
    let roots = (0..below.len())
        .rev()
        .filter(|&node| above[node].is_empty());
    let mut open: Vec<(usize, bool)> = roots.map(|node| (node, false)).collect();
    while let Some((node, is_ready)) = open.pop() {
        match (below[node].first(), below[node].last()) {
            (Some(&first), Some(&last)) if is_ready => {
                slots[node] = f32::midpoint(slots[first], slots[last]);
            }
            (Some(_), _) => {
                open.push((node, true));
                open.extend(below[node].iter().rev().map(|&child| (child, false)));
            }
            _ => {
                slots[node] = next;
                next += 1.0;
            }
        }
    }
    slots
}

/// Layers in the order of their neighbours, each spread over the width of the longest.
fn layered_slots(graph: &Graph, above: &[Vec<usize>], below: &[Vec<usize>]) -> Vec<f32> {
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); graph.layers.len()];
    for (number, node) in graph.nodes.iter().enumerate() {
        layers[node.layer].push(number);
    }
    let widest = layers.iter().map(Vec::len).max().unwrap_or(0) as f32;
    let mut slots = vec![0.0; graph.nodes.len()];
    let spread = |layer: &[usize], slots: &mut [f32]| {
        let room = widest / layer.len().max(1) as f32;
        for (at, &node) in layer.iter().enumerate() {
            slots[node] = (at as f32 + 0.5) * room - 0.5;
        }
    };
    for layer in &layers {
        spread(layer, &mut slots);
    }
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        let order: Vec<usize> = match is_down {
            true => (0..layers.len()).collect(),
            false => (0..layers.len()).rev().collect(),
        };
        for layer in order {
            let neighbours = if is_down { above } else { below };
            let mean = |node: usize| match neighbours[node].as_slice() {
                [] => slots[node],
                some => some.iter().map(|&n| slots[n]).sum::<f32>() / some.len() as f32,
            };
            let mut keyed: Vec<(f32, usize)> = layers[layer]
                .iter()
                .map(|&node| (mean(node), node))
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            layers[layer] = keyed.into_iter().map(|(_, node)| node).collect();
            spread(&layers[layer], &mut slots);
        }
    }
    slots
}
