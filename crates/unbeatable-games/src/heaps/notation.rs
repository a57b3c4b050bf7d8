//! How heap games, their positions and their moves are written.

use std::fmt::{self, Write};

use unbeatable_core::diagram::{Diagram, Heap};
use unbeatable_core::notation::number;
use unbeatable_core::spec::Piece;
use unbeatable_core::{Notation, ParseError, Player, Spec};

use crate::heaps::{
    HEAP_MAX, HEAPS_MAX, Heaps, NONE_LEFT, ONE_LEFT, Piles, Removal, TWO_LEFT, Take, Taking,
};

/// Longest octal code: as many digits behind its point.
const DIGITS_MAX: usize = 16;

/// A take-away game lists at most this many numbers.
const TAKES_MAX: usize = 64;

/// Heaps of more stones are drawn in short.
const DRAWN_STONES: u16 = 32;

const ONLY_MISERE: &str = "+misere, the only option of this game,";
const SIZE_FORM: &str = "heaps such as :3,5,7";
const CODE_FORM: &str = "a code such as +code=0.137 (octal digits behind 0. or 4.)";

/// The code of Kayles: bowl over one pin or two neighbours (Dudeney 1908).
const KAYLES: &str = "0.77";
/// The code of Dawson's Kayles: exactly two neighbours.
const DAWSON: &str = "0.07";

/// How the rules are written.
enum Form {
    Nim,
    /// The numbers that may be taken.
    TakeAway(Vec<u16>),
    /// The code.
    Octal(String),
}

impl Heaps {
    /// The rules that a spec names: `nim:3,5,7`, `subtract:21+take=1,2,3`, `kayles:5,7`, `dawson:9`,
    /// `octal:7+code=0.137`, each with `+misere`.
    pub fn from_spec(mut spec: Spec) -> Result<Self, ParseError> {
        let misere = spec.take_flag("misere")?;
        let end = spec.name.at + spec.name.text.chars().count();
        let (taking, options) = match spec.name.text {
            "nim" => (Taking::Any, ONLY_MISERE),
            "kayles" => (octal(KAYLES).expect("a code"), ONLY_MISERE),
            "dawson" => (octal(DAWSON).expect("a code"), ONLY_MISERE),
            "subtract" => {
                let takes = match spec.take_value("take")? {
                    None => vec![1, 2, 3],
                    Some(value) => takes(value)?,
                };
                (
                    subtraction(&takes),
                    "+misere or +take=1,2,3, the options of this game,",
                )
            }
            _ => match spec.take_value("code")? {
                Some(value) => (
                    octal(value.text).map_err(|(at, expected)| value.wrong(at, expected))?,
                    "+code=0.137 or +misere, the options of this game,",
                ),
                None => return Err(missing(&spec, end, CODE_FORM)),
            },
        };
        spec.no_more_options(options)?;
        let Some(size) = spec.size else {
            return Err(missing(&spec, end, SIZE_FORM));
        };
        let heaps = parse_heaps(size.text).map_err(|e| e.shifted(size.at))?;
        Heaps::new(taking, misere, &heaps).map_err(|expected| size.wrong(0, expected))
    }

    /// Under which name the rules are written: each game has one.
    fn form(&self) -> Form {
        let Taking::Listed(removals) = self.taking() else {
            return Form::Nim;
        };
        let stays_together = |r: &Removal| r.leaves == NONE_LEFT | ONE_LEFT;
        if !removals.is_empty() && removals.iter().all(stays_together) {
            return Form::TakeAway(removals.iter().map(|r| r.take).collect());
        }
        let digit = |take: u16| {
            let known = removals.iter().find(|r| r.take == take);
            known.map_or('0', |r| char::from(b'0' + r.leaves))
        };
        let last = removals.last().map_or(1, |r| r.take.max(1));
        let digits: String = (1..=last).map(digit).collect();
        Form::Octal(format!("{}.{digits}", digit(0)))
    }

    /// What people call the game.
    #[must_use]
    pub fn title(&self) -> String {
        let misere = if self.is_misere() { "misère " } else { "" };
        match self.form() {
            Form::Nim => format!("{misere}Nim"),
            Form::TakeAway(_) => format!("{misere}take-away"),
            Form::Octal(code) => match code.as_str() {
                KAYLES => format!("{misere}Kayles"),
                DAWSON => format!("{misere}Dawson's Kayles"),
                _ => format!("{misere}octal game {code}"),
            },
        }
    }
}

/// A spec that ends too early.
fn missing(spec: &Spec, end: usize, expected: &str) -> ParseError {
    let text = |piece: &Piece| piece.at + piece.text.chars().count();
    let end = spec.size.as_ref().map_or(end, text);
    ParseError::new(0, expected, "").shifted(end)
}

const TAKES_FORM: &str = "numbers of stones such as +take=1,2,3";

/// The numbers of a take-away game, ascending.
fn takes(value: Piece) -> Result<Vec<u16>, ParseError> {
    let numbers = parse_numbers(value.text, 1, TAKES_FORM).map_err(|e| e.shifted(value.at))?;
    let mut takes: Vec<u16> = numbers.iter().map(|(n, _)| *n).collect();
    takes.sort_unstable();
    if let Some(pair) = takes.windows(2).find(|pair| pair[0] == pair[1]) {
        let again = numbers.iter().rfind(|(n, _)| *n == pair[0]);
        let at = again.map_or(0, |(_, at)| *at);
        return Err(value.wrong(at, "each number once"));
    }
    match takes.len() {
        0..=TAKES_MAX => Ok(takes),
        _ => {
            let (_, at) = numbers[TAKES_MAX];
            Err(value.wrong(at, format!("at most {TAKES_MAX} numbers")))
        }
    }
}

fn subtraction(takes: &[u16]) -> Taking {
    let leaves = NONE_LEFT | ONE_LEFT;
    let removal = |&take: &u16| Removal { take, leaves };
    Taking::Listed(takes.iter().map(removal).collect())
}

/// The rules of an octal code, or where it goes wrong and what was expected there.
fn octal(code: &str) -> Result<Taking, (usize, String)> {
    let mut removals = Vec::new();
    let mut letters = code.chars();
    match (letters.next(), letters.next()) {
        (Some('0'), Some('.')) => {}
        (Some('4'), Some('.')) => removals.push(Removal {
            take: 0,
            leaves: TWO_LEFT,
        }),
        (Some('0' | '4'), _) => return Err((1, format!("'.' in {CODE_FORM}"))),
        _ => return Err((0, CODE_FORM.into())),
    }
    for (take, letter) in (1..).zip(letters) {
        let Some(leaves) = letter.to_digit(8) else {
            return Err((take + 1, "an octal digit, 0 to 7".into()));
        };
        if take > DIGITS_MAX {
            return Err((
                take + 1,
                format!("at most {DIGITS_MAX} digits behind the point"),
            ));
        }
        if leaves > 0 {
            removals.push(Removal {
                take: take as u16,
                leaves: leaves as u8,
            });
        }
    }
    if code.chars().count() == 2 {
        return Err((2, "an octal digit, 0 to 7".into()));
    }
    Ok(Taking::Listed(removals))
}

/// Numbers between commas, each with its place.
fn parse_numbers(text: &str, least: u16, form: &str) -> Result<Vec<(u16, usize)>, ParseError> {
    let mut numbers = Vec::new();
    let mut at = 0;
    for piece in text.split(',') {
        let Some(n) = number(piece).filter(|n| *n >= least) else {
            let expected = match text.is_empty() {
                true => form.to_string(),
                false => format!("a number from {least} to {HEAP_MAX}"),
            };
            return Err(ParseError::new(at, expected, text));
        };
        numbers.push((n, at));
        at += piece.chars().count() + 1;
    }
    Ok(numbers)
}

/// Heap sizes, zeros left out. That they fit a position is the rule book's to say, but not so many
/// are read that it would take long.
fn parse_heaps(text: &str) -> Result<Vec<u16>, ParseError> {
    let numbers = parse_numbers(text, 0, "heap sizes such as 3,5,7 (0 for none)")?;
    let heaps: Vec<(u16, usize)> = numbers.into_iter().filter(|(n, _)| *n > 0).collect();
    match heaps.get(HEAPS_MAX) {
        None => Ok(heaps.into_iter().map(|(n, _)| n).collect()),
        Some((_, at)) => Err(ParseError::new(
            *at,
            format!("at most {HEAPS_MAX} heaps"),
            text,
        )),
    }
}

/// Heap sizes as text, the largest last; `0` for none.
pub(crate) fn heaps_text(heaps: &[u16]) -> String {
    if heaps.is_empty() {
        return "0".into();
    }
    numbers_text(heaps)
}

fn numbers_text(numbers: &[u16]) -> String {
    let texts: Vec<String> = numbers.iter().map(u16::to_string).collect();
    texts.join(",")
}

impl Notation for Heaps {
    fn spec(&self) -> String {
        use unbeatable_core::Game;
        let heaps = heaps_text(self.start().heaps());
        let misere = if self.is_misere() { "+misere" } else { "" };
        match self.form() {
            Form::Nim => format!("nim:{heaps}{misere}"),
            Form::TakeAway(takes) => {
                format!("subtract:{heaps}{misere}+take={}", numbers_text(&takes))
            }
            Form::Octal(code) => match code.as_str() {
                KAYLES => format!("kayles:{heaps}{misere}"),
                DAWSON => format!("dawson:{heaps}{misere}"),
                _ => format!("octal:{heaps}+code={code}{misere}"),
            },
        }
    }

    fn write_position(&self, pos: &Piles, f: &mut dyn Write) -> fmt::Result {
        f.write_str(&heaps_text(pos.heaps()))?;
        match pos.turn() {
            Player::First => Ok(()),
            Player::Second => f.write_str(";Second"),
        }
    }

    /// Reads the heaps in any order. They need not be what play from the start can leave: whoever
    /// asks about other heaps gets an answer by the same rules.
    fn parse_position(&self, text: &str) -> Result<Piles, ParseError> {
        let (heaps, turn) = match text.split_once(';') {
            None => (text, Player::First),
            Some((heaps, "First")) => (heaps, Player::First),
            Some((heaps, "Second")) => (heaps, Player::Second),
            Some((heaps, _)) => {
                let at = heaps.chars().count() + 1;
                return Err(ParseError::new(at, "First or Second to move", text));
            }
        };
        let sizes = parse_heaps(heaps)?;
        self.position(&sizes, turn)
            .map_err(|expected| ParseError::new(0, expected, heaps))
    }

    /// `5-2` takes 2 from a heap of 5; `7-2:1+4` takes 2 from a heap of 7 and leaves 1 and 4.
    fn write_move(&self, _: &Piles, m: Take, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{}-{}", m.heap, m.take)?;
        match m.left() {
            [0, _] => Ok(()),
            [small, large] => write!(f, ":{small}+{large}"),
        }
    }

    /// A row of sticks for each heap. A move's mark stands on the first stick that it takes, counted
    /// from the left; it takes that one and those to the right of it.
    /// Stones are taken from the end of their heap, or from between what is left of it.
    fn diagram(&self, pos: &Piles, marked: Option<Take>) -> Option<Diagram> {
        let chosen = marked.and_then(|m| pos.heaps().iter().position(|&heap| heap == m.heap));
        let heaps = pos.heaps().iter().enumerate().map(|(i, &stones)| Heap {
            stones: stones.into(),
            taken: marked.filter(|_| chosen == Some(i)).map(|m| {
                let begin = if m.split > 0 { m.split } else { m.left()[1] };
                begin.into()..(begin + m.take).into()
            }),
        });
        Some(Diagram::Heaps(heaps.collect()))
    }

    fn write_board(
        &self,
        pos: &Piles,
        mark: &dyn Fn(Take) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        if pos.heaps().is_empty() {
            return f.write_str("(no heap is left)\n");
        }
        let width = heaps_text(&pos.heaps()[pos.heaps().len() - 1..]).len();
        for &heap in pos.heaps() {
            write!(f, "{heap:>width$} ")?;
            for take in (1..=heap).rev().take(DRAWN_STONES.into()) {
                let m = Take {
                    heap,
                    take,
                    split: 0,
                };
                write!(f, " {}", mark(m).unwrap_or('|'))?;
            }
            f.write_str(if heap > DRAWN_STONES { " …\n" } else { "\n" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Game;
    use unbeatable_core::notation_checks::{check_wrong_positions, check_wrong_specs, read, rules};

    #[test]
    fn specs_are_complete_and_canonical() {
        for (given, printed) in [
            ("nim:7,5,3", "nim:3,5,7"),
            ("nim:7,0,05,3+misere", "nim:3,5,7+misere"),
            ("nim:0", "nim:0"),
            ("nim:65535", "nim:65535"),
            ("subtract:21", "subtract:21+take=1,2,3"),
            ("subtract:21+take=3,1+misere", "subtract:21+misere+take=1,3"),
            ("kayles:7,5", "kayles:5,7"),
            ("dawson:9+misere", "dawson:9+misere"),
            ("octal:7+misere+code=0.1370", "octal:7+code=0.137+misere"),
            ("octal:7+code=4.0", "octal:7+code=4.0"),
            ("octal:7+code=0.0", "octal:7+code=0.0"),
            ("octal:7+code=0.770", "kayles:7"),
            ("octal:7+code=0.07", "dawson:7"),
            ("octal:7+code=0.303", "subtract:7+take=1,3"),
        ] {
            let game: Heaps = rules(given);
            assert_eq!(game.spec(), printed);
            assert_eq!(read(printed), Ok(game), "{printed} is the same game");
        }
    }

    /// Specs, and what is said of them.
    const WRONG_SPECS: &str = "\
        nim => expected heaps such as :3,5,7 at character 4, found the end
        nim: => expected heap sizes such as 3,5,7 (0 for none) at character 5, found the end
        nim:3,,5 => expected a number from 0 to 65535 at character 7, found ',5'
        nim:3,5, => expected a number from 0 to 65535 at character 9, found the end
        nim:3,65536 => expected a number from 0 to 65535 at character 7, found '65536'
        nim:-1 => expected a number from 0 to 65535 at character 5, found '-1'
        nim:3 5 => expected a number from 0 to 65535 at character 5, found '3 5'
        nim:3+take=1 => expected +misere, the only option of this game, at character 7, found 'take'
        nim:3+misere=1 => expected no value for +misere at character 14, found '1'
        subtract:9+take => expected a value for +take at character 16, found the end
        subtract:9+take= => expected numbers of stones such as +take=1,2,3 at character 17, found the end
        subtract:9+take=0 => expected a number from 1 to 65535 at character 17, found '0'
        subtract:9+take=2,3,2 => expected each number once at character 21, found '2'
        nim:40000,30000 => expected at most 65535 stones in all at character 5, found '40000,30000'
        kayles:99 => expected heaps of at most 64 (larger ones can fall apart into more than 32) at character 8, found '99'
        kayles:30,40 => expected heaps that cannot fall apart into more than 32 at character 8, found '30,40'
        octal:7 => expected a code such as +code=0.137 (octal digits behind 0. or 4.) at character 8, found the end
        octal:7+code=1.3 => expected a code such as +code=0.137 (octal digits behind 0. or 4.) at character 14, found '1.3'
        octal:7+code=0.8 => expected an octal digit, 0 to 7 at character 16, found '8'
        octal:7+code=0. => expected an octal digit, 0 to 7 at character 16, found the end
        octal:7+code=0.11111111111111111 => expected at most 16 digits behind the point at character 32, found '1'";

    #[test]
    fn wrong_specs_are_refused() {
        check_wrong_specs::<Heaps>(WRONG_SPECS);
        let many = vec!["1"; 33].join(",");
        let message = "expected at most 32 heaps at character 69, found '1'";
        check_wrong_specs::<Heaps>(&format!("nim:{many} => {message}"));
    }

    /// Positions, and what is said of them.
    const WRONG_POSITIONS: &str = "\
        nim:3 3;second => expected First or Second to move at character 3, found 'second'
        nim:3 3; => expected First or Second to move at character 3, found the end
        nim:3  => expected heap sizes such as 3,5,7 (0 for none) at character 1, found the end
        nim:3 ;Second => expected heap sizes such as 3,5,7 (0 for none) at character 1, found the end
        nim:3 é => expected a number from 0 to 65535 at character 1, found 'é'
        kayles:3 65 => expected heaps of at most 64 (larger ones can fall apart into more than 32) at character 1, found '65'";

    #[test]
    fn wrong_positions_are_refused() {
        check_wrong_positions::<Heaps>(WRONG_POSITIONS);
    }

    #[test]
    fn positions_and_moves_read_as_people_write_them() {
        let nim: Heaps = rules("nim:3,5,7");
        let pos = nim.parse_position("5,3,0,5;Second").unwrap();
        assert_eq!(nim.position_text(&pos), "3,5,5;Second");
        assert_eq!(nim.turn(&pos), Player::Second);
        let m = nim.parse_move(&pos, "5-2").unwrap();
        assert_eq!(nim.position_text(&nim.play(&pos, m)), "3,3,5");
        let error = nim.parse_move(&pos, "7-1").unwrap_err().to_string();
        assert_eq!(
            error,
            "expected a legal move (3-1, 3-2, 3-3, 5-1, 5-2, 5-3, 5-4, 5-5), found '7-1'"
        );
        let none = nim.parse_position("0").unwrap();
        assert_eq!(nim.position_text(&none), "0");
        let kayles: Heaps = rules("kayles:7");
        let m = kayles.parse_move(&kayles.start(), "7-2:1+4").unwrap();
        assert_eq!(
            kayles.position_text(&kayles.play(&kayles.start(), m)),
            "1,4;Second"
        );
    }

    #[test]
    fn heaps_are_drawn_as_sticks() {
        let nim: Heaps = rules("nim:2,40");
        let mut board = String::new();
        let mark = |m: Take| (m.heap == 2 && m.take == 1).then_some('+');
        nim.write_board(&nim.start(), &mark, &mut board).unwrap();
        let sticks = vec!["|"; 32].join(" ");
        assert_eq!(board, format!(" 2  | +\n40  {sticks} …\n"));
    }
}
