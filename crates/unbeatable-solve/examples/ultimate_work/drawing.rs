//! An analysis that draws by lot from what is seen of moves, and says what the one inside says.

use std::sync::Mutex;

use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Decided, Game, Guide, Outcome, Prospect, Wdl};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::{Move, Position, Ultimate};

/// One move of so many is drawn.
const ONE_OF: u64 = 3_000;

/// A position behind a move that was drawn, and the question.
#[derive(Clone, Copy)]
pub(crate) struct DrawnMove {
    pub(crate) pos: Position,
    pub(crate) at_least: Outcome<Wdl>,
}

/// Critical boards, and what was drawn.
pub(crate) struct Drawing(Mutex<(Random, Vec<DrawnMove>)>);

impl Drawing {
    pub(crate) fn new(lot: u64) -> Self {
        Drawing(Mutex::new((Random::for_task(34, lot), vec![])))
    }

    pub(crate) fn into_drawn(self) -> Vec<DrawnMove> {
        self.0.into_inner().expect("no thread panics").1
    }
}

impl Analysis<Ultimate> for Drawing {
    fn bounds(&self, game: &Ultimate, pos: &Position) -> Bounds<Wdl> {
        CriticalBoards.bounds(game, pos)
    }

    fn candidates<'a>(
        &'a self,
        game: &'a Ultimate,
        pos: &'a Position,
    ) -> impl Iterator<Item = Move> + 'a {
        CriticalBoards.candidates(game, pos)
    }

    fn prospects<D: Guide<Ultimate>>(
        &self,
        game: &Ultimate,
        guide: &D,
        pos: &Position,
        at_least: Outcome<Wdl>,
        mut each: impl FnMut(Prospect<Move>),
    ) -> Option<Decided<Move>> {
        let mut held = self.0.lock().expect("no thread panics");
        let (random, drawn) = &mut *held;
        CriticalBoards.prospects(game, guide, pos, at_least, |prospect| {
            if random.below(ONE_OF) == 0 {
                let pos = game.play(pos, prospect.m);
                drawn.push(DrawnMove { pos, at_least });
            }
            each(prospect);
        })
    }
}
