//! Rules taken literally: every relation worked out anew in every position, without grounding, circuits or
//! deeds. Slow, and so simple that it can be believed.

use std::collections::{HashMap, HashSet};

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, Value};
use unbeatable_rules::book::RuleBook;
use unbeatable_rules::checks::{Strata, check};
use unbeatable_rules::clause::{
    Atom, Clause, ClauseList, ClauseLiteral, Relation, RuleTerm, Symbol, clauses,
};
use unbeatable_rules::expression::read;
use unbeatable_rules::file::{GameFile, RulesSummary};
use unbeatable_rules::grounding::limits::GroundingLimits;

use crate::{GAMES, text};

/// What holds, each relation with the arguments for which it does.
type Holding = HashMap<Relation, HashSet<Vec<RuleTerm>>>;

fn bind(pattern: &RuleTerm, term: &RuleTerm, bound: &mut Vec<Option<RuleTerm>>) -> bool {
    match (pattern, term) {
        (RuleTerm::Variable(i), _) => match &bound[usize::from(*i)] {
            Some(known) => known == term,
            None => {
                bound[usize::from(*i)] = Some(term.clone());
                true
            }
        },
        (RuleTerm::Compound(a, pieces), RuleTerm::Compound(b, others)) => {
            a == b
                && pieces.len() == others.len()
                && pieces
                    .iter()
                    .zip(others)
                    .all(|(piece, other)| bind(piece, other, bound))
        }
        (RuleTerm::Compound(..), RuleTerm::Variable(_)) => {
            unreachable!("what holds has no variables")
        }
    }
}

fn filled(term: &RuleTerm, bound: &[Option<RuleTerm>]) -> RuleTerm {
    match term {
        RuleTerm::Variable(i) => bound[usize::from(*i)].clone().expect("rules are safe"),
        RuleTerm::Compound(name, pieces) => RuleTerm::Compound(
            *name,
            pieces.iter().map(|piece| filled(piece, bound)).collect(),
        ),
    }
}

fn all_ways(
    clause: &Clause,
    positive: &[&Atom],
    holding: &Holding,
    bound: &mut Vec<Option<RuleTerm>>,
    found: &mut Vec<Vec<RuleTerm>>,
) {
    let Some((first, rest)) = positive.split_first() else {
        let holds = |atom: &Atom| {
            let arguments: Vec<RuleTerm> = atom
                .arguments
                .iter()
                .map(|term| filled(term, bound))
                .collect();
            holding
                .get(&atom.of())
                .is_some_and(|known| known.contains(&arguments))
        };
        let is_met = clause.body.iter().all(|literal| match literal {
            ClauseLiteral::Holds(_) => true,
            ClauseLiteral::Fails(atom) => !holds(atom),
            ClauseLiteral::Compares(a, b, are_same, _) => {
                (filled(a, bound) == filled(b, bound)) == *are_same
            }
        });
        if is_met {
            found.push(
                clause
                    .head
                    .arguments
                    .iter()
                    .map(|term| filled(term, bound))
                    .collect(),
            );
        }
        return;
    };
    for arguments in holding.get(&first.of()).into_iter().flatten() {
        let before = bound.clone();
        if first
            .arguments
            .iter()
            .zip(arguments)
            .all(|(pattern, term)| bind(pattern, term, bound))
        {
            all_ways(clause, rest, holding, bound, found);
        }
        *bound = before;
    }
}

/// Everything that holds if this is given.
fn close(clauses: &ClauseList, strata: &Strata, mut holding: Holding) -> Holding {
    for group in &strata.groups {
        loop {
            let mut is_new = false;
            for clause in clauses
                .list
                .iter()
                .filter(|clause| group.contains(&clause.head.of()))
            {
                let positive: Vec<&Atom> = clause
                    .body
                    .iter()
                    .filter_map(|literal| match literal {
                        ClauseLiteral::Holds(atom) => Some(atom),
                        _ => None,
                    })
                    .collect();
                let mut found = vec![];
                let mut bound = vec![None; clause.variables.len()];
                all_ways(clause, &positive, &holding, &mut bound, &mut found);
                let known = holding.entry(clause.head.of()).or_default();
                for arguments in found {
                    is_new |= known.insert(arguments);
                }
            }
            if !is_new {
                break;
            }
        }
    }
    holding
}

fn short(clauses: &ClauseList, term: &RuleTerm) -> String {
    let RuleTerm::Compound(name, pieces) = term else {
        unreachable!("what holds has no variables");
    };
    let mut text = clauses.names.text(*name).to_string();
    for piece in pieces {
        text = format!("{text}:{}", short(clauses, piece));
    }
    text
}

fn given(holding: &Holding, name: Symbol, arity: usize) -> Vec<Vec<RuleTerm>> {
    holding
        .get(&(name, arity))
        .into_iter()
        .flatten()
        .cloned()
        .collect()
}

/// Plays at random, and compares all that is said of every position.
pub(crate) fn compare(name: &str, text: &str, positions: u32) {
    match GameFile::read("test.kif", text, &GroundingLimits::USUAL) {
        Ok((GameFile::Tiny(book), summary)) => {
            compare_book((name, text), &book, &summary, positions)
        }
        Ok((GameFile::Small(book), summary)) => {
            compare_book((name, text), &book, &summary, positions)
        }
        Ok((GameFile::Large(book), summary)) => {
            compare_book((name, text), &book, &summary, positions)
        }
        Ok((GameFile::Scored(book), summary)) => {
            compare_book((name, text), &book, &summary, positions)
        }
        Err(complaints) => panic!("{}", complaints[0].told("test.kif", text)),
    }
}

fn compare_book<const W: usize, V: Value>(
    (name, text): (&str, &str),
    file: &RuleBook<W, V>,
    summary: &RulesSummary,
    positions: u32,
) {
    let clauses = clauses(&read(text).expect("it was read").items).expect("it was read");
    let (_, strata) = check(&clauses);
    let nothing = close(&clauses, &strata, Holding::new());
    let start: HashSet<Vec<RuleTerm>> = given(&nothing, Symbol::INIT, 1).into_iter().collect();
    let mut random = Random::new(7);
    let (mut pos, mut facts) = (file.start(), start.clone());
    for _ in 0..positions {
        let given_facts =
            |facts: &HashSet<Vec<RuleTerm>>| Holding::from([((Symbol::TRUE, 1), facts.clone())]);
        let now = close(&clauses, &strata, given_facts(&facts));
        let mut written: Vec<String> = file
            .position_text(&pos)
            .split(' ')
            .filter(|word| !word.starts_with('@'))
            .map(Into::into)
            .collect();
        let mut literal: Vec<String> = facts.iter().map(|fact| short(&clauses, &fact[0])).collect();
        written.sort_unstable();
        literal.sort_unstable();
        assert_eq!(written, literal, "{name}");
        let is_over = !given(&now, Symbol::TERMINAL, 0).is_empty();
        assert_eq!(
            file.outcome(&pos).is_some(),
            is_over,
            "{name}: {}",
            file.position_text(&pos)
        );
        let role = file.player_name(file.turn(&pos));
        if let Some(outcome) = file.outcome(&pos) {
            let goals: Vec<String> = given(&now, Symbol::GOAL, 2)
                .iter()
                .filter(|goal| short(&clauses, &goal[0]) == role)
                .map(|goal| short(&clauses, &goal[1]))
                .collect();
            let rank = outcome.value_for(file.turn(&pos)).rank();
            // The rank is twice the margin, what one has more than the other.
            let points = match V::SCORED {
                true => (i32::from(rank) / 2 + summary.sum) / 2,
                false => 50 + 50 * i32::from(rank),
            };
            assert_eq!(
                goals,
                [points.to_string()],
                "{name}: {}",
                file.position_text(&pos)
            );
            (pos, facts) = (file.start(), start.clone());
            continue;
        }
        let legal = given(&now, Symbol::LEGAL, 2);
        let (mine, others): (Vec<_>, Vec<_>) = legal
            .into_iter()
            .partition(|legal| short(&clauses, &legal[0]) == role);
        if others.len() > 1 {
            let moves: Vec<_> = file.moves(&pos).collect();
            assert_eq!((mine.len(), moves.len()), (1, 1), "{name}: a pass");
            pos = file.play(&pos, moves[0]);
            continue;
        }
        let mut texts: Vec<String> = mine
            .iter()
            .map(|legal| short(&clauses, &legal[1]))
            .collect();
        let mut moves: Vec<String> = file.moves(&pos).map(|m| file.move_text(&pos, m)).collect();
        texts.sort_unstable();
        moves.sort_unstable();
        assert_eq!(moves, texts, "{name}: {}", file.position_text(&pos));
        assert_eq!(others.len(), 1, "{name}: the other one waits");
        let m = file
            .moves(&pos)
            .nth(random.below(moves.len() as u64) as usize)
            .expect("one of them");
        let done = mine
            .into_iter()
            .find(|legal| short(&clauses, &legal[1]) == file.move_text(&pos, m));
        let mut then = given_facts(&facts);
        then.insert(
            (Symbol::DOES, 2),
            [done.expect("a legal one"), others[0].clone()].into(),
        );
        facts = given(&close(&clauses, &strata, then), Symbol::NEXT, 1)
            .into_iter()
            .collect();
        pos = file.play(&pos, m);
    }
}

/// Rules with so many fluents more, which change with every move.
fn with_flips(text: &str, count: u32) -> String {
    let flip = |i| format!("(<= (next (flip {i})) (not (true (flip {i}))))\n");
    let flips: String = (0..count).map(flip).collect();
    format!("{text}\n{flips}")
}

#[test]
fn wide_files_are_played_as_they_are_written() {
    for name in ["tic-tac-toe", "nim-3-4-5", "breakthrough-4x4"] {
        compare(name, &with_flips(text(name), 65), 20);
        compare(name, &with_flips(text(name), 130), 20);
    }
}

#[test]
fn files_are_played_as_they_are_written() {
    for (name, text) in GAMES {
        compare(
            name,
            text,
            if name.starts_with("connect") { 60 } else { 150 },
        );
    }
}
