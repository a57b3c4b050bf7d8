//! Where a browser finds the server, also one on another machine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The address for a browser: where any address of this machine will do, one that others can reach.
#[must_use]
pub fn reachable(address: SocketAddr) -> SocketAddr {
    let host: IpAddr = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => {
            outward(address, DOCUMENTATION_V4).unwrap_or(Ipv4Addr::LOCALHOST.into())
        }
        IpAddr::V6(ip) if ip.is_unspecified() => {
            outward(address, DOCUMENTATION_V6).unwrap_or(Ipv6Addr::LOCALHOST.into())
        }
        ip => ip,
    };
    SocketAddr::new(host, address.port())
}

/// Somewhere else: addresses for documentation (RFC 5737, RFC 3849), at which nobody is.
const DOCUMENTATION_V4: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
const DOCUMENTATION_V6: IpAddr = IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1));

/// The address of this machine on the way to somewhere else. A datagram's socket that is connected sends
/// nothing, but the system has chosen the way.
fn outward(listens: SocketAddr, elsewhere: IpAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind(SocketAddr::new(listens.ip(), 0)).ok()?;
    socket.connect(SocketAddr::new(elsewhere, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    Some(own).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
}

/// The address as a picture for the camera of a phone, two modules in a character. It is made for terminals
/// with a dark ground, where a character is what is light.
#[must_use]
pub fn scannable(address: &str) -> String {
    let code = QrCode::new(address).expect("an address is short enough for a QR code");
    let mut modules = code.render::<Dense1x2>();
    let picture = modules
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .build();
    format!("{picture}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_told_an_address_that_they_can_reach() {
        let shown = |text: &str| reachable(text.parse().expect("an address"));
        assert_eq!(shown("127.0.0.1:80").to_string(), "127.0.0.1:80");
        assert_eq!(shown("192.0.2.7:80").to_string(), "192.0.2.7:80");
        for unspecified in ["0.0.0.0:80", "[::]:80"] {
            assert!(!shown(unspecified).ip().is_unspecified(), "{unspecified}");
        }
    }

    #[test]
    fn a_code_is_a_square_with_its_margin() {
        let picture = scannable("http://192.168.178.20:8642/");
        let widths: Vec<usize> = picture.lines().map(|line| line.chars().count()).collect();
        // Version 3 with its quiet zone: 29 + 8 modules, two in the height of a character.
        assert_eq!(widths, [37; 19]);
    }
}
