//! Games whose rules are written in Python.
//!
//! An object says where a game starts, whose turn it is, how it ended, which moves there are, and what they
//! do. Its positions are objects that can be hashed and compared. They are numbered as they come up, and asked
//! once: a search that meets a position again does not ask Python.
//!
//! ```text
//! number ─→ SeenPosition { object, level, facts ─→ { turn, ending, moves: [object, text, ─→ number] } }
//! ```
//!
//! Searches rely on it that no position comes up again, so every step is looked at: the position behind a
//! move has a higher level than the one before it. Where a step is found that leads to a position of a level
//! that is not higher, levels behind it are raised; if that comes back to where it began, the game has a
//! circle, and is refused (an incremental topological order in its simplest form).

use std::collections::HashSet;
use std::fmt::{self, Write};
use std::marker::PhantomData;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyString};

use unbeatable::Bench;
use unbeatable::core::notation::quoted;
use unbeatable::core::{Game, Margin, Notation, Outcome, ParseError, Player, Value, Wdl};

/// More positions are not remembered: some gigabytes.
const POSITIONS_MAX: usize = 20_000_000;

/// Longer games are refused: searches recurse once a move, and a stack has an end.
const PLIES_MAX: u32 = 20_000;

/// The bench of a game with these rules, and where to find what they raise.
pub(crate) fn bench(rules: &Bound<'_, PyAny>) -> PyResult<(Bench, Raised)> {
    let read = |name: &str| rules.getattr(name);
    let mistyped = |what: &str| {
        let what = what.to_string();
        move |_| PyTypeError::new_err(what)
    };
    let name = read("name")?.extract::<String>();
    let name = name.map_err(mistyped("name: expected a text"))?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if name.is_empty() || !name.chars().all(is_word) {
        let name = quoted(&name);
        let why = format!("name: expected letters, digits, - and _, found {name}");
        return Err(PyValueError::new_err(why));
    }
    let sides = read("sides")?.extract::<(String, String)>();
    let sides = sides.map_err(mistyped("sides: expected a tuple of two texts"))?;
    if sides.0 == sides.1 {
        let why = format!(
            "sides: expected two names, found {} twice",
            quoted(&sides.0)
        );
        return Err(PyValueError::new_err(why));
    }
    let raised = Raised::default();
    let shared = Arc::new(OwnRules {
        rules: rules.clone().unbind(),
        spec: format!("python:{name}"),
        // A rule book hands out names that live for ever. They are short, and games are few.
        sides: [sides.0, sides.1].map(|side| &*Box::leak(side.into_boxed_str())),
        numbers: PyDict::new(rules.py()).unbind(),
        known: RwLock::default(),
        numbering: Mutex::default(),
        levels: Mutex::default(),
        raised: raised.clone(),
    });
    let title = read("title")?.extract::<String>();
    let title = title.map_err(mistyped("title: expected a text"))?;
    let is_scored = read("is_scored")?.extract::<bool>();
    let bench = match is_scored.map_err(mistyped("is_scored: expected True or False"))? {
        true => Bench::plain(OwnGame::<Margin>::new(shared)?, title),
        false => Bench::plain(OwnGame::<Wdl>::new(shared)?, title),
    };
    Ok((bench, raised))
}

/// The first exception that rules raised while they were asked.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().expect("nobody panics here").take()
    }

    /// Ends the search. Whoever asked finds the exception here.
    fn raise(&self, error: PyErr) -> ! {
        {
            let mut first = self.0.lock().expect("nobody panics here");
            *first = first.take().or(Some(error));
        }
        // The hook for panics need not tell: an exception is on its way.
        resume_unwind(Box::new(
            "rules that are written in Python raised an exception",
        ))
    }
}

/// A position's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Number(u32);

/// A move's number among those of its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Nth(u32);

/// What is known of a position.
struct SeenPosition {
    object: Py<PyAny>,
    facts: OnceLock<Facts>,
    /// Less than that of every position behind it. Changed by whoever holds `levels`.
    level: AtomicU32,
}

/// What the rules say of a position.
struct Facts {
    turn: Player,
    /// What the first player gets, as a rank.
    ending: Option<i16>,
    moves: Vec<OwnMove>,
}

struct OwnMove {
    object: Py<PyAny>,
    text: String,
    /// Where it leads, once somebody went there.
    child: OnceLock<Number>,
}

/// What all copies of a rule book have in common.
struct OwnRules {
    rules: Py<PyAny>,
    spec: String,
    sides: [&'static str; 2],
    /// The numbers of positions, by their objects.
    numbers: Py<PyDict>,
    known: RwLock<Vec<Arc<SeenPosition>>>,
    /// Held by whoever gives a number.
    numbering: Mutex<()>,
    /// Held by whoever raises levels.
    levels: Mutex<()>,
    raised: Raised,
}

/// Rules that are an object of Python's.
#[derive(Clone)]
pub(crate) struct OwnGame<V> {
    shared: Arc<OwnRules>,
    start: Number,
    values: PhantomData<V>,
}

impl OwnRules {
    fn known(&self, number: Number) -> Arc<SeenPosition> {
        let known = self.known.read().expect("nobody panics here");
        Arc::clone(&known[number.0 as usize])
    }

    /// The number of a position.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<Number> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        if let Err(error) = position.hash() {
            let kind = position.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "start or play: expected a position that can be hashed, such as a tuple, found {kind} ({error})"
            )));
        }
        // To compare objects is Python's business, and may take the lock away and bring it back.
        let _numbering = self
            .numbering
            .lock_py_attached(py)
            .expect("nobody panics here");
        if let Some(number) = numbers.get_item(position)? {
            return Ok(Number(number.extract()?));
        }
        let mut known = self.known.write().expect("nobody panics here");
        let number = known.len();
        if number == POSITIONS_MAX {
            let why = format!("expected at most {POSITIONS_MAX} positions, and there are more");
            return Err(PyValueError::new_err(why));
        }
        known.push(Arc::new(SeenPosition {
            object: position.clone().unbind(),
            facts: OnceLock::new(),
            level: 0.into(),
        }));
        drop(known);
        numbers.set_item(position, number)?;
        Ok(Number(number as u32))
    }
}

impl<V: Value> OwnGame<V> {
    fn new(shared: Arc<OwnRules>) -> PyResult<Self> {
        let start = Python::attach(|py| {
            let position = shared.rules.bind(py).call_method0("start")?;
            shared.number(&position)
        })?;
        let game = OwnGame {
            shared,
            start,
            values: PhantomData,
        };
        let known = game.shared.known(start);
        let facts = Python::attach(|py| game.ask(py, &known))?;
        if facts.turn != Player::First {
            let why = "start: expected a position in which the first player moves: turn must be 0";
            return Err(PyValueError::new_err(why));
        }
        let _ = known.facts.set(facts);
        Ok(game)
    }

    /// What the rules say of a position.
    fn facts<'k>(&self, known: &'k SeenPosition) -> &'k Facts {
        if let Some(facts) = known.facts.get() {
            return facts;
        }
        let asked = Python::attach(|py| self.ask(py, known));
        let facts = asked.unwrap_or_else(|error| self.shared.raised.raise(error));
        known.facts.get_or_init(|| facts)
    }

    fn ask(&self, py: Python<'_>, known: &SeenPosition) -> PyResult<Facts> {
        let (rules, position) = (self.shared.rules.bind(py), known.object.bind(py));
        let wrong = |method: &str, why: String| {
            let position = position
                .str()
                .map_or_else(|_| "?".into(), |s| s.to_string());
            let position = quoted(&position);
            PyValueError::new_err(format!("{method} of {position}: {why}"))
        };
        let turn = rules.call_method1("turn", (position,))?;
        let turn = match turn.extract::<i64>() {
            Ok(0) => Player::First,
            Ok(1) => Player::Second,
            _ => return Err(wrong("turn", format!("expected 0 or 1, found {turn}"))),
        };
        let ending = rules.call_method1("outcome", (position,))?;
        let ending = match ending.is_none() {
            true => None,
            false => {
                let points = ending.extract::<f64>().ok();
                let value = points.and_then(V::from_points).ok_or_else(|| {
                    let expected = match V::SCORED {
                        true => "the first player's points minus the second's, or None",
                        false => "1, 0 or -1 for the first player, or None",
                    };
                    wrong("outcome", format!("expected {expected}, found {ending}"))
                })?;
                Some(value.rank())
            }
        };
        let mut moves: Vec<OwnMove> = vec![];
        if ending.is_none() {
            let mut seen = HashSet::new();
            for object in rules.call_method1("moves", (position,))?.try_iter()? {
                let object = object?;
                let text = object.str()?.to_string();
                if text.is_empty()
                    || text.contains([' ', ','])
                    || text.chars().any(char::is_control)
                {
                    let text = quoted(&text);
                    let why =
                        format!("expected moves that are written without spaces, found {text}");
                    return Err(wrong("moves", why));
                }
                if !seen.insert(text.clone()) {
                    return Err(wrong("moves", format!("expected '{text}' once")));
                }
                moves.push(OwnMove {
                    object: object.unbind(),
                    text,
                    child: OnceLock::new(),
                });
            }
            if moves.is_empty() {
                let why = "expected a move, because the game is not over".into();
                return Err(wrong("moves", why));
            }
        }
        Ok(Facts {
            turn,
            ending,
            moves,
        })
    }

    /// Where a move leads.
    fn step(&self, from: &SeenPosition, m: &OwnMove) -> PyResult<Number> {
        Python::attach(|py| {
            let rules = self.shared.rules.bind(py);
            let position = rules.call_method1("play", (&from.object, &m.object))?;
            let number = self.shared.number(&position)?;
            let child = self.shared.known(number);
            let facts = match child.facts.get() {
                Some(facts) => facts,
                None => {
                    let facts = self.ask(py, &child)?;
                    child.facts.get_or_init(|| facts)
                }
            };
            let turn = from.facts.get().expect("its moves are known").turn;
            if facts.turn == turn {
                let text = &m.text;
                let why = format!(
                    "play of '{text}': expected that it is the other player's turn then, also if the game is over"
                );
                return Err(PyValueError::new_err(why));
            }
            let _levels = (self.shared.levels)
                .lock_py_attached(py)
                .expect("nobody panics here");
            self.raise_levels(from, &child, m)?;
            // Before others raise levels: they have to see this step.
            Ok(*m.child.get_or_init(|| number))
        })
    }

    /// Gives everything behind a step a higher level than what is before it.
    fn raise_levels(
        &self,
        from: &SeenPosition,
        child: &Arc<SeenPosition>,
        m: &OwnMove,
    ) -> PyResult<()> {
        let mut raised = vec![(Arc::clone(child), from.level.load(Relaxed) + 1)];
        while let Some((known, level)) = raised.pop() {
            if std::ptr::eq(&*known, from) {
                let text = &m.text;
                let why = format!(
                    "play of '{text}': expected a position that cannot come up again, and it does: games \
                     that need not end are not solved here"
                );
                return Err(PyValueError::new_err(why));
            }
            if known.level.load(Relaxed) >= level {
                continue;
            }
            if level > PLIES_MAX {
                let text = &m.text;
                let why = format!("play of '{text}': expected games of at most {PLIES_MAX} moves");
                return Err(PyValueError::new_err(why));
            }
            known.level.store(level, Relaxed);
            let moves = known.facts.get().map_or(&[][..], |facts| &facts.moves);
            for number in moves.iter().filter_map(|m| m.child.get()) {
                raised.push((self.shared.known(*number), level + 1));
            }
        }
        Ok(())
    }
}

impl<V: Value> Game for OwnGame<V> {
    type Position = Number;
    type Move = Nth;
    type Value = V;

    fn start(&self) -> Number {
        self.start
    }

    fn turn(&self, pos: &Number) -> Player {
        self.facts(&self.shared.known(*pos)).turn
    }

    fn outcome(&self, pos: &Number) -> Option<Outcome<V>> {
        let rank = self.facts(&self.shared.known(*pos)).ending?;
        Some(Outcome::from_value(V::of_rank(rank), Player::First))
    }

    fn moves(&self, pos: &Number) -> impl Iterator<Item = Nth> {
        let count = self.facts(&self.shared.known(*pos)).moves.len();
        (0..count as u32).map(Nth)
    }

    fn play(&self, pos: &Number, m: Nth) -> Number {
        let known = self.shared.known(*pos);
        let m = &self.facts(&known).moves[m.0 as usize];
        if let Some(child) = m.child.get() {
            return *child;
        }
        let child = self.step(&known, m);
        child.unwrap_or_else(|error| self.shared.raised.raise(error))
    }
}

impl<V: Value> Notation for OwnGame<V> {
    fn spec(&self) -> String {
        self.shared.spec.clone()
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.shared.sides[player.index()]
    }

    fn write_position(&self, pos: &Number, f: &mut dyn Write) -> fmt::Result {
        let known = self.shared.known(*pos);
        let text = Python::attach(|py| {
            let text = self
                .shared
                .rules
                .bind(py)
                .call_method1("text", (&known.object,))?;
            Ok(text
                .cast::<PyString>()
                .map_err(PyErr::from)?
                .to_cow()?
                .into_owned())
        });
        let text: String = text.unwrap_or_else(|error| self.shared.raised.raise(error));
        f.write_str(&text)
    }

    fn parse_position(&self, text: &str) -> Result<Number, ParseError> {
        let read = Python::attach(|py| {
            let position = self.shared.rules.bind(py).call_method1("parse", (text,))?;
            self.shared.number(&position)
        });
        let number = read.map_err(|error| {
            let why = Python::attach(|py| error.value(py).to_string());
            ParseError::whole(format!("a position ({why})"), quoted(text))
        })?;
        // What is no position of the game is told before anybody searches.
        let known = self.shared.known(number);
        if known.facts.get().is_none() {
            let asked = Python::attach(|py| self.ask(py, &known));
            let facts = asked.map_err(|error| {
                let why = Python::attach(|py| error.value(py).to_string());
                ParseError::whole(format!("a position of the game ({why})"), quoted(text))
            })?;
            let _ = known.facts.set(facts);
        }
        Ok(number)
    }

    fn write_move(&self, pos: &Number, m: Nth, f: &mut dyn Write) -> fmt::Result {
        let known = self.shared.known(*pos);
        f.write_str(&self.facts(&known).moves[m.0 as usize].text)
    }

    fn write_board(
        &self,
        pos: &Number,
        _mark: &dyn Fn(Nth) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let known = self.shared.known(*pos);
        let text = Python::attach(|py| {
            let text = self
                .shared
                .rules
                .bind(py)
                .call_method1("board", (&known.object,))?;
            text.extract::<String>()
                .map_err(|_| PyTypeError::new_err("board: expected a text of some lines"))
        });
        let text = text.unwrap_or_else(|error| self.shared.raised.raise(error));
        writeln!(f, "{}", text.trim_end_matches('\n'))
    }
}
