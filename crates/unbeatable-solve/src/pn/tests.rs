use unbeatable_core::{Notation, Spec, Wdl};
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;

use super::*;

fn game_4x3x3() -> Mnk {
    Mnk::from_spec(Spec::parse("mnk:4x3x3").unwrap()).unwrap()
}

fn with_bytes(table_bytes_max: usize) -> Budget {
    Budget {
        table_bytes_max,
        ..Budget::DEFAULT
    }
}

#[test]
fn what_is_solved_makes_room_and_changes_nothing() {
    let game = game_4x3x3();
    let line = Line::new(&game, game.start());
    let roomy = Search::new(&game, &(), &(), Pn, Budget::DEFAULT).solve(&line, Goal::Value, &());
    assert_eq!(roomy.bounds.value(), Some(Wdl::Win));
    let mut last = (0, false);
    for kib in 1..200 {
        let budget = with_bytes(kib << 10);
        let mut search = Search::new(&game, &(), &(), Pn, budget);
        let solved = search.solve(&line, Goal::Value, &());
        assert!(solved.table_bytes <= budget.table_bytes_max);
        assert!(solved.bounds.contains(Wdl::Win), "{kib} KiB");
        match solved.stopped {
            None => {
                assert_eq!(solved.effort, roomy.effort, "{kib} KiB");
                assert_eq!(solved.line, roomy.line);
                if !last.1 {
                    assert!(search.memory.sweeps > 0, "{kib} KiB");
                }
            }
            Some(stopped) => {
                assert_eq!(stopped, Stopped::Memory);
                assert!(!last.1, "more memory does no harm: {kib} KiB");
                assert!(solved.effort.nodes >= last.0);
            }
        }
        last = (solved.effort.nodes, solved.stopped.is_none());
    }
    assert!(last.1, "200 KiB are enough");
}

#[test]
fn too_little_memory_leaves_what_was_proven() {
    // The second player has lost: that she does not win is proven first, and is less work.
    let game = game_4x3x3();
    let line = game.parse_line("..../.X../....").unwrap();
    let (mut halves, mut wholes) = (0, 0);
    for bytes in (0..400).map(|i| i * 128) {
        let mut search = Search::new(&game, &(), &OpenLines, Pn, with_bytes(bytes));
        let solved = search.solve(&line, Goal::Value, &());
        assert!(solved.bounds.contains(Wdl::Loss), "{bytes} bytes");
        let is_open = !solved.bounds.is_exact();
        assert_eq!(solved.stopped, is_open.then_some(Stopped::Memory));
        assert!(solved.table_bytes <= bytes);
        halves += u32::from(is_open && solved.bounds != Bounds::UNKNOWN);
        wholes += u32::from(!is_open);
    }
    assert!(wholes > 0, "some have room for all");
    assert!(halves > 0, "one question was answered, the other was not");
}
