//! The checker of tables.
//!
//! It finds all positions of the game by the rules, tests on each of them that its class tells the truth,
//! plays the table against everything, writes down the clauses of a smaller table itself, and follows the
//! proof that there is none. Of a game it uses what the checker of strategies does, and `canonical`, which
//! it tests; and `images`, which say what is symmetric to what, and so what counts once.

use std::collections::HashMap;
use std::io::{Read, Seek};

use unbeatable_core::notation::quoted;
use unbeatable_core::{Game, Notation, Stopped};

use super::Setting;
use super::certificate::{Steps, read_table, read_tree};
use super::claim::TableClaim;
use super::classes::{ClassLimits, Classes, NoTruth};
use super::counter::{CounterStep, count_below};
use super::question::TableQuestion;
use super::refutation::{Gap, Refutation};
use super::replay::{Fault, replay};
use crate::answers::NoAnswer;
use crate::check::{Refusal, are_its_rules};
use crate::container::{BlockKind, Container};

/// What was found in a certificate that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableChecked {
    /// Rows of the table.
    pub rows: u64,
    /// Positions of the game, each of which was compared with its class.
    pub positions: u64,
    /// Their classes.
    pub classes: u64,
    /// Positions that the table plays.
    pub played: u64,
    /// Clauses of the formula.
    pub clauses: u64,
    /// Steps of the proof.
    pub steps: u64,
}

fn refused<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Refused(why.into()))
}

impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Memory => Refusal::Memory,
            _ => Refusal::Asked,
        }
    }
}

/// Checks that a certificate proves its claim about the tables of `game`.
///
/// `claim` is its head, which named the rules.
pub fn check<G: Notation, R: Read + Seek>(
    game: &G,
    claim: &TableClaim,
    container: &mut Container<R>,
    limits: &ClassLimits,
) -> Result<TableChecked, Refusal> {
    let root = root(game, claim)?;
    are_its_rules(game, container)?;
    let has = |kind| container.has(kind);
    let is_proven = claim.at_least > 0;
    if !has(BlockKind::Table)
        || has(BlockKind::Lower)
        || has(BlockKind::Upper)
        || has(BlockKind::Tree) != is_proven
        || has(BlockKind::Refutation) != is_proven
    {
        return refused("the sections are not those of the claim");
    }
    let question = question(game, claim, &root)?;
    // What follows from the classes takes about as much again, and chances, where they matter.
    let class_limits = ClassLimits {
        bytes_max: limits.bytes_max / 2,
        watch: limits.watch,
    };
    let classes = Classes::new(game, &root, &class_limits)?;
    let mut checked = TableChecked {
        classes: classes.len() as u64,
        positions: test(&classes, &root, limits)?,
        ..TableChecked::default()
    };
    let setting = Setting::new(&classes, &question);
    let section = container.section(BlockKind::Table).map_err(Refusal::Io)?;
    let section = section.expect("sections were compared with the claim");
    let rows = read_table(section, classes.len()).map_err(|e| unread("table", e))?;
    if rows
        .last()
        .is_some_and(|row| row.class as usize >= classes.len())
    {
        return refused("the table: a row for a class that does not exist");
    }
    let played = replay(&setting, &root, &rows, limits).map_err(|e| faulty(game, e))?;
    checked.rows = rows.len() as u64;
    checked.played = played.positions;
    let counted = played.counted.len();
    if counted != claim.at_most as usize {
        let at_most = claim.at_most;
        return refused(format!(
            "the table counts {counted}, not {at_most} as claimed"
        ));
    }
    if is_proven {
        let proof = (claim.at_least, limits);
        (checked.clauses, checked.steps) = follow(&setting, proof, container)?;
    }
    Ok(checked)
}

/// The position of a claim.
fn root<G: Notation>(game: &G, claim: &TableClaim) -> Result<G::Position, Refusal> {
    let spec = game.spec();
    if claim.game != spec {
        let found = quoted(&claim.game);
        return refused(format!("the rules are written {found}: expected '{spec}'"));
    }
    if game.repetition().is_forbidden() {
        return refused("a table, in a game in which history matters");
    }
    let root = match game.parse_position(&claim.position) {
        Ok(root) => root,
        Err(e) => return refused(format!("the position: {e}")),
    };
    let text = game.position_text(&root);
    match text == claim.position {
        true => Ok(root),
        false => refused(format!(
            "the position is not in its one form: expected {}",
            quoted(&text)
        )),
    }
}

/// What a claim is about.
fn question<G: Notation>(
    game: &G,
    claim: &TableClaim,
    root: &G::Position,
) -> Result<TableQuestion, Refusal> {
    let is_over = game.outcome(root).is_some();
    let moves: Vec<G::Move> = match is_over {
        true => vec![],
        false => game.moves(root).collect(),
    };
    if !claim.open.is_empty() && !claim.role.players().contains(&game.turn(root)) {
        return refused("'open' is for the player who is to move, whom the table does not play");
    }
    let mut open = vec![];
    for text in &claim.open {
        let found = moves.iter().position(|&m| game.move_text(root, m) == *text);
        match found {
            Some(index) if open.last().is_none_or(|&last| last < index as u32) => {
                open.push(index as u32);
            }
            Some(_) => return refused("'open': expected moves in board order, each once"),
            None => return refused(format!("'open': {} is no legal move", quoted(text))),
        }
    }
    Ok(TableQuestion {
        role: claim.role,
        open,
        count: claim.count,
        keep: claim.keep,
        default: claim.default,
    })
}

/// Tests the classes. Returns how many positions there are.
fn test<G: Notation>(
    classes: &Classes<G>,
    root: &G::Position,
    limits: &ClassLimits,
) -> Result<u64, Refusal> {
    classes.test(root, limits).map_err(|e| match e {
        NoTruth::Stopped(stopped) => stopped.into(),
        NoTruth::Differs(pos) => {
            let pos = classes.game().position_text(&pos);
            Refusal::Refused(format!("'{pos}' is not what its class says"))
        }
    })
}

/// Follows the proof that no table counts less than `at_least`. Returns how many clauses the formula has,
/// and how many steps the proof.
fn follow<G: Game, R: Read + Seek>(
    setting: &Setting<G>,
    (at_least, limits): (u32, &ClassLimits),
    container: &mut Container<R>,
) -> Result<(u64, u64), Refusal> {
    let problem = setting.problem(at_least);
    let counted = problem.counted_classes.iter().zip(&problem.counted);
    let mut variable_of: HashMap<u32, u32> = counted.map(|(&c, &v)| (c, v)).collect();
    let section = container.section(BlockKind::Tree).map_err(Refusal::Io)?;
    let section = section.expect("sections were compared with the claim");
    let mut tree =
        read_tree(section, 2 * variable_of.len()).map_err(|e| unread("tree of counts", e))?;
    for step in &mut tree {
        if let CounterStep::Leaf(class) = step {
            let Some(variable) = variable_of.remove(class) else {
                return refused(format!(
                    "the tree of counts: the class {class} does not count, or was counted before"
                ));
            };
            *step = CounterStep::Leaf(variable);
        }
    }
    let (mut variables, mut clauses) = (problem.variables, problem.clauses);
    let bytes_max = limits.bytes_max.saturating_sub(setting.classes.bytes());
    match count_below(&tree, at_least, &mut variables, &mut clauses, bytes_max) {
        Ok(true) => {}
        Ok(false) => return Err(Refusal::Memory),
        Err(why) => return refused(format!("the tree of counts: {why}")),
    }
    let formula = clauses.len();
    let section = container
        .section(BlockKind::Refutation)
        .map_err(Refusal::Io)?;
    let section = section.expect("sections were compared with the claim");
    let mut steps = Steps::new(section, 2 * variables as usize);
    let mut refutation = Refutation::new(clauses, variables);
    let (mut clause, mut hints) = (vec![], vec![]);
    while !refutation.is_complete() {
        let own = refutation.clauses().len();
        if own.is_multiple_of(256) && (limits.watch)(own as u64).is_break() {
            return Err(Refusal::Asked);
        }
        let clauses = refutation.clauses();
        if clauses.bytes() > bytes_max || clauses.is_crowded(2 * variables as usize) {
            return Err(Refusal::Memory);
        }
        let step = own - formula + 1;
        steps
            .read(own as u32, &mut clause, &mut hints)
            .map_err(|e| unread("proof", e))?;
        refutation.step(&clause, &hints).map_err(|gap| {
            let why = match gap {
                Gap::NoVariable => "it names a variable that does not exist",
                Gap::NoHint => "it names a clause that does not come before it",
                Gap::Idle => "a hint says nothing there",
                Gap::TooMany => "there are hints behind the contradiction",
                Gap::Open => "its clause does not follow",
            };
            Refusal::Refused(format!("step {step} of the proof: {why}"))
        })?;
    }
    steps.finish().map_err(|e| unread("proof", e))?;
    let steps = refutation.clauses().len() - formula;
    Ok((formula as u64, steps as u64))
}

fn unread(what: &str, e: NoAnswer) -> Refusal {
    match e {
        NoAnswer::Over => Refusal::Refused(format!("the {what}: it is too short")),
        NoAnswer::Malformed(why) => Refusal::Refused(format!("the {what}: {why}")),
        NoAnswer::Io(e) => Refusal::Io(e),
    }
}

fn faulty<G: Notation>(game: &G, fault: Fault<G::Position>) -> Refusal {
    let (pos, why) = match fault {
        Fault::Stopped(stopped) => return stopped.into(),
        Fault::NoRow(pos) => (pos, "it has no row where it needs one"),
        Fault::Forbidden(pos) => (pos, "it holds a move that is not among those it may hold"),
        Fault::Dead(pos) => (pos, "it has a row that no game reaches"),
        Fault::Worse(pos) => (pos, "the game is over, worse than it should be"),
    };
    let pos = game.position_text(&pos);
    Refusal::Refused(format!("the table, at '{pos}': {why}"))
}
