//! Wins in time: every solver, on games with a limit, against exhaustive search to the last ply, which
//! knows nothing but the rules.

use std::collections::HashMap;
use std::hash::Hash;

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Lifted, Line, Notation, Outcome, Player, Restriction,
    Spec, Within, laws,
};
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
use unbeatable_solve::pn::Pn;
use unbeatable_solve::{AlphaBeta, Search, Solver, backward, minimax};

fn mnk(spec: &str) -> Mnk {
    Mnk::from_spec(Spec::parse(spec).expect("a spec")).expect("rules")
}

fn heaps(spec: &str) -> Heaps {
    Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("rules")
}

/// Whether First wins within so many plies.
struct Naive<'g, G: Game>(&'g G, HashMap<(G::Position, u32), bool>);

impl<G: Game> Naive<'_, G>
where
    G::Position: Hash,
{
    fn wins(&mut self, pos: &G::Position, left: u32) -> bool {
        let game = self.0;
        if let Some(outcome) = game.outcome(pos) {
            return outcome.winner() == Some(Player::First);
        }
        if left == 0 {
            return false;
        }
        if let Some(&wins) = self.1.get(&(*pos, left)) {
            return wins;
        }
        let wanted = game.turn(pos) == Player::First;
        let moves: Vec<G::Move> = game.moves(pos).collect();
        let found = moves
            .into_iter()
            .any(|m| self.wins(&game.play(pos, m), left - 1) == wanted);
        self.1.insert((*pos, left), found == wanted);
        found == wanted
    }
}

/// A solver of the game with a limit, by name.
type Named<'g, G> = (&'static str, Box<dyn Solver<'g, Within<G>> + 'g>);

/// What every solver says about a win within so many plies.
fn answers<G: Notation, A: Analysis<G> + Clone, D: Guide<G> + Clone>(
    (game, know, guide): (&G, &A, &D),
    pos: &G::Position,
    plies: u32,
) -> Vec<(&'static str, Option<bool>)> {
    let within = Within::new(game.clone(), plies);
    let (know, guide) = (Lifted(know.clone()), Lifted(guide.clone()));
    let goal = Goal::AtLeast(Outcome::win(Player::First));
    let line = Line::new(&within, within.limited(*pos));
    let budget = Budget {
        table_bytes_max: 1 << 18,
        ..Budget::DEFAULT
    };
    let weak = DfPn {
        weak: true,
        ..DfPn::BEST
    };
    let mut solvers: Vec<Named<G>> = vec![
        (
            "df-pn",
            Box::new(Search::new(&within, &know, &guide, DfPn::BEST, budget)),
        ),
        (
            "weak df-pn",
            Box::new(Search::new(&within, &know, &guide, weak, budget)),
        ),
        (
            "df-pn alone",
            Box::new(Search::new(&within, &(), &(), weak, budget)),
        ),
        (
            "pn",
            Box::new(Search::new(&within, &know, &guide, Pn, Budget::DEFAULT)),
        ),
        (
            "alpha-beta",
            Box::new(Search::new(&within, &know, &guide, AlphaBeta::BEST, budget)),
        ),
    ];
    let turn = game.turn(pos);
    let mut found: Vec<_> = solvers
        .iter_mut()
        .map(|(name, solver)| {
            let solved = solver.solve(&line, goal, &());
            // A line of best play is legal.
            let mut played = line.clone();
            assert!(solved.line.iter().all(|&m| played.play(m)), "{name}");
            (*name, goal.answer(solved.bounds, turn))
        })
        .collect();
    let solution = backward(&within, *line.position(), true, &Budget::DEFAULT, &()).solved();
    found.push(("backward", goal.answer(solution.bounds, turn)));
    if plies <= 4 {
        let solved = minimax(&line, &Budget::DEFAULT, &());
        found.push(("minimax", goal.answer(solved.bounds, turn)));
    }
    found
}

/// Every solver at positions of random games, at all limits up to so many plies.
#[track_caller]
fn check<G: Notation, A: Analysis<G> + Clone, D: Guide<G> + Clone>(
    known: (&G, &A, &D),
    games: u64,
    marks: u64,
    plies_max: u32,
) {
    let game = known.0;
    let mut naive = Naive(game, HashMap::new());
    let mut found = [0; 2];
    for index in 0..games {
        let mut random = Random::for_task(9, index);
        let mut pos = game.start();
        for _ in 0..random.below(marks + 1) {
            if game.outcome(&pos).is_some() {
                break;
            }
            let moves: Vec<G::Move> = game.moves(&pos).collect();
            pos = game.play(&pos, random.pick(&moves));
        }
        for plies in 0..=plies_max {
            let wins = naive.wins(&pos, plies);
            found[usize::from(wins)] += 1;
            for (solver, answer) in answers(known, &pos, plies) {
                let text = game.position_text(&pos);
                let spec = game.spec();
                assert_eq!(answer, Some(wins), "{solver}: {spec} {text} within {plies}");
            }
        }
    }
    assert!(found.iter().all(|&n| n >= 20), "{}: {found:?}", game.spec());
}

#[test]
fn tic_tac_toe_and_larger_boards() {
    let know = (Threats, (Potential, StrategyStealing));
    check((&mnk("ttt"), &know, &OpenLines), 300, 8, 9);
    check((&mnk("ttt+misere"), &know, &OpenLines), 200, 8, 9);
    check((&mnk("mnk:4x3x3"), &know, &OpenLines), 100, 9, 8);
    check((&mnk("mnk:4x4x3"), &know, &OpenLines), 30, 9, 7);
}

#[test]
fn games_of_heaps() {
    for spec in ["nim:1,2,3", "nim:1,2,3+misere", "kayles:6", "subtract:9"] {
        let game = heaps(spec);
        check((&game, &NimSum::new(&game), &()), 60, 4, 10);
    }
}

#[test]
fn ultimate_tic_tac_toe() {
    // Random games, late: mostly decided by then.
    let both = [Ultimate::STANDARD, Ultimate::PLAY_ON];
    for game in both.into_iter().flat_map(|game| [game, game.by_majority()]) {
        let mut naive = Naive(&game, HashMap::new());
        let mut found = [0; 2];
        for index in 0..600 {
            let mut random = Random::for_task(11, index);
            let mut pos = game.start();
            let mut played = vec![pos];
            while game.outcome(&pos).is_none() {
                let moves: Vec<_> = game.moves(&pos).collect();
                pos = game.play(&pos, random.pick(&moves));
                played.push(pos);
            }
            // A few plies before the end.
            let back = 1 + random.below(5) as usize;
            let pos = played[played.len() - 1 - back];
            for plies in 0..=5 {
                let wins = naive.wins(&pos, plies);
                found[usize::from(wins)] += 1;
                for (solver, answer) in answers((&game, &CriticalBoards, &Odds), &pos, plies) {
                    let text = game.position_text(&pos);
                    assert_eq!(answer, Some(wins), "{solver}: {text} within {plies}");
                }
            }
        }
        assert!(found.iter().all(|&n| n > 300), "{found:?}");
    }
}

#[test]
fn a_game_with_a_limit_keeps_the_laws() {
    laws::check(&Within::new(mnk("ttt"), 6), 300, 1).unwrap();
    laws::check(&Within::new(mnk("mnk:4x3x3"), 9), 100, 1).unwrap();
    laws::check(&Within::new(heaps("nim:3,5,7"), 4), 100, 1).unwrap();
    laws::check(&Within::new(Ultimate::PLAY_ON, 30), 30, 1).unwrap();
}

/// Some moves, by a number.
struct Some2(u64);

impl<G: Notation> Restriction<G> for Some2 {
    fn name(&self) -> &'static str {
        "some"
    }

    fn suits(&self, _: &G, _: &G::Position) -> bool {
        true
    }

    fn allows(&self, game: &G, pos: &G::Position, m: G::Move) -> bool {
        let canonical = game.key(&game.canonical(&game.play(pos, m)));
        !(canonical ^ self.0).is_multiple_of(3)
    }
}

/// What is proven for First under any restriction is true; what is not may be.
#[test]
fn restrictions_prove_wins_and_nothing_else() {
    let know = (Threats, (Potential, StrategyStealing));
    let mut tally = [[0; 2]; 2];
    for spec in ["ttt", "mnk:4x3x3", "mnk:4x4x3"] {
        let game = mnk(spec);
        let within = Within::new(game.clone(), 9);
        let lifted = Lifted(know);
        let goal = Goal::AtLeast(Outcome::win(Player::First));
        let mut naive = Naive(&game, HashMap::new());
        for index in 0..200 {
            let mut random = Random::for_task(3, index);
            let mut pos = game.start();
            for _ in 0..random.below(6) {
                let moves: Vec<u8> = game.moves(&pos).collect();
                if game.outcome(&pos).is_none() && !moves.is_empty() {
                    pos = game.play(&pos, random.pick(&moves));
                }
            }
            let some = Some2(random.bits());
            let mut search = Search::new(&within, &lifted, &(), DfPn::BEST, Budget::DEFAULT);
            search.restriction = Some(&some);
            let line = Line::new(&within, within.limited(pos));
            let solved = search.solve(&line, goal, &());
            let found = goal.answer(solved.bounds, game.turn(&pos)) == Some(true);
            let wins = naive.wins(&pos, 9);
            assert!(wins || !found, "{spec} {}", game.position_text(&pos));
            tally[usize::from(wins)][usize::from(found)] += 1;
        }
    }
    // Some wins are missed, so a no is no answer.
    assert!(tally[1][0] > 20 && tally[1][1] > 20, "{tally:?}");
}

/// A proof of tic-tac-toe's draw takes far fewer positions than the search did nodes, and counting it
/// twice gives the same.
#[test]
fn sizes_of_proofs() {
    let game = mnk("mnk:4x3x3");
    let within = Within::new(game.clone(), 12);
    let line = Line::new(&within, within.start());
    for (plies_max, answer) in [(12, true), (3, false)] {
        let within = Within::new(game.clone(), plies_max);
        let line_of = Line::new(&within, within.start());
        let goal = Goal::AtLeast(Outcome::win(Player::First));
        let mut sizes = vec![];
        for table_bytes_max in [1 << 20, 1 << 20, 1 << 18] {
            let budget = Budget {
                table_bytes_max,
                ..Budget::DEFAULT
            };
            let mut search = Search::new(&within, &(), &(), DfPn::BEST, budget);
            let solved = search.solve(&line_of, goal, &());
            assert_eq!(goal.answer(solved.bounds, Player::First), Some(answer));
            let size = search
                .proof_size(&line_of, goal, &())
                .expect("few positions");
            assert!(0 < size && size <= solved.effort.nodes, "{size}");
            sizes.push(size);
        }
        assert_eq!(sizes[0], sizes[1]);
    }
    let mut search = Search::new(&within, &(), &(), DfPn::BEST, Budget::DEFAULT);
    assert_eq!(search.proof_size(&line, Goal::Value, &()), None);
}
