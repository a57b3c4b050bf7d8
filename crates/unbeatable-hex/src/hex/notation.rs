//! How Hex, its positions and its moves are written.

use std::fmt::{self, Write};

use unbeatable_core::diagram::{CellShape, Diagram};
use unbeatable_core::notation::{number, quoted};
use unbeatable_core::rows::{Rows, letter, owner};
use unbeatable_core::spec::Piece;
use unbeatable_core::{Game, Notation, ParseError, Player, Spec};

use crate::board::{CellSet, HexBoard, each};
use crate::hex::{Hex, HexMove, HexStones};

const SIZE_FORM: &str = "a size such as :5x5 (columns x rows)";

/// What stands behind the rows of a position after a swap.
const SWAPPED: &str = ";swapped";

impl Hex {
    /// The rules that a spec names: `hex:5x5`, with `+swap` if White may take over Black's first stone.
    pub fn from_spec(mut spec: Spec) -> Result<Self, ParseError> {
        let has_swap = spec.take_flag("swap")?;
        spec.no_more_options("+swap, the only option of this game,")?;
        let Some(size) = spec.size else {
            let end = spec.name.at + spec.name.text.chars().count();
            return Err(ParseError::new(0, SIZE_FORM, "").shifted(end));
        };
        let (columns, rows) = two_numbers(size)?;
        let board = HexBoard::new(columns, rows).map_err(|wrong| size.wrong(0, wrong))?;
        if has_swap && columns != rows {
            let expected = "as many columns as rows, because +swap reflects the first stone";
            return Err(size.wrong(0, expected));
        }
        Ok(Hex::new(board, has_swap))
    }
}

fn two_numbers(size: Piece) -> Result<(u8, u8), ParseError> {
    let Some((columns, rows)) = size.text.split_once('x') else {
        return Err(size.wrong(0, "columns x rows, such as 5x5"));
    };
    let wrong = |at| size.wrong(at, "a number up to 11 (columns x rows)");
    let behind = columns.chars().count() + 1;
    let columns = number(columns).ok_or_else(|| wrong(0))?;
    let rows = number(rows).ok_or_else(|| wrong(behind))?;
    Ok((columns, rows))
}

impl Notation for Hex {
    fn spec(&self) -> String {
        let swap = if self.has_swap() { "+swap" } else { "" };
        let (columns, rows) = (self.board().columns(), self.board().rows());
        format!("hex:{columns}x{rows}{swap}")
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["Black", "White"][player.index()]
    }

    /// Rows of X for Black, O for White and dots, from the top.
    fn write_position(&self, pos: &HexStones, f: &mut dyn Write) -> fmt::Result {
        self.as_rows().write(|cell| owner_of(pos, cell), f)?;
        f.write_str(if pos.is_swapped() { SWAPPED } else { "" })
    }

    fn parse_position(&self, text: &str) -> Result<HexStones, ParseError> {
        let [black, white] = self.as_rows().parse_front(text)?;
        let end = self.as_rows().length();
        let rest: String = text.chars().skip(end).collect();
        let is_swapped = match rest.as_str() {
            "" => false,
            SWAPPED if self.has_swap() => true,
            _ => {
                let expected = match self.has_swap() {
                    true => "';swapped' or the end",
                    false => "the end",
                };
                return Err(ParseError::new(end, expected, text));
            }
        };
        let pos = match is_swapped {
            true => HexStones::swapped(black, white),
            false => HexStones::new(black, white),
        };
        self.check_turns(&pos)?;
        Ok(pos)
    }

    fn write_move(&self, _: &HexStones, m: HexMove, f: &mut dyn Write) -> fmt::Result {
        match m {
            HexMove::Stone(cell) => f.write_str(&self.board().name(cell)),
            HexMove::Swap => f.write_str("swap"),
        }
    }

    /// Reads letters of either case.
    fn parse_move(&self, pos: &HexStones, text: &str) -> Result<HexMove, ParseError> {
        let wrong = |expected: String| ParseError::whole(expected, quoted(text));
        if self.outcome(pos).is_some() {
            return Err(wrong("no move, because the game is over".into()));
        }
        let or_swap = if self.can_swap(pos) { ", or swap" } else { "" };
        if text.eq_ignore_ascii_case("swap") && self.can_swap(pos) {
            return Ok(HexMove::Swap);
        }
        let Some(cell) = self.board().cell(text) else {
            let last = self.board().name(self.board().count() - 1);
            return Err(wrong(format!("a cell from a1 to {last}{or_swap}")));
        };
        match self.empty(pos) >> cell & 1 {
            1 => Ok(HexMove::Stone(cell)),
            _ => Err(wrong(format!("an empty cell{or_swap}"))),
        }
    }

    fn diagram(&self, pos: &HexStones, marked: Option<HexMove>) -> Option<Diagram> {
        let marked = match marked {
            Some(HexMove::Stone(cell)) => Some(cell),
            Some(HexMove::Swap) | None => None,
        };
        let last = pos.turn().other();
        let chain = self.board().chain(last, pos.of(last));
        let is_in_chain = |cell: u8| chain >> cell & 1 == 1;
        let of = |cell| owner_of(pos, cell);
        Some(self.as_rows().diagram(of, marked, is_in_chain))
    }

    /// Each row stands half a cell to the right of the one above it. Black's sides are above and below,
    /// White's left and right.
    fn write_board(
        &self,
        pos: &HexStones,
        mark: &dyn Fn(HexMove) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let (columns, rows) = (self.board().columns(), self.board().rows());
        let names: String = (0..columns)
            .map(|i| format!(" {}", char::from(b'a' + i)))
            .collect();
        writeln!(f, "   {names}")?;
        for row in 0..rows {
            let indent = usize::from(row);
            write!(f, "{:indent$}{:2}  ", "", row + 1)?;
            for cell in row * columns..(row + 1) * columns {
                let drawn = owner_of(pos, cell).map(letter);
                let sign = drawn.or_else(|| mark(HexMove::Stone(cell)));
                write!(f, "{} ", sign.unwrap_or('.'))?;
            }
            writeln!(f, " {}", row + 1)?;
        }
        let indent = usize::from(rows);
        write!(f, "{:indent$}   {names}", "")?;
        if let Some(sign) = mark(HexMove::Swap) {
            write!(f, "   swap {sign}")?;
        }
        f.write_char('\n')
    }
}

fn owner_of(pos: &HexStones, cell: u8) -> Option<Player> {
    owner([pos.black(), pos.white()], 1 << cell)
}

impl Hex {
    fn as_rows(&self) -> Rows {
        Rows {
            columns: self.board().columns(),
            rows: self.board().rows(),
            shape: CellShape::Hexagons,
        }
    }

    /// The error of stones that Black and White cannot have put in turn until one of them was connected.
    fn check_turns(&self, pos: &HexStones) -> Result<(), ParseError> {
        let counts = Player::BOTH.map(|player| pos.of(player).count_ones());
        let (first, second) = match pos.is_swapped() {
            true => (counts[1], counts[0]),
            false => (counts[0], counts[1]),
        };
        let is_fair = first == second || first == second + 1;
        if !is_fair || pos.is_swapped() && first == 0 {
            let expected = match pos.is_swapped() {
                true => "as many O as X, or one O more, after a swap",
                false => "as many X as O, or one X more",
            };
            let found = format!("{} X and {} O", counts[0], counts[1]);
            return Err(ParseError::whole(expected, found));
        }
        let (mover, last) = (pos.turn(), pos.turn().other());
        let name = |player| self.player_name(player);
        if self.board().connects(mover, pos.of(mover)) {
            let found = format!("{} connected though {} moved last", name(mover), name(last));
            let expected = "at most one winner, who moved last";
            return Err(ParseError::whole(expected, found));
        }
        let stones = pos.of(last);
        let ends = |cell: u8| !self.board().connects(last, stones & !(1 << cell));
        if self.board().connects(last, stones) && !each(stones).any(ends) {
            let expected = "a game that ended when somebody was connected";
            let found = format!("two ways of {} to be connected", name(last));
            return Err(ParseError::whole(expected, found));
        }
        Ok(())
    }
}

impl HexBoard {
    /// The shortest chain of a player's stones from side to side, by cell; none if there is no chain.
    pub(crate) fn chain(&self, player: Player, stones: CellSet) -> CellSet {
        let [from, to] = self.sides(player);
        let mut rings = vec![from & stones];
        let mut met = from & stones;
        while rings[rings.len() - 1] & to == 0 {
            let next = self.beside(rings[rings.len() - 1]) & stones & !met;
            if next == 0 {
                return 0;
            }
            met |= next;
            rings.push(next);
        }
        let mut at = CellSet::MAX;
        let mut near = to;
        let mut chain = 0;
        for ring in rings.into_iter().rev() {
            at &= ring & near;
            at &= at.wrapping_neg();
            chain |= at;
            near = self.beside(at);
            at = CellSet::MAX;
        }
        chain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::laws;
    use unbeatable_core::notation_checks::{check_wrong_positions, check_wrong_specs, rules};

    #[test]
    fn all_sizes_keep_the_laws() {
        for spec in [
            "hex:1x1",
            "hex:2x2",
            "hex:3x3+swap",
            "hex:4x3",
            "hex:3x4",
            "hex:1x5",
            "hex:5x5",
            "hex:7x8",
            "hex:11x11+swap",
        ] {
            let game = rules::<Hex>(spec);
            assert_eq!(game.spec(), spec);
            laws::check(&game, 30, 1).unwrap_or_else(|e| panic!("{spec}: {e}"));
        }
    }

    const WRONG_SPECS: &str = "\
        hex:12x3 => expected 1 to 11 columns and 1 to 11 rows at character 5, found '12x3'
        hex:0x3 => expected 1 to 11 columns and 1 to 11 rows at character 5, found '0x3'
        hex:5 => expected columns x rows, such as 5x5 at character 5, found '5'
        hex:5xfive => expected a number up to 11 (columns x rows) at character 7, found 'five'
        hex:4x3+swap => expected as many columns as rows, because +swap reflects the first stone at character 5, found '4x3'
        hex:5x5+komi => expected +swap, the only option of this game, at character 9, found 'komi'";

    const WRONG_POSITIONS: &str = "\
        hex:2x2 ../. => expected X, O or . (2 rows of 2 cells) at character 5, found the end
        hex:2x2 .../.. => expected '/' after each row (2 rows of 2 cells) at character 3, found './..'
        hex:2x2 ../..;swapped => expected the end at character 6, found ';swapped'
        hex:2x2+swap ../..;swapped => expected as many O as X, or one O more, after a swap, found 0 X and 0 O
        hex:2x2+swap ../..;what => expected ';swapped' or the end at character 6, found ';what'
        hex:2x2 XX/.. => expected as many X as O, or one X more, found 2 X and 0 O
        hex:3x3 XO./X.O/X.O => expected at most one winner, who moved last, found Black connected though White moved last
        hex:3x3 XOX/XOX/X.X => expected as many X as O, or one X more, found 6 X and 2 O
        hex:4x2 XO.X/XO.X => expected as many X as O, or one X more, found 4 X and 2 O
        hex:4x3 XO.X/XO.X/XOOX => expected as many X as O, or one X more, found 6 X and 4 O
        hex:5x2 XOO.X/XO..X => expected a game that ended when somebody was connected, found two ways of Black to be connected";

    #[test]
    fn what_cannot_be_is_refused() {
        check_wrong_specs::<Hex>(WRONG_SPECS);
        check_wrong_positions::<Hex>(WRONG_POSITIONS);
        let game = rules::<Hex>("hex:3x3+swap");
        let pos = game.parse_position("X../.../...").unwrap();
        for (text, message) in [
            ("a1", "expected an empty cell, or swap, found 'a1'"),
            ("d1", "expected a cell from a1 to c3, or swap, found 'd1'"),
        ] {
            let error = game.parse_move(&pos, text).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(game.parse_move(&pos, "SWAP"), Ok(HexMove::Swap));
        assert_eq!(game.parse_move(&pos, "B2"), Ok(HexMove::Stone(4)));
    }

    #[test]
    fn a_swap_takes_the_stone_over() {
        let game = rules::<Hex>("hex:3x3+swap");
        let pos = game.parse_position(".X./.../...").unwrap();
        let next = game.play(&pos, HexMove::Swap);
        assert_eq!(game.position_text(&next), ".../O../...;swapped");
        assert_eq!(game.turn(&next), Player::First);
        assert!(!game.can_swap(&next));
    }

    #[test]
    fn boards_are_drawn_aslant() {
        let game = rules::<Hex>("hex:3x3");
        let pos = game.parse_position("X../.O./..X").unwrap();
        let mut text = String::new();
        let mark = |m| (m == HexMove::Stone(1)).then_some('+');
        game.write_board(&pos, &mark, &mut text).unwrap();
        assert_eq!(
            text,
            "    a b c\n 1  X + .  1\n  2  . O .  2\n   3  . . X  3\n       a b c\n"
        );
    }
}
