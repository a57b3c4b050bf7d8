//! The walk over a strategy.
//!
//! Depth first: at the turns of the player whose strategy it is, *he*, one answer; at the other player's
//! turns every legal move, in board order. The checker reads the answers from a certificate; the writer
//! takes the same walk with answers from a solver, so what it writes is what a checker will see.
//!
//! Where history matters, what is proven of a position is proven for some histories only. Each position
//! of the walk collects what its proof needs (`walk/kept.rs`): a kept position is used again only behind a
//! history that meets them.

use unbeatable_core::{Game, Line, Mark, Promise, Repetition, Trace};

mod kept;
mod marks;

use kept::{KeptPositions, Needs};
use marks::{MarkNumber, MarkNumbers, MarkWord};

/// One answer of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Which of the legal moves, in board order, from 0.
    pub index: u32,
    /// How the walk goes on.
    pub then: Then,
}

/// How the walk goes on behind an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// Behind the move.
    GoOn,
    /// Behind the move; and the position after it is kept once all behind it has been walked.
    GoOnAndKeep,
    /// Nowhere: the position after the move was kept before.
    Kept,
}

/// What is wrong with a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The game ends worse than promised.
    Broken,
    /// There are not that many legal moves.
    NoSuchMove {
        /// How many there are.
        legal: u32,
    },
    /// History forbids the move.
    Repeats,
    /// The game is over after the move, but the answer says more than that.
    Over,
    /// The position after the move was not kept before, or only for other histories.
    NotKept,
    /// The rules leave the other player no move, in a game that is not over.
    Stuck,
}

/// Who gives the answers of a walk.
pub trait Answers<'g, G: Game> {
    /// Why a walk ends early.
    type Stop;

    /// The answer at the end of the walk's line, where it is his turn.
    fn answer(&mut self, walk: &Walk<'g, G>) -> Result<Answer, Self::Stop>;

    /// The last answer, or the game's end, was refused.
    fn refuse(&mut self, walk: &Walk<'g, G>, flaw: Flaw) -> Self::Stop;

    /// All behind the answer with that number has been walked, with so many answers, the first included:
    /// whether the position after it is kept. `asked` is what the answer said.
    fn keeps(&mut self, _number: u64, _answers: u64, asked: bool) -> bool {
        asked
    }

    /// A kept position is used again: the one behind the answer with that number.
    fn used(&mut self, _number: u64) {}

    /// Called at every position: whether to go on.
    fn look(&mut self, _walk: &Walk<'g, G>) -> Result<(), Self::Stop> {
        Ok(())
    }
}

/// A walk: where it stands, and what it keeps.
pub struct Walk<'g, G: Game> {
    line: Line<'g, G>,
    promise: Promise<G::Value>,
    kept: KeptPositions<G::Position>,
    /// The marks of all positions that were met, and which of them stand.
    marks: MarkNumbers,
    frames: Vec<WalkFrame>,
    /// Moves of the other player that are still to be followed, those of the last position last, each
    /// position's last move first.
    moves: Vec<G::Move>,
    /// How many words the needs of the positions of the line have.
    words: usize,
    answers: u64,
    positions: u64,
}

/// A position of the line that is being walked.
struct WalkFrame {
    /// Where its moves begin, if it is the other player's turn.
    moves: usize,
    /// The answer that led here, if one did.
    number: Option<u64>,
    keep: bool,
    needs: Needs,
    move_mark: MoveMark,
}

/// What a move leaves in the history.
#[derive(Clone, Copy, Default)]
struct MoveMark {
    number: Option<MarkNumber>,
    /// Whether the mark must be new if the move is his.
    must_be_new: bool,
    /// Whether it did not stand there before.
    is_new: bool,
}

impl<'g, G: Game> Walk<'g, G> {
    /// A walk from the end of `line`.
    #[must_use]
    pub fn new(line: Line<'g, G>, promise: Promise<G::Value>) -> Self {
        let kept = KeptPositions::new(line.game().repetition());
        let mut marks = MarkNumbers::default();
        for mark in line.marks() {
            let number = marks.number(mark);
            marks.leave(number);
        }
        Walk {
            line,
            promise,
            kept,
            marks,
            frames: vec![],
            moves: vec![],
            words: 0,
            answers: 0,
            positions: 0,
        }
    }

    /// Where it stands.
    #[must_use]
    pub fn line(&self) -> &Line<'g, G> {
        &self.line
    }

    /// How many positions stand before the one where it has arrived, from its first one on.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// What the strategy is to make sure of.
    #[must_use]
    pub fn promise(&self) -> Promise<G::Value> {
        self.promise
    }

    /// How many answers were given.
    #[must_use]
    pub fn answers(&self) -> u64 {
        self.answers
    }

    /// How many positions were walked: the first, and every one that a move led to.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many positions are kept.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.kept.count
    }

    /// How many bytes the walk takes, at most: what is kept, and what is still to be followed, which is
    /// much where games are long and moves are many.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        let line = size_of::<G::Position>() + size_of::<Mark>();
        // Vectors whose room is not known may have twice as much as they need.
        let rest = self.frames.len() * line + self.words * size_of::<MarkWord>();
        let moves = self.moves.capacity() * size_of::<G::Move>();
        let frames = self.frames.capacity() * size_of::<WalkFrame>();
        self.kept.bytes() + self.marks.bytes() + moves + frames + 2 * rest
    }

    /// How many it takes when one more position has been kept.
    #[must_use]
    pub fn bytes_if_kept(&self) -> usize {
        self.bytes() + self.kept.growth()
    }

    /// Whether history allows the move that leads to `next`, and a kept position proves what is there.
    #[must_use]
    #[inline]
    pub fn is_kept_after(&self, next: &G::Position) -> bool {
        if !self.kept.knows(next) {
            return false;
        }
        let (mark, must_be_new) = mark(self.line.game(), next);
        let number = mark.and_then(|mark| self.marks.known(mark));
        let repeats = must_be_new && number.is_some_and(|number| self.marks.has(number));
        !repeats && self.kept.proves(next, &self.marks.standing(number))
    }

    /// Takes the whole walk.
    pub fn run<A: Answers<'g, G>>(&mut self, by: &mut A) -> Result<(), A::Stop> {
        self.enter(WalkFrame {
            moves: 0,
            number: None,
            keep: false,
            needs: Needs::default(),
            move_mark: MoveMark::default(),
        });
        let mut is_new = true;
        loop {
            if is_new {
                by.look(self)?;
            }
            is_new = match is_new {
                true => self.open(by)?,
                false => self.follow(),
            };
            // Leaves all positions behind which nothing is left to walk.
            while !is_new && self.is_done() {
                if !self.leave(by) {
                    return Ok(());
                }
            }
        }
    }

    fn enter(&mut self, frame: WalkFrame) {
        self.positions += 1;
        self.frames.push(frame);
    }

    fn top(&mut self) -> &mut WalkFrame {
        self.frames.last_mut().expect("the walk is somewhere")
    }

    /// Whether nothing is left to walk behind the position.
    fn is_done(&self) -> bool {
        let top = self.frames.last().expect("the walk is somewhere");
        top.moves == self.moves.len()
    }

    /// Looks at the position where the walk has just arrived. Says whether it has gone on to another.
    fn open<A: Answers<'g, G>>(&mut self, by: &mut A) -> Result<bool, A::Stop> {
        let game = self.line.game();
        self.top().moves = self.moves.len();
        if let Some(outcome) = self.line.outcome() {
            return match self.promise.is_kept_by(outcome) {
                true => Ok(false),
                false => Err(by.refuse(self, Flaw::Broken)),
            };
        }
        let pos = *self.line.position();
        if game.turn(&pos) == self.promise.player {
            let answer = by.answer(self)?;
            return match self.play(answer, by) {
                Ok(is_new) => Ok(is_new),
                Err(flaw) => Err(by.refuse(self, flaw)),
            };
        }
        let begin = self.moves.len();
        self.moves.extend(game.moves(&pos));
        self.moves[begin..].reverse();
        match self.follow() {
            true => Ok(true),
            false => Err(by.refuse(self, Flaw::Stuck)),
        }
    }

    /// Plays his answer. Says whether the walk goes on behind it.
    fn play<A: Answers<'g, G>>(&mut self, answer: Answer, by: &mut A) -> Result<bool, Flaw> {
        let game = self.line.game();
        let mut legal = game.moves(self.line.position());
        let Some(m) = legal.nth(answer.index as usize) else {
            let legal = game.moves(self.line.position()).count() as u32;
            return Err(Flaw::NoSuchMove { legal });
        };
        drop(legal);
        let (next, number) = (game.play(self.line.position(), m), self.answers);
        self.answers += 1;
        if !self.line.play(m) {
            return Err(Flaw::Repeats);
        }
        let move_mark = self.leave_mark(&next);
        let is_over = self.line.outcome().is_some();
        if is_over && answer.then != Then::GoOn {
            return Err(Flaw::Over);
        }
        let mut frame = WalkFrame {
            moves: self.moves.len(),
            number: Some(number),
            keep: answer.then == Then::GoOnAndKeep,
            needs: Needs::default(),
            move_mark,
        };
        if answer.then != Then::Kept {
            self.enter(frame);
            return Ok(true);
        }
        self.positions += 1;
        let Some((used, needs)) = self.kept.find(&next, &self.marks.standing(None)) else {
            return Err(Flaw::NotKept);
        };
        frame.needs = needs;
        by.used(used);
        self.undo(move_mark);
        self.pass_on(frame);
        Ok(false)
    }

    /// Goes on to the position behind the other player's next move, if there is one.
    fn follow(&mut self) -> bool {
        let game = self.line.game();
        while self
            .frames
            .last()
            .is_some_and(|top| top.moves < self.moves.len())
        {
            let m = self.moves.pop().expect("one is left");
            let next = game.play(self.line.position(), m);
            if self.line.play(m) {
                let move_mark = self.leave_mark(&next);
                self.enter(WalkFrame {
                    moves: self.moves.len(),
                    number: None,
                    keep: false,
                    needs: Needs::default(),
                    move_mark,
                });
                return true;
            }
            let (mark, _) = mark(game, &next);
            let number = self.marks.number(mark.expect("only marks are forbidden"));
            let needs = &mut self.top().needs;
            let before = needs.words();
            needs.old.insert(number);
            let growth = needs.words() - before;
            self.words += growth;
        }
        false
    }

    /// Leaves a position behind which all has been walked. Says `false` at the first one.
    fn leave<A: Answers<'g, G>>(&mut self, by: &mut A) -> bool {
        let frame = self.frames.pop().expect("the walk is somewhere");
        if let Some(number) = frame.number
            && self.line.outcome().is_none()
            && by.keeps(number, self.answers - number, frame.keep)
        {
            self.kept.keep(*self.line.position(), &frame.needs, number);
        }
        if self.frames.is_empty() {
            return false;
        }
        self.undo(frame.move_mark);
        self.words -= frame.needs.words();
        self.pass_on(frame);
        true
    }

    /// What the move that led to `next` has left.
    fn leave_mark(&mut self, next: &G::Position) -> MoveMark {
        let (mark, must_be_new) = mark(self.line.game(), next);
        let number = mark.map(|mark| self.marks.number(mark));
        MoveMark {
            number,
            must_be_new,
            is_new: number.is_some_and(|number| self.marks.leave(number)),
        }
    }

    /// Takes back the last move, and what it has left.
    fn undo(&mut self, left: MoveMark) {
        self.line.undo();
        if let Some(number) = left.number.filter(|_| left.is_new) {
            self.marks.take_back(number);
        }
    }

    /// What the proof of a position needs, the one before it, where the walk is now, needs too.
    fn pass_on(&mut self, from: WalkFrame) {
        let WalkFrame {
            needs,
            move_mark,
            number,
            ..
        } = from;
        let to = self.top();
        let before = to.needs.words();
        to.needs.absorb(&needs, move_mark.number);
        if let Some(mark) = move_mark.number
            && move_mark.must_be_new
            && number.is_some()
        {
            to.needs.new.insert(mark);
        }
        let growth = to.needs.words() - before;
        self.words += growth;
    }
}

/// The mark that a move to `pos` leaves, and whether it must not have stood before.
#[inline]
fn mark<G: Game>(game: &G, pos: &G::Position) -> (Option<Mark>, bool) {
    if game.repetition() == Repetition::Impossible {
        return (None, false);
    }
    match game.trace(pos) {
        Trace::Nothing => (None, false),
        Trace::Leaves(mark) => (Some(mark), false),
        Trace::Once(mark) => (Some(mark), true),
    }
}
