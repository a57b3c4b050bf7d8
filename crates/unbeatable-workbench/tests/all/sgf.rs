//! Game records: what is written is read back, by this project and by another parser; no text that
//! is nearly a record makes the reader panic.

use sgf_parse::go::{Move as SgfMove, Prop};
use unbeatable_games::go::{Go, Move};
use unbeatable_workbench::core::random::Random;
use unbeatable_workbench::core::{Game, Line, Notation, Spec};
use unbeatable_workbench::question::Setup;
use unbeatable_workbench::sgf::{self, Variation};

/// Rule books of all shapes and kinds.
const SPECS: [&str; 9] = [
    "go:1x1+suicide",
    "go:2x2",
    "go:2x2+ssk",
    "go:3x2+nssk+suicide",
    "go:3x3+komi=6.5+suicide",
    "go:4x3+komi=-0.5+ssk+suicide",
    "go:25x1",
    "go:1x30+ssk",
    "go:5x6",
];

fn rules(spec: &str) -> Go {
    let spec = Spec::parse(spec).expect("a spec");
    Go::from_spec(spec).expect("a board")
}

/// Plays up to `plies` random moves, and gives their names.
fn go_on(line: &mut Line<Go>, plies: u64, random: &mut Random) -> Vec<String> {
    let go = line.game();
    let mut names = Vec::new();
    for _ in 0..random.below(plies + 1) {
        let pos = *line.position();
        if line.outcome().is_none() {
            let moves: Vec<Move> = go.moves(&pos).collect();
            let m = random.pick(&moves);
            // History may forbid it.
            if line.play(m) {
                names.push(go.move_text(&pos, m));
            }
        }
    }
    names
}

/// The empty board, or a board of a random game, with either player to move.
fn random_first(go: &Go, random: &mut Random) -> String {
    if random.below(2) == 0 {
        return go.position_text(&go.start());
    }
    let mut line = Line::new(go, go.start());
    go_on(&mut line, 20, random);
    go.position_text(line.position()).replace(";pass", "")
}

/// The text of the line that a setup stands for.
fn line_text(go: &Go, setup: &Setup) -> String {
    let start = go.position_text(&go.start());
    let first = setup.position.as_ref().unwrap_or(&start);
    let mut line = go.parse_line(first).expect("a position");
    for text in &setup.moves {
        let m = go.parse_move(line.position(), text).expect("a move");
        assert!(line.play(m), "{text}");
    }
    go.line_text(&line)
}

#[test]
fn what_is_written_is_read_back() {
    for (i, spec) in SPECS.into_iter().enumerate() {
        let go = rules(spec);
        for game in 0..300 {
            let mut random = Random::for_task(i as u64, game);
            let first = random_first(&go, &mut random);
            let mut line = go.parse_line(&first).expect("a position");
            go_on(&mut line, 60, &mut random);
            let position = go.line_text(&line);
            let setup = Setup {
                position: Some(position.clone()),
                moves: vec![],
            };
            let mut end = line.clone();
            let variation = Variation {
                moves: go_on(&mut end, 10, &mut random),
                comment: "a [line]: \\ and more".into(),
            };
            let application = ["unbeatable", "0.0"];
            let comment = "the position ]) ;B[aa]";
            let variations = [variation.clone(), variation];
            let text = sgf::write(spec, &setup, application, comment, &variations[..1]);
            let text = text.expect("a game that can be written");
            let asked = sgf::read(spec, text.as_bytes(), None).expect(&text);
            assert_eq!(asked.notes, Vec::<String>::new(), "{text}");
            assert_eq!(line_text(&go, &asked.setup), position, "{text}");
            let plies = asked.setup.moves.len();
            let moves = plies + variations[0].moves.len();
            let all = sgf::read(spec, text.as_bytes(), Some(moves)).expect(&text);
            assert_eq!(line_text(&go, &all.setup), go.line_text(&end), "{text}");
            assert_eq!(moves_by_another_parser(&text), moves);
            // A game with both colours' moves as it was played, not only as its boards tell.
            let again = sgf::write(spec, &asked.setup, application, "", &variations);
            let again = again.expect("a game that can be written");
            let asked_again = sgf::read(spec, again.as_bytes(), Some(plies)).expect(&again);
            assert_eq!(asked_again, asked, "{again}");
        }
    }
}

/// How many moves `sgf_parse` finds on the main variation.
fn moves_by_another_parser(text: &str) -> usize {
    let games = sgf_parse::go::parse(text).expect(text);
    let [game] = &games[..] else {
        panic!("{text}: {} games", games.len())
    };
    game.validate().expect(text);
    let is_move =
        |prop: &&Prop| matches!(prop, Prop::B(SgfMove::Pass | SgfMove::Move(_)) | Prop::W(_));
    game.main_variation()
        .flat_map(|node| node.properties())
        .filter(is_move)
        .count()
}

#[test]
fn no_text_makes_the_reader_panic() {
    const TEXTS: [&str; 5] = [
        "(;FF[4]GM[1]SZ[3]KM[6.5]AB[aa][ba]AW[cc:cc]PL[W];W[bb];B[];W[ac];B[tt](;W[ca])(;W[ab]))",
        "(;SZ[3:3]HA[2]AB[aa:ab]C[a \\] b];AE[aa];W[bb];PL[B]B[cc])(;SZ[9])",
        "(;GaMe[1]SiZe[3];Black[ab];White[ba];B[];W[])",
        "(;SZ[3];B[bb];W[ba];B[ab];W[cb];B[bc];W[ca];B[ac];W[cc];B[])",
        "(;SZ[3]N[é \u{1f600}];B[aa]\n;W[bb]\r\n;B[cc])",
    ];
    const LETTERS: &[char] = &[
        '(',
        ')',
        ';',
        '[',
        ']',
        ':',
        '\\',
        'A',
        'B',
        'E',
        'W',
        'P',
        'L',
        'S',
        'Z',
        'G',
        'M',
        'K',
        'H',
        'a',
        'b',
        'c',
        't',
        '0',
        '1',
        '3',
        '9',
        '-',
        '.',
        ' ',
        '\n',
        '\0',
        'é',
        '\u{1f600}',
        '\u{feff}',
    ];
    for text in TEXTS {
        sgf::read("go:3x3", text.as_bytes(), None).expect(text);
    }
    let mut read = 0;
    for i in 0..20_000 {
        let mut random = Random::for_task(7, i);
        let mut text: Vec<char> = random.pick(&TEXTS).chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len() as u64) as usize;
            match random.below(4) {
                0 => text[at] = random.pick(LETTERS),
                1 => text.insert(at, random.pick(LETTERS)),
                2 if text.len() > 1 => drop(text.remove(at)),
                _ => {
                    let end = at + (random.below(20) as usize).min(text.len() - at);
                    let twice = text[at..end].to_vec();
                    text.splice(at..at, twice);
                }
            }
        }
        let text: String = text.into_iter().collect();
        let mut bytes = text.into_bytes();
        if random.below(10) == 0 {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.bits() as u8;
        }
        let moves_max = [None, Some(random.below(6) as usize)][random.below(2) as usize];
        match sgf::read("go:3x3", &bytes, moves_max) {
            Err(e) => assert!(
                !e.message.contains('\n') && e.message.chars().count() < 300,
                "{e}"
            ),
            Ok(record) => {
                read += 1;
                let text = sgf::write("go:3x3", &record.setup, ["u", "0"], "", &[]);
                let again = sgf::read("go:3x3", text.expect("a game").as_bytes(), None);
                assert_eq!(again.expect("a record").setup, record.setup);
            }
        }
    }
    assert!((1_000..19_000).contains(&read), "{read} texts are records");
}
