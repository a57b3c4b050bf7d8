//! A game in progress between people and players.

use std::sync::Arc;
use unbeatable_bench::erased::{Line, Position};

use unbeatable_bench::kernels::Countable;
use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Budget, Game, Notation, Player, Repetition, Stopped};

use crate::players::{Cast, Chooser, ChosenMove, Contestant, HUMAN, NoMove, Seat};
use unbeatable_ask::moves;
use unbeatable_ask::position::{forbidden, place};
use unbeatable_bench::bench::{self, Bench};
use unbeatable_bench::clock::{self, Clock};
use unbeatable_bench::depth::deep;
use unbeatable_bench::strengths::strength;
use unbeatable_report::question::{Analyze, Limits, MOVE_TIME, Method, Play, Setup};
use unbeatable_report::report::{
    AnalyzeReport, Answered, ForfeitReport, GameRecord, Grounds, LegalMove, OutcomeReport, Place,
    PlayReport, SCHEMA, Stop, StrengthReport,
};
use unbeatable_report::{Argument, AskError, Follow};

/// The bench's game from a position on, with the players that the question names.
pub fn play<'g>(
    bench: &'g Bench,
    question: &Play,
    follow: &dyn Follow,
) -> Result<InPlay<'g>, AskError> {
    let line = bench.line(&Setup {
        moves: vec![],
        ..question.setup.clone()
    })?;
    let mut game = InPlay {
        bench,
        first: bench.game.line_text(&line),
        line,
        names: question.players.clone(),
        chairs: [Chair::Person, Chair::Person],
        opening: question.setup.moves.len(),
        played: vec![],
        forfeit: None,
        random: Random::new(question.seed),
        budget: clock::budget(&clock::half(&question.limits)),
    };
    for (i, m) in question.setup.moves.iter().enumerate() {
        game.make(m, i + 1, None)?;
    }
    let cast = &mut Cast::new(bench, game.root(), game.budget, 1, question.move_time);
    for side in Player::BOTH {
        let name = &question.players[side.index()];
        if name != HUMAN {
            let clock = Clock::start(&Limits::default(), follow, None);
            let player = deep(|| cast.player(name, side, &clock))?;
            game.chairs[side.index()] = match player {
                Contestant::Chooser(chooser) => Chair::Chooser(chooser),
                Contestant::Sitter(sitter) => {
                    Chair::Seat(sitter.sit(side, question.seed ^ side.index() as u64))
                }
            };
        }
    }
    Ok(game)
}

/// How a game ended at the end of `line`, if it did: whoever gave it away has lost it.
pub(crate) fn outcome_report(
    bench: &Bench,
    line: &Line,
    forfeit: Option<&(Player, String)>,
) -> Option<OutcomeReport> {
    match forfeit {
        Some((side, _)) => Some(OutcomeReport {
            winner: Some(bench.game.player_name(side.other()).into()),
            margin: None,
        }),
        None => line.outcome().map(|outcome| bench.outcome_report(outcome)),
    }
}

/// Who gave a game away, and how.
pub(crate) fn forfeit_report(
    bench: &Bench,
    forfeit: Option<&(Player, String)>,
) -> Option<ForfeitReport> {
    forfeit.map(|(side, why)| ForfeitReport {
        side: bench.game.player_name(*side).into(),
        why: why.clone(),
    })
}

/// Why moves were made; nothing if nobody said so.
pub(crate) fn said(grounds: impl Iterator<Item = Option<Grounds>>) -> Vec<Option<Grounds>> {
    let all: Vec<_> = grounds.collect();
    match all.iter().any(Option::is_some) {
        true => all,
        false => vec![],
    }
}

/// Whether every position is solved while a person waits.
pub(crate) fn is_soon_solved(bench: &Bench) -> bool {
    let Bench { game, know, .. } = bench;
    if know.solves(game) || bench.database().is_some() {
        return true;
    }
    let budget = Budget {
        nodes_max: CLASSES_MAX,
        table_bytes_max: BYTES_MAX,
        ..Budget::DEFAULT
    };
    match game.repetition() {
        // Superko: what takes a moment to solve, as measured.
        Repetition::Forbidden { mark_bits } => mark_bits <= MARK_BITS_MAX,
        Repetition::Impossible => {
            let start = Line::new(game, game.start());
            let (counted, _) = (bench.kernels).count(&start, Countable::Classes, &budget, &());
            counted.is_ok()
        }
    }
}

/// Games of up to this many classes are solved before the first move.
const CLASSES_MAX: u64 = 50_000;

/// What it may take to count them.
const BYTES_MAX: usize = 1 << 22;

/// Where repetition is forbidden, games with marks of up to so many bits are solved while a person waits.
const MARK_BITS_MAX: u32 = 15;

/// Who sits on a side of the board.
enum Chair<'g> {
    Person,
    Chooser(Arc<dyn Chooser<'g> + 'g>),
    Seat(Box<dyn Seat<'g> + 'g>),
}

/// A game in progress between people and players.
pub struct InPlay<'g> {
    bench: &'g Bench,
    line: Line<'g>,
    names: [String; 2],
    chairs: [Chair<'g>; 2],
    /// Where the game began.
    first: String,
    /// How many moves were given.
    opening: usize,
    played: Vec<MadeMove>,
    forfeit: Option<(Player, String)>,
    random: Random,
    /// What players may take; as much is left for hints.
    budget: Budget,
}

/// A move that was made.
struct MadeMove {
    side: Player,
    text: String,
    place: Option<Place>,
    grounds: Option<Grounds>,
}

impl<'g> InPlay<'g> {
    /// The first position.
    fn root(&self) -> Position {
        let first = self.line.positions().next();
        *first.expect("a line has a first position")
    }

    fn turn(&self) -> Player {
        self.bench.game.turn(self.line.position())
    }

    fn is_over(&self) -> bool {
        self.forfeit.is_some() || self.line.outcome().is_some()
    }

    /// Plays the move that `text` names, the `number`-th of the game.
    fn make(
        &mut self,
        text: &str,
        number: usize,
        grounds: Option<Grounds>,
    ) -> Result<(), AskError> {
        let (side, pos) = (self.turn(), *self.line.position());
        let m = bench::play(&mut self.line, number, text)?;
        let game = &self.bench.game;
        self.played.push(MadeMove {
            side,
            text: game.move_text(&pos, m),
            place: place(game, &pos, m),
            grounds,
        });
        Ok(())
    }

    fn outcome(&self) -> Option<OutcomeReport> {
        outcome_report(self.bench, &self.line, self.forfeit.as_ref())
    }

    fn forfeit_report(&self) -> Option<ForfeitReport> {
        forfeit_report(self.bench, self.forfeit.as_ref())
    }

    /// The move of the player whose turn it is.
    fn choose(&mut self, follow: &dyn Follow) -> Result<ChosenMove, NoMove> {
        let clock = Clock::start(&Limits::default(), follow, None);
        let turn = self.turn().index();
        match &mut self.chairs[turn] {
            Chair::Person => unreachable!("people choose for themselves"),
            Chair::Chooser(chooser) if !chooser.knows(&self.line) => {
                Err(NoMove::Forfeit("has no move for this position".into()))
            }
            Chair::Chooser(chooser) => {
                let choices = chooser.choices(&self.line, &clock);
                choices
                    .map(|choices| self.random.pick(&choices).into())
                    .map_err(NoMove::from)
            }
            Chair::Seat(seat) => seat.choose(&self.line, &clock),
        }
    }

    /// The best move that can be found at once.
    fn choose_at_once(&mut self, follow: &dyn Follow) -> Result<ChosenMove, NoMove> {
        let clock = Clock::start(&Limits::default(), follow, None);
        let cast = &mut Cast::new(self.bench, self.root(), self.budget, 1, MOVE_TIME);
        match cast.player(AT_ONCE, self.turn(), &clock) {
            Ok(Contestant::Sitter(sitter)) => {
                let seed = self.played.len() as u64;
                sitter.sit(self.turn(), seed).choose(&self.line, &clock)
            }
            _ => unreachable!("{AT_ONCE} sits down at every game"),
        }
    }

    /// Writes down what the player whose turn it is has chosen.
    fn take(&mut self, chosen: Result<ChosenMove, NoMove>) -> Answered {
        match chosen {
            Ok(ChosenMove { m, grounds }) => {
                let text = self.bench.game.move_text(self.line.position(), m);
                let number = self.played.len() + 1;
                let made = self.make(&text, number, grounds);
                made.expect("players play legal moves");
                Answered::Move(text, grounds)
            }
            Err(NoMove::Forfeit(why)) => {
                self.forfeit = Some((self.turn(), why.clone()));
                Answered::Forfeit(why)
            }
            Err(NoMove::Stopped(Stopped::Memory)) => Answered::Stopped(Stop::Memory),
            Err(NoMove::Stopped(_)) => Answered::Stopped(Stop::Interrupted),
        }
    }
}

/// Who plays for somebody who was told to come to an end.
const AT_ONCE: &str = "best:250ms";

/// Where proofs were seen so many moves later within a second, there may be hope for whoever waits.
const HOPE_MOVES: u32 = 4;

impl InPlay<'_> {
    /// All there is to see.
    #[must_use]
    pub fn view(&self) -> PlayReport {
        let (game, pos) = (&self.bench.game, self.line.position());
        let legal = |m| LegalMove {
            text: game.move_text(pos, m),
            place: place(game, pos, m),
        };
        let moves = match self.is_over() {
            true => vec![],
            false => self.line.moves(),
        };
        PlayReport {
            game: game.spec(),
            title: self.bench.title().to_string(),
            sides: self.bench.player_names().map(Into::into),
            players: self.names.clone(),
            position: game.line_text(&self.line),
            turn: self.turn().index(),
            outcome: self.outcome(),
            forfeit: self.forfeit_report(),
            moves: moves.into_iter().map(legal).collect(),
            forbidden: match self.is_over() {
                true => vec![],
                false => forbidden(game, &self.line),
            },
            played: (self.played.iter())
                .map(|played| (played.side.index(), played.text.clone()))
                .collect(),
            last: self.played.last().and_then(|played| played.place.clone()),
            board: self.bench.board(pos, &|_| None),
            diagram: game.diagram(pos, None),
        }
    }

    /// Plays a move of the person whose turn it is. What is wrong with it, if it cannot be played.
    pub fn play(&mut self, m: &str) -> Result<(), AskError> {
        let number = self.played.len() + 1;
        match self.is_over() {
            true => Err(Argument::Moves.wrong(format!("move {number}: the game is over"))),
            false => self.make(m, number, None),
        }
    }

    /// Takes the last move back, whoever made it, or a forfeit. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.forfeit.take().is_some() {
            return true;
        }
        let is_undone = self.played.pop().is_some();
        if is_undone {
            self.line.undo();
            self.opening = self.opening.min(self.played.len());
        }
        is_undone
    }

    /// Lets the player whose turn it is move. Panics if it is a person's turn, or the game is over.
    pub fn answer(&mut self, follow: &dyn Follow) -> Answered {
        assert!(!self.is_over(), "an unfinished game has a move");
        let chosen = deep(|| self.choose(follow));
        self.take(chosen)
    }

    /// Plays the best move that is found in a moment, for the player whose turn it is and who has not come to
    /// an end. Panics if the game is over.
    pub fn answer_at_once(&mut self, follow: &dyn Follow) -> Answered {
        assert!(!self.is_over(), "an unfinished game has a move");
        let chosen = deep(|| self.choose_at_once(follow));
        self.take(chosen)
    }

    /// From which move on proofs were found within a second in this game, if that is far away and the player
    /// whose turn it is plays nothing that is not proven: whoever waits for its move may wait for ever.
    #[must_use]
    pub fn hopeless(&self) -> Option<StrengthReport> {
        let Chair::Chooser(chooser) = &self.chairs[self.turn().index()] else {
            return None;
        };
        let number = self.line.plies() as u32 + 1;
        let is_far = |from: u32| from > number + HOPE_MOVES;
        strength(&self.bench.game.spec())
            .filter(|strength| strength.from_move.is_none_or(is_far))
            .filter(|_| !self.is_over() && !chooser.is_quick())
    }

    /// What each move is worth, as far as that is found out within `limits`.
    #[must_use]
    pub fn hints(&self, limits: &Limits, follow: &dyn Follow) -> AnalyzeReport {
        let question = Analyze {
            setup: Setup::default(),
            method: Method::default(),
            limits: clock::half(limits),
        };
        let (bench, line) = (self.bench, &self.line);
        let report = deep(|| moves::about(bench, line, &question, follow));
        report.expect("every game can be analysed in some way")
    }

    /// The game so far.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let [first, second] = self.names.clone();
        GameRecord {
            schema: SCHEMA,
            game: self.bench.game.spec(),
            number: 1,
            first,
            second,
            position: self.first.clone(),
            moves: self
                .played
                .iter()
                .map(|played| played.text.clone())
                .collect(),
            grounds: said(self.played.iter().map(|played| played.grounds)),
            opening: self.opening,
            outcome: self.outcome(),
            forfeit: self.forfeit_report(),
        }
    }
}
