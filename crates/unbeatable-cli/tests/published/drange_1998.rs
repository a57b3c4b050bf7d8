//! Ted Drange, 'Mini-Go', worked out by hand in 1998: 1x10 1, 1x11 2, 1x12 1, 1x13 2; 2x3 to 2x8 0, 8,
//! 10, 12, 14, 16; openings of 3x3 9, 3, -9, of 3x4 4, 3, 0, of 1x9 0, 0, -2.
//!
//! 1x12, 1x13 and the third opening of 1x9 are other under positional superko.

use serde_json::json;

use crate::measured;

#[test]
fn lines() {
    assert_eq!(measured("drange-1998-lines"), json!({"1x10": 1, "1x11": 2}));
    assert_eq!(measured("drange-1998-1x12"), 2);
    assert_eq!(measured("drange-1998-1x13"), 0);
}

#[test]
fn two_rows() {
    assert_eq!(
        measured("drange-1998-two-rows"),
        json!({"2x3": 0, "2x4": 8, "2x5": 10, "2x6": 12})
    );
}

#[test]
#[ignore = "slow: 40 s and 1 GB"]
fn long_rows() {
    assert_eq!(
        measured("drange-1998-long-rows"),
        json!({"2x7": 14, "2x8": 16})
    );
}

#[test]
fn openings() {
    assert_eq!(measured("drange-1998-openings-3x3"), json!([9, 3, -9]));
    assert_eq!(measured("drange-1998-openings-3x4"), json!([4, 3, 0]));
    assert_eq!(measured("drange-1998-openings-1x9"), json!([0, 0, 0]));
}
