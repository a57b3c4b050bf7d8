//! Values by yes/no questions: which one to ask next, and what the answers say together.
//!
//! Proof-number searches answer 'does the player to move get at least this?' and nothing else. How
//! goals become such questions, and answers become a [`Solved`], is the same for all of them.

use unbeatable_core::{Bounds, Game, Goal, Line, Player, Stopped, Value};

use crate::meter::Meter;
use crate::rank_bounds::ranks;
use crate::solved::{Findings, LINE_MOVES_MAX, Solved};

/// A search that answers yes/no questions about the end of one line.
pub(crate) trait YesNoSearch<'g, 'w, G: Game + 'g> {
    /// What was spent, and what is proven of the root.
    fn meter(&mut self) -> &mut Meter<'w, G::Value>;

    /// What is known of an unfinished position without search.
    fn known(&self, pos: &G::Position) -> Bounds<G::Value>;

    /// Whether the player to move at the unfinished `pos`, where the line ends now, reaches `rank`.
    fn ask(&mut self, pos: &G::Position, rank: i32) -> Result<YesNoAnswer<G::Move>, Stopped>;

    /// Goes on to the position behind a move of the line's last one. Says `false`, and goes nowhere, if
    /// history forbids it.
    fn play(&mut self, _pos: &G::Position, _next: &G::Position) -> bool {
        true
    }

    /// Whether history allows a move to that position where the line ends now.
    fn allows(&self, _next: &G::Position) -> bool {
        true
    }

    /// What the guide says the root may be worth to the player to move.
    fn guess(&self, _pos: &G::Position) -> Option<G::Value> {
        None
    }
}

/// The answer to a question.
pub(crate) enum YesNoAnswer<M> {
    /// This move gets at least this rank, which is the one that was asked about or a better one.
    Yes(M, i16),
    /// No move gets more than this rank, which is less than the one that was asked about.
    No(i16),
}

impl<M> YesNoAnswer<M> {
    /// What it means to have found that move that reaches `rank`, or none.
    pub(crate) fn new(winner: Option<M>, rank: i32) -> Self {
        let of = |rank: i32| i16::try_from(rank).expect("a rank between two values");
        match winner {
            Some(m) => YesNoAnswer::Yes(m, of(rank)),
            None => YesNoAnswer::No(of(rank - 1)),
        }
    }
}

/// Asks until `goal` about the end of `line` is answered, or the search stops.
pub(crate) fn prove<'g, 'w, G: Game>(
    search: &mut dyn YesNoSearch<'g, 'w, G>,
    line: &Line<'g, G>,
    goal: Goal<G::Value>,
) -> Solved<G> {
    let (witness, stopped) = answer(search, line, goal);
    let Meter {
        bounds,
        effort,
        table_bytes,
        ..
    } = *search.meter();
    let findings = Findings {
        bounds,
        witness,
        effort,
        table_bytes,
        stopped,
    };
    findings.solved(line, |pos| search.known(pos))
}

/// Asks until the meter's bounds answer `goal`. The move that is worth the lower bound, if a question
/// found it, and why it stopped before, if it did.
fn answer<'g, 'w, G: Game>(
    search: &mut dyn YesNoSearch<'g, 'w, G>,
    line: &Line<'g, G>,
    goal: Goal<G::Value>,
) -> (Option<G::Move>, Option<Stopped>) {
    let (game, pos) = (line.game(), line.position());
    let turn = game.turn(pos);
    if let Some(outcome) = line.outcome() {
        let meter = search.meter();
        let stopped = meter.node().err();
        if stopped.is_none() {
            meter.end();
            meter.prove(Bounds::exactly(outcome.value_for(turn)));
        }
        return (None, stopped);
    }
    search.meter().prove(game.range(turn));
    let guess = search.guess(pos).map(|value| i32::from(value.rank()));
    let mut witness = None;
    let mut last = None;
    while !goal.is_answered(search.meter().bounds, turn) {
        let rank = match goal {
            Goal::AtLeast(outcome) => {
                // The second player asks the reverse: is my value more than that?
                let rank = i32::from(outcome.value_for(turn).rank());
                rank + i32::from(turn == Player::Second)
            }
            Goal::Value => next_rank(search.meter().bounds, guess, last),
        };
        let bounds = match search.ask(pos, rank) {
            Err(stopped) => return (witness, Some(stopped)),
            Ok(YesNoAnswer::Yes(m, rank)) => {
                witness = Some(m);
                Bounds::at_least(G::Value::of_rank(rank))
            }
            Ok(YesNoAnswer::No(rank)) => Bounds::at_most(G::Value::of_rank(rank)),
        };
        last = match last {
            None => Some(LastQuestion::First(witness.is_some())),
            Some(_) => Some(LastQuestion::Later),
        };
        search.meter().prove(bounds.with_draws(G::HAS_DRAWS));
    }
    (witness, None)
}

/// The question that was answered last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastQuestion {
    /// The first one, with yes or no.
    First(bool),
    Later,
}

/// The rank to ask about next, when the value lies in `bounds`.
///
/// Without a guess: is it more than the middle? If so, is it the best? Often it is, on small boards;
/// and what refutes it refutes much of what lies between. By bisection from then on. With a guess: is
/// it that? If so, is it more? Two questions do if the guess is right.
fn next_rank<V: Value>(bounds: Bounds<V>, guess: Option<i32>, last: Option<LastQuestion>) -> i32 {
    let open = ranks(bounds);
    match (last, guess) {
        (None, Some(guess)) => guess.clamp(open.lower + 1, open.upper),
        (Some(LastQuestion::First(true)), None) => open.upper,
        (Some(LastQuestion::First(true)), Some(_)) => open.lower + 1,
        (Some(LastQuestion::First(false)), Some(_)) => open.upper,
        (Some(LastQuestion::First(false)), None) => open.lower + 1,
        _ => (open.lower + open.upper).div_euclid(2) + 1,
    }
}

/// A line of best play from the unfinished end of `line`, as far as the budget goes.
pub(crate) fn play_out<'g, 'w, G: Game>(
    search: &mut dyn YesNoSearch<'g, 'w, G>,
    line: &Line<'g, G>,
    solved: &Solved<G>,
) -> Vec<G::Move> {
    let game = line.game();
    let (Some(mut value), Some(&m)) = (solved.bounds.value(), solved.best.first()) else {
        return vec![];
    };
    let (mut pos, mut m) = (*line.position(), m);
    let mut played = vec![];
    while played.len() < LINE_MOVES_MAX {
        let next = game.play(&pos, m);
        assert!(search.play(&pos, &next), "a best move is legal");
        played.push(m);
        (pos, value) = (next, -value);
        if game.outcome(&pos).is_some() {
            break;
        }
        let worst = game.range(game.turn(&pos)).lower;
        let best = match value > worst {
            true => match search.ask(&pos, value.rank().into()) {
                Ok(YesNoAnswer::Yes(m, _)) => Some(m),
                Ok(YesNoAnswer::No(_)) => {
                    panic!("contradictory proofs: a best move gives value away")
                }
                Err(_) => None,
            },
            // Nothing is worse, so any move is best.
            false => game
                .moves(&pos)
                .find(|&m| search.allows(&game.play(&pos, m))),
        };
        match best {
            Some(best) => m = best,
            None => break,
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Margin;

    /// The ranks that are asked about until a value between -10 and 10 is known.
    #[track_caller]
    fn check(value: i32, guess: Option<i32>, expected: &[i32]) {
        let of_rank = |rank: i32| Margin::of_rank(rank as i16);
        let mut bounds = Bounds {
            lower: of_rank(-10),
            upper: of_rank(10),
        };
        let mut last = None;
        let mut asked = vec![];
        while !bounds.is_exact() {
            let rank = next_rank(bounds, guess, last);
            asked.push(rank);
            let won = value >= rank;
            bounds = bounds.and(match won {
                true => Bounds::at_least(of_rank(rank)),
                false => Bounds::at_most(of_rank(rank - 1)),
            });
            last = match last {
                None => Some(LastQuestion::First(won)),
                Some(_) => Some(LastQuestion::Later),
            };
        }
        assert_eq!(asked, expected, "{value}, guess {guess:?}");
    }

    #[test]
    fn the_middle_then_the_edge_then_halves() {
        check(10, None, &[1, 10]);
        check(-10, None, &[1, -9]);
        check(4, None, &[1, 10, 6, 4, 5]);
        check(-1, None, &[1, -9, -4, -1, 0]);
    }

    #[test]
    fn a_right_guess_takes_two_questions() {
        check(3, Some(3), &[3, 4]);
        check(10, Some(10), &[10]);
        check(-10, Some(-10), &[-9]);
        check(-10, Some(-30), &[-9]);
        check(10, Some(30), &[10]);
    }

    #[test]
    fn a_wrong_guess_is_corrected() {
        check(4, Some(3), &[3, 4, 8, 6, 5]);
        check(2, Some(3), &[3, 2]);
        check(-7, Some(3), &[3, 2, -4, -7, -5, -6]);
    }
}
