//! One game, ready to be asked.

use std::fmt::Display;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use unbeatable_core::notation::quoted;
use unbeatable_core::{
    Analysis, Ban, Connection, Foresight, Game, Guide, Kit, Layered, Lifted, Line, Margin,
    Notation, Outcome, Player, Restriction, Value, Within,
};
use unbeatable_report::question::{Method, Setup};
use unbeatable_report::report::{AskedReport, OutcomeReport, Points};
use unbeatable_report::{Argument, AskError};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_timed::{PLIES_MAX, Soonest};

use crate::database_analysis::{DatabaseAnalysis, DatabaseSlot, OpenDatabase};
use crate::erased::analysis::{ErasedAnalysis, ErasedGuide, ErasedRestriction};
use crate::erased::terms::{ErasedInTime, InTime, Inside};
use crate::erased::{ErasedGame, Move, Position};
use crate::joining::Joining;
use crate::kernels::Kernels;
use crate::open_book::BookSlot;
use crate::repertoire::RepertoireSlot;
use crate::searches::{Equipped, Searches};
use crate::solvers::{Chosen, Nature, choose};
use crate::strong::InLayers;

/// A game on the bench: its rules, what is known of it, and the searches that were made for it.
pub struct Bench {
    /// The rules.
    pub game: ErasedGame,
    /// What is known of it.
    pub know: ErasedAnalysis,
    /// Its searches.
    pub searches: Arc<dyn Searches>,
    /// What else was made for it.
    pub kernels: Arc<dyn Kernels>,
    /// The names of its own move orders, the best one first.
    pub orders: Vec<&'static str>,
    /// Whether df-pn is the best solver for it, unless told otherwise.
    pub is_best_by_df_pn: bool,
    /// Whether the search for how soon is the best solver for it.
    pub is_best_by_soonest: bool,
    /// How df-pn goes about its work, unless told otherwise.
    pub df_pn: DfPn,
    title: String,
    /// Makes the searches of the game with a limit.
    limits: Arc<dyn Fn(u32, DfPn) -> Arc<dyn Searches> + Send + Sync>,
    /// How it is solved strongly, if its positions lie in layers.
    layers: Option<InLayers>,
    /// What to play in its first moves.
    pub(crate) repertoire: RepertoireSlot,
}

impl Bench {
    /// A game of which nothing is known beyond its rules.
    pub fn plain<G: Notation + 'static>(game: G, title: impl Into<String>) -> Self {
        Bench::new(Kit::new(game, (), Vec::<(_, ())>::new(), title))
    }

    /// A game of which nothing is known but its rules; its positions may lie in layers.
    pub fn plain_in_layers<G: Layered + Notation + 'static>(
        game: G,
        title: impl Into<String>,
    ) -> Self
    where
        (): Foresight<G>,
    {
        Bench::in_layers(Kit::new(game, (), Vec::<(_, ())>::new(), title))
    }

    /// A game with all that is known of it. A limit on plies is searched for with its types erased.
    pub fn new<G, A, D>(kit: Kit<G, A, D>) -> Self
    where
        G: Notation + 'static,
        A: Analysis<G> + Send + 'static,
        D: Guide<G> + Send + 'static,
    {
        BenchParts::new(kit).bench(None)
    }

    /// A game in layers: it can be solved strongly, asks a database first once it has one, and can be asked
    /// how soon it ends.
    pub fn in_layers<G, A, D>(kit: Kit<G, A, D>) -> Self
    where
        G: Layered + Notation + 'static,
        A: Foresight<G> + Send + 'static,
        D: Guide<G> + Send + 'static,
    {
        let slot = DatabaseSlot::default();
        let book = BookSlot::new(kit.game.spec());
        let has_soonest = kit.game.is_packed() && kit.game.layer_max() <= PLIES_MAX;
        let mut shared = BenchParts::new(Kit {
            known: DatabaseAnalysis::new(&slot, &book, kit.known),
            game: kit.game,
            guides: kit.guides,
            title: kit.title,
            restrictions: kit.restrictions,
            is_best_by_df_pn: kit.is_best_by_df_pn,
            is_best_by_soonest: kit.is_best_by_soonest && has_soonest,
        });
        if has_soonest {
            let equipped = Arc::get_mut(&mut shared.equipped);
            let equipped = equipped.expect("nobody else has it yet");
            equipped.soonest = Some(|game, know, budget| {
                let know = know.as_ref().expect("a bench always knows");
                Box::new(Soonest::new(game, know, budget))
            });
        }
        let game = Arc::clone(&shared.equipped.game);
        let layers = InLayers {
            game: ErasedGame::new(game.clone()),
            packed: game.clone(),
            slot,
            book,
        };
        match game.is_packed() {
            true => shared.bench(Some(layers)),
            false => shared.bench(None),
        }
    }

    /// A game that is won by a connection: its certificates are lemmas.
    pub fn connected<G, A, D>(kit: Kit<G, A, D>) -> Self
    where
        G: Connection + Notation + 'static,
        A: Analysis<G> + Send + 'static,
        D: Guide<G> + Send + 'static,
    {
        let mut shared = BenchParts::new(kit);
        let equipped = Arc::get_mut(&mut shared.equipped);
        equipped.expect("nobody else has it yet").joining = Some(Joining::new());
        shared.bench(None)
    }

    /// A game that knows about limits: its searches are made for games with a limit, too.
    pub fn raced<G, A, D>(kit: Kit<G, A, D>) -> Self
    where
        G: Notation + 'static,
        A: Analysis<G> + Clone + Send + 'static,
        D: Guide<G> + Clone + Send + 'static,
    {
        let shared = BenchParts::new(kit);
        let equipped = Arc::clone(&shared.equipped);
        let mut bench = shared.bench(None);
        bench.limits = Arc::new(move |plies, df_pn| {
            let know = (*equipped.know).clone().expect("a bench always knows");
            let guides = equipped.guides.iter();
            let guides = guides.map(|guide| Arc::new((**guide).clone().map(Lifted)));
            let restrictions = equipped.restrictions.iter().cloned();
            let lifted = |r| Arc::new(Lifted(r)) as Arc<dyn Restriction<Within<G>>>;
            Arc::new(Equipped::<_, _, _, InTime> {
                game: Arc::new(Within::new((*equipped.game).clone(), plies)),
                know: Arc::new(Some(Lifted(know))),
                guides: guides.collect(),
                restrictions: restrictions.map(lifted).collect(),
                df_pn,
                soonest: None,
                joining: None,
                terms: PhantomData,
            })
        });
        bench
    }

    /// The bench for questions about the first player's win within so many plies. Its lines are those of
    /// the game without a limit, which begins where a question is asked.
    #[must_use]
    pub fn limited(&self, plies: u32) -> Bench {
        // No game is longer, and a race sees more where it knows how long it can last.
        let longest = self.know.race_plies(&self.game);
        let plies = longest.map_or(plies, |longest| plies.min(longest));
        let df_pn = DfPn {
            symmetry: longest.map(|_| false),
            weak: true,
            ..DfPn::BEST
        };
        Bench {
            game: self.game.clone(),
            know: self.know.clone(),
            searches: (self.limits)(plies, df_pn),
            kernels: Arc::clone(&self.kernels),
            orders: self.orders.clone(),
            is_best_by_df_pn: true,
            is_best_by_soonest: false,
            df_pn,
            title: String::new(),
            limits: Arc::clone(&self.limits),
            layers: None,
            repertoire: self.repertoire.clone(),
        }
    }

    /// The complete, canonical spec of its rules.
    #[must_use]
    pub fn spec(&self) -> String {
        self.game.spec()
    }

    /// What people call the game.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether what happened before decides which moves are legal.
    #[must_use]
    pub fn has_history(&self) -> bool {
        self.game.repetition().is_forbidden()
    }

    /// Which solver the method names, or else the fastest, with everything that is not set chosen for speed.
    pub fn choose(&self, method: &Method) -> Result<Chosen, AskError> {
        let nature = Nature {
            spec: self.game.spec(),
            orders: &self.orders,
            has_history: self.has_history(),
            has_formula: self.searches.solves(),
            is_best_by_df_pn: self.is_best_by_df_pn,
            has_soonest: self.searches.has_soonest(),
            is_best_by_soonest: self.is_best_by_soonest,
            df_pn: self.df_pn,
        };
        choose(&nature, method)
    }

    /// How it is solved strongly.
    pub fn layers(&self) -> Result<&InLayers, AskError> {
        match &self.layers {
            Some(layers) => Ok(layers),
            None => Err(AskError::new(format!(
                "{} is not solved layer by layer: expected a game whose positions lie in layers and fit in 64 bits, such as connect:5x4 or ttt",
                self.game.spec()
            ))),
        }
    }

    /// The database that is asked first, if there is one.
    #[must_use]
    pub fn database(&self) -> Option<&OpenDatabase> {
        self.layers.as_ref()?.database()
    }

    /// From now on the database in a folder is asked first, in all searches. Only positions that it has
    /// can be asked about then.
    pub fn consult(&self, folder: &Path) -> Result<(), AskError> {
        self.layers()?.consult(folder)
    }

    /// The line that a setup stands for: its position, and its moves played.
    pub fn line(&self, setup: &Setup) -> Result<Line<'_, ErasedGame>, AskError> {
        let line = line(&self.game, setup)?;
        if let Some(layers) = &self.layers {
            // Behind a position that its database has, it has all others.
            layers.admit(line.position())?;
        }
        Ok(line)
    }

    /// Plies from the end of a line to the end of the game, if somebody wins and a database knows them.
    #[must_use]
    pub fn distance(&self, line: &Line<ErasedGame>) -> Option<u32> {
        let layers = self.layers.as_ref()?;
        layers.database().filter(|found| found.has_distances())?;
        match line.outcome() {
            Some(outcome) => outcome.winner().map(|_| 0),
            None => layers.distance(line.position()),
        }
    }

    /// What to play at the end of a line, found in advance: a best move, if there is a repertoire that has one.
    #[must_use]
    pub fn prepared(&self, line: &Line<'_, ErasedGame>) -> Option<Move> {
        self.repertoire.repertoire(&self.game)?.find(line)
    }

    /// What the players are called, the first one first.
    #[must_use]
    pub fn player_names(&self) -> [&'static str; 2] {
        Player::BOTH.map(|player| self.game.player_name(player))
    }

    /// What the player is called whose turn it is.
    #[must_use]
    pub fn turn_name(&self, line: &Line<ErasedGame>) -> &'static str {
        self.game.player_name(self.game.turn(line.position()))
    }

    /// What was asked about, and who answers.
    #[must_use]
    pub fn asked_report(&self, line: &Line<ErasedGame>, chosen: Chosen) -> AskedReport {
        AskedReport {
            game: self.game.spec(),
            title: self.title.clone(),
            players: self.player_names().map(Into::into),
            is_scored: self.game.is_scored(),
            position: self.game.line_text(line),
            is_over: line.outcome().is_some(),
            turn: self.turn_name(line).into(),
            solver: chosen.name().into(),
            options: {
                let mut options = chosen.options(&self.orders);
                if let Some(database) = self.database().filter(|_| chosen.uses_analysis()) {
                    let folder = database.folder().display().to_string();
                    options.insert("database".into(), folder.into());
                }
                let reads = chosen == Chosen::Soonest;
                if let Some(book) = self.book_of(line).filter(|_| reads) {
                    options.insert("book".into(), book.into());
                }
                options
            },
        }
    }

    /// How a game ends.
    #[must_use]
    pub fn outcome_report(&self, outcome: Outcome<Margin>) -> OutcomeReport {
        let first = outcome.value_for(Player::First);
        OutcomeReport {
            winner: outcome
                .winner()
                .map(|player| self.game.player_name(player).into()),
            margin: (self.game.is_scored()).then(|| Points(first.points() + 0.0)),
        }
    }

    /// A picture of a position, with a sign on some moves.
    #[must_use]
    pub fn board(&self, pos: &Position, mark: &dyn Fn(Move) -> Option<char>) -> String {
        let mut board = String::new();
        self.game
            .write_board(pos, mark, &mut board)
            .expect("writing to a string does not fail");
        board
    }
}

/// What the parts of a bench share, with its types.
struct BenchParts<G: Game, A, D> {
    equipped: Arc<Equipped<G, A, D, Inside>>,
    names: Vec<&'static str>,
    title: String,
    is_best_by_df_pn: bool,
    is_best_by_soonest: bool,
}

impl<G, A, D> BenchParts<G, A, D>
where
    G: Notation + 'static,
    A: Analysis<G> + Send + 'static,
    D: Guide<G> + Send + 'static,
{
    fn new(kit: Kit<G, A, D>) -> Self {
        let (names, guides) = kit.guides.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
        let guides = guides.into_iter().map(|guide| Arc::new(Some(guide)));
        BenchParts {
            equipped: Arc::new(Equipped {
                game: Arc::new(kit.game),
                know: Arc::new(Some(kit.known)),
                guides: guides.collect(),
                restrictions: kit.restrictions,
                df_pn: DfPn::BEST,
                soonest: None,
                joining: None,
                terms: PhantomData,
            }),
            names,
            title: kit.title,
            is_best_by_df_pn: kit.is_best_by_df_pn,
            is_best_by_soonest: kit.is_best_by_soonest,
        }
    }

    fn bench(self, layers: Option<InLayers>) -> Bench {
        let Equipped {
            game, know, guides, ..
        } = &*self.equipped;
        let erased = ErasedGame::new(Arc::clone(game));
        let best = guides.first().cloned().unwrap_or_default();
        let known = ErasedAnalysis::new(Arc::clone(game), Arc::clone(know), best);
        let guides = guides.iter().cloned();
        let guides: Vec<ErasedGuide> = guides
            .map(|guide| ErasedGuide::new(Arc::clone(game), guide))
            .collect();
        let restrictions = self.equipped.restrictions.iter().map(|restriction| {
            let restriction = ErasedRestriction {
                game: Arc::clone(game),
                restriction: Arc::clone(restriction),
            };
            Arc::new(restriction) as Arc<dyn Restriction<ErasedGame>>
        });
        let known_parts = ErasedKnowledge {
            game: erased.clone(),
            know: known.clone(),
            guides,
            restrictions: restrictions.collect(),
        };
        let limits = move |plies, df_pn| known_parts.limited(plies, df_pn);
        Bench {
            game: erased,
            know: known,
            orders: self.names,
            is_best_by_df_pn: self.is_best_by_df_pn,
            is_best_by_soonest: self.is_best_by_soonest,
            df_pn: DfPn::BEST,
            title: self.title,
            limits: Arc::new(limits),
            layers,
            repertoire: RepertoireSlot::default(),
            kernels: Arc::clone(&self.equipped) as Arc<dyn Kernels>,
            searches: self.equipped,
        }
    }
}

/// All that is known of a game, with its types erased.
struct ErasedKnowledge {
    game: ErasedGame,
    know: ErasedAnalysis,
    guides: Vec<ErasedGuide>,
    restrictions: Vec<Arc<dyn Restriction<ErasedGame>>>,
}

impl ErasedKnowledge {
    /// Searches of the game with a limit: compiled once for all games, and slower than those made for one.
    fn limited(&self, plies: u32, df_pn: DfPn) -> Arc<dyn Searches> {
        let guides = self.guides.iter().cloned();
        let restrictions = self.restrictions.iter().cloned();
        let lifted = |r| Arc::new(Lifted(r)) as Arc<dyn Restriction<Within<ErasedGame>>>;
        Arc::new(Equipped::<_, _, _, ErasedInTime> {
            game: Arc::new(Within::new(self.game.clone(), plies)),
            know: Arc::new(Some(Lifted(self.know.clone()))),
            guides: guides.map(|guide| Arc::new(Some(Lifted(guide)))).collect(),
            restrictions: restrictions.map(lifted).collect(),
            df_pn,
            soonest: None,
            joining: None,
            terms: PhantomData,
        })
    }
}

/// The line that a setup stands for: its position, and its moves played.
pub fn line<'g, G: Notation>(game: &'g G, setup: &Setup) -> Result<Line<'g, G>, AskError> {
    let mut line = match &setup.position {
        None => Line::new(game, game.start()),
        Some(text) => game
            .parse_line(text)
            .map_err(|e| Argument::Position.wrong(format!("position {}: {e}", quoted(text))))?,
    };
    for (i, text) in setup.moves.iter().enumerate() {
        play(&mut line, i + 1, text)?;
    }
    Ok(line)
}

/// Plays the move that `text` names, the `number`-th of those that were given, and says which it is.
pub fn play<G: Notation>(
    line: &mut Line<G>,
    number: usize,
    text: &str,
) -> Result<G::Move, AskError> {
    let wrong =
        |e: &dyn Display| Argument::Moves.wrong(format!("move {number} {}: {e}", quoted(text)));
    let m = line
        .game()
        .parse_move(line.position(), text)
        .map_err(|e| wrong(&e))?;
    match line.repeated_by(m).map(Ban::Repeats) {
        None => {
            assert!(line.play(m), "history allows it");
            Ok(m)
        }
        Some(ban) => Err(wrong(&format!(
            "expected a move that repeats no earlier position; it {ban}"
        ))),
    }
}

/// The move that leads from a position to the next one of a line.
#[must_use]
pub fn move_between<G: Game>(game: &G, pos: &G::Position, next: &G::Position) -> G::Move {
    let mut moves = game.moves(pos);
    let found = moves.find(|&m| game.play(pos, m) == *next);
    found.expect("the positions of a line follow one another by moves")
}
