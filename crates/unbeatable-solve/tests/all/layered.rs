//! Strong solutions, layer by layer, against backward induction position by position; and forecasts
//! against what is found.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use unbeatable_core::{Budget, Game, Layered, Settled};
use unbeatable_games::connect::Connect;
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::backward;
use unbeatable_solve::layered::{
    Follower, Halted, Kernel, LayerStanding, Layers, MemoryShelf, Phase, Room, find, forecast,
    solve,
};

const ROOM: Room = Room {
    threads: 2,
    bytes_max: 1 << 24,
};

/// Room in which the larger layers of 5x4 are taken in parts, and runs go to the shelf.
const NARROW: Room = Room {
    threads: 2,
    bytes_max: 1 << 20,
};

/// Every position of every layer is worth what backward induction says, distance included, and no layer
/// lacks one.
fn agrees<G: Layered>(game: &G, root: &G::Position, room: Room) -> Layers {
    let kernel = Kernel::new(game, root);
    let shelf = MemoryShelf::default();
    let layers = solve(&kernel, room, &shelf, &()).expect("room enough");
    let solution = backward(game, *root, true, &Budget::DEFAULT, &());
    assert_eq!(solution.stopped, None);
    let mut found = 0;
    for (layer, &classes) in (layers.first..).zip(&layers.classes) {
        let (keys, values) = shelf.layer(layer).expect("it was solved");
        assert_eq!((keys.len() as u64, values.len()), (classes, keys.len()));
        assert!(keys.is_sorted_by(|a, b| a < b));
        for (&key, &settled) in keys.iter().zip(values.iter()) {
            let pos = game.unpack(key);
            assert_eq!(game.layer(&pos), layer);
            let entry = solution.entry(&pos).expect("it can be reached");
            assert_eq!(
                Settled::new(entry.value, entry.distance),
                Some(settled),
                "{pos:?}"
            );
            found += 1;
        }
    }
    assert_eq!(found, solution.len());
    let root = solution.entry(root).expect("it is solved");
    assert_eq!(layers.root.value(), Some(root.value));
    layers
}

fn connect(columns: u8, rows: u8, length: u8) -> Connect {
    Connect::new(columns, rows, length).expect("a possible board")
}

/// A shelf in memory keeps no more than it may, and what it can keep is enough.
#[test]
fn a_shelf_that_is_full_says_so() {
    struct Forgetful<'s>(&'s MemoryShelf);
    impl Follower for Forgetful<'_> {
        fn at(&self, _: &LayerStanding) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn found(&self, layer: u32, _: u64) {
            if let Some(before) = layer.checked_sub(1) {
                self.0.forget(before);
            }
        }
    }
    let game = connect(5, 4, 4);
    let kernel = Kernel::new(&game, &game.start());
    let count = |bytes_max| {
        let shelf = MemoryShelf::within(bytes_max);
        find(&kernel, NARROW, &shelf, &Forgetful(&shelf))
    };
    let layers = count(usize::MAX).expect("room enough");
    let largest = layers.iter().max().copied().unwrap_or(0) as usize;
    let full = count(8 * largest).expect_err("the next layer, and runs, beside the largest");
    assert!(matches!(full, Halted::Shelf(_)), "{full:?}");
    // Runs hold many a position twice.
    assert_eq!(count(8 * 5 * largest).expect("room enough"), layers);
}

#[test]
fn all_positions_are_worth_what_backward_induction_says() {
    for (columns, rows, length) in [
        (1, 1, 1),
        (3, 3, 3),
        (4, 4, 4),
        (4, 3, 3),
        (3, 5, 4),
        (5, 3, 3),
    ] {
        let game = connect(columns, rows, length);
        agrees(&game, &game.start(), ROOM);
    }
    for (columns, rows, length, misere) in [
        (3, 3, 3, false),
        (3, 3, 3, true),
        (4, 3, 3, false),
        (4, 3, 4, true),
        (1, 5, 2, false),
    ] {
        let game = Mnk::new(columns, rows, length, misere).unwrap();
        agrees(&game, &game.start(), ROOM);
    }
}

/// From a position that is not symmetric, too, and from one at the end.
#[test]
fn any_position_may_be_the_root() {
    let game = connect(4, 4, 4);
    let mut pos = game.start();
    for column in [0, 0, 1, 3, 3, 2] {
        pos = game.play(&pos, column);
        agrees(&game, &pos, ROOM);
    }
    let game = connect(2, 1, 2);
    let end = game.play(&game.play(&game.start(), 0), 1);
    assert_eq!(agrees(&game, &end, ROOM).classes, [1]);
}

#[test]
fn neither_memory_nor_threads_change_anything() {
    let game = connect(5, 4, 4);
    let kernel = Kernel::new(&game, &game.start());
    let run = |room| {
        let shelf = MemoryShelf::default();
        let layers = solve(&kernel, room, &shelf, &()).unwrap();
        let all = (0..)
            .map_while(|layer| shelf.layer(layer))
            .collect::<Vec<_>>();
        (layers, all)
    };
    let expected = run(ROOM);
    let mut images = vec![];
    let mut positions = |key: &u64| {
        kernel.game().images_of(*key, &mut images);
        images.len()
    };
    let keys = expected.1.iter().flat_map(|(keys, _)| keys.iter());
    let all: usize = keys.map(&mut positions).sum();
    assert_eq!(all, 3_945_711, "Tromp");
    for threads in [1, 3] {
        assert!(run(Room { threads, ..ROOM }) == expected);
        assert!(run(Room { threads, ..NARROW }) == expected);
    }
}

#[test]
fn too_little_memory_is_said() {
    let game = connect(5, 4, 4);
    let kernel = Kernel::new(&game, &game.start());
    for bytes_max in [0, 1 << 10, 1 << 18] {
        let room = Room {
            threads: 1,
            bytes_max,
        };
        match solve(&kernel, room, &MemoryShelf::default(), &()) {
            Err(Halted::Memory(bytes)) => assert!(bytes > room.bytes_max),
            other => panic!("{other:?}"),
        }
    }
}

/// Stops after so many calls.
struct Impatient(AtomicU64);

impl Follower for Impatient {
    fn at(&self, now: &LayerStanding) -> ControlFlow<()> {
        assert!(now.done <= now.of, "{now:?}");
        match self.0.fetch_sub(1, Relaxed) {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Whoever is stopped, however often, goes on from the last layer that was finished.
#[test]
fn a_run_that_was_stopped_goes_on() {
    let game = connect(5, 4, 4);
    let kernel = Kernel::new(&game, &game.start());
    let whole = MemoryShelf::default();
    let expected = solve(&kernel, ROOM, &whole, &()).unwrap();
    let shelf = MemoryShelf::default();
    let mut halts = 0;
    let layers = loop {
        match solve(&kernel, ROOM, &shelf, &Impatient(AtomicU64::new(9))) {
            Ok(layers) => break layers,
            Err(Halted::Asked) => halts += 1,
            Err(other) => panic!("{other:?}"),
        }
    };
    assert!(halts > 5, "{halts}");
    assert_eq!(layers, expected);
    assert!((0..=20).all(|layer| shelf.layer(layer) == whole.layer(layer)));
}

/// The forecast of games that are known: it is as far off as it says, give or take what chance does. With
/// more layers known it is better, and with all of them exact.
#[test]
fn forecasts_come_near() {
    for (game, positions) in [
        (connect(4, 4, 4), 161_029.0),
        (connect(5, 4, 4), 3_945_711.0),
        (connect(4, 5, 4), 1_706_255.0),
    ] {
        let kernel = Kernel::new(&game, &game.start());
        let shelf = MemoryShelf::default();
        let classes = find(&kernel, ROOM, &shelf, &()).unwrap();
        for known in [0, 3, classes.len() / 3, classes.len() / 2] {
            let found = forecast(&kernel, &classes[..known], 2_000, 7, &|| false).unwrap();
            let off: f64 = found.all.positions / positions - 1.0;
            assert!(found.error < 0.2, "{game:?} {known}: {}", found.error);
            assert!(
                off.abs() < 0.03 + 2.0 * found.error,
                "{game:?} {known}: {off}"
            );
            assert_eq!(found.layers.len(), classes.len());
        }
        let found = forecast(&kernel, &classes, 100, 7, &|| false).unwrap();
        assert_eq!(found.all.classes, classes.iter().sum::<u64>() as f64);
        assert_eq!(found.error, 0.0);
        assert_eq!(forecast(&kernel, &classes, 100, 7, &|| true), None);
    }
}

#[test]
fn phases_are_told_in_order() {
    struct Notes(std::sync::Mutex<Vec<(Phase, u32)>>);
    impl Follower for Notes {
        fn at(&self, now: &LayerStanding) -> ControlFlow<()> {
            self.0.lock().unwrap().push((now.phase, now.layer));
            ControlFlow::Continue(())
        }
    }
    let notes = Notes(Default::default());
    let game = connect(3, 3, 3);
    let kernel = Kernel::new(&game, &game.start());
    solve(&kernel, ROOM, &MemoryShelf::default(), &notes).unwrap();
    let mut notes = notes.0.into_inner().unwrap();
    notes.dedup();
    let forward = (0..=9).map(|layer| (Phase::Forward, layer));
    let backward = (0..=9).rev().map(|layer| (Phase::Backward, layer));
    assert_eq!(notes, forward.chain(backward).collect::<Vec<_>>());
}
