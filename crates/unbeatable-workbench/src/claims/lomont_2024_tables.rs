//! Chris Lomont, 'Minimal Size Tic Tac Toe Trees', July 2024: the smallest trees and tables, and how well
//! they play.
//!
//! Every number here is certified: the table is played against everything, and the proof that none is
//! smaller is checked, before the number is reported.

use std::io::Cursor;
use std::ops::ControlFlow;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Value as Json, json};
use unbeatable_core::{Game, Notation};
use unbeatable_games::mnk::Mnk;
use unbeatable_proof::container::Container;
use unbeatable_proof::table::certificate::write;
use unbeatable_proof::table::check::check;
use unbeatable_proof::table::claim::TableClaim;
use unbeatable_proof::table::classes::{self, Classes};
use unbeatable_proof::table::policy::Policy;
use unbeatable_proof::table::{Count, Keep, Named, Question, Role, Setting};
use unbeatable_strategy::{Limits, Smallest, all, prove, smallest};

use super::claim::{Claim, Measured};
use super::lomont_2024_games::{DEVIATIONS, GAMES, Who, series};
use unbeatable_report::Follow;

const SMALLER: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), A smaller tree";
const ONE_SIDE: &str =
    "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), one side makes you smaller";
const STRENGTH: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), Playing strength";

const fn erratum(
    id: &'static str,
    source: &'static str,
    claim: &'static str,
    published: &'static str,
    erratum: &'static str,
    measure: fn(&Json, &dyn Follow) -> Measured,
) -> Claim {
    Claim {
        erratum: Some(erratum),
        ..Claim::new(id, source, claim, published, measure)
    }
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "lomont-2024-full-corner",
        SMALLER,
        "computer first, start in the corner: 56 of 352 nodes are enough, and none fewer",
        r#"{"nodes": 352, "smallest": 56}"#,
        |published, follow| full("first", &["a3"], published, follow),
    ),
    Claim::new(
        "lomont-2024-full-edge",
        SMALLER,
        "computer first, start on the edge: 94 of 408",
        r#"{"nodes": 408, "smallest": 94}"#,
        |published, follow| full("first", &["b3"], published, follow),
    ),
    Claim::new(
        "lomont-2024-full-centre",
        SMALLER,
        "computer first, start in the centre: 41 of 201",
        r#"{"nodes": 201, "smallest": 41}"#,
        |published, follow| full("first", &["b2"], published, follow),
    ),
    Claim::new(
        "lomont-2024-full-second",
        SMALLER,
        "human first: 127 of 282",
        r#"{"nodes": 282, "smallest": 127}"#,
        |published, follow| full("second", &[], published, follow),
    ),
    erratum(
        "lomont-2024-full-both",
        SMALLER,
        "merging the trees of 41 and 127 nodes gives one of 168 for a bot that plays first or second",
        r#"{"smallest": 168}"#,
        "168 counts boards twice that both trees have; and as one optimisation, with a free first move, a \
         smaller tree plays both roles",
        |published, follow| {
            let asked = Asked::new("both", &[], Count::Full);
            asked.measure(
                published,
                follow,
                |found, _| json!({ "smallest": found.upper }),
            )
        },
    ),
    Claim::new(
        "lomont-2024-half-corner",
        ONE_SIDE,
        "only boards with the computer to move, start in the corner: 30 of 195, with 344 edges",
        r#"{"vertices": 195, "edges": 344, "smallest": 30}"#,
        |published, follow| half("first", &["a3"], published, follow),
    ),
    Claim::new(
        "lomont-2024-half-edge",
        ONE_SIDE,
        "start on the edge: 51 of 226, with 400 edges",
        r#"{"vertices": 226, "edges": 400, "smallest": 51}"#,
        |published, follow| half("first", &["b3"], published, follow),
    ),
    Claim::new(
        "lomont-2024-half-centre",
        ONE_SIDE,
        "start in the centre: 22 of 95, with 201 edges",
        r#"{"vertices": 95, "edges": 201, "smallest": 22}"#,
        |published, follow| half("first", &["b2"], published, follow),
    ),
    Claim::new(
        "lomont-2024-half-second",
        ONE_SIDE,
        "human first: 75 of 158, with 248 edges",
        r#"{"vertices": 158, "edges": 248, "smallest": 75}"#,
        |published, follow| half("second", &[], published, follow),
    ),
    erratum(
        "lomont-2024-rows-second",
        ONE_SIDE,
        "human first: a playable table of 74 rows, and none smaller",
        r#"{"smallest": 74}"#,
        "the smallest table has fewer rows: edges of the published model are not bounded from above, so \
         that rows stay in it which no game reaches",
        |published, follow| rows("second", published, follow),
    ),
    erratum(
        "lomont-2024-rows-both",
        ONE_SIDE,
        "22 and 74 rows together are the final table of 96 rows for both roles",
        r#"{"smallest": 96}"#,
        "the 74 rows are not the fewest, so neither are the 96",
        |published, follow| rows("both", published, follow),
    ),
    Claim::new(
        "lomont-2024-table-random",
        STRENGTH,
        "100,000 games, the table of 22 rows against a random player: 95,777 won, 0 lost, 4,223 drawn",
        r#"{"wins": 95777, "losses": 0, "draws": 4223}"#,
        |published, follow| strength("first", published, follow),
    ),
    Claim::new(
        "lomont-2024-random-table",
        STRENGTH,
        "100,000 games, a random player against the table: 85,070 won by the table, none lost, 14,930 drawn",
        r#"{"wins": 85070, "losses": 0, "draws": 14930}"#,
        |published, follow| strength("second", published, follow),
    ),
];

/// What is asked of a table of tic-tac-toe.
struct Asked {
    role: Role,
    open: &'static [&'static str],
    count: Count,
}

impl Asked {
    fn new(role: &str, open: &'static [&'static str], count: Count) -> Self {
        Asked {
            role: Role::named(role).expect("a role"),
            open,
            count,
        }
    }

    /// The command that asks the same.
    fn command(&self) -> String {
        let open = self.open.iter().map(|m| format!(" --open {m}"));
        let (role, count) = (self.role.name(), self.count.name());
        format!(
            "unbeatable strategy ttt --role {role}{} --count {count}",
            open.collect::<String>()
        )
    }

    fn question(&self, game: &Mnk) -> Question {
        let start = game.start();
        let index = |text: &&str| {
            let mut moves = game.moves(&start);
            moves.position(|m| game.move_text(&start, m) == **text)
        };
        let open = self.open.iter().map(index);
        Question {
            role: self.role,
            open: open.map(|i| i.expect("a legal move") as u32).collect(),
            count: self.count,
            keep: Keep::Value,
            default: None,
        }
    }

    /// Finds a smallest table, certifies it and checks the certificate; then compares what `read` says.
    fn measure(
        &self,
        published: &Json,
        follow: &dyn Follow,
        read: impl FnOnce(&Smallest, &Setting<Mnk>) -> Json,
    ) -> Measured {
        let game = Mnk::tic_tac_toe();
        let question = self.question(&game);
        let flow = || match follow.is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let class_limits = classes::Limits {
            bytes_max: 1 << 30,
            watch: &|_| flow(),
        };
        let limits = Limits {
            bytes_max: 1 << 30,
            watch: &|_| flow(),
        };
        let start = game.start();
        let Ok(classes) = Classes::new(&game, &start, &class_limits) else {
            return Measured::stopped(self.command());
        };
        let setting = Setting::new(&classes, &question);
        let found = smallest(&setting, &limits);
        if found.stopped.is_some() {
            return Measured::stopped(self.command());
        }
        let Ok(proof) = prove(&setting, found.lower, &found.tree, &limits) else {
            return Measured::stopped(self.command());
        };
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
        write(&claim, &found.rows, Some(&proof), &mut file).expect("memory can be written");
        let note = match examined(&game, file, &class_limits) {
            Ok(checked) => format!("{}; certified: {checked}", self.command()),
            Err(why) => {
                let note = format!("{}; its certificate is refused: {why}", self.command());
                return Measured::disagrees(json!("refused"), note);
            }
        };
        Measured::exactly(read(&found, &setting), published, note)
    }
}

/// What a checker says of a certificate.
fn examined(game: &Mnk, file: Vec<u8>, limits: &classes::Limits) -> Result<String, String> {
    let mut container = Container::open(Cursor::new(file)).map_err(|e| format!("{e:?}"))?;
    let claim = TableClaim::parse(&container.head)?;
    let checked = check(game, &claim, &mut container, limits).map_err(|e| e.to_string())?;
    Ok(format!(
        "{} rows played, {} clauses refuted in {} steps",
        checked.rows, checked.clauses, checked.steps
    ))
}

fn full(
    role: &str,
    open: &'static [&'static str],
    published: &Json,
    follow: &dyn Follow,
) -> Measured {
    let asked = Asked::new(role, open, Count::Full);
    asked.measure(published, follow, |found, setting| {
        let [nodes, _, _] = setting.graph(&setting.policies[0]);
        json!({ "nodes": nodes, "smallest": found.upper })
    })
}

fn half(
    role: &str,
    open: &'static [&'static str],
    published: &Json,
    follow: &dyn Follow,
) -> Measured {
    let asked = Asked::new(role, open, Count::Turns);
    asked.measure(published, follow, |found, setting| {
        let [_, vertices, edges] = setting.graph(&setting.policies[0]);
        json!({ "vertices": vertices, "edges": edges, "smallest": found.upper })
    })
}

fn rows(role: &str, published: &Json, follow: &dyn Follow) -> Measured {
    let asked = Asked::new(role, &[], Count::Rows);
    asked.measure(
        published,
        follow,
        |found, _| json!({ "smallest": found.upper }),
    )
}

/// The exact chances of the smallest tables beside a published sample. There are several of them, and in
/// some positions several moves: what the worst and the best of them get.
fn strength(role: &str, published: &Json, follow: &dyn Follow) -> Measured {
    let asked = Asked::new(role, &[], Count::Rows);
    let mut range = Range::of(BigRational::zero(), BigRational::zero());
    let mut measured = asked.measure(published, follow, |found, setting| {
        let limits = Limits {
            bytes_max: 1 << 30,
            watch: &|_| match follow.is_interrupted() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            },
        };
        let found = all(setting, found.upper, usize::MAX, &limits);
        if found.stopped.is_some() {
            return Json::Null;
        }
        let ranges = found
            .sets
            .iter()
            .map(|set| chances(setting, &setting.policies[0], set));
        range = ranges
            .reduce(Range::with)
            .expect("there is a smallest table");
        let [least, most] = [&range.wins[0], &range.wins[1]].map(ToString::to_string);
        json!({
            "wins": { "least": least, "most": most },
            "losses": range.losses.to_string(),
            "tables": found.sets.len(),
        })
    });
    if measured.value.is_null() || measured.value == json!("refused") {
        return measured;
    }
    let games = GAMES as f64;
    let [least, most] = range
        .wins
        .map(|chance| chance.to_f64().expect("a fraction has a number"));
    let reach = |chance: f64| DEVIATIONS * (games * chance * (1.0 - chance)).sqrt();
    let interval = [games * least - reach(least), games * most + reach(most)];
    let [wins, losses] = ["wins", "losses"].map(|name| published[name].as_f64());
    measured.agrees = (interval[0]..=interval[1]).contains(&wins.unwrap_or(f64::NAN))
        && (losses == Some(0.0)) == range.losses.is_zero();
    measured.confirms_erratum = false;
    let seats = match role {
        "first" => [Who::Table, Who::Random],
        _ => [Who::Random, Who::Table],
    };
    let Some((_, [first, second, draws])) = series(seats, follow) else {
        return Measured::stopped("interrupted");
    };
    let [won, lost] = match role {
        "first" => [first, second],
        _ => [second, first],
    };
    measured.value["sampled"] = json!({ "wins": won, "losses": lost, "draws": draws });
    measured.agrees &= lost == 0 && (interval[0]..=interval[1]).contains(&(won as f64));
    measured.note = format!(
        "{}; agrees if the published wins, and those of one of these tables in as many games, lie within \
         {DEVIATIONS} standard deviations of what some smallest table expects: {:.0} to {:.0}. (The second player's table was published with 74 rows, and is none of \
         these.) The tree of all best moves expects others (lomont-2024-hashed-random, \
         lomont-2024-random-hashed): 'performs as well' is not exact",
        measured.note, interval[0], interval[1]
    );
    measured
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
