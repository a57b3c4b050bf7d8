//! Strong solutions by several workers, in one process or on several machines.
//!
//! Workers own positions by a hash of their numbers ([`part_of`](unbeatable_core::part_of)), about as many each,
//! and have a shelf of their own. What is done to a position is the [`Kernel`]'s, as on one machine;
//! what is behind a position may belong to somebody else, and travels there in letters. Positions owned by
//! hash and messages in batches are the way of Bal and Allis 1995; here a batch is sorted, so that it is a
//! tenth of the size and needs no hash table to be made distinct.
//!
//! - Forward, a worker expands its positions of a layer and sends what is behind them, merged and each
//!   once, to their owners, who merge what they get to the next layer.
//! - Backward, a worker expands them again and asks the owners of what is behind what that is worth. The
//!   answers come in the order of the questions, a byte each.
//!
//! Every question is answered, forward by an empty letter, and nobody has more than a few under way: so a
//! slow worker is waited for rather than flooded.
//!
//! | module | what it is about |
//! | --- | --- |
//! | [`fleet`], [`hosts`] | who belongs to the fleet |
//! | [`handshake`](mod@handshake) | connections, and whether both ends want the same |
//! | `link` | letters on a connection, and what becomes of the run if it is lost |
//! | `mail`, `code` | letters in rounds, and what is written in them |
//! | [`member`] | a worker, and its letters |
//! | `layers` | what a worker does: layers forward and backward |
//! | [`trouble`] | why a run ended early |
//!
//! If a process is lost, all others end ([`Trouble::Lost`]); what is on the shelves stays, and a run that is
//! begun again goes on from the last layer that all workers have. The result depends on nothing of this.
//!
//! Connections are neither encrypted nor authenticated: they are for private networks.
//!
//! [`Kernel`]: unbeatable_solve::layered::Kernel

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

mod code;
pub mod fleet;
pub mod handshake;
pub mod hosts;
mod layers;
mod link;
mod mail;
pub mod member;
pub mod trouble;

pub use fleet::FleetMembers;
pub use handshake::Term;
pub use hosts::read_hosts;
pub use member::Member;
pub use trouble::Trouble;

use link::{Closing, Links};
use mail::{Letter, Mail};

/// Does `work` in every worker of this process, once all processes are connected, and returns what they
/// return, in order.
///
/// All processes must say the same `terms`, such as the version of the program and the question: who says
/// something else is a stranger. `tell` hears who is being waited for; `stop` is asked whenever somebody is
/// waited for.
///
/// Panics if a worker panics.
pub fn run<T: Send>(
    fleet: &FleetMembers,
    terms: &[Term],
    tell: &dyn Fn(&str),
    stop: &(dyn Fn() -> bool + Sync),
    work: impl Fn(&mut Member) -> Result<T, Trouble> + Sync,
) -> Result<Vec<T>, Trouble> {
    let streams = match fleet.processes() {
        1 => vec![None],
        _ => handshake::connect(fleet, terms, tell, stop)?,
    };
    let links = &Links::new(fleet, streams);
    let (own, inboxes): (Vec<_>, Vec<_>) = fleet.own().map(|_| channel()).unzip();
    let results: Vec<Result<T, Trouble>> = links.carry(&own, |post| {
        thread::scope(|scope| {
            let spawn = |(index, inbox): (usize, Receiver<Letter>)| {
                let work = &work;
                scope.spawn(move || {
                    let mail = Mail::new(index as u32, post, inbox);
                    // The others must not take a panic for a good end, either.
                    let trouble = Closing(links);
                    let result = work(&mut Member::new(mail, links, stop));
                    if result.is_ok() {
                        std::mem::forget(trouble);
                    }
                    result
                })
            };
            let threads: Vec<_> = fleet.own().zip(inboxes).map(spawn).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    });
    let mut found = vec![];
    let mut troubles = vec![];
    for result in results {
        match result {
            Ok(result) => found.push(result),
            Err(trouble) => troubles.push(trouble),
        }
    }
    // The first of several that say as much.
    match troubles.into_iter().rev().max_by_key(Trouble::weight) {
        None => Ok(found),
        Some(trouble) => Err(trouble),
    }
}
