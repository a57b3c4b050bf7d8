//! Richard Guy and Cedric Smith, 'The G-values of various games', 1956, and what followed it: nimbers
//! of games in which heaps are taken from and split.

use serde_json::{Value as Json, json};
use unbeatable_core::Spec;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::heaps::nimbers::heap_nimbers;

use super::claim::Measurement;
use unbeatable_report::Follow;

/// Periods are measured on heaps up to this size.
const HEAPS_MEASURED: u16 = 1_000;

fn nimbers(spec: &str) -> Vec<u16> {
    let spec = Spec::parse(spec).expect("claims name games that exist");
    let game = Heaps::from_spec(spec).expect("claims name games that exist");
    heap_nimbers(game.taking(), HEAPS_MEASURED)
}

/// The least period that the last nimbers have, and the last heap that it does not fit.
pub(super) fn period(spec: &str, published: &Json) -> Measurement {
    let nimbers = nimbers(spec);
    let breaks = |period: usize| {
        let repeats = |n: &usize| nimbers[*n] == nimbers[n + period];
        (0..nimbers.len() - period).rev().find(|n| !repeats(n))
    };
    // A period counts if it holds over the last three quarters of what was measured.
    let least = (1..nimbers.len() / 4).find(|p| breaks(*p).is_none_or(|n| n < nimbers.len() / 4));
    let note = format!("nimbers of heaps up to {HEAPS_MEASURED}, by mex");
    match least {
        None => Measurement::disagrees(Json::Null, note),
        Some(period) => {
            let measured = json!({ "period": period, "last_exception": breaks(period) });
            Measurement::exactly(measured, published, note)
        }
    }
}

/// The nimbers if 1, 3 or 4 may be taken: the first seven, if they come again and again.
pub(super) fn subtract_1_3_4(published: &Json, _: &dyn Follow) -> Measurement {
    let nimbers = nimbers("subtract:1+take=1,3,4");
    let text = |part: &[u16]| part.iter().map(u16::to_string).collect::<String>();
    let is_periodic = nimbers.iter().zip(&nimbers[7..]).all(|(a, b)| a == b);
    let note = format!("nimbers of heaps up to {HEAPS_MEASURED}, by mex");
    match is_periodic {
        true => Measurement::exactly(json!(text(&nimbers[..7])), published, note),
        false => Measurement::disagrees(json!(text(&nimbers[..28])), note),
    }
}
