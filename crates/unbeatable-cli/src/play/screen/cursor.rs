//! Which move the arrow keys lead to.

use unbeatable_workbench::report::{LegalMove, Place};

/// An arrow key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arrow {
    Left,
    Right,
    Up,
    Down,
}

/// The move that the arrow leads to from move `at`, on a grid of that many columns if there is one; `at`
/// if there is none in that direction.
pub(super) fn step(moves: &[LegalMove], at: usize, arrow: Arrow, columns: Option<usize>) -> usize {
    let Some(from) = moves.get(at) else {
        return 0;
    };
    // Several steps may end on one square, and several moves have none: a list leads to each of them.
    let is_step = |m: &LegalMove| matches!(m.place, Some(Place::Step(..)));
    let is_list =
        moves.iter().any(is_step) || moves.iter().filter(|m| m.place.is_none()).count() > 1;
    let columns = columns.filter(|_| !is_list);
    match (&from.place, columns) {
        (Some(Place::Square(square)), Some(columns)) => on_grid(moves, *square, arrow, columns),
        (Some(Place::Heap(heap, taken)), _) => in_heaps(moves, *heap, *taken, arrow),
        // From a pass to the first square; without places, through the list.
        (_, Some(_)) => moves.iter().position(|m| m.place.is_some()),
        (_, None) => match arrow {
            Arrow::Left | Arrow::Up => at.checked_sub(1),
            Arrow::Right | Arrow::Down => Some(at + 1).filter(|next| *next < moves.len()),
        },
    }
    .unwrap_or(at)
}

/// The move that is nearest to a place, or to the middle if there was none; 0 if no move has a place.
/// A grid, if there is one, is given as its columns and its squares.
pub(super) fn nearest(moves: &[LegalMove], to: Option<&Place>, grid: Option<[usize; 2]>) -> usize {
    let distance = |m: &LegalMove| match (m.place.as_ref()?, to, grid) {
        (Place::Square(square), to, Some([columns, squares])) => {
            // In halves: the middle of an even number of columns lies between two.
            let place = |square: usize| [2 * (square % columns), 2 * (square / columns)];
            let [x, y] = match to {
                Some(Place::Square(to)) => place(*to),
                _ => [columns - 1, squares / columns - 1],
            };
            let [to_x, to_y] = place(*square);
            Some((x.abs_diff(to_x) + y.abs_diff(to_y), 0))
        }
        // The heap that is marked, or the last one; as few stones as may be.
        (Place::Heap(heap, [from, until]), Some(Place::Heap(to, _)), _) => {
            Some((heap.abs_diff(*to), until - from))
        }
        (Place::Heap(heap, [from, until]), ..) => Some((usize::MAX - heap, until - from)),
        _ => None,
    };
    let near = (moves.iter().enumerate()).filter_map(|(i, m)| Some((distance(m)?, i)));
    near.min().map_or(0, |(_, i)| i)
}

/// The nearest legal square in that direction. To the left and right the row comes first; up and down
/// lead to the next row that has any. So every row is reached, and in it every square.
fn on_grid(moves: &[LegalMove], from: usize, arrow: Arrow, columns: usize) -> Option<usize> {
    let place = |square: usize| [(square % columns) as isize, (square / columns) as isize];
    let [x, y] = place(from);
    let distance = |m: &LegalMove| {
        let Some(Place::Square(square)) = m.place else {
            return None;
        };
        let [to_x, to_y] = place(square);
        let (ahead, order) = match arrow {
            Arrow::Left => (x - to_x, [(to_y - y).abs(), x - to_x]),
            Arrow::Right => (to_x - x, [(to_y - y).abs(), to_x - x]),
            Arrow::Up => (y - to_y, [y - to_y, (to_x - x).abs()]),
            Arrow::Down => (to_y - y, [to_y - y, (to_x - x).abs()]),
        };
        (ahead > 0).then_some(order)
    };
    let near = (moves.iter().enumerate()).filter_map(|(i, m)| Some((distance(m)?, i)));
    near.min().map(|(_, i)| i)
}

/// Up and down lead to the next heap, left and right to more and fewer stones of this one.
fn in_heaps(moves: &[LegalMove], heap: usize, taken: [usize; 2], arrow: Arrow) -> Option<usize> {
    let places = moves.iter().enumerate().filter_map(|(i, m)| match m.place {
        Some(Place::Heap(heap, taken)) => Some((heap, taken, i)),
        _ => None,
    });
    let stones = |[from, to]: [usize; 2]| to - from;
    let near = |[from, to]: [usize; 2]| (stones([from, to]).abs_diff(stones(taken)), from);
    match arrow {
        Arrow::Left => places
            .filter(|(h, t, _)| *h == heap && *t < taken)
            .max()
            .map(|(_, _, i)| i),
        Arrow::Right => places
            .filter(|(h, t, _)| *h == heap && *t > taken)
            .min()
            .map(|(_, _, i)| i),
        Arrow::Up => places
            .filter(|(h, ..)| *h < heap)
            .min_by_key(|(h, t, _)| (heap - h, near(*t)))
            .map(|(_, _, i)| i),
        Arrow::Down => places
            .filter(|(h, ..)| *h > heap)
            .min_by_key(|(h, t, _)| (h - heap, near(*t)))
            .map(|(_, _, i)| i),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARROWS: [Arrow; 4] = [Arrow::Left, Arrow::Right, Arrow::Up, Arrow::Down];

    fn on(squares: impl IntoIterator<Item = usize>) -> Vec<LegalMove> {
        let legal = |square: usize| LegalMove {
            text: square.to_string(),
            place: Some(Place::Square(square)),
        };
        squares.into_iter().map(legal).collect()
    }

    /// How many moves the arrows reach from the first one.
    fn reached(moves: &[LegalMove], columns: Option<usize>) -> usize {
        let mut found = vec![0];
        let mut i = 0;
        while i < found.len() {
            for arrow in ARROWS {
                let to = step(moves, found[i], arrow, columns);
                if !found.contains(&to) {
                    found.push(to);
                }
            }
            i += 1;
        }
        found.len()
    }

    #[test]
    fn arrows_go_where_they_point() {
        let moves = on(0..9);
        assert_eq!(step(&moves, 4, Arrow::Left, Some(3)), 3);
        assert_eq!(step(&moves, 4, Arrow::Right, Some(3)), 5);
        assert_eq!(step(&moves, 4, Arrow::Up, Some(3)), 1);
        assert_eq!(step(&moves, 4, Arrow::Down, Some(3)), 7);
        assert_eq!(step(&moves, 0, Arrow::Left, Some(3)), 0);
        // What is taken is jumped over.
        let moves = on([0, 2, 6]);
        assert_eq!(step(&moves, 0, Arrow::Right, Some(3)), 1);
        assert_eq!(step(&moves, 1, Arrow::Down, Some(3)), 2);
        assert_eq!(step(&[], 5, Arrow::Down, Some(3)), 0);
    }

    #[test]
    fn the_cursor_stays_where_it_was() {
        let grid = Some([3, 9]);
        assert_eq!(nearest(&on(0..9), None, grid), 4);
        assert_eq!(nearest(&on(0..16), None, Some([4, 16])), 5);
        let square = Place::Square(8);
        assert_eq!(nearest(&on([0, 5]), Some(&square), grid), 1);
        assert_eq!(nearest(&[], Some(&square), grid), 0);
    }

    #[test]
    fn every_square_can_be_reached() {
        for taken in 0_u32..512 {
            let moves = on((0..9).filter(|square| taken >> square & 1 == 0));
            if !moves.is_empty() {
                assert_eq!(reached(&moves, Some(3)), moves.len(), "{taken:b}");
            }
        }
    }

    #[test]
    fn every_number_of_stones_can_be_reached() {
        let legal = |(heap, stones): (usize, usize)| {
            (0..stones).map(move |from| LegalMove {
                text: format!("{stones}-{}", stones - from),
                place: Some(Place::Heap(heap, [from, stones])),
            })
        };
        let moves: Vec<LegalMove> = [3, 5, 7].into_iter().enumerate().flat_map(legal).collect();
        assert_eq!(reached(&moves, None), 15);
        // Taking one of three, the arrow down takes one of five.
        assert_eq!(moves[step(&moves, 2, Arrow::Down, None)].text, "5-1");
        assert_eq!(moves[step(&moves, 2, Arrow::Left, None)].text, "3-2");
    }
}
