//! Files that mean no good: a complaint each, within the limits.

use unbeatable_core::random::Random;
use unbeatable_rules::ending::Finiteness;
use unbeatable_rules::file::GameFile;
use unbeatable_rules::format::format;
use unbeatable_rules::grounding::limits::GroundingLimits;

use crate::GAMES;
use crate::naive::compare;

/// Limits that a test reaches soon.
const SMALL: GroundingLimits<'static> = GroundingLimits {
    terms: 20_000,
    conditions: 100_000,
    is_over: &|| false,
};

fn refusal(text: &str) -> String {
    match GameFile::read("a.kif", text, &SMALL) {
        Ok(_) => panic!("accepted"),
        Err(complaints) => complaints[0].what.clone(),
    }
}

const BEGIN: &str =
    "(role a) (role b) (init x) (legal a go) (legal b go) (next x) (goal a 100) (goal b 0)";

#[test]
fn endless_rules_end() {
    let counts = format!("{BEGIN} (n zero) (<= (n (s ?x)) (n ?x)) (<= terminal (n ?x) (true x))");
    assert!(refusal(&counts).contains("can grow without end"));
    // Through 'true' and 'next' time passes, and only counting shows that it never ends.
    let counts = format!("{BEGIN} (<= (next (s ?x)) (true ?x)) (<= terminal (true x))");
    assert!(
        refusal(&counts).contains("more than 20000 things"),
        "{}",
        refusal(&counts)
    );
    let grows = format!("{BEGIN} (<= (next (f ?x)) (true ?x)) (<= terminal (true x))");
    assert!(
        refusal(&grows).contains("more than 20000 things"),
        "{}",
        refusal(&grows)
    );
    let digits: String = (0..10).map(|i| format!("(d {i}) ")).collect();
    let many = format!(
        "{BEGIN} {digits} (<= (next (p ?a ?b ?c ?d ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f)) (<= terminal (true x))"
    );
    assert!(refusal(&many).contains("more than"), "{}", refusal(&many));
}

#[test]
fn deep_lists_are_refused() {
    let deep = "(".repeat(1_000_000);
    assert!(refusal(&deep).contains("lists in each other"));
    let choices = format!(
        "{BEGIN} (<= terminal {})",
        "(or (true x) (true y)) ".repeat(40)
    );
    assert!(
        refusal(&choices).contains("1024 ways"),
        "{}",
        refusal(&choices)
    );
    let long = "; ".repeat(3 << 20);
    assert!(refusal(&long).contains("4 MiB"));
}

/// Time is a limit, too.
#[test]
fn time_runs_out() {
    let digits: String = (0..10).map(|i| format!("(d {i}) ")).collect();
    let slow = format!(
        "{BEGIN} {digits} (<= (big ?a) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h) (distinct ?a ?h)) (<= terminal (big 1) (true x))"
    );
    let limits = GroundingLimits {
        is_over: &|| true,
        ..SMALL
    };
    let refused = GameFile::read("a.kif", &slow, &limits)
        .err()
        .expect("it takes too long");
    assert!(
        refused[0].what.contains("took too long"),
        "{}",
        refused[0].what
    );
}

/// A text with some pieces cut out, doubled and exchanged.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut pieces: Vec<String> = text
        .split_inclusive([' ', '\n', '(', ')'])
        .map(Into::into)
        .collect();
    for _ in 0..1 + random.below(3) {
        let [i, j] = [0; 2].map(|_| random.below(pieces.len() as u64) as usize);
        match random.below(4) {
            0 => pieces.swap(i, j),
            1 => pieces[i] = pieces[j].clone(),
            2 => {
                pieces.remove(i);
            }
            _ => pieces.insert(
                i,
                [")", "(", "?x ", "\u{0}", "not "][random.below(5) as usize].into(),
            ),
        }
    }
    pieces.concat()
}

/// Reads so many damaged files: nothing but a game or a complaint comes of it, and what can be read can be laid
/// out, twice with one result. Games of which every position was looked at are played literally, too. How many
/// were games and how many were not.
fn read_damaged(files: usize, seed: u64) -> (u32, u32) {
    let mut random = Random::new(seed);
    let (mut accepted, mut refused) = (0, 0);
    // Those with many rules take long.
    let short: Vec<&str> = GAMES
        .iter()
        .map(|(_, text)| *text)
        .filter(|text| text.len() <= 3200)
        .collect();
    for round in 0..files {
        let text = damaged(short[round % short.len()], &mut random);
        if let Ok(once) = format(&text) {
            assert_eq!(format(&once).expect("it was well formed"), once);
        }
        match GameFile::read("a.kif", &text, &SMALL) {
            Ok((_, summary)) => {
                accepted += 1;
                if matches!(summary.finiteness, Finiteness::Walked(_)) {
                    compare("a damaged file", &text, 4);
                }
            }
            Err(complaints) => {
                refused += 1;
                // A complaint about any place can be told.
                assert!(!complaints[0].told("a.kif", &text).to_string().is_empty());
            }
        }
    }
    (accepted, refused)
}

#[test]
fn damaged_files_are_games_or_complaints() {
    let (accepted, refused) = read_damaged(200, 1);
    assert!(accepted > 5 && refused > 100, "{accepted} and {refused}");
}

#[test]
#[ignore = "slow: 300 s"]
fn many_damaged_files_are_games_or_complaints() {
    let (accepted, refused) = read_damaged(10_000, 2);
    assert!(accepted > 500 && refused > 5000, "{accepted} and {refused}");
}
