//! Ultimate tic-tac-toe in the list of games.

use std::sync::Arc;

use unbeatable_core::{Kind, Kit, Listing, ParseError, Preset, Spec};

use crate::ultimate::Ultimate;
use crate::ultimate::critical_boards::CriticalBoards;
use crate::ultimate::odds::Odds;
use crate::ultimate::race::{self, Centre};

impl Kind for Ultimate {
    type Known = CriticalBoards;
    type Order = Odds;

    const LISTINGS: &'static [Listing] = &[Listing {
        names: &["uttt", "ultimate", "ultimate-tic-tac-toe"],
        usual_size: None,
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
        family: "Ultimate tic-tac-toe",
        presets: &[
            Preset::new("uttt", "Ultimate tic-tac-toe"),
            Preset::new("uttt:play-on", "Ultimate, won boards are played on"),
            Preset::new("uttt+majority", "Ultimate, more boards win"),
        ],
    }];

    const ORDERS: &'static [(&'static str, &'static str)] = &[(
        "odds",
        "uttt: moves after which the player would win more often if chance filled the boards",
    )];

    const RESTRICTIONS: &'static [(&'static str, &'static str)] =
        &[(Centre::NAME, Centre::SUMMARY)];

    fn parse(spec: Spec) -> Result<Self, ParseError> {
        Ultimate::from_spec(spec)
    }

    fn kit(self) -> Kit<Self, Self::Known, Self::Order> {
        let guides = vec![("odds", Odds)];
        let kit = Kit::new(self, CriticalBoards, guides, "ultimate tic-tac-toe").best_by_df_pn();
        match race::is_raced(&self) {
            true => kit.with_restrictions(vec![Arc::new(Centre)]),
            false => kit,
        }
    }
}
