//! Perfect players: however they know, they choose among the same moves.

use unbeatable_bench::erased::{ErasedGame, Line, Position};
use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Notation, Player, Value};
use unbeatable_workbench::players::{Cast, Chooser, Contestant, PerfectPlayer};
use unbeatable_workbench::question::{Limits, MOVE_TIME, Play, Setup};
use unbeatable_workbench::{Ask, Bench, game};

/// How a player goes about its games.
struct Choices {
    /// Whether it knows its choices without a search.
    is_quick: bool,
    /// For each game and each of its plies: the moves among which it chooses there.
    moves: Vec<Vec<Vec<String>>>,
}

/// The choices of a player, who may visit so many positions before the first move, before every move of these
/// games.
fn choices(bench: &Bench, player: &str, nodes_max: u64, games: &[Vec<String>]) -> Choices {
    let game = &bench.game;
    let budget = Budget {
        nodes_max,
        ..Budget::DEFAULT
    };
    let mut cast = Cast::new(bench, game.start(), budget, 1, MOVE_TIME);
    let player = cast.player(player, Player::First, &());
    let Contestant::Chooser(chooser) = player.expect("a player of that name") else {
        panic!("it goes by the position");
    };
    let along = |moves: &Vec<String>| {
        let mut line = Line::new(game, game.start());
        let before = moves.iter().map(|text| {
            let pos = *line.position();
            let choices = chooser.choices(&line, &()).expect("nobody stops it");
            let m = game.parse_move(&pos, text).expect("a move of the game");
            assert!(line.play(m), "a legal move");
            choices.iter().map(|&m| game.move_text(&pos, m)).collect()
        });
        before.collect()
    };
    Choices {
        is_quick: chooser.is_quick(),
        moves: games.iter().map(along).collect(),
    }
}

/// Random games, with what is to be known of their positions.
fn wander<'g, T>(game: &'g ErasedGame, look: impl Fn(&Line<'g>) -> T) -> Vec<Vec<(String, T)>> {
    let wander = |index| {
        let mut random = Random::for_task(3, index);
        let mut line = Line::new(game, game.start());
        let mut seen = vec![];
        while line.outcome().is_none() {
            let m = random.pick(&line.moves());
            seen.push((game.move_text(line.position(), m), look(&line)));
            assert!(line.play(m));
        }
        seen
    };
    (0..100).map(wander).collect()
}

/// The moves alone.
fn moves<T>(games: &[Vec<(String, T)>]) -> Vec<Vec<String>> {
    let moves = |game: &Vec<(String, T)>| game.iter().map(|(m, _)| m.clone()).collect();
    games.iter().map(moves).collect()
}

/// A perfect player who follows a formula chooses among the same moves as one who knows all.
#[test]
fn formulas_and_knowing_are_the_same() {
    for spec in ["nim:3,4,5", "nim:3,4,5+misere", "kayles:9"] {
        let bench = game(spec).expect("a game");
        let game = &bench.game;
        let solution = (bench.kernels).backward(&game.start(), true, &Budget::DEFAULT, &());
        let knowing = PerfectPlayer::from_solution(&bench, solution);
        let games = wander(game, |line| {
            let choices = knowing.choices(line, &()).expect("nobody stops it");
            let text = |m| game.move_text(line.position(), m);
            choices.into_iter().map(text).collect::<Vec<_>>()
        });
        // Who knows without a search and may visit nothing has a formula.
        let formula = choices(&bench, "perfect", 0, &moves(&games));
        assert!(formula.is_quick);
        for (seen, choices) in games.iter().zip(&formula.moves) {
            let knowing = seen.iter().map(|(_, choices)| choices);
            assert!(knowing.eq(choices), "{spec}");
        }
    }
}

/// A perfect player who has to search chooses among the same moves as one who knows all.
#[test]
fn searching_and_knowing_are_the_same() {
    let bench = game("ttt").expect("a game");
    let games = moves(&wander(&bench.game, |_| ()));
    // Too few nodes to solve the game backwards; a search may take as many as it likes.
    for style in ["perfect", "perfect:first", "perfect:teach"] {
        let [searching, knowing] =
            [10, u64::MAX].map(|nodes_max| choices(&bench, style, nodes_max, &games));
        assert!(!searching.is_quick && knowing.is_quick);
        assert_eq!(searching.moves, knowing.moves, "{style}");
    }
}

/// Who teaches plays best moves, wins as soon as anybody could, and loses as late.
#[test]
fn teachers_win_soon_and_lose_late() {
    /// The plies to the end, whose winner hurries and whose loser does not.
    fn plies(game: &ErasedGame, pos: &Position) -> (i8, u32) {
        match game.outcome(pos) {
            Some(outcome) => (outcome.value_for(game.turn(pos)).points() as i8, 0),
            None => {
                let ends = game.moves(pos).map(|m| plies(game, &game.play(pos, m)));
                let ends = ends.map(|(value, plies)| (-value, plies + 1));
                let late = |&(value, plies): &(i8, u32)| match value {
                    1 => (value, -i64::from(plies)),
                    _ => (value, i64::from(plies)),
                };
                ends.max_by_key(late).unwrap()
            }
        }
    }
    let bench = game("ttt").expect("a game");
    let game = &bench.game;
    let games = wander(game, |line| *line.position());
    let [teacher, any, first] = ["perfect:teach", "perfect", "perfect:first"].map(|style| {
        let choices = choices(&bench, style, u64::MAX, &moves(&games));
        choices.moves.into_iter().map(Vec::into_iter)
    });
    let (mut wins, mut losses) = (0, 0);
    for (((seen, teacher), any), first) in games.iter().zip(teacher).zip(any).zip(first) {
        let choices = teacher.zip(any).zip(first);
        // Games that are nearly over are quick to search.
        for ((_, pos), ((taught, best), first)) in seen.iter().zip(choices).skip(3) {
            let (value, soonest) = plies(game, pos);
            assert_eq!(first, best[..1]);
            assert!(taught.iter().all(|m| best.contains(m)));
            for text in best {
                let m = game.parse_move(pos, &text).expect("a move");
                let next = game.play(pos, m);
                let is_as_good = value == 0 || plies(game, &next).1 + 1 == soonest;
                assert_eq!(taught.contains(&text), is_as_good);
            }
            wins += u32::from(value > 0);
            losses += u32::from(value < 0);
        }
    }
    assert!(wins > 50 && losses > 20, "{wins} {losses}");
}

#[test]
fn styles_have_names() {
    let ttt = game("ttt").expect("a game");
    let play = |player: &str| {
        let question = Play {
            setup: Setup::default(),
            players: [player, "random"].map(String::from),
            seed: 0,
            move_time: MOVE_TIME,
            limits: Limits::default(),
        };
        ttt.play(&question, &()).map(drop)
    };
    assert_eq!(play("perfect:teach"), Ok(()));
    let message = play("perfect:Teach").expect_err("no style").message;
    assert!(message.contains("found 'Teach'"), "{message}");
}
