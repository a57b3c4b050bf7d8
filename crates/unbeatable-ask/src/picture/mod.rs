//! Pictures of games: boards by depth, trees, graphs.

use std::collections::BTreeMap;
use unbeatable_bench::erased::Line;

use unbeatable_core::{Effort, Game, Notation, Player, Stopped};
use unbeatable_draw::{
    Canvas, Edge, Graph, GraphNode, Sample, Shade, Sheet, Tile, TileFrame, TileRow,
};
use unbeatable_solve::meter::{Meter, PartWatch};

use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock};
use unbeatable_report::question::{Draw, DrawOf, Format, Setup};
use unbeatable_report::report::{AnalyzeReport, ByOutcome, DrawReport, SCHEMA};
use unbeatable_report::{Argument, AskError, Follow};

mod board;
mod tiles;
mod walk;

pub use tiles::{capital, tile};
use walk::{NoWalk, PictureBoard, PictureLimits, PictureWalk};

/// Edges with more moves name the first one.
const MOVES_NAMED: usize = 3;

/// A picture, before it is SVG, PNG or DOT.
pub enum Picture {
    /// Boards in rows.
    Sheet(Sheet),
    /// Boards in layers, with edges.
    Graph(Graph),
}

/// What a byte of SVG takes when pixels are made of it, about.
#[cfg(feature = "png")]
const SVG_BYTE_BYTES: u64 = 30;

/// The picture in that format. DOT is for graphs, PNG for pictures that are not too large, and take no more
/// than `bytes_max`, where there is a limit.
pub fn paint(
    picture: &Picture,
    format: Format,
    bytes_max: Option<u64>,
) -> Result<Vec<u8>, AskError> {
    let canvas = || match picture {
        Picture::Sheet(sheet) => unbeatable_draw::draw_sheet(sheet),
        Picture::Graph(graph) => unbeatable_draw::draw_graph(graph),
    };
    match (format, picture) {
        (Format::Svg, _) => Ok(canvas().svg().into_bytes()),
        (Format::Png, _) => pixels(&canvas(), bytes_max),
        (Format::Dot, Picture::Graph(graph)) => Ok(unbeatable_draw::dot(graph).into_bytes()),
        (Format::Dot, Picture::Sheet(_)) => {
            Err(Argument::Format.wrong("dot: expected a graph, found boards without edges"))
        }
    }
}

/// The canvas as a PNG file.
#[cfg(feature = "png")]
fn pixels(canvas: &Canvas, bytes_max: Option<u64>) -> Result<Vec<u8>, AskError> {
    let taken = canvas.svg().len() as u64 * SVG_BYTE_BYTES;
    if bytes_max.is_some_and(|bytes| bytes < taken) {
        let needed = taken >> 20;
        return Err(Argument::Format.wrong(format!(
            "png: the picture takes more than {needed} MiB; expected a larger --memory, or svg"
        )));
    }
    let bytes_max = bytes_max.map(|bytes| bytes - taken);
    unbeatable_draw::png(canvas, None, bytes_max).map_err(|e| {
        Argument::Format.wrong(format!(
            "png: {e}; a larger --memory may help; svg has no limit"
        ))
    })
}

#[cfg(not(feature = "png"))]
fn pixels(_canvas: &Canvas, _bytes_max: Option<u64>) -> Result<Vec<u8>, AskError> {
    Err(Argument::Format
        .wrong("png: this program was built without the feature png; expected svg or dot"))
}

/// What an analysis found, on the board, as SVG; nothing where a game has no diagram.
pub fn draw_analysis(bench: &Bench, report: &AnalyzeReport) -> Result<Option<Vec<u8>>, AskError> {
    let line = bench.line(&Setup {
        position: Some(report.asked.position.clone()),
        moves: vec![],
    })?;
    if bench.game.diagram(line.position(), None).is_none() {
        return Ok(None);
    }
    let sheet = board::shown(bench, &line, Some(report));
    paint(&Picture::Sheet(sheet), Format::Svg, None).map(Some)
}

/// A picture.
pub fn draw(bench: &Bench, question: &Draw, follow: &dyn Follow) -> Result<DrawReport, AskError> {
    let game = &bench.game;
    let line = bench.line(&question.setup)?;
    if bench.has_history() && !matches!(question.of, DrawOf::Tree | DrawOf::Board) {
        return Err(AskError::new(format!(
            "{}: expected --of tree or board: where repetition is forbidden, positions have no value of \
             their own",
            game.spec()
        )));
    }
    let clock = Clock::start(&question.limits, follow, None);
    let mut report = DrawReport {
        schema: SCHEMA,
        game: game.spec(),
        position: game.line_text(&line),
        of: question.of.name().into(),
        format: question.format.name().into(),
        file: None,
        bytes: None,
        boards: None,
        edges: None,
        by_depth: None,
        by_outcome: None,
        finished: None,
        seconds: 0.0,
        stopped: None,
        picture: None,
    };
    if question.of == DrawOf::Board {
        let (sheet, found) = board::sheet(bench, question, follow)?;
        report.stopped = found.and_then(|found| found.effort.stopped);
        let boards = sheet.rows.len();
        let bytes_max = clock::bytes_left(&question.limits);
        let picture = paint(&Picture::Sheet(sheet), question.format, bytes_max)?;
        report.bytes = Some(picture.len() as u64);
        report.boards = Some(boards);
        report.picture = Some(picture);
        report.seconds = clock.seconds();
        return Ok(report);
    }
    match walked(bench, &line, question, &clock) {
        Ok(walk) => {
            let drawing = Drawing {
                bench,
                line: &line,
                question,
                walk: &walk,
            };
            let picture = paint(
                &drawing.picture(),
                question.format,
                clock::bytes_left(&question.limits),
            )?;
            report.bytes = Some(picture.len() as u64);
            report.boards = Some(walk.places.len());
            report.edges = drawing.has_edges().then(|| drawing.edges().len());
            report.finished = Some(walk.places.iter().filter(|p| p.outcome.is_some()).count());
            report.by_outcome = drawing.by_outcome();
            report.by_depth = Some(walk.by_depth);
            report.picture = Some(picture);
        }
        Err(NoWalk::TooMany(by_depth)) => return Err(too_many(&by_depth, question)),
        Err(NoWalk::Stopped(why)) => report.stopped = clock.reason(Some(why)),
    }
    report.seconds = clock.seconds();
    Ok(report)
}

/// The boards, and what they are worth.
fn walked(
    bench: &Bench,
    line: &Line,
    question: &Draw,
    clock: &Clock,
) -> Result<PictureWalk, NoWalk> {
    let mut budget = clock::budget(&question.limits);
    let limits = PictureLimits {
        depth_max: question.depth.map_or(usize::MAX, |depth| depth as usize),
        boards_max: question.boards_max,
        bytes_max: budget.table_bytes_max,
    };
    let mut meter = Meter::new(&budget, clock);
    let folds = question.of.folds();
    let mut walk = match question.of {
        DrawOf::Tree => walk::tree(line, &limits, &mut meter)?,
        _ => walk::positions(line.game(), *line.position(), folds, &limits, &mut meter)?,
    };
    if question.has_values {
        let effort: Effort = meter.effort;
        budget.nodes_max = budget.nodes_max.saturating_sub(effort.nodes);
        let part = PartWatch::new(clock, effort, meter.bounds);
        let solved = walk.solve(bench, line, &budget, &part);
        solved.map_err(|why: Stopped| NoWalk::Stopped(why))?;
    }
    Ok(walk)
}

/// Too many boards, and what to ask for instead.
fn too_many(by_depth: &[usize], question: &Draw) -> AskError {
    let boards: usize = by_depth.iter().sum();
    let depth = by_depth.len() - 1;
    let instead = match depth {
        0 | 1 => "a later position".into(),
        _ => format!("--depth {} or a later position", depth - 1),
    };
    Argument::Count.wrong(format!(
        "expected at most {} boards, found {boards} up to depth {depth}: ask for {instead}, or \
         for more with --boards",
        question.boards_max
    ))
}

/// A picture in the making.
struct Drawing<'a> {
    bench: &'a Bench,
    line: &'a Line<'a>,
    question: &'a Draw,
    walk: &'a PictureWalk,
}

impl Drawing<'_> {
    /// Whether boards are joined by edges.
    fn has_edges(&self) -> bool {
        self.question.format == Format::Dot
            || matches!(self.question.of, DrawOf::Tree | DrawOf::Graph)
    }

    fn picture(&self) -> Picture {
        match self.has_edges() {
            true => Picture::Graph(self.graph()),
            false => Picture::Sheet(self.sheet()),
        }
    }

    fn sheet(&self) -> Sheet {
        let mut rows: Vec<TileRow> = Vec::new();
        let mut places: Vec<&PictureBoard> = self.walk.places.iter().collect();
        // Who wins first, then who draws; finished games last.
        places.sort_by_key(|place| (place.depth, place.outcome.is_some(), self.order(place)));
        for (depth, &many) in self.walk.by_depth.iter().enumerate() {
            let here = places.iter().filter(|place| place.depth == depth);
            rows.push(TileRow {
                label: match many {
                    1 => format!("depth {depth}\n1 board"),
                    many => format!("depth {depth}\n{many} boards"),
                },
                tiles: here.map(|place| self.tile(place)).collect(),
            });
        }
        Sheet {
            title: self.title(),
            subtitle: self.subtitle(),
            legend: self.legend(),
            rows,
        }
    }

    fn graph(&self) -> Graph {
        let ways = self.walk.longest_ways();
        let is_even = self
            .walk
            .places
            .iter()
            .zip(&ways)
            .all(|(p, way)| p.depth == *way);
        let last = ways.iter().copied().max().unwrap_or(0);
        let node = |(place, layer): (&PictureBoard, &usize)| GraphNode {
            layer: *layer,
            text: self.bench.game.position_text(&place.pos).replace('/', "\n"),
            tile: self.tile(place),
        };
        Graph {
            title: self.title(),
            subtitle: self.subtitle(),
            legend: self.legend(),
            layers: (0..=last)
                .map(|depth| match is_even {
                    true => format!("depth {depth}"),
                    false if depth == 0 => "start".into(),
                    false if depth == 1 => "1 move".into(),
                    false => format!("≤ {depth} moves"),
                })
                .collect(),
            nodes: self.walk.places.iter().zip(&ways).map(node).collect(),
            edges: self.edges(),
        }
    }

    /// One edge for all moves that lead from a board to another.
    fn edges(&self) -> Vec<Edge> {
        let game = &self.bench.game;
        let mut edges = Vec::new();
        for (from, place) in self.walk.places.iter().enumerate() {
            let mut to: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            for &(m, at) in &place.moves {
                let text = game.move_text(&place.pos, m);
                to.entry(at).or_default().push(text);
            }
            edges.extend(to.into_iter().map(|(to, moves)| Edge {
                from,
                to,
                label: match moves.len() {
                    0..=MOVES_NAMED => moves.join(" "),
                    many => format!("{} +{}", moves[0], many - 1),
                },
            }));
        }
        edges
    }

    fn tile(&self, place: &PictureBoard) -> Tile {
        let frame = TileFrame {
            shade: self.shade(place),
            is_thick: place.outcome.is_some(),
        };
        tile(&self.bench.game, &place.pos, None, frame)
    }

    /// Filled if the first player wins, hatched if the second does; where boards stand for either
    /// player to move, filled if that one wins and hatched if he loses.
    fn shade(&self, place: &PictureBoard) -> Shade {
        let is_filled = match self.walk.exchanges {
            true => place.mover_wins().flatten(),
            false => place
                .winner()
                .flatten()
                .map(|player| player == Player::First),
        };
        match is_filled {
            None => Shade::Plain,
            Some(true) => Shade::First,
            Some(false) => Shade::Second,
        }
    }

    fn order(&self, place: &PictureBoard) -> u8 {
        match self.shade(place) {
            Shade::First => 0,
            Shade::Plain => 1,
            Shade::Second => 2,
        }
    }

    fn title(&self) -> String {
        let many = self.walk.places.len();
        let noun = match (self.question.of, many) {
            (DrawOf::Classes | DrawOf::Graph, 1) => "class of positions",
            (DrawOf::Classes | DrawOf::Graph, _) => "classes of positions",
            (DrawOf::Positions, 1) => "position",
            (DrawOf::Positions, _) => "positions",
            (DrawOf::Tree, 1) => "node of its tree",
            (DrawOf::Tree, _) => "nodes of its tree",
            (DrawOf::Board, _) => "boards",
        };
        let title = capital(self.bench.title());
        format!("{title}: {} {noun}", grouped(many))
    }

    fn subtitle(&self) -> String {
        let game = &self.bench.game;
        let mut parts = vec![game.spec()];
        if *self.line.position() != game.start() {
            parts.push(format!("from {}", game.position_text(self.line.position())));
        }
        if let Some(depth) = self.question.depth {
            parts.push(format!("up to depth {depth}"));
        }
        if self.question.of.folds() {
            parts.push(match self.walk.exchanges {
                true => "either player to move".into(),
                false => "symmetric positions are shown once".into(),
            });
        }
        parts.join(" · ")
    }

    /// What the frames mean that are there.
    fn legend(&self) -> Vec<(Sample, String)> {
        let places = &self.walk.places;
        let [first, second] = match self.walk.exchanges {
            true => ["who moves wins".into(), "who moves loses".into()],
            false => self.bench.player_names().map(|name| format!("{name} wins")),
        };
        let plain = match places.iter().all(|place| place.value.is_some()) {
            true => "draw",
            false => "draw, or not solved",
        };
        let entries = [
            (Shade::First, first),
            (Shade::Plain, plain.into()),
            (Shade::Second, second),
        ];
        let mut legend = Vec::new();
        for (shade, text) in entries {
            let has = |place: &&PictureBoard| self.shade(place) == shade;
            let many = places.iter().filter(has).count();
            if many > 0 {
                let frame = TileFrame {
                    shade,
                    is_thick: false,
                };
                legend.push((Sample::Frame(frame), format!("{text} ({})", grouped(many))));
            }
        }
        let finished = places
            .iter()
            .filter(|place| place.outcome.is_some())
            .count();
        if finished > 0 {
            let frame = TileFrame {
                shade: Shade::Plain,
                is_thick: true,
            };
            legend.push((
                Sample::Frame(frame),
                format!("finished ({})", grouped(finished)),
            ));
        }
        legend
    }

    /// How many boards each player wins, where all is known and players have names.
    fn by_outcome(&self) -> Option<ByOutcome> {
        let places = &self.walk.places;
        let is_known = places.iter().all(|place| place.value.is_some());
        let of = |winner: Option<Player>| {
            let won = places.iter().filter(|place| place.winner() == Some(winner));
            won.count() as u128
        };
        let [first, second] = Player::BOTH;
        let names = self.bench.player_names();
        (is_known && !self.walk.exchanges).then(|| {
            ByOutcome(vec![
                (names[0].into(), of(Some(first))),
                (names[1].into(), of(Some(second))),
                ("draw".into(), of(None)),
            ])
        })
    }
}

/// A number with commas between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
