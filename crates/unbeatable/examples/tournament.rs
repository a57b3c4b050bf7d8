//! Three players, each against each, with both sides.
//!
//! `cargo run --release -p unbeatable --example tournament`

use unbeatable::question::Match;
use unbeatable::{Ask, AskError, Registry};

pub(crate) fn main() -> Result<(), AskError> {
    let question = Match {
        players: ["perfect", "mcts:200", "random"].map(String::from).to_vec(),
        swap: true,
        games: 20,
        ..Match::default()
    };
    let report = Registry::standard()
        .game("ttt")?
        .play_match(&question, &())?;
    for seating in &report.seatings {
        println!(
            "{} against {}: {} to {}, {} drawn",
            seating.first, seating.second, seating.first_wins, seating.second_wins, seating.draws
        );
    }
    assert_eq!(report.played, 120);
    Ok(())
}
