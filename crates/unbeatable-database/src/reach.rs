//! Whether a position can be reached from another one.

use std::collections::HashSet;

use unbeatable_core::Layered;

/// A search gives up when it has seen so many classes: a second or so, some 30 MiB.
pub(crate) const CLASSES_MAX: usize = 1 << 20;

/// Whether `pos`, or an image of it, can be reached from the class `root` of that layer; `None` if more
/// classes would have to be looked at than `classes_max`.
///
/// Goes back move by move, depth first: a position that can be reached has a way back nearly anywhere, and
/// one that cannot is soon at its end, because only what the last player placed can be taken away.
pub(crate) fn is_reachable<G: Layered>(
    game: &G,
    root: u64,
    layer: u32,
    pos: &G::Position,
    classes_max: usize,
) -> Option<bool> {
    let class = |pos: &G::Position| (game.layer(pos), game.fold(game.pack(pos)));
    let begin = class(pos);
    if begin.0 < layer {
        return Some(false);
    }
    let mut seen = HashSet::from([begin]);
    let mut waiting = vec![begin];
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
        game.predecessors(&game.unpack(key), |before| {
            let before = class(&before);
            if seen.insert(before) {
                waiting.push(before);
            }
        });
    }
    Some(false)
}
