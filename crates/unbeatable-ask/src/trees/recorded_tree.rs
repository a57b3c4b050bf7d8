//! A tree that was written down.

use serde_json::{Map, Value as Json};
use unbeatable_proof::tree::Strategies;
use unbeatable_solve::Visits;

use unbeatable_report::question::Setup;
use unbeatable_report::report::{BoundsReport, ClaimedReport, Stop};

/// A tree that was written down.
pub struct Recording {
    /// The complete spec of the rules.
    pub(super) game: String,
    /// The position at the root.
    pub(super) setup: Setup,
    pub(super) tree: RecordedTree,
    /// What is proven of the root.
    pub(super) bounds: BoundsReport,
    /// Why there is not all of it.
    pub(super) stopped: Option<Stop>,
}

/// What was written down.
pub(super) enum RecordedTree {
    Search {
        visits: Visits,
        solver: &'static str,
        options: Map<String, Json>,
        /// Whether moves behind the root are those of canonical positions.
        folds: bool,
    },
    Certificate {
        strategies: Strategies,
        claim: ClaimedReport,
    },
}

impl Recording {
    /// The complete spec of the game that it is about, which alone can look at it.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How many nodes there are.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        match &self.tree {
            RecordedTree::Search { visits, .. } => visits.forest().len().into(),
            RecordedTree::Certificate { strategies, .. } => strategies.forest.len().into(),
        }
    }

    /// Why there is not all of it: `time`, `nodes`, `memory`, `depth` or `interrupted`; `None` if there is.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let nodes = match &self.tree {
            RecordedTree::Search { visits, .. } => visits.forest().bytes(),
            RecordedTree::Certificate { strategies, .. } => strategies.forest.bytes(),
        };
        let texts = self.setup.position.iter().chain(&self.setup.moves);
        let texts: usize = texts.map(String::capacity).sum();
        size_of::<Self>() + nodes + texts + BESIDE_BYTES
    }
}

/// What the settings of a search take, about.
const BESIDE_BYTES: usize = 1 << 10;

const _: fn() = || {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Recording>();
};
