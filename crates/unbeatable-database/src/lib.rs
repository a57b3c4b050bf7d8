//! Files of solved games.
//!
//! | module | what it is about |
//! | --- | --- |
//! | [`file`](mod@file) | what all files have in common: front, head, blocks, index, tail |
//! | [`layers`] | the keys and the values of a layer, exactly, block by block |
//! | [`digest`] | a number for a whole solution |
//! | [`database`] | a folder that knows the value of every position that can be reached from a root |
//! | [`verify`](mod@verify) | everything that a database says, found again without any solver |
//!
//! The formats are described in docs/databases.md.

pub mod archive;
pub mod assemble;
mod code;
pub mod database;
pub mod digest;
pub mod file;
mod glance;
pub mod header;
pub mod layers;
mod map;
mod reach;
mod ribbon;
mod table;
pub mod verify;

pub use archive::Archive;
pub use assemble::{Options, Step, Watch, assemble};
pub use database::{Database, Known, Probe};
pub use digest::{Digest, without_distance};
pub use file::{FORMAT, Summary};
pub use header::{About, Counts, FileSummary, Header, LayerCounts};
pub use layers::{
    BLOCK_ITEMS, KeysReader, KeysWriter, LayerHead, ValuesReader, ValuesWriter, keys_path,
    values_path,
};
pub use verify::{Verified, Wrong, verify};
