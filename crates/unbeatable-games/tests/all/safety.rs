//! Static safety in Go against search, which knows nothing of it.
//!
//! Random games with all their history are played on small boards, under every superko rule, with and
//! without suicide. Wherever [`Safety`] claims a bound, alpha-beta without a table is asked whether it
//! holds. Its rules are written a second time, straight from their definitions (`slow.rs`); they
//! agree with `Safety` everywhere, and with one word changed they are refused.

use std::collections::HashSet;

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Bounds, Budget, Game, Goal, Guide, Line, Margin, Notation, Outcome, Player, Spec,
    Value, has_kept,
};
use unbeatable_games::go::safety::Safety;
use unbeatable_games::go::{Go, Move, Stones};
use unbeatable_solve::superko::SuperkoDfPn;
use unbeatable_solve::{AlphaBeta, Search, Solver};

mod slow;

use slow::{Slow, Wrong, beside, board, colours, pieces};

fn rules(spec: &str) -> Go {
    let spec = Spec::parse(spec).expect("a spec");
    Go::from_spec(spec).expect("a board")
}

/// Tries first what the owner of territory would do: play in it if the opponent did, beside his own
/// stones if he can, else pass. For
/// the opponent, the pass before all stones or behind them.
struct Defence {
    owner: Player,
    opponent_passes: bool,
    /// At most so many points of a territory are not beside his stones.
    inner_max: u32,
}

impl Guide<Go> for Defence {
    fn promise(&self, go: &Go, pos: &Stones, m: Move) -> i32 {
        let Move::Stone(point) = m else {
            // A pass that ends the game is tried before all: its score may be enough.
            let ends = 8 * i32::from(go.passes(pos) > 0 && go.turn(pos) == self.owner);
            return ends + i32::from(go.turn(pos) == self.owner || self.opponent_passes);
        };
        if go.turn(pos) != self.owner {
            return i32::from(!self.opponent_passes);
        }
        let [mine, theirs] = colours(go, pos, self.owner);
        // Where there may be inner points, a stone of his may stand on one.
        let walls = match self.inner_max {
            0 => mine,
            _ => mine & beside(go, mine),
        };
        let regions = pieces(go, board(go) & !walls);
        let region = regions.iter().find(|&&region| region >> point & 1 == 1);
        let region = *region.expect("an empty point is in a region");
        let near = beside(go, walls);
        let is_small_inside = (region & !near).count_ones() <= self.inner_max;
        let is_invaded = region & theirs != 0 && is_small_inside;
        let is_near = near >> point & 1 == 1;
        i32::from(is_invaded) * (2 + 2 * i32::from(is_near))
    }
}

/// What was compared, so that a test can see that it was enough.
#[derive(Default, Debug)]
struct Tally {
    positions: u64,
    /// Bounds that hold whatever happened before: confirmed, and given up.
    confirmed: u64,
    open: u64,
    /// Bounds that say more because their owner has kept: confirmed, and given up.
    confirmed_if_kept: u64,
    open_if_kept: u64,
    /// Positions in which a player has not kept.
    not_kept: u64,
}

/// How much a question may cost, whether the opponent tries the pass first, and which territories the
/// owner defends: few nodes are enough for nearly all.
const ATTEMPTS: [(u64, bool, u32); 6] = [
    (2_000, false, 0),
    (2_000, true, 0),
    (2_000, false, 2),
    (2_000, true, 2),
    (100_000, false, 0),
    (100_000, false, 2),
];

/// Whether the bound holds, if search finds out: alpha-beta without a table, or else df-pn.
fn holds(line: &Line<Go>, at_least: bool, bound: Margin) -> Option<bool> {
    let go = line.game();
    let turn = go.turn(line.position());
    // Questions are asked from the first player's side: 'at most v' is 'not at least v + 1'.
    let of_first = Outcome::from_value(bound, turn).value_for(Player::First);
    let for_first = (turn == Player::First) == at_least;
    let asked = match for_first {
        true => of_first,
        false => Margin::of_rank(of_first.rank() + 1),
    };
    let goal = Goal::AtLeast(Outcome::margin(asked));
    let owner = if at_least { turn } else { turn.other() };
    ATTEMPTS
        .into_iter()
        .find_map(|(nodes_max, opponent_passes, inner_max)| {
            let guide = Defence {
                owner,
                opponent_passes,
                inner_max,
            };
            let budget = Budget {
                nodes_max,
                table_bytes_max: 0,
                ..Budget::DEFAULT
            };
            let mut search = Search::new(go, &(), &guide, AlphaBeta::PLAIN, budget);
            let solved = search.prove(line, goal, &());
            goal.answer(solved.bounds, turn)
        })
        .or_else(|| {
            let budget = Budget {
                nodes_max: 300_000,
                ..Budget::DEFAULT
            };
            let mut search = Search::new(go, &(), &(), SuperkoDfPn::BEST, budget);
            goal.answer(search.prove(line, goal, &()).bounds, turn)
        })
        .map(|yes| yes == for_first)
}

/// Compares what `know` says at the end of a line with search.
fn compare<A: Analysis<Go>>(
    line: &Line<Go>,
    know: &A,
    kept: [bool; 2],
    tally: &mut Tally,
) -> Result<(), String> {
    let (go, pos) = (line.game(), line.position());
    let (mover, range) = (go.turn(pos), go.range(go.turn(pos)));
    let always = know.bounds(go, pos);
    let if_kept = know.bounds_if_kept(go, pos);
    tally.positions += 1;
    tally.not_kept += u64::from(kept != [true; 2]);
    let [my_kept, their_kept] = [kept[mover.index()], kept[mover.other().index()]];
    for (at_least, bound, is_conditional) in [
        (true, always.lower, false),
        (false, always.upper, false),
        (true, if_kept.lower, true),
        (false, if_kept.upper, true),
    ] {
        let says_nothing = match at_least {
            true => bound <= range.lower || (is_conditional && bound == always.lower),
            false => bound >= range.upper || (is_conditional && bound == always.upper),
        };
        let applies = !is_conditional || if at_least { my_kept } else { their_kept };
        if says_nothing || !applies {
            continue;
        }
        match (holds(line, at_least, bound), is_conditional) {
            (Some(true), false) => tally.confirmed += 1,
            (Some(true), true) => tally.confirmed_if_kept += 1,
            (None, false) => tally.open += 1,
            (None, true) => tally.open_if_kept += 1,
            (Some(false), _) => {
                let side = if at_least { "at least" } else { "at most" };
                let claim = if is_conditional { "kept, so" } else { "always" };
                return Err(format!(
                    "{} {}: {claim} {side} {}, but it is not",
                    go.spec(),
                    go.line_text(line),
                    bound.points()
                ));
            }
        }
    }
    Ok(())
}

/// Plays random games until `wanted` positions were compared. Some players of some games never give
/// away what is safe; passes are rare, so that boards fill up and chains are captured.
fn play<A: Analysis<Go>>(
    go: &Go,
    know: &A,
    wanted: u64,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), String> {
    let enough = tally.positions + wanted;
    while tally.positions < enough {
        let keepers = [random.below(3) > 0, random.below(3) > 0];
        let mut line = Line::new(go, go.start());
        for _ in 0..8 * go.points() {
            let pos = *line.position();
            let moves: Vec<Move> = go.moves(&pos).collect();
            let m = random.pick(&moves);
            if m == Move::Pass && random.below(3) > 0 && moves.len() > 1 {
                continue;
            }
            let next = go.play(&pos, m);
            if keepers[go.turn(&pos).index()] && !know.keeps(go, &pos, &next) {
                continue;
            }
            if !line.play(m) {
                continue;
            }
            if line.outcome().is_some() {
                break;
            }
            if know.bounds_if_kept(go, line.position()) == Bounds::UNKNOWN {
                continue;
            }
            compare(&line, know, has_kept(know, &line), tally)?;
        }
    }
    Ok(())
}

/// Compares on every legal board, each as the first of a line, with either player to move, at once and
/// after a pass.
fn every_board<A: Analysis<Go>>(go: &Go, know: &A, tally: &mut Tally) -> Result<(), String> {
    for black in 0..=board(go) {
        let free = board(go) & !black;
        let mut white = free;
        loop {
            for turn in Player::BOTH {
                let Some(pos) = go.position(black, white, turn) else {
                    continue;
                };
                let mut line = Line::new(go, pos);
                compare(&line, know, [true; 2], tally)?;
                assert!(line.play(Move::Pass), "passes never repeat");
                compare(&line, know, [true; 2], tally)?;
            }
            if white == 0 {
                break;
            }
            white = (white - 1) & free;
        }
    }
    Ok(())
}

const FLAVOURS: [&str; 6] = [
    "",
    "+suicide",
    "+ssk",
    "+ssk+suicide",
    "+nssk",
    "+nssk+suicide",
];

/// The first few of the flavours on one board.
#[track_caller]
fn check(
    board: &str,
    flavours: usize,
    ask: impl Fn(&Go, &mut Tally) -> Result<(), String>,
) -> Tally {
    let mut tally = Tally::default();
    for flavour in &FLAVOURS[..flavours] {
        let go = rules(&format!("go:{board}+komi=0.5{flavour}"));
        ask(&go, &mut tally).unwrap_or_else(|e| panic!("{e}"));
    }
    tally
}

#[test]
fn bounds_hold_on_every_board() {
    for (board, flavours, confirmed, confirmed_if_kept) in [
        ("2x2", 6, 588, 0),
        ("4x1", 6, 396, 0),
        ("5x1", 6, 1_158, 0),
        ("6x1", 6, 3_318, 0),
        ("7x1", 6, 9_450, 0),
        ("3x2", 6, 6_384, 876),
        ("4x2", 6, 54_228, 4_704),
        ("3x3", 2, 57_768, 8_424),
        ("5x2", 2, 152_418, 10_716),
    ] {
        let tally = check(board, flavours, |go, tally| every_board(go, &Safety, tally));
        assert_eq!(tally.confirmed, confirmed, "{board}: {tally:?}");
        assert_eq!(tally.confirmed_if_kept, confirmed_if_kept, "{board}");
        assert_eq!(tally.open + tally.open_if_kept, 0, "{board}: {tally:?}");
    }
}

#[test]
fn bounds_hold_in_random_games() {
    for (board, positions, confirmed_if_kept_min) in [
        ("2x2", 300, 0),
        ("4x1", 300, 0),
        ("5x1", 300, 0),
        ("6x1", 300, 0),
        ("7x1", 500, 0),
        ("3x2", 4_000, 6_000),
        ("4x2", 4_000, 6_000),
        ("3x3", 2_000, 4_000),
        ("5x2", 2_000, 4_000),
    ] {
        let tally = check(board, FLAVOURS.len(), |go, tally| {
            play(go, &Safety, positions, &mut Random::new(1), tally)
        });
        assert_eq!(tally.open + tally.open_if_kept, 0, "{board}: {tally:?}");
        assert!(tally.confirmed >= 5 * positions, "{board}: {tally:?}");
        assert!(tally.not_kept >= positions / 10, "{board}: {tally:?}");
        let is_enough = tally.confirmed_if_kept >= confirmed_if_kept_min;
        assert!(is_enough, "{board}: {tally:?}");
    }
}

/// Twelve points are too many for some questions.
#[test]
#[ignore = "slow: 20 s"]
fn bounds_hold_in_random_games_of_4x3() {
    let tally = check("4x3", FLAVOURS.len(), |go, tally| {
        play(go, &Safety, 2_000, &mut Random::new(1), tally)
    });
    assert!(
        tally.confirmed > 11_000 && tally.confirmed_if_kept > 5_000,
        "{tally:?}"
    );
    assert!(tally.open + tally.open_if_kept < 100, "{tally:?}");
}

/// Black's stones that stand on every board which White can reach while Black only passes. (Superko
/// could only forbid some.)
fn uncapturable(go: &Go, pos: Stones) -> u32 {
    let mut seen = HashSet::from([pos]);
    let mut open = vec![pos];
    let mut standing = go.black(&pos);
    while let Some(pos) = open.pop() {
        standing &= go.black(&pos);
        for m in go.moves(&pos).filter(|m| *m != Move::Pass) {
            // Black's pass.
            let next = go.play(&pos, m);
            let next = go.position(go.black(&next), go.white(&next), Player::Second);
            let next = next.expect("a legal board stays one when the turn changes");
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    standing
}

/// Whether what is called alive is what passing does not lose, on every board: no more, no less.
fn is_exact(spec: &str, know: Slow) -> bool {
    let go = rules(spec);
    let all = 0..=board(&go);
    all.clone().all(|black| {
        all.clone().all(|white| {
            let pos = go.position(black, white, Player::Second);
            pos.is_none_or(|pos| know.alive(&go, black, white) == uncapturable(&go, pos))
        })
    })
}

#[test]
fn living_stones_are_those_that_passing_does_not_lose() {
    for board in ["2x2", "4x1", "5x1", "6x1", "7x1", "3x2", "4x2"] {
        for suicide in ["", "+suicide"] {
            let spec = format!("go:{board}{suicide}");
            assert!(is_exact(&spec, Slow::default()), "{spec}");
        }
    }
    let refused = |spec, wrong| assert!(!is_exact(spec, Slow { wrong: Some(wrong) }));
    refused("go:3x2", Wrong::OneVitalRegion);
    refused("go:3x2", Wrong::DeadWalls);
    refused("go:3x2+suicide", Wrong::SuicideForbidden);
}

/// A history in which both players gave away what was safe, and in which Black cannot defend.
#[test]
fn territory_is_not_safe_whatever_happened() {
    let go = rules("go:3x2");
    let boards = ".../...|.../.X.|.../.XO|..X/.X.|..X/OX.|.XX/OX.|.XX/OXX|O../O..|OX./O..|OX./OO.|\
                  OXX/OO.|O../OOO|O.O/OOO|.X./...|.X./..O|.X./.XO|OX./.XO|.X./XXO|.XX/XX.|.XX/XXX|\
                  O../...|O.X/...|O.X/..O|O.X/.X.|O.X/OX.";
    let line = go
        .parse_line(&format!(".XX/.X.;W;history={boards}"))
        .expect("a line");
    assert_eq!(has_kept(&Safety, &line), [false, true]);
    let if_kept = Safety.bounds_if_kept(&go, line.position());
    assert_eq!(if_kept, Bounds::exactly(Margin::points(-6)));
    assert_eq!(holds(&line, false, if_kept.upper), Some(false));
    let always = Safety.bounds(&go, line.position());
    assert_eq!(always.upper, Margin::points(-3));
    assert_eq!(holds(&line, false, always.upper), Some(true));
    // This board at the beginning of a line.
    let fresh = go.parse_line(".XX/.X.;W").expect("a line");
    assert_eq!(holds(&fresh, false, if_kept.upper), Some(true));
}

/// Why life is not enough for territory: White's three stones leave three points, one of which is not
/// beside the chain on the right, so that this has one eye for certain instead of two.
#[test]
fn captures_may_cost_a_life() {
    let go = rules("go:5x3");
    let line = go.parse_line(".XO.X/.XOOX/.XXX.;B").expect("a line");
    let pos = line.position();
    let next = go.play(pos, go.parse_move(pos, "D3").expect("a move"));
    let careless = Slow {
        wrong: Some(Wrong::NotFirm),
    };
    assert_eq!(careless.bounds_if_kept(&go, pos).lower, Margin::points(15));
    assert!(!careless.keeps(&go, pos, &next));
    assert_eq!(Safety.bounds_if_kept(&go, pos).lower, Margin::points(3));
    assert!(Safety.keeps(&go, pos, &next));
}

/// The rules from their definitions say the same, on larger boards too.
#[test]
fn bounds_are_as_defined() {
    let mut random = Random::new(2);
    let mut safe = 0;
    for (board, games) in [
        ("3x3", 1_000),
        ("4x3", 500),
        ("4x4", 300),
        ("5x5", 100),
        ("6x5", 30),
    ] {
        for flavour in ["", "+suicide"] {
            let go = rules(&format!("go:{board}+komi=-1.5{flavour}"));
            for _ in 0..games {
                safe += compare_definitions(&go, &mut random);
            }
        }
    }
    assert!(safe > 5_000, "{safe}");
}

/// Compares `Safety` with its definitions in a random game. Says in how many positions it knew more
/// than nothing.
fn compare_definitions(go: &Go, random: &mut Random) -> u64 {
    let slow = Slow::default();
    let mut safe = 0;
    let mut line = Line::new(go, go.start());
    for _ in 0..6 * go.points() {
        let pos = *line.position();
        let moves: Vec<Move> = go.moves(&pos).collect();
        if !line.play(random.pick(&moves)) || line.outcome().is_some() {
            break;
        }
        let next = line.position();
        let text = go.position_text(next);
        let if_kept = Safety.bounds_if_kept(go, next);
        assert_eq!(Safety.bounds(go, next), slow.bounds(go, next), "{text}");
        assert_eq!(if_kept, slow.bounds_if_kept(go, next), "{text}");
        assert_eq!(
            Safety.keeps(go, &pos, next),
            slow.keeps(go, &pos, next),
            "{text}"
        );
        let is_safe = if_kept != Bounds::UNKNOWN;
        assert_eq!(Safety.why(go, next).is_some(), is_safe, "{text}");
        safe += u64::from(is_safe);
    }
    safe
}

/// Where a rule is to be refused.
enum Where<'t> {
    EveryBoard,
    Games,
    At(&'t str),
}

/// The comparison refuses a rule that is wrong: search finds that it is.
#[track_caller]
fn check_refused(spec: &str, wrong: Wrong, place: Where) {
    let go = rules(spec);
    let (know, mut tally) = (Slow { wrong: Some(wrong) }, Tally::default());
    let outcome = match place {
        Where::EveryBoard => every_board(&go, &know, &mut tally),
        Where::Games => play(&go, &know, 10_000, &mut Random::new(1), &mut tally),
        Where::At(text) => {
            let line = go.parse_line(text).expect("a position");
            compare(&line, &Safety, [true; 2], &mut tally).expect("our rules hold there");
            compare(&line, &know, [true; 2], &mut tally)
        }
    };
    let message = outcome.expect_err(&format!("{wrong:?} passed in {spec}"));
    assert!(message.ends_with("but it is not"), "{message}");
}

#[test]
fn rules_that_are_a_little_too_strong_are_refused() {
    check_refused("go:4x1", Wrong::OneVitalRegion, Where::EveryBoard);
    check_refused("go:4x1", Wrong::DeadWalls, Where::EveryBoard);
    check_refused("go:4x2", Wrong::EyesOfTwo, Where::EveryBoard);
    check_refused("go:3x2", Wrong::NeverEnds, Where::EveryBoard);
    let alive_at_the_right = ".XO./XXOO/.XO.;W";
    check_refused("go:4x3", Wrong::SharesAll, Where::At(alive_at_the_right));
    check_refused(
        "go:4x3",
        Wrong::TerritoryAnywhere,
        Where::At(alive_at_the_right),
    );
    // White has two eyes at the edge.
    check_refused(
        "go:5x4",
        Wrong::InnerAny,
        Where::At(".O.O./.OOOO/XXXXX/.X.X.;B"),
    );
    // White fills the corner, capturing A2; the stone that captures White brings back the first board.
    let corner = "history=X.XX./..X.X|XOXX./..X.X";
    let capture = format!(".OXX./OOX.X;B;{corner}|.OXX./O.X.X");
    check_refused("go:5x2", Wrong::NoneBeside, Where::At(&capture));
    let last_point = format!(".OXX./O.X.X;W;pass;{corner}");
    check_refused("go:5x2", Wrong::OneBeside, Where::At(&last_point));
    for wrong in [Wrong::NeverKept, Wrong::StonesKept] {
        for spec in ["go:3x2", "go:3x2+ssk", "go:3x2+nssk", "go:3x2+suicide"] {
            check_refused(spec, wrong, Where::Games);
        }
    }
}
