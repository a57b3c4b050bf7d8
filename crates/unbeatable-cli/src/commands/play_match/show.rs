//! A tournament as text.

use unbeatable_workbench::report::{
    EloReport, ExpectedReport, GroundsReport, MatchReport, StandingReport,
};

use crate::table::{TextTable, paragraph};
use crate::units::{many, percent, thousands, with_speed, write_seconds};
use crate::words::{self, ReportText};

/// The report as text.
pub(crate) fn show(report: &MatchReport, title: &str) -> String {
    let mut text = words::heading(title, &report.game, &report.position);
    text.push_str(&paragraph("", &what(report)));
    text.push('\n');
    match &report.seatings[..] {
        [_] => {
            text.push_str(&results(report));
            text.push('\n');
            if report.played > 0 {
                let pair = &report.pairs[0];
                let [first, _] = players(report);
                text.fact("score", score(&first, &pair.standing));
                text.fact("Elo", ahead(&first, pair.elo));
            }
        }
        _ => {
            text.push_str(&seatings(report));
            text.push('\n');
            text.push_str(&standings(report));
            text.push('\n');
            text.push_str(&pairs(report));
            text.push('\n');
        }
    }
    for standing in &report.standings {
        if let Some(grounds) = &standing.grounds {
            text.fact("grounds", said(&standing.player, grounds));
        }
    }
    if report.forfeits > 0 {
        text.fact("forfeits", forfeits(report));
    }
    if let Some(reason) = report.stopped {
        text.fact("note", words::stopped(reason));
    }
    let threads = many(report.threads as u64, "thread", "threads");
    let cost = format!("{} on {threads}", write_seconds(report.seconds));
    text.fact(
        "effort",
        with_speed(cost, report.played, report.seconds, "games"),
    );
    text
}

/// Who meets whom, and how often.
fn what(report: &MatchReport) -> String {
    let games = match report.played == report.games {
        true => many(report.games, "game", "games"),
        false => format!(
            "{} of {} games",
            thousands(report.played),
            thousands(report.games)
        ),
    };
    let who = match &report.seatings[..] {
        [_] => players(report).join(" against "),
        _ => {
            let players = report.standings.len() as u64;
            let swapped = report.seatings.len() > report.pairs.len();
            let sides = if swapped { ", on both sides" } else { "" };
            format!("{}{sides}", many(players, "player", "players"))
        }
    };
    let mut what = format!("{who}: {games}, seed {}", report.seed);
    if report.openings > 0 {
        let openings = many(report.openings as u64, "opening", "openings");
        what.push_str(&format!(", {openings}"));
    }
    if report.opening > 0 {
        let plies = many(report.opening, "random move", "random moves");
        what.push_str(&format!(", {plies} first"));
    }
    what
}

/// How often each result came up, and how often it does.
fn results(report: &MatchReport) -> String {
    let mut names = vec!["", "games", "share", "95 % interval"];
    if report.expected.is_some() {
        names.extend(["exact", "as a fraction"]);
    }
    let mut table = TextTable::new("lrrrrl", names);
    let chances = report.expected.as_ref().map(chances);
    let [first, second] = players(report);
    let results = [
        (format!("{first} wins"), report.first_wins),
        (format!("{second} wins"), report.second_wins),
        ("draw".to_string(), report.draws),
    ];
    for (i, (result, count)) in results.into_iter().enumerate() {
        let mut row = vec![
            result,
            thousands(count),
            percent(words::share(count as f64, report.played as f64)),
            interval(report.seatings[0].intervals[i]),
        ];
        if let Some(chances) = &chances {
            let (value, fraction) = &chances[i];
            row.extend([percent(*value), fraction.clone()]);
        }
        table.row(row);
    }
    table.to_string()
}

/// The chances, won by the first player, by the second, and by nobody.
fn chances(expected: &ExpectedReport) -> [(f64, String); 3] {
    [&expected.first_wins, &expected.second_wins, &expected.draws]
        .map(|chance| (chance.value, chance.fraction.clone()))
}

/// What came of each seating.
fn seatings(report: &MatchReport) -> String {
    let [first, second] = &report.sides;
    let mut names = vec![
        format!("as {first}"),
        format!("as {second}"),
        "games".into(),
        format!("{first} wins"),
        format!("{second} wins"),
        "draws".into(),
    ];
    let is_expected = report
        .seatings
        .iter()
        .any(|seating| seating.expected.is_some());
    if is_expected {
        names.push(format!("exact: {first} · {second} · draws"));
    }
    let mut table = TextTable::new("llrrrrl", names);
    for seating in &report.seatings {
        let mut row = vec![
            seating.first.clone(),
            seating.second.clone(),
            thousands(seating.played),
            thousands(seating.first_wins),
            thousands(seating.second_wins),
            thousands(seating.draws),
        ];
        if is_expected {
            let expected = seating.expected.as_ref().map_or(String::new(), |expected| {
                chances(expected)
                    .map(|(value, _)| percent(value))
                    .join(" · ")
            });
            row.push(expected);
        }
        table.row(row);
    }
    table.to_string()
}

/// What each player got.
fn standings(report: &MatchReport) -> String {
    let mut table = TextTable::new(
        "lrrrrrr",
        [
            "player",
            "games",
            "wins",
            "draws",
            "losses",
            "score",
            "95 % interval",
        ],
    );
    for standing in &report.standings {
        table.row(vec![
            standing.player.clone(),
            thousands(standing.games),
            thousands(standing.wins),
            thousands(standing.draws),
            thousands(standing.losses),
            percent(standing.score),
            interval(standing.interval),
        ]);
    }
    table.to_string()
}

/// Why a player made its moves: 'best: of 100 moves 90 proven best, 6 to keep what is proven, 4 guesses'.
fn said(player: &str, grounds: &GroundsReport) -> String {
    let GroundsReport {
        proven,
        kept,
        guess,
    } = *grounds;
    format!(
        "{player}: of {} {} proven best, {} to keep what is proven, {}",
        many(proven + kept + guess, "move", "moves"),
        thousands(proven),
        thousands(kept),
        many(guess, "guess", "guesses"),
    )
}

/// Every two players.
fn pairs(report: &MatchReport) -> String {
    let mut table = TextTable::new(
        "llrrr",
        ["player", "opponent", "score", "Elo", "95 % interval"],
    );
    for pair in &report.pairs {
        let elo = match (pair.elo.difference, pair.standing.score) {
            (Some(difference), _) => signed(difference),
            (None, _) if pair.standing.games == 0 => "?".into(),
            (None, score) => if score > 0.5 { "+∞" } else { "-∞" }.into(),
        };
        table.row(vec![
            pair.standing.player.clone(),
            pair.opponent.clone(),
            percent(pair.standing.score),
            elo,
            elo_interval(pair.elo),
        ]);
    }
    table.to_string()
}

/// What a player got of what there was to get, and the interval in which the true share lies.
fn score(player: &str, standing: &StandingReport) -> String {
    format!(
        "{player} gets {} (95 % interval {})",
        percent(standing.score),
        interval(standing.interval)
    )
}

/// How much stronger a player looks.
fn ahead(player: &str, elo: EloReport) -> String {
    match elo.difference {
        Some(difference) => format!(
            "{} for {player} (95 % interval {})",
            signed(difference),
            elo_interval(elo)
        ),
        None => match elo.interval {
            [Some(low), _] => format!("{} or more for {player}: it lost nothing", signed(low)),
            [_, Some(high)] => format!("{} or less for {player}: it won nothing", signed(high)),
            _ => format!("nothing is known of {player}"),
        },
    }
}

fn elo_interval(elo: EloReport) -> String {
    let [low, high] = elo.interval;
    let end = |end: Option<f64>, none: &str| end.map_or(none.to_string(), signed);
    format!("{} – {}", end(low, "-∞"), end(high, "+∞"))
}

/// A difference of ratings: whole points, the sign always there.
fn signed(difference: f64) -> String {
    let rounded = difference.round();
    // Not -0.
    format!("{:+}", rounded + 0.0)
}

/// An interval of shares.
fn interval([low, high]: [f64; 2]) -> String {
    format!("{:.2} – {:.2} %", low * 100.0, high * 100.0)
}

/// Who gave games away, and how the first of them.
fn forfeits(report: &MatchReport) -> String {
    let gave = |standing: &StandingReport| {
        let games = many(standing.forfeits, "game", "games");
        format!("{} gave {games} away", standing.player)
    };
    let all = report.standings.iter();
    let names: Vec<String> = all.filter(|s| s.forfeits > 0).map(gave).collect();
    let mut text = names.join("; ");
    if let Some(first) = report.given_away.first() {
        let player = match report.seatings.len() {
            1 => first.side.to_string(),
            _ => format!("{} ({})", first.player, first.side),
        };
        text.push_str(&format!(" (game {}: {player} {})", first.number, first.why));
    }
    text
}

/// The players, each with its side: both sides may have the same player.
fn players(report: &MatchReport) -> [String; 2] {
    let [first, second] = &report.sides;
    let seating = &report.seatings[0];
    [
        format!("{} ({first})", seating.first),
        format!("{} ({second})", seating.second),
    ]
}
