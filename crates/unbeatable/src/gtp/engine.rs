//! The engine: a game, a clock, and a response to every command.

use std::time::{Duration, Instant};

use unbeatable_workbench::core::Player;
use unbeatable_workbench::goban::Goban;
use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::Points;
use unbeatable_workbench::{AskError, Follow};

use super::commands::COMMANDS;
use super::protocol;
use super::time::Time;

/// How long the engine thinks about an answer if neither the call nor the client says so.
pub(super) const TIME: Duration = Duration::from_secs(5);

/// What a command responds: its result, or what is wrong with it.
pub(super) type Reply = Result<String, String>;

/// Answers commands.
pub(crate) struct Engine {
    pub(super) goban: Goban,
    /// What an answer may cost, whatever the clock says.
    limits: Limits,
    pub(super) time: Time,
    pub(super) next: Next,
}

/// What comes after a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// The next command.
    Command,
    /// Nothing: the client has said `quit`.
    Quit,
    /// Nothing: a search was interrupted.
    Interrupted,
}

impl Engine {
    /// An engine for the game of that spec, which spends at most that much on an answer.
    pub(crate) fn new(spec: &str, limits: Limits) -> Result<Engine, AskError> {
        Ok(Engine {
            goban: Goban::new(spec)?,
            limits,
            time: Time::default(),
            next: Next::Command,
        })
    }

    /// The response to a line; `None` if there is nothing in it to answer.
    pub(crate) fn answer(&mut self, line: &[u8], follow: &dyn Follow) -> Option<String> {
        let command = protocol::parse(line)?;
        let known = COMMANDS.iter().find(|(name, _)| *name == command.name);
        let arguments: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        let reply = match known {
            Some((_, act)) => act(self, &arguments, follow),
            None => Err("unknown command".into()),
        };
        Some(protocol::write(&command.id, &reply))
    }

    /// What comes after the last response.
    pub(crate) fn next(&self) -> Next {
        self.next
    }

    /// A move for `player`.
    pub(super) fn choose(&mut self, player: Player, follow: &dyn Follow) -> Reply {
        let limits = self.limits(player);
        let start = Instant::now();
        let choice = self.goban.choose(player, &limits, follow);
        self.time.spend(player.index(), start.elapsed());
        self.unless_interrupted(choice.is_interrupted)?;
        Ok(choice.text)
    }

    /// What the next answer may cost `player`.
    pub(super) fn limits(&self, player: Player) -> Limits {
        let time = match (self.time.share(player.index()), self.limits.time) {
            (Some(share), Some(limit)) => share.min(limit),
            (Some(share), None) => share,
            (None, limit) => limit.unwrap_or(TIME),
        };
        Limits {
            time: Some(time),
            ..self.limits.clone()
        }
    }

    /// An interrupted search has no answer, and is the last one.
    pub(super) fn unless_interrupted(&mut self, is_interrupted: bool) -> Result<(), String> {
        if is_interrupted {
            self.next = Next::Interrupted;
            return Err("interrupted".into());
        }
        Ok(())
    }
}

/// A result from Black's side, as the protocol writes it: `B+3`, `W+0.5`, `0`.
pub(super) fn result(points: Points) -> String {
    match points.0 {
        0.0 => "0".into(),
        p if p > 0.0 => format!("B+{p}"),
        p => format!("W+{}", -p),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// An engine that never thinks for long.
    fn engine() -> Engine {
        let limits = Limits {
            nodes: Some(200),
            ..Limits::default()
        };
        Engine::new("go:3x3", limits).expect("a spec of Go")
    }

    /// Words that make sense somewhere, and some that never do.
    fn word() -> impl Strategy<Value = Vec<u8>> {
        let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
        // These write files, or end the session.
        let is_harmless = |name: &&str| !["printsgf", "quit"].contains(name);
        let names: Vec<&str> = names.into_iter().filter(is_harmless).collect();
        let colours = ["b", "w", "Black", "WHITE", "x"];
        let moves = [
            "pass", "A1", "b2", "C3", "D4", "i1", "Z25", "resign", "alive",
        ];
        let numbers = [
            "0",
            "1",
            "2",
            "3",
            "5",
            "-1",
            "0.5",
            "1e400",
            "99999999999",
            "NaN",
            "#",
        ];
        prop_oneof![
            4 => prop::sample::select(names).prop_map(|word| word.as_bytes().to_vec()),
            4 => prop::sample::select(colours.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
            4 => prop::sample::select(moves.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
            3 => prop::sample::select(numbers.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..8),
        ]
    }

    fn line() -> impl Strategy<Value = Vec<u8>> {
        let play = (prop::sample::select(vec!["b", "w"]), 0..3u8, 1..4u8);
        let play = play.prop_map(|(colour, column, row)| {
            let letter = char::from(b'A' + column);
            format!("play {colour} {letter}{row}").into_bytes()
        });
        let words = prop::collection::vec(word(), 0..5);
        let words = words.prop_map(|words| words.join(&b' '));
        let bytes = prop::collection::vec(any::<u8>(), 0..40);
        let acts = [
            "genmove b",
            "genmove w",
            "undo",
            "boardsize 2",
            "unbeatable-values",
        ];
        let act = prop::sample::select(acts.to_vec()).prop_map(|text| text.as_bytes().to_vec());
        prop_oneof![3 => play, 1 => act, 6 => words, 1 => bytes]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// Whatever is sent: every line with a command in it has one response, of the right form, and
        /// the engine goes on.
        #[test]
        fn every_command_is_answered_once(lines in prop::collection::vec(line(), 0..60)) {
            let mut engine = engine();
            for line in lines {
                let line: Vec<u8> = line.into_iter().filter(|byte| *byte != b'\n').collect();
                let answer = engine.answer(&line, &());
                prop_assert_eq!(answer.is_some(), protocol::parse(&line).is_some());
                if let Some(text) = answer {
                    prop_assert!(text.starts_with(['=', '?']), "{:?}", text);
                    // The response ends with its only empty line.
                    prop_assert_eq!(text.find("\n\n"), Some(text.len() - 2), "{:?}", text);
                }
                engine.next = Next::Command;
            }
            let answer = engine.answer(b"7 name", &());
            prop_assert_eq!(answer.as_deref(), Some("=7 unbeatable\n\n"));
        }
    }
}
