//! Games in layers, and positions as numbers: what it takes to solve every position of a game.
//!
//! In most board games a move adds a stone, so that positions with as many stones make a layer, and
//! every move leads from one layer to the next. Whoever solves all of them needs no more than two
//! layers at a time: one is found from the other by moves, forward, and solved from it, backward.

use crate::game::Game;
use crate::value::Wdl;

/// A game without points whose moves all lead from one layer of positions to the next, and whose
/// positions can be written as numbers of 64 bits.
///
/// [`check`] tests by play that the answers fit together.
pub trait Layered: Game<Value = Wdl> {
    /// The layer that a position is in; behind each of its moves is the next one.
    fn layer(&self, pos: &Self::Position) -> u32;

    /// No layer behind this one has a position.
    fn layer_max(&self) -> u32;

    /// The position as a number: two positions of a layer never have the same one.
    fn pack(&self, pos: &Self::Position) -> u64;

    /// The position with that number; any position if it is nobody's number.
    fn unpack(&self, packed: u64) -> Self::Position;

    /// How many slots there are.
    fn slots(&self) -> usize;

    /// The slot of a move, less than [`slots`](Self::slots). Moves of a position have different slots.
    ///
    /// Moves of one slot, a square or a column say, should keep the order of numbers: if a position of
    /// a layer has a smaller number than another, so has the position behind it. Nothing but speed
    /// depends on that.
    fn slot(&self, m: Self::Move) -> usize;

    /// All unfinished positions from which a move leads to `pos`, each once; whether or not they can be
    /// reached themselves.
    fn predecessors(&self, pos: &Self::Position, each: impl FnMut(Self::Position));

    /// The number of the position that stands for all images of the one with this number.
    #[inline]
    fn fold(&self, packed: u64) -> u64 {
        self.pack(&self.canonical(&self.unpack(packed)))
    }
}

/// Plays random games and says what breaks the laws of layers, if anything does: layers that do not
/// follow one another, numbers that do not lead back, predecessors that are missing, finished, or no
/// predecessors. The text of an error has the position.
pub fn check<G: Layered>(game: &G, games: u32, seed: u64) -> Result<(), String> {
    let mut random = crate::random::Random::new(seed);
    for _ in 0..games {
        let mut pos = game.start();
        loop {
            let wrong = |what: &str| Err(format!("{what}: {pos:?}"));
            if game.unpack(game.pack(&pos)) != pos {
                return wrong("the number does not lead back to the position");
            }
            if game.fold(game.pack(&pos)) != game.pack(&game.canonical(&pos)) {
                return wrong("the number folds to another one than the position");
            }
            if game.layer(&pos) > game.layer_max() {
                return wrong("the position is behind the last layer");
            }
            if game.outcome(&pos).is_some() {
                break;
            }
            let moves: Vec<G::Move> = game.moves(&pos).collect();
            let mut slots: Vec<usize> = moves.iter().map(|&m| game.slot(m)).collect();
            slots.sort_unstable();
            slots.dedup();
            if slots.len() != moves.len() || slots.last().is_some_and(|&s| s >= game.slots()) {
                return wrong("two moves have one slot, or one has too large a slot");
            }
            for &m in &moves {
                let next = game.play(&pos, m);
                if game.layer(&next) != game.layer(&pos) + 1 {
                    return wrong("a move does not lead to the next layer");
                }
                let mut before = vec![];
                game.predecessors(&next, |found| before.push(found));
                if before.iter().filter(|&&found| found == pos).count() != 1 {
                    return wrong("a position is not once among the predecessors of the next");
                }
                let leads = |found: &G::Position| {
                    game.outcome(found).is_none()
                        && game.moves(found).any(|m| game.play(found, m) == next)
                };
                if !before.iter().all(leads) {
                    return wrong("no move leads from a predecessor of a next position to it");
                }
            }
            pos = game.play(&pos, random.pick(&moves));
        }
    }
    Ok(())
}
