//! The rules of a file, however they are asked: what may be done, what is true then, when a game is over.

use std::cell::RefCell;
use std::iter;

use unbeatable_core::Player;

use crate::circuit::{Circuit, Wire};
use crate::clause::Symbols;
use crate::condition::PositionTest;
use crate::deed::{Deed, DeedContext, DeedRoom};
use crate::goals::GoalList;
use crate::grounding::limits::GroundingLimits;
use crate::groups::FluentGroups;
use crate::image::Symmetry;
use crate::layer_weights::LayerWeights;
use crate::mechanism::Mechanism;
use crate::position::{Position, Stage};
use crate::symmetry::FluentMap;
use crate::way::{FluentBits, Way, any_holds, has, put, shared, ways_of};
use crate::words::Words;

/// How it is known that players move in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alternation {
    /// The rules say whose turn it is by two fluents of which one is true: those, by number, of the first role
    /// and of the second.
    Proven([u32; 2]),
    /// It is looked at in every position that comes up.
    Tested,
}

/// What is shared by all copies of a rule book.
pub(crate) struct Rules<const W: usize> {
    pub(crate) mechanism: Mechanism,
    pub(crate) names: Symbols,
    pub(crate) words: Words,
    /// What the file is called.
    pub(crate) name: String,
    /// The text of the file.
    pub(crate) text: String,
    /// The role that moves first.
    pub(crate) first_role: usize,
    pub(crate) alternation: Alternation,
    pub(crate) legal: [Box<[PositionTest<W>]>; 2],
    legal_ways: [LegalWays<W>; 2],
    pub(crate) deeds: [Box<[Option<Deed<W>>]>; 2],
    /// What the other role does while one moves, if that is always one action.
    pub(crate) idle: [Option<u16>; 2],
    /// Whether that is looked at in every position, because it was used to show that games end.
    pub(crate) is_idle_tested: bool,
    /// In which layer a position is, if every move leads to the next one and what was before can be told from what
    /// is behind.
    pub(crate) layers: Option<LayerWeights>,
    /// Fluents of which at most one is true.
    pub(crate) groups: FluentGroups<W>,
    /// Fluents of which exactly one is true, that of the role that moves.
    pub(crate) turns: Option<[u32; 2]>,
    terminal: PositionTest<W>,
    goals: GoalList<W>,
    /// Symmetries of the rules; that which changes nothing is not among them.
    pub(crate) symmetries: Vec<Symmetry<W>>,
    /// Points of both roles together.
    pub(crate) sum: i32,
    start: FluentBits<W>,
    /// How many ways the deeds list.
    deed_ways: usize,
}

/// Ways in which actions are legal, those of an action next to each other, in the order of the actions.
#[derive(Debug)]
struct LegalWays<const W: usize> {
    ways: Box<[(Way<W>, u16)]>,
    /// Whether there are conditions of another kind, so that this list is not all.
    is_part: bool,
}

/// No condition has more ways.
const WAYS_MAX: usize = 1024;

/// What an action does is told apart in no more cases, where it is played.
const CASES_MAX: usize = 64;

/// All deeds together list no more ways: some 16 MB where positions are wide.
const DEED_WAYS_MAX: usize = 1 << 17;

/// What a wire or a gate takes, with what is known of it, about.
const GATE_BYTES: usize = 64;

/// Deeds are worked out if that takes no more than so many looks at gates.
const DEED_WORK_MAX: usize = 2_000_000_000;

thread_local! {
    static ON: RefCell<Vec<bool>> = const { RefCell::new(vec![]) };
}

impl<const W: usize> Rules<W> {
    pub(crate) fn new(
        [name, text]: [&str; 2],
        mechanism: Mechanism,
        names: Symbols,
        exchanges: &[FluentMap],
        sum: i32,
        limits: &GroundingLimits,
    ) -> Self {
        assert!(mechanism.fluents.len() <= 64 * W, "every fluent has a bit");
        let circuit = &mechanism.circuit;
        let condition = |wire: Wire| {
            if let Some(ways) = ways_of(circuit, wire, WAYS_MAX) {
                return PositionTest::Ways(ways);
            }
            match ways_of(circuit, wire.opposite(), WAYS_MAX) {
                Some(ways) => PositionTest::NoWay(ways),
                None => PositionTest::Gates(wire),
            }
        };
        let legal = [0, 1].map(|role: usize| {
            let conditions = mechanism.legal[role].iter().map(|&wire| condition(wire));
            conditions.collect::<Box<[PositionTest<W>]>>()
        });
        let legal_ways = [0, 1].map(|role: usize| {
            let conditions = legal[role].iter().zip(0..);
            let ways = conditions
                .flat_map(|(condition, i)| Self::ways(condition).iter().map(move |way| (*way, i)));
            let is_part = legal[role]
                .iter()
                .any(|condition| !matches!(condition, PositionTest::Ways(_)));
            let ways = ways.collect();
            LegalWays { ways, is_part }
        });
        let terminal = condition(mechanism.terminal);
        let goals = [0, 1].map(|role: usize| {
            let goals = mechanism.goals[role].iter();
            let goals = goals.map(|&(points, wire)| (points, condition(wire)));
            goals.collect()
        });
        let goals = GoalList::new(goals);
        let symmetries = exchanges
            .iter()
            .filter_map(|exchange| Symmetry::of(&mechanism, exchange))
            .collect();
        let mut start = [0; W];
        for (i, _) in mechanism
            .start
            .iter()
            .enumerate()
            .filter(|(_, is_true)| **is_true)
        {
            put(&mut start, i);
        }
        let mut rules = Rules {
            alternation: Alternation::Tested,
            first_role: 0,
            words: Words::new(&mechanism, &names),
            name: name.into(),
            text: text.into(),
            names,
            legal,
            legal_ways,
            deeds: [Box::default(), Box::default()],
            idle: [None; 2],
            is_idle_tested: false,
            groups: FluentGroups::default(),
            layers: None,
            turns: None,
            terminal,
            goals,
            symmetries,
            sum,
            start,
            deed_ways: 0,
            mechanism,
        };
        rules.first_role = rules.first_to_choose(limits);
        rules.find_alternation(limits);
        rules
    }

    pub(crate) fn ways(condition: &PositionTest<W>) -> &[Way<W>] {
        match condition {
            PositionTest::Ways(ways) => ways,
            PositionTest::NoWay(_) | PositionTest::Gates(_) => &[],
        }
    }

    /// Works out what actions do, as long as there is time; `turns` are fluents of which exactly one is true,
    /// that of the role that moves.
    pub(crate) fn make_deeds(&mut self, turns: Option<[u32; 2]>, limits: &GroundingLimits) {
        self.turns = turns;
        let mut room = DeedRoom {
            cases: CASES_MAX,
            ways: DEED_WAYS_MAX,
        };
        self.deeds = [0, 1].map(|role: usize| {
            let count = self.legal[role].len();
            let work = count * self.mechanism.circuit.weight();
            if work > DEED_WORK_MAX {
                return (0..count).map(|_| None).collect();
            }
            let mut scratch = self.scratch();
            let deeds = (0..count).map(|action| match (limits.is_over)() {
                true => None,
                false => self.deed(&mut scratch, role, action, &mut room),
            });
            deeds.collect()
        });
        self.deed_ways = DEED_WAYS_MAX - room.ways;
    }

    /// What they take in memory, about.
    pub(crate) fn bytes(&self) -> usize {
        let gates = self.mechanism.circuit.weight() * GATE_BYTES;
        let deeds = self.deed_ways * size_of::<Way<W>>();
        let symmetries = self.symmetries.iter().map(Symmetry::bytes).sum::<usize>();
        self.text.len() + gates + deeds + symmetries
    }

    /// Gates for what becomes of fluents.
    pub(crate) fn scratch(&self) -> Circuit {
        let mut scratch = Circuit::default();
        scratch.input((self.mechanism.fluents.len() as u32).saturating_sub(1));
        scratch
    }

    /// What an action does while the other role is idle; `None` if that is not simple.
    pub(crate) fn deed(
        &self,
        scratch: &mut Circuit,
        role: usize,
        action: usize,
        room: &mut DeedRoom,
    ) -> Option<Deed<W>> {
        let known = self.known(role, action)?;
        let idle = usize::from(self.idle[1 - role]?);
        let done_by = if role == 0 {
            [action, idle]
        } else {
            [idle, action]
        };
        let ends = match &self.terminal {
            PositionTest::Ways(ways) => Some(&ways[..]),
            _ => None,
        };
        let groups = &self.groups;
        let context = DeedContext { ends, groups };
        Deed::of(&self.mechanism, scratch, done_by, &known, room, &context)
    }

    /// What holds wherever an action may be taken, with the other role idle; `None` if it never may.
    pub(crate) fn known(&self, role: usize, action: usize) -> Option<Way<W>> {
        let idle = self.idle[1 - role]?;
        let legal = &self.legal[role][action];
        if matches!(legal, PositionTest::Ways(ways) if ways.is_empty()) {
            return None;
        }
        let mut known = shared(Self::ways(legal));
        let resting = shared(Self::ways(&self.legal[1 - role][usize::from(idle)]));
        for w in 0..W {
            // An action that is never legal needs no deed.
            if known.care[w] & resting.care[w] & (known.want[w] ^ resting.want[w]) != 0 {
                return None;
            }
            known.care[w] |= resting.care[w];
            known.want[w] |= resting.want[w];
        }
        if let Some(turns) = self.turns {
            let [mine, yours] = [turns[role], turns[1 - role]].map(|fluent| fluent as usize);
            put(&mut known.care, mine);
            put(&mut known.want, mine);
            put(&mut known.care, yours);
            if has(&known.want, yours) {
                return None;
            }
        }
        self.groups.refined(&known)
    }

    pub(crate) fn start(&self) -> FluentBits<W> {
        self.start
    }

    /// What is true behind each move of an unfinished position, and whose turn it is then.
    pub(crate) fn successors(
        &self,
        bits: &FluentBits<W>,
        turn: Player,
    ) -> Vec<(FluentBits<W>, Player)> {
        let role = self.role(turn);
        let Some(other) = self.legal_actions(1 - role, *bits).next() else {
            return vec![];
        };
        let behind = self.legal_actions(role, *bits).map(|action| {
            let done = if role == 0 {
                [action, other]
            } else {
                [other, action]
            };
            (self.run_next(done, bits), turn.other())
        });
        behind.collect()
    }

    /// Which gates are on in a position, if nothing is done.
    fn gates_on(&self, bits: &FluentBits<W>) -> Vec<bool> {
        let mut on = vec![];
        let fluents = self.mechanism.fluents.len();
        let is_true = |input: u32| (input as usize) < fluents && has(bits, input as usize);
        self.mechanism.circuit.run(is_true, &mut on);
        on
    }

    fn run_gates(&self, wire: Wire, bits: &FluentBits<W>) -> bool {
        ON.with_borrow_mut(|on| {
            let fluents = self.mechanism.fluents.len();
            self.mechanism.circuit.run(
                |input| (input as usize) < fluents && has(bits, input as usize),
                on,
            );
            on[wire.gate()] != wire.is_opposite()
        })
    }

    /// What is true after both did something, by the gates.
    pub(crate) fn run_next(&self, done: [u16; 2], bits: &FluentBits<W>) -> FluentBits<W> {
        ON.with_borrow_mut(|on| {
            let fluents = self.mechanism.fluents.len();
            let inputs =
                [0, 1].map(|role| self.mechanism.action_input(role, usize::from(done[role])));
            let is_on = |input: u32| match (input as usize) < fluents {
                true => has(bits, input as usize),
                false => inputs.contains(&input),
            };
            self.mechanism.circuit.run(is_on, on);
            let mut after = [0; W];
            for (i, wire) in self.mechanism.next.iter().enumerate() {
                if on[wire.gate()] != wire.is_opposite() {
                    put(&mut after, i);
                }
            }
            after
        })
    }

    fn holds(&self, condition: &PositionTest<W>, bits: &FluentBits<W>) -> bool {
        match condition {
            PositionTest::Ways(ways) => any_holds(ways, bits),
            PositionTest::NoWay(ways) => !any_holds(ways, bits),
            PositionTest::Gates(wire) => self.run_gates(*wire, bits),
        }
    }

    pub(crate) fn is_over(&self, bits: &FluentBits<W>) -> bool {
        self.holds(&self.terminal, bits)
    }

    /// What a role may do.
    #[inline]
    pub(crate) fn legal_actions(
        &self,
        role: usize,
        bits: FluentBits<W>,
    ) -> impl Iterator<Item = u16> + '_ {
        let LegalWays { ways, is_part } = &self.legal_ways[role];
        let (mut i, mut action) = (0, 0);
        // The gates run once for all conditions that need them.
        let mut on: Option<Vec<bool>> = None;
        iter::from_fn(move || {
            if *is_part {
                while let Some(condition) = self.legal[role].get(action) {
                    action += 1;
                    let holds = match condition {
                        PositionTest::Gates(wire) => {
                            let on = on.get_or_insert_with(|| self.gates_on(&bits));
                            on[wire.gate()] != wire.is_opposite()
                        }
                        condition => self.holds(condition, &bits),
                    };
                    if holds {
                        return Some(action as u16 - 1);
                    }
                }
                return None;
            }
            while let Some((way, action)) = ways.get(i) {
                i += 1;
                if way.holds(&bits) {
                    while ways.get(i).is_some_and(|(_, next)| next == action) {
                        i += 1;
                    }
                    return Some(*action);
                }
            }
            None
        })
    }

    /// What both get: `None` if somebody gets nothing or more than one thing, or if the sum is another one.
    pub(crate) fn points(&self, bits: &FluentBits<W>) -> Result<[i32; 2], RuleFault> {
        let mut points = [0; 2];
        let met = self.goals.points(bits, |test| self.holds(test, bits));
        for (role, met) in met.into_iter().enumerate() {
            points[role] = match met {
                [None, _] => return Err(RuleFault::NoGoal(role)),
                [Some(one), Some(other)] => return Err(RuleFault::TwoGoals(role, one, other)),
                [Some(one), None] => one,
            };
        }
        if points[0] + points[1] != self.sum {
            return Err(RuleFault::OtherSum(points));
        }
        Ok(points)
    }

    pub(crate) fn player(&self, role: usize) -> Player {
        Player::BOTH[self.first_role ^ role]
    }

    pub(crate) fn role(&self, player: Player) -> usize {
        self.first_role ^ player.index()
    }

    /// Everything about a position, looked at from scratch.
    pub(crate) fn settle(
        &self,
        bits: FluentBits<W>,
        turn: Player,
        rank: impl Fn(i32) -> i16,
    ) -> Result<Position<W>, RuleFault> {
        let stage = if self.is_over(&bits) {
            self.ending(&bits, rank)?
        } else {
            self.stage(&bits, turn)?
        };
        Ok(Position { bits, turn, stage })
    }

    /// How a finished position ended.
    pub(crate) fn ending(
        &self,
        bits: &FluentBits<W>,
        rank: impl Fn(i32) -> i16,
    ) -> Result<Stage, RuleFault> {
        let points = self.points(bits)?;
        Ok(Stage::Over(rank(points[self.first_role])))
    }

    /// Whether the player whose turn it is moves, or passes, in an unfinished position.
    pub(crate) fn stage(&self, bits: &FluentBits<W>, turn: Player) -> Result<Stage, RuleFault> {
        let mover = self.role(turn);
        let mut count = [0; 2];
        for role in [0, 1] {
            count[role] = self.legal_actions(role, *bits).take(2).count();
            if count[role] == 0 {
                return Err(RuleFault::NoMove(role));
            }
        }
        match (count[mover], count[1 - mover]) {
            (2, 2) => Err(RuleFault::BothMove),
            // Behind a pass, too, what both do next is done together.
            _ if self.is_idle_tested && !self.one_is_idle(bits) => Err(RuleFault::NotIdle),
            (1, 2) => Ok(Stage::Pass),
            _ => Ok(Stage::Open),
        }
    }

    /// Whether one of both roles is idle and the other one is not, whatever is done.
    fn one_is_idle(&self, bits: &FluentBits<W>) -> bool {
        let [first, second] = [0, 1].map(|role: usize| {
            let mut legal = self.legal_actions(role, *bits);
            let is_idle = |action: u16| Some(action) == self.idle[role];
            let one = legal.next().is_some_and(is_idle);
            // `None` if that depends on what is done.
            legal.all(|action| is_idle(action) == one).then_some(one)
        });
        first.is_some() && second.is_some() && first != second
    }
}

/// Why a file is no game for two who move in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleFault {
    /// Both roles have a choice at the same time.
    BothMove,
    /// That role may do nothing, and the game is not over.
    NoMove(usize),
    /// It is over, and that role gets nothing.
    NoGoal(usize),
    /// It is over, and that role gets two things.
    TwoGoals(usize, i32, i32),
    /// While one moves the other does not do what it does elsewhere to wait, or both wait.
    NotIdle,
    /// Both together get another sum than elsewhere.
    OtherSum([i32; 2]),
}
