//! Changed certificates, their checksums repaired: each is refused for a reason, or what it claims is
//! true by exhaustive search, and what it says can be replayed.

use std::collections::{BTreeMap, HashMap};

use unbeatable_core::random::Random;
use unbeatable_core::{Line, Outcome, Player, Promise, Value, Within};
use unbeatable_proof::extract::Failure;
use unbeatable_proof::walk::{Answer, Then};

use crate::book::by_the_book;
use crate::file::{No, Parts, ROOMY, Source, certify, certify_within, verify};
use crate::naive::{Naive, replay, value};
use crate::rules::{Rules, Task, random_line, with_rules};

/// Exhaustive search may take so many nodes.
const NODES_MAX: u64 = 300_000;

/// Replay may take so many steps.
const STEPS_MAX: u64 = 3_000_000;

/// Certificates to be changed: of so many random positions, and of the start where `start` says so.
struct Originals {
    lines: usize,
    start: bool,
    seed: u64,
}

impl Task for Originals {
    type Out = Vec<Parts>;

    fn run<G: Rules>(self, game: &G) -> Vec<Parts> {
        let mut random = Random::new(self.seed);
        let mut found = vec![];
        if self.start {
            let line = Line::new(game, game.start());
            let worth = value(&line, u64::MAX).expect("there is no limit");
            found.extend(certify(&line, worth, Source::BEST, ROOMY));
        }
        while found.len() < self.lines {
            let line = random_line(game, &mut random);
            let limit = match game.repetition().is_forbidden() {
                true => None,
                false => (random.below(3) == 0).then(|| random.below(8) as u32),
            };
            let source = match random.below(2) {
                0 => Source::BEST,
                _ => Source::Naive {
                    seed: random.bits(),
                },
            };
            let parts = match limit {
                None => value(&line, NODES_MAX).map(|worth| certify(&line, worth, source, ROOMY)),
                Some(plies) => {
                    let within = Within::new(game.clone(), plies);
                    let limited = Line::new(&within, within.limited(*line.position()));
                    let worth = value(&limited, NODES_MAX);
                    worth.map(|worth| Ok(certify_within(&line, plies, worth, source)))
                }
            };
            match parts {
                Some(Ok(parts)) if parts.answers() > 0 => found.push(parts),
                Some(Ok(_)) | None | Some(Err(Failure::Stopped(_))) => {}
                Some(Err(e)) => panic!("{e}"),
            }
        }
        found
    }
}

/// What exhaustive search and replay say of a claim and its strategies.
struct Truth<'p> {
    parts: &'p Parts,
    /// What exhaustive search said before, if it is to be asked.
    truths: Option<&'p mut HashMap<String, Option<bool>>>,
}

/// What they say; `None` where they were not asked, or took too long.
struct Said {
    is_true: Option<bool>,
    replays: Option<bool>,
    /// Whether all strategies hold by the book.
    holds: bool,
}

impl Task for Truth<'_> {
    type Out = Said;

    fn run<G: Rules>(self, game: &G) -> Said {
        let line = game.parse_line(&self.parts.claim.position);
        let line = line.expect("positions that were walked are read");
        match self.parts.claim.within {
            None => self.of(&line),
            Some(plies) => {
                let within = Within::new(game.clone(), plies);
                self.of(&Line::new(&within, within.limited(*line.position())))
            }
        }
    }
}

impl Truth<'_> {
    fn of<G: Rules>(self, line: &Line<G>) -> Said {
        let claim = &self.parts.claim;
        let bounds = [
            (claim.at_least, Player::First),
            (claim.at_most, Player::Second),
        ];
        let [mut is_true, mut replays] = [Some(true); 2];
        let mut holds = true;
        let key = claim.to_string();
        let known = self.truths.as_ref().map(|truths| truths.get(&key).copied());
        for ((points, player), answers) in bounds.into_iter().zip(&self.parts.strategies) {
            let (Some(points), Some(answers)) = (points, answers) else {
                continue;
            };
            let Some(value) = G::Value::from_points(points) else {
                (is_true, replays, holds) = (Some(false), Some(false), false);
                continue;
            };
            let promise = Promise {
                player,
                at_least: Outcome::from_value(value, Player::First).value_for(player),
            };
            holds &= by_the_book(line, promise, answers).is_ok();
            let replayed = replay(line, promise, answers, STEPS_MAX);
            replays = Option::zip(replays, replayed).map(|(a, b)| a && b);
            if known == Some(None) {
                let mut naive = Naive::new(promise);
                naive.nodes_left = NODES_MAX;
                let found = naive.is_kept(&mut line.clone());
                is_true = Option::zip(is_true, found).map(|(a, b)| a && b);
            }
        }
        if let Some(truths) = self.truths {
            is_true = *truths.entry(key).or_insert(is_true);
        }
        Said {
            is_true,
            replays,
            holds,
        }
    }
}

/// The ways in which certificates are changed.
const WAYS: [&str; 19] = [
    "another move",
    "another sequel",
    "an answer dropped",
    "an answer inserted",
    "two answers swapped",
    "truncated",
    "answers repeated",
    "another bound",
    "a bound dropped",
    "a bound without its strategy",
    "a strategy without its bound",
    "another limit",
    "another position",
    "another history",
    "other rules",
    "another's strategy",
    "strategies exchanged",
    "not kept",
    "kept more",
];

/// Changes a certificate in one of the ways; `None` if it cannot be, or stays the same.
fn changed(
    parts: &Parts,
    all: &[Parts],
    specs: &[&str],
    way: &str,
    random: &mut Random,
) -> Option<Parts> {
    let mut mutant = parts.clone();
    let other = &all[random.below(all.len() as u64) as usize];
    let side = random.below(2) as usize;
    let Parts { claim, strategies } = &mut mutant;
    match way {
        "another bound" => {
            let bound = [&mut claim.at_least, &mut claim.at_most][side].as_mut()?;
            *bound += random.pick(&[-2.0, -1.0, -0.5, 0.5, 1.0, 2.0]);
        }
        "a bound dropped" => {
            *[&mut claim.at_least, &mut claim.at_most][side] = None;
            strategies[side] = None;
        }
        "a bound without its strategy" => strategies[side] = None,
        "a strategy without its bound" => {
            *[&mut claim.at_least, &mut claim.at_most][side] = None;
        }
        "another limit" => {
            claim.within = match claim.within {
                Some(plies) => *random.pick(&[
                    &None,
                    &Some(plies + 1),
                    &Some(plies + 2),
                    &plies.checked_sub(1),
                    &plies.checked_sub(2),
                ]),
                None => Some(random.below(12) as u32),
            };
        }
        "another position" => claim.position.clone_from(&other.claim.position),
        "another history" => {
            let (position, history) = claim.position.split_once(";history=")?;
            let mut entries: Vec<&str> = history.split('|').collect();
            let i = random.below(entries.len() as u64) as usize;
            match random.below(4) {
                0 => entries.clear(),
                1 => drop(entries.remove(i)),
                2 => drop(entries.drain(..i)),
                _ => entries.insert(i, entries[random.below(entries.len() as u64) as usize]),
            }
            claim.position = match entries.is_empty() {
                true => position.into(),
                false => format!("{position};history={}", entries.join("|")),
            };
        }
        "other rules" => claim.game = random.pick(specs).into(),
        "another's strategy" => {
            strategies[side].as_ref()?;
            strategies[side] = Some(other.strategies[side].clone()?);
        }
        "strategies exchanged" => strategies.swap(0, 1),
        _ => change_answers(strategies[side].as_mut()?, way, random)?,
    }
    (mutant != *parts).then_some(mutant)
}

/// Changes the answers of a strategy.
fn change_answers(answers: &mut Vec<Answer>, way: &str, random: &mut Random) -> Option<()> {
    const THEN: [Then; 3] = [Then::GoOn, Then::GoOnAndKeep, Then::Kept];
    if answers.is_empty() {
        return None;
    }
    let length = answers.len() as u64;
    // The last answers are the least to be missed, and the first the most.
    let i = match random.below(4) {
        0 => length - 1 - random.below(length.min(4)),
        1 => random.below(length.min(4)),
        _ => random.below(length),
    } as usize;
    match way {
        "another move" => {
            let index = answers[i].index;
            answers[i].index = match random.below(3) {
                0 => index + 1,
                1 => index.checked_sub(1)?,
                _ => random.below(12) as u32,
            };
        }
        "another sequel" => answers[i].then = random.pick(&THEN),
        "an answer dropped" => drop(answers.remove(i)),
        "an answer inserted" => {
            let answer = Answer {
                index: random.below(9) as u32,
                then: random.pick(&THEN),
            };
            answers.insert(i + random.below(2) as usize, answer);
        }
        "two answers swapped" => answers.swap(i, random.below(length) as usize),
        "truncated" => answers.truncate(i),
        "answers repeated" => {
            let end = i + 1 + random.below((length - i as u64).min(8)) as usize;
            let some = answers[i..end].to_vec();
            let place = random.below(length + 1) as usize;
            answers.splice(place..place, some);
        }
        "not kept" => {
            let kept = answers.iter_mut().filter(|a| a.then != Then::GoOn);
            let mut kept: Vec<&mut Answer> = kept.collect();
            let i = random.below((kept.len() as u64).max(1)) as usize;
            kept.get_mut(i)?.then = Then::GoOn;
        }
        "kept more" => {
            if answers[i].then != Then::GoOn {
                return None;
            }
            answers[i].then = Then::GoOnAndKeep;
        }
        _ => unreachable!("all ways are here, not {way}"),
    }
    Some(())
}

/// How the mutants of one game fared.
#[derive(Default, Debug)]
struct Tally {
    refused: u64,
    confirmed: u64,
    /// By exhaustive search, and by replay.
    searched: u64,
    replayed: u64,
    /// For each way: how many were refused, and how many hold.
    ways: BTreeMap<&'static str, [u64; 2]>,
}

/// Makes so many mutants of so many certificates of each game, which may be turned into each other.
#[track_caller]
fn mutate(specs: &[&str], lines: usize, mutants: u64) {
    let mut originals = vec![];
    for spec in specs {
        let start = !["uttt", "go:2x3", "go:1x5"]
            .iter()
            .any(|large| spec.starts_with(large));
        let seed = 11;
        let task = Originals { lines, start, seed };
        originals.push(with_rules(spec, task).expect("a game"));
    }
    let all: Vec<Parts> = originals.concat();
    let mut truths = HashMap::new();
    for (spec, parts) in specs.iter().zip(&originals) {
        let mut random = Random::new(12);
        let mut tally = Tally::default();
        while tally.refused + tally.confirmed < mutants {
            let original = &parts[random.below(parts.len() as u64) as usize];
            let way = random.pick(&WAYS);
            let Some(mut mutant) = changed(original, &all, specs, way, &mut random) else {
                continue;
            };
            // One change in most, a few in some.
            while random.below(5) == 0 {
                let way = random.pick(&WAYS[..7]);
                mutant = changed(&mutant, &all, specs, way, &mut random).unwrap_or(mutant);
            }
            count(&mutant, way, &mut truths, &mut tally);
        }
        println!(
            "{spec}: {} refused, {} true",
            tally.refused, tally.confirmed
        );
        for (way, [refused, confirmed]) in &tally.ways {
            println!("    {way}: {refused} refused, {confirmed} true");
        }
        assert!(tally.refused > mutants / 3, "{tally:?}");
        assert!(tally.confirmed > mutants / 100, "{tally:?}");
        assert!(tally.searched > tally.confirmed / 2, "{tally:?}");
        assert!(tally.replayed > tally.confirmed / 2, "{tally:?}");
    }
}

/// Checks one mutant.
fn count(
    mutant: &Parts,
    way: &'static str,
    truths: &mut HashMap<String, Option<bool>>,
    tally: &mut Tally,
) {
    let verdict = verify(&mutant.bytes());
    let (ways, spec) = (tally.ways.entry(way).or_default(), &mutant.claim.game);
    match verdict {
        Err(No::Damaged(why)) => panic!("a whole file is damaged: {why}"),
        Err(No::Refused(why)) => {
            tally.refused += 1;
            ways[0] += 1;
            if why.contains("'s strategy, after ") {
                let (parts, truths) = (mutant, None);
                let said = with_rules(spec, Truth { parts, truths }).expect("a game");
                assert!(!said.holds, "refused, but right: {why}: {mutant:?}");
            }
        }
        Ok((claim, checked)) => {
            assert_eq!(checked.answers, mutant.answers() as u64);
            assert_eq!(claim, mutant.claim);
            let [searched, replayed] = confirm(mutant, truths);
            tally.confirmed += 1;
            tally.searched += u64::from(searched);
            tally.replayed += u64::from(replayed);
            ways[1] += 1;
        }
    }
}

/// Panics unless the claim of a certificate that was accepted is true, by exhaustive search, replay or
/// both: which of them could tell.
pub(crate) fn confirm(parts: &Parts, truths: &mut HashMap<String, Option<bool>>) -> [bool; 2] {
    let (spec, truths) = (&parts.claim.game, Some(truths));
    let said = with_rules(spec, Truth { parts, truths }).expect("a game");
    let Said {
        is_true,
        replays,
        holds,
    } = said;
    assert!(holds, "accepted, but not by the book: {parts:?}");
    assert_ne!(is_true, Some(false), "accepted, but false: {parts:?}");
    assert_ne!(replays, Some(false), "accepted, but wrong: {parts:?}");
    assert!(is_true.or(replays).is_some(), "nobody knows: {parts:?}");
    [is_true.is_some(), replays.is_some()]
}

/// Certificates of so many random positions of a game.
pub(crate) fn originals(spec: &str, lines: usize) -> Vec<Parts> {
    let start = false;
    let seed = 14;
    with_rules(spec, Originals { lines, start, seed }).expect("a game")
}

#[test]
fn tic_tac_toe() {
    mutate(
        &["ttt", "ttt+misere", "mnk:3x3x2", "mnk:3x3x2+misere"],
        12,
        3_000,
    );
}

#[test]
fn boards() {
    mutate(&["mnk:4x3x3", "mnk:4x3x2", "mnk:4x3x3+misere"], 10, 2_000);
    mutate(&["mnk:4x4x3"], 10, 2_000);
}

#[test]
fn heaps() {
    let all = [
        "nim:3,4,5",
        "nim:3,4,5+misere",
        "subtract:3,4,5+take=1,2,3",
        "kayles:3,4,5",
        "kayles:3,4,5+misere",
        "dawson:3,4,5",
        "octal:3,4,5+code=0.137",
    ];
    mutate(&all, 12, 2_000);
}

#[test]
fn go() {
    let all = [
        "go:2x2",
        "go:2x2+ssk",
        "go:2x2+nssk",
        "go:2x2+suicide",
        "go:2x2+komi=0.5",
    ];
    mutate(&all, 12, 3_000);
}

#[test]
fn go_in_a_row() {
    mutate(&["go:1x3", "go:1x3+suicide", "go:1x3+ssk"], 8, 2_000);
    mutate(&["go:1x4", "go:1x4+nssk", "go:1x4+suicide"], 12, 2_000);
}

#[test]
fn larger_go() {
    mutate(&["go:2x3", "go:2x3+ssk", "go:2x3+suicide"], 12, 2_000);
}

#[test]
fn ultimate() {
    let all = ["uttt", "uttt:play-on", "uttt+majority"];
    mutate(&all, 12, 2_000);
}
