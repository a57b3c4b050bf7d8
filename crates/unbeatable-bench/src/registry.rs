//! What there is: games by spec, solvers and orders by name.
//!
//! A registry is a list of kinds of games. What it says of a kind is the kind's own entry.

use std::sync::OnceLock;

use unbeatable_core::notation::quoted;
use unbeatable_core::{Entry, Kind, KindVisitor, Layered, ParseError, Spec};
use unbeatable_games::go::Go;
use unbeatable_report::AskError;
use unbeatable_report::report::{
    GameReport, GamesReport, OrderReport, PresetReport, RestrictionReport, SCHEMA, SolversReport,
};

use crate::bench::Bench;
use crate::solvers::SOLVERS;

/// Kinds of games, by name.
#[derive(Default)]
pub struct Registry {
    kinds: Vec<Listed>,
}

/// A kind of game: what it says of itself, and how one of its games gets onto the bench.
struct Listed {
    entries: &'static [Entry],
    orders: &'static [(&'static str, &'static str)],
    restrictions: &'static [(&'static str, &'static str)],
    make: fn(Spec) -> Result<Bench, ParseError>,
}

impl Registry {
    /// The games of this project.
    #[must_use]
    pub fn standard() -> &'static Registry {
        static STANDARD: OnceLock<Registry> = OnceLock::new();
        STANDARD.get_or_init(|| {
            let mut registry = Registry::default();
            unbeatable_games::each_kind(&mut registry);
            registry
        })
    }

    fn list<G: Kind>(&mut self, make: fn(Spec) -> Result<Bench, ParseError>) {
        self.kinds.push(Listed {
            entries: G::ENTRIES,
            orders: G::ORDERS,
            restrictions: G::RESTRICTIONS,
            make,
        });
    }

    fn entries(&self) -> impl Iterator<Item = &'static Entry> {
        self.kinds.iter().flat_map(|kind| kind.entries)
    }

    /// The game of that spec.
    pub fn game(&self, spec: &str) -> Result<Bench, AskError> {
        let wrong = |e: ParseError| AskError(format!("game {}: {e}", quoted(spec)));
        let parsed = Spec::parse(spec).map_err(wrong)?;
        let is_named = |entry: &Entry| entry.names.contains(&parsed.name.text);
        let kind = self
            .kinds
            .iter()
            .find(|kind| kind.entries.iter().any(is_named));
        match kind {
            Some(kind) => (kind.make)(parsed).map_err(wrong),
            None => {
                let specs: Vec<&str> = self.entries().map(|entry| entry.spec).collect();
                let (found, specs) = (quoted(parsed.name.text), specs.join(" or "));
                Err(AskError(format!(
                    "unknown game {found}: expected a game such as {specs}"
                )))
            }
        }
    }

    /// Every game.
    #[must_use]
    pub fn games(&self) -> GamesReport {
        let preset = |preset: &unbeatable_core::Preset| PresetReport {
            spec: preset.spec,
            name: preset.name,
        };
        let report = |entry: &Entry| GameReport {
            spec: entry.spec,
            form: entry.form,
            title: entry.title,
            rules: entry.rules,
            example: entry.example,
            example_move: entry.example_move,
            family: entry.family,
            presets: entry.presets.iter().map(preset).collect(),
        };
        GamesReport {
            schema: SCHEMA,
            games: self.entries().map(report).collect(),
        }
    }

    /// Every solver, every move order and every restriction.
    #[must_use]
    pub fn solvers(&self) -> SolversReport {
        let own = self.kinds.iter().flat_map(|kind| kind.orders);
        let restrictions = self.kinds.iter().flat_map(|kind| kind.restrictions);
        SolversReport {
            schema: SCHEMA,
            solvers: SOLVERS.to_vec(),
            orders: (ORDERS.iter().chain(own))
                .map(|&(name, summary)| OrderReport { name, summary })
                .collect(),
            restrictions: restrictions
                .map(|&(name, summary)| RestrictionReport { name, summary })
                .collect(),
        }
    }
}

impl KindVisitor for Registry {
    fn visit<G: Kind>(&mut self) {
        self.list::<G>(|spec| Ok(Bench::new(G::parse(spec)?.kit())));
    }

    fn visit_raced<G: Kind<Known: Clone, Order: Clone>>(&mut self) {
        self.list::<G>(|spec| Ok(Bench::raced(G::parse(spec)?.kit())));
    }

    fn visit_layered<G: Kind + Layered>(&mut self) {
        self.list::<G>(|spec| Ok(Bench::in_layers(G::parse(spec)?.kit())));
    }
}

/// Move orders that every game has.
const ORDERS: &[(&str, &str)] = &[
    ("natural", "board order, as the rules list the moves"),
    ("best", "the game's own order that is fastest (the default)"),
];

/// The game of that spec.
pub fn game(spec: &str) -> Result<Bench, AskError> {
    Registry::standard().game(spec)
}

/// Every game.
#[must_use]
pub fn games() -> GamesReport {
    Registry::standard().games()
}

/// Every solver, every move order and every restriction.
#[must_use]
pub fn solvers() -> SolversReport {
    Registry::standard().solvers()
}

/// Go with all that is known of it.
#[must_use]
pub fn go(game: Go) -> Bench {
    Bench::new(game.kit())
}
