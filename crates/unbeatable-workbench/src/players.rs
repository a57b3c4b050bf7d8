//! Players: whoever can be asked for a move.

mod table;
mod thinking;

use std::sync::{Arc, Mutex};

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Bounds, Budget, Effort, Game, Goal, Guide, Line, Notation, Player as Side,
    Repetition, Stopped, Watch,
};
use unbeatable_solve::meter::Part;
use unbeatable_solve::{Solution, backward};

use crate::any_game::AskError;
use crate::bench::Bench;
use crate::method;
use crate::question::Method;
use crate::session::{Ask, Session, session};

use table::TablePlayer;
use thinking::ThinkingPlayer;
pub(crate) use thinking::{Thinking, thinker};

/// Games of up to this many classes are solved backwards before the first move.
const CLASSES_MAX: u64 = 100_000;

/// Whoever can be asked for a move. Players are shared by the threads of a match.
pub trait Player<'g, G: Game>: Send + Sync {
    /// The moves among which the player chooses, each equally likely. An unfinished position has
    /// one. `Err` if the search behind it was stopped.
    fn choices(&self, line: &Line<'g, G>) -> Result<Vec<G::Move>, Stopped>;

    /// Its move in this game.
    fn choose(&self, line: &Line<'g, G>, random: &mut Random) -> Result<G::Move, Stopped> {
        Ok(random.pick(&self.choices(line)?))
    }

    /// Whether games may take long, and depend on more than positions: what is remembered, the clock.
    fn takes_time(&self) -> bool {
        false
    }

    /// A seat for one game, for a player who remembers it from move to move. `None` for one to whom
    /// the position is all that counts.
    fn sit(&self) -> Option<Box<dyn Seat<'g, G> + '_>> {
        None
    }
}

/// A player in one game.
pub trait Seat<'g, G: Game> {
    /// Its move. `Err` if the match was stopped meanwhile.
    fn choose(&mut self, line: &Line<'g, G>) -> Result<G::Move, Stopped>;
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
pub struct PerfectPlayer<'g, G: Game> {
    oracle: Oracle<'g, G>,
    watch: &'g dyn Watch<G::Value>,
}

/// All best moves of a position, if they are known.
type BestMoves<'g, G> =
    dyn Fn(&<G as Game>::Position) -> Option<Vec<<G as Game>::Move>> + Send + Sync + 'g;

/// Where perfect moves come from.
enum Oracle<'g, G: Game> {
    /// A formula names all best moves.
    Formula(Box<BestMoves<'g, G>>),
    /// Every position is known.
    Solution(Box<Solution<'g, G>>),
    /// Every move is searched when it is asked for, on what earlier searches remember.
    Session(Mutex<Box<dyn Session<'g, G> + 'g>>),
}

impl<'g, G: Notation> PerfectPlayer<'g, G> {
    /// A perfect player for games from `root`: follows a formula, or solves them backwards if they
    /// are small enough, or searches.
    pub(crate) fn new<A: Analysis<G>, D: Guide<G>>(
        bench: &'g Bench<G, A, D>,
        root: &G::Position,
        budget: &Budget,
        watch: &'g dyn Watch<G::Value>,
    ) -> Result<Self, AskError> {
        let Bench { game, know, .. } = bench;
        if know.solves(game) {
            return Ok(PerfectPlayer {
                oracle: Oracle::Formula(Box::new(|pos| know.best_moves(game, pos))),
                watch,
            });
        }
        if game.repetition() == Repetition::Impossible {
            let nodes_max = CLASSES_MAX.min(budget.nodes_max);
            let limited = Budget {
                nodes_max,
                ..*budget
            };
            let solution = backward(game, *root, true, &limited, watch);
            if solution.stopped.is_none() {
                return Ok(PerfectPlayer::from_solution(solution, watch));
            }
        }
        let chosen = method::choose(bench, &Method::default())?;
        let session = Mutex::new(session(bench, chosen, *budget));
        Ok(PerfectPlayer {
            oracle: Oracle::Session(session),
            watch,
        })
    }

    /// A perfect player who knows a solution.
    #[must_use]
    pub fn from_solution(solution: Solution<'g, G>, watch: &'g dyn Watch<G::Value>) -> Self {
        PerfectPlayer {
            oracle: Oracle::Solution(Box::new(solution)),
            watch,
        }
    }

    /// All best moves, by solving the position behind each.
    fn searched(
        &self,
        session: &mut dyn Session<'g, G>,
        line: &Line<'g, G>,
    ) -> Result<Vec<G::Move>, Stopped> {
        let mut best: Vec<G::Move> = Vec::new();
        let mut most = None;
        for m in line.game().moves(line.position()) {
            let mut next = line.clone();
            if next.play(m) {
                let part = Part::new(self.watch, Effort::default(), Bounds::UNKNOWN);
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
}

impl<'g, G: Notation> Player<'g, G> for PerfectPlayer<'g, G> {
    fn choices(&self, line: &Line<'g, G>) -> Result<Vec<G::Move>, Stopped> {
        match &self.oracle {
            Oracle::Formula(best_moves) => Ok(best_moves(line.position())
                .expect("an analysis that solves the game knows the best moves")),
            Oracle::Solution(solution) => Ok(solution.best_moves(line.position())),
            Oracle::Session(session) => {
                let mut session = session.lock().expect("no search panics");
                self.searched(&mut **session, line)
            }
        }
    }
}

/// A player's name, understood.
enum Named<'n> {
    Perfect,
    Random,
    /// In this file.
    Table(&'n str),
    Thinking(Thinking),
}

impl<'n> Named<'n> {
    /// The player of that name, if the game allows it.
    fn parse<G: Notation>(game: &G, name: &'n str) -> Result<Self, AskError> {
        if let Some(file) = name.strip_prefix("table:") {
            return Ok(Named::Table(file));
        }
        match name {
            "perfect" => Ok(Named::Perfect),
            "random" => Ok(Named::Random),
            _ => Ok(Named::Thinking(Thinking::parse(game, name)?)),
        }
    }
}

/// The players of these names, by seat, in a match on so many threads. The same name twice is one
/// player on both seats: what it knows, it knows once.
pub(crate) fn seat<'g, G: Notation, A: Analysis<G> + Send, D: Guide<G> + Send>(
    names: [&str; 2],
    threads: usize,
    bench: &'g Bench<G, A, D>,
    root: &G::Position,
    budget: &Budget,
    watch: &'g dyn Watch<G::Value>,
) -> Result<[Arc<dyn Player<'g, G> + 'g>; 2], AskError> {
    // A wrong name is noticed before anybody solves the game.
    for name in names {
        Named::parse(&bench.game, name)?;
    }
    let player = |name: &str, side: Side| -> Result<Arc<dyn Player<'g, G> + 'g>, AskError> {
        Ok(match Named::parse(&bench.game, name)? {
            Named::Perfect => Arc::new(PerfectPlayer::new(bench, root, budget, watch)?),
            Named::Random => Arc::new(RandomPlayer),
            Named::Table(file) => Arc::new(TablePlayer::new(&bench.game, file, root, side)?),
            Named::Thinking(thinking) => Arc::new(ThinkingPlayer {
                bench,
                thinking,
                // Every thread seats both players.
                table_bytes_max: budget.table_bytes_max / (2 * threads),
                watch,
            }),
        })
    };
    let first = player(names[0], Side::First)?;
    // A table is looked at for each side: it may know one only.
    let is_table = names[0].starts_with("table:");
    let second = if names[0] == names[1] && !is_table {
        Arc::clone(&first)
    } else {
        player(names[1], Side::Second)?
    };
    Ok([first, second])
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Spec;
    use unbeatable_games::heaps::Heaps;
    use unbeatable_games::mnk::Mnk;
    use unbeatable_games::nim_sum::NimSum;
    use unbeatable_games::open_lines::OpenLines;
    use unbeatable_games::potential::Potential;
    use unbeatable_games::threats::Threats;

    /// A perfect player who follows a formula chooses among the same moves as one who knows all.
    #[test]
    fn formulas_and_knowing_are_the_same() {
        for spec in ["nim:3,4,5", "nim:3,4,5+misere", "kayles:9"] {
            let game = Heaps::from_spec(Spec::parse(spec).unwrap()).unwrap();
            let know = NimSum::new(&game);
            let bench = Bench::new(game, know, Vec::<(&str, ())>::new(), "");
            let start = bench.game.start();
            let formula = PerfectPlayer::new(&bench, &start, &Budget::DEFAULT, &()).unwrap();
            assert!(matches!(formula.oracle, Oracle::Formula(_)));
            let solution = backward(&bench.game, start, true, &Budget::DEFAULT, &());
            let knowing = PerfectPlayer::from_solution(solution, &());
            for index in 0..100 {
                let mut random = Random::for_task(3, index);
                let mut line = Line::new(&bench.game, start);
                while line.outcome().is_none() {
                    assert_eq!(formula.choices(&line), knowing.choices(&line), "{spec}");
                    let m = RandomPlayer.choose(&line, &mut random).unwrap();
                    assert!(line.play(m));
                }
            }
        }
    }

    /// A perfect player who has to search chooses among the same moves as one who knows all.
    #[test]
    fn searching_and_knowing_are_the_same() {
        let guides = vec![("open-lines", OpenLines)];
        let bench = Bench::new(Mnk::tic_tac_toe(), (Threats, Potential), guides, "");
        let start = bench.game.start();
        // Too few nodes to solve the game backwards; a search may take as many as it likes.
        let budget = Budget {
            nodes_max: 10,
            ..Budget::DEFAULT
        };
        let searching = PerfectPlayer::new(&bench, &start, &budget, &()).unwrap();
        assert!(matches!(searching.oracle, Oracle::Session(_)));
        let knowing = PerfectPlayer::new(&bench, &start, &Budget::DEFAULT, &()).unwrap();
        assert!(matches!(knowing.oracle, Oracle::Solution(_)));
        for index in 0..100 {
            let mut random = Random::for_task(3, index);
            let mut line = Line::new(&bench.game, start);
            while line.outcome().is_none() {
                assert_eq!(searching.choices(&line), knowing.choices(&line));
                let m = RandomPlayer.choose(&line, &mut random).unwrap();
                assert!(line.play(m));
            }
        }
    }
}
