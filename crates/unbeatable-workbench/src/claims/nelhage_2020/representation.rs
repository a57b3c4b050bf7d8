//! The page 'Efficient representation'.

use serde_json::{Value as Json, json};
use unbeatable_games::ultimate::Position;
use unbeatable_games::ultimate::eight_lines;
use unbeatable_games::ultimate::local_boards::{self, FULL, WINS};

use super::super::claim::Measurement;
use unbeatable_report::Follow;

pub(in crate::claims) fn position_bytes(published: &Json, _: &dyn Follow) -> Measurement {
    let note = "the size of ours, which is laid out differently: five 9-bit boards to a word, two \
         words for each player, and the key";
    Measurement::exactly(json!(size_of::<Position>()), published, note)
}

pub(in crate::claims) fn marks_bytes(published: &Json, _: &dyn Follow) -> Measurement {
    let global = size_of::<[u16; 2]>();
    let row = size_of::<[u32; 2]>();
    let note = format!("the published layout: {global} for the global board, 3 rows of {row}");
    Measurement::exactly(json!(global + 3 * row), published, note)
}

/// The lines that the register holds, and for how many boards it says other than the scalar test.
pub(in crate::claims) fn win_test(published: &Json, _: &dyn Follow) -> Measurement {
    let lanes: [u16; 8] = std::array::from_fn(|lane| (eight_lines::MASKS >> (16 * lane)) as u16);
    let one_by_one = |set: u16| lanes.iter().any(|line| set & line == *line);
    let differs = |set: &u16| {
        let scalar = one_by_one(*set);
        eight_lines::has_line(*set) != scalar || local_boards::has_line(*set) != scalar
    };
    let wrong = (0..=FULL).filter(differs).count();
    let won = (0..=FULL).filter(|&set| eight_lines::has_line(set)).count();
    let lines = lanes.map(|line| format!("{line:#x}"));
    let note = format!(
        "all {} sets of squares, {won} with a line: eight lanes of a 128-bit number, one line after \
         the other, and our table of {} bytes, which is the fastest (cargo bench -p unbeatable-games)",
        FULL + 1,
        size_of_val(&WINS),
    );
    Measurement::exactly(json!({"lines": lines, "wrong": wrong}), published, note)
}

/// A table of one byte for every pair of 9-bit sets: who owns the board.
pub(in crate::claims) fn table_kb(published: &Json, _: &dyn Follow) -> Measurement {
    let mut table: Vec<u8> = vec![];
    let mut boards = 0;
    for o in 0..=FULL {
        for x in 0..=FULL {
            boards += u32::from(x & o == 0);
            let owned = [x, o].map(|set| u8::from(local_boards::has_line(set)));
            table.push(owned[0] | owned[1] << 1);
        }
    }
    let note = format!(
        "{} entries of one byte; only {boards} of them are boards, the others have X and O in one \
         square",
        table.len()
    );
    Measurement::exactly(json!(size_of_val(&table[..]) / 1024), published, note)
}
