//! What a move does to chains, in Go's words: captures, atari, ko. By the rules alone; life is told by
//! [`safety`](super::safety).

use unbeatable_core::bits::Bits;
use unbeatable_core::notation::listed;
use unbeatable_core::{Game, Notation, Player};

use crate::go::{Go, Move, Stones, Superko};

/// More stones than this are counted, and not named.
const NAMED_MAX: u32 = 4;

/// What a legal move does, each in words that follow 'it' or 'which'; nothing if there is nothing to tell.
pub(super) fn deeds(go: &Go, pos: &Stones, m: Move) -> Vec<String> {
    let Move::Stone(point) = m else {
        return ending(go, pos).into_iter().collect();
    };
    let [mover, other] = [go.turn(pos), go.turn(pos).other()];
    let next = go.play(pos, m);
    let [mine, theirs] = [mover, other].map(|player| go.colour(pos, player));
    let [mine_after, theirs_after] = [mover, other].map(|player| go.colour(&next, player));
    let captured = theirs & !theirs_after;
    let removed = mine & !mine_after;
    let saved = in_atari(go, pos, mover) & mine_after & !in_atari(go, &next, mover);
    let attacked = in_atari(go, &next, other) & !in_atari(go, pos, other);
    let exposed = go.connected(1 << point, mine_after) & in_atari(go, &next, mover);
    let is_ko = captured.count_ones() == 1
        && exposed == 1 << point
        && go.liberties(&next, exposed) == captured
        && forbids_retaking(go);
    let mut deeds = vec![];
    if is_ko {
        let taken = go.point_name(captured.trailing_zeros() as u8);
        deeds.push(format!("takes the ko ({taken} may not be retaken at once)"));
    } else if captured != 0 {
        deeds.push(format!("captures {}", stones(go, captured)));
    }
    if mine_after >> point & 1 == 0 {
        deeds.push(match removed {
            0 => "is suicide and leaves the board as it was".into(),
            _ => format!("is suicide and gives up {}", stones(go, removed)),
        });
    }
    if saved != 0 {
        deeds.push(format!("saves {} from atari", stones(go, saved)));
    }
    if attacked != 0 {
        deeds.push(format!("puts {} in atari", stones(go, attacked)));
    }
    if exposed != 0 && !is_ko {
        deeds.push(format!("leaves its own {} in atari", stones(go, exposed)));
    }
    deeds
}

/// What a pass does if it ends the game.
fn ending(go: &Go, pos: &Stones) -> Option<String> {
    let [black, white] = go.areas(pos).map(u32::count_ones);
    let [first, second] = Player::BOTH.map(|player| go.player_name(player));
    (go.passes(pos) == 1).then(|| {
        let points = |n: u32| if n == 1 { "point" } else { "points" };
        format!(
            "ends the game with {black} {} of area for {first} and {white} for {second}",
            points(black)
        )
    })
}

/// Whether the board before a stone always counts, so that taking a ko back repeats it: under natural
/// situational superko only if a stone made it.
fn forbids_retaking(go: &Go) -> bool {
    go.superko() != Superko::Natural
}

/// A player's stones with one liberty.
fn in_atari(go: &Go, pos: &Stones, player: Player) -> u32 {
    let own = go.colour(pos, player);
    let in_atari = |chain: &u32| chain & own != 0 && go.liberties(pos, *chain).count_ones() == 1;
    go.chains(pos)
        .filter(in_atari)
        .fold(0, |all, chain| all | chain)
}

/// How many stones, and where they are if they are few: `2 stones at A1 and B1`.
pub(super) fn stones(go: &Go, points: u32) -> String {
    let count = points.count_ones();
    let noun = if count == 1 { "stone" } else { "stones" };
    if count > NAMED_MAX {
        return format!("{count} {noun}");
    }
    let names: Vec<String> = Bits(points.into()).map(|p| go.point_name(p)).collect();
    format!("{count} {noun} at {}", listed(&names, "and"))
}
