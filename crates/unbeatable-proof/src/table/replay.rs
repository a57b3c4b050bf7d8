//! A table, played against every move of the opponent on boards as they are.

use unbeatable_core::{Game, Player, Shards, Stopped, Value};

use super::Setting;
use super::classes::{ClassLimits, Classes, Pulse};
use super::policy::Policy;
use super::question::{Keep, TableCount, TableQuestion, TableRow};

/// What a table does when it is played.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The classes that count, by number.
    pub counted: Vec<u32>,
    /// Positions that were played, in all roles.
    pub positions: u64,
}

/// Why a table is no good.
#[derive(Debug)]
pub enum Fault<P> {
    /// Here it has no row, and needs one.
    NoRow(P),
    /// Here it holds a move that it may not hold, or none of the moves there are.
    Forbidden(P),
    /// A row that no game reaches.
    Dead(P),
    /// Here the game is over, worse than the table's owner could have it.
    Worse(P),
    /// It took more than allowed.
    Stopped(Stopped),
}

/// Plays a table from the root, in each of its roles, against every legal move. Where several moves lead to
/// the class that a row names, all are played. Rows are sorted by class.
///
/// `Err` if it has no row where it needs one, holds a move that it may not hold, ends worse than it should,
/// or has a row that no game reaches.
pub fn replay<G: Game>(
    setting: &Setting<G>,
    root: &G::Position,
    rows: &[TableRow],
    limits: &ClassLimits,
) -> Result<Played, Fault<G::Position>> {
    let Setting {
        classes,
        question,
        policies,
        defaults,
    } = setting;
    let game = classes.game();
    let mut counts = vec![false; classes.len()];
    let mut is_used = vec![false; rows.len()];
    let mut played = Played::default();
    let pulse = Pulse::new(limits);
    for policy in policies {
        let player = policy.player();
        let least = policy.least();
        let mut seen: Shards<G::Position, ()> = Shards::default();
        let mut open = vec![*root];
        seen.get_or_insert_with(*root, || ());
        while let Some(pos) = open.pop() {
            let open_bytes = open.capacity() * size_of::<G::Position>() * 2;
            let bytes = classes.bytes() + seen.bytes_with_one_more() + open_bytes;
            let so_far = played.positions;
            let look = |units| pulse.work(units, so_far, bytes).map_err(Fault::Stopped);
            look(1)?;
            played.positions += 1;
            let class = classes.number(&pos).expect("classes are those of the root");
            if counts_when_reached(classes, question, player, class) {
                counts[class as usize] = true;
            }
            if let Some(outcome) = game.outcome(&pos) {
                if outcome.value_for(player) < least {
                    return Err(Fault::Worse(pos));
                }
                continue;
            }
            let mut follow = |next: G::Position| {
                if seen.get_or_insert_with(next, || ()).1 {
                    open.push(next);
                }
                look(1)
            };
            if game.turn(&pos) != player {
                for m in game.moves(&pos) {
                    follow(game.play(&pos, m))?;
                }
                continue;
            }
            let reply = match rows.binary_search_by_key(&class, |row| row.class) {
                Ok(at) => {
                    let index = rows[at].index as usize;
                    if index >= classes.replies(class).len() || !policy.allows(class, index) {
                        return Err(Fault::Forbidden(pos));
                    }
                    is_used[at] = true;
                    counts[class as usize] |= question.count == TableCount::Rows;
                    classes.replies(class)[index]
                }
                Err(_) => match defaults.get(class as usize) {
                    Some(&reply) if policy.choices(class).any(|choice| choice == reply) => reply,
                    _ => return Err(Fault::NoRow(pos)),
                },
            };
            let mut is_found = false;
            for next in game.moves(&pos).map(|m| game.play(&pos, m)) {
                if classes.number(&next) == Some(reply) {
                    is_found = true;
                    follow(next)?;
                }
            }
            assert!(is_found, "classes tell the truth");
        }
    }
    if let Some(dead) = is_used.iter().position(|is_used| !is_used) {
        return Err(Fault::Dead(classes.class(rows[dead].class).position));
    }
    played.counted = (0..classes.len() as u32)
        .filter(|&class| counts[class as usize])
        .collect();
    Ok(played)
}

/// Whether a class counts because it is reached; where rows count, it is the rows that do.
fn counts_when_reached<G: Game>(
    classes: &Classes<G>,
    question: &TableQuestion,
    player: Player,
    class: u32,
) -> bool {
    match question.count {
        TableCount::Full => true,
        TableCount::Turns => classes.class(class).turn == player,
        TableCount::Rows => false,
    }
}

impl<G: Game> Policy<'_, '_, G> {
    /// What no game ends worse than, for the owner, if he plays moves that he may hold.
    #[must_use]
    pub fn least(&self) -> G::Value {
        let value = self.root_value_for_owner();
        match self.keep() {
            Keep::Any => G::Value::WORST,
            Keep::Draw => value.min(G::Value::of_rank(0)),
            Keep::Value | Keep::Strongest => value,
        }
    }
}
