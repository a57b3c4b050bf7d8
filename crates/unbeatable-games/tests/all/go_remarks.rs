//! What is said of Go's moves, against a second implementation of the rules: every phrase is true, and none
//! that is true is left out. Life is found by letting the opponent play whatever it wants to.

use std::collections::{BTreeSet, HashMap, HashSet};

use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Game, Line, Notation, Spec};
use unbeatable_games::go::safety::Safety;
use unbeatable_games::go::{Go, Move};

use crate::go_rules::{Slow, other};

type Board = Vec<char>;
type Points = BTreeSet<usize>;

fn rules(spec: &str) -> Go {
    let spec = Spec::parse(spec).expect("a spec");
    Go::from_spec(spec).expect("a board")
}

/// The points beside some.
fn beside(slow: &Slow, points: &[usize]) -> Points {
    points.iter().flat_map(|&p| slow.neighbours(p)).collect()
}

/// The stones of a colour whose chain has one liberty.
fn in_atari(slow: &Slow, board: &Board, colour: char) -> Points {
    let has_one = |&p: &usize| {
        let (chain, _) = slow.region(board, p);
        let liberties = beside(slow, &chain)
            .into_iter()
            .filter(|&q| board[q] == '.');
        liberties.count() == 1
    };
    of(board, colour).into_iter().filter(has_one).collect()
}

fn of(board: &Board, colour: char) -> Points {
    (0..board.len()).filter(|&p| board[p] == colour).collect()
}

/// The points whose area is that colour's.
fn area(slow: &Slow, board: &Board, colour: char) -> Points {
    let is_owned = |&p: &usize| match board[p] {
        '.' => slow.region(board, p).1 == BTreeSet::from([colour]),
        stone => stone == colour,
    };
    (0..board.len()).filter(is_owned).collect()
}

/// What a player who only passes from now on is sure of, by board and player.
type Lives = HashMap<(Board, char), (Points, Points)>;

/// The stones of a colour that are never captured, and the points that always are its area, whatever the
/// opponent plays, as long as the colour only passes. Superko, which could only hinder the opponent, is off.
fn sure(slow: &Slow, board: &Board, colour: char, lives: &mut Lives) -> (Points, Points) {
    let key = (board.clone(), colour);
    if let Some(known) = lives.get(&key) {
        return known.clone();
    }
    let (mut alive, mut owned) = (of(board, colour), area(slow, board, colour));
    let mut seen = HashSet::from([board.clone()]);
    let mut open = vec![board.clone()];
    while let Some(board) = open.pop() {
        let now = slow.fresh(board.clone(), other(colour));
        alive.retain(|&p| board[p] == colour);
        let area = area(slow, &board, colour);
        owned.retain(|p| area.contains(p));
        if alive.is_empty() {
            // Nothing is sure without living stones.
            owned.clear();
            break;
        }
        for p in of(&board, '.') {
            let Ok(next) = now.after(p) else { continue };
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    lives.insert(key, (alive.clone(), owned.clone()));
    (alive, owned)
}

/// So many stones, and where, if they are four or fewer.
fn stones(slow: &Slow, points: &Points) -> String {
    let names: Vec<String> = points.iter().map(|&p| slow.name(Some(p))).collect();
    match &names[..] {
        [only] => format!("1 stone at {only}"),
        [rest @ .., last] if rest.len() < 4 => {
            format!("{} stones at {} and {last}", names.len(), rest.join(", "))
        }
        _ => format!("{} stones", names.len()),
    }
}

/// All that is to be said of a legal move.
fn expected(slow: &Slow, m: Option<usize>, lives: &mut Lives) -> Vec<String> {
    let before = &slow.board;
    let Some(point) = m else {
        if slow.passes == 0 {
            return vec![];
        }
        let [black, white] = ['X', 'O'].map(|colour| area(slow, before, colour).len());
        let s = if black == 1 { "" } else { "s" };
        return vec![format!(
            "ends the game with {black} point{s} of area for Black and {white} for White"
        )];
    };
    let (mine, theirs) = (slow.turn, other(slow.turn));
    let after = slow.after(point).expect("a legal move");
    let mut next = slow.clone();
    next.play(m);
    let without = |a: Points, b: &Points| -> Points { a.difference(b).copied().collect() };
    let mut said = vec![];
    let captured = without(of(before, theirs), &of(&after, theirs));
    // A ko: one stone is taken, taking it back would bring the board back, and that is forbidden.
    let ko = captured.first().filter(|&&taken| {
        let back = next.fresh(after.clone(), theirs).after(taken);
        let is_back = captured.len() == 1 && back.as_ref() == Ok(before);
        is_back && next.after(taken) == Err("superko") && slow.superko != "nssk"
    });
    match ko {
        Some(&taken) => said.push(format!(
            "takes the ko ({} may not be retaken at once)",
            slow.name(Some(taken))
        )),
        None if !captured.is_empty() => said.push(format!("captures {}", stones(slow, &captured))),
        None => {}
    }
    let removed = without(of(before, mine), &of(&after, mine));
    if after[point] == '.' {
        said.push(match after == *before {
            true => "is suicide and leaves the board as it was".into(),
            false => format!("is suicide and gives up {}", stones(slow, &removed)),
        });
    }
    let endangered = in_atari(slow, &after, mine);
    let mut saved = without(in_atari(slow, before, mine), &endangered);
    saved.retain(|&p| after[p] == mine);
    if !saved.is_empty() {
        said.push(format!("saves {} from atari", stones(slow, &saved)));
    }
    let attacked = without(
        in_atari(slow, &after, theirs),
        &in_atari(slow, before, theirs),
    );
    if !attacked.is_empty() {
        said.push(format!("puts {} in atari", stones(slow, &attacked)));
    }
    if endangered.contains(&point) && ko.is_none() {
        let chain: Points = slow.region(&after, point).0.into_iter().collect();
        said.push(format!("leaves its own {} in atari", stones(slow, &chain)));
    }
    said.extend(life(slow, point, &after, lives));
    said
}

/// What is to be said of the life of the mover's stones.
fn life(slow: &Slow, point: usize, after: &Board, lives: &mut Lives) -> Option<String> {
    let (alive_before, _) = sure(slow, &slow.board, slow.turn, lives);
    let (alive, owned) = sure(slow, after, slow.turn, lives);
    let lost: Points = alive_before.difference(&alive).copied().collect();
    if !lost.is_empty() {
        return Some(format!(
            "leaves {} no longer safe for good",
            stones(slow, &lost)
        ));
    }
    let gained: Points = alive.difference(&alive_before).copied().collect();
    // A stone that joins living ones is not worth a word.
    let joins = gained.iter().all(|&p| p == point) && !alive_before.is_empty();
    if joins || gained.is_empty() {
        return None;
    }
    // Living stones, and empty points with nothing but living stones around them.
    let is_eye =
        |&p: &usize| after[p] == '.' && slow.neighbours(p).iter().all(|q| alive.contains(q));
    let eyes: Points = (0..after.len()).filter(is_eye).collect();
    assert!(
        eyes.is_subset(&owned) && alive.is_subset(&owned),
        "{after:?}"
    );
    let points = alive.len() + eyes.len();
    let area = format!("safe for good ({points} points of area)");
    Some(match alive_before.is_empty() {
        true => {
            let are = if gained.len() == 1 { "is" } else { "are" };
            format!("makes two eyes: {} {are} {area}", stones(slow, &gained))
        }
        false => format!("makes {} {area}", stones(slow, &gained)),
    })
}

/// The beginnings of all that can be said; what begins with several counts as the first of them.
const PHRASES: [&str; 11] = [
    "takes the ko",
    "captures",
    "is suicide and leaves",
    "is suicide and gives up",
    "saves",
    "puts",
    "leaves its own",
    "leaves",
    "makes two eyes",
    "makes",
    "ends the game",
];

/// How often each phrase was said, and how often nothing was.
#[derive(Default, Debug)]
struct Said {
    phrases: [u64; PHRASES.len()],
    nothing: u64,
}

/// Plays a random game; what is said of each legal move is what is to be said.
fn compare(go: &Go, mut slow: Slow, random: &mut Random, lives: &mut Lives, all: &mut Said) {
    let mut line = Line::new(go, go.start());
    while line.outcome().is_none() && line.plies() < PLIES_MAX {
        let moves = line.moves();
        for &m in &moves {
            let said = expected(&slow, point_of(m), lives);
            assert_eq!(
                Safety.remark(go, line.position(), m).unwrap_or_default(),
                said.join(", "),
                "{} {} {m:?}",
                go.spec(),
                go.line_text(&line)
            );
            all.nothing += u64::from(said.is_empty());
            for said in said {
                let phrase = PHRASES.iter().position(|phrase| said.starts_with(phrase));
                all.phrases[phrase.expect("a phrase that is known")] += 1;
            }
        }
        let m = random.pick(&moves);
        assert!(line.play(m));
        slow.play(point_of(m));
    }
}

/// Games without passes are long on small boards.
const PLIES_MAX: usize = 40;

#[test]
fn what_is_said_of_moves_is_true_and_complete() {
    let flavours = [("psk", ""), ("ssk", "+ssk"), ("nssk", "+nssk")];
    let sizes = [(2, 2), (3, 2), (5, 1), (4, 2), (3, 3), (4, 3)];
    let mut all = Said::default();
    for (i, (columns, rows)) in sizes.into_iter().enumerate() {
        for suicide in [false, true] {
            let option = if suicide { "+suicide" } else { "" };
            // Whatever superko rule forbids, life is the same.
            let mut lives = Lives::new();
            for (j, (superko, flavour)) in flavours.into_iter().enumerate() {
                let go = rules(&format!("go:{columns}x{rows}{flavour}{option}"));
                let task = (6 * i + 2 * j + usize::from(suicide)) as u64;
                let mut random = Random::for_task(13, task);
                for _ in 0..40 {
                    let slow = Slow::new(columns, rows, superko, suicide, 0.0);
                    compare(&go, slow, &mut random, &mut lives, &mut all);
                }
            }
        }
    }
    let is_often = |&count: &u64| count >= 10;
    assert!(
        all.phrases.iter().all(is_often) && all.nothing > 1_000,
        "{all:?}"
    );
}

fn point_of(m: Move) -> Option<usize> {
    match m {
        Move::Pass => None,
        Move::Stone(point) => Some(point.into()),
    }
}

#[track_caller]
fn check(spec: &str, text: &str, m: &str, expected: &str) {
    let go = rules(spec);
    let pos = go.parse_position(text).expect("a position");
    let m = go.parse_move(&pos, m).expect("a move");
    let remark = Safety.remark(&go, &pos, m);
    assert_eq!(remark.unwrap_or_default(), expected);
}

#[test]
fn moves_are_explained_in_words() {
    check("go:3x3", ".../.../...;B", "B2", "");
    check("go:3x3", "X../.O./...;B", "pass", "");
    check(
        "go:3x3",
        "X../.O./...;W",
        "A2",
        "puts 1 stone at A3 in atari",
    );
    check(
        "go:3x3",
        "XO./.../...;B",
        "A2",
        "saves 1 stone at A3 from atari",
    );
    check("go:3x3", "XO./.O./...;W", "A2", "captures 1 stone at A3");
    let ko = ".XO./XO.O/.XO./....;B";
    let more = "saves 1 stone at B4 from atari, puts 1 stone at C4 in atari";
    let taken = &format!("takes the ko (B3 may not be retaken at once), {more}");
    check("go:4x4", ko, "C3", taken);
    check("go:4x4+ssk", ko, "C3", taken);
    // No stone made this board, as far as is known, so that it may come back.
    let taken = &format!("captures 1 stone at B3, {more}, leaves its own 1 stone at C3 in atari");
    check("go:4x4+nssk", ko, "C3", taken);
    check(
        "go:4x3",
        ".X../X.../.X..;B",
        "B2",
        "makes two eyes: 4 stones at B3, A2, B2 and B1 are safe for good (6 points of area)",
    );
    check(
        "go:4x3",
        ".X.X/XX../.X..;B",
        "C3",
        "makes 2 stones at C3 and D3 safe for good (8 points of area)",
    );
    check("go:4x3", ".X../XX../.X..;B", "C3", ""); // It joins living stones.
    check(
        "go:4x3",
        ".X../XX../.X..;B",
        "A1",
        "leaves 4 stones at B3, A2, B2 and B1 no longer safe for good",
    );
    check(
        "go:3x3",
        "XX./.../...;W;pass",
        "pass",
        "ends the game with 9 points of area for Black and 0 for White",
    );
    // Many are counted.
    check("go:3x2", "XXX/XX.;W", "C1", "captures 5 stones");
}
