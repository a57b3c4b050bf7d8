//! How ultimate tic-tac-toe, its positions and its moves are written.

use std::fmt::{self, Write};

use unbeatable_core::diagram::{Block, CellShape, Diagram, Square};
use unbeatable_core::{Notation, ParseError, Player, Spec};

use crate::ultimate::letters::{LETTERS, letter, name};
use crate::ultimate::local_boards::{LINES, has_line};
use crate::ultimate::written_position::WrittenPosition;
use crate::ultimate::{Move, Position, Ultimate};

impl Ultimate {
    /// The rules that a spec names: `uttt`, `uttt:play-on`, each perhaps with `+majority`.
    pub fn from_spec(mut spec: Spec) -> Result<Self, ParseError> {
        let majority = spec.take_flag("majority")?;
        spec.no_more_options("+majority, the only option of this game,")?;
        let game = match spec.size {
            None => Ultimate::STANDARD,
            Some(size) if size.text == "play-on" => Ultimate::PLAY_ON,
            Some(size) => return Err(size.wrong(0, "play-on (the older rules), or no size")),
        };
        Ok(match majority {
            true => game.by_majority(),
            false => game,
        })
    }
}

impl Notation for Ultimate {
    fn spec(&self) -> String {
        let size = if self.plays_on() { ":play-on" } else { "" };
        let option = if self.counts_boards() {
            "+majority"
        } else {
            ""
        };
        format!("uttt{size}{option}")
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["X", "O"][player.index()]
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{};", name(pos.turn()))?;
        for board in 0..9 {
            f.write_char(status(pos, board))?;
        }
        for board in 0..9 {
            f.write_char(if board == 0 { ';' } else { '/' })?;
            let local = Player::BOTH.map(|player| pos.local(player, board));
            for square in 0..9 {
                f.write_char(sign(local, square).unwrap_or('.'))?;
            }
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let written = WrittenPosition::parse(self, text)?;
        written.check(self)?;
        Ok(Position::from_parts(&written.parts(self)))
    }

    fn write_move(&self, _: &Position, m: Move, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{}{}", letter(m.board()), letter(m.square()))
    }

    /// Nine boards, each under its letter and what there is to say of it. Where a board is won and
    /// closed, only its lines are drawn.
    fn diagram(&self, pos: &Position, marked: Option<Move>) -> Option<Diagram> {
        let square = |at: u8| {
            let (row, column) = (at / 9, at % 9);
            let (board, square) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
            let has = |player: &Player| pos.local(*player, board) >> square & 1 == 1;
            let is_marked = |m: Move| (m.board(), m.square()) == (board, square);
            match Player::BOTH.iter().find(|player| has(player)) {
                Some(player) => Square::Of(*player),
                None if marked.is_some_and(is_marked) => Square::Marked,
                None => Square::Empty,
            }
        };
        let block = |board: u8| {
            let has = |boards: u16| boards >> board & 1 == 1;
            match Player::BOTH.into_iter().find(|&p| has(pos.won(p))) {
                Some(owner) => Block::Won(owner),
                None if has(pos.drawn()) => Block::Drawn,
                None => Block::Open,
            }
        };
        let rows = Player::BOTH.map(|player| {
            let whole = LINES.iter().filter(|&line| pos.won(player) & line == *line);
            whole.fold(0, |boards, line| boards | line)
        });
        let is_in_line = |at: usize| (rows[0] | rows[1]) >> (at / 27 * 3 + at % 9 / 3) & 1 == 1;
        Some(Diagram::Grid {
            columns: 9,
            squares: (0..81).map(square).collect(),
            shape: CellShape::Squares,
            block: 3,
            blocks: (0..9).map(block).collect(),
            line: (0..81).filter(|&at| is_in_line(at)).collect(),
        })
    }

    fn write_board(
        &self,
        pos: &Position,
        mark: &dyn Fn(Move) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        for band in 0..3 {
            if band > 0 {
                writeln!(f, "{}", ["───────────"; 3].join("┼"))?;
            }
            let boards = 3 * band..3 * band + 3;
            let titles: Vec<String> = boards.clone().map(|board| title(pos, board)).collect();
            writeln!(f, "{}", titles.join("│").trim_end())?;
            for row in 0..3 {
                let rows: Vec<String> = boards
                    .clone()
                    .map(|board| drawn_row(pos, board, row, mark))
                    .collect();
                writeln!(f, "{}", rows.join("│").trim_end())?;
            }
        }
        Ok(())
    }
}

/// What the second part of a position says of a board.
fn status(pos: &Position, board: u8) -> char {
    let has = |boards: u16| boards >> board & 1 == 1;
    let owner = Player::BOTH.into_iter().find(|&p| has(pos.won(p)));
    match (owner, pos.sent_to() == Some(board)) {
        (None, true) => '@',
        (None, false) if has(pos.drawn()) => '#',
        (None, false) => '.',
        (Some(owner), false) => name(owner),
        (Some(owner), true) => name(owner).to_ascii_lowercase(),
    }
}

fn sign(local: [u16; 2], square: u8) -> Option<char> {
    let has = |player: &usize| local[*player] >> square & 1 == 1;
    (0..2).find(has).map(|player| LETTERS[player])
}

/// A board's letter and what there is to say of it, eleven columns wide.
fn title(pos: &Position, board: u8) -> String {
    let what = match status(pos, board) {
        '.' => "",
        '#' => "drawn",
        '@' => "to play",
        'X' => "X won",
        'O' => "O won",
        'x' => "X, play",
        _ => "O, play",
    };
    format!(" {:<10}", format!("{} {what}", letter(board)))
}

/// A row of a local board, eleven columns wide.
fn drawn_row(pos: &Position, board: u8, row: u8, mark: &dyn Fn(Move) -> Option<char>) -> String {
    let mut local = Player::BOTH.map(|player| pos.local(player, board));
    let is_closed = pos.closed() >> board & 1 == 1;
    for player in Player::BOTH {
        if is_closed && pos.won(player) >> board & 1 == 1 && has_line(local[player.index()]) {
            let own = local[player.index()];
            let whole = LINES.into_iter().filter(|line| own & line == *line);
            local = [0; 2];
            local[player.index()] = whole.fold(0, |set, line| set | line);
        }
    }
    let blank = if is_closed { ' ' } else { '·' };
    let mut text = String::from(" ");
    for square in 3 * row..3 * row + 3 {
        let drawn = sign(local, square);
        let marked = || (!is_closed).then(|| mark(Move::new(board, square)))?;
        let shown = drawn.or_else(marked).unwrap_or(blank);
        text.extend([' ', shown, ' ']);
    }
    text.push(' ');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Game;
    use unbeatable_core::notation_checks::{check_specs, check_wrong_specs, rules};

    const EMPTY: &str = ".........";

    /// A position's text, empty boards behind the given ones left out.
    fn text(front: &str, boards: &[&str]) -> String {
        let mut all = boards.to_vec();
        all.resize(9, EMPTY);
        format!("{front};{}", all.join("/"))
    }

    #[track_caller]
    fn check(spec: &str, front: &str, boards: &[&str]) {
        let (game, text) = (rules::<Ultimate>(spec), text(front, boards));
        match game.parse_position(&text) {
            Ok(pos) => assert_eq!(game.position_text(&pos), text),
            Err(e) => panic!("{text}: {e}"),
        }
    }

    #[track_caller]
    fn refuse(spec: &str, front: &str, boards: &[&str], message: &str) {
        let error = rules::<Ultimate>(spec).parse_position(&text(front, boards));
        assert_eq!(error.unwrap_err().to_string(), message);
    }

    #[test]
    fn specs_are_read_and_printed() {
        let specs = [
            "uttt",
            "uttt:play-on",
            "uttt+majority",
            "uttt:play-on+majority",
        ];
        check_specs::<Ultimate>(&specs.map(|spec| (spec, spec)));
        check_wrong_specs::<Ultimate>(
            "uttt:3x3 => expected play-on (the older rules), or no size at character 6, found '3x3'
             uttt+misere => expected +majority, the only option of this game, at character 6, found 'misere'",
        );
    }

    #[test]
    fn marks_in_closed_boards_may_be_left_out() {
        check("uttt", "X;.........", &[]);
        check("uttt", "O;@........", &["X........"]);
        // The winning line alone, nothing at all, part of a line.
        check("uttt", "O;X........", &["XXX......"]);
        check("uttt", "O;XO#......", &[]);
        check("uttt", "X;XO@......", &["OX.......", "OO......."]);
        check("uttt", "X;#........", &["XOXXO...."]);
        // A finished game.
        check("uttt", "O;XXX......", &[]);
        check("uttt", "X;#########", &[]);
        check("uttt", "O;XXXXX#OO#", &[]);
    }

    #[test]
    fn won_boards_are_played_on() {
        let won = ["XXX......", EMPTY, EMPTY, "OO......."];
        check("uttt:play-on", "O;x........", &won);
        refuse(
            "uttt",
            "O;x........",
            &won,
            "expected ., X, O, # or @ for board a at character 3, found 'x........;XXX....../....…'",
        );
        // Both have a line; only one of them was the first.
        let both = ["XXXOOO...", EMPTY, EMPTY, "X........"];
        check("uttt:play-on", "O;x........", &both);
        check("uttt:play-on", "O;o........", &both);
    }

    /// The program's own tests have the messages, every one (`ultimate.rs`).
    #[test]
    fn contradictions_are_refused() {
        let line = ["XXX......"];
        for status in [".", "@", "O", "#"] {
            refuse(
                "uttt",
                &format!("O;{status}........"),
                &line,
                &format!(
                    "expected X for board a, where X has three in a row, at character 3, \
                     found '{status}'"
                ),
            );
        }
    }

    #[test]
    fn boards_are_drawn_with_what_matters() {
        let game = Ultimate::STANDARD;
        let boards = ["XXXOO....", "XOXXOOOXX", "OX......."];
        let pos = game
            .parse_position(&text("O;X#@......", &boards))
            .expect("possible");
        let mut drawn = String::new();
        let mark = |m| game.moves(&pos).any(|legal| legal == m).then_some('?');
        game.write_board(&pos, &mark, &mut drawn)
            .expect("writing to a string does not fail");
        let top: Vec<&str> = drawn.lines().take(4).collect();
        assert_eq!(
            top,
            [
                " a X won   │ b drawn   │ c to play",
                "  X  X  X  │  X  O  X  │  O  X  ?",
                "           │  X  O  O  │  ?  ?  ?",
                "           │  O  X  X  │  ?  ?  ?",
            ]
        );
        assert_eq!(drawn.lines().count(), 14);
    }
}
