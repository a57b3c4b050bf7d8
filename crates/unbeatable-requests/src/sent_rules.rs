//! Rules of games that clients sent: a few of each client, as long as there is room.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use unbeatable_workbench::Bench;
use unbeatable_workbench::files::ReadGame;
use unbeatable_workbench::report::RulesReport;

use crate::failure::{Code, Failure};

/// What the names of such games begin with.
const BEGIN: &str = "sent/";

/// How many games of one client are kept.
const OF_CLIENT_MAX: usize = 16;

/// How many there are in all.
const GAMES_MAX: usize = 256;

/// What all of them may take.
const BYTES_MAX: usize = 128 << 20;

/// No game takes more.
pub(crate) const GAME_BYTES_MAX: usize = 16 << 20;

/// No text is longer.
pub(crate) const TEXT_BYTES_MAX: usize = 1 << 20;

/// Longer names of files are cut.
const NAME_CHARACTERS_MAX: usize = 40;

/// Rules that were sent, and are a game.
pub(crate) struct RulesGame {
    /// What they take.
    bytes: usize,
    /// What was found out about them.
    pub(crate) report: RulesReport,
    /// The game, ready to be asked. A function, so that a program that reads no rules has nothing of them.
    make: Box<dyn Fn() -> Bench + Send + Sync>,
}

impl RulesGame {
    pub(crate) fn new(game: ReadGame, report: RulesReport) -> Self {
        RulesGame {
            bytes: game.bytes(),
            report,
            make: Box::new(move || game.bench()),
        }
    }

    /// The game, ready to be asked.
    pub(crate) fn bench(&self) -> Bench {
        (self.make)()
    }

    /// What it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// All of them, the one that was asked for last at the end.
#[derive(Default)]
pub(crate) struct SentRules {
    kept: Mutex<Vec<KeptGame>>,
}

struct KeptGame {
    spec: String,
    /// Who sent it.
    from: IpAddr,
    sent: Arc<RulesGame>,
}

/// The name of a file as it is shown: plain letters, and no path.
pub(crate) fn plain_name(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name.chars().take(NAME_CHARACTERS_MAX).map(plain).collect();
    match name.trim_matches('-') {
        "" => "rules.kif".into(),
        name => format!("{name}.kif"),
    }
}

/// What a game with these rules is called: half of their checksum, which nobody finds twice, and the file's name.
/// It looks like the path of a file, and is none: nothing is opened.
pub(crate) fn spec_of(name: &str, text: &str) -> String {
    let sum = Sha256::digest(text.as_bytes());
    let digits: String = sum[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{BEGIN}{digits}/{name}")
}

/// Whether a spec is the name of a game that was sent.
pub(crate) fn is_sent(spec: &str) -> bool {
    spec.starts_with(BEGIN)
}

impl SentRules {
    fn kept(&self) -> MutexGuard<'_, Vec<KeptGame>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game of that name, which is now the latest.
    pub(crate) fn find(&self, spec: &str) -> Result<Arc<RulesGame>, Failure> {
        let mut kept = self.kept();
        let at = kept.iter().position(|game| game.spec == spec);
        let Some(at) = at else {
            let what = "game: its rules are not kept here, or no more: send them once again";
            return Err(Failure {
                parameter: Some("game".into()),
                ..Failure::new(Code::NotFound, what)
            });
        };
        let game = kept.remove(at);
        let sent = Arc::clone(&game.sent);
        kept.push(game);
        Ok(sent)
    }

    /// Keeps a game that a client sent. To make room, its own oldest go first, and then the oldest of all.
    pub(crate) fn keep(&self, spec: String, from: IpAddr, sent: RulesGame) -> Arc<RulesGame> {
        let sent = Arc::new(sent);
        let mut kept = self.kept();
        kept.retain(|game| game.spec != spec);
        let own = kept.iter().filter(|game| game.from == from).count();
        if own >= OF_CLIENT_MAX
            && let Some(oldest) = kept.iter().position(|game| game.from == from)
        {
            kept.remove(oldest);
        }
        kept.push(KeptGame {
            spec,
            from,
            sent: Arc::clone(&sent),
        });
        let bytes =
            |kept: &[KeptGame]| -> usize { kept.iter().map(|game| game.sent.bytes()).sum() };
        while kept.len() > GAMES_MAX || bytes(&kept) > BYTES_MAX {
            kept.remove(0);
        }
        sent
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.kept().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        let check = |file: &str, expected: &str| assert_eq!(plain_name(file), expected, "{file}");
        check("tic-tac-toe.kif", "tic-tac-toe.kif");
        check("../../etc/passwd", "passwd.kif");
        check("C:\\games\\My game (2).GDL", "My-game--2.kif");
        check("партия.kif", "rules.kif");
        check("", "rules.kif");
        check(&"x".repeat(99), &format!("{}.kif", "x".repeat(40)));
    }

    #[test]
    fn a_name_has_the_sum_of_the_rules() {
        let spec = spec_of("a.kif", "");
        // The checksum of nothing (FIPS 180-4).
        assert_eq!(spec, "sent/e3b0c44298fc1c149afbf4c8996fb924/a.kif");
        assert!(is_sent(&spec) && !is_sent("games/a.kif"));
    }

    fn sent() -> RulesGame {
        let text = include_str!("../../../games/nim-3-4-5.kif");
        let limits = unbeatable_workbench::files::ReadLimits {
            bytes: 1 << 20,
            is_over: &|| false,
        };
        let (game, report) = ReadGame::read("sent/0/nim.kif", "nim.kif", text, &limits);
        let game = game.expect("Nim is a game");
        RulesGame::new(game, report)
    }

    #[test]
    fn the_oldest_of_a_client_make_room_for_its_own() {
        let client = |i: u8| IpAddr::from([10, 0, 0, i]);
        let rules = SentRules::default();
        rules.keep("other".into(), client(2), sent());
        for i in 0..=OF_CLIENT_MAX {
            rules.keep(format!("own {i}"), client(1), sent());
        }
        let failure = rules.find("own 0").err().expect("it was forgotten");
        assert_eq!(failure.code, Code::NotFound);
        for spec in ["other", "own 1", &format!("own {OF_CLIENT_MAX}")] {
            assert!(rules.find(spec).is_ok(), "{spec}");
        }
        assert_eq!(rules.count(), OF_CLIENT_MAX + 1);
    }
}
