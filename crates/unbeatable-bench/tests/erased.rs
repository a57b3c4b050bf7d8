//! Erased games: games like any other, and the same games as those inside.

use unbeatable_bench::erased::{Line, Position, in_points, of_points};
use unbeatable_bench::registry::Registry;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Kind, Margin, Notation, Outcome, Player, Spec, Value, Wdl, laws};
use unbeatable_games::go::Go;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::ultimate::Ultimate;

#[test]
fn erased_games_obey_the_laws() {
    let games = Registry::standard().games().games;
    for spec in games.iter().flat_map(|game| &game.presets) {
        let bench = Registry::standard().game(&spec.spec).expect("a preset");
        laws::check(&bench.game, 10, 1).expect(&spec.spec);
    }
    assert!(games.len() >= 10, "the presets of all games were looked at");
}

/// Random games of both, side by side.
#[track_caller]
fn check<G: Kind>(spec: &str) {
    let game = G::parse(Spec::parse(spec).expect("a spec")).expect("rules");
    let bench = Registry::standard().game(spec).expect("the same rules");
    let erased = &bench.game;
    assert_eq!(erased.spec(), game.spec());
    assert_eq!(erased.is_scored(), G::Value::SCORED);
    for index in 0..50 {
        let mut random = Random::for_task(5, index);
        let mut line = unbeatable_core::Line::new(&game, game.start());
        let mut other = Line::new(erased, erased.start());
        loop {
            let (pos, same) = (*line.position(), *other.position());
            assert_eq!(same.get::<G::Position>(), pos);
            assert_eq!(erased.line_text(&other), game.line_text(&line));
            assert_eq!(erased.key(&same), game.key(&pos));
            assert_eq!(
                erased.canonical(&same).get::<G::Position>(),
                game.canonical(&pos)
            );
            let worth = |outcome: Outcome<G::Value>| in_points(outcome.value_for(Player::First));
            let points = other
                .outcome()
                .map(|outcome| outcome.value_for(Player::First));
            assert_eq!(points, line.outcome().map(worth));
            if points.is_some() {
                break;
            }
            let (moves, others) = (line.moves(), other.moves());
            assert!(
                moves
                    .iter()
                    .eq(&others.iter().map(|m| m.get()).collect::<Vec<G::Move>>())
            );
            let at = random.below(moves.len() as u64) as usize;
            let text = game.move_text(&pos, moves[at]);
            assert_eq!(erased.move_text(&same, others[at]), text);
            assert!(line.play(moves[at]) && other.play(others[at]));
        }
        // A line that is carried over has the same history, whichever way.
        let carried = line.carried(erased, |pos| Position::new(*pos));
        assert_eq!(erased.line_text(&carried), game.line_text(&line));
    }
}

#[test]
fn erased_games_are_the_games_inside() {
    check::<Mnk>("mnk:4x3x3+misere");
    check::<Ultimate>("uttt:play-on");
    check::<Heaps>("kayles:5,7");
    check::<Go>("go:3x2+komi=0.5");
    check::<Go>("go:2x2+ssk");
}

#[test]
fn points_keep_order_and_side() {
    let values = [Wdl::Loss, Wdl::Draw, Wdl::Win];
    for value in values {
        assert_eq!(of_points::<Wdl>(in_points(value)), value);
        assert_eq!(in_points(-value), -in_points(value));
        assert_eq!(in_points(value).points(), value.points());
    }
    assert!(values.is_sorted_by_key(|value| in_points(*value)));
    assert_eq!(in_points(Margin::half_points(-3)), Margin::half_points(-3));
}

#[test]
#[should_panic(expected = "whole points")]
fn half_a_win_is_no_value() {
    let _ = of_points::<Wdl>(Margin::half_points(1));
}
