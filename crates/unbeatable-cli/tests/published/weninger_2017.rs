//! Noah Weninger and Ryan Hayward, 'Exploring positional linear Go', 2017: values of 1x2 to 1x9; and
//! exercises of Hayward's lectures (CMPUT 396), in which the first answer should be -5, not 0.

use serde_json::json;

use crate::measured;

#[test]
fn lines() {
    let values = measured("weninger-2017-lines");
    let published = [0, 3, 4, 0, 1, 2, 3, 0];
    for (n, value) in (2..).zip(published) {
        assert_eq!(values[format!("1x{n}")], value, "1x{n}");
    }
}

#[test]
fn exercises() {
    assert_eq!(
        measured("cmput-396-linear-exercises"),
        json!({
            "X.O..": -5,
            "O.X..": 5,
            "X..O.": -5,
            "O..X.": 5,
            "O....": 5,
            ".O...": 0,
            "..O..": 0,
        })
    );
}
