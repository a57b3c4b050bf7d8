//! Jos Uiterwijk and Jaap van den Herik, 'The advantage of the initiative', 2000: values of small
//! k-in-a-row games; and misère tic-tac-toe, which is well known.

use crate::measured;

#[test]
fn small_boards() {
    for (id, value) in [
        ("mnk-3x3x3", "draw"),
        ("mnk-4x3x3", "X"),
        ("mnk-4x4x3", "X"),
        ("mnk-4x4x4", "draw"),
        ("mnk-5x5x4", "draw"),
        ("mnk-3x3x3-misere", "draw"),
    ] {
        assert_eq!(measured(id), value, "{id}");
    }
}
