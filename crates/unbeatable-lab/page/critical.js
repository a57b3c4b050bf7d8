// Ultimate tic-tac-toe: no table can be listed, but some squares decide the game at once.

import { h, put } from "./dom.js";
import { ask, queryText } from "./api.js";
import { picture } from "./diagram.js";
import { capital } from "./words.js";
import { addressOf } from "./paths.js";

/** Positions that show the rule and where it ends. */
const EXAMPLES = [
  {
    heading: "Squares that lose, wherever they are",
    position: "X;X@....OO.;......XXX/......X.X/O...XXXX./.....XO../O.O.XX.O./.OOXXO.X./O...O...O/OOO....../..O..OX..",
    words: ["O has won the two boards at the bottom left and needs the third. If O may ever play in the bottom-right board, O takes the marked square and wins the game.",
      "So X must not send O there, nor to a finished board, from which O may go anywhere. A mark sends to the board in its own place: the squares at the top left and along the bottom are barred in every board.",
      "The board at the right of the centre has only barred squares left: sent there, X would be lost. One square still leads there, f of the top board, and X takes it: of X's seven moves the only one that wins, as search confirms."],
    barred: [0, 6, 7, 8],
  },
  {
    heading: "Where the rule has exceptions",
    position: "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./.XXO.X.XX/X.O.O.OXO/.X.OX..XO/.XOOXX..X/O...O.O.O/.O.XXXX.O",
    words: ["X would win the game in the middle of the top-right board. All three moves of O send X to a finished board and let X choose: by the rule as it was published they all lose.",
      "But O plays in that very board: one move blocks the square, another wins the board away. Both hold the draw; search confirms it. Only what is barred after the move itself has been made is lost."],
  },
];

/** Shows the squares that an analysis marks, in a position of the address and in examples. */
export function criticalSquares(place, { game, position, moves }) {
  const requests = new AbortController();
  const own = position || moves ? [{ heading: "Your position", game, position, moves, words: [] }] : [];
  put(place,
    h("section", { class: "card" },
      h("h2", {}, "Critical squares"),
      h("p", {}, "Nobody has solved ultimate tic-tac-toe, and no table of it could be listed. Late in a game, though, a look is enough: squares where a side would win at once, and moves that let the opponent do so."),
      h("ul", { class: "key" },
        h("li", {}, sample("wins"), h("span", {}, "a side wins the game here")),
        h("li", {}, sample("avoid"), h("span", {}, "a move here lets the opponent win")),
        h("li", {}, sample("legal"), h("span", {}, "another legal move"))),
      game === "uttt" ? null : h("p", { class: "soft small" }, "The examples are of the usual rules.")),
    [...own, ...EXAMPLES].map((example) => {
      const section = h("section", { class: "card critical" }, h("h2", {}, example.heading), h("p", { class: "soft" }, "…"));
      show(section, example, requests.signal).catch((error) => {
        if (error.name !== "AbortError") put(section, h("h2", {}, example.heading), h("p", { class: "error", role: "alert" }, capital(error.message)));
      });
      return section;
    }));
  return () => requests.abort();
}

function sample(kind) {
  const diagram = { kind: "grid", columns: 1, squares: [null], has_points: false, block: 0, blocks: [] };
  return h("span", { class: "sample", "aria-hidden": "true" }, picture(diagram, { highlights: [{ square: 0, kind, side: 0 }] }));
}

async function show(section, { heading, game = "uttt", position, moves, words, barred }, signal) {
  const now = await ask("position", { game, position, moves }, { signal });
  const names = new Map(now.moves.map((m) => [m.place?.square, m.move]));
  const marked = new Set(now.highlights.map((at) => at.square));
  const legal = now.moves.filter((m) => m.place && !marked.has(m.place.square)).map((m) => ({ square: m.place.square, kind: "legal" }));
  const told = now.highlights.map(({ square, kind, side }) => {
    const name = names.get(square) ?? squareName(square);
    return h("li", {}, h("strong", { class: "mono" }, name), kind === "wins" ? ` ${now.sides[side]} wins here` : ` lets ${now.sides[1 - now.mover]} win`);
  });
  const label = `${now.turn ?? "Nobody"} to move. ` + told.map((li) => li.textContent).join("; ");
  put(section, h("h2", {}, heading),
    h("div", { class: "critical-body" },
      h("div", { class: "big-picture" }, picture(now.diagram, { label, highlights: [...now.highlights, ...legal] })),
      h("div", {},
        h("p", { class: "soft" }, now.outcome ? "The game is over." : `${now.turn} to move.`),
        words.map((text) => h("p", {}, text)),
        barred ? h("figure", { class: "barred-squares" }, picture({ kind: "grid", columns: 3, squares: Array(9).fill(null), has_points: false, block: 0, blocks: [] },
          { label: "Barred: the top left square and the bottom row", highlights: barred.map((square) => ({ square, kind: "avoid" })) }), h("figcaption", { class: "small soft" }, "barred for X, in every board")) : null,
        told.length ? h("ul", { class: "told" }, told) : h("p", {}, "No square decides the game at once."),
        h("div", { class: "row" }, h("a", { class: "button", href: `${addressOf("/board")}?${queryText({ game: now.game, position, moves })}` }, "Open on the board")))));
}

/** Board and square by letters, as moves are written. */
function squareName(square) {
  const [row, column] = [Math.floor(square / 9), square % 9];
  const letter = (r, c) => "abcdefghi"[r * 3 + c];
  return letter(Math.floor(row / 3), Math.floor(column / 3)) + letter(row % 3, column % 3);
}
