//! Games of several kinds of players, which positions are drawn from.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::lots::Lots;
use crate::files::told;
use crate::shell::{ask, text};

/// How many random moves a game begins with: a thinker plays the same game whatever the seed.
const OPENING_PLIES: [u64; 2] = [2, 8];

/// Two players who meet; who begins is drawn by lot.
pub(super) struct Pairing {
    pub(super) name: &'static str,
    players: [&'static str; 2],
}

/// Perfect players have only limits of time, and would play other games on other machines. A thinker with
/// 300,000 nodes a move stands in for them: it proves what it can, and plays perfectly from there on.
pub(super) const PAIRINGS: [Pairing; 8] = [
    pairing("random", "random", "random"),
    pairing("100", "alpha-beta:nodes=100", "alpha-beta:nodes=100"),
    pairing("1k", "alpha-beta:nodes=1k", "alpha-beta:nodes=1k"),
    pairing("10k", "alpha-beta:nodes=10k", "alpha-beta:nodes=10k"),
    pairing("300k", "alpha-beta:nodes=300k", "alpha-beta:nodes=300k"),
    pairing("100-1k", "alpha-beta:nodes=100", "alpha-beta:nodes=1k"),
    pairing("100-10k", "alpha-beta:nodes=100", "alpha-beta:nodes=10k"),
    pairing("1k-300k", "alpha-beta:nodes=1k", "alpha-beta:nodes=300k"),
];

const fn pairing(name: &'static str, one: &'static str, other: &'static str) -> Pairing {
    let players = [one, other];
    Pairing { name, players }
}

/// Who plays the games, and where their records are kept.
pub(super) struct GameRoom {
    pub(super) program: PathBuf,
    pub(super) records: PathBuf,
}

impl GameRoom {
    /// Plays a game as the lots say; its moves.
    pub(super) fn play(
        &self,
        pairing: &Pairing,
        id: &str,
        lots: &Lots,
    ) -> Result<Vec<String>, String> {
        let [mut first, mut second] = pairing.players;
        if lots.below(2, "who begins") == 1 {
            (first, second) = (second, first);
        }
        let [least, most] = OPENING_PLIES;
        let opening = (least + lots.below(most - least + 1, "opening")).to_string();
        let seed = lots.below(1_000_000_000, "seed").to_string();
        let record = self.records.join(format!("{}.jsonl", id.replace(':', "-")));
        let _ = fs::remove_file(&record);
        let record_text = text(&record);
        let players = ["--first", first, "--second", second];
        let lots = ["--seed", &seed, "--opening", &opening];
        let rest = ["--games", "1", "--threads", "1", "--json", "--record"];
        let arguments = [
            &["match", "uttt"],
            &players[..],
            &lots,
            &rest,
            &[&record_text],
        ]
        .concat();
        ask(&self.program, &self.records, &arguments)?;
        moves(&record)
    }
}

fn moves(record: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(record).map_err(told(record))?;
    let game: Json =
        serde_json::from_str(&text).map_err(|e| format!("{}: {e}", record.display()))?;
    let moves = game["moves"].as_array().ok_or("a record without moves")?;
    let moves = moves.iter().filter_map(Json::as_str).map(String::from);
    Ok(moves.collect())
}
