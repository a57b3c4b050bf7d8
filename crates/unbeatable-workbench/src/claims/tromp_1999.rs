//! John Tromp's programs for 2x2 Go (1999), as a lecture tells of them.

use serde_json::{Map, Value as Json, json};
use unbeatable_report::Follow;
use unbeatable_report::question::{CountOf, Method, Solve};
use unbeatable_report::report::SolveReport;

use super::answers::{counted, number, solve};
use super::claim::Measurement;

/// Alpha-beta that remembers nothing, with moves in that order.
fn search(spec: &str, order: &str, follow: &dyn Follow) -> SolveReport {
    let question = Solve {
        method: Method {
            solver: Some("alpha-beta".into()),
            order: Some(order.into()),
            plain: true,
            ..Method::default()
        },
        ..Solve::default()
    };
    solve(spec, &question, follow)
}

fn note(spec: &str, order: &str) -> String {
    format!(
        "unbeatable solve {spec} --solver alpha-beta --order {order} --plain; nodes without ends"
    )
}

/// Nodes as Tromp counts them: the score of two passes is taken in the node before.
fn work(report: &SolveReport) -> Json {
    let nodes = report.effort.nodes - report.effort.ends;
    json!({"nodes": nodes, "depth": report.effort.depth_max})
}

/// What 2x2 Go is worth.
pub(super) fn value(published: &Json, follow: &dyn Follow) -> Measurement {
    let report = search("go:2x2", "pass-first", follow);
    let value = report.outcome.map(|outcome| json!(outcome.margin));
    Measurement::unless_stopped(value, published, note("go:2x2", "pass-first"))
}

/// The work of a search of 2x2 Go with moves in that order.
pub(super) fn searched(order: &str, published: &Json, follow: &dyn Follow) -> Measurement {
    let report = search("go:2x2", order, follow);
    let value = report.outcome.is_some().then(|| work(&report));
    Measurement::unless_stopped(value, published, note("go:2x2", order))
}

/// Twice the games, or three times with their ends, by the count that a recursive search would make.
pub(super) fn minimax_nodes(published: &Json, follow: &dyn Follow) -> Measurement {
    let note = "derived from the games (unbeatable count go:2x2 --of games --json: examined, less \
                count): minimax walks every one of them";
    let report = counted(CountOf::Games, "go:2x2", follow);
    let Some((games, all)) = report.and_then(|report| report.count.zip(report.examined)) else {
        return Measurement::stopped(note);
    };
    let at_least = published["nodes_at_least"].as_u64().map(u128::from);
    let agrees = at_least.is_some_and(|least| all - games >= least);
    let value = json!({"nodes": number(all - games), "with_ends": number(all)});
    Measurement {
        agrees,
        confirms_erratum: !agrees && at_least.is_some_and(|least| all >= least),
        ..Measurement::disagrees(value, note)
    }
}

/// The searches under all three superko rules.
pub(super) fn situational_searches(published: &Json, follow: &dyn Follow) -> Measurement {
    let note = note("go:2x2+ssk", "stones-first");
    let mut values = Map::new();
    let mut rows = vec![];
    for (rule, spec) in [
        ("positional", "go:2x2"),
        ("situational", "go:2x2+ssk"),
        ("natural situational", "go:2x2+nssk"),
    ] {
        let [first, last] = ["pass-first", "stones-first"].map(|o| search(spec, o, follow));
        let (Some(outcome), true) = (&first.outcome, last.outcome.is_some()) else {
            return Measurement::stopped(note);
        };
        let [a, b] = [&first, &last].map(work);
        let mut row = vec![json!(rule), json!(outcome.margin)];
        let cells = [&a, &b].map(|work| ["nodes", "depth"].map(|name| work[name].clone()));
        row.extend(cells.into_iter().flatten());
        rows.push(row);
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
    let measured = Measurement::exactly(values.into(), published, note);
    measured.with_table("Nodes of alpha-beta on 2x2 Go", &columns, rows)
}
