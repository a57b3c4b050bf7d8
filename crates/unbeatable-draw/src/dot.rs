//! Graphs for Graphviz.

use std::fmt::Write;

use crate::shapes::{Graph, GraphNode, Shade};

/// The graph in Graphviz's language: nodes with their text, edges with their labels, layers as ranks.
#[must_use]
pub fn dot(graph: &Graph) -> String {
    let mut text = String::from("digraph {\n");
    let title = match graph.subtitle.is_empty() {
        true => graph.title.clone(),
        false => format!("{}\n{}", graph.title, graph.subtitle),
    };
    let _ = writeln!(
        text,
        "  graph [label={}, labelloc=t, rankdir=TB]",
        quoted(&title)
    );
    text.push_str("  node [shape=box, fontname=monospace, style=filled, fillcolor=white]\n");
    for (number, node) in graph.nodes.iter().enumerate() {
        let _ = writeln!(
            text,
            "  n{number} [label={}{}]",
            quoted(&node.text),
            looks(node)
        );
    }
    for edge in &graph.edges {
        let label = match edge.label.is_empty() {
            true => String::new(),
            false => format!(" [label={}]", quoted(&edge.label)),
        };
        let _ = writeln!(text, "  n{} -> n{}{label}", edge.from, edge.to);
    }
    for layer in 0..graph.layers.len() {
        let members = graph.nodes.iter().enumerate();
        let members = members.filter(|(_, node)| node.layer == layer);
        let names: Vec<String> = members.map(|(number, _)| format!("n{number}")).collect();
        if names.len() > 1 {
            let _ = writeln!(text, "  {{ rank=same; {} }}", names.join("; "));
        }
    }
    text.push_str("}\n");
    text
}

/// Who is better, and whether the game is over.
fn looks(node: &GraphNode) -> String {
    let mut looks = String::new();
    match node.tile.frame.shade {
        Shade::Plain => {}
        Shade::First => looks.push_str(", fillcolor=\"#b9daf3\""),
        Shade::Second => looks.push_str(", fillcolor=\"#f7d3bd\", style=\"filled,dashed\""),
    }
    if node.tile.frame.is_thick {
        looks.push_str(", penwidth=3");
    }
    looks
}

/// A text in quotes, its line breaks written as Graphviz wants them.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_control() => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
