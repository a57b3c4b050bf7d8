//! Certificates of games that are won by connections: what is made for the game's own types.

use std::fs::File;
use std::io::BufReader;

use unbeatable_core::{Connection, Game, Line, Notation, Oracle, Player};
use unbeatable_proof::Claim;
use unbeatable_proof::check::{CheckLimits, Checked, Refusal};
use unbeatable_proof::connection::check::check;
use unbeatable_proof::connection::extract::{ConnectionProof, extract};
use unbeatable_proof::container::Container;
use unbeatable_proof::extract::Failure;

/// Writes down how a player joins the sides from the end of a line, in so many bytes.
type ProofWriter<G> = for<'g> fn(
    &Line<'g, G>,
    Player,
    &mut dyn Oracle<'g, G>,
    usize,
) -> Result<ConnectionProof, Failure>;

/// Checks what is written so.
type ProofChecker<G> =
    fn(&G, &Claim, &mut Container<BufReader<File>>, &CheckLimits) -> Result<Checked, Refusal>;

/// Writer and checker of connections, for one game.
pub(crate) struct Joining<G: Game> {
    pub(crate) extract: ProofWriter<G>,
    pub(crate) check: ProofChecker<G>,
    /// Whether a proof by connection is possible from a position on.
    pub(crate) suits: fn(&G, &G::Position) -> bool,
}

impl<G: Game> Clone for Joining<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Joining<G> {}

impl<G: Connection + Notation> Joining<G> {
    pub(crate) fn new() -> Self {
        Joining {
            extract,
            check,
            suits: |game, pos| game.outcome(pos).is_none() && game.stones(pos).is_some(),
        }
    }
}
