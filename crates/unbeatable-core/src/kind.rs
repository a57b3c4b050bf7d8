//! Kinds of games: how people find one, and a game with all that is known of it.
//!
//! What asks questions about games, whatever they are, meets each of them as a [`Kit`] here.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::guide::Guide;
use crate::notation::{Notation, ParseError};
use crate::restriction::Restriction;
use crate::spec::Spec;

/// How people find a game. Plain text, to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// What may stand before the colon of its specs: the name that is printed, then what else people write.
    pub names: &'static [&'static str],
    /// The size of a spec without one, where its rules do not have one themselves.
    pub usual_size: Option<&'static str>,
    /// A spec of the game.
    pub spec: &'static str,
    /// The general form of its specs.
    pub form: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The rules in a sentence or two.
    pub rules: &'static str,
    /// An example position.
    pub example: &'static str,
    /// An example of a move in that position.
    pub example_move: &'static str,
    /// The heading under which it stands in a list of games; neighbours may share one.
    pub family: &'static str,
    /// What to offer to somebody who does not write specs.
    pub presets: &'static [Preset],
}

/// A game to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its spec.
    pub spec: &'static str,
    /// Its name in a list.
    pub name: &'static str,
}

impl Preset {
    /// The game of that spec under that name.
    #[must_use]
    pub const fn new(spec: &'static str, name: &'static str) -> Self {
        Preset { spec, name }
    }
}

/// A game with all that is known of it.
pub struct Kit<G, A, D> {
    /// The rule book.
    pub game: G,
    /// What is proven about it.
    pub known: A,
    /// Its move orders by name, the best one first.
    pub guides: Vec<(&'static str, D)>,
    /// What people call it.
    pub title: String,
    /// Restrictions of the first player's choices, the one that is worth the first try first.
    pub restrictions: Vec<Arc<dyn Restriction<G>>>,
    /// Whether df-pn is the best solver for it.
    pub is_best_by_df_pn: bool,
    /// Whether the search for how soon is the best solver for it, where there is one.
    pub is_best_by_soonest: bool,
}

impl<G: Notation, A: Analysis<G>, D: Guide<G>> Kit<G, A, D> {
    /// A game with its analysis, its move orders by name, the best one first, and what people call it.
    /// Where history matters, df-pn is the best solver.
    ///
    /// Panics if `HAS_HISTORY` and `repetition` of the game do not agree.
    pub fn new(
        game: G,
        known: A,
        guides: Vec<(&'static str, D)>,
        title: impl Into<String>,
    ) -> Self {
        assert_eq!(
            game.repetition().is_forbidden(),
            G::HAS_HISTORY,
            "HAS_HISTORY and repetition of a game must agree"
        );
        Kit {
            game,
            known,
            guides,
            title: title.into(),
            restrictions: vec![],
            is_best_by_df_pn: G::HAS_HISTORY,
            is_best_by_soonest: false,
        }
    }

    /// With df-pn as the best solver.
    #[must_use]
    pub fn best_by_df_pn(mut self) -> Self {
        self.is_best_by_df_pn = true;
        self
    }

    /// With the search for how soon ([`Foresight`](crate::Foresight)) as the best solver.
    #[must_use]
    pub fn best_by_soonest(mut self) -> Self {
        self.is_best_by_soonest = true;
        self
    }

    /// With restrictions of the first player's choices.
    #[must_use]
    pub fn with_restrictions(mut self, restrictions: Vec<Arc<dyn Restriction<G>>>) -> Self {
        self.restrictions = restrictions;
        self
    }
}

/// A kind of game: a rule book that is made from specs, and what is known of its games.
pub trait Kind: Notation + Sized + 'static {
    /// What is proven about its games.
    type Known: Analysis<Self> + Send + 'static;
    /// What orders their moves.
    type Order: Guide<Self> + Send + 'static;

    /// How people find its games: a listing for each that they think of as a game.
    const LISTINGS: &'static [Listing];

    /// The names of its move orders, each with what it tries first.
    const ORDERS: &'static [(&'static str, &'static str)] = &[];

    /// The names of its restrictions of the first player's choices, each with what it leaves out.
    const RESTRICTIONS: &'static [(&'static str, &'static str)] = &[];

    /// The rule book of a spec whose name is one of a listing's.
    fn parse(spec: Spec) -> Result<Self, ParseError>;

    /// The game with all that is known of it.
    fn kit(self) -> Kit<Self, Self::Known, Self::Order>;
}
