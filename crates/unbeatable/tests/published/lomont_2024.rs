//! Chris Lomont, 'Minimal Size Tic Tac Toe Trees', July 2024.
//!
//! 'It hits 549,946 nodes and has 255,168 leaf nodes, i.e., those ending in a win for player 1
//! (131,184 (51.41%)), those ending in a win for player 2 (77,904 (30.53%)), and those ending in a
//! forced draw (46,080 (18.06%)).' 'This searches 16,168 nodes, retains 5,478 unique positions.'
//! 'This searches 2,271 nodes, retains 765 unique positions.'

use serde_json::json;

use crate::{measured, reproduce};

#[test]
fn the_full_tree() {
    assert_eq!(measured("lomont-2024-tree-nodes"), 549_946);
    assert_eq!(measured("lomont-2024-tree-leaves"), 255_168);
    let by_outcome = json!({"X": 131_184, "O": 77_904, "draw": 46_080});
    assert_eq!(measured("lomont-2024-tree-outcomes"), by_outcome);
    let shares = json!({"X": "51.41", "O": "30.53", "draw": "18.06"});
    assert_eq!(measured("lomont-2024-tree-shares"), shares);
}

#[test]
fn positions_and_classes() {
    let hashed = json!({"examined": 16_168, "kept": 5_478, "largest_hash": 19_560});
    assert_eq!(measured("lomont-2024-hashed"), hashed);
    let symmetry = json!({"examined": 2_271, "kept": 765, "largest_hash": 17_141});
    assert_eq!(measured("lomont-2024-symmetry"), symmetry);
}

#[test]
fn the_text_exchanges_min_and_max() {
    assert_eq!(
        measured("lomont-2024-frontier"),
        json!({"even": "max", "odd": "min"})
    );
}

#[test]
fn perfect_play_against_random_play_exactly() {
    for tree in ["hashed", "symmetry"] {
        let first = measured(&format!("lomont-2024-{tree}-random"));
        assert_eq!(first["first_wins"]["exact"], "75257/77760");
        assert_eq!(first["second_wins"]["exact"], "0");
        assert_eq!(first["second_wins"]["sampled"], 0);
        let second = measured(&format!("lomont-2024-random-{tree}"));
        assert_eq!(second["second_wins"]["exact"], "2645/3402");
        assert_eq!(second["first_wins"]["sampled"], 0);
        let both = measured(&format!("lomont-2024-{tree}-{tree}"));
        assert_eq!(both["draws"], json!({"exact": "1", "sampled": 100_000}));
    }
}

#[test]
fn nothing_disagrees_without_an_erratum() {
    let claims = reproduce("lomont-2024");
    assert_eq!(claims.len(), 13);
    let errata = claims
        .iter()
        .filter(|claim| !claim["erratum"].is_null())
        .count();
    assert_eq!(errata, 1);
}
