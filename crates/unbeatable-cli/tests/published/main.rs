//! Published numbers, asserted to the digit: one module for each publication.
//!
//! The program measures (`reproduce --json`); what the publications say is written here a second
//! time, so that a slip in the registry of claims is noticed too.

mod bertholon_2020;
mod bouton_1901_nim;
mod boyce_2024;
mod drange_1998;
mod guy_smith_1956;
mod lomont_2024;
mod nelhage_2020;
mod ours_go_values;
mod tromp_1999_2x2_go;
mod uiterwijk_2000;
mod van_der_werf_2003;
mod weninger_2017;

use std::process::Command;

use serde_json::Value as Json;

/// What the program says about the claims of that name.
fn reproduce(name: &str) -> Vec<Json> {
    let output = Command::new(env!("CARGO_BIN_EXE_unbeatable"))
        .args(["reproduce", "--json", name])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Json = serde_json::from_slice(&output.stdout).expect("one JSON object");
    report["claims"]
        .as_array()
        .expect("a list of claims")
        .clone()
}

/// The one claim of that id, measured.
fn measured(id: &str) -> Json {
    let claims = reproduce(id);
    let claim = claims
        .iter()
        .find(|claim| claim["id"] == id)
        .expect("the claim is known");
    for field in ["source", "claim", "note"] {
        assert!(
            claim[field].as_str().is_some_and(|text| !text.is_empty()),
            "{field} of {id}"
        );
    }
    assert_eq!(
        claim["agrees"] == true,
        claim["erratum"].is_null(),
        "{claim}"
    );
    claim["measured"].clone()
}
