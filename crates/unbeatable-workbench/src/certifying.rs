//! Certificates of what a search found: written while its memory is still there.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::time::Instant;

use unbeatable_core::{
    Budget, Game, Goal, Line, Notation, Oracle, Outcome, Player, Promise, Stopped, Value, Watch,
};
use unbeatable_proof::Claim;
use unbeatable_proof::container::{Kind, SectionWriter, Sum, Writer};
use unbeatable_proof::extract::{Failure, Strategy, Written, extract};
use unbeatable_solve::Solved;

use crate::any_game::AskError;
use crate::clock::Clock;
use crate::place::Place;
use crate::question::Solve;
use crate::report::CertificateReport;
use crate::session::Session;

/// What a certificate is about, whatever is found.
pub(crate) struct Subject {
    /// The rules, the position and the limit.
    pub(crate) claim: Claim,
    place: Place,
    /// The file, as it was named.
    file: String,
}

impl Subject {
    /// A certificate about the end of `line`, if the question wants one. Tries whether it can be written.
    pub(crate) fn new<G: Notation>(
        line: &Line<G>,
        within: Option<u32>,
        question: &Solve,
    ) -> Result<Option<Self>, AskError> {
        let Some(file) = &question.certificate else {
            return Ok(None);
        };
        let game = line.game();
        let cannot = |e: io::Error| AskError(format!("certificate {}: {e}", file.display()));
        let place = Place::new(file).map_err(cannot)?;
        let others = question.checkpoint.iter().map(|kept| &kept.file);
        if others.chain(&question.resume).any(|other| place.is(other)) {
            let file = file.display();
            return Err(AskError(format!(
                "certificate {file}: expected another file than the checkpoint"
            )));
        }
        place.prepare().map_err(cannot)?;
        Ok(Some(Subject {
            claim: Claim {
                game: game.spec(),
                position: game.line_text(line),
                within,
                at_least: None,
                at_most: None,
            },
            place,
            file: file.display().to_string(),
        }))
    }
}

/// Memory for a search, for the one that helps it out, and for the strategy, in eighths of what there is.
const SEARCH_EIGHTHS: usize = 4;
const HELP_EIGHTHS: usize = 1;

/// What the search may take if a certificate is to be written afterwards.
pub(crate) fn search_budget(budget: Budget) -> Budget {
    Budget {
        table_bytes_max: budget.table_bytes_max / 8 * SEARCH_EIGHTHS,
        ..budget
    }
}

/// Everything that is needed to write down what a search found.
pub(crate) struct Certifying<'a, 'g, G: Game> {
    pub(crate) subject: &'a Subject,
    pub(crate) line: &'a Line<'g, G>,
    pub(crate) goal: Goal<G::Value>,
    /// What may be taken in all, and the nodes that are left.
    pub(crate) budget: Budget,
    /// Another solver, for what the one who found it cannot say.
    pub(crate) prover: &'a dyn Fn(Budget) -> Box<dyn Session<'g, G> + 'g>,
    pub(crate) watch: &'a dyn Watch<G::Value>,
    pub(crate) clock: &'a Clock<'a>,
}

impl<'g, G: Game> Certifying<'_, 'g, G> {
    /// Writes a certificate of what was found, which answers the goal; the report says why if none was
    /// written.
    pub(crate) fn write(
        mut self,
        session: Box<dyn Session<'g, G> + '_>,
        solved: &Solved<G>,
    ) -> CertificateReport {
        let start = Instant::now();
        let mut report = CertificateReport::none(self.subject.file.clone());
        let [lower, upper] = self.promises(solved);
        let Some(promise) = lower.or(upper) else {
            report.stopped = Some(CertificateReport::NOTHING);
            report.reason =
                Some("nothing to certify: every game ends so, whatever is played".into());
            return report;
        };
        // What cannot answer makes room for one that can.
        let mut session = Some(session);
        let answers = |session: &mut Box<dyn Session<'g, G> + '_>| {
            let oracle = session.oracle(self.line, promise, 0, self.watch);
            oracle.is_some()
        };
        if !session.as_mut().is_some_and(answers) {
            session = None;
        }
        let points = |promise: Promise<G::Value>| {
            let outcome = Outcome::from_value(promise.at_least, promise.player);
            outcome.value_for(Player::First).points() + 0.0
        };
        // In time or not: with a limit there is nothing between, whatever the search asked for.
        let is_limited = self.subject.claim.within.is_some();
        let points = |promise: Promise<G::Value>| match (is_limited, promise.player) {
            (false, _) => points(promise),
            (true, Player::First) => 1.0,
            (true, Player::Second) => -1.0,
        };
        let claim = Claim {
            at_least: lower.map(points),
            at_most: upper.map(points),
            ..self.subject.claim.clone()
        };
        let mut failure = None;
        let written = self.subject.place.replace(|file| {
            let mut writer = Writer::new(BufWriter::new(file))?;
            let mut head = writer.section(Kind::Head);
            head.write_all(claim.to_string().as_bytes())?;
            head.finish()?;
            let mut written = Written::default();
            for (promise, kind) in [(lower, Kind::Lower), (upper, Kind::Upper)] {
                let Some(promise) = promise else {
                    continue;
                };
                let strategy = match self.extract(&mut session, promise) {
                    Ok(strategy) => strategy,
                    Err(why) => {
                        failure = Some(why);
                        return Ok(None);
                    }
                };
                strategy.write(writer.section(kind))?.finish()?;
                written.answers += strategy.written.answers;
                written.positions += strategy.written.positions;
            }
            Ok(Some((written, writer.finish()?)))
        });
        report.seconds = start.elapsed().as_secs_f64();
        match written {
            Err(e) => {
                report.stopped = Some(CertificateReport::UNWRITABLE);
                report.reason = Some(e.to_string());
            }
            Ok(None) => match failure {
                Some(Failure::Stopped(stopped)) => {
                    report.stopped = self.clock.reason(Some(stopped))
                }
                wrong => {
                    report.stopped = Some(CertificateReport::UNCONFIRMED);
                    report.reason = wrong.map(|wrong| wrong.to_string());
                }
            },
            Ok(Some((Written { answers, positions }, (bytes, sum)))) => {
                report.bytes = Some(bytes);
                report.sha256 = Some(hex(&sum));
                report.answers = Some(answers);
                report.positions = Some(positions);
            }
        }
        report
    }

    /// What each player makes sure of, by what was found, that the rules do not say already.
    fn promises(&self, solved: &Solved<G>) -> [Option<Promise<G::Value>>; 2] {
        let game = self.line.game();
        let turn = game.turn(self.line.position());
        Player::BOTH.map(|player| {
            let at_least = match player == turn {
                true => solved.bounds.lower,
                false => -solved.bounds.upper,
            };
            // A question has one answer, and one player who makes sure of it: of all that was found.
            if let Goal::AtLeast(asked) = self.goal {
                let asked = asked.value_for(player);
                let is_answer = match player {
                    Player::First => at_least >= asked,
                    Player::Second => at_least > asked,
                };
                if !is_answer {
                    return None;
                }
            }
            let says_something = at_least > game.range(player).lower;
            says_something.then_some(Promise { player, at_least })
        })
    }

    /// The strategy that keeps a promise, by the session that found it, if that is left.
    fn extract<'s>(
        &mut self,
        session: &mut Option<Box<dyn Session<'g, G> + 's>>,
        promise: Promise<G::Value>,
    ) -> Result<Strategy, Failure> {
        let Budget {
            table_bytes_max,
            nodes_max,
            ..
        } = self.budget;
        let (line, watch) = (self.line, self.watch);
        let first = session.as_mut();
        let first = first.and_then(|first| first.oracle(line, promise, nodes_max, watch));
        // Without a first oracle, its part is the other's.
        let (eighths, taken) = match first {
            Some(_) => (HELP_EIGHTHS, SEARCH_EIGHTHS + HELP_EIGHTHS),
            None => (SEARCH_EIGHTHS, SEARCH_EIGHTHS),
        };
        let mut oracle = Helped {
            certifying: self,
            promise,
            first,
            help: None,
            help_bytes_max: table_bytes_max / 8 * eighths,
            help_nodes: 0,
        };
        let bytes_max = table_bytes_max / 8 * (8 - taken);
        let strategy = extract(self.line, promise, &mut oracle, bytes_max);
        let nodes = oracle.nodes();
        self.budget.nodes_max = nodes_max.saturating_sub(nodes);
        strategy
    }
}

/// An oracle that asks another solver where it has no answer.
struct Helped<'c, 'a, 'g, 'o, G: Game> {
    certifying: &'c Certifying<'a, 'g, G>,
    promise: Promise<G::Value>,
    first: Option<Box<dyn Oracle<'g, G> + 'o>>,
    help: Option<Box<dyn Session<'g, G> + 'g>>,
    help_bytes_max: usize,
    /// What the other one has taken.
    help_nodes: u64,
}

impl<'g, G: Game> Oracle<'g, G> for Helped<'_, '_, 'g, '_, G> {
    fn choose(
        &mut self,
        line: &Line<'g, G>,
        is_known: &dyn Fn(G::Move, &G::Position) -> bool,
    ) -> Result<Option<G::Move>, Stopped> {
        self.certifying.clock.count_answer();
        if let Some(first) = &mut self.first
            && let Some(m) = first.choose(line, is_known)?
        {
            return Ok(Some(m));
        }
        let Certifying {
            line: root,
            prover,
            watch,
            budget,
            ..
        } = *self.certifying;
        let left = budget.nodes_max.saturating_sub(self.nodes());
        let table_bytes_max = self.help_bytes_max;
        let help = self.help.get_or_insert_with(|| {
            prover(Budget {
                table_bytes_max,
                ..budget
            })
        });
        let oracle = help.oracle(root, self.promise, left, watch);
        let mut oracle = oracle.ok_or(Stopped::Memory)?;
        let chosen = oracle.choose(line, is_known);
        self.help_nodes += oracle.nodes();
        chosen
    }

    fn nodes(&self) -> u64 {
        let first = self.first.as_ref().map_or(0, |first| first.nodes());
        first + self.help_nodes
    }
}

/// Where the answers of a strategy go.
pub(crate) type Section<'w, 'f> = SectionWriter<'w, BufWriter<&'f mut File>>;

/// Writes a certificate of one strategy; how long the file is, and its checksum.
pub(crate) fn write_one(
    place: &Place,
    claim: &Claim,
    strategy: &Strategy,
) -> io::Result<(u64, Sum)> {
    write_answers(place, claim, |section| strategy.write(section))
}

/// The same of a strategy whose answers somebody writes.
pub(crate) fn write_answers(
    place: &Place,
    claim: &Claim,
    write: impl for<'w, 'f> FnOnce(Section<'w, 'f>) -> io::Result<Section<'w, 'f>>,
) -> io::Result<(u64, Sum)> {
    let kind = match claim.at_least {
        Some(_) => Kind::Lower,
        None => Kind::Upper,
    };
    place.replace_soon(|file| {
        let mut writer = Writer::new(BufWriter::new(file))?;
        let mut head = writer.section(Kind::Head);
        head.write_all(claim.to_string().as_bytes())?;
        head.finish()?;
        write(writer.section(kind))?.finish()?;
        writer.finish()
    })
}

/// A checksum as people write it.
pub(crate) fn hex(sum: &Sum) -> String {
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}
