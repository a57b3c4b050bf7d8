//! What all requests share.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use unbeatable_requests::Desk;
use unbeatable_workbench::{Registry, files};

use crate::hosts::Hosts;
use crate::making::Making;
use crate::options::ServeOptions;
use crate::pages::Pages;
use crate::searches::SearchTurns;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) desk: Arc<Desk>,
    pub(crate) options: ServeOptions,
    pub(crate) hosts: Hosts,
    pub(crate) searches: Arc<SearchTurns>,
    pub(crate) making: Making,
    pub(crate) pages: Pages,
}

impl Shared {
    /// For a server that listens there. An error if the page's folder cannot be read.
    pub(crate) fn new(
        games: Registry,
        address: SocketAddr,
        options: ServeOptions,
    ) -> io::Result<Self> {
        let searches = Arc::new(SearchTurns::new(&options));
        let counted = Arc::clone(&searches);
        // Certificates may bring rules, whoever started the server.
        let games = games.opening(files::BROUGHT);
        let desk = Desk::new(games, options.allowance(), move || counted.counts());
        Ok(Shared {
            desk: Arc::new(desk),
            hosts: Hosts::new(address, &options.allowed_hosts),
            searches,
            making: Making::default(),
            pages: Pages::new(options.page.clone())?,
            options,
        })
    }
}
