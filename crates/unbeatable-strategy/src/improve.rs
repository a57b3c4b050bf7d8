//! A small table, quickly: where to begin.

use std::collections::HashSet;

use unbeatable_core::Game;
use unbeatable_proof::table::policy::Policy;
use unbeatable_proof::table::{Setting, TableCount, TableRow};

/// No class.
const NONE: u32 = u32::MAX;

/// Classes that are visited while a table is made smaller, at most.
const VISITS_MAX: u64 = 3_000_000;

/// A class that is reached.
struct ReachedClass {
    role: usize,
    class: u32,
    /// Whether it counts, and did not in an earlier role.
    is_counted: bool,
}

/// A choice in each class in which the owner moves, for each role.
pub(crate) struct Choices<'s, 'c, 'g, G: Game> {
    setting: &'s Setting<'c, 'g, G>,
    /// The class that is moved to, by role and class.
    moves_to: Vec<Vec<u32>>,
    stamps: Vec<u32>,
    stamp: u32,
    visits: u64,
}

impl<'s, 'c, 'g, G: Game> Choices<'s, 'c, 'g, G> {
    /// In each class the choice with the smallest tree below it.
    pub(crate) fn smallest_trees(setting: &'s Setting<'c, 'g, G>) -> Self {
        let classes = setting.classes;
        let choose = |policy: &Policy<G>| {
            let mut sizes = vec![0.0_f64; classes.len()];
            let mut moves_to = vec![NONE; classes.len()];
            for &class in classes.order() {
                let own = f64::from(u8::from(counts(setting, policy, class)));
                let size = |reply: u32| sizes[reply as usize];
                sizes[class as usize] = if policy.moves_in(class) {
                    let rule = setting.defaults.get(class as usize).copied();
                    let cost = |reply: u32| match rule == Some(reply) {
                        true => size(reply),
                        false => own + size(reply),
                    };
                    let choices = policy.choices(class);
                    let best = choices.min_by(|&a, &b| cost(a).total_cmp(&cost(b)));
                    let best = best.expect("some move is allowed");
                    moves_to[class as usize] = best;
                    cost(best)
                } else {
                    own + classes
                        .replies(class)
                        .iter()
                        .map(|&reply| size(reply))
                        .sum::<f64>()
                };
            }
            moves_to
        };
        Choices {
            moves_to: setting.policies.iter().map(choose).collect(),
            setting,
            stamps: vec![0; classes.len()],
            stamp: 0,
            visits: 0,
        }
    }

    /// These choices, but as a solution says in the classes that it reaches: `reached`, by role and class.
    pub(crate) fn with_solution(
        &self,
        reached: &[HashSet<u32>],
        needs_row: impl Fn(u32) -> bool,
    ) -> Self {
        let setting = self.setting;
        let mut moves_to = self.moves_to.clone();
        for ((policy, reached), moves_to) in setting.policies.iter().zip(reached).zip(&mut moves_to)
        {
            for &class in reached.iter().filter(|&&class| policy.moves_in(class)) {
                let rule = setting.defaults.get(class as usize).copied();
                let chosen = match rule {
                    Some(rule) if !needs_row(class) => Some(rule),
                    _ => policy.choices(class).find(|reply| reached.contains(reply)),
                };
                moves_to[class as usize] = chosen.expect("solutions are closed");
            }
        }
        Choices {
            setting,
            moves_to,
            stamps: vec![0; self.stamps.len()],
            stamp: 0,
            visits: 0,
        }
    }

    /// How much is counted.
    pub(crate) fn size(&mut self) -> u32 {
        let mut size = 0;
        self.walk(&mut |reached| size += u32::from(reached.is_counted));
        size
    }

    /// Where the owner moves, by role and class, in the order in which a walk comes there.
    fn turns(&mut self) -> Vec<(usize, u32)> {
        let setting = self.setting;
        let mut turns = vec![];
        self.walk(&mut |ReachedClass { role, class, .. }| {
            if setting.policies[role].moves_in(class) {
                turns.push((role, class));
            }
        });
        turns
    }

    /// Walks all that is reached.
    fn walk(&mut self, each: &mut dyn FnMut(ReachedClass)) {
        let setting = self.setting;
        // What an earlier role of this walk has reached has an earlier stamp, but not an old one.
        let first = self.stamp + 1;
        for (role, policy) in setting.policies.iter().enumerate() {
            self.stamp += 1;
            let mut open = vec![];
            self.reach(role, 0, first, &mut open, each);
            while let Some(class) = open.pop() {
                match policy.moves_in(class) {
                    true => {
                        let reply = self.moves_to[role][class as usize];
                        self.reach(role, reply, first, &mut open, each);
                    }
                    false => {
                        for &reply in setting.classes.replies(class) {
                            self.reach(role, reply, first, &mut open, each);
                        }
                    }
                }
            }
        }
    }

    fn reach(
        &mut self,
        role: usize,
        class: u32,
        first: u32,
        open: &mut Vec<u32>,
        each: &mut dyn FnMut(ReachedClass),
    ) {
        let known = std::mem::replace(&mut self.stamps[class as usize], self.stamp);
        if known == self.stamp {
            return;
        }
        self.visits += 1;
        let setting = self.setting;
        let is_counted_before = known >= first && was_counted(setting, role, class);
        let is_counted = counts(setting, &setting.policies[role], class)
            && !self.is_default(role, class)
            && !is_counted_before;
        each(ReachedClass {
            role,
            class,
            is_counted,
        });
        open.push(class);
    }

    /// Whether the rule does what is chosen, so that no row is needed.
    fn is_default(&self, role: usize, class: u32) -> bool {
        let rule = self.setting.defaults.get(class as usize);
        rule.is_some_and(|&reply| reply == self.moves_to[role][class as usize])
    }

    /// Changes one choice after the other for the better, while that helps and is quickly done. Returns
    /// what is counted at last.
    pub(crate) fn improve(&mut self, must_stop: &dyn Fn() -> bool) -> u32 {
        let mut size = self.size();
        loop {
            let before = size;
            for (role, class) in self.turns() {
                let choices: Vec<u32> = self.setting.policies[role].choices(class).collect();
                for reply in choices {
                    if self.visits > VISITS_MAX || must_stop() {
                        return size;
                    }
                    let old = std::mem::replace(&mut self.moves_to[role][class as usize], reply);
                    if old == reply {
                        continue;
                    }
                    match self.size() {
                        smaller if smaller <= size => size = smaller,
                        _ => self.moves_to[role][class as usize] = old,
                    }
                }
            }
            if size == before {
                return size;
            }
        }
    }

    /// The table.
    pub(crate) fn rows(&mut self) -> Vec<TableRow> {
        let classes = self.setting.classes;
        let mut rows = vec![];
        for (role, class) in self.turns() {
            if self.is_default(role, class) {
                continue;
            }
            let reply = self.moves_to[role][class as usize];
            let policy = &self.setting.policies[role];
            let mut indices = 0..classes.replies(class).len();
            let is_it = |&i: &usize| classes.replies(class)[i] == reply && policy.allows(class, i);
            let index = indices.find(is_it).expect("the choice is behind a move");
            rows.push(TableRow {
                class,
                index: index as u32,
            });
        }
        rows.sort_unstable();
        rows
    }
}

/// Whether a class counts when it is reached in a role.
fn counts<G: Game>(setting: &Setting<G>, policy: &Policy<G>, class: u32) -> bool {
    match setting.question.count {
        TableCount::Full => true,
        TableCount::Turns => setting.classes.class(class).turn == policy.player(),
        TableCount::Rows => policy.moves_in(class),
    }
}

/// Whether a class that was reached in an earlier role, too, was counted there.
fn was_counted<G: Game>(setting: &Setting<G>, role: usize, class: u32) -> bool {
    let earlier = &setting.policies[..role];
    earlier.iter().any(|policy| counts(setting, policy, class))
}
