//! Rules of a game that a client brings: read, and kept for what is asked of it next.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use serde_json::{Value as Json, json};
use unbeatable_workbench::Follow;
use unbeatable_workbench::files::{ReadGame, ReadLimits, SHARE_BYTES, SHARE_TIME};
use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::{ComplaintReport, RulesReport, SCHEMA};

use crate::bodies::body;
use crate::clients::Client;
use crate::query::Query;
use crate::replies::{TimedQuestion, answered, reply, written};
use crate::search_follower::SearchFollower;
use crate::searches::JsonAnswer;
use crate::sent_rules::{GAME_BYTES_MAX, RulesGame, TEXT_BYTES_MAX, plain_name, spec_of};
use crate::shared::Shared;
use crate::trees::BroughtRules;

pub(super) const EXPECTED: &[&str] = &["name", "limit"];

pub(crate) async fn rules(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let client = Client::of(&request);
    let asked = Query::of(&request, EXPECTED).and_then(|query| {
        let limits = query.limits(&shared.options)?;
        Ok((plain_name(query.text("name").unwrap_or_default()), limits))
    });
    let (name, limits) = match asked {
        Ok(asked) => asked,
        Err(failure) => return failure.into_response(),
    };
    // Until it is answered: a text takes room while its question waits.
    let room = match shared.searches.room_for_bodies(1) {
        Ok(room) => room,
        Err(failure) => return failure.into_response(),
    };
    let bytes = match body(request, "text/plain", TEXT_BYTES_MAX).await {
        Ok(bytes) => bytes,
        Err(failure) => return failure.into_response(),
    };
    // Bytes that are no text become signs for that, as they do in files: in comments they do no harm.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let spec = spec_of(&name, &text);
    // What is kept is not read again.
    if let Ok(known) = shared.sent_rules.find(&spec) {
        return answered(client, shown(Some(&spec), &known.report));
    }
    let question = {
        let shared = Arc::clone(&shared);
        TimedQuestion::new(&limits.clone(), move |following| {
            let _room = room;
            let (game, report) = read(&spec, &name, &text, &limits, following);
            match game {
                None => shown(None, &report),
                Some(game) => {
                    let sent = RulesGame { game, report };
                    let sent = (shared.sent_rules).keep(spec.clone(), client.address, sent);
                    shown(Some(&spec), &sent.report)
                }
            }
        })
    };
    reply(shared, client, Ok(question)).await
}

/// Reads rules within a share of the server.
fn read(
    spec: &str,
    name: &str,
    text: &str,
    limits: &Limits,
    following: &SearchFollower,
) -> (Option<ReadGame>, RulesReport) {
    let time = limits.time.map_or(SHARE_TIME, |time| time.min(SHARE_TIME));
    let is_over = || following.elapsed() > time || following.is_interrupted();
    let limits = ReadLimits {
        bytes: limits.memory.unwrap_or(SHARE_BYTES).min(SHARE_BYTES),
        is_over: &is_over,
    };
    let (game, mut report) = ReadGame::read(spec, name, text, &limits);
    let game = game.filter(|game| game.bytes() <= GAME_BYTES_MAX);
    if game.is_none() && report.game.take().is_some() {
        let what = "the rules are too large for the lab";
        let remedy = "`unbeatable solve FILE` takes them";
        report.wrong = vec![ComplaintReport {
            line: None,
            column: None,
            what: what.into(),
            remedy: Some(remedy.into()),
            text: format!("{name}: {what}\nhelp: {remedy}"),
        }];
    }
    (game, report)
}

/// The rules that a certificate has brought, read within their share; kept as if its sender had sent them.
pub(super) fn brought(
    shared: &Shared,
    from: IpAddr,
    game: &str,
    text: &str,
    following: &SearchFollower,
) -> Option<BroughtRules> {
    let name = plain_name(game);
    let spec = spec_of(&name, text);
    let limits = Limits::default();
    let (own, _) = read(game, &name, text, &limits, following);
    if shared.sent_rules.find(&spec).is_err() {
        let (game, report) = read(&spec, &name, text, &limits, following);
        shared.sent_rules.keep(
            spec.clone(),
            from,
            RulesGame {
                game: game?,
                report,
            },
        );
    }
    Some(BroughtRules { game: own?, spec })
}

/// The name of the game, if the rules are one, and what was found out about them.
fn shown(spec: Option<&str>, report: &RulesReport) -> JsonAnswer {
    let mut rules = json!(report);
    for (list, told) in [("wrong", &report.wrong), ("odd", &report.odd)] {
        if let Json::Array(complaints) = &mut rules[list] {
            for (complaint, told) in complaints.iter_mut().zip(told) {
                complaint["excerpt"] = json!(excerpt(told));
            }
        }
    }
    written(&json!({ "schema": SCHEMA, "game": spec, "report": rules }))
}

/// The lines of a complaint that show its place.
fn excerpt(complaint: &ComplaintReport) -> Option<String> {
    complaint.line?;
    let lines: Vec<&str> = complaint.text.lines().skip(1).take(2).collect();
    Some(lines.join("\n"))
}
