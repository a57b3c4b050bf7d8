//! What the screen shows.

use std::cell::Cell;

use ratatui::Frame;
use ratatui::style::Style;
use unbeatable_workbench::core::Player;
use unbeatable_workbench::core::diagram::Diagram;
use unbeatable_workbench::report::{AnalyzeReport, Place, PlayReport, forbidden_sentence};

use super::grid::{self, Grid};
use super::heaps::ScreenHeaps;
use super::pen::{Pen, wrap};
use crate::play::{HUMAN, asked, ended, persons};
use crate::style::mark_of_sign;
use crate::words::{self, capital};

/// All that is to be seen.
pub(super) struct Face {
    pub(super) view: PlayReport,
    /// Which of the moves is chosen.
    pub(super) chosen: usize,
    pub(super) hints: Option<AnalyzeReport>,
    pub(super) shows_hints: bool,
    /// What is being typed.
    pub(super) typed: Option<String>,
    pub(super) page: Option<FullText>,
    pub(super) message: String,
    /// What the program is doing.
    pub(super) busy: Option<String>,
    pub(super) is_coloured: bool,
    /// Whether the window was too small for the board when it was last painted.
    pub(super) is_hidden: Cell<bool>,
}

/// A text over the whole screen.
pub(super) struct FullText {
    pub(super) text: String,
    /// How many lines are above the screen.
    pub(super) above: usize,
}

/// The narrowest panel beside a board.
const PANEL: usize = 22;

/// The program shows nothing on windows smaller than this.
const LEAST: [usize; 2] = [12, 4];

/// Which rows of the screen are not the board's.
struct ScreenLayout {
    /// For the title, above.
    title: usize,
    /// For what happened and whose turn it is, below.
    foot: usize,
    /// For what can be typed, at the bottom.
    keys: usize,
}

impl ScreenLayout {
    /// From generous to narrow. Rows do not depend on what stands in them: boards should not jump.
    const ALL: [ScreenLayout; 4] = [
        ScreenLayout::new(2, 2, 1),
        ScreenLayout::new(0, 2, 1),
        ScreenLayout::new(0, 1, 1),
        ScreenLayout::new(0, 1, 0),
    ];

    const fn new(title: usize, foot: usize, keys: usize) -> ScreenLayout {
        ScreenLayout { title, foot, keys }
    }

    fn rows(&self) -> usize {
        self.title + self.foot + self.keys
    }
}

/// Leaves so many lines, the last one with a sign that there was more.
fn cut(lines: &mut Vec<String>, rows: usize, width: usize) {
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            let kept = last.chars().take(width.saturating_sub(1));
            *last = kept.chain(['…']).collect();
        }
    }
}

/// A board that knows how large it can be drawn.
enum ScreenBoard<'f> {
    Grid(Grid<'f>),
    Heaps(ScreenHeaps<'f>),
    Text(Vec<&'f str>),
}

impl Face {
    /// Whether a person is to move.
    pub(super) fn is_asked(&self) -> bool {
        self.view.outcome.is_none() && self.view.players[self.view.turn] == HUMAN
    }

    /// The chosen move, if a person chooses.
    pub(super) fn chosen_move(&self) -> Option<&str> {
        let m = self.view.moves.get(self.chosen).filter(|_| self.is_asked());
        m.map(|m| m.text.as_str())
    }

    pub(super) fn paint(&self, frame: &mut Frame) {
        let area = frame.area();
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let mut pen = Pen {
            area,
            buffer: frame.buffer_mut(),
            is_coloured: self.is_coloured,
        };
        if let Some(page) = &self.page {
            return page.paint(&mut pen, width, height);
        }
        let board = self.board();
        let is_large = width >= LEAST[0] && height >= LEAST[1];
        let layout = ScreenLayout::ALL.iter().find(|layout| {
            let body = height.checked_sub(layout.rows());
            let is_tall = layout.title == 0 || height >= 14;
            is_tall && body.is_some_and(|body| board.best(width, body).is_some())
        });
        let layout = layout.filter(|_| is_large);
        self.is_hidden.set(layout.is_none());
        let Some(layout) = layout else {
            for (y, line) in (wrap("window too small: use --plain", width).iter()).enumerate() {
                pen.put(0, y, line, Style::new());
            }
            return;
        };
        self.paint_foot(&mut pen, layout, width, height);
        if layout.title > 0 {
            let title = pen.title();
            let text = format!("{}  {}", capital(&self.view.title), self.view.game);
            pen.put(1, 0, &text, title);
        }
        let body = height - layout.rows();
        let mut pen = pen.within(0, layout.title, width, body);
        let Some((size, is_beside)) = board.best(width, body) else {
            return;
        };
        let [taken, rows] = board.extent(size);
        board.paint(size, &mut pen);
        match is_beside {
            true => {
                let left = taken + 2;
                self.paint_panel(&mut pen.within(left, 0, width - left, body), width - left);
            }
            false if rows + 1 < body => {
                let mut pen = pen.within(1, rows + 1, width - 1, body - rows - 1);
                self.paint_panel(&mut pen, width - 1);
            }
            false => {}
        }
    }

    /// Writes what happened, whose turn it is, and what can be typed.
    fn paint_foot(&self, pen: &mut Pen, layout: &ScreenLayout, width: usize, height: usize) {
        let top = height - layout.foot - layout.keys;
        let wide = width.saturating_sub(1);
        // Without a line of its own, what is typed takes the last one.
        let rows = match &self.typed {
            Some(_) if layout.keys == 0 => layout.foot - 1,
            _ => layout.foot,
        };
        for (y, line) in self.foot(wide, rows).iter().enumerate() {
            pen.put(1, top + y, line, Style::new());
        }
        let style = match self.typed {
            Some(_) => pen.typed(),
            None => pen.dim(),
        };
        if self.typed.is_some() || layout.keys > 0 {
            pen.put(1, height - 1, &self.keys(wide), style);
        }
    }

    /// What happened and whose turn it is, in so many lines at most: if they are too few, the end of
    /// what happened is left out.
    fn foot(&self, width: usize, rows: usize) -> Vec<String> {
        let text = match (&self.busy, self.message.as_str()) {
            (Some(busy), _) => busy.clone(),
            (None, "") => self.turn(),
            (None, message) => format!("{message} {}", self.turn()),
        };
        let mut lines = wrap(&text, width);
        if lines.len() > rows && rows > 1 && self.busy.is_none() && !self.message.is_empty() {
            lines = wrap(&self.message, width);
            cut(&mut lines, rows - 1, width);
            lines.extend(wrap(&self.turn(), width));
        }
        cut(&mut lines, rows, width);
        lines
    }

    /// Whose turn it is, and what is chosen.
    fn turn(&self) -> String {
        match (ended(&self.view), self.chosen_move()) {
            (Some(ended), _) => ended,
            (None, Some(m)) => format!("{} {m}", asked(&self.view)),
            (None, None) => asked(&self.view),
        }
    }

    /// What can be typed, as far as it fits.
    fn keys(&self, width: usize) -> String {
        if let Some(typed) = &self.typed {
            // The end is where one types.
            let text = format!(":{typed}_");
            let skipped = text.chars().count().saturating_sub(width);
            return text.chars().skip(skipped).collect();
        }
        let mut keys = match (&self.busy, self.is_asked()) {
            (Some(_), true) => vec!["Esc stop", "q quit"],
            (Some(_), false) => vec!["Esc play now", "q quit"],
            (None, true) => vec![
                "? help",
                "q quit",
                "arrows Enter play",
                ": type",
                "Tab hints",
            ],
            (None, false) => vec!["? help", "q quit", "n new"],
        };
        if self.is_asked() && self.busy.is_none() {
            keys.push("w why");
            if self.view.moves.iter().any(|m| m.text == "pass") {
                keys.push("p pass");
            }
        }
        if self.busy.is_none() {
            keys.extend(["u undo", "s save", "o open", "n new"]);
        }
        let mut line = String::new();
        for key in keys {
            let gap = if line.is_empty() { "" } else { "  " };
            if line.chars().count() + gap.len() + key.len() > width || line.contains(key) {
                continue;
            }
            line.push_str(gap);
            line.push_str(key);
        }
        line
    }

    fn board(&self) -> ScreenBoard<'_> {
        let chosen = self.view.moves.get(self.chosen).filter(|_| self.is_asked());
        let chosen = chosen.and_then(|m| m.place.as_ref());
        let place = |text: &str| {
            let m = self.view.moves.iter().find(|m| m.text == text);
            m.and_then(|m| m.place.clone())
        };
        let hints = self.hints.iter().filter(|_| self.shows_hints);
        let hints = hints
            .flat_map(|report| &report.moves)
            .filter_map(|m| Some((place(&m.text)?, m.sign)));
        match &self.view.diagram {
            Some(Diagram::Grid {
                columns,
                squares,
                shape,
                block,
                blocks,
                line,
            }) => ScreenBoard::Grid(Grid {
                columns: *columns,
                squares,
                shape: *shape,
                block: *block,
                blocks,
                legal: (self.view.moves.iter())
                    .filter_map(|m| square(m.place.as_ref()))
                    .collect(),
                forbidden: (self.view.forbidden.iter())
                    .filter_map(|m| square(m.place.as_ref()))
                    .collect(),
                hints: hints
                    .filter_map(|(place, sign)| match place {
                        Place::Square(square) => Some((square, sign)),
                        // Other steps may end there, too.
                        _ => None,
                    })
                    .collect(),
                chosen: square(chosen),
                last: square(self.view.last.as_ref()),
                line,
                sides: self.view.sides,
            }),
            Some(Diagram::Heaps(heaps)) => ScreenBoard::Heaps(ScreenHeaps {
                heaps,
                chosen: chosen.and_then(|place| match place {
                    Place::Heap(heap, taken) => Some((*heap, *taken)),
                    _ => None,
                }),
                hints: hints
                    .filter_map(|(place, sign)| match place {
                        Place::Heap(heap, [from, to]) if to == heaps[heap].stones => {
                            Some(((heap, from), sign))
                        }
                        _ => None,
                    })
                    .collect(),
            }),
            None => ScreenBoard::Text(self.view.board.lines().collect()),
        }
    }

    /// Who plays, what was played, what moves are worth.
    fn paint_panel(&self, pen: &mut Pen, width: usize) {
        let has_stones = match &self.view.diagram {
            Some(Diagram::Grid { shape, .. }) => shape.has_stones(),
            _ => false,
        };
        let mut y = 0;
        for player in Player::BOTH {
            let i = player.index();
            let is_turn = self.view.outcome.is_none() && self.view.turn == i;
            let who = match (self.view.players[i].as_str(), persons(&self.view)) {
                (HUMAN, 1) => "you",
                (HUMAN, _) => "",
                (player, _) => player,
            };
            let side = self.view.sides[i];
            let sign = match has_stones {
                true => format!("{} ", grid::sign(player, true)),
                false => String::new(),
            };
            let style = pen.of(player);
            let arrow = if is_turn { '>' } else { ' ' };
            pen.put(0, y, &format!("{arrow} {sign}{side}"), style);
            let x = 3 + sign.chars().count() + side.len();
            pen.put(x, y, who, Style::new());
            y += 1;
        }
        y += 1;
        let rows = usize::from(pen.area.height).saturating_sub(y);
        let mut hints = match self.shows_hints && self.is_asked() {
            true => self.hint_lines(width),
            false => vec![],
        };
        if let Some(forbidden) = forbidden_sentence(&self.view.forbidden) {
            let lines = wrap(&format!("× {forbidden}"), width);
            hints.extend(lines.into_iter().map(|line| (None, line)));
        }
        let moves = self.move_lines(width, rows.saturating_sub(hints.len() + 1).max(1));
        let dim = pen.dim();
        for line in &moves {
            pen.put(0, y, line, dim);
            y += 1;
        }
        y += usize::from(!moves.is_empty());
        for (sign, line) in &hints {
            let style = match sign {
                Some(sign) => pen.of_sign(*sign),
                None => Style::new(),
            };
            pen.put(0, y, line, style);
            y += 1;
        }
    }

    /// The last moves, in so many lines at most.
    fn move_lines(&self, width: usize, rows: usize) -> Vec<String> {
        if self.view.played.is_empty() {
            return vec![];
        }
        let moves: Vec<&str> = self.view.played.iter().map(|(_, m)| m.as_str()).collect();
        let lines = wrap(&format!("Moves: {}", moves.join(" ")), width);
        let skipped = lines.len().saturating_sub(rows.min(6));
        lines.into_iter().skip(skipped).collect()
    }

    /// What the position is worth, and moves that are worth the same on one line.
    fn hint_lines(&self, width: usize) -> Vec<(Option<Option<i8>>, String)> {
        let Some(report) = &self.hints else {
            return vec![];
        };
        let value = wrap(&words::position(report), width);
        let mut lines: Vec<_> = value.into_iter().map(|line| (None, line)).collect();
        let mut results: Vec<(Option<i8>, String, Vec<&str>)> = vec![];
        for m in &report.moves {
            let result = words::move_result(report, m);
            match results.iter_mut().find(|(_, known, _)| *known == result) {
                Some((.., moves)) => moves.push(&m.text),
                None => results.push((m.sign, result, vec![&m.text])),
            }
        }
        for (sign, result, moves) in results {
            let mark = mark_of_sign(sign);
            let text = format!("{mark} {result}: {}", moves.join(" "));
            let wrapped = wrap(&text, width).into_iter().take(4);
            lines.extend(wrapped.map(|line| (Some(sign), line)));
        }
        lines
    }
}

fn square(place: Option<&Place>) -> Option<usize> {
    match place {
        Some(Place::Square(square) | Place::Step(_, square)) => Some(*square),
        _ => None,
    }
}

impl ScreenBoard<'_> {
    /// How many sizes there are, 0 the largest.
    fn sizes(&self) -> usize {
        match self {
            ScreenBoard::Grid(grid) => grid.sizes().len(),
            ScreenBoard::Heaps(_) => 3,
            ScreenBoard::Text(_) => 1,
        }
    }

    /// How many columns and rows of the screen it takes in a size.
    fn extent(&self, size: usize) -> [usize; 2] {
        match self {
            ScreenBoard::Grid(grid) => grid.extent(grid.sizes()[size]),
            ScreenBoard::Heaps(heaps) => heaps.extent(2 - size),
            ScreenBoard::Text(lines) => {
                let width = lines.iter().map(|line| line.chars().count()).max();
                [width.unwrap_or(0), lines.len()]
            }
        }
    }

    /// The largest size that fits with a panel beside it, or else without; and whether there is one.
    /// `None` if none fits.
    fn best(&self, width: usize, height: usize) -> Option<(usize, bool)> {
        let fits = |size: &usize, more: usize| {
            let [w, h] = self.extent(*size);
            w.saturating_add(more) <= width && h <= height
        };
        let beside = (0..self.sizes()).find(|size| fits(size, PANEL + 2));
        let alone = (0..self.sizes()).find(|size| fits(size, 0));
        beside
            .map(|size| (size, true))
            .or(alone.map(|size| (size, false)))
    }

    fn paint(&self, size: usize, pen: &mut Pen) {
        match self {
            ScreenBoard::Grid(grid) => grid.paint(grid.sizes()[size], pen),
            ScreenBoard::Heaps(heaps) => heaps.paint(2 - size, pen),
            ScreenBoard::Text(lines) => {
                for (y, line) in lines.iter().enumerate() {
                    pen.put(0, y, line, Style::new());
                }
            }
        }
    }
}

impl FullText {
    fn paint(&self, pen: &mut Pen, width: usize, height: usize) {
        let lines = wrap(&self.text, width.saturating_sub(2));
        let rows = height.saturating_sub(1).max(1);
        let above = self.above.min(lines.len().saturating_sub(rows));
        for (y, line) in lines.iter().skip(above).take(rows).enumerate() {
            pen.put(1, y, line, Style::new());
        }
        let more = match lines.len() > above + rows {
            true => "down: more   Esc: back",
            false => "Esc: back to the game",
        };
        if height > 1 {
            let dim = pen.dim();
            pen.put(1, height - 1, more, dim);
        }
    }
}
