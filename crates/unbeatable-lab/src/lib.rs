//! The lab: the workbench as a server, for browsers and scripts.
//!
//! A [`Lab`] listens on an address and answers requests under `/api/v1/` with JSON or, where that takes a
//! while, with events; `docs/http.md` says what there is. Everything that it serves is part of the program.
//!
//! Nothing that a client sends may cost more than its share: searches run a few at a time, each with a
//! budget, and stop when nobody waits for them any more.

mod bodies;
mod clients;
mod connections;
mod guard;
mod hosts;
mod making;
mod options;
mod page;
mod pages;
mod queue;
mod reach;
mod replies;
mod router;
mod search_follower;
mod searches;
mod shared;
mod timed_connection;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use unbeatable_workbench::Registry;

pub use crate::options::ServeOptions;
pub use crate::reach::{reachable, scannable};
use crate::shared::Shared;

/// A server that listens, and answers once it [runs](Lab::run).
pub struct Lab {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Lab {
    /// Listens, to be asked about these games. An error if the address cannot be had, or the page's folder cannot be read.
    pub fn bind(games: Registry, options: ServeOptions) -> io::Result<Lab> {
        let listener = TcpListener::bind((options.host, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Lab {
            listener,
            address,
            shared: Arc::new(Shared::new(games, address, options)?),
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
        connections::run(self.listener, self.shared, is_over)
    }
}
