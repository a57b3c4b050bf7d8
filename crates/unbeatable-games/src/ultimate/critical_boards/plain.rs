//! Marks and owners that no longer matter, and positions without them.

use std::collections::HashMap;
use std::sync::LazyLock;

use unbeatable_core::Player;

use super::survey::undecided;
use crate::ultimate::local_boards::{FULL, LINES, SETS, has_line};
use crate::ultimate::{Position, Ultimate};

/// A position with the same value in which what no longer matters is made uniform, so that positions
/// which differ in nothing else become equal. It need not be reachable: marks change their colour.
///
/// - *Colours.* An undecided board matters by its empty squares and by the squares that each player
///   still needs for a line without the opponent's marks; of two such sets where one holds the other
///   only the smaller, since it is complete first. Boards in which these agree are exchanged for one
///   of them. A board that nobody can win any more is one of these: it matters by its empty squares.
/// - *Owners.* A closed board is exchanged for a drawn one if every line of boards through it holds
///   another one that its owner does not own and cannot win. It blocks the opponent's lines as before.
/// - *Boards beside the game*, under the older rules: if each player has such a board in every line
///   through an open one, it does not matter who wins that: it only fills up, so it matters by its
///   empty squares, and its owner is forgotten. Not so under the usual rules, where a board closes when
///   it is won: *when* that happens decides who is sent where.
///
/// Not for games by majority, where every owner matters.
///
/// Boards are looked at one after the other, so that of two boards that make each other irrelevant
/// only the first is exchanged.
#[must_use]
pub fn plain(game: Ultimate, pos: &Position) -> Position {
    assert!(!game.counts_boards(), "by majority every owner matters");
    let mut plain = *pos;
    for board in 0..9 {
        let mut parts = plain.parts();
        let is_closed = plain.closed() >> board & 1 == 1;
        let owner = Player::BOTH
            .into_iter()
            .find(|&player| plain.won(player) >> board & 1 == 1);
        let matters_to = |player| matters(&plain, player, board);
        if is_closed {
            match owner {
                Some(owner) if !matters_to(owner) => parts.won[owner.index()] &= !(1 << board),
                _ => continue,
            }
        } else {
            let i = usize::from(board);
            let local = Player::BOTH.map(|player| plain.local(player, board));
            let is_beside = game.plays_on() && !Player::BOTH.into_iter().any(matters_to);
            let uniform = match owner {
                _ if is_beside => {
                    parts.won = parts.won.map(|won| won & !(1 << board));
                    without_line(local)
                }
                Some(_) => without_line(local),
                None => REPRESENTATIVES[index(local)],
            };
            for player in Player::BOTH {
                parts.local[player.index()][i] = uniform[player.index()];
            }
        }
        plain = Position::from_parts(&parts);
    }
    plain
}

/// Whether `player` could get three boards in a row with this one, if it were his.
fn matters(pos: &Position, player: Player, board: u8) -> bool {
    let live = live_boards(pos, player) | 1 << board;
    let through = LINES.iter().filter(|&line| line >> board & 1 == 1);
    through.into_iter().any(|line| live & line == *line)
}

/// The boards that `player` owns or can still win.
fn live_boards(pos: &Position, player: Player) -> u16 {
    let undecided = undecided(pos);
    let can_win = |board: &u8| {
        let theirs = pos.local(player.other(), *board);
        undecided >> board & 1 == 1 && has_line(FULL & !theirs)
    };
    let won = pos.won(player);
    (0..9)
        .filter(can_win)
        .fold(won, |set, board| set | 1 << board)
}

/// The same squares in colours that give nobody a line:
///
/// ```text
/// X O X
/// X O O
/// O X X
/// ```
fn without_line(local: [u16; 2]) -> [u16; 2] {
    const FIRST: u16 = 0o615;
    let occupied = local[0] | local[1];
    [occupied & FIRST, occupied & !FIRST]
}

/// A number for each pair of sets without a common square.
fn index(local: [u16; 2]) -> usize {
    usize::from(local[0]) * SETS + usize::from(local[1])
}

/// All that matters of an undecided board: its marks, and what each player needs for a line.
type Needs = (u16, [Vec<u16>; 2]);

fn needs(local: [u16; 2]) -> Needs {
    let needs = |mine: u16, theirs: u16| {
        let lines = LINES.iter().filter(|&line| line & theirs == 0);
        let sets: Vec<u16> = lines.map(|line| line & !mine).collect();
        let holds_smaller = |set: u16| sets.iter().any(|&s| s != set && s & !set == 0);
        let mut least: Vec<u16> = sets
            .iter()
            .copied()
            .filter(|&s| !holds_smaller(s))
            .collect();
        least.sort_unstable();
        least.dedup();
        least
    };
    let [x, o] = local;
    (x | o, [needs(x, o), needs(o, x)])
}

/// `REPRESENTATIVES[index(local)]`: the board that stands for all undecided ones with the same needs.
static REPRESENTATIVES: LazyLock<Vec<[u16; 2]>> = LazyLock::new(|| {
    let mut table = vec![[0; 2]; SETS * SETS];
    let mut known: HashMap<Needs, [u16; 2]> = HashMap::new();
    for x in 0..=FULL {
        for o in (0..=FULL).filter(|o| x & o == 0 && !has_line(x) && !has_line(*o)) {
            let local = [x, o];
            table[index(local)] = *known.entry(needs(local)).or_insert(local);
        }
    }
    table
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn representatives_are_boards_with_the_same_needs() {
        let (mut boards, mut kept, mut dead) = (0, 0, 0);
        for x in 0..=FULL {
            for o in (0..=FULL).filter(|o| x & o == 0 && !has_line(x) && !has_line(*o)) {
                let local = [x, o];
                let uniform = REPRESENTATIVES[index(local)];
                assert_eq!(needs(uniform), needs(local));
                assert_eq!(uniform, REPRESENTATIVES[index(uniform)]);
                boards += 1;
                kept += u32::from(uniform == local);
                dead += u32::from(needs(local).1.iter().all(Vec::is_empty));
            }
        }
        assert_eq!([boards, kept, dead], [11_125, 8_627, 72]);
    }

    #[test]
    fn colours_without_a_line() {
        for set in 0..=FULL {
            let [x, o] = without_line([set, 0]);
            assert!(x | o == set && x & o == 0 && !has_line(x) && !has_line(o));
        }
    }
}
