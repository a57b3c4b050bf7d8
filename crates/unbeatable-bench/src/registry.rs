//! What there is: games by spec, solvers and orders by name.
//!
//! A new game is one entry of `GAMES`: how people find it, and how it is made from a spec.

use std::sync::Arc;
use unbeatable_core::notation::quoted;

use unbeatable_core::{Game, Notation, ParseError, Restriction, Spec};
use unbeatable_games::connect::Connect;
use unbeatable_games::connect::column_order::ColumnOrder;
use unbeatable_games::connect::winning_squares::WinningSquares;
use unbeatable_games::go::Go;
use unbeatable_games::go::pass_order::PassOrder;
use unbeatable_games::go::safety::Safety;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::heaps::nim_sum::NimSum;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::open_lines::OpenLines;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::strategy_stealing::StrategyStealing;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::ultimate::Ultimate;
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_games::ultimate::race::{self, Centre};

use crate::bench::{Bench, Kit};
use crate::solvers::SOLVERS;
use unbeatable_report::AskError;
use unbeatable_report::report::{
    GameReport, GamesReport, OrderReport, RestrictionReport, SCHEMA, SolversReport,
};

/// A kind of game: its entry in the list, and how it is made from its spec.
struct Kind {
    /// The names that lead to it.
    names: &'static [&'static str],
    report: GameReport,
    make: fn(Spec) -> Result<Bench, ParseError>,
}

/// Every kind of game.
const GAMES: &[Kind] = &[
    Kind {
        names: &["ttt"],
        report: GameReport {
            spec: "ttt",
            form: "ttt[+misere]",
            title: "tic-tac-toe",
            rules: "X and O take turns; three in a row, column or diagonal win \
                    (+misere: lose); a full board is a draw.",
            example: "X../.O./..X",
            example_move: "b3",
        },
        make: make_mnk,
    },
    Kind {
        names: &["mnk"],
        report: GameReport {
            spec: "mnk:4x3x3",
            form: "mnk:COLUMNSxROWSxLENGTH[+misere]",
            title: "k in a row",
            rules: "Tic-tac-toe on any board of up to 64 squares: LENGTH in a row, column or \
                    diagonal win (+misere: lose).",
            example: "X.../.O../....",
            example_move: "c2",
        },
        make: make_mnk,
    },
    Kind {
        names: &["connect"],
        report: GameReport {
            spec: "connect:7x6",
            form: "connect[:COLUMNSxROWS][+k=LENGTH]",
            title: "Connect Four",
            rules: "X and O let discs fall into columns in turn; four in a row, column or diagonal win \
                    (+k=LENGTH: so many); a full board is a draw.",
            example: "65566117773777222545245661464",
            example_move: "5",
        },
        make: make_connect,
    },
    Kind {
        names: &["uttt"],
        report: GameReport {
            spec: "uttt",
            form: "uttt[:play-on][+majority]",
            title: "ultimate tic-tac-toe",
            rules: "Nine boards of tic-tac-toe; a mark in a square sends the opponent to the board \
                    in its place, or anywhere if that is finished; three won boards in a row win \
                    (:play-on: won boards are played in until they are full; +majority: without \
                    a row, who won more boards wins).",
            example: "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./.XXO.X.XX/X.O.O.OXO/.X.OX..XO/\
                      .XOOXX..X/O...O.O.O/.O.XXXX.O",
            example_move: "cd",
        },
        make: make_ultimate,
    },
    Kind {
        names: &["nim"],
        report: GameReport {
            spec: "nim:3,5,7",
            form: "nim:HEAP,HEAP,…[+misere]",
            title: "Nim",
            rules: "Players take any number of stones from one heap; who cannot move loses \
                    (+misere: wins).",
            example: "3,5,5;Second",
            example_move: "5-2",
        },
        make: make_heaps,
    },
    Kind {
        names: &["subtract"],
        report: GameReport {
            spec: "subtract:21+take=1,2,3",
            form: "subtract:HEAP,HEAP,…[+misere][+take=NUMBER,…]",
            title: "take-away",
            rules: "Nim in which only these numbers of stones may be taken, 1, 2 or 3 if none are \
                    given.",
            example: "17;Second",
            example_move: "17-1",
        },
        make: make_heaps,
    },
    Kind {
        names: &["kayles"],
        report: GameReport {
            spec: "kayles:5,7",
            form: "kayles:ROW,ROW,…[+misere]",
            title: "Kayles",
            rules: "Players bowl over one pin or two neighbours, which may split a row in two; who \
                    cannot move loses (+misere: wins).",
            example: "1,4,5;Second",
            example_move: "5-1:1+3",
        },
        make: make_heaps,
    },
    Kind {
        names: &["dawson"],
        report: GameReport {
            spec: "dawson:9",
            form: "dawson:ROW,ROW,…[+misere]",
            title: "Dawson's Kayles",
            rules: "Kayles in which always two neighbours are bowled over.",
            example: "3,4;Second",
            example_move: "4-2:1+1",
        },
        make: make_heaps,
    },
    Kind {
        names: &["octal"],
        report: GameReport {
            spec: "octal:7+code=0.137",
            form: "octal:HEAP,HEAP,…+code=DIGITS[+misere]",
            title: "octal game",
            rules: "The digit for a number of stones says what may be left of a heap when they are \
                    taken: nothing (1), one heap (2), two heaps (4), or a sum of these.",
            example: "1,3;Second",
            example_move: "3-2",
        },
        make: make_heaps,
    },
    Kind {
        names: &["go"],
        report: GameReport {
            spec: "go:2x2",
            form: "go:COLUMNSxROWS[+komi=N][+ssk|+nssk][+suicide]",
            title: "Go",
            rules: "Stones stay while their chain has a liberty; area counts; two passes end the \
                    game. No suicide, positional superko and no komi unless the options say so.",
            example: "X./.O;B;history=../..|X./..",
            example_move: "A1",
        },
        make: make_go,
    },
];

fn make_heaps(spec: Spec) -> Result<Bench, ParseError> {
    let game = Heaps::from_spec(spec)?;
    let (know, title) = (NimSum::new(&game), game.title());
    Ok(Bench::new(kit(game, know, Vec::<(_, ())>::new(), title)))
}

fn make_mnk(spec: Spec) -> Result<Bench, ParseError> {
    let game = Mnk::from_spec(spec)?;
    let title = mnk_title(&game);
    let guides = vec![("open-lines", OpenLines)];
    let know = (Threats, (Potential, StrategyStealing));
    Ok(Bench::in_layers(kit(game, know, guides, title)))
}

fn make_connect(spec: Spec) -> Result<Bench, ParseError> {
    let game = Connect::from_spec(spec)?;
    let title = connect_title(&game);
    let guides = vec![("winning-squares", ColumnOrder)];
    Ok(Bench::in_layers(kit(game, WinningSquares, guides, title)))
}

fn make_ultimate(spec: Spec) -> Result<Bench, ParseError> {
    let game = Ultimate::from_spec(spec)?;
    let guides = vec![("odds", Odds)];
    let mut kit = kit(game, CriticalBoards, guides, "ultimate tic-tac-toe".into());
    if race::is_raced(&game) {
        kit.restrictions = vec![Arc::new(Centre)];
    }
    kit.is_best_by_df_pn = true;
    Ok(Bench::raced(kit))
}

fn make_go(spec: Spec) -> Result<Bench, ParseError> {
    Ok(go(Go::from_spec(spec)?))
}

/// Go with all that is known of it.
#[must_use]
pub fn go(game: Go) -> Bench {
    let guides = vec![
        ("pass-first", PassOrder::First),
        ("stones-first", PassOrder::Last),
    ];
    Bench::new(kit(game, Safety, guides, "Go".into()))
}

fn kit<G: Game, A, D>(
    game: G,
    know: A,
    guides: Vec<(&'static str, D)>,
    title: String,
) -> Kit<G, A, D> {
    Kit {
        game,
        know,
        guides,
        title,
        restrictions: vec![],
        is_best_by_df_pn: false,
    }
}

fn mnk_title(game: &Mnk) -> String {
    let misere = if game.is_misere() { "misère " } else { "" };
    match game.spec().split('+').next() {
        Some("ttt") => format!("{misere}tic-tac-toe"),
        _ => format!("{misere}{} in a row", game.length()),
    }
}

fn connect_title(game: &Connect) -> String {
    match game.length() {
        4 => "Connect Four".into(),
        length => format!("Connect Four with {length} in a row"),
    }
}

/// The game of that spec.
pub fn game(spec: &str) -> Result<Bench, AskError> {
    let wrong = |e: ParseError| AskError(format!("game {}: {e}", quoted(spec)));
    let parsed = Spec::parse(spec).map_err(wrong)?;
    match GAMES
        .iter()
        .find(|kind| kind.names.contains(&parsed.name.text))
    {
        Some(kind) => (kind.make)(parsed).map_err(wrong),
        None => {
            let specs: Vec<&str> = GAMES.iter().map(|kind| kind.report.spec).collect();
            let (found, specs) = (quoted(parsed.name.text), specs.join(" or "));
            Err(AskError(format!(
                "unknown game {found}: expected a game such as {specs}"
            )))
        }
    }
}

/// Every game.
#[must_use]
pub fn games() -> GamesReport {
    let games = GAMES.iter().map(|kind| kind.report.clone()).collect();
    GamesReport {
        schema: SCHEMA,
        games,
    }
}

/// Every move order.
pub(crate) const ORDERS: &[OrderReport] = &[
    OrderReport {
        name: "natural",
        summary: "board order, as the rules list the moves",
    },
    OrderReport {
        name: "best",
        summary: "the game's own order that is fastest (the default)",
    },
    OrderReport {
        name: "open-lines",
        summary: "ttt, mnk: squares on lines that are still open, fuller ones first",
    },
    OrderReport {
        name: "winning-squares",
        summary: "connect: columns after which the player would have more winning squares, then those \
                  in the middle",
    },
    OrderReport {
        name: "odds",
        summary: "uttt: moves after which the player would win more often if chance filled the \
                  boards",
    },
    OrderReport {
        name: "pass-first",
        summary: "go: the pass before all stones",
    },
    OrderReport {
        name: "stones-first",
        summary: "go: the pass after all stones",
    },
];

fn restriction<G: Game>(restriction: &impl Restriction<G>) -> RestrictionReport {
    RestrictionReport {
        name: restriction.name(),
        summary: restriction.summary(),
    }
}

/// Every solver, every move order and every restriction.
#[must_use]
pub fn solvers() -> SolversReport {
    SolversReport {
        schema: SCHEMA,
        solvers: SOLVERS.to_vec(),
        orders: ORDERS.to_vec(),
        restrictions: vec![restriction(&Centre)],
    }
}
