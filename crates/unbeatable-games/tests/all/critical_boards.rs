//! Every rule of `critical_boards` against exhaustive search, which knows none of them.
//!
//! Random games are played until 45 to 65 marks stand, under both rule sets, and every position behind
//! is solved. In each of them, bounds must hold, a best move must be among the candidates, and both must
//! be exactly what the rules say, found here by trying every move and every reply.

use unbeatable_core::{Analysis, Bounds, Game, Notation, Wdl};
use unbeatable_games::ultimate::critical_boards::{
    CriticalBoards, exception, safe_moves, to_avoid,
};
use unbeatable_games::ultimate::endgames::last_board;
use unbeatable_games::ultimate::{Move, Position, Ultimate};

mod majority;
mod slow;

use crate::naive::{Naive, Sample, random_positions};
use slow::{Slow, Wrong, is_safe, wins_at_once};

/// What was compared, so that a test can see that it was enough.
#[derive(Default, Debug)]
struct Tally {
    positions: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    /// Those of which a bound was proven that is not exact.
    bounded: u64,
    /// Those in which moves were left out.
    narrowed: u64,
}

/// Compares what `know` says of one position with the true values.
fn compare<A: Analysis<Ultimate>>(
    game: Ultimate,
    know: &A,
    naive: &Naive,
    pos: &Position,
) -> Result<(), String> {
    let wrong = |what: String| {
        let (spec, text) = (game.spec(), game.position_text(pos));
        Err(format!("{spec} {text}: {what}"))
    };
    let value = naive.known(game, pos);
    let bounds = know.bounds(&game, pos);
    if !bounds.contains(value) {
        return wrong(format!("{bounds:?}, but it is a {value:?}"));
    }
    let worth = |m: Move| -naive.known(game, &game.play(pos, m));
    let kept: Vec<Move> = know.candidates(&game, pos).collect();
    if !kept.iter().any(|&m| worth(m) == value) {
        return wrong(format!("no best move among {kept:?}"));
    }
    // Where moves are left out for being unsafe, those that stay must be safe.
    if kept.len() < game.moves(pos).count()
        && let Some(&m) = kept.iter().find(|&&m| !is_safe(game, pos, m))
    {
        let m = game.move_text(pos, m);
        return wrong(format!("{m} stays, but loses at once"));
    }
    Ok(())
}

/// Compares what `know` says of one position with what the rules say, found by trying every reply.
fn compare_exactly<A: Analysis<Ultimate>>(
    game: Ultimate,
    know: &A,
    pos: &Position,
    tally: &mut Tally,
) -> Result<(), String> {
    let moves: Vec<Move> = game.moves(pos).collect();
    let those = |keep: fn(Ultimate, &Position, Move) -> bool| -> Vec<Move> {
        let kept = moves.iter().filter(|&&m| keep(game, pos, m));
        kept.copied().collect()
    };
    let (winning, safe) = (those(wins_at_once), those(is_safe));
    let (expected, value) = match (winning.is_empty(), safe.is_empty()) {
        (false, _) => (&winning, Some(Wdl::Win)),
        (true, false) => (&safe, None),
        (true, true) => (&moves, Some(Wdl::Loss)),
    };
    let kept: Vec<Move> = know.candidates(&game, pos).collect();
    let bounds = know.bounds(&game, pos);
    let live = Slow { wrong: None }.bounds(&game, pos);
    if kept != *expected || value.map_or(live, Bounds::exactly) != bounds {
        let text = game.position_text(pos);
        return Err(format!(
            "{} {text}: {kept:?} and {bounds:?} instead of {expected:?} and {value:?} or {live:?}",
            game.spec()
        ));
    }
    let is_told = bounds != Bounds::UNKNOWN || last_board(game, pos).is_some();
    if know_words(game, pos, &safe) != Some(is_told) {
        let text = game.position_text(pos);
        return Err(format!("{} {text}: wrong words", game.spec()));
    }
    tally.positions += 1;
    match bounds.value() {
        Some(Wdl::Win) => tally.wins += 1,
        Some(Wdl::Loss) => tally.losses += 1,
        Some(Wdl::Draw) => tally.draws += 1,
        None => tally.bounded += u64::from(bounds != Bounds::UNKNOWN),
    }
    tally.narrowed += u64::from(kept.len() < moves.len());
    Ok(())
}

/// Whether there is a reason for the bounds; `None` if the schematic and its exceptions together do not
/// say which moves are `safe`.
fn know_words(game: Ultimate, pos: &Position, safe: &[Move]) -> Option<bool> {
    let avoid = to_avoid(pos);
    let is_told = |m: Move| {
        let is_avoided = avoid >> m.square() & 1 == 1;
        is_avoided == exception(game, pos, m).is_some()
    };
    let agrees = game.moves(pos).all(|m| is_told(m) == safe.contains(&m));
    agrees.then(|| CriticalBoards.why(&game, pos).is_some())
}

#[test]
fn every_rule_holds_behind_random_positions() {
    for (game, roots) in [(Ultimate::STANDARD, 400), (Ultimate::PLAY_ON, 300)] {
        let mut tally = Tally::default();
        let sample = Sample {
            game,
            roots,
            positions_max: 20_000,
            seed: 1,
        };
        random_positions(&sample, |_, naive| {
            for pos in naive.values.keys() {
                compare(game, &CriticalBoards, naive, pos)?;
                compare_exactly(game, &CriticalBoards, pos, &mut tally)?;
            }
            Ok(())
        })
        .expect("true rules");
        let proven = [tally.wins, tally.losses, tally.draws, tally.bounded];
        assert!(proven.iter().all(|&n| n > 20_000), "{tally:?}");
        assert!(tally.narrowed > 20_000, "{tally:?}");
    }
}

/// Random late positions, without those behind them.
fn check_late_positions(roots: u64, seed: u64) {
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON] {
        let mut tally = Tally::default();
        let sample = Sample {
            game,
            roots,
            positions_max: 2_000,
            seed,
        };
        random_positions(&sample, |pos, naive| {
            compare(game, &CriticalBoards, naive, pos)?;
            compare_exactly(game, &CriticalBoards, pos, &mut tally)
        })
        .expect("true rules");
        assert_eq!(tally.positions, roots);
    }
}

#[test]
fn late_positions() {
    check_late_positions(5_000, 3);
}

#[test]
#[ignore = "slow: 20 s"]
fn many_late_positions() {
    check_late_positions(20_000, 4);
}

/// The rules written a second time say the same, and without any one of their exceptions they are
/// refused: they contradict the value of a position, or of a move that they keep.
#[test]
fn no_exception_can_be_left_out() {
    use Wrong::*;
    let older = [WonIsClosed, WonIsUndecided, TakingCloses];
    let both = [
        Winning,
        Blocking,
        Taking,
        Closing,
        Drawing,
        Removing,
        ThirdBoard,
        AtMostADraw,
        OwnBoards,
        OtherLines,
        OtherPlayer,
    ];
    let refuse = |game: Ultimate, wrong: Option<Wrong>| {
        let sample = Sample {
            game,
            roots: 100,
            positions_max: 20_000,
            seed: 2,
        };
        random_positions(&sample, |_, naive| {
            let mut all = naive.values.keys();
            all.try_for_each(|pos| compare(game, &Slow { wrong }, naive, pos))
        })
    };
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON] {
        refuse(game, None).expect("true rules");
        for wrong in both.iter().chain(older.iter().filter(|_| game.plays_on())) {
            let refused = refuse(game, Some(*wrong));
            let why = refused.expect_err(&format!("{wrong:?} in {}", game.spec()));
            println!("{wrong:?}: {why}");
        }
    }
}

/// The position in which the published rule calls all moves lost: two of them draw.
#[test]
fn the_counterexample_is_a_draw() {
    let game = Ultimate::STANDARD;
    let text = "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./.XXO.X.XX/X.O.O.OXO/.X.OX..XO/.XOOXX..X/\
                O...O.O.O/.O.XXXX.O";
    let pos = game.parse_position(text).expect("a position");
    let names = |moves: &mut dyn Iterator<Item = Move>| -> Vec<String> {
        moves.map(|m| game.move_text(&pos, m)).collect()
    };
    assert_eq!(names(&mut game.moves(&pos)), ["cd", "ce", "ci"]);
    assert_eq!(names(&mut safe_moves(game, &pos)), ["cd", "ce"]);
    assert_eq!(
        names(&mut CriticalBoards.candidates(&game, &pos)),
        ["cd", "ce"]
    );
    assert!(CriticalBoards.bounds(&game, &pos).contains(Wdl::Draw));
    let mut naive = Naive::default();
    assert_eq!(naive.value(game, &pos, usize::MAX), Some(Wdl::Draw));
}
