//! A game line by line, in sentences: for screen readers and pipes.

use std::path::Path;

use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::{AnalyzeReport, Answered, MoveReport, PlayReport, Stop};

use super::typed_command::TypedCommand;
use super::{HUMAN, PlaySession, asked, ended, made, named, persons, refusal, spoken};
use crate::failure::{Exit, Failure, one_line};
use crate::input::{Input, InputLines};
use crate::output::Console;
use crate::progress;
use crate::units::many;
use crate::words::{self, capital, stopped};

/// What can be typed.
const HELP: &str = "\
Type a move, or one of these words.
board: the whole position.
moves: the legal moves.
hint: what each move is worth.
why: the same with reasons.
undo: back to your last turn.
save FILE: keeps the game. load FILE: goes on with a kept game.
new: a new game.
quit: ends the program.
";

/// Plays until there is nothing more to play, or to read.
pub(crate) fn run(
    session: PlaySession,
    limits: &Limits,
    shows_hints: bool,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let mut talk = PlainPlay {
        session,
        limits,
        shows_hints,
        console,
    };
    let view = talk.session.view();
    talk.greet(&view)?;
    talk.follow()
}

/// What a line led to.
enum AfterLine {
    /// The position is unchanged, and there is nothing to say about it.
    Same,
    /// Another one.
    Moved,
    /// The end.
    Ended(Exit),
}

struct PlainPlay<'t, 'g> {
    session: PlaySession<'g>,
    limits: &'t Limits,
    shows_hints: bool,
    console: &'t mut Console,
}

impl PlainPlay<'_, '_> {
    fn greet(&mut self, view: &PlayReport) -> Result<(), Failure> {
        let seats = match (view.players.each_ref().map(|p| p.as_str()), view.sides) {
            ([HUMAN, HUMAN], [first, second]) => format!("{first} begins, {second} follows."),
            ([HUMAN, player], [first, second]) => format!("You are {first}, {player} is {second}."),
            ([player, HUMAN], [first, second]) => format!("You are {second}, {player} is {first}."),
            ([one, other], [first, second]) => format!("{one} is {first}, {other} is {second}."),
        };
        let title = capital(&view.title);
        let mut text = format!("{title}, {}. {seats}", view.game);
        if persons(view) > 0 {
            text.push_str(" Type help for all you can type.");
        }
        self.say(&text)
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.console.print(&format!("{}\n", text.trim_end()))
    }

    /// The game, until somebody ends it.
    fn follow(&mut self) -> Result<Exit, Failure> {
        // Standard input is only read where a person plays: it may be someone else's.
        let lines = (persons(&self.session.view()) > 0).then(InputLines::new);
        let mut is_new = true;
        loop {
            let view = self.session.view();
            if let Some(exit) = self.answer(&view)? {
                return Ok(exit);
            }
            if view.outcome.is_none() && view.players[view.turn] != HUMAN {
                is_new = true;
                continue;
            }
            if is_new {
                self.say(&spoken::brief(&view))?;
                if view.outcome.is_none() && self.shows_hints {
                    self.hint()?;
                }
            }
            self.say(&ended(&view).unwrap_or_else(|| asked(&view)))?;
            let Some(lines) = &lines else {
                return Ok(Exit::Answered);
            };
            let line = match lines.next()? {
                Input::Line(line) => line,
                Input::End => return Ok(Exit::Answered),
                Input::Interrupted => return Ok(Exit::Interrupted),
            };
            is_new = match self.obey(&String::from_utf8_lossy(&line), &view)? {
                AfterLine::Same => false,
                AfterLine::Moved => true,
                AfterLine::Ended(exit) => return Ok(exit),
            };
        }
    }

    /// Lets a player move, if it is a player's turn. How the program ends, if it does.
    fn answer(&mut self, view: &PlayReport) -> Result<Option<Exit>, Failure> {
        if view.outcome.is_some() || view.players[view.turn] == HUMAN {
            return Ok(None);
        }
        let who = named(view, view.turn);
        if let Some(why) = self.session.hopeless() {
            let opponent = "the player 'best' answers within a second";
            self.say(&format!(
                "{who} thinks, perhaps for ever: {why}; {opponent}."
            ))?;
        }
        let watch = self.console.watch();
        let answered = self.session.answer(&watch);
        drop(watch);
        match answered {
            Answered::Move(m, grounds) => self.say(&made(&who, &m, grounds))?,
            // The end of the game says so.
            Answered::Forfeit(_) => {}
            Answered::Stopped(Stop::Interrupted) => return Ok(Some(Exit::Interrupted)),
            Answered::Stopped(reason) => {
                self.say(&format!("{who} finds no move: {}.", stopped(reason)))?;
                return Ok(Some(Exit::Stopped));
            }
        }
        Ok(None)
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str, view: &PlayReport) -> Result<AfterLine, Failure> {
        match TypedCommand::read(line) {
            TypedCommand::Nothing => {}
            TypedCommand::Help => self.say(HELP)?,
            TypedCommand::Board => self.say(&spoken::board(view))?,
            TypedCommand::Moves => self.say(&moves(view))?,
            TypedCommand::Hint | TypedCommand::Why if view.outcome.is_some() => {
                self.say("The game is over: undo, new or quit.")?;
            }
            TypedCommand::Hint => self.hint()?,
            TypedCommand::Why => self.why()?,
            TypedCommand::Undo => match self.session.undo() {
                true => {
                    let view = self.session.view();
                    let side = view.sides[view.turn];
                    self.say(&format!("Back to {side}'s turn."))?;
                    return Ok(AfterLine::Moved);
                }
                false => self.say("There is no move of yours to take back.")?,
            },
            TypedCommand::Save(file) => {
                let said = match self.session.save(Path::new(file)) {
                    Ok(()) => format!("The game is kept in {file}."),
                    Err(e) => format!("Not saved: {}.", refusal(&e)),
                };
                self.say(&one_line(&said))?;
            }
            TypedCommand::Load(file) => {
                let watch = self.console.watch();
                let loaded = self.session.load(Path::new(file), &watch);
                drop(watch);
                return self.started(loaded, "Not loaded");
            }
            TypedCommand::New => {
                let watch = self.console.watch();
                let started = self.session.renew(&watch);
                drop(watch);
                return self.started(started.map_err(Failure::from), "No new game");
            }
            TypedCommand::Quit => return Ok(AfterLine::Ended(Exit::Answered)),
            TypedCommand::Move(m) => match self.session.make(m) {
                Ok(()) => {
                    let view = self.session.view();
                    let (side, m) = view.played.last().expect("a move was just made");
                    let said = match persons(&view) {
                        1 => format!("You play {m}."),
                        _ => format!("{} plays {m}.", view.sides[*side]),
                    };
                    self.say(&said)?;
                    return Ok(AfterLine::Moved);
                }
                Err(e) => self.say(&one_line(&format!("Not played: {e}.")))?,
            },
        }
        Ok(AfterLine::Same)
    }

    /// What came of another game.
    fn started(&mut self, started: Result<(), Failure>, not: &str) -> Result<AfterLine, Failure> {
        if progress::is_interrupted() {
            return Ok(AfterLine::Ended(Exit::Interrupted));
        }
        match started {
            Ok(()) => {
                let view = self.session.view();
                self.greet(&view)?;
                Ok(AfterLine::Moved)
            }
            Err(e) => {
                self.say(&one_line(&format!("{not}: {}.", refusal(&e))))?;
                Ok(AfterLine::Same)
            }
        }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let report = self.report();
        self.say(&hints(&report))
    }

    fn why(&mut self) -> Result<(), Failure> {
        let report = self.report();
        self.say(&reasons(&report))
    }

    fn report(&mut self) -> AnalyzeReport {
        let watch = self.console.watch();
        self.session.hints(self.limits, &watch)
    }
}

/// The legal moves in a sentence.
fn moves(view: &PlayReport) -> String {
    let texts: Vec<&str> = view.moves.iter().map(|m| m.text.as_str()).collect();
    match texts.len() {
        0 => "There are no moves.".to_string(),
        count => format!(
            "{}: {}.",
            many(count as u64, "move", "moves"),
            texts.join(", ")
        ),
    }
}

/// What each move is worth: moves that lead to the same, in one sentence.
fn hints(report: &AnalyzeReport) -> String {
    let mut text = format!("{}\n", words::position(report));
    let mut results: Vec<(String, Vec<&str>)> = vec![];
    for m in &report.moves {
        let result = capital(&words::move_result(report, m));
        match results.iter_mut().find(|(known, _)| *known == result) {
            Some((_, moves)) => moves.push(&m.text),
            None => results.push((result, vec![&m.text])),
        }
    }
    for (result, moves) in results {
        text.push_str(&format!("{result}: {}.\n", moves.join(", ")));
    }
    text
}

/// The value of the position and of its moves, with what a teacher says about them.
pub(super) fn reasons(report: &AnalyzeReport) -> String {
    let mut text = format!("{}\n", words::position(report));
    for line in report.explanation.iter().chain(&report.remarks) {
        text.push_str(&format!("{line}\n"));
    }
    let (open, known): (Vec<&MoveReport>, Vec<&MoveReport>) =
        (report.moves.iter()).partition(|m| m.outcome.is_none() && m.why.is_none());
    for m in known {
        let result = words::move_result(report, m);
        let why = m.why.iter().map(|why| format!("; {why}"));
        text.push_str(&format!(
            "{}: {result}{}.\n",
            m.text,
            why.collect::<String>()
        ));
    }
    if !open.is_empty() {
        let open: Vec<&str> = open.iter().map(|m| m.text.as_str()).collect();
        text.push_str(&format!("Open: {}.\n", open.join(", ")));
    }
    text
}
