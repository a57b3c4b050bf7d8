//! The lab: the workbench as a server, for browsers and scripts.
//!
//! A [`Lab`] listens on an address and answers requests under `/api/v1/` with JSON or, where that takes a
//! while, with events; `docs/http.md` says what there is. Everything that it serves is part of the program.
//!
//! Nothing that a client sends may cost more than its share: searches run a few at a time, each with a
//! budget, and stop when nobody waits for them any more.

mod accepting;
mod failure;
mod following;
mod guard;
mod pages;
mod query;
mod replying;
mod requests;
mod searches;
mod stalling;
mod trees;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::guard::Hosts;
use crate::pages::Pages;
use crate::searches::Searches;
use crate::trees::{Certificates, Trees};

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen: this machine alone, unless somebody says otherwise.
    pub host: IpAddr,
    /// The port; 0 is any free one.
    pub port: u16,
    /// Names, perhaps with a port, under which the server may be asked beside its own.
    pub allowed_hosts: Vec<String>,
    /// How many searches run at a time.
    pub searches_max: usize,
    /// How many more may wait.
    pub waiting_max: usize,
    /// How long one may wait.
    pub patience: Duration,
    /// The longest time that a question may take.
    pub limit: Duration,
    /// What all searches together may take.
    pub memory_bytes: u64,
    /// Databases that are asked first: the game's spec, and the folder. They have the start of the game.
    pub databases: Vec<(String, PathBuf)>,
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

impl Default for Options {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            allowed_hosts: vec![],
            searches_max: cores.max(4),
            waiting_max: 512,
            patience: Duration::from_secs(120),
            limit: Duration::from_secs(60),
            memory_bytes: 2 << 30,
            databases: vec![],
            connections_max: 1024,
            head_time: Duration::from_secs(10),
            read_time: Duration::from_secs(30),
            page: None,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// Trees are kept as long as they take no more than this.
const TREES_BYTES_MAX: usize = 256 << 20;

/// And certificates.
const CERTIFICATES_BYTES_MAX: usize = 64 << 20;

/// A server that listens, and answers once it [runs](Lab::run).
pub struct Lab {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) hosts: Hosts,
    pub(crate) searches: Arc<Searches>,
    pub(crate) pages: Pages,
    pub(crate) trees: Trees,
    pub(crate) certificates: Certificates,
}

impl Lab {
    /// Listens. An error if the address cannot be had, or the page's folder cannot be read.
    pub fn bind(options: Options) -> io::Result<Lab> {
        let listener = TcpListener::bind((options.host, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Shared {
            hosts: Hosts::new(address, &options.allowed_hosts),
            searches: Arc::new(Searches::new(&options)),
            pages: Pages::new(options.page.clone())?,
            trees: Trees::new(TREES_BYTES_MAX),
            certificates: Certificates::new(CERTIFICATES_BYTES_MAX),
            options,
        };
        Ok(Lab {
            listener,
            address,
            shared: Arc::new(shared),
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `is_over` says so, which is asked many times a second. Then whatever still runs is
    /// stopped.
    pub fn run(self, is_over: &dyn Fn() -> bool) -> io::Result<()> {
        accepting::run(self.listener, self.shared, is_over)
    }
}
