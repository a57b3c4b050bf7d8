//! Strong solutions by several workers, each with a part of the positions, in one process or on several
//! machines.
//!
//! Every worker has a folder of its own in the folder of the database, and ends with a table of its part.
//! Then everybody writes the same `database.json`. Layers are removed only when everybody has written it:
//! whoever is killed before goes on from them.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde::{Deserialize, Serialize};
use unbeatable_database::{
    About, DatabaseOptions, Header, PartOf, PartSummary, assemble_part, clear_part, join,
    keys_path, part_folder,
};
use unbeatable_fleet::{FleetMembers, Member, Term, Trouble, read_hosts};
use unbeatable_solve::layered::{Follower, Halted, Kernel, LayerStanding, Room};

use super::folder::StrongFolder;
use super::pace::{AccountFollower, StrongAccount};
use super::room::{Halt, beside};
use super::summary::{GLANCE, LONG_SECONDS, LOOK, PROGRAM, database_report, mebibytes, told};
use crate::erased::ErasedGame;
use unbeatable_report::question::{self, Strong};
use unbeatable_report::report::{FleetReport, StrongReport};
use unbeatable_report::units::write_rounded;
use unbeatable_report::{Argument, AskError, Follow};

/// Grows when processes of different versions could not work together.
const PROTOCOL: u32 = 2;

/// Bytes of a file of hosts, at most: some hundreds for each of as many as there may be.
const HOSTS_BYTES_MAX: u64 = 1 << 20;

/// Workers of a process, at most.
const WORKERS_MAX: usize = 1024;

/// The fleet that is asked for.
pub(super) fn fleet(asked: &question::Fleet) -> Result<FleetMembers, AskError> {
    let question::Fleet {
        workers,
        ref hosts,
        process,
        patience,
    } = *asked;
    if !(1..=WORKERS_MAX).contains(&workers) {
        return Err(
            Argument::Workers.wrong(format!("--workers {workers}: expected 1 to {WORKERS_MAX}"))
        );
    }
    let hosts = match hosts {
        None => vec![],
        Some(path) => {
            let wrong =
                |e: String| Argument::Hosts.wrong(format!("hosts '{}': {e}", path.display()));
            let text = read(path).map_err(|e| wrong(e.to_string()))?;
            read_hosts(&text).map_err(wrong)?
        }
    };
    let processes = hosts.len().max(1);
    if process >= processes {
        return Err(Argument::Process.wrong(format!(
            "--process {process}: expected 0 to {}, a process for each of the hosts",
            processes - 1
        )));
    }
    Ok(FleetMembers {
        hosts,
        process,
        workers,
        patience,
    })
}

/// The text of a file of hosts, unless it is too long for one.
fn read(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = vec![];
    file.take(HOSTS_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    // What is no plain file, such as a device, does not say how much is in it.
    let found = length.max(bytes.len() as u64);
    if found > HOSTS_BYTES_MAX {
        return Err(io::Error::other(format!(
            "{found} bytes or more: expected at most {HOSTS_BYTES_MAX}"
        )));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("no text: expected UTF-8"))
}

/// What is being made, by whom.
pub(super) struct FleetRun<'a> {
    pub(super) game: &'a ErasedGame,
    pub(super) kernel: &'a Kernel<'a>,
    pub(super) about: &'a About,
    pub(super) question: &'a Strong,
    pub(super) fleet: &'a FleetMembers,
    pub(super) path: &'a Path,
    pub(super) account: &'a StrongAccount<'a>,
}

/// How far a worker's part is.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Begun {
    /// The database is finished.
    is_finished: bool,
    /// Its layers are there, from the first on.
    has_layers: bool,
}

impl FleetRun<'_> {
    pub(super) fn run(
        &self,
        room: Room,
        follow: &dyn Follow,
        report: &mut StrongReport,
    ) -> Result<(), Halt> {
        let FleetRun { fleet, path, .. } = *self;
        let name = path.display();
        let before = self.finished_before(report);
        let mut folders = vec![];
        for part in fleet.own() {
            let part = PartOf {
                part: part as u32,
                parts: fleet.count() as u32,
            };
            let (game, position) = (&report.game, &report.position);
            // What is finished is left alone until all have said that they have it, too.
            let is_over =
                before.is_some() && !StrongFolder::is_begun(&part_folder(path, part.part));
            let root = self.kernel.root();
            folders.push(match is_over {
                true => None,
                false => Some(StrongFolder::open_part(path, game, position, root, part)?),
            });
        }
        let is_resumed =
            |folder: &Option<StrongFolder>| folder.as_ref().is_none_or(|f| f.is_resumed);
        report.resumed = folders.iter().any(is_resumed);
        // Whoever was killed while he threw away what nobody needs has fewer.
        for folder in folders.iter().flatten().filter(|_| before.is_none()) {
            folder.check_layers(self.kernel.first_layer(), self.kernel.game().last_layer())?;
        }
        if report.resumed && before.is_none() {
            follow.advise(&format!("goes on with the unfinished run in '{name}'"));
        }
        let room = Room {
            threads: 1,
            bytes_max: room.bytes_max / fleet.workers,
        };
        // One is enough to look ahead; the others want to know about how far they are.
        match fleet.process {
            _ if before.is_some() => {}
            0 => self.look_ahead(room, follow, report)?,
            _ => self
                .account
                .prepare(self.kernel, room, GLANCE, false)
                .ok_or(Halt::Stopped)?,
        }
        let terms = self.terms(report);
        let connected = |text: &str| follow.advise(text);
        let sent = AtomicU64::new(0);
        let stop = || self.account.must_stop();
        let made = unbeatable_fleet::run(fleet, &terms, &connected, &stop, |member| {
            let local = member.index() as usize - fleet.own().start;
            let made = self.work(member, folders[local].as_ref(), before.as_ref(), room);
            sent.fetch_add(member.sent_bytes(), Relaxed);
            made
        });
        report.classes_found = self.account.classes_found();
        report.fleet = Some(FleetReport {
            processes: fleet.processes(),
            process: fleet.process,
            workers: fleet.workers,
            sent_bytes: sent.into_inner(),
        });
        let (header, is_old) = made.map_err(|trouble| self.halt(trouble))?.remove(0);
        for folder in folders.into_iter().flatten() {
            folder.finish();
        }
        if is_old {
            follow.advise(&format!("the database in '{name}' is finished already"));
        }
        report.database = Some(database_report(self.game, &header, path));
        Ok(())
    }

    /// What this process has finished in an earlier run, if it is what is asked for. The parts of others may
    /// be elsewhere.
    fn finished_before(&self, report: &StrongReport) -> Option<Header> {
        let header = Header::read(self.path).ok()?;
        let is_it = header.about.game == report.game
            && header.about.position == report.position
            && header.distances == self.question.distances
            && header.archive == self.question.archive
            && header.parts == Some(self.fleet.count() as u32);
        // Of this process's own parts there must be the tables.
        let has_table = |part: usize| {
            let table = part_folder(Path::new(""), part as u32).join("table");
            let named = |name: &str| Path::new(name) == table;
            let expected = header.files.iter().find(|file| named(&file.name))?;
            let found = std::fs::metadata(self.path.join(&table)).ok()?;
            (found.len() == expected.bytes).then_some(())
        };
        let has_all = self.fleet.own().all(|part| has_table(part).is_some());
        (is_it && has_all).then_some(header)
    }

    /// What all processes must say alike.
    fn terms(&self, report: &StrongReport) -> Vec<Term> {
        let FleetRun {
            fleet, question, ..
        } = *self;
        let term = |what: &str, said: String| Term(what.into(), said);
        vec![
            term("version", format!("{PROGRAM} (protocol {PROTOCOL})")),
            term("game", report.game.clone()),
            term("position", report.position.clone()),
            term("number of processes", fleet.processes().to_string()),
            term("number of workers", fleet.workers.to_string()),
            term("choice of --distances", question.distances.to_string()),
            term("choice of --archive", question.archive.to_string()),
        ]
    }

    /// Forecasts the run, and refuses one that cannot end well.
    fn look_ahead(
        &self,
        room: Room,
        follow: &dyn Follow,
        report: &mut StrongReport,
    ) -> Result<(), Halt> {
        let FleetRun { account, fleet, .. } = *self;
        let (patience, pilots) = match report.resumed {
            true => (GLANCE, false),
            false => (LOOK, true),
        };
        let all = Room {
            threads: fleet.workers,
            bytes_max: room.bytes_max * fleet.workers,
        };
        account
            .prepare(self.kernel, all, patience, pilots)
            .ok_or(Halt::Stopped)?;
        account.share_out(fleet.processes());
        report.forecast = account.report();
        let Some(expected) = &report.forecast else {
            return Ok(());
        };
        let classes = expected.classes / expected.positions.max(1.0);
        let largest = expected.layers.iter().fold(0.0, |a: f64, &b| a.max(b)) * classes;
        // A byte for each class of a layer, a number and a byte for each of the next.
        let bytes = 10.0 * largest / fleet.count() as f64;
        if bytes > 1.2 * room.bytes_max as f64 {
            return Err(Halt::Wrong(Argument::Memory.wrong(format!(
                "there is too little memory: a layer will have about {} classes, and takes 10 bytes for \
                 each: expected --memory {} or more, or more processes",
                write_rounded(largest),
                mebibytes(bytes as usize * fleet.workers + beside(fleet.workers))
            ))));
        }
        if expected.seconds > LONG_SECONDS {
            follow.advise(&told(expected));
        }
        Ok(())
    }

    /// What a worker does: the database's header, and whether it was there already.
    fn work(
        &self,
        member: &mut Member,
        folder: Option<&StrongFolder>,
        before: Option<&Header>,
        room: Room,
    ) -> Result<(Header, bool), Trouble> {
        let FleetRun {
            kernel,
            about,
            question,
            fleet,
            path,
            account,
            ..
        } = *self;
        let game = kernel.game();
        let part = PartOf {
            part: member.index(),
            parts: member.count(),
        };
        let place = part_folder(path, part.part);
        let first = kernel.first_layer();
        let begun = Begun {
            is_finished: before.is_some(),
            has_layers: keys_path(&place, first).exists(),
        };
        let all: Vec<Begun> = gather(member, &begun)?;
        let layers = |header: &Header| first..=first + header.layers.len() as u32;
        if let Some(header) = before.filter(|_| all.iter().all(|begun| begun.is_finished)) {
            // What somebody left who was killed at the last moment.
            if !question.archive {
                clear_part(path, part.part, layers(header));
            }
            return Ok((header.clone(), true));
        }
        let has_lost = |begun: &Begun| begun.is_finished && !begun.has_layers;
        if let (Some(done), Some(open)) = (
            all.iter().position(has_lost),
            all.iter().position(|begun| !begun.is_finished),
        ) {
            return Err(std::io::Error::other(format!(
                "worker {done} has finished this database, and worker {open} has not: expected the parts of \
                 one run, or new folders"
            ))
            .into());
        }
        let Some(folder) = folder else {
            return Err(std::io::Error::other(format!(
                "{part} is finished, and others are not: expected to find its run.json, or new folders"
            ))
            .into());
        };
        let following = AccountFollower {
            account,
            kernel,
            bytes: &|| folder.bytes() * fleet.count() as u64,
            forecasts: member.index() == 0,
        };
        // One worker of each process tells how it goes; all hear when it is time to stop.
        let is_told = member.index() as usize == fleet.own().start;
        let found = match is_told {
            true => member.solve(kernel, room, folder, &following)?,
            false => member.solve(kernel, room, folder, &Quiet(account))?,
        };
        let options = DatabaseOptions {
            distances: question.distances,
            archive: question.archive,
            threads: 1,
        };
        let last = first + found.classes.len() as u32 - 1;
        // How many of this worker's classes there are in all is what the others have, too.
        let mut watch = |step: unbeatable_database::AssemblyStep| match member.check() {
            Err(_) => ControlFlow::Break(()),
            Ok(()) if is_told => {
                account.note_table(step.layer, step.classes * u64::from(part.parts))
            }
            Ok(()) => ControlFlow::Continue(()),
        };
        let root = kernel.root();
        let summary = assemble_part(game, root, about, path, part, last, &options, &mut watch);
        let summary = match summary {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {
                member.check()?;
                return Err(Halted::Asked.into());
            }
            summary => summary?,
        };
        let summaries: Vec<PartSummary> = gather(member, &summary)?;
        // Workers of one process may write it at the same time: it is the same.
        let header = join(game, root, about, path, &options, &summaries)?;
        member.meet()?;
        match question.archive {
            true => clear_part(path, part.part, last + 1..=last + 1),
            false => clear_part(path, part.part, first..=last + 1),
        }
        Ok((header, false))
    }

    /// Why a run ended, in the façade's words.
    fn halt(&self, trouble: Trouble) -> Halt {
        let name = self.path.display();
        let wrong = |why: String| Halt::Wrong(AskError::new(why));
        match trouble {
            Trouble::Mate | Trouble::Halted(Halted::Asked) => Halt::Stopped,
            // When time is up for one, it is for all, and one is the first.
            Trouble::Lost(_) if self.account.must_stop() => Halt::Stopped,
            Trouble::Lost(why) => wrong(format!(
                "{why}: expected all to go on; what is finished is kept in '{name}', and the same commands \
                 go on from there"
            )),
            Trouble::Unreachable(why) | Trouble::Stranger(why) => wrong(why),
            Trouble::Halted(Halted::Shelf(error)) => wrong(format!("folder '{name}': {error}")),
            Trouble::Halted(Halted::Memory(bytes)) => wrong(format!(
                "there is too little memory for a layer: expected --memory {} or more, or more processes",
                mebibytes(bytes * self.fleet.workers + beside(self.fleet.workers))
            )),
        }
    }
}

/// What everybody tells, in order.
fn gather<T: Serialize + for<'de> Deserialize<'de>>(
    member: &mut Member,
    own: &T,
) -> Result<Vec<T>, Trouble> {
    let text = serde_json::to_vec(own).map_err(std::io::Error::from)?;
    let all = member.gather(&text)?;
    let read = |text: &Vec<u8>| serde_json::from_slice(text);
    let all: Result<Vec<T>, _> = all.iter().map(read).collect();
    Ok(all.map_err(std::io::Error::from)?)
}

/// Says nothing, and stops when it is time.
struct Quiet<'a>(&'a StrongAccount<'a>);

impl Follower for Quiet<'_> {
    fn at(&self, _: &LayerStanding) -> ControlFlow<()> {
        match self.0.must_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
