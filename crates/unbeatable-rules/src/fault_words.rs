//! Faults that come to light where a file is played, in words.

use crate::complaint::Complaint;
use crate::rules::{RuleFault, Rules};
use crate::way::{FluentBits, has};

/// What is true in a position, in words.
pub(crate) fn true_things<const W: usize>(rules: &Rules<W>, bits: &FluentBits<W>) -> String {
    const SHOWN: usize = 60;
    let mechanism = &rules.mechanism;
    let fluents = mechanism
        .fluents
        .iter()
        .enumerate()
        .filter(|(i, _)| has(bits, *i));
    let mut texts: Vec<String> = fluents
        .map(|(_, &fluent)| mechanism.terms.text(fluent, &rules.names))
        .collect();
    if texts.len() > SHOWN {
        let more = texts.len() - SHOWN;
        texts.truncate(SHOWN);
        texts.push(format!("and {more} more"));
    }
    match texts.is_empty() {
        true => "nothing is true".into(),
        false => format!("this is true: {}", texts.join(" ")),
    }
}

/// A fault in words, with the position where it was found and what to do about it.
pub(crate) fn told_fault<const W: usize>(
    rules: &Rules<W>,
    bits: &FluentBits<W>,
    fault: RuleFault,
) -> Complaint {
    let role = |role: usize| {
        rules
            .mechanism
            .terms
            .text(rules.mechanism.roles[role], &rules.names)
    };
    let place = true_things(rules, bits);
    let (what, remedy) = match fault {
        RuleFault::BothMove => (
            format!("both roles have a choice at the same time where {place}"),
            "only games in which one moves at a time can be solved: give the other one a single move such as noop",
        ),
        RuleFault::NoMove(of) => (
            format!(
                "'{}' may do nothing, and the game is not over, where {place}",
                role(of)
            ),
            "let the game be over there, or give it a move such as noop",
        ),
        RuleFault::NoGoal(of) => (
            format!(
                "the game is over, and '{}' gets nothing, where {place}",
                role(of)
            ),
            "add a rule for goal that holds there",
        ),
        RuleFault::TwoGoals(of, one, other) => (
            format!(
                "the game is over, and '{}' gets {one} points and {other} points, where {place}",
                role(of)
            ),
            "let the rules for goal exclude each other",
        ),
        RuleFault::NotIdle => (
            format!(
                "one role moves, and the other does not wait as it does elsewhere, where {place}"
            ),
            "let the role whose turn it is not always wait by the same move, such as noop",
        ),
        RuleFault::OtherSum([one, other]) => (
            format!(
                "what one role gets the other does not lose: here they get {one} and {other} points, elsewhere {} together, where {place}",
                rules.sum
            ),
            "only games in which both together always get the same can be solved",
        ),
    };
    Complaint::whole(what).but(remedy)
}
