//! Games from files in layers: all positions can be solved layer by layer, and it can be asked how soon they end.

use unbeatable_core::{Foresight, Game, Layered, Wdl};

use crate::book::RuleBook;
use crate::deed::DeedCase;
use crate::layer_weights::LayerWeights;
use crate::position::{Position, Stage};
use crate::rules::{Alternation, Rules};
use crate::way::{FluentBits, has};

/// So many fluents at most may have been true or not before a case: all of these are tried.
const UNKNOWN_MAX: usize = 3;

impl<const W: usize> Rules<W> {
    /// Whether what was true before a move can be told from what is true behind it, but for a few fluents.
    pub(crate) fn can_go_back(&self) -> bool {
        let fluents = self.mechanism.fluents.len();
        let is_plain = |case: &DeedCase<W>| {
            let unknown = unknown_before(case);
            let count = (0..fluents).filter(|&i| has(&unknown, i)).count();
            case.more.is_empty() && count <= UNKNOWN_MAX
        };
        matches!(self.alternation, Alternation::Proven(_))
            && [0, 1].into_iter().all(|role: usize| {
                let mut deeds = self.deeds[role].iter().enumerate();
                deeds.all(|(action, deed)| match deed {
                    Some(deed) => deed.cases().all(is_plain),
                    None => self.known(role, action).is_none(),
                })
            })
    }
}

/// What is neither known before a case nor kept by it.
fn unknown_before<const W: usize>(case: &DeedCase<W>) -> FluentBits<W> {
    std::array::from_fn(|w| !case.known.care[w] & (!case.keep[w] | case.set[w]))
}

/// Numbers of positions are what is true: whose turn it is follows from that, and so does whether it is over.
///
/// ```text
/// 63            fluents           0
/// |      0      |    the last … the first    |
/// ```
impl Layered for RuleBook<1, Wdl> {
    fn layer(&self, pos: &Position<1>) -> u32 {
        self.weights().layer(&pos.bits)
    }

    fn layer_max(&self) -> u32 {
        self.weights().layer_max()
    }

    fn is_packed(&self) -> bool {
        self.rules.layers.is_some()
    }

    fn pack(&self, pos: &Position<1>) -> u64 {
        pos.bits[0]
    }

    fn unpack(&self, packed: u64) -> Position<1> {
        let Alternation::Proven(turns) = self.rules.alternation else {
            panic!("a game in layers shows whose turn it is");
        };
        let bits = [packed];
        let role = usize::from(has(&bits, turns[1] as usize));
        let turn = self.rules.player(role);
        // What is nobody's number is any position.
        let settled = self.rules.settle(bits, turn, |points| self.rank(points));
        settled.unwrap_or(Position {
            bits,
            turn,
            stage: Stage::Open,
        })
    }

    fn move_groups(&self) -> usize {
        let actions = &self.rules.mechanism.actions;
        actions[0].len().max(actions[1].len())
    }

    fn move_group(&self, m: Self::Move) -> usize {
        m.0.into()
    }

    fn predecessors(&self, pos: &Position<1>, mut each: impl FnMut(Position<1>)) {
        let rules = &*self.rules;
        let turn = pos.turn.other();
        let role = rules.role(turn);
        let fluents = u64::MAX >> (64 - rules.mechanism.fluents.len());
        let mut found: Vec<u64> = vec![];
        for (action, deed) in rules.deeds[role].iter().enumerate() {
            if rules.idle[role] == Some(action as u16) {
                continue;
            }
            for case in deed.iter().flat_map(|deed| deed.cases()) {
                let [after] = pos.bits;
                let ([keep], [set]) = (case.keep, case.set);
                let (care, want) = (case.known.care[0], case.known.want[0]);
                let kept = keep & !set;
                let is_behind = after & set == set
                    && after & !kept & !set & fluents == 0
                    && (after ^ want) & kept & care == 0;
                if !is_behind {
                    continue;
                }
                let open = unknown_before(case)[0] & fluents;
                let mut guess = open;
                loop {
                    let before = want | after & kept & !care | guess;
                    found.push(before);
                    if guess == 0 {
                        break;
                    }
                    guess = (guess - 1) & open;
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        for before in found {
            if rules.groups.broken_by(&[before]).is_some() {
                continue;
            }
            let settled = rules.settle([before], turn, |points| self.rank(points));
            let Ok(before) = settled else {
                continue;
            };
            let is_move_there = |m| self.play(&before, m) == *pos;
            if before.stage == Stage::Open && self.moves(&before).any(is_move_there) {
                each(before);
            }
        }
    }
}

impl RuleBook<1, Wdl> {
    fn weights(&self) -> &LayerWeights {
        let layers = self.rules.layers.as_ref();
        layers.expect("only games in layers are asked for them")
    }
}

/// Nothing is seen of games from files but their ends.
impl Foresight<RuleBook<1, Wdl>> for () {
    fn number_bits(&self, game: &RuleBook<1, Wdl>) -> u32 {
        game.rules.mechanism.fluents.len() as u32
    }
}
