//! Games as texts: read, and written.

use std::sync::Arc;
use unbeatable_workbench::Ask;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use unbeatable_workbench::core::notation::quoted;
use unbeatable_workbench::players::HUMAN;
use unbeatable_workbench::question::{Limits, MOVE_TIME, Play, Setup};
use unbeatable_workbench::report::{GameRecord, SCHEMA};
use unbeatable_workbench::sgf;

use crate::bodies::body;
use crate::failure::{Code, Failure};
use crate::query::Query;
use crate::replies::{response, typed, written};
use crate::searches::JsonAnswer;
use crate::shared::Shared;

pub(super) const EXPECTED: &[&str] = &["game", "position", "moves", "first", "second"];

/// A text to read takes at most this much.
const TEXT_BYTES_MAX: usize = 1 << 20;

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

pub(crate) async fn read(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let room = shared.searches.room_for_bodies(1);
    let bytes = match (Query::of(&request, &[]), &room) {
        (Ok(_), Ok(_)) => body(request, "application/json", TEXT_BYTES_MAX).await,
        (Err(failure), _) => Err(failure),
        (_, Err(failure)) => Err(failure.clone()),
    };
    let read = |shared: &Shared, bytes: Vec<u8>| {
        let text: Text = serde_json::from_slice(&bytes)
            .map_err(|e| Failure::new(Code::BadRequest, format!("body: {e}")))?;
        understood(shared, &text)
    };
    response(shared.at_once(bytes, read).await)
}

/// What a text says: a game record, or a position.
fn understood(shared: &Shared, Text { text, game: named }: &Text) -> JsonAnswer {
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
    let shown = shared
        .game(&spec)?
        .position(&setup)
        .map_err(|e| wrong(&e))?;
    let moves: Vec<String> = shown.played.into_iter().map(|played| played.m).collect();
    written(&json!({
        "schema": SCHEMA,
        "game": shown.game,
        "position": shown.start,
        "moves": moves,
        "notes": notes,
    }))
}

pub(crate) async fn record(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let write = |shared: &Shared, query: Query| written(&recorded(shared, &query)?);
    let query = Query::of(&request, EXPECTED);
    response(shared.at_once(query, write).await)
}

pub(crate) async fn write_sgf(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let version = shared.options.version;
    let write = move |shared: &Shared, query: Query| {
        sgf::check_game(&query.spec()?).map_err(|e| Failure::of("game", e.message))?;
        let record = recorded(shared, &query)?;
        Ok(sgf::write_game(&record, ["unbeatable", version])?)
    };
    let answer = shared.at_once(Query::of(&request, EXPECTED), write).await;
    match answer {
        Ok(text) => typed("application/x-go-sgf; charset=utf-8", Body::from(text)),
        Err(failure) => failure.into_response(),
    }
}

/// The game of a query as it is kept in files.
fn recorded(shared: &Shared, query: &Query) -> Result<GameRecord, Failure> {
    let game = shared.game(&query.spec()?)?;
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
