//! Pictures are sound SVG, and what they show can be seen.

use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};
use unbeatable_draw::{
    Board, Cell, Edge, Frame, Graph, Marks, Node, Pile, Row, Sample, Shade, Sheet, Side, Tile, dot,
    graph_svg, png, svg,
};

fn grid(cells: &str, marks: Marks) -> Tile {
    let cells = cells.chars().map(|c| match c {
        'X' => Cell::First,
        'O' => Cell::Second,
        'x' => Cell::Answer(Side::First),
        'o' => Cell::Answer(Side::Second),
        _ => Cell::Empty,
    });
    Tile {
        board: Board::Grid {
            columns: 3,
            cells: cells.collect(),
            marks,
            block: 0,
        },
        caption: String::new(),
        frame: Frame::default(),
    }
}

fn sheet(label: &str, tiles: Vec<Tile>) -> Sheet {
    Sheet {
        title: "Boards & \"signs\" <here>".into(),
        subtitle: String::new(),
        legend: vec![
            (Sample::Frame(Frame::default()), "draw".into()),
            (
                Sample::Cell(Cell::Answer(Side::First), Marks::Crosses),
                "answer".into(),
            ),
            (Sample::Taken, "taken".into()),
        ],
        rows: vec![Row {
            label: label.into(),
            tiles,
        }],
    }
}

fn pixels(svg: &str) -> Pixmap {
    let bytes = png(svg, Some(2.0), None).expect("small enough");
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    Pixmap::decode_png(&bytes).expect("sound PNG")
}

/// How many pixels are dark, between those columns and rows in units.
fn dark(picture: &Pixmap, x: [u32; 2], y: [u32; 2]) -> usize {
    let is_dark = |(x, y): (u32, u32)| {
        let pixel = picture.pixel(x, y).expect("inside");
        u32::from(pixel.red()) + u32::from(pixel.green()) + u32::from(pixel.blue()) < 300
    };
    let rows = 2 * y[0]..(2 * y[1]).min(picture.height());
    rows.flat_map(|y| (2 * x[0]..2 * x[1]).map(move |x| (x, y)))
        .filter(|&at| is_dark(at))
        .count()
}

#[test]
fn every_board_is_sound() {
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
        frame: Frame {
            shade: Shade::Second,
            is_thick: true,
        },
    };
    let long = "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./語\n&";
    let tiles = vec![
        grid("XO.xo....", Marks::Crosses),
        grid("XO.xo....", Marks::Stones),
        tile(Board::Piles(piles)),
        tile(Board::Piles(vec![])),
        tile(Board::Text(long.into())),
    ];
    let picture = svg(&sheet("depth 1\n5 boards", tiles));
    assert!(picture.contains("Boards &amp; &quot;signs&quot; &lt;here&gt;"));
    Tree::from_str(&picture, &Options::default()).expect("sound SVG");
    Tree::from_str(&svg(&Sheet::default()), &Options::default()).expect("sound without anything");
    pixels(&picture);
}

#[test]
fn labels_can_be_seen() {
    let shown = pixels(&svg(&sheet(
        "depth 1",
        vec![grid(".........", Marks::Crosses)],
    )));
    let hidden = pixels(&svg(&sheet(
        "       ",
        vec![grid(".........", Marks::Crosses)],
    )));
    let below_head = |picture: &Pixmap| picture.height() / 2 - 50;
    let label = dark(&shown, [12, 40], [below_head(&shown), shown.height() / 2]);
    assert!(label > 50, "{label} dark pixels where the label is");
    let none = dark(
        &hidden,
        [12, 40],
        [below_head(&hidden), hidden.height() / 2],
    );
    assert!(none < label, "{none} without a label");
    assert!(dark(&shown, [12, 200], [12, 26]) > 200, "the title");
}

#[test]
fn answers_differ_from_stones_without_colour() {
    let ink = |cells: &str, marks| {
        let picture = pixels(&svg(&Sheet {
            rows: vec![Row {
                label: String::new(),
                tiles: vec![grid(cells, marks)],
            }],
            ..Sheet::default()
        }));
        dark(&picture, [0, 100], [0, 70])
    };
    for marks in [Marks::Crosses, Marks::Stones] {
        for (stone, answer) in [("X", "x"), ("O", "o")] {
            let [stone, answer] =
                [stone, answer].map(|sign| ink(&format!("....{sign}...."), marks));
            assert!(answer > stone + 40, "{marks:?}: {answer} and {stone}");
        }
    }
}

#[test]
fn sheets_are_as_high_as_a_page() {
    let tiles = vec![grid("X...O....", Marks::Crosses); 700];
    let picture = svg(&sheet("many", tiles));
    let size = Tree::from_str(&picture, &Options::default())
        .expect("sound")
        .size();
    let ratio = size.height() / size.width();
    assert!((1.2..=1.42).contains(&ratio), "{ratio}");
    assert!(picture.len() < 400_000, "{} bytes", picture.len());
}

#[test]
fn pictures_with_too_many_pixels_are_refused() {
    let picture = svg(&sheet("one", vec![grid("X...O....", Marks::Crosses)]));
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
    let node = |layer, text: &str| Node {
        layer,
        text: text.into(),
        tile: grid("X...O....", Marks::Crosses),
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
        let picture = graph_svg(&graph(joins));
        Tree::from_str(&picture, &Options::default()).expect("sound SVG");
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
