//! Every rule of `threats` and `potential` against exhaustive search, which knows none of them.
//!
//! Exhaustively: all reachable positions of ttt and mnk:4x3x3, normal and misère, and one of each
//! class of mnk:4x4x3. By sample: all positions behind random ones of larger boards. Rules
//! that are a little too strong are refused by this check, so it would refuse ours.

use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Game, Spec, Wdl};
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::strategy_stealing::StrategyStealing;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::mnk::{Board, Mnk};

use crate::exhaustive::{self, Solved, Tally, Told, random_position, solved};

fn rules(spec: &str) -> Mnk {
    let spec = Spec::parse(spec).expect("a spec");
    Mnk::from_spec(spec).expect("a board")
}

/// Compares `know` with exhaustive search in every position.
fn compare<A: Analysis<Mnk>>(
    game: &Mnk,
    know: &A,
    solved: &[Solved<Mnk>],
    tally: &mut Tally,
) -> Result<(), String> {
    let told = Told {
        is_misere: game.is_misere(),
        fits: |bounds, has_reason| has_reason || !bounds.is_exact(),
    };
    exhaustive::compare(game, told, know, solved, tally)
}

/// Our analyses hold behind each of these positions.
#[track_caller]
fn check(spec: &str, folds: bool, roots: impl Fn(&Mnk) -> Vec<Board>) -> [Tally; 3] {
    let game = rules(spec);
    let mut tallies = [Tally::default(), Tally::default(), Tally::default()];
    for root in roots(&game) {
        let solved = solved(&game, root, folds);
        let [threats, potential, both] = &mut tallies;
        compare(&game, &Threats, &solved, threats)
            .and_then(|()| compare(&game, &Potential, &solved, potential))
            .and_then(|()| compare(&game, &(Threats, Potential), &solved, both))
            .unwrap_or_else(|e| panic!("{e}"));
    }
    tallies
}

#[test]
fn rules_hold_in_all_positions_of_small_boards() {
    // All reachable unfinished positions: 5,478 less 958 finished ones for tic-tac-toe, and 111,973
    // less 32,410 for 4x3x3.
    for (spec, positions) in [
        ("ttt", 4_520),
        ("ttt+misere", 4_520),
        ("mnk:4x3x3", 79_563),
        ("mnk:4x3x3+misere", 79_563),
    ] {
        let [threats, potential, both] = check(spec, false, |game| vec![game.start()]);
        for tally in [&threats, &potential, &both] {
            assert_eq!(tally.positions, positions, "{spec}");
        }
        // Every kind of rule applied.
        assert!(
            threats.exact != [0; 3] && threats.narrowed > 0,
            "{threats:?}"
        );
        match spec.ends_with("misere") {
            true => {
                assert!(threats.bounded > 0 && (potential.exact, potential.bounded) == ([0; 3], 0))
            }
            false => assert!(
                potential.exact != [0; 3] && potential.bounded > 0,
                "{potential:?}"
            ),
        }
    }
}

/// Every board of up to 12 squares, from its start, and all positions behind that.
#[test]
fn first_players_do_not_lose_on_empty_boards() {
    let mut boards = 0;
    for (columns, rows) in [
        (1, 1),
        (2, 2),
        (3, 2),
        (3, 3),
        (4, 2),
        (4, 3),
        (5, 2),
        (6, 1),
        (9, 1),
    ] {
        for length in 1..=columns.max(rows) {
            for misere in [false, true] {
                let game = Mnk::new(columns, rows, length, misere).expect("a board");
                let solved = solved(&game, game.start(), false);
                let mut tally = Tally::default();
                compare(&game, &StrategyStealing, &solved, &mut tally)
                    .unwrap_or_else(|e| panic!("{e}"));
                assert_eq!(tally.bounded, u64::from(!misere), "the empty board only");
                boards += 1;
            }
        }
    }
    assert_eq!(boards, 74);
}

#[test]
fn rules_hold_in_all_classes_of_4x4x3() {
    let [_, _, both] = check("mnk:4x4x3", true, |game| vec![game.start()]);
    assert_eq!(both.positions, 434_205);
}

#[test]
fn rules_hold_behind_random_positions_of_larger_boards() {
    // 30 random positions each, with about ten empty squares, and all that follow from them.
    for (spec, plies, positions_min) in [
        ("mnk:4x4x3", 6, 60_000),
        ("mnk:4x4x3+misere", 6, 60_000),
        ("mnk:4x4x4", 6, 300_000),
        ("mnk:4x4x4+misere", 6, 300_000),
        ("mnk:5x4x4", 11, 90_000),
        ("mnk:5x4x4+misere", 11, 90_000),
        ("mnk:5x5x4", 16, 60_000),
    ] {
        let mut random = Random::new(11);
        let roots: Vec<Board> = {
            let game = rules(spec);
            (0..30)
                .map(|_| random_position(&game, plies, &mut random))
                .collect()
        };
        let [_, _, both] = check(spec, false, |_| roots.clone());
        assert!(both.positions > positions_min, "{spec}: {both:?}");
    }
}

/// Rules that are wrong, each by a little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrong {
    /// Potential: weights of exactly 1 count as harmless.
    OtherNotBelowOne,
    /// Potential: weights of exactly 1/2 count as harmless for the player to move.
    MoverNotBelowHalf,
    /// Potential: weights below 1 count as harmless for the player to move too.
    MoverBelowOne,
    /// Potential, in misère play.
    PotentialAnyway,
    /// Threats: one threat of the opponent counts as lost.
    OneThreatLoses,
    /// Threats: two threats of the opponent count as lost even if the player to move completes.
    TwoThreatsLoseAnyway,
    /// Threats: a player who can complete a line wins in misère play too.
    CompletingWinsAnyway,
    /// Threats: a player who must complete a line loses in normal play too.
    CompletingLosesAnyway,
    /// Threats: a player without an open line cannot lose in normal play either.
    ClosedLinesAreSafeAnyway,
    /// Candidates: blocks come before completions.
    BlocksFirst,
    /// Candidates: completions are left out in normal play too.
    NeverCompletes,
    OnlyTheFirstMove,
    MovesBackwards,
    NoMoves,
    NoReason,
    /// Strategy stealing in misère play too.
    StealingAnyway,
    /// Strategy stealing with stones on the board.
    StealingLater,
}

/// What threats would say by the rules of misère (`true`) or of normal play, whatever is played.
fn threats_under(misere: bool, game: &Mnk, pos: &Board) -> Bounds<Wdl> {
    let empty = game.empty(pos);
    let mine = game.completions(pos.mine) & empty;
    match misere {
        true if mine == empty => Bounds::exactly(Wdl::Loss),
        false if mine != 0 => Bounds::exactly(Wdl::Win),
        _ => Bounds::UNKNOWN,
    }
}

/// The weights of the lines that `stones` may still complete, in units of 2^-length.
fn weights(game: &Mnk, stones: u64, others: u64) -> u64 {
    let open = game.lines().iter().filter(|line| *line & others == 0);
    open.map(|line| 1 << (line & stones).count_ones()).sum()
}

impl Analysis<Mnk> for Wrong {
    fn bounds(&self, game: &Mnk, pos: &Board) -> Bounds<Wdl> {
        let empty = game.empty(pos);
        let theirs = game.completions(pos.theirs) & empty;
        let whole = 1u64 << game.length();
        let my_weights = weights(game, pos.mine, pos.theirs);
        let their_weights = weights(game, pos.theirs, pos.mine);
        let only_if = |applies: bool, bounds| if applies { bounds } else { Bounds::UNKNOWN };
        let [loss, at_least, at_most] = [
            Bounds::exactly(Wdl::Loss),
            Bounds::at_least(Wdl::Draw),
            Bounds::at_most(Wdl::Draw),
        ];
        match self {
            Wrong::OtherNotBelowOne => only_if(their_weights <= whole, at_least),
            Wrong::MoverNotBelowHalf => only_if(2 * my_weights <= whole, at_most),
            Wrong::MoverBelowOne => only_if(my_weights < whole, at_most),
            Wrong::PotentialAnyway => only_if(their_weights < whole, at_least),
            Wrong::OneThreatLoses => {
                let completes = game.completions(pos.mine) & empty != 0;
                only_if(theirs != 0 && !completes, loss)
            }
            Wrong::TwoThreatsLoseAnyway => only_if(theirs.count_ones() > 1, loss),
            Wrong::CompletingWinsAnyway => threats_under(false, game, pos),
            Wrong::CompletingLosesAnyway => threats_under(true, game, pos),
            Wrong::ClosedLinesAreSafeAnyway => only_if(my_weights == 0, at_least),
            Wrong::NoReason => Threats.bounds(game, pos),
            Wrong::StealingAnyway => only_if(pos.stones() == 0, at_least),
            Wrong::StealingLater => only_if(pos.stones().count_ones().is_multiple_of(2), at_least),
            _ => Bounds::UNKNOWN,
        }
    }

    fn candidates<'a>(&'a self, game: &'a Mnk, pos: &'a Board) -> impl Iterator<Item = u8> + 'a {
        let empty = game.empty(pos);
        let mine = game.completions(pos.mine) & empty;
        let theirs = game.completions(pos.theirs) & empty;
        let moves: Vec<u8> = game.moves(pos).collect();
        let among = |set: u64| match set {
            0 => moves.clone(),
            _ => moves
                .iter()
                .copied()
                .filter(|m| set >> m & 1 == 1)
                .collect(),
        };
        match self {
            Wrong::BlocksFirst => among(theirs),
            Wrong::NeverCompletes => among(empty & !mine),
            Wrong::OnlyTheFirstMove => moves[..1].to_vec(),
            Wrong::MovesBackwards => moves.iter().rev().copied().collect(),
            Wrong::NoMoves => vec![],
            _ => moves,
        }
        .into_iter()
    }

    fn why(&self, _: &Mnk, _: &Board) -> Option<String> {
        (*self != Wrong::NoReason).then(String::new)
    }
}

/// The comparison refuses a rule that is wrong.
#[track_caller]
fn check_refused(spec: &str, wrong: Wrong, reason: &str) {
    let game = rules(spec);
    let solved = solved(&game, game.start(), false);
    let refused = compare(&game, &wrong, &solved, &mut Tally::default());
    let message = refused.expect_err(&format!("{wrong:?} passed in {spec}"));
    assert!(message.contains(reason), "{wrong:?}: {message}");
}

#[test]
fn rules_that_are_a_little_too_strong_are_refused() {
    for spec in ["ttt", "mnk:4x3x3"] {
        check_refused(spec, Wrong::OtherNotBelowOne, "but it is a Loss");
        check_refused(spec, Wrong::MoverNotBelowHalf, "but it is a Win");
        check_refused(spec, Wrong::MoverBelowOne, "but it is a Win");
        check_refused(spec, Wrong::OneThreatLoses, "Loss }, but it is a");
        check_refused(spec, Wrong::TwoThreatsLoseAnyway, "but it is a Win");
        check_refused(spec, Wrong::CompletingLosesAnyway, "but it is a Win");
        check_refused(spec, Wrong::ClosedLinesAreSafeAnyway, "but it is a Loss");
        check_refused(spec, Wrong::BlocksFirst, "no best move");
        check_refused(spec, Wrong::NeverCompletes, "no best move");
        check_refused(spec, Wrong::OnlyTheFirstMove, "no best move");
        check_refused(spec, Wrong::MovesBackwards, "not in its place");
        check_refused(spec, Wrong::NoMoves, "no best move");
        check_refused(spec, Wrong::NoReason, "a reason is missing");
        check_refused(spec, Wrong::StealingLater, "but it is a Loss");
    }
    check_refused(
        "mnk:4x3x3+misere",
        Wrong::StealingAnyway,
        "but it is a Loss",
    );
    for spec in ["ttt+misere", "mnk:4x3x3+misere"] {
        check_refused(spec, Wrong::PotentialAnyway, "but it is a Loss");
        check_refused(spec, Wrong::CompletingWinsAnyway, "Win }, but it is a");
        check_refused(spec, Wrong::BlocksFirst, "no best move");
    }
}
