//! What a position is worth, and what each move leads to.
//!
//! `cargo run --release -p unbeatable --example solve`

use unbeatable::question::{Analyze, Setup, Solve};
use unbeatable::{Ask, AskError, Registry};

pub(crate) fn main() -> Result<(), AskError> {
    let game = Registry::standard().game("connect:5x4")?;
    // The columns of the moves so far.
    let setup = Setup {
        moves: ["3", "3", "2"].map(String::from).to_vec(),
        ..Setup::default()
    };
    let question = Solve {
        setup: setup.clone(),
        ..Solve::default()
    };
    let solved = game.solve(&question, &())?;
    let winner = solved.outcome.and_then(|outcome| outcome.winner);
    println!("{} to move: {winner:?} wins", solved.asked.turn);

    let question = Analyze {
        setup,
        ..Analyze::default()
    };
    for m in game.analyze(&question, &())?.moves {
        let winner = m.outcome.and_then(|outcome| outcome.winner);
        println!("{}: {winner:?} wins", m.text);
    }
    Ok(())
}
