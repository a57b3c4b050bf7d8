//! One certificate of many: the tree's moves, and behind them those of the certificates of its leaves.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use unbeatable_core::{Analysis, Guide, Line, Notation, Oracle, Outcome, Stopped};
use unbeatable_proof::Claim;
use unbeatable_proof::book::{self, Book};
use unbeatable_proof::check::{Checked, Limits, Refusal, check};
use unbeatable_proof::container::{Container, Unreadable};
use unbeatable_solve::jobs::{NodeId, Reason, Tree};

use super::claim;
use crate::certifying::hex;
use crate::clock::Clock;
use crate::place::Place;

/// Opens a certificate of exactly that claim.
fn open(file: &Path, claim: &Claim) -> Result<Container<BufReader<File>>, String> {
    let opened = File::open(file).map_err(|e| format!("its certificate: {e}"))?;
    let container = match Container::open(BufReader::with_capacity(1 << 16, opened)) {
        Ok(container) => container,
        Err(Unreadable::Io(e)) => return Err(format!("its certificate: {e}")),
        Err(Unreadable::Damaged(why)) => {
            return Err(format!("its certificate is damaged: {why}"));
        }
    };
    match Claim::parse(&container.head) {
        Ok(found) if found == *claim => Ok(container),
        Ok(_) => Err("its certificate claims something else than the result".into()),
        Err(why) => Err(format!("its certificate: {why}")),
    }
}

/// Checks the certificate that a job returned: whether the statement holds of the end of `line`, or does
/// not, as the job says. Why not, if it is refused.
pub(super) fn accept<G: Notation>(
    line: &Line<G>,
    at_least: Outcome<G::Value>,
    holds: bool,
    file: &Path,
    bytes_max: usize,
    clock: &Clock,
) -> Result<(), String> {
    let claim = claim(line, at_least, holds);
    let mut container = open(file, &claim)?;
    let watch = |_: Checked| match clock.must_stop() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let limits = Limits {
        bytes_max,
        watch: &watch,
    };
    let checked = check(line.game(), &claim, &mut container, &limits);
    checked
        .map(drop)
        .map_err(|why| format!("its certificate is refused: {why}"))
}

/// Copies a certificate; how long it is, and its checksum.
pub(super) fn copy_whole(from: &Path, to: &Path) -> io::Result<(u64, String)> {
    let damaged = |_| io::Error::other(format!("{} is damaged", from.display()));
    let container = Container::open(BufReader::new(File::open(from)?)).map_err(damaged)?;
    Place::new(to)?.replace(|file| io::copy(&mut File::open(from)?, file).map(Some))?;
    Ok((container.bytes, hex(&container.sum)))
}

/// Plays for the player who is right, by the tree and by the certificates of its leaves.
pub(super) struct Joined<'a, 'g, G: Notation, A, D> {
    pub(super) tree: &'a Tree<'g, G, A, D>,
    pub(super) at_least: Outcome<G::Value>,
    pub(super) holds: bool,
    /// Where the certificates are.
    pub(super) files: &'a HashMap<NodeId, PathBuf>,
    pub(super) bytes_max: usize,
    pub(super) clock: &'a Clock<'a>,
    /// The moves of the leaf that the walk is behind.
    pub(super) book: Book<G>,
    /// Which one that is.
    pub(super) book_of: Option<NodeId>,
    /// What is wrong with a certificate, if one is.
    pub(super) wrong: Option<String>,
    /// Whether there is no memory for one.
    pub(super) is_large: bool,
    pub(super) answers: u64,
}

impl<'g, G: Notation, A: Analysis<G>, D: Guide<G>> Joined<'_, 'g, G, A, D> {
    /// What a position of the tree rests on, if it is part of a proof.
    fn reason(&self, pos: &G::Position) -> Option<Reason<G::Move>> {
        let id = self.tree.find(pos)?;
        let is_proven = self.tree.answer(id) == Some(self.holds);
        is_proven.then(|| self.tree.reason(id))
    }

    /// Reads the moves of a position's certificate, in place of those before.
    fn turn_to(&mut self, game: &'g G, pos: &G::Position) -> Result<(), String> {
        let id = self.tree.find(pos);
        if id == self.book_of {
            return Ok(());
        }
        let file = id.and_then(|id| self.files.get(&id));
        let file = file.ok_or("a certificate is missing")?;
        self.book = Book::<G>::default();
        self.book_of = id;
        // It was written about the position alone.
        let alone = Line::new(game, *pos);
        let claim = claim(&alone, self.at_least, self.holds);
        let mut container = open(file, &claim)?;
        let limits = Limits {
            bytes_max: self.bytes_max,
            watch: &|_| ControlFlow::Continue(()),
        };
        let book = book::read(game, &claim, &mut container, &limits);
        self.is_large = matches!(book, Err(Refusal::Memory));
        let named = |why: Refusal| format!("{}: {why}", file.display());
        self.book = book.map_err(named)?;
        Ok(())
    }
}

impl<'g, G: Notation, A: Analysis<G>, D: Guide<G>> Oracle<'g, G> for Joined<'_, 'g, G, A, D> {
    fn choose(
        &mut self,
        line: &Line<'g, G>,
        is_known: &dyn Fn(G::Move, &G::Position) -> bool,
    ) -> Result<Option<G::Move>, Stopped> {
        self.answers += 1;
        self.clock.count_answer();
        if self.answers.is_multiple_of(1024) && self.clock.must_stop() {
            return Err(Stopped::Asked);
        }
        let (game, pos) = (line.game(), line.position());
        // First of all what the book says: to look whether another move leads to something that is known
        // would take most of the time, and make the proof little smaller.
        if let Some(m) = self.book.get(pos) {
            return Ok(Some(*m));
        }
        let mut moves = game.moves(pos);
        if let Some(m) = moves.find(|&m| is_known(m, &game.play(pos, m))) {
            return Ok(Some(m));
        }
        // The nearest position on the way that has a certificate: all behind it is in there, but for what
        // was reached by another one's moves, or by the tree's. The tree comes last: what it says of a
        // position that another certificate leads to may rest on numbers alone.
        let way: Vec<G::Position> = line.positions().copied().collect();
        let is_shown = |pos: &&G::Position| self.reason(pos) == Some(Reason::Shown);
        if let Some(shown) = way.iter().rev().find(is_shown) {
            if let Err(why) = self.turn_to(game, shown) {
                self.wrong = Some(why);
                return Ok(None);
            }
            if let Some(m) = self.book.get(pos) {
                return Ok(Some(*m));
            }
        }
        match self.reason(pos) {
            Some(Reason::Move(m)) => Ok(Some(m)),
            _ => Ok(None),
        }
    }

    fn nodes(&self) -> u64 {
        self.answers
    }
}
