//! Nicholas Boyce, 'Understanding Game Trees (Part 3)', November 2024.
//!
//! 'From an average decision time of 646.5001 ms to 42.1356 ms - that's a speed up of 15.3433 times!'
//! Times are not asserted here, work is: what both algorithms visit on the first move.

use crate::{measured, reproduce};

#[test]
fn alpha_beta_does_a_thirtieth_of_the_work_on_the_first_move() {
    let measured = measured("boyce-2024-speed-up");
    assert_eq!(measured["minimax_nodes"], 549_946);
    assert_eq!(measured["alpha_beta_nodes"], 18_297);
    assert!(
        measured["speed_up"]
            .as_f64()
            .is_some_and(|ratio| ratio > 1.0),
        "{measured}"
    );
}

#[test]
fn tables_go_move_by_move_for_either_side() {
    let claims = reproduce("boyce-2024-speed-up");
    let tables = claims[0]["tables"].as_array().expect("tables");
    let rows: Vec<usize> = tables
        .iter()
        .map(|table| table["rows"].as_array().expect("rows").len())
        .collect();
    assert_eq!(rows, [5, 4]);
    for table in tables {
        assert_eq!(table["columns"][1], "minimax nodes");
        assert_eq!(table["columns"][4], "alpha-beta nodes");
        for row in table["rows"].as_array().expect("rows") {
            assert!(
                row[1].as_u64() >= row[4].as_u64(),
                "alpha-beta never visits more: {row}"
            );
        }
    }
}
