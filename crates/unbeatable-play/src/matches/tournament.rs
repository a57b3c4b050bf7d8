//! From a question to a report: who meets whom, and what came of it.

use num_rational::BigRational;
use unbeatable_ask::tables::chance;
use unbeatable_bench::erased::Line;
use unbeatable_core::{Effort, Margin, Notation, Player, Stopped, Watch};

use super::statistics::{elo, wilson};
use super::{Arena, Map, Over, Results, Sampled, Scoreboard, Seating, Series, Start, choosers};
use crate::game;
use crate::players::{Cast, RandomPlayer, takes_over};
use unbeatable_bench::bench::{self, Bench};
use unbeatable_bench::clock::{self, Clock};
use unbeatable_report::question::Match;
use unbeatable_report::report::{
    EloReport, ExpectedReport, GameRecord, GivenAway, GroundsReport, MatchReport, PairReport,
    SCHEMA, SeatingReport, StandingReport,
};
use unbeatable_report::{Argument, AskError, Follow};

/// Plays a tournament.
pub fn play<'g>(
    bench: &'g Bench,
    question: &Match,
    follow: &dyn Follow,
) -> Result<MatchReport, AskError> {
    let names = &question.players;
    let line = bench.line(&question.setup)?;
    check(bench, question)?;
    let starts = starts(&line, &question.openings)?;
    let pairs = pairs(names.len(), question.swap);
    let games = question.games.checked_mul(pairs.len() as u64);
    let games = games.ok_or_else(|| Argument::Games.wrong("games: expected fewer in all"))?;
    let board = Scoreboard::new(games, follow);
    let clock = Clock::start(&question.limits, &board, None);
    // Half of the memory for what players know, half for exact chances.
    let mut budget = clock::budget(&question.limits);
    budget.table_bytes_max /= 2;
    let map_bytes_max = budget.table_bytes_max / pairs.len();
    let root = *line.position();
    let mut cast = Cast::new(bench, root, budget, question.threads, question.move_time);
    let mut seatings = Vec::with_capacity(pairs.len());
    for pair in &pairs {
        let [first, second] =
            Player::BOTH.map(|side| cast.player(&names[pair[side.index()]], side, &clock));
        let players = [first?, second?];
        let opening = question.opening;
        seatings.push(Seating::new(
            players,
            &starts,
            opening,
            map_bytes_max,
            &clock,
        ));
    }
    if question.limits.time.is_none()
        && names.iter().any(|name| name.starts_with("perfect"))
        && !game::is_soon_solved(bench)
    {
        let spec = bench.game.spec();
        follow.advise(&format!(
            "perfect players solve every position of {spec} that they meet, which may take very long; a \
             time limit would end that"
        ));
    }
    let threads = cast.threads();
    let stop = |begun: u64| {
        let effort = Effort {
            nodes: begun,
            ..Effort::default()
        };
        clock.report(effort, None, 0);
        clock.must_stop()
    };
    let arena = Arena {
        starts: &starts,
        seatings: &seatings,
        series: Series {
            games: question.games,
            seed: question.seed,
            opening: question.opening,
            threads,
        },
        board: &board,
        stop: &stop,
        watch: &clock,
    };
    let tell = |over: &Over<'_>| {
        let [first, second] = pairs[over.seating].map(|i| names[i].clone());
        follow.game(&record(bench, &line, &starts, over, [first, second]));
    };
    let sampled = arena.games(question.records.then_some(Box::new(tell)));
    // Without exact chances the match is complete all the same.
    let weights: Vec<u64> = (0..starts.len() as u64)
        .map(|start| (question.games + starts.len() as u64 - 1 - start) / starts.len() as u64)
        .collect();
    let expected = |seating: &Seating<'g>| {
        if sampled.stopped.is_some() {
            return None;
        }
        let slow;
        let map = match (&seating.map, choosers(&seating.players)) {
            (Some(map), _) => map,
            // Who searches is asked once the games are over.
            (None, Some(both)) if both.iter().any(|chooser| !chooser.is_quick()) => {
                if !is_small(&line, map_bytes_max, &clock) {
                    return None;
                }
                slow = Map::new(&starts, question.opening, both, map_bytes_max, &clock)?;
                &slow
            }
            (None, _) => return None,
        };
        map.chances(&weights, &clock).ok().map(expected_report)
    };
    let expected: Vec<Option<ExpectedReport>> = seatings.iter().map(expected).collect();
    // Whoever interrupts the chances wants to leave, though the games are over.
    let is_interrupted = clock.must_stop() && follow.is_interrupted();
    let stopped = sampled.stopped.or(is_interrupted.then_some(Stopped::Asked));
    let report = Report {
        names,
        pairs: &pairs,
        sampled: &sampled,
    };
    let sum = report.sum();
    let [first, second] = match pairs[..] {
        [pair] => pair.map(|i| Some(names[i].clone())),
        _ => [None, None],
    };
    Ok(MatchReport {
        schema: SCHEMA,
        game: bench.game.spec(),
        position: bench.game.line_text(&line),
        sides: bench.player_names().map(Into::into),
        first,
        second,
        games,
        played: sum.played(),
        seed: question.seed,
        first_wins: sum.wins[0],
        second_wins: sum.wins[1],
        draws: sum.wins[2],
        forfeits: sum.forfeits.iter().sum(),
        given_away: sampled
            .given_away
            .iter()
            .map(|forfeited| GivenAway {
                number: forfeited.number + 1,
                player: names[pairs[forfeited.seating][forfeited.side.index()]].clone(),
                side: bench.game.player_name(forfeited.side).into(),
                why: forfeited.why.clone(),
            })
            .collect(),
        opening: question.opening,
        openings: question.openings.len(),
        expected: match &expected[..] {
            [only] => only.clone(),
            _ => None,
        },
        seatings: report.seatings(expected),
        pairs: report.pairs(),
        standings: report.standings(),
        threads,
        seconds: clock.seconds(),
        stopped: clock.reason(stopped),
    })
}

/// Sees that the players can play such games, before anybody solves one.
fn check(bench: &Bench, question: &Match) -> Result<(), AskError> {
    let names = &question.players;
    if names.len() < 2 {
        return Err(Argument::Player.wrong("players: expected two or more"));
    }
    for name in names {
        let takes_over = takes_over(&bench.game, name)?;
        let begins_elsewhere = question.opening > 0 || !question.openings.is_empty();
        if begins_elsewhere && !takes_over {
            return Err(Argument::Opening.wrong(format!(
                "opening: {name} plays from its own position on; expected no moves before"
            )));
        }
    }
    Ok(())
}

/// Where games begin.
fn starts<'g>(line: &Line<'g>, openings: &[Vec<String>]) -> Result<Vec<Start<'g>>, AskError> {
    if openings.is_empty() {
        return Ok(vec![Start::new(line.clone())]);
    }
    let start = |(i, texts): (usize, &Vec<String>)| {
        let wrong = |e: AskError| Argument::Opening.wrong(format!("opening {}: {e}", i + 1));
        let mut start = Start::new(line.clone());
        for (number, text) in texts.iter().enumerate() {
            let pos = *start.line.position();
            if start.line.outcome().is_some() {
                return Err(wrong(
                    Argument::Moves.wrong(format!("move {}: the game is over", number + 1)),
                ));
            }
            bench::play(&mut start.line, number + 1, text).map_err(wrong)?;
            let m = line.game().parse_move(&pos, text);
            start.moves.push(m.expect("it was played"));
        }
        Ok(start)
    };
    openings.iter().enumerate().map(start).collect()
}

/// Who meets whom, the first player's side first: everybody everybody else.
fn pairs(players: usize, swap: bool) -> Vec<[usize; 2]> {
    let mut pairs = vec![];
    for second in 1..players {
        for first in 0..second {
            pairs.push([first, second]);
            if swap {
                pairs.push([second, first]);
            }
        }
    }
    pairs
}

/// Whether a map of all games is worth a try: to count is cheap, and players may take their time.
fn is_small(line: &Line, bytes_max: usize, watch: &dyn Watch<Margin>) -> bool {
    let random = &RandomPlayer;
    let starts = [Start::new(line.clone())];
    Map::new(&starts, 0, [random, random], bytes_max, watch).is_some()
}

/// A game as it is kept.
fn record(
    bench: &Bench,
    line: &Line,
    starts: &[Start],
    over: &Over,
    [first, second]: [String; 2],
) -> GameRecord {
    let moves = [&starts[over.start].moves[..], &over.moves].concat();
    let given = starts[over.start].moves.iter().map(|_| None);
    GameRecord {
        schema: SCHEMA,
        game: bench.game.spec(),
        number: over.number + 1,
        first,
        second,
        position: bench.game.line_text(line),
        moves: bench.game.moves_text(line, &moves),
        grounds: game::said(given.chain(over.grounds.iter().copied())),
        opening: over.opening,
        outcome: game::outcome_report(bench, &over.line, over.forfeit.as_ref()),
        forfeit: game::forfeit_report(bench, over.forfeit.as_ref()),
    }
}

/// What there is to say about the results.
struct Report<'a> {
    names: &'a [String],
    pairs: &'a [[usize; 2]],
    sampled: &'a Sampled,
}

impl Report<'_> {
    fn sum(&self) -> Results {
        let mut sum = Results::default();
        for results in &self.sampled.results {
            sum.add(results);
        }
        sum
    }

    fn seatings(&self, expected: Vec<Option<ExpectedReport>>) -> Vec<SeatingReport> {
        let seatings = self.pairs.iter().zip(&self.sampled.results).zip(expected);
        let report = |((pair, results), expected): ((&[usize; 2], &Results), _)| {
            let [first, second] = pair.map(|i| self.names[i].clone());
            SeatingReport {
                first,
                second,
                played: results.played(),
                first_wins: results.wins[0],
                second_wins: results.wins[1],
                draws: results.wins[2],
                intervals: results
                    .wins
                    .map(|n| wilson(n as f64, results.played() as f64)),
                forfeits: results.forfeits,
                expected,
            }
        };
        seatings.map(report).collect()
    }

    /// What a player got against one opponent, or against all.
    fn standing(&self, player: usize, opponent: Option<usize>) -> StandingReport {
        let mut standing = StandingReport {
            player: self.names[player].clone(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            forfeits: 0,
            score: 0.0,
            interval: [0.0, 1.0],
            grounds: None,
        };
        let mut said = GroundsReport::default();
        for (pair, results) in self.pairs.iter().zip(&self.sampled.results) {
            let Some(side) = pair.iter().position(|&i| i == player) else {
                continue;
            };
            if opponent.is_some_and(|opponent| pair[1 - side] != opponent) {
                continue;
            }
            standing.games += results.played();
            standing.wins += results.wins[side];
            standing.losses += results.wins[1 - side];
            standing.draws += results.wins[2];
            standing.forfeits += results.forfeits[side];
            said.add(&results.said[side]);
        }
        let points = standing.wins as f64 + standing.draws as f64 / 2.0;
        standing.score = points / standing.games.max(1) as f64;
        standing.interval = wilson(points, standing.games as f64);
        standing.grounds = Some(said).filter(|said| *said != GroundsReport::default());
        standing
    }

    fn pairs(&self) -> Vec<PairReport> {
        let pairs = pairs(self.names.len(), false).into_iter();
        let report = |[player, opponent]: [usize; 2]| {
            let standing = self.standing(player, Some(opponent));
            PairReport {
                opponent: self.names[opponent].clone(),
                elo: EloReport {
                    difference: elo(standing.score).filter(|_| standing.games > 0),
                    interval: standing.interval.map(elo),
                },
                standing,
            }
        };
        pairs.map(report).collect()
    }

    fn standings(&self) -> Vec<StandingReport> {
        let all = 0..self.names.len();
        let mut standings: Vec<_> = all.map(|player| self.standing(player, None)).collect();
        standings.sort_by(|a, b| b.score.total_cmp(&a.score));
        standings
    }
}

fn expected_report([first_wins, second_wins, draws]: [BigRational; 3]) -> ExpectedReport {
    ExpectedReport {
        first_wins: chance(&first_wins),
        second_wins: chance(&second_wins),
        draws: chance(&draws),
    }
}
