//! Players: whoever can be asked for a move.

use std::sync::Mutex;

use unbeatable_core::notation::quoted;
use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Line, Notation, Repetition, Stopped, Watch,
};
use unbeatable_solve::{AlphaBeta, Search, Solution, backward};

use crate::any_game::AskError;
use crate::bench::Bench;

/// Games of up to this many classes are solved backwards before the first move.
const CLASSES_MAX: u64 = 2_000_000;

/// Whoever can be asked for a move. Players are shared by the threads of a match.
pub trait Player<'g, G: Game>: Sync {
    /// The moves among which the player chooses, each equally likely. An unfinished position has
    /// one. `Err` if the search behind it was stopped.
    fn choices(&self, line: &Line<'g, G>) -> Result<Vec<G::Move>, Stopped>;

    /// Its move in this game.
    fn choose(&self, line: &Line<'g, G>, random: &mut Random) -> Result<G::Move, Stopped> {
        Ok(random.pick(&self.choices(line)?))
    }
}

/// Plays any legal move.
pub struct RandomPlayer;

impl<'g, G: Game> Player<'g, G> for RandomPlayer {
    fn choices(&self, line: &Line<'g, G>) -> Result<Vec<G::Move>, Stopped> {
        let mut next = line.clone();
        let mut is_allowed = |m: &G::Move| {
            let played = next.play(*m);
            if played {
                next.undo();
            }
            played
        };
        Ok(line
            .game()
            .moves(line.position())
            .filter(|m| is_allowed(m))
            .collect())
    }
}

/// Plays any move that keeps the value of its position, also after the opponent's mistakes.
pub struct PerfectPlayer<'g, G: Game, A, D> {
    oracle: Oracle<'g, G, A, D>,
    watch: &'g dyn Watch<G::Value>,
}

/// Where perfect moves come from.
enum Oracle<'g, G: Game, A, D> {
    /// Every position is known.
    Solution(Box<Solution<'g, G>>),
    /// Every move is searched when it is asked for, on what earlier searches remember.
    Search(Mutex<Search<'g, G, A, D>>),
}

impl<'g, G: Notation, A: Analysis<G>, D: Guide<G>> PerfectPlayer<'g, G, A, D> {
    /// A perfect player for games from `root`: solves them backwards if they are small enough.
    pub fn new(
        bench: &'g Bench<G, A, D>,
        root: &G::Position,
        budget: &Budget,
        watch: &'g dyn Watch<G::Value>,
    ) -> Self {
        let game = &bench.game;
        let has_no_history = game.repetition() == Repetition::Impossible;
        if has_no_history {
            let nodes_max = CLASSES_MAX.min(budget.nodes_max);
            let limited = Budget {
                nodes_max,
                ..*budget
            };
            let solution = backward(game, *root, true, &limited, watch);
            if solution.stopped.is_none() {
                return PerfectPlayer::from_solution(solution, watch);
            }
        }
        let settings = if has_no_history {
            AlphaBeta::BEST
        } else {
            AlphaBeta::PLAIN
        };
        let search = Search::new(game, &bench.know, &bench.guide, settings, *budget);
        PerfectPlayer {
            oracle: Oracle::Search(Mutex::new(search)),
            watch,
        }
    }

    /// A perfect player who knows a solution.
    #[must_use]
    pub fn from_solution(solution: Solution<'g, G>, watch: &'g dyn Watch<G::Value>) -> Self {
        PerfectPlayer {
            oracle: Oracle::Solution(Box::new(solution)),
            watch,
        }
    }
}

impl<'g, G: Notation, A: Analysis<G>, D: Guide<G>> PerfectPlayer<'g, G, A, D> {
    /// All best moves, by solving the position behind each.
    fn searched(
        &self,
        search: &mut Search<'g, G, A, D>,
        line: &Line<'g, G>,
    ) -> Result<Vec<G::Move>, Stopped> {
        let mut best: Vec<G::Move> = Vec::new();
        let mut most = None;
        for m in line.game().moves(line.position()) {
            let mut next = line.clone();
            if next.play(m) {
                let solved = search.solve(&next, Goal::Value, self.watch);
                if let Some(stopped) = solved.stopped {
                    return Err(stopped);
                }
                let value = Some(-solved.bounds.lower);
                if value > most {
                    best.clear();
                    most = value;
                }
                if value == most {
                    best.push(m);
                }
            }
        }
        Ok(best)
    }
}

impl<'g, G: Notation, A: Analysis<G> + Send, D: Guide<G> + Send> Player<'g, G>
    for PerfectPlayer<'g, G, A, D>
{
    fn choices(&self, line: &Line<'g, G>) -> Result<Vec<G::Move>, Stopped> {
        match &self.oracle {
            Oracle::Solution(solution) => Ok(solution.best_moves(line.position())),
            Oracle::Search(search) => {
                let mut search = search.lock().expect("no search panics");
                self.searched(&mut search, line)
            }
        }
    }
}

/// The player of that name.
pub(crate) fn player<'g, G: Notation, A: Analysis<G> + Send, D: Guide<G> + Send>(
    name: &str,
    bench: &'g Bench<G, A, D>,
    root: &G::Position,
    budget: &Budget,
    watch: &'g dyn Watch<G::Value>,
) -> Result<Box<dyn Player<'g, G> + 'g>, AskError> {
    match name {
        "perfect" => Ok(Box::new(PerfectPlayer::new(bench, root, budget, watch))),
        "random" => Ok(Box::new(RandomPlayer)),
        unknown => {
            let found = quoted(unknown);
            Err(AskError(format!(
                "unknown player {found}: expected perfect or random"
            )))
        }
    }
}
