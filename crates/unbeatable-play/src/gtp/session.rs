//! What every engine of the protocol has: a clock, and commands that are about no game.

use std::str::FromStr;
use std::time::Duration;

use unbeatable_core::Player;
use unbeatable_report::question::Limits;

use super::protocol;
use super::time::Time;

/// How long the engine thinks about an answer if neither the call nor the client says so.
const TIME: Duration = Duration::from_secs(5);

/// What a command responds: its result, or what is wrong with it.
pub(crate) type Reply = Result<String, String>;

/// A client's session.
pub(crate) struct ClientSession {
    /// What an answer may cost, whatever the clock says.
    limits: Limits,
    pub(crate) time: Time,
    pub(crate) next: AfterResponse,
    /// Which program it says it is.
    pub(crate) version: &'static str,
}

/// What comes after a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterResponse {
    /// The next command.
    Command,
    /// Nothing: the client has said `quit`.
    Quit,
    /// Nothing: a search was interrupted.
    Interrupted,
}

impl ClientSession {
    pub(crate) fn new(limits: Limits, version: &'static str) -> Self {
        ClientSession {
            limits,
            time: Time::default(),
            next: AfterResponse::Command,
            version,
        }
    }

    /// What the next answer may cost `player`.
    pub(crate) fn limits(&self, player: Player) -> Limits {
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
    pub(crate) fn unless_interrupted(&mut self, is_interrupted: bool) -> Result<(), String> {
        if is_interrupted {
            self.next = AfterResponse::Interrupted;
            return Err("interrupted".into());
        }
        Ok(())
    }

    /// The response to a command that is about no game, if it is one; `commands` are all that there are.
    pub(crate) fn respond(
        &mut self,
        commands: &[&str],
        name: &str,
        arguments: &[&str],
    ) -> Option<Reply> {
        Some(match (name, arguments) {
            ("protocol_version", []) => Ok("2".into()),
            ("name", []) => Ok("unbeatable".into()),
            ("version", []) => Ok(self.version.into()),
            ("known_command", [name]) => Ok(commands.contains(name).to_string()),
            ("list_commands", []) => Ok(commands.join("\n")),
            ("quit", []) => {
                self.next = AfterResponse::Quit;
                Ok(String::new())
            }
            ("time_settings", [main, byo_yomi, stones]) => self
                .set_clock([main, byo_yomi, stones])
                .map(|()| String::new()),
            ("time_left", [colour, time, stones]) => self
                .show_clock([colour, time, stones])
                .map(|()| String::new()),
            _ => return None,
        })
    }

    fn set_clock(&mut self, [main, byo_yomi, stones]: [&str; 3]) -> Result<(), String> {
        let (main, byo_yomi) = (seconds(main)?, seconds(byo_yomi)?);
        self.time.set(main, byo_yomi, read(stones)?);
        Ok(())
    }

    fn show_clock(&mut self, [colour, time, stones]: [&str; 3]) -> Result<(), String> {
        let player = player(colour)?.index();
        self.time.left(player, seconds(time)?, read(stones)?);
        Ok(())
    }
}

/// The response to a line by what acts on its command; `None` if there is nothing in it to answer.
pub(crate) fn respond_to(line: &[u8], act: impl FnOnce(&str, &[&str]) -> Reply) -> Option<String> {
    let command = protocol::parse(line)?;
    let arguments: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
    let reply = act(&command.name, &arguments);
    Some(protocol::write(&command.id, &reply))
}

/// What to say of a command that no engine understood in this form.
pub(crate) fn misunderstood(commands: &[&str], name: &str) -> Reply {
    Err(match commands.contains(&name) {
        true => "syntax error".into(),
        false => "unknown command".into(),
    })
}

pub(crate) fn read<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "syntax error".into())
}

pub(crate) fn player(text: &str) -> Result<Player, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::First),
        "w" | "white" => Ok(Player::Second),
        _ => Err("invalid color or coordinate".into()),
    }
}

/// A time that a client may name: seconds, perhaps with a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    const MOST: f64 = 1e9;
    let seconds: f64 = read(text)?;
    Duration::try_from_secs_f64(seconds.min(MOST)).map_err(|_| "syntax error".into())
}
