//! The sweep over all moves of a position sees what is seen of them one by one: all of it, and nothing
//! else.

use unbeatable_core::analysis::one_by_one;
use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Decided, Game, Numbers, Outcome, Player, Prospect};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_games::ultimate::{Move, Position, Ultimate};

type Seen = (Option<Decided<Move>>, Vec<Prospect<Move>>);

/// How often each kind of answer came up: reached, missed, open, and open with moves left out. Then how
/// many moves were seen, and how many of them with numbers that are not the same.
type Tally = [u32; 6];

fn compare(game: Ultimate, pos: &Position, at_least: Outcome<unbeatable_core::Wdl>) -> Tally {
    let look = |swept: bool| -> Seen {
        let mut seen = vec![];
        let each = |prospect| seen.push(prospect);
        let decided = match swept {
            true => CriticalBoards.prospects(&game, &(), pos, at_least, each),
            false => one_by_one(&CriticalBoards, &game, &Odds, pos, at_least, each),
        };
        (decided, seen)
    };
    let (swept, seen) = look(true);
    let (expected, expected_seen) = look(false);
    assert_eq!(swept, expected, "{pos:?} {at_least:?}");
    match swept {
        Some(Decided::Reached(_)) => return [1, 0, 0, 0, 0, 0],
        Some(Decided::Missed) => return [0, 1, 0, 0, 0, 0],
        None => {}
    }
    assert_eq!(seen.len(), expected_seen.len(), "{pos:?} {at_least:?}");
    let mut unlike = 0;
    for (a, b) in seen.iter().zip(&expected_seen) {
        assert_eq!(
            (a.m, a.key, a.second_key),
            (b.m, b.key, b.second_key),
            "{pos:?}"
        );
        let (Numbers { proof, disproof }, expected) = (a.numbers, b.numbers);
        unlike += u32::from((proof, disproof) != (expected.proof, expected.disproof));
    }
    let narrowed = seen.len() < game.moves(pos).count();
    [0, 0, 1, u32::from(narrowed), seen.len() as u32, unlike]
}

fn check(tally: Tally) {
    let [answers @ .., seen, unlike] = tally;
    assert!(answers.iter().all(|&n| n > 8_000), "{tally:?}");
    // Guesses are computed in another order: a rounding may choose between two replies that are as good, or
    // take a number to the next step of a table.
    assert!(unlike < seen / 200, "{tally:?}");
}

#[test]
fn a_sweep_sees_what_is_seen_one_by_one() {
    let game = Ultimate::STANDARD;
    let mut tally = Tally::default();
    for index in 0..4_000 {
        let mut random = Random::for_task(11, index);
        let mut pos = game.start();
        while game.outcome(&pos).is_none() {
            for at_least in [Outcome::win(Player::First), Outcome::DRAW] {
                let found = compare(game, &pos, at_least);
                (0..6).for_each(|i| tally[i] += found[i]);
            }
            let moves: Vec<Move> = game.moves(&pos).collect();
            pos = game.play(&pos, random.pick(&moves));
        }
    }
    check(tally);
}

/// Games that go on as long as they can, by moves that do not lose at once: full boards, draws, and
/// players who can no longer win.
#[test]
fn in_long_games_too() {
    let game = Ultimate::STANDARD;
    let mut tally = Tally::default();
    for index in 0..4_000 {
        let mut random = Random::for_task(12, index);
        let mut pos = game.start();
        while game.outcome(&pos).is_none() {
            for at_least in [Outcome::win(Player::First), Outcome::DRAW] {
                let found = compare(game, &pos, at_least);
                (0..6).for_each(|i| tally[i] += found[i]);
            }
            let quiet: Vec<Move> = CriticalBoards
                .candidates(&game, &pos)
                .filter(|&m| {
                    let next = game.play(&pos, m);
                    let won = [Player::First, Player::Second].map(|player| next.won(player));
                    won[0] | won[1] == pos.won(Player::First) | pos.won(Player::Second)
                })
                .collect();
            let moves: Vec<Move> = match quiet.is_empty() {
                true => game.moves(&pos).collect(),
                false => quiet,
            };
            pos = game.play(&pos, random.pick(&moves));
        }
    }
    check(tally);
}
