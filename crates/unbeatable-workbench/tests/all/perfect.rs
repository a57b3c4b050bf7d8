//! Perfect players: however they know, they choose among the same moves.

use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Line, Notation, Spec};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::backward;
use unbeatable_workbench::game;
use unbeatable_workbench::players::{Chooser, PerfectPlayer};
use unbeatable_workbench::question::{Limits, MOVE_TIME, Play, Setup};
use unbeatable_workbench::seams::{heaps_choices, mnk_choices};

/// Random games, with what is to be known of their positions.
fn wander<'g, G: Notation, T>(
    game: &'g G,
    look: impl Fn(&Line<'g, G>) -> T,
) -> Vec<Vec<(String, T)>> {
    let wander = |index| {
        let mut random = Random::for_task(3, index);
        let mut line = Line::new(game, game.start());
        let mut seen = vec![];
        while line.outcome().is_none() {
            let moves: Vec<G::Move> = game.moves(line.position()).collect();
            let m = random.pick(&moves);
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
        let game = Heaps::from_spec(Spec::parse(spec).unwrap()).unwrap();
        let solution = backward(&game, game.start(), true, &Budget::DEFAULT, &());
        let knowing = PerfectPlayer::from_solution(solution);
        let games = wander(&game, |line| {
            let choices = knowing.choices(line, &()).expect("nobody stops it");
            let text = |m| game.move_text(line.position(), m);
            choices.into_iter().map(text).collect::<Vec<_>>()
        });
        // Who knows without a search and may visit nothing has a formula.
        let formula = heaps_choices(game.clone(), "perfect", 0, &moves(&games));
        let formula = formula.expect("it goes by the position");
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
    let game = Mnk::tic_tac_toe();
    let games = moves(&wander(&game, |_| ()));
    // Too few nodes to solve the game backwards; a search may take as many as it likes.
    for style in ["perfect", "perfect:first", "perfect:teach"] {
        let [searching, knowing] = [10, u64::MAX].map(|nodes_max| {
            let choices = mnk_choices(game.clone(), style, nodes_max, &games);
            choices.expect("it goes by the position")
        });
        assert!(!searching.is_quick && knowing.is_quick);
        assert_eq!(searching.moves, knowing.moves, "{style}");
    }
}

/// Who teaches plays best moves, wins as soon as anybody could, and loses as late.
#[test]
fn teachers_win_soon_and_lose_late() {
    /// The plies to the end, whose winner hurries and whose loser does not.
    fn plies(game: &Mnk, pos: &<Mnk as Game>::Position) -> (i8, u32) {
        match game.outcome(pos) {
            Some(outcome) => (outcome.value_for(game.turn(pos)) as i8, 0),
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
    let game = Mnk::tic_tac_toe();
    let games = wander(&game, |line| *line.position());
    let [teacher, any, first] = ["perfect:teach", "perfect", "perfect:first"].map(|style| {
        let choices = mnk_choices(game.clone(), style, u64::MAX, &moves(&games));
        let choices = choices.expect("it goes by the position");
        choices.moves.into_iter().map(Vec::into_iter)
    });
    let (mut wins, mut losses) = (0, 0);
    for (((seen, teacher), any), first) in games.iter().zip(teacher).zip(any).zip(first) {
        let choices = teacher.zip(any).zip(first);
        // Games that are nearly over are quick to search.
        for ((_, pos), ((taught, best), first)) in seen.iter().zip(choices).skip(3) {
            let (value, soonest) = plies(&game, pos);
            assert_eq!(first, best[..1]);
            assert!(taught.iter().all(|m| best.contains(m)));
            for text in best {
                let m = game.parse_move(pos, &text).expect("a move");
                let next = game.play(pos, m);
                let is_as_good = value == 0 || plies(&game, &next).1 + 1 == soonest;
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
    let message = play("perfect:Teach").expect_err("no style").0;
    assert!(message.contains("found 'Teach'"), "{message}");
}
