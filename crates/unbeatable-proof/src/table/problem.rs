//! 'A closed table', as clauses.
//!
//! One variable for each class that the table's owner may meet, in each role: 'it is reached'.
//!
//! ```text
//! the root                                 it is reached
//! the owner to move                        reached -> one of the classes behind moves that he may hold
//!   no row needed (`default`)              reached and no row -> the class that the rule leads to
//! the opponent to move                     reached -> every class behind a move
//! a class in both roles                    reached in one of them -> it counts
//! ```
//!
//! Lomont (2024) has the same clauses. A class that needs as many as are forbidden by itself, whatever
//! happens elsewhere, is left out: see [`Problem::new`].

use std::ops::Not;

use unbeatable_core::{Game, Player};

use super::classes::Classes;
use super::policy::{Policy, distinct};
use super::question::{TableCount, TableQuestion};

/// A variable, or that it is false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The variable is true.
    #[must_use]
    pub const fn is(variable: u32) -> Self {
        Literal(variable << 1)
    }

    /// The literal that is written so: twice the variable, and one more if it is false.
    #[must_use]
    pub const fn of_code(code: u32) -> Self {
        Literal(code)
    }

    /// How it is written.
    #[must_use]
    pub const fn code(self) -> u32 {
        self.0
    }

    /// Its variable.
    #[must_use]
    pub const fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it says that its variable is true.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

/// A list of clauses, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    literals: Vec<Literal>,
    ends: Vec<u32>,
}

impl Clauses {
    /// Adds a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.literals.extend(clause);
        let end = u32::try_from(self.literals.len());
        self.ends
            .push(end.expect("places of literals are numbers of 32 bits"));
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A clause by its number.
    #[must_use]
    pub fn get(&self, number: u32) -> &[Literal] {
        let end = self.ends[number as usize] as usize;
        let begin = match number {
            0 => 0,
            _ => self.ends[number as usize - 1] as usize,
        };
        &self.literals[begin..end]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        (0..self.len() as u32).map(|number| self.get(number))
    }

    /// Whether there may be no room for so many more clauses of up to three literals: places are numbers of
    /// 32 bits.
    #[must_use]
    pub fn is_crowded(&self, more: usize) -> bool {
        self.literals.len() + 3 * more > u32::MAX as usize / 2
    }

    /// Bytes that are taken, and those that a larger copy takes while it is made.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.literals.capacity() + self.ends.capacity()) * size_of::<u32>() * 3 / 2
    }
}

/// A class in a role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoleClass {
    /// Whom the table plays.
    pub player: Player,
    /// The class that is reached.
    pub class: u32,
}

/// The clauses of all closed tables with fewer than so many counted.
pub struct Problem {
    /// The class of each variable, as far as it has one; rows and joint classes follow.
    pub nodes: Vec<RoleClass>,
    /// How many variables there are.
    pub variables: u32,
    /// What must hold.
    pub clauses: Clauses,
    /// The variables that count, one each.
    pub counted: Vec<u32>,
    /// The class of each of them.
    pub counted_classes: Vec<u32>,
}

/// Where a rule leads in each class, for the one image that its game shows; empty without a rule.
pub type Defaults = Vec<u32>;

/// Where the rule of a question leads in each class.
#[must_use]
pub fn defaults<G: Game>(classes: &Classes<G>, question: &TableQuestion) -> Defaults {
    let Some(rule) = question.default else {
        return vec![];
    };
    let game = classes.game();
    let lead = |number: u32| {
        if classes.class(number).outcome.is_some() {
            return NONE;
        }
        let pos = classes.shown(number);
        let next = game.play(&pos, rule.choose(game, &pos));
        classes.number(&next).expect("moves lead to classes")
    };
    (0..classes.len() as u32).map(lead).collect()
}

/// No variable.
const NONE: u32 = u32::MAX;

impl Problem {
    /// The clauses of all closed tables with fewer than `below` counted.
    ///
    /// A class that needs `below` or more by itself cannot be reached by such a table, and is left out.
    #[must_use]
    pub fn new<G: Game>(
        classes: &Classes<G>,
        question: &TableQuestion,
        policies: &[Policy<G>],
        defaults: &Defaults,
        below: u32,
    ) -> Self {
        let mut problem = Problem {
            nodes: vec![],
            variables: 0,
            clauses: Clauses::default(),
            counted: vec![],
            counted_classes: vec![],
        };
        let rules = ClauseWriter {
            classes,
            question,
            defaults,
        };
        let mut roles = vec![];
        for policy in policies {
            let needs = rules.needs(policy);
            roles.push(problem.add_nodes(&rules, policy, &needs, below));
        }
        problem.variables = problem.nodes.len() as u32;
        for (policy, variables) in policies.iter().zip(&roles) {
            problem.add_moves(&rules, policy, variables);
        }
        problem.join(classes.len(), &roles);
        problem
    }

    /// Finds the classes of a role, breadth first, and gives each a variable.
    fn add_nodes<G: Game>(
        &mut self,
        rules: &ClauseWriter<G>,
        policy: &Policy<G>,
        needs: &[u32],
        below: u32,
    ) -> Vec<u32> {
        let mut variables = vec![NONE; rules.classes.len()];
        let begin = self.nodes.len();
        self.add_node(policy, 0, &mut variables);
        if needs[0] >= below {
            return variables;
        }
        let mut next = begin;
        while next < self.nodes.len() {
            let class = self.nodes[next].class;
            next += 1;
            rules.each_reply(policy, class, &mut |reply| {
                if needs[reply as usize] < below && variables[reply as usize] == NONE {
                    self.add_node(policy, reply, &mut variables);
                }
            });
        }
        variables
    }

    fn add_node<G: Game>(&mut self, policy: &Policy<G>, class: u32, variables: &mut [u32]) {
        variables[class as usize] = self.nodes.len() as u32;
        let player = policy.player();
        self.nodes.push(RoleClass { player, class });
    }

    /// The clauses of a role, and what of it counts.
    fn add_moves<G: Game>(
        &mut self,
        rules: &ClauseWriter<G>,
        policy: &Policy<G>,
        variables: &[u32],
    ) {
        let root = variables[0];
        self.clauses.push([Literal::is(root)]);
        let behind = |class: u32| {
            let variable = variables[class as usize];
            (variable != NONE).then(|| Literal::is(variable))
        };
        for variable in root..self.nodes.len() as u32 {
            let RoleClass { player, class } = self.nodes[variable as usize];
            if player != policy.player() {
                break;
            }
            let not = !Literal::is(variable);
            let mut counts = rules.counts(policy, class).then_some(variable);
            if policy.moves_in(class) {
                let choices = policy.choices(class).filter_map(behind);
                self.clauses.push([not].into_iter().chain(choices));
                if let Some(reply) = rules.default(policy, class).and_then(behind) {
                    let row = Literal::is(self.variables);
                    self.variables += 1;
                    self.clauses.push([not, row, reply]);
                    counts = Some(row.variable());
                }
            } else {
                for reply in distinct(rules.classes.replies(class), |_| true) {
                    // Only the root, if it needs too much by itself, has a class behind it that does.
                    self.clauses.push([not].into_iter().chain(behind(reply)));
                }
            }
            if let Some(counted) = counts {
                self.counted.push(counted);
                self.counted_classes.push(class);
            }
        }
    }

    /// Counts a class that is reached in both roles once.
    fn join(&mut self, classes: usize, roles: &[Vec<u32>]) {
        let mut counted_by = vec![NONE; classes];
        let (mut counted, mut counted_classes) = (vec![], vec![]);
        for (&variable, &class) in self.counted.iter().zip(&self.counted_classes) {
            let known = counted_by[class as usize];
            if known == NONE {
                counted_by[class as usize] = counted.len() as u32;
                counted.push(variable);
                counted_classes.push(class);
                continue;
            }
            let joint = Literal::is(self.variables);
            self.variables += 1;
            self.clauses
                .push([!Literal::is(counted[known as usize]), joint]);
            self.clauses.push([!Literal::is(variable), joint]);
            counted[known as usize] = joint.variable();
        }
        debug_assert!(
            roles.len() <= 2,
            "a joint class is counted by two variables"
        );
        (self.counted, self.counted_classes) = (counted, counted_classes);
    }

    /// Bytes that are taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.clauses.bytes()
            + self.nodes.capacity() * size_of::<RoleClass>()
            + self.counted.capacity() * 2 * size_of::<u32>()
    }
}

/// What is asked of which classes.
struct ClauseWriter<'a, 'g, G: Game> {
    classes: &'a Classes<'g, G>,
    question: &'a TableQuestion,
    defaults: &'a Defaults,
}

impl<G: Game> ClauseWriter<'_, '_, G> {
    /// Whether a class counts when it is reached.
    fn counts(&self, policy: &Policy<G>, class: u32) -> bool {
        match self.question.count {
            TableCount::Full => true,
            TableCount::Turns => self.classes.class(class).turn == policy.player(),
            TableCount::Rows => policy.moves_in(class),
        }
    }

    /// Calls `each` with the classes that may follow: behind moves that the owner may hold, behind all
    /// moves of the opponent.
    fn each_reply(&self, policy: &Policy<G>, class: u32, each: &mut dyn FnMut(u32)) {
        match policy.moves_in(class) {
            true => policy.choices(class).for_each(each),
            false => self.classes.replies(class).iter().copied().for_each(each),
        }
    }

    /// Where the rule leads in a class in which the owner moves, if a table may leave that to it.
    fn default(&self, policy: &Policy<G>, class: u32) -> Option<u32> {
        let reply = *self.defaults.get(class as usize)?;
        policy.choices(class).find(|&choice| choice == reply)
    }

    /// What each class needs by itself, at least, in the role of `policy`: itself if it counts; and where
    /// the owner moves the least of what the classes behind his moves need, where the opponent moves the
    /// most. (Classes behind different moves may be the same, so their sum would be too much.)
    fn needs(&self, policy: &Policy<G>) -> Vec<u32> {
        let mut needs = vec![0; self.classes.len()];
        for &class in self.classes.order() {
            let own = u32::from(self.counts(policy, class));
            let need = |&reply: &u32| needs[reply as usize];
            needs[class as usize] = if policy.moves_in(class) {
                let least = policy.choices(class).map(|reply| need(&reply)).min();
                let with_row = own + least.expect("some move is allowed");
                match self.default(policy, class) {
                    None => with_row,
                    Some(reply) => with_row.min(need(&reply)),
                }
            } else {
                own + self
                    .classes
                    .replies(class)
                    .iter()
                    .map(need)
                    .max()
                    .unwrap_or(0)
            };
        }
        needs
    }
}
