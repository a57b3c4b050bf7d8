//! The walk as `docs/certificates.md` describes it, written a second time and as plainly as possible: so
//! that the checker is neither laxer nor stricter than the page.

use std::collections::{BTreeSet, HashMap};

use unbeatable_core::{Game, Line, Mark, Promise, Trace};
use unbeatable_proof::walk::{Answer, Flaw, Then};

/// Why a strategy does not hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Wrong {
    /// As the walk says it.
    Flaw(Flaw),
    /// There is no answer.
    Short,
    /// There are answers left.
    Long,
}

/// Whether a strategy holds by the book.
pub(crate) fn by_the_book<G: Game>(
    line: &Line<G>,
    promise: Promise<G::Value>,
    answers: &[Answer],
) -> Result<(), Wrong> {
    let mut book = Book {
        line: line.clone(),
        promise,
        answers: answers.iter(),
        kept: HashMap::new(),
    };
    book.walk()?;
    match book.answers.next() {
        None => Ok(()),
        Some(_) => Err(Wrong::Long),
    }
}

/// The two sets.
#[derive(Clone, Default)]
struct Sets {
    new: BTreeSet<Mark>,
    old: BTreeSet<Mark>,
}

struct Book<'g, 'a, G: Game> {
    line: Line<'g, G>,
    promise: Promise<G::Value>,
    answers: std::slice::Iter<'a, Answer>,
    /// In the order in which they were kept.
    kept: HashMap<G::Position, Vec<Sets>>,
}

impl<G: Game> Book<'_, '_, G> {
    /// The mark of a move to `pos`, and whether the move can be forbidden.
    fn mark(&self, pos: &G::Position) -> (Option<Mark>, bool) {
        let game = self.line.game();
        match game.repetition().is_forbidden() {
            false => (None, false),
            true => match game.trace(pos) {
                Trace::Nothing => (None, false),
                Trace::Leaves(mark) => (Some(mark), false),
                Trace::Once(mark) => (Some(mark), true),
            },
        }
    }

    fn walk(&mut self) -> Result<Sets, Wrong> {
        let (game, pos) = (self.line.game(), *self.line.position());
        if let Some(outcome) = game.outcome(&pos) {
            return match outcome.value_for(self.promise.player) >= self.promise.at_least {
                true => Ok(Sets::default()),
                false => Err(Wrong::Flaw(Flaw::Broken)),
            };
        }
        let moves: Vec<G::Move> = game.moves(&pos).collect();
        let mut sets = Sets::default();
        if game.turn(&pos) != self.promise.player {
            for m in moves {
                let (mark, _) = self.mark(&game.play(&pos, m));
                if self.line.play(m) {
                    let behind = self.walk()?;
                    self.line.undo();
                    sets.new.extend(&behind.new);
                    sets.old
                        .extend(behind.old.iter().filter(|old| Some(**old) != mark));
                } else {
                    sets.old.extend(mark);
                }
            }
            return Ok(sets);
        }
        let Answer { index, then } = *self.answers.next().ok_or(Wrong::Short)?;
        let legal = moves.len() as u32;
        let Some(&m) = moves.get(index as usize) else {
            return Err(Wrong::Flaw(Flaw::NoSuchMove { legal }));
        };
        let next = game.play(&pos, m);
        let (mark, can_be_forbidden) = self.mark(&next);
        if !self.line.play(m) {
            return Err(Wrong::Flaw(Flaw::Repeats));
        }
        if game.outcome(&next).is_some() && then != Then::GoOn {
            return Err(Wrong::Flaw(Flaw::Over));
        }
        let behind = match then {
            Then::GoOn => self.walk()?,
            Then::GoOnAndKeep => {
                let behind = self.walk()?;
                self.kept.entry(next).or_default().push(behind.clone());
                behind
            }
            Then::Kept => {
                let history = self.line.history();
                let holds = |sets: &&Sets| {
                    let is_new = sets.new.iter().all(|mark| !history.has(*mark));
                    is_new && sets.old.iter().all(|mark| history.has(*mark))
                };
                let mut kept = self.kept.get(&next).into_iter().flatten();
                let found = kept.find(holds).cloned();
                found.ok_or(Wrong::Flaw(Flaw::NotKept))?
            }
        };
        self.line.undo();
        sets.new.extend(&behind.new);
        sets.old
            .extend(behind.old.iter().filter(|old| Some(**old) != mark));
        if can_be_forbidden {
            sets.new.extend(mark);
        }
        Ok(sets)
    }
}
