//! What a search visits, written down node by node, for people who want to see it.
//!
//! ```text
//! visit     move u32 | window 2 × i16 | bounds 2 × i16 | ending u8       20 bytes, with its place
//! ```
//!
//! Windows and bounds are ranks, for the player to move. A move is its number among the moves of the
//! position that was searched, in board order, so that there is one type for all games. A search that
//! goes on from canonical positions numbers the moves of those; whoever knows the game and the settings
//! can tell which position that is. Moves that were not searched have no visit.

use unbeatable_core::{Bounds, Budget, Forest, Game, Value};

use crate::rank_bounds::RankBounds;

/// The visits of a search: a tree for every time that it began at the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visits(Forest<Visit>);

/// A position that a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The number of the move that led there, or at a root the depth at which nothing is searched.
    number: u32,
    /// From where to where the value mattered.
    window: [i16; 2],
    /// What was proven.
    bounds: [i16; 2],
    /// Why the search left it.
    pub ending: Ending,
}

const _: () = assert!(Forest::<Visit>::NODE_BYTES == 20);

/// Why a search leaves a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game is over.
    End,
    /// All of its moves that matter are searched.
    Searched,
    /// A move is good enough: those behind it cannot matter.
    Cut,
    /// An analysis knows enough.
    Analysis,
    /// The table knows enough.
    Table,
    /// It is too deep for this time.
    Depth,
    /// The search was stopped there, or somewhere below.
    Stopped,
}

/// A budget for a search whose visits are written down.
pub(crate) fn budget(budget: &Budget) -> Budget {
    Budget {
        nodes_max: budget.nodes_max.min(Forest::<Visit>::ENTRIES_MAX.into()),
        ..*budget
    }
}

/// Beyond every rank, as an edge of a window or as a bound.
const INFINITE: [i16; 2] = [i16::MIN, i16::MAX];

/// What a search has that knows no windows.
const NO_WINDOW: [i16; 2] = [i16::MAX, i16::MIN];

/// No depth is too deep.
const NO_LIMIT: u32 = u32::MAX;

impl Visits {
    /// Begins at the root, perhaps once more. Positions of that depth are not searched.
    pub(crate) fn begin<G: Game>(
        &mut self,
        game: &G,
        root: &G::Position,
        depth_limit: Option<u32>,
        window: Option<(i32, i32)>,
    ) {
        assert_eq!(self.0.depth(), 0, "what was begun is finished first");
        let number = depth_limit.unwrap_or(NO_LIMIT);
        self.push(game, root, Visit::new(number, window));
    }

    /// Goes on to `child`, behind a move of `pos`.
    pub(crate) fn enter<G: Game>(
        &mut self,
        game: &G,
        (pos, m): (&G::Position, G::Move),
        child: &G::Position,
        window: Option<(i32, i32)>,
    ) {
        let number = game.moves(pos).position(|legal| legal == m);
        let number = number.expect("a move that is searched is legal");
        let number = number.try_into().expect("no position has that many moves");
        self.push(game, child, Visit::new(number, window));
    }

    /// Goes on to a position; and back at once, if the game is over there.
    fn push<G: Game>(&mut self, game: &G, pos: &G::Position, visit: Visit) {
        self.0.enter(visit);
        if let Some(outcome) = game.outcome(pos) {
            let value = outcome.value_for(game.turn(pos));
            self.leave(Ending::End, RankBounds::exactly(value.rank().into()));
        }
    }

    /// Goes back from an unfinished position.
    pub(crate) fn leave(&mut self, ending: Ending, found: RankBounds) {
        let visit = self.0.leave().expect("what is left was entered");
        visit.ending = ending;
        visit.bounds = [found.lower, found.upper].map(clamped);
    }

    /// The search is over, or was stopped; so much is proven of the root.
    pub(crate) fn finish(&mut self, proven: RankBounds) {
        while self.0.depth() > 1 {
            self.0.leave();
        }
        if self.0.depth() == 1 {
            self.leave(Ending::Stopped, proven);
        }
        self.0.shrink();
    }

    /// All of them, in the order in which they began.
    #[must_use]
    pub fn forest(&self) -> &Forest<Visit> {
        &self.0
    }
}

impl Visit {
    fn new(number: u32, window: Option<(i32, i32)>) -> Self {
        Visit {
            number,
            window: window.map_or(NO_WINDOW, |(alpha, beta)| [alpha, beta].map(clamped)),
            bounds: INFINITE,
            ending: Ending::Stopped,
        }
    }

    /// The number of the move that led there, in board order, unless it is a root.
    #[must_use]
    pub fn m(&self) -> usize {
        self.number as usize
    }

    /// The depth at which positions are not searched, of a root; `None` if there is no such depth.
    #[must_use]
    pub fn depth_limit(&self) -> Option<u32> {
        (self.number != NO_LIMIT).then_some(self.number)
    }

    /// The window of ranks inside which the value matters to the player to move; `None` where a search
    /// has none. Its edges may be beyond all values.
    #[must_use]
    pub fn window(&self) -> Option<[i16; 2]> {
        (self.window != NO_WINDOW).then_some(self.window)
    }

    /// What is proven of the value, for the player to move.
    #[must_use]
    pub fn bounds<V: Value>(&self) -> Bounds<V> {
        let [lower, upper] = self.bounds.map(i32::from);
        RankBounds { lower, upper }.to_bounds()
    }
}

fn clamped(rank: i32) -> i16 {
    let [least, most] = INFINITE.map(i32::from);
    rank.clamp(least, most) as i16
}
