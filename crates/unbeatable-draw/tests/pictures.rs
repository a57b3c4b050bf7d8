//! Pictures are sound SVG, and what they show can be seen.

use std::collections::BTreeSet;
use std::io::Read;

use flate2::Crc;
use flate2::read::ZlibDecoder;
use unbeatable_draw::{
    Canvas, Cell, Edge, Graph, GraphNode, Pile, Sample, Shade, Sheet, Side, SignStyle, Tile,
    TileBoard, TileFrame, TileRow, dot, draw_graph, draw_sheet, png,
};

fn grid(cells: &str, marks: SignStyle) -> Tile {
    let cells = cells.chars().map(|c| match c {
        'X' => Cell::First,
        'O' => Cell::Second,
        'x' => Cell::Answer(Side::First),
        'o' => Cell::Answer(Side::Second),
        _ => Cell::Empty,
    });
    Tile {
        board: TileBoard::Grid {
            columns: 3,
            cells: cells.collect(),
            marks,
            block: 0,
        },
        caption: String::new(),
        frame: TileFrame::default(),
    }
}

fn sheet(label: &str, tiles: Vec<Tile>) -> Sheet {
    Sheet {
        title: "Boards & \"signs\" <here>".into(),
        subtitle: String::new(),
        legend: vec![
            (Sample::Frame(TileFrame::default()), "draw".into()),
            (
                Sample::Cell(Cell::Answer(Side::First), SignStyle::Crosses),
                "answer".into(),
            ),
            (Sample::Taken, "taken".into()),
        ],
        rows: vec![TileRow {
            label: label.into(),
            tiles,
        }],
    }
}

/// What the quoted values of an attribute are.
fn values<'a>(svg: &'a str, attribute: &str) -> BTreeSet<&'a str> {
    let begin = format!(" {attribute}=\"");
    let parts = svg.split(&begin).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

/// The SVG of a canvas, after a look at whether it is sound: all tags and quotes are closed, and what is
/// referred to is there.
#[track_caller]
fn sound(canvas: &Canvas) -> String {
    let svg = canvas.svg();
    let body = svg.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut open = Vec::new();
    for tag in body.expect("it says that it is XML").split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("the tag ends");
        assert!(!text.contains('>') && tag.matches('"').count() % 2 == 0);
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.extend(tag.split(' ').next()),
        }
    }
    assert_eq!(open, [""; 0]);
    let ids = values(&svg, "id");
    assert!(values(&svg, "href").iter().all(|id| ids.contains(&id[1..])));
    for class in values(&svg, "class")
        .iter()
        .flat_map(|names| names.split(' '))
    {
        let names = [format!(".{class},"), format!(".{class}{{")];
        assert!(names.iter().any(|name| svg.contains(name)), "{class}");
    }
    svg
}

/// The rows of a canvas as PNG, after a look at whether it is sound: of each pixel red, green and blue, added.
#[track_caller]
fn pixels(canvas: &Canvas) -> Vec<Vec<u32>> {
    let file = png(canvas, Some(2.0), None).expect("small enough");
    let number = |at: usize| {
        file[at..at + 4]
            .iter()
            .fold(0, |n, byte| n << 8 | u32::from(*byte))
    };
    assert!(file.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"));
    let [width, height, length] = [16, 20, 33].map(|at| number(at) as usize);
    let (content, rest) = file[37..].split_at(4 + length);
    let mut sum = Crc::new();
    sum.update(content);
    assert_eq!(sum.sum(), number(41 + length));
    assert_eq!(&rest[4..], b"\0\0\0\0IEND\xaeB`\x82");
    let mut bytes = Vec::new();
    let decoded = ZlibDecoder::new(&content[4..]).read_to_end(&mut bytes);
    assert_eq!(decoded.expect("sound"), height * (1 + 3 * width));
    let added = |pixel: &[u8]| pixel.iter().map(|part| u32::from(*part)).sum();
    let rows = bytes.chunks(1 + 3 * width);
    rows.map(|row| row[1..].chunks(3).map(added).collect())
        .collect()
}

/// How many pixels are dark, between those columns and rows in units.
fn dark(picture: &[Vec<u32>], x: [usize; 2], y: [usize; 2]) -> usize {
    let rows = &picture[2 * y[0]..(2 * y[1]).min(picture.len())];
    let pixels = rows.iter().flat_map(|row| &row[2 * x[0]..2 * x[1]]);
    pixels.filter(|pixel| **pixel < 300).count()
}

/// Boards of every kind.
fn boards() -> Sheet {
    let piles = vec![
        Pile {
            stones: 3,
            taken: Some(1..3),
        },
        Pile {
            stones: 4,
            taken: Some(2..2),
        },
        Pile {
            stones: 1000,
            taken: None,
        },
    ];
    let tile = |board| Tile {
        board,
        caption: "a < b".into(),
        frame: TileFrame {
            shade: Shade::Second,
            is_thick: true,
        },
    };
    let long = "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./語\n&";
    let tiles = vec![
        grid("XO.xo....", SignStyle::Crosses),
        grid("XO.xo....", SignStyle::Stones),
        tile(TileBoard::Piles(piles)),
        tile(TileBoard::Piles(vec![])),
        tile(TileBoard::Text(long.into())),
    ];
    sheet("depth 1\n5 boards", tiles)
}

#[test]
fn every_board_is_sound() {
    let picture = draw_sheet(&boards());
    assert!(sound(&picture).contains("Boards &amp; &quot;signs&quot; &lt;here&gt;"));
    sound(&draw_sheet(&Sheet::default()));
    pixels(&picture);
}

#[test]
fn labels_can_be_seen() {
    let shown = pixels(&draw_sheet(&sheet(
        "depth 1",
        vec![grid(".........", SignStyle::Crosses)],
    )));
    let hidden = pixels(&draw_sheet(&sheet(
        "       ",
        vec![grid(".........", SignStyle::Crosses)],
    )));
    let below_head = |picture: &[Vec<u32>]| [picture.len() / 2 - 50, picture.len() / 2];
    let label = dark(&shown, [12, 40], below_head(&shown));
    assert!(label > 50, "{label} dark pixels where the label is");
    let none = dark(&hidden, [12, 40], below_head(&hidden));
    assert!(none < label, "{none} without a label");
    assert!(dark(&shown, [12, 200], [12, 26]) > 200, "the title");
}

#[test]
fn answers_differ_from_stones_without_colour() {
    let ink = |cells: &str, marks| {
        let picture = pixels(&draw_sheet(&Sheet {
            rows: vec![TileRow {
                label: String::new(),
                tiles: vec![grid(cells, marks)],
            }],
            ..Sheet::default()
        }));
        dark(&picture, [0, 100], [0, 70])
    };
    for marks in [SignStyle::Crosses, SignStyle::Stones, SignStyle::Hexagons] {
        for (stone, answer) in [("X", "x"), ("O", "o")] {
            let [stone, answer] =
                [stone, answer].map(|sign| ink(&format!("....{sign}...."), marks));
            assert!(answer > stone + 40, "{marks:?}: {answer} and {stone}");
        }
    }
}

/// Black's bands are dark, above and below; White's are light, left and right, and have lines around them.
#[test]
fn hexagons_show_who_connects_which_sides() {
    let tile = grid("X...O.x..", SignStyle::Hexagons);
    let canvas = draw_sheet(&sheet("hexagons", vec![tile]));
    let svg = sound(&canvas);
    // Of each colour the bands, which are shared, and the stones.
    for (class, many) in [("black", 3), ("white", 2)] {
        let found = svg.matches(&format!("class=\"{class}\"")).count();
        assert_eq!(found, many, "{class}");
    }
    let grid = svg.split("class=\"grid\" d=\"").nth(1).expect("lines");
    let cells = grid.split('"').next().expect("path data");
    assert_eq!(cells.matches('z').count(), 9);
    pixels(&canvas);
}

#[test]
fn sheets_are_as_high_as_a_page() {
    let tiles = vec![grid("X...O....", SignStyle::Crosses); 700];
    let picture = sound(&draw_sheet(&sheet("many", tiles)));
    let view = values(&picture, "viewBox").pop_first().expect("a size");
    let sides: Vec<f32> = view
        .split(' ')
        .filter_map(|side| side.parse().ok())
        .collect();
    let ratio = sides[3] / sides[2];
    assert!((1.2..=1.42).contains(&ratio), "{ratio}");
    assert!(picture.len() < 400_000, "{} bytes", picture.len());
}

#[test]
fn pictures_with_too_many_pixels_are_refused() {
    let picture = draw_sheet(&sheet("one", vec![grid("X...O....", SignStyle::Crosses)]));
    let refused = png(&picture, Some(1e4), None).expect_err("too large");
    assert!(refused.width > 1_000_000);
    assert!(
        refused
            .to_string()
            .starts_with("expected a picture of at most 80.0 million")
    );
}

/// A node that leads to two, and if `joins` those to a fourth.
fn graph(joins: bool) -> Graph {
    let node = |layer, text: &str| GraphNode {
        layer,
        text: text.into(),
        tile: grid("X...O....", SignStyle::Crosses),
    };
    let edge = |from, to, label: &str| Edge {
        from,
        to,
        label: label.into(),
    };
    let mut graph = Graph {
        title: "Graph".into(),
        layers: ["depth 0", "depth 1", "depth 2"].map(String::from).into(),
        nodes: vec![
            node(0, "a"),
            node(1, "b\n\"c\""),
            node(1, "d"),
            node(2, "e"),
        ],
        edges: vec![edge(0, 1, "b1"), edge(0, 2, "<&>"), edge(1, 3, "")],
        ..Graph::default()
    };
    if joins {
        graph.edges.push(edge(2, 3, "c1"));
    }
    graph
}

#[test]
fn graphs_are_sound() {
    for joins in [false, true] {
        let picture = sound(&draw_graph(&graph(joins)));
        assert_eq!(
            picture.matches("class=\"edge\"").count(),
            graph(joins).edges.len()
        );
    }
    let text = dot(&graph(true));
    assert!(text.contains(r#"n1 [label="b\n\"c\""]"#), "{text}");
    assert!(text.contains(r#"n0 -> n2 [label="<&>"]"#), "{text}");
    assert!(text.contains("{ rank=same; n1; n2 }"), "{text}");
}

/// Who changes what SVG says changes this number (FNV-1a), and looks at the pictures.
#[test]
fn svg_stays_as_it_is() {
    let canvases = [
        draw_sheet(&boards()),
        draw_sheet(&Sheet::default()),
        draw_graph(&graph(false)),
        draw_graph(&graph(true)),
    ];
    let all: String = canvases.iter().map(sound).collect();
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    assert_eq!(
        all.bytes().fold(0xcbf2_9ce4_8422_2325, add),
        0x2f88_d79a_68d1_eece
    );
}
