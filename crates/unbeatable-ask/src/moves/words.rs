//! Why a move is worth what it is, and what else there is to say, in words.

use std::collections::HashMap;

use unbeatable_bench::bench::Bench;
use unbeatable_bench::erased::{ErasedGame, Line, Move, Position};
use unbeatable_core::notation::listed;
use unbeatable_core::{Analysis, Bounds, Game, Notation, Value};

use super::judgement::Judged;

/// A refutation or a continuation is shown to this many moves.
const SHOWN_MOVES: usize = 5;

/// 1 for a win, 0 for a draw, -1 for a loss of the player who moves, as soon as that is proven.
pub(super) fn sign<V: Value>(bounds: Bounds<V>) -> Option<i8> {
    let [lower, upper] = [bounds.lower, bounds.upper].map(|v| v.rank().signum() as i8);
    (lower == upper).then_some(lower)
}

/// Why a move is worth what it is: what it does, and how the game goes on.
pub(super) fn why(bench: &Bench, line: &Line, judged: &Judged) -> Option<String> {
    let game = &bench.game;
    let mut parts = Vec::new();
    parts.extend(bench.know.remark(game, line.position(), judged.m));
    let mut next = line.clone();
    assert!(next.play(judged.m), "the move was just judged");
    if next.outcome().is_some() {
        if parts.is_empty() {
            parts.push("ends the game".into());
        }
    } else {
        match (sign(judged.bounds), judged.line.first()) {
            (Some(-1), Some(&reply)) => {
                let answer = game.move_text(next.position(), reply);
                let by = bench.turn_name(&next);
                parts.push(match bench.know.remark(game, next.position(), reply) {
                    Some(remark) => format!("{by} answers {answer}, which {remark}"),
                    None => format!("{by} answers {}", line_of(bench, &next, &judged.line)),
                });
            }
            (Some(_), Some(_)) => {
                parts.push(format!("then {}", line_of(bench, &next, &judged.line)))
            }
            _ => parts.extend(bench.know.why(game, next.position())),
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The first moves of a line.
fn line_of(bench: &Bench, line: &Line, moves: &[Move]) -> String {
    let shown = &moves[..moves.len().min(SHOWN_MOVES)];
    let mut text = bench.game.moves_text(line, shown).join(" ");
    if moves.len() > SHOWN_MOVES {
        text.push_str(" …");
    }
    text
}

/// What a teacher would say about the position as a whole.
pub(super) fn remarks(bench: &Bench, line: &Line, judged: &[Judged]) -> Vec<String> {
    let game = &bench.game;
    let mut remarks = Vec::new();
    if line.outcome().is_some() {
        return remarks;
    }
    if let Some(why) = bench.know.why(game, line.position()) {
        remarks.push(sentence(&why));
    }
    let names = |chosen: &dyn Fn(&Judged) -> bool| -> Vec<String> {
        let chosen = judged.iter().filter(|j| chosen(j));
        chosen
            .map(|j| game.move_text(line.position(), j.m))
            .collect()
    };
    let by_sign = |wanted| names(&|j| sign(j.bounds) == Some(wanted));
    let [wins, draws, losses] = [1, 0, -1].map(by_sign);
    if wins.len() + draws.len() + losses.len() == judged.len() && judged.len() > 1 {
        let (kept, verb) = match (wins.len(), draws.len()) {
            (0, 0) => (losses, "lose"),
            (0, _) => (draws, "keep the draw"),
            _ => (wins, "win"),
        };
        remarks.push(match judged.len() - kept.len() {
            0 => format!("All {} moves {verb}.", judged.len()),
            _ if kept.len() == 1 => format!("Only {} {}.", kept[0], third_person(verb)),
            _ => format!(
                "{} of {} moves {verb}: {}.",
                kept.len(),
                judged.len(),
                listed(&kept, "and")
            ),
        });
    }
    let same = same_moves(game, line.position());
    if !same.is_empty() && !bench.has_history() {
        let groups: Vec<String> = same.iter().map(|group| listed(group, "and")).collect();
        remarks.push(format!("Alike by symmetry: {}.", groups.join("; ")));
    }
    remarks
}

/// Moves that lead into the same class, in groups of two and more.
fn same_moves(game: &ErasedGame, pos: &Position) -> Vec<Vec<String>> {
    let mut places: HashMap<Position, usize> = HashMap::new();
    let mut groups: Vec<Vec<String>> = Vec::new();
    for m in game.moves(pos) {
        let class = game.canonical(&game.play(pos, m));
        let place = *places.entry(class).or_insert(groups.len());
        groups.resize(groups.len().max(place + 1), vec![]);
        groups[place].push(game.move_text(pos, m));
    }
    groups.retain(|group| group.len() > 1);
    groups
}

fn third_person(verb: &str) -> &str {
    match verb {
        "lose" => "loses",
        "win" => "wins",
        _ => "keeps the draw",
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        format!("{}{}.", first.to_uppercase(), letters.as_str())
    })
}
