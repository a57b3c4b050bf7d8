//! Databases in parts: together they say what a whole one says, and what does not fit is refused.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Layered, Settled, Wdl, part_of};
use unbeatable_database::{
    Database, DatabaseOptions, Header, LayerHead, PartOf, PartSummary, Probe, assemble_part,
    clear_part, join, keys_path, part_folder, values_path,
};

use crate::databases::{PLAIN, all_positions, check_refused, check_values, connect, mnk};
use crate::folder::Folder;
use crate::solution::{Solution, about, database, solve, write_layer};
use crate::verification::{ARCHIVE, add_absent, change_header, check, check_flips};

/// Writes the layers of a part into its folder.
fn write_part(solution: &Solution, folder: &Path, game: &str, part: PartOf) {
    let folder = part_folder(folder, part.part);
    fs::create_dir_all(&folder).unwrap();
    solution.write_some(&folder, game, Some(part));
}

/// Makes the table of a part of layers that are there.
fn make<G: Layered>(
    game: &G,
    root: &G::Position,
    name: &str,
    last: u32,
    folder: &Path,
    part: PartOf,
    options: &DatabaseOptions,
) -> io::Result<PartSummary> {
    let watch = &mut |_| ControlFlow::Continue(());
    let about = about(name);
    assemble_part(
        game,
        game.pack(root),
        &about,
        folder,
        part,
        last,
        options,
        watch,
    )
}

fn last(solution: &Solution) -> u32 {
    solution.layer_first + solution.layers.len() as u32 - 1
}

/// The summaries of all parts of a solution, which are written to the folder.
fn make_all<G: Layered>(
    game: &G,
    name: &str,
    solution: &Solution,
    folder: &Path,
    parts: u32,
    options: &DatabaseOptions,
) -> Vec<PartSummary> {
    let made = |part| {
        let part = PartOf { part, parts };
        write_part(solution, folder, name, part);
        let (start, last) = (game.start(), last(solution));
        let made = make(game, &start, name, last, folder, part, options).unwrap();
        // From one process to another.
        let text = serde_json::to_string(&made).unwrap();
        let read: PartSummary = serde_json::from_str(&text).unwrap();
        assert_eq!(read, made);
        read
    };
    (0..parts).rev().map(made).collect()
}

fn join_start<G: Layered>(
    game: &G,
    name: &str,
    folder: &Path,
    options: &DatabaseOptions,
    summaries: &[PartSummary],
) -> io::Result<Header> {
    join(
        game,
        game.pack(&game.start()),
        &about(name),
        folder,
        options,
        summaries,
    )
}

/// A database in parts of a game from its start.
pub(crate) fn database_in_parts<G: Layered>(
    game: &G,
    name: &str,
    folder: &Path,
    parts: u32,
    options: &DatabaseOptions,
) -> Solution {
    let solution = solve(game, &game.start());
    let summaries = make_all(game, name, &solution, folder, parts, options);
    join_start(game, name, folder, options, &summaries).unwrap();
    solution
}

/// All that does not depend on how a database is divided is the same.
#[track_caller]
fn check_same_header(found: &Header, whole: &Header) {
    let [found, whole] = [found, whole].map(|header| {
        let mut json = serde_json::to_value(header).unwrap();
        let fields = json.as_object_mut().unwrap();
        fields.retain(|name, _| !["format", "parts", "files"].contains(&name.as_str()));
        assert_eq!(fields.len(), 14);
        json
    });
    assert_eq!(found, whole);
}

#[track_caller]
fn check_game<G: Layered>(game: &G, name: &str, counts: &[u32]) {
    for (distances, archive, threads) in [(false, false, 1), (true, true, 2)] {
        let options = DatabaseOptions {
            distances,
            archive,
            threads,
        };
        let folder = Folder::new();
        let (solution, whole) = database(game, name, folder.path(), &options);
        let verified = check(game, folder.path());
        assert!(verified.is_ok());
        for &parts in counts {
            let folder = Folder::new();
            let folder = folder.path();
            let summaries = make_all(game, name, &solution, folder, parts, &options);
            let header = join_start(game, name, folder, &options, &summaries).unwrap();
            check_same_header(&header, whole.header());
            if !archive {
                for part in 0..parts {
                    assert!(keys_path(&part_folder(folder, part), 0).exists());
                    clear_part(folder, part, solution.layer_first..=last(&solution));
                    let left = fs::read_dir(part_folder(folder, part)).unwrap();
                    assert_eq!(left.count(), 1, "the table");
                }
            }
            let database = Database::open(folder).unwrap();
            assert_eq!(*database.header(), header);
            assert_eq!(header.parts, Some(parts));
            assert_eq!(database.entries(), whole.entries());
            check_values(game, &solution, &database);
            let mut random = Random::new(u64::from(parts));
            for &(key, _) in solution.layers.iter().flatten().step_by(7) {
                let images: Vec<_> = game.images(&game.unpack(key)).collect();
                let pos = random.pick(&images);
                let [found, expected] =
                    [&database, &whole].map(|all| all.probe(game, game.pack(&pos)));
                assert_eq!(found.unwrap(), expected.unwrap());
            }
            assert_eq!(check(game, folder), verified, "{name} in {parts}");
        }
    }
}

#[test]
fn parts_together_are_the_whole() {
    // Of two positions seven parts: most have nothing.
    check_game(&connect(1, 1, 1), "connect:1x1+K=1", &[1, 2, 7]);
    check_game(&connect(4, 4, 4), "connect:4x4", &[1, 2, 3, 7]);
    check_game(&mnk("ttt"), "ttt", &[3, 40]);
    check_game(&mnk("mnk:4x3x3+misere"), "mnk:4x3x3+misere", &[2, 7]);
}

#[test]
fn positions_outside_all_parts_are_said_to_be_outside() {
    let game = connect(3, 3, 3);
    let name = "connect:3x3+K=3";
    for options in [&PLAIN, &ARCHIVE] {
        let folders = [Folder::new(), Folder::new()];
        let (_, whole) = database(&game, name, folders[0].path(), options);
        database_in_parts(&game, name, folders[1].path(), 3, options);
        let parts = Database::open(folders[1].path()).unwrap();
        let mut outside = 0;
        for number in all_positions(&game) {
            let pos = game.unpack(number);
            let found = parts.probe(&game, game.pack(&pos)).unwrap();
            assert_eq!(
                found,
                whole.probe(&game, game.pack(&pos)).unwrap(),
                "{pos:?}"
            );
            outside += u32::from(found == Probe::Outside);
        }
        assert!(outside > 100);
    }
}

#[test]
fn a_database_in_parts_may_begin_anywhere() {
    let game = connect(4, 4, 4);
    let name = "connect:4x4";
    let root = [1, 0, 3]
        .iter()
        .fold(game.start(), |pos, &m| game.play(&pos, m));
    let solution = solve(&game, &root);
    let folder = Folder::new();
    let about = about(name);
    let mut summaries = vec![];
    for part in 0..3 {
        let part = PartOf { part, parts: 3 };
        write_part(&solution, folder.path(), name, part);
        let made = make(
            &game,
            &root,
            name,
            last(&solution),
            folder.path(),
            part,
            &PLAIN,
        )
        .unwrap();
        assert_eq!(made.layers().len(), solution.layers.len());
        summaries.push(made);
    }
    join(
        &game,
        game.pack(&root),
        &about,
        folder.path(),
        &PLAIN,
        &summaries,
    )
    .unwrap();
    let database = Database::open(folder.path()).unwrap();
    check_values(&game, &solution, &database);
    assert_eq!(
        database.probe(&game, game.pack(&game.start())).unwrap(),
        Probe::Outside
    );
    assert!(check(&game, folder.path()).is_ok());
    // These parts are none of another root.
    let start = join_start(&game, name, folder.path(), &PLAIN, &summaries);
    let error = start.unwrap_err().to_string();
    assert!(
        error.ends_with(
            "part-000 of 3 has the root '0000000000010c23', expected '0000000000008421'"
        ),
        "{error}"
    );
}

/// Whoever reads version 1 only has to refuse every file of a database in parts.
#[test]
fn parts_are_of_the_second_version() {
    let game = mnk("ttt");
    let folder = Folder::new();
    database_in_parts(&game, "ttt", folder.path(), 2, &ARCHIVE);
    let text = fs::read_to_string(folder.join("database.json")).unwrap();
    assert!(text.contains("\"format\": 2,"), "{text}");
    assert!(text.contains("\"parts\": 2,"), "{text}");
    let part = part_folder(folder.path(), 1);
    for (path, rest) in [
        (keys_path(&part, 3), ""),
        (values_path(&part, 3), ""),
        (part.join("table"), ",\"distances\":false"),
    ] {
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes[8..12], [2, 0, 0, 0]);
        let layer = if rest.is_empty() { 3 } else { 0 };
        let root = "\"root\":\"0000000000000000\"";
        let part = "\"part\":{\"part\":1,\"parts\":2}";
        let head = format!("{{\"game\":\"ttt\",{root},\"layer\":{layer},{part}{rest}}}");
        assert_eq!(&bytes[24..24 + head.len()], head.as_bytes());
    }
}

#[test]
fn every_flipped_byte_of_every_part_is_found() {
    let game = connect(2, 2, 2);
    for options in [&ARCHIVE, &PLAIN] {
        let folder = Folder::new();
        let solution = database_in_parts(&game, "connect:2x2+K=2", folder.path(), 2, options);
        if !options.archive {
            for part in 0..2 {
                clear_part(folder.path(), part, 0..=last(&solution));
            }
        }
        check_flips(&game, folder.path(), 1);
    }
    let game = connect(3, 3, 3);
    let folder = Folder::new();
    database_in_parts(&game, "connect:3x3+K=3", folder.path(), 3, &ARCHIVE);
    check_flips(&game, folder.path(), 23);
}

fn swap(one: &Path, other: &Path) {
    let away = one.with_file_name("away");
    fs::rename(one, &away).unwrap();
    fs::rename(other, one).unwrap();
    fs::rename(&away, other).unwrap();
}

#[test]
fn folders_with_other_parts_are_refused() {
    let game = mnk("ttt");
    let [ours, fours, misere, whole] = [(); 4].map(|()| Folder::new());
    database_in_parts(&game, "ttt", ours.path(), 3, &ARCHIVE);
    database_in_parts(&game, "ttt", fours.path(), 4, &ARCHIVE);
    database_in_parts(&mnk("ttt+misere"), "ttt+misere", misere.path(), 3, &ARCHIVE);
    drop(database(&game, "ttt", whole.path(), &ARCHIVE));
    let folder = ours.path();
    let part = |part| part_folder(folder, part);
    let good = || assert!(check(&game, folder).is_ok());
    good();

    swap(&part(0), &part(2));
    check_refused(
        folder,
        "part-000/table: is of part-002 of 3, expected part-000 of 3",
    );
    swap(&part(0), &part(2));
    good();

    // A table alone, or a layer alone.
    for path in [
        |folder: PathBuf| folder.join("table"),
        |folder: PathBuf| keys_path(&folder, 4),
        |folder: PathBuf| values_path(&folder, 4),
    ] {
        swap(&path(part(1)), &path(part(2)));
        check_refused(folder, ": is of part-002 of 3, expected part-001 of 3");
        swap(&path(part(1)), &path(part(2)));
        let kept = fs::read(path(part(1))).unwrap();
        for (other, expected) in [
            (
                part_folder(fours.path(), 1),
                "is of part-001 of 4, expected part-001 of 3",
            ),
            (
                part_folder(misere.path(), 1),
                "is of the game ttt+misere, expected ttt",
            ),
            (
                whole.path().to_path_buf(),
                "is of a whole database, expected part-001 of 3",
            ),
        ] {
            fs::copy(path(other), path(part(1))).unwrap();
            check_refused(folder, expected);
        }
        fs::write(path(part(1)), kept).unwrap();
        good();
    }
    fs::copy(part(1).join("table"), whole.join("table")).unwrap();
    check_refused(
        whole.path(),
        "table: is of part-001 of 3, expected a whole database",
    );

    fs::rename(part(1), ours.join("away")).unwrap();
    check_refused(
        folder,
        "part-001/table: is missing from part-001, one of the 3 parts of the database: copy that \
         folder from the machine that made it",
    );
    fs::rename(ours.join("away"), part(1)).unwrap();
    fs::remove_file(folder.join("database.json")).unwrap();
    check_refused(folder, "an unfinished run, expected a database");
}

#[test]
fn a_part_too_many_is_found() {
    let game = mnk("ttt");
    let folder = Folder::new();
    database_in_parts(&game, "ttt", folder.path(), 3, &PLAIN);
    let more = part_folder(folder.path(), 3);
    fs::create_dir(&more).unwrap();
    let error = check(&game, folder.path()).unwrap_err();
    assert!(
        error.ends_with("part-003: is too much, the database has 3 parts"),
        "{error}"
    );
    fs::remove_dir(more).unwrap();
    assert!(check(&game, folder.path()).is_ok());
}

#[test]
fn a_header_that_says_something_else_of_its_parts_is_refused() {
    let game = mnk("ttt");
    let folder = Folder::new();
    database_in_parts(&game, "ttt", folder.path(), 3, &PLAIN);
    let path = folder.join("database.json");
    let text = fs::read_to_string(&path).unwrap();
    for (was, is, expected) in [
        ("\"parts\": 3", "\"parts\": 2", "has 3 files, expected 2"),
        (
            "\"parts\": 3",
            "\"parts\": 4000000000",
            "has 3 files, expected 4000000000",
        ),
        (
            "\"parts\": 3",
            "\"parts\": 0",
            "has 0 parts, expected at least one",
        ),
        ("\"format\": 2", "\"format\": 1", "has format 1, expected 2"),
        (
            "\"format\": 2",
            "\"format\": 3",
            "has format 3, expected 1 or 2",
        ),
        ("\"parts\": 3,", "", "has format 2, expected 1"),
        (
            "part-001/table",
            "../table",
            "has the file ../table, expected part-001/table",
        ),
    ] {
        change_header(folder.path(), was, is);
        check_refused(folder.path(), expected);
        fs::write(&path, &text).unwrap();
    }
    assert!(check(&game, folder.path()).is_ok());
}

#[test]
fn parts_that_do_not_fit_are_not_joined() {
    let game = mnk("ttt");
    let misere = mnk("ttt+misere");
    let solution = solve(&game, &game.start());
    let folder = Folder::new();
    let folder = folder.path();
    let make_all = |parts, options| make_all(&game, "ttt", &solution, folder, parts, options);
    let (threes, fours) = (make_all(3, &PLAIN), make_all(4, &PLAIN));
    let archived = make_all(3, &ARCHIVE);
    let solution = solve(&misere, &misere.start());
    let others = self::make_all(&misere, "ttt+misere", &solution, folder, 3, &PLAIN);
    // They come last one first.
    let [two, one, zero] = [0, 1, 2].map(|i| threes[i].clone());
    for (summaries, expected) in [
        (vec![], "there are no parts to join"),
        (vec![zero.clone(), two.clone()], "part-001 of 3 is missing"),
        (vec![one.clone(), two.clone()], "part-000 of 3 is missing"),
        (vec![zero.clone(), one.clone()], "part-002 of 3 is missing"),
        (
            vec![zero.clone(), one.clone(), one.clone()],
            "part-001 of 3 is there twice",
        ),
        (
            vec![zero.clone(), one.clone(), two.clone(), two.clone()],
            "part-002 of 3 is too much, or there twice",
        ),
        (
            vec![zero.clone(), fours[2].clone(), two.clone()],
            "part-001 of 4 does not fit part-000 of 3",
        ),
        (
            vec![zero.clone(), one.clone(), others[0].clone()],
            "part-002 of 3 has the game 'ttt+misere', expected 'ttt'",
        ),
        (
            vec![zero.clone(), archived[1].clone(), two.clone()],
            "part-001 of 3 has the archive 'true', expected 'false'",
        ),
    ] {
        let error = join_start(&game, "ttt", folder, &PLAIN, &summaries).unwrap_err();
        let error = error.to_string();
        assert!(error.ends_with(expected), "{error}");
        assert!(!error.contains('\n'), "{error}");
        assert!(!folder.join("database.json").exists());
    }
    assert!(join_start(&game, "ttt", folder, &PLAIN, &threes).is_ok());
}

#[test]
fn layers_that_are_not_all_are_not_joined() {
    let game = mnk("ttt");
    let right = solve(&game, &game.start());
    let check = |solution: &Solution, last: [u32; 2], expected: &str| {
        let folder = Folder::new();
        let folder = folder.path();
        let made = |part| {
            let of = PartOf { part, parts: 2 };
            write_part(solution, folder, "ttt", of);
            let last = last[part as usize];
            make(&game, &game.start(), "ttt", last, folder, of, &PLAIN).unwrap()
        };
        let summaries = [made(0), made(1)];
        let error = join_start(&game, "ttt", folder, &PLAIN, &summaries).unwrap_err();
        let error = error.to_string();
        assert!(error.ends_with(expected), "{error}");
    };
    check(
        &right,
        [9, 8],
        "part-001 of 2 has other layers than the parts before it",
    );
    check(
        &right,
        [8, 8],
        "has an unfinished position in the last layer, 8",
    );
    let mut more = solve(&game, &game.start());
    more.layers.push(vec![]);
    check(
        &more,
        [10, 10],
        "has layers behind 9, in which all is finished",
    );
    more.layers.pop();
    more.layers[4].clear();
    check(&more, [9, 9], "layer 4 is empty, expected positions");
    more.layers[0].push((1, Settled::DRAWN));
    check(
        &more,
        [9, 9],
        "expected the root alone in the first layer, 0000000000000000",
    );
}

#[test]
fn layers_of_other_parts_make_no_part() {
    let game = mnk("ttt");
    let solution = solve(&game, &game.start());
    let folder = Folder::new();
    let part = PartOf { part: 1, parts: 3 };
    let place = part_folder(folder.path(), 1);
    let refused = |expected: &str| {
        let made = make(&game, &game.start(), "ttt", 9, folder.path(), part, &PLAIN);
        let error = made.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(!place.join("table").exists() && !place.join("table.part").exists());
    };
    refused("part-001/table.part: No such file");
    write_part(
        &solution,
        folder.path(),
        "ttt",
        PartOf { part: 1, parts: 2 },
    );
    refused("layer-00.keys: is of part-001 of 2, expected part-001 of 3");
    write_part(&solution, folder.path(), "ttt+misere", part);
    refused("layer-00.keys: is of the game ttt+misere, expected ttt");
    solution.write(&place, "ttt");
    refused("layer-00.keys: is of a whole database, expected part-001 of 3");
    write_part(&solution, folder.path(), "ttt", part);
    fs::remove_file(values_path(&place, 7)).unwrap();
    refused("layer-07.values: No such file");

    // A class that is another's, one without a value, one that the rules decide otherwise.
    let mut wrong = solve(&game, &game.start());
    let first_of = |part, classes: &[(u64, Settled)]| {
        let first = classes.iter().position(|&(key, _)| part_of(key, 3) == part);
        first.unwrap()
    };
    let foreign = first_of(2, &wrong.layers[5]);
    let own = first_of(1, &wrong.layers[5]);
    let last = first_of(1, &wrong.layers[8]);
    let keep = wrong.layers[5][own].1;
    wrong.layers[5][own].1 = Settled::UNKNOWN;
    write_part(&wrong, folder.path(), "ttt", part);
    refused("layer-05.values: has no value for");
    wrong.layers[5][own].1 = keep;
    wrong.layers[8][last].1 = Settled::new(Wdl::Loss, Some(4)).unwrap();
    write_part(&wrong, folder.path(), "ttt", part);
    refused("layer-08.values: contradicts the rules at");
    let (key, _) = wrong.layers[5][foreign];
    write_foreign(&place, key, part);
    refused(&format!(
        "layer-05.values: has a value for {key:016x}, which is not of part-001 of 3"
    ));
}

/// A layer 5 of a part with a single class, whose ever it is.
fn write_foreign(place: &Path, key: u64, part: PartOf) {
    let head = LayerHead {
        game: "ttt".to_string(),
        root: 0,
        layer: 5,
        part: Some(part),
    };
    write_layer(place, &head, &[key], &[Settled::DRAWN]);
}

/// On machines of their own, all write the same; in one folder, all at once.
#[test]
fn every_process_may_join_the_parts() {
    let game = mnk("ttt");
    let solution = solve(&game, &game.start());
    let [here, there] = [(); 2].map(|()| Folder::new());
    let summaries = make_all(&game, "ttt", &solution, here.path(), 3, &ARCHIVE);
    let header = join_start(&game, "ttt", there.path(), &ARCHIVE, &summaries).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let joined = join_start(&game, "ttt", here.path(), &ARCHIVE, &summaries);
                assert_eq!(joined.unwrap(), header);
            });
        }
    });
    let parts = ["part-000", "part-001", "part-002"];
    assert_eq!(here.names()[0], "database.json");
    assert_eq!(here.names()[1..], parts);
    let [one, other] = [&here, &there].map(|folder| fs::read(folder.join("database.json")));
    assert_eq!(one.unwrap(), other.unwrap());
    check_refused(
        there.path(),
        "part-000/table: is missing from part-000, one of the 3 parts",
    );
    for part in 0..3 {
        let [from, to] = [&here, &there].map(|folder| part_folder(folder.path(), part));
        fs::rename(from, to).unwrap();
    }
    assert!(check(&game, there.path()).is_ok());
}

/// A part that is made anew takes back what was said of the old one.
#[test]
fn a_part_that_is_made_anew_is_joined_anew() {
    let game = mnk("ttt");
    let folder = Folder::new();
    let solution = database_in_parts(&game, "ttt", folder.path(), 2, &ARCHIVE);
    let part = PartOf { part: 1, parts: 2 };
    let (start, last) = (game.start(), last(&solution));
    make(&game, &start, "ttt", last, folder.path(), part, &ARCHIVE).unwrap();
    check_refused(folder.path(), "an unfinished run, expected a database");
}

/// All checksums are right, what they are of is not.
#[test]
fn what_is_wrong_with_a_part_is_found() {
    let game = mnk("ttt");
    let mut solution = solve(&game, &game.start());
    let check_wrong = |solution: &Solution, options: &DatabaseOptions, expected: &str| {
        let folder = Folder::new();
        let summaries = make_all(&game, "ttt", solution, folder.path(), 3, options);
        join_start(&game, "ttt", folder.path(), options, &summaries).unwrap();
        let error = check(&game, folder.path()).unwrap_err();
        assert!(error.contains(expected), "{error}");
    };
    for class in (0..solution.layers[2].len()).step_by(3) {
        let (_, right) = solution.layers[2][class];
        solution.layers[2][class].1 = match right {
            Settled::DRAWN => Settled::new(Wdl::Loss, Some(4)).unwrap(),
            _ => Settled::DRAWN,
        };
        check_wrong(&solution, &PLAIN, "says");
        check_wrong(&solution, &ARCHIVE, "says");
        solution.layers[2][class].1 = right;
    }
    for class in (0..solution.layers[5].len()).step_by(13) {
        let (key, settled) = solution.layers[5].remove(class);
        let part = part_of(key, 3);
        check_wrong(
            &solution,
            &ARCHIVE,
            &format!("part-{part:03}/layer-05.keys: lacks"),
        );
        solution.layers[5].insert(class, (key, settled));
    }
    let part = part_of(add_absent(&mut solution, &game, 5), 3);
    check_wrong(
        &solution,
        &ARCHIVE,
        &format!("part-{part:03}/layer-05.keys: has too much"),
    );
    check_wrong(&solution, &PLAIN, "layer 5 has");
}
