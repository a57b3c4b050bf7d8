//! Gale in the list of games.

use unbeatable_core::{Kind, Kit, Listing, ParseError, Preset, Spec};

use crate::gale::Gale;
use crate::gale::trees::TwoTrees;

impl Kind for Gale {
    type Known = TwoTrees;
    type Order = ();

    const LISTINGS: &'static [Listing] = &[Listing {
        names: &["gale", "bridg-it"],
        usual_size: Some("4"),
        spec: "gale:4",
        form: "gale[:ORDER]",
        title: "Gale",
        rules: "Each player has a lattice of dots, shifted by half a step against the other's. Players \
                build bridges in turn, each between two neighbouring dots of their own; bridges do not \
                cross. Black joins top and bottom, White left and right; there is no draw. A move is \
                the crossing of two lines, one of each player: the letter of its column and the number of \
                its row from the bottom; a, c, e in rows 1, 3, 5, and b, d in rows 2, 4. (Also known as \
                Bridg-it.)",
        example: "..../.../.X../.O./..../.../....",
        example_move: "e3",
        family: "Hex",
        presets: &[
            Preset::new("gale:3", "Gale 3"),
            Preset::new("gale:4", "Gale 4"),
            Preset::new("gale:5", "Gale 5"),
            Preset::new("gale:6", "Gale 6"),
        ],
    }];

    fn parse(spec: Spec) -> Result<Self, ParseError> {
        Gale::from_spec(spec)
    }

    fn kit(self) -> Kit<Self, Self::Known, Self::Order> {
        Kit::new(self, TwoTrees, vec![], "Gale")
    }
}
