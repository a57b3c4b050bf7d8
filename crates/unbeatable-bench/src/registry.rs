//! What there is: games by spec, solvers and orders by name.
//!
//! A registry is a list of kinds of games, to which others add theirs. What it says of a kind is the kind's
//! own listing.

use unbeatable_core::notation::quoted;
use unbeatable_core::{Connection, Foresight, Kind, Layered, Listing, ParseError, Piece, Spec};
use unbeatable_games::connect::Connect;
use unbeatable_games::go::Go;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::ultimate::Ultimate;
use unbeatable_hex::gale::Gale;
use unbeatable_hex::hex::Hex;
use unbeatable_report::report::{
    GameReport, GamesReport, OrderReport, PresetReport, RestrictionReport, SCHEMA, SolversReport,
    StrengthReport,
};
use unbeatable_report::{Argument, AskError};

use crate::bench::Bench;
use crate::solvers::{Description, SOLVERS};
use crate::strengths::strengths;

/// Kinds of games, by name. A value: whoever looks a game up is given one.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    opener: Option<Opener>,
    /// Whether files may be read whose path somebody names.
    opens_files: bool,
}

/// How games that are no part of the program get onto the bench.
#[derive(Clone, Copy)]
pub struct Opener {
    /// The game of the file at a path.
    pub open: fn(&str) -> Result<Bench, AskError>,
    /// The game whose rules are a text, under that path.
    pub read: fn(&str, &str) -> Result<Bench, AskError>,
}

/// Files with rules end so.
pub const RULES_EXTENSION: &str = ".kif";

/// A kind of game in a registry: what it says of itself, and how one of its games gets onto the bench.
#[derive(Clone, Copy)]
pub struct Entry {
    listings: &'static [Listing],
    orders: &'static [(&'static str, &'static str)],
    restrictions: &'static [(&'static str, &'static str)],
    make: fn(Spec) -> Result<Bench, ParseError>,
}

impl Entry {
    /// A kind of game with all that can be asked of every game.
    #[must_use]
    pub const fn of<G: Kind>() -> Self {
        Self::made::<G>(|spec| Ok(Bench::new(G::parse(spec)?.kit())))
    }

    /// A kind that knows about limits on plies ([`unbeatable_core::Analysis::race_plies`]).
    #[must_use]
    pub const fn raced<G: Kind<Known: Clone, Order: Clone>>() -> Self {
        Self::made::<G>(|spec| Ok(Bench::raced(G::parse(spec)?.kit())))
    }

    /// A kind whose games are won by connections: their certificates are lemmas.
    #[must_use]
    pub const fn connected<G: Kind + Connection>() -> Self {
        Self::made::<G>(|spec| Ok(Bench::connected(G::parse(spec)?.kit())))
    }

    /// A kind whose games lie in layers, as far as their positions are numbers ([`Layered::is_packed`]):
    /// databases can be made of them, and they can be asked how soon they end.
    #[must_use]
    pub const fn layered<G: Kind<Known: Foresight<G>> + Layered>() -> Self {
        Self::made::<G>(|spec| Ok(Bench::in_layers(G::parse(spec)?.kit())))
    }

    /// A kind that is listed like others, but that this program does not have: whoever asks for it is told so.
    #[must_use]
    pub const fn elsewhere<G: Kind>() -> Self {
        Self::made::<G>(|spec| Err(spec.name.wrong(0, "a game that this program has")))
    }

    const fn made<G: Kind>(make: fn(Spec) -> Result<Bench, ParseError>) -> Self {
        Entry {
            listings: G::LISTINGS,
            orders: G::ORDERS,
            restrictions: G::RESTRICTIONS,
            make,
        }
    }
}

impl Registry {
    /// The games of this project.
    #[must_use]
    pub fn standard() -> Self {
        Registry::default()
            .with(Entry::layered::<Mnk>())
            .with(Entry::layered::<Connect>())
            .with(Entry::raced::<Ultimate>())
            .with(Entry::of::<Heaps>())
            .with(Entry::of::<Go>())
            .with(Entry::connected::<Hex>())
            .with(Entry::of::<Gale>())
    }

    /// What most people open first, and the others as a list: for a small program beside the whole one.
    #[must_use]
    pub fn first() -> Self {
        Registry::default()
            .with(Entry::layered::<Mnk>())
            .with(Entry::layered::<Connect>())
            .with(Entry::elsewhere::<Ultimate>())
            .with(Entry::elsewhere::<Heaps>())
            .with(Entry::elsewhere::<Go>())
            .with(Entry::elsewhere::<Hex>())
            .with(Entry::elsewhere::<Gale>())
    }

    /// These games, and one more kind.
    ///
    /// Panics if one of its names is taken.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Self {
        for name in entry.listings.iter().flat_map(|listing| listing.names) {
            assert!(
                self.listing(name).is_none(),
                "two kinds of games are named {name}"
            );
        }
        self.entries.push(entry);
        self
    }

    /// These games, and those of files: who asks for a path gets the game whose rules are there.
    #[must_use]
    pub fn opening(mut self, opener: Opener) -> Self {
        self.opener = Some(opener);
        self.opens_files = true;
        self
    }

    /// These games without those of files, for clients who must not read what is here. Who brings the text
    /// of the rules may still use it.
    #[must_use]
    pub fn without_files(mut self) -> Self {
        self.opens_files = false;
        self
    }

    /// What goes by a name, however it is spelt, and its kind.
    fn listing(&self, name: &str) -> Option<(&Entry, &'static Listing)> {
        let name = spelt(name);
        let is_named = |listing: &&Listing| listing.names.iter().any(|known| spelt(known) == name);
        let mut entries = self.entries.iter();
        entries.find_map(|entry| Some((entry, entry.listings.iter().find(is_named)?)))
    }

    fn listings(&self) -> impl Iterator<Item = &'static Listing> {
        self.entries.iter().flat_map(|entry| entry.listings)
    }

    /// The game of that spec.
    pub fn game(&self, spec: &str) -> Result<Bench, AskError> {
        if let Some((path, mark)) = spec
            .rsplit_once('@')
            .filter(|(path, _)| path.ends_with(RULES_EXTENSION))
        {
            let bench = self.game(path)?;
            let found = bench.game.identity();
            let found = found.rsplit_once('@').map_or("", |(_, mark)| mark);
            // A long message is shortened in its middle: what matters comes last.
            return match found == mark {
                true => Ok(bench),
                false => Err(Argument::Game.wrong(format!(
                    "{path}: expected {}, found {}: the file has other rules now",
                    quoted(mark),
                    quoted(found)
                ))),
            };
        }
        if spec.ends_with(RULES_EXTENSION) {
            return match self.opener.filter(|_| self.opens_files) {
                Some(opener) => (opener.open)(spec),
                None => Err(Argument::Game.wrong(format!(
                    "game {}: files are not read here: expected the name of a game",
                    quoted(spec)
                ))),
            };
        }
        let wrong = |e: ParseError| Argument::Game.wrong(format!("game {}: {e}", quoted(spec)));
        let mut parsed = Spec::parse(spec).map_err(wrong)?;
        let Some((entry, listing)) = self.listing(parsed.name.text) else {
            return Err(self.unknown(parsed.name.text));
        };
        if let (None, Some(text)) = (parsed.size, listing.usual_size) {
            let at = parsed.name.text.chars().count();
            parsed.size = Some(Piece { text, at });
        }
        parsed.name.text = listing.names[0];
        (entry.make)(parsed).map_err(wrong)
    }

    /// The game whose rules are a text that came along with the path of its file.
    pub fn game_by_rules(&self, path: &str, text: &str) -> Result<Bench, AskError> {
        match self.opener {
            Some(opener) => (opener.read)(path, text),
            None => Err(Argument::Game.wrong(format!(
                "game {}: rules are not read here: expected the name of a game",
                quoted(path)
            ))),
        }
    }

    /// That no game has that name, and which one may have been meant.
    fn unknown(&self, name: &str) -> AskError {
        let known = self.listings().flat_map(|listing| {
            let title = [listing.title];
            let names = listing.names.iter().copied().chain(title);
            // Nobody slips into a name that is much longer.
            let near = names.filter(|known| name.len() <= 2 * known.len() + 8);
            near.map(move |known| {
                (
                    strsim::damerau_levenshtein(&spelt(name), &spelt(known)),
                    listing,
                )
            })
        });
        // One slip, or two in a longer word.
        let slips_max = if name.chars().count() < 6 { 1 } else { 2 };
        let nearest = known.min_by_key(|&(slips, _)| slips);
        let found = quoted(name);
        Argument::Game.wrong(match nearest {
            Some((slips, listing)) if slips <= slips_max => {
                let (title, spec) = (listing.title, listing.spec);
                format!("unknown game {found}: did you mean {title}, such as {spec}?")
            }
            _ => {
                let specs: Vec<&str> = self.listings().map(|listing| listing.spec).collect();
                let specs = specs.join(" or ");
                format!("unknown game {found}: expected a game such as {specs}")
            }
        })
    }

    /// Every game.
    #[must_use]
    pub fn games(&self) -> GamesReport {
        let preset = |preset: &unbeatable_core::Preset| PresetReport {
            spec: preset.spec.into(),
            name: preset.name.into(),
        };
        let is_of = |strength: &StrengthReport, listing: &Listing| {
            let spec = Spec::parse(&strength.spec).expect("measured games have specs");
            listing.names.contains(&spec.name.text)
        };
        let report = |listing: &Listing| GameReport {
            spec: listing.spec.into(),
            form: listing.form.into(),
            title: listing.title.into(),
            rules: listing.rules.into(),
            example: listing.example.into(),
            example_move: listing.example_move.into(),
            family: listing.family.into(),
            presets: listing.presets.iter().map(preset).collect(),
            strengths: strengths()
                .filter(|strength| is_of(strength, listing))
                .collect(),
        };
        GamesReport {
            schema: SCHEMA,
            games: self.listings().map(report).collect(),
        }
    }

    /// Every solver, every move order and every restriction.
    #[must_use]
    pub fn solvers(&self) -> SolversReport {
        let own = self.entries.iter().flat_map(|entry| entry.orders);
        let restrictions = self.entries.iter().flat_map(|entry| entry.restrictions);
        SolversReport {
            schema: SCHEMA,
            solvers: SOLVERS.iter().map(Description::report).collect(),
            orders: (ORDERS.iter().chain(own))
                .map(|&(name, summary)| OrderReport {
                    name: name.into(),
                    summary: summary.into(),
                })
                .collect(),
            restrictions: restrictions
                .map(|&(name, summary)| RestrictionReport {
                    name: name.into(),
                    summary: summary.into(),
                })
                .collect(),
        }
    }
}

/// A name as it is compared: capital letters, and what stands between words, do not count.
fn spelt(name: &str) -> String {
    let is_gap = |c: &char| matches!(c, '-' | '_' | ' ' | '\'');
    let letters = name.chars().filter(|c| !is_gap(c));
    letters.flat_map(char::to_lowercase).collect()
}

/// Move orders that every game has.
const ORDERS: &[(&str, &str)] = &[
    ("natural", "board order, as the rules list the moves"),
    ("best", "the game's own order that is fastest (the default)"),
];

/// One of this project's games.
pub fn game(spec: &str) -> Result<Bench, AskError> {
    Registry::standard().game(spec)
}

/// Go with all that is known of it, for those who know that it is Go.
#[must_use]
pub fn go(game: Go) -> Bench {
    Bench::new(game.kit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(name: &str) -> String {
        use unbeatable_core::Notation;
        game(name).expect("a game").game.spec()
    }

    #[test]
    fn a_game_goes_by_the_names_that_people_have_for_it() {
        for name in ["ttt", "tictactoe", "Tic-Tac-Toe", "noughts and crosses"] {
            assert_eq!(spec(name), "ttt");
        }
        for name in ["connect", "connect4", "Connect Four", "four-in-a-row"] {
            assert_eq!(spec(name), "connect:7x6");
        }
        for name in ["gale", "Bridg-it", "bridgit"] {
            assert_eq!(spec(name), "gale:4");
        }
        assert_eq!(spec("connect4:5x4+k=3"), "connect:5x4+k=3");
        assert_eq!(spec("ultimate:play-on"), "uttt:play-on");
    }

    #[test]
    fn a_game_alone_has_its_usual_size() {
        assert_eq!(spec("go"), "go:4x4");
        assert_eq!(spec("go+komi=1"), "go:4x4+komi=1");
        assert_eq!(spec("nim"), "nim:3,5,7");
        assert_eq!(spec("nim+misere"), "nim:3,5,7+misere");
        assert_eq!(spec("kayles"), "kayles:5,7");
        assert_eq!(spec("octal+code=0.7"), "octal:7+code=0.7");
        for listing in Registry::standard().listings() {
            let name = listing.names[0];
            if let Some(size) = listing.usual_size.filter(|_| name != "octal") {
                assert_eq!(spec(name), spec(&format!("{name}:{size}")));
            }
        }
    }

    #[test]
    fn a_near_miss_is_answered_with_what_may_be_meant() {
        let said = |name: &str| match game(name) {
            Ok(game) => panic!("{} is a game", game.title()),
            Err(error) => error.message,
        };
        let meant = |name: &str, title: &str| {
            let text = said(name);
            let expected = format!("unknown game '{name}': did you mean {title}, such as ");
            assert!(text.starts_with(&expected), "{text}");
        };
        meant("conect", "Connect Four");
        meant("conenct4", "Connect Four");
        meant("tictatoe", "tic-tac-toe");
        meant("tt", "tic-tac-toe");
        meant("nin", "Nim");
        meant("ultimat", "ultimate tic-tac-toe");
        for name in ["chess", "shogi", "checkers", "x"] {
            assert!(
                said(name).contains("expected a game such as ttt or"),
                "{name}"
            );
        }
    }

    #[test]
    #[should_panic(expected = "two kinds of games are named connect")]
    fn a_name_is_taken_once() {
        let _ = Registry::standard().with(Entry::layered::<Connect>());
    }
}
