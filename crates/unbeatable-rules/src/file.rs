//! From a text to a rule book.

use unbeatable_core::{Margin, Value, Wdl};

use crate::book::RuleBook;
use crate::checks::check;
use crate::clause::{ClauseList, Symbols, clauses};
use crate::complaint::Complaint;
use crate::ending::{Finiteness, finiteness, layers, walk};
use crate::expression::read;
use crate::fault_words::{told_fault, true_things};
use crate::grounding::ground;
use crate::grounding::limits::GroundingLimits;
use crate::mechanism::{Mechanism, assemble};
use crate::rules::{Alternation, Rules};
use crate::symmetry::{SymmetryGroup, symmetries};

/// A game that was read from a file: its rule book, as small as it can be.
pub enum GameFile {
    /// Up to 64 fluents; won, drawn or lost.
    Tiny(RuleBook<1, Wdl>),
    /// Up to 128 fluents; won, drawn or lost.
    Small(RuleBook<2, Wdl>),
    /// Up to 512 fluents; won, drawn or lost.
    Large(RuleBook<8, Wdl>),
    /// Up to 512 fluents, and points.
    Scored(RuleBook<8, Margin>),
}

/// No game has more fluents.
pub const FLUENTS_MAX: usize = 512;

/// What is known of a file that is a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSummary {
    /// The names of the roles, who moves first at the start first.
    pub roles: [String; 2],
    /// How many fluents may be true or not.
    pub fluents: usize,
    /// How many actions each role has.
    pub actions: [usize; 2],
    /// How many rules there are without variables.
    pub rules: usize,
    /// How many wires and gates they make.
    pub weight: usize,
    /// What they take in memory, about.
    pub bytes: usize,
    /// How it is known that players move in turn.
    pub alternation: Alternation,
    /// Whether a player was seen to have a turn twice in a row.
    pub has_passes: bool,
    /// How it is known that games end.
    pub finiteness: Finiteness,
    /// How many symmetries the rules have, with that which changes nothing.
    pub symmetries: usize,
    /// Whether the rules have no others.
    pub has_all_symmetries: bool,
    /// Points of both roles together.
    pub sum: i32,
    /// Whether values are points.
    pub is_scored: bool,
    /// Whether every move leads to the next layer of positions, so that all of them can be solved.
    pub has_layers: bool,
    /// What looks wrong, but is not.
    pub odd: Vec<Complaint>,
}

impl GameFile {
    /// Reads the text of a file that is called `name`, and makes sure that it is a game for two who move in turn, that its games end, and that
    /// what one gets the other loses.
    pub fn read(
        name: &str,
        text: &str,
        limits: &GroundingLimits,
    ) -> Result<(Self, RulesSummary), Vec<Complaint>> {
        let one = |complaint| vec![complaint];
        let expressions = read(text).map_err(one)?;
        let clauses = clauses(&expressions.items).map_err(one)?;
        let (findings, strata) = check(&clauses);
        if !findings.wrong.is_empty() {
            return Err(findings.wrong);
        }
        let grounded = ground(&clauses, &strata, limits).map_err(one)?;
        let rules = grounded.rule_count();
        let exchanges = symmetries(&grounded);
        let mechanism = assemble(&clauses, grounded, limits).map_err(one)?;
        let (sum, is_scored) = worth(&mechanism, &clauses.names).map_err(one)?;
        let draft = Draft {
            name: name.into(),
            text: text.into(),
            exchanges,
            rules,
            sum,
            odd: findings.odd,
        };
        match (is_scored, mechanism.fluents.len()) {
            (false, 0..=64) => draft.finish::<1, _>(mechanism, clauses, limits, GameFile::Tiny),
            (false, 65..=128) => draft.finish::<2, _>(mechanism, clauses, limits, GameFile::Small),
            (false, 129..=FLUENTS_MAX) => {
                draft.finish::<8, _>(mechanism, clauses, limits, GameFile::Large)
            }
            (true, 0..=FLUENTS_MAX) => {
                draft.finish::<8, _>(mechanism, clauses, limits, GameFile::Scored)
            }
            (_, n) => Err(one(Complaint::whole(format!(
                "expected at most {FLUENTS_MAX} fluents (things that are true or not), found {n}"
            )))),
        }
    }
}

/// What is known before the width of positions is.
struct Draft {
    name: String,
    text: String,
    exchanges: SymmetryGroup,
    rules: usize,
    /// Points of both roles together.
    sum: i32,
    odd: Vec<Complaint>,
}

impl Draft {
    fn finish<const W: usize, V: Value>(
        self,
        mechanism: Mechanism,
        clauses: ClauseList,
        limits: &GroundingLimits,
        of: fn(RuleBook<W, V>) -> GameFile,
    ) -> Result<(GameFile, RulesSummary), Vec<Complaint>> {
        let names = clauses.names;
        let mut rules: Rules<W> = Rules::new(
            [&self.name, &self.text],
            mechanism,
            names,
            &self.exchanges.maps,
            self.sum,
            limits,
        );
        let walk = walk(&rules, limits);
        if let Some((bits, fault)) = walk.fault {
            return Err(vec![told_fault(&rules, &bits, fault)]);
        }
        let finiteness = walk.is_finite.or_else(|| finiteness(&mut rules, limits));
        if (limits.is_over)() {
            let what = "it took too long to find out how the rules are played";
            return Err(vec![Complaint::whole(what).but(
                "make the board smaller, or say in fewer rules what an action does",
            )]);
        }
        let Some(finiteness) = finiteness else {
            let what = match walk.circle {
                Some(bits) => format!(
                    "a game need not end: a position can come up again, that in which {}",
                    true_things(&rules, &bits)
                ),
                None => "nothing shows that every game ends".into(),
            };
            return Err(vec![Complaint::whole(what).but("count the moves, (true (step ?n)), and end the game when there were enough of them")]);
        };
        if W == 1 {
            rules.layers = layers(&rules, limits);
        }
        let mechanism = &rules.mechanism;
        let role = |role: usize| mechanism.terms.text(mechanism.roles[role], &rules.names);
        let summary = RulesSummary {
            roles: [role(rules.first_role), role(1 - rules.first_role)],
            fluents: mechanism.fluents.len(),
            actions: [rules.first_role, 1 - rules.first_role]
                .map(|role| mechanism.actions[role].len()),
            rules: self.rules,
            weight: mechanism.circuit.weight(),
            bytes: rules.bytes(),
            alternation: rules.alternation,
            has_passes: walk.has_passes,
            finiteness,
            symmetries: rules.symmetries.len() + 1,
            has_all_symmetries: self.exchanges.is_whole,
            sum: self.sum,
            is_scored: V::SCORED,
            has_layers: rules.layers.is_some(),
            odd: self.odd,
        };
        Ok((of(RuleBook::of(rules)), summary))
    }
}

/// What both roles get together, and whether that is more than a win, a draw or a loss.
fn worth(mechanism: &Mechanism, names: &Symbols) -> Result<(i32, bool), Complaint> {
    let mut range = [(0, 0); 2];
    for role in [0, 1] {
        let goals = mechanism.goals[role].iter().map(|&(points, _)| points);
        let Some((least, most)) = goals.clone().min().zip(goals.max()) else {
            let text = mechanism.terms.text(mechanism.roles[role], names);
            return Err(Complaint::whole(format!("'{text}' never gets anything"))
                .but(format!("add a rule for (goal {text} ...)")));
        };
        range[role] = (least, most);
    }
    let sum = range[0].1 + range[1].0;
    if sum != range[0].0 + range[1].1 {
        let what = format!(
            "what one role gets the other does not lose: one gets {} to {} points, the other {} to {}",
            range[0].0, range[0].1, range[1].0, range[1].1
        );
        return Err(Complaint::whole(what)
            .but("only games in which both together always get the same can be solved"));
    }
    let mut margins: Vec<i32> = mechanism.goals[0]
        .iter()
        .map(|&(points, _)| (2 * points - sum).abs())
        .filter(|&margin| margin != 0)
        .collect();
    margins.dedup();
    margins.sort_unstable();
    margins.dedup();
    Ok((sum, margins.len() > 1))
}
