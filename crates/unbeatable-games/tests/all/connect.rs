//! What is known of Connect Four, against exhaustive search; the same comparison refuses rules that are a
//! little too strong.

use unbeatable_core::bits::Bits;
use unbeatable_core::diagram::{Highlight, HighlightKind};
use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Game, Guide, Notation, Outcome, Player, Spec, Wdl};
use unbeatable_games::connect::column_order::ColumnOrder;
use unbeatable_games::connect::winning_squares::WinningSquares;
use unbeatable_games::connect::{Connect, Discs};

use crate::exhaustive::{self, Solved, Tally, Told, random_position, solved};

fn rules(spec: &str) -> Connect {
    let spec = Spec::parse(spec).expect("a spec");
    Connect::from_spec(spec).expect("a board")
}

/// Compares `know` with exhaustive search in every position.
fn compare<A: Analysis<Connect>>(
    game: &Connect,
    know: &A,
    solved: &[Solved<Connect>],
    tally: &mut Tally,
) -> Result<(), String> {
    let told = Told {
        is_misere: false,
        fits: |bounds, has_reason| has_reason == (bounds != Bounds::UNKNOWN),
    };
    exhaustive::compare(game, told, know, solved, tally)
}

#[test]
fn rules_hold_in_all_positions_of_small_boards() {
    for spec in [
        "connect:4x4",
        "connect:4x4+k=3",
        "connect:4x3+k=3",
        "connect:3x4+k=3",
        "connect:3x5+k=3",
        "connect:5x3+k=3",
        "connect:3x6+k=4",
        "connect:6x3",
        "connect:2x8+k=3",
        "connect:8x2+k=3",
        "connect:4x4+k=2",
        "connect:5x2+k=4",
        "connect:2x5+k=1",
        "connect:1x7+k=2",
        "connect:9x1+k=2",
        "connect:3x4+k=2",
    ] {
        let game = rules(spec);
        let mut tally = Tally::default();
        compare(
            &game,
            &WinningSquares,
            &solved(&game, game.start(), false),
            &mut tally,
        )
        .unwrap_or_else(|e| panic!("{e}"));
        if spec == "connect:4x4" {
            let all = tally.exact.iter().all(|exact| *exact > 5_000);
            assert!(
                all && tally.bounded > 5_000 && tally.narrowed > 10_000,
                "{tally:?}"
            );
        }
    }
}

#[test]
fn rules_hold_in_all_classes_of_5x4() {
    let game = rules("connect:5x4");
    let mut tally = Tally::default();
    let solved = solved(&game, game.start(), true);
    compare(&game, &WinningSquares, &solved, &mut tally).unwrap_or_else(|e| panic!("{e}"));
    assert!(tally.positions > 1_500_000, "{tally:?}");
}

#[test]
fn rules_hold_behind_random_positions_of_larger_boards() {
    // Random positions with about 14 empty squares, and all that follow from them.
    for (spec, plies) in [
        ("connect:7x6", 28),
        ("connect:7x6", 27),
        ("connect:6x6", 22),
        ("connect:7x5", 21),
        ("connect:5x7", 22),
        ("connect:5x5", 12),
        ("connect:8x4", 18),
        ("connect:6x5+k=5", 17),
        ("connect:6x5+k=3", 8),
    ] {
        let game = rules(spec);
        let mut random = Random::new(u64::from(plies));
        let mut tally = Tally::default();
        for _ in 0..20 {
            let root = random_position(&game, plies, &mut random);
            compare(
                &game,
                &WinningSquares,
                &solved(&game, root, false),
                &mut tally,
            )
            .unwrap_or_else(|e| panic!("{e}"));
        }
        assert!(tally.positions > 20_000, "{spec}: {tally:?}");
    }
}

/// Rules that are wrong, each by a little; and one that is right, to see that the others are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Right,
    /// One threat of the opponent counts as lost.
    OneThreatLoses,
    /// Two threats of the opponent count as lost even if the player to move completes a line.
    TwoThreatsLoseAnyway,
    /// A move below a winning square of the mover counts as lost too.
    BelowOwnSquaresLoses,
    /// A winning square that cannot be reached counts as a win.
    EverySquareWins,
    /// A player without an open line counts as lost.
    NoLineLoses,
    /// Nobody wins in the last four moves.
    LastFourAreDrawn,
    /// Follow-up: the lowest squares of odd columns are forgotten.
    OddLandingsForgotten,
    /// Follow-up whatever the number of odd columns.
    AnyNumberOfOddColumns,
    /// Follow-up: who answers cannot lose, and so wins.
    AnsweringWins,
    /// Zugzwang though the opponent has a line on the way.
    ZugzwangWithoutALook,
    /// Zugzwang on every second square from the lowest on.
    ZugzwangOnTheOtherSquares,
    /// Zugzwang in columns with an even number of empty squares.
    ZugzwangInEvenColumns,
    /// Candidates: blocks come before completions.
    BlocksFirst,
    /// Candidates: only moves below winning squares of the opponent.
    UnsafeOnly,
    MovesBackwards,
    NoReason,
}

impl Rule {
    fn follow_up(self, game: &Connect, pos: &Discs) -> Bounds<Wdl> {
        let is = |rule| self == rule;
        let lower = game.every_second_row();
        let empty = game.full() & !pos.discs;
        let odd = game.landings(pos) & !lower;
        let loss = Bounds::exactly(Wdl::Loss);
        if odd.count_ones().is_multiple_of(2) || is(Rule::AnyNumberOfOddColumns) {
            let forgotten = if is(Rule::OddLandingsForgotten) {
                odd
            } else {
                0
            };
            if game.has_line(pos.mine | empty & lower | odd & !forgotten) {
                return Bounds::UNKNOWN;
            }
            let wins = game.has_line(pos.theirs() | empty & !lower & !odd);
            return match wins || is(Rule::AnsweringWins) {
                true => loss,
                false => Bounds::at_most(Wdl::Draw),
            };
        }
        let arrives = if is(Rule::ZugzwangOnTheOtherSquares) {
            !lower
        } else {
            lower
        };
        for square in Bits(game.completions(pos.theirs()) & empty & arrives) {
            let column = game.column(square / (game.rows() + 1));
            let below = empty & !lower & column & ((1 << square) - 1);
            let line = game.has_line(pos.mine | (empty & lower | odd) & !column | below);
            let is_odd = column & odd != 0;
            if is_odd != is(Rule::ZugzwangInEvenColumns)
                && (!line || is(Rule::ZugzwangWithoutALook))
            {
                return loss;
            }
        }
        Bounds::UNKNOWN
    }
}

impl Analysis<Connect> for Rule {
    fn bounds(&self, game: &Connect, pos: &Discs) -> Bounds<Wdl> {
        let landings = game.landings(pos);
        let empty = game.full() & !pos.discs;
        let my_squares = game.completions(pos.mine) & empty;
        let their_squares = game.completions(pos.theirs()) & empty;
        let threats = their_squares & landings;
        let wins = match self {
            Rule::EverySquareWins => my_squares,
            _ => my_squares & landings,
        };
        let loss = Bounds::exactly(Wdl::Loss);
        if *self == Rule::TwoThreatsLoseAnyway && threats.count_ones() > 1 {
            return loss;
        }
        if wins != 0 {
            return Bounds::exactly(Wdl::Win);
        }
        let threats_min = if *self == Rule::OneThreatLoses { 1 } else { 2 };
        let above = match self {
            Rule::BelowOwnSquaresLoses => their_squares | my_squares,
            _ => their_squares,
        };
        let blocks = if threats == 0 { landings } else { threats };
        if threats.count_ones() >= threats_min || blocks & !(above >> 1) == 0 {
            return loss;
        }
        let last = if *self == Rule::LastFourAreDrawn {
            4
        } else {
            2
        };
        if empty.count_ones() <= last {
            return Bounds::exactly(Wdl::Draw);
        }
        if !game.has_line(game.full() & !pos.theirs()) {
            return match self {
                Rule::NoLineLoses => loss,
                _ => Bounds::at_most(Wdl::Draw),
            };
        }
        self.follow_up(game, pos)
    }

    fn candidates<'a>(
        &'a self,
        game: &'a Connect,
        pos: &'a Discs,
    ) -> impl Iterator<Item = u8> + 'a {
        let moves: Vec<u8> = game.moves(pos).collect();
        let their_squares = game.completions(pos.theirs());
        let among = |set: u64| {
            let kept = moves.iter().copied().filter(|m| {
                let landing = game.landings(pos) & game.column(*m);
                landing & set != 0
            });
            let kept: Vec<u8> = kept.collect();
            if kept.is_empty() { moves.clone() } else { kept }
        };
        match self {
            Rule::BlocksFirst => among(their_squares),
            Rule::UnsafeOnly => among(their_squares >> 1),
            Rule::MovesBackwards => moves.iter().rev().copied().collect(),
            _ => moves,
        }
        .into_iter()
    }

    fn why(&self, game: &Connect, pos: &Discs) -> Option<String> {
        let is_known = self.bounds(game, pos) != Bounds::UNKNOWN;
        (is_known && *self != Rule::NoReason).then(String::new)
    }
}

#[test]
fn rules_that_are_a_little_too_strong_are_refused() {
    let solved = [
        "connect:4x4",
        "connect:4x4+k=3",
        "connect:5x3+k=3",
        "connect:3x5+k=3",
    ]
    .map(rules)
    .map(|game| (game, solved(&game, game.start(), false)));
    let refused = |rule: Rule| {
        let refuse = |(game, solved): &(Connect, Vec<Solved<Connect>>)| {
            compare(game, &rule, solved, &mut Tally::default()).err()
        };
        solved.iter().find_map(refuse)
    };
    assert_eq!(refused(Rule::Right), None);
    for (rule, reason) in [
        (Rule::OneThreatLoses, "Loss }, but it is a"),
        (Rule::TwoThreatsLoseAnyway, "but it is a Win"),
        (Rule::BelowOwnSquaresLoses, "Loss }, but it is a"),
        (Rule::EverySquareWins, "Win }, but it is a"),
        (Rule::NoLineLoses, "but it is a Draw"),
        (Rule::LastFourAreDrawn, "Draw }, but it is a"),
        (Rule::OddLandingsForgotten, "but it is a"),
        (Rule::AnyNumberOfOddColumns, "but it is a"),
        (Rule::AnsweringWins, "but it is a Draw"),
        (Rule::ZugzwangWithoutALook, "Loss }, but it is a"),
        (Rule::ZugzwangOnTheOtherSquares, "Loss }, but it is a"),
        (Rule::ZugzwangInEvenColumns, "Loss }, but it is a"),
        (Rule::BlocksFirst, "no best move"),
        (Rule::UnsafeOnly, "no best move"),
        (Rule::MovesBackwards, "not in its place"),
        (Rule::NoReason, "a reason is missing"),
    ] {
        let message = refused(rule).unwrap_or_else(|| panic!("{rule:?} passed"));
        assert!(message.contains(reason), "{rule:?}: {message}");
    }
}

/// Marked are all squares on which a disc, if it could be put there, would complete a line; found by
/// putting it there.
#[test]
fn winning_squares_are_marked() {
    for spec in ["connect:7x6", "connect:5x4+k=3", "connect:12x4"] {
        let game = rules(spec);
        let mut marked = 0;
        for index in 0..200 {
            let mut random = Random::for_task(5, index);
            let mut pos = game.start();
            while game.outcome(&pos).is_none() {
                let text = game.position_text(&pos);
                let squares = text.chars().filter(|c| *c != '/').enumerate();
                let mut expected = vec![];
                for (square, _) in squares.filter(|(_, letter)| *letter == '.') {
                    let columns = usize::from(game.columns());
                    let row = usize::from(game.rows()) - 1 - square / columns;
                    let bit = 1 << (square % columns * (usize::from(game.rows()) + 1) + row);
                    let wins =
                        |player: &Player| game.has_line(pos.by_player()[player.index()] | bit);
                    expected.extend(Player::BOTH.into_iter().filter(wins).map(|player| {
                        let kind = HighlightKind::Wins(player);
                        Highlight { square, kind }
                    }));
                }
                assert_eq!(WinningSquares.highlights(&game, &pos), expected, "{text}");
                marked += expected.len();
                let moves: Vec<u8> = game.moves(&pos).collect();
                pos = game.play(&pos, random.pick(&moves));
            }
        }
        assert!(marked > 1_000, "{spec}: {marked}");
    }
}

/// A win at once is promised most; on the empty board the middle is.
#[test]
fn guesses_are_reasonable() {
    let game = rules("connect:7x6");
    let promises = |text: &str| {
        let pos = game.parse_position(text).expect("a position");
        let best = game
            .moves(&pos)
            .max_by_key(|m| ColumnOrder.promise(&game, &pos, *m));
        let best = best.expect("a move");
        (best + 1, game.outcome(&game.play(&pos, best)))
    };
    assert_eq!(promises("").0, 4);
    assert_eq!(promises("4455").0, 3);
    assert_eq!(promises("445566").1, Some(Outcome::win(Player::First)));
}
