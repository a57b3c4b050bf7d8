//! Strong solutions by several workers, in one process or on several machines.
//!
//! Workers own positions by a hash of their numbers ([`part_of`](unbeatable_core::part_of)), about as many each,
//! and have a shelf of their own. What is done to a position is the [`Kernel`]'s, as on one machine;
//! what is behind a position may belong to somebody else, and travels there in letters. The letters are
//! carried by timely dataflow (McSherry and others, after Naiad, Murray et al. 2013), which also knows when
//! all letters of a round have arrived. Positions owned by hash and messages in batches are the way of Bal
//! and Allis 1995; here a batch is sorted, so that it is a tenth of the size and needs no hash table to be
//! made distinct.
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
//! | [`greeting`](mod@greeting) | connections, and whether both ends want the same |
//! | `link` | a connection that is watched: losing it ends the run, not the thread |
//! | `mail`, `code` | letters, and what is written in them |
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
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks};

mod code;
pub mod fleet;
pub mod greeting;
pub mod hosts;
mod layers;
mod link;
mod mail;
pub mod member;
pub mod trouble;

pub use fleet::Fleet;
pub use greeting::Term;
pub use hosts::read_hosts;
pub use member::Member;
pub use trouble::Trouble;

use link::{Link, Links};
use mail::Mail;

/// Does `work` in every worker of this process, once all processes are connected, and returns what they
/// return, in order.
///
/// All processes must say the same `terms`, such as the version of the program and the question: who says
/// something else is a stranger. `tell` hears who is being waited for; `stop` is asked whenever somebody is
/// waited for.
///
/// Panics if a worker panics. If a process is lost, the threads that read from it stay asleep until this
/// process ends.
pub fn run<T: Send>(
    fleet: &Fleet,
    terms: &[Term],
    tell: &dyn Fn(&str),
    stop: &(dyn Fn() -> bool + Sync),
    work: impl Fn(&mut Member) -> Result<T, Trouble> + Sync,
) -> Result<Vec<T>, Trouble> {
    let links = Arc::new(Links::new(&fleet.hosts, fleet.process));
    let sockets = match fleet.processes() {
        1 => vec![None],
        _ => greeting::connect(fleet, terms, tell, stop)?,
    };
    let wrap = |(peer, stream): (usize, Option<_>)| {
        stream.map(|stream| Link::new(stream, peer, links.clone()))
    };
    let sockets = sockets.into_iter().enumerate().map(wrap).collect();
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(fleet.workers, hooks.refill.clone(), None);
    let (builders, threads) =
        initialize_networking_from_sockets(inner, sockets, fleet.process, fleet.workers, hooks)
            .map_err(greeting::unconnected)?;
    // They end when the links do; whoever waited for them would wait for ever if one is lost.
    std::mem::forget(threads);
    let over = AtomicBool::new(false);
    let results: Vec<Result<T, Trouble>> = thread::scope(|scope| {
        let spawn = |builder: TcpBuilder| {
            let (links, over, work) = (&links, &over, &work);
            scope.spawn(move || {
                let mail = Mail::new(Allocator::Tcp(builder.build()), links.clone());
                let mut member = Member::new(mail, over, stop);
                // Before the letters are thrown away: the others must not take that for a good end.
                let trouble = InTrouble { links, over };
                let result = work(&mut member);
                if result.is_ok() {
                    std::mem::forget(trouble);
                }
                result
            })
        };
        let threads: Vec<_> = builders.into_iter().map(spawn).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    let mut found = vec![];
    let mut trouble: Option<Trouble> = None;
    for result in results {
        match result {
            Ok(result) => found.push(result),
            Err(other) => {
                let is_first = trouble.as_ref().is_none_or(|t| t.weight() < other.weight());
                if is_first {
                    trouble = Some(other);
                }
            }
        }
    }
    match trouble {
        None => {
            links.wait_until_over();
            Ok(found)
        }
        Some(trouble) => Err(trouble),
    }
}

/// Says, when it is dropped, that a worker has ended in trouble, be it by a panic.
struct InTrouble<'a> {
    links: &'a Links,
    over: &'a AtomicBool,
}

impl Drop for InTrouble<'_> {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        self.links.close();
    }
}
