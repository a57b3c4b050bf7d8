//! John Tromp's programs for 2x2 Go (1999), as a lecture tells of them; his counts of games; legal
//! boards; and what nobody seems to have published: the same under situational superko.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use serde_json::{Value as Json, json};

use super::claim::{Claim, Measured};
use crate::ask::Ask;
use unbeatable_report::Follow;
use unbeatable_report::question::{Count, CountOf, Limits, Method, Setup, Solve};
use unbeatable_report::report::{CountReport, SolveReport, TableReport};

const LECTURE: &str =
    "CMPUT 355, 'Solving 2×2 Go', Move Ordering for 2 × 2 Go (programs by Tromp 1999)";
const GRAPH: &str = "CMPUT 355, 'Solving 2×2 Go', Search Graph";
const TROMP: &str = "Tromp, 'The game of Go', numbers of games under positional superko";
const LEGAL: &str = "Tromp and Farnebäck, 'Combinatorics of Go' (2007)";
const OURS: &str = "nobody, as far as we know: a result of this program";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "tromp-1999-value",
        "CMPUT 355, 'Solving 2×2 Go', Minimax Proof for 2 × 2 Go",
        "the minimax value of 2x2 Go is 1",
        "1",
        |published, follow| {
            searched("pass-first", published, follow, |r| {
                json!(r.outcome.as_ref().and_then(|o| o.margin))
            })
        },
    ),
    Claim::new(
        "tromp-1999-pass-first",
        LECTURE,
        "alpha-beta with pass moves first searches 1,446 nodes, at most 22 deep",
        r#"{"nodes": 1446, "depth": 22}"#,
        |published, follow| searched("pass-first", published, follow, work),
    ),
    Claim::new(
        "tromp-1999-stones-first",
        LECTURE,
        "alpha-beta with stone moves first searches 19,397,529 nodes, at most 58 deep",
        r#"{"nodes": 19397529, "depth": 58}"#,
        |published, follow| searched("stones-first", published, follow, work),
    ),
    Claim::new(
        "tromp-1999-games-2x2",
        GRAPH,
        "there are 386,356,909,593 games of 2x2 Go",
        "386356909593",
        |published, follow| games("go:2x2", published, follow),
    ),
    Claim {
        erratum: Some(
            "counted as the other programs' nodes are, with the score of two passes taken in the \
             node before, minimax visits twice as many nodes as there are games: less than 10^12. \
             It is more only if the ends are nodes too, and 'a few trillion' in neither case",
        ),
        ..Claim::new(
            "tromp-1999-minimax",
            LECTURE,
            "unoptimized minimax searches at least 10^12 nodes (it ran for weeks and was killed)",
            r#"{"nodes_at_least": 1000000000000}"#,
            minimax_nodes,
        )
    },
    Claim::new(
        "tromp-1999-games-lines",
        TROMP,
        "1x1, 1x2 and 1x3 have 1, 9 and 907 games",
        "[1, 9, 907]",
        |published, follow| {
            let counts = ["go:1x1", "go:1x2", "go:1x3"].map(|spec| counted(spec, follow));
            let games: Option<Vec<Json>> = counts
                .into_iter()
                .map(|c| Some(number(c?.count?)))
                .collect();
            measured(
                games.map(Json::from),
                published,
                "unbeatable count go:1x3 --of games",
            )
        },
    ),
    Claim::new(
        "tromp-1999-games-1x4-suicide",
        TROMP,
        "1x4 has 2,098,407,841 games if suicide is allowed",
        "2098407841",
        |published, follow| games("go:1x4+suicide", published, follow),
    ),
    Claim::new(
        "tromp-2007-legal-boards",
        LEGAL,
        "57 boards of 2x2 and 12,675 of 3x3 are legal",
        r#"{"2x2": 57, "3x3": 12675}"#,
        |published, follow| {
            let boards = |spec| ask_count(spec, CountOf::Positions, follow).count;
            let both = boards("go:2x2").zip(boards("go:3x3"));
            let both = both.map(|(two, three)| json!({"2x2": number(two), "3x3": number(three)}));
            measured(both, published, "unbeatable count go:3x3 --of positions")
        },
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "ours-situational-search",
            OURS,
            "the lecture asks whether situational superko would be easier or harder to solve: the \
             same searches under all three rules",
            "null",
            situational_searches,
        )
    },
    Claim::new(
        "ours-natural-situational-games",
        OURS,
        "the number of games of 2x2 Go under natural situational superko",
        "null",
        |_, follow| ours_games(&["go:2x2+nssk"], follow),
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "ours-situational-games",
            OURS,
            "the number of games of 2x2 Go under situational superko",
            "null",
            |_, follow| ours_games(&["go:2x2+ssk"], follow),
        )
    },
    Claim {
        is_slow: true,
        ..Claim::new(
            "ours-suicide-games",
            OURS,
            "the numbers of games of 2x2 Go if suicide is allowed, positional and situational",
            "null",
            |_, follow| ours_games(&["go:2x2+suicide", "go:2x2+ssk+suicide"], follow),
        )
    },
];

/// A number as JSON: digits in quotes where 64 bits do not hold it.
fn number(n: u128) -> Json {
    match u64::try_from(n) {
        Ok(n) => json!(n),
        Err(_) => json!(n.to_string()),
    }
}

/// A measurement, unless it was stopped.
fn measured(value: Option<Json>, published: &Json, note: impl Into<String>) -> Measured {
    match value {
        None => Measured::stopped(note),
        Some(value) => Measured::exactly(value, published, note),
    }
}

fn ask_count(spec: &str, of: CountOf, follow: &dyn Follow) -> CountReport {
    let question = Count {
        setup: Setup::default(),
        of,
        limits: Limits {
            memory: Some(8 << 30),
            ..Limits::default()
        },
    };
    crate::game(spec)
        .expect("claims name games that exist")
        .count(&question, follow)
        .expect("small boards can be counted")
}

/// The games of a board, counted once for all claims that need them; `None` if that was stopped.
fn counted(spec: &'static str, follow: &dyn Follow) -> Option<CountReport> {
    static COUNTED: OnceLock<Mutex<HashMap<&str, CountReport>>> = OnceLock::new();
    let all = COUNTED.get_or_init(Mutex::default);
    let known = all.lock().expect("nobody panics here").get(spec).cloned();
    let report = known.unwrap_or_else(|| ask_count(spec, CountOf::Games, follow));
    report.count?;
    let mut all = all.lock().expect("nobody panics here");
    all.insert(spec, report.clone());
    Some(report)
}

fn games(spec: &'static str, published: &Json, follow: &dyn Follow) -> Measured {
    let games = counted(spec, follow).and_then(|c| c.count).map(number);
    measured(
        games,
        published,
        format!("unbeatable count {spec} --of games"),
    )
}

/// Twice the games, or three times with their ends, by the count that a recursive search would make.
fn minimax_nodes(published: &Json, follow: &dyn Follow) -> Measured {
    let note = "derived from the games (unbeatable count go:2x2 --of games --json: examined, less \
                count): minimax walks every one of them";
    let Some(report) = counted("go:2x2", follow) else {
        return Measured::stopped(note);
    };
    let (Some(games), Some(all)) = (report.count, report.examined) else {
        return Measured::stopped(note);
    };
    let at_least = published["nodes_at_least"].as_u64().map(u128::from);
    let agrees = at_least.is_some_and(|least| all - games >= least);
    Measured {
        value: json!({"nodes": number(all - games), "with_ends": number(all)}),
        agrees,
        confirms_erratum: !agrees && at_least.is_some_and(|least| all >= least),
        note: note.into(),
        tables: vec![],
    }
}

fn ask_search(spec: &str, order: &str, follow: &dyn Follow) -> SolveReport {
    let question = Solve {
        method: Method {
            solver: Some("alpha-beta".into()),
            order: Some(order.into()),
            plain: true,
            ..Method::default()
        },
        ..Solve::default()
    };
    crate::game(spec)
        .expect("claims name games that exist")
        .solve(&question, follow)
        .expect("the start can be asked about")
}

/// Nodes as Tromp counts them: the score of two passes is taken in the node before.
fn work(report: &SolveReport) -> Json {
    let nodes = report.effort.nodes - report.effort.ends;
    json!({"nodes": nodes, "depth": report.effort.depth_max})
}

fn searched(
    order: &str,
    published: &Json,
    follow: &dyn Follow,
    read: fn(&SolveReport) -> Json,
) -> Measured {
    let report = ask_search("go:2x2", order, follow);
    let note = format!(
        "unbeatable solve go:2x2 --solver alpha-beta --order {order} --plain; nodes without ends"
    );
    let value = report.outcome.is_some().then(|| read(&report));
    measured(value, published, note)
}

/// What was never published cannot disagree.
fn ours(value: Json, note: impl Into<String>) -> Measured {
    Measured {
        agrees: true,
        ..Measured::disagrees(value, note)
    }
}

fn ours_games(specs: &[&'static str], follow: &dyn Follow) -> Measured {
    let note = format!("unbeatable count {} --of games", specs[specs.len() - 1]);
    let mut games = serde_json::Map::new();
    for spec in specs {
        match counted(spec, follow).and_then(|c| c.count) {
            None => return Measured::stopped(note),
            Some(count) => games.insert((*spec).into(), number(count)),
        };
    }
    ours(games.into(), note)
}

fn situational_searches(_: &Json, follow: &dyn Follow) -> Measured {
    let note = "unbeatable solve go:2x2+ssk --solver alpha-beta --order stones-first --plain; \
                nodes without ends";
    let mut values = serde_json::Map::new();
    let mut rows = vec![];
    for (rule, spec) in [
        ("positional", "go:2x2"),
        ("situational", "go:2x2+ssk"),
        ("natural situational", "go:2x2+nssk"),
    ] {
        let [first, last] = ["pass-first", "stones-first"].map(|o| ask_search(spec, o, follow));
        let (Some(outcome), true) = (&first.outcome, last.outcome.is_some()) else {
            return Measured::stopped(note);
        };
        let [a, b] = [&first, &last].map(work);
        rows.push(vec![
            json!(rule),
            json!(outcome.margin),
            a["nodes"].clone(),
            a["depth"].clone(),
            b["nodes"].clone(),
            b["depth"].clone(),
        ]);
        let both = json!({"value": outcome.margin, "pass_first": a, "stones_first": b});
        values.insert(spec.into(), both);
    }
    let columns = [
        "superko",
        "value",
        "pass first",
        "depth",
        "stones first",
        "depth",
    ];
    let table = TableReport {
        title: "Nodes of alpha-beta on 2x2 Go".into(),
        columns: columns.map(String::from).into(),
        rows,
    };
    Measured {
        tables: vec![table],
        ..ours(values.into(), note)
    }
}
