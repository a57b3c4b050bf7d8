//! Winning squares of Connect Four: empty squares that would complete a line.
//!
//! A player who can let a disc fall to one wins. A player who cannot, while the opponent could reach two,
//! loses: only one of them can be filled. If the opponent could reach just one, every other move loses at
//! once; and so does a move to the square below a winning square of the opponent, who plays there next
//! (Pons 2015, 'Solving Connect 4'). If no other move is left, the position is lost.
//!
//! A player for whom no line is open any more, because each holds a disc of the opponent, cannot win; nor
//! does anybody in the last two moves who does not do so at once. What a player gets by answering
//! in the same column is told in `follow_up.rs`.
//!
//! All this is known of the positions behind a move as well, so a player wins who has a move behind which
//! the opponent is lost.

use unbeatable_core::bits::Bits;
use unbeatable_core::diagram::{Highlight, HighlightKind};
use unbeatable_core::notation::listed;
use unbeatable_core::{Analysis, Bounds, Game, Notation, Player, Wdl};

use crate::connect::follow_up;
use crate::connect::{Connect, Discs};

/// Knowledge of winning squares, and of who gets them.
#[derive(Clone, Copy, Debug)]
pub struct WinningSquares;

/// What a player to move sees.
#[derive(Clone, Copy, Debug)]
struct SquaresView {
    /// Where discs would fall to.
    landings: u64,
    /// Those of them that complete a line.
    wins: u64,
    /// Where the opponent would complete one, reachable or not.
    squares: u64,
    /// Landings behind which the opponent does not win at once.
    safe: u64,
}

impl SquaresView {
    #[inline]
    fn new(game: &Connect, pos: &Discs) -> Self {
        let landings = game.landings(pos);
        let wins = game.completions(pos.mine) & landings;
        SquaresView {
            wins,
            ..SquaresView::without_wins(game, pos, landings)
        }
    }

    /// What a player to move sees who is known not to complete a line.
    #[inline]
    fn without_wins(game: &Connect, pos: &Discs, landings: u64) -> Self {
        let squares = game.completions(pos.theirs());
        let threats = squares & landings;
        let blocks = match threats {
            0 => landings,
            _ if threats & (threats - 1) == 0 => threats,
            _ => 0,
        };
        SquaresView {
            landings,
            wins: 0,
            squares,
            safe: blocks & !(squares >> 1),
        }
    }

    /// What is known without looking ahead, if the player to move cannot complete a line.
    #[inline]
    fn bounds(&self, game: &Connect, pos: &Discs) -> Bounds<Wdl> {
        if self.safe == 0 {
            return Bounds::exactly(Wdl::Loss);
        }
        if pos.discs.count_ones() + 2 >= game.full().count_ones() {
            return Bounds::exactly(Wdl::Draw);
        }
        open_lines(game, pos).and(follow_up::bounds(game, pos, self.landings, self.squares))
    }

    /// The upper one of these bounds.
    #[inline]
    fn upper(&self, game: &Connect, pos: &Discs) -> Wdl {
        if self.safe == 0 {
            return Wdl::Loss;
        }
        let is_over = pos.discs.count_ones() + 2 >= game.full().count_ones();
        let most = match is_over || !game.has_line(game.full() & !pos.theirs()) {
            true => Wdl::Draw,
            false => Wdl::Win,
        };
        most.min(follow_up::bounds(game, pos, self.landings, self.squares).upper)
    }
}

/// A player without an open line cannot win.
#[inline]
fn open_lines(game: &Connect, pos: &Discs) -> Bounds<Wdl> {
    let is_open_without = |discs: u64| game.has_line(game.full() & !discs);
    Bounds {
        lower: match is_open_without(pos.mine) {
            true => Wdl::Loss,
            false => Wdl::Draw,
        },
        upper: match is_open_without(pos.theirs()) {
            true => Wdl::Win,
            false => Wdl::Draw,
        },
    }
}

/// The position behind a safe move, by its square, and what the opponent sees there, who cannot complete
/// a line.
#[inline]
fn behind(game: &Connect, pos: &Discs, landing: u64) -> (Discs, SquaresView) {
    let next = Discs {
        mine: pos.theirs(),
        discs: pos.discs | landing,
    };
    let view = SquaresView::without_wins(game, &next, game.landings(&next));
    (next, view)
}

impl Analysis<Connect> for WinningSquares {
    #[inline]
    fn bounds(&self, game: &Connect, pos: &Discs) -> Bounds<Wdl> {
        let view = SquaresView::new(game, pos);
        if view.wins != 0 {
            return Bounds::exactly(Wdl::Win);
        }
        let mut bounds = view.bounds(game, pos);
        if bounds.is_exact() {
            return bounds;
        }
        for square in Bits(view.safe) {
            let (next, view) = behind(game, pos, 1 << square);
            let reached = -view.upper(game, &next);
            bounds.lower = bounds.lower.max(reached);
            if bounds.is_exact() {
                break;
            }
        }
        bounds
    }

    #[inline]
    fn candidates<'a>(
        &'a self,
        game: &'a Connect,
        pos: &'a Discs,
    ) -> impl Iterator<Item = u8> + 'a {
        let view = SquaresView::new(game, pos);
        let kept = match (view.wins, view.safe) {
            (0, 0) => view.landings,
            (0, safe) => safe,
            (wins, _) => wins,
        };
        let height = game.rows() + 1;
        Bits(kept).map(move |square| square / height)
    }

    fn why(&self, game: &Connect, pos: &Discs) -> Option<String> {
        let turn = game.turn(pos);
        let [mover, other] = [turn, turn.other()].map(|player| game.player_name(player));
        let view = SquaresView::new(game, pos);
        let columns = |squares| columns(game, squares, "or");
        if view.wins != 0 {
            return Some(format!(
                "{mover} completes a line in {}",
                columns(view.wins)
            ));
        }
        if view.safe == 0 {
            let threats = view.squares & view.landings;
            return Some(match threats.count_ones() {
                0 => format!("every move of {mover} lets {other} complete a line above it"),
                1 => format!(
                    "{other} threatens {} and the square above",
                    columns(threats)
                ),
                _ => format!(
                    "{other} threatens {} at once",
                    self::columns(game, threats, "and")
                ),
            });
        }
        let known = view.bounds(game, pos);
        let bounds = self.bounds(game, pos);
        if known.lower < bounds.lower {
            let reaches = |square: &u8| {
                let (next, view) = behind(game, pos, 1 << square);
                -view.upper(game, &next) == bounds.lower
            };
            let found = Bits(view.safe).find(reaches)?;
            let column = columns(1 << found);
            return Some(match bounds.lower {
                Wdl::Win => format!("{mover} plays {column}, and {other} is lost"),
                _ => format!("{mover} plays {column}, and {other} cannot win any more"),
            });
        }
        let answers = "answers in the same column";
        let lines = open_lines(game, pos);
        match (known.lower, known.upper) {
            (_, Wdl::Loss) => Some(format!("{other} {answers} until a line is complete")),
            (Wdl::Draw, Wdl::Draw) if lines.is_exact() => {
                Some("no line is open to either player any more".into())
            }
            (Wdl::Draw, Wdl::Draw) if lines == Bounds::UNKNOWN => {
                Some("nobody can complete a line in the last two moves".into())
            }
            (_, Wdl::Draw) if lines.upper == Wdl::Win => {
                Some(format!("{other} {answers}, and {mover} gets no line"))
            }
            (_, Wdl::Draw) => Some(format!("no line is open to {mover} any more")),
            (Wdl::Draw, _) => Some(format!("no line is open to {other} any more")),
            _ => None,
        }
    }

    fn remark(&self, game: &Connect, pos: &Discs, m: u8) -> Option<String> {
        let other = game.player_name(game.turn(pos).other());
        let next = game.play(pos, m);
        if game.has_line(next.theirs()) {
            return Some("completes a line".into());
        }
        let landings = game.landings(&next);
        let left_open = game.completions(pos.theirs()) & landings;
        if left_open != 0 {
            let where_to = columns(game, left_open, "or");
            return Some(format!("lets {other} complete a line in {where_to}"));
        }
        let blocks = game.completions(pos.theirs()) & next.discs & !pos.discs != 0;
        let blocks = blocks.then(|| format!("blocks {other}'s line"));
        let threats = game.completions(next.theirs()) & landings;
        let threatens = match threats.count_ones() {
            0 => None,
            1 => Some(format!("threatens {}", columns(game, threats, "and"))),
            _ => Some(format!(
                "threatens {} at once",
                columns(game, threats, "and")
            )),
        };
        match (blocks, threatens) {
            (Some(blocks), Some(threatens)) => Some(format!("{blocks} and {threatens}")),
            (one, other) => one.or(other),
        }
    }

    /// The winning squares of both players, those as well to which no disc would fall yet. Which moves to
    /// avoid can be seen from them: those below, and those elsewhere.
    fn highlights(&self, game: &Connect, pos: &Discs) -> Vec<Highlight> {
        let [x, o] = pos
            .by_player()
            .map(|discs| game.completions(discs) & !pos.discs);
        let columns = usize::from(game.columns());
        let mut found = vec![];
        for at in 0..columns * usize::from(game.rows()) {
            let row = game.rows() - 1 - (at / columns) as u8;
            let square = game.bit((at % columns) as u8, row);
            for (squares, player) in [(x, Player::First), (o, Player::Second)] {
                if squares & square != 0 {
                    let kind = HighlightKind::Wins(player);
                    found.push(Highlight { square: at, kind });
                }
            }
        }
        found
    }
}

/// Columns of squares as a list in words.
fn columns(game: &Connect, squares: u64, last: &str) -> String {
    let height = game.rows() + 1;
    let names: Vec<String> = Bits(squares)
        .map(|square| (square / height + 1).to_string())
        .collect();
    let s = if names.len() == 1 { "" } else { "s" };
    format!("column{s} {}", listed(&names, last))
}
