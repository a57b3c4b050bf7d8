use super::lines::{ONES, TOPS, all_exceed, within};
use super::*;
use std::collections::HashMap;
use unbeatable_core::random::Random;

use crate::ultimate::Parts;

const GAME: Ultimate = Ultimate::PLAY_ON;

fn wins(known: &mut HashMap<(Position, u32), bool>, pos: &Position, left: u32) -> bool {
    if let Some(outcome) = GAME.outcome(pos) {
        return outcome.winner() == Some(Player::First);
    }
    if left == 0 {
        return false;
    }
    if let Some(&wins) = known.get(&(*pos, left)) {
        return wins;
    }
    let wanted = GAME.turn(pos) == Player::First;
    let found = GAME
        .moves(pos)
        .any(|m| wins(known, &GAME.play(pos, m), left - 1) == wanted);
    known.insert((*pos, left), found == wanted);
    found == wanted
}

/// The name of a position itself.
fn name(pos: &Position, left: u32) -> [u64; 2] {
    let moves = moves_left(pos.turn(), left);
    RaceView::new(pos).name(pos.turn(), pos.sent_to(), moves)
}

/// A position in which both players are near to a win: every board is owned by somebody or nearly so.
fn near_win(random: &mut Random) -> Position {
    let empty = 1 + random.below(6) as u32;
    let mut parts = Parts {
        local: [[0; 9]; 2],
        won: [0; 2],
        closed: 0,
        sent_to: None,
        turn: random.pick(&Player::BOTH),
    };
    for board in 0..9 {
        recolour(&mut parts, board, random, Some(empty));
    }
    let open: Vec<u8> = (0..9).filter(|b| parts.closed >> b & 1 == 0).collect();
    parts.sent_to = (random.below(4) > 0 && !open.is_empty()).then(|| random.pick(&open));
    Position::from_parts(&parts)
}

/// New marks for a board: about so many empty squares, or if that is `None`, other colours and perhaps
/// another owner for the same squares.
fn recolour(parts: &mut Parts, board: usize, random: &mut Random, empty: Option<u32>) {
    let bit = 1u16 << board;
    // Some sets of squares have no such colours.
    for _ in 0..50 {
        let mut occupied = parts.local[0][board] | parts.local[1][board];
        if let Some(empty) = empty {
            occupied = FULL;
            for _ in 0..random.below(u64::from(empty) + 1) {
                occupied &= !(1 << random.below(9));
            }
        }
        let held = Player::BOTH
            .into_iter()
            .find(|p| parts.won[p.index()] & bit != 0);
        let owner = match empty.is_none() && random.below(4) > 0 {
            true => held,
            false => random.pick(&[None, None, Some(Player::First), Some(Player::Second)]),
        };
        let x = random.bits() as u16 & occupied;
        let local = [x, occupied & !x];
        let has = local.map(has_line);
        let fits = match owner {
            None => has == [false; 2],
            Some(owner) => has[owner.index()],
        };
        if !fits {
            continue;
        }
        for (p, marks) in local.into_iter().enumerate() {
            parts.local[p][board] = marks;
            parts.won[p] &= !bit;
        }
        if let Some(owner) = owner {
            parts.won[owner.index()] |= bit;
        }
        parts.closed &= !bit;
        if occupied == FULL {
            parts.closed |= bit;
        }
        return;
    }
}

fn is_over(pos: &Position) -> bool {
    pos.closed() == FULL || Player::BOTH.into_iter().any(|p| has_line(pos.won(p)))
}

/// Positions get other colours and owners, another turn, another board to play in, another limit; where
/// the name stays the same, so does the answer.
fn same_names(roots: u64, left_max: u32, seed: u64) -> [u64; 3] {
    let (mut same, mut differ, mut yes) = (0, 0, 0);
    for index in 0..roots {
        let mut random = Random::for_task(seed, index);
        let pos = near_win(&mut random);
        if is_over(&pos) {
            continue;
        }
        let mut known = HashMap::new();
        // With few squares, exhaustive search sees further.
        let more = if RaceView::new(&pos).squares(None) < 16 {
            3
        } else {
            0
        };
        let left = 1 + random.below(u64::from(left_max + more)) as u32;
        let expected = (name(&pos, left), wins(&mut known, &pos, left));
        for image in GAME.images(&pos) {
            assert_eq!(name(&image, left), expected.0);
        }
        for _ in 0..8 {
            let mut parts = pos.parts();
            for _ in 0..=random.below(3) {
                recolour(&mut parts, random.below(9) as usize, &mut random, None);
            }
            let mut other_left = left;
            match random.below(16) {
                0 => parts.turn = parts.turn.other(),
                1 => other_left = left + 1,
                2 => parts.sent_to = (0..9).find(|b| parts.closed >> b & 1 == 0),
                _ => {}
            }
            let other = Position::from_parts(&parts);
            if is_over(&other) || (other, other_left) == (pos, left) {
                continue;
            }
            if name(&other, other_left) != expected.0 {
                differ += 1;
                continue;
            }
            same += 1;
            yes += u64::from(expected.1);
            let found = wins(&mut HashMap::new(), &other, other_left);
            assert_eq!(found, expected.1, "within {left}: {pos:?} {other:?}");
        }
    }
    [same, differ, yes]
}

#[test]
fn positions_with_one_name_have_one_answer() {
    let tally = same_names(60_000, 4, 3);
    eprintln!("{tally:?}");
    assert!(tally.iter().all(|&n| n > 1_000), "{tally:?}");
}

/// What is seen of positions near a win, at every limit: decided, left out, or open; by the player to
/// move.
fn seen(roots: u64, left_max: u32, seed: u64) -> [[u64; 4]; 2] {
    let mut tally = [[0; 4]; 2];
    for index in 0..roots {
        let mut random = Random::for_task(seed, index);
        let pos = near_win(&mut random);
        if is_over(&pos) {
            continue;
        }
        let turn = pos.turn();
        let tally = &mut tally[turn.index()];
        let mut known = HashMap::new();
        // With few squares, exhaustive search sees further.
        let more = if RaceView::new(&pos).squares(None) < 16 {
            3
        } else {
            0
        };
        for left in 1..=left_max + more {
            let limited = Limited { pos, left };
            let game = Within::new(GAME, left);
            let mut works = |m: Move| {
                let wins = wins(&mut known, &GAME.play(&pos, m), left - 1);
                wins == (turn == Player::First)
            };
            let mut open = vec![];
            match prospects(&game, &limited, |prospect| open.push(prospect.m)) {
                Some(Decided::Reached(m)) => {
                    assert!(works(m), "{limited:?}: {m:?} fails");
                    tally[0] += 1;
                }
                Some(Decided::Missed) => {
                    let m = pos.moves().find(|m| works(*m));
                    assert_eq!(m, None, "{limited:?}");
                    tally[1] += 1;
                }
                None => {
                    for m in pos.moves().filter(|m| !open.contains(m)) {
                        assert!(!works(m), "{limited:?}: {m:?} works");
                        tally[2] += 1;
                    }
                    tally[3] += open.len() as u64;
                }
            }
        }
    }
    tally
}

#[test]
fn what_is_seen_is_true() {
    let tally = seen(20_000, 5, 4);
    eprintln!("{tally:?}");
    let all: Vec<u64> = tally.concat();
    assert!(all.iter().all(|&n| n > 300), "{tally:?}");
}

#[test]
#[ignore = "slow: 60 s"]
fn more_is_true() {
    eprintln!("{:?}", seen(20_000, 7, 5));
    eprintln!("{:?}", same_names(50_000, 7, 6));
}

#[test]
fn lines_are_counted_in_bytes() {
    let pos = GAME.start();
    let view = RaceView::new(&pos);
    assert_eq!(view.needs, [9 * ONES; 2]);
    assert!(all_exceed(view.needs(), 8) && !all_exceed(view.needs(), 9));
    assert_eq!(within(view.needs(), 9), TOPS);
    assert_eq!(
        [0, 1, 2, 3].map(|left| moves_left(Player::First, left)),
        [[0, 0], [1, 0], [1, 0], [2, 1]]
    );
    assert_eq!(
        [0, 1, 2, 3].map(|left| moves_left(Player::Second, left)),
        [[0, 0], [0, 0], [1, 1], [1, 1]]
    );
}
