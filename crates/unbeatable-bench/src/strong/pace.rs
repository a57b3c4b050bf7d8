//! How large a strong solution will be, and how long it will take.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use unbeatable_core::random::Random;
use unbeatable_solve::layered::{
    Follower, Forecast, Halted, Kernel, LayerStanding, MemoryShelf, Phase, Room, find, forecast,
    solve,
};

use crate::clock::Clock;
use unbeatable_report::report::{ForecastReport, StrongProgress};

/// How many positions of each layer a forecast picks.
const PICKS: usize = 4_000;

/// A pilot is a part of the game with about as many classes.
const PILOT_CLASSES: u64 = 200_000;

/// A forecast is not made again if it takes longer.
const AGAIN: Duration = Duration::from_secs(1);

/// With fewer it says nothing.
const PILOT_CLASSES_MIN: f64 = 10_000.0;

/// So many random games are played to find one.
const PILOT_GAMES: usize = 64;

/// Smaller games are solved before a forecast would be made.
const SMALL_CLASSES: f64 = 1_000_000.0;

/// Of so many classes a pace is taken rather than a pilot's.
const SURE_CLASSES: u64 = 2_000_000;

/// Seconds a class takes, on all threads together: when it is expanded, when it is settled, and when the
/// table is made.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Paces {
    forward: f64,
    backward: f64,
    table: f64,
}

/// The table takes about half as long as both ways together: it is measured only when it is made.
const TABLE_PER_BOTH: f64 = 0.55;

/// Bytes of a class on disk while it is solved, before there are any: keys and values, deflated.
const LAYER_BYTES: f64 = 0.5;

/// Bytes of a class in the table.
const TABLE_BYTES: [f64; 2] = [0.1, 0.14];

/// The account of a run: what is done, what is known, and what that says of the rest.
pub(super) struct StrongAccount<'a> {
    clock: &'a Clock<'a>,
    ledger: Mutex<Ledger>,
    pub(super) distances: bool,
}

struct Ledger {
    /// Classes of the layers that are known.
    known: Vec<u64>,
    first: u32,
    forecast: Option<Forecast>,
    paces: Paces,
    phase: LayerWork,
    /// When the layer in work was begun, and its classes.
    since: Instant,
    /// Classes and seconds of layers that this run has finished, by work.
    spent: [(u64, f64); 3],
    layer: u32,
    within: u64,
    disk_bytes: u64,
}

/// What is done to a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LayerWork {
    Forward,
    Backward,
    Table,
}

impl LayerWork {
    fn name(self) -> &'static str {
        match self {
            LayerWork::Forward => "finding",
            LayerWork::Backward => "solving",
            LayerWork::Table => "table",
        }
    }
}

impl<'a> StrongAccount<'a> {
    pub(super) fn new(clock: &'a Clock<'a>, first: u32, distances: bool) -> Self {
        StrongAccount {
            clock,
            distances,
            ledger: Mutex::new(Ledger {
                known: vec![],
                first,
                forecast: None,
                paces: Paces {
                    forward: 1e-7,
                    backward: 1.5e-7,
                    table: 2e-7,
                },
                phase: LayerWork::Forward,
                since: Instant::now(),
                spent: [(0, 0.0); 3],
                layer: first,
                within: 0,
                disk_bytes: 0,
            }),
        }
    }

    fn ledger(&self) -> std::sync::MutexGuard<'_, Ledger> {
        self.ledger.lock().expect("no follower panics")
    }

    /// Forecasts a game before it is solved: how large it is, and, if there is time for a pilot, how long
    /// it takes. A forecast that takes longer than `patience` is made with fewer picks, or not at all. `None` if it was stopped.
    pub(super) fn prepare(
        &self,
        kernel: &Kernel,
        room: Room,
        patience: Duration,
        pilots: bool,
    ) -> Option<()> {
        let known = self.ledger().known.clone();
        let start = Instant::now();
        let is_enough = || self.clock.must_stop() || start.elapsed() > patience;
        // A few picks first: where they take long, more would take too long.
        let mut is_small = false;
        for picks in [PICKS / 16, PICKS / 4, PICKS] {
            let Some(seen) = forecast(kernel, &known, picks, 1, &is_enough) else {
                break;
            };
            is_small = seen.all.classes < SMALL_CLASSES;
            self.ledger().forecast = Some(seen);
        }
        if pilots
            && !is_small
            && let Some(paces) = pilot(kernel, room, self.clock)
        {
            self.ledger().paces = paces;
        }
        (!self.clock.must_stop()).then_some(())
    }

    /// Classes are shared out among so many processes: each takes so many times less.
    pub(super) fn share_out(&self, processes: usize) {
        let Paces {
            forward,
            backward,
            table,
        } = &mut self.ledger().paces;
        for pace in [forward, backward, table] {
            *pace /= processes as f64;
        }
    }

    /// Whether it is time to stop.
    pub(super) fn must_stop(&self) -> bool {
        self.clock.must_stop()
    }

    /// How it looks now.
    pub(super) fn report(&self) -> Option<ForecastReport> {
        let ledger = self.ledger();
        let forecast = ledger.forecast.as_ref()?;
        let [low, high] =
            [-1.0, 1.0].map(|way| ledger.seconds((1.0 + way * forecast.error).max(0.1)));
        let classes = ledger.classes();
        Some(ForecastReport {
            classes: classes.round(),
            positions: (forecast.all.positions * classes / forecast.all.classes).round(),
            error: match ledger.is_found() {
                true => 0.0,
                false => forecast.error,
            },
            seconds: ledger.seconds(1.0),
            // Paces differ between a pilot and the run by as much again.
            seconds_low: low / 1.5,
            seconds_high: high * 1.5,
            disk_bytes: (classes * ledger.layer_bytes()).round(),
            table_bytes: (classes * TABLE_BYTES[usize::from(self.distances)]).round(),
            layers: forecast
                .layers
                .iter()
                .map(|e| e.positions.round())
                .collect(),
        })
    }

    /// Begins with a layer of so many classes.
    fn begin(ledger: &mut Ledger, work: LayerWork, layer: u32) {
        if (ledger.phase, ledger.layer) != (work, layer) {
            ledger.close();
            ledger.phase = work;
            ledger.layer = layer;
            ledger.since = Instant::now();
            ledger.within = 0;
        }
    }

    /// Notes how far the work on a layer is, and tells whoever follows. Breaks if it is time to stop.
    pub(super) fn note(&self, work: LayerWork, layer: u32, done: u64, of: u64) -> ControlFlow<()> {
        let progress = {
            let mut ledger = self.ledger();
            StrongAccount::begin(&mut ledger, work, layer);
            let classes = ledger.classes_of(layer);
            let done = (done as f64 * classes as f64 / of.max(1) as f64) as u64;
            ledger.within = ledger.within.max(done.min(classes));
            ledger.progress()
        };
        self.clock.report_strong(progress);
        match self.clock.must_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Notes how far the table is: `classes` of all layers are done. Breaks if it is time to stop.
    pub(super) fn note_table(&self, layer: u32, classes: u64) -> ControlFlow<()> {
        let before: u64 = {
            let ledger = self.ledger();
            let before = (layer - ledger.first) as usize;
            ledger.known.iter().take(before).sum()
        };
        let of = self.ledger().classes_of(layer);
        self.note(LayerWork::Table, layer, classes.saturating_sub(before), of)
    }

    /// Classes that are known.
    pub(super) fn classes_found(&self) -> u64 {
        self.ledger().known.iter().sum()
    }
}

impl Ledger {
    fn classes_of(&self, layer: u32) -> u64 {
        let at = (layer - self.first) as usize;
        self.known.get(at).copied().unwrap_or(0)
    }

    /// Adds the layer in work to what is done.
    fn close(&mut self) {
        let classes = self.classes_of(self.layer);
        let (of, seconds) = &mut self.spent[self.phase as usize];
        if self.within > 0 {
            *of += classes;
            *seconds += self.since.elapsed().as_secs_f64();
        }
    }

    /// Whether all layers are known.
    fn is_found(&self) -> bool {
        self.phase != LayerWork::Forward
    }

    /// Classes in all: those that are known, and those that are not as the forecast has them, in
    /// proportion to the last one that is known.
    fn classes(&self) -> f64 {
        let known: u64 = self.known.iter().sum();
        let Some(forecast) = self.forecast.as_ref().filter(|_| !self.is_found()) else {
            return known as f64;
        };
        let rest: f64 = forecast
            .layers
            .iter()
            .skip(self.known.len())
            .map(|e| e.classes)
            .sum();
        let scale = match self.known.len().checked_sub(1) {
            // A forecast may miss the last layers, where nearly all games are over.
            Some(last) => match forecast.layers.get(last) {
                Some(layer) => self.known[last] as f64 / layer.classes,
                None => 1.0,
            },
            None => 1.0,
        };
        known as f64 + rest * scale
    }

    /// Seconds that a class takes.
    fn pace(&self, work: LayerWork) -> f64 {
        let Paces {
            forward,
            backward,
            table,
        } = self.paces;
        let pilot = [forward, backward, table];
        let measured = |work: LayerWork| {
            let (classes, seconds) = self.spent[work as usize];
            (classes >= SURE_CLASSES).then(|| seconds / classes as f64)
        };
        let ratio = measured(LayerWork::Forward).map_or(1.0, |pace| pace / forward);
        measured(work).unwrap_or(pilot[work as usize] * ratio)
    }

    /// Seconds that the whole takes, if there are so many times as many classes.
    fn seconds(&self, times: f64) -> f64 {
        let classes = self.classes() * times;
        let works = [LayerWork::Forward, LayerWork::Backward, LayerWork::Table];
        works.iter().map(|&work| classes * self.pace(work)).sum()
    }

    fn seconds_left(&self) -> f64 {
        let classes = self.classes();
        let left = |work: LayerWork| (classes - self.done(work) as f64).max(0.0) * self.pace(work);
        left(LayerWork::Forward) + left(LayerWork::Backward) + left(LayerWork::Table)
    }

    /// Classes that this work is done with, in this run or an earlier one: layers are taken in order, and
    /// on the way back from the last one.
    fn done(&self, work: LayerWork) -> u64 {
        let at = (self.layer - self.first) as usize;
        let known = &self.known[..];
        let [before, behind] = [
            known.iter().take(at).sum::<u64>(),
            known.iter().skip(at + 1).sum::<u64>(),
        ];
        match (work, self.phase) {
            (LayerWork::Forward | LayerWork::Table, now) if now == work => before + self.within,
            (LayerWork::Backward, LayerWork::Backward) => behind + self.within,
            (LayerWork::Forward, _) | (LayerWork::Backward, LayerWork::Table) => known.iter().sum(),
            _ => 0,
        }
    }

    /// Bytes of a class on disk.
    fn layer_bytes(&self) -> f64 {
        let known: u64 = self.known.iter().sum();
        match self.disk_bytes > 0 && known >= SURE_CLASSES {
            true if self.is_found() => self.disk_bytes as f64 / known as f64,
            // Values are still to come, and take about half as much again.
            true => 1.5 * self.disk_bytes as f64 / known as f64,
            false => LAYER_BYTES,
        }
    }

    fn progress(&self) -> StrongProgress {
        StrongProgress {
            work: self.phase.name().into(),
            layer: self.layer,
            layer_done: self.within as f64 / self.classes_of(self.layer).max(1) as f64,
            classes: self.known.iter().sum(),
            classes_in_all: self.classes().round(),
            seconds_left: self.seconds_left(),
        }
    }
}

/// The layered solver's view of it.
pub(super) struct AccountFollower<'a, 'k, 'g> {
    pub(super) account: &'a StrongAccount<'a>,
    pub(super) kernel: &'k Kernel<'g>,
    pub(super) bytes: &'a (dyn Fn() -> u64 + Sync),
    /// Whether to forecast again when more layers are known.
    pub(super) forecasts: bool,
}

impl Follower for AccountFollower<'_, '_, '_> {
    fn at(&self, now: &LayerStanding) -> ControlFlow<()> {
        let work = match now.phase {
            Phase::Forward => LayerWork::Forward,
            Phase::Backward => LayerWork::Backward,
        };
        self.account.note(work, now.layer, now.done, now.of)
    }

    fn found(&self, layer: u32, classes: u64) {
        let mut ledger = self.account.ledger();
        if (layer - ledger.first) as usize == ledger.known.len() {
            ledger.known.push(classes);
        }
        ledger.disk_bytes = (self.bytes)();
        let known = ledger.known.clone();
        let is_due = self.forecasts && ledger.forecast.is_some() && classes >= 100_000;
        drop(ledger);
        let start = Instant::now();
        let is_enough = || self.account.clock.must_stop() || start.elapsed() > AGAIN;
        // With more layers known there is less to guess.
        if is_due && let Some(again) = forecast(self.kernel, &known, PICKS / 4, 1, &is_enough) {
            self.account.ledger().forecast = Some(again);
        }
    }
}

/// Solves a part of the game, to see how long classes take. `None` if there is no such part.
fn pilot(kernel: &Kernel, room: Room, clock: &Clock) -> Option<Paces> {
    struct Enough<'c>(&'c Clock<'c>, std::sync::atomic::AtomicU64);
    impl Follower for Enough<'_> {
        fn at(&self, _: &LayerStanding) -> ControlFlow<()> {
            use std::sync::atomic::Ordering::Relaxed;
            match self.0.must_stop() || self.1.load(Relaxed) > PILOT_CLASSES {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }

        fn found(&self, _: u32, classes: u64) {
            self.1
                .fetch_add(classes, std::sync::atomic::Ordering::Relaxed);
        }
    }
    let game = kernel.game();
    let mut random = Random::new(1);
    let mut line = vec![];
    let mut behind = vec![];
    // Games that end early lead from much to nothing in one move: of several the longest.
    for _ in 0..PILOT_GAMES {
        let mut played = vec![kernel.root()];
        while let Some(&number) = played.last()
            && game.outcome_of(number).is_none()
        {
            game.positions_behind(number, &mut behind);
            played.push(random.pick(&behind));
        }
        if played.len() > line.len() {
            line = played;
        }
    }
    // From the end of a random game back to the last position behind which there is not too much.
    let mut best = None;
    for &root in line.iter().rev() {
        let part = Kernel::of(game, root);
        let shelf = MemoryShelf::default();
        let enough = Enough(clock, 0.into());
        let start = Instant::now();
        match find(&part, room, &shelf, &enough) {
            Ok(classes) => best = Some((part, shelf, classes, start.elapsed())),
            Err(Halted::Asked) => break,
            Err(_) => return None,
        }
    }
    let (part, shelf, classes, forward) = best?;
    let classes = classes.iter().sum::<u64>() as f64;
    if classes < PILOT_CLASSES_MIN {
        return None;
    }
    let start = Instant::now();
    solve(&part, room, &shelf, &()).ok()?;
    let [forward, backward] = [forward, start.elapsed()].map(|time| time.as_secs_f64() / classes);
    Some(Paces {
        forward,
        backward,
        table: TABLE_PER_BOTH * (forward + backward),
    })
}
