//! A guess at good moves in Go: stones that capture, that leave none of the mover's in atari, and
//! that leave the mover more liberties than the opponent.

use unbeatable_core::{Game, Guide, Player};

use crate::go::{Go, Move, POINTS_MAX, Stones};

/// Prefers stones that capture and that breathe; the pass comes last.
#[derive(Clone, Copy, Debug)]
pub struct Liberties;

/// A stone that is captured, or can be, counts as much as this many liberties.
const STONE: i32 = 3;

impl Guide<Go> for Liberties {
    fn promise(&self, go: &Go, pos: &Stones, m: Move) -> i32 {
        let Move::Stone(point) = m else {
            return i32::MIN;
        };
        let player = go.turn(pos);
        let next = go.play(pos, m);
        let stones = |pos: &Stones, player| go.colour(pos, player).count_ones() as i32;
        let captured = stones(pos, player.other()) - stones(&next, player.other());
        let [mine, theirs] = [player, player.other()].map(|player| {
            let liberties = go.liberties(&next, go.colour(&next, player));
            liberties.count_ones() as i32
        });
        let in_atari = |chain: &u32| {
            let is_mine = chain & go.colour(&next, player) != 0;
            is_mine && go.liberties(&next, *chain).count_ones() == 1
        };
        let chains = go.chains(&next).filter(in_atari);
        let endangered: u32 = chains.map(u32::count_ones).sum();
        // Of equals, the one with more room around it.
        let reach = go.beside(go.beside(1 << point)).count_ones() as i32;
        let worth = STONE * (captured - endangered as i32) + mine - theirs;
        worth * i32::from(POINTS_MAX) + reach
    }
}

impl Go {
    /// The empty points beside those stones.
    pub(super) fn liberties(&self, pos: &Stones, stones: u32) -> u32 {
        self.beside(stones) & !(self.black(pos) | self.white(pos))
    }

    /// The points of every chain, in board order.
    pub fn chains(&self, pos: &Stones) -> impl Iterator<Item = u32> {
        let pos = *pos;
        let mut left = self.black(&pos) | self.white(&pos);
        std::iter::from_fn(move || {
            let point = (left != 0).then(|| left.trailing_zeros() as u8)?;
            let chain = self.chain(&pos, point);
            left &= !chain;
            Some(chain)
        })
    }

    /// The chain on a point where a stone stands.
    fn chain(&self, pos: &Stones, point: u8) -> u32 {
        let colours = [self.black(pos), self.white(pos)];
        let own = colours.into_iter().find(|own| own >> point & 1 == 1);
        own.map_or(0, |own| self.connected(1 << point, own))
    }

    /// Whether a stone of `player` on that empty point would only fill an eye: all around stand
    /// stones of the player, and none of them in atari.
    #[must_use]
    pub fn fills_eye(&self, pos: &Stones, player: Player, point: u8) -> bool {
        let (own, around) = (self.colour(pos, player), self.beside(1 << point));
        let is_safe = |chain: u32| self.liberties(pos, chain).count_ones() > 1;
        let mut chains = self.chains(pos).filter(|chain| chain & around != 0);
        around & !own == 0 && chains.all(is_safe)
    }

    /// Whether that legal stone captures nothing and can be captured at once.
    #[must_use]
    pub fn is_self_atari(&self, pos: &Stones, point: u8) -> bool {
        let other = self.turn(pos).other();
        let next = self.play(pos, Move::Stone(point));
        let is_quiet = self.colour(pos, other) == self.colour(&next, other);
        let chain = self.chain(&next, point);
        is_quiet && self.liberties(&next, chain).count_ones() < 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Notation;
    use unbeatable_core::notation_checks::rules;

    fn read(spec: &str, text: &str) -> (Go, Stones) {
        let go: Go = rules(spec);
        let pos = go.parse_position(text).expect("a position");
        (go, pos)
    }

    #[track_caller]
    fn check(spec: &str, text: &str, expected: &str) {
        let (go, pos) = read(spec, text);
        let mut moves: Vec<Move> = go.moves(&pos).collect();
        moves.sort_by_key(|m| -i64::from(Liberties.promise(&go, &pos, *m)));
        assert_eq!(go.move_text(&pos, moves[0]), expected);
        assert_eq!(moves.last(), Some(&Move::Pass));
    }

    #[test]
    fn good_moves_are_guessed() {
        check("go:3x3", ".../.../...;B", "B2");
        check("go:3x3", ".../XO./.X.;B", "B3"); // Leaves it one liberty, and has four.
        check("go:3x3", ".X./XO./.X.;B", "C2"); // Takes.
        check("go:3x3", ".X./XO./.X.;W", "C2"); // Flees.
    }

    #[track_caller]
    fn check_points(spec: &str, text: &str, eyes: &str, self_ataris: &str) {
        let (go, pos) = read(spec, text);
        let player = go.turn(&pos);
        let named = |wanted: &dyn Fn(u8) -> bool| {
            let stones = go.moves(&pos).filter_map(|m| match m {
                Move::Stone(point) => wanted(point).then(|| go.point_name(point)),
                Move::Pass => None,
            });
            stones.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(named(&|point| go.fills_eye(&pos, player, point)), eyes);
        assert_eq!(named(&|point| go.is_self_atari(&pos, point)), self_ataris);
    }

    #[test]
    fn eyes_and_self_ataris() {
        check_points("go:3x3", ".X./XX./...;B", "A3", "");
        check_points("go:3x3", ".X./XX./...;W", "", "C3 A1");
        check_points("go:3x1", ".X.;B", "A1 C1", "A1 C1");
        check_points("go:2x1", ".X;B", "", ""); // The only liberty: no eye, but suicide.
        check_points("go:3x3", ".XO/XOO/...;B", "", "A3 C1"); // An atari: filling connects.
    }

    #[test]
    fn chains_are_listed() {
        let (go, pos) = read("go:3x2", "XX./O.X;B");
        let chains: Vec<u32> = go.chains(&pos).collect();
        assert_eq!(chains, [0b11, 0b1000, 0b10_0000]);
    }
}
