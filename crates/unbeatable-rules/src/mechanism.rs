//! A game as a circuit: what is true and what is done goes in; what may be done, what is true next, whether
//! the game is over and what everybody gets comes out.

use std::collections::{HashMap, HashSet};

use unbeatable_core::mixer::BuildMixer;

use crate::circuit::{Circuit, Wire};
use crate::clause::{ClauseList, Symbol};
use crate::complaint::Complaint;
use crate::grounding::Grounded;
use crate::grounding::limits::GroundingLimits;
use crate::grounding::terms::{GroundTerms, TermId};
use crate::parts::strong_parts;

/// Circuits weigh no more.
const WEIGHT_MAX: usize = 20_000_000;

/// A game as a circuit. Inputs are what is true, in the order of `fluents`, then what the first role does, in
/// the order of `actions`, then what the second does.
#[derive(Debug)]
pub struct Mechanism {
    /// The terms.
    pub terms: GroundTerms,
    /// The names of both roles.
    pub roles: [TermId; 2],
    /// What may be true and may not.
    pub fluents: Vec<TermId>,
    /// What is always true, and never changes.
    pub constants: Vec<TermId>,
    /// What each role may ever do.
    pub actions: [Vec<TermId>; 2],
    /// The gates.
    pub circuit: Circuit,
    /// Whether each fluent is true at the start.
    pub start: Vec<bool>,
    /// What is true next.
    pub next: Vec<Wire>,
    /// What each role may do.
    pub legal: [Vec<Wire>; 2],
    /// Whether the game is over.
    pub terminal: Wire,
    /// What each role gets, and when.
    pub goals: [Vec<(i32, Wire)>; 2],
}

impl Mechanism {
    /// The number of the input for an action of a role.
    #[must_use]
    pub fn action_input(&self, role: usize, action: usize) -> u32 {
        let before = if role == 0 { 0 } else { self.actions[0].len() };
        (self.fluents.len() + before + action) as u32
    }
}

#[derive(Clone, Copy)]
enum AtomKind {
    Fluent(u32),
    Action(u32),
    Derived(u32),
}

/// Makes a circuit of a game without variables.
pub fn assemble(
    clauses: &ClauseList,
    grounded: Grounded,
    limits: &GroundingLimits,
) -> Result<Mechanism, Complaint> {
    let names = &clauses.names;
    let roles: [TermId; 2] = match grounded.roles[..] {
        [first, second] => [first, second],
        ref roles => {
            let what = match roles.len() {
                0 => "nobody plays".to_string(),
                1 => "one role plays: this is a puzzle, not a game for two".into(),
                n => format!("{n} roles play: only games for two can be solved"),
            };
            return Err(Complaint::whole(what));
        }
    };
    // Everything that rules speak of.
    let mut fluents: Vec<TermId> = grounded.start.clone();
    let mut actions: [Vec<TermId>; 2] = [vec![], vec![]];
    for rule in grounded.rules() {
        let arguments = grounded.terms.arguments(rule.head);
        match grounded.terms.name(rule.head) {
            Symbol::NEXT => fluents.push(arguments[0]),
            Symbol::LEGAL => {
                let Some(role) = roles.iter().position(|&role| role == arguments[0]) else {
                    let text = grounded.terms.text(arguments[0], names);
                    return Err(Complaint::whole(format!(
                        "'{text}' may do something, and is no role"
                    ))
                    .but(format!(
                        "add (role {text}), or let 'legal' begin with a role"
                    )));
                };
                actions[role].push(arguments[1]);
            }
            _ => {}
        }
    }
    // Fluents in the order in which they came up, that of the file; actions by their texts, so that whoever lists
    // moves lists them in one order.
    fluents.sort_unstable();
    fluents.dedup();
    for list in &mut actions {
        list.sort_by_cached_key(|&action| grounded.terms.short_text(action, names));
        list.dedup();
    }
    for (role, actions) in roles.iter().zip(&actions) {
        if actions.is_empty() {
            let text = grounded.terms.text(*role, names);
            return Err(Complaint::whole(format!("'{text}' may never do anything"))
                .but(format!("add a rule for (legal {text} ...)")));
        }
    }
    let mut kinds: HashMap<TermId, AtomKind, BuildMixer> = HashMap::default();
    let mut gates = Circuit::default();
    for (i, &fluent) in fluents.iter().enumerate() {
        if let Some(atom) = grounded.terms.find(Symbol::TRUE, &[fluent]) {
            kinds.insert(atom, AtomKind::Fluent(i as u32));
        }
    }
    let mut input = fluents.len() as u32;
    let mut choices = vec![];
    for (role, actions) in actions.iter().enumerate() {
        let begin = input;
        for &action in actions {
            if let Some(atom) = grounded.terms.find(Symbol::DOES, &[roles[role], action]) {
                kinds.insert(atom, AtomKind::Action(input));
            }
            input += 1;
        }
        choices.push(begin..input);
    }
    gates.input(input.saturating_sub(1));
    choices
        .into_iter()
        .for_each(|choice| gates.choose_one(choice));
    // Derived atoms, with all rules for each.
    let mut derived: Vec<TermId> = vec![];
    let mut rules_of: Vec<Vec<&[(TermId, bool)]>> = vec![];
    for rule in grounded.rules() {
        let kind = kinds.entry(rule.head).or_insert_with(|| {
            derived.push(rule.head);
            rules_of.push(vec![]);
            AtomKind::Derived(derived.len() as u32 - 1)
        });
        if let AtomKind::Derived(i) = kind {
            rules_of[*i as usize].push(rule.conditions);
        }
    }
    let follows: Vec<Vec<usize>> = rules_of
        .iter()
        .map(|rules| {
            let used =
                rules
                    .iter()
                    .copied()
                    .flatten()
                    .filter_map(|(atom, _)| match kinds.get(atom) {
                        Some(AtomKind::Derived(i)) => Some(*i as usize),
                        _ => None,
                    });
            let mut used: Vec<usize> = used.collect();
            used.sort_unstable();
            used.dedup();
            used
        })
        .collect();
    let mut wires: Vec<Wire> = vec![Wire::FALSE; derived.len()];
    for part in strong_parts(&follows) {
        let is_circle = part.len() > 1 || follows[part[0]].contains(&part[0]);
        if is_circle {
            for &i in &part {
                for (atom, is_wanted) in rules_of[i].iter().copied().flatten() {
                    let is_inside = matches!(kinds.get(atom), Some(AtomKind::Derived(j)) if part.contains(&(*j as usize)));
                    if is_inside && !is_wanted {
                        let [head, not] =
                            [derived[i], *atom].map(|atom| grounded.terms.text(atom, names));
                        return Err(Complaint::whole(format!("whether {head} holds depends on whether {not} does not hold, and that depends on {head}")).but("no relation may depend on its own absence"));
                    }
                }
            }
        }
        // In a circle what holds is found in rounds, from nothing: a round for each atom is enough.
        let rounds = if is_circle { part.len() } else { 1 };
        for _ in 0..rounds {
            let mut now = vec![];
            for &i in &part {
                let products = rules_of[i].iter().map(|conditions| {
                    let wires = conditions.iter().map(|&(atom, is_wanted)| {
                        let wire = match kinds.get(&atom) {
                            None => Wire::FALSE,
                            Some(AtomKind::Fluent(input) | AtomKind::Action(input)) => {
                                gates.input(*input)
                            }
                            Some(AtomKind::Derived(j)) => wires[*j as usize],
                        };
                        wire.wanted(is_wanted)
                    });
                    let wires: Vec<Wire> = wires.collect();
                    wires
                });
                let products = products
                    .filter(|product| !product.contains(&Wire::FALSE))
                    .map(|mut product| {
                        product.retain(|&wire| wire != Wire::TRUE);
                        product
                    });
                let products = products.collect();
                now.push(gates.any_of_all(products));
                if (limits.is_over)() {
                    return Err(Complaint::whole(
                        "the rules took too long to be made into gates",
                    ));
                }
                if gates.weight() > WEIGHT_MAX {
                    return Err(Complaint::whole(format!(
                        "the rules weigh more than {WEIGHT_MAX} wires and gates"
                    )));
                }
            }
            let is_done = part.iter().zip(&now).all(|(&i, &wire)| wires[i] == wire);
            part.iter().zip(now).for_each(|(&i, wire)| wires[i] = wire);
            if is_done {
                break;
            }
        }
    }
    let wire_of = |name: Symbol, arguments: &[TermId]| {
        let atom = grounded.terms.find(name, arguments);
        match atom.and_then(|atom| kinds.get(&atom)) {
            Some(AtomKind::Derived(i)) => wires[*i as usize],
            _ => Wire::FALSE,
        }
    };
    let at_start: HashSet<TermId> = grounded.start.iter().copied().collect();
    let start: Vec<bool> = fluents
        .iter()
        .map(|fluent| at_start.contains(fluent))
        .collect();
    let next: Vec<Wire> = fluents
        .iter()
        .map(|&fluent| wire_of(Symbol::NEXT, &[fluent]))
        .collect();
    let legal = [0, 1].map(|role: usize| {
        let wires = actions[role]
            .iter()
            .map(|&action| wire_of(Symbol::LEGAL, &[roles[role], action]));
        wires.collect::<Vec<Wire>>()
    });
    let terminal = wire_of(Symbol::TERMINAL, &[]);
    let mut goals: [Vec<(i32, Wire)>; 2] = [vec![], vec![]];
    for (i, &atom) in derived.iter().enumerate() {
        if grounded.terms.name(atom) != Symbol::GOAL || wires[i] == Wire::FALSE {
            continue;
        }
        let [role, value] = grounded.terms.arguments(atom) else {
            continue;
        };
        let text = grounded.terms.text(*value, names);
        let Ok(points) = text.parse::<i32>() else {
            return Err(Complaint::whole(format!(
                "expected a number of points behind 'goal', found '{text}'"
            )));
        };
        if !(-10_000..=10_000).contains(&points) {
            return Err(Complaint::whole(format!(
                "expected at most 10,000 points behind 'goal', found {points}"
            )));
        }
        if let Some(role) = roles.iter().position(|known| known == role) {
            goals[role].push((points, wires[i]));
        }
    }
    goals.iter_mut().for_each(|goals| goals.sort_unstable());
    let mechanism = Mechanism {
        terms: grounded.terms,
        roles,
        fluents,
        constants: vec![],
        actions,
        circuit: gates,
        start,
        next,
        legal,
        terminal,
        goals,
    };
    Ok(simplify(mechanism))
}

/// Finds fluents that never change, by assuming it of all and giving up those for which it does not follow;
/// then writes the circuit again without them and without what nobody needs.
fn simplify(from: Mechanism) -> Mechanism {
    let count = from.fluents.len();
    let mut is_constant = vec![true; count];
    loop {
        let settled = from.circuit.settled(&|input| {
            let number = input as usize;
            (number < count && is_constant[number]).then(|| from.start[number])
        });
        let mut is_changed = false;
        for (i, wire) in from.next.iter().enumerate() {
            let next = settled[wire.gate()].map(|on| on != wire.is_opposite());
            if is_constant[i] && next != Some(from.start[i]) {
                is_constant[i] = false;
                is_changed = true;
            }
        }
        if !is_changed {
            break;
        }
    }
    // Numbers of the inputs that are left.
    let mut numbers: Vec<u32> = vec![];
    let mut left = 0;
    for is_constant in &is_constant {
        numbers.push(left);
        left += u32::from(!is_constant);
    }
    let mut circuit = Circuit::default();
    let [first, second] = [&from.actions[0], &from.actions[1]].map(|actions| actions.len() as u32);
    circuit.input((left + first + second).saturating_sub(1));
    circuit.choose_one(left..left + first);
    circuit.choose_one(left + first..left + first + second);
    let inputs: Vec<Wire> = (0..left + first + second)
        .map(|i| circuit.input(i))
        .collect();
    let given = |input: u32| -> Option<Wire> {
        let input = input as usize;
        Some(if input >= count {
            inputs[input - count + left as usize]
        } else if is_constant[input] {
            Wire::FALSE.wanted(!from.start[input])
        } else {
            inputs[numbers[input] as usize]
        })
    };
    let mut done = HashMap::default();
    let mut write = |wire: Wire| circuit.rewrite(&from.circuit, wire, &given, &mut done);
    let next = (0..count)
        .filter(|&i| !is_constant[i])
        .map(|i| write(from.next[i]))
        .collect();
    let legal = from
        .legal
        .map(|wires| wires.into_iter().map(&mut write).collect());
    let terminal = write(from.terminal);
    let goals = from.goals.map(|goals| {
        goals
            .into_iter()
            .map(|(points, wire)| (points, write(wire)))
            .collect()
    });
    let pick = |wanted: bool| {
        let fluents = from.fluents.iter().zip(&is_constant).zip(&from.start);
        fluents.filter(move |((_, is_constant), is_true)| {
            **is_constant == wanted && (!wanted || **is_true)
        })
    };
    Mechanism {
        fluents: pick(false).map(|((&fluent, _), _)| fluent).collect(),
        constants: pick(true).map(|((&fluent, _), _)| fluent).collect(),
        start: pick(false).map(|(_, &is_true)| is_true).collect(),
        terms: from.terms,
        roles: from.roles,
        actions: from.actions,
        circuit,
        next,
        legal,
        terminal,
        goals,
    }
}
