//! How a game that searches are made for understands the erased game.

use unbeatable_core::{Game, Line, Within};

use super::{ErasedGame, Move, Position};

/// From lines of the erased game to lines of `G`, and from moves of `G` to moves of the erased game.
pub trait Terms<G: Game>: Send + Sync + 'static {
    /// The line of `G` that a line of the erased game stands for.
    fn line<'g>(game: &'g G, line: &Line<ErasedGame>) -> Line<'g, G>;

    /// The move of the erased game that a move of `G` stands for.
    fn erased(m: G::Move) -> Move;
}

/// `G` is the game inside.
pub struct Inside;

impl<G: Game + 'static> Terms<G> for Inside {
    fn line<'g>(game: &'g G, line: &Line<ErasedGame>) -> Line<'g, G> {
        line.carried(game, Position::get)
    }

    fn erased(m: G::Move) -> Move {
        Move::new(m)
    }
}

/// `G` is the game inside, with a limit that begins at the end of the line.
pub struct InTime;

impl<G: Game + 'static> Terms<Within<G>> for InTime {
    fn line<'g>(game: &'g Within<G>, line: &Line<ErasedGame>) -> Line<'g, Within<G>> {
        Line::new(game, game.limited(line.position().get()))
    }

    fn erased(m: G::Move) -> Move {
        Move::new(m)
    }
}

/// `G` is the erased game itself, with a limit that begins at the end of the line.
pub struct ErasedInTime;

impl Terms<Within<ErasedGame>> for ErasedInTime {
    fn line<'g>(
        game: &'g Within<ErasedGame>,
        line: &Line<ErasedGame>,
    ) -> Line<'g, Within<ErasedGame>> {
        Line::new(game, game.limited(*line.position()))
    }

    fn erased(m: Move) -> Move {
        m
    }
}
