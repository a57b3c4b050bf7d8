//! Certificates put together, taken apart and checked.

use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use unbeatable_core::{Budget, Goal, Line, Outcome, Player, Promise, Value, Within};
use unbeatable_proof::answers::{Decoder, Encoder, NoAnswer};
use unbeatable_proof::check::{CheckLimits, Refusal};
use unbeatable_proof::claim::ProofKind;
use unbeatable_proof::container::{BlockKind, CertificateWriter, Container, Unreadable};
use unbeatable_proof::extract::Failure;
use unbeatable_proof::tree::{self, CutOff, Follows, Strategies};
use unbeatable_proof::walk::Answer;
use unbeatable_proof::{Checked, Claim, check, extract};

use crate::naive::{Naive, NaiveOracle};
use crate::rules::{Rules, Task, with_rules};

/// A certificate, taken apart.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Parts {
    /// Its head.
    pub(crate) claim: Claim,
    /// Its strategies, the first player's first.
    pub(crate) strategies: [Option<Vec<Answer>>; 2],
}

/// The kinds of the strategies.
pub(crate) const STRATEGIES: [BlockKind; 2] = [BlockKind::Lower, BlockKind::Upper];

/// The bytes of a list of answers.
pub(crate) fn list_bytes(answers: &[Answer]) -> Vec<u8> {
    let mut encoder = Encoder::new(vec![]);
    for &answer in answers {
        encoder.write(answer).expect("memory takes all");
    }
    encoder.finish().expect("memory takes all")
}

impl Parts {
    /// The file, with its checksum.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let lists = self.strategies.each_ref();
        let lists = lists.map(|answers| answers.as_deref().map(list_bytes));
        let mut sections = vec![(BlockKind::Head, self.claim.to_string().into_bytes())];
        for (kind, list) in STRATEGIES.into_iter().zip(lists) {
            sections.extend(list.map(|list| (kind, list)));
        }
        file(&sections)
    }

    /// Takes a file apart that holds.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut container = Container::open(Cursor::new(bytes)).expect("a whole file");
        let claim = Claim::parse(&container.head).expect("a claim");
        let strategies = STRATEGIES.map(|kind| {
            let section = container.section(kind).expect("memory can be read")?;
            let mut decoder = Decoder::new(section);
            let mut answers = vec![];
            loop {
                match decoder.read() {
                    Ok(answer) => answers.push(answer),
                    Err(NoAnswer::Over) => return Some(answers),
                    Err(e) => panic!("{e:?}"),
                }
            }
        });
        Parts { claim, strategies }
    }

    /// How many answers there are.
    pub(crate) fn answers(&self) -> usize {
        let lists = self.strategies.iter().flatten();
        lists.map(Vec::len).sum()
    }
}

/// A file of these sections, with its checksum.
pub(crate) fn file(sections: &[(BlockKind, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = vec![];
    let mut writer = CertificateWriter::new(&mut bytes).expect("memory takes all");
    for (kind, payload) in sections {
        let mut section = writer.section(*kind);
        section.write_all(payload).expect("memory takes all");
        section.finish().expect("memory takes all");
    }
    writer.finish().expect("memory takes all");
    bytes
}

/// What a checker says of a file that is no proof.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum No {
    /// It is no certificate, or damaged.
    Damaged(String),
    /// It does not prove what it claims.
    Refused(String),
}

/// Walks of more positions are too long for tests.
const POSITIONS_MAX: u64 = 20_000_000;

/// Checks a file as the program does. Panics if that takes long, or says nothing.
pub(crate) fn verify(bytes: &[u8]) -> Result<(Claim, Checked), No> {
    let verdict = verify_in(bytes, usize::MAX);
    if let Err(No::Damaged(why) | No::Refused(why)) = &verdict {
        let is_message = !why.is_empty() && !why.contains('\n') && why.len() < 2_000;
        assert!(is_message, "{why}");
    }
    verdict
}

fn verify_in(bytes: &[u8], bytes_max: usize) -> Result<(Claim, Checked), No> {
    let mut container = Container::open(Cursor::new(bytes)).map_err(|e| match e {
        Unreadable::Damaged(why) => No::Damaged(why),
        Unreadable::Io(e) => panic!("memory can be read: {e}"),
    })?;
    assert_eq!(container.bytes, bytes.len() as u64);
    let claim = Claim::parse(&container.head).map_err(No::Refused)?;
    assert_eq!(claim.to_string(), container.head);
    let checking = Checking {
        claim: &claim,
        container: &mut container,
        bytes_max,
    };
    match with_rules(&claim.game, checking) {
        Err(e) => Err(No::Refused(format!("the game: {e}"))),
        Ok(Err(Refusal::Refused(why))) => Err(No::Refused(why)),
        Ok(Err(e)) => panic!("{e}: {claim}"),
        Ok(Ok(checked)) => Ok((claim, checked)),
    }
}

struct Checking<'c, R> {
    claim: &'c Claim,
    container: &'c mut Container<R>,
    bytes_max: usize,
}

impl<R: std::io::Read + std::io::Seek> Task for Checking<'_, R> {
    type Out = Result<Checked, Refusal>;

    fn run<G: Rules>(self, game: &G) -> Self::Out {
        let watch = |now: Checked| match now.positions > POSITIONS_MAX {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let limits = CheckLimits {
            bytes_max: self.bytes_max,
            watch: &watch,
        };
        let checked = check(game, self.claim, self.container, &limits)?;
        if checked.positions < TREE_POSITIONS_MAX {
            check_trees(game, self.claim, self.container, &limits, checked);
        }
        Ok(checked)
    }
}

/// Trees of certificates that take more are not looked at.
const TREE_POSITIONS_MAX: u64 = 20_000;

/// What is accepted can be seen: every position that the checker walked, as far as there is room.
fn check_trees<G: Rules, R: std::io::Read + std::io::Seek>(
    game: &G,
    claim: &Claim,
    container: &mut Container<R>,
    limits: &CheckLimits,
    checked: Checked,
) {
    let mut read = |steps_max| {
        let read = tree::read(game, claim, container, steps_max, limits);
        read.expect("it was accepted")
    };
    let all = u32::try_from(checked.positions).expect("few positions");
    let Strategies {
        forest,
        players,
        cut_off,
    } = read(u32::MAX);
    assert_eq!((forest.len(), cut_off), (all, None));
    assert_eq!(forest.roots().count(), players.len());
    let mut answers = 0;
    for i in 0..all {
        let below: Vec<u32> = forest.below(i).map(|step| forest.of(step).m).collect();
        match forest.of(i).follows {
            Follows::Nothing => assert_eq!(below, []),
            Follows::Answer => {
                answers += 1;
                assert_eq!(below.len(), 1);
            }
            Follows::Replies => assert!(below.is_sorted_by(|a, b| a < b) && !below.is_empty()),
            Follows::Same(same) => {
                assert_eq!(below, []);
                let there = forest.of(same).follows;
                assert!(same < i && matches!(there, Follows::Replies), "{there:?}");
            }
            Follows::CutOff => panic!("there was room for all"),
        }
    }
    assert_eq!(answers, checked.answers);
    let half = read(all / 2);
    assert_eq!(half.forest.len(), all / 2);
    assert_eq!(half.cut_off, Some(CutOff::Steps));
    assert_eq!(half.forest.depth(), 0);
}

/// Who is asked for the answers of a certificate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// A solver, with what is known of the game or without, with a table of so many bytes.
    Solver {
        /// Whether it uses analyses.
        knows: bool,
        /// How much it remembers.
        table_bytes_max: usize,
    },
    /// Exhaustive search, and chance among the moves that keep the promise.
    Naive {
        /// The seed.
        seed: u64,
    },
}

impl Source {
    /// What the program does.
    pub(crate) const BEST: Self = Source::Solver {
        knows: true,
        table_bytes_max: 1 << 24,
    };
}

/// Exhaustive search for a strategy may take so many nodes.
const NODES_MAX: u64 = 1_000_000;

/// Kept positions and strategies take no more than this.
pub(crate) const ROOMY: usize = 1 << 26;

/// A certificate of what the end of `line`, which is worth `value` to the first player, is worth.
/// `Err` if that takes too long, or does not fit into so many bytes.
pub(crate) fn certify<G: Rules>(
    line: &Line<G>,
    value: G::Value,
    source: Source,
    bytes_max: usize,
) -> Result<Parts, Failure> {
    let game = line.game();
    let claim = Claim {
        proof: ProofKind::Strategy,
        game: game.spec(),
        position: game.line_text(line),
        within: None,
        at_least: None,
        at_most: None,
    };
    certify_from(line, value, source, bytes_max, claim)
}

/// A certificate of what the end of `line` is worth in the game with a limit.
pub(crate) fn certify_within<G: Rules>(
    line: &Line<G>,
    within: u32,
    value: unbeatable_core::Wdl,
    source: Source,
) -> Parts {
    let game = line.game();
    let claim = Claim {
        proof: ProofKind::Strategy,
        game: game.spec(),
        position: game.line_text(line),
        within: Some(within),
        at_least: None,
        at_most: None,
    };
    let limited = Within::new(game.clone(), within);
    let line = Line::new(&limited, limited.limited(*line.position()));
    certify_from(&line, value, source, ROOMY, claim).expect("there is room")
}

/// What each player makes sure of if the position is worth `value` to the first, and the rules do not
/// say already.
pub(crate) fn promises<G: Rules>(game: &G, value: G::Value) -> [Option<Promise<G::Value>>; 2] {
    Player::BOTH.map(|player| {
        let at_least = Outcome::from_value(value, Player::First).value_for(player);
        let says_something = at_least > game.range(player).lower;
        says_something.then_some(Promise { player, at_least })
    })
}

fn certify_from<G: Rules>(
    line: &Line<G>,
    value: G::Value,
    source: Source,
    bytes_max: usize,
    claim: Claim,
) -> Result<Parts, Failure> {
    let game = line.game();
    let promises = promises(game, value);
    let points = value.points() + 0.0;
    let mut strategies = [None, None];
    match source {
        Source::Solver {
            knows,
            table_bytes_max,
        } => {
            let budget = Budget {
                table_bytes_max,
                ..Budget::DEFAULT
            };
            let mut solver = game.solver(knows, budget);
            let solved = solver.prove(line, Goal::Value, &());
            if let Some(stopped) = solved.stopped {
                return Err(stopped.into());
            }
            let turn = game.turn(line.position());
            let known = Outcome::from_value(value, Player::First).value_for(turn);
            assert_eq!(solved.bounds.value(), Some(known), "{claim}");
            for (strategy, promise) in strategies.iter_mut().zip(promises) {
                if let Some(promise) = promise {
                    let oracle = solver.oracle(line, promise, &());
                    let mut oracle = oracle.expect("there is one");
                    *strategy = Some(extract(line, promise, &mut *oracle, bytes_max)?);
                }
            }
        }
        Source::Naive { seed } => {
            for (strategy, promise) in strategies.iter_mut().zip(promises) {
                if let Some(promise) = promise {
                    let mut naive = Naive::new(promise);
                    naive.nodes_left = NODES_MAX;
                    let mut oracle = NaiveOracle::new(&mut naive, seed);
                    *strategy = Some(extract(line, promise, &mut oracle, bytes_max)?);
                }
            }
        }
    }
    let lists = strategies.map(|strategy| {
        strategy.map(|strategy| {
            let list = strategy.write(vec![]).expect("memory takes all");
            (list, strategy.written)
        })
    });
    let claim = Claim {
        at_least: lists[0].as_ref().map(|_| points),
        at_most: lists[1].as_ref().map(|_| points),
        ..claim
    };
    let mut sections = vec![(BlockKind::Head, claim.to_string().into_bytes())];
    let mut written = Checked::default();
    for (kind, list) in STRATEGIES.into_iter().zip(lists) {
        if let Some((list, strategy)) = list {
            written.answers += strategy.answers;
            written.positions += strategy.positions;
            sections.push((kind, list));
        }
    }
    let bytes = file(&sections);
    let parts = Parts::read(&bytes);
    assert!(parts.bytes() == bytes, "the same file twice: {claim}");
    if written.answers > 0 || parts.strategies.iter().any(Option::is_some) {
        let (read, checked) = verify(&bytes).unwrap_or_else(|no| panic!("{no:?}: {claim}"));
        assert_eq!(read, claim);
        let found = (checked.answers, checked.positions);
        assert_eq!(found, (written.answers, written.positions), "{claim}");
    }
    Ok(parts)
}
