//! The checker of connections.

use std::io::{Read, Seek};

use unbeatable_core::{Connection, Notation, Player};

use super::lemma::{Ground, Lemma, LemmaStep};
use crate::answers::{Decoder, NoAnswer};
use crate::check::{CheckLimits, Checked, Refusal, well_formed};
use crate::claim::{Claim, ProofKind};
use crate::container::{BlockKind, Container};

/// Somebody looks after so many steps.
const LOOK_STEPS: u64 = 1 << 12;

/// Checks that lemmas prove a claim about `game`.
///
/// `claim` is the certificate's head, which named the rules.
pub fn check<G: Connection + Notation, R: Read + Seek>(
    game: &G,
    claim: &Claim,
    container: &mut Container<R>,
    limits: &CheckLimits,
) -> Result<Checked, Refusal> {
    let refused = |why: &str| Err(Refusal::Refused(why.into()));
    assert_eq!(
        claim.proof,
        ProofKind::Connection,
        "another checker's claim"
    );
    let line = well_formed(game, claim, container)?;
    let (owner, kind) = match (claim.at_least, claim.at_most) {
        (Some(1.0), None) => (Player::First, BlockKind::Lower),
        (None, Some(-1.0)) => (Player::Second, BlockKind::Upper),
        _ => return refused("the bounds: expected at least 1, or at most -1"),
    };
    if claim.within.is_some() {
        return refused("a limit of plies: expected none");
    }
    if line.outcome().is_some() {
        return refused("the game is over");
    }
    let Some(stones) = game.stones(line.position()) else {
        return refused("a swap is possible");
    };
    let section = container.section(kind).map_err(Refusal::Io)?;
    let section = section.expect("sections were compared with the claim");
    let mut steps = StepReader {
        from: Decoder::new(section),
        cells: game.cells(),
    };
    let ground = Ground::new(game, owner);
    let mut lemmas: Vec<Lemma> = vec![];
    let mut checked = Checked::default();
    let at = |number: u64, why: &str| Refusal::Refused(format!("step {number}: {why}"));
    while let Some(step) = steps.next(lemmas.len() as u64)? {
        if lemmas.capacity() * size_of::<Lemma>() > limits.bytes_max {
            return Err(Refusal::Memory);
        }
        let lemma = ground.follow(&lemmas, &step);
        lemmas.push(lemma.map_err(|why| at(checked.answers, why))?);
        checked.answers += 1;
        if checked.answers % LOOK_STEPS == 0 && (limits.watch)(checked).is_break() {
            return Err(Refusal::Asked);
        }
    }
    let number = checked.answers;
    let finish = steps.from.finish();
    finish.map_err(|e| unreadable(number, e))?;
    let Some(last) = lemmas.last() else {
        return refused("there is no lemma");
    };
    if last.points != ground.sides() {
        return refused("the last lemma does not join the sides");
    }
    let (mine, theirs) = (stones[owner.index()], stones[owner.other().index()]);
    if last.carrier & theirs != 0 {
        return refused("the opponent is in the way of the last lemma");
    }
    let missing = last.mine & !mine;
    let is_move =
        game.turn(line.position()) == owner && missing.count_ones() == 1 && missing & theirs == 0;
    match missing == 0 || is_move {
        true => Ok(checked),
        false => refused("stones of the last lemma are missing"),
    }
}

fn unreadable(number: u64, why: NoAnswer) -> Refusal {
    match why {
        NoAnswer::Over => Refusal::Refused(format!("step {number} breaks off")),
        NoAnswer::Malformed(why) => Refusal::Refused(format!("step {number}: {why}")),
        NoAnswer::Io(e) => Refusal::Io(e),
    }
}

/// The steps of a section.
struct StepReader<R> {
    from: Decoder<R>,
    cells: u8,
}

impl<R: Read> StepReader<R> {
    /// The next step, behind so many lemmas; `None` if the list is over.
    fn next(&mut self, lemmas: u64) -> Result<Option<LemmaStep>, Refusal> {
        let rule = match self.from.read_number() {
            Err(NoAnswer::Over) => return Ok(None),
            rule => rule.map_err(|e| unreadable(lemmas, e))?,
        };
        let refused = |why: &str| Refusal::Refused(format!("step {lemmas}: {why}"));
        let mut number = || self.from.read_number().map_err(|e| unreadable(lemmas, e));
        // What is too large for any point is no point, and no cell.
        let point = |number: u64| u8::try_from(number).unwrap_or(u8::MAX);
        let lemma = |back: u64| {
            let number = (lemmas.checked_sub(1)).and_then(|last| last.checked_sub(back));
            let number = number.and_then(|number| u32::try_from(number).ok());
            number.ok_or_else(|| refused("a lemma that is not there"))
        };
        match rule {
            0 => {
                let points = [point(number()?), point(number()?)];
                let mine = self.set(lemmas)?;
                Ok(Some(LemmaStep::Chain { points, mine }))
            }
            1 => {
                let [a, b] = [number()?, number()?];
                Ok(Some(LemmaStep::And([lemma(a)?, lemma(b)?])))
            }
            2 => {
                let count = number()?;
                // No more parts are worth anything: each leaves a cell out that is in all others.
                if count > 128 {
                    return Err(refused("an or of more parts than there are cells"));
                }
                let mut parts = vec![];
                for _ in 0..count {
                    let back = number()?;
                    parts.push((lemma(back)?, point(number()?)));
                }
                Ok(Some(LemmaStep::Or(parts)))
            }
            3 => {
                let back = number()?;
                let pair = [point(number()?), point(number()?)];
                Ok(Some(LemmaStep::Capture {
                    lemma: lemma(back)?,
                    pair,
                    mine: self.set(lemmas)?,
                }))
            }
            _ => Err(refused("there is no such rule")),
        }
    }

    /// How many cells, and the cells, from small to large.
    fn set(&mut self, lemmas: u64) -> Result<u128, Refusal> {
        let mut number = || self.from.read_number().map_err(|e| unreadable(lemmas, e));
        let (mut set, mut next) = (0, 0);
        for _ in 0..number()? {
            let cell = u8::try_from(number()?).unwrap_or(u8::MAX);
            if cell < next || cell >= self.cells {
                let why = format!("step {lemmas}: no set of cells");
                return Err(Refusal::Refused(why));
            }
            set |= 1 << cell;
            next = cell + 1;
        }
        Ok(set)
    }
}
