//! Databases: every position has its value, and positions outside are said to be outside.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use unbeatable_core::{Game, Layered, Player, Settled, Spec, Wdl};
use unbeatable_database::{
    Database, DatabaseOptions, Digest, Probe, ProbedValue, assemble, keys_path, values_path,
};
use unbeatable_games::connect::Connect;
use unbeatable_games::mnk::Mnk;

use crate::folder::Folder;
use crate::solution::{Solution, about, assemble_all, database, solve};
use crate::verification::change_header;

pub(crate) const PLAIN: DatabaseOptions = DatabaseOptions {
    distances: false,
    archive: false,
    threads: 1,
};

pub(crate) fn connect(columns: u8, rows: u8, length: u8) -> Connect {
    Connect::new(columns, rows, length).unwrap()
}

pub(crate) fn mnk(spec: &str) -> Mnk {
    Mnk::from_spec(Spec::parse(spec).unwrap()).unwrap()
}

/// Every class of the solution, and every image of it, has its value.
pub(crate) fn check_values<G: Layered>(game: &G, solution: &Solution, database: &Database) {
    let header = database.header();
    for &(key, settled) in solution.layers.iter().flatten() {
        for pos in game.images(&game.unpack(key)) {
            let found = database.value_of_reachable(game, game.pack(&pos));
            assert_eq!(Some(found.value), settled.value(), "{pos:?}");
            if header.distances {
                assert_eq!(found.distance, settled.distance(), "{pos:?}");
            } else if let Some(plies) = found.distance {
                assert_eq!(Some(plies), settled.distance(), "{pos:?}");
            }
        }
    }
}

#[track_caller]
fn check_game<G: Layered>(game: &G, name: &str, positions: u64) {
    let mut bytes = None;
    for (distances, archive, threads) in [
        (false, true, 1),
        (true, true, 1),
        (true, false, 2),
        (false, false, 3),
    ] {
        let folder = Folder::new();
        let options = DatabaseOptions {
            distances,
            archive,
            threads,
        };
        let (solution, database) = database(game, name, folder.path(), &options);
        check_values(game, &solution, &database);
        let header = database.header();
        assert_eq!(header.total.positions, positions, "{name}");
        let classes: usize = solution.layers.iter().map(Vec::len).sum();
        assert_eq!(header.total.classes, classes as u64);
        let mut digest = Digest::new();
        for (layer, classes) in (solution.layer_first..).zip(&solution.layers) {
            for &(key, settled) in classes.iter().rev() {
                digest.add(layer, key, settled);
            }
            assert_eq!(keys_path(folder.path(), layer).exists(), archive);
            assert_eq!(values_path(folder.path(), layer).exists(), archive);
        }
        assert_eq!(header.digest, digest.hex());
        if !distances {
            // The table does not depend on the number of threads.
            let table = fs::read(folder.join("table")).unwrap();
            assert!(*bytes.get_or_insert(table.clone()) == table);
        }
    }
}

#[test]
fn all_values_of_small_games_are_right() {
    check_game(&connect(1, 1, 1), "connect:1x1+K=1", 2);
    check_game(&connect(3, 3, 3), "connect:3x3+K=3", 694);
    check_game(&connect(4, 4, 4), "connect:4x4", 161_029);
    check_game(&mnk("ttt"), "ttt", 5478);
    let misere = mnk("ttt+misere");
    let solution = solve(&misere, &misere.start());
    let positions: u64 = solution
        .layers
        .iter()
        .flatten()
        .map(|(key, _)| {
            let pos = misere.unpack(*key);
            let images = misere.images(&pos);
            images.collect::<HashSet<_>>().len() as u64
        })
        .sum();
    check_game(&misere, "ttt+misere", positions);
}

#[test]
fn the_header_says_what_there_is() {
    let folder = Folder::new();
    let (_, database) = database(&mnk("ttt"), "ttt", folder.path(), &PLAIN);
    let header = database.header();
    let total = header.total;
    // Lomont's numbers: 765 classes; 626 + 332 won ends and 16 drawn ones.
    assert_eq!(
        (total.classes, total.positions, total.finished),
        (765, 5478, 958)
    );
    assert_eq!(total.first_wins + total.draws + total.second_wins, 5478);
    assert_eq!((header.outcome.as_str(), header.plies), ("draw", None));
    assert_eq!(header.layers.len(), 10);
    assert_eq!(header.layers[1].counts.positions, 9);
    assert!(!header.distances && !header.archive);
    let text = fs::read_to_string(folder.join("database.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["game"], "ttt");
    assert_eq!(json["layers"][9]["layer"], 9);
    let again = Database::open(folder.path()).unwrap();
    assert_eq!(again.header(), header);
}

/// All positions with as many discs as a player can have: those that can be reached, and those that
/// cannot because of the order in which they would have to be placed.
pub(crate) fn all_positions(game: &Connect) -> Vec<u64> {
    let heights = u64::from(game.rows()) + 1;
    let per_column: Vec<u64> = (1..1 << heights).collect();
    let mut numbers = vec![0];
    for column in 0..u64::from(game.columns()) {
        let with = |number: &u64| {
            let number = *number;
            let shift = column * heights;
            per_column
                .iter()
                .map(move |discs| number | discs << shift)
                .collect::<Vec<_>>()
        };
        numbers = numbers.iter().flat_map(with).collect();
    }
    numbers.retain(|&number| {
        let [x, o] = game.unpack(number).by_player().map(u64::count_ones);
        game.pack(&game.unpack(number)) == number && (x == o || x == o + 1)
    });
    numbers
}

#[test]
fn positions_outside_are_said_to_be_outside() {
    let game = connect(3, 3, 3);
    for archive in [false, true] {
        let folder = Folder::new();
        let options = DatabaseOptions { archive, ..PLAIN };
        let (solution, database) = database(&game, "connect:3x3+K=3", folder.path(), &options);
        let inside: HashSet<u64> = solution
            .layers
            .iter()
            .flatten()
            .map(|(key, _)| *key)
            .collect();
        let mut found = [0; 3];
        for number in all_positions(&game) {
            let pos = game.unpack(number);
            let probe = database.probe(&game, game.pack(&pos)).unwrap();
            let is_inside = inside.contains(&game.fold(number));
            let is_finished = game.outcome(&pos).is_some();
            match probe {
                Probe::Finished(outcome) => {
                    assert_eq!(Some(outcome), game.outcome(&pos));
                    found[0] += 1;
                }
                Probe::Known(known) => {
                    assert!(is_inside && !is_finished, "{pos:?}");
                    assert_eq!(
                        known.value,
                        database.value_of_reachable(&game, game.pack(&pos)).value
                    );
                    assert_eq!(
                        known.distance.is_some(),
                        known.value != Wdl::Draw && (archive || known.distance == Some(1))
                    );
                    found[1] += 1;
                }
                Probe::Outside => {
                    assert!(!is_inside && !is_finished, "{pos:?}");
                    found[2] += 1;
                }
                Probe::CannotTell => panic!("so few positions can be told"),
            }
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }
}

#[test]
fn a_database_may_begin_anywhere() {
    let game = connect(4, 4, 4);
    let root = [1, 0, 3]
        .iter()
        .fold(game.start(), |pos, &m| game.play(&pos, m));
    let folder = Folder::new();
    let solution = solve(&game, &root);
    solution.write(folder.path(), "connect:4x4");
    let database = assemble_all(&game, &root, "connect:4x4", folder.path(), &PLAIN).unwrap();
    check_values(&game, &solution, &database);
    let ask = |pos| database.probe(&game, game.pack(&pos)).unwrap();
    assert_eq!(ask(game.start()), Probe::Outside);
    let known = ask(root);
    assert_eq!(
        known,
        Probe::Known(ProbedValue {
            value: Wdl::Draw,
            distance: None
        })
    );
    let mirrored = game.images(&root).last().unwrap();
    assert_eq!(ask(mirrored), known);
    let elsewhere = [0, 0, 0]
        .iter()
        .fold(game.start(), |pos, &m| game.play(&pos, m));
    assert_eq!(ask(elsewhere), Probe::Outside);
    assert_eq!(game.turn(&root), Player::Second);
}

#[track_caller]
pub(crate) fn check_refused(folder: &Path, expected: &str) {
    let error = Database::open(folder).err().expect("refused").to_string();
    assert!(error.contains(expected), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn folders_that_are_something_else_are_refused() {
    let folder = Folder::new();
    check_refused(&folder.join("nowhere"), "No such file");
    check_refused(
        folder.path(),
        "not a database, expected a folder with database.json",
    );
    let game = mnk("ttt");
    let solution = solve(&game, &game.start());
    solution.write(folder.path(), "ttt");
    check_refused(folder.path(), "an unfinished run, expected a database");
    let options = DatabaseOptions {
        archive: true,
        ..PLAIN
    };
    drop(database(&game, "ttt", folder.path(), &options));
    let json = folder.join("database.json");
    let text = fs::read_to_string(&json).unwrap();
    for (was, is, expected) in [
        (
            "unbeatable database",
            "another database",
            "not a database's",
        ),
        (
            "\"positions\": 5478",
            "\"positions\": 5479",
            "damaged (checksum)",
        ),
        ("{", "[", "not a database's"),
    ] {
        fs::write(&json, text.replacen(was, is, 1)).unwrap();
        check_refused(folder.path(), expected);
    }
    fs::write(&json, &text).unwrap();
    change_header(folder.path(), "\"format\": 1", "\"format\": 2");
    check_refused(folder.path(), "has format 2, expected 1");
    fs::write(&json, &text).unwrap();
    let layer = keys_path(folder.path(), 4);
    fs::rename(&layer, folder.join("away")).unwrap();
    check_refused(folder.path(), "layer-04.keys: is missing from the database");
    fs::copy(keys_path(folder.path(), 5), &layer).unwrap();
    check_refused(folder.path(), "layer-04.keys: is of layer 5, expected 4");
    fs::copy(folder.join("away"), &layer).unwrap();
    let table = fs::read(folder.join("table")).unwrap();
    fs::write(
        folder.join("table"),
        [&table[..], &table[table.len() - 32..]].concat(),
    )
    .unwrap();
    check_refused(folder.path(), "table: ");
    fs::write(folder.join("table"), &table).unwrap();
    fs::rename(folder.join("away"), &layer).unwrap();
    assert!(Database::open(folder.path()).is_ok());
}

#[test]
fn layers_that_do_not_fit_make_no_database() {
    let game = mnk("ttt");
    let solution = solve(&game, &game.start());
    let folder = Folder::new();
    let refused = |expected: &str| {
        let made = assemble_all(&game, &game.start(), "ttt", folder.path(), &PLAIN);
        let error = made.err().expect("refused").to_string();
        assert!(error.contains(expected), "{error}");
        assert!(!folder.join("database.json").exists());
        assert!(!folder.join("table.part").exists());
        assert!(keys_path(folder.path(), 0).exists());
    };
    solution.write(folder.path(), "ttt");
    fs::remove_file(values_path(folder.path(), 7)).unwrap();
    refused("layer-07.values: No such file");
    solution.write(folder.path(), "mnk:3x3x3");
    refused("layer-00.keys: is of the game mnk:3x3x3, expected ttt");
    let mut other = solve(&game, &game.start());
    let last = other.layers.last_mut().unwrap();
    let lost = Settled::new(Wdl::Loss, Some(4)).unwrap();
    last[0].1 = lost;
    other.write(folder.path(), "ttt");
    refused("layer-09.values: contradicts the rules at");
    other.layers[3][5].1 = Settled::UNKNOWN;
    other.write(folder.path(), "ttt");
    refused("layer-03.values: has no value for");
    other.layers[0][0].0 = 1;
    other.write(folder.path(), "ttt");
    refused("layer-00.keys: is of the root 0000000000000001, expected 0000000000000000");
    solution.write(folder.path(), "ttt");
    let watch = &mut |_| ControlFlow::Break(());
    let made = assemble(
        &game,
        game.pack(&game.start()),
        &about("ttt"),
        folder.path(),
        &PLAIN,
        watch,
    );
    assert_eq!(made.err().unwrap().kind(), std::io::ErrorKind::Interrupted);
    // The layers are still there, and good.
    assert!(assemble_all(&game, &game.start(), "ttt", folder.path(), &PLAIN).is_ok());
}

/// On Linux `/dev/full` is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_makes_no_database_and_loses_no_layer() {
    let game = mnk("ttt");
    let folder = Folder::new();
    solve(&game, &game.start()).write(folder.path(), "ttt");
    std::os::unix::fs::symlink("/dev/full", folder.join("table.part")).unwrap();
    let make = || assemble_all(&game, &game.start(), "ttt", folder.path(), &PLAIN);
    let error = make().err().unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    assert!(error.to_string().contains("table.part: "), "{error}");
    assert!(make().is_ok());
}

#[test]
fn threads_may_share_a_database() {
    let game = connect(4, 4, 4);
    let folder = Folder::new();
    let options = DatabaseOptions {
        archive: true,
        ..PLAIN
    };
    let (solution, database) = database(&game, "connect:4x4", folder.path(), &options);
    let classes: Vec<_> = solution.layers.into_iter().flatten().step_by(31).collect();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for &(key, settled) in &classes {
                    let pos = game.unpack(key);
                    let known = database.value_of_reachable(&game, game.pack(&pos));
                    assert_eq!(Some(known.value), settled.value());
                    if let Probe::Known(known) = database.probe(&game, game.pack(&pos)).unwrap() {
                        assert_eq!(known.distance, settled.distance());
                    }
                }
            });
        }
    });
}

/// Formats are promises: a whole database has the bytes of the first version, whatever versions there are.
#[test]
fn the_bytes_of_whole_databases_stay_what_they_are() {
    let folder = Folder::new();
    let game = connect(4, 4, 4);
    let options = DatabaseOptions {
        distances: true,
        ..PLAIN
    };
    drop(database(&game, "connect:4x4", folder.path(), &options));
    let crc = |name: &str| crc32fast::hash(&fs::read(folder.join(name)).unwrap());
    assert_eq!(
        [crc("database.json"), crc("table")],
        [315_215_208, 2_379_806_527]
    );
    // How a layer is deflated may change; what stands before that may not.
    let head = r#"{"game":"connect:4x4","root":"0000000000008421","layer":0}"#;
    let front = b"\x89UND\r\n\x1a\n\x01\0\0\0keys\x3a\0\0\0";
    solve(&game, &game.start()).write(folder.path(), "connect:4x4");
    let bytes = fs::read(keys_path(folder.path(), 0)).unwrap();
    assert_eq!(&bytes[..20], front);
    assert_eq!(&bytes[24..24 + head.len()], head.as_bytes());
}
