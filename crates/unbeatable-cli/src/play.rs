//! A game with a person at the table: what both ways to show it share.

pub(crate) mod game_file;
pub(crate) mod plain;
#[cfg(feature = "screen")]
pub(crate) mod screen;
mod spoken;
mod typed_command;

use std::path::Path;
use std::time::Duration;

use unbeatable_workbench::players::HUMAN;
use unbeatable_workbench::question::{Limits, Play};
use unbeatable_workbench::report::{AnalyzeReport, Answered, Grounds, PlayReport, StrengthReport};
use unbeatable_workbench::{Ask, AskError, Bench, Follow, InPlay, Registry};

use self::game_file::Opening;
/// A program without a screen tells the game in sentences.
#[cfg(not(feature = "screen"))]
pub(crate) use self::plain as screen;
use crate::failure::Failure;
use crate::words;

/// Who sits where.
#[derive(Clone, Debug)]
pub(crate) struct Seats {
    /// Who was asked for on the command line.
    pub(crate) asked: [Option<String>; 2],
    /// Who plays against persons if nobody was asked for.
    pub(crate) opponent: &'static str,
}

impl Seats {
    /// Those who were asked for. Who else may be needed is only found out if somebody is: that takes a
    /// moment.
    pub(crate) fn new(asked: [Option<String>; 2], game: &Bench) -> Seats {
        let is_player = |name: &String| name != HUMAN;
        let is_full = asked[1].is_some() || asked[0].as_ref().is_some_and(is_player);
        Seats {
            opponent: if is_full { HUMAN } else { game.opponent() },
            asked,
        }
    }

    /// The players: who was asked for; else persons where a file says so; else one person, who plays
    /// first if there is a choice.
    fn players(&self, persons: Option<[bool; 2]>) -> [String; 2] {
        let human = || HUMAN.to_string();
        let opponent = || self.opponent.to_string();
        match (&self.asked, persons) {
            ([Some(first), Some(second)], _) => [first.clone(), second.clone()],
            ([Some(first), None], _) if first == HUMAN => [human(), opponent()],
            ([Some(first), None], _) => [first.clone(), human()],
            ([None, Some(second)], _) => [human(), second.clone()],
            ([None, None], Some(persons)) if persons != [false; 2] => {
                persons.map(|is_person| if is_person { human() } else { opponent() })
            }
            ([None, None], _) => [human(), opponent()],
        }
    }
}

/// A table at which games are played.
pub(crate) struct PlaySession<'g> {
    games: &'g Registry,
    game: &'g Bench,
    seats: Seats,
    seed: u64,
    move_time: Duration,
    limits: Limits,
    /// How the games begin, unless a file says otherwise.
    opening: Opening,
    /// The game; only a session that has not begun has none.
    play: Option<InPlay<'g>>,
}

impl<'g> PlaySession<'g> {
    /// A table, still without a game.
    pub(crate) fn new(
        games: &'g Registry,
        game: &'g Bench,
        seats: Seats,
        seed: u64,
        move_time: Duration,
        limits: Limits,
    ) -> PlaySession<'g> {
        PlaySession {
            games,
            game,
            seats,
            seed,
            move_time,
            limits,
            opening: Opening::default(),
            play: None,
        }
    }

    /// The table with its first game, which `opening` begins, as it does later ones.
    pub(crate) fn begin(
        mut self,
        opening: Opening,
        follow: &dyn Follow,
    ) -> Result<PlaySession<'g>, AskError> {
        self.start(&opening, follow)?;
        // Moves of players are those of one game.
        self.opening = Opening {
            moves: vec![],
            ..opening
        };
        Ok(self)
    }

    fn start(&mut self, opening: &Opening, follow: &dyn Follow) -> Result<(), AskError> {
        let question = Play {
            setup: opening.setup.clone(),
            players: self.seats.players(opening.persons),
            seed: self.seed,
            move_time: self.move_time,
            limits: self.limits.clone(),
        };
        let mut play = self.game.play(&question, follow)?;
        for m in &opening.moves {
            play.play(m)?;
        }
        self.play = Some(play);
        Ok(())
    }

    fn play(&mut self) -> &mut InPlay<'g> {
        let play = self.play.as_mut();
        play.expect("a session that has begun has a game")
    }

    /// All there is to see.
    pub(crate) fn view(&mut self) -> PlayReport {
        self.play().view()
    }

    /// Plays a person's move.
    pub(crate) fn make(&mut self, m: &str) -> Result<(), AskError> {
        self.play().play(m)
    }

    /// Lets the player whose turn it is move.
    pub(crate) fn answer(&mut self, follow: &dyn Follow) -> Answered {
        self.play().answer(follow)
    }

    /// Plays at once for the player whose turn it is.
    pub(crate) fn answer_at_once(&mut self, follow: &dyn Follow) -> Answered {
        self.play().answer_at_once(follow)
    }

    /// That the player whose turn it is may never come to an end, if that is so.
    pub(crate) fn hopeless(&mut self) -> Option<String> {
        let StrengthReport { from_move, .. } = self.play().hopeless()?;
        Some(match from_move {
            Some(from) => format!("quick proofs begin at about move {from}"),
            None => "quick proofs begin at the very end".into(),
        })
    }

    /// What each move is worth.
    pub(crate) fn hints(&mut self, limits: &Limits, follow: &dyn Follow) -> AnalyzeReport {
        self.play().hints(limits, follow)
    }

    /// Takes moves back to the last turn of a person. `false` if no person has moved.
    pub(crate) fn undo(&mut self) -> bool {
        let view = self.view();
        let is_person = |side: usize| view.players[side] == HUMAN;
        if !view.played.iter().any(|&(side, _)| is_person(side)) {
            return false;
        }
        loop {
            let is_undone = self.play().undo();
            let now = self.view();
            if !is_undone || now.outcome.is_none() && is_person(now.turn) {
                return true;
            }
        }
    }

    /// A new game, in which players may choose otherwise.
    pub(crate) fn renew(&mut self, follow: &dyn Follow) -> Result<(), AskError> {
        self.seed = self.seed.wrapping_add(1);
        self.start(&self.opening.clone(), follow)
    }

    /// Keeps the game in a file.
    pub(crate) fn save(&mut self, path: &Path) -> Result<(), Failure> {
        let record = self.play().record();
        game_file::write(path, &record)
    }

    /// Goes on with the game of a file; if that fails, with this one.
    pub(crate) fn load(&mut self, path: &Path, follow: &dyn Follow) -> Result<(), Failure> {
        let loaded = game_file::read(self.games, path, Some(&self.game.spec()))?;
        let named = |e: AskError| Failure::Input(format!("{}: {e}", path.display()));
        self.start(&loaded.opening, follow).map_err(named)
    }
}

/// A side with the player who has it, where that is no person: `O (perfect)`.
fn named(view: &PlayReport, side: usize) -> String {
    match view.players[side].as_str() {
        HUMAN => view.sides[side].to_string(),
        player => format!("{} ({player})", view.sides[side]),
    }
}

/// Says a move, and why it was made, if the player says so: 'O plays b2, proven best.'
fn made(who: &str, m: &str, grounds: Option<Grounds>) -> String {
    match grounds {
        Some(grounds) => format!("{who} plays {m}, {}.", grounds.words()),
        None => format!("{who} plays {m}."),
    }
}

/// How many persons play.
fn persons(view: &PlayReport) -> usize {
    view.players
        .iter()
        .filter(|player| *player == HUMAN)
        .count()
}

/// How the game ended, if it did.
fn ended(view: &PlayReport) -> Option<String> {
    let outcome = view.outcome.as_ref()?;
    let over = words::over(Some(outcome));
    Some(match &view.forfeit {
        Some(forfeit) => format!(
            "{} forfeits the game: {}. {over}",
            forfeit.side, forfeit.why
        ),
        None => over,
    })
}

/// Whose turn it is, while the game goes on.
fn asked(view: &PlayReport) -> String {
    let side = view.sides[view.turn];
    match (view.players[view.turn].as_str(), persons(view)) {
        (HUMAN, 1) => format!("Your move, {side}:"),
        (HUMAN, _) => format!("{side} to move:"),
        _ => format!("{} thinks.", named(view, view.turn)),
    }
}

/// A refusal as a sentence.
fn refusal(error: &Failure) -> String {
    match error {
        Failure::Input(text) => text.clone(),
        Failure::Output(error) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(asked: [Option<&str>; 2], persons: Option<[bool; 2]>, expected: [&str; 2]) {
        let seats = Seats {
            asked: asked.map(|name| name.map(String::from)),
            opponent: "perfect",
        };
        assert_eq!(seats.players(persons), expected);
    }

    #[test]
    fn persons_and_players_find_their_seats() {
        check([None, None], None, ["human", "perfect"]);
        check([Some("perfect"), None], None, ["perfect", "human"]);
        check([Some("human"), None], None, ["human", "perfect"]);
        check([None, Some("random")], None, ["human", "random"]);
        check([None, Some("human")], None, ["human", "human"]);
        check([Some("human"), Some("human")], None, ["human", "human"]);
        check(
            [Some("random"), Some("perfect")],
            None,
            ["random", "perfect"],
        );
        // A file says where persons sit, and no more.
        check([None, None], Some([false, true]), ["perfect", "human"]);
        check([None, None], Some([true, true]), ["human", "human"]);
        check([None, None], Some([false, false]), ["human", "perfect"]);
        check(
            [None, Some("random")],
            Some([false, true]),
            ["human", "random"],
        );
    }
}
