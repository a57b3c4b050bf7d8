//! Files beside the games of this project that are programs.

use std::collections::{HashMap, HashSet};

use unbeatable_core::layered;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Kind, Notation, Spec, Value, Wdl};
use unbeatable_games::connect::Connect;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_rules::ending::Finiteness;
use unbeatable_rules::file::GameFile;
use unbeatable_rules::grounding::limits::GroundingLimits;

use crate::{GAMES, book, text};

fn native<G: Kind>(spec: &str) -> G {
    G::parse(Spec::parse(spec).expect("a spec")).expect("a game")
}

/// Positions, classes, sequences and games.
fn counts<G: Game>(game: &G) -> [u64; 4] {
    let (mut positions, mut classes) = (HashSet::new(), HashSet::new());
    let mut layer: HashMap<G::Position, u64> = HashMap::from([(game.start(), 1)]);
    let (mut sequences, mut games) = (0, 0);
    while !layer.is_empty() {
        let mut next: HashMap<G::Position, u64> = HashMap::new();
        for (pos, ways) in layer {
            positions.insert(pos);
            classes.insert(game.class(&pos));
            sequences += ways;
            if game.outcome(&pos).is_some() {
                games += ways;
                continue;
            }
            for m in game.moves(&pos) {
                *next.entry(game.play(&pos, m)).or_default() += ways;
            }
        }
        layer = next;
    }
    [
        positions.len() as u64,
        classes.len() as u64,
        sequences,
        games,
    ]
}

/// What a position is worth to who moves.
pub(crate) fn worth<G: Game>(
    game: &G,
    pos: &G::Position,
    known: &mut HashMap<G::Position, G::Value>,
) -> G::Value {
    if let Some(outcome) = game.outcome(pos) {
        return outcome.value_for(game.turn(pos));
    }
    if let Some(&value) = known.get(pos) {
        return value;
    }
    let moves: Vec<G::Move> = game.moves(pos).collect();
    let best = moves
        .into_iter()
        .map(|m| -worth(game, &game.play(pos, m), known))
        .max();
    let best = best.expect("an unfinished position has moves");
    known.insert(*pos, best);
    best
}

/// Plays at random in both, and compares moves, outcomes and values. `same` turns a move of the file into one
/// of the program.
fn compare<F: Notation<Value = Wdl>, G: Notation<Value = Wdl>>(
    file: &F,
    program: &G,
    games: u32,
    same: impl Fn(&str) -> String,
) {
    let mut random = Random::new(30);
    let (mut known, mut also_known) = (HashMap::new(), HashMap::new());
    let mut compared = 0;
    for _ in 0..games {
        let (mut a, mut b) = (file.start(), program.start());
        loop {
            let ends = [
                file.outcome(&a)
                    .map(|end| end.value_for(file.turn(&a)).rank()),
                program
                    .outcome(&b)
                    .map(|end| end.value_for(program.turn(&b)).rank()),
            ];
            assert_eq!(ends[0], ends[1], "{}", file.position_text(&a));
            assert_eq!(
                worth(file, &a, &mut known),
                worth(program, &b, &mut also_known),
                "{}",
                file.position_text(&a)
            );
            compared += 1;
            if ends[0].is_some() {
                break;
            }
            let moves: Vec<F::Move> = file.moves(&a).collect();
            let mut texts: Vec<String> = moves
                .iter()
                .map(|&m| same(&file.move_text(&a, m)))
                .collect();
            let m = moves[random.below(moves.len() as u64) as usize];
            let other = same(&file.move_text(&a, m));
            texts.sort_unstable();
            let mut others: Vec<String> = program
                .moves(&b)
                .map(|m| program.move_text(&b, m))
                .collect();
            others.sort_unstable();
            assert_eq!(texts, others, "{}", file.position_text(&a));
            a = file.play(&a, m);
            b = program.play(&b, program.parse_move(&b, &other).expect("a move of both"));
        }
    }
    assert!(compared > u64::from(games), "{compared}");
}

#[test]
fn tic_tac_toe_is_the_program() {
    let (file, summary) = book(text("tic-tac-toe"));
    assert_eq!(summary.symmetries, 8);
    assert_eq!(summary.finiteness, Finiteness::Walked(5478));
    assert_eq!(counts(&file), [5478, 765, 549_946, 255_168]);
    let program: Mnk = native("ttt");
    assert_eq!(counts(&program), counts(&file));
    compare(&file, &program, 300, |m| {
        let mut parts = m.split(':').skip(1);
        let column: u8 = parts.next().and_then(|c| c.parse().ok()).expect("a column");
        format!(
            "{}{}",
            char::from(b'a' + column - 1),
            parts.next().expect("a row")
        )
    });
}

#[test]
fn connect_four_is_the_program() {
    let (file, summary) = book(text("connect-four-4x4"));
    assert_eq!(summary.symmetries, 2);
    assert_eq!(summary.finiteness, Finiteness::Weighed);
    let [positions, classes, ..] = counts(&file);
    assert_eq!([positions, classes], [161_029, 80_541]);
    let program: Connect = native("connect:4x4");
    compare(&file, &program, 300, |m| {
        m.trim_start_matches("drop:").into()
    });
}

#[test]
fn nim_is_the_formula() {
    let (file, _) = book(text("nim-3-4-5"));
    let program: Heaps = native("nim:3,4,5");
    let mut known = HashMap::new();
    assert_eq!(worth(&file, &file.start(), &mut known), Wdl::Win);
    assert_eq!(
        worth(&program, &program.start(), &mut HashMap::new()),
        Wdl::Win
    );
    // The only moves that win leave heaps that make nothing in binary without carrying.
    let winning: Vec<String> = (file.moves(&file.start()))
        .filter(|&m| worth(&file, &file.play(&file.start(), m), &mut known) == Wdl::Loss)
        .map(|m| file.move_text(&file.start(), m))
        .collect();
    assert_eq!(winning, ["leave:a:1"]);
}

/// What is known of the others: who wins, and how many positions Hex has.
#[test]
fn others_are_as_their_files_say() {
    let winner = |name: &str| {
        let (file, _) = book(text(name));
        worth(&file, &file.start(), &mut HashMap::new())
    };
    assert_eq!(winner("chomp-4x3"), Wdl::Win);
    assert_eq!(winner("hex-3x3"), Wdl::Win);
    assert_eq!(winner("domineering-4x4"), Wdl::Win);
    let (hex, _) = book(text("hex-3x3"));
    assert_eq!(counts(&hex)[0], 5514);
}

/// Which files have layers, by their texts; those keep the laws of layers.
#[test]
fn files_with_layers() {
    for (name, text) in GAMES {
        let Ok((file, summary)) = GameFile::read("test.kif", text, &GroundingLimits::USUAL) else {
            panic!("{name} is a game");
        };
        let is_expected = matches!(name, "tic-tac-toe" | "hex-3x3");
        assert_eq!(summary.has_layers, is_expected, "{name}");
        if let (true, GameFile::Tiny(file)) = (is_expected, file) {
            layered::check(&file, 20, 5).unwrap_or_else(|broken| panic!("{name}: {broken}"));
        }
    }
}
