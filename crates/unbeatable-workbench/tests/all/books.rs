//! Books: made, resumed, asked, checked, forged.

use std::fs;
use std::path::{Path, PathBuf};

use unbeatable_workbench::core::random::Random;
use unbeatable_workbench::question::{Analyze, Limits, MakeBook, Setup, Solve};
use unbeatable_workbench::report::{BookReport, Stop};
use unbeatable_workbench::{Ask, Registry, game, verify_book};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("unbeatable-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn make(spec: &str, plies: u32, file: &Path, limits: Limits) -> BookReport {
    let question = MakeBook {
        plies,
        is_repertoire: false,
        file: file.into(),
        limits,
    };
    let bench = game(spec).expect("a game");
    bench.book(&question, &()).expect("a book")
}

fn threads(threads: usize) -> Limits {
    Limits {
        threads: Some(threads),
        ..Limits::default()
    }
}

fn verdict(file: &Path) -> (String, Option<String>) {
    let games = Registry::standard();
    let verdict = verify_book(&games, file, None, &Limits::default(), &()).expect("a verdict");
    (verdict.verdict, verdict.reason)
}

/// Every answer with the book is the answer without it.
#[test]
fn answers_with_a_book_are_those_without() {
    let folder = folder("book-answers");
    for (spec, plies) in [("connect:4x4", 5), ("ttt", 4), ("connect:4x4+k=3", 3)] {
        let file = folder.join("book");
        let report = make(spec, plies, &file, threads(2));
        assert_eq!((report.plies, report.stopped), (plies, None));
        assert_eq!(verdict(&file), ("accepted".into(), None));
        let [with, without] = [Some(&*file), None].map(|book| {
            let bench = game(spec).expect("a game");
            bench.open_book(book).expect("its book");
            bench
        });
        let mut asked = 0;
        let mut openings = vec![vec![]];
        while let Some(moves) = openings.pop() {
            let setup = Setup {
                position: None,
                moves,
            };
            let seen = with.position(&setup).expect("a position");
            if seen.outcome.is_some() {
                continue;
            }
            let method = unbeatable_workbench::question::Method {
                solver: Some("soonest".into()),
                ..Default::default()
            };
            let question = Analyze {
                setup: setup.clone(),
                method: method.clone(),
                ..Analyze::default()
            };
            let [a, b] = [&with, &without].map(|bench| bench.analyze(&question, &()).expect("it"));
            let said = |report: &unbeatable_workbench::report::AnalyzeReport| {
                let moves = report.moves.iter();
                let mut moves: Vec<_> = moves
                    .map(|m| (m.text.clone(), m.outcome.clone(), m.distance))
                    .collect();
                moves.sort_by(|a, b| a.0.cmp(&b.0));
                (report.outcome.clone(), report.distance, moves)
            };
            assert_eq!(said(&a), said(&b), "{spec} {setup:?}");
            let is_in_book = setup.moves.len() <= plies as usize;
            assert_eq!(
                a.asked.options.contains_key("book"),
                is_in_book,
                "{setup:?}"
            );
            assert!(!b.asked.options.contains_key("book"));
            // Right behind the book, what is written of the position before is used: a best move is best.
            let question = Solve {
                setup: setup.clone(),
                method,
                ..Solve::default()
            };
            let solved = with.solve(&question, &()).expect("it");
            assert_eq!((&solved.outcome, solved.distance), (&b.outcome, b.distance));
            for best in &solved.best {
                let worth = b.moves.iter().find(|m| m.text == *best).expect("a move");
                assert_eq!((&worth.outcome, worth.distance), (&b.outcome, b.distance));
            }
            assert!(!solved.best.is_empty(), "{spec} {setup:?}");
            asked += 1;
            // A part of all openings: every second move.
            if is_in_book && asked < 150 {
                for m in seen.moves.iter().step_by(2) {
                    let mut longer = setup.moves.clone();
                    longer.push(m.text.clone());
                    openings.push(longer);
                }
            }
        }
        assert!(asked > 10, "{spec}: {asked}");
        fs::remove_file(&file).expect("it is there");
    }
    fs::remove_dir_all(folder).expect("it is there");
}

/// A run that was stopped goes on, and ends with the same bytes; a torn line is not believed.
#[test]
fn an_unfinished_book_goes_on() {
    let folder = folder("book-resumed");
    let [whole, file] = ["whole", "resumed"].map(|name| folder.join(name));
    make("connect:5x4", 4, &whole, threads(1));
    // Too few nodes for one of the first positions.
    let stopped = Limits {
        nodes: Some(3_000),
        ..threads(1)
    };
    let report = make("connect:5x4", 4, &file, stopped);
    assert_eq!(report.stopped, Some(Stop::Nodes));
    assert!(0 < report.done && report.done < report.searched && !file.exists());
    let done = report.done;
    let part = folder.join("resumed.part");
    let kept = fs::read_to_string(&part).expect("what was found is kept");
    fs::write(&part, format!("{kept}12")).expect("a torn line");
    let report = make("connect:5x4", 4, &file, threads(2));
    assert_eq!((report.stopped, report.resumed), (None, done));
    assert!(!part.exists());
    let [a, b] = [&whole, &file].map(|file| fs::read(file).expect("a book"));
    assert_eq!(a, b);
    fs::remove_dir_all(folder).expect("it is there");
}

/// A book that does not fit, and one whose positions cannot be listed in time.
#[test]
fn too_many_positions_are_an_error() {
    let folder = folder("book-large");
    let question = |limits| MakeBook {
        plies: 30,
        is_repertoire: false,
        file: folder.join("book"),
        limits,
    };
    let little = Limits {
        memory: Some(64 << 20),
        ..threads(1)
    };
    let bench = game("connect:7x6").expect("a game");
    let error = bench.book(&question(little), &()).expect_err("too many");
    assert!(error.message.contains("expected fewer plies"), "{error}");
    let short = Limits {
        time: Some(std::time::Duration::ZERO),
        ..threads(1)
    };
    let bench = game("connect:7x6").expect("a game");
    let report = bench.book(&question(short), &()).expect("a report");
    assert_eq!(report.stopped, Some(Stop::Time));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    fs::remove_dir_all(folder).expect("it is there");
}

/// What another book kept is refused, and so is a line that is no position of it.
#[test]
fn journals_of_other_books_are_refused() {
    let folder = folder("book-journal");
    let file = folder.join("book");
    for (text, expected) in [
        ("unbeatable book connect:5x4 3\n", "is of another book"),
        ("unbeatable book connect:4x4 3\nfoo\n", "line 2"),
        ("unbeatable book connect:4x4 3\n0 128\n", "line 2"),
    ] {
        fs::write(folder.join("book.part"), text).expect("a journal");
        let question = MakeBook {
            plies: 3,
            is_repertoire: false,
            file: file.clone(),
            limits: threads(1),
        };
        let bench = game("connect:4x4").expect("a game");
        let error = bench
            .book(&question, &())
            .expect_err("no journal of this book");
        assert!(error.message.contains(expected), "{error}");
    }
    fs::remove_dir_all(folder).expect("it is there");
}

/// Books with a wrong value, in the last ply or before it, with another game, or with damage.
#[test]
fn forged_books_are_refused() {
    let folder = folder("book-forged");
    let file = folder.join("book");
    make("connect:4x4", 4, &file, threads(1));
    let bytes = fs::read(&file).expect("a book");
    // One bit after the other; what the checksum does not notice, nothing does.
    for i in (0..bytes.len()).step_by(3) {
        let mut forged = bytes.clone();
        forged[i] ^= 1 << (i % 8);
        fs::write(&file, &forged).expect("a file");
        assert_eq!(verdict(&file).0, "refused", "byte {i}");
        // With the checksum mended, too.
        let body = forged.len() - 4;
        let crc = crc32fast::hash(&forged[..body]);
        forged[body..].copy_from_slice(&crc.to_le_bytes());
        // The head begins with the version of the program, on which nothing depends.
        if forged != bytes && !(12..31).contains(&i) {
            fs::write(&file, &forged).expect("a file");
            assert_eq!(verdict(&file).0, "refused", "byte {i} with its checksum");
        }
    }
    // A wrong position of the last ply, and all before it made from that.
    let wrong = folder.join("wrong");
    let part = folder.join("wrong.part");
    let first = "unbeatable book connect:4x4 4\n";
    let mut noticed = 0;
    for class in classes_of_layer_four() {
        // A loss in two plies is hardly ever right.
        fs::write(&part, format!("{first}{class:x} 3\n")).expect("a journal");
        make("connect:4x4", 4, &wrong, threads(1));
        if fs::read(&wrong).expect("a book") != bytes {
            let (verdict, reason) = verdict(&wrong);
            assert_eq!(verdict, "refused", "{class:x}");
            assert!(
                reason
                    .expect("why")
                    .contains("is said to be lost in 2, and is")
            );
            noticed += 1;
        }
    }
    assert!(noticed > 10, "{noticed}");
    fs::remove_dir_all(folder).expect("it is there");
}

/// Some positions after four plies that no move wins at once.
fn classes_of_layer_four() -> Vec<u64> {
    use unbeatable_workbench::core::{Game, Layered, Numbered};
    let rules = unbeatable_games::connect::Connect::new(4, 4, 4).expect("a board");
    let start = rules.pack(&rules.start());
    let layers = unbeatable_database::book::classes(&rules, start, 4, &mut |_| true);
    let mut layers = layers.expect("nobody said no");
    let mut last = layers.pop().expect("there is one");
    last.retain(|&class| rules.glance(class).is_none());
    last.into_iter().step_by(5).collect()
}

/// The book that comes with the program is right where it can be checked quickly, and answers at once.
#[test]
fn the_shipped_book() {
    let bench = game("connect:7x6").expect("a game");
    let report = bench.solve(&Solve::default(), &()).expect("an answer");
    assert_eq!(report.distance, Some(41));
    assert_eq!(report.best, ["4"]);
    assert!(report.effort.nodes < 10);
    let report = bench.analyze(&Analyze::default(), &()).expect("an answer");
    let mut distances: Vec<_> = report
        .moves
        .iter()
        .map(|m| (&*m.text, m.distance))
        .collect();
    distances.sort_unstable();
    // Allis 1988; the exact moves by several programs since.
    let expected = [Some(40), Some(42), None, Some(41), None, Some(42), Some(40)];
    let found: Vec<_> = distances.iter().map(|(_, distance)| *distance).collect();
    assert_eq!(found, expected);
    // Behind seven plies all moves stand in it. A position is what its moves make it.
    let mut random = Random::for_task(27, 0);
    for _ in 0..50 {
        let Some(moves) = opening(&mut random, 7) else {
            continue;
        };
        let setup = Setup {
            position: None,
            moves,
        };
        let question = Analyze {
            setup: setup.clone(),
            ..Analyze::default()
        };
        let analysis = bench.analyze(&question, &()).expect("an answer");
        assert!(analysis.effort.nodes < 20, "{:?}", setup.moves);
        assert!(analysis.moves.iter().all(|m| m.outcome.is_some()));
        let question = Solve {
            setup: setup.clone(),
            ..Solve::default()
        };
        let solved = bench.solve(&question, &()).expect("an answer");
        assert_eq!(analysis.outcome, solved.outcome, "{:?}", setup.moves);
        assert_eq!(analysis.distance, solved.distance, "{:?}", setup.moves);
    }
}

/// So many random moves of 7x6; nothing if somebody wins on the way or before the next move.
fn opening(random: &mut Random, plies: usize) -> Option<Vec<String>> {
    use unbeatable_workbench::core::Game;
    let rules = unbeatable_games::connect::Connect::new(7, 6, 4).expect("a board");
    let mut pos = rules.start();
    let mut moves = vec![];
    for _ in 0..plies {
        let columns: Vec<u8> = rules.moves(&pos).collect();
        let column = random.pick(&columns);
        pos = rules.play(&pos, column);
        moves.push((column + 1).to_string());
        rules.outcome(&pos).is_none().then_some(())?;
    }
    Some(moves)
}
