//! Charles Bouton, 'Nim, a game with a complete mathematical theory', Annals of Mathematics 3, 1901.
//!
//! A combination is safe if the binary digits of its numbers, written below each other, add up to an
//! even number in every column; who leaves a safe combination wins. He lists the 35 safe combinations
//! of three heaps of less than 16. If the last counter loses, the same are safe, except that of heaps
//! of one an odd number is and an even number is not. A lecture of CMPUT 355 teaches it with
//! 'xorsum(1,2,3) = 00' and 'xorsum(3,5,3) = 101b = 5'.

use serde_json::json;

use crate::{measured, reproduce};

#[test]
fn safe_combinations() {
    let safe = measured("bouton-1901-safe-combinations");
    let safe: Vec<&str> = safe
        .as_array()
        .expect("a list")
        .iter()
        .map(|text| text.as_str().expect("heaps"))
        .collect();
    assert_eq!(safe.len(), 35);
    assert_eq!(
        safe[..7],
        [
            "1,2,3", "1,4,5", "1,6,7", "1,8,9", "1,10,11", "1,12,13", "1,14,15"
        ]
    );
    assert_eq!(safe[31..], ["7,8,15", "7,9,14", "7,10,13", "7,11,12"]);
}

#[test]
fn the_last_counter_loses() {
    assert_eq!(measured("bouton-1901-misere"), 0);
}

#[test]
fn the_lecture() {
    assert_eq!(
        measured("lecture-nim-1-2-3"),
        json!({"winner": "Second", "xor": 0})
    );
    let wins = json!({"winner": "First", "xor": 5, "wins": ["5-5"]});
    assert_eq!(measured("lecture-nim-3-5-3"), wins);
    // Its program tests j >= tj, and j == tj never happens where there is something to report.
    assert_eq!(
        measured("lecture-nim-report"),
        json!({"wrong": 0, "missed": 0})
    );
    let claims = reproduce("lecture-nim-report");
    let note = claims[0]["note"].as_str().expect("a note");
    assert!(note.ends_with("here 0 times"), "{note}");
}
