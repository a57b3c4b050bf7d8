//! A proof that was written, of whatever kind.

use std::io::{self, Write};

use crate::claim::ProofKind;
use crate::connection::extract::ConnectionProof;
use crate::extract::{StrategyAnswers, StrategySize};

/// What goes into a section of a certificate.
pub enum WrittenProof {
    /// The answers of a strategy.
    Strategy(StrategyAnswers),
    /// Lemmas.
    Connection(ConnectionProof),
}

impl WrittenProof {
    /// What a head calls it.
    #[must_use]
    pub fn kind(&self) -> ProofKind {
        match self {
            WrittenProof::Strategy(_) => ProofKind::Strategy,
            WrittenProof::Connection(_) => ProofKind::Connection,
        }
    }

    /// How large it is: answers or steps, and the positions that a checker walks.
    #[must_use]
    pub fn size(&self) -> StrategySize {
        match self {
            WrittenProof::Strategy(strategy) => strategy.written,
            WrittenProof::Connection(proof) => StrategySize {
                answers: proof.steps(),
                positions: 0,
            },
        }
    }

    /// Writes it.
    pub fn write<W: Write>(&self, to: W) -> io::Result<W> {
        match self {
            WrittenProof::Strategy(strategy) => strategy.write(to),
            WrittenProof::Connection(proof) => proof.write(to),
        }
    }
}
