// What stands beside a board, or in its place: moves as buttons, and what is true.

import { h } from "./dom.js";

/** More moves than anybody looks through. */
const BUTTONS_MAX = 1000;

/** Moves without a square, that share one, or that have two, get buttons of their own; of large heaps, only a few. */
export function elsewhere({ diagram, moves }, cells) {
  const onBoard = new Set(cells.flatMap((cell) => [cell.move, cell.takes?.move]));
  const others = moves.filter(({ move }) => !onBoard.has(move));
  const isCrowded = others.length > (diagram?.kind === "heaps" ? 40 : BUTTONS_MAX);
  return h("div", { class: others.length > 40 ? "elsewhere row many" : "elsewhere row" },
    (isCrowded ? [] : others).map(({ move }) => h("button", { type: "button", "data-move": move }, move)));
}

const factList = (facts) => h("ul", { class: "facts", "aria-label": "What is true" }, facts.map((fact) => h("li", {}, fact)));

/** A position without a picture: what is true, or the text that the game has for it. */
export function inWords({ position, board }) {
  const isList = board.trim() === position;
  return isList ? factList(position.split(" ").filter((fact) => !fact.startsWith("@"))) : h("pre", { class: "board-text" }, board);
}

/** What is true beside what stands on the squares. */
export const beside = ({ surroundings }) => surroundings?.facts.length > 0 && factList(surroundings.facts);
