//! Answers, as scripts read them and as people do.

use serde_json::{Value as Json, json};

use crate::run::{run, run_json, run_line};

/// The names of an object's fields.
fn fields(json: &Json) -> Vec<&str> {
    json.as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn solve_has_every_promised_field() {
    let report = run_json("solve ttt --json");
    for name in [
        "game",
        "position",
        "turn",
        "solver",
        "options",
        "outcome",
        "bounds",
        "best",
        "best_complete",
        "line",
        "nodes",
        "ends",
        "depth_max",
        "seconds",
        "table_bytes",
        "threads",
        "evidence",
        "stopped",
    ] {
        assert!(fields(&report).contains(&name), "{name} in {report}");
    }
    assert_eq!(report["game"], "ttt");
    assert_eq!(report["position"], ".../.../...");
    assert_eq!(report["turn"], "X");
    assert_eq!(report["outcome"], json!({ "winner": null }));
    assert_eq!(report["bounds"], json!({ "lower": 0, "upper": 0 }));
    assert_eq!(report["stopped"], Json::Null);
    assert_eq!(
        report["line"].as_array().map(Vec::len),
        Some(9),
        "a drawn game fills the board"
    );
}

#[test]
fn plain_minimax_visits_the_whole_tree() {
    let report = run_json("solve ttt --solver minimax --json");
    assert_eq!(
        (&report["nodes"], &report["ends"]),
        (&json!(549_946), &json!(255_168))
    );
    assert_eq!(report["evidence"], "exact");
}

#[test]
fn counts_in_one_thread_are_the_same_in_every_run() {
    let nodes = || run_json("solve mnk:4x3x3 --json")["nodes"].clone();
    assert_eq!(nodes(), nodes());
}

#[test]
fn yes_and_no() {
    let yes = run_json("solve ttt --at-least 0 --json");
    assert_eq!(
        (&yes["at_least"]["points"], &yes["at_least"]["answer"]),
        (&json!(0), &json!(true))
    );
    let no = run_json("solve ttt --at-least 1 --json");
    assert_eq!(
        no["at_least"],
        json!({ "points": 1, "answer": false, "move": null })
    );
    let settled = run_json("solve ttt XX./OO./... --at-least 1 --json");
    assert_eq!(
        settled["at_least"],
        json!({ "points": 1, "answer": true, "move": "c3" })
    );
}

#[test]
fn wins_in_time() {
    let yes = run_json("solve mnk:4x4x3 --within 5 --json");
    assert_eq!(
        (&yes["within"]["plies"], &yes["within"]["answer"]),
        (&json!(5), &json!(true))
    );
    assert_eq!(yes["outcome"], json!({ "winner": "X" }));
    let no = run_json("solve mnk:4x4x3 --within 4 --json");
    assert_eq!(
        no["within"],
        json!({ "plies": 4, "answer": false, "move": null })
    );
    // That says nothing about the value.
    assert_eq!((&no["outcome"], &no["best"]), (&Json::Null, &json!([])));
    assert_eq!(no["bounds"], json!({ "lower": -1, "upper": 1 }));
    let sized = run_json("solve mnk:4x4x3 --within 5 --proof-size --json");
    assert!(sized["proof_positions"].as_u64() > Some(1), "{sized}");
}

#[test]
fn wins_in_time_in_words() {
    let check = |line: &str, code: i32, sentence: &str| {
        let ran = run_line(line);
        assert_eq!(ran.code, Some(code), "{line}: {}", ran.err);
        assert!(ran.out.contains(sentence), "{line}: {}", ran.out);
    };
    check(
        "solve ttt --within 9",
        0,
        "No: X cannot force a win within 9 plies.",
    );
    check(
        "solve ttt XX./OO./... --within 1",
        0,
        "Yes: X can force a win within 1 ply (with c3).",
    );
    check("solve ttt X../.O./..X --within 7", 0, "(O plays ");
    check(
        "solve uttt:play-on --within 43 --nodes 1k",
        3,
        "Open whether X can force a win within 43 plies",
    );
    let line = "solve uttt:play-on --within 9 --restrict centre";
    check(line, 3, "(the restriction centre is not enough)");
    let line = "solve uttt:play-on --within 43 --proof-size";
    check(line, 0, "centre was enough to prove it");
    check("solvers", 0, "for --restrict");
}

#[test]
fn yes_and_no_in_words() {
    let check = |line: &str, sentence: &str| {
        let ran = run_line(line);
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
        assert!(ran.out.contains(sentence), "{line}: {}", ran.out);
    };
    check("solve ttt --at-least 1", "No: X cannot force a win.");
    check("solve ttt --at-least 0", "Yes: X can force at least a draw");
    check(
        "solve ttt --at-least -1",
        "Yes: X can force at least a loss",
    );
    check(
        "solve ttt XX./OO./... --at-least 1",
        "Yes: X can force a win (with c3).",
    );
    // O completes a line.
    check(
        "solve ttt XX./OO./X.. --at-least 0",
        "No: X cannot force at least a draw (O plays c2).",
    );
}

#[test]
fn a_solved_position_in_words() {
    let ran = run_line("solve ttt XX./OO./...");
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("X to move"), "{}", ran.out);
    assert!(
        ran.out.contains("\nX wins with perfect play.\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains(" c3\n"), "{}", ran.out);
    assert!(ran.out.contains("  effort  "), "{}", ran.out);
}

#[test]
fn a_finished_game_in_words() {
    let ran = run_line("solve ttt XXX/OO./...");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        ran.out.contains("The game is over: X has won."),
        "{}",
        ran.out
    );
}

#[test]
fn a_budget_that_runs_out_says_so() {
    let ran = run_line("solve mnk:4x4x4 --nodes 10");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert!(
        ran.out.contains("(stopped: the node limit was reached)"),
        "{}",
        ran.out
    );
    let ran = run_line("solve mnk:4x4x4 --nodes 10 --json");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    let report: Json = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(
        (&report["outcome"], &report["stopped"]),
        (&Json::Null, &json!("nodes"))
    );
}

#[test]
fn a_count_that_is_stopped_shows_the_finished_depths() {
    let ran = run_line("count mnk:4x4x4 --of positions --nodes 500");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    let sentence = "Not counted to the end (stopped: the node limit was reached).\n";
    assert!(ran.out.contains(sentence), "{}", ran.out);
    assert!(ran.out.contains("finished depth"), "{}", ran.out);
    assert!(
        ran.out.contains("             1         16\n"),
        "{}",
        ran.out
    );
    let ran = run_line("perft mnk:4x4x4 9 --nodes 10k");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    let sentence = "Not walked to depth 9 (stopped: the node limit was reached).\n";
    assert!(ran.out.contains(sentence), "{}", ran.out);
    assert!(
        ran.out.contains(" 2        240                  0\n"),
        "{}",
        ran.out
    );
}

#[test]
fn a_count_that_does_not_fit_keeps_what_does() {
    let line = "count nim:10,10,10,10,10,10,10 --of tree --json";
    let ran = run_line(line);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    let report: Json = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(
        (&report["count"], &report["stopped"]),
        (&Json::Null, &json!("overflow"))
    );
    // Equal heaps give one move.
    assert_eq!(report["by_depth"][1], 10);
    assert!(
        report["by_depth"]
            .as_array()
            .is_some_and(|depths| depths.len() > 20)
    );
    let text = run_line("count nim:10,10,10,10,10,10,10 --of tree").out;
    let sentence = "Not counted to the end (stopped: the count is too large).\n";
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn formulas_answer_where_there_are_any() {
    let nim = run_json("solve nim:7,3,5 --json");
    assert_eq!(
        (&nim["game"], &nim["solver"], &nim["nodes"]),
        (&json!("nim:3,5,7"), &json!("formula"), &json!(1))
    );
    assert_eq!(nim["best"], json!(["3-1", "5-1", "7-1"]));
    assert_eq!(nim["best_complete"], true);
    assert_eq!(nim["outcome"], json!({ "winner": "First" }));
    for solver in ["minimax", "alpha-beta", "pn", "backward", "formula"] {
        let line = format!("solve nim:2,3,4 2,3,4;Second --solver {solver} --json");
        let report = run_json(&line);
        assert_eq!(report["outcome"]["winner"], "Second", "{solver}");
        assert_eq!(report["line"][0], "4-3", "{solver}");
    }
    let misere = run_json("solve kayles:9+misere --json");
    assert_eq!(misere["solver"], "alpha-beta", "nimbers say nothing here");
    let lost = run_json("solve nim:1,2,3 --at-least 1 --json");
    assert_eq!(
        lost["at_least"],
        json!({ "points": 1, "answer": false, "move": null })
    );
    let over = run_json("solve nim:0 --json");
    assert_eq!(over["outcome"], json!({ "winner": "Second" }));
    assert_eq!(over["line"], json!([]));
    let played = run_json("match nim:3,5,7 --games 50 --json");
    assert_eq!(played["first_wins"], 50, "the perfect player");
    assert_eq!(played["expected"]["first_wins"]["fraction"], "1");
}

#[test]
fn proof_number_search_answers() {
    let whole = run_json("solve mnk:4x3x3 --solver pn --json");
    assert_eq!(whole["solver"], "pn");
    let options = json!({ "analysis": true, "order": "open-lines" });
    assert_eq!(whole["options"], options);
    assert_eq!(whole["outcome"]["winner"], "X");
    assert_eq!(
        (&whole["nodes"], &whole["evidence"]),
        (&json!(34), &json!("exact"))
    );
    let plain = run_json("solve mnk:4x3x3 --solver pn --plain --json");
    assert_eq!(
        plain["options"],
        json!({ "analysis": false, "order": "natural" })
    );
    assert_eq!(
        (&plain["nodes"], &plain["ends"]),
        (&json!(1_744), &json!(557))
    );
    let one = run_json("solve ttt --solver pn --analysis off --at-least 0 --json");
    assert_eq!(one["at_least"]["answer"], true);
    assert_eq!(one["bounds"], json!({ "lower": 0, "upper": 1 }));
    let judged = run_json("analyze ttt X../.../... --solver pn --json");
    assert_eq!(judged["moves"][0]["move"], "b2");
    assert_eq!(judged["moves"][0]["outcome"]["winner"], json!(null));
}

#[test]
fn analyze_writes_the_sum_on_the_blackboard() {
    let text = run_line("analyze nim:3,5,7").out;
    let columns = "\n    3 = 0 1 1\n    5 = 1 0 1\n    7 = 1 1 1\n        -----\n    1 = 0 0 1\n";
    assert!(text.contains(columns), "{text}");
    assert!(text.contains("\n    4s: 0 ⊕ 1 ⊕ 1 = 0\n"), "{text}");
    let wins = "    5-1 leaves 5 ⊕ 1 = 4: 3 ⊕ 4 ⊕ 7 = 0.\n";
    assert!(text.contains(wins), "{text}");
    assert!(
        text.contains("3 of 15 moves win: 3-1, 5-1 and 7-1."),
        "{text}"
    );
    let report = run_json("analyze nim:3,5,7 --json");
    assert_eq!(report["explanation"][0], "3 = 0 1 1");
    assert_eq!(report["solver"], "formula");
    assert_eq!(run_json("analyze ttt --json")["explanation"], json!([]));
    // Rows with ten thousands of moves are no trouble.
    let report = run_json("analyze nim:1,2,65530 --json");
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(65_533));
    assert_eq!(report["moves"][0]["move"], "65530-65527");
}

#[test]
fn memory_that_runs_out_says_what_helps() {
    let ran = run_line("count mnk:5x5x5 --of positions --memory 32MiB");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    let sentence = "--memory allows more, the default is 1 GiB";
    assert!(ran.out.replace('\n', " ").contains(sentence), "{}", ran.out);
}

#[test]
fn analyze_lists_every_move_best_first() {
    let report = run_json("analyze ttt X../.O./..X --json");
    let moves = report["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 6);
    for m in moves {
        for name in ["move", "outcome", "distance", "why"] {
            assert!(fields(m).contains(&name), "{name} in {m}");
        }
    }
    let winners: Vec<&Json> = moves.iter().map(|m| &m["outcome"]["winner"]).collect();
    assert_eq!(
        winners[..4],
        [&Json::Null; 4],
        "the four edges hold the draw"
    );
    assert_eq!(winners[4..], [&json!("X"); 2], "the two corners lose");
    assert_eq!(moves[4]["distance"], 4, "O, a fork, a block, a line");
}

#[test]
fn analyze_reads_like_a_lesson() {
    let ran = run(["analyze", "ttt", "X../.O./..X"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let text = &ran.out;
    assert!(
        text.contains("O to move. A draw with perfect play."),
        "{text}"
    );
    assert!(text.contains("= draws   - loses"), "{text}");
    assert!(text.contains("X wins in 4 plies"), "{text}");
}

#[test]
fn analyze_marks_forbidden_points_and_says_why() {
    let moves = ["--moves", "A2 B1 B2 A1 A2 B2"];
    let text = run(["analyze", "go:2x2"].into_iter().chain(moves)).out;
    assert!(text.contains("\n     2 × O\n     1 O O\n"), "{text}");
    assert!(text.contains("- loses   × is forbidden\n"), "{text}");
    let reason = "would repeat the position after move 1";
    let remark = format!("• Forbidden: A2 ({reason}).\n");
    assert!(text.contains(&remark), "{text}");
    let report = run(["analyze", "go:2x2", "--json"].into_iter().chain(moves)).out;
    let report: Json = serde_json::from_str(&report).expect("a report");
    let forbidden =
        json!([{ "move": "A2", "place": { "square": 0 }, "why": reason, "repeats": 1 }]);
    assert_eq!(report["forbidden"], forbidden);
    let text = run_line("analyze go:2x2").out;
    assert!(!text.contains('×'), "{text}");
}

#[test]
fn counts_of_tic_tac_toe() {
    let games = run_json("count ttt --of games --json");
    assert_eq!(games["count"], 255_168);
    assert_eq!(
        games["by_outcome"],
        json!({ "X": 131_184, "O": 77_904, "draw": 46_080 })
    );
    assert_eq!(run_json("count ttt --of tree --json")["count"], 549_946);
    let positions = run_json("count ttt --of positions --json");
    assert_eq!(positions["count"], 5_478);
    assert_eq!(
        (&positions["examined"], &positions["largest_hash"]),
        (&json!(16_168), &json!(19_560))
    );
    let classes = run_json("count ttt --of classes --json");
    assert_eq!(classes["count"], 765);
    assert_eq!(
        (&classes["examined"], &classes["largest_hash"]),
        (&json!(2_271), &json!(17_141))
    );
    let text = run_line("count ttt --of games").out;
    assert!(text.contains("255,168 finished games"), "{text}");
    assert!(text.contains("X wins    131,184  51.41 %"), "{text}");
}

#[test]
fn perft_of_tic_tac_toe() {
    let report = run_json("perft ttt 5 --json");
    assert_eq!(report["sequences"], json!([1, 9, 72, 504, 3_024, 15_120]));
    assert_eq!(report["ends"], json!([0, 0, 0, 0, 0, 1_440]));
    let text = run_line("perft ttt 5").out;
    assert!(
        text.contains("    5     15,120              1,440\n"),
        "{text}"
    );
}

#[test]
fn matches_repeat_with_their_seed() {
    let played = |threads: u32| {
        let line = format!("match ttt --games 2k --seed 7 --threads {threads} --json");
        let report = run_json(&line);
        ["first_wins", "second_wins", "draws"].map(|name| report[name].as_u64().expect("a count"))
    };
    let (one, two) = (played(1), played(2));
    assert_eq!(one, two, "whatever the number of threads");
    assert_eq!(one.iter().sum::<u64>(), 2_000);
    assert_eq!(one[1], 0, "the perfect player never loses");
    let expected = &run_json("match ttt --games 1 --json")["expected"];
    assert_eq!(expected["first_wins"]["fraction"], "75257/77760");
    let text = run_line("match ttt --games 2k --seed 7").out;
    assert!(
        text.contains("75257/77760") && text.contains("95 % interval"),
        "{text}"
    );
    assert!(
        text.contains("perfect (X) against random (O): 2,000 games")
            && text.contains("  random (O) wins "),
        "{text}"
    );
}

/// Nodes decide the games of thinkers, threads and clocks do not; openings make them differ.
#[test]
fn matches_of_thinkers_repeat_too() {
    let played = |threads: u32| {
        let line = format!(
            "match uttt --first alpha-beta:nodes=300 --second alpha-beta:depth=1,blind --games 8 \
             --opening 3 --threads {threads} --json"
        );
        let report = run_json(&line);
        assert!(report["expected"].is_null() && report["opening"] == 3);
        ["first_wins", "second_wins", "draws"].map(|name| report[name].as_u64().expect("a count"))
    };
    let one = played(1);
    assert_eq!(one, played(3));
    assert!(one[0] > 4 && one.iter().sum::<u64>() == 8, "{one:?}");
    let line = "match ttt --first random --second alpha-beta:depth=9 --games 20";
    assert_eq!(run_json(&format!("{line} --json"))["first_wins"], 0);
    let text = run_line(line).out;
    assert!(text.contains("  score       random (X) gets "), "{text}");
}

/// A match with timed players is neither silent nor endless.
#[test]
fn timed_matches_tell_their_score_and_stop() {
    let start = std::time::Instant::now();
    let line =
        "match uttt --first alpha-beta:5ms --second alpha-beta:1h --limit 1s --progress json";
    let ran = run_line(line);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert!(start.elapsed() < std::time::Duration::from_secs(20));
    assert!(
        ran.err.contains("\"games\":1000,\"played\":0"),
        "{}",
        ran.err
    );
    assert!(ran.out.contains("0 of 1,000 games"), "{}", ran.out);
}

#[test]
fn lists_are_not_empty() {
    let games = run_json("games --json");
    let games = games["games"].as_array().expect("games");
    assert!(games.iter().any(|g| g["spec"] == "ttt"), "{games:?}");
    for game in games {
        let (spec, example) = (game["spec"].as_str(), game["example"].as_str());
        let (spec, example) = (spec.expect("a spec"), example.expect("an example"));
        let ran = run(["perft", spec, "1", example]);
        assert_eq!(
            ran.code,
            Some(0),
            "the example of {spec} is a position: {}",
            ran.err
        );
    }
    let solvers = run_json("solvers --json");
    for name in ["minimax", "alpha-beta", "pn", "backward", "formula"] {
        let listed = solvers["solvers"].as_array().expect("solvers");
        assert!(
            listed.iter().any(|s| s["name"] == name),
            "{name} in {listed:?}"
        );
    }
    assert!(run_line("games").out.contains("unbeatable analyze ttt \""));
    assert!(run_line("solvers").out.contains("alpha-beta"));
}

#[test]
fn claims_are_listed_and_measured() {
    let list = run_json("reproduce --list --json");
    let list = list["claims"].as_array().expect("claims");
    let quick = list
        .iter()
        .find(|c| c["slow"] == false)
        .expect("a quick claim");
    let id = quick["id"].as_str().expect("an id");
    assert!(run_line("reproduce --list").out.contains(id));
    let some = run_json("reproduce --list mnk --json");
    let some = some["claims"].as_array().expect("claims");
    assert!(!some.is_empty() && some.len() < list.len(), "{some:?}");
    assert!(
        some.iter()
            .all(|c| c["id"].as_str().is_some_and(|id| id.starts_with("mnk"))),
        "{some:?}"
    );
    let report = run_json(&format!("reproduce {id} --json"));
    let claim = &report["claims"][0];
    for name in [
        "id",
        "source",
        "claim",
        "published",
        "measured",
        "agrees",
        "erratum",
        "note",
        "seconds",
    ] {
        assert!(fields(claim).contains(&name), "{name} in {claim}");
    }
    assert_eq!(claim["id"], id);
    let text = run_line(&format!("reproduce {id}")).out;
    assert!(
        text.contains(id) && text.contains("published") && text.contains("claim"),
        "{text}"
    );
}

#[test]
fn the_tour_as_json() {
    let report = run_json("--json");
    let games = report["games"].as_array().expect("games");
    assert!(
        games
            .iter()
            .any(|g| g["game"] == "ttt" && g["bounds"]["lower"] == 0),
        "{games:?}"
    );
}
