//! Verification: what is right passes, and whatever is wrong is found.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Layered, Outcome, Player, Settled, Wdl};
use unbeatable_database::{Database, DatabaseOptions, Verified, Wrong, verify};
use unbeatable_games::mnk::{Board, Mnk};

use crate::databases::{PLAIN, connect, mnk};
use crate::folder::{Folder, repaired_header, rewrite};
use crate::solution::{Solution, assemble_all, database, solve};

pub(crate) const ARCHIVE: DatabaseOptions = DatabaseOptions {
    archive: true,
    ..PLAIN
};

pub(crate) fn check<G: Layered>(game: &G, folder: &Path) -> Result<Verified, String> {
    let database = Database::open(folder).map_err(|error| error.to_string())?;
    let show = |number| format!("{:?}", game.unpack(number));
    let watch = &mut |_| ControlFlow::Continue(());
    verify(game, &database, 2, &show, watch).map_err(|wrong| wrong.to_string())
}

/// Classes and positions of a solution.
fn count<G: Layered>(game: &G, solution: &Solution) -> (u64, u64) {
    let (mut classes, mut positions) = (0, 0);
    for &(key, _) in solution.layers.iter().flatten() {
        let pos = game.unpack(key);
        let images: HashSet<_> = game.images(&pos).collect();
        classes += 1;
        positions += images.len() as u64;
    }
    (classes, positions)
}

#[track_caller]
fn check_right<G: Layered>(game: &G, name: &str) -> u64 {
    let mut found = 0;
    for (distances, archive) in [(false, false), (false, true), (true, false), (true, true)] {
        let folder = Folder::new();
        let options = DatabaseOptions {
            distances,
            archive,
            threads: 1,
        };
        let (solution, _) = database(game, name, folder.path(), &options);
        let (classes, positions) = count(game, &solution);
        let verified = Verified {
            layers: solution.layers.len(),
            classes,
            positions,
            distances: distances || archive,
        };
        assert_eq!(check(game, folder.path()), Ok(verified), "{name}");
        found = positions;
    }
    found
}

#[test]
fn what_is_right_passes() {
    assert_eq!(check_right(&connect(1, 1, 1), "connect:1x1+K=1"), 2);
    assert_eq!(check_right(&connect(4, 4, 4), "connect:4x4"), 161_029);
    assert_eq!(check_right(&mnk("ttt"), "ttt"), 5478);
    check_right(&connect(3, 3, 3), "connect:3x3+K=3");
    check_right(&mnk("mnk:4x3x3+misere"), "mnk:4x3x3+misere");
}

/// All files of a folder, and of the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => all.push(path),
        }
    }
    all
}

/// Flips a bit of every `step`th byte of every file.
pub(crate) fn check_flips<G: Layered>(game: &G, folder: &Path, step: usize) {
    assert!(check(game, folder).is_ok());
    let mut random = Random::new(4);
    let mut flips = 0;
    for path in files(folder) {
        let bytes = fs::read(&path).unwrap();
        let first = random.below(step as u64) as usize;
        for i in (first..bytes.len()).step_by(step) {
            let mut damaged = bytes.clone();
            damaged[i] ^= 1 << random.below(8);
            rewrite(&path, &damaged);
            let error = check(game, folder).expect_err("found");
            assert!(!error.contains('\n'), "{error}");
            flips += 1;
        }
        rewrite(&path, &bytes);
    }
    assert!(flips > 300);
    assert!(check(game, folder).is_ok());
}

#[test]
fn every_flipped_byte_is_found() {
    let game = connect(2, 2, 2);
    for options in [&ARCHIVE, &PLAIN] {
        let folder = Folder::new();
        drop(database(&game, "connect:2x2+K=2", folder.path(), options));
        check_flips(&game, folder.path(), 1);
    }
}

#[test]
fn flipped_bytes_of_larger_databases_are_found() {
    let game = connect(3, 3, 3);
    let folder = Folder::new();
    drop(database(&game, "connect:3x3+K=3", folder.path(), &ARCHIVE));
    check_flips(&game, folder.path(), 7);
    let game = connect(4, 4, 4);
    let folder = Folder::new();
    drop(database(&game, "connect:4x4", folder.path(), &ARCHIVE));
    check_flips(&game, folder.path(), 101);
}

/// A database of a wrong solution: all checksums are right, what they are of is not.
fn check_wrong<G: Layered>(
    game: &G,
    solution: &Solution,
    options: &DatabaseOptions,
    expected: &[&str],
) {
    let folder = Folder::new();
    solution.write(folder.path(), "ttt");
    let made = assemble_all(game, &game.start(), "ttt", folder.path(), options);
    let made = made.map_err(|error| error.to_string());
    let error = made
        .map(drop)
        .and_then(|()| check(game, folder.path()).map(drop));
    let error = error.expect_err("found");
    assert!(
        expected.iter().any(|expected| error.contains(expected)),
        "{error}"
    );
}

#[test]
fn a_wrong_value_is_found_wherever_it_is() {
    let game = mnk("ttt");
    let mut solution = solve(&game, &game.start());
    let said = ["says", "contradicts the rules"];
    let lost = |plies| Settled::new(Wdl::Loss, Some(plies)).unwrap();
    for layer in 0..solution.layers.len() {
        for class in (layer % 3..solution.layers[layer].len()).step_by(3) {
            let (_, right) = solution.layers[layer][class];
            // Another value, or the same one at another distance.
            let value = if right == Settled::DRAWN {
                lost(4)
            } else {
                Settled::DRAWN
            };
            solution.layers[layer][class].1 = value;
            check_wrong(&game, &solution, &PLAIN, &said);
            if let Some(plies) = right.distance().filter(|_| class % 2 == 0) {
                let later = Settled::new(right.value().unwrap(), Some(plies + 2));
                solution.layers[layer][class].1 = later.unwrap();
                check_wrong(&game, &solution, &ARCHIVE, &said);
                let options = DatabaseOptions {
                    distances: true,
                    ..PLAIN
                };
                check_wrong(&game, &solution, &options, &said);
            }
            solution.layers[layer][class].1 = right;
        }
    }
}

#[test]
fn a_class_too_few_or_too_many_is_found() {
    let game = mnk("ttt");
    let mut solution = solve(&game, &game.start());
    let counts = [
        "layer 5 has",
        "has",
        "lacks",
        "too much",
        "in all",
        "says",
        "nothing is said",
    ];
    for class in (0..solution.layers[5].len()).step_by(7) {
        let removed = solution.layers[5].remove(class);
        check_wrong(&game, &solution, &PLAIN, &counts);
        check_wrong(&game, &solution, &ARCHIVE, &["lacks", "classes, expected"]);
        solution.layers[5].insert(class, removed);
    }
    add_absent(&mut solution, &game, 5);
    check_wrong(&game, &solution, &PLAIN, &["layer 5 has"]);
    check_wrong(&game, &solution, &ARCHIVE, &["too much"]);
}

/// Adds an unfinished position to a layer that is not what stands for its images, and says which.
pub(crate) fn add_absent<G: Layered>(solution: &mut Solution, game: &G, layer: u32) -> u64 {
    let classes = &mut solution.layers[(layer - solution.layer_first) as usize];
    let is_it = |&key: &u64| {
        let pos = game.unpack(key);
        let is_there = classes.iter().any(|(there, _)| *there == key);
        let is_open = game.layer(&pos) == layer && game.outcome(&pos).is_none();
        game.pack(&pos) == key && is_open && !is_there
    };
    let absent = (0..).find(is_it).unwrap();
    let at = classes.partition_point(|(key, _)| *key < absent);
    classes.insert(at, (absent, Settled::DRAWN));
    absent
}

/// Rewrites the header, with a checksum that is right.
pub(crate) fn change_header(folder: &Path, was: &str, is: &str) {
    let path = folder.join("database.json");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(was), "{was}: {text}");
    fs::write(&path, repaired_header(text.replacen(was, is, 1).as_bytes())).unwrap();
}

#[test]
fn a_header_that_says_something_else_is_found() {
    let game = mnk("ttt");
    let folder = Folder::new();
    let (_, database) = database(&game, "ttt", folder.path(), &ARCHIVE);
    let header = database.header();
    let digest = format!("\"digest\": \"{}\"", header.digest);
    let values = format!("\"digest_of_values\": \"{}\"", header.digest_of_values);
    let crc = format!("\"crc\": \"{}\"", header.files[3].crc);
    let path = folder.join("database.json");
    let text = fs::read_to_string(&path).unwrap();
    for (was, is, expected) in [
        ("\"classes\": 765", "\"classes\": 766", "in all there are"),
        ("\"positions\": 9,", "\"positions\": 8,", "layer 1 has"),
        (
            "\"outcome\": \"draw\"",
            "\"outcome\": \"first\"",
            "outcome is draw, listed is first",
        ),
        (
            "\"plies\": null",
            "\"plies\": 9",
            "plies is none, listed is 9",
        ),
        (&digest, "\"digest\": \"00\"", "digest is"),
        (
            &values,
            "\"digest_of_values\": \"00\"",
            "digest_of_values is",
        ),
        (
            &crc,
            "\"crc\": \"00000000\"",
            "layer-01.keys: damaged (checksum",
        ),
        ("\"layer\": 3", "\"layer\": 4", ""),
        (
            "\"archive\": true",
            "\"archive\": false",
            "files, expected 1",
        ),
        (
            "\"distances\": false",
            "\"distances\": true",
            "is of another database",
        ),
    ] {
        change_header(folder.path(), was, is);
        let error = check(&game, folder.path()).expect_err(expected);
        assert!(error.contains(expected), "{error}");
        fs::write(&path, &text).unwrap();
    }
    assert!(check(&game, folder.path()).is_ok());
}

#[test]
fn a_verification_can_be_stopped() {
    let game = connect(4, 4, 4);
    let folder = Folder::new();
    let (_, database) = database(&game, "connect:4x4", folder.path(), &PLAIN);
    let show = |number: u64| number.to_string();
    let mut layers = vec![];
    let watch = &mut |step: unbeatable_database::AssemblyStep| {
        layers.push(step.layer);
        match step.layer {
            7 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    assert_eq!(
        verify(&game, &database, 1, &show, watch),
        Err(Wrong::Stopped)
    );
    assert_eq!(layers.last(), Some(&7));
}

/// Tic-tac-toe with images that are none: of two stones, the rows moved by one. Diagonals do not survive
/// that; but no position of two stones is decided at a glance.
#[derive(Clone)]
struct Rolled(Mnk);

impl Rolled {
    fn rolled(&self, pos: &Board) -> Board {
        let roll = |stones: u64| (stones << 3 | stones >> 6) & 0o777;
        let number = self.0.pack(pos);
        self.0
            .unpack(roll(number & 0o777) | roll(number >> 32) << 32)
    }
}

impl Game for Rolled {
    type Position = Board;
    type Move = u8;
    type Value = Wdl;

    fn start(&self) -> Board {
        self.0.start()
    }

    fn turn(&self, pos: &Board) -> Player {
        self.0.turn(pos)
    }

    fn outcome(&self, pos: &Board) -> Option<Outcome<Wdl>> {
        self.0.outcome(pos)
    }

    fn moves(&self, pos: &Board) -> impl Iterator<Item = u8> {
        self.0.moves(pos)
    }

    fn play(&self, pos: &Board, m: u8) -> Board {
        self.0.play(pos, m)
    }

    fn images(&self, pos: &Board) -> impl Iterator<Item = Board> {
        let once = self.rolled(pos);
        let images = [*pos, once, self.rolled(&once)];
        let count = if self.layer(pos) == 2 { 3 } else { 1 };
        images.into_iter().take(count)
    }

    fn canonical(&self, pos: &Board) -> Board {
        let least = self.images(pos).min_by_key(|image| self.0.pack(image));
        least.unwrap()
    }
}

impl Layered for Rolled {
    fn layer(&self, pos: &Board) -> u32 {
        self.0.layer(pos)
    }

    fn layer_max(&self) -> u32 {
        self.0.layer_max()
    }

    fn pack(&self, pos: &Board) -> u64 {
        self.0.pack(pos)
    }

    fn unpack(&self, packed: u64) -> Board {
        self.0.unpack(packed)
    }

    fn move_groups(&self) -> usize {
        self.0.move_groups()
    }

    fn move_group(&self, m: u8) -> usize {
        self.0.move_group(m)
    }

    fn predecessors(&self, pos: &Board, each: impl FnMut(Board)) {
        self.0.predecessors(pos, each);
    }
}

#[test]
fn a_symmetry_that_is_none_is_found() {
    let game = Rolled(mnk("ttt"));
    let folder = Folder::new();
    drop(database(&game, "ttt", folder.path(), &ARCHIVE));
    let error = check(&game, folder.path()).expect_err("found");
    assert!(error.contains("layer 2, "), "{error}");
    assert!(error.contains("has other moves than its image"), "{error}");
}
