//! Guillaume Bertholon, Rémi Géraud-Stewart, Axel Kugelmann, Théo Lenoir and David Naccache, 2020.
//!
//! 'There exist an optimal winning strategy taking at most 43 moves'; 'the second player can hold on at
//! least 29 rounds'. A round is a mark; the first player makes the odd ones.

use serde_json::json;

use crate::measured;

#[test]
fn at_most_43() {
    assert_eq!(measured("bertholon-2020-at-most"), json!({"43": "yes"}));
}

#[test]
fn at_least_29() {
    assert_eq!(measured("bertholon-2020-at-least"), json!({"27": "no"}));
}

#[test]
#[ignore = "slow: 60 s"]
fn longer_than_that() {
    let answers = measured("ours-play-on-longer");
    let answers = answers.as_object().expect("answers by limit");
    assert!(answers.len() > 2 && answers.values().all(|answer| *answer == "no"));
}
