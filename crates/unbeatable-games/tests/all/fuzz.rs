//! The parsers of all games on texts of every kind: none panics, and what is read is written and read
//! again alike. Texts are arbitrary, or from the alphabet of a notation, or valid but for a few
//! characters.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngAlgorithm;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, ParseError, Spec, laws};

mod connect;
mod go;
mod heaps;
mod mnk;
mod ultimate;

/// How many inputs a property sees; none is kept in a file.
fn inputs(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        // Quick even where proptest is not optimised.
        rng_algorithm: RngAlgorithm::XorShift,
        ..ProptestConfig::default()
    }
}

/// Texts that match a regular expression, which is read once and not for every text.
fn matching(pattern: &str) -> impl Strategy<Value = String> + use<> {
    proptest::string::string_regex(pattern).expect("it is a regular expression")
}

/// Texts of printable characters.
fn any_text() -> impl Strategy<Value = String> {
    matching("\\PC*")
}

/// What is done to a text, and where.
#[derive(Clone, Debug)]
enum Edit {
    Put(Index, char),
    Insert(Index, char),
    Remove(Index),
    /// The text from there on comes twice.
    Repeat(Index),
}

/// Up to three edits, mostly with characters of the alphabet.
fn edits(alphabet: &str) -> impl Strategy<Value = Vec<Edit>> {
    let character = prop_oneof![
        5 => select(alphabet.chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    let edit = prop_oneof![
        4 => (any::<Index>(), character.clone()).prop_map(|(i, c)| Edit::Put(i, c)),
        2 => (any::<Index>(), character).prop_map(|(i, c)| Edit::Insert(i, c)),
        2 => any::<Index>().prop_map(Edit::Remove),
        1 => any::<Index>().prop_map(Edit::Repeat),
    ];
    prop::collection::vec(edit, 0..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        match edit {
            Edit::Insert(i, c) => letters.insert(i.index(letters.len() + 1), *c),
            _ if letters.is_empty() => {}
            Edit::Put(i, c) => {
                let i = i.index(letters.len());
                letters[i] = *c;
            }
            Edit::Remove(i) => {
                letters.remove(i.index(letters.len()));
            }
            Edit::Repeat(i) => letters.extend_from_within(i.index(letters.len())..),
        }
    }
    letters.into_iter().collect()
}

/// Less than `plies` random moves, perhaps a whole game, and the position behind them.
fn some_moves<G: Game>(game: &G, plies: u64, seed: u64) -> (Vec<G::Move>, G::Position) {
    let mut random = Random::new(seed);
    let (mut played, mut pos) = (vec![], game.start());
    for _ in 0..random.below(plies) {
        if game.outcome(&pos).is_some() {
            break;
        }
        let moves: Vec<G::Move> = game.moves(&pos).collect();
        played.push(random.pick(&moves));
        pos = game.play(&pos, played[played.len() - 1]);
    }
    (played, pos)
}

fn keeps_laws<G: Notation>(game: &G, pos: &G::Position) -> Result<(), TestCaseError> {
    let checked = laws::check_position(game, pos);
    checked.map_err(|e| TestCaseError::fail(e.to_string()))?;
    Ok(())
}

/// The parsers of a game.
struct Parsers<G> {
    from_spec: fn(Spec) -> Result<G, ParseError>,
    /// No message is longer.
    message_max: usize,
}

impl<G: Notation> Parsers<G> {
    /// The rule book of a spec that must be right.
    fn rules(&self, spec: &str) -> G {
        let read = Spec::parse(spec).and_then(self.from_spec);
        read.expect("a spec of the game")
    }

    /// An error points into the text, or just behind it, and is one line that is not too long.
    fn check_error(&self, error: &ParseError, text: &str) -> Result<(), TestCaseError> {
        let message = error.to_string();
        let is_inside = error.at.is_none_or(|at| at <= text.chars().count());
        prop_assert!(is_inside, "{text:?}: {message}");
        prop_assert!(!message.contains('\n'), "{message}");
        let length = message.chars().count();
        prop_assert!(length <= self.message_max, "{message}");
        Ok(())
    }

    /// What was read, if there is no error.
    fn read<T>(&self, read: Result<T, ParseError>, text: &str) -> Result<Option<T>, TestCaseError> {
        match read {
            Err(error) => self.check_error(&error, text).map(|()| None),
            Ok(read) => Ok(Some(read)),
        }
    }

    /// The rule book of a text, and of the spec that it writes, if the text is a spec.
    fn check_spec(&self, text: &str) -> Result<Option<[G; 2]>, TestCaseError> {
        let Some(spec) = self.read(Spec::parse(text), text)? else {
            return Ok(None);
        };
        let printed = spec.to_string();
        let again = Spec::parse(&printed).expect("a printed spec is read");
        prop_assert_eq!(again.to_string(), printed);
        let game = self.read((self.from_spec)(spec), text)?;
        let both = game.map(|game| [self.rules(&game.spec()), game]);
        if let Some([again, game]) = &both {
            prop_assert_eq!(again.spec(), game.spec());
        }
        Ok(both)
    }

    /// The position of a text, if it is one, and what is written for it.
    fn check_position(
        &self,
        game: &G,
        text: &str,
    ) -> Result<Option<(G::Position, String)>, TestCaseError> {
        let pos = self.read(game.parse_position(text), text)?;
        Ok(pos.map(|pos| (pos, game.position_text(&pos))))
    }

    /// A move that is read is legal, and is written so.
    fn check_move(&self, game: &G, pos: &G::Position, text: &str) -> Result<(), TestCaseError> {
        if let Some(m) = self.read(game.parse_move(pos, text), text)? {
            prop_assert!(game.moves(pos).any(|legal| legal == m));
            prop_assert_eq!(game.move_text(pos, m), text);
        }
        Ok(())
    }
}
