//! How a search for proofs stands, for those who follow it.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use unbeatable_bench::erased::{ErasedGame, Line};
use unbeatable_core::Game;

use unbeatable_core::{Margin, Notation, Numbers, Outcome, Player, Progress, Value, Watch};
use unbeatable_solve::proof_table::{Distance, ProofTable};
use unbeatable_solve::solver::Observer;

use unbeatable_bench::clock::Clock;
use unbeatable_report::report::{Points, ProvingReport};

use crate::forecast::TimeForecast;

/// Watches a search by the clock, and tells the follower how the question stands.
pub(crate) struct Proving<'a, 'g> {
    clock: &'a Clock<'a>,
    line: &'a Line<'g>,
    look: Option<Box<dyn Observer<ErasedGame> + 'g>>,
    table: Option<Arc<ProofTable>>,
    forecast: Mutex<TimeForecast<Margin>>,
}

impl<'a, 'g> Proving<'a, 'g> {
    pub(crate) fn new(
        clock: &'a Clock<'a>,
        line: &'a Line<'g>,
        look: Option<Box<dyn Observer<ErasedGame> + 'g>>,
        table: Option<Arc<ProofTable>>,
    ) -> Self {
        Proving {
            clock,
            line,
            look,
            table,
            forecast: Mutex::new(TimeForecast::new()),
        }
    }

    /// How the question stands; `None` where nobody can tell.
    fn report(&self, at_least: Outcome<Margin>) -> Option<ProvingReport> {
        let (look, table) = (self.look.as_ref()?, self.table.as_ref()?);
        let game = self.line.game();
        if self.line.outcome().is_some() {
            return None;
        }
        let outlook = look.outlook(at_least);
        let Distance { win, lose } = outlook.distance;
        let (proof, disproof) = match game.turn(self.line.position()) {
            Player::First => (win, lose),
            Player::Second => (lose, win),
        };
        let positions = |number: u32| {
            let is_finite = number < Distance::INFINITY;
            is_finite.then(|| f64::from(number) / f64::from(Numbers::UNIT))
        };
        let mut forecast = self.forecast.lock().expect("no watcher panics");
        let seconds_left =
            forecast.seconds_left(at_least, self.clock.seconds(), || look.share(at_least));
        Some(ProvingReport {
            at_least: Points(at_least.value_for(Player::First).points() + 0.0),
            proof: positions(proof),
            disproof: positions(disproof),
            table_fill: table.fill(),
            line: game.moves_text(self.line, &outlook.line),
            seconds_left,
        })
    }
}

impl Watch<Margin> for Proving<'_, '_> {
    fn progress(&self, now: &Progress<Margin>) -> ControlFlow<()> {
        let report = || now.asking.and_then(|asking| self.report(asking));
        self.clock.watch(now, report)
    }
}
