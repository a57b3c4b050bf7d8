//! Certificates of what a search found: written while its memory is still there.

use std::fs::File;
use std::io::{self, BufWriter};
use std::time::Instant;

use unbeatable_bench::clock::Clock;
use unbeatable_bench::erased::{Line, Solved};
use unbeatable_bench::searches::{ExtractLimits, Session};
use unbeatable_core::{
    Budget, Game, Goal, Margin, Notation, Outcome, Player, Promise, Value, Watch,
};
use unbeatable_database::atomic_file::AtomicFile;
use unbeatable_proof::Claim;
use unbeatable_proof::claim::ProofKind;
use unbeatable_proof::container::{BlockKind, CertificateWriter, SectionWriter, Sum};
use unbeatable_proof::extract::{Failure, StrategyAnswers, StrategySize};
use unbeatable_proof::written::WrittenProof;

use crate::line_question::LineQuestion;
use unbeatable_report::question::Solve;
use unbeatable_report::report::{CertificateReport, Stop};
use unbeatable_report::{Argument, AskError};

/// What a certificate is about, whatever is found.
pub struct Subject {
    /// The rules, the position and the limit.
    pub claim: Claim,
    place: AtomicFile,
    /// The file, as it was named.
    file: String,
}

impl Subject {
    /// A certificate about the end of `line`, if the question wants one. Tries whether it can be written.
    pub fn new(
        line: &Line,
        within: Option<u32>,
        question: &Solve,
    ) -> Result<Option<Self>, AskError> {
        let Some(file) = &question.certificate else {
            return Ok(None);
        };
        let game = line.game();
        let cannot = |e: io::Error| {
            Argument::Certificate.wrong(format!("certificate {}: {e}", file.display()))
        };
        let place = AtomicFile::new(file).map_err(cannot)?;
        let others = question.checkpoint.iter().map(|kept| &kept.file);
        if others.chain(&question.resume).any(|other| place.is(other)) {
            let file = file.display();
            return Err(Argument::Certificate.wrong(format!(
                "certificate {file}: expected another file than the checkpoint"
            )));
        }
        place.prepare().map_err(cannot)?;
        Ok(Some(Subject {
            claim: Claim {
                proof: ProofKind::Strategy,
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

/// Everything that is needed to write down what a search found.
pub struct Certifying<'a, 'g> {
    pub(crate) subject: &'a Subject,
    pub(crate) asked: &'a LineQuestion<'g, 'g>,
    /// What may be taken in all, and the nodes that are left.
    pub budget: Budget,
    pub(crate) watch: &'a dyn Watch<Margin>,
    pub(crate) clock: &'a Clock<'a>,
}

impl<'g> Certifying<'_, 'g> {
    /// Writes a certificate of what was found, which answers the goal; the report says why if none was
    /// written.
    pub fn write(
        mut self,
        mut session: Box<dyn Session<'g> + 'g>,
        solved: &Solved,
    ) -> CertificateReport {
        let start = Instant::now();
        let mut report = CertificateReport::none(self.subject.file.clone());
        let [lower, upper] = self.promises(solved);
        let Some(promise) = lower.or(upper) else {
            report.stopped = Some(Stop::Nothing);
            report.reason =
                Some("nothing to certify: every game ends so, whatever is played".into());
            return report;
        };
        // What cannot answer makes room for one that can.
        let can_tell = session.can_tell(self.asked.line, promise, self.watch);
        let mut session = can_tell.then_some(session);
        let points = |promise: Promise<Margin>| {
            let outcome = Outcome::from_value(promise.at_least, promise.player);
            outcome.value_for(Player::First).points() + 0.0
        };
        // In time or not: with a limit there is nothing between, whatever the search asked for.
        let is_limited = self.subject.claim.within.is_some();
        let points = |promise: Promise<Margin>| match (is_limited, promise.player) {
            (false, _) => points(promise),
            (true, Player::First) => 1.0,
            (true, Player::Second) => -1.0,
        };
        let claim = Claim {
            proof: self.asked.bench.searches.proof_kind(self.asked.line),
            at_least: lower.map(points),
            at_most: upper.map(points),
            ..self.subject.claim.clone()
        };
        let mut failure = None;
        let written = self.subject.place.replace(|file| {
            let (head, rules) = (claim.to_string(), self.asked.bench.game.rules_text());
            let mut writer = CertificateWriter::begin(BufWriter::new(file), &head, rules)?;
            let mut written = StrategySize::default();
            for (promise, kind) in [(lower, BlockKind::Lower), (upper, BlockKind::Upper)] {
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
                assert_eq!(strategy.kind(), claim.proof, "the head says it");
                strategy.write(writer.section(kind))?.finish()?;
                written.answers += strategy.size().answers;
                written.positions += strategy.size().positions;
            }
            Ok(Some((written, writer.finish()?)))
        });
        report.seconds = start.elapsed().as_secs_f64();
        match written {
            Err(e) => {
                report.stopped = Some(Stop::Unwritable);
                report.reason = Some(e.to_string());
            }
            Ok(None) => match failure {
                Some(Failure::Stopped(stopped)) => {
                    report.stopped = self.clock.reason(Some(stopped))
                }
                wrong => {
                    report.stopped = Some(Stop::Unconfirmed);
                    report.reason = wrong.map(|wrong| wrong.to_string());
                }
            },
            Ok(Some((StrategySize { answers, positions }, (bytes, sum)))) => {
                report.bytes = Some(bytes);
                report.sha256 = Some(hex(&sum));
                report.answers = Some(answers);
                report.positions = Some(positions);
            }
        }
        report
    }

    /// What each player makes sure of, by what was found, that the rules do not say already.
    fn promises(&self, solved: &Solved) -> [Option<Promise<Margin>>; 2] {
        let LineQuestion { bench, line, goal } = *self.asked;
        let turn = bench.game.turn(line.position());
        Player::BOTH.map(|player| {
            let at_least = match player == turn {
                true => solved.bounds.lower,
                false => -solved.bounds.upper,
            };
            // A question has one answer, and one player who makes sure of it: of all that was found.
            if let Goal::AtLeast(asked) = goal {
                let asked = asked.value_for(player);
                let is_answer = match player {
                    Player::First => at_least >= asked,
                    Player::Second => at_least > asked,
                };
                if !is_answer {
                    return None;
                }
            }
            let says_something = at_least > bench.searches.range(player).lower;
            says_something.then_some(Promise { player, at_least })
        })
    }

    /// The proof that a promise is kept, by the session that found it, if that is left.
    fn extract(
        &mut self,
        session: &mut Option<Box<dyn Session<'g> + 'g>>,
        promise: Promise<Margin>,
    ) -> Result<WrittenProof, Failure> {
        let LineQuestion { bench, line, .. } = *self.asked;
        let writing = ExtractLimits {
            budget: self.budget,
            watch: self.watch,
            count_answer: &|| self.clock.count_answer(),
        };
        let (strategy, nodes) = match session {
            Some(session) => session.extract(line, promise, &writing),
            None => bench.searches.extract(line, promise, &writing),
        };
        self.budget.nodes_max = self.budget.nodes_max.saturating_sub(nodes);
        strategy
    }
}

/// Where the answers of a strategy go.
pub type Section<'w, 'f> = SectionWriter<'w, BufWriter<&'f mut File>>;

/// Writes a certificate of one strategy, and with it the text of the rules if they are not part of the program; how long the file is, and its checksum.
pub fn write_one(
    place: &AtomicFile,
    claim: &Claim,
    rules: Option<&str>,
    strategy: &StrategyAnswers,
) -> io::Result<(u64, Sum)> {
    write_answers(place, claim, rules, |section| strategy.write(section))
}

/// Writes a certificate of one strategy whose answers `write` writes; how long the file is, and its checksum.
pub fn write_answers(
    place: &AtomicFile,
    claim: &Claim,
    rules: Option<&str>,
    write: impl for<'w, 'f> FnOnce(Section<'w, 'f>) -> io::Result<Section<'w, 'f>>,
) -> io::Result<(u64, Sum)> {
    let kind = match claim.at_least {
        Some(_) => BlockKind::Lower,
        None => BlockKind::Upper,
    };
    place.replace_soon(|file| {
        let (to, head) = (BufWriter::new(file), claim.to_string());
        let mut writer = CertificateWriter::begin(to, &head, rules)?;
        write(writer.section(kind))?.finish()?;
        writer.finish()
    })
}

/// A checksum as people write it.
pub fn hex(sum: &Sum) -> String {
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}
