//! Trees, node by node, and certificates.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use unbeatable_workbench::Bench;
use unbeatable_workbench::question::{Limits, Look, Record, RecordOf};
use unbeatable_workbench::report::{SCHEMA, Stop, VerifyReport};
use unbeatable_workbench::trees::{NODES_MAX, Recording};
use unbeatable_workbench::{Ask, brought_rules, verify};

use super::questions::method;
use super::rules::brought;
use crate::allowance::Allowance;
use crate::desk::Desk;
use crate::failure::{Code, Failure};
use crate::query::Query;
use crate::request::{BodyKind, Request};
use crate::task::{JsonAnswer, Task, written};
use crate::temporary_file::{TemporaryFile, on_disk, temporary};
use crate::timed_follower::TimedFollower;
use crate::trees::{BroughtRules, SentCertificate};

pub(crate) const EXPECTED: &[&str] = &[
    "of",
    "game",
    "position",
    "moves",
    "limit",
    "nodes",
    "solver",
    "order",
    "fail",
    "window",
    "at_least",
    "plain",
    "table",
    "symmetry",
    "analysis",
    "scout",
    "deepen",
    "certificate",
    "path",
    "from",
    "count",
];

/// Those that are about a search.
const SEARCH: &[&str] = &[
    "solver", "order", "fail", "window", "at_least", "plain", "table", "symmetry", "analysis",
    "scout", "deepen",
];

/// A certificate.
pub(crate) const CERTIFICATE: BodyKind = BodyKind {
    kind: "application/octet-stream",
    bytes_max: 16 << 20,
    share: 4,
};

/// As many children are listed, unless somebody says otherwise.
const CHILDREN: u64 = 100;

/// Which tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Game,
    Search,
    Certificate,
}

/// What is asked of a tree.
struct TreeRequest {
    of: Of,
    /// The game; a certificate that was sent names its own.
    spec: Option<String>,
    look: Look,
    record: Record,
    /// The checksum of a certificate that was sent.
    certificate: Option<String>,
    /// What tells it from other trees.
    key: String,
}

impl TreeRequest {
    fn new(query: &Query, allowance: &Allowance) -> Result<TreeRequest, Failure> {
        let ofs = [
            ("game", Of::Game),
            ("search", Of::Search),
            ("certificate", Of::Certificate),
        ];
        let expected = "of: expected game, search or certificate";
        let of = query.choice("of", &ofs)?;
        let of = of.ok_or_else(|| Failure::of("of", expected))?;
        let certificate = query.text("certificate").map(str::to_ascii_lowercase);
        let is_refused = |name: &str| match of {
            Of::Game => name == "certificate" || SEARCH.contains(&name),
            Of::Search => name == "certificate",
            Of::Certificate => SEARCH.contains(&name),
        };
        if let Some(name) = EXPECTED
            .iter()
            .find(|name| is_refused(name) && query.text(name).is_some())
        {
            return Err(Failure::of(
                name,
                format!("{name}: not for a tree of this kind"),
            ));
        }
        let (from, count) = (
            query.number("from", u32::MAX.into())?,
            query.number("count", 1000)?,
        );
        let look = Look {
            setup: query.setup(),
            path: query.text("path").unwrap_or_default().into(),
            from: from.unwrap_or_default() as usize,
            count: count.unwrap_or(CHILDREN) as usize,
        };
        let limits = query.limits(allowance)?;
        let limits = Limits {
            nodes: Some(limits.nodes.unwrap_or(NODES_MAX).min(NODES_MAX)),
            ..limits
        };
        let spec = match (of, &certificate) {
            (Of::Certificate, Some(_)) => query.text("game").map(Into::into),
            _ => Some(query.spec()?),
        };
        let record = Record {
            setup: query.setup(),
            of: RecordOf::Search {
                method: method(query)?,
                at_least: query.text("at_least").map(Into::into),
            },
            limits,
        };
        let key = match (&certificate, of) {
            // What was found in less time is less.
            (Some(sum), Of::Certificate) => format!("certificate {sum} {:?}", record.limits),
            (_, Of::Certificate) => {
                format!("proof {spec:?} {:?} {:?}", record.setup, record.limits)
            }
            _ => format!("search {spec:?} {record:?}"),
        };
        Ok(TreeRequest {
            of,
            spec,
            look,
            record,
            certificate,
            key,
        })
    }
}

pub(crate) fn tree(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let asked = TreeRequest::new(&request.query, &desk.allowance)?;
    let desk = Arc::clone(desk);
    if asked.of == Of::Game {
        return Ok(Task::brief(move || looked_at(&desk, &asked, None)));
    }
    // What is kept takes no search; what is being made is waited for.
    let key = asked.key.clone();
    let look = move || match desk.trees.find(&asked.key) {
        Some(kept) => Task::brief(move || looked_at(&desk, &asked, Some(&kept))),
        None => Task::timed(&asked.record.limits.clone(), move |following| {
            let recording = Arc::new(recorded(&desk, &asked, following)?);
            // What was stopped by whoever left, another may want whole.
            if recording.stopped() != Some(Stop::Interrupted) {
                let bytes = recording.bytes();
                let key = asked.key.clone();
                desk.trees.keep(key, bytes, Arc::clone(&recording));
            }
            looked_at(&desk, &asked, Some(&recording))
        }),
    };
    Ok(Task::Kept(key, Box::new(look)))
}

/// The game of a tree: that of its certificate, if it has one.
fn game_of(
    desk: &Desk,
    asked: &TreeRequest,
    recording: Option<&Recording>,
) -> Result<Bench, Failure> {
    let certificate = asked.certificate.as_ref();
    let certificate = certificate.and_then(|sum| desk.certificates.find(sum));
    if let Some(brought) = certificate.as_ref().and_then(|sent| sent.brought.as_ref()) {
        return Ok(brought.game.bench());
    }
    if let (None, Some(sent)) = (recording, certificate) {
        return desk.game(&sent.game);
    }
    let spec = match recording {
        Some(recording) => recording.game(),
        None => asked.spec.as_deref().unwrap_or_default(),
    };
    desk.game(spec)
}

fn looked_at(desk: &Desk, asked: &TreeRequest, recording: Option<&Recording>) -> JsonAnswer {
    let mut tree = json!(game_of(desk, asked, recording)?.look(&asked.look, recording)?);
    let certificate = asked.certificate.as_ref();
    let certificate = certificate.and_then(|sum| desk.certificates.find(sum));
    if let Some(brought) = certificate.as_ref().and_then(|sent| sent.brought.as_ref()) {
        // A certificate names a file of wherever it was made.
        tree["game"] = json!(brought.spec);
    }
    written(&tree)
}

/// Searches, and writes down what there is to see.
fn recorded(
    desk: &Desk,
    asked: &TreeRequest,
    following: &TimedFollower<'_>,
) -> Result<Recording, Failure> {
    let mut record = asked.record.clone();
    // It lives as long as the search.
    let file: TemporaryFile;
    match (asked.of, &asked.certificate) {
        (Of::Certificate, Some(sum)) => {
            let certificate = sent(desk, sum)?;
            file = on_disk(&certificate.bytes)?;
            record.of = RecordOf::Certificate(file.path().into());
        }
        (Of::Certificate, None) => {
            file = temporary()?;
            record.of = RecordOf::Proof(file.path().into());
        }
        _ => {}
    }
    let game = match &asked.certificate {
        Some(_) => game_of(desk, asked, None)?,
        None => desk.game(asked.spec.as_deref().unwrap_or_default())?,
    };
    Ok(game.record(&record, following)?)
}

/// A certificate that was sent.
fn sent(desk: &Desk, sum: &str) -> Result<Arc<SentCertificate>, Failure> {
    let what = "certificate: expected the sum of one that was sent, and is still kept";
    desk.certificates.find(sum).ok_or_else(|| Failure {
        parameter: Some("certificate".into()),
        ..Failure::new(Code::NotFound, what)
    })
}

/// What came of a certificate that was sent.
#[derive(Serialize)]
struct Sent {
    schema: u32,
    certificate: Option<String>,
    game: Option<String>,
    position: Option<String>,
    report: serde_json::Value,
}

pub(crate) fn certificates(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let limits = request.query.limits(&desk.allowance)?;
    let desk = Arc::clone(desk);
    Ok(Task::timed(&limits.clone(), move |following| {
        let file = on_disk(&request.body)?;
        let report = verify(&desk.games, file.path(), &limits, following)?;
        let is_accepted = report.verdict == "accepted" && report.proven.is_some();
        let rules = is_accepted.then(|| brought_rules(file.path())).flatten();
        let rules =
            rules.and_then(|(game, text)| brought(&desk, request.from, &game, &text, following));
        let sent = kept(&desk, report, &request.body, rules);
        written(&sent)
    }))
}

/// Keeps a certificate that was accepted, and says what came of it.
fn kept(desk: &Desk, report: VerifyReport, bytes: &[u8], brought: Option<BroughtRules>) -> Sent {
    let (game, position) = match (&report.proven, &report.table) {
        (Some(proven), _) => (Some(proven.game.clone()), Some(proven.position.clone())),
        (None, Some(table)) => (Some(table.game.clone()), Some(table.position.clone())),
        (None, None) => (None, None),
    };
    let is_kept = report.verdict == "accepted" && report.proven.is_some();
    let sum = report.sha256.clone().filter(|_| is_kept);
    // Nobody here has the file that a certificate names: its rules have another name.
    let shown_game = brought.as_ref().map(|brought| brought.spec.clone());
    if let (Some(sum), Some(name)) = (&sum, &game) {
        let rules_bytes = brought.as_ref().map_or(0, |brought| brought.game.bytes());
        let certificate = Arc::new(SentCertificate {
            game: name.clone(),
            brought,
            bytes: bytes.to_vec(),
        });
        (desk.certificates).keep(sum.clone(), bytes.len() + rules_bytes, certificate);
    }
    let game = shown_game.or(game);
    let mut shown = json!(report);
    // Where it lay for the check is nobody's business.
    shown["file"] = json!("certificate");
    Sent {
        schema: SCHEMA,
        certificate: sum,
        game,
        position,
        report: shown,
    }
}
