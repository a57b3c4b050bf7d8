//! The rules once more, on boards as lists of cells and heaps as lists of numbers, in the simplest words:
//! nothing here is the library's.

/// A board, or heaps, and who is to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    /// Per square, rows from the top: 0 empty, 1 X, 2 O. Or heaps, the smallest first.
    pub(crate) cells: Vec<u8>,
    /// 0 for the first player, 1 for the second.
    pub(crate) turn: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Rules {
    /// A line of `length` wins on a board of `columns` times `rows`.
    Lines {
        columns: usize,
        rows: usize,
        length: usize,
        is_misere: bool,
    },
    /// One octal digit for each number of stones taken from a heap, the last for all that follow.
    Heaps {
        start: Vec<u8>,
        digits: Vec<u8>,
        is_misere: bool,
    },
}

impl Rules {
    pub(crate) fn of(spec: &str) -> Self {
        let (spec, is_misere) = match spec.strip_suffix("+misere") {
            Some(spec) => (spec, true),
            None => (spec, false),
        };
        let (name, size) = spec.split_once(':').unwrap_or((spec, ""));
        let numbers = |by: char| size.split(by).map(|n| n.parse().unwrap()).collect();
        let heaps = |digits: &[u8]| Rules::Heaps {
            start: numbers(','),
            digits: digits.to_vec(),
            is_misere,
        };
        match name {
            "nim" => heaps(&[0, 3]),
            "subtract" => heaps(&[0, 3, 3, 3, 0]),
            "kayles" => heaps(&[0, 7, 7, 0]),
            "dawson" => heaps(&[0, 0, 7, 0]),
            _ => {
                let sizes: Vec<u8> = match name {
                    "ttt" => vec![3, 3, 3],
                    _ => numbers('x'),
                };
                Rules::Lines {
                    columns: sizes[0].into(),
                    rows: sizes[1].into(),
                    length: sizes[2].into(),
                    is_misere,
                }
            }
        }
    }

    pub(crate) fn start(&self) -> Board {
        let cells = match self {
            Rules::Lines { columns, rows, .. } => vec![0; columns * rows],
            Rules::Heaps { start, .. } => {
                let mut heaps: Vec<u8> = start.iter().copied().filter(|&n| n > 0).collect();
                heaps.sort_unstable();
                heaps
            }
        };
        Board { cells, turn: 0 }
    }

    /// The boards behind all moves, in board order, as if the game were not over.
    pub(crate) fn next(&self, board: &Board) -> Vec<Board> {
        let turn = 1 - board.turn;
        let mut next = vec![];
        match self {
            Rules::Lines { .. } => {
                for i in 0..board.cells.len() {
                    if board.cells[i] == 0 {
                        let mut cells = board.cells.clone();
                        cells[i] = board.turn as u8 + 1;
                        next.push(Board { cells, turn });
                    }
                }
            }
            Rules::Heaps { digits, .. } => {
                for i in 0..board.cells.len() {
                    let heap = board.cells[i];
                    if i > 0 && board.cells[i - 1] == heap {
                        continue;
                    }
                    for take in 1..=heap {
                        let digit = digits[usize::from(take).min(digits.len() - 1)];
                        let rest = heap - take;
                        for split in 0..=rest / 2 {
                            let bit = match (rest, split) {
                                (0, _) => 1,
                                (_, 0) => 2,
                                _ => 4,
                            };
                            if digit & bit == 0 {
                                continue;
                            }
                            let mut cells = board.cells.clone();
                            cells.remove(i);
                            cells.extend([split, rest - split].into_iter().filter(|&n| n > 0));
                            cells.sort_unstable();
                            next.push(Board { cells, turn });
                        }
                    }
                }
            }
        }
        next
    }

    /// Who won, if the game is over: 1 the first player, -1 the second, 0 nobody.
    pub(crate) fn over(&self, board: &Board) -> Option<i8> {
        let of = |player: usize| if player == 0 { 1 } else { -1 };
        let mover = 1 - board.turn;
        match *self {
            Rules::Lines {
                columns,
                rows,
                length,
                is_misere,
            } => {
                let at = |x: isize, y: isize| {
                    let is_on =
                        (0..columns as isize).contains(&x) && (0..rows as isize).contains(&y);
                    is_on.then(|| board.cells[y as usize * columns + x as usize])
                };
                for y in 0..rows as isize {
                    for x in 0..columns as isize {
                        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                            let colour = at(x, y);
                            let is_line = colour != Some(0)
                                && (0..length as isize)
                                    .all(|i| at(x + i * dx, y + i * dy) == colour);
                            if is_line {
                                let owner = usize::from(colour.unwrap()) - 1;
                                return Some(of(if is_misere { 1 - owner } else { owner }));
                            }
                        }
                    }
                }
                (!board.cells.contains(&0)).then_some(0)
            }
            Rules::Heaps { is_misere, .. } => {
                let winner = if is_misere { board.turn } else { mover };
                self.next(board).is_empty().then(|| of(winner))
            }
        }
    }

    /// Of all images of a board the one with the least number in base 3, the first square the least digit.
    pub(crate) fn fold(&self, board: &Board) -> Board {
        let Rules::Lines { columns, rows, .. } = *self else {
            return board.clone();
        };
        let mut best: Option<Vec<u8>> = None;
        for flips in 0..8 {
            if flips & 4 != 0 && columns != rows {
                continue;
            }
            let mut cells = vec![0; board.cells.len()];
            for y in 0..rows {
                for x in 0..columns {
                    let (mut u, mut v) = if flips & 4 != 0 { (y, x) } else { (x, y) };
                    if flips & 1 != 0 {
                        u = columns - 1 - u;
                    }
                    if flips & 2 != 0 {
                        v = rows - 1 - v;
                    }
                    cells[v * columns + u] = board.cells[y * columns + x];
                }
            }
            let is_less = best
                .as_ref()
                .is_none_or(|best| cells.iter().rev().lt(best.iter().rev()));
            if is_less {
                best = Some(cells);
            }
        }
        Board {
            cells: best.unwrap(),
            turn: board.turn,
        }
    }
}
