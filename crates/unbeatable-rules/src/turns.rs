//! Whose turn it is: who moves first, and whether the rules show that both move in turn.

use crate::condition::PositionTest;
use crate::grounding::limits::GroundingLimits;
use crate::rules::{Alternation, Rules};
use crate::way::{has, shared};

/// So many moves that nobody chose are followed to find out who moves first.
const PLIES_WITHOUT_CHOICE_MAX: usize = 1000;

impl<const W: usize> Rules<W> {
    /// Who moves first: who has a choice first, if the moves before that are made in turn; the role that the file
    /// names first if nobody has.
    pub(crate) fn first_to_choose(&self, limits: &GroundingLimits) -> usize {
        let mut bits = self.start();
        for ply in 0..PLIES_WITHOUT_CHOICE_MAX {
            if self.is_over(&bits) || (limits.is_over)() {
                break;
            }
            let legal =
                [0, 1].map(|role| self.legal_actions(role, bits).take(2).collect::<Vec<u16>>());
            match [&legal[0][..], &legal[1][..]] {
                [[first], [second]] => bits = self.run_next([*first, *second], &bits),
                [[_], [_, _]] => return 1 - ply % 2,
                [[_, _], [_]] => return ply % 2,
                _ => break,
            }
        }
        0
    }

    /// Looks for an action of each role that is legal while the other moves, and for the fluents that say so.
    pub(crate) fn find_alternation(&mut self, limits: &GroundingLimits) {
        for idle in self.idle_pairs() {
            if (limits.is_over)() {
                break;
            }
            self.idle = idle.map(Some);
            let Some(turns) = self.turn_fluents(idle) else {
                continue;
            };
            if !self.needs_turns(idle, turns) {
                continue;
            }
            // If exactly one of the two is true before every move, is it so behind it?
            self.make_deeds(Some(turns), limits);
            if self.is_proven(idle, turns) {
                self.alternation = Alternation::Proven(turns);
                self.groups = self.find_groups(limits);
                self.make_deeds(Some(turns), limits);
                return;
            }
        }
        self.idle = self.usual_idle(limits);
        self.make_deeds(None, limits);
    }

    /// Actions that are legal for no other reason than that one fluent is true.
    fn idle_pairs(&self) -> Vec<[u16; 2]> {
        let idle = [0, 1].map(|role: usize| {
            let actions = self.mechanism.legal[role].iter().enumerate();
            let idle = actions.filter(|&(_, &wire)| {
                self.mechanism
                    .circuit
                    .as_input(wire)
                    .is_some_and(|(_, is_wanted)| is_wanted)
            });
            idle.map(|(i, _)| i as u16).take(8).collect::<Vec<u16>>()
        });
        let both = idle[0]
            .iter()
            .flat_map(|&a| idle[1].iter().map(move |&b| [a, b]));
        both.collect()
    }

    /// The fluents that say whose turn it is, if the rules have it so that who is idle is so because it is the
    /// other's turn.
    fn turn_fluents(&self, idle: [u16; 2]) -> Option<[u32; 2]> {
        let turns = [0, 1].map(|role: usize| {
            let other = 1 - role;
            let wire = self.mechanism.legal[other][usize::from(idle[other])];
            self.mechanism.circuit.as_input(wire).expect("chosen so").0
        });
        let is_at_start = turns.map(|fluent| self.mechanism.start[fluent as usize]);
        let is_right = is_at_start[self.first_role] && !is_at_start[1 - self.first_role];
        is_right.then_some(turns)
    }

    /// Whether every action but that of who is idle needs that it is its role's turn.
    fn needs_turns(&self, idle: [u16; 2], turns: [u32; 2]) -> bool {
        [0, 1].into_iter().all(|role| {
            let mut tests = self.legal[role].iter().enumerate();
            tests.all(|(i, test)| match test {
                _ if i == usize::from(idle[role]) => true,
                PositionTest::Ways(ways) => {
                    ways.is_empty() || has(&shared(ways).want, turns[role] as usize)
                }
                PositionTest::NoWay(_) | PositionTest::Gates(_) => false,
            })
        })
    }

    /// Whether every action makes it the other's turn.
    fn is_proven(&self, idle: [u16; 2], turn_of: [u32; 2]) -> bool {
        for role in [0, 1] {
            let [mine, yours] = [turn_of[role], turn_of[1 - role]].map(|fluent| fluent as usize);
            for (i, (condition, deed)) in self.legal[role].iter().zip(&self.deeds[role]).enumerate()
            {
                if i == usize::from(idle[role]) {
                    continue;
                }
                if Self::ways(condition).is_empty() {
                    continue;
                }
                let Some(deed) = deed else {
                    return false;
                };
                let is_given = deed.cases().all(|case| {
                    let is_open = case
                        .more
                        .iter()
                        .any(|(number, _)| [mine, yours].contains(&(*number as usize)));
                    !is_open
                        && has(&case.set, yours)
                        && !has(&case.set, mine)
                        && !has(&case.keep, mine)
                });
                if !is_given {
                    return false;
                }
            }
        }
        true
    }

    /// What a role does while the other has a choice, at the start or soon behind it.
    fn usual_idle(&self, limits: &GroundingLimits) -> [Option<u16>; 2] {
        let mut idle = [None; 2];
        let mut bits = self.start();
        for step in 0..64 {
            if self.is_over(&bits) || (limits.is_over)() {
                break;
            }
            let legal = [0, 1].map(|role| self.legal_actions(role, bits).collect::<Vec<u16>>());
            let [Some(&a), Some(&b)] =
                [0, 1].map(|role| legal[role].get(step % legal[role].len().max(1)))
            else {
                break;
            };
            for role in [0, 1] {
                if let ([only], true) = (&legal[role][..], legal[1 - role].len() > 1) {
                    idle[role].get_or_insert(*only);
                }
            }
            bits = self.run_next([a, b], &bits);
        }
        idle
    }
}
