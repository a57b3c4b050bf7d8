//! Every rule of `critical_boards` against exhaustive search, which knows none of them.
//!
//! Random games are played until 45 to 65 marks stand, under both rule sets, and every position behind
//! is solved. In each of them, bounds must hold, a best move must be among the candidates, and both must
//! be exactly what the rules say, found here by trying every move and every reply.

use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Game, Notation, Outcome, Wdl};
use unbeatable_games::critical_boards::{CriticalBoards, safe_moves};
use unbeatable_games::ultimate::{Move, Position, Ultimate};

mod naive;

use naive::{Naive, late_position};

/// What was compared, so that a test can see that it was enough.
#[derive(Default, Debug)]
struct Tally {
    /// Positions that random games led to, and all that were solved behind them.
    roots: u64,
    positions: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    /// Those of which a bound was proven that is not exact.
    bounded: u64,
    /// Those in which moves were left out.
    narrowed: u64,
}

/// Whether the player to move wins with one move.
fn wins_at_once(game: Ultimate, pos: &Position, m: Move) -> bool {
    game.outcome(&game.play(pos, m)) == Some(Outcome::win(game.turn(pos)))
}

/// Whether no reply to `m` wins at once.
fn is_safe(game: Ultimate, pos: &Position, m: Move) -> bool {
    let next = game.play(pos, m);
    match game.outcome(&next) {
        Some(_) => true,
        None => !game
            .moves(&next)
            .any(|reply| wins_at_once(game, &next, reply)),
    }
}

/// Compares what `know` says of one position with the values of all moves.
fn compare<A: Analysis<Ultimate>>(
    game: Ultimate,
    know: &A,
    naive: &Naive,
    pos: &Position,
    tally: &mut Tally,
) -> Result<(), String> {
    let wrong = |what: String| {
        Err(format!(
            "{} {}: {what}",
            game.spec(),
            game.position_text(pos)
        ))
    };
    let value = naive.known(game, pos);
    let bounds = know.bounds(&game, pos);
    if !bounds.contains(value) {
        return wrong(format!("{bounds:?}, but it is a {value:?}"));
    }
    let moves: Vec<Move> = game.moves(pos).collect();
    let kept: Vec<Move> = know.candidates(&game, pos).collect();
    let worth = |m: &Move| -naive.known(game, &game.play(pos, *m));
    if !kept.iter().any(|m| worth(m) == value) {
        return wrong(format!("no best move among {kept:?}"));
    }
    let winning: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&m| wins_at_once(game, pos, m))
        .collect();
    let safe: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&m| is_safe(game, pos, m))
        .collect();
    let (expected, is_lost) = match (winning.is_empty(), safe.is_empty()) {
        (false, _) => (&winning, false),
        (true, false) => (&safe, false),
        (true, true) => (&moves, true),
    };
    if kept != *expected {
        return wrong(format!("candidates are {kept:?} instead of {expected:?}"));
    }
    if (bounds == Bounds::exactly(Wdl::Win)) == winning.is_empty()
        || (bounds == Bounds::exactly(Wdl::Loss)) != is_lost
    {
        return wrong(format!(
            "{bounds:?}, but {winning:?} win and {safe:?} are safe"
        ));
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

/// How many positions behind a random one may be solved; larger ones are passed over.
const POSITIONS_MAX: usize = 20_000;

/// Compares `know` with exhaustive search in, and behind, `roots` random late positions.
fn compare_random<A: Analysis<Ultimate>>(
    game: Ultimate,
    know: &A,
    roots: u64,
    seed: u64,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for index in 0.. {
        if tally.roots == roots {
            break;
        }
        let Some(pos) = late_position(game, &mut Random::for_task(seed, index)) else {
            continue;
        };
        let mut naive = Naive::default();
        if naive.value(game, &pos, POSITIONS_MAX).is_none() {
            continue;
        }
        tally.roots += 1;
        for pos in naive.values.keys() {
            compare(game, know, &naive, pos, &mut tally)?;
        }
    }
    Ok(tally)
}

#[test]
fn every_rule_holds_behind_random_positions() {
    for (game, roots) in [(Ultimate::STANDARD, 300), (Ultimate::PLAY_ON, 100)] {
        let tally = compare_random(game, &CriticalBoards, roots, 1).expect("true rules");
        let proven = [tally.wins, tally.losses, tally.draws, tally.bounded];
        assert!(proven.iter().all(|&n| n > 50_000), "{tally:?}");
        assert!(tally.narrowed > 50_000, "{tally:?}");
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
