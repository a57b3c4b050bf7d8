//! A proof on disk, checked by the rules alone.
//!
//! `cargo run --release -p unbeatable --example certificate`

use unbeatable::question::{Limits, Solve};
use unbeatable::{Ask, AskError, Registry, verify};

pub(crate) fn main() -> Result<(), AskError> {
    let games = Registry::standard();
    let file = std::env::temp_dir().join(format!("mnk-{}.cert", std::process::id()));
    let question = Solve {
        certificate: Some(file.clone()),
        ..Solve::default()
    };
    games.game("mnk:4x4x3")?.solve(&question, &())?;

    let checked = verify(&games, &file, &Limits::default(), &())?;
    println!("{}: {} bytes", checked.verdict, checked.bytes);
    assert_eq!(checked.verdict, "accepted");
    let _ = std::fs::remove_file(file);
    Ok(())
}
