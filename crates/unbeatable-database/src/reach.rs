//! Whether a position can be reached from another one.

use std::collections::HashSet;

use unbeatable_core::Numbered;

/// A search gives up when it has seen so many classes: a second or so, some 30 MiB.
pub(crate) const CLASSES_MAX: usize = 1 << 20;

/// Whether a position, or an image of it, can be reached from the class `root` of that layer; `None` if more
/// classes would have to be looked at than `classes_max`.
///
/// Goes back move by move, depth first: a position that can be reached has a way back nearly anywhere, and
/// one that cannot is soon at its end, because only what the last player placed can be taken away.
pub(crate) fn is_reachable(
    game: &dyn Numbered,
    root: u64,
    layer: u32,
    number: u64,
    classes_max: usize,
) -> Option<bool> {
    let begin = (game.layer_of(number), game.class_of(number));
    if begin.0 < layer {
        return Some(false);
    }
    let mut seen = HashSet::from([begin]);
    let mut waiting = vec![begin];
    let mut before = vec![];
    while let Some((stones, key)) = waiting.pop() {
        if stones == layer {
            if key == root {
                return Some(true);
            }
            continue;
        }
        if seen.len() > classes_max {
            return None;
        }
        game.classes_before(key, &mut before);
        let before = before.iter().map(|&class| (stones - 1, class));
        waiting.extend(before.filter(|&class| seen.insert(class)));
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::{Game, Layered};
    use unbeatable_games::connect::Connect;

    #[test]
    fn a_search_that_is_too_long_cannot_tell() {
        let game = Connect::new(7, 6, 4).unwrap();
        let root = game.fold(game.pack(&game.start()));
        let moves = [3, 3, 3, 3, 2, 4, 2, 4, 1, 6, 6, 6, 5, 0];
        let pos = moves
            .iter()
            .fold(game.start(), |pos, &m| game.play(&pos, m));
        let ask = |pos, classes_max| is_reachable(&game, root, 0, game.pack(&pos), classes_max);
        assert_eq!(ask(pos, CLASSES_MAX), Some(true));
        assert_eq!(ask(pos, 2), None);
        assert_eq!(ask(game.start(), 0), Some(true));
        // O cannot have moved twice.
        let twice = game.unpack(0b100 | game.pack(&pos) & !0x7f);
        assert_eq!(ask(twice, CLASSES_MAX), Some(false));
    }
}
