//! Ultimate tic-tac-toe against its rules taken literally: letters in arrays, and no bit in sight.

use unbeatable_core::line::Line;
use unbeatable_core::perft::perft;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, Outcome, Player};
use unbeatable_games::ultimate::{Move, Ultimate};

use crate::naive::ROWS;

fn has_row(squares: &[char; 9], letter: char) -> bool {
    let is_whole = |row: &[u8; 3]| row.iter().all(|&i| squares[usize::from(i)] == letter);
    ROWS.iter().any(is_whole)
}

/// A game as two people would keep it on paper.
#[derive(Clone)]
struct Paper {
    plays_on: bool,
    squares: [[char; 9]; 9],
    /// Who won each board; '#' for a board that is full and nobody's.
    owners: [char; 9],
    sent_to: Option<usize>,
    turn: char,
}

impl Paper {
    fn new(plays_on: bool) -> Self {
        Paper {
            plays_on,
            squares: [['.'; 9]; 9],
            owners: ['.'; 9],
            sent_to: None,
            turn: 'X',
        }
    }

    fn takes_marks(&self, board: usize) -> bool {
        let has_room = self.squares[board].contains(&'.');
        has_room && (self.plays_on || self.owners[board] == '.')
    }

    /// X, O or '#' for a draw, if the game is over.
    fn end(&self) -> Option<char> {
        for letter in ['X', 'O'] {
            if has_row(&self.owners, letter) {
                return Some(letter);
            }
        }
        let goes_on = (0..9).any(|board| self.takes_marks(board));
        (!goes_on).then_some('#')
    }

    /// The legal moves, in board order.
    fn moves(&self) -> Vec<(usize, usize)> {
        let must = self.sent_to.filter(|&board| self.takes_marks(board));
        let mut moves = vec![];
        for board in 0..9 {
            let may = must.is_none_or(|sent_to| sent_to == board) && self.takes_marks(board);
            for square in 0..9 {
                if may && self.squares[board][square] == '.' {
                    moves.push((board, square));
                }
            }
        }
        moves
    }

    fn play(&mut self, (board, square): (usize, usize)) {
        self.squares[board][square] = self.turn;
        if self.owners[board] == '.' {
            if has_row(&self.squares[board], self.turn) {
                self.owners[board] = self.turn;
            } else if !self.squares[board].contains(&'.') {
                self.owners[board] = '#';
            }
        }
        self.sent_to = Some(square);
        self.turn = if self.turn == 'X' { 'O' } else { 'X' };
    }

    /// The position as the program writes it.
    fn text(&self) -> String {
        let is_over = self.end().is_some();
        let mut boards = self.owners;
        if let Some(board) = self.sent_to.filter(|&b| !is_over && self.takes_marks(b)) {
            boards[board] = match boards[board] {
                '.' => '@',
                owner => owner.to_ascii_lowercase(),
            };
        }
        let boards = boards.iter().collect::<String>();
        let squares = self.squares.map(|board| board.iter().collect::<String>());
        format!("{};{boards};{}", self.turn, squares.join("/"))
    }

    /// How many move sequences there are of each length up to `depth`, added to `found`.
    fn count(&self, depth: usize, ply: usize, found: &mut Vec<u64>) {
        if found.len() == ply {
            found.push(0);
        }
        found[ply] += 1;
        if ply < depth && self.end().is_none() {
            for m in self.moves() {
                let mut next = self.clone();
                next.play(m);
                next.count(depth, ply + 1, found);
            }
        }
    }
}

const BOTH: [Ultimate; 2] = [Ultimate::STANDARD, Ultimate::PLAY_ON];

fn sequences(game: &Ultimate, line: &mut Line<Ultimate>, depth: usize) -> Vec<u64> {
    let found = perft(line, depth, &mut |_| true);
    found.unwrap_or_else(|| panic!("{}", game.spec())).sequences
}

#[test]
fn as_many_sequences_as_on_paper() {
    for game in BOTH {
        let mut found = vec![];
        Paper::new(game.plays_on()).count(5, 0, &mut found);
        let mut line = Line::new(&game, game.start());
        assert_eq!(sequences(&game, &mut line, 5), found);
        // The rule sets differ from the sixth move on: the fifth may be the first to win a board.
        assert_eq!(found, [1, 81, 720, 6_336, 55_080, 473_256]);
    }
}

/// Plays one random game on both; says how many moves it took, and how often the mover was free.
fn compare(game: &Ultimate, seed: u64) -> (usize, usize) {
    let mut random = Random::new(seed);
    let mut paper = Paper::new(game.plays_on());
    let mut pos = game.start();
    let (mut plies, mut free) = (0, 0);
    loop {
        assert_eq!(game.position_text(&pos), paper.text());
        let end = match game.outcome(&pos) {
            None => None,
            Some(Outcome::DRAW) => Some('#'),
            Some(won) if won == Outcome::win(Player::First) => Some('X'),
            Some(_) => Some('O'),
        };
        assert_eq!(end, paper.end(), "{}", paper.text());
        if end.is_some() {
            return (plies, free);
        }
        let moves: Vec<Move> = game.moves(&pos).collect();
        let numbered = |m: &Move| (usize::from(m.board()), usize::from(m.square()));
        let pairs: Vec<(usize, usize)> = moves.iter().map(numbered).collect();
        assert_eq!(pairs, paper.moves(), "{}", paper.text());
        // What is written stands for the position: it is read as what was played.
        let read = game.parse_position(&paper.text());
        assert_eq!(read.as_ref(), Ok(&pos), "{}", paper.text());
        let m = random.pick(&moves);
        paper.play(numbered(&m));
        pos = game.play(&pos, m);
        plies += 1;
        free += usize::from(pairs.iter().any(|pair| pair.0 != pairs[0].0));
    }
}

#[test]
fn random_games_go_as_on_paper() {
    for game in BOTH {
        let (mut plies, mut free, mut longest) = (0, 0, 0);
        for seed in 0..5_000 {
            let (n, f) = compare(&game, seed);
            plies += n;
            free += f;
            longest = longest.max(n);
        }
        assert!(plies > 200_000, "{}: {plies}", game.spec());
        assert!(free > 5_000, "{}: {free}", game.spec());
        assert!(longest > 70, "{}: {longest}", game.spec());
    }
}

/// From late positions, where boards close and games end, all sequences to the end.
#[test]
fn late_sequences_are_those_on_paper() {
    for game in BOTH {
        let mut compared = 0;
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut paper = Paper::new(game.plays_on());
            let mut line = Line::new(&game, game.start());
            while line.outcome().is_none() && line.plies() < 44 {
                let moves = paper.moves();
                let m = random.pick(&moves);
                paper.play(m);
                assert!(line.play(Move::new(m.0 as u8, m.1 as u8)), "legal on paper");
            }
            let mut found = vec![];
            paper.count(5, 0, &mut found);
            assert_eq!(sequences(&game, &mut line, 5), found, "{}", paper.text());
            compared += found.iter().sum::<u64>();
        }
        assert!(compared > 100_000, "{}: {compared}", game.spec());
    }
}

/// A file of `testdata` without its header.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|row| row.split(',').collect())
}

#[test]
fn all_positions_of_the_suites_are_read() {
    let late = include_str!("../../../../testdata/uttt-late.csv");
    let suite = include_str!("../../../../testdata/uttt-suite.csv");
    let late = rows(late).map(|row| row[1]);
    let texts: Vec<&str> = late.chain(rows(suite).map(|row| row[2])).collect();
    assert_eq!(texts.len(), 226 + 122);
    let game = Ultimate::STANDARD;
    for text in texts {
        let pos = game
            .parse_position(text)
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(game.position_text(&pos), text);
    }
}
