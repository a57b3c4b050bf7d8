//! Chris Lomont, 'Minimal Size Tic Tac Toe Trees', July 2024.
//!
//! 'It hits 549,946 nodes and has 255,168 leaf nodes, i.e., those ending in a win for player 1
//! (131,184 (51.41%)), those ending in a win for player 2 (77,904 (30.53%)), and those ending in a
//! forced draw (46,080 (18.06%)).' 'This searches 16,168 nodes, retains 5,478 unique positions.'
//! 'This searches 2,271 nodes, retains 765 unique positions.' And two tables of what is 'optimal': start in
//! the corner 56 of 352, on the edge 94 of 408, in the centre 41 of 201, human first 127 of 282; of boards
//! with the computer to move 30 of 195 (344 edges), 51 of 226 (400), 22 of 95 (201), '75 verts (or 74
//! edges)' of 158 (248).

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
fn smallest_trees_and_tables() {
    for (name, nodes, smallest) in [
        ("corner", 352, 56),
        ("edge", 408, 94),
        ("centre", 201, 41),
        ("second", 282, 127),
    ] {
        let expected = json!({"nodes": nodes, "smallest": smallest});
        assert_eq!(measured(&format!("lomont-2024-full-{name}")), expected);
    }
    for (name, vertices, edges, smallest) in [
        ("corner", 195, 344, 30),
        ("edge", 226, 400, 51),
        ("centre", 95, 201, 22),
        ("second", 158, 248, 75),
    ] {
        let expected = json!({"vertices": vertices, "edges": edges, "smallest": smallest});
        assert_eq!(measured(&format!("lomont-2024-half-{name}")), expected);
    }
}

#[test]
fn three_tables_are_not_minimal() {
    for (id, published, smallest) in [
        ("lomont-2024-rows-second", 74, 72),
        ("lomont-2024-rows-both", 96, 94),
        ("lomont-2024-full-both", 168, 158),
    ] {
        assert_eq!(measured(id), json!({"smallest": smallest}));
        assert_eq!(
            reproduce(id)[0]["published"],
            json!({"smallest": published})
        );
    }
}

#[test]
fn small_tables_against_random_play_exactly() {
    let first = measured("lomont-2024-table-random");
    assert_eq!(first["wins"], json!({"least": "23/24", "most": "47/48"}));
    let second = measured("lomont-2024-random-table");
    assert_eq!(second["wins"], json!({"least": "38/45", "most": "818/945"}));
    for sampled in [&first["sampled"], &second["sampled"]] {
        assert_eq!(sampled["losses"], 0);
    }
}

#[test]
fn nothing_disagrees_without_an_erratum() {
    let claims = reproduce("lomont-2024");
    assert_eq!(claims.len(), 28);
    let errata = claims
        .iter()
        .filter(|claim| !claim["erratum"].is_null())
        .count();
    assert_eq!(errata, 4);
}
