//! From names and wishes to a solver and its settings.

use unbeatable_core::Notation;
use unbeatable_core::notation::{listed, quoted};
use unbeatable_solve::alpha_beta::{AlphaBeta, Fail, Window};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::superko::Superko;

use unbeatable_report::AskError;
use unbeatable_report::question::Method;

use crate::bench::Bench;
use crate::chosen::Chosen;
use crate::solvers::SOLVERS;

/// Which solver the method names, or else the fastest, with everything that is not set chosen for
/// speed: a formula where there is one and nothing else is asked for; df-pn where it is the best for the
/// game, unless it lacks what is asked for; or alpha-beta.
pub fn choose(bench: &Bench, method: &Method) -> Result<Chosen, AskError> {
    let has_history = bench.has_history();
    let name = match method.solver.as_deref() {
        Some(name) => name,
        None if *method == Method::default() && bench.searches.solves() => "formula",
        None if bench.is_best_by_df_pn
            && refuse(method, "df-pn", DF_PN_OPTIONS).is_ok()
            && !method.plain =>
        {
            "df-pn"
        }
        None => "alpha-beta",
    };
    let has_no_history = !has_history;
    match name {
        "minimax" => {
            refuse(method, name, &[])?;
            Ok(Chosen::Minimax)
        }
        "alpha-beta" => alpha_beta(method, &bench.orders, has_no_history),
        "df-pn" => {
            refuse(method, name, DF_PN_OPTIONS)?;
            let is_on = |choice: Option<bool>| choice.unwrap_or(!method.plain);
            let analysis = is_on(method.analysis);
            if has_no_history {
                let usual = match analysis {
                    true => bench.df_pn,
                    // Without the analysis, what it folds is not folded.
                    false => DfPn {
                        symmetry: None,
                        ..bench.df_pn
                    },
                };
                let settings = DfPn {
                    symmetry: method
                        .symmetry
                        .or(method.plain.then_some(false))
                        .or(usual.symmetry),
                    ..usual
                };
                return Ok(Chosen::DfPn { settings, analysis });
            }
            let settings = Superko {
                symmetry: is_on(method.symmetry),
                ..Superko::BEST
            };
            Ok(Chosen::Superko { settings, analysis })
        }
        "pn" if has_history => Err(AskError(
            "solver 'pn' keeps a tree of positions, but in this game values depend on the history: \
             expected df-pn, alpha-beta or minimax"
                .into(),
        )),
        "pn" => {
            refuse(method, name, &["order", "analysis"])?;
            let analysis = method.analysis.unwrap_or(!method.plain);
            let order = order(method, &bench.orders)?;
            Ok(Chosen::Pn { analysis, order })
        }
        "backward" if !has_no_history => Err(AskError(
            "solver 'backward' gives every position one value, but in this game values depend on \
             the history: expected df-pn, alpha-beta or minimax"
                .into(),
        )),
        "backward" => {
            refuse(method, name, &["symmetry"])?;
            let folds = method.symmetry.unwrap_or(!method.plain);
            Ok(Chosen::Backward { folds })
        }
        "formula" if !bench.searches.solves() => Err(AskError(format!(
            "solver 'formula' knows no formula for {}: expected {}",
            bench.game.spec(),
            match has_no_history {
                true => "alpha-beta, df-pn, pn, backward or minimax",
                false => "df-pn, alpha-beta or minimax",
            }
        ))),
        "formula" => {
            refuse(method, name, &[])?;
            Ok(Chosen::Formula)
        }
        unknown => {
            let names: Vec<&str> = SOLVERS.iter().map(|solver| solver.name).collect();
            let (found, names) = (quoted(unknown), listed(&names, "or"));
            Err(AskError(format!(
                "unknown solver {found}: expected {names}"
            )))
        }
    }
}

fn alpha_beta(method: &Method, orders: &[&str], has_no_history: bool) -> Result<Chosen, AskError> {
    if method.table == Some(true) && !has_no_history {
        return Err(AskError(
            "a table of positions is wrong in this game, where values depend on the history: \
             expected --table off"
                .into(),
        ));
    }
    let table = method.table.unwrap_or(has_no_history && !method.plain);
    if method.symmetry == Some(true) && !table {
        return Err(AskError(
            match has_no_history {
                true => "symmetry is used to look positions up in the table: expected --table on",
                false => {
                    "symmetry is used to look positions up in a table, which is wrong in this game, \
                     where values depend on the history: expected --symmetry off"
                }
            }
            .into(),
        ));
    }
    let order = order(method, orders)?;
    // Asking several questions only pays with a table that remembers the answers. An open window is
    // one wide window.
    let is_open = method.window == Some(Window::Open);
    let scout = method.scout.unwrap_or(table && !method.plain && !is_open);
    if scout && is_open {
        return Err(AskError(
            "an open window is one wide window: expected --scout off with --window open".into(),
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
                Err(AskError(format!("unknown order {found}: expected {known}")))
            }
        },
    }
}

/// What can be set in df-pn.
const DF_PN_OPTIONS: &[&str] = &["symmetry", "analysis"];

/// Settings that a solver does not have are an error, not a surprise.
fn refuse(method: &Method, solver: &str, allowed: &[&str]) -> Result<(), AskError> {
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
        .find(|(name, is_given)| *is_given && !allowed.contains(name))
    {
        None => Ok(()),
        Some((name, _)) => Err(AskError(format!(
            "solver '{solver}' has no --{name}: expected alpha-beta with it"
        ))),
    }
}
