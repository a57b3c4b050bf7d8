//! A position as it is shown, without a search.

use unbeatable_bench::erased::{ErasedGame, Line, Move, Position};
use unbeatable_core::diagram::{Diagram, Heap, Highlight, HighlightKind};
use unbeatable_core::{Analysis, Ban, ForbiddenMove, Game, Notation};

use unbeatable_bench::bench::{self, Bench};
use unbeatable_report::AskError;
use unbeatable_report::question::Setup;
use unbeatable_report::report::{
    DiagramReport, ForbiddenReport, HeapReport, HighlightReport, LegalMove, NimbersReport, Place,
    PlayedReport, PositionReport, SCHEMA, marked,
};

/// All there is to see of the position that a setup leads to.
pub fn show(bench: &Bench, setup: &Setup) -> Result<PositionReport, AskError> {
    let game = &bench.game;
    let mut line = bench.line(&Setup {
        moves: vec![],
        ..setup.clone()
    })?;
    let (start, earlier) = (game.line_text(&line), line.plies());
    let (mut played, mut last) = (vec![], None);
    for (i, text) in setup.moves.iter().enumerate() {
        let pos = *line.position();
        let m = bench::play(&mut line, i + 1, text)?;
        played.push(PlayedReport {
            side: game.turn(&pos).index(),
            m: game.move_text(&pos, m),
        });
        last = place(game, &pos, m);
    }
    let (pos, outcome) = (line.position(), line.outcome());
    let legal = |m| LegalMove {
        text: game.move_text(pos, m),
        place: place(game, pos, m),
    };
    let moves = match outcome {
        Some(_) => vec![],
        None => line.moves(),
    };
    let diagram = game.diagram(pos, None);
    Ok(PositionReport {
        schema: SCHEMA,
        game: game.spec(),
        title: bench.title().to_string(),
        sides: bench.player_names().map(Into::into),
        is_scored: bench.game.is_scored(),
        start,
        earlier,
        position: game.line_text(&line),
        turn: bench.turn_name(&line).into(),
        mover: game.turn(pos).index(),
        outcome: outcome.map(|outcome| bench.outcome_report(outcome)),
        moves: moves.into_iter().map(legal).collect(),
        forbidden: forbidden(game, &line),
        played,
        last,
        highlights: match outcome {
            Some(_) => vec![],
            None => highlights(bench, pos),
        },
        nimbers: diagram
            .as_ref()
            .and_then(|shapes| nimbers(bench, pos, shapes)),
        diagram: diagram.map(DiagramReport::from),
        surroundings: game.surroundings(pos).map(Into::into),
        board: bench.board(pos, &|_| None),
    })
}

/// The moves at the end of a line that look possible and are not.
pub fn forbidden(game: &ErasedGame, line: &Line) -> Vec<ForbiddenReport> {
    let pos = line.position();
    let report = |ForbiddenMove { m, ban }| ForbiddenReport {
        text: game.move_text(pos, m),
        place: place(game, pos, m),
        why: ban.to_string(),
        repeats: match ban {
            Ban::Repeats(plies) => Some(plies),
            Ban::Rule(_) => None,
        },
    };
    game.forbidden(line).into_iter().map(report).collect()
}

/// What is seen of the squares of an unfinished position.
fn highlights(bench: &Bench, pos: &Position) -> Vec<HighlightReport> {
    let seen = bench.know.highlights(&bench.game, pos).into_iter();
    let report = |Highlight { square, kind }| match kind {
        HighlightKind::Wins(player) => HighlightReport {
            square,
            kind: "wins".into(),
            side: Some(player.index()),
        },
        HighlightKind::Avoid => HighlightReport {
            square,
            kind: "avoid".into(),
            side: None,
        },
        HighlightKind::MustPlay => HighlightReport {
            square,
            kind: "must-play".into(),
            side: None,
        },
        HighlightKind::Needed(player) => HighlightReport {
            square,
            kind: "needed".into(),
            side: Some(player.index()),
        },
    };
    seen.map(report).collect()
}

/// The nimbers of the heaps that a diagram shows.
fn nimbers(bench: &Bench, pos: &Position, shapes: &Diagram) -> Option<NimbersReport> {
    let Diagram::Heaps(heaps) = shapes else {
        return None;
    };
    let nimbers = bench.know.nimbers(&bench.game, pos)?;
    let both = heaps.iter().zip(&nimbers);
    let report = |(heap, &nimber): (&Heap, &u32)| HeapReport {
        stones: heap.stones,
        nimber,
    };
    Some(NimbersReport {
        heaps: both.map(report).collect(),
        sum: nimbers.iter().fold(0, |sum, nimber| sum ^ nimber),
    })
}

/// Where a move is made: the diagram knows.
pub fn place(game: &ErasedGame, pos: &Position, m: Move) -> Option<Place> {
    marked(&game.diagram(pos, Some(m))?)
}
