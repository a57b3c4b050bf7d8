//! One certificate of many: the tree's moves, and behind them the certificates of its leaves.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use unbeatable_bench::erased::{ErasedGame, Line, Position};
use unbeatable_core::Game;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Margin, Notation, Outcome};
use unbeatable_proof::Claim;
use unbeatable_proof::answers::{Decoder, Encoder, NoAnswer};
use unbeatable_proof::check::{CheckLimits, Checked, Refusal, check, strategy_of};
use unbeatable_proof::container::{Container, Unreadable};
use unbeatable_proof::walk::{Answer, Then};

use super::tree::{NodeId, ROOT, Reason};
use super::{ErasedJobTree, claim, promise};
use unbeatable_ask::certificate::{hex, write_answers};
use unbeatable_bench::clock::Clock;
use unbeatable_database::atomic_file::AtomicFile;

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

/// Why a certificate is not accepted.
pub(super) enum Unaccepted {
    /// To check it takes more memory than there is.
    Memory,
    Refused(String),
}

impl fmt::Display for Unaccepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unaccepted::Memory => {
                f.write_str("there is too little memory to check its certificate")
            }
            Unaccepted::Refused(why) => f.write_str(why),
        }
    }
}

/// Checks the certificate that a job returned: whether the statement holds of the end of `line`, or does
/// not, as the job says. Why not, if it is refused.
pub(super) fn accept(
    line: &Line,
    at_least: Outcome<Margin>,
    holds: bool,
    file: &Path,
    bytes_max: usize,
    clock: &Clock,
) -> Result<Checked, Unaccepted> {
    let claim = claim(line, at_least, holds);
    let mut container = open(file, &claim).map_err(Unaccepted::Refused)?;
    let watch = |_: Checked| match clock.must_stop() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let limits = CheckLimits {
        bytes_max,
        watch: &watch,
    };
    let checked = check(line.game(), &claim, &mut container, &limits);
    checked.map_err(|why| match why {
        Refusal::Memory => Unaccepted::Memory,
        why => Unaccepted::Refused(format!("its certificate is refused: {why}")),
    })
}

/// Writes one certificate of many: the tree's answers, and at its leaves those of their certificates, as they
/// are. A certificate says where it uses a position that it has kept, and uses none of others, so that it
/// means the same in the midst of a longer one.
pub(super) struct CertificateJoiner<'a, 'g> {
    pub(super) game: &'g ErasedGame,
    pub(super) tree: &'a ErasedJobTree<'g>,
    pub(super) at_least: Outcome<Margin>,
    pub(super) holds: bool,
    /// Where the certificates are.
    pub(super) files: &'a HashMap<NodeId, PathBuf>,
    /// What a check may take.
    pub(super) bytes_max: usize,
    pub(super) clock: &'a Clock<'a>,
    /// Positions after his moves that are kept, or will be before they come again.
    pub(super) kept: HashSet<Position, BuildMixer>,
}

/// The whole proof, accepted.
pub(super) struct Whole {
    pub(super) bytes: u64,
    pub(super) sum: String,
    pub(super) checked: Checked,
}

/// Why there is no such certificate.
pub(super) enum Unjoined {
    /// Something is wrong with a part of it.
    Wrong(String),
    /// It cannot be written.
    Io(io::Error),
    /// To check it takes more memory than there is.
    Memory,
    Stopped,
}

impl From<io::Error> for Unjoined {
    fn from(error: io::Error) -> Self {
        Unjoined::Io(error)
    }
}

/// It is looked whether to stop after so many answers.
const LOOK_ANSWERS: u64 = 1 << 16;

impl<'g> CertificateJoiner<'_, 'g> {
    /// Writes it, about the end of `line`, and checks it. What is not accepted is removed.
    pub(super) fn join(&mut self, line: &Line<'g>, path: &Path) -> Result<Whole, Unjoined> {
        let (bytes, sum) = self.write(
            &AtomicFile::new(path)?,
            &claim(line, self.at_least, self.holds),
        )?;
        let checked = self.accept(line, self.holds, path).map_err(|why| {
            let _ = fs::remove_file(path);
            match why {
                _ if self.clock.must_stop() => Unjoined::Stopped,
                Unaccepted::Memory => Unjoined::Memory,
                Unaccepted::Refused(why) => Unjoined::Wrong(self.refused().unwrap_or(why)),
            }
        })?;
        Ok(Whole {
            bytes,
            sum,
            checked,
        })
    }

    fn accept(&self, line: &Line, holds: bool, file: &Path) -> Result<Checked, Unaccepted> {
        accept(line, self.at_least, holds, file, self.bytes_max, self.clock)
    }

    /// The first part that is refused, and why.
    fn refused(&self) -> Option<String> {
        let mut files: Vec<_> = self.files.iter().collect();
        files.sort();
        files.into_iter().find_map(|(id, file)| {
            let line = Line::new(self.game, *self.tree.position(*id));
            let why = self.accept(&line, self.tree.answer(*id)?, file).err()?;
            Some(format!("{}: {why}", file.display()))
        })
    }

    /// Writes it, and says how long it is, and its checksum.
    fn write(&mut self, place: &AtomicFile, claim: &Claim) -> Result<(u64, String), Unjoined> {
        let mut unjoined = None;
        let written = write_answers(place, claim, self.game.rules_text(), |section| {
            let mut encoder = Encoder::new(section);
            if let Err(why) = self.node(ROOT, &mut encoder) {
                unjoined = Some(why);
                return Err(io::Error::other("it is not written"));
            }
            encoder.finish()
        });
        match (unjoined, written) {
            (Some(why), _) => Err(why),
            (None, written) => {
                let (bytes, sum) = written?;
                Ok((bytes, hex(&sum)))
            }
        }
    }

    /// All answers from a position of the tree on. (The tree is a few moves deep.)
    fn node<W: io::Write>(&mut self, id: NodeId, encoder: &mut Encoder<W>) -> Result<(), Unjoined> {
        let (game, pos) = (self.game, *self.tree.position(id));
        if self.tree.answer(id) != Some(self.holds) {
            return Err(Unjoined::Wrong("a position has another answer".into()));
        }
        let child = |m| {
            let id = self.tree.find(&game.play(&pos, m));
            id.ok_or_else(|| Unjoined::Wrong("a move is missing".into()))
        };
        match self.tree.reason(id) {
            Reason::Shown => self.leaf(id, encoder),
            Reason::Numbers => Err(Unjoined::Wrong("a certificate is missing".into())),
            Reason::Move(m) => {
                let index = game.moves(&pos).position(|legal| legal == m);
                let index = index.expect("the tree has legal moves") as u32;
                match self.answer(game.play(&pos, m), index, encoder)? {
                    true => self.node(child(m)?, encoder),
                    false => Ok(()),
                }
            }
            Reason::AllMoves => {
                for m in game.moves(&pos) {
                    if game.outcome(&game.play(&pos, m)).is_none() {
                        let id = child(m)?;
                        self.node(id, encoder)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Writes one answer, which leads to `next`; whether something follows behind it.
    fn answer<W: io::Write>(
        &mut self,
        next: Position,
        index: u32,
        encoder: &mut Encoder<W>,
    ) -> Result<bool, Unjoined> {
        let is_over = self.game.outcome(&next).is_some();
        let then = match is_over {
            true => Then::GoOn,
            false if self.kept.insert(next) => Then::GoOnAndKeep,
            false => Then::Kept,
        };
        encoder.write(Answer { index, then })?;
        Ok(then == Then::GoOnAndKeep)
    }

    /// The answers of a leaf's certificate.
    fn leaf<W: io::Write>(&mut self, id: NodeId, encoder: &mut Encoder<W>) -> Result<(), Unjoined> {
        let file = self.files.get(&id);
        let file = file.ok_or_else(|| Unjoined::Wrong("a certificate is missing".into()))?;
        let wrong = |why: &str| Unjoined::Wrong(format!("{}: {why}", file.display()));
        let (game, pos) = (self.game, *self.tree.position(id));
        // It was written about the position alone.
        let claim = claim(&Line::new(game, pos), self.at_least, self.holds);
        let mut container = open(file, &claim).map_err(|why| wrong(&why))?;
        let player = promise(game, self.at_least, self.holds).player;
        let section = container.section(strategy_of(player));
        let section = section.map_err(|e| wrong(&e.to_string()))?;
        let section = section.ok_or_else(|| wrong("a strategy is missing"))?;
        let mut decoder = Decoder::new(section);
        let mut count = 0u64;
        loop {
            let answer = match decoder.read() {
                Ok(answer) => answer,
                Err(NoAnswer::Over) => return Ok(()),
                Err(NoAnswer::Malformed(why)) => return Err(wrong(&why)),
                Err(NoAnswer::Io(e)) => return Err(wrong(&e.to_string())),
            };
            if count == 0 && game.turn(&pos) == player {
                // The tree may come here again: by another move, but not behind the answer.
                let m = game.moves(&pos).nth(answer.index as usize);
                let m = m.ok_or_else(|| wrong("its first move is none"))?;
                if !self.answer(game.play(&pos, m), answer.index, encoder)? {
                    return Ok(());
                }
            } else {
                encoder.write(answer)?;
            }
            count += 1;
            if count.is_multiple_of(LOOK_ANSWERS) && self.clock.must_stop() {
                return Err(Unjoined::Stopped);
            }
        }
    }
}
