//! What is known and guessed of a game, with its types erased.

use std::sync::Arc;

use unbeatable_core::diagram::Highlight;
use unbeatable_core::{
    Analysis, Bounds, Decided, Game, Guide, Margin, Numbers, Outcome, Prospect, Restriction,
};

use super::{ErasedGame, Move, Position, bounds_in_points, in_points, outcome_of_points};

/// What is known of a game.
#[derive(Clone)]
pub struct ErasedAnalysis(Arc<dyn Knowledge>);

/// A guess about a game.
#[derive(Clone)]
pub struct ErasedGuide(Arc<dyn Guesses>);

impl ErasedAnalysis {
    /// What `know` knows of `game`, with their types erased. Where a search opens a position, `guide` guesses.
    #[must_use]
    pub fn new<G, A, D>(game: Arc<G>, know: Arc<A>, guide: Arc<D>) -> Self
    where
        G: Game + 'static,
        A: Analysis<G> + Send + 'static,
        D: Guide<G> + Send + 'static,
    {
        ErasedAnalysis(Arc::new(TypedKnowledge { game, know, guide }))
    }
}

impl ErasedGuide {
    /// What `guide` guesses of `game`, with their types erased.
    #[must_use]
    pub fn new<G: Game + 'static, D: Guide<G> + Send + 'static>(
        game: Arc<G>,
        guide: Arc<D>,
    ) -> Self {
        ErasedGuide(Arc::new(Guessed { game, guide }))
    }
}

/// A rule book, what is known of it, and who guesses.
struct TypedKnowledge<G, A, D> {
    game: Arc<G>,
    know: Arc<A>,
    guide: Arc<D>,
}

/// A rule book, and who guesses.
struct Guessed<G, D> {
    game: Arc<G>,
    guide: Arc<D>,
}

/// What [`Analysis`] says, without types and without what only searches ask.
trait Knowledge: Send + Sync {
    fn bounds(&self, pos: &Position) -> Bounds<Margin>;
    fn bounds_if_kept(&self, pos: &Position) -> Bounds<Margin>;
    fn keeps(&self, pos: &Position, next: &Position) -> bool;
    fn candidates(&self, pos: &Position) -> Vec<Move>;
    fn prospects(
        &self,
        pos: &Position,
        at_least: Outcome<Margin>,
        each: &mut dyn FnMut(Prospect<Move>),
    ) -> Option<Decided<Move>>;
    fn race_plies(&self) -> Option<u32>;
    fn weight(&self) -> u32;
    fn solves(&self) -> bool;
    fn best_moves(&self, pos: &Position) -> Option<Vec<Move>>;
    fn why(&self, pos: &Position) -> Option<String>;
    fn explanation(&self, pos: &Position) -> Vec<String>;
    fn remark(&self, pos: &Position, m: Move) -> Option<String>;
    fn highlights(&self, pos: &Position) -> Vec<Highlight>;
    fn nimbers(&self, pos: &Position) -> Option<Vec<u32>>;
}

impl<G, A, D> Knowledge for TypedKnowledge<G, A, D>
where
    G: Game + 'static,
    A: Analysis<G> + Send,
    D: Guide<G> + Send,
{
    fn bounds(&self, pos: &Position) -> Bounds<Margin> {
        bounds_in_points(self.know.bounds(&self.game, &pos.get()))
    }

    fn bounds_if_kept(&self, pos: &Position) -> Bounds<Margin> {
        bounds_in_points(self.know.bounds_if_kept(&self.game, &pos.get()))
    }

    fn keeps(&self, pos: &Position, next: &Position) -> bool {
        self.know.keeps(&self.game, &pos.get(), &next.get())
    }

    fn candidates(&self, pos: &Position) -> Vec<Move> {
        let pos = pos.get();
        self.know
            .candidates(&self.game, &pos)
            .map(Move::new)
            .collect()
    }

    fn prospects(
        &self,
        pos: &Position,
        at_least: Outcome<Margin>,
        each: &mut dyn FnMut(Prospect<Move>),
    ) -> Option<Decided<Move>> {
        let (pos, at_least) = (pos.get(), outcome_of_points(at_least));
        let erased = |seen: Prospect<G::Move>| {
            each(Prospect {
                m: Move::new(seen.m),
                key: seen.key,
                second_key: seen.second_key,
                numbers: seen.numbers,
            });
        };
        let decided = (self.know).prospects(&self.game, &*self.guide, &pos, at_least, erased)?;
        Some(match decided {
            Decided::Reached(m) => Decided::Reached(Move::new(m)),
            Decided::Missed => Decided::Missed,
        })
    }

    fn race_plies(&self) -> Option<u32> {
        self.know.race_plies(&self.game)
    }

    fn weight(&self) -> u32 {
        self.know.weight(&self.game)
    }

    fn solves(&self) -> bool {
        self.know.solves(&self.game)
    }

    fn best_moves(&self, pos: &Position) -> Option<Vec<Move>> {
        let best = self.know.best_moves(&self.game, &pos.get())?;
        Some(best.into_iter().map(Move::new).collect())
    }

    fn why(&self, pos: &Position) -> Option<String> {
        self.know.why(&self.game, &pos.get())
    }

    fn explanation(&self, pos: &Position) -> Vec<String> {
        self.know.explanation(&self.game, &pos.get())
    }

    fn remark(&self, pos: &Position, m: Move) -> Option<String> {
        self.know.remark(&self.game, &pos.get(), m.get())
    }

    fn highlights(&self, pos: &Position) -> Vec<Highlight> {
        self.know.highlights(&self.game, &pos.get())
    }

    fn nimbers(&self, pos: &Position) -> Option<Vec<u32>> {
        self.know.nimbers(&self.game, &pos.get())
    }
}

impl Analysis<ErasedGame> for ErasedAnalysis {
    fn bounds(&self, _: &ErasedGame, pos: &Position) -> Bounds<Margin> {
        self.0.bounds(pos)
    }

    fn bounds_if_kept(&self, _: &ErasedGame, pos: &Position) -> Bounds<Margin> {
        self.0.bounds_if_kept(pos)
    }

    fn keeps(&self, _: &ErasedGame, pos: &Position, next: &Position) -> bool {
        self.0.keeps(pos, next)
    }

    fn candidates<'a>(
        &'a self,
        _: &'a ErasedGame,
        pos: &'a Position,
    ) -> impl Iterator<Item = Move> + 'a {
        self.0.candidates(pos).into_iter()
    }

    /// By the game's own guide, whoever else guesses.
    fn prospects<D: Guide<ErasedGame>>(
        &self,
        _: &ErasedGame,
        _: &D,
        pos: &Position,
        at_least: Outcome<Margin>,
        mut each: impl FnMut(Prospect<Move>),
    ) -> Option<Decided<Move>> {
        self.0.prospects(pos, at_least, &mut each)
    }

    fn race_plies(&self, _: &ErasedGame) -> Option<u32> {
        self.0.race_plies()
    }

    fn weight(&self, _: &ErasedGame) -> u32 {
        self.0.weight()
    }

    fn solves(&self, _: &ErasedGame) -> bool {
        self.0.solves()
    }

    fn best_moves(&self, _: &ErasedGame, pos: &Position) -> Option<Vec<Move>> {
        self.0.best_moves(pos)
    }

    fn why(&self, _: &ErasedGame, pos: &Position) -> Option<String> {
        self.0.why(pos)
    }

    fn explanation(&self, _: &ErasedGame, pos: &Position) -> Vec<String> {
        self.0.explanation(pos)
    }

    fn remark(&self, _: &ErasedGame, pos: &Position, m: Move) -> Option<String> {
        self.0.remark(pos, m)
    }

    fn highlights(&self, _: &ErasedGame, pos: &Position) -> Vec<Highlight> {
        self.0.highlights(pos)
    }

    fn nimbers(&self, _: &ErasedGame, pos: &Position) -> Option<Vec<u32>> {
        self.0.nimbers(pos)
    }
}

/// What [`Guide`] says, without types.
trait Guesses: Send + Sync {
    fn sorts(&self) -> bool;
    fn promise(&self, pos: &Position, m: Move) -> i32;
    fn guess(&self, pos: &Position) -> Option<Margin>;
    fn score(&self, pos: &Position) -> Option<i32>;
    fn numbers(&self, pos: &Position, at_least: Outcome<Margin>) -> Numbers;
}

impl<G, D> Guesses for Guessed<G, D>
where
    G: Game + 'static,
    D: Guide<G> + Send,
{
    fn sorts(&self) -> bool {
        self.guide.sorts()
    }

    fn promise(&self, pos: &Position, m: Move) -> i32 {
        self.guide.promise(&self.game, &pos.get(), m.get())
    }

    fn guess(&self, pos: &Position) -> Option<Margin> {
        self.guide.guess(&self.game, &pos.get()).map(in_points)
    }

    fn score(&self, pos: &Position) -> Option<i32> {
        self.guide.score(&self.game, &pos.get())
    }

    fn numbers(&self, pos: &Position, at_least: Outcome<Margin>) -> Numbers {
        self.guide
            .numbers(&self.game, &pos.get(), outcome_of_points(at_least))
    }
}

impl Guide<ErasedGame> for ErasedGuide {
    fn sorts(&self) -> bool {
        self.0.sorts()
    }

    fn promise(&self, _: &ErasedGame, pos: &Position, m: Move) -> i32 {
        self.0.promise(pos, m)
    }

    fn guess(&self, _: &ErasedGame, pos: &Position) -> Option<Margin> {
        self.0.guess(pos)
    }

    fn score(&self, _: &ErasedGame, pos: &Position) -> Option<i32> {
        self.0.score(pos)
    }

    fn numbers(&self, _: &ErasedGame, pos: &Position, at_least: Outcome<Margin>) -> Numbers {
        self.0.numbers(pos, at_least)
    }
}

/// A restriction of a game, with its types erased.
pub struct ErasedRestriction<G> {
    /// The rule book of the game.
    pub game: Arc<G>,
    /// Its restriction.
    pub restriction: Arc<dyn Restriction<G>>,
}

impl<G: Game + 'static> Restriction<ErasedGame> for ErasedRestriction<G> {
    fn name(&self) -> &'static str {
        self.restriction.name()
    }

    fn suits(&self, _: &ErasedGame, pos: &Position) -> bool {
        self.restriction.suits(&self.game, &pos.get())
    }

    fn allows(&self, _: &ErasedGame, pos: &Position, m: Move) -> bool {
        self.restriction.allows(&self.game, &pos.get(), m.get())
    }
}
