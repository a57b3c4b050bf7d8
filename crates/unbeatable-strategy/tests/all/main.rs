//! Smallest tables, found and certified; and a second opinion about them: the rules, the classes, the
//! policies and the search once more, by other means and without the library's; and what its checker says to
//! tables and proofs that are wrong.

#![allow(clippy::unwrap_used)]

mod counting;
mod exhaustive;
mod graph;
mod liars;
mod mutants;
mod mutate;
mod pieces;
mod programme;
mod rules;
mod sizes;
mod tables;

use std::ops::ControlFlow;

use unbeatable_core::{Game, Notation, Spec};
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_proof::table::classes;
use unbeatable_proof::table::{Keep, Named, Role, Rule, TableCount, TableQuestion};
use unbeatable_strategy::TableLimits;

use graph::Graph;
use rules::Rules;

const CLASS_LIMITS: classes::ClassLimits = classes::ClassLimits {
    bytes_max: 1 << 30,
    watch: &|_| ControlFlow::Continue(()),
};

const LIMITS: TableLimits = TableLimits {
    bytes_max: 1 << 30,
    watch: &|_| ControlFlow::Continue(()),
};

/// `first rows value`, and perhaps `open=0,4` (moves by their places) and `default=RULE`.
fn question(text: &str) -> TableQuestion {
    let mut words = text.split(' ');
    let mut next = || words.next().expect("a role, a count and a policy");
    let mut question = TableQuestion {
        role: Role::named(next()).unwrap(),
        open: vec![],
        count: TableCount::named(next()).unwrap(),
        keep: Keep::named(next()).unwrap(),
        default: None,
    };
    for word in words {
        match word.split_once('=').unwrap() {
            ("open", places) => {
                question.open = places.split(',').map(|p| p.parse().unwrap()).collect();
            }
            ("default", rule) => question.default = Some(Rule::named(rule).unwrap()),
            other => panic!("{other:?}"),
        }
    }
    question
}

/// A game, and the position after some moves, by their places.
#[derive(Clone, Debug)]
struct Root {
    spec: &'static str,
    places: Vec<usize>,
}

impl Root {
    fn start(spec: &'static str) -> Self {
        let places = vec![];
        Root { spec, places }
    }

    /// All of it by our own rules.
    fn graph(&self) -> Graph {
        let rules = Rules::of(self.spec);
        let mut board = rules.start();
        for &place in &self.places {
            board = rules.next(&board).swap_remove(place);
        }
        Graph::new(rules, board)
    }

    /// The root in the library's words.
    fn position<G: Game>(&self, game: &G) -> G::Position {
        let mut pos = game.start();
        for &place in &self.places {
            let m = game.moves(&pos).nth(place).unwrap();
            pos = game.play(&pos, m);
        }
        pos
    }

    /// Asks something about the library's game.
    fn ask<A: Ask>(&self, asked: A) -> A::Answer {
        let spec = || Spec::parse(self.spec).unwrap();
        match Mnk::from_spec(spec()) {
            Ok(game) => asked.about(&game, &self.position(&game)),
            Err(_) => {
                let game = Heaps::from_spec(spec()).unwrap();
                asked.about(&game, &self.position(&game))
            }
        }
    }
}

/// Something that can be asked about any game.
trait Ask {
    type Answer;
    fn about<G: Notation>(self, game: &G, root: &G::Position) -> Self::Answer;
}
