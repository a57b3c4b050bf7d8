//! Relevance zones of searches, compared with exhaustive search.

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Budget, Decided, Game, Goal, Guide, Line, Notation, Outcome, Player, Prospect,
    RelevanceZones, Wdl,
};
use unbeatable_hex::board::HexBoard;
use unbeatable_hex::connections::analysis::VirtualConnections;
use unbeatable_hex::hex::{Hex, HexMove, HexStones};
use unbeatable_solve::df_pn::{DfPn, ProvenZone};
use unbeatable_solve::search::Search;
use unbeatable_solve::solver::Solver;

use crate::everything::{Everything, by_lot, stones_of};
use crate::exhaustive::check_needed;

/// Sees a win one move ahead, and nothing else: all zones but those come from the search.
struct LastMoves;

impl Analysis<Hex> for LastMoves {
    fn zones(&self) -> Option<&dyn RelevanceZones<Hex>> {
        Some(self)
    }
}

impl RelevanceZones<Hex> for LastMoves {
    fn square(&self, m: HexMove) -> Option<u128> {
        match m {
            HexMove::Stone(cell) => Some(1 << cell),
            HexMove::Swap => None,
        }
    }

    fn zone(&self, game: &Hex, pos: &HexStones) -> Option<u128> {
        let wins = |m: &HexMove| game.outcome(&game.play(pos, *m)).is_some();
        let m = game.moves(pos).find(wins);
        Some(m.and_then(|m| self.square(m)).unwrap_or(0))
    }
}

/// Virtual connections, without their zones.
struct WithoutZones(VirtualConnections);

impl Analysis<Hex> for WithoutZones {
    fn prospects<D: Guide<Hex>>(
        &self,
        game: &Hex,
        guide: &D,
        pos: &HexStones,
        at_least: Outcome<Wdl>,
        each: impl FnMut(Prospect<HexMove>),
    ) -> Option<Decided<HexMove>> {
        self.0.prospects(game, guide, pos, at_least, each)
    }
}

/// Zones with more cells are tried out by a search without zones.
const EVERYTHING_MAX: u32 = 9;

/// The winner of a zone wins though the other player has all that is outside.
fn check_zone(game: &Hex, proven: &ProvenZone<HexStones>) {
    let ProvenZone { pos, winner, zone } = *proven;
    let (stones, turn) = (stones_of(&pos), pos.turn());
    let text = game.position_text(&pos);
    assert_eq!(zone & !game.empty(&pos), 0, "{text}: empty cells");
    if zone.count_ones() <= EVERYTHING_MAX {
        let mut everything = Everything::new(*game.board());
        return check_needed(stones, winner, zone, turn, &mut everything);
    }
    let mut stones = stones;
    stones[winner.other().index()] |= game.empty(&pos) & !zone;
    let connects = |player: Player| game.board().connects(player, stones[player.index()]);
    assert!(
        !connects(winner.other()),
        "{text}: nothing is left to play for"
    );
    // Who moves is seen from the number of stones, and from a swap.
    let [black, white] = stones;
    let even = HexStones::new(black, white);
    let without = match even.turn() == turn {
        true => even,
        false => HexStones::swapped(black, white),
    };
    assert!(!connects(winner), "{text}: it is over");
    let found = who_wins(game, &WithoutZones(VirtualConnections::default()), without);
    assert_eq!(found.0, winner, "{text} {zone:b}");
}

/// Who wins a position, in how many nodes, and all zones that are known then.
fn who_wins<A: Analysis<Hex>>(
    game: &Hex,
    know: &A,
    pos: HexStones,
) -> (Player, u64, Vec<ProvenZone<HexStones>>) {
    let mut search = Search::new(game, know, &(), DfPn::BEST, Budget::DEFAULT);
    let goal = Goal::AtLeast(Outcome::win(Player::First));
    let solved = search.prove(&Line::new(game, pos), goal, &());
    let winner = match goal.answer(solved.bounds, pos.turn()) {
        Some(true) => Player::First,
        Some(false) => Player::Second,
        None => panic!("a small board is solved"),
    };
    (winner, solved.effort.nodes, search.proven_zones())
}

/// Searches positions by lot, and tries out every zone that is known afterwards: how many of them are of
/// positions that were not decided at sight.
fn check<A: Analysis<Hex>>(
    know: &A,
    (columns, rows): (u8, u8),
    stones: std::ops::Range<u64>,
    count: u64,
) -> usize {
    let board = HexBoard::new(columns, rows).expect("a size that there is");
    let game = Hex::new(board, false);
    let mut random = Random::new(u64::from(columns) * 16 + u64::from(rows));
    let mut searched = 0;
    for i in 0..count {
        let many = stones.start + i % (stones.end - stones.start);
        let Some(pos) = by_lot(&game, many, &mut random) else {
            continue;
        };
        let (_, _, zones) = who_wins(&game, know, pos);
        zones.iter().for_each(|proven| check_zone(&game, proven));
        let is_open = |proven: &&ProvenZone<HexStones>| {
            let win = Outcome::win(Player::First);
            let decided = know.prospects(&game, &(), &proven.pos, win, |_| ());
            decided.is_none()
        };
        searched += zones.iter().filter(is_open).count();
    }
    searched
}

#[test]
fn zones_of_searches_are_enough() {
    let searched = check(&LastMoves, (3, 3), 0..4, 40);
    assert!(searched > 300, "{searched}");
    let searched = check(&LastMoves, (4, 4), 4..9, 60);
    assert!(searched > 1_000, "{searched}");
    let searched = check(&VirtualConnections::default(), (6, 6), 1..8, 60);
    assert!(searched > 500, "{searched}");
}

#[test]
#[ignore = "slow: 90 s"]
fn zones_of_searches_are_enough_slowly() {
    let know = VirtualConnections::default();
    let searched = check(&know, (7, 6), 1..8, 60) + check(&know, (7, 7), 4..10, 60);
    assert!(searched > 3_000, "{searched}");
}

/// Zones change how much is searched, never what comes out.
#[test]
fn zones_save_work_and_change_no_value() {
    let board = HexBoard::new(6, 6).expect("a size that there is");
    let game = Hex::new(board, false);
    let know = VirtualConnections::default();
    let mut random = Random::new(7);
    let mut nodes = [0; 2];
    for i in 0..60 {
        let Some(pos) = by_lot(&game, 1 + i % 8, &mut random) else {
            continue;
        };
        let (with, without) = (
            who_wins(&game, &know, pos),
            who_wins(&game, &WithoutZones(know.clone()), pos),
        );
        assert_eq!(with.0, without.0, "{}", game.position_text(&pos));
        nodes[0] += with.1;
        nodes[1] += without.1;
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}
