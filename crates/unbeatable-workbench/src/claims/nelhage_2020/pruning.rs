//! The page 'Pruning and positional analysis'.

use serde_json::{Map, Value as Json, json};
use unbeatable_core::{Budget, Game, Goal, Line, Notation, Outcome, Player, Wdl};
use unbeatable_games::ultimate::critical_boards::{to_avoid, winning_squares};
use unbeatable_games::ultimate::{Move, Position, words};
use unbeatable_solve::Search;
use unbeatable_solve::Solver;
use unbeatable_solve::df_pn::DfPn;

use super::super::claim::Measurement;
use super::as_printed::{
    Exhaustive, GAME, avoided_by, ends_game, is_excluded, late_position, wins_ahead,
};
use unbeatable_report::Follow;

/// The board at the centre right, and so the square of every board that sends there.
const CENTRE_RIGHT: u8 = 5;

/// Rules are judged on so many positions of random games, from this seed on, with so many empty squares
/// at most.
const POSITIONS: usize = 1_000;
const SEED: u64 = 1;
const EMPTY_MAX: usize = 12;

/// A position in which the rule excludes every move, though two of them draw: O must play in c, where
/// X would win the game.
const COUNTEREXAMPLE: &str = "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./.XXO.X.XX/X.O.O.OXO/\
     .X.OX..XO/.XOOXX..X/O...O.O.O/.O.XXXX.O";

/// The position that 'Pruning and positional analysis' explains its rule with, square by square.
///
/// ```text
///  a X won   │ b         │ c
///            │  ·  ·  ·  │  O  ·  ·
///            │  ·  ·  ·  │  ·  X  X
///   X  X  X  │  X  ·  X  │  X  X  ·
/// ───────────┼───────────┼───────────
///  d         │ e         │ f
///   ·  ·  ·  │  O  ·  O  │  ·  O  O
///   ·  ·  X  │  ·  X  X  │  X  X  O
///   O  ·  ·  │  ·  O  ·  │  ·  X  ·
/// ───────────┼───────────┼───────────
///  g O won   │ h O won   │ i
///   O        │  O  O  O  │  ·  ·  O
///      O     │           │  ·  ·  O
///         O  │           │  X  ·  ·
/// ```
///
/// Marks of boards that are over are left out there, and nothing depends on them. Where X may play is
/// left out too; 'whenever it is X's turn' is every case at once, so here X may play anywhere. (O may
/// have sent him to g by her mark in the lower left of d.)
const EXAMPLE: &str = "X;X.....OO.;......XXX/......X.X/O...XXXX./.....XO../O.O.XX.O./.OOXXO.X./\
     O...O...O/OOO....../..O..OX..";

fn position(text: &str) -> Position {
    GAME.parse_position(text)
        .expect("positions of claims can come up")
}

fn move_texts(pos: &Position, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let text = |m| GAME.move_text(pos, m);
    moves.into_iter().map(text).collect()
}

pub(in crate::claims) fn critical_square(published: &Json, _: &dyn Follow) -> Measurement {
    let pos = position(EXAMPLE);
    let squares = move_texts(&pos, winning_squares(&pos, Player::Second));
    let note = format!("where O would win at once if she could play there: uttt {EXAMPLE}");
    Measurement::exactly(json!(squares), published, note)
}

pub(in crate::claims) fn to_avoid_drawn(published: &Json, _: &dyn Follow) -> Measurement {
    let avoid = to_avoid(&position(EXAMPLE));
    let sign = |square: u16| ['.', '#'][usize::from(avoid >> square & 1)].to_string();
    let row = |row: u16| {
        (3 * row..3 * row + 3)
            .map(sign)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let note = "the boards in which O has such a square, and the boards that are over";
    Measurement::exactly(json!([0, 1, 2].map(row)), published, note)
}

/// Who wins, and a line of best play, by df-pn without any knowledge of the game.
fn solve(pos: Position) -> (Outcome<Wdl>, Vec<String>, u64) {
    let line = Line::new(&GAME, pos);
    let mut search = Search::new(&GAME, &(), &(), DfPn::BEST, Budget::DEFAULT);
    let solved = search.solve(&line, Goal::Value, &());
    let value = solved
        .bounds
        .value()
        .expect("tens of thousands of nodes are enough");
    let moves = GAME.moves_text(&line, &solved.line);
    let outcome = Outcome::from_value(value, pos.turn());
    (outcome, moves, solved.effort.nodes)
}

fn winner(outcome: Outcome<Wdl>) -> &'static str {
    outcome
        .winner()
        .map_or("draw", |player| GAME.player_name(player))
}

pub(in crate::claims) fn example_losses(published: &Json, _: &dyn Follow) -> Measurement {
    let pos = position(EXAMPLE);
    let avoid = to_avoid(&pos);
    let excluded: Vec<Move> = pos
        .moves()
        .filter(|m| avoid >> m.square() & 1 == 1)
        .collect();
    let behind = |m: &Move| GAME.play(&pos, *m);
    let not_lost = excluded
        .iter()
        .filter(|m| solve(behind(m)).0.winner() != Some(Player::Second));
    let is_slow = |m: &&Move| {
        let next = behind(m);
        let wins = winning_squares(&next, Player::Second);
        words::both(wins.0, next.moves().0) == [0; 2]
    };
    let slow = excluded.iter().filter(is_slow).copied();
    let note = format!(
        "df-pn without knowledge behind each of {} moves; O wins at once behind all but {}",
        excluded.len(),
        move_texts(&pos, slow).join(", "),
    );
    Measurement::exactly(json!({"not_lost": not_lost.count()}), published, note)
}

pub(in crate::claims) fn centre_right(published: &Json, _: &dyn Follow) -> Measurement {
    let pos = position(EXAMPLE);
    let mut winners = Map::new();
    let mut rows = vec![];
    let mut nodes = 0;
    for m in pos.moves().filter(|m| m.square() == CENTRE_RIGHT) {
        let next = GAME.play(&pos, m);
        let (outcome, _, effort) = solve(next);
        nodes += effort;
        winners.insert(GAME.move_text(&pos, m), json!(winner(outcome)));
        for reply in next.moves() {
            let (outcome, line, _) = solve(GAME.play(&next, reply));
            let reply = GAME.move_text(&next, reply);
            rows.push(vec![
                json!(reply),
                json!(winner(outcome)),
                json!(line.join(" ")),
            ]);
        }
    }
    let note = format!(
        "df-pn without knowledge, {nodes} nodes; 'with no search required' is another matter: X would \
         win at once in {} squares, so O has {} to avoid",
        winning_squares(&pos, Player::First).len(),
        avoided_by(&pos, Player::Second).count_ones(),
    );
    let measured = Measurement::exactly(winners.into(), published, note);
    let columns = ["reply", "wins", "X goes on"];
    measured.with_table("O's replies in the centre right board", &columns, rows)
}

/// Calls `judge` with late positions of random games; says `false` if that was interrupted.
fn judge_all(follow: &dyn Follow, mut judge: impl FnMut(&Position)) -> bool {
    let late = (0..).filter_map(|index| late_position(EMPTY_MAX, SEED, index));
    for pos in late.take(POSITIONS) {
        if follow.is_interrupted() {
            return false;
        }
        judge(&pos);
    }
    true
}

/// How often something was said, and how often it was wrong.
#[derive(Default)]
struct ErrorCount {
    said: u32,
    wrong: u32,
}

impl ErrorCount {
    fn add(&mut self, is_right: bool) {
        self.said += 1;
        self.wrong += u32::from(!is_right);
    }

    fn row(&self, what: &str) -> Vec<Json> {
        vec![json!(what), json!(self.said), json!(self.wrong)]
    }
}

/// What is said of each rule.
const COLUMNS: [&str; 3] = ["rule", "applied", "wrong"];

fn sample() -> String {
    format!(
        "{POSITIONS} positions of random games (seed {SEED}) with {EMPTY_MAX} empty squares or \
         fewer, against exhaustive search"
    )
}

pub(in crate::claims) fn lookahead(published: &Json, follow: &dyn Follow) -> Measurement {
    let [mut printed, mut exchanged] = [ErrorCount::default(), ErrorCount::default()];
    let is_whole = judge_all(follow, |pos| {
        let mut truth = Exhaustive::truth();
        let mover = pos.turn();
        for (player, tally) in [(mover, &mut printed), (mover.other(), &mut exchanged)] {
            for m in wins_ahead(pos, avoided_by(pos, player)) {
                tally.add(truth.value_of(pos, m) == Wdl::Win);
            }
        }
    });
    if !is_whole {
        return Measurement::stopped(sample());
    }
    // The example's move, made by the other side.
    let example = position(&EXAMPLE.replacen('X', "O", 1));
    let same = Move::new(1, CENTRE_RIGHT);
    let (outcome, line, _) = solve(GAME.play(&example, same));
    let note = format!(
        "{}. In the example, with O to move, {} wins for {}: {}",
        sample(),
        GAME.move_text(&example, same),
        winner(outcome),
        line.join(" ")
    );
    let rows = vec![
        printed.row("only squares left that the mover must avoid (as printed)"),
        exchanged.row("only squares left that the opponent must avoid"),
    ];
    let measured = Measurement::exactly(json!({"wrong": printed.wrong}), published, note);
    Measurement {
        confirms_erratum: printed.wrong > 0 && outcome.winner() == Some(Player::Second),
        ..measured
    }
    .with_table("Moves that win by looking one move ahead", &COLUMNS, rows)
}

/// Moves that the rule excludes: those that end the game, those in a board in which the opponent would
/// win it, and others.
#[derive(Default)]
struct Excluded {
    ending: ErrorCount,
    threatened: ErrorCount,
    other: ErrorCount,
}

impl Excluded {
    /// Whether the excluded moves of a position lose in truth.
    fn judge(&mut self, pos: &Position, truth: &mut Exhaustive) {
        let threatened = words::boards(winning_squares(pos, pos.turn().other()).0);
        for m in pos.moves().filter(|&m| is_excluded(pos, m)) {
            let tally = if ends_game(pos, m) {
                &mut self.ending
            } else if threatened >> m.board() & 1 == 1 {
                &mut self.threatened
            } else {
                &mut self.other
            };
            tally.add(truth.value_of(pos, m) == Wdl::Loss);
        }
    }
}

pub(in crate::claims) fn pruning(published: &Json, follow: &dyn Follow) -> Measurement {
    let mut moves = Excluded::default();
    let [mut values, mut values_before_end] = [ErrorCount::default(), ErrorCount::default()];
    let is_whole = judge_all(follow, |pos| {
        let mut truth = Exhaustive::truth();
        let mut pruned = Exhaustive::new(is_excluded);
        values.add(truth.value(pos) == pruned.value(pos));
        let mut pruned = Exhaustive::new(|pos, m| is_excluded(pos, m) && !ends_game(pos, m));
        values_before_end.add(truth.value(pos) == pruned.value(pos));
        for pos in truth.searched() {
            moves.judge(&pos, &mut truth);
        }
    });
    if !is_whole {
        return Measurement::stopped(sample());
    }
    let Excluded {
        ending,
        threatened,
        other,
    } = &moves;
    let wrong_moves = threatened.wrong + ending.wrong + other.wrong;
    let note = format!(
        "our own count of the rule as printed, not of the author's program: {}; a value is wrong if \
         a search that takes excluded moves for lost differs, moves are those of all positions that \
         the exhaustive search saw",
        sample()
    );
    let rows = vec![
        values.row("value, excluded moves lost"),
        values_before_end.row("value, excluded moves lost if they do not end the game"),
        ending.row("excluded: ends the game"),
        threatened.row("excluded: in a threatened board"),
        other.row("excluded: any other"),
    ];
    let measured = json!({"wrong_moves": wrong_moves, "wrong_values": values.wrong});
    Measurement {
        // Behind the exceptions that the erratum names, there is no other.
        confirms_erratum: wrong_moves > 0 && other.wrong == 0,
        ..Measurement::exactly(measured, published, note)
    }
    .with_table("What the rule says", &COLUMNS, rows)
}

pub(in crate::claims) fn counterexample(published: &Json, _: &dyn Follow) -> Measurement {
    let pos = position(COUNTEREXAMPLE);
    let mut truth = Exhaustive::truth();
    let (mut values, mut rule) = (vec![], vec![]);
    for m in pos.moves() {
        values.push(json!(name(truth.value_of(&pos, m))));
        rule.push(json!(match is_excluded(&pos, m) {
            true => name(Wdl::Loss),
            false => "unknown",
        }));
    }
    let note = format!(
        "{}, exhaustively: unbeatable analyze uttt '{COUNTEREXAMPLE}'",
        move_texts(&pos, pos.moves()).join(", ")
    );
    let measured = Measurement::exactly(json!(values), published, note);
    Measurement {
        confirms_erratum: measured.confirms_erratum && json!(rule) == *published,
        ..measured
    }
}

fn name(value: Wdl) -> &'static str {
    match value {
        Wdl::Loss => "loss",
        Wdl::Draw => "draw",
        Wdl::Win => "win",
    }
}
