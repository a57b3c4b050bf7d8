//! Rules of a game that a client brings: read, and kept for what is asked of it next.

use std::net::IpAddr;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use unbeatable_workbench::Follow;
use unbeatable_workbench::files::{ReadGame, ReadLimits, SHARE_BYTES, SHARE_TIME};
use unbeatable_workbench::question::Limits;
use unbeatable_workbench::report::{ComplaintReport, RulesReport, SCHEMA};

use crate::desk::Desk;
use crate::failure::Failure;
use crate::request::{BodyKind, Request};
use crate::sent_rules::{GAME_BYTES_MAX, RulesGame, TEXT_BYTES_MAX, plain_name, spec_of};
use crate::task::{JsonAnswer, Task, written};
use crate::timed_follower::TimedFollower;
use crate::trees::BroughtRules;

pub(crate) const EXPECTED: &[&str] = &["name", "limit"];

/// The text of rules.
pub(crate) const TEXT: BodyKind = BodyKind {
    kind: "text/plain",
    bytes_max: TEXT_BYTES_MAX,
    share: 1,
};

pub(crate) fn rules(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let limits = request.query.limits(&desk.allowance)?;
    let name = plain_name(request.query.text("name").unwrap_or_default());
    // Bytes that are no text become signs for that, as they do in files: in comments they do no harm.
    let text = String::from_utf8_lossy(&request.body).into_owned();
    let spec = spec_of(&name, &text);
    // What is kept is not read again.
    if let Ok(known) = desk.sent_rules.find(&spec) {
        return Ok(Task::Told(shown(Some(&spec), &known.report)));
    }
    let desk = Arc::clone(desk);
    Ok(Task::timed(&limits.clone(), move |following| {
        let (game, report) = read(&spec, &name, &text, &limits, following);
        match game {
            None => shown(None, &report),
            Some(game) => {
                let sent = RulesGame::new(game, report);
                let sent = (desk.sent_rules).keep(spec.clone(), request.from, sent);
                shown(Some(&spec), &sent.report)
            }
        }
    }))
}

/// Reads rules within their share.
fn read(
    spec: &str,
    name: &str,
    text: &str,
    limits: &Limits,
    following: &TimedFollower<'_>,
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
    desk: &Desk,
    from: IpAddr,
    game: &str,
    text: &str,
    following: &TimedFollower<'_>,
) -> Option<BroughtRules> {
    let name = plain_name(game);
    let spec = spec_of(&name, text);
    let limits = Limits::default();
    let (own, own_report) = read(game, &name, text, &limits, following);
    if desk.sent_rules.find(&spec).is_err() {
        let (game, report) = read(&spec, &name, text, &limits, following);
        let sent = RulesGame::new(game?, report);
        desk.sent_rules.keep(spec.clone(), from, sent);
    }
    let game = RulesGame::new(own?, own_report);
    Some(BroughtRules { game, spec })
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
