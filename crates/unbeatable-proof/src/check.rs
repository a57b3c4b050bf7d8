//! The checker.

use std::fmt;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;

use unbeatable_core::notation::quoted;
use unbeatable_core::{Game, Limited, Line, Notation, Outcome, Player, Promise, Value, Within};

use crate::answers::{Decoder, NoAnswer};
use crate::claim::{Claim, ProofKind};
use crate::container::{BlockKind, Container};
use crate::walk::{Answer, Answers, Flaw, Walk};

/// What was found in a certificate that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many answers were read.
    pub answers: u64,
    /// How many positions were walked.
    pub positions: u64,
    /// How many positions were kept, at most at one time.
    pub kept: u64,
}

/// Why a check ends without acceptance.
#[derive(Debug)]
pub enum Refusal {
    /// The certificate does not prove its claim: why.
    Refused(String),
    /// What has to be remembered takes more than the memory allowed.
    Memory,
    /// Somebody asked to stop.
    Asked,
    /// The file cannot be read.
    Io(io::Error),
}

/// What a check may take, and who follows it.
pub struct CheckLimits<'w> {
    /// Kept positions, and those of the line that is being walked, take at most this many bytes.
    pub bytes_max: usize,
    /// Called every so often with what was found so far: whether to go on.
    pub watch: &'w dyn Fn(Checked) -> ControlFlow<()>,
}

/// Checks that a certificate proves its claim about `game`.
///
/// `claim` is its head, which named the rules.
pub fn check<G: Notation, R: Read + Seek>(
    game: &G,
    claim: &Claim,
    container: &mut Container<R>,
    limits: &CheckLimits,
) -> Result<Checked, Refusal> {
    check_and_tell(game, claim, container, limits, None)
}

/// Who is told of each answer that a certificate gives: the position, and which of its legal moves it is, in
/// board order.
pub type Tell<'t, P> = &'t mut dyn FnMut(&P, usize);

/// Checks a certificate as [`check`] does, and tells its answers on the way. They are to be believed only once
/// it is accepted.
pub fn check_and_tell<G: Notation, R: Read + Seek>(
    game: &G,
    claim: &Claim,
    container: &mut Container<R>,
    limits: &CheckLimits,
    tell: Option<Tell<G::Position>>,
) -> Result<Checked, Refusal> {
    let refused = |why: String| Err(Refusal::Refused(why));
    if claim.proof != ProofKind::Strategy {
        let found = claim.proof.name();
        return refused(format!("a proof by {found}, in a game that has none"));
    }
    let line = well_formed(game, claim, container)?;
    let has_draw = [claim.at_least, claim.at_most].contains(&Some(0.0));
    match claim.within {
        Some(_) if has_draw => refused("a bound of 0: with a limit there is no draw".into()),
        None => check_from(&line, claim, container, limits, tell),
        Some(_) if game.repetition().is_forbidden() => {
            refused("a limit of plies, in a game in which history matters".into())
        }
        Some(plies) => {
            let game = Within::new(game.clone(), plies);
            let line = Line::new(&game, game.limited(*line.position()));
            let Some(tell) = tell else {
                return check_from(&line, claim, container, limits, None);
            };
            let tell: Tell<Limited<G::Position>> = &mut |limited, index| tell(&limited.pos, index);
            check_from(&line, claim, container, limits, Some(tell))
        }
    }
}

/// The end of the line that a claim is about, if rules, position and sections are written as they should be.
pub(crate) fn well_formed<'g, G: Notation, R: Read + Seek>(
    game: &'g G,
    claim: &Claim,
    container: &Container<R>,
) -> Result<Line<'g, G>, Refusal> {
    let refused = |why: String| Err(Refusal::Refused(why));
    let spec = game.spec();
    if claim.game != spec {
        let found = quoted(&claim.game);
        return refused(format!("the rules are written {found}: expected '{spec}'"));
    }
    are_its_rules(game, container)?;
    let line = match game.parse_line(&claim.position) {
        Ok(line) => line,
        Err(e) => return refused(format!("the position: {e}")),
    };
    let text = game.line_text(&line);
    if text != claim.position {
        return refused(format!(
            "the position is not in its one form: expected {}",
            quoted(&text)
        ));
    }
    let of_tables = [BlockKind::Table, BlockKind::Tree, BlockKind::Refutation];
    if claim.at_least.is_some() != container.has(BlockKind::Lower)
        || claim.at_most.is_some() != container.has(BlockKind::Upper)
        || of_tables.iter().any(|&kind| container.has(kind))
    {
        return refused("the strategies are not those of the claim".into());
    }
    Ok(line)
}

/// Says whether the rules that a certificate brings are those of the game; and that it brings none, if they
/// are part of the program.
pub(crate) fn are_its_rules<G: Notation, R>(
    game: &G,
    container: &Container<R>,
) -> Result<(), Refusal> {
    let why = match (game.rules_text(), container.rules.as_deref()) {
        (None, None) => return Ok(()),
        (Some(read), Some(brought)) if read == brought => return Ok(()),
        (Some(_), Some(_)) => "its rules are others",
        (Some(_), None) => "it is about rules of a file, and does not bring them",
        (None, Some(_)) => "it brings rules of its own for a game that is known",
    };
    Err(Refusal::Refused(why.into()))
}

/// Checks both strategies from the end of `line`.
fn check_from<G: Notation, R: Read + Seek>(
    line: &Line<G>,
    claim: &Claim,
    container: &mut Container<R>,
    limits: &CheckLimits,
    mut tell: Option<Tell<G::Position>>,
) -> Result<Checked, Refusal> {
    let mut checked = Checked::default();
    for promise in promises(line.game(), claim)? {
        let section = container.section(strategy_of(promise.player));
        let section = section.map_err(Refusal::Io)?;
        let section = section.expect("strategies were compared with the claim");
        let mut walk = Walk::new(line.clone(), promise);
        let mut reading = Reading {
            from: Decoder::new(section),
            before: checked,
            limits,
            next_look: 0,
            tell: match &mut tell {
                Some(tell) => Some(&mut **tell),
                None => None,
            },
        };
        walk.run(&mut reading)?;
        let Reading { from, .. } = reading;
        from.finish()
            .map_err(|e| no_answer(line.game(), &walk, e))?;
        checked = so_far(&walk, checked);
    }
    Ok(checked)
}

/// What each player makes sure of, if the claim is right.
pub(crate) fn promises<G: Game>(
    game: &G,
    claim: &Claim,
) -> Result<Vec<Promise<G::Value>>, Refusal> {
    let range = game.range(Player::First);
    let bounds = [
        (claim.at_least, Player::First, "at least"),
        (claim.at_most, Player::Second, "at most"),
    ];
    let mut promises = vec![];
    for (points, player, words) in bounds {
        let Some(points) = points else {
            continue;
        };
        let Some(value) = G::Value::from_points(points) else {
            return Err(Refusal::Refused(format!(
                "no game of these rules ends {points}"
            )));
        };
        let says_something = match player {
            Player::First => value > range.lower,
            Player::Second => value < range.upper,
        };
        if !says_something {
            let why = format!("'{words}: {points}' says nothing: every game ends so");
            return Err(Refusal::Refused(why));
        }
        let at_least = Outcome::from_value(value, Player::First).value_for(player);
        promises.push(Promise { player, at_least });
    }
    Ok(promises)
}

/// Where a player's strategy stands.
#[must_use]
pub fn strategy_of(player: Player) -> BlockKind {
    match player {
        Player::First => BlockKind::Lower,
        Player::Second => BlockKind::Upper,
    }
}

/// Answers from a certificate.
struct Reading<'l, 'w, R, P> {
    from: Decoder<R>,
    /// What was found in the strategy before.
    before: Checked,
    limits: &'l CheckLimits<'w>,
    /// When to tell the watcher again.
    next_look: u64,
    tell: Option<Tell<'l, P>>,
}

/// Positions between two looks at the watcher.
const PULSE_POSITIONS: u64 = 1 << 16;

fn so_far<G: Game>(walk: &Walk<G>, before: Checked) -> Checked {
    Checked {
        answers: before.answers + walk.answers(),
        positions: before.positions + walk.positions(),
        kept: before.kept.max(walk.kept()),
    }
}

impl<'g, G: Notation, R: Read> Answers<'g, G> for Reading<'_, '_, R, G::Position> {
    type Stop = Refusal;

    #[inline]
    fn answer(&mut self, walk: &Walk<'g, G>) -> Result<Answer, Refusal> {
        let read = self.from.read();
        let answer = read.map_err(|e| no_answer(walk.line().game(), walk, e))?;
        if let Some(tell) = &mut self.tell {
            tell(walk.line().position(), answer.index as usize);
        }
        Ok(answer)
    }

    fn refuse(&mut self, walk: &Walk<'g, G>, flaw: Flaw) -> Refusal {
        let game = walk.line().game();
        let why = match flaw {
            Flaw::Broken => "the game is over, and ended worse than claimed".into(),
            Flaw::NoSuchMove { legal } => format!("it names a move that is not among the {legal}"),
            Flaw::Repeats => "history forbids its move".into(),
            Flaw::Over => "the game is over after its move, but it says more".into(),
            Flaw::NotKept => "it refers to a position that was not kept before".into(),
            Flaw::Stuck => "the rules leave no move".into(),
        };
        refused(game, walk, &why)
    }

    #[inline]
    fn look(&mut self, walk: &Walk<'g, G>) -> Result<(), Refusal> {
        if walk.bytes() > self.limits.bytes_max {
            return Err(Refusal::Memory);
        }
        if walk.positions() < self.next_look {
            return Ok(());
        }
        self.next_look = walk.positions() + PULSE_POSITIONS;
        match (self.limits.watch)(so_far(walk, self.before)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Refusal::Asked),
        }
    }
}

pub(crate) fn no_answer<G: Notation>(game: &G, walk: &Walk<G>, e: NoAnswer) -> Refusal {
    match e {
        NoAnswer::Over => refused(game, walk, "there is no answer: the strategy is too short"),
        NoAnswer::Malformed(why) => refused(game, walk, &format!("the list of answers: {why}")),
        NoAnswer::Io(e) => Refusal::Io(e),
    }
}

/// A refusal that says where the walk was.
pub(crate) fn refused<G: Notation>(game: &G, walk: &Walk<G>, why: &str) -> Refusal {
    let player = game.player_name(walk.promise().player);
    let (answers, pos) = (walk.answers(), game.position_text(walk.line().position()));
    Refusal::Refused(format!(
        "{player}'s strategy, after {answers} answers, at '{pos}': {why}"
    ))
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::Refused(why) => f.write_str(why),
            Refusal::Memory => f.write_str("the kept positions take more than the memory allowed"),
            Refusal::Asked => f.write_str("interrupted"),
            Refusal::Io(e) => e.fmt(f),
        }
    }
}
