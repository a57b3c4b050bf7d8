//! What is known where an unfinished global board is decided by the number of boards, against
//! exhaustive search.

use unbeatable_core::{Analysis, Bounds, Game, Notation, Player, Wdl};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::endgames::last_board;
use unbeatable_games::ultimate::{Move, Position, Ultimate};

use crate::naive::{Naive, Sample, random_positions};

/// How the rule could be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrong {
    /// Without a line it is a draw, as under the other rules.
    Draws,
    /// As many boards within reach as the opponent owns are not enough for a draw.
    AsManyLose,
    /// Boards that can still be won do not count.
    OwnedOnly,
    /// It does not matter whether there is a live line.
    LinesForgotten,
}

/// Bounds with or without a fault.
fn bounds(game: Ultimate, pos: &Position, wrong: Option<Wrong>) -> Bounds<Wdl> {
    let plain = match game.plays_on() {
        false => Ultimate::STANDARD,
        true => Ultimate::PLAY_ON,
    };
    let without_majority = CriticalBoards.bounds(&plain, pos);
    let owned = |player: Player| pos.won(player).count_ones();
    let [own, other] = [pos.turn(), pos.turn().other()].map(owned);
    match wrong {
        None => CriticalBoards.bounds(&game, pos),
        Some(Wrong::Draws) => without_majority,
        Some(_) if without_majority.is_exact() && without_majority.lower != Wdl::Draw => {
            without_majority
        }
        Some(Wrong::AsManyLose) => {
            let mut bounds = CriticalBoards.bounds(&game, pos);
            if bounds.upper == Wdl::Draw {
                bounds = Bounds::exactly(Wdl::Loss);
            }
            bounds
        }
        Some(Wrong::OwnedOnly) if without_majority.upper == Wdl::Draw => match own < other {
            true => Bounds::exactly(Wdl::Loss),
            false => Bounds::UNKNOWN,
        },
        Some(Wrong::LinesForgotten) => {
            let undecided =
                9 - (pos.closed() | pos.won(Player::First) | pos.won(Player::Second)).count_ones();
            match own + undecided < other {
                true => Bounds::exactly(Wdl::Loss),
                false => Bounds::UNKNOWN,
            }
        }
        Some(_) => Bounds::UNKNOWN,
    }
}

/// Calls `see` with every position behind some random ones, its value, and all that is known.
fn walk(
    game: Ultimate,
    mut see: impl FnMut(&Position, Wdl, &Naive) -> Result<(), String>,
) -> Result<(), String> {
    let sample = Sample {
        game,
        roots: 300,
        positions_max: 20_000,
        seed: 21,
    };
    random_positions(&sample, |_, naive: &Naive| {
        let mut all = naive.values.iter();
        all.try_for_each(|(pos, &value)| see(pos, value, naive))
    })
}

fn check_bounds(
    game: Ultimate,
    pos: &Position,
    value: Wdl,
    wrong: Option<Wrong>,
) -> Result<(), String> {
    let bounds = bounds(game, pos, wrong);
    match bounds.contains(value) {
        true => Ok(()),
        false => {
            let text = game.position_text(pos);
            Err(format!("{text}: {bounds:?}, but it is a {value:?}"))
        }
    }
}

#[test]
fn majorities_are_known_when_nothing_can_change_them() {
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON] {
        let game = game.by_majority();
        // The mover was known to win, to draw, to lose; one bound alone was known.
        let mut tally = [0; 4];
        walk(game, |pos, value, naive| {
            check_bounds(game, pos, value, None)?;
            let worth = |m: Move| -naive.known(game, &game.play(pos, m));
            let mut kept = CriticalBoards.candidates(&game, pos);
            assert!(kept.any(|m| worth(m) == value), "{pos:?}");
            let bounds = CriticalBoards.bounds(&game, pos);
            let why = CriticalBoards.why(&game, pos);
            let is_told = bounds != Bounds::UNKNOWN || last_board(game, pos).is_some();
            assert_eq!(why.is_some(), is_told);
            if why.is_some_and(|why| why.starts_with("majority: ")) {
                let kind = bounds.value().map_or(3, |value| (1 - value as i8) as usize);
                tally[kind] += 1;
            }
            Ok(())
        })
        .expect("true rules");
        assert!(tally.iter().all(|&n| n > 500), "{game:?}: {tally:?}");
    }
}

#[test]
fn wrong_majorities_are_refused() {
    use Wrong::*;
    let game = Ultimate::STANDARD.by_majority();
    for wrong in [Draws, AsManyLose, OwnedOnly, LinesForgotten] {
        let refused = walk(game, |pos, value, _| {
            check_bounds(game, pos, value, Some(wrong))
        });
        let why = refused.expect_err(&format!("{wrong:?}"));
        println!("{wrong:?}: {why}");
    }
}
