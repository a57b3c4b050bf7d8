// Which game: a list of well-known ones, and a line to write any other.

import { h, put } from "./dom.js";
import { ask } from "./api.js";

/** Games to begin with, in families. Each is `[spec, name]`. */
export const FAMILIES = [
  ["Tic-tac-toe, k in a row", [
    ["ttt", "Tic-tac-toe"],
    ["ttt+misere", "Tic-tac-toe, three in a row lose"],
    ["mnk:4x3x3", "3 in a row on 4×3"],
    ["mnk:4x4x4", "4 in a row on 4×4"],
    ["mnk:5x5x4", "4 in a row on 5×5"],
  ]],
  ["Connect Four", [
    ["connect:7x6", "Connect Four"],
    ["connect:5x4", "Connect Four on 5×4"],
    ["connect:6x5", "Connect Four on 6×5"],
    ["connect:5x4+k=3", "3 in a row on 5×4"],
  ]],
  ["Ultimate tic-tac-toe", [
    ["uttt", "Ultimate tic-tac-toe"],
    ["uttt:play-on", "Ultimate, won boards are played on"],
    ["uttt+majority", "Ultimate, more boards win"],
  ]],
  ["Nim and its kin", [
    ["nim:3,5,7", "Nim 3, 5, 7"],
    ["nim:1,3,5,7+misere", "Nim 1, 3, 5, 7, the last stone loses"],
    ["subtract:21+take=1,2,3", "Take 1, 2 or 3 of 21"],
    ["kayles:5,7", "Kayles 5, 7"],
    ["dawson:9", "Dawson’s Kayles 9"],
  ]],
  ["Go", [
    ["go:2x2", "Go 2×2"],
    ["go:3x2", "Go 3×2"],
    ["go:3x3", "Go 3×3"],
    ["go:4x3", "Go 4×3"],
    ["go:4x4", "Go 4×4"],
  ]],
];

const OTHER = "";
let pickers = 0;

/** The name of a game, if it is one of the list. */
export function nameOf(game) {
  return FAMILIES.flatMap(([, games]) => games).find(([spec]) => spec === game)?.[1] ?? null;
}

/**
 * An element to choose a game with. `onchange(spec)` is called with games that the server knows; what it
 * says of others is shown in place. Its `show(spec)` makes it show another game, `refuse(message)` what is
 * wrong with the one that it shows.
 */
export function gamePicker({ game = "ttt", onchange }) {
  const id = `game-picker-${++pickers}`;
  const select = h("select", { onchange: choose },
    FAMILIES.map(([family, games]) =>
      h("optgroup", { label: family }, games.map(([spec, name]) => h("option", { value: spec }, name)))),
    h("option", { value: OTHER }, "Another, in writing …"));
  const text = h("input", {
    type: "text", spellcheck: "false", autocapitalize: "none", autocomplete: "off", size: "18",
    placeholder: "mnk:5x4x4, nim:4,9, go:5x2", "aria-describedby": id,
    onkeydown: (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      read();
    },
  });
  const error = h("p", { class: "error", id, role: "alert", hidden: true });
  const other = h("span", { class: "game-picker-other row", hidden: true },
    h("label", {}, "Game in writing", text), h("button", { type: "button", onclick: read }, "Open"));
  const element = h("div", { class: "game-picker row" }, h("label", {}, "Game", select), other, error);

  function choose() {
    element.refuse(null);
    other.hidden = select.value !== OTHER;
    if (select.value === OTHER) text.focus();
    else onchange(select.value);
  }

  async function read() {
    const spec = text.value.trim();
    if (!spec) return;
    try {
      await ask("position", { game: spec });
    } catch (refused) {
      element.refuse(refused.message);
      text.focus();
      return;
    }
    element.refuse(null);
    onchange(spec);
  }

  element.show = (spec) => {
    const isKnown = nameOf(spec) !== null;
    select.value = isKnown ? spec : OTHER;
    other.hidden = isKnown;
    if (!isKnown) text.value = spec;
  };
  element.refuse = (message) => {
    put(error, message ?? "");
    error.hidden = !message;
    if (message) text.setAttribute("aria-invalid", "true");
    else text.removeAttribute("aria-invalid");
  };
  element.show(game);
  return element;
}
