//! What both roles get in the end. Goals share their conditions: 'x has a line' is a win for one and a loss for
//! the other, and that nobody has one is a draw. Each is looked at once.

use crate::condition::PositionTest;
use crate::way::{FluentBits, Way, Ways, any_holds};

/// The goals of both roles.
#[derive(Debug)]
pub(crate) struct GoalList<const W: usize> {
    /// Ways, none of them in two of these.
    shares: Box<[Ways<W>]>,
    /// Points, and when a role gets them.
    goals: [Box<[(i32, GoalCondition<W>)]>; 2],
    /// What both get for each set of shares that hold; empty if that takes more than shares.
    table: Box<[GoalsMet]>,
}

/// What each role gets: at most two different things, one if all is well.
pub(crate) type GoalsMet = [[Option<i32>; 2]; 2];

/// When a role gets points.
#[derive(Debug)]
enum GoalCondition<const W: usize> {
    /// If one of the shares with these bits holds; or if none does.
    Shares(u64, bool),
    /// If that holds.
    Test(PositionTest<W>),
}

/// There are no more shares than bits in a word.
const SHARES_MAX: usize = 64;

/// Sets of no more shares are looked up.
const TABLE_SHARES_MAX: usize = 8;

impl<const W: usize> GoalList<W> {
    pub(crate) fn new(goals: [Vec<(i32, PositionTest<W>)>; 2]) -> Self {
        let ways = |test: &PositionTest<W>| match test {
            PositionTest::Ways(ways) | PositionTest::NoWay(ways) => Some(ways.to_vec()),
            PositionTest::Gates(_) => None,
        };
        let mut lists: Vec<Vec<Way<W>>> = goals
            .iter()
            .flatten()
            .filter_map(|(_, test)| ways(test))
            .collect();
        // The shortest first: longer lists are made of shorter ones and of what is left.
        lists.sort_by_key(Vec::len);
        let mut shares: Vec<Vec<Way<W>>> = vec![];
        for list in lists {
            let mut left = list.clone();
            for share in &shares {
                if share.iter().all(|way| list.contains(way)) {
                    left.retain(|way| !share.contains(way));
                }
            }
            // A way that stands in a share that does not fit stands in two.
            if !left.is_empty() {
                shares.push(left);
            }
        }
        let condition = |test: PositionTest<W>| {
            let Some(ways) = ways(&test).filter(|_| shares.len() <= SHARES_MAX) else {
                return GoalCondition::Test(test);
            };
            let mut bits = 0;
            for (i, share) in shares.iter().enumerate() {
                if share.iter().all(|way| ways.contains(way)) {
                    bits |= 1 << i;
                }
            }
            GoalCondition::Shares(bits, matches!(test, PositionTest::Ways(_)))
        };
        let goals = goals.map(|goals| {
            let goals = goals.into_iter();
            goals
                .map(|(points, test)| (points, condition(test)))
                .collect()
        });
        let shares: Box<[Ways<W>]> = shares.into_iter().map(Vec::into_boxed_slice).collect();
        let mut list = GoalList {
            shares,
            goals,
            table: Box::default(),
        };
        let is_plain = |(_, condition): &(i32, GoalCondition<W>)| {
            matches!(condition, GoalCondition::Shares(..))
        };
        if list.shares.len() <= TABLE_SHARES_MAX && list.goals.iter().flatten().all(is_plain) {
            let sets = 0..1 << list.shares.len();
            list.table = sets
                .map(|on| list.met(on, |_| unreachable!("all are plain")))
                .collect();
        }
        list
    }

    /// What each role gets. `holds` makes a test.
    #[inline]
    pub(crate) fn points(
        &self,
        bits: &FluentBits<W>,
        holds: impl Fn(&PositionTest<W>) -> bool,
    ) -> GoalsMet {
        let mut on = 0u64;
        for (i, share) in self.shares.iter().enumerate() {
            on |= u64::from(any_holds(share, bits)) << (i % SHARES_MAX);
        }
        match self.table.get(on as usize) {
            Some(met) => *met,
            None => self.met(on, holds),
        }
    }

    /// What each role gets if those shares hold.
    fn met(&self, on: u64, holds: impl Fn(&PositionTest<W>) -> bool) -> GoalsMet {
        let mut met = GoalsMet::default();
        for (goals, met) in self.goals.iter().zip(&mut met) {
            for (points, condition) in goals {
                let is_met = match condition {
                    GoalCondition::Shares(of, is_wanted) => (on & of != 0) == *is_wanted,
                    GoalCondition::Test(test) => holds(test),
                };
                if is_met {
                    met[usize::from(met[0].is_some())] = Some(*points);
                }
            }
        }
        met
    }
}
