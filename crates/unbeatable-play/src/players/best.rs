//! The player who proves what it can: `best`.
//!
//! For most of its time it searches for a proof, with what it looks into first: a formula, a solution, a
//! repertoire, a book, a database; for the rest it thinks, as the players do who guess. Where its last search has proven nothing,
//! the next one will hardly do better: then each gets half. A move that is proven to be best is played; if
//! there is none, one that keeps what is proven; and a guess last.

use std::sync::Arc;
use std::time::{Duration, Instant};

use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::Deadline;
use unbeatable_bench::erased::{Line, Move};
use unbeatable_bench::kernels::{AnyExplorer, AnyThinker, ErasedThought};
use unbeatable_bench::searches::Session;
use unbeatable_bench::solvers::Chosen;
use unbeatable_core::random::Random;
use unbeatable_core::{Bounds, Budget, Game, Goal, Margin, Player, Stopped, Watch};
use unbeatable_report::report::Grounds;
use unbeatable_report::units::parse_time;
use unbeatable_think::Thought;
use unbeatable_think::thinker::Patience;

use super::contestant::{ChosenMove, NoMove, Seat, Sitter};
use super::perfect::PerfectMoves;

/// How long `best` takes for a move.
const TIME: Duration = Duration::from_secs(1);

/// The part of its time for a proof: after a move that was proven, and after one that was not.
const PROOF_SHARE: f64 = 0.875;
const PROOF_SHARE_IN_DOUBT: f64 = 0.5;

/// What it remembers of its proofs, and of its guesses, is not worth more than so many bytes.
const PROOF_BYTES: usize = 1 << 28;
const GUESS_BYTES: usize = 1 << 27;

/// How long `best` thinks: `best`, `best:1s`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BestSettings {
    time: Duration,
}

impl BestSettings {
    /// Reads what stands behind `best:`.
    pub(super) fn parse(how: Option<&str>) -> Result<Self, String> {
        let time = how.map_or(Ok(TIME), parse_time)?;
        Ok(BestSettings { time })
    }

    /// How much memory is worth its while.
    pub(super) fn bytes() -> usize {
        PROOF_BYTES + GUESS_BYTES
    }
}

/// Proves what it can.
pub(super) struct BestPlayer<'g> {
    pub(super) bench: &'g Bench,
    pub(super) settings: BestSettings,
    /// The game's own solver.
    pub(super) chosen: Chosen,
    pub(super) bytes_max: usize,
    /// What knows all games without a search.
    pub(super) oracle: Option<Arc<PerfectMoves<'g>>>,
}

impl<'g> Sitter<'g> for BestPlayer<'g> {
    fn sit(&self, _: Player, seed: u64) -> Box<dyn Seat<'g> + 'g> {
        let random = Random::new(seed);
        if let Some(oracle) = &self.oracle {
            let oracle = Arc::clone(oracle);
            return Box::new(KnowingSeat { oracle, random });
        }
        let guess_bytes = GUESS_BYTES.min(self.bytes_max / 3);
        let budget = Budget {
            table_bytes_max: self.bytes_max - guess_bytes,
            threads: 1,
            ..Budget::DEFAULT
        };
        let kernels = &self.bench.kernels;
        let guesser = match self.bench.has_history() {
            true => Guesser::Explorer(kernels.explorer(guess_bytes, seed)),
            false => Guesser::Thinker(kernels.thinker(false, guess_bytes)),
        };
        Box::new(ProvingSeat {
            bench: self.bench,
            time: self.settings.time,
            session: self.bench.searches.session(self.chosen, None, budget),
            guesser,
            // Games that are best asked how soon they end are decided early by a book or by what is seen.
            is_in_doubt: self.chosen != Chosen::Soonest,
        })
    }
}

/// A player who knows everything.
struct KnowingSeat<'g> {
    oracle: Arc<PerfectMoves<'g>>,
    random: Random,
}

impl<'g> Seat<'g> for KnowingSeat<'g> {
    fn choose(&mut self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<ChosenMove, NoMove> {
        let best = self.oracle.best_moves(line, watch)?;
        Ok(because(self.random.pick(&best), Grounds::Proven))
    }
}

/// Who guesses: thinkers remember positions without their history, which matters in some games.
enum Guesser<'g> {
    Thinker(Box<dyn AnyThinker + 'g>),
    Explorer(Box<dyn AnyExplorer + 'g>),
}

impl Guesser<'_> {
    fn think(&mut self, line: &Line, watch: &dyn Watch<Margin>) -> ErasedThought {
        match self {
            Guesser::Thinker(thinker) => thinker.think(line, Patience::ENDLESS, watch),
            Guesser::Explorer(explorer) => explorer.think(line, u64::MAX, watch),
        }
    }
}

/// A player who searches for proofs.
struct ProvingSeat<'g> {
    bench: &'g Bench,
    time: Duration,
    session: Box<dyn Session<'g> + 'g>,
    guesser: Guesser<'g>,
    /// Whether its last search has not proven which move is best.
    is_in_doubt: bool,
}

impl<'g> Seat<'g> for ProvingSeat<'g> {
    fn choose(&mut self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<ChosenMove, NoMove> {
        let begun = Instant::now();
        if let [only] = line.moves()[..] {
            // There is no better one.
            return Ok(because(only, Grounds::Proven));
        }
        if let Some(m) = self.bench.prepared(line) {
            return Ok(because(m, Grounds::Proven));
        }
        let share = match self.is_in_doubt {
            true => PROOF_SHARE_IN_DOUBT,
            false => PROOF_SHARE,
        };
        let proof = Deadline::after(Some(self.time.mul_f64(share)), watch);
        let solved = self.session.prove(line, Goal::Value, &proof);
        if proof.is_asked() {
            return Err(Stopped::Asked.into());
        }
        let worst = line.game().range(line.game().turn(line.position())).lower;
        let is_lost = solved.bounds.upper == worst;
        let best = solved.best.first().copied().or(solved.witness);
        // Where all is lost and nobody knows how soon, whoever guesses resists longer than whoever does not.
        if let (Some(_), Some(m)) = (solved.bounds.value(), best)
            && (!is_lost || solved.plies_left.is_some())
        {
            self.is_in_doubt = false;
            return Ok(because(m, Grounds::Proven));
        }
        let rest = Deadline::after(Some(self.time.saturating_sub(begun.elapsed())), watch);
        let thought = self.guesser.think(line, &rest);
        if rest.is_asked() {
            return Err(Stopped::Asked.into());
        }
        let (m, grounds) = decide(solved.bounds, solved.witness, &thought, worst);
        self.is_in_doubt = grounds != Grounds::Proven;
        Ok(because(m, grounds))
    }
}

/// Which move is played where no search has found a best one, and why. `witness` is a move that is proven to
/// be worth the lower bound of `proven`, if that is more than the worst that can happen.
fn decide<M: Copy>(
    proven: Bounds<Margin>,
    witness: Option<M>,
    thought: &Thought<Margin, M>,
    worst: Margin,
) -> (M, Grounds) {
    let upper = proven.and(thought.bounds).upper;
    match witness {
        // All moves are as bad, or the guesser's keeps a value that the guesser has proven.
        _ if upper == worst || thought.bounds.is_exact() => (thought.m, Grounds::Proven),
        Some(m) if proven.lower == upper => (m, Grounds::Proven),
        Some(m) => (m, Grounds::Kept),
        None => (thought.m, Grounds::Guess),
    }
}

fn because(m: Move, grounds: Grounds) -> ChosenMove {
    ChosenMove {
        m,
        grounds: Some(grounds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::{Effort, Value};

    /// Moves are letters: `w` is the witness of the proof, `g` what is guessed.
    #[test]
    fn nothing_more_is_said_than_is_proven() {
        let bounds = |lower, upper| Bounds {
            lower: Margin::of_rank(lower),
            upper: Margin::of_rank(upper),
        };
        let worst = Margin::of_rank(-1);
        for (proven, witness, thought, expected) in [
            ([-1, 1], None, [-1, 1], ('g', Grounds::Guess)),
            ([-1, 1], None, [0, 1], ('g', Grounds::Guess)),
            ([-1, 0], None, [-1, 1], ('g', Grounds::Guess)),
            ([0, 1], Some('w'), [-1, 1], ('w', Grounds::Kept)),
            ([0, 1], Some('w'), [0, 1], ('w', Grounds::Kept)),
            // What the proof says from below, the guesser says from above.
            ([0, 1], Some('w'), [-1, 0], ('w', Grounds::Proven)),
            ([0, 1], Some('w'), [1, 1], ('g', Grounds::Proven)),
            ([-1, 1], None, [0, 0], ('g', Grounds::Proven)),
            ([-1, -1], None, [-1, 1], ('g', Grounds::Proven)),
        ] {
            let thought = Thought {
                m: 'g',
                score: 0,
                bounds: bounds(thought[0], thought[1]),
                depth: 1,
                effort: Effort::default(),
                stopped: None,
            };
            let proven = bounds(proven[0], proven[1]);
            let decided = decide(proven, witness, &thought, worst);
            assert_eq!(decided, expected, "{proven:?} {thought:?}");
        }
    }
}
