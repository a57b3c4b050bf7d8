//! Hex in the list of games.

use unbeatable_core::{Kind, Kit, Listing, ParseError, Preset, Spec};

use crate::connections::analysis::VirtualConnections;
use crate::hex::Hex;

impl Kind for Hex {
    type Known = VirtualConnections;
    type Order = ();

    const LISTINGS: &'static [Listing] = &[Listing {
        names: &["hex"],
        usual_size: Some("5x5"),
        spec: "hex:5x5",
        form: "hex[:COLUMNSxROWS][+swap]",
        title: "Hex",
        rules: "Black and White put stones on empty cells in turn; Black connects top and bottom, \
                White left and right; there is no draw. (+swap: White may take over Black's first \
                stone.)",
        example: "...../..X../..O../...../.....",
        example_move: "b4",
        family: "Hex",
        presets: &[
            Preset::new("hex:3x3", "Hex 3×3"),
            Preset::new("hex:4x4", "Hex 4×4"),
            Preset::new("hex:5x5", "Hex 5×5"),
            Preset::new("hex:6x6", "Hex 6×6"),
        ],
    }];

    fn parse(spec: Spec) -> Result<Self, ParseError> {
        Hex::from_spec(spec)
    }

    fn kit(self) -> Kit<Self, Self::Known, Self::Order> {
        let title = match self.has_swap() {
            true => "Hex with a swap",
            false => "Hex",
        };
        Kit::new(self, VirtualConnections::default(), vec![], title).best_by_df_pn()
    }
}
