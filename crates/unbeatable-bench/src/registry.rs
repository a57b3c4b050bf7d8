//! What there is: games by spec, solvers and orders by name.
//!
//! A registry is a list of kinds of games, to which others add theirs. What it says of a kind is the kind's
//! own listing.

use unbeatable_core::notation::quoted;
use unbeatable_core::{Foresight, Kind, Layered, Listing, ParseError, Spec};
use unbeatable_games::connect::Connect;
use unbeatable_games::go::Go;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::ultimate::Ultimate;
use unbeatable_report::report::{
    GameReport, GamesReport, OrderReport, PresetReport, RestrictionReport, SCHEMA, SolversReport,
};
use unbeatable_report::{Argument, AskError};

use crate::bench::Bench;
use crate::solvers::{Description, SOLVERS};

/// Kinds of games, by name. A value: whoever looks a game up is given one.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

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

    /// A kind whose games lie in layers, as far as their positions are numbers ([`Layered::is_packed`]):
    /// databases can be made of them, and they can be asked how soon they end.
    #[must_use]
    pub const fn layered<G: Kind<Known: Foresight<G>> + Layered>() -> Self {
        Self::made::<G>(|spec| Ok(Bench::in_layers(G::parse(spec)?.kit())))
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
    }

    /// These games, and one more kind.
    ///
    /// Panics if one of its names is taken.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Self {
        for name in entry.listings.iter().flat_map(|listing| listing.names) {
            assert!(
                self.entry(name).is_none(),
                "two kinds of games are named {name}"
            );
        }
        self.entries.push(entry);
        self
    }

    /// The kind that goes by a name.
    fn entry(&self, name: &str) -> Option<&Entry> {
        let is_named = |listing: &Listing| listing.names.contains(&name);
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.listings.iter().any(is_named))
    }

    fn listings(&self) -> impl Iterator<Item = &'static Listing> {
        self.entries.iter().flat_map(|entry| entry.listings)
    }

    /// The game of that spec.
    pub fn game(&self, spec: &str) -> Result<Bench, AskError> {
        let wrong = |e: ParseError| Argument::Game.wrong(format!("game {}: {e}", quoted(spec)));
        let parsed = Spec::parse(spec).map_err(wrong)?;
        match self.entry(parsed.name.text) {
            Some(entry) => (entry.make)(parsed).map_err(wrong),
            None => {
                let specs: Vec<&str> = self.listings().map(|listing| listing.spec).collect();
                let (found, specs) = (quoted(parsed.name.text), specs.join(" or "));
                Err(Argument::Game.wrong(format!(
                    "unknown game {found}: expected a game such as {specs}"
                )))
            }
        }
    }

    /// Every game.
    #[must_use]
    pub fn games(&self) -> GamesReport {
        let preset = |preset: &unbeatable_core::Preset| PresetReport {
            spec: preset.spec.into(),
            name: preset.name.into(),
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
