//! Players who never give anything away: `perfect`.

use std::sync::{Arc, Mutex};
use unbeatable_bench::erased::{Line, Move, Position};

use unbeatable_bench::kernels::AnySolution;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Analysis, Budget, Effort, Game, Goal, Margin, Stopped, Value, Watch};
use unbeatable_solve::meter::PartWatch;
use unbeatable_solve::{PliesLeft, SolvedPosition};

use super::contestant::Chooser;
use unbeatable_bench::bench::Bench;
use unbeatable_bench::searches::Session;
use unbeatable_report::AskError;
use unbeatable_report::question::Method;

/// Games of up to this many classes are solved backwards before the first move.
const CLASSES_MAX: u64 = 100_000;

/// Positions with up to this many classes behind them are solved backwards for their distances, where
/// the whole game is too large for that.
const CLASSES_MAX_TO_TEACH: u64 = 20_000;

/// Which of the best moves a perfect player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Any of them, each equally likely.
    Any,
    /// The first in board order.
    First,
    /// Of winning moves the quickest, of losing ones those that resist longest, as far as distances are
    /// known; any of these.
    Teach,
}

impl Style {
    /// Reads what stands behind `perfect:`.
    pub(super) fn parse(how: Option<&str>) -> Result<Style, String> {
        match how {
            None => Ok(Style::Any),
            Some("first") => Ok(Style::First),
            Some("teach") => Ok(Style::Teach),
            Some(other) => {
                let found = quoted(other);
                Err(format!(
                    "expected perfect, perfect:first or perfect:teach, found {found}"
                ))
            }
        }
    }
}

/// Plays moves that keep the value of its position, also after the opponent's mistakes.
pub struct PerfectPlayer<'g> {
    oracle: Arc<PerfectMoves<'g>>,
    style: Style,
}

impl<'g> PerfectPlayer<'g> {
    pub(super) fn new(oracle: Arc<PerfectMoves<'g>>, style: Style) -> Self {
        PerfectPlayer { oracle, style }
    }

    /// A perfect player who knows a solution.
    #[must_use]
    pub fn from_solution(bench: &'g Bench, solution: Box<dyn AnySolution + 'g>) -> Self {
        let by = MoveSource::Solution(solution);
        PerfectPlayer::new(Arc::new(PerfectMoves { bench, by }), Style::Any)
    }
}

impl<'g> Chooser<'g> for PerfectPlayer<'g> {
    fn choices(&self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<Vec<Move>, Stopped> {
        match self.style {
            Style::Any => self.oracle.best_moves(line, watch),
            Style::First => {
                let mut best = self.oracle.best_moves(line, watch)?;
                best.truncate(1);
                Ok(best)
            }
            Style::Teach => match self.oracle.entries(line, watch)? {
                Some(moves) => Ok(instructive(&moves)),
                None => self.oracle.best_moves(line, watch),
            },
        }
    }

    fn is_quick(&self) -> bool {
        match self.oracle.by {
            MoveSource::Formula => self.style != Style::Teach,
            MoveSource::Solution(_) => true,
            MoveSource::Session(_) => false,
        }
    }
}

/// Of the best moves those that win soonest, or lose last.
fn instructive<M: Copy, V: Value>(moves: &[(M, SolvedPosition<V>)]) -> Vec<M> {
    // Distances of wins count down, those of losses up; draws have none.
    let worth = |entry: &SolvedPosition<V>| {
        let plies = i64::from(entry.distance.unwrap_or(0));
        let late = if entry.value.rank() > 0 {
            -plies
        } else {
            plies
        };
        (entry.value, late)
    };
    let best = moves.iter().map(|(_, entry)| worth(entry)).max();
    let is_best = |entry: &SolvedPosition<V>| Some(worth(entry)) == best;
    let best = moves.iter().filter(|(_, entry)| is_best(entry));
    best.map(|(m, _)| *m).collect()
}

/// The moves of a position with what they lead to.
type SolvedMoves = Vec<(Move, SolvedPosition<Margin>)>;

/// What knows perfect moves.
pub(super) struct PerfectMoves<'g> {
    bench: &'g Bench,
    by: MoveSource<'g>,
}

/// Where perfect moves come from.
enum MoveSource<'g> {
    /// A formula names all best moves.
    Formula,
    /// Every position is known.
    Solution(Box<dyn AnySolution + 'g>),
    /// Every move is searched when it is asked for, on what earlier searches remember.
    Session(Mutex<Box<dyn Session<'g> + 'g>>),
}

impl<'g> PerfectMoves<'g> {
    /// What knows the games from `root`: a formula, or their backward solution if they are small enough,
    /// or a search.
    pub(super) fn new(
        bench: &'g Bench,
        root: &Position,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> Result<Self, AskError> {
        if let Some(at_once) = Self::at_once(bench, root, budget, watch) {
            return Ok(at_once);
        }
        let chosen = bench.choose(&Method::default())?;
        let session = bench.searches.session(chosen, None, *budget);
        let by = MoveSource::Session(Mutex::new(session));
        Ok(PerfectMoves { bench, by })
    }

    /// What knows the games from `root` without a search at every move, if there is something.
    pub(super) fn at_once(
        bench: &'g Bench,
        root: &Position,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> Option<Self> {
        let by = match bench.searches.solves() {
            true => MoveSource::Formula,
            false => MoveSource::Solution(solution(bench, root, CLASSES_MAX, budget, watch)?),
        };
        Some(PerfectMoves { bench, by })
    }

    /// All best moves, in board order.
    pub(super) fn best_moves(
        &self,
        line: &Line<'g>,
        watch: &dyn Watch<Margin>,
    ) -> Result<Vec<Move>, Stopped> {
        match &self.by {
            MoveSource::Formula => {
                let best = self
                    .bench
                    .know
                    .best_moves(&self.bench.game, line.position());
                Ok(best.expect("an analysis that solves the game knows the best moves"))
            }
            MoveSource::Solution(solution) => Ok(solution.best_moves(line.position())),
            MoveSource::Session(session) => {
                let mut session = session.lock().expect("no search panics");
                let moves = searched(&mut **session, line, watch)?;
                let most = moves.iter().map(|(_, entry)| entry.value).max();
                let best = moves.iter().filter(|(_, entry)| Some(entry.value) == most);
                Ok(best.map(|(m, _)| *m).collect())
            }
        }
    }

    /// What each move leads to and how soon; `None` if that would take too long to find out.
    fn entries(
        &self,
        line: &Line<'g>,
        watch: &dyn Watch<Margin>,
    ) -> Result<Option<SolvedMoves>, Stopped> {
        let (bench, pos) = (self.bench, line.position());
        match &self.by {
            MoveSource::Solution(solution) => return Ok(Some(solution.moves(pos))),
            MoveSource::Session(session) => {
                let mut session = session.lock().expect("no search panics");
                let moves = searched(&mut **session, line, watch)?;
                let is_open = |entry: &SolvedPosition<Margin>| {
                    entry.value != Margin::points(0) && entry.distance.is_none()
                };
                if !moves.iter().any(|(_, entry)| is_open(entry)) {
                    return Ok(Some(moves));
                }
            }
            MoveSource::Formula => {}
        }
        let found = solution(bench, pos, CLASSES_MAX_TO_TEACH, &Budget::DEFAULT, watch);
        Ok(found.map(|solution| solution.moves(pos)))
    }
}

/// The backward solution of a position with up to so many classes behind it.
fn solution<'g>(
    bench: &'g Bench,
    pos: &Position,
    classes_max: u64,
    budget: &Budget,
    watch: &dyn Watch<Margin>,
) -> Option<Box<dyn AnySolution + 'g>> {
    if bench.has_history() {
        return None;
    }
    let limited = Budget {
        nodes_max: classes_max.min(budget.nodes_max),
        ..*budget
    };
    let solution = bench.kernels.backward(pos, true, &limited, watch);
    solution.stopped().is_none().then_some(solution)
}

/// What each move leads to, by solving the position behind it; how soon, if the solver says.
fn searched<'g>(
    session: &mut dyn Session<'g>,
    line: &Line<'g>,
    watch: &dyn Watch<Margin>,
) -> Result<SolvedMoves, Stopped> {
    session.limit_nodes(u64::MAX);
    let mut moves = Vec::new();
    for m in line.game().moves(line.position()) {
        let mut next = line.clone();
        if next.play(m) {
            let range = line.game().range(line.game().turn(line.position()));
            let part = PartWatch::new(watch, Effort::default(), range);
            let solved = session.prove(&next, Goal::Value, &part);
            if let Some(stopped) = solved.stopped {
                return Err(stopped);
            }
            let entry = SolvedPosition {
                value: -solved.bounds.lower,
                distance: (solved.plies_left.and_then(PliesLeft::exact)).map(|plies| plies + 1),
            };
            moves.push((m, entry));
        }
    }
    Ok(moves)
}
