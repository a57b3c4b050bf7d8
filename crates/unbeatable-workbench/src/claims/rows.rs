//! The claims, a row each: its name, who said it, what was said in words and as JSON, and what is asked to measure
//! it. `SLOW` stands before those that take more than a few seconds, `but` before what is wrong in a publication.

use unbeatable_proof::table::Role::{Both, First, Second};
use unbeatable_proof::table::TableCount::{Full, Rows, Turns};
use unbeatable_report::question::CountOf::{Classes, Games as Played, Positions, Tree};

use super::answers::{by_outcome, how_many, kept, shares};
use super::claim::Measure::{
    ConnectFour, Count, Counts, Games, HexOpenings, LastPlies, Margins, MarginsByRule,
    OlderUltimate, Own, Period, Table, Winner,
};
use super::claim::{ClaimSummary, PublishedClaim, Who};
use super::go_margins::{
    DRANGE_RULES, drange_1x12, drange_1x13, drange_openings, drange_openings_of_1x9,
    linear_exercises,
};
use super::lomont_2024::frontier;
use super::lomont_2024_tables::strength;
use super::nelhage_2020::{pruning, representation};
use super::tromp_1999::{minimax_nodes, searched, situational_searches, value};
use super::{bouton_1901, boyce_2024, guy_smith_1956};

macro_rules! claims {
    ($(
        $($slow:ident)? $id:literal, $source:ident, $claim:literal, $published:literal,
        $measure:expr $(, but $erratum:literal)?;
    )*) => {
        &[$({
            let summary = ClaimSummary {
                id: $id,
                source: $source,
                claim: $claim,
                published: $published,
                is_slow: false $(|| $slow)?,
            };
            let errata: &[&'static str] = &[$($erratum)?];
            PublishedClaim {
                summary,
                erratum: errata.first().copied(),
                measure: $measure,
            }
        }),*]
    };
}

const SLOW: bool = true;

const OURS: &str = "nobody, as far as we know: a result of this program";

const LOMONT_TREES: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), Game trees";
const LOMONT_MOVES: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), Best moves";
const LOMONT_SMALLER: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), A smaller tree";
const LOMONT_ONE_SIDE: &str =
    "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), one side makes you smaller";
const LOMONT_STRENGTH: &str = "Lomont, 'Minimal Size Tic Tac Toe Trees' (2024), Playing strength";
const BOYCE: &str = "Boyce, 'Understanding Game Trees (Part 3)' (2024)";
const INITIATIVE: &str = "Uiterwijk and van den Herik, 'The advantage of the initiative', Information Sciences 122 (2000)";
const FOLKLORE: &str = "folklore: well known, nobody's in particular";
const BOUTON: &str =
    "Bouton, 'Nim, a game with a complete mathematical theory', Annals of Mathematics 3 (1901)";
const NIM_LECTURE: &str = "CMPUT 355, 'Solving 2×2 Go', Recap: XorSum and Using the Nim Formula";
const GUY_SMITH: &str =
    "Guy and Smith, 'The G-values of various games', Proc. Cambridge Philos. Soc. 52 (1956)";
const DAWSON: &str = "Guy and Smith 1956; OEIS A002187";
const WINNING_WAYS: &str =
    "Berlekamp, Conway and Guy, 'Winning Ways' (1982), chapter 4: subtraction games";
const GO_LECTURE_VALUE: &str = "CMPUT 355, 'Solving 2×2 Go', Minimax Proof for 2 × 2 Go";
const GO_LECTURE_ORDER: &str =
    "CMPUT 355, 'Solving 2×2 Go', Move Ordering for 2 × 2 Go (programs by Tromp 1999)";
const GO_LECTURE_GRAPH: &str = "CMPUT 355, 'Solving 2×2 Go', Search Graph";
const TROMP: &str = "Tromp, 'The game of Go', numbers of games under positional superko";
const LEGAL: &str = "Tromp and Farnebäck, 'Combinatorics of Go' (2007)";
const CONNECT_POSITIONS: &str =
    "Tromp, 'John's Connect Four Playground', number of positions by board";
const CONNECT_TABLE: &str = "Tromp, 'John's Connect Four Playground' (2006), extended by Steininger, 'c4', table of outcomes";
const CONNECT_LAST: &str = "Steininger, 'c4' (2025), table of last moves";
const CONNECT_SOLVED: &str = "Allen 1988; Allis 1988, 'A Knowledge-based Approach of Connect-Four'";
const SQUARES: &str = "van der Werf, van den Herik and Uiterwijk, 'Solving Go on small boards', ICGA Journal 26 (2003)";
const RECTANGLES: &str =
    "van der Werf and Winands, 'Solving Go for rectangular boards', ICGA Journal 32 (2009)";
const LINES: &str =
    "Weninger and Hayward, 'Exploring positional linear Go', Advances in Computer Games 2017";
const EXERCISES: &str = "Hayward, CMPUT 396, 'Solving Go', some linear Go exercises";
const DRANGE: &str = "Drange, 'Mini-Go' (worked out in 1998), mathpuzzle.com/go";
const REPRESENTATION: &str = "Elhage (nelhage), 'Solving Ultimate Tic Tac Toe' (2020), Efficient \
     representation: minimax.dev/docs/ultimate/efficient-representation";
const PRUNING: &str = "Elhage (nelhage), 'Solving Ultimate Tic Tac Toe' (2020), Pruning and \
     positional analysis: minimax.dev/docs/ultimate/pruning";
const HEX_COUNTS: &str = "exhaustive walks of the rules, made apart from this program";
const HEX_MAPS: &str = "Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck, 'Solving 7x7 Hex with \
     domination, fill-in, and virtual connections', Theoretical Computer Science 349 (2005); smaller boards: \
     regression files of benzene (Arneson, Hayward and Henderson)";
const HEX_RECTANGLES: &str = "folklore since Gardner 1957: on a board that is longer one way, who has the \
     shorter way wins, moving second";
const BERTHOLON: &str = "Bertholon, Géraud-Stewart, Kugelmann, Lenoir and Naccache, 'At Most 43 Moves, \
     At Least 29' (2020): arxiv.org/abs/2006.02353";

/// How the rules of van der Werf's publications differ from ours.
const VAN_DER_WERF_RULES: &str = "area scoring there too, but not positional superko";
/// How Weninger's rules differ from ours: they do not.
const WENINGER_RULES: &str = "positional superko, no suicide, area scoring there too";

/// Every claim this project knows.
pub(super) const CLAIMS: &[PublishedClaim] = claims! {
    "lomont-2024-tree-nodes", LOMONT_TREES, "the full tree of tic-tac-toe has 549,946 nodes", "549946",
        Count(Tree, "ttt", how_many);
    "lomont-2024-tree-leaves", LOMONT_TREES, "255,168 of them are leaves", "255168",
        Count(Played, "ttt", how_many);
    "lomont-2024-tree-outcomes", LOMONT_TREES, "131,184 leaves are won by X, 77,904 by O, 46,080 by nobody",
        r#"{"X": 131184, "O": 77904, "draw": 46080}"#,
        Count(Played, "ttt", by_outcome);
    "lomont-2024-tree-shares", LOMONT_TREES, "that is 51.41 %, 30.53 % and 18.06 % of the leaves",
        r#"{"X": "51.41", "O": "30.53", "draw": "18.06"}"#,
        Count(Played, "ttt", shares);
    "lomont-2024-hashed", LOMONT_TREES,
        "skipping boards seen before examines 16,168 nodes and keeps 5,478, the largest hash 19,560",
        r#"{"examined": 16168, "kept": 5478, "largest_hash": 19560}"#,
        Count(Positions, "ttt", kept);
    "lomont-2024-symmetry", LOMONT_TREES,
        "with the 8 symmetries removed 2,271 are examined and 765 kept, the largest hash 17,141",
        r#"{"examined": 2271, "kept": 765, "largest_hash": 17141}"#,
        Count(Classes, "ttt", kept);
    "lomont-2024-frontier", LOMONT_MOVES,
        "a node scores the least of its children at even depth and the most at odd depth \
         (wins of player 1, who moves at even depth, score +1)",
        r#"{"even": "min", "odd": "max"}"#,
        Own(frontier),
        but "the text exchanges min and max: X, who moves at even depth, maximises. As printed, \
             each player plays for the other's win";

    "lomont-2024-hashed-random", LOMONT_MOVES,
        "100,000 games, hashed tree against random player: 96,844 won, 0 lost, 3,156 drawn",
        r#"{"first_wins": 96844, "second_wins": 0, "draws": 3156}"#,
        Games([Who::Hashed, Who::Random]);
    "lomont-2024-random-hashed", LOMONT_MOVES,
        "100,000 games, random player against hashed tree: 0 won, 77,579 lost, 22,421 drawn",
        r#"{"first_wins": 0, "second_wins": 77579, "draws": 22421}"#,
        Games([Who::Random, Who::Hashed]);
    "lomont-2024-hashed-hashed", LOMONT_MOVES, "100,000 games, hashed tree against itself: all drawn",
        r#"{"first_wins": 0, "second_wins": 0, "draws": 100000}"#,
        Games([Who::Hashed, Who::Hashed]);
    "lomont-2024-symmetry-random", LOMONT_MOVES,
        "100,000 games, symmetry tree against random player: 96,772 won, 0 lost, 3,228 drawn",
        r#"{"first_wins": 96772, "second_wins": 0, "draws": 3228}"#,
        Games([Who::Symmetry, Who::Random]);
    "lomont-2024-random-symmetry", LOMONT_MOVES,
        "100,000 games, random player against symmetry tree: 0 won, 77,524 lost, 22,476 drawn",
        r#"{"first_wins": 0, "second_wins": 77524, "draws": 22476}"#,
        Games([Who::Random, Who::Symmetry]);
    "lomont-2024-symmetry-symmetry", LOMONT_MOVES, "100,000 games, symmetry tree against itself: all drawn",
        r#"{"first_wins": 0, "second_wins": 0, "draws": 100000}"#,
        Games([Who::Symmetry, Who::Symmetry]);
    "lomont-2024-hashed-table", LOMONT_STRENGTH, "100,000 games, hashed tree against the table: all drawn",
        r#"{"first_wins": 0, "second_wins": 0, "draws": 100000}"#,
        Games([Who::Hashed, Who::Table]);
    "lomont-2024-table-hashed", LOMONT_STRENGTH, "100,000 games, the table against hashed tree: all drawn",
        r#"{"first_wins": 0, "second_wins": 0, "draws": 100000}"#,
        Games([Who::Table, Who::Hashed]);

    "lomont-2024-full-corner", LOMONT_SMALLER,
        "computer first, start in the corner: 56 of 352 nodes are enough, and none fewer",
        r#"{"nodes": 352, "smallest": 56}"#,
        Table(First, &["a3"], Full);
    "lomont-2024-full-edge", LOMONT_SMALLER, "computer first, start on the edge: 94 of 408",
        r#"{"nodes": 408, "smallest": 94}"#,
        Table(First, &["b3"], Full);
    "lomont-2024-full-centre", LOMONT_SMALLER, "computer first, start in the centre: 41 of 201",
        r#"{"nodes": 201, "smallest": 41}"#,
        Table(First, &["b2"], Full);
    "lomont-2024-full-second", LOMONT_SMALLER, "human first: 127 of 282", r#"{"nodes": 282, "smallest": 127}"#,
        Table(Second, &[], Full);
    "lomont-2024-full-both", LOMONT_SMALLER,
        "merging the trees of 41 and 127 nodes gives one of 168 for a bot that plays first or second",
        r#"{"smallest": 168}"#,
        Table(Both, &[], Full),
        but "168 counts boards twice that both trees have; and as one optimisation, with a free first move, a \
             smaller tree plays both roles";
    "lomont-2024-half-corner", LOMONT_ONE_SIDE,
        "only boards with the computer to move, start in the corner: 30 of 195, with 344 edges",
        r#"{"vertices": 195, "edges": 344, "smallest": 30}"#,
        Table(First, &["a3"], Turns);
    "lomont-2024-half-edge", LOMONT_ONE_SIDE, "start on the edge: 51 of 226, with 400 edges",
        r#"{"vertices": 226, "edges": 400, "smallest": 51}"#,
        Table(First, &["b3"], Turns);
    "lomont-2024-half-centre", LOMONT_ONE_SIDE, "start in the centre: 22 of 95, with 201 edges",
        r#"{"vertices": 95, "edges": 201, "smallest": 22}"#,
        Table(First, &["b2"], Turns);
    "lomont-2024-half-second", LOMONT_ONE_SIDE, "human first: 75 of 158, with 248 edges",
        r#"{"vertices": 158, "edges": 248, "smallest": 75}"#,
        Table(Second, &[], Turns);
    "lomont-2024-rows-second", LOMONT_ONE_SIDE, "human first: a playable table of 74 rows, and none smaller",
        r#"{"smallest": 74}"#,
        Table(Second, &[], Rows),
        but "the smallest table has fewer rows: edges of the published model are not bounded from above, so \
             that rows stay in it which no game reaches";
    "lomont-2024-rows-both", LOMONT_ONE_SIDE,
        "22 and 74 rows together are the final table of 96 rows for both roles",
        r#"{"smallest": 96}"#,
        Table(Both, &[], Rows),
        but "the 74 rows are not the fewest, so neither are the 96";
    "lomont-2024-table-random", LOMONT_STRENGTH,
        "100,000 games, the table of 22 rows against a random player: 95,777 won, 0 lost, 4,223 drawn",
        r#"{"wins": 95777, "losses": 0, "draws": 4223}"#,
        Own(|published, follow| strength(First, published, follow));
    "lomont-2024-random-table", LOMONT_STRENGTH,
        "100,000 games, a random player against the table: 85,070 won by the table, none lost, 14,930 drawn",
        r#"{"wins": 85070, "losses": 0, "draws": 14930}"#,
        Own(|published, follow| strength(Second, published, follow));

    "boyce-2024-speed-up", BOYCE,
        "alpha-beta finds the first move of tic-tac-toe 15.3433 times as fast as minimax \
         (42.1356 ms against 646.5001 ms, Python, 2021 laptop)",
        "15.3433",
        Own(boyce_2024::speed_up);

    "mnk-3x3x3", INITIATIVE, "tic-tac-toe is a draw", r#""draw""#, Winner("ttt");
    "mnk-4x3x3", INITIATIVE, "4x3x3 is a win for the first player", r#""X""#, Winner("mnk:4x3x3");
    "mnk-4x4x3", INITIATIVE, "4x4x3 is a win for the first player", r#""X""#, Winner("mnk:4x4x3");
    "mnk-4x4x4", INITIATIVE, "4x4x4 is a draw", r#""draw""#, Winner("mnk:4x4x4");
    "mnk-5x5x4", INITIATIVE, "5x5x4 is a draw", r#""draw""#, Winner("mnk:5x5x4");
    "mnk-3x3x3-misere", FOLKLORE, "misère tic-tac-toe is a draw", r#""draw""#, Winner("ttt+misere");

    "bouton-1901-safe-combinations", BOUTON,
        "the safe combinations of three heaps of less than 16: who moves loses",
        "[\"1,2,3\", \"1,4,5\", \"1,6,7\", \"1,8,9\", \"1,10,11\", \"1,12,13\", \
         \"1,14,15\", \"2,4,6\", \"2,5,7\", \"2,8,10\", \"2,9,11\", \"2,12,14\", \
         \"2,13,15\", \"3,4,7\", \"3,5,6\", \"3,8,11\", \"3,9,10\", \"3,12,15\", \
         \"3,13,14\", \"4,8,12\", \"4,9,13\", \"4,10,14\", \"4,11,15\", \"5,8,13\", \
         \"5,9,12\", \"5,10,15\", \"5,11,14\", \"6,8,14\", \"6,9,15\", \"6,10,12\", \
         \"6,11,13\", \"7,8,15\", \"7,9,14\", \"7,10,13\", \"7,11,12\"]",
        Own(bouton_1901::safe_combinations);
    "bouton-1901-misere", BOUTON,
        "if the last stone loses, the same positions are lost, but that an odd number of ones is and \
         an even number is not",
        "0",
        Own(bouton_1901::misere);
    "lecture-nim-1-2-3", NIM_LECTURE, "xorsum(1, 2, 3) = 0: a loss", r#"{"winner": "Second", "xor": 0}"#,
        Own(|published, follow| bouton_1901::lecture("1,2,3", published, follow));
    "lecture-nim-3-5-3", NIM_LECTURE, "xorsum(3, 5, 3) = 101b = 5: a win, by taking 5 from the heap of 5",
        r#"{"winner": "First", "xor": 5, "wins": ["5-5"]}"#,
        Own(|published, follow| bouton_1901::lecture("3,3,5", published, follow));
    "lecture-nim-report", NIM_LECTURE, "nimreport lists a winning move for each pile j with j >= total xor j",
        r#"{"wrong": 0, "missed": 0}"#,
        Own(bouton_1901::report);

    "guy-smith-1956-kayles", GUY_SMITH, "Kayles has period 12; the last exception is a row of 70",
        r#"{"period": 12, "last_exception": 70}"#,
        Period("kayles:1");
    "guy-smith-1956-dawson", DAWSON, "Dawson's Chess, 0.137, has period 34; the last exception is a row of 51",
        r#"{"period": 34, "last_exception": 51}"#,
        Period("octal:1+code=0.137");
    "guy-smith-1956-dawsons-kayles", DAWSON, "Dawson's Kayles, 0.07, is Dawson's Chess with one more in each row",
        r#"{"period": 34, "last_exception": 52}"#,
        Period("dawson:1");
    "winning-ways-subtract-1-3-4", WINNING_WAYS,
        "if 1, 3 or 4 may be taken, the nimbers are 0101232 again and again",
        r#""0101232""#,
        Own(guy_smith_1956::subtract_1_3_4);

    "tromp-1999-value", GO_LECTURE_VALUE, "the minimax value of 2x2 Go is 1", "1", Own(value);
    "tromp-1999-pass-first", GO_LECTURE_ORDER,
        "alpha-beta with pass moves first searches 1,446 nodes, at most 22 deep",
        r#"{"nodes": 1446, "depth": 22}"#,
        Own(|published, follow| searched("pass-first", published, follow));
    "tromp-1999-stones-first", GO_LECTURE_ORDER,
        "alpha-beta with stone moves first searches 19,397,529 nodes, at most 58 deep",
        r#"{"nodes": 19397529, "depth": 58}"#,
        Own(|published, follow| searched("stones-first", published, follow));
    "tromp-1999-games-2x2", GO_LECTURE_GRAPH, "there are 386,356,909,593 games of 2x2 Go", "386356909593",
        Count(Played, "go:2x2", how_many);
    "tromp-1999-minimax", GO_LECTURE_ORDER,
        "unoptimized minimax searches at least 10^12 nodes (it ran for weeks and was killed)",
        r#"{"nodes_at_least": 1000000000000}"#,
        Own(minimax_nodes),
        but "counted as the other programs' nodes are, with the score of two passes taken in the \
             node before, minimax visits twice as many nodes as there are games: less than 10^12. \
             It is more only if the ends are nodes too, and 'a few trillion' in neither case";
    "tromp-1999-games-lines", TROMP, "1x1, 1x2 and 1x3 have 1, 9 and 907 games", "[1, 9, 907]",
        Counts(Played, &["go:1x1", "go:1x2", "go:1x3"]);
    "tromp-1999-games-1x4-suicide", TROMP, "1x4 has 2,098,407,841 games if suicide is allowed", "2098407841",
        Count(Played, "go:1x4+suicide", how_many);
    "tromp-2007-legal-boards", LEGAL, "57 boards of 2x2 and 12,675 of 3x3 are legal",
        r#"{"2x2": 57, "3x3": 12675}"#,
        Counts(Positions, &["go:2x2", "go:3x3"]);
    SLOW "ours-situational-search", OURS,
        "the lecture asks whether situational superko would be easier or harder to solve: the \
         same searches under all three rules",
        "null",
        Own(situational_searches);
    "ours-natural-situational-games", OURS,
        "the number of games of 2x2 Go under natural situational superko", "null",
        Counts(Played, &["go:2x2+nssk"]);
    SLOW "ours-situational-games", OURS, "the number of games of 2x2 Go under situational superko", "null",
        Counts(Played, &["go:2x2+ssk"]);
    SLOW "ours-suicide-games", OURS,
        "the numbers of games of 2x2 Go if suicide is allowed, positional and situational", "null",
        Counts(Played, &["go:2x2+suicide", "go:2x2+ssk+suicide"]);

    "tromp-2006-positions-4x4", CONNECT_POSITIONS, "4x4 has 161,029 positions", "161029",
        Count(Positions, "connect:4x4", how_many);
    SLOW "tromp-2006-positions-5x4", CONNECT_POSITIONS, "5x4 has 3,945,711 positions", "3945711",
        Count(Positions, "connect:5x4", how_many);
    SLOW "tromp-2006-positions-5x5", CONNECT_POSITIONS, "5x5 has 69,763,700 positions", "69763700",
        Count(Positions, "connect:5x5", how_many);
    "tromp-2006-values", CONNECT_TABLE,
        "of the boards from 4x4 to 6x6 the second player wins 6x4; the others here are draws",
        r#"{"4x4": "draw", "4x5": "draw", "4x6": "draw", "5x4": "draw", "5x5": "draw", "5x6": "draw",
            "6x4": "O", "6x5": "draw"}"#,
        ConnectFour(&["4x4", "4x5", "4x6", "5x4", "5x5", "5x6", "6x4", "6x5"]);
    SLOW "tromp-2006-values-6x6", CONNECT_TABLE, "the second player wins 6x6", r#"{"6x6": "O"}"#,
        ConnectFour(&["6x6"]);
    SLOW "tromp-2006-values-seven-columns", CONNECT_TABLE, "7x4 and 7x5 are draws",
        r#"{"7x4": "draw", "7x5": "draw"}"#,
        ConnectFour(&["7x4", "7x5"]);
    SLOW "allis-1988-value", CONNECT_SOLVED, "the first player wins Connect Four", r#"{"7x6": "X"}"#,
        ConnectFour(&["7x6"]);
    "steininger-2025-last-moves", CONNECT_LAST, "with which move Connect Four ends on smaller boards",
        r#"{"4x4": 16, "4x5": 20, "4x6": 24, "5x4": 20, "5x5": 25, "5x6": 30, "6x4": 24, "6x5": 30,
            "7x4": 28}"#,
        LastPlies(&["4x4", "4x5", "4x6", "5x4", "5x5", "5x6", "6x4", "6x5", "7x4"]);
    SLOW "steininger-2025-last-moves-slow", CONNECT_LAST,
        "with which move Connect Four ends on larger boards",
        r#"{"4x7": 28, "4x8": 32, "4x9": 36, "4x10": 40, "5x7": 35, "5x8": 40, "6x6": 36, "7x5": 35,
            "8x4": 32, "9x4": 36, "7x6": 41}"#,
        LastPlies(&[
            "4x7", "4x8", "4x9", "4x10", "5x7", "5x8", "6x6", "7x5", "8x4", "9x4", "7x6",
        ]);
    "ours-narrow-connect", OURS,
        "who wins on boards of up to six columns and rows of which one is less than four", "null",
        ConnectFour(&[
            "1x4", "1x5", "1x6", "2x4", "2x5", "2x6", "3x4", "3x5", "3x6",
            "4x1", "4x2", "4x3", "5x1", "5x2", "5x3", "6x1", "6x2", "6x3",
        ]);

    "van-der-werf-2003-3x3", SQUARES, "Black wins 3x3 by 9, the whole board", "9",
        Margins(&["go:3x3"], VAN_DER_WERF_RULES);
    "van-der-werf-2003-4x4", SQUARES, "Black wins 4x4 by 2", "2", Margins(&["go:4x4"], VAN_DER_WERF_RULES);
    "van-der-werf-2009-rectangles", RECTANGLES, "Black wins 3x4 by 4, and 3x5 by 15, the whole board",
        r#"{"3x4": 4, "3x5": 15}"#,
        Margins(&["go:3x4", "go:3x5"], VAN_DER_WERF_RULES);
    SLOW "van-der-werf-2009-3x6", RECTANGLES, "Black wins 3x6 by 18, the whole board", "18",
        Margins(&["go:3x6"], VAN_DER_WERF_RULES);
    SLOW "van-der-werf-2009-4x5", RECTANGLES, "Black wins 4x5 by 20, the whole board", "20",
        Margins(&["go:4x5"], VAN_DER_WERF_RULES);

    "weninger-2017-lines", LINES, "the values of 1x2 to 1x9 under positional superko",
        r#"{"1x2": 0, "1x3": 3, "1x4": 4, "1x5": 0, "1x6": 1, "1x7": 2, "1x8": 3, "1x9": 0}"#,
        Margins(
            &["go:1x2", "go:1x3", "go:1x4", "go:1x5", "go:1x6", "go:1x7", "go:1x8", "go:1x9"],
            WENINGER_RULES,
        );
    "cmput-396-linear-exercises", EXERCISES, "what X, to move, makes of seven positions on 1x5",
        r#"{"X.O..": 0, "O.X..": 5, "X..O.": -5, "O..X.": 5, "O....": 5, ".O...": 0, "..O..": 0}"#,
        Own(linear_exercises),
        but "in X.O.. White wins all 5 points: the answer's line lets X play the fourth point and \
             O the second, but O does better on the fifth, which captures; superko forbids X to \
             retake, and X can only pass";

    "drange-1998-lines", DRANGE, "the values of 1x10 and 1x11", r#"{"1x10": 1, "1x11": 2}"#,
        Margins(&["go:1x10", "go:1x11"], DRANGE_RULES);
    "drange-1998-1x12", DRANGE, "Black wins 1x12 by 1", "1",
        Own(drange_1x12),
        but "1 is the value under situational superko, and under natural situational superko; \
             under positional superko it is 2";
    "drange-1998-1x13", DRANGE, "Black wins 1x13 by 2", "2",
        Own(drange_1x13),
        but "2 under none of the three superko rules: it is a draw under positional and under \
             situational superko, and 1 under natural situational superko";
    "drange-1998-two-rows", DRANGE, "the values of 2x3 to 2x6",
        r#"{"2x3": 0, "2x4": 8, "2x5": 10, "2x6": 12}"#,
        Margins(&["go:2x3", "go:2x4", "go:2x5", "go:2x6"], DRANGE_RULES);
    SLOW "drange-1998-long-rows", DRANGE, "Black wins 2x7 by 14 and 2x8 by 16, the whole board",
        r#"{"2x7": 14, "2x8": 16}"#,
        Margins(&["go:2x7", "go:2x8"], DRANGE_RULES);
    "drange-1998-openings-3x3", DRANGE,
        "3x3 is worth 9 if Black opens in the centre, 3 on a side, -9 in a corner", "[9, 3, -9]",
        Own(|published, follow| drange_openings("go:3x3", &["B2", "B3", "A3"], published, follow));
    "drange-1998-openings-3x4", DRANGE, "the three best openings of 3x4 are worth 4, 3 and 0", "[4, 3, 0]",
        Own(|published, follow| drange_openings("go:3x4", &["B3", "A3", "B4"], published, follow));
    "drange-1998-openings-1x9", DRANGE, "the three best openings of 1x9 are worth 0, 0 and -2", "[0, 0, -2]",
        Own(drange_openings_of_1x9),
        but "no opening of 1x9 is worth -2: the second, fourth and fifth points and the pass draw, \
             the third loses by 1, the first by 4";

    "ours-go-rules-3x3", OURS,
        "3x3 under three superko rules, and with suicide: natural situational superko, under which \
         a pass lets a ko be retaken, costs Black 7 points",
        "null",
        MarginsByRule(&["go:3x3"]);
    "ours-go-rules-lines", OURS,
        "1x2 to 1x11 under three superko rules, and with suicide: the first to differ is 1x9, worth \
         a point more under natural situational superko",
        "null",
        MarginsByRule(&[
            "go:1x2", "go:1x3", "go:1x4", "go:1x5", "go:1x6", "go:1x7", "go:1x8", "go:1x9", "go:1x10", "go:1x11",
        ]);
    SLOW "ours-go-rules-long-lines", OURS,
        "1x12 and 1x13 under three superko rules, and with suicide: 1x12 is the first line that \
         is worth more under positional than under situational superko",
        "null",
        MarginsByRule(&["go:1x12", "go:1x13"]);
    "ours-go-rules-two-rows", OURS,
        "2x2 to 2x6 under three superko rules, and with suicide: no difference", "null",
        MarginsByRule(&["go:2x2", "go:2x3", "go:2x4", "go:2x5", "go:2x6"]);
    SLOW "ours-go-rules-boards", OURS,
        "3x4, 3x5 and 4x4 under three superko rules, and with suicide: no difference", "null",
        MarginsByRule(&["go:3x4", "go:3x5", "go:4x4"]);
    SLOW "ours-go-long-lines", OURS, "the values of 1x14 and 1x15 under positional superko", "null",
        Margins(&["go:1x14", "go:1x15"], "");

    "nelhage-2020-position-bytes", REPRESENTATION, "a position takes 40 bytes", "40",
        Own(representation::position_bytes);
    "nelhage-2020-marks-bytes", REPRESENTATION,
        "28 of them are marks: two 9-bit sets for the global board, and six rows of three", "28",
        Own(representation::marks_bytes);
    "nelhage-2020-win-test", REPRESENTATION,
        "eight lines of 16 bits fit a 128-bit register: one comparison finds any of them",
        r#"{"lines": ["0x7", "0x38", "0x1c0", "0x49", "0x92", "0x124", "0x111", "0x54"], "wrong": 0}"#,
        Own(representation::win_test);
    "nelhage-2020-table-kb", REPRESENTATION,
        "a table with an entry for each of the 18-bit boards is 256 kB", "256",
        Own(representation::table_kb);
    "nelhage-2020-critical-square", PRUNING,
        "in the example O wins at once in the marked square, and nowhere else", r#"["ii"]"#,
        Own(pruning::critical_square);
    "nelhage-2020-to-avoid", PRUNING,
        "so X must not send O to the bottom right board, or to one that is over",
        r##"["# . .", ". . .", "# # #"]"##,
        Own(pruning::to_avoid_drawn);
    "nelhage-2020-example-losses", PRUNING,
        "X loses the example by any move in one of those squares, in whatever board", r#"{"not_lost": 0}"#,
        Own(pruning::example_losses);
    "nelhage-2020-centre-right", PRUNING,
        "X wins the example by any move that sends O to the centre right board", r#"{"bf": "X"}"#,
        Own(pruning::centre_right);
    "nelhage-2020-lookahead", PRUNING,
        "where a board has only squares left that X must avoid, X wins by sending O there", r#"{"wrong": 0}"#,
        Own(pruning::lookahead),
        but "the sides are exchanged: squares that X must avoid are not O's to avoid. It is X who \
             must not be sent to such a board (if he cannot block the threat there): in the example \
             O would win by the move to the centre right. X wins by it too, but only a search shows \
             that";
    "nelhage-2020-pruning", PRUNING,
        "a move in a square to avoid loses, in whatever board, unless it wins the game",
        r#"{"wrong_moves": 0, "wrong_values": 0}"#,
        Own(pruning::pruning),
        but "a move that wins the game is not the only exception: one that is played in the \
             threatened board may block there or win it, and one that ends the game draws";
    "nelhage-2020-counterexample", PRUNING,
        "by that rule every move of the position that `unbeatable games` shows for ultimate \
         tic-tac-toe loses",
        r#"["loss", "loss", "loss"]"#,
        Own(pruning::counterexample),
        but "two of the three draw: played in the threatened board, they block the threat";

    "hex-3x3-positions", HEX_COUNTS, "3x3 Hex has 5,514 positions", "5514",
        Count(Positions, "hex:3x3", how_many);
    "hex-3x3-games", HEX_COUNTS, "and 257,760 games, of which Black wins 165,600",
        r#"{"Black": 165600, "White": 92160, "draw": 0}"#,
        Count(Played, "hex:3x3", by_outcome);
    SLOW "hex-4x4-positions", HEX_COUNTS, "4x4 Hex has 9,386,235 positions", "9386235",
        Count(Positions, "hex:4x4", how_many);
    SLOW "hex-4x4-games", HEX_COUNTS, "and 10,663,950,528,000 games", "10663950528000",
        Count(Played, "hex:4x4", how_many);
    "hayward-2005-openings", HEX_MAPS, "which first stones win on 3x3 to 5x5 (B) and which lose (w)",
        r#"{"3x3": "wwB/BBB/Bww", "4x4": "wwwB/wwBw/wBww/Bwww",
            "5x5": "wwwwB/wBBBB/wBBBw/BBBBw/Bwwww"}"#,
        HexOpenings(&["3x3", "4x4", "5x5"]);
    SLOW "hayward-2005-openings-6x6", HEX_MAPS, "and on 6x6",
        r#"{"6x6": "wwwwwB/wBBBBB/BBBBBB/BBBBBB/BBBBBw/Bwwwww"}"#,
        HexOpenings(&["6x6"]);
    SLOW "hayward-2005-openings-7x7", HEX_MAPS, "and on 7x7",
        r#"{"7x7": "wwwwwwB/wwBwBBB/wBBBBBw/BBBBBBB/wBBBBBw/BBBwBww/Bwwwwww"}"#,
        HexOpenings(&["7x7"]);
    SLOW "hex-rectangles", HEX_RECTANGLES, "every first stone loses for the player with the longer way",
        r#"{"6x7": "wwwwww/wwwwww/wwwwww/wwwwww/wwwwww/wwwwww/wwwwww",
            "7x8": "wwwwwww/wwwwwww/wwwwwww/wwwwwww/wwwwwww/wwwwwww/wwwwwww/wwwwwww"}"#,
        HexOpenings(&["6x7", "7x8"]);

    "bertholon-2020-at-most", BERTHOLON, "the first player wins in at most 43 moves", r#"{"43": "yes"}"#,
        OlderUltimate(&[43]);
    "bertholon-2020-at-least", BERTHOLON,
        "the second player can hold on for at least 29 moves: no win within 27", r#"{"27": "no"}"#,
        OlderUltimate(&[27]);
    SLOW "ours-play-on-longer", OURS, "the second player can hold on for longer than that", "null",
        OlderUltimate(&[29, 31, 33]);
};
