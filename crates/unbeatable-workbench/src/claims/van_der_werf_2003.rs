//! Erik van der Werf, Jaap van den Herik and Jos Uiterwijk, 'Solving Go on small boards', 2003, and
//! its sequel on rectangular boards, 2009.

use super::claim::Claim;
use super::go_values::values;

const SQUARES: &str = "van der Werf, van den Herik and Uiterwijk, 'Solving Go on small boards', ICGA Journal 26 (2003)";
const RECTANGLES: &str =
    "van der Werf and Winands, 'Solving Go for rectangular boards', ICGA Journal 32 (2009)";

/// How their rules differ from ours.
const RULES: &str = "area scoring there too, but not positional superko";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "van-der-werf-2003-3x3",
        SQUARES,
        "Black wins 3x3 by 9, the whole board",
        "9",
        |published, follow| values(&["go:3x3"], published, RULES, follow),
    ),
    Claim::new(
        "van-der-werf-2003-4x4",
        SQUARES,
        "Black wins 4x4 by 2",
        "2",
        |published, follow| values(&["go:4x4"], published, RULES, follow),
    ),
    Claim::new(
        "van-der-werf-2009-rectangles",
        RECTANGLES,
        "Black wins 3x4 by 4, and 3x5 by 15, the whole board",
        r#"{"3x4": 4, "3x5": 15}"#,
        |published, follow| values(&["go:3x4", "go:3x5"], published, RULES, follow),
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "van-der-werf-2009-3x6",
            RECTANGLES,
            "Black wins 3x6 by 18, the whole board",
            "18",
            |published, follow| values(&["go:3x6"], published, RULES, follow),
        )
    },
];
