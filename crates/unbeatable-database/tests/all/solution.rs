//! Solutions for tests, found in the plainest way: all positions, forward; then their values, backward.

use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use unbeatable_core::{Layered, Settled};
use unbeatable_database::{
    About, Database, DatabaseOptions, KeysWriter, LayerHead, PartOf, ValuesWriter, assemble,
    keys_path, values_path,
};

/// All classes that can be reached from a position, layer by layer, each with what it is worth.
pub(crate) struct Solution {
    pub(crate) layer_first: u32,
    pub(crate) layers: Vec<Vec<(u64, Settled)>>,
}

/// Solves a game from a position.
pub(crate) fn solve<G: Layered>(game: &G, root: &G::Position) -> Solution {
    let key = |pos: &G::Position| game.fold(game.pack(pos));
    let children = |&number: &u64| {
        let pos = game.unpack(number);
        let unfinished = game.outcome(&pos).is_none().then_some(pos);
        let each = |pos| {
            game.moves(&pos)
                .map(|m| key(&game.play(&pos, m)))
                .collect::<Vec<_>>()
        };
        unfinished.map(each).unwrap_or_default()
    };
    let mut layers = vec![vec![key(root)]];
    while let Some(last) = layers.last().filter(|last| !last.is_empty()) {
        let mut next: Vec<u64> = last.iter().flat_map(children).collect();
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    layers.pop();
    let mut behind: HashMap<u64, Settled> = HashMap::new();
    let mut settled = vec![];
    for layer in layers.iter().rev() {
        let worth = |number: &u64| {
            let pos = game.unpack(*number);
            match game.outcome(&pos) {
                Some(outcome) => Settled::finished(outcome, game.turn(&pos)),
                None => {
                    let moves = children(number);
                    let values = moves.iter().map(|child| behind[child].before());
                    values.max().expect("an unfinished position has a move")
                }
            }
        };
        let layer: Vec<(u64, Settled)> = layer.iter().map(|key| (*key, worth(key))).collect();
        behind = layer.iter().copied().collect();
        settled.push(layer);
    }
    settled.reverse();
    Solution {
        layer_first: game.layer(root),
        layers: settled,
    }
}

impl Solution {
    /// Writes the layers' files.
    pub(crate) fn write(&self, folder: &Path, game: &str) {
        self.write_some(folder, game, None);
    }

    /// Writes those of a part, or of the whole.
    pub(crate) fn write_some(&self, folder: &Path, game: &str, part: Option<PartOf>) {
        for (layer, classes) in (self.layer_first..).zip(&self.layers) {
            let head = LayerHead {
                game: game.to_string(),
                root: self.layers[0][0].0,
                layer,
                part,
            };
            let is_there = |&&(key, _): &&(u64, Settled)| part.is_none_or(|part| part.owns(key));
            let (keys, values): (Vec<u64>, Vec<Settled>) =
                classes.iter().filter(is_there).copied().unzip();
            write_layer(folder, &head, &keys, &values);
        }
    }
}

/// Writes both files of a layer.
pub(crate) fn write_layer(folder: &Path, head: &LayerHead, keys: &[u64], values: &[Settled]) {
    let mut writer = KeysWriter::create(&keys_path(folder, head.layer), head).unwrap();
    writer.push(keys).unwrap();
    writer.finish_scratch().unwrap();
    let mut writer = ValuesWriter::create(&values_path(folder, head.layer), head).unwrap();
    writer.push(values).unwrap();
    writer.finish_scratch().unwrap();
}

/// What a test's database is of.
pub(crate) fn about(game: &str) -> About {
    About {
        program: "test".to_string(),
        game: game.to_string(),
        position: "the start".to_string(),
    }
}

/// Solves a game from its start, and makes a database of it.
pub(crate) fn database<G: Layered>(
    game: &G,
    name: &str,
    folder: &Path,
    options: &DatabaseOptions,
) -> (Solution, Database) {
    let root = game.start();
    let solution = solve(game, &root);
    solution.write(folder, name);
    let database = assemble_all(game, &root, name, folder, options).unwrap();
    (solution, database)
}

/// Makes a database of layers that are there.
pub(crate) fn assemble_all<G: Layered>(
    game: &G,
    root: &G::Position,
    name: &str,
    folder: &Path,
    options: &DatabaseOptions,
) -> io::Result<Database> {
    let watch = &mut |_| ControlFlow::Continue(());
    assemble(game, game.pack(root), &about(name), folder, options, watch)
}
