//! Tournaments: what is sampled, what is exact, and what is recorded are one and the same games.

use std::collections::HashMap;
use std::sync::Mutex;
use unbeatable_workbench::Bench;

use unbeatable_core::{Game, Line, Notation, Player, Spec, Wdl};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_workbench::question::{Limits, MOVE_TIME, Match, Setup};
use unbeatable_workbench::report::{GameRecord, MatchReport, ProgressReport, Stop};
use unbeatable_workbench::{Ask, Follow, game};

/// A match of 300 games on one thread.
fn question(players: &[&str]) -> Match {
    Match {
        setup: Setup::default(),
        players: players.iter().map(ToString::to_string).collect(),
        swap: false,
        openings: vec![],
        opening: 0,
        games: 300,
        seed: 7,
        move_time: MOVE_TIME,
        records: false,
        threads: 1,
        limits: Limits::default(),
    }
}

/// Keeps the records of all games.
#[derive(Default)]
struct Keeper(Mutex<Vec<GameRecord>>);

impl Follow for Keeper {
    fn progress(&self, _: &ProgressReport) {}

    fn game(&self, record: &GameRecord) {
        self.0
            .lock()
            .expect("nobody panics here")
            .push(record.clone());
    }

    fn is_interrupted(&self) -> bool {
        false
    }
}

fn play(game: &Bench, question: &Match) -> MatchReport {
    game.play_match(question, &()).expect("a match")
}

fn recorded(game: &Bench, question: &Match) -> (MatchReport, Vec<GameRecord>) {
    let keeper = Keeper::default();
    let question = Match {
        records: true,
        ..question.clone()
    };
    let report = game.play_match(&question, &keeper);
    let records = keeper.0.into_inner().expect("nobody panics here");
    (report.expect("a match"), records)
}

/// What came of each seating.
fn results(report: &MatchReport) -> Vec<[u64; 3]> {
    let results = report.seatings.iter();
    results
        .map(|s| [s.first_wins, s.second_wins, s.draws])
        .collect()
}

/// Games that are walks over the map are those that the players play move by move; threads change
/// nothing, and records come in order.
#[test]
fn walks_and_moves_are_the_same_games() {
    for (spec, players, opening) in [
        ("ttt", &["random", "perfect"][..], 0),
        ("ttt", &["random", "perfect:teach"], 3),
        ("ttt+misere", &["perfect", "random", "perfect:first"], 2),
        ("nim:2,3,4", &["random", "perfect"], 1),
        ("kayles:7", &["random", "random"], 0),
        ("go:2x1", &["random", "perfect"], 2),
        ("uttt", &["random", "random"], 0),
        ("ttt", &["mcts:50", "random", "alpha-beta:depth=2"], 1),
    ] {
        let game = game(spec).unwrap();
        let mut question = question(players);
        question.swap = true;
        question.opening = opening;
        let walked = play(&game, &question);
        let (moved, records) = recorded(&game, &question);
        assert_eq!(results(&walked), results(&moved), "{spec}");
        assert_eq!(walked.expected, moved.expected);
        question.threads = 3;
        let (threaded, threaded_records) = recorded(&game, &question);
        assert_eq!(results(&walked), results(&threaded), "{spec}");
        assert_eq!(records, threaded_records, "{spec}");
        let numbers: Vec<u64> = records.iter().map(|record| record.number).collect();
        assert_eq!(numbers, (1..=walked.played).collect::<Vec<_>>());
        question.seed += 1;
        assert_ne!(recorded(&game, &question).1, records, "{spec}");
    }
}

/// Records are games by the rules, and their outcomes are those that were counted.
#[test]
fn records_are_games() {
    let ttt = Mnk::tic_tac_toe();
    let mut question = question(&["random", "perfect", "alpha-beta:depth=1"]);
    question.games = 60;
    question.swap = true;
    question.openings = vec![vec!["b2".into()], vec!["a1".into(), "c3".into()]];
    question.opening = 1;
    let (report, records) = recorded(&game("ttt").unwrap(), &question);
    let mut counted: HashMap<(String, String), [u64; 3]> = HashMap::new();
    for record in &records {
        let mut line = Line::new(&ttt, ttt.parse_position(&record.position).unwrap());
        for text in &record.moves {
            let m = ttt.parse_move(line.position(), text).unwrap();
            assert!(line.play(m));
        }
        let outcome = line.outcome().expect("a game that is over");
        let winner = outcome.winner().map(|player| ttt.player_name(player));
        assert_eq!(record.outcome.as_ref().unwrap().winner.as_deref(), winner);
        assert_eq!(record.forfeit, None);
        // All six seatings get the same openings.
        let index = (record.number - 1) / 6;
        let given = &question.openings[index as usize % 2];
        assert_eq!(record.moves[..given.len()], given[..]);
        assert_eq!(record.opening, given.len() + 1);
        let first_of_index = &records[index as usize * 6];
        assert_eq!(
            record.moves[..record.opening],
            first_of_index.moves[..record.opening]
        );
        let players = (record.first.clone(), record.second.clone());
        let index = outcome.winner().map_or(2, Player::index);
        counted.entry(players).or_default()[index] += 1;
    }
    for (seating, results) in report.seatings.iter().zip(results(&report)) {
        let players = (seating.first.clone(), seating.second.clone());
        assert_eq!(counted[&players], results);
        assert_eq!(seating.played, 60);
    }
}

/// How a game between two random players ends, by walking all sequences.
fn by_hand<G: Game<Value = Wdl>>(game: &G, pos: &G::Position, chance: f64, ends: &mut [f64; 3]) {
    match game.outcome(pos) {
        Some(outcome) => ends[outcome.winner().map_or(2, Player::index)] += chance,
        None => {
            let moves: Vec<G::Move> = game.moves(pos).collect();
            for &m in &moves {
                by_hand(game, &game.play(pos, m), chance / moves.len() as f64, ends);
            }
        }
    }
}

/// The value for the player to move.
fn value<G: Game<Value = Wdl>>(game: &G, pos: &G::Position) -> Wdl {
    match game.outcome(pos) {
        Some(outcome) => outcome.value_for(game.turn(pos)),
        None => {
            let values = game.moves(pos).map(|m| -value(game, &game.play(pos, m)));
            values.max().expect("an unfinished position has a move")
        }
    }
}

/// How a game ends in which `perfect` plays one of the moves that keep the value once `opening` moves were
/// random, by walking all sequences.
fn by_hand_perfect<G: Game<Value = Wdl>>(
    game: &G,
    pos: &G::Position,
    perfect: Player,
    opening: u32,
    chance: f64,
    ends: &mut [f64; 3],
) {
    if let Some(outcome) = game.outcome(pos) {
        ends[outcome.winner().map_or(2, Player::index)] += chance;
        return;
    }
    let mut moves: Vec<G::Move> = game.moves(pos).collect();
    if game.turn(pos) == perfect && opening == 0 {
        let best = value(game, pos);
        moves.retain(|&m| -value(game, &game.play(pos, m)) == best);
    }
    for &m in &moves {
        let chance = chance / moves.len() as f64;
        let next = game.play(pos, m);
        by_hand_perfect(
            game,
            &next,
            perfect,
            opening.saturating_sub(1),
            chance,
            ends,
        );
    }
}

#[track_caller]
fn check_exact(report: &MatchReport, by_hand: [f64; 3]) {
    let expected = report.expected.as_ref().expect("a small game");
    let exact = [&expected.first_wins, &expected.second_wins, &expected.draws];
    for (exact, by_hand) in exact.iter().zip(by_hand) {
        assert!(
            (exact.value - by_hand).abs() < 1e-9,
            "{} {by_hand}",
            exact.fraction
        );
    }
    // And the sample is one of these games: five standard deviations.
    let games = report.played as f64;
    for (exact, wins) in exact
        .iter()
        .zip([report.first_wins, report.second_wins, report.draws])
    {
        let reach = 5.0 * (games * exact.value * (1.0 - exact.value)).sqrt() + 1e-6;
        let wins = wins as f64;
        assert!((wins - games * exact.value).abs() <= reach, "{wins}");
    }
}

/// Exact chances are those of walking every sequence, in games whose positions come up at one depth
/// only, and in games where they do not.
#[test]
fn exact_chances_are_exact() {
    let ttt = Mnk::tic_tac_toe();
    let mut ends = [0.0; 3];
    by_hand(&ttt, &ttt.start(), 1.0, &mut ends);
    let mut asked = question(&["random", "random"]);
    asked.games = 20_000;
    check_exact(&play(&game("ttt").unwrap(), &asked), ends);
    for spec in ["nim:2,3,4", "nim:2,3,4+misere", "kayles:8"] {
        let heaps = Heaps::from_spec(Spec::parse(spec).unwrap()).unwrap();
        for (opening, players) in [
            (0, ["random", "perfect"]),
            (1, ["random", "perfect"]),
            (2, ["perfect", "random"]),
        ] {
            let mut ends = [0.0; 3];
            let side = match players[0] {
                "perfect" => Player::First,
                _ => Player::Second,
            };
            by_hand_perfect(&heaps, &heaps.start(), side, opening, 1.0, &mut ends);
            let mut asked = question(&players);
            asked.games = 20_000;
            asked.opening = opening;
            check_exact(&play(&game(spec).unwrap(), &asked), ends);
        }
    }
}

/// Openings of a list count as often as they are played.
#[test]
fn exact_chances_with_openings() {
    let ttt = Mnk::tic_tac_toe();
    let mut asked = question(&["random", "random"]);
    asked.openings = [&["b2"][..], &["a1", "b1", "c1"], &[]]
        .map(|moves| moves.iter().map(ToString::to_string).collect())
        .to_vec();
    asked.games = 20_000; // Not a multiple of three.
    let mut ends = [0.0; 3];
    for (moves, weight) in asked.openings.iter().zip([6667.0, 6667.0, 6666.0]) {
        let mut pos = ttt.start();
        for text in moves {
            pos = ttt.play(&pos, ttt.parse_move(&pos, text).unwrap());
        }
        by_hand(&ttt, &pos, weight / 20_000.0, &mut ends);
    }
    check_exact(&play(&game("ttt").unwrap(), &asked), ends);
}

/// Standings and pairs add up to what was played.
#[test]
fn everybody_meets_everybody() {
    let mut asked = question(&["perfect", "random", "perfect:first", "mcts:20"]);
    asked.swap = true;
    asked.games = 20;
    let report = play(&game("ttt").unwrap(), &asked);
    assert_eq!((report.games, report.played), (240, 240));
    assert_eq!(report.seatings.len(), 12);
    assert_eq!(report.pairs.len(), 6);
    assert_eq!((&report.first, &report.expected), (&None, &None));
    for standing in &report.standings {
        let sum = standing.wins + standing.draws + standing.losses;
        assert_eq!((standing.games, sum), (120, 120));
        assert!(standing.interval[0] <= standing.score && standing.score <= standing.interval[1]);
    }
    let points: f64 = report.standings.iter().map(|s| s.score * 120.0).sum();
    assert!((points - 240.0).abs() < 1e-9);
    let last = report.standings.last().unwrap();
    assert_eq!(last.player, "random");
    let perfect = report.standings.iter().find(|s| s.player == "perfect");
    assert_eq!(perfect.unwrap().losses, 0);
    let pair = &report.pairs[0];
    assert_eq!(
        (&*pair.standing.player, &*pair.opponent),
        ("perfect", "random")
    );
    assert!(pair.elo.interval[0].unwrap() > 100.0);
}

/// Perfect players and those with enough playouts lose nothing; and no outcome is a forfeit.
#[test]
fn the_unbeatable_are_not_beaten() {
    for players in [
        ["perfect:teach", "mcts:10000"],
        ["mcts:10000", "perfect:teach"],
        ["mcts:10000", "perfect:first"],
    ] {
        let mut asked = question(&players);
        asked.games = 3;
        let report = play(&game("ttt").unwrap(), &asked);
        assert_eq!(report.draws, 3, "{players:?}");
        assert_eq!(report.forfeits, 0);
    }
    let mut asked = question(&["perfect", "random"]);
    asked.swap = true;
    asked.games = 100_000;
    let report = play(&game("ttt").unwrap(), &asked);
    assert_eq!(report.standings[0].losses, 0);
    assert_eq!(report.standings[0].player, "perfect");
}

#[test]
fn wrong_matches_are_refused() {
    let ttt = game("ttt").unwrap();
    let refuse = |question: &Match, expected: &str| {
        let error = ttt.play_match(question, &()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    refuse(&question(&["perfect"]), "expected two or more");
    refuse(&question(&["perfect", "human"]), "unbeatable play");
    refuse(&question(&["perfect:last", "random"]), "found 'last'");
    refuse(
        &question(&["mcts:", "random"]),
        "expected a number of games",
    );
    refuse(&question(&["mcts", "random"]), "unknown player 'mcts'");
    let mut asked = question(&["perfect", "random"]);
    asked.openings = vec![vec!["b2".into()], vec!["a1".into(), "a1".into()]];
    refuse(&asked, "opening 2: move 2 'a1'");
    let line = ["a1", "b1", "a2", "b2", "a3", "b3"];
    asked.openings = vec![line.map(String::from).to_vec()];
    refuse(&asked, "opening 1: move 6: the game is over");
    asked.openings = vec![];
    asked.games = u64::MAX;
    asked.swap = true;
    refuse(&asked, "expected fewer");
}

/// Openings that end the game are games all the same.
#[test]
fn games_may_be_over_before_they_begin() {
    let ttt = game("ttt").unwrap();
    let mut asked = question(&["perfect", "mcts:10"]);
    asked.openings = vec![["a1", "b1", "a2", "b2", "a3"].map(String::from).to_vec()];
    let (report, records) = recorded(&ttt, &asked);
    assert_eq!(report.first_wins, 300);
    assert_eq!(records[0].opening, 5);
    asked.openings = vec![];
    asked.opening = 100;
    let (report, records) = recorded(&ttt, &asked);
    assert_eq!(report.played, 300);
    assert!(records.iter().all(|r| r.opening == r.moves.len()));
}

/// What players remember decides their moves, so it must not depend on the number of threads; with little
/// memory, fewer threads play.
#[test]
fn little_memory_changes_no_game() {
    for players in [
        ["mcts:1500", "mcts:300"],
        ["alpha-beta:nodes=20k", "random"],
    ] {
        let uttt = game("uttt").unwrap();
        let mut asked = question(&players);
        asked.games = 2;
        asked.limits.memory = Some(40 << 20);
        let (one, records) = recorded(&uttt, &asked);
        asked.threads = 32;
        let (many, many_records) = recorded(&uttt, &asked);
        assert_eq!(records, many_records, "{players:?}");
        assert_eq!((one.threads, one.played), (1, 2));
        assert!(many.threads < 32, "{}", many.threads);
    }
}

/// Stops a match once some games are over.
struct Impatient {
    keeper: Keeper,
    games_max: usize,
}

impl Follow for Impatient {
    fn progress(&self, _: &ProgressReport) {}

    fn game(&self, record: &GameRecord) {
        self.keeper.game(record);
    }

    fn is_interrupted(&self) -> bool {
        self.keeper.0.lock().expect("nobody panics here").len() >= self.games_max
    }
}

/// Every game that counts is told of, also if one before it was stopped.
#[test]
fn a_match_that_is_stopped_has_all_its_records() {
    let uttt = game("uttt").unwrap();
    let mut asked = question(&["random", "mcts:20", "mcts:2000"]);
    asked.records = true;
    asked.swap = true;
    asked.threads = 3;
    let follow = Impatient {
        keeper: Keeper::default(),
        games_max: 3,
    };
    let report = uttt.play_match(&asked, &follow).unwrap();
    assert_eq!(report.stopped, Some(Stop::Interrupted));
    let records = follow.keeper.0.into_inner().unwrap();
    assert!(report.played >= 3 && report.played < report.games);
    assert_eq!(records.len() as u64, report.played);
}

/// Fractions that nobody could read are left out, rather than waited for.
#[test]
fn exact_chances_have_an_end() {
    let mut asked = question(&["random", "random"]);
    asked.games = 10;
    let report = play(&game("nim:5,6,7").unwrap(), &asked);
    assert!(report.expected.is_some());
    let report = play(&game("nim:30,31,32").unwrap(), &asked);
    assert!(report.expected.is_none());
    assert_eq!((report.played, report.stopped), (10, None));
}
