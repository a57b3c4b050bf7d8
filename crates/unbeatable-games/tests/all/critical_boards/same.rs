//! Marks and owners that no longer matter: positions that are told to be the same have one value.

use std::collections::HashMap;
use std::hash::Hash;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, Player, Wdl};
use unbeatable_games::ultimate::critical_boards::plain;
use unbeatable_games::ultimate::local_boards::{FULL, LINES, has_line};
use unbeatable_games::ultimate::{Position, Ultimate};

use crate::naive::{Naive, late_position};

const BOTH: [Ultimate; 2] = [Ultimate::STANDARD, Ultimate::PLAY_ON];

/// Everything that a position consists of, for those who want to forget some of it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Open {
    local: [[u16; 9]; 2],
    won: [u16; 2],
    closed: u16,
    sent_to: Option<u8>,
    turn: Player,
}

impl Open {
    fn new(pos: &Position) -> Self {
        let mut local = Player::BOTH.map(|p| std::array::from_fn(|b| pos.local(p, b as u8)));
        for board in (0..9).filter(|b| pos.closed() >> b & 1 == 1) {
            local[0][board] = 0;
            local[1][board] = 0;
        }
        Open {
            local,
            won: Player::BOTH.map(|player| pos.won(player)),
            closed: pos.closed(),
            sent_to: pos.sent_to(),
            turn: pos.turn(),
        }
    }

    /// Forgets the colours in a board.
    fn fade(&mut self, board: usize) {
        self.local[0][board] |= self.local[1][board];
        self.local[1][board] = 0;
    }
}

fn undecided(pos: &Position) -> impl Iterator<Item = usize> {
    let taken = pos.won(Player::First) | pos.won(Player::Second) | pos.closed();
    (0..9).filter(move |board| taken >> board & 1 == 0)
}

fn can_win(pos: &Position, player: Player, board: usize) -> bool {
    has_line(FULL & !pos.local(player.other(), board as u8))
}

/// Colours fade where one player cannot win any more.
fn one_sided(_: Ultimate, pos: &Position) -> Open {
    let mut open = Open::new(pos);
    for board in undecided(pos) {
        if !can_win(pos, Player::First, board) {
            open.fade(board);
        }
    }
    open
}

/// In boards that nobody can win, not even the empty squares count.
fn emptied(_: Ultimate, pos: &Position) -> Open {
    let mut open = Open::new(pos);
    for board in undecided(pos) {
        if !Player::BOTH.iter().any(|&p| can_win(pos, p, board)) {
            open.local[0][board] = 0;
            open.local[1][board] = 0;
        }
    }
    open
}

/// Owners of closed boards are forgotten, whoever they are.
fn ownerless(_: Ultimate, pos: &Position) -> Open {
    let mut open = Open::new(pos);
    open.won = open.won.map(|won| won & !pos.closed());
    open
}

/// An owner is forgotten if the *opponent* has no use for the board.
fn of_no_use_to_the_other(_: Ultimate, pos: &Position) -> Open {
    let mut open = Open::new(pos);
    for player in Player::BOTH {
        for board in (0..9).filter(|b| (pos.won(player) & pos.closed()) >> b & 1 == 1) {
            if !matters(pos, player.other(), board) {
                open.won[player.index()] &= !(1 << board);
            }
        }
    }
    open
}

/// Boards beside the game only fill up, under the usual rules, too.
fn beside_the_game(_: Ultimate, pos: &Position) -> Open {
    let mut open = Open::new(pos);
    for board in undecided(pos) {
        if !Player::BOTH.iter().any(|&p| matters(pos, p, board)) {
            open.fade(board);
        }
    }
    open
}

fn matters(pos: &Position, player: Player, board: usize) -> bool {
    let live = undecided(pos).filter(|&b| can_win(pos, player, b));
    let live = live.fold(pos.won(player) | 1 << board, |set, b| set | 1 << b);
    LINES
        .iter()
        .any(|line| line >> board & 1 == 1 && live & line == *line)
}

/// Whether positions with one key have one value: how many positions and keys there were.
fn classes<K: Hash + Eq>(
    game: Ultimate,
    roots: usize,
    key: impl Fn(Ultimate, &Position) -> K,
) -> Result<[usize; 2], String> {
    let mut sum = [0; 2];
    let solved = (0..).filter_map(|index| {
        let pos = late_position(game, &mut Random::for_task(5, index))?;
        let mut naive = Naive::default();
        naive.value(game, &pos, 20_000)?;
        Some(naive)
    });
    for naive in solved.take(roots) {
        let mut known: HashMap<K, (Position, Wdl)> = HashMap::new();
        for (pos, value) in &naive.values {
            let (same, expected) = known.entry(key(game, pos)).or_insert((*pos, *value));
            if value != expected {
                let texts = [pos, same].map(|pos| game.position_text(pos));
                return Err(format!(
                    "{} is {value:?}, {} is {expected:?}",
                    texts[0], texts[1]
                ));
            }
        }
        sum = [sum[0] + naive.values.len(), sum[1] + known.len()];
    }
    Ok(sum)
}

#[test]
fn same_positions_have_one_value() {
    for game in BOTH {
        let [positions, kept] = classes(game, 200, plain).expect("one value");
        assert!(10 * kept < 9 * positions, "{positions} {kept}");
    }
}

/// Positions are exchanged for ones with the same value, which are played on by the same rules.
#[test]
fn plain_positions_are_worth_the_same() {
    for game in BOTH {
        let (mut changed, mut index) = (0, 0);
        while changed < 1_000 {
            index += 1;
            let Some(pos) = late_position(game, &mut Random::for_task(6, index)) else {
                continue;
            };
            let uniform = plain(game, &pos);
            let Some(value) = Naive::default().value(game, &pos, 2_000) else {
                continue;
            };
            if uniform != pos {
                changed += 1;
                assert!(game.outcome(&uniform).is_none());
                let found = Naive::default().value(game, &uniform, usize::MAX);
                assert_eq!(found, Some(value), "{}", game.position_text(&pos));
            }
        }
    }
}

/// Forgetting any more is refused.
#[test]
fn nothing_more_can_be_forgotten() {
    type Key = fn(Ultimate, &Position) -> Open;
    let keys: [(&str, Key); 4] = [
        ("one-sided", one_sided),
        ("emptied", emptied),
        ("ownerless", ownerless),
        ("of no use to the other", of_no_use_to_the_other),
    ];
    for game in BOTH {
        for (name, key) in keys {
            let refused = classes(game, 300, key);
            println!("{name}: {}", refused.expect_err(name));
        }
    }
    let refused = classes(Ultimate::STANDARD, 1_000, beside_the_game);
    println!("beside the game: {}", refused.expect_err("beside the game"));
}
