//! Games from files, against other ways to play them.

mod diagrams;
mod examples;
mod hostile;
mod naive;
mod native;
mod refused;

use unbeatable_rules::file::{GameFile, RulesSummary};
use unbeatable_rules::grounding::limits::GroundingLimits;

/// The files of this project.
const GAMES: [(&str, &str); 11] = [
    (
        "tic-tac-toe",
        include_str!("../../../../games/tic-tac-toe.kif"),
    ),
    (
        "connect-four-4x4",
        include_str!("../../../../games/connect-four-4x4.kif"),
    ),
    (
        "connect-four-5x4",
        include_str!("../../../../games/connect-four-5x4.kif"),
    ),
    ("nim-3-4-5", include_str!("../../../../games/nim-3-4-5.kif")),
    ("chomp-4x3", include_str!("../../../../games/chomp-4x3.kif")),
    ("hex-3x3", include_str!("../../../../games/hex-3x3.kif")),
    (
        "breakthrough-4x4",
        include_str!("../../../../games/breakthrough-4x4.kif"),
    ),
    (
        "domineering-4x4",
        include_str!("../../../../games/domineering-4x4.kif"),
    ),
    (
        "dots-and-boxes-2x2",
        include_str!("../../../../games/dots-and-boxes-2x2.kif"),
    ),
    (
        "sheep-and-wolf-8x8",
        include_str!("../../../../games/sheep-and-wolf-8x8.kif"),
    ),
    (
        "three-mens-morris",
        include_str!("../../../../games/three-mens-morris.kif"),
    ),
];

/// The text of one of them.
fn text(name: &str) -> &'static str {
    let found = GAMES.iter().find(|(known, _)| *known == name);
    found.expect("a file of this project").1
}

/// The rule book of a text that is a game of at most 64 fluents.
fn book(
    text: &str,
) -> (
    unbeatable_rules::book::RuleBook<1, unbeatable_core::Wdl>,
    RulesSummary,
) {
    match GameFile::read("test.kif", text, &GroundingLimits::USUAL) {
        Ok((GameFile::Tiny(book), summary)) => (book, summary),
        Ok(_) => panic!("a tiny game without points"),
        Err(complaints) => panic!("{}", complaints[0].told("test.kif", text)),
    }
}
