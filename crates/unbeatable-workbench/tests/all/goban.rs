//! Whole games of Go: who chooses moves here never gets less than any position was worth in which it
//! was to move.

use std::time::Duration;

use unbeatable_workbench::core::Player;
use unbeatable_workbench::core::random::Random;
use unbeatable_workbench::goban::Goban;
use unbeatable_workbench::question::Limits;

/// Far more than any of these boards takes; a solver that is not up to one of them fails, and does
/// not go on for ever.
fn limits() -> Limits {
    Limits {
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    }
}

/// Points for `player` by perfect play, with that player to move.
fn value(goban: &Goban, player: Player) -> f64 {
    let report = goban.solve(player, &limits(), &());
    let outcome = report.outcome.expect("the board is small enough");
    let points = outcome.margin.expect("Go has points").0;
    if player == Player::First {
        points
    } else {
        -points
    }
}

/// Points for `player` as the board stands.
fn score(goban: &Goban, player: Player) -> f64 {
    let text = goban.score();
    let Some((winner, points)) = text.split_once('+') else {
        return 0.0;
    };
    let points: f64 = points.parse().expect("points");
    let is_won = (winner == "B") == (player == Player::First);
    if is_won { points } else { -points }
}

/// Every legal move of whoever's turn it is.
fn replies(goban: &Goban) -> Vec<String> {
    let [columns, rows] = goban.size();
    let letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ".chars().take(columns.into());
    let points = letters.flat_map(|letter| (1..=rows).map(move |row| format!("{letter}{row}")));
    let is_legal = |m: &String| goban.clone().play(goban.turn(), m).is_ok();
    points.chain(["pass".into()]).filter(is_legal).collect()
}

/// The engine's move; checks that it keeps `promised`. Says what is promised from now on.
fn engine_moves(goban: &mut Goban, promised: f64) -> f64 {
    let player = goban.turn();
    let worth = value(goban, player);
    assert!(
        worth >= promised,
        "{promised} were promised:\n{}",
        goban.board()
    );
    let choice = goban.choose(player, &limits(), &());
    assert!(choice.is_proven);
    goban.play(player, &choice.text).expect("it is legal");
    worth
}

/// Games against a player who plays any legal move.
#[track_caller]
fn check_random(spec: &str, games: u64) {
    for game in 0..games {
        let mut random = Random::new(game);
        let engine = Player::BOTH[(game % 2) as usize];
        let mut goban = Goban::new(spec).expect("a spec of Go");
        let mut promised = f64::NEG_INFINITY;
        while !goban.is_over() {
            let player = goban.turn();
            if player == engine {
                promised = engine_moves(&mut goban, promised);
            } else {
                let replies = replies(&goban);
                let m = random.pick(&replies.iter().collect::<Vec<_>>());
                goban.play(player, m).expect("it is legal");
            }
        }
        let got = score(&goban, engine);
        assert!(
            got >= promised,
            "{spec}, game {game}: {promised}, then {got}"
        );
    }
}

/// Games against every player there is: all replies, all replies to what follows, and so on.
#[track_caller]
fn check_all(spec: &str) {
    for engine in Player::BOTH {
        let mut goban = Goban::new(spec).expect("a spec of Go");
        check_all_from(&mut goban, engine, f64::NEG_INFINITY);
    }
}

#[track_caller]
fn check_all_from(goban: &mut Goban, engine: Player, promised: f64) {
    let player = goban.turn();
    if goban.is_over() {
        let got = score(goban, engine);
        assert!(got >= promised, "{}: {promised}, then {got}", goban.spec());
    } else if player == engine {
        let promised = engine_moves(goban, promised);
        check_all_from(goban, engine, promised);
        goban.undo();
    } else {
        for m in replies(goban) {
            goban.play(player, &m).expect("it is legal");
            check_all_from(goban, engine, promised);
            goban.undo();
        }
    }
}

#[test]
fn no_game_gets_less_than_its_value_against_anybody() {
    let boards = ["go:1x3", "go:3x1", "go:1x4", "go:2x2"];
    for rules in ["", "+ssk", "+nssk", "+suicide", "+komi=0.5+ssk+suicide"] {
        for board in boards {
            check_all(&format!("{board}{rules}"));
        }
    }
}

#[test]
fn no_game_on_2x3_gets_less_than_its_value_against_anybody() {
    check_all("go:2x3");
}

#[test]
fn no_game_gets_less_than_its_value_against_chance() {
    check_random("go:2x2", 300);
    check_random("go:2x2+ssk", 100);
    check_random("go:2x2+nssk+suicide", 50);
    check_random("go:2x2+komi=1.5", 100);
    check_random("go:1x4", 300);
    check_random("go:4x1+ssk", 100);
}

#[test]
fn no_game_on_3x3_gets_less_than_its_value_against_chance() {
    check_random("go:3x3", 20);
    check_random("go:3x3+ssk", 10);
}
