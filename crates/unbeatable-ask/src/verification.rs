//! Checking certificates.

use std::borrow::Borrow;
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;
use unbeatable_bench::erased::ErasedGame;
use unbeatable_core::Game;
use unbeatable_core::notation::quoted;

use unbeatable_core::{Bounds, Effort, Margin, Notation, Outcome, Player, Stopped};
use unbeatable_proof::Claim;
use unbeatable_proof::check::{self, Checked, Refusal};
use unbeatable_proof::container::{Container, Unreadable, sum_of};
use unbeatable_proof::table::claim::TableClaim;
use unbeatable_proof::table::{self, Named, classes};

use crate::certificate::hex;
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock, bounds_report};
use unbeatable_bench::registry::{RULES_EXTENSION, Registry};
use unbeatable_report::question::Limits;
use unbeatable_report::report::{ProvenReport, TableProvenReport, VerifyReport};
use unbeatable_report::{Argument, AskError, Follow};

/// A certificate whose bytes are whole: a claim, and what is to prove it.
pub struct OpenCertificate {
    claim: AnyClaim,
    container: Container<BufReader<File>>,
}

/// What is claimed.
enum AnyClaim {
    /// What a position is worth.
    Position(Claim),
    /// How small a table can be.
    Table(TableClaim),
}

impl AnyClaim {
    fn parse(text: &str) -> Result<Self, String> {
        match TableClaim::is_head(text) {
            true => TableClaim::parse(text).map(AnyClaim::Table),
            false => Claim::parse(text).map(AnyClaim::Position),
        }
    }

    fn game(&self) -> &str {
        match self {
            AnyClaim::Position(claim) => &claim.game,
            AnyClaim::Table(claim) => &claim.game,
        }
    }
}

/// What a check may take and who follows it.
pub struct Checking<'c> {
    limits: check::CheckLimits<'c>,
}

/// What was asked of a certificate's game, and what came of it.
pub struct Examined {
    proven: Option<ProvenReport>,
    table: Option<TableProvenReport>,
    result: Result<Checked, Refusal>,
}

/// Kept positions take at most this much, unless told otherwise: with the rest, 2 GiB.
const BYTES_MAX: u64 = 2 << 30;

/// Checks a certificate of one of these games. An error only if the file cannot be read: one that is
/// damaged, or proves nothing, is refused.
pub fn verify(
    games: &Registry,
    file: &Path,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<VerifyReport, AskError> {
    let find = |spec: &str, rules: Option<&str>| {
        match rules {
        None => games.game(spec),
        Some(text) if spec.ends_with(RULES_EXTENSION) => games.game_by_rules(spec, text),
        Some(_) => Err(Argument::Game.wrong(format!(
            "the certificate brings rules for {}: expected the path of a file that ends in {RULES_EXTENSION}",
            quoted(spec)
        ))),
    }
    };
    verify_by(find, file, limits, follow)
}

/// Checks a certificate of this very game, as [`verify`] does: games that no registry has are checked so.
pub fn verify_own(
    bench: &Bench,
    file: &Path,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<VerifyReport, AskError> {
    let find = |spec: &str, _: Option<&str>| match spec == bench.spec() {
        true => Ok(bench),
        false => Err(Argument::Certificate.wrong(format!(
            "the certificate is about {}: expected {}",
            quoted(spec),
            quoted(&bench.spec())
        ))),
    };
    verify_by(find, file, limits, follow)
}

/// The game that a certificate is about, and the text of its rules, if it brings any along.
#[must_use]
pub fn brought_rules(file: &Path) -> Option<(String, String)> {
    let opened = BufReader::new(File::open(file).ok()?);
    let container = Container::open(opened).ok()?;
    let claim = AnyClaim::parse(&container.head).ok()?;
    Some((claim.game().into(), container.rules?))
}

/// Checks a certificate by the rules that are found for its game.
pub(crate) fn verify_by<B: Borrow<Bench>>(
    find: impl FnOnce(&str, Option<&str>) -> Result<B, AskError>,
    file: &Path,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<VerifyReport, AskError> {
    let cannot = |e: std::io::Error| {
        Argument::Certificate.wrong(format!("certificate {}: {e}", file.display()))
    };
    let clock = Clock::start(limits, follow, None);
    let mut report = unchecked(file);
    let opened = File::open(file).map_err(cannot)?;
    report.bytes = opened.metadata().map_err(cannot)?.len();
    let container = match Container::open(BufReader::with_capacity(1 << 16, opened)) {
        Ok(container) => container,
        Err(Unreadable::Io(e)) => return Err(cannot(e)),
        Err(Unreadable::Damaged(why)) => {
            return Ok(refused(
                report,
                format!("the file is damaged: {why}"),
                &clock,
            ));
        }
    };
    report.sha256 = Some(hex(&container.sum));
    report.rules_sha256 = (container.rules.as_ref()).map(|text| hex(&sum_of(text.as_bytes())));
    let claim = match AnyClaim::parse(&container.head) {
        Ok(claim) => claim,
        Err(why) => return Ok(refused(report, why, &clock)),
    };
    let bench = match find(claim.game(), container.rules.as_deref()) {
        Ok(bench) => bench,
        Err(e) => return Ok(refused(report, format!("the rules: {e}"), &clock)),
    };
    let budget = clock::budget(&Limits {
        memory: Some(limits.memory.unwrap_or(BYTES_MAX)),
        ..limits.clone()
    });
    let watch = |now: Checked| {
        let effort = Effort {
            nodes: now.positions,
            ..Effort::default()
        };
        clock.report(effort, None, 0);
        match clock.must_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let checking = Checking {
        limits: check::CheckLimits {
            bytes_max: budget.table_bytes_max,
            watch: &watch,
        },
    };
    let mut certificate = OpenCertificate { claim, container };
    let Examined {
        proven,
        table,
        result,
    } = examine(bench.borrow(), &mut certificate, &checking);
    report.proven = proven;
    report.table = table;
    match result {
        Err(Refusal::Refused(why)) => Ok(refused(report, why, &clock)),
        Err(Refusal::Io(e)) => Err(cannot(e)),
        Err(Refusal::Memory) => Ok(stopped(report, Stopped::Memory, &clock)),
        Err(Refusal::Asked) => Ok(stopped(report, Stopped::Asked, &clock)),
        Ok(checked) => {
            report.answers = checked.answers;
            report.positions = checked.positions;
            report.kept = checked.kept;
            report.verdict = "accepted".into();
            report.seconds = clock.seconds();
            Ok(report)
        }
    }
}

/// Checks what a certificate says about the bench's game.
pub fn examine(bench: &Bench, certificate: &mut OpenCertificate, checking: &Checking) -> Examined {
    let OpenCertificate { claim, container } = certificate;
    let game = &bench.game;
    let claim = match claim {
        AnyClaim::Position(claim) => claim,
        AnyClaim::Table(claim) => return examine_table(bench, claim, container, checking),
    };
    let result = bench.kernels.check(claim, container, &checking.limits);
    let bounds = claimed(game, claim);
    let outcome = bounds.value();
    let proven = ProvenReport {
        game: claim.game.clone(),
        title: bench.title().into(),
        players: Player::BOTH
            .map(|player| game.player_name(player))
            .map(Into::into),
        is_scored: bench.game.is_scored(),
        position: claim.position.clone(),
        within: claim.within,
        bounds: bounds_report(bounds, Player::First),
        outcome: outcome
            .filter(|_| claim.within.is_none() && result.is_ok())
            .map(|value| bench.outcome_report(Outcome::from_value(value, Player::First))),
    };
    Examined {
        proven: Some(proven),
        table: None,
        result,
    }
}

/// Checks what a certificate says about the tables of the bench's game.
fn examine_table(
    bench: &Bench,
    claim: &TableClaim,
    container: &mut Container<BufReader<File>>,
    checking: &Checking,
) -> Examined {
    let watch = |positions: u64| {
        (checking.limits.watch)(Checked {
            positions,
            ..Checked::default()
        })
    };
    let limits = classes::ClassLimits {
        bytes_max: checking.limits.bytes_max,
        watch: &watch,
    };
    let result = table::check::check(&bench.game, claim, container, &limits);
    let checked = result.as_ref().copied().unwrap_or_default();
    Examined {
        proven: None,
        table: Some(TableProvenReport {
            game: claim.game.clone(),
            title: bench.title().into(),
            position: claim.position.clone(),
            role: claim.role.name().into(),
            open: claim.open.clone(),
            count: claim.count.name().into(),
            keep: claim.keep.name().into(),
            default: claim.default.map(Named::name).map(Into::into),
            at_least: claim.at_least,
            at_most: claim.at_most,
            rows: checked.rows,
            classes: checked.classes,
            played: checked.played,
            clauses: checked.clauses,
            steps: checked.steps,
        }),
        result: result.map(|checked| Checked {
            answers: checked.rows,
            positions: checked.positions,
            kept: 0,
        }),
    }
}

/// What is claimed of the first player's result, with what the rules say already.
fn claimed(game: &ErasedGame, claim: &Claim) -> Bounds<Margin> {
    let range = match claim.within {
        None => game.range(Player::First),
        Some(_) => Bounds {
            lower: Margin::points(-1),
            upper: Margin::points(1),
        },
    };
    let value = |points: Option<f64>| points.and_then(|points| game.value_from_points(points));
    Bounds {
        lower: value(claim.at_least).unwrap_or(range.lower),
        upper: value(claim.at_most).unwrap_or(range.upper),
    }
}

/// A report about a file of which nothing is known yet.
fn unchecked(file: &Path) -> VerifyReport {
    VerifyReport {
        file: file.display().to_string(),
        verdict: "refused".into(),
        reason: None,
        proven: None,
        table: None,
        answers: 0,
        positions: 0,
        kept: 0,
        bytes: 0,
        sha256: None,
        rules_sha256: None,
        seconds: 0.0,
        stopped: None,
    }
}

fn refused(report: VerifyReport, why: String, clock: &Clock) -> VerifyReport {
    VerifyReport {
        reason: Some(why),
        seconds: clock.seconds(),
        ..report
    }
}

fn stopped(report: VerifyReport, why: Stopped, clock: &Clock) -> VerifyReport {
    VerifyReport {
        verdict: "open".into(),
        stopped: clock.reason(Some(why)),
        seconds: clock.seconds(),
        ..report
    }
}
