//! Published claims as the façade lists and measures them.

use serde_json::Value as Json;
use unbeatable_workbench::claims::{list, reproduce};
use unbeatable_workbench::report::ClaimReport;

#[test]
fn ids_are_distinct_and_published_values_are_json() {
    let mut ids: Vec<&str> = list().iter().map(|claim| claim.id).collect();
    ids.sort_unstable();
    let many = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), many);
    for claim in list() {
        assert!(
            serde_json::from_str::<Json>(claim.published).is_ok(),
            "{}",
            claim.id
        );
    }
}

#[test]
fn unknown_names_are_refused_and_beginnings_are_enough() {
    let mut seen = Vec::new();
    let mut each = |report: ClaimReport| seen.push(report.id);
    assert!(reproduce(&["lomont-2024-none".into()], false, &(), &mut each).is_err());
    assert!(reproduce(&[String::new()], false, &(), &mut each).is_err());
    reproduce(&["lomont-2024-tree".into()], false, &(), &mut each).unwrap();
    assert!(seen.len() > 1 && seen.iter().all(|id| id.starts_with("lomont-2024-tree")));
}
