//! What positions of a file look like, where a board was recognised.

use std::collections::HashMap;

use unbeatable_core::diagram::{CellShape, Diagram, Square, Surroundings};
use unbeatable_core::{Game, Player, Value};

use crate::board::{ActionAim, BoardSquare, FoundBoard};
use crate::book::RuleBook;
use crate::pieces::{BoardPiece, PieceLooks};
use crate::position::{Action, Position, Stage};
use crate::rules::Alternation;
use crate::way::has;

impl<const W: usize, V: Value> RuleBook<W, V> {
    /// The board of a position, with the squares of a move marked.
    pub(crate) fn board_diagram(
        &self,
        pos: &Position<W>,
        marked: Option<Action>,
    ) -> Option<Diagram> {
        let board = self.rules.words.board.as_ref()?;
        let standing = self.standing(board, pos);
        let count = board.columns.len() * board.rows.len();
        let mut squares = vec![Square::Empty; count];
        for (&square, piece) in &standing {
            squares[number(board, square)] = self.shown(*piece);
        }
        match marked.map_or(ActionAim::Nowhere, |m| self.aim(board, pos, m)) {
            ActionAim::Nowhere | ActionAim::Column => {}
            ActionAim::Square(to) => squares[number(board, to)] = Square::Marked,
            ActionAim::Step(from, to) => {
                squares[number(board, from)] = Square::Left;
                squares[number(board, to)] = Square::Marked;
            }
        }
        Some(Diagram::Grid {
            columns: board.columns.len(),
            squares,
            shape: match self.falls(board) {
                true => CellShape::Falling,
                false => CellShape::Squares,
            },
            block: 0,
            blocks: vec![],
            line: vec![],
        })
    }

    /// What columns and rows are called, and what is true beside the board, whose turn it is left out.
    pub(crate) fn board_surroundings(&self, pos: &Position<W>) -> Option<Surroundings> {
        let words = &self.rules.words;
        let board = words.board.as_ref()?;
        let turns = match self.rules.alternation {
            Alternation::Proven(turns) => turns.map(|fluent| fluent as usize).to_vec(),
            Alternation::Tested => vec![],
        };
        let is_beside = |fluent: &usize| {
            has(&pos.bits, *fluent) && !board.has(*fluent) && !turns.contains(fluent)
        };
        let facts = (0..words.fluents.len()).filter(is_beside);
        Some(Surroundings {
            columns: board.columns.clone(),
            rows: board.rows.iter().rev().cloned().collect(),
            facts: facts.map(|fluent| words.fluents[fluent].clone()).collect(),
        })
    }

    fn standing(&self, board: &FoundBoard, pos: &Position<W>) -> HashMap<BoardSquare, BoardPiece> {
        board.standing(|fluent| has(&pos.bits, fluent))
    }

    /// How a piece is drawn.
    fn shown(&self, piece: BoardPiece) -> Square {
        let player = |role: usize| {
            let mut players = Player::BOTH.into_iter();
            let is_it = |player: &Player| self.rules.role(*player) == role;
            players.find(is_it).expect("both players have roles")
        };
        let letter = |role: Option<usize>, sign| Square::Piece(role.map(player), sign);
        match piece.looks {
            PieceLooks::Nothing => Square::Empty,
            // A cross is the first player's sign everywhere.
            PieceLooks::Sign(role) if (player(role) == Player::First) == (piece.sign == 'x') => {
                Square::Of(player(role))
            }
            PieceLooks::Sign(role) => letter(Some(role), piece.sign),
            PieceLooks::Letter(role, sign) => letter(role, sign),
        }
    }

    /// The squares of a move: those that it names, or else those that it changes.
    fn aim(&self, board: &FoundBoard, pos: &Position<W>, m: Action) -> ActionAim {
        if m == Action::PASS || pos.stage != Stage::Open {
            return ActionAim::Nowhere;
        }
        let named = board.aims[self.rules.role(pos.turn)][usize::from(m.0)];
        if matches!(named, ActionAim::Square(_) | ActionAim::Step(..)) {
            return named;
        }
        let before = self.standing(board, pos);
        let after = self.standing(board, &self.play(pos, m));
        let is_empty = |standing: &HashMap<BoardSquare, BoardPiece>, square: &BoardSquare| {
            let piece = standing.get(square);
            piece.is_none_or(|piece| piece.looks == PieceLooks::Nothing)
        };
        let all = before.keys().chain(after.keys());
        let mut changed: Vec<BoardSquare> = all
            .copied()
            .filter(|square| before.get(square) != after.get(square))
            .collect();
        changed.sort_unstable();
        changed.dedup();
        let (left, taken): (Vec<_>, Vec<_>) =
            changed.iter().partition(|square| is_empty(&after, square));
        match (&left[..], &taken[..]) {
            ([], [to]) => ActionAim::Square(*to),
            ([from], [to]) => ActionAim::Step(*from, *to),
            ([to], []) => ActionAim::Square(*to),
            _ => ActionAim::Nowhere,
        }
    }

    /// Whether moves name columns, and the first ones change the lowest squares of these.
    fn falls(&self, board: &FoundBoard) -> bool {
        let mut aims = board.aims.iter().flatten();
        if !aims.all(|aim| matches!(aim, ActionAim::Column | ActionAim::Nowhere)) {
            return false;
        }
        let start = self.start();
        if self.outcome(&start).is_some() {
            return false;
        }
        let mut lowest: Vec<usize> = vec![];
        for m in self.moves(&start) {
            match self.aim(board, &start, m) {
                ActionAim::Square((column, 0)) => lowest.push(column),
                _ => return false,
            }
        }
        lowest.sort_unstable();
        lowest == (0..board.columns.len()).collect::<Vec<_>>()
    }
}

/// A square's number in a diagram: row by row from the top.
fn number(board: &FoundBoard, (column, row): BoardSquare) -> usize {
    (board.rows.len() - 1 - row) * board.columns.len() + column
}
