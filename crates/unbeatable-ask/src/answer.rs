//! Answers with fewer choices for the first player, tried before all of them.
//!
//! What a search under a restriction proves for the first player is proven; what it says against him is
//! no answer, and is dropped here ([`for_first`]).

use std::path::Path;
use std::sync::{Arc, Mutex};

use unbeatable_bench::clock::{self, Clock, SearchStanding, bounds_report};
use unbeatable_bench::erased::Solved;
use unbeatable_bench::searches::{Session, search_budget};
use unbeatable_bench::solvers::Chosen;
use unbeatable_core::notation::{listed, quoted};
use unbeatable_core::{Bounds, Budget, Effort, Game, Goal, Margin, Player, Watch};
use unbeatable_solve::meter::PartWatch;
use unbeatable_solve::proof_table::ProofTable;

use crate::certificate::{Certifying, Subject};
use crate::checkpoint::{self, Keeper, Resumed};
use crate::checkpoint_file::CheckpointHead;
use crate::line_question::LineQuestion;
use crate::outlook::Proving;
use unbeatable_report::question::{Checkpoint, Solve};
use unbeatable_report::report::{CertificateReport, CheckpointReport, ResumedReport};
use unbeatable_report::{Argument, AskError, Follow};

/// What a search found, and how.
pub(crate) struct SearchResult {
    pub solved: Solved,
    /// The restriction under which it was found, or that was not enough.
    pub restriction: Option<&'static str>,
    /// If that was asked: how many positions the proof takes, unless they are too many.
    pub proof_positions: Option<Option<u64>>,
    /// Where the search was kept, if it was.
    pub checkpoint: Option<CheckpointReport>,
    /// The certificate that was written, if one was asked for.
    pub certificate: Option<CertificateReport>,
}

/// What all searches for one answer share.
pub(crate) struct AnswerContext<'a> {
    pub question: &'a Solve,
    pub clock: Clock<'a>,
    pub resumed_report: Option<ResumedReport>,
    follow: &'a dyn Follow,
    /// What a checkpoint is about.
    head: CheckpointHead,
    /// What to go on from; taken by the search that does.
    resumed: Mutex<Option<Resumed>>,
    /// The checkpoint before anything is found, if checkpoints are wanted.
    first: Option<CheckpointReport>,
    /// What the certificate is about, if one is wanted.
    subject: Option<Subject>,
}

impl<'a> AnswerContext<'a> {
    /// Refuses a checkpoint to go on from that is about something else, and checkpoints of a solver that
    /// keeps none, or that cannot be written: a first one is, with nothing in it, before anything is
    /// searched.
    pub(crate) fn new(
        question: &'a Solve,
        follow: &'a dyn Follow,
        mut clock: Clock<'a>,
        chosen: Chosen,
        head: CheckpointHead,
        resumed: Option<Resumed>,
        subject: Option<Subject>,
    ) -> Result<Self, AskError> {
        if question.checkpoint.is_some() || resumed.is_some() {
            checkpoint::allow(chosen)?;
        }
        if let Some(resumed) = &resumed {
            resumed.check(&head)?;
            clock.before = resumed.head().spent;
        }
        let mut first = None;
        if let Some(checkpoint) = &question.checkpoint {
            let (head, from) = (head.clone(), question.resume.as_deref());
            let nothing = ProofTable::new(0).map(Arc::new);
            let nothing = nothing.ok_or_else(checkpoint::no_table)?;
            let keeper = Keeper::begin(checkpoint, head, nothing, &clock, follow, from)?;
            first = Some(keeper.report());
        }
        Ok(AnswerContext {
            question,
            clock,
            resumed_report: resumed.as_ref().map(Resumed::report),
            follow,
            head,
            resumed: Mutex::new(resumed),
            first,
            subject,
        })
    }

    /// What a search may spend.
    pub(crate) fn budget(&self) -> Budget {
        let mut budget = clock::budget(&self.question.limits);
        if self.question.proof_size {
            // The rest is for the positions counted.
            budget.table_bytes_max = budget.table_bytes_max / 4 * 3;
        }
        match self.subject {
            None => budget,
            Some(_) => search_budget(budget),
        }
    }

    /// Goes on from what was kept, if it was, and keeps what is found from now on, if that is wanted.
    fn keep<'k>(&'k self, table: Option<Arc<ProofTable>>) -> Result<Option<Keeper<'k>>, AskError> {
        let resumed = self.resumed.lock().expect("nobody panics here").take();
        let checkpoint = self.question.checkpoint.as_ref();
        if resumed.is_none() && checkpoint.is_none() {
            return Ok(None);
        }
        let table = table.ok_or_else(checkpoint::no_table)?;
        if let Some(resumed) = resumed {
            resumed.load(&table)?;
        }
        let begin = |checkpoint: &'k Checkpoint| {
            // What is there is the first one, or what it was allowed to replace.
            let (head, from): (_, Option<&Path>) = (self.head.clone(), Some(&checkpoint.file));
            Keeper::begin(checkpoint, head, table, &self.clock, self.follow, from)
        };
        checkpoint.map(begin).transpose()
    }
}

/// What came of the restrictions.
pub(crate) enum Tried {
    /// An answer; or none, because the search was stopped or the one restriction that was asked for is
    /// not enough.
    Settled(Box<SearchResult>),
    /// No answer yet, for so much.
    Open(Effort),
}

/// Answers what is asked: under the restriction that the question names and no other; if it names none,
/// under those that suit the position, and then without.
pub(crate) fn answer(
    asked: &LineQuestion,
    chosen: Chosen,
    asking: &AnswerContext,
) -> Result<SearchResult, AskError> {
    match under_restrictions(asked, chosen, asking)? {
        Tried::Settled(found) => Ok(*found),
        Tried::Open(spent) => unrestricted(asked, chosen, asking, spent),
    }
}

/// Asks under the restrictions alone.
pub(crate) fn under_restrictions(
    asked: &LineQuestion,
    chosen: Chosen,
    asking: &AnswerContext,
) -> Result<Tried, AskError> {
    let LineQuestion { bench, line, goal } = *asked;
    let turn = bench.game.turn(line.position());
    let names = bench.searches.restrictions();
    let (tries, is_named) = tries(asked, &names, chosen, asking)?;
    check_size(goal, chosen, asking.question)?;
    let mut spent = Effort::default();
    for restriction in tries {
        let asker = AskedSession {
            session: (bench.searches).session(chosen, Some(restriction), asking.budget()),
            spent,
            // What is only tried first is not kept: the next run tries it again.
            is_kept: is_named,
            is_restricted: true,
        };
        let mut found = asker.ask(asked, asking)?;
        spent = found.solved.effort;
        let is_answered = goal.is_answered(found.solved.bounds, turn);
        if is_answered || is_named || found.solved.stopped.is_some() {
            found.restriction = (is_answered || is_named).then_some(names[restriction]);
            return Ok(Tried::Settled(Box::new(found)));
        }
    }
    Ok(Tried::Open(spent))
}

/// Asks without a restriction, after so much was spent.
pub(crate) fn unrestricted(
    asked: &LineQuestion,
    chosen: Chosen,
    asking: &AnswerContext,
    spent: Effort,
) -> Result<SearchResult, AskError> {
    check_size(asked.goal, chosen, asking.question)?;
    let asker = AskedSession {
        session: (asked.bench.searches).session(chosen, None, asking.budget()),
        spent,
        is_kept: true,
        is_restricted: false,
    };
    asker.ask(asked, asking)
}

/// Refuses to count the positions of a proof where that is not possible.
fn check_size(goal: Goal<Margin>, chosen: Chosen, question: &Solve) -> Result<(), AskError> {
    if !question.proof_size {
        return Ok(());
    }
    if matches!(chosen, Chosen::Superko { .. }) {
        return Err(Argument::ProofSize.wrong(
            "--proof-size is for games in which nothing can repeat: expected none with this one",
        ));
    }
    if !matches!(chosen, Chosen::DfPn { .. }) {
        let solver = chosen.name();
        return Err(Argument::Solver.wrong(format!(
            "solver '{solver}' does not count the positions of a proof: expected df-pn with \
             --proof-size"
        )));
    }
    if goal == Goal::Value {
        return Err(Argument::ProofSize.wrong(
            "--proof-size counts the proof of a yes or a no: expected --within or --at-least \
             with it",
        ));
    }
    Ok(())
}

/// A session that is asked, and what is to be known about it.
struct AskedSession<'a> {
    session: Box<dyn Session<'a> + 'a>,
    /// What was spent on others before.
    spent: Effort,
    /// Whether checkpoints are written, if they are wanted.
    is_kept: bool,
    /// Whether only what it proves for the first player counts.
    is_restricted: bool,
}

impl<'a> AskedSession<'a> {
    /// What it finds, and what was wanted of that: a checkpoint, the size of the proof, a certificate.
    fn ask(
        mut self,
        asked: &LineQuestion<'a, 'a>,
        asking: &AnswerContext,
    ) -> Result<SearchResult, AskError> {
        let LineQuestion { bench, line, goal } = *asked;
        let (session, spent) = (&mut self.session, self.spent);
        let turn = bench.game.turn(line.position());
        let range = bench.searches.range(turn);
        let table = session.table();
        let keeper = match self.is_kept {
            true => asking.keep(table.clone())?,
            false => None,
        };
        let proving = Proving::new(&asking.clock, line, session.look(line), table);
        let part = PartWatch::new(&proving, spent, range);
        let watch: &dyn Watch<Margin> = match spent.nodes {
            0 => &proving,
            _ => &part,
        };
        let left = asking.budget().nodes_max - spent.nodes;
        session.limit_nodes(left);
        let mut solved = match &keeper {
            None => session.solve(line, goal, watch),
            Some(keeper) => keeper.beside(|| session.solve(line, goal, watch)),
        };
        if self.is_restricted {
            for_first(&mut solved, turn, range);
        }
        let left = left - solved.effort.nodes;
        session.limit_nodes(left);
        let is_answered = goal.is_answered(solved.bounds, turn);
        let counts = asking.question.proof_size && is_answered;
        let proof_positions = counts.then(|| session.proof_size(line, goal, watch));
        // What is found is kept before a strategy is looked for, which may take longer than allowed.
        let is_kept_now = solved.stopped.is_some() || asking.subject.is_some();
        if let (Some(keeper), true) = (&keeper, is_kept_now) {
            let bounds = Some(bounds_report(solved.bounds, turn));
            let effort = solved.effort + spent;
            keeper.finish(SearchStanding { effort, bounds });
        }
        let certificate = match &asking.subject {
            Some(subject) if is_answered => {
                let part = PartWatch::new(&asking.clock, solved.effort + spent, solved.bounds);
                let certifying = Certifying {
                    subject,
                    asked,
                    budget: Budget {
                        nodes_max: left,
                        ..clock::budget(&asking.question.limits)
                    },
                    watch: &part,
                    clock: &asking.clock,
                };
                Some(certifying.write(self.session, &solved))
            }
            _ => None,
        };
        solved.effort = solved.effort + spent;
        Ok(SearchResult {
            solved,
            restriction: None,
            proof_positions,
            checkpoint: match keeper {
                Some(keeper) => Some(keeper.report()),
                None => asking.first.clone(),
            },
            certificate,
        })
    }
}

/// Leaves of what a search under a restriction found what it proves for the first player: how much he
/// gets at least.
fn for_first(solved: &mut Solved, turn: Player, range: Bounds<Margin>) {
    match turn {
        Player::First => solved.bounds.upper = range.upper,
        Player::Second => {
            solved.bounds.lower = range.lower;
            solved.witness = None;
        }
    }
    if !solved.bounds.is_exact() {
        solved.best.clear();
        solved.line.clear();
        solved.best_complete = false;
    }
}

/// The restrictions to try, by number, and whether it is the one that was asked for.
fn tries(
    asked: &LineQuestion,
    names: &[&str],
    chosen: Chosen,
    asking: &AnswerContext,
) -> Result<(Vec<usize>, bool), AskError> {
    let is_possible = matches!(chosen, Chosen::DfPn { analysis: true, .. });
    let name = match asking.question.restrict.as_deref() {
        Some("none") => return Ok((vec![], false)),
        None if !is_possible => return Ok((vec![], false)),
        None => {
            let suits = |restriction: &usize| asked.bench.searches.suits(*restriction, asked.line);
            return Ok(((0..names.len()).filter(suits).collect(), false));
        }
        Some(name) => name,
    };
    let Some(restriction) = names.iter().position(|known| *known == name) else {
        let expected = listed(&[names, &["none"]].concat(), "or");
        let (found, spec) = (quoted(name), &asking.head.game);
        return Err(Argument::Restrict.wrong(format!(
            "unknown restriction {found} of {spec}: expected {expected}"
        )));
    };
    match is_possible {
        true => Ok((vec![restriction], true)),
        false => Err(Argument::Restrict.wrong(format!(
            "--restrict {name} is for df-pn with its analysis: expected no other solver, and not \
             --analysis off"
        ))),
    }
}
