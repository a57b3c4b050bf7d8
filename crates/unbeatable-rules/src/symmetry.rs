//! Symmetries of the rules: ways to exchange fluents that turn every rule into a rule.
//!
//! Atoms and rules without variables make a graph. Colours are given to both, and refined by what they are
//! next to, until nothing changes (Weisfeiler and Leman 1968); where atoms still have the same colour, each
//! is tried in the place of one of them (as in McKay 1981, without what makes that quick on hard graphs).
//! What is found is believed only if it maps the rules onto themselves.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher};

use unbeatable_core::mixer::BuildMixer;

use crate::clause::Symbol;
use crate::grounding::Grounded;
use crate::grounding::terms::TermId;

/// No more symmetries are used.
pub const SYMMETRIES_MAX: usize = 64;

/// Files with more rules are not looked at.
const RULES_MAX: usize = 100_000;

/// How much looking for symmetries may cost, in looks at the ends of rules.
const WORK_MAX: usize = 150_000_000;

/// What a fluent becomes, for each symmetry but the first, which changes nothing.
pub type FluentMap = HashMap<TermId, TermId, BuildMixer>;

/// A rule over the numbers of atoms: the head, then the conditions with whether they are wanted.
struct GraphRule {
    colour: u64,
    head: u32,
    conditions: Vec<(u32, bool)>,
}

struct RuleGraph {
    rules: Vec<GraphRule>,
    /// The rules of each atom, with what it is in them.
    rules_of: Vec<Vec<(u32, u64)>>,
    /// Whether an atom is a fluent or something that is done: what else there is follows from these.
    is_given: Vec<bool>,
    work: usize,
}

type Colours = Vec<u64>;

/// The colour, the head and the conditions of a rule.
type WholeRule = (u64, u32, Vec<(u32, bool)>);

fn mixed(words: impl IntoIterator<Item = u64>) -> u64 {
    let mut hasher = BuildMixer::default().build_hasher();
    words.into_iter().for_each(|word| hasher.write_u64(word));
    hasher.finish()
}

/// Symmetries of rules.
#[derive(Default)]
pub struct SymmetryGroup {
    /// All but the one that changes nothing. What two of them make together is among them.
    pub maps: Vec<FluentMap>,
    /// Whether the rules have no others.
    pub is_whole: bool,
}

/// Finds symmetries of the rules that keep the roles, what they get, and what is true at the start.
#[must_use]
pub fn symmetries(grounded: &Grounded) -> SymmetryGroup {
    if grounded.rule_count() > RULES_MAX {
        return SymmetryGroup::default();
    }
    let terms = &grounded.terms;
    let mut numbers: HashMap<TermId, u32, BuildMixer> = HashMap::default();
    let mut atoms: Vec<TermId> = vec![];
    let mut number = |atom: TermId| {
        *numbers.entry(atom).or_insert_with(|| {
            atoms.push(atom);
            atoms.len() as u32 - 1
        })
    };
    let mut rules: Vec<GraphRule> = vec![];
    for rule in grounded.rules() {
        let mut conditions: Vec<(u32, bool)> = rule
            .conditions
            .iter()
            .map(|&(atom, is_wanted)| (number(atom), is_wanted))
            .collect();
        conditions.sort_unstable();
        conditions.dedup();
        let head = number(rule.head);
        rules.push(GraphRule {
            colour: 1,
            head,
            conditions,
        });
    }
    // What is true next is that which is true then, and what is legal that which may be done.
    let mut given: HashMap<u32, TermId> = HashMap::new();
    for i in 0.. {
        let Some(&atom) = atoms.get(i) else {
            break;
        };
        let arguments = terms.arguments(atom);
        let (other, colour) = match terms.name(atom) {
            Symbol::NEXT => (Symbol::TRUE, 2),
            Symbol::LEGAL => (Symbol::DOES, 3),
            _ => continue,
        };
        if let Some(other) = terms.find(other, arguments) {
            let head = i as u32;
            let other = *numbers.entry(other).or_insert_with(|| {
                atoms.push(other);
                atoms.len() as u32 - 1
            });
            rules.push(GraphRule {
                colour,
                head,
                conditions: vec![(other, true)],
            });
        }
    }
    let start: HashSet<TermId> = grounded.start.iter().copied().collect();
    let mut first: Colours = vec![];
    let mut is_given = vec![];
    for (i, &atom) in atoms.iter().enumerate() {
        let arguments = terms.arguments(atom);
        let name = terms.name(atom);
        is_given.push(matches!(name, Symbol::TRUE | Symbol::DOES));
        first.push(match name {
            Symbol::TRUE => {
                given.insert(i as u32, arguments[0]);
                mixed([1, u64::from(start.contains(&arguments[0]))])
            }
            Symbol::NEXT => 2,
            Symbol::DOES => mixed([3, u64::from(arguments[0].0)]),
            Symbol::LEGAL => mixed([4, u64::from(arguments[0].0)]),
            Symbol::GOAL => mixed([5, u64::from(atom.0)]),
            Symbol::TERMINAL => 6,
            _ => 7,
        });
    }
    let mut rules_of = vec![vec![]; atoms.len()];
    for (i, rule) in rules.iter().enumerate() {
        rules_of[rule.head as usize].push((i as u32, 1));
        for &(atom, is_wanted) in &rule.conditions {
            rules_of[atom as usize].push((i as u32, 2 + u64::from(is_wanted)));
        }
    }
    let all: HashSet<WholeRule> = rules
        .iter()
        .map(|rule| (rule.colour, rule.head, rule.conditions.clone()))
        .collect();
    let mut graph = RuleGraph {
        rules,
        rules_of,
        is_given,
        work: WORK_MAX,
    };
    let mut found: Vec<Vec<u32>> = vec![];
    let colours = graph.refined(first);
    let Some(colours) = colours else {
        return SymmetryGroup::default();
    };
    let keeps_rules = |image: &[u32]| graph_rules(&all, image);
    let is_searched = graph.search(colours.clone(), colours, &mut |image| {
        if keeps_rules(image) {
            found.push(image.to_vec());
        }
        found.len() < 4 * SYMMETRIES_MAX
    });
    // Of each, what it makes of fluents; and all that they make together.
    let fluents: Vec<u32> = {
        let mut fluents: Vec<u32> = given.keys().copied().collect();
        fluents.sort_unstable();
        fluents
    };
    let place: HashMap<u32, usize> = fluents.iter().copied().zip(0..).collect();
    let maps = found.iter().map(|image| {
        fluents
            .iter()
            .map(|&atom| place[&image[atom as usize]])
            .collect::<Vec<usize>>()
    });
    let (group, is_closed) = closed(maps.collect(), fluents.len());
    let exchanges = group
        .into_iter()
        .filter(|map| !map.iter().enumerate().all(|(i, &to)| i == to))
        .map(|map| {
            map.iter()
                .enumerate()
                .map(|(i, &to)| (given[&fluents[i]], given[&fluents[to]]))
                .collect()
        });
    SymmetryGroup {
        maps: exchanges.collect(),
        is_whole: is_searched && is_closed,
    }
}

/// Whether the images of the rules are the rules.
fn graph_rules(all: &HashSet<WholeRule>, image: &[u32]) -> bool {
    all.iter().all(|(colour, head, conditions)| {
        let mut conditions: Vec<(u32, bool)> = conditions
            .iter()
            .map(|&(atom, is_wanted)| (image[atom as usize], is_wanted))
            .collect();
        conditions.sort_unstable();
        all.contains(&(*colour, image[*head as usize], conditions))
    })
}

/// All maps that these make together, as long as they are not too many: a map that would make too many is left
/// out. Whether none was comes along.
fn closed(maps: Vec<Vec<usize>>, size: usize) -> (Vec<Vec<usize>>, bool) {
    let mut is_whole = true;
    let mut group: Vec<Vec<usize>> = vec![(0..size).collect()];
    for map in maps {
        if group.contains(&map) {
            continue;
        }
        let mut larger: HashSet<Vec<usize>> = group.iter().cloned().collect();
        let mut open: Vec<Vec<usize>> = vec![map.clone()];
        let mut generators = group.clone();
        generators.push(map);
        while let Some(one) = open.pop() {
            if larger.len() > SYMMETRIES_MAX {
                break;
            }
            if larger.insert(one.clone()) {
                for other in &generators {
                    open.push(one.iter().map(|&i| other[i]).collect());
                    open.push(other.iter().map(|&i| one[i]).collect());
                }
            }
        }
        if larger.len() <= SYMMETRIES_MAX {
            group = larger.into_iter().collect();
            group.sort_unstable();
        } else {
            is_whole = false;
        }
    }
    (group, is_whole)
}

impl RuleGraph {
    /// Colours refined until no refinement makes more of them; `None` if that costs too much.
    fn refined(&mut self, mut colours: Colours) -> Option<Colours> {
        let count = |colours: &Colours| colours.iter().collect::<HashSet<_>>().len();
        let mut before = count(&colours);
        loop {
            let cost: usize = self
                .rules
                .iter()
                .map(|rule| rule.conditions.len() + 1)
                .sum();
            self.work = self.work.checked_sub(2 * cost + colours.len())?;
            let of_rules: Vec<u64> = self
                .rules
                .iter()
                .map(|rule| {
                    let mut around: Vec<u64> = rule
                        .conditions
                        .iter()
                        .map(|&(atom, is_wanted)| {
                            mixed([u64::from(is_wanted), colours[atom as usize]])
                        })
                        .collect();
                    around.sort_unstable();
                    mixed(
                        [rule.colour, colours[rule.head as usize]]
                            .into_iter()
                            .chain(around),
                    )
                })
                .collect();
            let next: Colours = colours
                .iter()
                .zip(&self.rules_of)
                .map(|(&colour, rules)| {
                    let mut around: Vec<u64> = rules
                        .iter()
                        .map(|&(rule, as_what)| mixed([as_what, of_rules[rule as usize]]))
                        .collect();
                    around.sort_unstable();
                    mixed([colour].into_iter().chain(around))
                })
                .collect();
            let now = count(&next);
            colours = next;
            if now == before {
                return Some(colours);
            }
            before = now;
        }
    }

    /// Finds maps of atoms with one colouring onto those with another. `each` says whether to go on; so does
    /// what is returned.
    fn search(
        &mut self,
        left: Colours,
        right: Colours,
        each: &mut dyn FnMut(&[u32]) -> bool,
    ) -> bool {
        let mut members: HashMap<u64, [Vec<u32>; 2], BuildMixer> = HashMap::default();
        for (side, colours) in [&left, &right].into_iter().enumerate() {
            for (i, &colour) in colours.iter().enumerate() {
                members.entry(colour).or_default()[side].push(i as u32);
            }
        }
        if members.values().any(|[a, b]| a.len() != b.len()) {
            return true;
        }
        let open = members.iter().filter(|(_, [a, _])| a.len() > 1);
        // What is given comes first: what follows from it needs no more than one way.
        let best =
            open.min_by_key(|(colour, [a, _])| (!self.is_given[a[0] as usize], a.len(), **colour));
        let Some((_, [a, b])) = best else {
            let mut image = vec![0; left.len()];
            for [a, b] in members.values() {
                image[a[0] as usize] = b[0];
            }
            return each(&image);
        };
        let is_given = self.is_given[a[0] as usize];
        let (one, others) = (a[0], b.clone());
        let marked = |colours: &Colours, atom: u32| {
            let mut colours = colours.clone();
            colours[atom as usize] = mixed([colours[atom as usize], 99]);
            colours
        };
        let Some(left) = self.refined(marked(&left, one)) else {
            return false;
        };
        for other in others {
            let Some(right) = self.refined(marked(&right, other)) else {
                return false;
            };
            let mut has_found = false;
            let goes_on = self.search(left.clone(), right, &mut |image| {
                has_found = true;
                each(image)
            });
            if !goes_on {
                return false;
            }
            if has_found && !is_given {
                break;
            }
        }
        true
    }
}
