//! A position alone: what each move is worth, and what an analysis sees without search.

use std::collections::HashMap;

use unbeatable_bench::bench::Bench;
use unbeatable_bench::erased::{Line, Position};
use unbeatable_core::diagram::{Highlight, HighlightKind};
use unbeatable_core::{Analysis, Game, Notation, Player};
use unbeatable_draw::{Cell, Sample, Sheet, Side, SignStyle, Tile, TileBoard, TileFrame, TileRow};
use unbeatable_report::question::{Analyze, Draw};
use unbeatable_report::report::{AnalyzeReport, Place};
use unbeatable_report::{AskError, Follow};

use super::tiles::{capital, side, tile};
use crate::moves;
use crate::position::place;

/// The boards of an unfinished position, and what was found out about its moves. A finished one has a board alone.
pub(super) fn sheet(
    bench: &Bench,
    question: &Draw,
    follow: &dyn Follow,
) -> Result<(Sheet, Option<AnalyzeReport>), AskError> {
    let line = bench.line(&question.setup)?;
    let mut report = None;
    if question.has_values && line.outcome().is_none() {
        let asked = Analyze {
            setup: question.setup.clone(),
            limits: question.limits.clone(),
            ..Analyze::default()
        };
        report = Some(moves::analyze(bench, &asked, follow)?);
    }
    Ok((shown(bench, &line, report.as_ref()), report))
}

/// The boards of a position, with what was found out about its moves.
pub(super) fn shown(bench: &Bench, line: &Line, report: Option<&AnalyzeReport>) -> Sheet {
    let game = &bench.game;
    let pos = line.position();
    let mut sheet = Sheet {
        title: format!("{}: {}", capital(bench.title()), game.spec()),
        subtitle: game.line_text(line),
        ..Sheet::default()
    };
    let alone = |label| row(label, tile(game, pos, None, TileFrame::default()));
    if line.outcome().is_some() {
        sheet.rows.push(alone("the end"));
        return sheet;
    }
    if let Some(report) = report {
        sheet.rows.push(row("each move", worth(bench, pos, report)));
    }
    let lights = bench.know.highlights(game, pos);
    if let Some((words, seen)) = seen(bench, pos, &lights) {
        sheet.rows.push(row(&words, seen));
    }
    if sheet.rows.is_empty() {
        sheet.rows.push(alone(""));
    }
    let is_open = matches!(lights.first(), Some(light) if light.kind == HighlightKind::MustPlay);
    sheet.legend = legend(bench, &sheet, is_open);
    sheet
}

fn row(label: &str, tile: Tile) -> TileRow {
    TileRow {
        label: label.replace(' ', "\n"),
        tiles: vec![tile],
    }
}

/// A board with other cells where it has none.
fn with_cells(mut tile: Tile, other: impl Fn(usize) -> Option<Cell>) -> Tile {
    if let TileBoard::Grid { cells, .. } = &mut tile.board {
        for (i, cell) in cells.iter_mut().enumerate() {
            if *cell == Cell::Empty {
                *cell = other(i).unwrap_or(Cell::Empty);
            }
        }
    }
    tile
}

/// Who wins with each move.
fn worth(bench: &Bench, pos: &Position, report: &AnalyzeReport) -> Tile {
    let game = &bench.game;
    let winner_of: HashMap<&str, Player> = (report.moves.iter())
        .filter_map(|m| {
            let name = m.outcome.as_ref()?.winner.as_deref()?;
            let of = |player: &Player| game.player_name(*player) == name;
            Some((m.text.as_str(), Player::BOTH.into_iter().find(of)?))
        })
        .collect();
    let cells: HashMap<usize, Cell> = game
        .moves(pos)
        .filter_map(|m| {
            // A square to which several pieces may go says nothing of any of these moves.
            let Place::Square(square) = place(game, pos, m)? else {
                return None;
            };
            let winner = winner_of.get(game.move_text(pos, m).as_str())?;
            Some((square, Cell::Worth(side(*winner))))
        })
        .collect();
    let board = tile(game, pos, None, TileFrame::default());
    with_cells(board, |square| cells.get(&square).copied())
}

/// What is to be tried, or what the winner needs.
fn seen(bench: &Bench, pos: &Position, lights: &[Highlight]) -> Option<(String, Tile)> {
    let game = &bench.game;
    let words = match lights.first()?.kind {
        HighlightKind::MustPlay => "to be tried".to_string(),
        HighlightKind::Needed(player) => format!("{} needs", game.player_name(player)),
        HighlightKind::Wins(_) | HighlightKind::Avoid => return None,
    };
    let board = tile(game, pos, None, TileFrame::default());
    let is_seen = |square| lights.iter().any(|light| light.square == square);
    Some((
        words,
        with_cells(board, |square| is_seen(square).then_some(Cell::Seen)),
    ))
}

/// What the grounds mean that are there.
fn legend(bench: &Bench, sheet: &Sheet, is_open: bool) -> Vec<(Sample, String)> {
    let boards = || {
        sheet
            .rows
            .iter()
            .flat_map(|row| &row.tiles)
            .map(|tile| &tile.board)
    };
    let marks = boards().find_map(|board| match board {
        TileBoard::Grid { marks, .. } => Some(*marks),
        _ => None,
    });
    let has = |wanted: Cell| {
        boards().any(|board| match board {
            TileBoard::Grid { cells, .. } => cells.contains(&wanted),
            _ => false,
        })
    };
    let [first, second] = bench.player_names().map(|name| format!("{name} wins here"));
    let entries = [
        (Cell::Worth(Side::First), first),
        (Cell::Worth(Side::Second), second),
        (
            Cell::Seen,
            match is_open {
                true => "if any move wins, one of these does".into(),
                false => "the winner needs no other cells".into(),
            },
        ),
    ];
    let marks = marks.unwrap_or(SignStyle::Crosses);
    let shown = entries.into_iter().filter(|(cell, _)| has(*cell));
    shown
        .map(|(cell, text)| (Sample::Cell(cell, marks), text))
        .collect()
}
