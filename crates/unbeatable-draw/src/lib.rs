//! Pictures: plain shapes in; SVG, PNG and DOT out.
//!
//! Read the modules in this order:
//!
//! | module | what it says |
//! | --- | --- |
//! | [`shapes`] | what can be drawn, as plain values |
//! | [`sheet`] | boards in rows, as SVG |
//! | [`graph`] | boards in layers with edges between them, as SVG |
//! | [`dot`](mod@dot) | the same graph for Graphviz |
//! | [`png`](mod@png) | an SVG as pixels |
//!
//! This crate knows no game and uses no other of ours. Crosses, circles and letters are drawn as
//! paths, so that a picture looks the same on every machine, with or without fonts. Players are told
//! apart by shape, who is better by shading and hatching, finished games by their frame: colours
//! help, but black and white will do.

mod canvas;
pub mod dot;
mod glyphs;
pub mod graph;
mod letters;
mod page;
pub mod png;
pub mod shapes;
pub mod sheet;
mod tile;

pub use dot::dot;
pub use graph::graph_svg;
pub use png::{TooLarge, png};
pub use shapes::{
    Board, Cell, Edge, Frame, Graph, Marks, Node, Pile, Row, Sample, Shade, Sheet, Side, Tile,
};
pub use sheet::svg;
