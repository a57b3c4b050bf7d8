//! A database of connect:5x4: bits a class and a position, and probes at random.

#![expect(
    clippy::unwrap_used,
    reason = "the solution of the tests, which panics"
)]

#[path = "../tests/all/solution.rs"]
mod solution;

use std::sync::LazyLock;

use divan::Bencher;
use unbeatable_core::random::Random;
use unbeatable_core::{Layered, Settled};
use unbeatable_database::{Database, Options};
use unbeatable_games::connect::{Connect, Discs};

fn main() {
    let made = &*MADE;
    let header = made.database.header();
    let total = header.total;
    println!(
        "connect:5x4: {} positions, {} classes",
        total.positions, total.classes
    );
    for file in &header.files[..1] {
        let bits = 8.0 * file.bytes as f64;
        println!(
            "{}: {} bytes, {:.3} bits a class, {:.3} a position, {:.3} an entry",
            file.name,
            file.bytes,
            bits / total.classes as f64,
            bits / total.positions as f64,
            bits / made.database.entries() as f64,
        );
    }
    for end in [".keys", ".values"] {
        let files = header.files.iter().filter(|file| file.name.ends_with(end));
        let bytes: u64 = files.map(|file| file.bytes).sum();
        let bits = 8.0 * bytes as f64;
        println!(
            "*{end}: {bytes} bytes, {:.3} bits a class, {:.3} a position",
            bits / total.classes as f64,
            bits / total.positions as f64
        );
    }
    divan::main();
    drop(std::fs::remove_dir_all(made.database.folder()));
}

struct Made {
    game: Connect,
    database: Database,
    /// Positions in no order, with what they are worth.
    asked: Vec<(Discs, Settled)>,
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let game = Connect::new(5, 4, 4).expect("a board that fits");
    let folder = std::env::temp_dir().join(format!("unbeatable-probes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let options = Options {
        distances: false,
        archive: true,
        threads: 1,
    };
    let (solution, database) = solution::database(&game, "connect:5x4", &folder, &options);
    let all: Vec<(u64, Settled)> = solution.layers.into_iter().flatten().collect();
    let mut random = Random::new(1);
    let asked = (0..100_000).map(|_| {
        let (key, settled) = random.pick(&all);
        (game.unpack(key), settled)
    });
    Made {
        asked: asked.collect(),
        game,
        database,
    }
});

/// The value of a random position, through the rules and the table.
#[divan::bench(sample_count = 30, sample_size = 10_000)]
fn value_of_reachable(bencher: Bencher) {
    let Made {
        game,
        database,
        asked,
    } = &*MADE;
    let mut i = 0;
    bencher.bench_local(|| {
        let (pos, settled) = &asked[i % asked.len()];
        i += 1;
        let known = database.value_of_reachable(game, divan::black_box(pos));
        assert_eq!(Some(known.value), settled.value());
    });
}

/// The same with a test whether the position can be reached: by the archive, a block of it each time.
#[divan::bench(sample_count = 10, sample_size = 100)]
fn probe_the_archive(bencher: Bencher) {
    let Made {
        game,
        database,
        asked,
    } = &*MADE;
    let mut i = 0;
    bencher.bench_local(|| {
        let (pos, _) = &asked[i % asked.len()];
        i += 1;
        database
            .probe(game, divan::black_box(pos))
            .expect("a sound archive")
    });
}
