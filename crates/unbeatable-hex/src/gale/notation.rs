//! How Gale, its positions and its moves are written.

use std::fmt::{self, Write};

use unbeatable_core::diagram::{CellShape, Diagram};
use unbeatable_core::notation::{number, quoted};
use unbeatable_core::rows::{Rows, letter, owner};
use unbeatable_core::{Game, Notation, ParseError, Player, Spec};

use crate::board::each;
use crate::gale::board::{CrossingSet, FIRST_SIDE, GaleBoard, LAST_SIDE};
use crate::gale::{Crossing, Gale, GaleBridges};

const SIZE_FORM: &str = "an order such as :4";

impl Gale {
    /// The rules that a spec names: `gale:4`.
    pub fn from_spec(spec: Spec) -> Result<Self, ParseError> {
        spec.no_more_options("no option, because this game has none,")?;
        let Some(size) = spec.size else {
            let end = spec.name.at + spec.name.text.chars().count();
            return Err(ParseError::new(0, SIZE_FORM, "").shifted(end));
        };
        let order = number(size.text).ok_or("an order from 1 to 8");
        let board = order.and_then(GaleBoard::new);
        Ok(Gale::new(board.map_err(|wrong| size.wrong(0, wrong))?))
    }
}

impl Notation for Gale {
    fn spec(&self) -> String {
        format!("gale:{}", self.board().order())
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["Black", "White"][player.index()]
    }

    /// Rows of crossings from the top: X for Black, O for White, and dots. Rows are longer and shorter by turns.
    ///
    /// ```text
    /// gale:3   ..X/../O../X./...      crossings of five rows
    /// ```
    fn write_position(&self, pos: &GaleBridges, f: &mut dyn Write) -> fmt::Result {
        for crossing in each(self.board().full()) {
            if self.is_first_of_row(crossing) {
                f.write_char('/')?;
            }
            f.write_char(owner_of(pos, crossing).map_or('.', letter))?;
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<GaleBridges, ParseError> {
        let [black, white] = self.parse_rows(text)?;
        let pos = GaleBridges::new(black, white);
        self.check_turns(&pos)?;
        Ok(pos)
    }

    fn write_move(&self, _: &GaleBridges, m: Crossing, f: &mut dyn Write) -> fmt::Result {
        f.write_str(&self.board().name(m.0))
    }

    /// Reads letters of either case.
    fn parse_move(&self, pos: &GaleBridges, text: &str) -> Result<Crossing, ParseError> {
        let wrong = |expected: String| ParseError::whole(expected, quoted(text));
        if self.outcome(pos).is_some() {
            return Err(wrong("no move, because the game is over".into()));
        }
        let Some(crossing) = self.board().named(text) else {
            let last = self.board().name(self.board().width() / 2);
            return Err(wrong(match self.board().order() {
                1 => "the crossing a1".into(),
                _ => format!("a crossing from a1 and b2 to {last} (a1 but not a2 or b1)"),
            }));
        };
        match self.empty(pos) >> crossing & 1 {
            1 => Ok(Crossing(crossing)),
            _ => Err(wrong("an empty crossing".into())),
        }
    }

    /// All places of the board, crossings and dots alike: a dot is a sign of its owner that stands there from
    /// the start. Signs of one player that are side by side, or one above the other, are joined.
    fn diagram(&self, pos: &GaleBridges, marked: Option<Crossing>) -> Option<Diagram> {
        let last = pos.turn().other();
        let chain = self.board().chain(last, pos.of(last));
        let width = self.board().width();
        let of = |place: u8| match self.crossing_at(place) {
            Some(crossing) => owner_of(pos, crossing),
            None => Some(self.owner_of_dot(place)),
        };
        let rows = Rows {
            columns: width,
            rows: width,
            shape: CellShape::Squares,
        };
        let marked = marked.map(|Crossing(crossing)| 2 * crossing);
        Some(rows.diagram(of, marked, |place| chain.contains(&place)))
    }

    /// Black's dots are x, White's are o, and lines between them are bridges.
    ///
    /// ```text
    ///       x   x   x
    ///  5  o │ o . o . o
    ///  4    x . x . x
    ///  3  o . o───o . o
    ///  2    x . x . x
    ///  1  o . o . o . o
    ///       x   x   x
    ///       a b c d e
    /// ```
    fn write_board(
        &self,
        pos: &GaleBridges,
        mark: &dyn Fn(Crossing) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let width = self.board().width();
        let side = vec!["x"; self.board().order().into()].join("   ");
        writeln!(f, "      {side}")?;
        for row in 0..width {
            // White's sides are dots of every other row.
            let is_long = row % 2 == 0;
            let end = if is_long { 'o' } else { ' ' };
            let mut line: Vec<char> = vec![end];
            for column in 0..width {
                let place = row * width + column;
                let (sign, gap) = match self.crossing_at(place) {
                    None => (['x', 'o'][self.owner_of_dot(place).index()], ' '),
                    Some(crossing) => match owner_of(pos, crossing) {
                        None => (mark(Crossing(crossing)).unwrap_or('.'), ' '),
                        Some(player) => line_of(player, is_long),
                    },
                };
                // A line to the left and right fills the gaps on both sides.
                let is_before = line.last() == Some(&'─');
                line.push(if is_before { '─' } else { gap });
                line.push(sign);
            }
            let is_before = line.last() == Some(&'─');
            line.push(if is_before { '─' } else { ' ' });
            line.push(end);
            let line: String = line.into_iter().collect();
            writeln!(f, "{:2}  {}", width - row, line.trim_end())?;
        }
        writeln!(f, "      {side}")?;
        let names: Vec<String> = (0..width)
            .map(|column| char::from(b'a' + column).to_string())
            .collect();
        writeln!(f, "      {}", names.join(" "))
    }
}

/// The line of a player's bridge in a long row, one that begins with a crossing, or in a short one; and what
/// stands beside it.
fn line_of(player: Player, is_long: bool) -> (char, char) {
    match (player == Player::First) == is_long {
        true => ('│', ' '),
        false => ('─', '─'),
    }
}

fn owner_of(pos: &GaleBridges, crossing: u8) -> Option<Player> {
    owner(Player::BOTH.map(|player| pos.of(player)), 1 << crossing)
}

impl Gale {
    /// The crossing at a place; `None` if it is a dot.
    fn crossing_at(&self, place: u8) -> Option<u8> {
        place.is_multiple_of(2).then_some(place / 2)
    }

    /// Whose dot stands at a place that is no crossing.
    fn owner_of_dot(&self, place: u8) -> Player {
        match place / self.board().width() % 2 {
            1 => Player::First,
            _ => Player::Second,
        }
    }

    /// Whether a crossing begins a row that is not the first one.
    fn is_first_of_row(&self, crossing: u8) -> bool {
        crossing > 0 && self.board().place(crossing)[1] < 2
    }

    /// X's and O's bridges.
    fn parse_rows(&self, text: &str) -> Result<[CrossingSet; 2], ParseError> {
        let (long, rows) = (self.board().order(), self.board().width());
        let form = match long {
            1 => "one crossing".into(),
            _ => format!("{rows} rows, of {long} and {} crossings by turns", long - 1),
        };
        let wrong = |at, what| ParseError::new(at, format!("{what} ({form})"), text);
        let mut bridges = [0; 2];
        let mut letters = text.chars().enumerate();
        let end = usize::from(self.board().count() + rows - 1);
        for crossing in each(self.board().full()) {
            if self.is_first_of_row(crossing) {
                match letters.next() {
                    Some((_, '/')) => {}
                    other => return Err(wrong(place_in(text, other), "'/' after each row")),
                }
            }
            match letters.next() {
                Some((_, 'X')) => bridges[0] |= 1 << crossing,
                Some((_, 'O')) => bridges[1] |= 1 << crossing,
                Some((_, '.')) => {}
                other => return Err(wrong(place_in(text, other), "X, O or .")),
            }
        }
        match letters.next() {
            None => Ok(bridges),
            Some(_) => Err(wrong(end, "the end")),
        }
    }

    /// The error of bridges that Black and White cannot have built in turn until one of them was connected.
    fn check_turns(&self, pos: &GaleBridges) -> Result<(), ParseError> {
        let [black, white] = Player::BOTH.map(|player| pos.of(player).count_ones());
        if black != white && black != white + 1 {
            let found = format!("{black} X and {white} O");
            return Err(ParseError::whole("as many X as O, or one X more", found));
        }
        let (mover, last) = (pos.turn(), pos.turn().other());
        let name = |player| self.player_name(player);
        if self.board().connects(mover, pos.of(mover)) {
            let found = format!("{} connected though {} moved last", name(mover), name(last));
            let expected = "at most one winner, who moved last";
            return Err(ParseError::whole(expected, found));
        }
        let bridges = pos.of(last);
        let ends = |crossing: u8| !self.board().connects(last, bridges & !(1 << crossing));
        if self.board().connects(last, bridges) && !each(bridges).any(ends) {
            let expected = "a game that ended when somebody was connected";
            let found = format!("two ways of {} to be connected", name(last));
            return Err(ParseError::whole(expected, found));
        }
        Ok(())
    }
}

/// How many characters stand before one of a text, or before its end.
fn place_in(text: &str, letter: Option<(usize, char)>) -> usize {
    letter.map_or_else(|| text.chars().count(), |(at, _)| at)
}

impl GaleBoard {
    /// The places of a shortest way of a player's bridges from side to side, and of the dots on it; none if
    /// there is no such way.
    fn chain(&self, player: Player, bridges: CrossingSet) -> Vec<u8> {
        // The bridge by which each dot was reached, and from where.
        let mut reached = vec![(FIRST_SIDE, None)];
        let mut next = 0;
        while let Some(&(from, _)) = reached.get(next) {
            for crossing in each(bridges) {
                let [a, b] = self.dots(player, crossing);
                let to = match from {
                    _ if from == a => b,
                    _ if from == b => a,
                    _ => continue,
                };
                if reached.iter().all(|&(dot, _)| dot != to) {
                    reached.push((to, Some((crossing, next))));
                }
            }
            next += 1;
        }
        let mut chain = vec![];
        let mut at = reached.iter().find(|&&(dot, _)| dot == LAST_SIDE);
        while let Some(&(dot, Some((crossing, from)))) = at {
            if dot != LAST_SIDE {
                let [row, column] = self.place_of_dot(player, dot);
                chain.push(row * self.width() + column);
            }
            chain.push(2 * crossing);
            at = reached.get(from);
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
        for order in 1..=8 {
            let spec = format!("gale:{order}");
            let game = rules::<Gale>(&spec);
            assert_eq!(game.spec(), spec);
            // Every move of every image is tried, so a game takes longer the larger the board is.
            let games = 60 / u64::pow(order, 2) + 1;
            let tally = laws::check(&game, games, 1).unwrap_or_else(|e| panic!("{spec}: {e}"));
            assert_eq!(tally.images, 3 * tally.distinct);
        }
    }

    const WRONG_SPECS: &str = "\
        gale:9 => expected an order from 1 to 8 at character 6, found '9'
        gale:0 => expected an order from 1 to 8 at character 6, found '0'
        gale:3x3 => expected an order from 1 to 8 at character 6, found '3x3'
        gale => expected an order such as :4 at character 5, found the end
        gale:3+swap => expected no option, because this game has none, at character 8, found 'swap'";

    const WRONG_POSITIONS: &str = "\
        gale:2 ../. => expected '/' after each row (3 rows, of 2 and 1 crossings by turns) at character 5, found the end
        gale:2 ../../.. => expected '/' after each row (3 rows, of 2 and 1 crossings by turns) at character 5, found './..'
        gale:2 ../x/.. => expected X, O or . (3 rows, of 2 and 1 crossings by turns) at character 4, found 'x/..'
        gale:2 ../.. => expected '/' after each row (3 rows, of 2 and 1 crossings by turns) at character 5, found '.'
        gale:1 .. => expected the end (one crossing) at character 2, found '.'
        gale:2 XX/./.. => expected as many X as O, or one X more, found 2 X and 0 O
        gale:2 ../O/.. => expected as many X as O, or one X more, found 0 X and 1 O
        gale:2 XO/./XO => expected at most one winner, who moved last, found Black connected though White moved last
        gale:3 X.X/OO/X.X/OO/X.X => expected as many X as O, or one X more, found 6 X and 4 O
        gale:3 XOX/O./X.X/O./XOX => expected as many X as O, or one X more, found 6 X and 4 O";

    #[test]
    fn what_cannot_be_is_refused() {
        check_wrong_specs::<Gale>(WRONG_SPECS);
        check_wrong_positions::<Gale>(WRONG_POSITIONS);
        let game = rules::<Gale>("gale:2");
        let pos = game.parse_position("X./O/..").unwrap();
        for (text, message) in [
            ("a3", "expected an empty crossing, found 'a3'"),
            ("B2", "expected an empty crossing, found 'B2'"),
            (
                "b1",
                "expected a crossing from a1 and b2 to c3 (a1 but not a2 or b1), found 'b1'",
            ),
        ] {
            let error = game.parse_move(&pos, text).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(game.parse_move(&pos, "C3"), Ok(Crossing(1)));
    }

    /// Two ways from side to side, of which one bridge cannot have closed both.
    #[test]
    fn a_game_ends_at_the_first_connection() {
        let game = rules::<Gale>("gale:4");
        let pos = game
            .parse_position("X..X/O../XO.X/O../XO.X/O../XO.X")
            .expect_err("eight of Black's");
        assert_eq!(
            pos.to_string(),
            "expected as many X as O, or one X more, found 8 X and 6 O"
        );
        let error = game
            .parse_position("X.OX/O../XO.X/O../XO.X/O../XO.X")
            .expect_err("two ways");
        assert_eq!(
            error.to_string(),
            "expected a game that ended when somebody was connected, found two ways of Black to be connected"
        );
    }

    #[test]
    fn boards_show_bridges() {
        let game = rules::<Gale>("gale:3");
        let pos = game.parse_position("X../X./.OO/../...").unwrap();
        let mut text = String::new();
        let mark = |m| (m == Crossing(3 + 5)).then_some('+');
        game.write_board(&pos, &mark, &mut text).unwrap();
        let expected = [
            "      x   x   x",
            " 5  o │ o . o . o",
            " 4    x───x . x",
            " 3  o . o───o───o",
            " 2    x + x . x",
            " 1  o . o . o . o",
            "      x   x   x",
            "      a b c d e",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
        let pos = game.parse_position("XX./O./.../.O/...").unwrap();
        let mut text = String::new();
        game.write_board(&pos, &|_| None, &mut text).unwrap();
        assert_eq!(text.lines().nth(2), Some(" 4    x │ x . x"));
        assert_eq!(text.lines().nth(4), Some(" 2    x . x │ x"));
    }

    #[test]
    fn diagrams_show_dots_and_the_way_that_won() {
        let game = rules::<Gale>("gale:2");
        let pos = game.parse_position("XO/X/.X").unwrap_err();
        assert!(pos.to_string().contains("3 X and 1 O"));
        let pos = game.parse_position("XO/X/OX").unwrap();
        assert_eq!(game.outcome(&pos).unwrap().winner(), Some(Player::First));
        let Some(Diagram::Grid { squares, line, .. }) = game.diagram(&pos, None) else {
            panic!("a grid");
        };
        let signs: String = squares
            .iter()
            .map(|square| match square {
                unbeatable_core::diagram::Square::Of(player) => letter(*player),
                _ => '.',
            })
            .collect();
        assert_eq!(signs, "XOOXXXOOX");
        assert_eq!(line, [0, 3, 4, 5, 8]);
    }
}
