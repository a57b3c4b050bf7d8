//! Names that shells complete.

use std::ffi::OsStr;

use clap::builder::{
    PossibleValue, PossibleValuesParser, Str, StringValueParser, TypedValueParser,
};
use clap::{Arg, Command, Error};
use unbeatable_workbench::claims;
use unbeatable_workbench::report::SolversReport;

/// Takes any text, and tells shells which names are known. What an unknown name means is the
/// workbench's to say: it has the words for it.
#[derive(Clone, Debug)]
pub(crate) struct KnownNames(Vec<Str>);

impl KnownNames {
    fn of<'n>(names: impl Iterator<Item = &'n String>) -> KnownNames {
        KnownNames(names.map(|name| name.clone().into()).collect())
    }

    /// The solvers.
    pub(crate) fn solvers(known: &SolversReport) -> KnownNames {
        KnownNames::of(known.solvers.iter().map(|solver| &solver.name))
    }

    /// The move orders.
    pub(crate) fn orders(known: &SolversReport) -> KnownNames {
        KnownNames::of(known.orders.iter().map(|order| &order.name))
    }

    /// The restrictions.
    pub(crate) fn restrictions(known: &SolversReport) -> KnownNames {
        let mut names = KnownNames::of(
            known
                .restrictions
                .iter()
                .map(|restriction| &restriction.name),
        );
        names.0.push("none".into());
        names
    }

    /// The players.
    pub(crate) fn players() -> KnownNames {
        let players = [
            "best",
            "best:1s",
            "perfect",
            "perfect:first",
            "perfect:teach",
            "random",
            "table:",
            "mcts:10000",
            "mcts:1s",
            "gtp:",
            "codingame:",
            "alpha-beta:1s",
            "alpha-beta:100ms",
            "alpha-beta:nodes=100k",
            "alpha-beta:depth=6",
        ];
        KnownNames(players.map(Str::from).to_vec())
    }

    /// The published claims.
    pub(crate) fn claims() -> KnownNames {
        KnownNames(
            claims::list()
                .into_iter()
                .map(|claim| claim.id.into())
                .collect(),
        )
    }
}

/// Reads one of these by its name.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(move |one| name(*one))).map(move |text| {
        let found = all.iter().find(|one| name(**one) == text);
        *found.expect("only these names pass the parser")
    })
}

impl TypedValueParser for KnownNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        text: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}
