//! Somebody who tries to be believed: whatever he plays and keeps, no kept position stands for one from
//! which the promise cannot be kept, and no claim that is false is accepted. He is refused where the
//! book says so, for the same reason, and nowhere else.

use std::collections::HashMap;

use unbeatable_core::random::Random;
use unbeatable_core::{Line, Outcome, Player, Promise, Value, Within};
use unbeatable_proof::walk::{Answer, Answers, Flaw, Then, Walk};

use crate::book::{Wrong, by_the_book};
use crate::naive::{Naive, value};
use crate::rules::{Rules, Task, random_line, with_rules};

/// Exhaustive search may take so many nodes, for each question.
const NODES_MAX: u64 = 20_000;

/// Walks with more answers are given up.
const ANSWERS_MAX: u64 = 300;

/// Plays what chance says, more often than not what keeps the promise as long as that is possible; keeps
/// nearly everything, and refers to positions that were kept before wherever he can.
struct Adversary<G: Rules> {
    naive: Naive<G>,
    random: Random,
    /// Whether he refers to any position that was kept, whatever its history.
    bluffs: bool,
    /// Every position that was kept, or will be.
    kept: HashMap<G::Position, u64>,
    /// What he answered.
    answers: Vec<Answer>,
    tally: Tally,
}

#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    walks: u64,
    accepted: u64,
    /// Kept positions that stand for the one after a move, and that exhaustive search confirms.
    confirmed: u64,
    /// The position after a move was kept, but its proof does not hold behind this history.
    unproven: u64,
    /// Among these those from which the promise cannot be kept.
    false_: u64,
}

/// Why a walk ended.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stop {
    Flaw(Flaw),
    TooLong,
}

impl<G: Rules> Adversary<G> {
    /// Whether the promise can be kept after `m`; `None` if history forbids the move, or nobody knows.
    fn is_kept_after(&mut self, line: &mut Line<G>, m: G::Move) -> Option<bool> {
        if !line.play(m) {
            return None;
        }
        self.naive.nodes_left = NODES_MAX;
        let is_kept = self.naive.is_kept(line);
        line.undo();
        is_kept
    }
}

impl<'g, G: Rules> Answers<'g, G> for Adversary<G> {
    type Stop = Stop;

    fn answer(&mut self, walk: &Walk<'g, G>) -> Result<Answer, Stop> {
        if walk.answers() >= ANSWERS_MAX {
            return Err(Stop::TooLong);
        }
        let mut line = walk.line().clone();
        let (game, pos) = (line.game(), *line.position());
        let (mut known, mut same, mut good, mut any) = (vec![], vec![], vec![], vec![]);
        for (index, m) in (0..).zip(game.moves(&pos)) {
            let next = game.play(&pos, m);
            let is_known = walk.is_kept_after(&next);
            let is_true = self.is_kept_after(&mut line, m);
            let is_same = self.kept.contains_key(&next);
            assert!(is_same || !is_known, "what was never kept is known");
            if is_known {
                let text = || game.line_text(walk.line());
                assert_ne!(is_true, Some(false), "{} {m:?}", text());
                self.tally.confirmed += u64::from(is_true.is_some());
                known.push(index);
            } else if is_same {
                self.tally.unproven += 1;
                self.tally.false_ += u64::from(is_true == Some(false));
                same.push(index);
            }
            match is_true {
                Some(true) => good.push(index),
                Some(false) => any.push(index),
                None => {}
            }
        }
        let chance = self.random.below(8);
        let (index, then) = if !known.is_empty() && chance > 0 {
            (self.random.pick(&known), Then::Kept)
        } else if self.bluffs && !same.is_empty() && chance > 1 {
            (self.random.pick(&same), Then::Kept)
        } else {
            let some = if good.is_empty() { &any } else { &good };
            if some.is_empty() {
                return Err(Stop::TooLong);
            }
            let then = match chance {
                0 => Then::GoOn,
                _ => Then::GoOnAndKeep,
            };
            (self.random.pick(some), then)
        };
        let m = game.moves(&pos).nth(index as usize).expect("a move");
        let next = game.play(&pos, m);
        let then = match game.outcome(&next) {
            Some(_) => Then::GoOn,
            None => then,
        };
        if then == Then::GoOnAndKeep {
            *self.kept.entry(next).or_default() += 1;
        }
        let answer = Answer { index, then };
        self.answers.push(answer);
        Ok(answer)
    }

    fn refuse(&mut self, _: &Walk<'g, G>, flaw: Flaw) -> Stop {
        Stop::Flaw(flaw)
    }
}

/// Walks from so many lines, with promises that can be kept and promises that cannot; with a limit if
/// `is_limited` says so.
struct Attempts {
    walks: u64,
    is_limited: bool,
}

impl Task for Attempts {
    type Out = Tally;

    fn run<G: Rules>(self, game: &G) -> Tally {
        let mut random = Random::new(13);
        let mut tally = Tally::default();
        while tally.walks < self.walks {
            let line = random_line(game, &mut random);
            if self.is_limited {
                let within = Within::new(game.clone(), random.below(9) as u32);
                let limited = within.limited(*line.position());
                // Without memory, so that nothing rests on when limited positions are the same.
                attempt_from(&Line::new(&within, limited), false, &mut random, &mut tally);
            } else {
                attempt_from(&line, true, &mut random, &mut tally);
            }
        }
        tally
    }
}

/// Walks from the end of a line, if exhaustive search can tell what it is worth.
fn attempt_from<G: Rules>(line: &Line<G>, remembers: bool, random: &mut Random, tally: &mut Tally) {
    let Some(worth) = value(line, NODES_MAX) else {
        return;
    };
    for player in Player::BOTH {
        let worth = Outcome::from_value(worth, Player::First).value_for(player);
        // True, and false by half a point or a whole result.
        for more in [0, 1] {
            let rank = worth.rank() + more;
            if rank > G::Value::BEST.rank() {
                continue;
            }
            let promise = Promise {
                player,
                at_least: G::Value::of_rank(rank),
            };
            let mut naive = Naive::new(promise);
            naive.remembers = remembers;
            let mut adversary = Adversary {
                naive,
                random: Random::new(random.bits()),
                bluffs: random.below(2) == 0,
                kept: HashMap::new(),
                answers: vec![],
                tally: *tally,
            };
            let end = Walk::new(line.clone(), promise).run(&mut adversary);
            let text = || line.game().line_text(line);
            assert!(end.is_err() || more == 0, "{promise:?}, {}", text());
            let by_the_book = by_the_book(line, promise, &adversary.answers);
            let expected = match end {
                Ok(()) => Ok(()),
                Err(Stop::Flaw(flaw)) => Err(Wrong::Flaw(flaw)),
                Err(Stop::TooLong) => Err(Wrong::Short),
            };
            assert_eq!(expected, by_the_book, "{promise:?}, {}", text());
            *tally = adversary.tally;
            tally.walks += 1;
            tally.accepted += u64::from(end.is_ok());
        }
    }
}

#[track_caller]
fn attempt(spec: &str, walks: u64, is_limited: bool) -> Tally {
    let tally = with_rules(spec, Attempts { walks, is_limited }).expect("a game");
    println!("{spec}: {tally:?}");
    assert!(tally.accepted > 0 && tally.confirmed > 0, "{tally:?}");
    tally
}

#[test]
fn without_histories() {
    for spec in [
        "ttt",
        "ttt+misere",
        "mnk:4x3x3",
        "nim:3,4,5",
        "kayles:3,4,5+misere",
    ] {
        let tally = attempt(spec, 3_000, false);
        // A position is worth the same wherever it is met.
        assert_eq!((tally.unproven, tally.false_), (0, 0), "{tally:?}");
    }
}

/// Equal heaps may be met with more plies left, or fewer.
#[test]
fn with_limits() {
    for spec in [
        "nim:2,3,4",
        "nim:2,3,4+misere",
        "subtract:9,4+take=1,2,3",
        "kayles:5,4",
    ] {
        attempt(spec, 2_000, true);
    }
}

const GO: [&str; 8] = [
    "go:1x4",
    "go:1x4+ssk",
    "go:1x4+suicide",
    "go:1x5",
    "go:2x2",
    "go:2x2+ssk",
    "go:2x2+nssk",
    "go:2x2+suicide",
];

#[test]
fn behind_histories() {
    let mut false_ = 0;
    for spec in GO {
        false_ += attempt(spec, 3_000, false).false_;
    }
    // That a position was kept behind another history proves nothing.
    assert!(false_ > 100, "{false_}");
}

#[test]
fn behind_histories_on_six_points() {
    for spec in ["go:2x3", "go:2x3+nssk", "go:2x3+ssk+suicide"] {
        attempt(spec, 500, false);
    }
}
