//! Depth-first proof-number search, for games without repetition (Nagai 2002).
//!
//! Like [`pn`](crate::pn) it answers yes/no questions by going where a proof looks nearest. But instead
//! of a tree it has a table of numbers ([`proof_table`](crate::proof_table)): it stays below a position
//! until the position's numbers exceed what makes another one look nearer, and remembers the numbers
//! when it leaves. So a position that is reached in several ways is searched once, memory is bounded,
//! and what is forgotten is only searched again.
//!
//! - It leaves a position not as soon as another one is nearer, but when that one is nearer by half
//!   (the 1+ε trick, Pawlewicz and Lew 2007), since coming back is dear.
//! - New positions begin with the numbers of a guide, and are opened with what an analysis sees in one
//!   sweep ([`Analysis::prospects`]).
//! - Numbers add up over the moves of the side that must answer them all, as in the original; or, if
//!   [`DfPn::weak`] says so, only the largest counts, and one for each of the others (Ueda et al. 2008).
//!   That helps where many moves lead to the same positions, as in a race to a win within so many plies;
//!   in ultimate tic-tac-toe without a limit it is five times worse.
//! - Several questions about a position share what they can: a position that is won in one is at least
//!   drawn in the other, and both entries are in the same line of memory.
//!
//! Nodes are positions opened, as often as they are. Finished positions are never opened.

use unbeatable_core::{
    Analysis, Bounds, Budget, Decided, Game, Goal, Guide, Line, Numbers, Outcome, Player,
    Repetition, Stopped, Value, Watch,
};

use crate::meter::{DEPTH_MAX, Meter};
use crate::proof_table::{Distance, Name, ProofTable};
use crate::questions::{self, Answer, Asked};
use crate::solved::{Evidence, Solved};
use crate::solver::Solver;

/// How df-pn goes about its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DfPn {
    /// Whether positions are remembered in their canonical form; `None` where it is likely to pay:
    /// from a position that is its own mirror image. From any other, few lines of play meet as mirror
    /// images, and to look for them is dear.
    pub symmetry: Option<bool>,
    /// Whether numbers are weak: the largest of the moves that must all be answered, and one for each
    /// of the others, instead of the sum.
    pub weak: bool,
}

impl DfPn {
    /// What is fastest.
    pub const BEST: Self = DfPn {
        symmetry: None,
        weak: false,
    };
}

/// A df-pn search with its table, for one question or for several about the same game.
pub struct Search<'g, G: Game, A, D> {
    game: &'g G,
    know: &'g A,
    guide: &'g D,
    options: DfPn,
    budget: Budget,
    /// Made for the first question; `None` before, and if there is no memory for it.
    table: Option<ProofTable>,
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Search<'g, G, A, D> {
    /// A search that uses what `know` proves and begins where `guide` guesses that a goal is near.
    ///
    /// Panics in games where history matters: the table does not keep it.
    #[must_use]
    pub fn new(game: &'g G, know: &'g A, guide: &'g D, options: DfPn, budget: Budget) -> Self {
        assert!(
            game.repetition() == Repetition::Impossible,
            "a table without histories is wrong where history matters"
        );
        Search {
            game,
            know,
            guide,
            options,
            budget,
            table: None,
        }
    }
}

impl<'g, G: Game, A: Analysis<G>, D: Guide<G>> Solver<'g, G> for Search<'g, G, A, D> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        goal: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let meter = Meter::new(&self.budget, watch);
        let solved = questions::prove(&mut Run::new(self, line, meter), line, goal);
        // What was not searched does not rest on the table. (A search of one node may.)
        let is_searched = solved.effort.nodes > 0 && line.outcome().is_none();
        let evidence = match is_searched {
            true => Evidence::Hashed,
            false => solved.evidence,
        };
        Solved { evidence, ..solved }
    }

    fn play_out(
        &mut self,
        line: &Line<'g, G>,
        solved: &Solved<G>,
        meter: Meter<'_, G::Value>,
    ) -> Vec<G::Move> {
        questions::play_out(&mut Run::new(self, line, meter), line, solved)
    }
}

/// A move of an opened position, and how far its answer is from reaching the opponent's aim.
#[derive(Clone, Copy)]
struct Child<M> {
    m: M,
    name: Name,
    /// Whether the name is that of an image in which the players have changed places.
    is_swapped: bool,
    distance: Distance,
}

/// Questions being answered.
struct Run<'s, 'g, 'w, G: Game, A, D> {
    search: &'s mut Search<'g, G, A, D>,
    meter: Meter<'w, G::Value>,
    symmetry: bool,
    question: Question<G::Value>,
    /// An earlier question, answers to which may answer this one.
    earlier: Option<Question<G::Value>>,
    /// The children of all positions on the way that are open, those of the last one last.
    children: Vec<Child<G::Move>>,
    /// The move that decided the position just left, if its player reached the aim.
    winner: Option<G::Move>,
}

/// Does the game end at least as well for the first player as this?
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question<V> {
    at_least: Outcome<V>,
    rank: i16,
}

impl<V: Value> Question<V> {
    fn new(rank: i16) -> Self {
        Question {
            at_least: Outcome::from_value(V::of_rank(rank), Player::First),
            rank,
        }
    }

    /// What tells this question about a position from others in the table. It leaves the leading bits
    /// alone, so that all questions about a position are in one bucket.
    ///
    /// An image in which the players have changed places is asked the reverse: what the player to move
    /// needs is the same.
    #[inline]
    fn salt(self, is_swapped: bool) -> u64 {
        let rank = if is_swapped { 1 - self.rank } else { self.rank };
        u64::from(rank as u16)
    }
}

/// A position is left when another one is nearer by a half.
const ONE_OVER_EPSILON: u64 = 2;

impl<'s, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> Run<'s, 'g, 'w, G, A, D> {
    fn new(
        search: &'s mut Search<'g, G, A, D>,
        line: &Line<'g, G>,
        mut meter: Meter<'w, G::Value>,
    ) -> Self {
        if search.table.is_none() {
            search.table = ProofTable::new(search.budget.table_bytes_max);
        }
        meter.table_bytes = search.table.as_ref().map_or(0, ProofTable::bytes);
        let pos = line.position();
        let is_mirrored = || search.game.images(pos).skip(1).any(|image| image == *pos);
        Run {
            symmetry: search.options.symmetry.unwrap_or_else(is_mirrored),
            search,
            meter,
            question: Question::new(0),
            earlier: None,
            children: vec![],
            winner: None,
        }
    }

    fn table(&self) -> &ProofTable {
        self.search.table.as_ref().expect("made before the search")
    }

    /// Searches until the position's numbers reach one of the limits, or it is decided: how far it is
    /// then. A limit of infinity is never reached by an open position.
    fn search(
        &mut self,
        pos: &G::Position,
        limits: Distance,
        depth: u32,
    ) -> Result<Distance, Stopped> {
        self.meter.node()?;
        if depth > DEPTH_MAX {
            return Err(Stopped::Depth);
        }
        self.meter.unfinished(depth);
        let first = self.children.len();
        let distance = match self.open(pos)? {
            Some(Decided::Reached(m)) => {
                self.winner = Some(m);
                Distance::WON
            }
            Some(Decided::Missed) => Distance::LOST,
            None => self.search_children(pos, first, limits, depth)?,
        };
        self.children.truncate(first);
        Ok(distance)
    }

    /// The same for an opened position, whose children begin at `first`.
    fn search_children(
        &mut self,
        pos: &G::Position,
        first: usize,
        limits: Distance,
        depth: u32,
    ) -> Result<Distance, Stopped> {
        let (game, weak) = (self.search.game, self.search.options.weak);
        loop {
            let Summary {
                distance,
                nearest,
                second,
                others,
            } = sum_up(&self.children[first..], weak);
            let child = self.children[first + nearest];
            if distance.is_decided() {
                self.winner = Some(child.m);
                return Ok(distance);
            }
            if distance.win >= limits.win || distance.lose >= limits.lose {
                return Ok(distance);
            }
            // The child's own player sees both numbers the other way round. It is left when this
            // position is to be left, or when the second nearest child is nearer by more than a half.
            let second = u64::from(second);
            let nearer = (second + second / ONE_OVER_EPSILON + 1).min(limits.win.into());
            let rest = match weak {
                true => others,
                false => u64::from(distance.lose) - u64::from(child.distance.win),
            };
            let child_limits = Distance {
                win: match limits.lose {
                    Distance::INFINITY => Distance::INFINITY,
                    lose => (u64::from(lose) - rest) as u32,
                },
                lose: nearer.min(Distance::INFINITY.into()) as u32,
            };
            let before = self.meter.effort.nodes;
            let found = self.search(&game.play(pos, child.m), child_limits, depth + 1)?;
            let nodes = self.meter.effort.nodes - before;
            let table = self.table();
            if table.put(child.name, found, nodes) && table.count(1) {
                table.double();
            }
            self.meter.table_bytes = self.table().bytes();
            self.children[first + nearest].distance = found;
        }
    }

    /// Lists the children of an unfinished position with what is known of them, unless it is decided
    /// without.
    #[inline]
    fn open(&mut self, pos: &G::Position) -> Result<Option<Decided<G::Move>>, Stopped> {
        let Search {
            game, know, guide, ..
        } = *self.search;
        let table = self.search.table.as_ref().expect("made before the search");
        let (children, symmetry) = (&mut self.children, self.symmetry);
        let (first, question) = (children.len(), self.question);
        let turn = game.turn(pos);
        let decided = know.prospects(game, guide, pos, self.question.at_least, |seen| {
            let (mut key, mut check, mut is_swapped) = (seen.key, seen.check, false);
            if symmetry {
                let next = game.canonical(&game.play(pos, seen.m));
                (key, check) = (game.key(&next), game.check(&next));
                is_swapped = game.turn(&next) == turn;
            }
            key ^= question.salt(is_swapped);
            table.prefetch(key);
            let open = |number: u32| number.clamp(1, Distance::INFINITY - 1);
            let (proof, disproof) = (open(seen.numbers.proof), open(seen.numbers.disproof));
            let (win, lose) = match turn.other() {
                Player::First => (proof, disproof),
                Player::Second => (disproof, proof),
            };
            children.push(Child {
                m: seen.m,
                name: Name { key, check },
                is_swapped,
                distance: Distance { win, lose },
            });
        });
        self.meter.look(self.children.len() - first)?;
        if decided.is_none() {
            self.recall(turn.other(), first);
        }
        Ok(decided)
    }

    /// Looks up the children from `first` on, whose player to move is `turn`.
    #[inline]
    fn recall(&mut self, turn: Player, first: usize) {
        let table = self.search.table.as_ref().expect("made before the search");
        for child in &mut self.children[first..] {
            if let Some(known) = table.get(child.name) {
                child.distance = known.distance;
                if known.distance.is_decided() {
                    continue;
                }
            }
            if let Some(earlier) = self.earlier {
                let salts = [self.question, earlier].map(|asked| asked.salt(child.is_swapped));
                let name = Name {
                    key: child.name.key ^ salts[0] ^ salts[1],
                    ..child.name
                };
                match table.get(name).map(|known| known.distance) {
                    Some(known) if known.is_decided() => {
                        // What it says of the value, to the player to move there.
                        let asked = earlier.at_least.value_for(turn).rank();
                        let (is_won, is_first) = (known.win == 0, turn == Player::First);
                        let bounds = match (is_won, is_first) {
                            (true, true) => (asked, i16::MAX),
                            (false, true) => (i16::MIN, asked - 1),
                            (true, false) => (asked + 1, i16::MAX),
                            (false, false) => (i16::MIN, asked),
                        };
                        let asked = self.question.at_least.value_for(turn).rank();
                        let wanted = asked + i16::from(!is_first);
                        if bounds.0 >= wanted {
                            child.distance = Distance::WON;
                        } else if bounds.1 < wanted {
                            child.distance = Distance::LOST;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// What the children of a position say about it.
struct Summary {
    distance: Distance,
    /// The child that is nearest to being lost for its player, and how near the second one is.
    nearest: usize,
    second: u32,
    /// What weak numbers add to the largest one for all the others.
    others: u64,
}

#[inline]
fn sum_up<M>(children: &[Child<M>], weak: bool) -> Summary {
    let (mut nearest, mut win, mut second) = (0, u32::MAX, u32::MAX);
    let (mut sum, mut largest, mut open) = (0u64, 0, 0);
    for (i, child) in children.iter().enumerate() {
        sum += u64::from(child.distance.win);
        largest = child.distance.win.max(largest);
        open += u64::from(child.distance.win != 0);
        if child.distance.lose < win {
            (nearest, second, win) = (i, win, child.distance.lose);
        } else if child.distance.lose < second {
            second = child.distance.lose;
        }
    }
    let others = open.saturating_sub(1) * u64::from(Numbers::UNIT);
    if weak {
        sum = u64::from(largest) + others;
    }
    let distance = match win {
        0 => Distance::WON,
        Distance::INFINITY.. => Distance::LOST,
        // A position that is not decided is not infinitely far from anything.
        _ => Distance {
            win,
            lose: sum.clamp(1, u64::from(Distance::INFINITY) - 1) as u32,
        },
    };
    Summary {
        distance,
        nearest,
        second: second.min(Distance::INFINITY),
        others,
    }
}

impl<'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> Asked<'g, 'w, G> for Run<'_, 'g, 'w, G, A, D> {
    fn game(&self) -> &'g G {
        self.search.game
    }

    fn meter(&mut self) -> &mut Meter<'w, G::Value> {
        &mut self.meter
    }

    fn known(&self, pos: &G::Position) -> Bounds<G::Value> {
        self.search.know.bounds(self.search.game, pos)
    }

    fn guess(&self, pos: &G::Position) -> Option<G::Value> {
        self.search.guide.guess(self.search.game, pos)
    }

    fn ask(&mut self, pos: &G::Position, rank: i32) -> Result<Answer<G::Move>, Stopped> {
        if self.search.table.is_none() {
            return Err(Stopped::Memory);
        }
        let to_rank = |rank: i32| i16::try_from(rank).expect("a rank between two values");
        // Second reaches a rank if, and only if, First does not reach the one above its reverse.
        let question = match self.search.game.turn(pos) {
            Player::First => Question::new(to_rank(rank)),
            Player::Second => Question::new(to_rank(1 - rank)),
        };
        if question != self.question {
            self.earlier = Some(self.question);
            self.question = question;
        }
        self.children.clear();
        let unlimited = Distance {
            win: Distance::INFINITY,
            lose: Distance::INFINITY,
        };
        let found = self.search(pos, unlimited, 0);
        let winner = self.winner.take();
        match found? {
            Distance::WON => Ok(Answer::Yes(
                winner.expect("a win has a move"),
                to_rank(rank),
            )),
            Distance::LOST => Ok(Answer::No(to_rank(rank - 1))),
            open => panic!("a search without limits ended undecided: {open:?}"),
        }
    }
}

#[cfg(test)]
mod tests;
