//! What is made for each game beside its searches, because speed is needed there: counts, backward
//! solutions, players who think, the walk of certificates.

use std::fs::File;
use std::io::BufReader;

use unbeatable_core::perft::{PerftCounts, perft};
use unbeatable_core::{
    Analysis, Budget, Game, Guide, Line, Margin, Notation, Stopped, Value, Watch,
};
use unbeatable_proof::Claim;
use unbeatable_proof::check::{self, Checked, Refusal};
use unbeatable_proof::claim::ProofKind;
use unbeatable_proof::container::Container;
use unbeatable_solve::count::{self, Counted, Halted};
use unbeatable_solve::{Solution, Solved, SolvedPosition, backward};
use unbeatable_think::mcts::{Mcts, Settings};
use unbeatable_think::{Patience, Thinker, Thought};
use unbeatable_walks::{NoCount, Walked, walks};

use crate::erased::solver::{ErasedWatch, erased_solved};
use crate::erased::terms::Inside;
use crate::erased::{ErasedGame, Move, Position, bounds_in_points, in_points, outcome_in_points};
use crate::searches::Equipped;

/// A certificate, open to be read.
pub type CertificateFile = Container<BufReader<File>>;

/// A thought about the erased game.
pub type ErasedThought = Thought<Margin, Move>;

/// What is counted, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Countable {
    /// Move sequences.
    Sequences,
    /// Positions, or boards where history matters.
    Positions,
    /// Classes of them.
    Classes,
}

/// What is made for a game beside its searches.
pub trait Kernels: Send + Sync {
    /// Solves every position behind one, or one of each class of them.
    fn backward<'g>(
        &'g self,
        root: &Position,
        folds: bool,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> Box<dyn AnySolution + 'g>;

    /// Counts what is behind the end of a line, and finds the largest number under which the literature
    /// lists one of the positions.
    fn count(
        &self,
        line: &Line<ErasedGame>,
        what: Countable,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> (Result<Counted<Margin>, Halted<Margin>>, Option<u64>);

    /// Counts move sequences where repetition is forbidden.
    fn walks(
        &self,
        line: &Line<ErasedGame>,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> Result<Walked, NoCount>;

    /// Walks all move sequences of up to so many moves.
    fn perft(
        &self,
        line: &Line<ErasedGame>,
        depth: usize,
        visit: &mut dyn FnMut(u64) -> bool,
    ) -> Option<PerftCounts>;

    /// Who thinks by alpha-beta and a guide's scores, or, if `is_blind`, without the guide.
    fn thinker<'g>(&'g self, is_blind: bool, table_bytes_max: usize) -> Box<dyn AnyThinker + 'g>;

    /// Who thinks by playing games at random.
    fn explorer<'g>(&'g self, tree_bytes_max: usize, seed: u64) -> Box<dyn AnyExplorer + 'g>;

    /// Checks a certificate of what a position is worth.
    fn check(
        &self,
        claim: &Claim,
        certificate: &mut CertificateFile,
        limits: &check::CheckLimits,
    ) -> Result<Checked, Refusal>;
}

/// A [`Solution`] with its types erased.
pub trait AnySolution: Send + Sync {
    /// What is known of a position.
    fn entry(&self, pos: &Position) -> Option<SolvedPosition<Margin>>;

    /// The moves of an unfinished position, with what they lead to.
    fn moves(&self, pos: &Position) -> Vec<(Move, SolvedPosition<Margin>)>;

    /// All best moves.
    fn best_moves(&self, pos: &Position) -> Vec<Move>;

    /// A line of best play.
    fn line(&self, pos: &Position) -> Vec<Move>;

    /// What is known of the root.
    fn solved(&self) -> Solved<ErasedGame>;

    /// Why the search stopped early, if it did.
    fn stopped(&self) -> Option<Stopped>;
}

/// A [`Thinker`] with its types erased.
pub trait AnyThinker: Send {
    /// A move for the player whose turn it is at the end of `line`.
    fn think(
        &mut self,
        line: &Line<ErasedGame>,
        patience: Patience,
        watch: &dyn Watch<Margin>,
    ) -> ErasedThought;
}

/// An [`Mcts`] with its types erased.
pub trait AnyExplorer: Send {
    /// A move for the player whose turn it is at the end of `line`, after so many games.
    fn think(
        &mut self,
        line: &Line<ErasedGame>,
        playouts_max: u64,
        watch: &dyn Watch<Margin>,
    ) -> ErasedThought;

    /// What came of the moves that the last thought has tried: the share of points, and how many games.
    fn tried(&self) -> Vec<(Move, f64, u32)>;
}

impl<G, A, D> Kernels for Equipped<G, A, D, Inside>
where
    G: Notation + 'static,
    A: Analysis<G> + Send + 'static,
    D: Guide<G> + Send + 'static,
{
    fn backward<'g>(
        &'g self,
        root: &Position,
        folds: bool,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> Box<dyn AnySolution + 'g> {
        if G::HAS_HISTORY {
            unreachable!("a solver without a history");
        }
        let watch = ErasedWatch(watch);
        Box::new(backward(&*self.game, root.get(), folds, budget, &watch))
    }

    fn count(
        &self,
        line: &Line<ErasedGame>,
        what: Countable,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> (Result<Counted<Margin>, Halted<Margin>>, Option<u64>) {
        let (game, watch) = (&*self.game, &ErasedWatch(watch));
        let mut largest = None;
        let folds = what == Countable::Classes;
        let line = line.carried(game, Position::get);
        let counted = match what {
            _ if G::HAS_HISTORY => count::boards(&line, folds, budget, watch),
            Countable::Sequences => count::sequences(game, *line.position(), budget, watch),
            Countable::Positions | Countable::Classes => {
                let mut visit = |pos: &G::Position| largest = largest.max(game.number(pos));
                count::positions(game, *line.position(), folds, budget, watch, &mut visit)
            }
        };
        let counted = match counted {
            Ok(counted) => Ok(counted_in_points(counted)),
            Err(Halted { why, so_far }) => Err(Halted {
                why,
                so_far: counted_in_points(so_far),
            }),
        };
        (counted, largest)
    }

    fn walks(
        &self,
        line: &Line<ErasedGame>,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> Result<Walked, NoCount> {
        if !G::HAS_HISTORY {
            unreachable!("a count for histories");
        }
        let line = line.carried(&*self.game, Position::get);
        walks(&line, budget, &ErasedWatch(watch))
    }

    fn perft(
        &self,
        line: &Line<ErasedGame>,
        depth: usize,
        visit: &mut dyn FnMut(u64) -> bool,
    ) -> Option<PerftCounts> {
        perft(&mut line.carried(&*self.game, Position::get), depth, visit)
    }

    fn thinker<'g>(&'g self, is_blind: bool, table_bytes_max: usize) -> Box<dyn AnyThinker + 'g> {
        if G::HAS_HISTORY {
            unreachable!("a thinker without a history");
        }
        let guide = self.guides.first().and_then(|guide| (**guide).as_ref());
        let guide = guide.filter(|_| !is_blind);
        let know = (*self.know).as_ref().expect("a bench always knows");
        Box::new(ErasedThinker {
            game: &*self.game,
            thinker: Thinker::new(&*self.game, know, guide, table_bytes_max),
        })
    }

    fn explorer<'g>(&'g self, tree_bytes_max: usize, seed: u64) -> Box<dyn AnyExplorer + 'g> {
        let (game, know) = (&*self.game, &*self.know);
        let mcts = Mcts::new(game, know, Settings::BEST, tree_bytes_max, seed);
        Box::new(ErasedExplorer { game, mcts })
    }

    fn check(
        &self,
        claim: &Claim,
        certificate: &mut CertificateFile,
        limits: &check::CheckLimits,
    ) -> Result<Checked, Refusal> {
        match (claim.proof, self.joining) {
            (ProofKind::Connection, Some(joining)) => {
                (joining.check)(&self.game, claim, certificate, limits)
            }
            _ => check::check(&*self.game, claim, certificate, limits),
        }
    }
}

fn counted_in_points<V: Value>(counted: Counted<V>) -> Counted<Margin> {
    let by_outcome = counted.by_outcome.into_iter();
    Counted {
        by_depth: counted.by_depth,
        ends_by_depth: counted.ends_by_depth,
        by_outcome: by_outcome
            .map(|(o, many)| (outcome_in_points(o), many))
            .collect(),
        examined: counted.examined,
    }
}

fn entry_in_points<V: Value>(entry: SolvedPosition<V>) -> SolvedPosition<Margin> {
    SolvedPosition {
        value: in_points(entry.value),
        distance: entry.distance,
    }
}

impl<G: Game + 'static> AnySolution for Solution<'_, G> {
    fn entry(&self, pos: &Position) -> Option<SolvedPosition<Margin>> {
        Solution::entry(self, &pos.get()).map(entry_in_points)
    }

    fn moves(&self, pos: &Position) -> Vec<(Move, SolvedPosition<Margin>)> {
        let moves = Solution::moves(self, &pos.get()).into_iter();
        moves
            .map(|(m, entry)| (Move::new(m), entry_in_points(entry)))
            .collect()
    }

    fn best_moves(&self, pos: &Position) -> Vec<Move> {
        let best = Solution::best_moves(self, &pos.get()).into_iter();
        best.map(Move::new).collect()
    }

    fn line(&self, pos: &Position) -> Vec<Move> {
        let line = Solution::line(self, &pos.get()).into_iter();
        line.map(Move::new).collect()
    }

    fn solved(&self) -> Solved<ErasedGame> {
        erased_solved::<G, Inside>(Solution::solved(self))
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

fn erased_thought<G: Game + 'static>(thought: Thought<G::Value, G::Move>) -> ErasedThought {
    Thought {
        m: Move::new(thought.m),
        score: thought.score,
        bounds: bounds_in_points(thought.bounds),
        depth: thought.depth,
        effort: thought.effort,
        stopped: thought.stopped,
    }
}

struct ErasedThinker<'g, G: Game, A, D> {
    game: &'g G,
    thinker: Thinker<'g, G, A, D>,
}

impl<G, A, D> AnyThinker for ErasedThinker<'_, G, A, D>
where
    G: Game + 'static,
    A: Analysis<G> + Send,
    D: Guide<G> + Send,
{
    fn think(
        &mut self,
        line: &Line<ErasedGame>,
        patience: Patience,
        watch: &dyn Watch<Margin>,
    ) -> ErasedThought {
        let line = line.carried(self.game, Position::get);
        erased_thought::<G>(self.thinker.think(&line, patience, &ErasedWatch(watch)))
    }
}

struct ErasedExplorer<'g, G: Game, A> {
    game: &'g G,
    mcts: Mcts<'g, G, A>,
}

impl<G: Game + 'static, A: Analysis<G> + Send> AnyExplorer for ErasedExplorer<'_, G, A> {
    fn think(
        &mut self,
        line: &Line<ErasedGame>,
        playouts_max: u64,
        watch: &dyn Watch<Margin>,
    ) -> ErasedThought {
        let line = line.carried(self.game, Position::get);
        erased_thought::<G>(self.mcts.think(&line, playouts_max, &ErasedWatch(watch)))
    }

    fn tried(&self) -> Vec<(Move, f64, u32)> {
        let tried = self.mcts.tried().into_iter();
        tried
            .map(|(m, share, games)| (Move::new(m), share, games))
            .collect()
    }
}
