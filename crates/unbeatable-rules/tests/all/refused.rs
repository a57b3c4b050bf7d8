//! What is no game is refused, with the place and the reason.

use unbeatable_core::{BrokenRules, Game, Notation};
use unbeatable_rules::ending::Finiteness;
use unbeatable_rules::file::GameFile;
use unbeatable_rules::grounding::limits::GroundingLimits;
use unbeatable_rules::rules::Alternation;

use crate::{book, text};

/// What is said first of a text that is refused.
fn complaint(text: &str) -> String {
    match GameFile::read("a.kif", text, &GroundingLimits::USUAL) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(complaints) => complaints[0].told("a.kif", text).to_string(),
    }
}

/// A game in which `first` moves once and wins, with some of its rules replaced.
fn once(replaced: &str, by: &str) -> String {
    let rules = "(role a)\n(role b)\n(init (turn a))\n(<= (legal a go) (true (turn a)))\n(<= (legal a wait) (true (turn b)))\n(<= (legal b wait) (true (turn a)))\n(<= (legal b go) (true (turn b)))\n(<= (next (turn b)) (true (turn a)))\n(<= terminal (true (turn b)))\n(goal a 100)\n(goal b 0)\n";
    assert!(rules.contains(replaced), "{replaced}");
    rules.replace(replaced, by)
}

#[test]
fn a_game_is_accepted() {
    assert!(GameFile::read("a.kif", &once("", ""), &GroundingLimits::USUAL).is_ok());
    assert!(
        GameFile::read(
            "a.kif",
            &once("(role a)", "(ROLE A) ; who"),
            &GroundingLimits::USUAL
        )
        .is_ok()
    );
}

#[test]
fn complaints_say_where_and_what() {
    let refused = [
        ("(role b)", "", "a.kif: one role plays"),
        ("(role b)", "(role b) (role c)", "a.kif: 3 roles play"),
        ("(role a)", "(role a", "a.kif:1:1: expected ')'"),
        ("(role a)", "(role a))", "a.kif:1:9: expected a rule"),
        (
            "(role a)",
            "(role a b)",
            "a.kif:1:1: expected one argument behind 'role', found 2",
        ),
        (
            "(goal a 100)",
            "(goal a ?x)",
            "a.kif:10:1: nothing says what ?x can be",
        ),
        (
            "(goal a 100)",
            "(<= (goal a 100) (not (true ?x)))",
            "a.kif:10:23: nothing says what ?x can be",
        ),
        (
            "(goal a 100)",
            "(p 1) (<= (goal a 100) (p 1 2))",
            "the relation 'p' has",
        ),
        (
            "(goal a 100)",
            "(goal a much)",
            "expected a number of points",
        ),
        (
            "(goal a 100)",
            "(<= (goal a 100) (does a go))",
            "a.kif:10:18: 'goal' must not depend on what is done",
        ),
        (
            "(goal a 100)",
            "(p 1) (<= (q ?x) (p ?x) (not (q ?x))) (<= (goal a 100) (q 1))",
            "whether 'q' holds depends on whether it does not hold",
        ),
        (
            "(goal a 100)",
            "(goal a 100) (<= (true x) (role a))",
            "'true' cannot follow from a rule",
        ),
        (
            "(goal a 100)",
            "(goal a 100) (goal a 50) (goal b 50)",
            "'a' gets 50 points and 100 points",
        ),
        (
            "(goal b 0)",
            "(<= (goal b 0) (true (turn a))) (<= (goal b 50) (true (turn b)))",
            "what one role gets the other does not lose",
        ),
        ("(<= terminal (true (turn b)))", "", "the game never ends"),
        (
            "(<= terminal (true (turn b)))",
            "(<= terminal (true (turn c)))",
            "'a' may do nothing",
        ),
        (
            "(<= (legal b wait) (true (turn a)))",
            "(<= (legal b wait) (true (turn a))) (<= (legal b go) (true (turn a))) (<= (legal a come) (true (turn a)))",
            "both roles have a choice at the same time",
        ),
        (
            "(<= terminal (true (turn b)))",
            "(<= (next (turn a)) (true (turn b))) (<= terminal (true (turn c)))",
            "a game need not end",
        ),
    ];
    for (replaced, by, expected) in refused {
        let found = complaint(&once(replaced, by));
        assert!(
            found.contains(expected),
            "{by}: expected {expected}, found {found}"
        );
    }
}

/// Whoever forgets that a full board ends the game is told which position has no move.
#[test]
fn an_unfinished_position_without_a_move_is_named() {
    let without = text("connect-four-4x4").replace("(<= terminal (not open))", "");
    let found = complaint(&without);
    assert!(
        found.contains("may do nothing, and the game is not over"),
        "{found}"
    );
    assert!(found.contains("(cell 4 4 "), "{found}");
}

/// Where the walk through positions does not come, a search does: it is told there, and nobody loses by it.
#[test]
fn a_position_without_a_move_is_never_taken_for_a_loss() {
    let stuck = text("connect-four-5x4")
        .replace(
            "(init (turn red))",
            "(init (turn red)) (init fresh)
             (<= (legal ?player abandon) (true (turn ?player)) (true fresh))
             (<= (next abandoned) (does ?player abandon))
             (<= (next (cell ?c ?r ?sign)) (does ?player abandon) (true (cell ?c ?r ?sign)))",
        )
        .replace(
            "(<= (legal ?player (drop ?column))",
            "(<= (legal ?player (drop ?column)) (not (true abandoned))",
        );
    let (file, summary) = book(&stuck);
    assert!(matches!(summary.alternation, Alternation::Proven(_)));
    let start = file.start();
    let m = file.parse_move(&start, "abandon").expect("it is legal");
    let pos = file.play(&start, m);
    assert_eq!(file.outcome(&pos), None);
    let broken = BrokenRules::caught(|| file.moves(&pos).count()).expect_err("it is told");
    let expected = "'yellow' may do nothing, and the game is not over, where this is true: ";
    assert!(broken.0.contains(expected), "{broken}");
}

/// One mistake in a file that is a game: most of them are noticed by what the game is then.
#[test]
fn a_game_without_one_of_its_rules() {
    let whole = text("tic-tac-toe");
    let starts: Vec<usize> = whole.match_indices("\n(").map(|(i, _)| i + 1).collect();
    let mut refused = 0;
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(whole.len());
        let without = format!("{}{}", &whole[..start], &whole[end..]);
        refused += u32::from(GameFile::read("a.kif", &without, &GroundingLimits::USUAL).is_err());
    }
    assert!(refused >= 8, "{refused} of {}", starts.len());
}

/// Fifteen squares are taken in turn: too many positions to look at all of them. Once `aaa` is done, which is
/// possible in one position of the third ply alone, `weird` says who does what.
fn squares(weird: &str, goals: &str) -> String {
    let squares: String = (10..25)
        .map(|i| format!("(square s{i}) (init (free s{i}))\n"))
        .collect();
    format!(
        "(role x) (role o) (init (turn x))
        {squares}
        (<= normal (not (true weird)))
        (<= (legal ?p (take ?s)) (true (turn ?p)) (true (free ?s)) normal)
        (<= (legal x noop) (true (turn o)) normal)
        (<= (legal o noop) (true (turn x)) normal)
        (init pre)
        (<= (next fresh) (true pre))
        (<= (legal o aaa) (true (turn o)) normal (true fresh))
        (<= (next weird) (true weird))
        (<= (next weird) (does o aaa))
        {weird}
        (<= (next (free ?s)) (true (free ?s)) (not (taken ?s)))
        (<= (taken ?s) (does ?p (take ?s)))
        (<= (next (turn o)) (true (turn x)))
        (<= (next (turn x)) (true (turn o)))
        (<= (next (last ?p ?s)) (does ?p (take ?s)))
        (<= (next (last ?p ?s)) (true (last ?p ?s)))
        (<= some_free (true (free ?s)))
        (<= terminal (not some_free))
        (<= third (true (last x s13)))
        (<= fourth (true (last x s14)))
        {goals}"
    )
}

/// A win for x, and nothing else.
const PLAIN_GOALS: &str = "(<= (goal x 100) third) (<= (goal x 0) (not third))
    (<= (goal o 0) third) (<= (goal o 100) (not third))";

/// Points of x.
const POINTS: &str = "(<= (goal x 100) third fourth) (<= (goal x 70) third (not fourth))
    (<= (goal x 30) (not third) fourth) (<= (goal x 0) (not third) (not fourth))
    (<= (goal o 0) third fourth) (<= (goal o 30) third (not fourth))
    (<= (goal o 70) (not third) fourth) (<= (goal o 100) (not third) (not fourth))";

/// Both act, and a lamp goes on and off for ever.
const BOTH_ACT: &str = "(<= (legal x go) (true weird)) (<= (legal o one) (true weird))
    (<= (next lamp) (does o one) (does x go) (not (true lamp)))";

/// The other player has a choice, and what both do is done together behind a pass.
const BOTH_ACT_BEHIND_A_PASS: &str = "(<= (legal x go) (true weird))
    (<= (legal o one) (true weird)) (<= (legal o two) (true weird))
    (<= (next lamp) (does o one) (does x go) (not (true lamp)))
    (<= (next lamp) (does o two) (does x go) (true lamp))";

/// That games end was shown for players of whom one waits: a position in which none does is told, not played.
#[track_caller]
fn plays_to_where_nobody_waits(text: &str) {
    fn play<G: Notation>(game: &G) {
        let mut pos = game.start();
        for m in ["take:s10", "aaa"] {
            let m = game.parse_move(&pos, m).expect("it may be done");
            pos = game.play(&pos, m);
        }
    }
    let told = |game: &dyn Fn()| BrokenRules::caught(game).expect_err("it is told");
    let broken = match GameFile::read("a.kif", text, &GroundingLimits::USUAL) {
        Ok((GameFile::Tiny(game), summary)) => {
            assert_eq!(summary.finiteness, Finiteness::Weighed);
            told(&|| play(&game))
        }
        Ok((GameFile::Scored(game), summary)) => {
            assert_eq!(summary.finiteness, Finiteness::Weighed);
            told(&|| play(&game))
        }
        Ok(_) => panic!("a game of at most 64 fluents, or with points"),
        Err(complaints) => panic!("refused at once: {}", complaints[0].what),
    };
    assert!(
        broken
            .0
            .contains("the other does not wait as it does elsewhere"),
        "{broken}"
    );
}

#[test]
fn both_act() {
    plays_to_where_nobody_waits(&squares(BOTH_ACT, PLAIN_GOALS));
}

#[test]
fn both_act_for_points() {
    plays_to_where_nobody_waits(&squares(BOTH_ACT, POINTS));
}

#[test]
fn both_act_behind_a_pass() {
    plays_to_where_nobody_waits(&squares(BOTH_ACT_BEHIND_A_PASS, PLAIN_GOALS));
}
