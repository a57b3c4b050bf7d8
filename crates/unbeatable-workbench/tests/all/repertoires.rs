//! Repertoires: made, resumed, played, checked, forged.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use unbeatable_bench::bench::Bench;
use unbeatable_bench::erased::Line;
use unbeatable_workbench::core::random::Random;
use unbeatable_workbench::core::{Game, Notation, Player};
use unbeatable_workbench::question::{Analyze, Limits, MakeBook, Method, Setup, Solve};
use unbeatable_workbench::report::{BookReport, Stop};
use unbeatable_workbench::{Ask, Registry, game, repertoire_game, verify_repertoire};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("unbeatable-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn make(spec: &str, plies: u32, file: &Path, limits: Limits) -> BookReport {
    let question = MakeBook {
        plies,
        is_repertoire: true,
        file: file.into(),
        limits,
    };
    let bench = game(spec).expect("a game");
    bench.book(&question, &()).expect("a repertoire")
}

fn threads(threads: usize) -> Limits {
    Limits {
        threads: Some(threads),
        ..Limits::default()
    }
}

fn verdict(file: &Path) -> (String, Option<String>) {
    let games = Registry::standard();
    let verdict = verify_repertoire(&games, file, None, &Limits::default(), &());
    let verdict = verdict.expect("a verdict");
    (verdict.verdict, verdict.reason)
}

/// What moves are worth to who makes them, by a solver that makes no repertoires.
struct Judge {
    bench: Bench,
    solver: &'static str,
    known: HashMap<Vec<String>, HashMap<String, f64>>,
}

impl Judge {
    fn moves(&mut self, moves: &[String], turn: Player) -> &HashMap<String, f64> {
        let (bench, solver) = (&self.bench, self.solver);
        self.known.entry(moves.to_vec()).or_insert_with(|| {
            let question = Analyze {
                setup: Setup {
                    position: None,
                    moves: moves.to_vec(),
                },
                method: Method {
                    solver: Some(solver.into()),
                    ..Method::default()
                },
                ..Analyze::default()
            };
            let report = bench.analyze(&question, &()).expect("an answer");
            let worth = |points: f64| match turn {
                Player::First => points,
                Player::Second => -points,
            };
            let moves = report.moves.into_iter();
            moves
                .map(|m| {
                    assert!(m.outcome.is_some(), "{} is solved", m.text);
                    (m.text, worth(m.bounds.lower.0))
                })
                .collect()
        })
    }
}

/// Plays its moves against everything; how many positions it met.
fn play(
    line: &mut Line,
    moves: &mut Vec<String>,
    owner: Player,
    plies: usize,
    judge: &mut Judge,
    bench: &Bench,
) -> u32 {
    if line.outcome().is_some() || line.plies() >= plies {
        return 0;
    }
    let game = line.game();
    let turn = game.turn(line.position());
    let choices = match turn == owner {
        true => {
            let m = bench.prepared(line).expect("a move for all it can meet");
            let worth = judge.moves(moves, turn);
            let best = worth.values().copied().fold(f64::MIN, f64::max);
            let text = game.move_text(line.position(), m);
            assert_eq!(worth[&text], best, "{text} after {moves:?}");
            vec![m]
        }
        false => line.moves(),
    };
    let mut met = u32::from(turn == owner);
    for m in choices {
        moves.push(game.move_text(line.position(), m));
        assert!(line.play(m), "it is legal");
        met += play(line, moves, owner, plies, judge, bench);
        line.undo();
        moves.pop();
    }
    met
}

/// Whatever the other player does, there is a move, and no other is worth more. Games with and without history,
/// with points, with and without layers.
#[test]
fn there_is_a_best_move_for_all_that_can_be_met() {
    let folder = folder("repertoire-played");
    let file = folder.join("moves");
    for (spec, plies, solver, met_min) in [
        ("connect:4x4", 6, "alpha-beta", 100),
        ("ttt", 9, "backward", 200),
        ("mnk:4x3x3", 4, "backward", 50),
        ("nim:1,2,3", 4, "backward", 10),
        ("go:2x2", 4, "alpha-beta", 20),
        ("go:2x2+ssk", 3, "alpha-beta", 10),
    ] {
        let report = make(spec, plies, &file, threads(2));
        assert_eq!((report.plies, report.stopped), (plies, None));
        assert_eq!(report.classes.iter().sum::<u64>(), report.done);
        assert_eq!(verdict(&file), ("accepted".into(), None), "{spec}");
        let bench = game(spec).expect("a game");
        bench.open_book(Some(&file)).expect("its repertoire");
        let mut judge = Judge {
            bench: game(spec).expect("a game"),
            solver,
            known: HashMap::new(),
        };
        let mut met = 0;
        for owner in Player::BOTH {
            let mut line = Line::new(&bench.game, bench.game.start());
            met += play(
                &mut line,
                &mut vec![],
                owner,
                plies as usize,
                &mut judge,
                &bench,
            );
        }
        assert!(met >= met_min, "{spec}: {met}");
    }
    fs::remove_dir_all(folder).expect("it is there");
}

/// A run that was stopped goes on with what it found; a torn line is not believed, nor another's journal.
#[test]
fn an_unfinished_repertoire_goes_on() {
    let folder = folder("repertoire-resumed");
    let [file, part] = ["moves", "moves.part"].map(|name| folder.join(name));
    let at_once = Limits {
        time: Some(std::time::Duration::ZERO),
        ..threads(1)
    };
    let report = make("connect:5x4", 6, &file, at_once);
    assert_eq!((report.stopped, report.done), (Some(Stop::Time), 0));
    assert!(part.exists() && !file.exists());
    let head = fs::read_to_string(&part).expect("a journal");
    // The middle is best, and so is an answer to it at the edge.
    fs::write(&part, format!("{head}3\n3 3\n2 3")).expect("a torn line");
    let report = make("connect:5x4", 6, &file, threads(2));
    assert_eq!((report.stopped, report.resumed), (None, 2));
    assert!(!part.exists());
    assert_eq!(verdict(&file), ("accepted".into(), None));
    for (text, expected) in [
        (
            "unbeatable book connect:5x4 3\n".into(),
            "is of another repertoire",
        ),
        (format!("{head}\n"), "line 2: expected a move"),
        (format!("{head}3\n9\n"), "line 3: move 1 '9'"),
    ] {
        fs::write(&part, text).expect("a journal");
        let question = MakeBook {
            plies: 3,
            is_repertoire: true,
            file: file.clone(),
            limits: threads(1),
        };
        let bench = game("connect:5x4").expect("a game");
        let error = bench.book(&question, &()).expect_err("no journal of it");
        assert!(error.message.contains(expected), "{error}");
    }
    fs::remove_dir_all(folder).expect("it is there");
}

/// A text with the right checksum.
fn text_of(head: &str, lines: &str) -> String {
    let crc = crc32fast::hash(lines.as_bytes());
    format!("unbeatable repertoire {head} {crc:08x}\n{lines}")
}

/// Every sign is changed once: what is no longer a best move is refused, and so is every damage.
#[test]
fn forged_repertoires_are_refused() {
    let folder = folder("repertoire-forged");
    let file = folder.join("moves");
    make("connect:4x4", 4, &file, threads(1));
    let text = fs::read_to_string(&file).expect("a text");
    let (_, lines) = text.split_once('\n').expect("a head");
    assert_eq!(text, text_of("connect:4x4 4", lines));
    let mut refused = 0;
    for i in 0..lines.len() - 1 {
        for sign in *b"!\"#$%" {
            let mut forged = lines.to_string().into_bytes();
            forged[i] = sign;
            let forged = String::from_utf8(forged).expect("ASCII");
            // Without its checksum mended it is damaged.
            fs::write(&file, text.replace(lines, &forged)).expect("a file");
            assert_eq!(verdict(&file).0 == "refused", forged != lines);
            fs::write(&file, text_of("connect:4x4 4", &forged)).expect("a file");
            let (verdict, reason) = verdict(&file);
            refused += u32::from(verdict == "refused");
            assert_eq!(verdict == "refused", reason.is_some());
            // There are four columns.
            assert!(verdict == "refused" || sign < b'%', "sign {i}");
        }
    }
    assert!(refused > 20, "{refused}");
    let short = &lines[..lines.len() - 2];
    for (forged, expected) in [
        (text_of("connect:4x4 4", &format!("{lines}!")), "found more"),
        (text_of("connect:4x4 4", short), "found the end of the file"),
        (
            text_of("connect:4x4 4", &format!("~{}", &lines[1..])),
            "sign 1: expected one of the first 4 signs from ! on, found '~'",
        ),
        (text_of("connect:4x4 x", lines), "expected a repertoire"),
        (text_of("connect:4x4 4000", lines), "expected a repertoire"),
        (text_of("chess 4", lines), "unknown game"),
        (
            text_of("connect:4x4 4", &format!("\n{lines}")),
            "signs that no repertoire has",
        ),
        (text.replacen(' ', "  ", 3), "expected a repertoire"),
    ] {
        fs::write(&file, &forged).expect("a file");
        let (verdict, reason) = verdict(&file);
        let reason = reason.expect("why");
        assert!(
            verdict == "refused" && reason.contains(expected),
            "{reason}"
        );
    }
    fs::write(&file, b"unbeatable repertoire \xff").expect("a file");
    assert_eq!(verdict(&file).0, "refused");
    for (spec, bytes, expected) in [
        (
            "connect:4x4",
            &text.as_bytes()[..text.len() - 2],
            "is damaged",
        ),
        ("connect:5x4", text.as_bytes(), "is of another game"),
        (
            "go:4x4",
            b"foo",
            "expected a book, a repertoire or the certificate of a win",
        ),
        (
            "connect:4x4",
            b"",
            "expected a book, a repertoire or the certificate of a win",
        ),
    ] {
        fs::write(&file, bytes).expect("a file");
        let bench = game(spec).expect("a game");
        let error = bench.open_book(Some(&file)).expect_err("it will not do");
        assert!(error.message.contains(expected), "{error}");
    }
    fs::remove_dir_all(folder).expect("it is there");
}

/// Those that come with the program: whole, found, and right where that can be seen quickly.
#[test]
fn the_shipped_repertoires() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../unbeatable-bench/repertoires");
    let mut specs = vec![];
    for file in fs::read_dir(folder).expect("a folder") {
        let file = file.expect("a file").path();
        if file.extension().is_some_and(|end| end == "cert") {
            continue;
        }
        let spec = repertoire_game(&file).expect("a repertoire");
        let verdict = verify_repertoire(
            &Registry::standard(),
            &file,
            Some(10),
            &Limits::default(),
            &(),
        );
        let verdict = verdict.expect("a verdict");
        assert_eq!(verdict.reason, None, "{spec}");
        assert_eq!(verdict.verdict, "accepted", "{spec}");
        let bench = game(&spec).expect("a game");
        assert_eq!(bench.spec(), spec);
        let mut line = Line::new(&bench.game, bench.game.start());
        assert!(bench.prepared(&line).is_some(), "{spec}");
        // Whatever the first player does, the second has an answer.
        for m in line.moves() {
            assert!(line.play(m));
            assert!(bench.prepared(&line).is_some(), "{spec}");
            line.undo();
        }
        let alone = game(&spec).expect("a game");
        alone.open_book(None).expect("none");
        assert_eq!(
            alone.prepared(&Line::new(&alone.game, alone.game.start())),
            None
        );
        specs.push(spec);
    }
    specs.sort_unstable();
    assert_eq!(specs, ["connect:6x6", "connect:7x6", "go:4x4"]);
}

/// The certificate that X wins ultimate tic-tac-toe by its older rules is played from the first move to the last:
/// against random players there is always an answer, and all games are won.
#[test]
fn a_certificate_of_a_win_is_played() {
    let bench = game("uttt:play-on").expect("a game");
    let mut games = 0;
    for index in 0..200 {
        let mut random = Random::for_task(28, index);
        let mut line = Line::new(&bench.game, bench.game.start());
        while line.outcome().is_none() {
            let m = match bench.game.turn(line.position()) {
                Player::First => bench.prepared(&line).expect("an answer to everything"),
                Player::Second => random.pick(&line.moves()),
            };
            assert!(line.play(m));
        }
        let outcome = line.outcome().expect("it is over");
        assert_eq!(outcome.winner(), Some(Player::First));
        assert!(line.plies() <= 43);
        games += 1;
    }
    assert_eq!(games, 200);
}

/// Any certificate will do that a player wins from the start; others are refused, with the reason.
#[test]
fn certificates_as_repertoires() {
    let folder = folder("repertoire-certificates");
    let file = folder.join("proof.cert");
    for (spec, moves, expected) in [
        ("mnk:4x3x3", vec![], Ok(Player::First)),
        ("connect:6x4", vec![], Ok(Player::Second)),
        (
            "ttt",
            vec![],
            Err("expected the certificate of a win from the start"),
        ),
        (
            "mnk:4x3x3",
            vec!["a1".into()],
            Err("expected the certificate of a win"),
        ),
        ("go:2x2", vec![], Err("expected the certificate of a win")),
    ] {
        let question = Solve {
            setup: Setup {
                position: None,
                moves,
            },
            certificate: Some(file.clone()),
            ..Solve::default()
        };
        let bench = game(spec).expect("a game");
        bench.solve(&question, &()).expect("an answer");
        let bench = game(spec).expect("a game");
        match (bench.open_book(Some(&file)), expected) {
            (Ok(()), Ok(winner)) => {
                for index in 0..50 {
                    let mut random = Random::for_task(29, index);
                    let mut line = Line::new(&bench.game, bench.game.start());
                    while line.outcome().is_none() {
                        let m = match bench.game.turn(line.position()) == winner {
                            true => bench.prepared(&line).expect("an answer"),
                            false => random.pick(&line.moves()),
                        };
                        assert!(line.play(m));
                    }
                    let outcome = line.outcome().expect("it is over");
                    assert_eq!(outcome.winner(), Some(winner), "{spec}");
                }
            }
            (Err(e), Err(expected)) => assert!(e.message.contains(expected), "{e}"),
            (found, _) => panic!("{spec}: {found:?}"),
        }
    }
    // A byte that was changed is noticed, and so is another game's.
    let bytes = fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../unbeatable-bench/repertoires/uttt-play-on.cert"),
    );
    let mut bytes = bytes.expect("a certificate");
    fs::write(&file, &bytes).expect("a file");
    let error = game("uttt").expect("a game").open_book(Some(&file));
    assert!(
        error
            .expect_err("another game")
            .message
            .contains("expected uttt, found uttt:play-on")
    );
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).expect("a file");
    let error = game("uttt:play-on").expect("a game").open_book(Some(&file));
    assert!(error.expect_err("damaged").message.contains("damaged"));
    fs::remove_dir_all(folder).expect("it is there");
}
