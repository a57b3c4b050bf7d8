//! Connect Four in the list of games.

use unbeatable_core::{Kind, Kit, Listing, ParseError, Preset, Spec};

use crate::connect::Connect;
use crate::connect::column_order::ColumnOrder;
use crate::connect::winning_squares::WinningSquares;

impl Kind for Connect {
    type Known = WinningSquares;
    type Order = ColumnOrder;

    const LISTINGS: &'static [Listing] = &[Listing {
        names: &["connect", "connect-four", "connect4", "c4", "four-in-a-row"],
        usual_size: None,
        spec: "connect:7x6",
        form: "connect[:COLUMNSxROWS][+k=LENGTH]",
        title: "Connect Four",
        rules: "X and O let discs fall into columns in turn; four in a row, column or diagonal win \
                (+k=LENGTH: so many); a full board is a draw.",
        example: "65566117773777222545245661464",
        example_move: "5",
        family: "Connect Four",
        presets: &[
            Preset::new("connect:7x6", "Connect Four"),
            Preset::new("connect:5x4", "Connect Four on 5×4"),
            Preset::new("connect:6x5", "Connect Four on 6×5"),
            Preset::new("connect:5x4+k=3", "3 in a row on 5×4"),
        ],
    }];

    const ORDERS: &'static [(&'static str, &'static str)] = &[(
        "winning-squares",
        "connect: columns after which the player would have more winning squares, then those \
         in the middle",
    )];

    fn parse(spec: Spec) -> Result<Self, ParseError> {
        Connect::from_spec(spec)
    }

    fn kit(self) -> Kit<Self, Self::Known, Self::Order> {
        let title = match self.length() {
            4 => "Connect Four".into(),
            length => format!("Connect Four with {length} in a row"),
        };
        let guides = vec![("winning-squares", ColumnOrder)];
        Kit::new(self, WinningSquares, guides, title).best_by_soonest()
    }
}
