//! Go's rules against a second implementation that shares nothing with them: boards are lists of
//! letters, chains are found by flood fill, history is a list that is searched from end to end.

use std::collections::BTreeSet;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Line, Notation, Outcome, Player, Spec, Value, laws};
use unbeatable_games::go::{Go, Move};

/// The slow implementation: a game in progress.
#[derive(Clone)]
pub(crate) struct Slow {
    columns: usize,
    rows: usize,
    pub(crate) superko: &'static str,
    suicide: bool,
    komi: f64,
    /// 'X', 'O' or '.', row by row from the top.
    pub(crate) board: Vec<char>,
    /// Who moves next.
    pub(crate) turn: char,
    pub(crate) passes: usize,
    /// Every board so far, who was to move there, and who made it: 'X' or 'O' by a stone, '-'
    /// otherwise.
    history: Vec<(Vec<char>, char, char)>,
}

pub(crate) fn other(colour: char) -> char {
    if colour == 'X' { 'O' } else { 'X' }
}

impl Slow {
    pub(crate) fn new(
        columns: usize,
        rows: usize,
        superko: &'static str,
        suicide: bool,
        komi: f64,
    ) -> Self {
        let board = vec!['.'; columns * rows];
        Slow {
            columns,
            rows,
            superko,
            suicide,
            komi,
            history: vec![(board.clone(), 'X', '-')],
            board,
            turn: 'X',
            passes: 0,
        }
    }

    pub(crate) fn neighbours(&self, point: usize) -> Vec<usize> {
        let (row, column) = (point / self.columns, point % self.columns);
        let mut found = vec![];
        if row > 0 {
            found.push(point - self.columns);
        }
        if row + 1 < self.rows {
            found.push(point + self.columns);
        }
        if column > 0 {
            found.push(point - 1);
        }
        if column + 1 < self.columns {
            found.push(point + 1);
        }
        found
    }

    /// The points connected with `start` through points of the same kind, and all kinds beside them.
    pub(crate) fn region(&self, board: &[char], start: usize) -> (Vec<usize>, BTreeSet<char>) {
        let mut region = vec![start];
        let mut borders = BTreeSet::new();
        let mut next = 0;
        while next < region.len() {
            for point in self.neighbours(region[next]) {
                if board[point] != board[start] {
                    borders.insert(board[point]);
                } else if !region.contains(&point) {
                    region.push(point);
                }
            }
            next += 1;
        }
        (region, borders)
    }

    /// A board and who is to move there, without history.
    pub(crate) fn fresh(&self, board: Vec<char>, turn: char) -> Slow {
        Slow {
            board,
            turn,
            passes: 0,
            history: vec![],
            ..*self
        }
    }

    fn is_dead(&self, board: &[char], start: usize) -> bool {
        !self.region(board, start).1.contains(&'.')
    }

    /// The board after a stone, or what forbids it.
    pub(crate) fn after(&self, point: usize) -> Result<Vec<char>, &'static str> {
        if self.board[point] != '.' {
            return Err("occupied");
        }
        let mut board = self.board.clone();
        board[point] = self.turn;
        for beside in self.neighbours(point) {
            if board[beside] == other(self.turn) && self.is_dead(&board, beside) {
                for captured in self.region(&board, beside).0 {
                    board[captured] = '.';
                }
            }
        }
        if self.is_dead(&board, point) {
            if !self.suicide {
                return Err("suicide");
            }
            for captured in self.region(&board, point).0 {
                board[captured] = '.';
            }
        }
        match self.first_repeated(&board) {
            Some(_) => Err("superko"),
            None => Ok(board),
        }
    }

    /// After how many moves the board of a stone stood that it may not bring back.
    fn first_repeated(&self, board: &[char]) -> Option<usize> {
        self.history.iter().position(|(earlier, to_move, maker)| {
            earlier == board
                && match self.superko {
                    "psk" => true,
                    "ssk" => *to_move == other(self.turn),
                    "nssk" => *maker == self.turn,
                    _ => unreachable!(),
                }
        })
    }

    /// Why no stone may be put on an empty point, in words; `None` if one may be.
    pub(crate) fn reason(&self, point: usize) -> Option<String> {
        match self.after(point) {
            Ok(_) => None,
            Err("suicide") => Some("suicide: the stone would have no liberty".into()),
            Err(_) => {
                // Without history there is no superko.
                let fresh = self.fresh(self.board.clone(), self.turn);
                let board = fresh.after(point).expect("only superko forbids it");
                let earlier = self.first_repeated(&board);
                Some(match earlier.expect("superko forbids it") {
                    0 => "would repeat the position at the start".into(),
                    n => format!("would repeat the position after move {n}"),
                })
            }
        }
    }

    pub(crate) fn play(&mut self, m: Option<usize>) {
        let maker = match m {
            None => {
                self.passes += 1;
                '-'
            }
            Some(point) => {
                self.board = self.after(point).expect("a legal move");
                self.passes = 0;
                self.turn
            }
        };
        self.turn = other(self.turn);
        self.history.push((self.board.clone(), self.turn, maker));
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self
            .board
            .chunks(self.columns)
            .map(|row| row.iter().collect())
            .collect();
        let turn = if self.turn == 'X' { "B" } else { "W" };
        format!("{};{turn}{}", rows.join("/"), ";pass".repeat(self.passes))
    }

    pub(crate) fn name(&self, m: Option<usize>) -> String {
        match m {
            None => "pass".into(),
            Some(point) => {
                let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[point % self.columns] as char;
                format!("{letter}{}", self.rows - point / self.columns)
            }
        }
    }

    /// Black's points minus White's and komi.
    fn score(&self) -> f64 {
        let mut score = -self.komi;
        for point in 0..self.board.len() {
            let owner = match self.board[point] {
                '.' => {
                    let borders = self.region(&self.board, point).1;
                    match borders.len() {
                        1 => borders.into_iter().next(),
                        _ => None,
                    }
                }
                colour => Some(colour),
            };
            score += match owner {
                Some('X') => 1.0,
                Some('O') => -1.0,
                _ => 0.0,
            };
        }
        score
    }
}

/// What came up, so that the test is known to have tested something.
#[derive(Default, Debug)]
struct Seen {
    moves: u64,
    games: u64,
    captures: u64,
    suicides: u64,
    refused_suicides: u64,
    refused_by_superko: u64,
    texts: u64,
}

fn rules(spec: &str) -> Go {
    let spec = Spec::parse(spec).expect("a spec");
    Go::from_spec(spec).expect("a board")
}

/// Plays one random game of both implementations side by side.
fn compare(go: &Go, mut slow: Slow, random: &mut Random, moves_max: u64, seen: &mut Seen) {
    let mut line = Line::new(go, go.start());
    let passes_every = 2 + random.below(40);
    for _ in 0..moves_max {
        assert_eq!(go.position_text(line.position()), slow.text());
        let mut legal = vec![];
        let points = (0..slow.board.len()).map(Some);
        for m in points.chain([None]) {
            let expected = match m {
                None => Ok(slow.board.clone()),
                Some(point) => slow.after(point),
            };
            seen.refused_suicides += u64::from(expected == Err("suicide"));
            seen.refused_by_superko += u64::from(expected == Err("superko"));
            let name = slow.name(m);
            let is_legal = match go.parse_move(line.position(), &name) {
                Err(_) => false,
                Ok(read) => {
                    let is_legal = line.play(read);
                    if is_legal {
                        line.undo();
                    }
                    is_legal
                }
            };
            assert_eq!(
                is_legal,
                expected.is_ok(),
                "{} {} {name}: {expected:?}",
                go.spec(),
                go.line_text(&line)
            );
            if is_legal {
                legal.push(m);
            }
        }
        if random.below(20) == 0 {
            // The history as text says the same.
            let text = go.line_text(&line);
            let read = go
                .parse_line(&text)
                .unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(go.line_text(&read), text);
            assert_eq!(read.position(), line.position());
            let marks = |line: &Line<Go>| line.marks().collect::<BTreeSet<_>>();
            assert_eq!(marks(&read), marks(&line), "{text}");
            line = read;
            seen.texts += 1;
        }
        let stones: Vec<Option<usize>> = legal.iter().copied().filter(Option::is_some).collect();
        let m = match stones.is_empty() || random.below(passes_every) == 0 {
            true => None,
            false => random.pick(&stones),
        };
        let before = slow.board.iter().filter(|&&c| c != '.').count();
        let mover = slow.turn;
        let read = go.parse_move(line.position(), &slow.name(m));
        let read = read.expect("a legal move");
        assert_eq!(read == Move::Pass, m.is_none());
        assert!(line.play(read));
        slow.play(m);
        seen.moves += 1;
        if let Some(point) = m {
            let after = slow.board.iter().filter(|&&c| c != '.').count();
            let is_suicide = slow.board[point] != mover;
            seen.suicides += u64::from(is_suicide);
            seen.captures += u64::from(!is_suicide && after <= before);
        }
        match line.outcome() {
            None => assert!(slow.passes < 2),
            Some(outcome) => {
                assert_eq!(slow.passes, 2);
                assert_eq!(outcome.value_for(Player::First).points(), slow.score());
                seen.games += 1;
                return;
            }
        }
    }
}

#[test]
fn a_hundred_thousand_moves_agree_with_a_slow_implementation() {
    let sizes = [
        (1, 2),
        (2, 1),
        (1, 5),
        (2, 2),
        (3, 2),
        (3, 3),
        (2, 5),
        (4, 3),
        (4, 4),
        (5, 4),
        (5, 5),
    ];
    let flavours: [(&str, &str); 3] = [("psk", ""), ("ssk", "+ssk"), ("nssk", "+nssk")];
    let mut all = Seen::default();
    for (i, (columns, rows)) in sizes.into_iter().enumerate() {
        for (j, (superko, flavour)) in flavours.into_iter().enumerate() {
            for suicide in [false, true] {
                let task = (6 * i + 2 * j + usize::from(suicide)) as u64;
                let mut random = Random::for_task(3, task);
                let komi = (random.below(8) as f64 - 3.0) / 2.0;
                let spec = format!(
                    "go:{columns}x{rows}+komi={komi}{flavour}{}",
                    if suicide { "+suicide" } else { "" }
                );
                let go = rules(&spec);
                let mut seen = Seen::default();
                while seen.moves < 1_600 {
                    let slow = Slow::new(columns, rows, superko, suicide, komi);
                    compare(&go, slow, &mut random, 400, &mut seen);
                }
                assert!(seen.texts > 20, "{spec}: {seen:?}");
                assert!(seen.captures > 30, "{spec}: {seen:?}");
                if columns * rows <= 9 {
                    assert!(seen.refused_by_superko > 30, "{spec}: {seen:?}");
                }
                assert!(suicide || seen.refused_suicides > 10, "{spec}: {seen:?}");
                all.suicides += seen.suicides;
                all.moves += seen.moves;
                all.games += seen.games;
            }
        }
    }
    assert!(
        all.moves >= 100_000 && all.games > 1_000 && all.suicides > 500,
        "{all:?}"
    );
}

/// Every board of that many points, legal or not, is given to the rules; those without dead chains
/// are counted. (Tromp and Farnebäck 2007; OEIS A094777 for squares.)
fn legal_boards(columns: u8, rows: u8) -> u64 {
    let go = rules(&format!("go:{columns}x{rows}"));
    let points = u32::from(go.points());
    let mut legal = 0;
    for black in 0..1 << points {
        // All subsets of the points that Black leaves.
        let free = !black & ((1 << points) - 1);
        let mut white = free;
        loop {
            legal += u64::from(go.position(black, white, Player::First).is_some());
            if white == 0 {
                break;
            }
            white = (white - 1) & free;
        }
    }
    legal
}

#[test]
fn legal_boards_are_as_many_as_published() {
    let published = [
        (1, 1, 1),
        (1, 2, 5),
        (1, 3, 15),
        (1, 4, 41),
        (2, 2, 57),
        (2, 3, 489),
        (3, 3, 12_675),
    ];
    for (columns, rows, boards) in published {
        assert_eq!(legal_boards(columns, rows), boards, "{columns}x{rows}");
    }
}

/// All 43 million boards take a second.
#[test]
fn legal_boards_of_4x4() {
    assert_eq!(legal_boards(4, 4), 24_318_165);
}

#[test]
fn laws_hold() {
    for spec in [
        "go:1x1",
        "go:1x1+ssk+suicide",
        "go:1x4+suicide",
        "go:2x2",
        "go:2x2+nssk",
        "go:2x2+komi=0.5+ssk",
        "go:3x2",
        "go:3x3+suicide",
        "go:4x4",
        "go:5x5+komi=-2",
        "go:6x5+ssk",
        "go:25x1",
    ] {
        let tally = laws::check(&rules(spec), 60, 1).unwrap_or_else(|e| panic!("{spec}: {e}"));
        assert_eq!(tally.games, 60);
    }
}

#[test]
fn colours_exchanged_give_the_negated_outcome() {
    let go = rules("go:3x3");
    let mut random = Random::new(5);
    for _ in 0..200 {
        let mut line = Line::new(&go, go.start());
        while line.outcome().is_none() {
            let moves: Vec<Move> = go.moves(line.position()).collect();
            let _ = line.play(random.pick(&moves));
        }
        let outcome = line.outcome().unwrap();
        let images: Vec<_> = go.images(line.position()).collect();
        assert_eq!(images.len(), 16);
        for (i, image) in images.iter().enumerate() {
            let value = outcome.value_for(Player::First);
            let expected = if i < 8 { value } else { -value };
            assert_eq!(go.outcome(image), Some(Outcome::margin(expected)));
        }
    }
}
