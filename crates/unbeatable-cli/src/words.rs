//! Reports in words: outcomes, bounds, effort.

use serde_json::{Map, Value as Json};
use unbeatable_workbench::report::{
    AnalyzeReport, AskedReport, BoundsReport, EffortReport, MoveReport, OutcomeReport, Points, Stop,
};

use crate::style::{DIM, TITLE, paint};
use crate::table::{line_width, paragraph, width};
use crate::units::{group, many, with_speed, write_bytes, write_seconds};

/// The outcome of a finished game.
pub(crate) fn over(outcome: Option<&OutcomeReport>) -> String {
    match outcome {
        Some(OutcomeReport {
            winner: Some(winner),
            margin,
        }) => {
            format!("The game is over: {winner} has won{}.", by(*margin))
        }
        Some(_) => "The game is over: a draw.".to_string(),
        None => "The game is over.".to_string(),
    }
}

/// What perfect play leads to, as a sentence.
pub(crate) fn value(outcome: &OutcomeReport, distance: Option<u32>) -> String {
    value_in(outcome, distance, None)
}

/// What perfect play leads to, as a sentence, with what is known of how soon.
pub(crate) fn value_in(
    outcome: &OutcomeReport,
    distance: Option<u32>,
    bounds: Option<[u32; 2]>,
) -> String {
    match outcome.winner.as_deref() {
        Some(winner) => {
            let soon = soon(distance, bounds).map_or(String::new(), |soon| format!(", {soon}"));
            format!(
                "{winner} wins{} with perfect play{soon}.",
                by(outcome.margin)
            )
        }
        None => "A draw with perfect play.".to_string(),
    }
}

/// How soon somebody wins, as far as that is known.
fn soon(distance: Option<u32>, bounds: Option<[u32; 2]>) -> Option<String> {
    match (distance, bounds) {
        (Some(plies), _) => Some(format!("in {}", many(plies, "ply", "plies"))),
        (None, Some([least, most])) => Some(format!(
            "in {least} plies at the earliest and {most} at the latest"
        )),
        (None, None) => None,
    }
}

/// What a move leads to, in a few words.
pub(crate) fn result(outcome: &OutcomeReport, distance: Option<u32>) -> String {
    result_in(outcome, distance, None)
}

/// What a move leads to, in a few words, with what is known of how soon.
fn result_in(outcome: &OutcomeReport, distance: Option<u32>, bounds: Option<[u32; 2]>) -> String {
    let Some(winner) = outcome.winner.as_deref() else {
        return "draw".to_string();
    };
    let by = by(outcome.margin);
    match (distance, bounds) {
        (Some(1), _) => format!("{winner} wins{by} at once"),
        (None, Some([least, most])) => format!("{winner} wins{by} in {least} to {most} plies"),
        _ => {
            let soon = soon(distance, bounds).map_or(String::new(), |soon| format!(" {soon}"));
            format!("{winner} wins{by}{soon}")
        }
    }
}

/// A margin, where there is one: ` by 3`.
fn by(margin: Option<Points>) -> String {
    margin.map_or(String::new(), |points| {
        format!(" by {}", Points(points.0.abs()))
    })
}

/// What bounds say while the value is open; `None` if that is nothing.
pub(crate) fn open(bounds: BoundsReport, players: &[String; 2], is_scored: bool) -> Option<String> {
    let [first, second] = players;
    match (bounds.lower.0, bounds.upper.0) {
        (lower, upper) if is_scored => Some(format!(
            "{first} gets at least {lower} and at most {upper} points"
        )),
        (0.0, _) => Some(format!("{first} can at least draw")),
        (_, 0.0) => Some(format!("{second} can at least draw")),
        _ => None,
    }
}

/// The value of a position whose moves were looked at, in a sentence.
pub(crate) fn position(report: &AnalyzeReport) -> String {
    match &report.outcome {
        Some(outcome) => value_in(outcome, report.distance, report.distance_bounds),
        None => {
            let known = open(report.bounds, &report.asked.players, report.asked.is_scored);
            let known = known.unwrap_or_else(|| "nothing is proven yet".to_string());
            let reason = stopped(report.effort.stopped);
            let guesses = report.moves.iter().filter_map(|m| m.guess);
            let guess = match guesses.reduce(f64::max) {
                Some(guess) => format!(
                    " A guess: {} gets {}.",
                    report.asked.turn,
                    whole_percent(guess)
                ),
                None => String::new(),
            };
            format!("{} ({reason}).{guess}", capital(&known))
        }
    }
}

/// What a move that was looked at leads to.
pub(crate) fn move_result(report: &AnalyzeReport, m: &MoveReport) -> String {
    match &m.outcome {
        Some(outcome) => result_in(outcome, m.distance, m.distance_bounds),
        None => {
            let known = open(m.bounds, &report.asked.players, report.asked.is_scored);
            let known = known.unwrap_or_else(|| "open".to_string());
            match m.guess {
                Some(guess) => format!("{known}, a guess: {}", whole_percent(guess)),
                None => known,
            }
        }
    }
}

/// A share of points, no finer than a guess is: '62 %'.
fn whole_percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A number of points as a goal.
pub(crate) fn goal(points: Points, is_scored: bool) -> String {
    match points.0 {
        1.0 if is_scored => "at least 1 point".to_string(),
        _ if is_scored => format!("at least {points} points"),
        p if p > 0.0 => "a win".to_string(),
        p if p > -1.0 => "at least a draw".to_string(),
        _ => "at least a loss".to_string(),
    }
}

/// Why a question was stopped, in words.
pub(crate) fn stopped(reason: impl Into<Option<Stop>>) -> String {
    let why = match reason.into() {
        Some(Stop::Time) => "the time limit was reached",
        Some(Stop::Nodes) => "the node limit was reached",
        Some(Stop::Memory) => {
            "the memory limit was reached; --memory allows more, the default is 1 GiB"
        }
        Some(Stop::Overflow) => "the count is too large",
        Some(Stop::Depth) => "the search went too deep",
        Some(other) => other.name(),
        None => "without an answer",
    };
    format!("stopped: {why}")
}

/// A game, its spec and a position, so that they can be given back.
pub(crate) fn heading(title: &str, spec: &str, position: &str) -> String {
    game_heading(title, &format!("{spec} \"{position}\""))
}

/// A game and its spec.
pub(crate) fn game_heading(title: &str, spec: &str) -> String {
    format!("{}  {}\n", paint(TITLE, &capital(title)), paint(DIM, spec))
}

/// The text with a capital letter first.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(c) => c.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A board, set off from the text around it.
pub(crate) fn board(picture: &str) -> String {
    let mut shown = String::from("\n");
    for line in picture.trim_end().lines() {
        shown.push_str(format!("    {line}").trim_end());
        shown.push('\n');
    }
    shown.push('\n');
    shown
}

/// What the text of a report is made of, added at its end.
pub(crate) trait ReportText {
    /// A fact after its name.
    fn fact(&mut self, name: &str, text: impl AsRef<str>);

    /// The answer in a sentence, and an empty line.
    fn title(&mut self, sentence: impl AsRef<str>);
}

impl ReportText for String {
    fn fact(&mut self, name: &str, text: impl AsRef<str>) {
        let first = format!("  {name:<11} ");
        let shown = paragraph(&first, text.as_ref());
        self.push_str(&format!(
            "  {}{}",
            paint(DIM, name),
            &shown[2 + name.len()..]
        ));
    }

    fn title(&mut self, sentence: impl AsRef<str>) {
        self.push_str(&paragraph("", &paint(TITLE, sentence.as_ref())));
        self.push('\n');
    }
}

/// What an answer cost, who gave it, and what it rests on.
pub(crate) fn effort(effort: &EffortReport, solver: &str, options: &Map<String, Json>) -> String {
    let cost = cost(effort);
    let solver = method(solver, options);
    let evidence = match effort.evidence.as_str() {
        "exact" => "exact: no step rests on a hash alone",
        "hashed" => "hashed: some steps rest on hashes alone",
        other => other,
    };
    let mut text = String::new();
    text.fact("effort", cost);
    text.fact("solver", solver);
    text.fact("evidence", evidence);
    text
}

/// What an answer cost.
pub(crate) fn cost(effort: &EffortReport) -> String {
    let mut cost = format!(
        "{} ({}, depth {}) in {}",
        many(effort.nodes, "node", "nodes"),
        many(effort.ends, "finished game", "finished games"),
        effort.depth_max,
        write_seconds(effort.seconds)
    );
    cost = with_speed(cost, effort.nodes, effort.seconds, "nodes");
    if effort.table_bytes > 0 {
        cost.push_str(&format!(", tables of {}", write_bytes(effort.table_bytes)));
    }
    cost
}

/// A solver and its settings.
pub(crate) fn method(solver: &str, options: &Map<String, Json>) -> String {
    let options: Vec<String> = options
        .iter()
        .map(|(name, value)| format!("{name} {}", json(value)))
        .collect();
    match options.is_empty() {
        true => solver.to_string(),
        false => format!("{solver}: {}", options.join(", ")),
    }
}

/// An answer with its question and its cost, for a file that is read without this program.
pub(crate) fn comment(sentence: &str, asked: &AskedReport, effort: &EffortReport) -> String {
    format!(
        "{sentence}\n{} \"{}\"\n{}\n{}",
        asked.game,
        asked.position,
        cost(effort),
        method(&asked.solver, &asked.options)
    )
}

/// A JSON value as people write it: `549,946`, `on`, `X 131,184 · O 77,904`.
pub(crate) fn json(value: &Json) -> String {
    match value {
        Json::Null => "–".to_string(),
        Json::Bool(true) => "on".to_string(),
        Json::Bool(false) => "off".to_string(),
        Json::String(text) => text.clone(),
        Json::Number(number) => written(&number.to_string()),
        Json::Array(values) => values.iter().map(json).collect::<Vec<_>>().join(" · "),
        Json::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{name} {}", json(value)));
            fields.collect::<Vec<_>>().join(" · ")
        }
    }
}

/// A number of a report: its whole part grouped, at most six digits after the point.
fn written(number: &str) -> String {
    let (sign, digits) = number
        .strip_prefix('-')
        .map_or(("", number), |rest| ("-", rest));
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        return format!("{sign}{}", group(digits));
    }
    match digits.parse::<f64>() {
        Ok(n) if (1e-4..1e15).contains(&n) => {
            let rounded = format!("{n:.6}");
            let rounded = rounded.trim_end_matches('0').trim_end_matches('.');
            let (whole, part) = rounded.split_once('.').unwrap_or((rounded, ""));
            let point = if part.is_empty() { "" } else { "." };
            format!("{sign}{}{point}{part}", group(whole))
        }
        _ => number.to_string(),
    }
}

/// Moves in a row, wrapped where the line is full; the first ones if there are very many.
pub(crate) fn moves(moves: &[String]) -> String {
    const SHOWN: usize = 200;
    match moves.len() {
        0..=SHOWN => moves.join(" "),
        many => format!(
            "{} … ({} in all)",
            moves[..SHOWN].join(" "),
            group(&many.to_string())
        ),
    }
}

/// Two texts of several lines side by side.
pub(crate) fn beside(left: &str, right: &str) -> String {
    let left: Vec<&str> = left.trim_end().lines().collect();
    let right: Vec<&str> = right.trim_end().lines().collect();
    let left_width = left.iter().map(|line| width(line)).max().unwrap_or(0);
    let mut shown = String::new();
    for i in 0..left.len().max(right.len()) {
        let (l, r) = (left.get(i).unwrap_or(&""), right.get(i).unwrap_or(&""));
        let gap = " ".repeat(left_width - width(l));
        shown.push_str(format!("  {l}{gap}    {r}").trim_end());
        shown.push('\n');
    }
    shown
}

/// What the widest text beside a board may take.
pub(crate) fn width_beside(left: &str) -> usize {
    let left = left.lines().map(width).max().unwrap_or(0);
    line_width() - 6 - left.min(line_width() / 2)
}

/// What an outcome is called in a table: `X wins`, `draw`.
pub(crate) fn label(name: &str) -> String {
    match name {
        "draw" => name.to_string(),
        name => format!("{name} wins"),
    }
}

/// A share of a whole: 3 of 4 is 0.75; nothing of nothing is 0.
pub(crate) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn bounds(lower: f64, upper: f64) -> BoundsReport {
        BoundsReport {
            lower: Points(lower),
            upper: Points(upper),
        }
    }

    #[test]
    fn outcomes_in_words() {
        let outcome = |winner, margin| OutcomeReport { winner, margin };
        let [win, draw] = [Some("X"), None].map(|winner| outcome(winner.map(Into::into), None));
        let scored = outcome(Some("White".into()), Some(Points(-1.5)));
        assert_eq!(
            value(&win, Some(5)),
            "X wins with perfect play, in 5 plies."
        );
        assert_eq!(value(&draw, None), "A draw with perfect play.");
        assert_eq!(value(&scored, None), "White wins by 1.5 with perfect play.");
        assert_eq!(result(&win, Some(1)), "X wins at once");
        assert_eq!(result(&win, Some(3)), "X wins in 3 plies");
        assert_eq!(result(&draw, None), "draw");
        assert_eq!(over(Some(&win)), "The game is over: X has won.");
    }

    #[test]
    fn bounds_in_words() {
        let players = ["X", "O"].map(String::from);
        let open = |lower, upper, is_scored| open(bounds(lower, upper), &players, is_scored);
        assert_eq!(open(-1.0, 1.0, false), None);
        assert_eq!(
            open(0.0, 1.0, false).as_deref(),
            Some("X can at least draw")
        );
        assert_eq!(
            open(-1.0, 0.0, false).as_deref(),
            Some("O can at least draw")
        );
        assert_eq!(
            open(-1.0, 1.0, true).as_deref(),
            Some("X gets at least -1 and at most 1 points")
        );
    }

    #[test]
    fn goals_in_words() {
        let check = |points, is_scored, text| assert_eq!(goal(Points(points), is_scored), text);
        check(1.0, false, "a win");
        check(0.0, false, "at least a draw");
        check(-1.0, false, "at least a loss");
        check(1.0, true, "at least 1 point");
        check(-2.5, true, "at least -2.5 points");
    }

    #[test]
    fn json_as_people_write_it() {
        assert_eq!(json(&json!(549_946)), "549,946");
        assert_eq!(json(&json!(-1234.5)), "-1,234.5");
        assert_eq!(json(&json!(15.34)), "15.34");
        assert_eq!(json(&json!(0.967_811_213_9)), "0.967811");
        assert_eq!(json(&json!({"X": 1000, "draw": true})), "X 1,000 · draw on");
        assert_eq!(json(&json!(null)), "–");
    }

    #[test]
    fn texts_stand_side_by_side() {
        assert_eq!(
            beside("X O\n. .\n", "one\ntwo\nthree"),
            "  X O    one\n  . .    two\n         three\n"
        );
    }

    #[test]
    fn facts_hang_under_their_names() {
        let mut text = String::new();
        text.fact("effort", "word ".repeat(30));
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert!(plain.starts_with("  effort      word"), "{plain}");
        assert!(
            plain
                .lines()
                .nth(1)
                .is_some_and(|l| l.starts_with("              word")),
            "{plain}"
        );
    }
}
