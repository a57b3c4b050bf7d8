//! The player who proves what it can: what it says of its moves is true.

use std::collections::HashMap;
use std::sync::Mutex;

use unbeatable_bench::erased::{Line, Move};
use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Notation, Player};
use unbeatable_workbench::players::{Cast, ChosenMove, Contestant, Seat};
use unbeatable_workbench::question::{Limits, MOVE_TIME, Match, Play, Setup};
use unbeatable_workbench::report::{Answered, GameRecord, Grounds, GroundsReport, ProgressReport};
use unbeatable_workbench::{Ask, Bench, Follow, game};

/// So few positions are not enough to solve a game backwards before the first move.
const FEW: Budget = Budget {
    nodes_max: 10,
    ..Budget::DEFAULT
};

/// A player's seat.
fn seat<'g>(bench: &'g Bench, name: &str, budget: Budget) -> Box<dyn Seat<'g> + 'g> {
    let mut cast = Cast::new(bench, bench.game.start(), budget, 1, MOVE_TIME);
    let player = cast.player(name, Player::First, &());
    match player.expect("a player of that name") {
        Contestant::Sitter(sitter) => sitter.sit(Player::First, 1),
        Contestant::Chooser(_) => panic!("it looks at a clock"),
    }
}

/// Lets a player choose at positions of random games, and checks what it says. How often it said what.
fn honest(spec: &str, name: &str, budget: Budget, games: u64) -> HashMap<Grounds, u64> {
    let bench = game(spec).expect("a game");
    let game = &bench.game;
    let solution = (bench.kernels).backward(&game.start(), true, &Budget::DEFAULT, &());
    let mut seat = seat(&bench, name, budget);
    let mut said = HashMap::new();
    for index in 0..games {
        let mut random = Random::for_task(5, index);
        let mut line = Line::new(game, game.start());
        while line.outcome().is_none() {
            let chosen = seat.choose(&line, &()).expect("nobody stops it");
            let ChosenMove { m, grounds } = chosen;
            let worth = solution.moves(line.position());
            let value = |m: Move| {
                let found = worth.iter().find(|(other, _)| *other == m);
                found.expect("a legal move").1.value
            };
            let best = worth.iter().map(|(_, entry)| entry.value).max();
            let worst = game.range(game.turn(line.position())).lower;
            let text = || format!("{spec} {} {name}", game.line_text(&line));
            let grounds = grounds.expect("it always says why");
            match grounds {
                Grounds::Proven => assert_eq!(Some(value(m)), best, "{}", text()),
                Grounds::Kept => assert!(value(m) > worst, "{}", text()),
                Grounds::Guess => {}
            }
            *said.entry(grounds).or_insert(0) += 1;
            let m = random.pick(&line.moves());
            assert!(line.play(m));
        }
    }
    said
}

/// With all the time there is, everything is proven, by search as by what is known before.
#[test]
fn small_games_are_proven() {
    for spec in [
        "ttt",
        "ttt+misere",
        "connect:4x3+k=3",
        "mnk:4x3x3",
        "nim:3,4,5",
    ] {
        for budget in [FEW, Budget::DEFAULT] {
            let said = honest(spec, "best:600s", budget, 10);
            assert_eq!(
                said.keys().collect::<Vec<_>>(),
                [&Grounds::Proven],
                "{spec}"
            );
        }
    }
}

/// Where history matters, what is said to be proven is what a perfect player would play.
#[test]
fn moves_that_are_proven_are_perfect() {
    for (spec, name) in [
        ("go:1x4", "best:600s"),
        ("go:2x2", "best:1ms"),
        ("go:2x2", "best:600s"),
    ] {
        let bench = game(spec).expect("a game");
        let game = &bench.game;
        let mut cast = Cast::new(&bench, game.start(), Budget::DEFAULT, 1, MOVE_TIME);
        let perfect = cast.player("perfect", Player::First, &());
        let Ok(Contestant::Chooser(perfect)) = perfect else {
            panic!("it goes by the position");
        };
        let mut seat = seat(&bench, name, Budget::DEFAULT);
        for index in 0..4 {
            let mut random = Random::for_task(9, index);
            let mut line = Line::new(game, game.start());
            while line.outcome().is_none() && line.plies() < 8 {
                let chosen = seat.choose(&line, &()).expect("nobody stops it");
                let best = perfect.choices(&line, &()).expect("nobody stops it");
                let text = || format!("{spec} {} {name}", game.line_text(&line));
                match chosen.grounds {
                    Some(Grounds::Proven) => assert!(best.contains(&chosen.m), "{}", text()),
                    other => assert!(name == "best:1ms", "{} {other:?}", text()),
                }
                assert!(line.play(random.pick(&line.moves())));
            }
        }
    }
}

/// With next to no time it says no more than it knows.
#[test]
fn haste_makes_no_claims() {
    for spec in ["mnk:4x4x3", "connect:4x4", "connect:5x4+k=3"] {
        honest(spec, "best:1ms", FEW, 8);
    }
    let bench = game("uttt").expect("a game");
    let start = Line::new(&bench.game, bench.game.start());
    let chosen = seat(&bench, "best:1ms", Budget::DEFAULT).choose(&start, &());
    let grounds = chosen.expect("nobody stops it").grounds;
    assert_eq!(grounds, Some(Grounds::Guess), "nobody knows who wins");
}

/// Keeps the records of all games.
#[derive(Default)]
struct Keeper(Mutex<Vec<GameRecord>>);

impl Follow for Keeper {
    fn progress(&self, _: &ProgressReport) {}

    fn game(&self, record: &GameRecord) {
        let mut records = self.0.lock().expect("nobody panics here");
        records.push(record.clone());
    }

    fn is_interrupted(&self) -> bool {
        false
    }
}

/// Records and reports of matches say why each move was made, if its player does.
#[test]
fn grounds_are_recorded() {
    let bench = game("ttt").expect("a game");
    let question = Match {
        setup: Setup::default(),
        players: ["best", "random"].map(String::from).to_vec(),
        swap: false,
        openings: vec![],
        opening: 1,
        games: 20,
        seed: 7,
        move_time: MOVE_TIME,
        records: true,
        threads: 1,
        limits: Limits::default(),
    };
    let keeper = Keeper::default();
    let report = bench.play_match(&question, &keeper).expect("a match");
    let records = keeper.0.into_inner().expect("nobody panics here");
    let mut proven = 0;
    for record in &records {
        assert_eq!(record.grounds.len(), record.moves.len());
        for (ply, grounds) in record.grounds.iter().enumerate() {
            // The first move is random, and O says nothing.
            let is_told = ply > 0 && ply % 2 == 0;
            assert_eq!(*grounds, is_told.then_some(Grounds::Proven));
            proven += u64::from(is_told);
        }
    }
    let of = |name: &str| {
        let standing = report.standings.iter().find(|s| s.player == name);
        standing.expect("a player").grounds
    };
    let all = GroundsReport {
        proven,
        ..GroundsReport::default()
    };
    assert_eq!((of("best"), of("random")), (Some(all), None));
    assert_eq!(records.len(), 20);
}

/// The opponent that nobody has to choose says why, too, and so does what is kept of the game.
#[test]
fn people_are_told() {
    let bench = game("ttt").expect("a game");
    let question = Play {
        setup: Setup::default(),
        players: ["human", bench.opponent()].map(String::from),
        seed: 0,
        move_time: MOVE_TIME,
        limits: Limits::default(),
    };
    let mut play = bench.play(&question, &()).expect("a game");
    play.play("a1").expect("a legal move");
    let answered = play.answer(&());
    assert_eq!(answered, Answered::Move("b2".into(), Some(Grounds::Proven)));
    assert_eq!(play.record().grounds, [None, Some(Grounds::Proven)]);
}
