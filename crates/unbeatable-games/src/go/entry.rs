//! Go in the list of games.

use unbeatable_core::{Kind, Kit, Listing, ParseError, Preset, Spec};

use crate::go::Go;
use crate::go::pass_order::PassOrder;
use crate::go::safety::Safety;

impl Kind for Go {
    type Known = Safety;
    type Order = PassOrder;

    const LISTINGS: &'static [Listing] = &[Listing {
        names: &["go", "baduk", "weiqi"],
        usual_size: Some("4x4"),
        spec: "go:2x2",
        form: "go:COLUMNSxROWS[+komi=N][+ssk|+nssk][+suicide]",
        title: "Go",
        rules: "Stones stay while their chain has a liberty; area counts; two passes end the \
                game. No suicide, positional superko and no komi unless the options say so.",
        example: "X./.O;B;history=../..|X./..",
        example_move: "A1",
        family: "Go",
        presets: &[
            Preset::new("go:2x2", "Go 2×2"),
            Preset::new("go:3x2", "Go 3×2"),
            Preset::new("go:3x3", "Go 3×3"),
            Preset::new("go:4x3", "Go 4×3"),
            Preset::new("go:4x4", "Go 4×4"),
        ],
    }];

    const ORDERS: &'static [(&'static str, &'static str)] = &[
        ("pass-first", "go: the pass before all stones"),
        ("stones-first", "go: the pass after all stones"),
    ];

    fn parse(spec: Spec) -> Result<Self, ParseError> {
        Go::from_spec(spec)
    }

    fn kit(self) -> Kit<Self, Self::Known, Self::Order> {
        let guides = vec![
            ("pass-first", PassOrder::First),
            ("stones-first", PassOrder::Last),
        ];
        Kit::new(self, Safety, guides, "Go")
    }
}
