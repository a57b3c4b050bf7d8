//! Players who never give anything away: `perfect`.

use std::sync::{Arc, Mutex};

use unbeatable_core::notation::quoted;
use unbeatable_core::{
    Analysis, Bounds, Budget, Effort, Game, Goal, Guide, Line, Notation, Repetition, Stopped,
    Value, Watch,
};
use unbeatable_solve::meter::Part;
use unbeatable_solve::{Entry, Solution, backward};

use super::Chooser;
use crate::any_game::AskError;
use crate::bench::Bench;
use crate::method;
use crate::question::Method;
use crate::session::{Ask, Session, session};

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
pub struct PerfectPlayer<'g, G: Game> {
    oracle: Arc<Oracle<'g, G>>,
    style: Style,
}

impl<'g, G: Notation> PerfectPlayer<'g, G> {
    pub(super) fn new(oracle: Arc<Oracle<'g, G>>, style: Style) -> Self {
        PerfectPlayer { oracle, style }
    }

    /// A perfect player who knows a solution.
    #[must_use]
    pub fn from_solution(solution: Solution<'g, G>) -> Self {
        let oracle = Oracle::Solution(Box::new(solution));
        PerfectPlayer::new(Arc::new(oracle), Style::Any)
    }
}

impl<'g, G: Notation> Chooser<'g, G> for PerfectPlayer<'g, G> {
    fn choices(
        &self,
        line: &Line<'g, G>,
        watch: &dyn Watch<G::Value>,
    ) -> Result<Vec<G::Move>, Stopped> {
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
        match *self.oracle {
            Oracle::Formula(_) => self.style != Style::Teach,
            Oracle::Solution(_) => true,
            Oracle::Session(_) => false,
        }
    }
}

/// Of the best moves those that win soonest, or lose last.
fn instructive<M: Copy, V: Value>(moves: &[(M, Entry<V>)]) -> Vec<M> {
    // Distances of wins count down, those of losses up; draws have none.
    let worth = |entry: &Entry<V>| {
        let plies = i64::from(entry.distance.unwrap_or(0));
        let late = if entry.value.rank() > 0 {
            -plies
        } else {
            plies
        };
        (entry.value, late)
    };
    let best = moves.iter().map(|(_, entry)| worth(entry)).max();
    let is_best = |entry: &Entry<V>| Some(worth(entry)) == best;
    let best = moves.iter().filter(|(_, entry)| is_best(entry));
    best.map(|(m, _)| *m).collect()
}

/// All best moves of a position, if they are known.
type BestMoves<'g, G> =
    dyn Fn(&<G as Game>::Position) -> Option<Vec<<G as Game>::Move>> + Send + Sync + 'g;

/// The moves of a position with what they lead to.
type Entries<G> = Vec<(<G as Game>::Move, Entry<<G as Game>::Value>)>;

/// Where perfect moves come from.
pub(super) enum Oracle<'g, G: Game> {
    /// A formula names all best moves.
    Formula(Box<BestMoves<'g, G>>),
    /// Every position is known.
    Solution(Box<Solution<'g, G>>),
    /// Every move is searched when it is asked for, on what earlier searches remember.
    Session(Mutex<Box<dyn Session<'g, G> + 'g>>),
}

impl<'g, G: Notation> Oracle<'g, G> {
    /// What knows the games from `root`: a formula, or their backward solution if they are small enough,
    /// or a search.
    pub(super) fn new<A: Analysis<G>, D: Guide<G>>(
        bench: &'g Bench<G, A, D>,
        root: &G::Position,
        budget: &Budget,
        watch: &dyn Watch<G::Value>,
    ) -> Result<Self, AskError> {
        let Bench { game, know, .. } = bench;
        if know.solves(game) {
            return Ok(Oracle::Formula(Box::new(|pos| know.best_moves(game, pos))));
        }
        if let Some(solution) = solution(game, root, CLASSES_MAX, budget, watch) {
            return Ok(Oracle::Solution(Box::new(solution)));
        }
        let chosen = method::choose(bench, &Method::default())?;
        Ok(Oracle::Session(Mutex::new(session(bench, chosen, *budget))))
    }

    /// All best moves, in board order.
    fn best_moves(
        &self,
        line: &Line<'g, G>,
        watch: &dyn Watch<G::Value>,
    ) -> Result<Vec<G::Move>, Stopped> {
        match self {
            Oracle::Formula(best_moves) => Ok(best_moves(line.position())
                .expect("an analysis that solves the game knows the best moves")),
            Oracle::Solution(solution) => Ok(solution.best_moves(line.position())),
            Oracle::Session(session) => {
                let mut session = session.lock().expect("no search panics");
                searched(&mut **session, line, watch)
            }
        }
    }

    /// What each move leads to and how soon; `None` if that would take too long to find out.
    fn entries(
        &self,
        line: &Line<'g, G>,
        watch: &dyn Watch<G::Value>,
    ) -> Result<Option<Entries<G>>, Stopped> {
        let (game, pos) = (line.game(), line.position());
        if let Oracle::Solution(solution) = self {
            return Ok(Some(solution.moves(pos)));
        }
        let found = solution(game, pos, CLASSES_MAX_TO_TEACH, &Budget::DEFAULT, watch);
        Ok(found.map(|solution| solution.moves(pos)))
    }
}

/// The backward solution of a position with up to so many classes behind it.
fn solution<'g, G: Game>(
    game: &'g G,
    pos: &G::Position,
    classes_max: u64,
    budget: &Budget,
    watch: &dyn Watch<G::Value>,
) -> Option<Solution<'g, G>> {
    if game.repetition() != Repetition::Impossible {
        return None;
    }
    let limited = Budget {
        nodes_max: classes_max.min(budget.nodes_max),
        ..*budget
    };
    let solution = backward(game, *pos, true, &limited, watch);
    solution.stopped.is_none().then_some(solution)
}

/// All best moves, by solving the position behind each.
fn searched<'g, G: Game>(
    session: &mut dyn Session<'g, G>,
    line: &Line<'g, G>,
    watch: &dyn Watch<G::Value>,
) -> Result<Vec<G::Move>, Stopped> {
    let mut best: Vec<G::Move> = Vec::new();
    let mut most = None;
    for m in line.game().moves(line.position()) {
        let mut next = line.clone();
        if next.play(m) {
            let part = Part::new(watch, Effort::default(), Bounds::UNKNOWN);
            let ask = Ask {
                line: &next,
                goal: Goal::Value,
                nodes_max: u64::MAX,
                watch: &part,
            };
            let solved = session.prove(ask);
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
