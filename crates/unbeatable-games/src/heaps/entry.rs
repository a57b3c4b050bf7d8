//! Nim and its kin in the list of games.

use unbeatable_core::{Kind, Kit, Listing, ParseError, Preset, Spec};

use crate::heaps::Heaps;
use crate::heaps::nim_sum::NimSum;

const FAMILY: &str = "Nim and its kin";

impl Kind for Heaps {
    type Known = NimSum;
    type Order = ();

    const LISTINGS: &'static [Listing] = &[
        Listing {
            names: &["nim"],
            usual_size: Some("3,5,7"),
            spec: "nim:3,5,7",
            form: "nim:HEAP,HEAP,…[+misere]",
            title: "Nim",
            rules: "Players take any number of stones from one heap; who cannot move loses \
                    (+misere: wins).",
            example: "3,5,5;Second",
            example_move: "5-2",
            family: FAMILY,
            presets: &[
                Preset::new("nim:3,5,7", "Nim 3, 5, 7"),
                Preset::new("nim:1,3,5,7+misere", "Nim 1, 3, 5, 7, the last stone loses"),
            ],
        },
        Listing {
            names: &["subtract", "subtraction", "take-away"],
            usual_size: Some("21"),
            spec: "subtract:21+take=1,2,3",
            form: "subtract:HEAP,HEAP,…[+misere][+take=NUMBER,…]",
            title: "take-away",
            rules: "Nim in which only these numbers of stones may be taken, 1, 2 or 3 if none are \
                    given.",
            example: "17;Second",
            example_move: "17-1",
            family: FAMILY,
            presets: &[Preset::new(
                "subtract:21+take=1,2,3",
                "Take 1, 2 or 3 of 21",
            )],
        },
        Listing {
            names: &["kayles"],
            usual_size: Some("5,7"),
            spec: "kayles:5,7",
            form: "kayles:ROW,ROW,…[+misere]",
            title: "Kayles",
            rules: "Players bowl over one pin or two neighbours, which may split a row in two; who \
                    cannot move loses (+misere: wins).",
            example: "1,4,5;Second",
            example_move: "5-1:1+3",
            family: FAMILY,
            presets: &[Preset::new("kayles:5,7", "Kayles 5, 7")],
        },
        Listing {
            names: &["dawson", "dawsons-kayles"],
            usual_size: Some("9"),
            spec: "dawson:9",
            form: "dawson:ROW,ROW,…[+misere]",
            title: "Dawson's Kayles",
            rules: "Kayles in which always two neighbours are bowled over.",
            example: "3,4;Second",
            example_move: "4-2:1+1",
            family: FAMILY,
            presets: &[Preset::new("dawson:9", "Dawson’s Kayles 9")],
        },
        Listing {
            names: &["octal"],
            usual_size: Some("7"),
            spec: "octal:7+code=0.137",
            form: "octal:HEAP,HEAP,…+code=DIGITS[+misere]",
            title: "octal game",
            rules: "The digit for a number of stones says what may be left of a heap when they are \
                    taken: nothing (1), one heap (2), two heaps (4), or a sum of these.",
            example: "1,3;Second",
            example_move: "3-2",
            family: FAMILY,
            presets: &[],
        },
    ];

    fn parse(spec: Spec) -> Result<Self, ParseError> {
        Heaps::from_spec(spec)
    }

    fn kit(self) -> Kit<Self, Self::Known, Self::Order> {
        let (known, title) = (NimSum::new(&self), self.title());
        Kit::new(self, known, vec![], title)
    }
}
