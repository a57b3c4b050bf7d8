//! However much there is to do at one node, a watcher is asked often.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use unbeatable_core::{Budget, Game, Goal, Line, Outcome, Player, Progress, Spec, Watch};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_solve::backward::Backward;
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::minimax::Minimax;
use unbeatable_solve::pn::Pn;
use unbeatable_solve::{AlphaBeta, Search, Solver, count};

/// A game that counts the moves that are played in it.
#[derive(Clone)]
struct Tallied<G> {
    game: G,
    plays: Arc<AtomicU64>,
}

impl<G: Game> Game for Tallied<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Value = G::Value;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn turn(&self, pos: &G::Position) -> Player {
        self.game.turn(pos)
    }

    fn outcome(&self, pos: &G::Position) -> Option<Outcome<G::Value>> {
        self.game.outcome(pos)
    }

    fn moves(&self, pos: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(pos)
    }

    fn play(&self, pos: &G::Position, m: G::Move) -> G::Position {
        self.plays.fetch_add(1, Relaxed);
        self.game.play(pos, m)
    }
}

/// Notes how many moves are played between two looks, at most, and ends the search at the thirtieth.
struct Lookout<'g, G> {
    game: &'g Tallied<G>,
    before: AtomicU64,
    most: AtomicU64,
    looks: AtomicU64,
}

impl<G: Game> Watch<G::Value> for Lookout<'_, G> {
    fn progress(&self, _: &Progress<G::Value>) -> ControlFlow<()> {
        let plays = self.game.plays.load(Relaxed);
        let since = plays - self.before.swap(plays, Relaxed);
        self.most.fetch_max(since, Relaxed);
        match self.looks.fetch_add(1, Relaxed) {
            ..30 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// So many moves take a few hundredths of a second, on the slowest board.
const PLAYS_MAX: u64 = 1 << 17;

#[track_caller]
fn check<G: Game>(game: G, name: &str, search: impl FnOnce(&Tallied<G>, &Lookout<G>)) {
    let plays = Arc::default();
    let game = Tallied { game, plays };
    let [before, most, looks] = [(); 3].map(|()| AtomicU64::new(0));
    let lookout = Lookout {
        game: &game,
        before,
        most,
        looks,
    };
    search(&game, &lookout);
    let Lookout { most, looks, .. } = lookout;
    assert_eq!(looks.into_inner(), 31, "{name} is not over before");
    let (most, all) = (most.into_inner(), game.plays.load(Relaxed));
    assert!(most <= PLAYS_MAX, "{name}: {most} of {all} moves in one go");
}

fn board() -> Mnk {
    Mnk::from_spec(Spec::parse("mnk:8x8x5").expect("a spec")).expect("a board")
}

fn heaps(spec: &str) -> Heaps {
    Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("heaps")
}

#[test]
fn searches_of_a_large_board() {
    let solve = |name: &str, with: &dyn for<'g> Fn(&'g Tallied<Mnk>) -> Box<Solving<'g>>| {
        check(board(), name, |game, lookout| {
            let line = Line::new(game, game.start());
            with(game).solve(&line, Goal::Value, lookout);
        });
    };
    const BUDGET: Budget = Budget::DEFAULT;
    solve("df-pn", &|game| {
        Box::new(Search::new(game, &(), &(), DfPn::BEST, BUDGET))
    });
    solve("pn", &|game| {
        Box::new(Search::new(game, &(), &(), Pn, BUDGET))
    });
    solve("alpha-beta", &|game| {
        Box::new(Search::new(game, &(), &(), AlphaBeta::BEST, BUDGET))
    });
    solve("backward", &|_| {
        let (folds, budget) = (false, BUDGET);
        Box::new(Backward { folds, budget })
    });
    solve("minimax", &|_| Box::new(Minimax { budget: BUDGET }));
}

type Solving<'g> = dyn Solver<'g, Tallied<Mnk>> + 'g;

#[test]
fn counts_of_large_heaps() {
    let nim = || heaps("nim:2047,2047,2047");
    check(nim(), "sequences", |game, lookout| {
        assert!(count::sequences(game, game.start(), &Budget::DEFAULT, lookout).is_err());
    });
    check(nim(), "positions", |game, lookout| {
        let visit = &mut |_: &_| ();
        let counted = count::positions(game, game.start(), true, &Budget::DEFAULT, lookout, visit);
        assert!(counted.is_err());
    });
}
