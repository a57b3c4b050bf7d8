//! The names of the server.

use std::net::{IpAddr, SocketAddr};

/// The names under which the server may be asked.
pub(crate) struct Hosts {
    address: SocketAddr,
    /// Names that were allowed, in lower case.
    allowed: Vec<String>,
}

impl Hosts {
    pub(crate) fn new(address: SocketAddr, allowed: &[String]) -> Self {
        let allowed = allowed.iter().map(|name| name.to_ascii_lowercase());
        Hosts {
            address,
            allowed: allowed.collect(),
        }
    }

    /// Whether a `Host` names this server: by an address, or a name that nobody else can give it.
    pub(crate) fn are_ours(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        if self.allowed.contains(&host) {
            return true;
        }
        let (name, port) = split(&host);
        let port = match port {
            None => Some(80),
            Some(port) if !port.bytes().all(|byte| byte.is_ascii_digit()) => None,
            Some(port) => port.parse().ok(),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        if name == "localhost" || self.allowed.iter().any(|allowed| allowed == name) {
            return true;
        }
        let ip = name.strip_prefix('[').and_then(|ip| ip.strip_suffix(']'));
        let Ok(ip) = ip.unwrap_or(name).parse::<IpAddr>() else {
            return false;
        };
        // An address is no name that could be given to another machine.
        ip.is_loopback() || ip == self.address.ip() || self.address.ip().is_unspecified()
    }
}

/// A host and its port; an address of IPv6 is in brackets.
fn split(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, Some(port)),
        _ => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(listens: &str, allowed: &[&str], host: &str, expected: bool) {
        let allowed: Vec<String> = allowed.iter().map(|&name| name.into()).collect();
        let address = listens.parse().expect("an address");
        let hosts = Hosts::new(address, &allowed);
        assert_eq!(hosts.are_ours(host), expected, "{host} at {listens}");
    }

    #[test]
    fn hosts() {
        let here = "127.0.0.1:8080";
        for ours in [
            "127.0.0.1:8080",
            "localhost:8080",
            "LOCALHOST:8080",
            "[::1]:8080",
        ] {
            check(here, &[], ours, true);
        }
        for foreign in [
            "",
            "localhost",
            "localhost:80",
            "localhost:8081",
            "localhost:",
            "localhost:x",
            "evil.example:8080",
            "localhost.evil.example:8080",
            "127.0.0.1.evil.example:8080",
            "192.168.0.1:8080",
            "[::1",
            "::1:8080:8080",
            "�",
        ] {
            check(here, &[], foreign, false);
        }
        check("127.0.0.1:80", &[], "localhost", true);
        check("0.0.0.0:8080", &[], "192.168.0.1:8080", true);
        check("0.0.0.0:8080", &[], "lab.example:8080", false);
        check(here, &["Lab.example"], "lab.example:8080", true);
        check(here, &["lab.example"], "lab.example:8081", false);
        check(here, &["lab.example:443"], "lab.example:443", true);
    }
}
