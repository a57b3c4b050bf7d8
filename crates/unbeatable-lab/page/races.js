// Ready-made races, each with what was published about it.

import { bounds, count, points } from "./words.js";

const times = (n) => `${n >= 100 ? count(Math.round(n)) : n.toFixed(1)} times`;

/** Numbers that must be the same, beside what was measured. */
const same = (what, published, measured) => ({
  what, published: count(published), measured: count(measured), agrees: published === measured,
});

/** Searched positions, as the lecture counts them: the scored ends are none. */
const searched = ({ nodes, ends }) => nodes - ends;

function worth(what, published, answer, { sides, isScored }) {
  const { lower, upper } = answer.bounds;
  const shown = published === null ? "" : bounds({ lower: published, upper: published }, sides, isScored);
  return {
    what, published: shown, measured: bounds(answer.bounds, sides, isScored), agrees: lower === published && upper === published,
  };
}

/**
 * A race is `{title, says, game, position, limit, runners}`, with `note` beside its results and, where numbers
 * were published, `compare(answers, position)`: rows of what was published and what the answers, one for
 * each runner, say. Links lead to the claims behind them.
 */
export const READY = [
  {
    title: "Minimax against alpha-beta",
    says: "Tic-tac-toe, every move sequence or only those that matter",
    game: "ttt",
    runners: "minimax;alpha-beta,plain,window=open;alpha-beta",
    note: "Boyce searches with an infinite window at the root, and so does the second runner. The third one has "
      + "a table, symmetry, a better order and a look at threats as well. Time depends on machine and language; "
      + "nodes do not.",
    claims: ["lomont-2024-tree-nodes", "boyce-2024-speed-up"],
    compare: ([all, pruned]) => [
      same("nodes of the whole tree (Lomont 2024)", 549946, all.nodes),
      same("leaves of the whole tree (Lomont 2024)", 255168, all.ends),
      {
        what: "alpha-beta is faster by (Boyce 2024, in Python)", published: "15.3 times",
        measured: `${times(all.seconds / pruned.seconds)}, with ${times(all.nodes / pruned.nodes)} fewer nodes`, agrees: null,
      },
    ],
  },
  {
    title: "Stones first against pass first",
    says: "2×2 Go by the same alpha-beta, in two orders of moves",
    game: "go:2x2",
    runners: "alpha-beta,plain,order=stones-first;alpha-beta,plain,order=pass-first",
    note: "A pass reaches the nearest finished game, so the window closes early. The lecture does not count scored "
      + "ends, so they are subtracted here. Its minimax, which leaves nothing out, ran for weeks and was then killed.",
    claims: ["tromp-1999-stones-first", "tromp-1999-pass-first", "tromp-1999-minimax"],
    compare: ([stones, pass], { sides }) => [
      same("nodes, stones first (Tromp 1999)", 19397529, searched(stones)),
      same("greatest depth, stones first", 58, stones.depth_max),
      same("nodes, pass first (Tromp 1999)", 1446, searched(pass)),
      same("greatest depth, pass first", 22, pass.depth_max),
      { what: `what ${sides[0]} gets`, published: points(1), measured: points(pass.bounds.lower), agrees: pass.bounds.lower === 1 && pass.bounds.upper === 1 },
    ],
  },
  {
    title: "Table or not",
    says: "Four in a row on 4×4: what it is worth to remember positions",
    game: "mnk:4x4x4",
    position: "..../.X../..../....",
    limit: "60s",
    runners: "alpha-beta,plain;alpha-beta,plain,table=on;alpha-beta",
    note: "Most positions come up by many ways. Without a table each of them is searched again and again. The "
      + "last runner also has a better order, and an analysis that sees when a line can no longer be forced (Erdős and "
      + "Selfridge 1973).",
    claims: ["mnk-4x4x4"],
  },
  {
    title: "All solvers on 4×3×3",
    says: "Three in a row on four columns and three rows, six algorithms",
    game: "mnk:4x3x3",
    limit: "60s",
    runners: "minimax;alpha-beta,plain;alpha-beta;pn;df-pn;backward",
    note: "One more column than tic-tac-toe makes the tree hundreds of times larger, and the first player wins. "
      + "Backward induction solves every position there is, once; the others only what a proof needs.",
    claims: ["mnk-4x3x3"],
    compare: (answers, position) => [worth("value (Uiterwijk and van den Herik 2000)", 1, answers[2], position)],
  },
  {
    title: "Who proves it first",
    says: "Ultimate tic-tac-toe after 38 moves: proof numbers or alpha-beta",
    game: "uttt",
    limit: "60s",
    position: "X;X.......@;X...O.XXX/.X.O.O..X/OO..X.XX./..X..XO../O....X.O./.OOXX.XX./OXX..O..O/O.O..OOX./..O..O...",
    runners: "df-pn;pn;alpha-beta",
    note: "Proof-number search goes where a proof looks nearest. df-pn keeps a table and no tree, so that it can "
      + "look at more positions in the same time; pn chooses better and takes longer over it.",
    claims: [],
  },
  {
    title: "Formula against search",
    says: "Nim with heaps of 3, 5 and 7: one xor, or millions of positions",
    game: "nim:3,5,7",
    runners: "formula;backward;alpha-beta,analysis=off;alpha-beta,plain;minimax",
    note: "3 xor 5 xor 7 is 1, not 0: who moves wins, and the formula needs no search to say so.",
    claims: ["bouton-1901-safe-combinations"],
    compare: (answers, position) => [worth("value (Bouton 1901)", 1, answers[0], position)],
  },
];
