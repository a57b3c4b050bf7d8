//! One-stone threats in k-in-a-row games.
//!
//! Normal play. A player who can complete a line now, wins. A player who cannot, while the opponent
//! has two squares to complete one, loses: only one of them can be occupied. If there is just one
//! such square, every other move loses at once, so it is the only candidate.
//!
//! Misère. Completing a line loses, so a move that does is no better than any other; if every move
//! does, the position is lost. A player for whom no line is open any more (each holds a stone of the
//! opponent) can no longer lose.

use unbeatable_core::bits::Bits;
use unbeatable_core::diagram::{Highlight, HighlightKind};
use unbeatable_core::notation::listed;
use unbeatable_core::{Analysis, Bounds, Game, Notation, Player, Wdl};

use crate::mnk::{Board, Mnk};

/// Knowledge of who can complete a line now.
#[derive(Clone, Copy, Debug)]
pub struct Threats;

impl Analysis<Mnk> for Threats {
    #[inline]
    fn bounds(&self, game: &Mnk, pos: &Board) -> Bounds<Wdl> {
        let empty = game.empty(pos);
        let my_completions = game.completions(pos.mine) & empty;
        if game.is_misere() {
            if my_completions == empty {
                return Bounds::exactly(Wdl::Loss);
            }
            let is_open_to = |line: &u64, stones: u64| line & stones == 0;
            let i_may_lose = game.lines().iter().any(|line| is_open_to(line, pos.theirs));
            let they_may_lose = game.lines().iter().any(|line| is_open_to(line, pos.mine));
            return Bounds {
                lower: if i_may_lose { Wdl::Loss } else { Wdl::Draw },
                upper: if they_may_lose { Wdl::Win } else { Wdl::Draw },
            };
        }
        if my_completions != 0 {
            return Bounds::exactly(Wdl::Win);
        }
        let their_completions = game.completions(pos.theirs) & empty;
        if their_completions & their_completions.wrapping_sub(1) != 0 {
            return Bounds::exactly(Wdl::Loss);
        }
        Bounds::UNKNOWN
    }

    #[inline]
    fn candidates<'a>(&'a self, game: &'a Mnk, pos: &'a Board) -> impl Iterator<Item = u8> + 'a {
        let empty = game.empty(pos);
        let my_completions = game.completions(pos.mine) & empty;
        let kept = if game.is_misere() {
            empty & !my_completions
        } else if my_completions != 0 {
            my_completions
        } else {
            game.completions(pos.theirs) & empty
        };
        Bits(if kept == 0 { empty } else { kept })
    }

    fn why(&self, game: &Mnk, pos: &Board) -> Option<String> {
        let empty = game.empty(pos);
        let mover = game.player_name(game.turn(pos));
        let other = game.player_name(game.turn(pos).other());
        let mine = game.completions(pos.mine) & empty;
        let theirs = game.completions(pos.theirs) & empty;
        let bounds = self.bounds(game, pos);
        if game.is_misere() {
            let closed = |player| format!("no line is open to {player} any more, who cannot lose");
            return Some(match (bounds.lower, bounds.upper) {
                (_, Wdl::Loss) => format!("every move of {mover} completes a line"),
                (Wdl::Draw, Wdl::Draw) => "no line is open to either player any more".into(),
                (Wdl::Draw, _) => closed(mover),
                (_, Wdl::Draw) => closed(other),
                _ => return None,
            });
        }
        match bounds.value() {
            Some(Wdl::Win) => Some(format!(
                "{mover} completes a line at {}",
                names(game, mine, "or")
            )),
            Some(Wdl::Loss) => Some(format!(
                "{other} threatens {} at once",
                names(game, theirs, "and")
            )),
            _ => None,
        }
    }

    fn remark(&self, game: &Mnk, pos: &Board, m: u8) -> Option<String> {
        let other = game.player_name(game.turn(pos).other());
        let next = game.play(pos, m);
        if let Some(line) = game
            .lines()
            .iter()
            .find(|&line| next.theirs & line == *line)
        {
            let squares = Bits(*line)
                .map(|s| game.square_name(s))
                .collect::<Vec<_>>()
                .join("-");
            return Some(format!("completes {squares}"));
        }
        if game.is_misere() {
            return None;
        }
        let empty = game.empty(&next);
        let their_threats = game.completions(pos.theirs) & game.empty(pos);
        let left_open = their_threats & empty;
        if left_open != 0 {
            return Some(format!(
                "lets {other} complete a line at {}",
                names(game, left_open, "or")
            ));
        }
        let my_threats = game.completions(next.theirs) & empty;
        let blocks = (their_threats != 0).then(|| format!("blocks {other}'s line"));
        let threatens = (my_threats != 0)
            .then(|| format!("threatens {}", names(game, my_threats, "and")))
            .map(|text| {
                if my_threats.count_ones() > 1 {
                    text + " at once"
                } else {
                    text
                }
            });
        match (blocks, threatens) {
            (Some(blocks), Some(threatens)) => Some(format!("{blocks} and {threatens}")),
            (one, other) => one.or(other),
        }
    }

    /// The squares that complete a line. In misère play they win nothing, and the mover's are to be
    /// avoided. In normal play a threat speaks for itself: the moves that do not stop it are not marked.
    fn highlights(&self, game: &Mnk, pos: &Board) -> Vec<Highlight> {
        let empty = game.empty(pos);
        let mover = game.turn(pos);
        let mine = game.completions(pos.mine) & empty;
        let theirs = game.completions(pos.theirs) & empty;
        let [first, second] = match mover {
            Player::First => [mine, theirs],
            Player::Second => [theirs, mine],
        };
        let kinds = match game.is_misere() {
            true => vec![(mine, HighlightKind::Avoid)],
            false => vec![
                (first, HighlightKind::Wins(Player::First)),
                (second, HighlightKind::Wins(Player::Second)),
            ],
        };
        let of_square = |square: u8| {
            let seen = kinds
                .iter()
                .filter(move |(squares, _)| squares >> square & 1 == 1);
            seen.map(move |&(_, kind)| Highlight {
                square: square.into(),
                kind,
            })
        };
        Bits(empty).flat_map(of_square).collect()
    }
}

/// The names of squares as a list in words.
fn names(game: &Mnk, squares: u64, last: &str) -> String {
    let names: Vec<String> = Bits(squares).map(|s| game.square_name(s)).collect();
    listed(&names, last)
}
