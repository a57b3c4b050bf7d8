//! Values of small boards of Go that nobody else seems to have published: here so that they stay what
//! they are. Another program, a plain search by depth without a table, proved the two values under
//! natural situational superko on nine points, 2 on 3x3 and 1 on 1x9.

use serde_json::json;

use crate::measured;

const RULES: [&str; 4] = [
    "positional",
    "situational",
    "natural situational",
    "positional with suicide",
];

#[test]
fn natural_situational_superko_costs_seven_points() {
    let values = measured("ours-go-rules-3x3");
    let expected = [9, 9, 2, 9];
    for (rule, value) in RULES.into_iter().zip(expected) {
        assert_eq!(values[rule], json!([value]), "{rule}");
    }
}

#[test]
fn lines_differ_from_nine_points_on() {
    let values = measured("ours-go-rules-lines");
    let mut expected = json!([0, 3, 4, 0, 1, 2, 3, 0, 1, 2]);
    for rule in ["positional", "situational", "positional with suicide"] {
        assert_eq!(values[rule], expected, "{rule}");
    }
    expected[7] = json!(1);
    assert_eq!(values["natural situational"], expected);
}

#[test]
fn two_rows_do_not_differ() {
    let values = measured("ours-go-rules-two-rows");
    for rule in RULES {
        assert_eq!(values[rule], json!([1, 0, 8, 10, 12]), "{rule}");
    }
}

#[test]
#[ignore = "slow: 120 s and 1 GB"]
fn longer_lines_and_larger_boards() {
    let lines = measured("ours-go-rules-long-lines");
    let expected = [[2, 0], [1, 0], [1, 1], [2, 0]];
    for (rule, values) in RULES.into_iter().zip(expected) {
        assert_eq!(lines[rule], json!(values), "{rule}");
    }
    let boards = measured("ours-go-rules-boards");
    for rule in RULES {
        assert_eq!(boards[rule], json!([4, 15, 2]), "{rule}");
    }
    let lines = measured("ours-go-long-lines");
    assert_eq!(lines, json!({"1x14": 1, "1x15": 2}));
}
