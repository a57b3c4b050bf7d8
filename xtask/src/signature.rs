//! The signature of the solvers' behaviour: nodes of a fixed set of questions.
//!
//! A commit that changes search says `Nodes: a -> b`; this is where a and b come from.

use crate::shell::{ask, build, root};

const QUESTIONS: &[&str] = &[
    "ttt --solver minimax",
    "ttt --solver alpha-beta --plain",
    "ttt --solver alpha-beta --plain --window open",
    "ttt --solver backward",
    "ttt --solver pn --plain",
    "ttt+misere --solver pn",
    "mnk:6x5x4 --solver pn",
    "nim:3,5,7 --solver pn --analysis off",
    "ttt",
    "ttt+misere",
    "mnk:4x3x3 --analysis off",
    "mnk:4x4x3 --analysis off --order natural",
    "mnk:4x4x3+misere",
    "mnk:4x4x4 --analysis off --order natural",
    "mnk:4x4x3 --deepen on",
    "mnk:5x5x4",
    "mnk:6x5x4",
    "connect:5x5",
    "connect:6x4 --solver df-pn",
    "go:2x2 --order pass-first --analysis off",
    "go:2x2 --order stones-first --analysis off",
    "go:1x5 --solver alpha-beta",
    "go:2x2+ssk",
    "go:2x2+nssk",
    "go:3x4 --analysis off",
    "go:2x6",
    "go:1x11",
    "go:3x5",
    "kayles:30+misere",
    // random3:33 and random1:41 of the suite.
    "uttt O;X.@......;X...O.XXX/...O....X/O...X.XX./..X..XO../O....X.O./.OOXX..X./OXX..O.../O.O..OOX./..O..O... --memory 512MiB",
    "uttt O;O.X......;.XO.OXO.X/X..OO.O.O/X..X..X.X/O.OO.X.OX/.XX....O./O.OX...../O.OX...X./OXXXX..../XO...OXO. --solver pn",
];

/// Prints the nodes of each question, and their sum.
pub(crate) fn print() -> Result<(), String> {
    let program = build("release")?;
    let mut sum = 0;
    for question in QUESTIONS {
        let arguments: Vec<&str> = ["solve", "--json"]
            .into_iter()
            .chain(question.split(' '))
            .collect();
        let report =
            ask(&program, root(), &arguments).map_err(|why| format!("{question}: {why}"))?;
        let nodes = report["nodes"].as_u64().ok_or("a report without nodes")?;
        println!("{nodes:>12}  {question}");
        sum += nodes;
    }
    println!("{sum:>12}  in all");
    Ok(())
}
