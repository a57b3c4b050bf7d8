use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use unbeatable_core::random::Random;
use unbeatable_core::{Goal, Line, Spec};
use unbeatable_games::go::Go;

use super::claimed::{Claimed, WORD_MIN};
use super::frames::Single;
use super::memory::{FIRST, Need, Proof};
use super::sets::{EMPTY, Sets, Union};
use super::*;
use crate::{Search, Solver};

fn go(spec: &str) -> Go {
    Go::from_spec(Spec::parse(spec).unwrap()).unwrap()
}

const SPECS: [&str; 8] = [
    "go:1x1",
    "go:1x5",
    "go:2x2",
    "go:2x3+ssk",
    "go:3x3",
    "go:3x3+nssk",
    "go:3x4+komi=1",
    "go:4x4",
];

/// Random lines of a game, none of them over.
fn lines<'g, G: Game>(game: &'g G, count: usize) -> Vec<Line<'g, G>> {
    let mut random = Random::new(11);
    let line = |_| {
        let mut line = Line::new(game, game.start());
        for _ in 0..random.below(30) {
            let moves: Vec<G::Move> = game.moves(line.position()).collect();
            let m = random.pick(&moves);
            if line.play(m) && line.outcome().is_some() {
                line.undo();
            }
        }
        line
    };
    (0..count).map(line).collect()
}

#[test]
fn frames_compose_as_the_images_do() {
    for spec in SPECS {
        let go = go(spec);
        let frames = Frames::new(&go, true);
        for line in lines(&go, 50) {
            let pos = line.position();
            let canon = frames.canonical(&go, pos);
            let there = frames.between(&go, pos, &canon);
            assert_eq!(frames.image(&go, pos, there), canon);
            for f in 0..frames.count() {
                let image = frames.image(&go, pos, f);
                assert_eq!(frames.canonical(&go, &image), canon);
                for g in 0..frames.count() {
                    let both = frames.image(&go, &image, g);
                    assert_eq!(both, frames.image(&go, pos, frames.then(f, g)));
                }
            }
        }
    }
}

#[test]
fn to_map_a_mark_is_to_mark_the_image() {
    for spec in SPECS {
        let go = go(spec);
        let frames = Frames::new(&go, true);
        let sets = Sets::new();
        for line in lines(&go, 100) {
            // What a pass leads to may leave no mark; what stood before it does.
            let pos = match go.passes(line.position()) {
                0 => *line.position(),
                _ => go.board(line.position()),
            };
            let mark = sets.mark(&go, &frames, &pos);
            for f in 0..frames.count() {
                let image = sets.mark(&go, &frames, &frames.image(&go, &pos, f));
                assert_eq!(mark.mapped(&frames, f), image, "{spec} {pos:?} {f}");
            }
        }
    }
}

#[test]
fn unions_hold_what_was_added_and_nothing_else() {
    let go = go("go:3x3");
    let frames = Frames::new(&go, true);
    let mut sets = Sets::new();
    assert!(sets.grow(1 << 16, 1, &mut usize::MAX.clone()));
    let mut union = Union::default();
    assert_eq!(union.finish(&sets), Some(EMPTY));
    assert_eq!(sets.words(EMPTY).len(), 0);
    let mut random = Random::new(3);
    let marks: Vec<Single> = lines(&go, 60)
        .iter()
        .map(|line| sets.mark(&go, &frames, &go.board(line.position())))
        .collect();
    for _ in 0..100 {
        let chosen: Vec<Single> = (0..20).map(|_| random.pick(&marks)).collect();
        for mark in &chosen {
            union.add(mark.word(&frames));
        }
        let set = union.finish(&sets).unwrap();
        let f = random.below(u64::from(frames.count())) as u8;
        union.add_set(&sets, &frames, set, f);
        let image = union.finish(&sets).unwrap();
        let holds = |set, mark: Single| {
            let (index, bits) = mark.word(&frames);
            let mut words = sets.words(set);
            words.any(|(i, on)| i == index && on & bits != 0)
        };
        for &mark in &marks {
            let is_chosen = chosen.contains(&mark);
            assert_eq!(holds(set, mark), is_chosen);
            assert_eq!(holds(image, mark.mapped(&frames, f)), is_chosen);
        }
    }
}

fn search<G: Game>(game: &G, budget: Budget) -> Search<'_, G, (), (), SuperkoDfPn> {
    let options = SuperkoDfPn {
        alone_nodes: 10,
        ..SuperkoDfPn::BEST
    };
    Search::new(game, &(), &(), options, budget)
}

/// Solves random lines with that memory and with much; how many times the small one was swept.
fn check_sweeps(spec: &str, table_bytes_max: usize, threads: usize) -> u32 {
    let go = go(spec);
    let narrow = Budget {
        table_bytes_max,
        threads,
        ..Budget::DEFAULT
    };
    let mut roomy = search(&go, Budget::DEFAULT);
    let mut narrow = search(&go, narrow);
    for line in lines(&go, 60) {
        let [a, b] = [&mut narrow, &mut roomy].map(|search| {
            let solved = search.solve(&line, Goal::Value, &());
            assert_eq!(solved.stopped, None);
            assert!(solved.table_bytes <= search.budget.table_bytes_max);
            solved.bounds
        });
        assert_eq!(a, b, "{spec}");
    }
    let [narrow, roomy] = [narrow, roomy].map(|search| {
        let memory = search.memory.table.into_inner();
        memory.expect("nobody panicked").sweeps
    });
    assert_eq!(roomy, 0);
    narrow
}

const SWEPT: [&str; 4] = ["go:1x6", "go:1x6+nssk", "go:2x4", "go:2x4+ssk"];

#[test]
fn what_a_sweep_forgets_is_found_again() {
    let sweeps: u32 = SWEPT
        .map(|spec| check_sweeps(spec, 100_000, 1))
        .iter()
        .sum();
    assert!(sweeps > 500, "{sweeps}");
}

#[test]
fn who_searches_while_another_sweeps_begins_again() {
    let sweeps: u32 = SWEPT
        .map(|spec| check_sweeps(spec, 150_000, 3))
        .iter()
        .sum();
    assert!(sweeps > 50, "{sweeps}");
}

#[test]
fn one_of_many_threads_writes_and_all_read_its_value() {
    for round in 0..200u64 {
        let places: Vec<Claimed<[u64; 3]>> = (0..64).map(|_| Claimed::vacant()).collect();
        let (places, firsts) = (&places, AtomicU64::new(0));
        thread::scope(|scope| {
            for thread in 0..4u64 {
                let firsts = &firsts;
                scope.spawn(move || {
                    for (i, place) in (0..).zip(places) {
                        let value = [round, i, thread];
                        let is_first = place.claim(value, WORD_MIN + thread);
                        firsts.fetch_add(u64::from(is_first), Relaxed);
                        let (&[of_round, at, writer], word) = place.get().unwrap();
                        assert_eq!([of_round, at], [round, i]);
                        assert_eq!(word % 16, WORD_MIN + writer);
                        // Whoever changes the word leaves the value alone.
                        let _ = place.change(word, word + 16);
                    }
                });
            }
        });
        assert_eq!(firsts.into_inner(), 64);
    }
}

#[test]
fn a_word_changes_only_from_what_it_was() {
    let place = Claimed::vacant();
    assert_eq!(place.get(), None);
    assert!(place.claim(7u8, 10));
    assert!(!place.claim(8u8, 11));
    assert_eq!(place.change(11, 12), Err(10));
    assert_eq!(place.change(10, 12), Ok(()));
    assert_eq!(place.get(), Some((&7, 12)));
}

#[test]
#[should_panic(expected = "says that it is there")]
fn no_word_takes_a_value_back() {
    let place = Claimed::vacant();
    place.claim(7u8, 10);
    let _ = place.change(10, 0);
}

/// Threads that put different positions where the same place is looked for first.
#[test]
fn a_proof_never_becomes_another_positions() {
    let go = go("go:3x4");
    let positions: Vec<_> = {
        let lines = lines(&go, 400);
        let boards = lines.iter().map(|line| go.board(line.position()));
        boards.collect::<std::collections::HashSet<_>>()
    }
    .into_iter()
    .take(96)
    .collect();
    let need = Need {
        proofs: positions.len(),
        listed: 1,
        threads: 4,
        own_bytes: 0,
    };
    for _ in 0..100 {
        let mut memory = ProofMemory::new(1 << 24);
        memory.ask();
        assert!(memory.grow(&go, need, 1));
        let (go, memory, positions) = (&go, &memory, &positions);
        thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let mut stretch = 0..0;
                    assert!(memory.has_room(need, &mut stretch));
                    for (i, pos) in positions.iter().enumerate().skip(thread).step_by(4) {
                        let proof = Proof::of_itself(i as i16, true);
                        memory.prove(go, pos, 0, proof, 1, &mut stretch);
                    }
                });
            }
        });
        for (i, pos) in positions.iter().enumerate() {
            let proofs: Vec<_> = memory.proofs(memory.find(go, pos), pos).collect();
            assert_eq!(proofs.len(), 1);
            assert_eq!(proofs[0].bound, i as i16);
        }
    }
}

/// Where a position would be, another one may be by now.
#[test]
fn a_place_that_another_took_says_nothing() {
    let go = go("go:3x3");
    let mut memory = ProofMemory::new(1 << 24);
    let need = Need {
        proofs: 2,
        listed: 1,
        threads: 1,
        own_bytes: 0,
    };
    assert!(memory.grow(&go, need, 1));
    let mut stretch = 0..0;
    assert!(memory.has_room(need, &mut stretch));
    let boards: Vec<_> = lines(&go, 200)
        .iter()
        .map(|line| go.board(line.position()))
        .collect();
    let place = |pos: &_| memory.first_place(&go, pos);
    let together = |&(a, b): &(&_, &_)| a != b && place(a) == place(b);
    let mut pairs = boards
        .iter()
        .flat_map(|a| boards.iter().map(move |b| (a, b)));
    let (mine, others) = pairs.find(together).expect("one of so many pairs");
    let found = memory.find(&go, mine);
    memory.prove(&go, others, 0, Proof::of_itself(7, true), 1, &mut stretch);
    assert!(memory.is_known(found, others));
    assert!(!memory.is_known(found, mine));
    assert_eq!(memory.work(found, mine), 0);
    assert_eq!(memory.numbers(found, mine, 0), None);
    assert_eq!(memory.proofs(found, mine).count(), 0);
    assert_ne!(memory.find_again(&go, mine, found), found);
    // Who was about to write there finds another place.
    let numbers = memory.numbers(found, others, 0).expect("a proof has some");
    memory.put_at(&go, (mine, found), 1, (0, FIRST), |newest| newest);
    assert_eq!(memory.numbers(found, others, 0), Some(numbers));
    let own = memory.find(&go, mine);
    assert_ne!(own, found);
    assert_eq!(memory.numbers(own, mine, 0), Some(FIRST));
    assert_eq!(memory.proofs(own, mine).count(), 0);
}
