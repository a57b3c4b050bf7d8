//! Richard Guy and Cedric Smith, 'The G-values of various games', Proceedings of the Cambridge
//! Philosophical Society 52, 1956: Kayles has period 12, Dawson's games have period 34.
//!
//! The last exceptions are those of OEIS A002186 ('The only exceptions are n=0, …, 57 and 70') and
//! A002187 ('the only exceptions at n=0, 14, 16, 17, 31, 34 and 51').

use serde_json::json;

use crate::measured;

#[test]
fn periods() {
    for (id, period, last_exception) in [
        ("guy-smith-1956-kayles", 12, 70),
        ("guy-smith-1956-dawson", 34, 51),
        ("guy-smith-1956-dawsons-kayles", 34, 52),
    ] {
        let published = json!({"period": period, "last_exception": last_exception});
        assert_eq!(measured(id), published, "{id}");
    }
    assert_eq!(measured("winning-ways-subtract-1-3-4"), "0101232");
}
