//! Late positions of ultimate tic-tac-toe, under both rule sets, by every solver that proves: with the
//! analysis and without, each value and each best move against exhaustive search, which shares no more
//! with them than the rules.

use unbeatable_core::{Bounds, Budget, Game, Goal, Line, Notation, Wdl};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_games::ultimate::{Position, Ultimate};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::pn::Pn;
use unbeatable_solve::{AlphaBeta, Search, Solver};

use crate::naive::{Naive, Sample, random_positions};

/// A solver's answer for one position: value and best move are the true ones.
fn compare<'g>(
    game: &'g Ultimate,
    (name, solver): &mut (&str, Box<dyn Solver<'g, Ultimate> + 'g>),
    pos: &Position,
    naive: &Naive,
) -> Result<Wdl, String> {
    let value = naive.known(*game, pos);
    let wrong = |what: String| {
        let (spec, text) = (game.spec(), game.position_text(pos));
        Err(format!("{name}: {spec} {text}: {what}, it is {value:?}"))
    };
    let solved = solver.prove(&Line::new(game, *pos), Goal::Value, &());
    if solved.bounds != Bounds::exactly(value) {
        return wrong(format!("{:?}", solved.bounds));
    }
    for &m in &solved.best {
        let worth = -naive.known(*game, &game.play(pos, m));
        if worth != value {
            let m = game.move_text(pos, m);
            return wrong(format!("best is {m}, which is worth {worth:?}"));
        }
    }
    if solved.best.is_empty() {
        return wrong("no best move".into());
    }
    Ok(value)
}

/// All solvers on so many random positions; of each value there must be some.
fn check(game: Ultimate, roots: u64, seed: u64) {
    let game = &game;
    let bytes = |table_bytes_max| Budget {
        table_bytes_max,
        ..Budget::DEFAULT
    };
    let (large, small) = (bytes(16 << 20), bytes(4 << 10));
    let mut solvers: [(&str, Box<dyn Solver<Ultimate>>); 7] = [
        (
            "df-pn",
            Box::new(Search::new(game, &CriticalBoards, &Odds, DfPn::BEST, large)),
        ),
        (
            "df-pn without analysis",
            Box::new(Search::new(game, &(), &Odds, DfPn::BEST, large)),
        ),
        // 256 entries: nearly everything is forgotten and searched again.
        (
            "df-pn with a small table",
            Box::new(Search::new(game, &CriticalBoards, &Odds, DfPn::BEST, small)),
        ),
        (
            "df-pn on three threads",
            Box::new(Search::new(
                game,
                &CriticalBoards,
                &Odds,
                DfPn {
                    alone_nodes: 0,
                    ..DfPn::BEST
                },
                Budget {
                    threads: 3,
                    ..small
                },
            )),
        ),
        (
            "df-pn, folded, without a guide",
            Box::new(Search::new(game, &CriticalBoards, &(), FOLDED, large)),
        ),
        (
            "pn",
            Box::new(Search::new(game, &CriticalBoards, &Odds, Pn, large)),
        ),
        (
            "alpha-beta",
            Box::new(Search::new(
                game,
                &CriticalBoards,
                &Odds,
                AlphaBeta::BEST,
                large,
            )),
        ),
    ];
    let sample = Sample {
        game: *game,
        roots,
        positions_max: 2_000,
        seed,
    };
    let mut values = [0; 3];
    random_positions(&sample, |pos, naive| {
        for solver in &mut solvers {
            let value = compare(game, solver, pos, naive)?;
            values[(value as i32 + 1) as usize] += 1;
        }
        Ok(())
    })
    .expect("true values");
    let answers = roots * solvers.len() as u64;
    assert_eq!(values.iter().sum::<u64>(), answers);
    let few = values.iter().find(|&&count| count * 20 < answers);
    assert_eq!(few, None, "of {values:?}");
}

const FOLDED: DfPn = DfPn {
    symmetry: Some(true),
    ..DfPn::BEST
};

#[test]
fn late_positions() {
    check(Ultimate::STANDARD, 3_000, 5);
    check(Ultimate::PLAY_ON, 1_000, 6);
    check(Ultimate::STANDARD.by_majority(), 1_000, 9);
    check(Ultimate::PLAY_ON.by_majority(), 500, 10);
}

#[test]
#[ignore = "slow: 40 s"]
fn many_late_positions() {
    check(Ultimate::STANDARD, 20_000, 7);
    check(Ultimate::PLAY_ON, 20_000, 8);
    check(Ultimate::STANDARD.by_majority(), 20_000, 11);
}
