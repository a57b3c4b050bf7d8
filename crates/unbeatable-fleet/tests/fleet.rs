//! A fleet finds what one machine finds, however many go, and whoever is lost on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{SocketAddr, TcpListener};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use unbeatable_core::{Game, Layered, Settled, part_of};
use unbeatable_fleet::{FleetMembers, Term, Trouble, run};
use unbeatable_games::connect::Connect;
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::layered::{
    Follower, Halted, Kernel, LayerStanding, Layers, MemoryShelf, Room, solve,
};

const ROOM: Room = Room {
    threads: 1,
    bytes_max: 64 << 20,
};

/// All classes of a layer with what they are worth.
type Found = BTreeMap<u32, Vec<(u64, Settled)>>;

fn classes(shelf: &MemoryShelf, found: &Layers) -> Found {
    let layers = (0..found.classes.len() as u32).map(|i| found.first + i);
    let layer = |layer| {
        let (keys, values) = shelf.layer(layer).expect("a layer that was found");
        let classes = keys.iter().copied().zip(values.iter().copied());
        (layer, classes.collect())
    };
    layers.map(layer).collect()
}

/// What several shelves have together, which is what one would have.
fn together<'s>(shelves: impl IntoIterator<Item = &'s MemoryShelf>, found: &Layers) -> Found {
    let mut all = Found::new();
    for shelf in shelves {
        for (layer, classes) in classes(shelf, found) {
            all.entry(layer).or_default().extend(classes);
        }
    }
    all.values_mut().for_each(|classes| classes.sort_unstable());
    all
}

fn shelves(count: usize) -> Vec<MemoryShelf> {
    (0..count).map(|_| MemoryShelf::default()).collect()
}

/// Addresses of this machine at which nobody listens, and which no other test of this program is given.
fn free_hosts(count: usize) -> Vec<String> {
    static GIVEN: Mutex<BTreeSet<SocketAddr>> = Mutex::new(BTreeSet::new());
    let mut given = GIVEN.lock().expect("nobody panics here");
    // Each is kept until all are found, so that the system offers others.
    let mut listeners = vec![];
    let mut hosts = vec![];
    while hosts.len() < count {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        listeners.push(listener);
        if given.insert(address) {
            hosts.push(address.to_string());
        }
    }
    hosts
}

fn fleets(processes: usize, workers: usize) -> Vec<FleetMembers> {
    let hosts = free_hosts(processes);
    let fleet = |process| FleetMembers {
        hosts: hosts.clone(),
        process,
        workers,
        patience: Duration::from_secs(60),
    };
    (0..processes).map(fleet).collect()
}

fn terms(question: &str) -> Vec<Term> {
    vec![Term("question".into(), question.into())]
}

/// Solves a game by so many processes, which are threads here, on these shelves.
fn solve_by(
    kernel: &Kernel,
    fleets: &[FleetMembers],
    shelves: &[MemoryShelf],
    follower: &dyn Follower,
) -> Vec<Result<Layers, Trouble>> {
    thread::scope(|scope| {
        let spawn = |fleet| {
            scope.spawn(move || {
                let results = run(fleet, &terms("all"), &|_| {}, &|| false, |member| {
                    let shelf = &shelves[member.index() as usize];
                    member.solve(kernel, ROOM, shelf, follower)
                });
                results.map(|mut results| results.remove(0))
            })
        };
        let threads: Vec<_> = fleets.iter().map(spawn).collect();
        let join = |thread: thread::ScopedJoinHandle<_>| thread.join().expect("no panic");
        threads.into_iter().map(join).collect()
    })
}

fn agrees<G: Layered + Sync>(game: &G, processes: usize, workers: usize) {
    let kernel = Kernel::new(game, &game.start());
    let alone = MemoryShelf::default();
    let expected = solve(&kernel, ROOM, &alone, &()).expect("enough room");
    let shelves = shelves(processes * workers);
    let found = solve_by(&kernel, &fleets(processes, workers), &shelves, &());
    for found in found {
        assert_eq!(found.expect("no trouble"), expected);
    }
    assert_eq!(together(&shelves, &expected), classes(&alone, &expected));
    for (part, shelf) in shelves.iter().enumerate() {
        for keys in classes(shelf, &expected).values() {
            let is_own = |&(key, _): &(u64, _)| part_of(key, shelves.len() as u32) == part as u32;
            assert!(keys.iter().all(is_own));
        }
    }
}

#[test]
fn workers_of_one_process_find_what_one_machine_finds() {
    for workers in [1, 2, 3, 8] {
        agrees(&Connect::new(4, 4, 4).expect("a board"), 1, workers);
        agrees(&Mnk::new(3, 3, 3, false).expect("a board"), 1, workers);
    }
}

#[test]
fn processes_find_what_one_machine_finds() {
    for (processes, workers) in [(2, 1), (3, 1), (2, 2)] {
        agrees(&Connect::new(4, 4, 4).expect("a board"), processes, workers);
        agrees(
            &Mnk::new(4, 3, 3, false).expect("a board"),
            processes,
            workers,
        );
    }
}

/// Stops after so many blocks.
struct After(AtomicU64);

impl Follower for After {
    fn at(&self, _: &LayerStanding) -> ControlFlow<()> {
        let left = self
            .0
            .fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        match left {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Whoever stops is lost to the others; the same shelves then lead to the same end, from any point, and with
/// a shelf that was lost altogether.
#[test]
fn a_run_goes_on_wherever_it_was_stopped() {
    let game = Connect::new(4, 4, 4).expect("a board");
    let kernel = Kernel::new(&game, &game.start());
    let alone = MemoryShelf::default();
    let expected = solve(&kernel, ROOM, &alone, &()).expect("enough room");
    for blocks in [0, 3, 25, 60, 90] {
        let mut shelves = shelves(3);
        let stopped = solve_by(&kernel, &fleets(3, 1), &shelves, &After(blocks.into()));
        let is_stopped = |found: &Result<Layers, Trouble>| {
            matches!(
                found,
                Err(Trouble::Lost(_) | Trouble::Halted(Halted::Asked))
            )
        };
        assert!(stopped.iter().all(is_stopped), "{blocks}: {stopped:?}");
        if blocks % 2 == 0 {
            shelves[1] = MemoryShelf::default();
        }
        for found in solve_by(&kernel, &fleets(3, 1), &shelves, &()) {
            assert_eq!(found.expect("no trouble"), expected);
        }
        assert_eq!(together(&shelves, &expected), classes(&alone, &expected));
    }
}

#[test]
fn whoever_is_lost_is_named() {
    let fleets = fleets(2, 2);
    let work = |process: usize| {
        let result: Result<Vec<()>, _> = run(
            &fleets[process],
            &terms("all"),
            &|_| {},
            &|| false,
            |member| {
                member.meet()?;
                match process {
                    0 => loop {
                        member.meet()?;
                    },
                    _ => Err(Halted::Asked.into()),
                }
            },
        );
        result.expect_err("nobody ends well").to_string()
    };
    let (first, second) = thread::scope(|scope| {
        let other = scope.spawn(|| work(1));
        (work(0), other.join().expect("no panic"))
    });
    let host = &fleets[1].hosts[1];
    let lost = format!("process 1 ({host}) has ended, or the connection to it is lost");
    assert_eq!((first, second), (lost, "stopped".into()));
}

#[test]
fn a_worker_in_trouble_takes_its_process_with_it() {
    let work = |member: &mut unbeatable_fleet::Member| -> Result<(), Trouble> {
        if member.index() == 1 {
            return Err(std::io::Error::other("no room on the disk").into());
        }
        loop {
            member.meet()?;
        }
    };
    let trouble =
        run(&FleetMembers::alone(3), &[], &|_| {}, &|| false, work).expect_err("one is in trouble");
    assert_eq!(trouble.to_string(), "no room on the disk");
}

/// Whoever panics after a round is lost, although all that it had to say was said.
#[test]
fn a_panic_is_no_good_end() {
    let fleets = fleets(2, 1);
    let work = |process: usize| {
        run(&fleets[process], &[], &|_| {}, &|| false, |member| {
            member.meet()?;
            assert!(process == 0, "this one is meant to panic");
            member.meet()
        })
    };
    let first = thread::scope(|scope| {
        let other = scope.spawn(|| work(1));
        let first = work(0);
        other.join().expect_err("it panics");
        first
    });
    let lost = first.expect_err("nobody else comes to the second meeting");
    assert!(matches!(lost, Trouble::Lost(_)), "{lost}");
}

#[test]
fn strangers_are_told_so() {
    let fleets = fleets(2, 1);
    let greet = |fleet: &FleetMembers, terms: &[Term]| {
        let result = run(fleet, terms, &|_| {}, &|| false, |member| member.meet());
        result.expect_err("strangers").to_string()
    };
    let said = |version: &str| vec![Term("version".into(), version.into())];
    let told = thread::scope(|scope| {
        let other = scope.spawn(|| greet(&fleets[1], &said("2")));
        [
            greet(&fleets[0], &said("1")),
            other.join().expect("no panic"),
        ]
    });
    let hosts = &fleets[0].hosts;
    assert_eq!(
        told,
        [
            format!(
                "process 1 ({}) has another version: expected 1, found 2",
                hosts[1]
            ),
            format!(
                "process 0 ({}) has another version: expected 2, found 1",
                hosts[0]
            ),
        ]
    );
}

/// As when two take themselves for the same process; what the other one hears is below.
#[test]
fn whoever_comes_second_cannot_even_listen() {
    let fleet = fleets(2, 1).remove(0);
    let own = &fleet.hosts[0];
    let _first = TcpListener::bind(own).expect("nobody listens there yet");
    let trouble = run(&fleet, &[], &|_| {}, &|| false, |member| member.meet());
    let told = trouble.expect_err("somebody listens there").to_string();
    let begin = format!("process 0 cannot listen at {own}: ");
    assert!(told.starts_with(&begin), "{told}");
}

#[test]
fn nobody_waits_for_ever() {
    let start = Instant::now();
    for process in [0, 1] {
        let mut fleet = fleets(2, 1).remove(process);
        fleet.patience = Duration::from_millis(200);
        let trouble = run(&fleet, &[], &|_| {}, &|| false, |member| member.meet())
            .expect_err("nobody is there");
        let (other, why) = match process {
            0 => (1, "it did not connect"),
            _ => (0, "refused"),
        };
        let told = trouble.to_string();
        let begin = format!(
            "process {other} ({}) cannot be reached: ",
            fleet.hosts[other]
        );
        assert!(told.starts_with(&begin) && told.contains(why), "{told}");
        assert!(told.ends_with(&format!("with --process {other}")), "{told}");
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}
