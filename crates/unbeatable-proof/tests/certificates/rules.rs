//! The games of the tests, by their specs, and lines of random play.

use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Line, Notation, ParseError, Spec, Within};
use unbeatable_games::go::Go;
use unbeatable_games::go::pass_order::PassOrder;
use unbeatable_games::go::safety::Safety;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::heaps::nim_sum::NimSum;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::strategy_stealing::StrategyStealing;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::ultimate::Ultimate;
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::superko::SuperkoDfPn;
use unbeatable_solve::{Search, Solver};

/// A game with its solver.
pub(crate) trait Rules: Notation {
    /// A solver with all that is known of the game, or with nothing.
    fn solver<'g>(&'g self, knows: bool, budget: Budget) -> Box<dyn Solver<'g, Self> + 'g>;
}

const KNOW_MNK: (Threats, (Potential, StrategyStealing)) = (Threats, (Potential, StrategyStealing));

impl Rules for Mnk {
    fn solver<'g>(&'g self, knows: bool, budget: Budget) -> Box<dyn Solver<'g, Self> + 'g> {
        match knows {
            true => Box::new(Search::new(self, &KNOW_MNK, &OpenLines, DfPn::BEST, budget)),
            false => plain(self, budget),
        }
    }
}

impl Rules for Heaps {
    fn solver<'g>(&'g self, knows: bool, budget: Budget) -> Box<dyn Solver<'g, Self> + 'g> {
        match knows {
            true => {
                let know = Box::leak(Box::new(NimSum::new(self)));
                Box::new(Search::new(self, know, &(), DfPn::BEST, budget))
            }
            false => plain(self, budget),
        }
    }
}

impl Rules for Ultimate {
    fn solver<'g>(&'g self, knows: bool, budget: Budget) -> Box<dyn Solver<'g, Self> + 'g> {
        match knows {
            true => Box::new(Search::new(
                self,
                &CriticalBoards,
                &Odds,
                DfPn::BEST,
                budget,
            )),
            false => plain(self, budget),
        }
    }
}

impl Rules for Go {
    fn solver<'g>(&'g self, knows: bool, budget: Budget) -> Box<dyn Solver<'g, Self> + 'g> {
        let (best, guide) = (SuperkoDfPn::BEST, &PassOrder::First);
        match knows {
            true => Box::new(Search::new(self, &Safety, guide, best, budget)),
            false => Box::new(Search::new(self, &(), guide, best, budget)),
        }
    }
}

impl<G: Rules> Rules for Within<G> {
    fn solver<'g>(&'g self, _: bool, budget: Budget) -> Box<dyn Solver<'g, Self> + 'g> {
        plain(self, budget)
    }
}

fn plain<'g, G: Game>(game: &'g G, budget: Budget) -> Box<dyn Solver<'g, G> + 'g> {
    Box::new(Search::new(game, &(), &(), DfPn::BEST, budget))
}

/// What is to be done with a game, whichever it is.
pub(crate) trait Task {
    /// What comes of it.
    type Out;

    /// Does it.
    fn run<G: Rules>(self, game: &G) -> Self::Out;
}

/// Does it with the game of that spec.
pub(crate) fn with_rules<T: Task>(spec: &str, task: T) -> Result<T::Out, ParseError> {
    let parsed = Spec::parse(spec)?;
    Ok(match parsed.name.text {
        "ttt" | "mnk" => task.run(&Mnk::from_spec(parsed)?),
        "go" => task.run(&Go::from_spec(parsed)?),
        "uttt" => task.run(&Ultimate::from_spec(parsed)?),
        "nim" | "subtract" | "kayles" | "dawson" | "octal" => task.run(&Heaps::from_spec(parsed)?),
        _ => return Err(parsed.name.wrong(0, "the name of a game")),
    })
}

/// A line of random moves that does not end the game.
pub(crate) fn random_line<'g, G: Game>(game: &'g G, random: &mut Random) -> Line<'g, G> {
    let mut line = Line::new(game, game.start());
    let is_forbidden = game.repetition().is_forbidden();
    for _ in 0..81 {
        let mut moves: Vec<G::Move> = game.moves(line.position()).collect();
        // Stones rather than passes: so histories become long.
        if is_forbidden && random.below(4) > 0 {
            moves.pop();
        }
        while !moves.is_empty() {
            let i = random.below(moves.len() as u64) as usize;
            if !line.play(moves.swap_remove(i)) {
                continue;
            }
            if line.outcome().is_none() {
                break;
            }
            line.undo();
        }
    }
    // A game that was played nearly to its end, taken back some way; not far if it was long and must
    // be searched to its end from there.
    let plies = line.plies() as u64;
    let back = match plies > 30 && !is_forbidden {
        true => 14,
        false => plies,
    };
    for _ in 0..random.below(back + 1) {
        line.undo();
    }
    line
}
