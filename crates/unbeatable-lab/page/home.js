// The first page: what this is, what there is to play, and what one can do.

import { h, put } from "./dom.js";
import { ask, followInSight, queryText } from "./api.js";
import { EXAMPLE } from "./early.js";
import { picture } from "./diagram.js";
import { boardView } from "./boardview.js";
import { verdicts, sentence, legend } from "./values.js";
import { ending } from "./words.js";
import { games } from "./gamepicker.js";
import { rulesButton } from "./ruleswindow.js";
import { PLAY } from "./ways.js";
import { addressOf } from "./paths.js";

export const title = "";

const X = 0;
const O = 1;
const _ = null;
const grid = (columns, squares, more = {}) => ({ kind: "grid", columns, squares, has_points: false, block: 0, blocks: [], ...more });

/** Squares from letters. */
const signs = (text) => [...text].map((sign) => ({ X, O })[sign] ?? null);

/** A board of ultimate tic-tac-toe from its nine boards, each square by square. */
function ultimate(boards, blocks) {
  const squares = Array.from({ length: 81 }, (unused, i) => {
    const [row, column] = [Math.floor(i / 9), i % 9];
    const sign = boards[Math.floor(row / 3) * 3 + Math.floor(column / 3)][(row % 3) * 3 + (column % 3)];
    return { X, O }[sign] ?? null;
  });
  return grid(9, squares, { block: 3, blocks });
}

const FAMILIES = [
  ["ttt", "Tic-tac-toe", "and k in a row", grid(3, [X, _, O, _, X, _, _, _, O])],
  ["connect:7x6", "Connect Four", "and other columns", grid(7,
    signs("......." + "......." + "...O..." + "..OX..." + "..XOX.." + ".OXXOX."), { falls: true })],
  ["uttt", "Ultimate", "nine boards at once", ultimate(
    ["X.O.X...X", "..O......", ".OXXO.O..", "....O....", "X..OX...O", ".X.......", "O..X.....", ".O.OX.O..", "......X.."],
    [X, _, O, _, _, _, _, _, _])],
  ["nim:3,5,7", "Nim", "and other heaps", { kind: "heaps", heaps: [3, 5, 7] }],
  ["go:3x3", "Go", "on small boards", grid(3, [_, O, _, _, X, X, _, O, _], { has_points: true })],
  ["hex:5x5", "Hex", "from side to side", grid(5, signs("..X.O" + ".OX.." + ".XO.." + ".XO.." + "....."), { has_hexagons: true })],
];

const DOINGS = [
  ["/board", "Board", "Play against anyone, and see what every move is worth."],
  ["/race", "Race", "Let algorithms solve the same position side by side."],
  ["/lesson", "Lesson", "Minimax and alpha-beta, step by step on a drawn tree."],
  ["/tree", "Tree", "Walk through what a search visited, and what it cut."],
  ["/strategies", "Strategies", "The smallest tables that never lose, with proofs."],
  ["/claims", "Claims", "Published numbers, measured again while you watch."],
];

export function open(place) {
  const stops = new Set();
  const view = boardView({ label: "Tic-tac-toe with values", onplay: (m) => show([...played, m]) });
  const said = h("p", { class: "said", "aria-live": "polite" });
  const onBoard = h("a", { href: addressOf("/board?game=ttt") }, "Open on the board");
  const again = h("button", { type: "button", onclick: () => show(EXAMPLE.moves) }, "Again");
  const more = h("div", { class: "more small" });
  let played = [];
  let isClosed = false;

  put(place, h("div", { class: "home" },
    h("div", { class: "intro" },
      h("h1", {}, "Two-player games, solved"),
      h("p", {}, "This lab finds out what perfect play leads to in tic-tac-toe, Connect Four, Nim, small Go, small Hex and their kin, and proves it. ",
        "Play, and see the value of every move; or watch how the answer is found."),
      h("h2", {}, "Play"),
      h("ul", { class: "families" }, FAMILIES.map(([game, name, more, diagram]) =>
        h("li", {}, h("a", { class: "card", href: `${addressOf("/board")}?${queryText({ game, way: PLAY })}` },
          h("span", { class: diagram.has_points ? "thumb wood" : "thumb" }, picture(diagram, { label: "" })),
          h("b", {}, name), h("span", { class: "soft small" }, more))))),
      more,
      h("p", { class: "own-rules-row" }, rulesButton(), h("span", { class: "soft small" }, "or drop a file with its rules onto this page"))),
    h("section", { class: "doings", "aria-labelledby": "doings-title" },
      h("h2", { id: "doings-title" }, "Look"),
      h("ul", {}, DOINGS.map(([path, name, what]) => h("li", {}, h("a", { href: addressOf(path) }, h("b", {}, name), h("span", {}, what)))))),
    h("section", { class: "card example", "aria-labelledby": "example-title" },
      h("h2", { id: "example-title" }, "Every move has a value"),
      view.element,
      legend({}),
      said, h("p", { class: "row" }, again, onBoard))));

  // The pictures say nothing that their names do not.
  for (const svg of place.querySelectorAll(".thumb svg")) svg.setAttribute("aria-hidden", "true");

  async function show(moves) {
    played = moves;
    const question = { ...EXAMPLE, moves };
    for (const stop of stops) stop();
    stops.clear();
    const isShown = () => !isClosed && played === moves;
    let analysis = null;
    let position = null;
    const write = () => {
      if (!isShown() || !position) return;
      view.update({ verdicts: verdicts(position, analysis) });
      put(said, position.outcome ? ending(position.outcome)
        : `${position.turn} to move. ${analysis ? sentence(analysis, position) : ""}`);
    };
    stops.add(followInSight("analyze", question, { answer: (answer) => { analysis = answer; write(); } }));
    try {
      position = await ask("position", question);
    } catch (error) {
      if (isShown()) put(said, error.message);
      return;
    }
    if (!isShown()) return;
    onBoard.href = `${addressOf("/board")}?game=ttt&moves=${moves.join(",")}&second=human&first=human`;
    view.show(position, { verdicts: verdicts(position, analysis), isOpen: !position.outcome, critical: false });
    write();
  }
  show(EXAMPLE.moves);
  listGames();

  /** Every game to begin with, by family. Without an answer the pictures above are all there is. */
  async function listGames() {
    const families = new Map();
    for (const { family, presets } of await games().catch(() => [])) families.set(family, [...families.get(family) ?? [], ...presets]);
    if (isClosed) return;
    const link = ({ spec, name }) => h("li", {}, h("a", { href: `${addressOf("/board")}?${queryText({ game: spec, way: PLAY })}` }, name));
    put(more, h("details", {}, h("summary", {}, "All games"),
      [...families].filter(([, presets]) => presets.length).map(([family, presets]) => [h("h3", {}, family), h("ul", {}, presets.map(link))])));
  }

  return () => {
    isClosed = true;
    for (const stop of stops) stop();
  };
}
