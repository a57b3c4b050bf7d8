//! Games as texts: read, and written.

use std::sync::Arc;
use unbeatable_workbench::Ask;

use serde::Deserialize;
use serde_json::json;
use unbeatable_workbench::core::notation::quoted;
use unbeatable_workbench::players::HUMAN;
use unbeatable_workbench::question::{Limits, MOVE_TIME, Play, Setup};
use unbeatable_workbench::report::{GameRecord, SCHEMA};
use unbeatable_workbench::sgf;

use crate::desk::Desk;
use crate::failure::{Code, Failure};
use crate::query::Query;
use crate::request::{BodyKind, JSON, Request};
use crate::task::{JsonAnswer, Task, written};

pub(crate) const EXPECTED: &[&str] = &["game", "position", "moves", "first", "second"];

/// A text to read.
pub(crate) const TEXT: BodyKind = BodyKind {
    kind: JSON,
    bytes_max: 1 << 20,
    share: 1,
};

/// The rules of a game record that does not name them.
const GO: &str = "go:5x5";

/// A text to be read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
    /// What it is about, if it does not say so itself.
    game: Option<String>,
}

/// What is read of a record. The rest is for people and scripts: who won, the moves say.
#[derive(Deserialize)]
struct SentGame {
    schema: u32,
    game: String,
    position: String,
    moves: Vec<String>,
}

pub(crate) fn read(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let desk = Arc::clone(desk);
    Ok(Task::brief(move || {
        let text: Text = serde_json::from_slice(&request.body)
            .map_err(|e| Failure::new(Code::BadRequest, format!("body: {e}")))?;
        understood(&desk, &text)
    }))
}

/// What a text says: a game record, or a position.
fn understood(desk: &Desk, Text { text, game: named }: &Text) -> JsonAnswer {
    let text = text.trim();
    let wrong = |e: &dyn std::fmt::Display| Failure::of("text", format!("text: {e}"));
    let mut notes = vec![];
    let (spec, setup) = if text.starts_with('{') {
        // One object, or the first of several: records of a match stand in lines.
        let mut records = serde_json::Deserializer::from_str(text).into_iter::<SentGame>();
        let record = records
            .next()
            .expect("a brace begins an object")
            .map_err(|e| wrong(&e))?;
        if record.schema != SCHEMA {
            let found = record.schema;
            return Err(wrong(&format!("expected schema {SCHEMA}, found {found}")));
        }
        let setup = Setup {
            position: Some(record.position),
            moves: record.moves,
        };
        (record.game, setup)
    } else if text.starts_with('(') {
        let is_go = |spec: &&String| sgf::check_game(spec).is_ok();
        let like = named.as_ref().filter(is_go).map_or(GO, String::as_str);
        let recorded = sgf::recorded_game(text.as_bytes(), like).map_err(|e| wrong(&e))?;
        let record = sgf::read(&recorded.spec, text.as_bytes(), None).map_err(|e| wrong(&e))?;
        notes = [recorded.notes, record.notes].concat();
        (recorded.spec, record.setup)
    } else {
        let Some(spec) = named else {
            let what = format!(
                "text {}: expected an SGF file, a game as JSON, or a position of 'game'",
                quoted(text)
            );
            return Err(Failure::of("game", what));
        };
        let setup = Setup {
            position: Some(text.into()).filter(|text: &String| !text.is_empty()),
            moves: vec![],
        };
        (spec.clone(), setup)
    };
    let shown = desk.game(&spec)?.position(&setup).map_err(|e| wrong(&e))?;
    let moves: Vec<String> = shown.played.into_iter().map(|played| played.m).collect();
    written(&json!({
        "schema": SCHEMA,
        "game": shown.game,
        "position": shown.start,
        "moves": moves,
        "notes": notes,
    }))
}

pub(crate) fn record(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let desk = Arc::clone(desk);
    Ok(Task::brief(move || {
        written(&recorded(&desk, &request.query)?)
    }))
}

pub(crate) fn write_sgf(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let desk = Arc::clone(desk);
    Ok(Task::brief(move || {
        let query = &request.query;
        sgf::check_game(&query.spec()?).map_err(|e| Failure::of("game", e.message))?;
        let record = recorded(&desk, query)?;
        Ok(sgf::write_game(
            &record,
            ["unbeatable", desk.allowance.version],
        )?)
    }))
}

/// The game of a query as it is kept in files.
fn recorded(desk: &Desk, query: &Query) -> Result<GameRecord, Failure> {
    let game = desk.game(&query.spec()?)?;
    let question = Play {
        setup: query.setup(),
        players: [HUMAN.into(), HUMAN.into()],
        seed: 0,
        move_time: MOVE_TIME,
        limits: Limits::default(),
    };
    let mut record = game.play(&question, &())?.record();
    for (player, name) in [(&mut record.first, "first"), (&mut record.second, "second")] {
        if let Some(text) = query.text(name) {
            *player = text.into();
        }
    }
    record.opening = 0;
    Ok(record)
}
