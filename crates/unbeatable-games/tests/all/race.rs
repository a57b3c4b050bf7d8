//! What is seen of a race without search, against exhaustive search to the last ply, which knows nothing
//! but the rules; and what is taken for the same against what it is worth.
//!
//! Random positions are seldom a race. So games are played in which both players win boards when they
//! can, and those that X wins are taken back by a few plies.

use std::collections::HashMap;

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Budget, Decided, Game, Goal, Lifted, Limited, Line, Notation, Outcome, Player, Within,
};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::local_boards::has_line;
use unbeatable_games::ultimate::{Move, Position, Ultimate};
use unbeatable_solve::Search;
use unbeatable_solve::Solver;
use unbeatable_solve::df_pn::DfPn;

const GAME: Ultimate = Ultimate::PLAY_ON;

/// Whether First wins in time, for all positions that came up.
#[derive(Default)]
struct Naive(HashMap<(Position, u32), bool>);

/// Positions that may be looked at for one answer.
const POSITIONS_MAX: usize = 300_000;

impl Naive {
    /// `None` if that takes too many positions.
    fn wins(&mut self, pos: &Position, left: u32) -> Option<bool> {
        if let Some(outcome) = GAME.outcome(pos) {
            return Some(outcome.winner() == Some(Player::First));
        }
        if left == 0 {
            return Some(false);
        }
        if let Some(&wins) = self.0.get(&(*pos, left)) {
            return Some(wins);
        }
        if self.0.len() > POSITIONS_MAX {
            return None;
        }
        let wanted = GAME.turn(pos) == Player::First;
        let mut found = !wanted;
        for m in GAME.moves(pos) {
            if self.wins(&GAME.play(pos, m), left - 1)? == wanted {
                found = wanted;
                break;
            }
        }
        self.0.insert((*pos, left), found);
        Some(found)
    }
}

/// A game in which `eager` of a hundred moves win a board where one can be won: all positions, if First
/// wins it.
fn won_game(random: &mut Random, eager: u64) -> Option<Vec<Position>> {
    let mut played = vec![GAME.start()];
    loop {
        let pos = played.last().expect("the start");
        if let Some(outcome) = GAME.outcome(pos) {
            return (outcome.winner() == Some(Player::First)).then_some(played);
        }
        let mover = GAME.turn(pos);
        let moves: Vec<Move> = GAME.moves(pos).collect();
        let owned = pos.won(Player::First) | pos.won(Player::Second);
        let takes = |m: &&Move| {
            let line = has_line(pos.local(mover, m.board()) | 1 << m.square());
            owned >> m.board() & 1 == 0 && line
        };
        let taking: Vec<Move> = moves.iter().filter(takes).copied().collect();
        // Second misses more of them, so that First wins more games.
        let eager = if mover == Player::First {
            eager
        } else {
            eager / 2
        };
        let m = match !taking.is_empty() && random.below(100) < eager {
            true => random.pick(&taking),
            false => random.pick(&moves),
        };
        played.push(GAME.play(pos, m));
    }
}

#[derive(Default, Debug)]
struct Tally {
    positions: u64,
    reached: [u64; 2],
    missed: [u64; 2],
    left_out: [u64; 2],
    names: u64,
    met_again: u64,
    yes: u64,
}

/// Names of positions, and what they are worth.
type Names = HashMap<(u64, u64), (bool, Position, u32)>;

/// Everything that is said of one position. Says `None` if exhaustive search is too slow.
fn compare(
    limited: &Limited<Position>,
    naive: &mut Naive,
    names: &mut Names,
    tally: &mut Tally,
) -> Option<()> {
    let within = Within::new(GAME, limited.left);
    let Limited { pos, left } = *limited;
    let (turn, text) = (GAME.turn(&pos), || GAME.position_text(&pos));
    let wanted = turn == Player::First;
    let mut values = HashMap::new();
    for m in GAME.moves(&pos) {
        let wins = naive.wins(&GAME.play(&pos, m), left - 1)?;
        values.insert(m.index(), wins == wanted);
    }
    let mut seen = vec![];
    let decided = CriticalBoards.prospects_within(&within, &(), limited, |p| seen.push(p));
    let who = turn.index();
    tally.positions += 1;
    match decided {
        Some(Decided::Reached(m)) => {
            assert!(values[&m.index()], "{} within {left}: {m:?} fails", text());
            tally.reached[who] += 1;
        }
        Some(Decided::Missed) => {
            let works = values.values().any(|&works| works);
            assert!(!works, "{} within {left}: not missed", text());
            tally.missed[who] += 1;
        }
        None => {
            for m in GAME.moves(&pos) {
                let Some(p) = seen.iter().find(|p| p.m == m) else {
                    let works = values[&m.index()];
                    assert!(!works, "{} within {left}: {m:?} works", text());
                    tally.left_out[who] += 1;
                    continue;
                };
                let next = GAME.play(&pos, m);
                assert!(p.numbers.proof > 0 && p.numbers.disproof > 0);
                let wins = values[&m.index()] == wanted;
                tally.yes += u64::from(wins);
                tally.names += 1;
                if let Some((known, other, other_left)) =
                    names.insert((p.key, p.second_key), (wins, next, left - 1))
                {
                    tally.met_again += u64::from(other != next);
                    assert_eq!(
                        known,
                        wins,
                        "one name: {} within {other_left} and {} within {}",
                        GAME.position_text(&other),
                        GAME.position_text(&next),
                        left - 1
                    );
                }
            }
        }
    }
    Some(())
}

/// So many games that First wins, taken back by up to so many plies, at several limits each; and what
/// comes up behind these positions.
fn check(games: u64, back: usize, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut names = Names::new();
    let won = (0..).filter_map(|index| {
        let mut random = Random::for_task(seed, index);
        let eager = 40 + random.below(60);
        Some((won_game(&mut random, eager)?, random))
    });
    for (played, mut random) in won.take(games as usize) {
        let mut naive = Naive::default();
        for taken in 1..=back.min(played.len() - 1) {
            let pos = played[played.len() - 1 - taken];
            for left in taken.saturating_sub(2).max(1)..=taken + 1 {
                // And a few positions behind it.
                let mut limited = Limited {
                    pos,
                    left: left as u32,
                };
                while limited.left > 0 && GAME.outcome(&limited.pos).is_none() {
                    if compare(&limited, &mut naive, &mut names, &mut tally).is_none() {
                        break;
                    }
                    let moves: Vec<Move> = GAME.moves(&limited.pos).collect();
                    limited.pos = GAME.play(&limited.pos, random.pick(&moves));
                    limited.left -= 1;
                }
            }
        }
    }
    tally
}

#[test]
fn what_is_seen_is_true_and_one_name_has_one_value() {
    let tally = check(400, 6, 1);
    eprintln!("{tally:?}");
    let Tally {
        reached,
        missed,
        left_out,
        ..
    } = tally;
    let each = [reached, missed, left_out].concat();
    assert!(each.iter().all(|&n| n > 50), "{tally:?}");
    assert!(tally.yes > 300, "{tally:?}");
}

#[test]
#[ignore = "slow: 60 s"]
fn many_more() {
    let tally = check(5_000, 8, 2);
    eprintln!("{tally:?}");
}

/// The whole search, with tables of every size, against exhaustive search.
#[test]
fn answers_in_time() {
    let mut answers = [0; 2];
    for index in 0..400 {
        let mut random = Random::for_task(5, index);
        let Some(played) = won_game(&mut random, 80) else {
            continue;
        };
        let mut naive = Naive::default();
        for taken in 1..=7.min(played.len() - 1) {
            let pos = played[played.len() - 1 - taken];
            for left in 0..=taken as u32 + 1 {
                let Some(wins) = naive.wins(&pos, left) else {
                    continue;
                };
                let within = Within::new(GAME, left);
                let know = Lifted(CriticalBoards);
                let line = Line::new(&within, within.limited(pos));
                for (weak, table_bytes_max) in [(true, 1 << 20), (false, 1 << 20), (true, 64)] {
                    let options = DfPn {
                        symmetry: Some(false),
                        weak,
                        ..DfPn::BEST
                    };
                    let budget = Budget {
                        table_bytes_max,
                        ..Budget::DEFAULT
                    };
                    let mut search = Search::new(&within, &know, &(), options, budget);
                    let goal = Goal::AtLeast(Outcome::win(Player::First));
                    let solved = search.solve(&line, goal, &());
                    let found = goal.answer(solved.bounds, GAME.turn(&pos));
                    let text = GAME.position_text(&pos);
                    assert_eq!(found, Some(wins), "{text} within {left}");
                    answers[usize::from(wins)] += 1;
                }
            }
        }
    }
    assert!(answers.iter().all(|&n| n > 1_000), "{answers:?}");
}

/// A limit beyond the end of every game is none.
#[test]
fn limits_that_no_game_reaches() {
    let mut answers = [0; 2];
    for index in 0..60 {
        let mut random = Random::for_task(17, index);
        let Some(played) = won_game(&mut random, 80) else {
            continue;
        };
        for taken in 1..=4.min(played.len() - 1) {
            let pos = played[played.len() - 1 - taken];
            let Some(wins) = Naive::default().wins(&pos, 81) else {
                continue;
            };
            for left in [81, 82, 127, 128, 253, 254, 255, 256, 300, 1_000, 1_000_000] {
                let within = Within::new(GAME, left);
                let know = Lifted(CriticalBoards);
                let line = Line::new(&within, within.limited(pos));
                let options = DfPn {
                    symmetry: Some(false),
                    weak: true,
                    ..DfPn::BEST
                };
                let mut search = Search::new(&within, &know, &(), options, Budget::DEFAULT);
                let goal = Goal::AtLeast(Outcome::win(Player::First));
                let solved = search.solve(&line, goal, &());
                let found = goal.answer(solved.bounds, GAME.turn(&pos));
                let text = GAME.position_text(&pos);
                assert_eq!(found, Some(wins), "{text} within {left}");
                answers[usize::from(wins)] += 1;
            }
        }
    }
    assert!(answers.iter().all(|&n| n > 100), "{answers:?}");
}
