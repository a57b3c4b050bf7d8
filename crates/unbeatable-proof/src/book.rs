//! A strategy as a table of moves: for whoever makes one certificate of several.

use std::collections::HashMap;
use std::io::{Read, Seek};

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Game, Notation, Repetition};

use crate::answers::Decoder;
use crate::check::{Limits, Refusal, no_answer, promises, strategy_of};
use crate::claim::Claim;
use crate::container::Container;
use crate::walk::{Answer, Answers, Flaw, Walk};

/// His move in every position of a walk where it is his turn.
pub type Book<G> = HashMap<<G as Game>::Position, <G as Game>::Move, BuildMixer>;

/// The moves of a certificate with one strategy, of a game without repetition. It is walked as a checker
/// does, so that what does not prove its claim is refused.
pub fn read<G: Notation, R: Read + Seek>(
    game: &G,
    claim: &Claim,
    container: &mut Container<R>,
    limits: &Limits,
) -> Result<Book<G>, Refusal> {
    let refused = |why: &str| Refusal::Refused(why.into());
    assert!(
        game.repetition() == Repetition::Impossible,
        "a move depends on the history elsewhere"
    );
    let line = game.parse_line(&claim.position);
    let line = line.map_err(|e| Refusal::Refused(format!("the position: {e}")))?;
    let promises = promises(game, claim)?;
    let [promise] = promises[..] else {
        return Err(refused("it has two strategies: expected one"));
    };
    let section = container.section(strategy_of(promise.player));
    let section = section.map_err(Refusal::Io)?;
    let section = section.ok_or_else(|| refused("a strategy is missing"))?;
    let mut booking = Booking {
        from: Decoder::new(section),
        book: Book::<G>::default(),
        limits,
    };
    let mut walk = Walk::new(line, promise);
    walk.run(&mut booking)?;
    Ok(booking.book)
}

/// Answers from a certificate, as they are written down.
struct Booking<'l, 'w, G: Game, R> {
    from: Decoder<R>,
    book: Book<G>,
    limits: &'l Limits<'w>,
}

impl<'g, G: Notation, R: Read> Answers<'g, G> for Booking<'_, '_, G, R> {
    type Stop = Refusal;

    fn answer(&mut self, walk: &Walk<'g, G>) -> Result<Answer, Refusal> {
        let (game, pos) = (walk.line().game(), walk.line().position());
        let answer = self.from.read().map_err(|e| no_answer(game, walk, e))?;
        if let Some(m) = game.moves(pos).nth(answer.index as usize) {
            self.book.insert(*pos, m);
        }
        let entry = size_of::<(G::Position, G::Move)>() + 1;
        match walk.bytes() + self.book.capacity() * entry * 2 > self.limits.bytes_max {
            true => Err(Refusal::Memory),
            false => Ok(answer),
        }
    }

    fn refuse(&mut self, _: &Walk<'g, G>, flaw: Flaw) -> Refusal {
        Refusal::Refused(format!("its strategy cannot be played out ({flaw:?})"))
    }
}
