//! What is known of Hex with a swap, compared with exhaustive search of its rules.

use std::collections::HashMap;

use unbeatable_core::{
    Analysis, Bounds, Budget, Decided, Game, Goal, Line, Notation, Outcome, Player, Wdl,
};
use unbeatable_hex::board::HexBoard;
use unbeatable_hex::connections::analysis::VirtualConnections;
use unbeatable_hex::hex::{Hex, HexStones};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::search::Search;
use unbeatable_solve::solver::Solver;

fn with_swap(side: u8) -> Hex {
    let board = HexBoard::new(side, side).expect("a size that there is");
    Hex::new(board, true)
}

/// Who wins, by the rules alone.
fn winner(game: &Hex, pos: &HexStones, known: &mut HashMap<HexStones, Player>) -> Player {
    if let Some(outcome) = game.outcome(pos) {
        return outcome.winner().expect("Hex has no draws");
    }
    if let Some(&winner) = known.get(pos) {
        return winner;
    }
    let turn = pos.turn();
    let wins = |m| winner(game, &game.play(pos, m), known) == turn;
    let found = match game.moves(pos).any(wins) {
        true => turn,
        false => turn.other(),
    };
    known.insert(*pos, found);
    found
}

/// The analysis and the search agree with the rules in a position, and in all that are so many plies behind.
fn check(game: &Hex, pos: &HexStones, plies: u32, known: &mut HashMap<HexStones, Player>) -> u32 {
    if game.outcome(pos).is_some() {
        return 0;
    }
    let (turn, text) = (pos.turn(), game.position_text(pos));
    let expected = winner(game, pos, known);
    let value = match expected == turn {
        true => Wdl::Win,
        false => Wdl::Loss,
    };
    let know = VirtualConnections::default();
    let bounds = know.bounds(game, pos);
    let is_true = bounds == Bounds::UNKNOWN || bounds == Bounds::exactly(value);
    assert!(is_true, "{text}: {bounds:?}");
    let mut wins = |m| winner(game, &game.play(pos, m), known) == turn;
    if value == Wdl::Win {
        assert!(know.candidates(game, pos).any(&mut wins), "{text}");
    }
    match know.prospects(game, &(), pos, Outcome::win(Player::First), |_| ()) {
        Some(Decided::Reached(m)) => assert!(wins(m), "{text}: {m:?}"),
        Some(Decided::Missed) => assert_eq!(value, Wdl::Loss, "{text}"),
        None => {}
    }
    for m in game.moves(pos) {
        if know.remark(game, pos, m).is_some() {
            assert!(wins(m), "{text}: {m:?} connects for good");
        }
    }
    let mut search = Search::new(game, &know, &(), DfPn::BEST, Budget::DEFAULT);
    let goal = Goal::AtLeast(Outcome::win(Player::First));
    let solved = search.prove(&Line::new(game, *pos), goal, &());
    assert_eq!(
        goal.answer(solved.bounds, turn),
        Some(expected == Player::First),
        "{text}"
    );
    let nexts = game.moves(pos).map(|m| game.play(pos, m));
    1 + match plies {
        0 => 0,
        _ => nexts.map(|next| check(game, &next, plies - 1, known)).sum(),
    }
}

/// Whoever may swap wins, and everything that is said on the way is true.
fn check_from_the_start(side: u8, plies: u32, expected: u32) {
    let game = with_swap(side);
    let (start, mut known) = (game.start(), HashMap::new());
    let checked = check(&game, &start, plies, &mut known);
    assert!(checked >= expected, "{side}: {checked}");
    assert_eq!(winner(&game, &start, &mut known), Player::Second, "{side}");
}

#[test]
fn what_is_said_with_a_swap_agrees_with_exhaustive_search() {
    check_from_the_start(2, 5, 25);
    check_from_the_start(3, 3, 500);
}

#[test]
#[ignore = "slow: 90 s"]
fn what_is_said_with_a_swap_agrees_with_exhaustive_search_slowly() {
    check_from_the_start(3, 5, 5_000);
    check_from_the_start(4, 1, 17);
}

/// On larger boards, too: White takes over a stone that wins, and beats any other.
#[test]
fn nobody_opens_well_where_there_is_a_swap() {
    for side in 4..=5 {
        let game = with_swap(side);
        let start = game.start();
        let openings = game.moves(&start).map(|m| game.play(&start, m));
        for pos in openings.chain([start]) {
            let know = VirtualConnections::default();
            let mut search = Search::new(&game, &know, &(), DfPn::BEST, Budget::DEFAULT);
            let goal = Goal::AtLeast(Outcome::win(Player::First));
            let solved = search.prove(&Line::new(&game, pos), goal, &());
            let is_won = goal.answer(solved.bounds, pos.turn());
            assert_eq!(is_won, Some(false), "{}", game.position_text(&pos));
        }
    }
}
