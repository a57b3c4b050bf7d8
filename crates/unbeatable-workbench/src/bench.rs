//! A game together with what is known of it, ready to answer questions.

use std::fmt::Display;
use std::path::Path;
use std::sync::Mutex;

use unbeatable_core::notation::quoted;
use unbeatable_core::{
    Analysis, Game, Guide, Layered, Line, Notation, Outcome, Player, Restriction, Value,
};
use unbeatable_solve::df_pn::DfPn;

use crate::any_game::{AnyGame, AnyPlay, AnyThinker, AskError, Follow};
use crate::consulting::{Consult, Slot};
use crate::jobs::{self, Job, Orders};
use crate::method::Chosen;
use crate::question::{
    Analyze, Count, Draw, Limits, Look, Match, Perft, Play, Prove, Record, Setup, Solve, Strategy,
    Strong, Think,
};
use crate::report::{
    AnalyzeReport, AskedReport, CountReport, DatabaseVerdict, DrawReport, MatchReport,
    OutcomeReport, PerftReport, PlayerReport, Points, PositionReport, ProbeReport, ProveReport,
    SolveReport, StrategyReport, StrongReport, TreeReport,
};
use crate::strong::{InLayers, Layers};
use crate::trees::{self, Recording};
use crate::verifying::{Certificate, Checking, Examined};
use crate::{
    analyzing, counting, drawing, matches, players, playing, showing, sitting, solving, tabulating,
    verifying,
};

/// A game on the workbench: its rules, what is proven about it, and what orders its moves.
pub struct Bench<G: Game, A, D> {
    pub(crate) game: G,
    /// Never nothing: an option because searches can be told to do without, and take one type for both.
    pub(crate) know: Option<A>,
    /// The game's own move orders by name, the best one first. Options for the same reason.
    pub(crate) guides: Vec<(&'static str, Option<D>)>,
    /// Whether df-pn is the best solver for it, unless told otherwise.
    pub(crate) proves: bool,
    /// How df-pn goes about its work, unless told otherwise.
    pub(crate) df_pn: DfPn,
    /// Restrictions of the first player's choices, the one that is worth the first try first.
    restrictions: Vec<Box<dyn Restriction<G>>>,
    title: String,
    /// For games in layers: how they are solved strongly, and where their database is put.
    layers: Option<(Box<dyn InLayers<G>>, Slot<G>)>,
}

impl<G: Notation> Bench<G, (), ()> {
    /// A game of which nothing is known beyond its rules.
    pub fn plain(game: G, title: impl Into<String>) -> Self {
        Bench::new(game, (), vec![], title)
    }
}

impl<G: Notation, A: Analysis<G>, D: Guide<G>> Bench<G, A, D> {
    /// A game with its analysis, its move orders by name, the best one first, and what people call it.
    ///
    /// Panics if `HAS_HISTORY` and `repetition` of the game do not agree.
    pub fn new(game: G, know: A, guides: Vec<(&'static str, D)>, title: impl Into<String>) -> Self {
        assert_eq!(
            game.repetition().is_forbidden(),
            G::HAS_HISTORY,
            "HAS_HISTORY and repetition of a game must agree"
        );
        Bench {
            proves: G::HAS_HISTORY,
            df_pn: DfPn::BEST,
            restrictions: vec![],
            game,
            know: Some(know),
            guides: guides
                .into_iter()
                .map(|(name, guide)| (name, Some(guide)))
                .collect(),
            title: title.into(),
            layers: None,
        }
    }

    /// The same, for a game in layers. The analysis looks into the slot.
    #[must_use]
    pub(crate) fn in_layers(mut self, slot: Slot<G>) -> Self
    where
        G: Layered,
    {
        self.layers = Some((Box::new(Layers), slot));
        self
    }

    /// How it is solved strongly.
    pub(crate) fn layers(&self) -> Result<&dyn InLayers<G>, AskError> {
        match &self.layers {
            Some((layers, _)) => Ok(layers.as_ref()),
            None => Err(AskError(format!(
                "{} is not solved layer by layer: expected connect, ttt, or mnk of up to 32 squares",
                self.game.spec()
            ))),
        }
    }

    /// The database that is asked first, if there is one.
    pub(crate) fn database(&self) -> Option<&dyn Consult<G>> {
        let (_, slot) = self.layers.as_ref()?;
        slot.get().map(AsRef::as_ref)
    }

    /// The same, for a game that df-pn solves best.
    #[must_use]
    pub fn best_by_df_pn(mut self) -> Self {
        self.proves = true;
        self
    }

    /// The same, with restrictions of the first player's choices.
    #[must_use]
    pub fn with_restrictions(mut self, restrictions: Vec<Box<dyn Restriction<G>>>) -> Self {
        self.restrictions = restrictions;
        self
    }

    /// These restrictions.
    pub(crate) fn restrictions(&self) -> impl Iterator<Item = &dyn Restriction<G>> {
        self.restrictions.iter().map(AsRef::as_ref)
    }

    /// What is known of the game.
    pub(crate) fn known(&self) -> &A {
        self.know.as_ref().expect("a bench always knows")
    }

    /// The best of the game's own orders, if it has any.
    pub(crate) fn best_guide(&self) -> Option<&D> {
        self.guides.first().and_then(|(_, guide)| guide.as_ref())
    }

    /// The names of the game's own orders.
    pub(crate) fn orders(&self) -> Vec<&'static str> {
        self.guides.iter().map(|(name, _)| *name).collect()
    }

    /// The line that a setup stands for: its position, and its moves played.
    pub(crate) fn line(&self, setup: &Setup) -> Result<Line<'_, G>, AskError> {
        let line = line(&self.game, setup)?;
        if let Some(database) = self.database() {
            // Behind a position that it has, it has all others.
            database.admit(&self.game, line.position())?;
        }
        Ok(line)
    }

    /// Plies from the end of a line to the end of the game, if somebody wins and a database knows them.
    pub(crate) fn distance(&self, line: &Line<G>) -> Option<u32> {
        let database = self.database().filter(|found| found.has_distances())?;
        match line.outcome() {
            Some(outcome) => outcome.winner().map(|_| 0),
            None => database.distance(&self.game, line.position()),
        }
    }

    pub(crate) fn player_names(&self) -> [&'static str; 2] {
        Player::BOTH.map(|player| self.game.player_name(player))
    }

    pub(crate) fn turn_name(&self, line: &Line<G>) -> &'static str {
        self.game.player_name(self.game.turn(line.position()))
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// What was asked about, and who answers.
    pub(crate) fn asked_report(&self, line: &Line<G>, chosen: Chosen) -> AskedReport {
        AskedReport {
            game: self.game.spec(),
            title: self.title.clone(),
            players: self.player_names(),
            is_scored: G::Value::SCORED,
            position: self.game.line_text(line),
            is_over: line.outcome().is_some(),
            turn: self.turn_name(line),
            solver: chosen.name(),
            options: {
                let mut options = chosen.options(&self.orders());
                if let Some(database) = self.database().filter(|_| chosen.uses_analysis()) {
                    let folder = database.folder().display().to_string();
                    options.insert("database".into(), folder.into());
                }
                options
            },
        }
    }

    pub(crate) fn outcome_report(&self, outcome: Outcome<G::Value>) -> OutcomeReport {
        let first = outcome.value_for(Player::First);
        OutcomeReport {
            winner: outcome.winner().map(|player| self.game.player_name(player)),
            margin: G::Value::SCORED.then(|| Points(first.points() + 0.0)),
        }
    }

    /// A picture of a position, with a sign on some moves.
    pub(crate) fn board(
        &self,
        pos: &G::Position,
        mark: &dyn Fn(G::Move) -> Option<char>,
    ) -> String {
        let mut board = String::new();
        self.game
            .write_board(pos, mark, &mut board)
            .expect("writing to a string does not fail");
        board
    }
}

/// The line that a setup stands for: its position, and its moves played.
pub(crate) fn line<'g, G: Notation>(game: &'g G, setup: &Setup) -> Result<Line<'g, G>, AskError> {
    let mut line = match &setup.position {
        None => Line::new(game, game.start()),
        Some(text) => game
            .parse_line(text)
            .map_err(|e| AskError(format!("position {}: {e}", quoted(text))))?,
    };
    for (i, text) in setup.moves.iter().enumerate() {
        play(&mut line, i + 1, text)?;
    }
    Ok(line)
}

/// Plays the move that `text` names, the `number`-th of those that were given, and says which it is.
pub(crate) fn play<G: Notation>(
    line: &mut Line<G>,
    number: usize,
    text: &str,
) -> Result<G::Move, AskError> {
    let wrong = |e: &dyn Display| AskError(format!("move {number} {}: {e}", quoted(text)));
    let m = line
        .game()
        .parse_move(line.position(), text)
        .map_err(|e| wrong(&e))?;
    match line.play(m) {
        true => Ok(m),
        false => Err(wrong(&"expected a move that repeats no earlier position")),
    }
}

/// The move that leads from a position to the next one of a line.
pub(crate) fn move_between<G: Game>(game: &G, pos: &G::Position, next: &G::Position) -> G::Move {
    let mut moves = game.moves(pos);
    let found = moves.find(|&m| game.play(pos, m) == *next);
    found.expect("the positions of a line follow one another by moves")
}

impl<G, A, D> AnyGame for Bench<G, A, D>
where
    G: Notation,
    A: Analysis<G> + Send,
    D: Guide<G> + Send,
{
    fn spec(&self) -> String {
        self.game.spec()
    }

    fn title(&self) -> String {
        self.title.clone()
    }

    fn position(&self, setup: &Setup) -> Result<PositionReport, AskError> {
        showing::show(self, setup)
    }

    fn solve(&self, question: &Solve, follow: &dyn Follow) -> Result<SolveReport, AskError> {
        deep(|| solving::solve(self, question, follow))
    }

    fn analyze(&self, question: &Analyze, follow: &dyn Follow) -> Result<AnalyzeReport, AskError> {
        deep(|| analyzing::analyze(self, question, follow))
    }

    fn count(&self, question: &Count, follow: &dyn Follow) -> Result<CountReport, AskError> {
        deep(|| counting::count(self, question, follow))
    }

    fn perft(&self, question: &Perft, follow: &dyn Follow) -> Result<PerftReport, AskError> {
        deep(|| counting::perft(self, question, follow))
    }

    fn draw(&self, question: &Draw, follow: &dyn Follow) -> Result<DrawReport, AskError> {
        deep(|| drawing::draw(self, question, follow))
    }

    fn strategy(
        &self,
        question: &Strategy,
        follow: &dyn Follow,
    ) -> Result<StrategyReport, AskError> {
        deep(|| tabulating::tabulate(self, question, follow))
    }

    fn sit(&self, question: &Think) -> Result<Box<dyn AnyThinker + '_>, AskError> {
        sitting::sit(self, question)
    }

    fn play(
        &self,
        question: &Play,
        follow: &dyn Follow,
    ) -> Result<Box<dyn AnyPlay + '_>, AskError> {
        playing::play(self, question, follow)
    }

    fn opponent(&self) -> &'static str {
        playing::opponent(self)
    }

    fn players(&self) -> Vec<PlayerReport> {
        players::known(&self.game)
    }

    fn examine(&self, certificate: &mut Certificate, checking: &Checking) -> Examined {
        verifying::examine(self, certificate, checking)
    }

    fn record(&self, question: &Record, follow: &dyn Follow) -> Result<Recording, AskError> {
        deep(|| trees::record(self, question, follow))
    }

    fn look(&self, question: &Look, recording: Option<&Recording>) -> Result<TreeReport, AskError> {
        trees::look(self, question, recording)
    }

    fn strong(&self, question: &Strong, follow: &dyn Follow) -> Result<StrongReport, AskError> {
        let line = self.line(&question.setup)?;
        let report = self.layers()?.strong(&line, question, follow)?;
        Ok(StrongReport {
            title: self.title.clone(),
            ..report
        })
    }

    fn prove(&self, question: &Prove, follow: &dyn Follow) -> Result<ProveReport, AskError> {
        deep(|| jobs::prove(self, question, follow))
    }

    fn work(&self, first: Job, orders: &dyn Orders, follow: &dyn Follow) -> Result<(), AskError> {
        deep(|| jobs::work(self, first, orders, follow))
    }

    fn probe(&self, folder: &Path, setup: &Setup) -> Result<ProbeReport, AskError> {
        let line = self.line(setup)?;
        let report = self.layers()?.probe(&line, folder)?;
        Ok(ProbeReport {
            title: self.title.clone(),
            ..report
        })
    }

    fn verify_database(
        &self,
        folder: &Path,
        limits: &Limits,
        follow: &dyn Follow,
    ) -> Result<DatabaseVerdict, AskError> {
        let report = self.layers()?.verify(&self.game, folder, limits, follow)?;
        Ok(DatabaseVerdict {
            title: self.title.clone(),
            ..report
        })
    }

    fn consult(&mut self, folder: &Path) -> Result<(), AskError> {
        let database = self.layers()?.open(&self.game, folder)?;
        let (_, slot) = self.layers.as_ref().expect("it has layers");
        match slot.set(database) {
            Ok(()) => Ok(()),
            Err(_) => Err(AskError(
                "a second database: expected one for a game".into(),
            )),
        }
    }

    fn play_match(&self, question: &Match, follow: &dyn Follow) -> Result<MatchReport, AskError> {
        deep(|| matches::play(self, question, follow))
    }
}

/// Runs a question on a thread whose stack is deep enough for the longest games: solvers recurse once
/// a ply. The stack is only reserved; pages that are never touched cost nothing. Where even that much
/// address space cannot be had, a smaller stack has to do, and at last the one that there is.
pub(crate) fn deep<T: Send>(question: impl FnOnce() -> T + Send) -> T {
    const STACKS_BYTES: [usize; 3] = [1 << 29, 1 << 26, 1 << 23];
    let question = Mutex::new(Some(question));
    let ask = || {
        let question = question.lock().expect("nobody panics here").take();
        question.expect("it is asked once")()
    };
    std::thread::scope(|scope| {
        let threads = STACKS_BYTES.into_iter().find_map(|bytes| {
            let builder = std::thread::Builder::new().stack_size(bytes);
            builder.spawn_scoped(scope, ask).ok()
        });
        match threads {
            Some(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => ask(),
        }
    })
}
