//! What is said of positions of Hex, compared with exhaustive search.

use std::collections::{BTreeMap, HashSet};

use unbeatable_core::diagram::{Highlight, HighlightKind};
use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Bounds, Decided, Game, Notation, Outcome, Player, RelevanceZones, Wdl,
};
use unbeatable_hex::board::{CellSet, HexBoard, each};
use unbeatable_hex::connections::analysis::VirtualConnections;
use unbeatable_hex::connections::net::Net;
use unbeatable_hex::hex::{Hex, HexMove, HexStones};
use unbeatable_hex::inferior::Filled;

use crate::everything::{Everything, by_lot, stones_of, with};

/// Unfinished positions: all of 3x3, and thousands of larger boards by lot, with what can still be tried out.
/// A board is columns and rows, the fewest stones, and how many positions.
fn each_position(
    boards: &[(u8, u8, u64, u64)],
    mut check: impl FnMut(&Hex, &HexStones, &mut Everything),
) {
    let rules = |columns, rows| {
        Hex::new(
            HexBoard::new(columns, rows).expect("a size that there is"),
            false,
        )
    };
    let game = rules(3, 3);
    let mut everything = Everything::new(*game.board());
    let mut waiting = vec![game.start()];
    let mut met = HashSet::new();
    while let Some(pos) = waiting.pop() {
        if game.outcome(&pos).is_some() || !met.insert(pos) {
            continue;
        }
        check(&game, &pos, &mut everything);
        waiting.extend(game.moves(&pos).map(|m| game.play(&pos, m)));
    }
    assert_eq!(met.len(), 5514 - 994);
    let mut random = Random::new(29);
    for &(columns, rows, stones, count) in boards {
        let game = rules(columns, rows);
        let mut everything = Everything::new(*game.board());
        for i in 0..count {
            if let Some(pos) = by_lot(&game, stones + i % 3, &mut random) {
                check(&game, &pos, &mut everything);
            }
            // What was tried out from one position is of little use for the next.
            if everything.known.len() > 3_000_000 {
                everything.known.clear();
            }
        }
    }
}

/// What nets say of a position.
fn check_nets(
    game: &Hex,
    pos: &HexStones,
    everything: &mut Everything,
    counts: &mut BTreeMap<&str, u64>,
) {
    let (board, stones) = (game.board(), stones_of(pos));
    let text = game.position_text(pos);
    let mut count = |what| *counts.entry(what).or_default() += 1;
    for player in Player::BOTH {
        let [mine, theirs] = match player {
            Player::First => stones,
            Player::Second => [stones[1], stones[0]],
        };
        let net = Net::<u64>::new(board, player, mine, theirs, false);
        if net.is_connected() {
            let winner = everything.winner(stones, player.other());
            assert_eq!(winner, player, "{text}: connected");
            count("connected");
            continue;
        }
        if let Some(cell) = net.key() {
            let next = with(stones, player, cell);
            let winner = everything.winner(next, player.other());
            assert_eq!(winner, player, "{text}: the key {}", board.name(cell));
            count("key");
        }
        for cell in each(game.empty(pos) & !net.common().unwrap_or(CellSet::MAX)) {
            let next = with(stones, player.other(), cell);
            let winner = everything.winner(next, player);
            assert_eq!(winner, player, "{text}: {} is outside", board.name(cell));
            count("must-play");
        }
        // A net is the same in wider words, and one that was made step by step says nothing false.
        let wide = Net::<u128>::new(board, player, mine, theirs, false);
        assert_eq!((wide.common(), wide.key()), (net.common(), net.key()));
        for cell in each(game.empty(pos)).take(4) {
            let grown = net.after(board, player, mine | 1 << cell, theirs);
            if grown.is_connected() {
                let next = with(stones, player, cell);
                let winner = everything.winner(next, player.other());
                assert_eq!(winner, player, "{text}: {} connects", board.name(cell));
                count("grown");
            }
            let shrunk = net.after(board, player, mine, theirs | 1 << cell);
            let next = with(stones, player.other(), cell);
            if shrunk.is_connected() {
                let winner = everything.winner(next, player.other());
                assert_eq!(
                    winner,
                    player,
                    "{text}: connected without {}",
                    board.name(cell)
                );
            }
            if shrunk.common().is_some() {
                let winner = everything.winner(next, player);
                assert_eq!(winner, player, "{text}: a way without {}", board.name(cell));
                count("shrunk");
            }
        }
    }
}

/// A player wins with these cells though the opponent has all others, and `turn` is to move.
pub(crate) fn check_needed(
    stones: [CellSet; 2],
    player: Player,
    needed: CellSet,
    turn: Player,
    everything: &mut Everything,
) {
    let mut all = stones;
    let others = everything.board.full() & !(stones[0] | stones[1] | needed);
    all[player.other().index()] |= others;
    let winner = everything.winner(all, turn);
    assert_eq!(winner, player, "{stones:?} {needed:b}");
}

/// What inferior cells say of a position.
fn check_inferior(
    game: &Hex,
    pos: &HexStones,
    everything: &mut Everything,
    counts: &mut BTreeMap<&str, u64>,
) {
    let stones = stones_of(pos);
    let text = game.position_text(pos);
    let filled = Filled::<u64>::new(game.board(), stones);
    let wide = Filled::<u128>::new(game.board(), stones);
    assert_eq!(wide.stones(), filled.stones(), "{text}: in wider words");
    if filled.stones() != stones {
        *counts.entry("filled").or_default() += 1;
    }
    for turn in Player::BOTH {
        let winner = everything.winner(stones, turn);
        let is = everything.winner(filled.stones(), turn);
        assert_eq!(
            is,
            winner,
            "{text} {turn:?}: filled in {:?}",
            filled.stones()
        );
        for cell in each(filled.empty()).take(6) {
            let next = filled.with(turn, cell);
            let after = with(stones, turn, cell);
            let winner = everything.winner(after, turn.other());
            let is = everything.winner(next.stones(), turn.other());
            assert_eq!(is, winner, "{text} {turn:?}: filled in behind {cell}");
            for other in each(next.free(turn) & filled.empty()) {
                let after = with(stones, turn, other);
                if everything.winner(after, turn.other()) == turn {
                    assert_eq!(winner, turn, "{text} {turn:?}: {cell} for {other}");
                }
                *counts.entry("dominated").or_default() += 1;
            }
        }
    }
}

/// What both together say of a position.
fn check_decided(
    know: &VirtualConnections,
    game: &Hex,
    pos: &HexStones,
    everything: &mut Everything,
    counts: &mut BTreeMap<&str, u64>,
) {
    let turn = pos.turn();
    let text = game.position_text(pos);
    let wins = |m: HexMove, everything: &mut Everything| {
        let next = game.play(pos, m);
        everything.winner(stones_of(&next), turn.other()) == turn
    };
    let winner = everything.winner(stones_of(pos), turn);
    let expected = Bounds::exactly(match winner == turn {
        true => Wdl::Win,
        false => Wdl::Loss,
    });
    let bounds = know.bounds(game, pos);
    assert!(bounds == Bounds::UNKNOWN || bounds == expected, "{text}");
    let candidates: Vec<HexMove> = know.candidates(game, pos).collect();
    assert!(!candidates.is_empty(), "{text}");
    if winner == turn {
        assert!(candidates.iter().any(|&m| wins(m, everything)), "{text}");
    }
    let mut prospects = vec![];
    let win = Outcome::win(Player::First);
    for Highlight { kind, .. } in know.highlights(game, pos).into_iter().take(1) {
        let cells: CellSet = know
            .highlights(game, pos)
            .iter()
            .fold(0, |set, at| set | 1 << at.square);
        match kind {
            HighlightKind::Needed(player) => {
                assert_eq!(player, winner, "{text}");
                // Each such board is tried out by itself.
                if cells.count_ones() <= 10 {
                    check_needed(stones_of(pos), player, cells, turn, everything);
                }
            }
            HighlightKind::MustPlay => {
                for cell in each(game.empty(pos) & !cells) {
                    // What is not better than one of them may win as well, but only if one of them does.
                    let is_won = wins(HexMove::Stone(cell), everything);
                    assert!(!is_won || winner == turn, "{text}");
                }
            }
            kind => panic!("{kind:?}"),
        }
        *counts.entry("highlights").or_default() += 1;
    }
    let what = match know.prospects(game, &(), pos, win, |seen| prospects.push(seen.m)) {
        Some(Decided::Reached(m)) => {
            assert!(wins(m, everything), "{text}: {m:?}");
            "won"
        }
        Some(Decided::Missed) => {
            assert_ne!(winner, turn, "{text}");
            "lost"
        }
        None => {
            assert_eq!(prospects, candidates, "{text}");
            "open"
        }
    };
    *counts.entry(what).or_default() += 1;
    if what != "open" {
        let zone = know.zone(game, pos).expect("a zone of every position");
        assert_eq!(zone & !game.empty(pos), 0, "{text}: empty cells");
        if zone.count_ones() <= 10 {
            check_needed(stones_of(pos), winner, zone, turn, everything);
            *counts.entry("zone").or_default() += 1;
        }
    }
}

fn check_all(boards: &[(u8, u8, u64, u64)]) -> BTreeMap<&'static str, u64> {
    let know = VirtualConnections::default();
    let mut counts = BTreeMap::new();
    each_position(boards, |game, pos, everything| {
        check_nets(game, pos, everything, &mut counts);
        check_inferior(game, pos, everything, &mut counts);
        check_decided(&know, game, pos, everything, &mut counts);
    });
    counts
}

#[test]
fn what_is_said_agrees_with_exhaustive_search() {
    let counts = check_all(&[
        (4, 4, 5, 700),
        (3, 5, 4, 300),
        (5, 3, 5, 300),
        (5, 5, 16, 300),
        (6, 4, 15, 200),
    ]);
    for what in [
        "connected",
        "key",
        "must-play",
        "grown",
        "shrunk",
        "filled",
        "dominated",
        "highlights",
        "won",
        "lost",
        "zone",
    ] {
        assert!(counts[what] > 1_000, "{what}: {counts:?}");
    }
}

#[test]
#[ignore = "slow: 300 s"]
fn what_is_said_agrees_with_exhaustive_search_slowly() {
    let counts = check_all(&[
        (4, 4, 2, 1_000),
        (5, 5, 13, 1_000),
        (6, 4, 12, 600),
        (4, 6, 12, 400),
    ]);
    assert!(counts["open"] > 20, "{counts:?}");
}
