//! Files of solved games.
//!
//! | module | what it is about |
//! | --- | --- |
//! | [`atomic_file`] | a file that is replaced as a whole |
//! | [`file`](mod@file) | what all files have in common: front, head, blocks, index, tail |
//! | [`layers`] | the keys and the values of a layer, exactly, block by block |
//! | [`archive`] | exact answers from layers |
//! | [`assemble`](mod@assemble), [`header`] | from layers to a database, and what is said of it |
//! | [`part`], [`parts`] | databases that several workers make together |
//! | [`digest`] | a number for a whole solution |
//! | [`book`] | a file that knows every position up to some ply |
//! | [`database`] | a folder that knows the value of every position that can be reached from a root |
//! | [`verify`](mod@verify) | everything that a database says, found again without any solver |
//!
//! The formats are described in docs/databases.md. A game of one move, by hand:
//!
//! ```
//! use std::ops::ControlFlow;
//! use unbeatable_core::{Game, Layered, Settled, Wdl};
//! use unbeatable_database::*;
//! use unbeatable_games::connect::Connect;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A disc in the only square wins.
//! let game = Connect::new(1, 1, 1)?;
//! let root = game.start();
//! let next = game.play(&root, 0);
//! let folder = std::env::temp_dir().join(format!("one-move-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//!
//! // What a solver writes: layer by layer the keys, ascending, and what they are worth.
//! let key = |pos| game.fold(game.pack(pos));
//! let won = Settled::new(Wdl::Win, Some(1)).expect("one ply fits");
//! let lost = Settled::new(Wdl::Loss, Some(0)).expect("no ply fits");
//! for (layer, pos, settled) in [(0, &root, won), (1, &next, lost)] {
//!     let head = LayerHead { game: "connect:1x1+K=1".into(), root: key(&root), layer, part: None };
//!     let mut keys = KeysWriter::create(&keys_path(&folder, layer), &head)?;
//!     keys.push(&[key(pos)])?;
//!     keys.finish()?;
//!     let mut values = ValuesWriter::create(&values_path(&folder, layer), &head)?;
//!     values.push(&[settled])?;
//!     values.finish()?;
//! }
//!
//! let about = About {
//!     program: "0.1.0".into(),
//!     game: "connect:1x1+K=1".into(),
//!     position: "start".into(),
//! };
//! let options = DatabaseOptions { distances: false, archive: false, threads: 2 };
//! let mut watch = |_: AssemblyStep| ControlFlow::Continue(());
//! let database = assemble(&game, key(&root), &about, &folder, &options, &mut watch)?;
//! assert_eq!(database.header().total.positions, 2);
//!
//! let known = ProbedValue { value: Wdl::Win, distance: Some(1) };
//! assert_eq!(database.probe(&game, key(&root))?, Probe::Known(known));
//! let verified = verify(&game, &database, 2, &|number| number.to_string(), &mut watch)?;
//! assert_eq!(verified.positions, 2);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```

pub mod archive;
pub mod assemble;
pub mod atomic_file;
pub mod book;
mod code;
pub mod database;
pub mod digest;
mod digits;
pub mod file;
pub mod header;
pub mod layers;
mod map;
pub mod part;
pub mod parts;
mod reach;
mod ribbon;
mod table;
pub mod verify;

pub use archive::Archive;
pub use assemble::{AssemblyStep, AssemblyWatch, DatabaseOptions, assemble};
pub use atomic_file::AtomicFile;
pub use book::{Book, BookHead, BookLayers};
pub use database::{Database, Probe, ProbedValue};
pub use digest::{Digest, without_distance};
pub use file::{FORMAT, Summary};
pub use header::{About, Counts, FileSummary, Header, LayerCounts};
pub use layers::{
    BLOCK_ITEMS, KeysReader, KeysWriter, LayerHead, ValuesReader, ValuesWriter, keys_path,
    values_path,
};
pub use part::{PartOf, part_folder};
pub use parts::{PartSummary, assemble_part, clear_part, join};
pub use verify::{Verified, Wrong, verify};
