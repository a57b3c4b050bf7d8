//! Tournaments between players, sampled and exact.

mod map;
mod statistics;
mod tournament;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::ScopedJoinHandle;
use unbeatable_bench::erased::{Line, Move};

use unbeatable_core::random::{Random, finalise};
use unbeatable_core::{Game, Margin, Player, Stopped, Watch};

use crate::players::{Chooser, ChosenMove, Contestant, NoMove, RandomPlayer, Seat};
use unbeatable_report::Follow;
use unbeatable_report::report::{Grounds, GroundsReport, ProgressReport, ScoreReport};

use map::index_of;
pub use map::{Map, Start};
pub use tournament::play;

/// Players may search as deep as a game is long.
const STACK_BYTES: usize = 1 << 26;

/// Threads take this many games at a time, or one where players take their time.
const GAMES_AT_A_TIME: u64 = 256;

/// So many games wait for one before them, to be told of in order.
const WAITING_MAX: usize = 10_000;

/// So many games that were given away are reported one by one.
const GIVEN_AWAY_MAX: usize = 10;

/// Two players, the first player's side first, and the map of their games if there is one.
pub struct Seating<'g> {
    /// The first player's side first.
    pub players: [Contestant<'g>; 2],
    /// All positions of their games.
    pub map: Option<Map>,
}

impl<'g> Seating<'g> {
    /// These players, with a map if both know their choices without a search.
    pub fn new(
        players: [Contestant<'g>; 2],
        starts: &[Start<'g>],
        opening: u32,
        map_bytes_max: usize,
        watch: &dyn Watch<Margin>,
    ) -> Self {
        let map = match choosers(&players) {
            Some(both) if both.iter().all(|chooser| chooser.is_quick()) => {
                Map::new(starts, opening, both, map_bytes_max, watch)
            }
            _ => None,
        };
        Seating { players, map }
    }
}

/// Both players, if both go by the position.
fn choosers<'a, 'g>(players: &'a [Contestant<'g>; 2]) -> Option<[&'a (dyn Chooser<'g> + 'g); 2]> {
    match players {
        [Contestant::Chooser(first), Contestant::Chooser(second)] => Some([&**first, &**second]),
        _ => None,
    }
}

/// How many games are played, and how.
pub struct Series {
    /// Of each seating.
    pub games: u64,
    /// Decides what is left to chance.
    pub seed: u64,
    /// Random moves before the players take over.
    pub opening: u32,
    /// How many games are played at a time.
    pub threads: usize,
}

/// Results of games: won by the first player, by the second, by nobody.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Results {
    /// By the first player, by the second, by nobody.
    pub wins: [u64; 3],
    /// How many of its losses each side gave away.
    pub forfeits: [u64; 2],
    /// How many moves each side made on which grounds, if it said so.
    pub said: [GroundsReport; 2],
}

impl Results {
    /// How many games there were.
    pub fn played(&self) -> u64 {
        self.wins.iter().sum()
    }

    fn add(&mut self, more: &Results) {
        for (sum, wins) in self.wins.iter_mut().zip(more.wins) {
            *sum += wins;
        }
        for (sum, forfeits) in self.forfeits.iter_mut().zip(more.forfeits) {
            *sum += forfeits;
        }
        for (sum, said) in self.said.iter_mut().zip(&more.said) {
            sum.add(said);
        }
    }
}

/// What came of a series: the results of each seating, and why there are no more.
pub struct Sampled {
    /// By seating.
    pub results: Vec<Results>,
    /// The first few games that somebody gave away.
    pub given_away: Vec<Forfeited>,
    /// Why not all games were played.
    pub stopped: Option<Stopped>,
}

impl Sampled {
    /// Remembers a game that was given away, if it is one of the first.
    fn hear(&mut self, forfeited: Forfeited) {
        self.given_away.push(forfeited);
        self.given_away.sort_by_key(|forfeited| forfeited.number);
        self.given_away.truncate(GIVEN_AWAY_MAX);
    }
}

/// A game that somebody gave away.
pub struct Forfeited {
    /// The number of the game.
    pub number: u64,
    /// Who played whom.
    pub seating: usize,
    /// Who gave it away.
    pub side: Player,
    /// What happened, in one line.
    pub why: String,
}

/// A game that is over.
pub struct Over<'g> {
    /// Its number in the series, from 0.
    pub number: u64,
    /// Who played whom.
    pub seating: usize,
    /// Where it began.
    pub start: usize,
    /// How many moves were given or left to chance before the players took over.
    pub opening: usize,
    /// From the start on.
    pub moves: Vec<Move>,
    /// Why each of them was made, if the player said so.
    pub grounds: Vec<Option<Grounds>>,
    /// How many of them each side made on which grounds.
    pub said: [GroundsReport; 2],
    /// Who gave it away, and how.
    pub forfeit: Option<(Player, String)>,
    /// Its last position.
    pub line: Line<'g>,
}

/// What came of a game.
#[derive(Default)]
struct GameResult {
    /// 0, 1, or 2 for nobody.
    winner: usize,
    /// Who gave it away, and how.
    forfeit: Option<(Player, String)>,
    /// How many moves each side made on which grounds.
    said: [GroundsReport; 2],
}

/// Keeps the score of a running match, and tells the follower.
pub struct Scoreboard<'f> {
    follow: &'f dyn Follow,
    games: u64,
    wins: [AtomicU64; 3],
}

impl<'f> Scoreboard<'f> {
    /// Nothing played yet of so many games.
    pub fn new(games: u64, follow: &'f dyn Follow) -> Self {
        Scoreboard {
            follow,
            games,
            wins: [const { AtomicU64::new(0) }; 3],
        }
    }
}

impl Follow for Scoreboard<'_> {
    /// Whatever the players search meanwhile, the score is what there is to see.
    fn progress(&self, now: &ProgressReport) {
        let [first_wins, second_wins, draws] =
            [0, 1, 2].map(|i: usize| self.wins[i].load(Ordering::Relaxed));
        self.follow.score(&ScoreReport {
            seconds: now.seconds,
            games: self.games,
            played: first_wins + second_wins + draws,
            first_wins,
            second_wins,
            draws,
        });
    }

    fn is_interrupted(&self) -> bool {
        self.follow.is_interrupted()
    }
}

/// Is told of a game that is over.
type GameListener<'s, 'g> = Box<dyn FnMut(&Over<'g>) + Send + 's>;

/// Hears of the games that are over, in the order of their numbers, whoever played them.
struct Scribe<'s, 'g> {
    tell: GameListener<'s, 'g>,
    /// The number of the game that is told next, and those that were over before it.
    next: u64,
    waiting: BTreeMap<u64, Over<'g>>,
}

impl<'g> Scribe<'_, 'g> {
    fn hear(&mut self, over: Over<'g>) {
        self.waiting.insert(over.number, over);
        while let Some(over) = self.waiting.remove(&self.next) {
            (self.tell)(&over);
            self.next += 1;
        }
        // One game may take very long, and the others need not be kept in memory for it.
        if self.waiting.len() > WAITING_MAX {
            self.tell_all();
        }
    }

    /// Tells of all games that are over, though one before them is not.
    fn tell_all(&mut self) {
        while let Some((_, over)) = self.waiting.pop_first() {
            (self.tell)(&over);
        }
    }
}

/// Everything that a series of games needs.
pub struct Arena<'a, 'g> {
    /// Where games begin.
    pub starts: &'a [Start<'g>],
    /// Who plays whom.
    pub seatings: &'a [Seating<'g>],
    /// How many games, and how.
    pub series: Series,
    /// Where the score is kept.
    pub board: &'a Scoreboard<'a>,
    /// Says whether to stop; it hears how many games were begun before.
    pub stop: &'a (dyn Fn(u64) -> bool + Sync),
    /// Follows searches.
    pub watch: &'a dyn Watch<Margin>,
}

impl<'g> Arena<'_, 'g> {
    /// Plays the games until it is told to stop, first the first one of each seating, then the second
    /// one, and so on. The seed and its number decide a game, so threads change nothing, unless a player
    /// looks at the clock. `tell`, if anybody wants to hear of them, hears of all games in order.
    pub fn games(&self, tell: Option<GameListener<'_, 'g>>) -> Sampled {
        let Series { games, threads, .. } = self.series;
        let all = games * self.seatings.len() as u64;
        let next = AtomicU64::new(0);
        let are_quick = self.seatings.iter().all(|seating| seating.map.is_some());
        let at_a_time = if are_quick { GAMES_AT_A_TIME } else { 1 };
        let scribe = tell.map(|tell| {
            Mutex::new(Scribe {
                tell,
                next: 0,
                waiting: BTreeMap::new(),
            })
        });
        let nobody = || Sampled {
            results: vec![Results::default(); self.seatings.len()],
            given_away: vec![],
            stopped: None,
        };
        let work = || {
            let mut sampled = nobody();
            loop {
                let first = next.fetch_add(at_a_time, Ordering::Relaxed);
                if first >= all || sampled.stopped.is_some() {
                    return sampled;
                }
                if (self.stop)(first) {
                    sampled.stopped = Some(Stopped::Asked);
                    return sampled;
                }
                let mut wins = [0; 3];
                for number in first..all.min(first + at_a_time) {
                    let seating = (number % self.seatings.len() as u64) as usize;
                    match self.one_game(number, seating, scribe.as_ref()) {
                        Ok(GameResult {
                            winner,
                            forfeit,
                            said,
                        }) => {
                            let results = &mut sampled.results[seating];
                            results.wins[winner] += 1;
                            wins[winner] += 1;
                            for (sum, said) in results.said.iter_mut().zip(&said) {
                                sum.add(said);
                            }
                            if let Some((side, why)) = forfeit {
                                results.forfeits[side.index()] += 1;
                                sampled.hear(Forfeited {
                                    number,
                                    seating,
                                    side,
                                    why,
                                });
                            }
                        }
                        Err(why) => {
                            sampled.stopped = Some(why);
                            break;
                        }
                    }
                }
                for (sum, wins) in self.board.wins.iter().zip(wins) {
                    sum.fetch_add(wins, Ordering::Relaxed);
                }
            }
        };
        let sampled = std::thread::scope(|scope| {
            // This thread plays too, and fewer others do where no more can be had.
            let spawn = |_| {
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, work).ok()
            };
            let others: Vec<_> = (1..threads).map_while(spawn).collect();
            let join = |thread: ScopedJoinHandle<_>| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            let mine = work();
            let mut sum = nobody();
            for sampled in others.into_iter().map(join).chain([mine]) {
                for (sum, results) in sum.results.iter_mut().zip(&sampled.results) {
                    sum.add(results);
                }
                sampled.given_away.into_iter().for_each(|f| sum.hear(f));
                sum.stopped = sum.stopped.or(sampled.stopped);
            }
            sum
        });
        // A game that was stopped keeps none of those after it from being told of.
        if let Some(scribe) = scribe {
            scribe.into_inner().expect("nobody panics here").tell_all();
        }
        sampled
    }

    /// Plays the game of that number.
    fn one_game(
        &self,
        number: u64,
        seating: usize,
        scribe: Option<&Mutex<Scribe<'_, 'g>>>,
    ) -> Result<GameResult, Stopped> {
        let Series { seed, opening, .. } = self.series;
        let index = number / self.seatings.len() as u64;
        let start = (index % self.starts.len() as u64) as usize;
        // All seatings get the same openings.
        let mut opening_random = Random::for_task(seed, index);
        let seated = &self.seatings[seating];
        let players_random =
            (seating > 0).then(|| Random::for_task(seed ^ finalise(seating as u64), index));
        if let (Some(map), None) = (&seated.map, scribe) {
            let winner = map.walk(start, opening, opening_random, players_random);
            return Ok(GameResult {
                winner,
                ..GameResult::default()
            });
        }
        let mut over = Over {
            number,
            seating,
            start,
            opening: self.starts[start].moves.len(),
            moves: vec![],
            grounds: vec![],
            said: [GroundsReport::default(); 2],
            forfeit: None,
            line: self.starts[start].line.clone(),
        };
        while over.moves.len() < opening as usize && over.line.outcome().is_none() {
            let m = RandomPlayer::choose(&over.line, &mut opening_random);
            over.play(m, None);
        }
        over.opening += over.moves.len();
        let mut random = players_random.unwrap_or(opening_random);
        let mut seats = Player::BOTH.map(|side| match &seated.players[side.index()] {
            Contestant::Chooser(_) => None,
            Contestant::Sitter(sitter) => {
                let seed = Random::for_task(random.clone().bits(), side.index() as u64).bits();
                Some(sitter.sit(side, seed))
            }
        });
        let winner = self.finish(&mut over, seated, &mut seats, &mut random)?;
        for seat in seats.iter_mut().flatten() {
            seat.over(&over.line);
        }
        let result = GameResult {
            winner,
            forfeit: over.forfeit.clone(),
            said: over.said,
        };
        if let Some(scribe) = scribe {
            scribe.lock().expect("nobody panics here").hear(over);
        }
        Ok(result)
    }

    /// Plays a game to its end.
    fn finish(
        &self,
        over: &mut Over<'g>,
        seated: &Seating<'g>,
        seats: &mut [Option<Box<dyn Seat<'g> + 'g>>; 2],
        random: &mut Random,
    ) -> Result<usize, Stopped> {
        loop {
            let line = &over.line;
            if let Some(outcome) = line.outcome() {
                return Ok(index_of(outcome));
            }
            let turn = line.game().turn(line.position());
            let chosen = match (&mut seats[turn.index()], &seated.players[turn.index()]) {
                (Some(seat), _) => seat.choose(line, self.watch),
                (None, Contestant::Chooser(chooser)) => {
                    let choices = chooser.choices(line, self.watch)?;
                    Ok(random.pick(&choices).into())
                }
                (None, Contestant::Sitter(_)) => unreachable!("who sits has a seat"),
            };
            match chosen {
                Ok(ChosenMove { m, grounds }) => {
                    grounds.inspect(|grounds| over.said[turn.index()].count(*grounds));
                    over.play(m, grounds);
                }
                Err(NoMove::Stopped(why)) => return Err(why),
                Err(NoMove::Forfeit(why)) => {
                    over.forfeit = Some((turn, why));
                    return Ok(turn.other().index());
                }
            }
        }
    }
}

impl Over<'_> {
    fn play(&mut self, m: Move, grounds: Option<Grounds>) {
        assert!(self.line.play(m), "players play legal moves");
        self.moves.push(m);
        self.grounds.push(grounds);
    }
}
