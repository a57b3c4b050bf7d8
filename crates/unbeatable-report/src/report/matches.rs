//! Tournaments.

use serde::{Deserialize, Serialize};

use super::basics::Stop;
use super::play::GroundsReport;

/// The answer to [`Match`](crate::question::Match).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// The position every game started from.
    pub position: String,
    /// What the sides are called, the first player's first.
    #[serde(skip)]
    pub sides: [String; 2],
    /// Who played the first player's side; `null` if several players did.
    pub first: Option<String>,
    /// Who played the second player's side; `null` if several players did.
    pub second: Option<String>,
    /// Games asked for.
    pub games: u64,
    /// Games played: fewer if the match was stopped.
    pub played: u64,
    /// The seed.
    pub seed: u64,
    /// Games won by the first player's side.
    pub first_wins: u64,
    /// Games won by the second player's side.
    pub second_wins: u64,
    /// Games won by nobody.
    pub draws: u64,
    /// Games that somebody gave away: crashed, played illegally, or took too long.
    pub forfeits: u64,
    /// The first ten of them.
    pub given_away: Vec<GivenAway>,
    /// Random moves at the beginning of each game.
    pub opening: u32,
    /// Lists of moves with which games began; 0 if they all began with the position.
    pub openings: usize,
    /// The exact chances, where both players allow them to be computed; `null` if there are several
    /// seatings.
    pub expected: Option<ExpectedReport>,
    /// Who met whom on which side, and what came of it.
    pub seatings: Vec<SeatingReport>,
    /// Every two players who met, whatever their sides.
    pub pairs: Vec<PairReport>,
    /// The players, best first.
    pub standings: Vec<StandingReport>,
    /// Threads that played.
    pub threads: usize,
    /// Wall-clock time.
    pub seconds: f64,
    /// `null`, `time`, `memory` or `interrupted`.
    pub stopped: Option<Stop>,
}

/// A game that somebody gave away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GivenAway {
    /// The game's number, from 1.
    pub number: u64,
    /// Who gave it away.
    pub player: String,
    /// What its side is called in the game.
    pub side: String,
    /// What happened, in one line.
    pub why: String,
}

/// Two players, each on one side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatingReport {
    /// Who played the first player's side.
    pub first: String,
    /// Who played the second player's side.
    pub second: String,
    /// Games played.
    pub played: u64,
    /// Games won by the first player.
    pub first_wins: u64,
    /// Games won by the second player.
    pub second_wins: u64,
    /// Games won by nobody.
    pub draws: u64,
    /// The 95 % intervals of the shares of these three results.
    pub intervals: [[f64; 2]; 3],
    /// How many of its losses each player gave away.
    pub forfeits: [u64; 2],
    /// The exact chances, where both players allow them to be computed.
    pub expected: Option<ExpectedReport>,
}

/// What a player got of what there was to get.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StandingReport {
    /// The player's name.
    pub player: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games won by nobody.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games given away, among those lost.
    pub forfeits: u64,
    /// A win counts as 1, a draw as 1/2: the share of all games; 0 if none was played.
    pub score: f64,
    /// The 95 % interval of the score.
    pub interval: [f64; 2],
    /// How many moves were made on which grounds, if the player says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grounds: Option<GroundsReport>,
}

/// Two players who met, and how much stronger the first of them looks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairReport {
    /// What the first of them got of these games.
    #[serde(flatten)]
    pub standing: StandingReport,
    /// The other.
    pub opponent: String,
    /// How much stronger the first one looks.
    pub elo: EloReport,
}

/// The difference of two ratings.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EloReport {
    /// The difference that lets one expect the score (Elo 1978); `null` if nothing was won, or nothing
    /// lost, or nothing played.
    pub difference: Option<f64>,
    /// The 95 % interval; `null` where it has no end.
    pub interval: [Option<f64>; 2],
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScoreReport {
    /// Wall-clock time.
    pub seconds: f64,
    /// Games asked for.
    pub games: u64,
    /// Games finished.
    pub played: u64,
    /// Games won by the first player.
    pub first_wins: u64,
    /// Games won by the second player.
    pub second_wins: u64,
    /// Games won by nobody.
    pub draws: u64,
}

/// Exact chances of each result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExpectedReport {
    /// That the first player wins.
    pub first_wins: Chance,
    /// That the second player wins.
    pub second_wins: Chance,
    /// That nobody does.
    pub draws: Chance,
}

/// A rational number between 0 and 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chance {
    /// In lowest terms: `75257/77760`, `0`, `1`.
    pub fraction: String,
    /// The nearest floating-point number.
    pub value: f64,
}
