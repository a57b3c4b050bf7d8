//! What a question may cost, and what is looked into for it.

use std::path::PathBuf;
use std::time::Duration;

/// What a question may cost, and what is looked into for it.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// How many searches run at a time, beside one that is small or another client's.
    pub searches_max: usize,
    /// How many more may wait.
    pub waiting_max: usize,
    /// How many connections are open at a time.
    pub connections_max: usize,
    /// The longest time that a question may take.
    pub limit: Duration,
    /// What all searches together may take.
    pub memory_bytes: u64,
    /// What one of them may take.
    pub search_bytes: u64,
    /// What kept trees may take.
    pub trees_bytes: usize,
    /// What kept certificates may take.
    pub certificates_bytes: usize,
    /// Databases that are asked first: the game's spec, and the folder. They have the start of the game.
    pub databases: Vec<(String, PathBuf)>,
    /// Books by the spec of their game, which are looked into before any search.
    pub books: Vec<(String, PathBuf)>,
    /// Whether books that come with the program are looked into, too.
    pub has_books: bool,
    /// What the program calls itself.
    pub version: &'static str,
}
