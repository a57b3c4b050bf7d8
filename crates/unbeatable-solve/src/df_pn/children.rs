//! The moves of an opened position: how a question names them in the table, and what they say of it.

use unbeatable_core::{Game, Numbers, Outcome, Player, Prospect, Value};

use super::DfPn;
use crate::proof_table::{Distance, Name};

/// A move of an opened position, and how far its answer is from reaching the opponent's aim.
#[derive(Clone, Copy)]
pub(super) struct Child<M> {
    pub(super) m: M,
    pub(super) name: Name,
    /// Whether the name is that of an image in which the players have changed places.
    pub(super) is_swapped: bool,
    pub(super) distance: Distance,
    /// What its last search took ([`work_code`]), if that is known.
    pub(super) work: u8,
}

/// Does the game end at least as well for the first player as this?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct YesNoQuestion<V> {
    pub(super) at_least: Outcome<V>,
    rank: i16,
}

impl<V: Value> YesNoQuestion<V> {
    pub(super) fn new(rank: i16) -> Self {
        YesNoQuestion {
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
    pub(super) fn salt(self, is_swapped: bool) -> u64 {
        let rank = if is_swapped { 1 - self.rank } else { self.rank };
        u64::from(rank as u16)
    }
}

/// A move of `pos`, where `turn` moves, as it is named in the table, with the numbers of the guide.
#[inline]
pub(super) fn named<G: Game>(
    game: &G,
    pos: &G::Position,
    turn: Player,
    question: YesNoQuestion<G::Value>,
    symmetry: bool,
    seen: &Prospect<G::Move>,
) -> Child<G::Move> {
    let (mut key, mut second_key, mut is_swapped) = (seen.key, seen.second_key, false);
    if symmetry {
        let next = game.canonical(&game.play(pos, seen.m));
        (key, second_key) = (game.key(&next), game.second_key(&next));
        is_swapped = game.turn(&next) == turn;
    }
    key ^= question.salt(is_swapped);
    Child {
        m: seen.m,
        name: Name { key, second_key },
        is_swapped,
        distance: Distance::guessed(seen.numbers, turn.other()),
        work: 0,
    }
}

/// What the children of a position say about it.
pub(super) struct ChildrenSummary {
    pub(super) distance: Distance,
    /// The child that is nearest to being lost for its player, and how near the second one is.
    pub(super) nearest: usize,
    pub(super) second: u32,
    /// What weak numbers add to the largest one for all the others.
    pub(super) others: u64,
    /// How many children count, from the first one on.
    pub(super) count: usize,
}

/// Puts children in the order in which they are to count, before anything is looked up of them.
#[inline]
pub(super) fn arrange<M>(children: &mut [Child<M>], options: &DfPn) {
    if options.focused {
        children.sort_by_key(|child| child.distance.lose);
    }
}

/// How many children count: all, or those among which are so many open ones as are searched at a time.
#[inline]
fn focus<M>(children: &[Child<M>], options: &DfPn) -> usize {
    if !options.focused {
        return children.len();
    }
    // One that is lost for its player decides, wherever it is.
    if children.iter().any(|child| child.distance.lose == 0) {
        return children.len();
    }
    let is_open = |child: &Child<M>| child.distance.win != 0;
    let open = children.iter().filter(|child| is_open(child)).count();
    let width = 1 + open.div_ceil(4);
    let last = (children.iter().enumerate())
        .filter(|(_, child)| is_open(child))
        .nth(width.saturating_sub(1));
    last.map_or(children.len(), |(i, _)| i + 1)
}

#[inline]
pub(super) fn sum_up<M>(children: &[Child<M>], options: &DfPn) -> ChildrenSummary {
    let count = focus(children, options);
    let children = &children[..count];
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
    if options.weak {
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
    ChildrenSummary {
        distance,
        nearest,
        second: second.min(Distance::INFINITY),
        others,
        count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_children_say() {
        let child = |win, lose| Child {
            m: (),
            name: Name {
                key: 0,
                second_key: 0,
            },
            is_swapped: false,
            distance: Distance { win, lose },
            work: 0,
        };
        let check = |children: &[Child<()>], distance, nearest, second| {
            let sum = sum_up(children, &DfPn::BEST);
            assert_eq!(
                (sum.distance, sum.nearest, sum.second),
                (distance, nearest, second)
            );
        };
        const FAR: u32 = Distance::INFINITY;
        let open = Distance { win: 3, lose: 9 };
        check(&[child(4, 5), child(5, 3)], open, 1, 5);
        check(&[child(4, 3), child(5, 3)], open, 0, 3);
        // One that its player loses decides, one that its player wins drops out.
        check(&[child(4, 5), child(FAR, 0)], Distance::WON, 1, 5);
        let open = Distance { win: 5, lose: 4 };
        check(&[child(0, FAR), child(4, 5)], open, 1, FAR);
        check(&[child(0, FAR), child(0, FAR)], Distance::LOST, 0, FAR);
        // Sums stay finite.
        let open = Distance {
            win: 5,
            lose: FAR - 1,
        };
        check(&[child(FAR - 1, 5), child(FAR - 1, 6)], open, 0, 6);
        // Weak numbers: the largest, and one for each of the others that are open.
        let unit = u64::from(Numbers::UNIT);
        let children = [child(40, 7), child(0, FAR), child(50, 3), child(2, 8)];
        let rule = DfPn {
            weak: true,
            ..DfPn::BEST
        };
        let weak = sum_up(&children, &rule);
        let lose = 50 + 2 * Numbers::UNIT;
        assert_eq!(weak.distance, Distance { win: 3, lose });
        assert_eq!((weak.nearest, weak.second, weak.others), (2, 7, 2 * unit));
        assert_eq!(sum_up(&children[1..2], &rule).distance, Distance::LOST);
        // Focused: of eight open ones the first three, and those between that are lost for the mover.
        let focused = DfPn {
            focused: true,
            ..DfPn::BEST
        };
        let mut children = vec![child(3, 5), child(0, FAR), child(3, 7), child(3, 2)];
        children.extend([child(9, 1); 5]);
        let sum = sum_up(&children, &focused);
        assert_eq!(sum.distance, Distance { win: 2, lose: 9 });
        assert_eq!((sum.count, sum.nearest, sum.second), (4, 3, 5));
        children[8] = child(FAR, 0);
        assert_eq!(sum_up(&children, &focused).distance, Distance::WON);
        assert_eq!(sum_up(&children[1..2], &focused).distance, Distance::LOST);
        arrange(&mut children, &focused);
        assert_eq!(children[0].distance.lose, 0);
    }
}
