//! The tree of job-level proof-number search: whatever jobs return, in whatever order, however often they
//! are lost, and whatever numbers they make up, its answers are those of exhaustive search.

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Line, Notation, Outcome, Player, Spec, Wdl,
};
use unbeatable_games::connect::Connect;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::ultimate::Ultimate;
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_solve::Search;
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::proof_table::Distance;
use unbeatable_solve::{Solver, minimax};
use unbeatable_workbench::jobs::tree::{JobTree, ROOT, Selected};

/// What jobs are like.
#[derive(Clone, Copy, PartialEq)]
enum Jobs {
    Honest,
    /// They make numbers up, those of decided positions, too.
    Lying,
}

/// Whether `pos` ends at least as well for the first player as `at_least`, by a search without a tree.
fn truth<G: Game, A: Analysis<G>, D: Guide<G>>(
    (game, know, guide): (&G, &A, &D),
    pos: &G::Position,
    at_least: Outcome<G::Value>,
) -> bool {
    let budget = Budget {
        table_bytes_max: 1 << 20,
        ..Budget::DEFAULT
    };
    let mut search = Search::new(game, know, guide, DfPn::BEST, budget);
    let solved = search.prove(&Line::new(game, *pos), Goal::AtLeast(at_least), &());
    let answer = Goal::AtLeast(at_least).answer(solved.bounds, game.turn(pos));
    answer.expect("a search without limits has an answer")
}

/// Runs jobs of random budgets, several under way at a time, which come back in random order or are lost,
/// until the answer is shown. How many there were.
fn run<G: Game, A: Analysis<G>, D: Guide<G>>(
    all: (&G, &A, &D),
    pos: &G::Position,
    at_least: Outcome<G::Value>,
    jobs: Jobs,
    random: &mut Random,
) -> (bool, u64) {
    let (game, know, guide) = all;
    let mut tree = JobTree::new(game, know, guide, *pos, at_least);
    let workers = 1 + random.below(4) as usize;
    let mut under_way: Vec<Selected> = vec![];
    let mut count = 0;
    loop {
        if tree.answer(ROOT).is_some() {
            under_way.drain(..).for_each(|job| tree.give_back(job.id));
            let unshown = tree.unshown();
            if unshown.is_empty() {
                return (tree.answer(ROOT).expect("it was answered"), count);
            }
            for id in unshown {
                tree.show(id, truth(all, tree.position(id), at_least));
            }
            continue;
        }
        while under_way.len() < workers
            && let Some(given) = tree.select()
        {
            under_way.push(given);
        }
        assert!(!under_way.is_empty(), "an open tree has an open leaf");
        let job = under_way.swap_remove(random.below(under_way.len() as u64) as usize);
        let Selected { id, limits, .. } = job;
        count += 1;
        assert!(count < 100_000, "jobs go on for ever");
        if random.below(10) == 0 {
            tree.give_back(id);
            continue;
        }
        let budget = Budget {
            nodes_max: 1 + random.below(30),
            table_bytes_max: 1 << 16,
            threads: 1,
        };
        let mut search = Search::new(game, know, guide, DfPn::BEST, budget);
        let line = Line::new(game, *tree.position(id));
        let (found, effort, _) = search.approach(&line, at_least, limits, 5, &mut (), &());
        tree.spend(effort.nodes);
        let opens = random.below(2) == 0;
        if let Some(found) = found.filter(|found| found.is_decided()) {
            let is_first = game.turn(line.position()) == Player::First;
            tree.show(id, (found.win == 0) == is_first);
            continue;
        }
        let mut moves = search.look(&line).expect("df-pn looks").moves(at_least);
        if jobs == Jobs::Lying {
            for (_, distance) in &mut moves {
                *distance = match random.below(6) {
                    0 => Distance::WON,
                    1 => Distance::LOST,
                    number => Distance {
                        win: 1 << number,
                        lose: 1 + random.below(1000) as u32,
                    },
                };
            }
        }
        if !opens && tree.leave(id, moves.iter().map(|(_, distance)| *distance)) {
            continue;
        }
        tree.open(id, |m| {
            let found = moves.iter().find(|(known, _)| *known == m);
            found.map(|(_, distance)| *distance)
        });
    }
}

/// Positions after random moves, unfinished.
fn positions<G: Game>(game: &G, plies: u64, count: usize, random: &mut Random) -> Vec<G::Position> {
    let mut found = vec![];
    while found.len() < count {
        let mut pos = game.start();
        for _ in 0..random.below(plies + 1) {
            if game.outcome(&pos).is_some() {
                break;
            }
            let moves: Vec<_> = game.moves(&pos).collect();
            pos = game.play(&pos, moves[random.below(moves.len() as u64) as usize]);
        }
        if game.outcome(&pos).is_none() {
            found.push(pos);
        }
    }
    found
}

/// Compares the tree with minimax.
#[track_caller]
fn check<G: Game<Value = Wdl>>(game: &G, positions: &[G::Position], random: &mut Random) {
    let mut count = 0;
    for pos in positions {
        let solved = minimax(&Line::new(game, *pos), &Budget::DEFAULT, &());
        let value = solved.bounds.value().expect("minimax knows");
        let outcome = Outcome::from_value(value, game.turn(pos)).value_for(Player::First);
        for asked in [Wdl::Draw, Wdl::Win] {
            let at_least = Outcome::from_value(asked, Player::First);
            for jobs in [Jobs::Honest, Jobs::Lying] {
                let (found, jobs) = run((game, &(), &()), pos, at_least, jobs, random);
                assert_eq!(found, outcome >= asked, "{pos:?} {asked:?}");
                count += jobs;
            }
        }
    }
    assert!(
        count > positions.len() as u64 * 4,
        "most trees have several jobs"
    );
}

#[test]
fn tic_tac_toe() {
    let game = Mnk::from_spec(Spec::parse("ttt").expect("a spec")).expect("a game");
    let random = &mut Random::new(1);
    let positions = positions(&game, 5, 150, random);
    check(&game, &positions, random);
}

#[test]
fn four_in_a_row() {
    let game = Connect::from_spec(Spec::parse("connect:4x3").expect("a spec")).expect("a game");
    let random = &mut Random::new(2);
    let mut late = positions(&game, 8, 200, random);
    late.retain(|pos| game.moves(pos).count() < 4);
    check(&game, &late, random);
}

/// With an analysis that leaves moves out, which have to be shown all the same.
#[test]
fn late_positions_of_ultimate_tic_tac_toe() {
    let game = Ultimate::from_spec(Spec::parse("uttt").expect("a spec")).expect("a game");
    let random = &mut Random::new(3);
    let suite = include_str!("../../../../testdata/uttt-late.csv");
    let mut answers = [0; 2];
    for row in suite.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let text = fields.iter().find(|field| field.contains(';'));
        let text = text.expect("a position");
        let pos = *game.parse_line(text).expect("a position").position();
        if game.outcome(&pos).is_some() {
            continue;
        }
        let winner = fields
            .iter()
            .find(|field| ["X", "O", "draw"].contains(*field));
        let value = match *winner.expect("a winner") {
            "X" => Wdl::Win,
            "O" => Wdl::Loss,
            _ => Wdl::Draw,
        };
        for asked in [Wdl::Draw, Wdl::Win] {
            let at_least = Outcome::from_value(asked, Player::First);
            for jobs in [Jobs::Honest, Jobs::Lying] {
                let all = (&game, &CriticalBoards, &Odds);
                let (found, _) = run(all, &pos, at_least, jobs, random);
                assert_eq!(found, value >= asked, "{text} {asked:?}");
                answers[usize::from(found)] += 1;
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 100), "{answers:?}");
}
