//! Erik van der Werf, Jaap van den Herik and Jos Uiterwijk, 'Solving Go on small boards', 2003: Black
//! wins 3x3 by 9 and 4x4 by 2. Van der Werf and Winands, 'Solving Go for rectangular boards', 2009: 3x4
//! by 4, 3x5 by 15, 3x6 by 18, 4x5 by 20. Not under positional superko, which changes none of these.

use serde_json::json;

use crate::measured;

#[test]
fn squares() {
    assert_eq!(measured("van-der-werf-2003-3x3"), 9);
    assert_eq!(measured("van-der-werf-2003-4x4"), 2);
}

#[test]
fn rectangles() {
    let values = measured("van-der-werf-2009-rectangles");
    assert_eq!(values, json!({"3x4": 4, "3x5": 15}));
}

#[test]
#[ignore = "slow: 200 s and 4 GB"]
fn eighteen_and_twenty_points() {
    assert_eq!(measured("van-der-werf-2009-3x6"), 18);
    assert_eq!(measured("van-der-werf-2009-4x5"), 20);
}
