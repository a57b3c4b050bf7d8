//! Every position of a small game, solved once and then looked up.
//!
//! `cargo run --release -p unbeatable --example database`

use unbeatable::question::{Setup, Strong};
use unbeatable::{Ask, AskError, Registry};

pub(crate) fn main() -> Result<(), AskError> {
    let game = Registry::standard().game("connect:4x4")?;
    let folder = std::env::temp_dir().join(format!("connect-{}", std::process::id()));
    let question = Strong {
        folder: Some(folder.clone()),
        distances: true,
        ..Strong::default()
    };
    game.strong(&question, &())?;

    for column in ["1", "2", "3", "4"] {
        let setup = Setup {
            moves: vec![column.into()],
            ..Setup::default()
        };
        let found = game.probe(&folder, &setup)?;
        println!(
            "{column}: {:?} in {:?}",
            found.outcome.winner, found.distance
        );
    }
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}
