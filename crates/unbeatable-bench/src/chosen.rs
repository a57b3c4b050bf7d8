//! A solver with its settings.

use serde_json::{Map, Value as Json};
use unbeatable_core::Budget;
use unbeatable_solve::alpha_beta::{AlphaBeta, Fail, Window};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::superko::Superko;

/// A solver with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// Every move sequence.
    Minimax,
    /// Alpha-beta.
    AlphaBeta {
        /// How it goes about its work.
        settings: AlphaBeta,
        /// Whether it uses what is known of the game.
        analysis: bool,
        /// Which of the game's guides; board order without one.
        order: Option<usize>,
    },
    /// Df-pn.
    DfPn {
        /// How it goes about its work.
        settings: DfPn,
        /// Whether it uses what is known of the game.
        analysis: bool,
    },
    /// Df-pn where history matters.
    Superko {
        /// How it goes about its work.
        settings: Superko,
        /// Whether it uses what is known of the game.
        analysis: bool,
    },
    /// Proof-number search.
    Pn {
        /// Whether it uses what is known of the game.
        analysis: bool,
        /// Which of the game's guides; board order without one.
        order: Option<usize>,
    },
    /// Backward induction.
    Backward {
        /// Whether it solves one position of each class.
        folds: bool,
    },
    /// No search.
    Formula,
}

impl Chosen {
    /// The solver's name.
    pub fn name(self) -> &'static str {
        match self {
            Chosen::Minimax => "minimax",
            Chosen::AlphaBeta { .. } => "alpha-beta",
            Chosen::DfPn { .. } | Chosen::Superko { .. } => "df-pn",
            Chosen::Pn { .. } => "pn",
            Chosen::Backward { .. } => "backward",
            Chosen::Formula => "formula",
        }
    }

    /// Whether it uses what is known of the game beyond its rules.
    pub fn uses_analysis(self) -> bool {
        match self {
            Chosen::Minimax | Chosen::Backward { .. } => false,
            Chosen::Formula => true,
            Chosen::AlphaBeta { analysis, .. }
            | Chosen::DfPn { analysis, .. }
            | Chosen::Superko { analysis, .. }
            | Chosen::Pn { analysis, .. } => analysis,
        }
    }

    /// How many threads it searches on, of those that the budget allows.
    pub fn threads(self, budget: &Budget) -> usize {
        match self {
            Chosen::DfPn { .. } => budget.threads,
            _ => 1,
        }
    }

    /// The settings, for reports.
    pub fn options(self, orders: &[&str]) -> Map<String, Json> {
        let mut options = Map::new();
        let mut set = |name: &str, value: Json| options.insert(name.into(), value);
        match self {
            Chosen::Minimax | Chosen::Formula => {}
            Chosen::Backward { folds } => {
                set("symmetry", folds.into());
            }
            Chosen::Pn { analysis, order } => {
                set("order", order.map_or("natural", |i| orders[i]).into());
                set("analysis", analysis.into());
            }
            Chosen::Superko { settings, analysis } => {
                set("symmetry", settings.symmetry.into());
                set("analysis", analysis.into());
            }
            Chosen::DfPn { settings, analysis } => {
                // What is left to the solver is left out, so that the same options ask the same again.
                if let Some(symmetry) = settings.symmetry {
                    set("symmetry", symmetry.into());
                }
                set("analysis", analysis.into());
            }
            Chosen::AlphaBeta {
                settings,
                analysis,
                order,
            } => {
                set("order", order.map_or("natural", |i| orders[i]).into());
                set("table", settings.table.into());
                set("symmetry", settings.symmetry.into());
                set("analysis", analysis.into());
                set("scout", settings.scout.into());
                set("deepen", settings.deepen.into());
                set(
                    "fail",
                    if settings.fail == Fail::Soft {
                        "soft"
                    } else {
                        "hard"
                    }
                    .into(),
                );
                let window = if settings.window == Window::Open {
                    "open"
                } else {
                    "closed"
                };
                set("window", window.into());
            }
        }
        options
    }
}
