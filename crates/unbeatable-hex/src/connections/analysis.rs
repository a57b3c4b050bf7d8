//! What virtual connections say of a position of Hex.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, OnceLock};

use unbeatable_core::diagram::{Highlight, HighlightKind};
use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::notation::listed;
use unbeatable_core::{
    Analysis, Bounds, Decided, Game, Guide, Notation, Numbers, Outcome, Player, Prospect,
    RelevanceZones, Wdl,
};

use super::net::Net;
use crate::board::{CellSet, HexBoard, each};
use crate::hex::{Hex, HexMove, HexStones};
use crate::inferior::Filled;
use crate::word::Word;

/// Knows by virtual connections who has won, and which cells must be played.
///
/// What is seen of a position depends on nothing else, takes a good part of a millisecond, and is asked again
/// whenever a search comes back; so the last sights are kept.
#[derive(Clone, Default)]
pub struct VirtualConnections {
    seen: Arc<OnceLock<Vec<Mutex<Option<Seen>>>>>,
}

/// A position of a game, and what was seen of it.
struct Seen {
    board: HexBoard,
    pos: HexStones,
    sight: HexSight,
    zone: CellSet,
}

/// How many sights are kept: some 20 MB.
const SEEN_MAX: usize = 1 << 16;

/// What is seen of a position by its player to move.
#[derive(Clone)]
enum HexSight {
    /// This cell wins.
    Won(u8),
    /// None does.
    Lost,
    /// One of these wins if any does: each with how many answers the opponent has to it.
    Open(Arc<[(u8, u8)]>),
}

impl VirtualConnections {
    fn sight(&self, game: &Hex, pos: &HexStones) -> HexSight {
        self.sight_and_zone(game, pos).0
    }

    /// What is seen of a position, and what [`RelevanceZones::zone`] says of it.
    fn sight_and_zone(&self, game: &Hex, pos: &HexStones) -> (HexSight, CellSet) {
        let seen = self.seen.get_or_init(|| {
            let empty = || Mutex::new(None);
            std::iter::repeat_with(empty).take(SEEN_MAX).collect()
        });
        let at = BuildMixer::default().hash_one(pos) as usize % SEEN_MAX;
        let slot = || seen[at].lock().expect("no thread panics");
        if let Some(seen) = &*slot()
            && (seen.board, seen.pos) == (*game.board(), *pos)
        {
            return (seen.sight.clone(), seen.zone);
        }
        let (sight, zone) = match game.board().count() {
            ..=64 => look::<u64>(game, pos),
            _ => look::<u128>(game, pos),
        };
        *slot() = Some(Seen {
            board: *game.board(),
            pos: *pos,
            sight: sight.clone(),
            zone,
        });
        (sight, zone)
    }
}

/// Looks at an unfinished position: what is seen, and what [`RelevanceZones::zone`] says. The swap is not looked
/// at: whoever asks has made sure that nobody can swap any more.
///
/// A zone is the carrier of a connection and all that the winner captures. The opponent may have the rest: what
/// is filled in stays dead or captured whatever is played elsewhere, and what the opponent captures is given
/// to it as well.
fn look<W: Word>(game: &Hex, pos: &HexStones) -> (HexSight, CellSet) {
    let (board, turn) = (game.board(), pos.turn());
    let (me, you) = (turn.index(), turn.other().index());
    let filled = Filled::<W>::new(board, [pos.black(), pos.white()]);
    let (stones, empty) = (filled.stones(), filled.empty());
    let (mine, theirs) = (stones[me], stones[you]);
    // Who is connected wins with any stone. One on a cell that is still worth something looks best.
    let any = || {
        let any = match empty {
            0 => game.empty(pos),
            _ => empty,
        };
        any.trailing_zeros() as u8
    };
    let captured = |filled: &Filled<W>, player| filled.captured(player) & game.empty(pos);
    let their_captured = captured(&filled, turn.other());
    if board.connects(turn.other(), theirs) {
        return (HexSight::Lost, their_captured);
    }
    let own = Net::<W>::new(board, turn, mine, theirs, true);
    if let Some(cell) = own.key() {
        return (
            HexSight::Won(cell),
            captured(&filled, turn) | own.key_carrier(),
        );
    }
    if own.is_connected() {
        return (
            HexSight::Won(any()),
            captured(&filled, turn) | own.carrier(),
        );
    }
    let their = Net::<W>::new(board, turn.other(), theirs, mine, false);
    let zone = their_captured | their.carrier();
    if their.is_connected() {
        return (HexSight::Lost, zone);
    }
    // All other moves leave the opponent a way to connect.
    let mut must = their.common().unwrap_or(empty) & empty;
    let nexts: Vec<(u8, Filled<W>)> = each(must)
        .map(|cell| (cell, filled.with(turn, cell)))
        .collect();
    for (cell, next) in &nexts {
        if must >> cell & 1 == 1 {
            // A cell that another one gives for free need not be tried.
            must &= !next.free(turn) | 1 << cell;
        }
    }
    // What looks best by the net before the move comes first: it may connect the sides, and then the others
    // need no look.
    let mut nexts: Vec<(u32, u8, Filled<W>)> = (nexts.into_iter())
        .filter(|(cell, _)| must >> cell & 1 == 1)
        .map(|(cell, next)| {
            let answers = own.common_with(cell).unwrap_or(CellSet::MAX) & next.empty();
            (answers.count_ones(), cell, next)
        })
        .collect();
    nexts.sort_by_key(|(answers, cell, _)| (*answers, *cell));
    let mut open = vec![];
    for (_, cell, next) in nexts {
        let stones = next.stones();
        let net = own.after(board, turn, stones[me], stones[you]);
        if net.is_connected() {
            let zone = captured(&next, turn) | net.carrier() | 1 << cell;
            return (HexSight::Won(cell), zone);
        }
        let answers = net.common().unwrap_or(next.empty()) & next.empty();
        open.push((cell, answers.count_ones() as u8));
    }
    open.sort_unstable();
    let sight = match open.is_empty() {
        true => HexSight::Lost,
        false => HexSight::Open(open.into()),
    };
    (sight, zone)
}

/// On larger boards nothing is drawn: it would take too long to look.
const DRAWN_MAX: u8 = 64;

/// What is drawn of an unfinished position.
enum HexPicture {
    /// This player wins whatever happens elsewhere.
    Needed(Player, CellSet),
    /// One of these must be tried.
    MustPlay(CellSet),
}

/// The cells that a player needs who is known to win, with this move first if it is his turn: as few as can be
/// found by giving one after the other to the opponent.
fn needed<W: Word>(game: &Hex, pos: &HexStones, winner: Player, first: Option<u8>) -> CellSet {
    let (board, empty) = (game.board(), game.empty(pos));
    let [mine, theirs] = [winner, winner.other()].map(|player| pos.of(player));
    let first = first.map_or(0, |cell| 1 << cell);
    let does = |needed: CellSet| {
        let mut stones = [0; 2];
        stones[winner.index()] = mine | first;
        stones[winner.other().index()] = theirs | empty & !(needed | first);
        let filled = Filled::<W>::new(board, stones);
        let stones = filled.stones();
        let [mine, theirs] = [winner, winner.other()].map(|player| stones[player.index()]);
        Net::<W>::new(board, winner, mine, theirs, false).is_connected()
    };
    let mut needed = empty & !first;
    if !does(needed) {
        // It was seen in another way.
        return empty;
    }
    for cell in each(needed) {
        let less = needed & !(1 << cell);
        if does(less) {
            needed = less;
        }
    }
    needed | first
}

impl VirtualConnections {
    fn picture(&self, game: &Hex, pos: &HexStones) -> Option<HexPicture> {
        if !game.is_settled(pos) || game.board().count() > DRAWN_MAX {
            return None;
        }
        let needed = |winner, first| needed::<u64>(game, pos, winner, first);
        let turn = pos.turn();
        Some(match self.sight(game, pos) {
            HexSight::Won(cell) => HexPicture::Needed(turn, needed(turn, Some(cell))),
            HexSight::Lost => HexPicture::Needed(turn.other(), needed(turn.other(), None)),
            HexSight::Open(open) if open.len() < game.empty(pos).count_ones() as usize => {
                HexPicture::MustPlay(open.iter().fold(0, |set, (cell, _)| set | 1 << cell))
            }
            HexSight::Open(_) => return None,
        })
    }
}

impl RelevanceZones<Hex> for VirtualConnections {
    fn square(&self, m: HexMove) -> Option<CellSet> {
        match m {
            HexMove::Stone(cell) => Some(1 << cell),
            HexMove::Swap => None,
        }
    }

    fn zone(&self, game: &Hex, pos: &HexStones) -> Option<CellSet> {
        game.is_settled(pos)
            .then(|| self.sight_and_zone(game, pos).1)
    }
}

impl Analysis<Hex> for VirtualConnections {
    fn bounds(&self, game: &Hex, pos: &HexStones) -> Bounds<Wdl> {
        if !game.is_settled(pos) {
            return Bounds::UNKNOWN;
        }
        match self.sight(game, pos) {
            HexSight::Won(_) => Bounds::exactly(Wdl::Win),
            HexSight::Lost => Bounds::exactly(Wdl::Loss),
            HexSight::Open(_) => Bounds::UNKNOWN,
        }
    }

    fn zones(&self) -> Option<&dyn RelevanceZones<Hex>> {
        Some(self)
    }

    /// A net takes time as the square of its points, and one is made for each move.
    fn weight(&self, game: &Hex) -> u32 {
        u32::from(game.board().count()).pow(2).div_ceil(4)
    }

    /// The must-play region without dominated cells; of a lost position all moves.
    fn candidates<'a>(
        &'a self,
        game: &'a Hex,
        pos: &'a HexStones,
    ) -> impl Iterator<Item = HexMove> + 'a {
        let cells: CellSet = match game.is_settled(pos).then(|| self.sight(game, pos)) {
            None | Some(HexSight::Lost) => game.empty(pos),
            Some(HexSight::Won(cell)) => 1 << cell,
            Some(HexSight::Open(open)) => open.iter().fold(0, |set, (cell, _)| set | 1 << cell),
        };
        let is_tried = move |m: &HexMove| match m {
            HexMove::Stone(cell) => cells >> cell & 1 == 1,
            HexMove::Swap => true,
        };
        game.moves(pos).filter(is_tried)
    }

    fn prospects<D: Guide<Hex>>(
        &self,
        game: &Hex,
        guide: &D,
        pos: &HexStones,
        at_least: Outcome<Wdl>,
        mut each: impl FnMut(Prospect<HexMove>),
    ) -> Option<Decided<HexMove>> {
        if !game.is_settled(pos) {
            return unbeatable_core::analysis::one_by_one(self, game, guide, pos, at_least, each);
        }
        let open = match self.sight(game, pos) {
            HexSight::Won(cell) => return Some(Decided::Reached(HexMove::Stone(cell))),
            HexSight::Lost => return Some(Decided::Missed),
            HexSight::Open(open) => open,
        };
        for &(cell, answers) in &*open {
            let m = HexMove::Stone(cell);
            let next = game.play(pos, m);
            // Each answer must be refuted, and one that is right is enough.
            let (all, one) = (u32::from(answers.max(1)) * Numbers::UNIT, Numbers::UNIT);
            let (proof, disproof) = match pos.turn() {
                Player::First => (all, one),
                Player::Second => (one, all),
            };
            each(Prospect {
                m,
                key: game.key(&next),
                second_key: game.second_key(&next),
                numbers: Numbers { proof, disproof },
            });
        }
        None
    }

    fn remark(&self, game: &Hex, pos: &HexStones, m: HexMove) -> Option<String> {
        let next = game.play(pos, m);
        if game.outcome(&next).is_some() || !game.is_settled(&next) {
            return None;
        }
        let is_for_good = matches!(self.sight(game, &next), HexSight::Lost);
        is_for_good.then(|| format!("connects {} for good", sides(pos.turn())))
    }

    fn highlights(&self, game: &Hex, pos: &HexStones) -> Vec<Highlight> {
        let (kind, cells) = match self.picture(game, pos) {
            Some(HexPicture::Needed(winner, cells)) => (HighlightKind::Needed(winner), cells),
            Some(HexPicture::MustPlay(cells)) => (HighlightKind::MustPlay, cells),
            None => return vec![],
        };
        let light = |cell: u8| Highlight {
            square: cell.into(),
            kind,
        };
        each(cells).map(light).collect()
    }

    /// The board, with signs on the cells that matter.
    fn explanation(&self, game: &Hex, pos: &HexStones) -> Vec<String> {
        let (words, cells) = match self.picture(game, pos) {
            Some(HexPicture::Needed(winner, cells)) => {
                let name = game.player_name(winner);
                let words =
                    format!("{name} needs only the cells with *, whatever is played elsewhere:");
                (words, cells)
            }
            Some(HexPicture::MustPlay(cells)) => {
                let words = "If any move wins, one on a cell with * does:".to_string();
                (words, cells)
            }
            None => return vec![],
        };
        let mark = |m: HexMove| match m {
            HexMove::Stone(cell) => (cells >> cell & 1 == 1).then_some('*'),
            HexMove::Swap => None,
        };
        let mut board = String::new();
        let written = game.write_board(pos, &mark, &mut board);
        written.expect("writing to a string does not fail");
        let mut lines = vec![words, String::new()];
        lines.extend(board.lines().map(String::from));
        lines
    }

    fn why(&self, game: &Hex, pos: &HexStones) -> Option<String> {
        if !game.is_settled(pos) {
            return None;
        }
        let (mover, other) = (pos.turn(), pos.turn().other());
        let name = |player| game.player_name(player);
        match self.sight(game, pos) {
            HexSight::Won(cell) => Some(format!(
                "{} connects {} with {}, whatever {} does",
                name(mover),
                sides(mover),
                game.board().name(cell),
                name(other)
            )),
            HexSight::Lost => Some(format!(
                "{} connects {}, whatever {} does",
                name(other),
                sides(other),
                name(mover)
            )),
            HexSight::Open(open) if open.len() < game.empty(pos).count_ones() as usize => {
                let cells: Vec<String> = (open.iter())
                    .map(|(cell, _)| game.board().name(*cell))
                    .collect();
                Some(format!(
                    "{} must try {}: behind every other cell {} connects {}, or it is no better",
                    name(mover),
                    listed(&cells, "or"),
                    name(other),
                    sides(other)
                ))
            }
            HexSight::Open(_) => None,
        }
    }
}

/// The sides that a player connects.
fn sides(player: Player) -> &'static str {
    match player {
        Player::First => "top and bottom",
        Player::Second => "left and right",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::HexBoard;

    #[test]
    fn reasons_are_told() {
        let game = Hex::new(HexBoard::new(4, 4).unwrap(), false);
        let know = VirtualConnections::default();
        let why = |text| {
            let pos = game.parse_position(text).unwrap();
            know.why(&game, &pos)
        };
        let start = why("..../..../..../....").unwrap();
        assert!(
            start.starts_with("Black connects top and bottom with "),
            "{start}"
        );
        assert_eq!(
            why("..../..X./..../....").unwrap(),
            "Black connects top and bottom, whatever White does"
        );
        let pos = game.parse_position("..../..../..../....").unwrap();
        assert_eq!(
            know.remark(&game, &pos, HexMove::Stone(6)).unwrap(),
            "connects top and bottom for good"
        );
        assert_eq!(know.remark(&game, &pos, HexMove::Stone(0)), None);
    }
}
