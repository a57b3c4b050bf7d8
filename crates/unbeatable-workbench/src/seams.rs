//! What tests of this crate see behind the façade; no part of its interface.
//!
//! A player shows one move at a time; tests look at all among which it chooses. They do so here because
//! a test that made the player itself would compile every solver for its game once more. And searches
//! that are stopped with a pass as their best move are too rare to wait for. What engines say is cut short in
//! ways that no engine of a test should have to go.

use unbeatable_bench::erased::Line;
use unbeatable_core::Game;
use unbeatable_core::{Budget, Notation, Player as Side};

use crate::goban;
use crate::players::{Cast, Player, outside};
use crate::question::MOVE_TIME;
use crate::report::SolveReport;
use unbeatable_bench::bench::Bench;
use unbeatable_bench::registry;

/// How a player goes about its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Whether it knows its choices without a search.
    pub is_quick: bool,
    /// For each game and each of its plies: the moves among which it chooses there.
    pub moves: Vec<Vec<Vec<String>>>,
}

/// The choices of a player of a game, who may visit so many positions before the first move, before every
/// move of these games. `None` if it does not go by the position alone.
#[must_use]
pub fn choices_of(
    spec: &str,
    player: &str,
    nodes_max: u64,
    games: &[Vec<String>],
) -> Option<Choices> {
    choices(
        &registry::game(spec).expect("a game"),
        player,
        nodes_max,
        games,
    )
}

/// The move of an open report that a player of Go plays rather than a guess.
#[must_use]
pub fn useful_witness(report: &SolveReport, player: Side) -> Option<String> {
    goban::useful_witness(report, player)
}

fn choices(bench: &Bench, player: &str, nodes_max: u64, games: &[Vec<String>]) -> Option<Choices> {
    let game = &bench.game;
    let budget = Budget {
        nodes_max,
        ..Budget::DEFAULT
    };
    let mut cast = Cast::new(bench, game.start(), budget, 1, MOVE_TIME);
    let player = cast.player(player, Side::First, &());
    let chooser = match player.expect("a player of that name") {
        Player::Chooser(chooser) => chooser,
        Player::Sitter(_) => return None,
    };
    let along = |moves: &Vec<String>| {
        let mut line = Line::new(game, game.start());
        let before = moves.iter().map(|text| {
            let pos = *line.position();
            let choices = chooser.choices(&line, &()).expect("nobody stops it");
            let m = game.parse_move(&pos, text).expect("a move of the game");
            assert!(line.play(m), "a legal move");
            choices.iter().map(|&m| game.move_text(&pos, m)).collect()
        });
        before.collect()
    };
    Some(Choices {
        is_quick: chooser.is_quick(),
        moves: games.iter().map(along).collect(),
    })
}

/// The words of an engine's command.
pub fn command_words(command: &str) -> Result<Vec<String>, String> {
    outside::command_words(command)
}

/// What an engine's reason says of what it said on standard error.
#[must_use]
pub fn last_words(errors: &[u8]) -> Option<String> {
    outside::last_words(errors)
}

/// Row and column of a bot's answer.
#[must_use]
pub fn bots_answer(said: &str) -> Option<[i64; 2]> {
    outside::bots_answer(said)
}
