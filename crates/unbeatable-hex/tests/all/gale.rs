//! What is said of positions of Gale, compared with exhaustive search and, where that takes too long, with what
//! two trees are.

use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Game, Notation, Player, Wdl};
use unbeatable_hex::board::each;
use unbeatable_hex::gale::board::{CrossingSet, FIRST_SIDE, GaleBoard, LAST_SIDE};
use unbeatable_hex::gale::trees::{TwoTrees, two_trees, winning_crossings};
use unbeatable_hex::gale::{Crossing, Gale, GaleBridges};

fn rules(order: u8) -> Gale {
    Gale::new(GaleBoard::new(order).expect("an order that there is"))
}

/// Whether a player has joined the sides, seen on the picture alone: signs of the player that are side by side
/// or one above the other are joined, and dots are signs.
fn is_over(board: &GaleBoard, player: Player, bridges: CrossingSet) -> bool {
    let width = usize::from(board.width());
    let is_sign = |row: usize, column: usize| match (row + column) % 2 {
        0 => bridges >> ((row * width + column) / 2) & 1 == 1,
        _ => (row % 2 == 1) == (player == Player::First),
    };
    let mut met = vec![false; width * width];
    let mut waiting: Vec<[usize; 2]> = (0..width)
        .map(|i| match player {
            Player::First => [0, i],
            Player::Second => [i, 0],
        })
        .collect();
    while let Some([row, column]) = waiting.pop() {
        // A dot in the frame's first row or column is not a way in: it is the opponent's.
        if !is_sign(row, column) || std::mem::replace(&mut met[row * width + column], true) {
            continue;
        }
        let along = if player == Player::First { row } else { column };
        if along == width - 1 {
            return true;
        }
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let next = steps.map(|(down, right)| {
            let [row, column] = [(row, down), (column, right)]
                .map(|(at, step): (usize, isize)| at.checked_add_signed(step));
            Some([row?, column?])
        });
        let inside = next.into_iter().flatten();
        waiting.extend(inside.filter(|place| place.iter().all(|&at| at < width)));
    }
    false
}

/// Who wins, by trying everything: for bridges of both players, however many, and for whoever is to move.
///
/// A position is a number of base 3, a digit for each crossing: 0, 1 for Black's, 2 for White's. A bridge makes
/// it larger, so the largest are looked at first.
struct Everything {
    board: GaleBoard,
    /// By position: whether it is over, and who wins if Black moves and if White does.
    winners: Vec<(bool, [Player; 2])>,
}

impl Everything {
    fn new(board: GaleBoard) -> Self {
        let powers = Self::powers(&board);
        let count = 3 * powers[powers.len() - 1];
        let mut winners = vec![(false, Player::BOTH); count];
        for index in (0..count).rev() {
            let bridges = Self::bridges(&board, index);
            let over = Player::BOTH.map(|player| is_over(&board, player, bridges[player.index()]));
            assert_ne!(over, [true; 2], "two winners");
            let empty = board.full() & !(bridges[0] | bridges[1]);
            winners[index] = match over.iter().position(|&over| over) {
                Some(winner) => (true, [Player::BOTH[winner]; 2]),
                None => {
                    assert_ne!(empty, 0, "no winner");
                    let winner = |turn: Player| {
                        let step = turn.index() + 1;
                        let wins = |crossing: u8| {
                            let next = index + step * powers[usize::from(crossing)];
                            winners[next].1[turn.other().index()] == turn
                        };
                        match each(empty).any(wins) {
                            true => turn,
                            false => turn.other(),
                        }
                    };
                    (false, Player::BOTH.map(winner))
                }
            };
        }
        Everything { board, winners }
    }

    fn powers(board: &GaleBoard) -> Vec<usize> {
        (0..board.count()).map(|i| 3_usize.pow(i.into())).collect()
    }

    fn bridges(board: &GaleBoard, index: usize) -> [CrossingSet; 2] {
        let mut bridges = [0; 2];
        let mut rest = index;
        for crossing in 0..board.count() {
            match rest % 3 {
                0 => {}
                digit => bridges[digit - 1] |= 1 << crossing,
            }
            rest /= 3;
        }
        bridges
    }

    /// Compares all that is said of a position with who wins, if it is not over. Says how many moves of both
    /// players it compared.
    fn check(&self, index: usize) -> Option<u32> {
        let (is_over, winners) = self.winners[index];
        let bridges = Self::bridges(&self.board, index);
        for player in Player::BOTH {
            let own = bridges[player.index()];
            let connects = self.board.connects(player, own);
            assert_eq!(connects, is_over && winners[0] == player, "{bridges:?}");
        }
        if is_over {
            return None;
        }
        let powers = Self::powers(&self.board);
        let empty = self.board.full() & !(bridges[0] | bridges[1]);
        for turn in Player::BOTH {
            let (own, others) = (bridges[turn.index()], bridges[turn.other().index()]);
            let wins = each(empty).filter(|&crossing| {
                let next = index + (turn.index() + 1) * powers[usize::from(crossing)];
                self.winners[next].1[turn.other().index()] == turn
            });
            let wins = wins.fold(0, |wins, crossing| wins | 1 << crossing);
            let said = winning_crossings(&self.board, turn, own, others);
            assert_eq!(said, wins, "{turn:?} to move, {bridges:?}");
            let waiting = turn.other();
            let trees = two_trees(&self.board, waiting, others, own);
            assert_eq!(trees.is_some(), wins == 0, "{turn:?} to move, {bridges:?}");
            if let Some(trees) = trees {
                check_trees(&self.board, waiting, others, own, trees);
            }
        }
        self.check_rules(bridges, winners);
        Some(2 * empty.count_ones())
    }

    /// Compares what the analysis says of the game, if players can have built these bridges in turn.
    fn check_rules(&self, [black, white]: [CrossingSet; 2], winners: [Player; 2]) {
        if !(0..=1).contains(&(black.count_ones() as i32 - white.count_ones() as i32)) {
            return;
        }
        let game = Gale::new(self.board);
        let pos = GaleBridges::new(black, white);
        let is_won = winners[pos.turn().index()] == pos.turn();
        let value = if is_won { Wdl::Win } else { Wdl::Loss };
        assert_eq!(TwoTrees.bounds(&game, &pos), Bounds::exactly(value));
        let best = TwoTrees
            .best_moves(&game, &pos)
            .expect("all moves are known");
        let (own, others) = (pos.of(pos.turn()), pos.of(pos.turn().other()));
        let wins = winning_crossings(&self.board, pos.turn(), own, others);
        let expected = if is_won { wins } else { game.empty(&pos) };
        assert!(best.iter().copied().eq(each(expected).map(Crossing)));
        let candidates: Vec<Crossing> = TwoTrees.candidates(&game, &pos).collect();
        assert!(!candidates.is_empty() && candidates.iter().all(|m| best.contains(m)));
    }
}

/// Checks that two sets of crossings win for a player who moves second: they are empty and have nothing in
/// common, each joins the sides with the player's bridges, and both join the same dots. Then an edge of one can
/// be exchanged for one of the other for ever.
#[track_caller]
fn check_trees(
    board: &GaleBoard,
    player: Player,
    own: CrossingSet,
    others: CrossingSet,
    trees: [CrossingSet; 2],
) {
    let empty = board.full() & !(own | others);
    assert_eq!((trees[0] | trees[1]) & !empty, 0, "an edge is empty");
    assert_eq!(trees[0] & trees[1], 0, "no edge belongs to both trees");
    let joined = trees.map(|tree| board.joined(player, own | tree));
    for by in &joined {
        assert!(by.is_joined([FIRST_SIDE, LAST_SIDE]), "{trees:?}");
    }
    let dots = board.order() * (board.order() - 1) + 2;
    for (a, b) in (0..dots).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let [by_one, by_other] = joined.map(|by| by.is_joined([a, b]));
        assert_eq!(by_one, by_other, "{trees:?}");
    }
}

#[test]
fn all_positions_of_small_boards_agree_with_search() {
    for (order, unfinished) in [(1, 1), (2, 125)] {
        let everything = Everything::new(*rules(order).board());
        let count = everything.winners.len();
        let checked = (0..count).filter_map(|index| everything.check(index));
        assert_eq!(checked.count(), unfinished, "gale:{order}");
    }
}

/// One in 31, which is no power of 3: all digits of these numbers occur.
#[test]
fn positions_of_order_3_agree_with_search() {
    let everything = Everything::new(*rules(3).board());
    let some = (0..everything.winners.len()).step_by(31);
    let moves: Vec<u32> = some.filter_map(|index| everything.check(index)).collect();
    assert_eq!((moves.len(), moves.iter().sum()), (33_766, 327_278));
}

#[test]
#[ignore = "slow: 20 s"]
fn all_positions_of_order_3_agree_with_search() {
    let everything = Everything::new(*rules(3).board());
    let all = 0..everything.winners.len();
    let moves: Vec<u32> = all.filter_map(|index| everything.check(index)).collect();
    assert_eq!((moves.len(), moves.iter().sum()), (1_046_493, 10_143_318));
}

/// Every position of a larger board has a proof: two trees of who is not to move, or a move that leaves two
/// trees to who is. And moves that are said to lose are answered by one that leaves the opponent two trees.
#[test]
fn positions_of_large_boards_have_trees_that_prove_it() {
    let mut random = Random::new(1964);
    let mut counts = [0; 2];
    for order in 2..=8 {
        let game = rules(order);
        for _ in 0..40 / order {
            let mut pos = game.start();
            while game.outcome(&pos).is_none() {
                let won = prove(&game, &pos);
                counts[usize::from(won != 0)] += 1;
                if order < 5 {
                    for lost in game.moves(&pos).filter(|m| won >> m.0 & 1 == 0) {
                        let next = game.play(&pos, lost);
                        assert!(game.outcome(&next).is_none());
                        assert_ne!(prove(&game, &next), 0, "{}", game.position_text(&pos));
                    }
                }
                // Good moves and bad ones, so that both players are ahead at times.
                let moves: Vec<Crossing> = match random.below(3) {
                    0 => game.moves(&pos).collect(),
                    _ => TwoTrees.best_moves(&game, &pos).unwrap(),
                };
                pos = game.play(&pos, random.pick(&moves));
            }
        }
    }
    // The numbers of lost positions and of won ones.
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// The winning moves of who is to move, none if the position is lost, with trees that prove either.
fn prove(game: &Gale, pos: &GaleBridges) -> CrossingSet {
    let board = game.board();
    let (mover, waiting) = (pos.turn(), pos.turn().other());
    let (own, others) = (pos.of(mover), pos.of(waiting));
    let wins = winning_crossings(board, mover, own, others);
    match two_trees(board, waiting, others, own) {
        Some(trees) => {
            check_trees(board, waiting, others, own, trees);
            assert_eq!(wins, 0, "{}", game.position_text(pos));
        }
        None => {
            assert_ne!(wins, 0, "{}", game.position_text(pos));
            for crossing in each(wins) {
                let own = own | 1 << crossing;
                let trees = two_trees(board, mover, own, others).expect("two trees are left");
                check_trees(board, mover, own, others, trees);
            }
        }
    }
    wins
}

/// A bridge more never hurts, so who moves first wins (Nash's argument for Hex). Gross found how, by pairs of
/// crossings (told by Gardner, Scientific American, July 1961).
#[test]
fn who_moves_first_wins_on_every_board() {
    for order in 1..=8 {
        let game = rules(order);
        let start = game.start();
        assert_eq!(TwoTrees.bounds(&game, &start), Bounds::exactly(Wdl::Win));
        let best = TwoTrees.best_moves(&game, &start).unwrap();
        assert!(
            best.into_iter().eq(game.moves(&start)),
            "any first move wins"
        );
    }
}

#[track_caller]
fn check_words(text: &str, why: &str, explanation: &[&str]) {
    let game = rules(2);
    let pos = game.parse_position(text).expect("a position");
    assert_eq!(TwoTrees.why(&game, &pos).as_deref(), Some(why));
    assert_eq!(TwoTrees.explanation(&game, &pos), explanation);
}

#[test]
fn answers_are_explained() {
    check_words(
        "../X/..",
        "Black has two trees without a common crossing, each from top to bottom, and what is cut in one the \
         other mends (Lehman 1964)",
        &[
            "Black has two trees, 1 and 2, that join the same dots, top and bottom among them:",
            "      x   x",
            " 3  o 1 o 2 o",
            " 2    x───x",
            " 1  o 1 o 2 o",
            "      x   x",
            "      a b c",
            "",
            "When White cuts one tree in two, Black plays a crossing of the other that joins both parts again. \
             That bridge belongs to both trees from then on.",
        ],
    );
    check_words(
        ".././..",
        "a3 leaves Black two trees without a common crossing, each from top to bottom, and what is cut in one \
         the other mends (Lehman 1964)",
        &[
            "a3 leaves Black two trees, 1 and 2, that join the same dots, top and bottom among them:",
            "      x   x",
            " 3  o │ o 1 o",
            " 2    x 2 x",
            " 1  o 1 o 2 o",
            "      x   x",
            "      a b c",
            "",
            "When White cuts one tree in two, Black plays a crossing of the other that joins both parts again. \
             That bridge belongs to both trees from then on.",
            "Also winning: c3, b2, a1, c1.",
        ],
    );
    check_words(
        "X./O/..",
        "a1 joins top and bottom",
        &["a1 joins top and bottom.", "Also winning: c3, c1."],
    );
}
