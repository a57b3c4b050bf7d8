//! Pictures: plain shapes in; SVG, PNG and DOT out.
//!
//! Read the modules in this order:
//!
//! | module | what it says |
//! | --- | --- |
//! | [`shapes`] | what can be drawn, as plain values |
//! | [`sheet`] | boards in rows, drawn on a canvas |
//! | [`graph`] | boards in layers with edges between them, drawn on a canvas |
//! | [`canvas`] | what is drawn, as SVG |
//! | `png` | what is drawn, as pixels |
//! | [`dot`](mod@dot) | a graph for Graphviz |
//!
//! This crate knows no game and uses no other of ours. Crosses, circles and letters are drawn as
//! paths, so that a picture looks the same on every machine, with or without fonts. Players are told
//! apart by shape, who is better by shading and hatching, finished games by their frame: colours
//! help, but black and white will do.

// What only pixels need is left where it is.
#![cfg_attr(not(feature = "png"), allow(dead_code))]

pub mod canvas;
pub mod dot;
mod glyphs;
pub mod graph;
mod hexagons;
mod letters;
#[cfg(feature = "png")]
mod outline;
mod page;
#[cfg(feature = "png")]
pub mod png;
pub mod shapes;
pub mod sheet;
mod style;
mod tile;

pub use canvas::Canvas;
pub use dot::dot;
pub use graph::draw_graph;
#[cfg(feature = "png")]
pub use png::{TooLarge, png};
pub use shapes::{
    Cell, Edge, Graph, GraphNode, Pile, Sample, Shade, Sheet, Side, SignStyle, Tile, TileBoard,
    TileFrame, TileRow,
};
pub use sheet::draw_sheet;
