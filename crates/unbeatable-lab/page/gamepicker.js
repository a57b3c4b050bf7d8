// Which game: a list of those that the server offers, and a line to write any other.

import { h, put } from "./dom.js";
import { ask } from "./api.js";
import { brought, isBrought, titleOf } from "./rulesfile.js";

const OTHER = "";
let pickers = 0;
let asked = null;

/** All games of the server, asked once. Throws `Refused`, and then may be asked again. */
export function games() {
  asked ??= ask("games").then((answer) => answer.games, (refused) => {
    asked = null;
    throw refused;
  });
  return asked;
}

const option = ({ spec, name }) => h("option", { value: spec }, name);

/** Games to begin with, under the headings of their families. */
function families(games) {
  const presets = new Map();
  for (const game of games) presets.set(game.family, [...presets.get(game.family) ?? [], ...game.presets]);
  return [...presets].map(([family, some]) => h("optgroup", { label: family }, some.map(option)));
}

/**
 * An element to choose a game with. `onchange(spec)` is called with games that the server knows; what it
 * says of others is shown in place. Its `show(spec)` makes it show another game, `refuse(refused)` what is
 * wrong with the one that it shows.
 */
export function gamePicker({ game = "ttt", onchange }) {
  const id = `game-picker-${++pickers}`;
  const select = h("select", { onchange: choose });
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
      element.refuse(refused);
      text.focus();
      return;
    }
    element.refuse(null);
    onchange(spec);
  }

  /** What is listed: the game that is shown, until the server has said which there are; and games that were brought. */
  function list(choices) {
    const own = brought();
    if (isBrought(shown) && !own.some(({ spec }) => spec === shown)) own.unshift({ spec: shown, name: titleOf(shown) });
    put(select, choices, own.length > 0 && h("optgroup", { label: "Your own" }, own.map(option)), option({ spec: OTHER, name: "Another, in writing …" }));
  }

  let isListed = false;
  let listed = null;
  let shown = game;
  element.show = (spec) => {
    shown = spec;
    if (!isListed) list(isBrought(spec) ? null : option({ spec, name: "…" }));
    else if (isBrought(spec)) list(listed);
    select.value = spec;
    const isKnown = select.value === spec;
    if (!isKnown) {
      select.value = OTHER;
      text.value = spec;
    }
    other.hidden = isKnown;
  };
  element.refuse = (refused) => {
    put(error, refused?.message, refused?.written && [" ", h("code", { class: "small" }, refused.written)]);
    error.hidden = !refused;
    if (refused) text.setAttribute("aria-invalid", "true");
    else text.removeAttribute("aria-invalid");
  };
  element.show(game);
  games().then((all) => {
    const isWriting = select.value === OTHER;
    isListed = true;
    listed = families(all);
    list(listed);
    if (isWriting) select.value = OTHER;
    else element.show(shown);
    // Whoever cannot choose can write.
  }, () => {});
  return element;
}
