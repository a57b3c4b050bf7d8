//! Who asks.

use std::net::{IpAddr, Ipv6Addr};

use axum::extract::Request;
use axum::http::header;

/// The other end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Peer(IpAddr);

impl Peer {
    /// A client has one address, or in IPv6 all 2^64 of a network.
    pub(crate) fn new(address: IpAddr) -> Self {
        Peer(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
            address => address,
        })
    }
}

/// Who sends a request, and how it wants to be answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// Where it is, and everybody who shares its turns.
    pub(crate) address: IpAddr,
    /// Whether it asks for events.
    pub(crate) wants_events: bool,
}

impl Client {
    /// The client of a request, whose connection has said where it comes from.
    pub(crate) fn of(request: &Request) -> Self {
        let Peer(address) = request.extensions().get().expect("connections name peers");
        let wants_events = request.headers().get_all(header::ACCEPT).iter();
        let wants_events = wants_events.into_iter().any(|accepted| {
            let accepted = accepted.to_str().unwrap_or_default();
            let mut kinds = accepted.split([',', ';']);
            kinds.any(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
        });
        Client {
            address: *address,
            wants_events,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let peer = |text: &str| Peer::new(text.parse().expect("an address"));
        assert_eq!(peer("2001:db8::1"), peer("2001:db8::2:3"));
        assert_ne!(peer("2001:db8::1"), peer("2001:db8:0:1::1"));
        assert_ne!(peer("10.0.0.1"), peer("10.0.0.2"));
        assert_eq!(peer("::ffff:10.0.0.1"), peer("10.0.0.1"));
    }
}
