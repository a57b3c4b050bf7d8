//! Chris Lomont, 'Minimal Size Tic Tac Toe Trees', July 2024: the smallest trees and tables, and how well
//! they play.
//!
//! Every number here is certified: the table is played against everything, and the proof that none is
//! smaller is checked, before the number is reported.

use std::io::Cursor;
use std::ops::ControlFlow;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Map, Value as Json, json};
use unbeatable_core::{Game, Notation};
use unbeatable_games::mnk::Mnk;
use unbeatable_proof::container::Container;
use unbeatable_proof::table::certificate::write;
use unbeatable_proof::table::check::check;
use unbeatable_proof::table::claim::TableClaim;
use unbeatable_proof::table::classes::{self, Classes};
use unbeatable_proof::table::policy::Policy;
use unbeatable_proof::table::{Keep, Named, Role, Setting, TableCount, TableQuestion};
use unbeatable_strategy::{Smallest, TableLimits, all, prove, smallest};

use super::claim::{Measurement, Who};
use super::lomont_2024_games::{DEVIATIONS, GAMES, series};
use unbeatable_report::Follow;

/// What finding a table may take.
const BYTES_MAX: usize = 1 << 30;

/// What is asked of a table of tic-tac-toe.
struct TicTacToeTable {
    role: Role,
    open: &'static [&'static str],
    count: TableCount,
}

impl TicTacToeTable {
    /// The command that asks this.
    fn command(&self) -> String {
        let open = self.open.iter().map(|m| format!(" --open {m}"));
        let (role, count) = (self.role.name(), self.count.name());
        format!(
            "unbeatable strategy ttt --role {role}{} --count {count}",
            open.collect::<String>()
        )
    }

    fn question(&self, game: &Mnk) -> TableQuestion {
        let start = game.start();
        let index = |text: &&str| {
            let mut moves = game.moves(&start);
            let found = moves.position(|m| game.move_text(&start, m) == **text);
            found.expect("a legal move") as u32
        };
        TableQuestion {
            role: self.role,
            open: self.open.iter().map(index).collect(),
            count: self.count,
            keep: Keep::Value,
            default: None,
        }
    }

    /// Finds a smallest table, certifies it and checks the certificate. What `read` says of it, unless it was
    /// stopped too, and how it was found; without a table, the measurement that says so.
    fn certified(
        &self,
        follow: &dyn Follow,
        read: impl FnOnce(&Smallest, &Setting<Mnk>, &TableLimits) -> Option<Json>,
    ) -> Result<(Json, String), Box<Measurement>> {
        let stopped = || Box::new(Measurement::stopped(self.command()));
        let game = Mnk::tic_tac_toe();
        let question = self.question(&game);
        let flow = || match follow.is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let class_limits = classes::ClassLimits {
            bytes_max: BYTES_MAX,
            watch: &|_| flow(),
        };
        let limits = TableLimits {
            bytes_max: BYTES_MAX,
            watch: &|_| flow(),
        };
        let start = game.start();
        let classes = Classes::new(&game, &start, &class_limits).map_err(|_| stopped())?;
        let setting = Setting::new(&classes, &question);
        let found = smallest(&setting, &limits);
        if found.stopped.is_some() {
            return Err(stopped());
        }
        let proof = prove(&setting, found.lower, &found.tree, &limits).map_err(|_| stopped())?;
        let claim = TableClaim {
            game: game.spec(),
            position: game.position_text(&start),
            role: self.role,
            open: self.open.iter().map(ToString::to_string).collect(),
            count: self.count,
            keep: Keep::Value,
            default: None,
            at_least: found.lower,
            at_most: found.upper,
        };
        let mut file = vec![];
        write(&claim, None, &found.rows, Some(&proof), &mut file).expect("memory can be written");
        let checked = examined(&game, file, &class_limits).map_err(|why| {
            let note = format!("{}; its certificate is refused: {why}", self.command());
            Box::new(Measurement::disagrees(json!("refused"), note))
        })?;
        let value = read(&found, &setting, &limits).ok_or_else(stopped)?;
        Ok((value, format!("{}; certified: {checked}", self.command())))
    }
}

/// What a checker says of a certificate.
fn examined(game: &Mnk, file: Vec<u8>, limits: &classes::ClassLimits) -> Result<String, String> {
    let mut container = Container::open(Cursor::new(file)).map_err(|e| format!("{e:?}"))?;
    let claim = TableClaim::parse(&container.head)?;
    let checked = check(game, &claim, &mut container, limits).map_err(|e| e.to_string())?;
    Ok(format!(
        "{} rows played, {} clauses refuted in {} steps",
        checked.rows, checked.clauses, checked.steps
    ))
}

/// The size of a smallest table and of the graph that its role can reach: what of it was published.
pub(super) fn table(
    role: Role,
    open: &'static [&'static str],
    count: TableCount,
    published: &Json,
    follow: &dyn Follow,
) -> Measurement {
    let asked = TicTacToeTable { role, open, count };
    let found = asked.certified(follow, |found, setting, _| {
        let [nodes, vertices, edges] = setting.graph(&setting.policies[0]);
        let all = [("nodes", nodes), ("vertices", vertices), ("edges", edges)];
        let all = all.into_iter().chain([("smallest", found.upper.into())]);
        let named = all.filter(|(name, _)| published.get(name).is_some());
        let named = named.map(|(name, many)| (name.to_string(), json!(many)));
        Some(named.collect::<Map<_, _>>().into())
    });
    match found {
        Ok((value, note)) => Measurement::exactly(value, published, note),
        Err(measured) => *measured,
    }
}

/// The exact chances of the smallest tables beside a published sample. There are several of them, and in
/// some positions several moves: what the worst and the best of them get.
pub(super) fn strength(role: Role, published: &Json, follow: &dyn Follow) -> Measurement {
    let asked = TicTacToeTable {
        role,
        open: &[],
        count: TableCount::Rows,
    };
    let mut range = Range::of(BigRational::zero(), BigRational::zero());
    let found = asked.certified(follow, |found, setting, limits| {
        let found = all(setting, found.upper, usize::MAX, limits);
        if found.stopped.is_some() {
            return None;
        }
        let sets = found.sets.iter();
        let ranges = sets.map(|set| chances(setting, &setting.policies[0], set));
        let all = ranges.reduce(Range::with);
        range = all.expect("there is a smallest table");
        let [least, most] = [&range.wins[0], &range.wins[1]].map(ToString::to_string);
        Some(json!({
            "wins": { "least": least, "most": most },
            "losses": range.losses.to_string(),
            "tables": found.sets.len(),
        }))
    });
    let (mut value, note) = match found {
        Ok(found) => found,
        Err(measured) => return *measured,
    };
    let is_first = role == Role::First;
    let mut seats = [Who::Table, Who::Random];
    if !is_first {
        seats.reverse();
    }
    let Some((_, [mut won, mut lost, draws])) = series(seats, follow) else {
        return Measurement::stopped("interrupted");
    };
    if !is_first {
        (won, lost) = (lost, won);
    }
    value["sampled"] = json!({ "wins": won, "losses": lost, "draws": draws });
    let games = GAMES as f64;
    let [least, most] = range
        .wins
        .map(|chance| chance.to_f64().expect("a fraction has a number"));
    let reach = |chance: f64| DEVIATIONS * (games * chance * (1.0 - chance)).sqrt();
    let interval = games * least - reach(least)..=games * most + reach(most);
    let note = format!(
        "{note}; agrees if the published wins, and those of one of these tables in as many games, lie within \
         {DEVIATIONS} standard deviations of what some smallest table expects: {:.0} to {:.0}. (The second player's table was published with 74 rows, and is none of \
         these.) The tree of all best moves expects others (lomont-2024-hashed-random, \
         lomont-2024-random-hashed): 'performs as well' is not exact",
        interval.start(),
        interval.end()
    );
    let [wins, losses] = ["wins", "losses"].map(|name| published[name].as_f64());
    Measurement {
        agrees: wins.is_some_and(|wins| interval.contains(&wins))
            && (losses == Some(0.0)) == range.losses.is_zero()
            && lost == 0
            && interval.contains(&(won as f64)),
        ..Measurement::disagrees(value, note)
    }
}

/// What several tables get against a random player.
#[derive(Clone)]
struct Range {
    /// The least and the most of their chances to win.
    wins: [BigRational; 2],
    /// The most of their chances to lose.
    losses: BigRational,
}

impl Range {
    fn of(win: BigRational, loss: BigRational) -> Self {
        Range {
            wins: [win.clone(), win],
            losses: loss,
        }
    }

    fn with(self, other: Range) -> Range {
        let ([least, most], [other_least, other_most]) = (self.wins, other.wins);
        Range {
            wins: [least.min(other_least), most.max(other_most)],
            losses: self.losses.max(other.losses),
        }
    }
}

/// What the tables with these rows get.
fn chances(setting: &Setting<Mnk>, policy: &Policy<Mnk>, rows: &[u32]) -> Range {
    let classes = setting.classes;
    let [zero, one] = [BigRational::zero(), BigRational::one()];
    let mut chances = vec![Range::of(zero.clone(), zero.clone()); classes.len()];
    let has_row = |class: &u32| !policy.moves_in(*class) || rows.binary_search(class).is_ok();
    for &number in classes.order() {
        let class = classes.class(number);
        let replies = classes.replies(number);
        let behind = |reply: u32| chances[reply as usize].clone();
        chances[number as usize] = if let Some(outcome) = class.outcome {
            match outcome.winner() {
                None => Range::of(zero.clone(), zero.clone()),
                Some(winner) if winner == policy.player() => Range::of(one.clone(), zero.clone()),
                Some(_) => Range::of(zero.clone(), one.clone()),
            }
        } else if policy.moves_in(number) {
            if !has_row(&number) {
                continue;
            }
            // A choice after which every position has a row.
            let is_closed = |reply: &u32| classes.replies(*reply).iter().all(has_row);
            let choices = policy.choices(number).filter(is_closed);
            let range = choices.map(behind).reduce(Range::with);
            range.expect("a smallest table is closed")
        } else {
            let many = BigRational::from_integer(replies.len().into());
            let mean = |part: &dyn Fn(&Range) -> BigRational| {
                let sum: BigRational = replies.iter().map(|&r| part(&chances[r as usize])).sum();
                sum / &many
            };
            Range {
                wins: [mean(&|r| r.wins[0].clone()), mean(&|r| r.wins[1].clone())],
                losses: mean(&|r| r.losses.clone()),
            }
        };
    }
    chances.swap_remove(0)
}
