//! The solvers that there are: what they say of themselves, and how wishes become settings.

use serde_json::{Map, Value as Json};
use unbeatable_core::Budget;
use unbeatable_core::notation::{listed, quoted};
use unbeatable_report::question::Method;
use unbeatable_report::report::SolverReport;
use unbeatable_report::{Argument, AskError};
use unbeatable_solve::alpha_beta::{AlphaBeta, Fail, Window};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::superko::SuperkoDfPn;

/// What a solver says of itself.
pub struct Description {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    options: &'static [&'static str],
}

impl Description {
    /// For those who choose one.
    pub fn report(&self) -> SolverReport {
        SolverReport {
            name: self.name.into(),
            summary: self.summary.into(),
            source: self.source.into(),
            options: self.options.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Every solver.
pub const SOLVERS: &[Description] = &[
    Description {
        name: "minimax",
        summary: "walks every move sequence and remembers nothing",
        source: "Zermelo 1913; von Neumann 1928",
        options: &[],
    },
    Description {
        name: "alpha-beta",
        summary: "leaves out what cannot matter; by default with a table, symmetry, analyses and \
                  null windows",
        source: "Knuth and Moore 1975",
        options: &[
            "order", "plain", "table", "symmetry", "analysis", "scout", "deepen", "fail", "window",
        ],
    },
    Description {
        name: "soonest",
        summary: "finds who wins and how soon, the winner hurrying and the loser delaying; for ttt, \
                  mnk and connect up to 62 squares",
        source: "alpha-beta with null windows, Knuth and Moore 1975; look-ups of all children and \
                 forced moves as in c4, Steininger 2025",
        options: &[],
    },
    Description {
        name: "pn",
        summary: "goes where a proof looks nearest, best first, with a tree in memory; not for \
                  games where history matters",
        source: "Allis, van der Meulen and van den Herik 1994",
        options: &["order", "plain", "analysis"],
    },
    Description {
        name: "df-pn",
        summary: "goes where a proof looks nearest, and proves yes/no questions; where history \
                  matters, its proofs say what they depend on",
        source: "Nagai 2002; Kishimoto and Müller 2004",
        options: &["plain", "symmetry", "analysis"],
    },
    Description {
        name: "backward",
        summary: "solves every reachable position once, ends first: all best moves, and distances",
        source: "backward induction; Lomont 2024 calls it a frontier search",
        options: &["plain", "symmetry"],
    },
    Description {
        name: "formula",
        summary: "searches nothing: nim, and normal play of subtract, kayles, dawson and octal, \
                  by the sum of their nimbers",
        source: "Bouton 1901; Sprague 1935; Grundy 1939",
        options: &[],
    },
];

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
    /// Alpha-beta for how soon.
    Soonest,
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
        settings: SuperkoDfPn,
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
            Chosen::Soonest => "soonest",
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
            Chosen::Formula | Chosen::Soonest => true,
            Chosen::AlphaBeta { analysis, .. }
            | Chosen::DfPn { analysis, .. }
            | Chosen::Superko { analysis, .. }
            | Chosen::Pn { analysis, .. } => analysis,
        }
    }

    /// How many threads it searches on, of those that the budget allows.
    pub fn threads(self, budget: &Budget) -> usize {
        match self {
            Chosen::DfPn { .. } | Chosen::Superko { .. } | Chosen::Soonest => budget.threads,
            _ => 1,
        }
    }

    /// The settings, for reports.
    pub fn options(self, orders: &[&str]) -> Map<String, Json> {
        let mut options = Map::new();
        let mut set = |name: &str, value: Json| options.insert(name.into(), value);
        match self {
            Chosen::Minimax | Chosen::Formula | Chosen::Soonest => {}
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
                let fail = match settings.fail {
                    Fail::Soft => "soft",
                    Fail::Hard => "hard",
                };
                set("fail", fail.into());
                let window = match settings.window {
                    Window::Open => "open",
                    Window::Closed => "closed",
                };
                set("window", window.into());
            }
        }
        options
    }
}

/// What a game is like, as far as the choice of a solver depends on it.
pub(crate) struct Nature<'a> {
    /// The game.
    pub(crate) spec: String,
    /// The names of its own move orders, the best one first.
    pub(crate) orders: &'a [&'static str],
    /// Whether what happened before decides which moves are legal.
    pub(crate) has_history: bool,
    /// Whether every position is solved without search.
    pub(crate) has_formula: bool,
    /// Whether df-pn is the fastest solver for it.
    pub(crate) is_best_by_df_pn: bool,
    /// Whether it can be asked how soon games end.
    pub(crate) has_soonest: bool,
    /// Whether that is the fastest way to solve it.
    pub(crate) is_best_by_soonest: bool,
    /// How df-pn goes about its work, unless told otherwise.
    pub(crate) df_pn: DfPn,
}

/// Which solver the method names, or else the fastest, with everything that is not set chosen for
/// speed: a formula, or the search for how soon, where that is best and nothing else is asked for; df-pn
/// where it is the best for the game, unless it lacks what is asked for; or alpha-beta.
pub(crate) fn choose(nature: &Nature, method: &Method) -> Result<Chosen, AskError> {
    let df_pn = named("df-pn")?;
    let solver = match method.solver.as_deref() {
        Some(name) => named(name)?,
        None if *method == Method::default() && nature.has_formula => named("formula")?,
        None if *method == Method::default() && nature.is_best_by_soonest => named("soonest")?,
        None if nature.is_best_by_df_pn && !method.plain && refuse(method, df_pn).is_ok() => df_pn,
        None => named("alpha-beta")?,
    };
    let is_on = |choice: Option<bool>| choice.unwrap_or(!method.plain);
    suit(nature, solver.name)?;
    refuse(method, solver)?;
    Ok(match solver.name {
        "minimax" => Chosen::Minimax,
        "formula" => Chosen::Formula,
        "soonest" => Chosen::Soonest,
        "backward" => Chosen::Backward {
            folds: is_on(method.symmetry),
        },
        "pn" => Chosen::Pn {
            analysis: is_on(method.analysis),
            order: order(method, nature.orders)?,
        },
        "df-pn" if nature.has_history => Chosen::Superko {
            settings: SuperkoDfPn {
                symmetry: is_on(method.symmetry),
                ..SuperkoDfPn::BEST
            },
            analysis: is_on(method.analysis),
        },
        "df-pn" => df_pn_settings(nature, method, is_on(method.analysis)),
        "alpha-beta" => alpha_beta(nature, method)?,
        _ => unreachable!("a solver of the list"),
    })
}

/// The solver of that name.
fn named(name: &str) -> Result<&'static Description, AskError> {
    let found = SOLVERS.iter().find(|solver| solver.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = SOLVERS.iter().map(|solver| solver.name).collect();
        let (found, names) = (quoted(name), listed(&names, "or"));
        Argument::Solver.wrong(format!("unknown solver {found}: expected {names}"))
    })
}

/// Refuses solvers that are not for the game.
fn suit(nature: &Nature, name: &str) -> Result<(), AskError> {
    let with_history =
        "but in this game values depend on the history: expected df-pn, alpha-beta or minimax";
    let why = match name {
        "pn" if nature.has_history => format!("keeps a tree of positions, {with_history}"),
        "backward" if nature.has_history => {
            format!("gives every position one value, {with_history}")
        }
        "soonest" if !nature.has_soonest => {
            let spec = &nature.spec;
            format!(
                "is for ttt, mnk and connect up to 62 squares, not for {spec}: expected another"
            )
        }
        "formula" if !nature.has_formula => {
            let others = match nature.has_history {
                true => "df-pn, alpha-beta or minimax",
                false => "alpha-beta, df-pn, pn, backward or minimax",
            };
            let spec = &nature.spec;
            format!("knows no formula for {spec}: expected {others}")
        }
        _ => return Ok(()),
    };
    Err(Argument::Solver.wrong(format!("solver '{name}' {why}")))
}

fn df_pn_settings(nature: &Nature, method: &Method, analysis: bool) -> Chosen {
    let usual = match analysis {
        true => nature.df_pn.symmetry,
        // Without the analysis, what it folds is not folded.
        false => None,
    };
    let plain = method.plain.then_some(false);
    Chosen::DfPn {
        settings: DfPn {
            symmetry: method.symmetry.or(plain).or(usual),
            ..nature.df_pn
        },
        analysis,
    }
}

fn alpha_beta(nature: &Nature, method: &Method) -> Result<Chosen, AskError> {
    let has_no_history = !nature.has_history;
    if method.table == Some(true) && !has_no_history {
        return Err(AskError::new(
            "a table of positions is wrong in this game, where values depend on the history: \
             expected --table off",
        ));
    }
    let table = method.table.unwrap_or(has_no_history && !method.plain);
    if method.symmetry == Some(true) && !table {
        return Err(AskError::new(match has_no_history {
            true => "symmetry is used to look positions up in the table: expected --table on",
            false => {
                "symmetry is used to look positions up in a table, which is wrong in this game, \
                     where values depend on the history: expected --symmetry off"
            }
        }));
    }
    let order = order(method, nature.orders)?;
    // Asking several questions only pays with a table that remembers the answers. An open window is
    // one wide window.
    let is_open = method.window == Some(Window::Open);
    let scout = method.scout.unwrap_or(table && !method.plain && !is_open);
    if scout && is_open {
        return Err(AskError::new(
            "an open window is one wide window: expected --scout off with --window open",
        ));
    }
    let settings = AlphaBeta {
        fail: match method.fail {
            Some(fail) => fail,
            None if method.plain => Fail::Hard,
            None => Fail::Soft,
        },
        window: method.window.unwrap_or(Window::Closed),
        table,
        symmetry: method.symmetry.unwrap_or(table && !method.plain),
        scout,
        deepen: method.deepen.unwrap_or(false),
    };
    let analysis = method.analysis.unwrap_or(!method.plain);
    Ok(Chosen::AlphaBeta {
        settings,
        analysis,
        order,
    })
}

/// Which of the game's orders is asked for; `None` for board order.
fn order(method: &Method, orders: &[&str]) -> Result<Option<usize>, AskError> {
    match method.order.as_deref() {
        None if method.plain => Ok(None),
        None | Some("best") => Ok((!orders.is_empty()).then_some(0)),
        Some("natural") => Ok(None),
        Some(name) => match orders.iter().position(|known| *known == name) {
            Some(i) => Ok(Some(i)),
            None => {
                let known = [&["natural", "best"], orders].concat();
                let (found, known) = (quoted(name), listed(&known, "or"));
                Err(Argument::Order.wrong(format!("unknown order {found}: expected {known}")))
            }
        },
    }
}

/// Settings that a solver does not have are an error, not a surprise.
fn refuse(method: &Method, solver: &Description) -> Result<(), AskError> {
    let given = [
        ("order", method.order.is_some()),
        ("table", method.table.is_some()),
        ("symmetry", method.symmetry.is_some()),
        ("analysis", method.analysis.is_some()),
        ("scout", method.scout.is_some()),
        ("deepen", method.deepen.is_some()),
        ("fail", method.fail.is_some()),
        ("window", method.window.is_some()),
    ];
    match given
        .iter()
        .find(|(name, is_given)| *is_given && !solver.options.contains(name))
    {
        None => Ok(()),
        Some((name, _)) => Err(Argument::Solver.wrong(format!(
            "solver '{}' has no --{name}: expected alpha-beta with it",
            solver.name
        ))),
    }
}
