//! Tic-tac-toe and k in a row in the list of games.

use unbeatable_core::{Kind, Kit, Listing, Notation, ParseError, Preset, Spec};

use crate::mnk::Mnk;
use crate::mnk::open_lines::OpenLines;
use crate::mnk::potential::Potential;
use crate::mnk::strategy_stealing::StrategyStealing;
use crate::mnk::threats::Threats;

const FAMILY: &str = "Tic-tac-toe, k in a row";

impl Kind for Mnk {
    type Known = (Threats, (Potential, StrategyStealing));
    type Order = OpenLines;

    const LISTINGS: &'static [Listing] = &[
        Listing {
            names: &["ttt", "tic-tac-toe", "noughts-and-crosses"],
            usual_size: None,
            spec: "ttt",
            form: "ttt[+misere]",
            title: "tic-tac-toe",
            rules: "X and O take turns; three in a row, column or diagonal win \
                    (+misere: lose); a full board is a draw.",
            example: "X../.O./..X",
            example_move: "b3",
            family: FAMILY,
            presets: &[
                Preset::new("ttt", "Tic-tac-toe"),
                Preset::new("ttt+misere", "Tic-tac-toe, three in a row lose"),
            ],
        },
        Listing {
            names: &["mnk"],
            usual_size: None,
            spec: "mnk:4x3x3",
            form: "mnk:COLUMNSxROWSxLENGTH[+misere]",
            title: "k in a row",
            rules: "Tic-tac-toe on any board of up to 64 squares: LENGTH in a row, column or \
                    diagonal win (+misere: lose).",
            example: "X.../.O../....",
            example_move: "c2",
            family: FAMILY,
            presets: &[
                Preset::new("mnk:4x3x3", "3 in a row on 4×3"),
                Preset::new("mnk:4x4x4", "4 in a row on 4×4"),
                Preset::new("mnk:5x5x4", "4 in a row on 5×5"),
            ],
        },
    ];

    const ORDERS: &'static [(&'static str, &'static str)] = &[(
        "open-lines",
        "ttt, mnk: squares on lines that are still open, fuller ones first",
    )];

    fn parse(spec: Spec) -> Result<Self, ParseError> {
        Mnk::from_spec(spec)
    }

    fn kit(self) -> Kit<Self, Self::Known, Self::Order> {
        let title = title(&self);
        let known = (Threats, (Potential, StrategyStealing));
        Kit::new(self, known, vec![("open-lines", OpenLines)], title)
    }
}

fn title(game: &Mnk) -> String {
    let misere = if game.is_misere() { "misère " } else { "" };
    match game.spec().split('+').next() {
        Some("ttt") => format!("{misere}tic-tac-toe"),
        _ => format!("{misere}{} in a row", game.length()),
    }
}
