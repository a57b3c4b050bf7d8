//! How df-pn is asked: by one thread, by several, or for a while.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use unbeatable_core::{
    Analysis, Bounds, Budget, Effort, Game, Goal, Guide, Line, Oracle, Outcome, Player, Promise,
    Stopped, Value, Watch,
};

use super::children::YesNoQuestion;
use super::crew::{Crew, Mate};
use super::oracle::DfPnOracle;
use super::outlook::Viewer;
use super::peers::Halt;
use super::remote::{Exchange, RemotePeers};
use super::worker::{SearchTask, Worker};
use super::zone_view::ZoneView;
use super::zones::{ProvenZone, ZoneTable};
use super::{DfPn, DfPnMemory, proof};
use crate::meter::Meter;
use crate::proof_table::{Distance, ProofTable};
use crate::questions::{self, YesNoAnswer, YesNoSearch};
use crate::search::Search;
use crate::solved::{Evidence, Solved};
use crate::solver::{Observer, Solver};

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Search<'g, G, A, D, DfPn> {
    /// Searches whether the unfinished end of `line` ends at least as well for the first player as
    /// `at_least`, until the answer is found or is farther away than `limits`; but at least `nodes_min`
    /// nodes, as far as the budget has them. How far it is then, to the player to move, what that took,
    /// and why the search stopped before, if it did. What is found goes to others and comes from them by
    /// `exchange`.
    pub fn approach(
        &mut self,
        line: &Line<'g, G>,
        at_least: Outcome<G::Value>,
        limits: Distance,
        nodes_min: u64,
        exchange: &mut dyn Exchange,
        watch: &dyn Watch<G::Value>,
    ) -> (Option<Distance>, Effort, Option<Stopped>) {
        let meter = self.meter(watch);
        let DfPnRun {
            search,
            mut meter,
            mut order,
        } = DfPnRun::new(self, line, meter);
        let Some(DfPnMemory { table, .. }) = &search.memory else {
            return (None, meter.effort, Some(Stopped::Memory));
        };
        order.question = YesNoQuestion::new(at_least.value_for(Player::First).rank());
        meter.asking = Some(at_least);
        let pos = line.position();
        let peers = RemotePeers::new(exchange);
        let worker = Worker::new(search, table, order, &mut meter, peers);
        let (found, stopped) = worker.approach(pos, limits, nodes_min);
        (found, meter.effort, stopped)
    }

    /// What is remembered of proven positions in games with relevance zones.
    #[must_use]
    pub fn proven_zones(&self) -> Vec<ProvenZone<G::Position>> {
        let zones = self
            .memory
            .as_ref()
            .and_then(|memory| memory.zones.as_ref());
        zones.map_or(vec![], ZoneTable::all)
    }

    /// Zones for one thread.
    pub(super) fn zones(&self) -> Option<ZoneView<'_, G>> {
        Some(ZoneView {
            game: self.game,
            know: self.know.zones()?,
            table: self.memory.as_ref()?.zones.as_ref()?,
        })
    }
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Solver<'g, G> for Search<'g, G, A, D, DfPn> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let meter = self.meter(watch);
        let solved = questions::prove(&mut DfPnRun::new(self, line, meter), line, goal);
        // What was not searched does not rest on the table. (A search of one node may.)
        let is_searched = solved.effort.nodes > 0 && line.outcome().is_none();
        let evidence = match is_searched {
            true => Evidence::Hashed,
            false => solved.evidence,
        };
        Solved { evidence, ..solved }
    }

    fn table(&mut self) -> Option<Arc<ProofTable>> {
        if self.memory.is_none() {
            let table = ProofTable::new(self.budget.table_bytes_max)?;
            // A restriction leaves out moves that nobody refuted.
            let zones = self.know.zones().filter(|_| self.restriction.is_none());
            self.memory = Some(DfPnMemory {
                table: Arc::new(table),
                zones: zones.map(|_| ZoneTable::new()),
            });
        }
        self.memory.as_ref().map(|memory| Arc::clone(&memory.table))
    }

    fn look(&mut self, line: &Line<'g, G>) -> Option<Box<dyn Observer<G> + 'g>> {
        let (table, pos) = (self.table()?, *line.position());
        Some(Box::new(Viewer {
            game: self.game,
            know: self.know,
            guide: self.guide,
            restriction: self.restriction,
            table,
            symmetry: self.folds(&pos),
            options: self.options,
            pos,
        }))
    }

    fn play_out(
        &mut self,
        line: &Line<'g, G>,
        solved: &Solved<G>,
        meter: Meter<'_, G::Value>,
    ) -> Vec<G::Move> {
        let meter = meter.weighing(self.know.weight(self.game));
        questions::play_out(&mut DfPnRun::new(self, line, meter), line, solved)
    }

    fn proof_size(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Option<u64> {
        let meter = self.meter(watch);
        proof::size(self, line.position(), goal, meter)
    }

    fn oracle<'s>(
        &'s mut self,
        line: &Line<'g, G>,
        promise: Promise<G::Value>,
        watch: &'s dyn Watch<G::Value>,
    ) -> Option<Box<dyn Oracle<'g, G> + 's>> {
        let table = self.table()?;
        let meter = self.meter(watch);
        let symmetry = self.folds(line.position());
        Some(Box::new(DfPnOracle::new(
            self, table, meter, promise, symmetry,
        )))
    }
}

/// Questions being answered.
struct DfPnRun<'s, 'g, 'w, G: Game, A, D> {
    search: &'s Search<'g, G, A, D, DfPn>,
    meter: Meter<'w, G::Value>,
    order: SearchTask<G::Value>,
}

/// Stack for each further thread, deep enough for the longest games; what is not touched costs nothing.
const STACK_BYTES: usize = 1 << 28;

impl<'s, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> DfPnRun<'s, 'g, 'w, G, A, D> {
    fn new(
        search: &'s mut Search<'g, G, A, D, DfPn>,
        line: &Line<'g, G>,
        mut meter: Meter<'w, G::Value>,
    ) -> Self {
        meter.table_bytes = search.table().map_or(0, |table| table.bytes());
        let order = SearchTask {
            question: YesNoQuestion::new(0),
            earlier: None,
            symmetry: search.folds(line.position()),
        };
        DfPnRun {
            search,
            meter,
            order,
        }
    }

    /// Answers the question about an unfinished position: the move that reaches the aim of the player
    /// to move, or that there is none.
    fn answer(&mut self, pos: &G::Position) -> Result<Option<G::Move>, Stopped> {
        let (search, order) = (self.search, self.order);
        let Some(DfPnMemory { table, .. }) = &search.memory else {
            return Err(Stopped::Memory);
        };
        let threads = search.budget.threads;
        let alone =
            |meter: &mut Meter<'w, G::Value>| match Worker::new(search, table, order, meter, ())
                .answer(pos)
            {
                Err(Halt::Stopped(stopped)) => Err(stopped),
                Err(halt) => panic!("a thread that is alone was told {halt:?}"),
                Ok(answer) => Ok(answer),
            };
        if threads <= 1 {
            return alone(&mut self.meter);
        }
        if let Some(answer) = self.meter.at_most(search.options.alone_nodes, alone) {
            return answer;
        }
        self.together(table, pos, threads)
    }

    /// Answers the question about an unfinished position by several threads.
    fn together(
        &mut self,
        table: &ProofTable,
        pos: &G::Position,
        threads: usize,
    ) -> Result<Option<G::Move>, Stopped> {
        let (search, order) = (self.search, self.order);
        let crew = Crew::new(threads);
        let account = self.meter.share();
        let work = |number: usize, meter: &mut Meter<'_, G::Value>| {
            let mate = Mate::new(&crew, number);
            let found = Worker::new(search, table, order, meter, mate).answer(pos);
            crew.end();
            found
        };
        let (answers, efforts) = thread::scope(|scope| {
            let (account, work) = (&account, &work);
            let spawn = |number| {
                let run = move || {
                    let mut meter = Meter::joined(account);
                    (work(number, &mut meter), meter.effort)
                };
                // A system that gives no more threads has to do with those it gave.
                thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, run)
                    .ok()
            };
            let others: Vec<_> = (1..threads).map_while(spawn).collect();
            let (mut answers, mut efforts) = (vec![work(0, &mut self.meter)], vec![]);
            for other in others {
                let (answer, effort) = other.join().unwrap_or_else(|cause| resume_unwind(cause));
                answers.push(answer);
                efforts.push(effort);
            }
            (answers, efforts)
        });
        self.meter.end_share(&efforts);
        let mut stopped = None;
        for answer in answers {
            match answer {
                Ok(answer) => return Ok(answer),
                Err(Halt::Stopped(why)) => stopped = stopped.or(Some(why)),
                Err(Halt::Over) => {}
                Err(Halt::Back(depth)) => panic!("nobody was at depth {depth} to go back to"),
            }
        }
        Err(stopped.expect("the first thread that leaves knows why"))
    }
}

impl<'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> YesNoSearch<'g, 'w, G>
    for DfPnRun<'_, 'g, 'w, G, A, D>
{
    fn meter(&mut self) -> &mut Meter<'w, G::Value> {
        &mut self.meter
    }

    fn known(&self, pos: &G::Position) -> Bounds<G::Value> {
        self.search.know.bounds(self.search.game, pos)
    }

    fn guess(&self, pos: &G::Position) -> Option<G::Value> {
        self.search.guide.guess(self.search.game, pos)
    }

    fn ask(&mut self, pos: &G::Position, rank: i32) -> Result<YesNoAnswer<G::Move>, Stopped> {
        let to_rank = |rank: i32| i16::try_from(rank).expect("a rank between two values");
        // Second reaches a rank if, and only if, First does not reach the one above its reverse.
        let question = match self.search.game.turn(pos) {
            Player::First => YesNoQuestion::new(to_rank(rank)),
            Player::Second => YesNoQuestion::new(to_rank(1 - rank)),
        };
        if question != self.order.question {
            self.order.earlier = Some(self.order.question);
            self.order.question = question;
        }
        self.meter.asking = Some(question.at_least);
        Ok(YesNoAnswer::new(self.answer(pos)?, rank))
    }
}
