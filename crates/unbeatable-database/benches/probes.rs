//! A database of connect:5x4: bits a class and a position, and probes at random.

#![expect(
    clippy::unwrap_used,
    reason = "the solution of the tests, which panics"
)]

#[path = "../tests/all/solution.rs"]
mod solution;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Instant;

use divan::Bencher;
use divan::counter::ItemsCount;
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Layered, Settled, Spec, Wdl};
use unbeatable_database::{
    Database, DatabaseOptions, KeysReader, LayerHead, PartOf, PartSummary, Probe, ValuesReader,
    assemble_part, join, keys_path, part_folder, values_path,
};
use unbeatable_games::connect::{Connect, Discs};

fn main() {
    if let Some(folder) = std::env::var_os("DATABASE") {
        return ask(&PathBuf::from(folder));
    }
    let made = &*MADE;
    print_sizes("connect:5x4", &made.database);
    let folder = folder("sizes");
    for parts in [2, 16] {
        let name = format!("connect:5x4 in {parts} parts");
        print_sizes(&name, &in_parts(&folder, parts));
    }
    drop(std::fs::remove_dir_all(folder));
    divan::main();
    drop(std::fs::remove_dir_all(made.database.folder()));
}

/// Bits a class, a position and an entry, by the kinds of files.
fn print_sizes(name: &str, database: &Database) {
    let header = database.header();
    let total = header.total;
    println!(
        "{name}: {} positions, {} classes, {} entries",
        total.positions,
        total.classes,
        database.entries()
    );
    for end in ["table", ".keys", ".values"] {
        let files = header.files.iter().filter(|file| file.name.ends_with(end));
        let bytes: u64 = files.map(|file| file.bytes).sum();
        let bits = 8.0 * bytes as f64;
        println!(
            "*{end}: {bytes} bytes, {:.3} bits a class, {:.3} a position, {:.3} an entry",
            bits / total.classes as f64,
            bits / total.positions as f64,
            bits / database.entries() as f64,
        );
    }
}

/// Asks a database of Connect Four about positions of random games, in no order: with `DATABASE=FOLDER` in
/// place of everything else. What it says of a position must be the best of what it says of the moves.
fn ask(folder: &Path) {
    const ASKED: usize = 1_000_000;
    let database = Database::open(folder).expect("a database");
    let game = &database.header().about.game;
    let spec = Spec::parse(game).expect("a spec");
    let game = Connect::from_spec(spec).expect("Connect Four");
    let mut random = Random::new(1);
    let mut positions = vec![];
    while positions.len() < ASKED {
        let mut pos = game.start();
        while game.outcome(&pos).is_none() {
            positions.push(pos);
            let moves: Vec<u8> = game.moves(&pos).collect();
            pos = game.play(&pos, random.pick(&moves));
        }
    }
    for i in 0..positions.len() {
        let other = random.below(positions.len() as u64) as usize;
        positions.swap(i, other);
    }
    let value = |pos: &Discs| database.value_of_reachable(&game, game.pack(pos)).value;
    for pos in positions.iter().step_by(100) {
        let behind = game.moves(pos).map(|m| {
            let next = game.play(pos, m);
            let outcome = game.outcome(&next);
            outcome.map_or_else(
                || -value(&next),
                |outcome| outcome.value_for(game.turn(pos)),
            )
        });
        assert_eq!(behind.max(), Some(value(pos)));
    }
    let start = Instant::now();
    let wins = positions
        .iter()
        .filter(|pos| value(pos) == Wdl::Win)
        .count();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{}: {:.0} ns a value, of {} positions, {wins} of them won",
        database.header().about.game,
        1e9 * seconds / positions.len() as f64,
        positions.len(),
    );
}

struct Made {
    game: Connect,
    layers: Vec<Vec<(u64, Settled)>>,
    database: Database,
    /// Positions in no order, with what they are worth.
    asked: Vec<(Discs, Settled)>,
}

const NAME: &str = "connect:5x4";

const OPTIONS: DatabaseOptions = DatabaseOptions {
    distances: false,
    archive: true,
    threads: 1,
};

fn folder(name: &str) -> PathBuf {
    let name = format!("unbeatable-probes-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let game = Connect::new(5, 4, 4).expect("a board that fits");
    let (solution, database) = solution::database(&game, NAME, &folder("archive"), &OPTIONS);
    let all: Vec<(u64, Settled)> = solution.layers.iter().flatten().copied().collect();
    let mut random = Random::new(1);
    let asked = (0..100_000).map(|_| {
        let (key, settled) = random.pick(&all);
        (game.unpack(key), settled)
    });
    Made {
        asked: asked.collect(),
        game,
        layers: solution.layers,
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
        ..
    } = &*MADE;
    let mut i = 0;
    bencher.bench_local(|| {
        let (pos, settled) = &asked[i % asked.len()];
        i += 1;
        let known = database.value_of_reachable(game, game.pack(divan::black_box(pos)));
        assert_eq!(Some(known.value), settled.value());
    });
}

/// The value of a random position, from a database in three parts.
#[divan::bench(sample_count = 30, sample_size = 10_000)]
fn value_in_parts(bencher: Bencher) {
    let Made { game, asked, .. } = &*MADE;
    let folder = folder("parts");
    let database = in_parts(&folder, 3);
    let mut i = 0;
    bencher.bench_local(|| {
        let (pos, settled) = &asked[i % asked.len()];
        i += 1;
        let known = database.value_of_reachable(game, game.pack(divan::black_box(pos)));
        assert_eq!(Some(known.value), settled.value());
    });
    drop(std::fs::remove_dir_all(folder));
}

/// The database of these benches, made in parts.
fn in_parts(folder: &Path, parts: u32) -> Database {
    let Made { game, .. } = &*MADE;
    let (root, about) = (game.start(), solution::about(NAME));
    let solution = solution::solve(game, &root);
    let last = solution.layers.len() as u32 - 1;
    let made = |part| {
        let part = PartOf { part, parts };
        let place = part_folder(folder, part.part);
        std::fs::create_dir_all(&place).expect("a folder");
        solution.write_some(&place, NAME, Some(part));
        let watch = &mut |_| ControlFlow::Continue(());
        assemble_part(
            game,
            game.pack(&root),
            &about,
            folder,
            part,
            last,
            &OPTIONS,
            watch,
        )
        .expect("a part")
    };
    let summaries: Vec<PartSummary> = (0..parts).map(made).collect();
    join(game, game.pack(&root), &about, folder, &OPTIONS, &summaries).expect("all parts");
    Database::open(folder).expect("a database")
}

fn probe(bencher: Bencher, database: &Database) {
    let Made { game, asked, .. } = &*MADE;
    let mut i = 0;
    bencher.bench_local(|| {
        let (pos, settled) = &asked[i % asked.len()];
        i += 1;
        let found = database
            .probe(game, game.pack(divan::black_box(pos)))
            .expect("a sound archive");
        match found {
            Probe::Known(known) => assert_eq!(Some(known.value), settled.value()),
            found => assert!(matches!(found, Probe::Finished(_))),
        }
    });
}

/// A probe that tests by the archive whether the position can be reached: a block of it each time.
#[divan::bench(sample_count = 10, sample_size = 100)]
fn probe_with_an_archive(bencher: Bencher) {
    probe(bencher, &MADE.database);
}

/// And by going back to the root.
#[divan::bench(sample_count = 10, sample_size = 1000)]
fn probe_without_an_archive(bencher: Bencher) {
    let folder = folder("table");
    let options = DatabaseOptions {
        archive: false,
        ..OPTIONS
    };
    let (_, database) = solution::database(&MADE.game, NAME, &folder, &options);
    probe(bencher, &database);
    drop(std::fs::remove_dir_all(folder));
}

/// All classes, written to files.
#[divan::bench(sample_count = 3)]
fn write_layers(bencher: Bencher) {
    let folder = folder("layers");
    let layers: Vec<(Vec<u64>, Vec<Settled>)> = MADE
        .layers
        .iter()
        .map(|layer| layer.iter().copied().unzip())
        .collect();
    let classes = ItemsCount::new(MADE.database.header().total.classes as usize);
    bencher.counter(classes).bench_local(|| {
        for (layer, (keys, values)) in (0..).zip(&layers) {
            solution::write_layer(&folder, &head(layer), keys, values);
        }
    });
    drop(std::fs::remove_dir_all(folder));
}

/// All classes, read from files.
#[divan::bench(sample_count = 3)]
fn read_layers(bencher: Bencher) {
    let Made {
        database, layers, ..
    } = &*MADE;
    let classes = ItemsCount::new(database.header().total.classes as usize);
    let (mut keys, mut values) = (vec![], vec![]);
    bencher.counter(classes).bench_local(|| {
        for (layer, classes) in (0..).zip(layers) {
            let folder = database.folder();
            let mut keys_file = KeysReader::open(&keys_path(folder, layer), &head(layer)).unwrap();
            let values_path = values_path(folder, layer);
            let mut values_file = ValuesReader::open(&values_path, &head(layer)).unwrap();
            let mut read = 0;
            while keys_file.next(&mut keys).unwrap() && values_file.next(&mut values).unwrap() {
                read += keys.len();
                assert_eq!((keys[0], values[0]), classes[read - keys.len()]);
            }
            assert_eq!(read, classes.len());
        }
    });
}

fn head(layer: u32) -> LayerHead {
    LayerHead {
        game: NAME.to_string(),
        root: MADE.layers[0][0].0,
        layer,
        part: None,
    }
}

/// The table made of the layers.
#[divan::bench(sample_count = 2)]
fn assemble(bencher: Bencher) {
    let Made { game, database, .. } = &*MADE;
    let header = database.header();
    bencher
        .counter(ItemsCount::new(header.total.classes as usize))
        .bench_local(|| {
            let (root, folder) = (game.start(), database.folder());
            let made = solution::assemble_all(game, &root, NAME, folder, &OPTIONS);
            assert_eq!(made.unwrap().header(), header);
        });
}

/// Everything verified.
#[divan::bench(sample_count = 2)]
fn verify(bencher: Bencher) {
    let Made { game, database, .. } = &*MADE;
    let header = database.header();
    bencher
        .counter(ItemsCount::new(header.total.classes as usize))
        .bench_local(|| {
            let show = |number: u64| number.to_string();
            let watch = &mut |_| ControlFlow::Continue(());
            let verified = unbeatable_database::verify(game, database, 1, &show, watch).unwrap();
            assert_eq!(verified.positions, 3_945_711);
        });
}
