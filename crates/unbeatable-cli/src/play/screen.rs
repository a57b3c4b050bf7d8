//! A game on the whole screen.

mod cursor;
mod face;
mod grid;
mod heaps;
mod pen;
mod terminal;

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::panic;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::style::force_color_output;
use unbeatable_workbench::Follow;
use unbeatable_workbench::core::diagram::Diagram;
use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::{Answered, Place, ProgressReport, Stop};

use self::cursor::{Arrow, nearest, step};
use self::face::{Face, FullText};
use self::terminal::Screen;
use super::typed_command::TypedCommand;
use super::{HUMAN, PlaySession, ended, made, named, persons, plain, refusal, spoken};
use crate::failure::{Exit, Failure, one_line};
use crate::output::Console;
use crate::progress;
use crate::words::{capital, stopped};

/// How soon signals, and the end of a thought, are noticed.
const TICK: Duration = Duration::from_millis(50);

/// How long a move stands before the next one, where players play each other.
const PACE: Duration = Duration::from_millis(600);

/// How long a player who should stop may take; after that the program ends without him.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is typed may be this long.
const TYPED_CHARS_MAX: usize = 200;

const HELP: &str = "\
Arrow keys (or h j k l) choose a move: on a board the next legal square, in heaps up and down a heap, \
left and right how many stones. Enter plays it.

: or / types a move, such as :b2, or one of the words below; Enter ends it, Esc leaves it. A digit \
begins to type by itself.

Tab: what each move is worth: + wins, = draws, - loses, ? is open.
w: why.
u: undo, back to your last turn.
s: save the game in a file. o: open a saved game.
n: new game.
p: pass, where that is legal.
Esc: a player who thinks plays at once, the best it can find in a moment.
?: this page.
q: quit. Ctrl-C: quit at once.

Words: board, moves, hint, why, undo, save FILE, load FILE, new, help, quit.";

/// Plays until somebody quits.
pub(crate) fn run(
    mut session: PlaySession,
    limits: &Limits,
    shows_hints: bool,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let is_coloured = console.is_coloured();
    force_color_output(is_coloured);
    let face = Face {
        view: session.view(),
        chosen: 0,
        hints: None,
        shows_hints,
        typed: None,
        page: None,
        message: String::new(),
        busy: None,
        is_coloured,
        is_hidden: Cell::new(false),
    };
    let mut table = PlayScreen {
        session,
        face,
        limits,
        is_paused: false,
        next_at: Instant::now(),
        confirmed: None,
        place: None,
    };
    table.choose();
    let mut screen = match Screen::open() {
        // The terminal went away before it was taken.
        Err(_) if progress::is_interrupted() => return Ok(Exit::Interrupted),
        screen => screen.map_err(|e| broken(&e))?,
    };
    let played = table.play(&mut screen);
    drop(screen);
    // What is left on the terminal: how it went.
    let view = table.session.view();
    if played.is_ok() && !view.played.is_empty() && io::stdout().is_terminal() {
        let moves: Vec<&str> = view.played.iter().map(|(_, m)| m.as_str()).collect();
        let moves = moves.join(" ");
        let end = ended(&view).unwrap_or_else(|| "The game is not over.".into());
        let title = capital(&view.title);
        console.print(&format!("{title}, {}: {moves}. {end}\n", view.game))?;
    }
    played
}

/// A terminal that cannot be used.
fn broken(error: &io::Error) -> Failure {
    Failure::Input(format!(
        "cannot use the terminal: {error}; --plain needs none"
    ))
}

/// Follows what the program does beside the screen.
struct BackgroundWork {
    is_stopped: AtomicBool,
    line: Mutex<String>,
}

impl Follow for BackgroundWork {
    fn progress(&self, now: &ProgressReport) {
        *self.line.lock().unwrap_or_else(PoisonError::into_inner) = progress::line(now);
    }

    fn is_interrupted(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed) || progress::is_interrupted()
    }
}

struct PlayScreen<'t, 'g> {
    session: PlaySession<'g>,
    face: Face,
    limits: &'t Limits,
    /// Whether a player was interrupted, and waits to be asked again.
    is_paused: bool,
    /// When the next player may move.
    next_at: Instant,
    /// A key that must be pressed twice, and was once.
    confirmed: Option<char>,
    /// The place that was chosen last.
    place: Option<Place>,
}

impl<'g> PlayScreen<'_, 'g> {
    fn play(&mut self, screen: &mut Screen) -> Result<Exit, Failure> {
        loop {
            if progress::is_interrupted() {
                return Ok(Exit::Interrupted);
            }
            let ended = match self.is_players_turn() {
                true => self.answer(screen)?,
                false => self.look(screen)?,
            };
            if let Some(exit) = ended {
                return Ok(exit);
            }
            screen.draw(|frame| self.face.paint(frame))?;
            if let Some(Event::Key(key)) = screen.next(TICK).map_err(|e| broken(&e))?
                && key.kind != KeyEventKind::Release
                && let Some(exit) = self.press(key, screen)?
            {
                return Ok(exit);
            }
        }
    }

    fn is_players_turn(&self) -> bool {
        let view = &self.face.view;
        let is_players = view.outcome.is_none() && view.players[view.turn] != HUMAN;
        is_players && !self.is_paused && Instant::now() >= self.next_at
    }

    /// The player whose turn it is moves.
    fn answer(&mut self, screen: &mut Screen) -> Result<Option<Exit>, Failure> {
        let side = self.face.view.sides[self.face.view.turn];
        let who = named(&self.face.view, self.face.view.turn);
        let what = match self.session.hopeless() {
            Some(why) => format!("{who} thinks, perhaps for ever: {why}; Esc plays now"),
            None => format!("{who} thinks"),
        };
        let work = self.work(screen, &what, |session, follow| session.answer(follow))?;
        let mut answered = match work {
            WorkResult::Done(answered) => answered,
            WorkResult::Left(exit) => return Ok(Some(exit)),
        };
        if answered == Answered::Stopped(Stop::Interrupted) {
            let what = format!("{who} chooses");
            let work = self.work(screen, &what, |session, follow| {
                session.answer_at_once(follow)
            })?;
            answered = match work {
                WorkResult::Done(answered) => answered,
                WorkResult::Left(exit) => return Ok(Some(exit)),
            };
        }
        self.see();
        self.next_at = Instant::now();
        if persons(&self.face.view) == 0 {
            self.next_at += PACE;
        }
        self.face.message = match answered {
            // Who that is, the panel says; there may be little room.
            Answered::Move(m, grounds) => made(side, &m, grounds),
            Answered::Forfeit(_) => String::new(),
            Answered::Stopped(reason) => {
                self.is_paused = true;
                format!(
                    "{who} finds no move ({}); Enter asks again.",
                    stopped(reason)
                )
            }
        };
        Ok(None)
    }

    /// Finds out what moves are worth, if that is wanted and not known.
    fn look(&mut self, screen: &mut Screen) -> Result<Option<Exit>, Failure> {
        if !self.face.shows_hints || self.face.hints.is_some() || !self.face.is_asked() {
            return Ok(None);
        }
        self.hints(screen)
    }

    fn hints(&mut self, screen: &mut Screen) -> Result<Option<Exit>, Failure> {
        let limits = self.limits;
        let work = self.work(screen, "Looking at every move", |session, follow| {
            session.hints(limits, follow)
        })?;
        match work {
            WorkResult::Done(report) => self.face.hints = Some(report),
            WorkResult::Left(exit) => return Ok(Some(exit)),
        }
        Ok(None)
    }

    /// Another position is to be seen.
    fn see(&mut self) {
        self.face.view = self.session.view();
        self.face.hints = None;
        self.is_paused = false;
        self.choose();
    }

    /// Chooses the move that is nearest to the place that was chosen last, or to the middle.
    fn choose(&mut self) {
        let grid = match &self.face.view.diagram {
            Some(Diagram::Grid {
                columns, squares, ..
            }) => Some([*columns, squares.len()]),
            _ => None,
        };
        self.face.chosen = nearest(&self.face.view.moves, self.place.as_ref(), grid);
    }

    /// Where the chosen move is made is to be remembered.
    fn remember(&mut self) {
        let m = self.face.view.moves.get(self.face.chosen);
        self.place = m.and_then(|m| m.place.clone()).or(self.place.take());
    }

    /// Does something that may take a while, beside the screen.
    fn work<R: Send>(
        &mut self,
        screen: &mut Screen,
        what: &str,
        job: impl FnOnce(&mut PlaySession<'g>, &dyn Follow) -> R + Send,
    ) -> Result<WorkResult<R>, Failure> {
        let thinking = BackgroundWork {
            is_stopped: AtomicBool::new(false),
            line: Mutex::new(String::new()),
        };
        let (session, face) = (&mut self.session, &mut self.face);
        // The scope below waits for the work, whatever happens to the screen.
        let stop = || thinking.is_stopped.store(true, Ordering::Relaxed);
        let began = Instant::now();
        let mut leaving = None;
        let done = thread::scope(|scope| {
            let job = scope.spawn(|| job(session, &thinking));
            while !job.is_finished() {
                let line = thinking.line.lock().unwrap_or_else(PoisonError::into_inner);
                let gap = if line.is_empty() { "" } else { ": " };
                face.busy = Some(format!("{what} …{gap}{line}"));
                drop(line);
                // What is done at once should not flicker.
                if began.elapsed() > TICK {
                    screen
                        .draw(|frame| face.paint(frame))
                        .inspect_err(|_| stop())?;
                }
                if let Some((_, since)) = leaving
                    && Instant::now() > since + PATIENCE
                {
                    progress::leave();
                }
                if progress::is_interrupted() {
                    leaving.get_or_insert((Exit::Interrupted, Instant::now()));
                }
                // A quick answer is noticed quickly.
                let tick = if began.elapsed() < TICK {
                    TICK / 10
                } else {
                    TICK
                };
                let event = screen.next(tick).inspect_err(|_| stop());
                let Some(Event::Key(key)) = event.map_err(|e| broken(&e))? else {
                    continue;
                };
                let exit = match key.code {
                    KeyCode::Char('c') if is_control(key) => Exit::Interrupted,
                    KeyCode::Char('q') => Exit::Answered,
                    KeyCode::Esc => {
                        stop();
                        continue;
                    }
                    _ => continue,
                };
                stop();
                leaving.get_or_insert((exit, Instant::now()));
            }
            Ok(job.join())
        });
        self.face.busy = None;
        match (done, leaving) {
            (Err(failure), _) => Err(failure),
            (Ok(Err(reason)), _) => panic::resume_unwind(reason),
            (Ok(Ok(_)), Some((exit, _))) => Ok(WorkResult::Left(exit)),
            (Ok(Ok(result)), None) => Ok(WorkResult::Done(result)),
        }
    }

    /// A key. How the program ends, if it does.
    fn press(&mut self, key: KeyEvent, screen: &mut Screen) -> Result<Option<Exit>, Failure> {
        if is_control(key) && key.code == KeyCode::Char('c') {
            return Ok(Some(Exit::Interrupted));
        }
        // What was typed before the screen was there ends with a line feed, which is Control-J here.
        let key = match is_control(key) && key.code == KeyCode::Char('j') {
            true => KeyEvent::from(KeyCode::Enter),
            false => key,
        };
        // Nobody plays on a board that is not to be seen.
        if self.face.is_hidden.get() && self.face.page.is_none() && key.code != KeyCode::Char('q') {
            return Ok(None);
        }
        if let Some(page) = &mut self.face.page {
            match key.code {
                KeyCode::Down | KeyCode::Char('j' | ' ') => page.above += 1,
                KeyCode::Up | KeyCode::Char('k') => page.above = page.above.saturating_sub(1),
                KeyCode::PageDown => page.above += 10,
                KeyCode::PageUp => page.above = page.above.saturating_sub(10),
                _ => self.face.page = None,
            }
            return Ok(None);
        }
        if self.face.typed.is_some() {
            return self.edit(key, screen);
        }
        let confirmed = self.confirmed.take();
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.step(Arrow::Left),
            KeyCode::Right | KeyCode::Char('l') => self.step(Arrow::Right),
            KeyCode::Up | KeyCode::Char('k') => self.step(Arrow::Up),
            KeyCode::Down | KeyCode::Char('j') => self.step(Arrow::Down),
            KeyCode::Enter | KeyCode::Char(' ') => match self.face.chosen_move() {
                Some(m) => {
                    let m = m.to_string();
                    self.make(&m);
                }
                None => self.is_paused = false,
            },
            KeyCode::Char(':' | '/') => self.face.typed = Some(String::new()),
            KeyCode::Char(digit @ '0'..='9') => self.face.typed = Some(digit.to_string()),
            KeyCode::Char('s') => self.face.typed = Some("save ".into()),
            KeyCode::Char('o') => self.face.typed = Some("load ".into()),
            KeyCode::Char('p') => self.make("pass"),
            KeyCode::Tab => return self.obey("hint", screen),
            KeyCode::Char('w') => return self.obey("why", screen),
            KeyCode::Char('u') | KeyCode::Backspace => return self.obey("undo", screen),
            KeyCode::Char('?') | KeyCode::F(1) => return self.obey("help", screen),
            KeyCode::Char(asked @ ('n' | 'q')) => {
                let is_begun =
                    self.face.view.outcome.is_none() && !self.face.view.played.is_empty();
                if is_begun && confirmed != Some(asked) {
                    self.confirmed = Some(asked);
                    let what = if asked == 'q' {
                        "quits"
                    } else {
                        "begins another"
                    };
                    self.face.message = format!("The game is not over: {asked} again {what}.");
                    return Ok(None);
                }
                let word = if asked == 'q' { "quit" } else { "new" };
                return self.obey(word, screen);
            }
            KeyCode::Esc => self.face.message.clear(),
            _ => {}
        }
        Ok(None)
    }

    fn step(&mut self, arrow: Arrow) {
        let columns = match &self.face.view.diagram {
            Some(Diagram::Grid { columns, .. }) => Some(*columns),
            _ => None,
        };
        let (moves, at) = (&self.face.view.moves, self.face.chosen);
        self.face.chosen = step(moves, at, arrow, columns);
        self.remember();
    }

    /// A key while something is being typed.
    fn edit(&mut self, key: KeyEvent, screen: &mut Screen) -> Result<Option<Exit>, Failure> {
        let Some(typed) = &mut self.face.typed else {
            return Ok(None);
        };
        match key.code {
            KeyCode::Esc => self.face.typed = None,
            KeyCode::Enter => {
                let line = std::mem::take(typed);
                self.face.typed = None;
                return self.obey(&line, screen);
            }
            KeyCode::Backspace if typed.is_empty() => self.face.typed = None,
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Char(_) if is_control(key) => {}
            KeyCode::Char(c) if typed.chars().count() < TYPED_CHARS_MAX => typed.push(c),
            _ => {}
        }
        Ok(None)
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str, screen: &mut Screen) -> Result<Option<Exit>, Failure> {
        self.face.message.clear();
        match TypedCommand::read(line) {
            TypedCommand::Nothing => {}
            TypedCommand::Help => self.show(HELP.to_string()),
            TypedCommand::Board => self.show(spoken::board(&self.face.view)),
            TypedCommand::Moves => {
                let moves = &self.face.view.moves;
                let moves: Vec<&str> = moves.iter().map(|m| m.text.as_str()).collect();
                self.show(format!("Moves: {}", moves.join(" ")));
            }
            TypedCommand::Hint => self.face.shows_hints = !self.face.shows_hints,
            TypedCommand::Why if !self.face.is_asked() => {
                self.face.message = "There is no move of yours to explain.".into();
            }
            TypedCommand::Why => {
                if self.face.hints.is_none()
                    && let Some(exit) = self.hints(screen)?
                {
                    return Ok(Some(exit));
                }
                let report = self.face.hints.as_ref();
                self.show(report.map(plain::reasons).unwrap_or_default());
            }
            TypedCommand::Undo => {
                let is_undone = self.session.undo();
                self.see();
                self.face.message = match is_undone {
                    true => "Taken back.".into(),
                    false => "There is no move of yours to take back.".into(),
                };
            }
            TypedCommand::Save(file) => {
                let saved = self.session.save(Path::new(file));
                self.face.message = match saved {
                    Ok(()) => one_line(&format!("The game is kept in {file}.")),
                    Err(e) => one_line(&format!("Not saved: {}.", refusal(&e))),
                };
            }
            TypedCommand::Load(file) => {
                let path = Path::new(file);
                let work = self.work(screen, "Loading", |session, follow| {
                    session.load(path, follow)
                })?;
                return Ok(self.started(work, "Loaded.", "Not loaded"));
            }
            TypedCommand::New => {
                let work = self.work(screen, "Setting up", |session, follow| {
                    session.renew(follow).map_err(Failure::from)
                })?;
                return Ok(self.started(work, "A new game.", "No new game"));
            }
            TypedCommand::Quit => return Ok(Some(Exit::Answered)),
            TypedCommand::Move(m) => self.make(m),
        }
        Ok(None)
    }

    /// What came of another game.
    fn started(
        &mut self,
        work: WorkResult<Result<(), Failure>>,
        done: &str,
        not: &str,
    ) -> Option<Exit> {
        match work {
            WorkResult::Left(exit) => return Some(exit),
            WorkResult::Done(Ok(())) => {
                self.see();
                self.face.message = done.into();
            }
            WorkResult::Done(Err(e)) => {
                self.face.message = one_line(&format!("{not}: {}.", refusal(&e)));
            }
        }
        None
    }

    fn show(&mut self, text: String) {
        self.face.page = Some(FullText { text, above: 0 });
    }

    /// Plays a person's move.
    fn make(&mut self, m: &str) {
        if !self.face.is_asked() {
            self.face.message = "It is not your move.".into();
            return;
        }
        match self.session.make(m) {
            Ok(()) => {
                self.remember();
                self.see();
                self.face.message.clear();
            }
            Err(e) => self.face.message = one_line(&format!("Not played: {e}.")),
        }
    }
}

/// What came of some work.
enum WorkResult<R> {
    Done(R),
    /// Somebody quit meanwhile.
    Left(Exit),
}

fn is_control(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL)
}
