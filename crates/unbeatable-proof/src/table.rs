//! Smallest tables: what is asked, what a table is, and the proof that none is smaller.
//!
//! A table holds one move for each class of positions in which its owner is to move. It is *closed*: from
//! the root, whatever the opponent plays, the next position is over, or the opponent's, or in the table.
//!
//! | module | what it says |
//! | --- | --- |
//! | [`question`] | what is asked of a table |
//! | [`classes`] | every class that can be reached, what it is worth, and whether classes tell the truth |
//! | [`policy`] | which moves a table may hold |
//! | [`problem`] | 'a closed table', as clauses |
//! | [`counter`] | 'with fewer than so many rows', as clauses |
//! | [`refutation`] | 'there is none', step by step |
//! | [`replay`] | a table, played against every move of the opponent |
//! | [`claim`] | what is claimed of a table, as text |
//! | [`certificate`] | all of it in a file |
//! | [`check`](mod@check) | the checker |

pub mod certificate;
pub mod check;
pub mod claim;
pub mod classes;
pub mod counter;
pub mod policy;
pub mod problem;
pub mod question;
pub mod refutation;
pub mod replay;

use unbeatable_core::Game;

use classes::Classes;
use policy::Policy;
use problem::{Defaults, Problem, defaults};
pub use question::{Keep, Named, Role, Rule, TableCount, TableQuestion, TableRow};

/// A question about the tables of a game, with what follows from both.
pub struct Setting<'c, 'g, G: Game> {
    /// The classes of the game.
    pub classes: &'c Classes<'g, G>,
    /// What is asked.
    pub question: &'c TableQuestion,
    /// What may be played, in each role.
    pub policies: Vec<Policy<'c, 'g, G>>,
    /// Where the question's rule leads.
    pub defaults: Defaults,
}

impl<'c, 'g, G: Game> Setting<'c, 'g, G> {
    /// What follows from a question.
    #[must_use]
    pub fn new(classes: &'c Classes<'g, G>, question: &'c TableQuestion) -> Self {
        let players = question.role.players().iter();
        Setting {
            classes,
            question,
            policies: players
                .map(|&player| Policy::new(classes, question, player))
                .collect(),
            defaults: defaults(classes, question),
        }
    }

    /// The clauses of all closed tables with fewer than `below` counted.
    #[must_use]
    pub fn problem(&self, below: u32) -> Problem {
        Problem::new(
            self.classes,
            self.question,
            &self.policies,
            &self.defaults,
            below,
        )
    }

    /// The graph that a role can reach under its policy: classes, those of them with the owner to move, and
    /// the moves that he may hold there, symmetric ones one by one.
    #[must_use]
    pub fn graph(&self, policy: &Policy<G>) -> [u64; 3] {
        let mut seen = vec![false; self.classes.len()];
        let mut open = vec![0];
        seen[0] = true;
        let (mut reached, mut turns, mut moves) = (0, 0, 0);
        while let Some(class) = open.pop() {
            let replies = self.classes.replies(class);
            let is_turn = self.classes.class(class).turn == policy.player();
            reached += 1;
            turns += u64::from(is_turn);
            for (i, &reply) in replies.iter().enumerate() {
                if is_turn && !policy.allows(class, i) {
                    continue;
                }
                moves += u64::from(is_turn);
                if !std::mem::replace(&mut seen[reply as usize], true) {
                    open.push(reply);
                }
            }
        }
        [reached, turns, moves]
    }
}
