//! Diagrams show what boards in text show.

use unbeatable_core::diagram::{Block, Diagram, Square};
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Line, Notation, Player, Spec};
use unbeatable_games::connect::Connect;
use unbeatable_games::go::Go;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::ultimate::Ultimate;

/// Random games; `shown` says of each position with one of its moves what its text shows, in the
/// words of `signs`.
fn check<G: Notation>(game: &G, games: u64, shown: impl Fn(&G::Position, G::Move) -> String) {
    for index in 0..games {
        let mut random = Random::for_task(1, index);
        let mut line = Line::new(game, game.start());
        while line.outcome().is_none() {
            let pos = *line.position();
            let moves: Vec<G::Move> = game.moves(&pos).collect();
            let m = moves[random.below(moves.len() as u64) as usize];
            let diagram = game.diagram(&pos, Some(m)).expect("there is one");
            assert_eq!(
                signs(&diagram),
                shown(&pos, m),
                "{}",
                game.position_text(&pos)
            );
            // A move that superko forbids changes nothing: another one is tried.
            let _ = line.play(m);
        }
    }
}

/// A grid's squares as letters; of heaps their stones, `+` where a move begins to take.
fn signs(diagram: &Diagram) -> String {
    match diagram {
        Diagram::Grid { squares, .. } => squares.iter().map(letter).collect(),
        Diagram::Heaps(heaps) => {
            let heap = |heap: &unbeatable_core::diagram::Heap| -> String {
                let begin = heap.taken.as_ref().map(|taken| taken.start);
                let stone = |at| if begin == Some(at) { '+' } else { '|' };
                (0..heap.stones).map(stone).chain(['\n']).collect()
            };
            heaps.iter().map(heap).collect()
        }
    }
}

fn letter(square: &Square) -> char {
    match square {
        Square::Empty => '.',
        Square::Of(Player::First) => 'X',
        Square::Of(Player::Second) => 'O',
        Square::Marked => '?',
    }
}

/// Those letters of a board in text, `?` where the move is.
fn written<G: Notation>(game: &G, pos: &G::Position, m: G::Move, letters: &str) -> String {
    let mut text = String::new();
    let mark = |other| Some(if other == m { '?' } else { '.' });
    game.write_board(pos, &mark, &mut text)
        .expect("writing to a string does not fail");
    // What stands behind 'pass' is no square.
    let lines = text
        .lines()
        .map(|line| line.split("pass").next().unwrap_or(""));
    lines
        .flat_map(str::chars)
        .filter(|c| letters.contains(*c))
        .collect()
}

#[test]
fn boards_of_k_in_a_row() {
    for spec in ["ttt", "mnk:4x3x3", "mnk:2x5x2"] {
        let game = Mnk::from_spec(Spec::parse(spec).unwrap()).unwrap();
        check(&game, 50, |pos, m| written(&game, pos, m, "XO.?"));
    }
}

#[test]
fn boards_of_connect_four() {
    for spec in ["connect:7x6", "connect:12x3", "connect:3x9+k=3"] {
        let game = Connect::from_spec(Spec::parse(spec).unwrap()).unwrap();
        check(&game, 50, |pos, m| {
            let rows = game.position_text(pos);
            let mut signs: Vec<char> = rows.chars().filter(|c| *c != '/').collect();
            let columns = usize::from(game.columns());
            let mut in_column = (0..signs.len()).filter(|at| at % columns == usize::from(m));
            let landing = in_column.rfind(|at| signs[*at] == '.');
            signs[landing.expect("a legal move")] = '?';
            let mut text = String::new();
            game.write_board(pos, &|other| (other == m).then_some('?'), &mut text)
                .expect("writing to a string does not fail");
            let marked = text.chars().filter(|c| "XO?".contains(*c));
            let shown = signs.iter().copied().filter(|c| *c != '.');
            assert!(marked.eq(shown), "{text}");
            signs.into_iter().collect()
        });
    }
}

#[test]
fn boards_of_go() {
    for spec in ["go:3x3", "go:4x2+suicide"] {
        let game = Go::from_spec(Spec::parse(spec).unwrap()).unwrap();
        check(&game, 20, |pos, m| written(&game, pos, m, "XO.?"));
    }
}

#[test]
fn heaps() {
    let game = Heaps::from_spec(Spec::parse("nim:1,3,5,9").unwrap()).unwrap();
    check(&game, 50, |pos, m| {
        // In text each of several equal heaps has the mark, in a diagram one.
        let mut text = String::new();
        let mark = |other| (other == m).then_some('+');
        game.write_board(pos, &mark, &mut text)
            .expect("writing to a string does not fail");
        let mut is_first = true;
        let mut signs = String::new();
        for line in text.lines() {
            let stones: String = line.chars().filter(|c| "|+".contains(*c)).collect();
            signs.push_str(&if is_first {
                stones.clone()
            } else {
                stones.replace('+', "|")
            });
            signs.push('\n');
            is_first &= !stones.contains('+');
        }
        signs
    });
}

#[test]
fn ultimate_boards() {
    let game = Ultimate::STANDARD;
    check(&game, 20, |pos, m| {
        let text = game.position_text(pos);
        let boards: Vec<Vec<char>> = text
            .rsplit(';')
            .next()
            .expect("three parts")
            .split('/')
            .map(|board| board.chars().collect())
            .collect();
        let square = |at: usize| {
            let (row, column) = (at / 9, at % 9);
            let (board, square) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
            match (usize::from(m.board()), usize::from(m.square())) == (board, square) {
                true => '?',
                false => boards[board][square],
            }
        };
        (0..81).map(square).collect()
    });
}

#[test]
fn ultimate_boards_that_are_won_or_drawn() {
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON] {
        let mut finished = 0;
        for index in 0..20 {
            let mut random = Random::for_task(2, index);
            let mut line = Line::new(&game, game.start());
            while line.outcome().is_none() {
                let pos = *line.position();
                let text = game.position_text(&pos);
                let Some(Diagram::Grid { blocks, .. }) = game.diagram(&pos, None) else {
                    panic!("nine boards are a grid")
                };
                let letter = |block: &Block| match block {
                    Block::Open => '.',
                    Block::Won(Player::First) => 'X',
                    Block::Won(Player::Second) => 'O',
                    Block::Drawn => '#',
                };
                let shown: String = blocks.iter().map(letter).collect();
                // Which board is to be played in is for the moves to say.
                let written = text.split(';').nth(1).expect("three parts");
                let written = written.replace('@', ".").to_ascii_uppercase();
                assert_eq!(shown, written, "{text}");
                finished += shown.matches(['X', 'O', '#']).count();
                let moves: Vec<_> = game.moves(&pos).collect();
                let m = moves[random.below(moves.len() as u64) as usize];
                assert!(line.play(m), "nothing repeats");
            }
        }
        assert!(finished > 0, "some board was finished");
    }
}
