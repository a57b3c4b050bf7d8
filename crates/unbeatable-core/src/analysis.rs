//! Knowledge beyond the rules.
//!
//! It is kept apart from guesses because the two are trusted differently. An [`Analysis`] proves: what it
//! says becomes part of a result, so it is tested against exhaustive search before it is used. A
//! [`Guide`] guesses: it orders the work and can make a search slow, never wrong.

use crate::diagram::Highlight;
use crate::game::Game;
use crate::guide::{Guide, Numbers};
use crate::line::Line;
use crate::value::{Bounds, Outcome, Player, Value, Wdl};
use crate::within::{Limited, Within};

/// Proven knowledge about the positions of a game. Solvers may use it; a checker never does.
///
/// It speaks of positions alone, without their history: for a game with forbidden repetition its
/// statements must hold whatever happened before. The one exception says so: `bounds_if_kept`.
pub trait Analysis<G: Game>: Sync {
    /// What is known of an unfinished position's value without search.
    fn bounds(&self, _game: &G, _pos: &G::Position) -> Bounds<G::Value> {
        Bounds::UNKNOWN
    }

    /// Like `bounds`, at least as tight; but the lower bound holds only if the player to move has kept
    /// everything that was ever safe on the line that led here, and the upper bound only if the
    /// opponent has ([`has_kept`]).
    ///
    /// For games with forbidden repetition: what a player defends by moves is safe if history cannot
    /// forbid them, and it cannot forbid a move to a player who never gave away what it gained.
    fn bounds_if_kept(&self, game: &G, pos: &G::Position) -> Bounds<G::Value> {
        self.bounds(game, pos)
    }

    /// Whether the move that led from `pos` to `next` keeps everything of the mover's that is safe in
    /// `pos`.
    fn keeps(&self, _game: &G, _pos: &G::Position, _next: &G::Position) -> bool {
        true
    }

    /// The moves worth trying in an unfinished position: some of `game.moves(pos)`, in that order,
    /// never none, a best one among them. Every move left out is at most as good as one that stays.
    fn candidates<'a>(
        &'a self,
        game: &'a G,
        pos: &'a G::Position,
    ) -> impl Iterator<Item = G::Move> + 'a {
        game.moves(pos)
    }

    /// All that proof-number search wants to know when it opens an unfinished position, about the
    /// statement that it ends at least as well for the first player as `at_least`: whether that is
    /// decided without search; if not, `each` gets the moves worth trying, in the order of
    /// `candidates`, with what can be seen of the positions behind them. Moves with which the mover
    /// is known to fail are left out. If it is decided, what `each` got means nothing.
    ///
    /// A game may do this in one sweep over the board instead of looking at one position after the
    /// other. Its sweep proves no more than `candidates` and `bounds` of this analysis together, and
    /// may guess better than `guide` does.
    fn prospects<D: Guide<G>>(
        &self,
        game: &G,
        guide: &D,
        pos: &G::Position,
        at_least: Outcome<G::Value>,
        each: impl FnMut(Prospect<G::Move>),
    ) -> Option<Decided<G::Move>> {
        one_by_one(self, game, guide, pos, at_least, each)
    }

    /// What [`prospects`](Analysis::prospects) is, for the game with a limit: about the statement that the
    /// first player wins in time.
    ///
    /// What is said here of positions of the inner game carries over as [`Lifted`](crate::Lifted) says.
    /// A game may know more: a race to the last ply has its own rules.
    fn prospects_within<D: Guide<Within<G>>>(
        &self,
        game: &Within<G>,
        guide: &D,
        limited: &Limited<G::Position>,
        each: impl FnMut(Prospect<G::Move>),
    ) -> Option<Decided<G::Move>>
    where
        Self: Sized,
    {
        one_by_one_within(self, game, guide, limited, each)
    }

    /// If `prospects_within` is more than what carries over: a number of plies that no game exceeds, so
    /// that a win within them is any win. Then all images of a position have the same key there already.
    fn race_plies(&self, _game: &G) -> Option<u32> {
        None
    }

    /// What this analysis knows of the part of a board that matters, if it knows of such parts.
    fn zones(&self) -> Option<&dyn RelevanceZones<G>> {
        None
    }

    /// How much longer a look at a position takes than a step of an ordinary search. The heavier it is, the
    /// more often a search asks whether it is to stop.
    fn weight(&self, _game: &G) -> u32 {
        1
    }

    /// Whether every unfinished position is solved without search: `bounds` are exact there, and
    /// `best_moves` knows the moves.
    fn solves(&self, _game: &G) -> bool {
        false
    }

    /// All best moves of an unfinished position, in the order of `game.moves(pos)`, if they are known
    /// without search.
    fn best_moves(&self, _game: &G, _pos: &G::Position) -> Option<Vec<G::Move>> {
        None
    }

    /// The rule that bounds the position's value, in words.
    fn why(&self, _game: &G, _pos: &G::Position) -> Option<String> {
        None
    }

    /// The rule that bounds the position's value, step by step, a line each, as on a blackboard; nothing
    /// where a sentence says it all.
    fn explanation(&self, _game: &G, _pos: &G::Position) -> Vec<String> {
        vec![]
    }

    /// What a teacher would say about `m` in `pos`: the threat it makes or stops.
    fn remark(&self, _game: &G, _pos: &G::Position, _m: G::Move) -> Option<String> {
        None
    }

    /// What is seen of an unfinished position's squares, for pictures: by square, and of one square the
    /// wins of the first player, those of the second, and whether it is to be avoided. All wins at once
    /// of both players, or nothing. Or else the moves that must be tried, or what the winner needs.
    fn highlights(&self, _game: &G, _pos: &G::Position) -> Vec<Highlight> {
        vec![]
    }

    /// A nimber for each heap, in the order of the diagram, where their xor decides: who moves loses
    /// exactly if it is 0, and wins by exactly those moves that make it 0.
    fn nimbers(&self, _game: &G, _pos: &G::Position) -> Option<Vec<u32>> {
        None
    }
}

/// [`Analysis::prospects`], one move after the other.
pub fn one_by_one<G: Game, A: Analysis<G> + ?Sized, D: Guide<G>>(
    know: &A,
    game: &G,
    guide: &D,
    pos: &G::Position,
    at_least: Outcome<G::Value>,
    mut each: impl FnMut(Prospect<G::Move>),
) -> Option<Decided<G::Move>> {
    let mover = game.turn(pos);
    let aim = Aim::new(mover, at_least);
    let mut is_open = false;
    for m in know.candidates(game, pos) {
        let next = game.play(pos, m);
        let bounds = match game.outcome(&next) {
            Some(outcome) => Bounds::exactly(outcome.value_for(mover)),
            None => -know.bounds(game, &next),
        };
        match aim.is_reached(bounds) {
            Some(true) => return Some(Decided::Reached(m)),
            Some(false) => {}
            None => {
                is_open = true;
                each(Prospect {
                    m,
                    key: game.key(&next),
                    second_key: game.second_key(&next),
                    numbers: guide.numbers(game, &next, at_least),
                });
            }
        }
    }
    (!is_open).then_some(Decided::Missed)
}

/// [`Analysis::prospects_within`], one move after the other.
pub fn one_by_one_within<G: Game, A: Analysis<G>, D: Guide<Within<G>>>(
    know: &A,
    game: &Within<G>,
    guide: &D,
    limited: &Limited<G::Position>,
    each: impl FnMut(Prospect<G::Move>),
) -> Option<Decided<G::Move>> {
    let win = Outcome::win(Player::First);
    one_by_one(&CarriedOver(know), game, guide, limited, win, each)
}

/// What bounds of an analysis say of the game with a limit.
struct CarriedOver<'a, A>(&'a A);

impl<G: Game, A: Analysis<G>> Analysis<Within<G>> for CarriedOver<'_, A> {
    fn bounds(&self, game: &Within<G>, limited: &Limited<G::Position>) -> Bounds<Wdl> {
        carried_over(self.0, game, limited)
    }
}

/// The bounds of an analysis, as far as they are true of the game with a limit.
pub(crate) fn carried_over<G: Game>(
    know: &impl Analysis<G>,
    game: &Within<G>,
    limited: &Limited<G::Position>,
) -> Bounds<Wdl> {
    let inner = know.bounds(game.inner(), &limited.pos);
    let turn = game.turn(limited);
    // The worst that is known of the first player's chances.
    let most = match turn {
        Player::First => Outcome::from_value(inner.upper, turn),
        Player::Second => Outcome::from_value(inner.lower, turn),
    };
    match most.winner() {
        Some(Player::First) => Bounds::UNKNOWN,
        _ => Bounds::exactly(Outcome::win(Player::Second).value_for(turn)),
    }
}

/// Whether each player, by [`Player::index`](crate::Player::index), has kept everything that was ever
/// safe on the line: then [`Analysis::bounds_if_kept`] may be used at its end.
#[must_use]
pub fn has_kept<G: Game, A: Analysis<G>>(know: &A, line: &Line<G>) -> [bool; 2] {
    let game = line.game();
    let mut kept = [true; 2];
    for (pos, next) in line.positions().zip(line.positions().skip(1)) {
        kept[game.turn(pos).index()] &= know.keeps(game, pos, next);
    }
    kept
}

/// No knowledge; costs nothing.
impl<G: Game> Analysis<G> for () {}

/// Knowledge of the part of a board that matters, in games where a move puts a stone on one of at most 128
/// squares, and a stone more never harms its owner.
///
/// The relevance zone (Thomsen 2000, Wu and Lin 2010) of a position in which a player wins is a set of empty
/// squares: the player still wins if the opponent is given all others. A move of the loser outside of the zone
/// of what refutes another move is refuted, too. In Hex this is how must-play regions shrink (Hayward and
/// others 2003).
pub trait RelevanceZones<G: Game>: Sync {
    /// The square that a move takes, as a bit; `None` for a move that does more than that.
    fn square(&self, m: G::Move) -> Option<u128>;

    /// Of an unfinished position that [`prospects`](Analysis::prospects) decides: a zone of the player who wins
    /// there.
    ///
    /// Of any other: what completes a zone of the opponent of the player to move, should the opponent win after
    /// every move that `prospects` lists. A zone of the position is then this set and zones of the positions
    /// after those moves, where a move that lies outside of the zone after another one needs none of its own.
    fn zone(&self, game: &G, pos: &G::Position) -> Option<u128>;
}

/// What a player wants of a statement about the outcome: the first player that it holds, the second
/// that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim<V> {
    player: Player,
    at_least: Outcome<V>,
}

impl<V: Value> Aim<V> {
    /// What `player` wants if the statement is that the game ends at least as well for the first
    /// player as `at_least`.
    #[must_use]
    pub fn new(player: Player, at_least: Outcome<V>) -> Self {
        Aim { player, at_least }
    }

    /// Whether `player` reaches the aim in a position with these bounds, seen by `player`; `None` if
    /// they do not say.
    #[must_use]
    #[inline]
    pub fn is_reached(self, bounds: Bounds<V>) -> Option<bool> {
        let asked = self.at_least.value_for(self.player);
        match self.player {
            Player::First if bounds.lower >= asked => Some(true),
            Player::First if bounds.upper < asked => Some(false),
            Player::Second if bounds.lower > asked => Some(true),
            Player::Second if bounds.upper <= asked => Some(false),
            _ => None,
        }
    }
}

/// A move, with what can be seen of the position behind it without searching there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect<M> {
    /// The move.
    pub m: M,
    /// [`Game::key`] and [`Game::second_key`] of the position behind it, or of another one that is known to
    /// have the same value and the same player to move.
    pub key: u64,
    /// See `key`.
    pub second_key: u64,
    /// How hard the statement looks there.
    pub numbers: Numbers,
}

/// What is known of a statement without search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided<M> {
    /// The player to move gets what he wants of it, by this move.
    Reached(M),
    /// He does not, whatever he plays.
    Missed,
}

/// Two analyses together: what either proves, and the first one's candidates. (A move that one
/// leaves out because of another may be the very move that the second keeps, so their candidates
/// cannot be intersected.)
impl<G: Game, A: Analysis<G>, B: Analysis<G>> Analysis<G> for (A, B) {
    fn bounds(&self, game: &G, pos: &G::Position) -> Bounds<G::Value> {
        let first = self.0.bounds(game, pos);
        if first.is_exact() {
            first
        } else {
            first.and(self.1.bounds(game, pos))
        }
    }

    fn bounds_if_kept(&self, game: &G, pos: &G::Position) -> Bounds<G::Value> {
        let first = self.0.bounds_if_kept(game, pos);
        first.and(self.1.bounds_if_kept(game, pos))
    }

    fn keeps(&self, game: &G, pos: &G::Position, next: &G::Position) -> bool {
        self.0.keeps(game, pos, next) && self.1.keeps(game, pos, next)
    }

    fn candidates<'a>(
        &'a self,
        game: &'a G,
        pos: &'a G::Position,
    ) -> impl Iterator<Item = G::Move> + 'a {
        self.0.candidates(game, pos)
    }

    fn weight(&self, game: &G) -> u32 {
        self.0.weight(game).max(self.1.weight(game))
    }

    fn solves(&self, game: &G) -> bool {
        self.0.solves(game) || self.1.solves(game)
    }

    fn best_moves(&self, game: &G, pos: &G::Position) -> Option<Vec<G::Move>> {
        let first = self.0.best_moves(game, pos);
        first.or_else(|| self.1.best_moves(game, pos))
    }

    fn why(&self, game: &G, pos: &G::Position) -> Option<String> {
        self.0.why(game, pos).or_else(|| self.1.why(game, pos))
    }

    fn explanation(&self, game: &G, pos: &G::Position) -> Vec<String> {
        let mut first = self.0.explanation(game, pos);
        if first.is_empty() {
            first = self.1.explanation(game, pos);
        }
        first
    }

    fn remark(&self, game: &G, pos: &G::Position, m: G::Move) -> Option<String> {
        self.0
            .remark(game, pos, m)
            .or_else(|| self.1.remark(game, pos, m))
    }

    fn highlights(&self, game: &G, pos: &G::Position) -> Vec<Highlight> {
        let mut first = self.0.highlights(game, pos);
        if first.is_empty() {
            first = self.1.highlights(game, pos);
        }
        first
    }

    fn nimbers(&self, game: &G, pos: &G::Position) -> Option<Vec<u32>> {
        let first = self.0.nimbers(game, pos);
        first.or_else(|| self.1.nimbers(game, pos))
    }
}

/// What is known, or nothing: for those who choose when a program runs, and want the search that uses it
/// compiled once.
impl<G: Game, A: Analysis<G>> Analysis<G> for Option<A> {
    #[inline]
    fn bounds(&self, game: &G, pos: &G::Position) -> Bounds<G::Value> {
        match self {
            Some(know) => know.bounds(game, pos),
            None => ().bounds(game, pos),
        }
    }

    #[inline]
    fn bounds_if_kept(&self, game: &G, pos: &G::Position) -> Bounds<G::Value> {
        match self {
            Some(know) => know.bounds_if_kept(game, pos),
            None => ().bounds_if_kept(game, pos),
        }
    }

    #[inline]
    fn keeps(&self, game: &G, pos: &G::Position, next: &G::Position) -> bool {
        match self {
            Some(know) => know.keeps(game, pos, next),
            None => ().keeps(game, pos, next),
        }
    }

    #[inline]
    fn candidates<'a>(
        &'a self,
        game: &'a G,
        pos: &'a G::Position,
    ) -> impl Iterator<Item = G::Move> + 'a {
        match self {
            Some(know) => Either::Known(know.candidates(game, pos)),
            None => Either::Unknown(().candidates(game, pos)),
        }
    }

    #[inline]
    fn prospects<D: Guide<G>>(
        &self,
        game: &G,
        guide: &D,
        pos: &G::Position,
        at_least: Outcome<G::Value>,
        each: impl FnMut(Prospect<G::Move>),
    ) -> Option<Decided<G::Move>> {
        match self {
            Some(know) => know.prospects(game, guide, pos, at_least, each),
            None => ().prospects(game, guide, pos, at_least, each),
        }
    }

    #[inline]
    fn prospects_within<D: Guide<Within<G>>>(
        &self,
        game: &Within<G>,
        guide: &D,
        limited: &Limited<G::Position>,
        each: impl FnMut(Prospect<G::Move>),
    ) -> Option<Decided<G::Move>> {
        match self {
            Some(know) => know.prospects_within(game, guide, limited, each),
            None => ().prospects_within(game, guide, limited, each),
        }
    }

    fn race_plies(&self, game: &G) -> Option<u32> {
        self.as_ref().and_then(|know| know.race_plies(game))
    }

    fn zones(&self) -> Option<&dyn RelevanceZones<G>> {
        self.as_ref().and_then(A::zones)
    }

    fn weight(&self, game: &G) -> u32 {
        self.as_ref().map_or(1, |know| know.weight(game))
    }

    fn solves(&self, game: &G) -> bool {
        self.as_ref().is_some_and(|know| know.solves(game))
    }

    fn best_moves(&self, game: &G, pos: &G::Position) -> Option<Vec<G::Move>> {
        self.as_ref().and_then(|know| know.best_moves(game, pos))
    }

    fn why(&self, game: &G, pos: &G::Position) -> Option<String> {
        self.as_ref().and_then(|know| know.why(game, pos))
    }

    fn explanation(&self, game: &G, pos: &G::Position) -> Vec<String> {
        let know = self.as_ref();
        know.map_or(vec![], |know| know.explanation(game, pos))
    }

    fn remark(&self, game: &G, pos: &G::Position, m: G::Move) -> Option<String> {
        self.as_ref().and_then(|know| know.remark(game, pos, m))
    }

    fn highlights(&self, game: &G, pos: &G::Position) -> Vec<Highlight> {
        let know = self.as_ref();
        know.map_or(vec![], |know| know.highlights(game, pos))
    }

    fn nimbers(&self, game: &G, pos: &G::Position) -> Option<Vec<u32>> {
        self.as_ref().and_then(|know| know.nimbers(game, pos))
    }
}

/// The candidates of one who knows, or of one who does not.
enum Either<K, U> {
    Known(K),
    Unknown(U),
}

impl<M, K: Iterator<Item = M>, U: Iterator<Item = M>> Iterator for Either<K, U> {
    type Item = M;

    #[inline]
    fn next(&mut self) -> Option<M> {
        match self {
            Either::Known(moves) => moves.next(),
            Either::Unknown(moves) => moves.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Either::Known(moves) => moves.size_hint(),
            Either::Unknown(moves) => moves.size_hint(),
        }
    }

    #[inline]
    fn fold<B, F: FnMut(B, M) -> B>(self, init: B, f: F) -> B {
        match self {
            Either::Known(moves) => moves.fold(init, f),
            Either::Unknown(moves) => moves.fold(init, f),
        }
    }
}
