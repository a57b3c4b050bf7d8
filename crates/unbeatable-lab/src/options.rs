//! How to serve: where, for whom, and how much of it.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use unbeatable_requests::Allowance;

/// Trees are kept as long as they take no more than this.
const TREES_BYTES_MAX: usize = 256 << 20;

/// And certificates.
const CERTIFICATES_BYTES_MAX: usize = 64 << 20;

/// How to serve.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Where to listen: this machine alone, unless somebody says otherwise.
    pub host: IpAddr,
    /// The port; 0 is any free one.
    pub port: u16,
    /// Names, perhaps with a port, under which the server may be asked beside its own.
    pub allowed_hosts: Vec<String>,
    /// How many searches run at a time, beside one that is small or another client's.
    pub searches_max: usize,
    /// How many more may wait; half of them from one address.
    pub waiting_max: usize,
    /// How long one may wait.
    pub patience: Duration,
    /// The longest time that a question may take.
    pub limit: Duration,
    /// What all searches together may take.
    pub memory_bytes: u64,
    /// Databases that are asked first: the game's spec, and the folder. They have the start of the game.
    pub databases: Vec<(String, PathBuf)>,
    /// Books by the spec of their game, which are looked into before any search.
    pub books: Vec<(String, PathBuf)>,
    /// Whether books that come with the program are looked into, too.
    pub has_books: bool,
    /// How many connections are open at a time.
    pub connections_max: usize,
    /// A client that does not send a whole head in this time is not waited for.
    pub head_time: Duration,
    /// And one that reads nothing for so long.
    pub read_time: Duration,
    /// A folder with the page's files, in place of those in the program.
    pub page: Option<PathBuf>,
    /// What the program calls itself.
    pub version: &'static str,
}

impl Default for ServeOptions {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ServeOptions {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            allowed_hosts: vec![],
            searches_max: cores.max(4),
            waiting_max: 512,
            patience: Duration::from_secs(120),
            limit: Duration::from_secs(60),
            memory_bytes: 2 << 30,
            databases: vec![],
            books: vec![],
            has_books: true,
            connections_max: 1024,
            head_time: Duration::from_secs(10),
            read_time: Duration::from_secs(30),
            page: None,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

impl ServeOptions {
    /// What a question may cost, and what is looked into for it.
    pub(crate) fn allowance(&self) -> Allowance {
        Allowance {
            searches_max: self.searches_max,
            waiting_max: self.waiting_max,
            connections_max: self.connections_max,
            limit: self.limit,
            memory_bytes: self.memory_bytes,
            search_bytes: self.memory_bytes / self.turns_max() as u64,
            trees_bytes: TREES_BYTES_MAX,
            certificates_bytes: CERTIFICATES_BYTES_MAX,
            databases: self.databases.clone(),
            books: self.books.clone(),
            has_books: self.has_books,
            version: self.version,
        }
    }

    /// How many searches there are at a time at the most.
    pub(crate) fn turns_max(&self) -> usize {
        self.searches_max + 1
    }
}
