// Three ways to sit at the board: to play, to learn, to analyse.

import { h } from "./dom.js";

export const PLAY = "play";
export const LEARN = "learn";
export const ANALYSE = "analyse";

const WAYS = [
  [PLAY, "Play", "No values. A hint if you want one."],
  [LEARN, "Learn", "No values, but a warning before a move that gives something away."],
  [ANALYSE, "Analyse", "The value of every move."],
];

let switches = 0;

/** The way that an address asks for; values were once all that could be turned off. */
export function wayOf({ way, values }) {
  if (WAYS.some(([name]) => name === way)) return way;
  return values === "off" ? PLAY : ANALYSE;
}

/** What a way is like, in a sentence. */
export const described = (way) => WAYS.find(([name]) => name === way)[2];

/** A choice of one of the three. `onchange(way)` is called when a person chooses another; `show(way)` shows it. */
export function waySwitch({ way, onchange }) {
  const group = `way-${++switches}`;
  const boxes = WAYS.map(([name, , text]) => h("input", {
    type: "radio", name: group, value: name, checked: name === way, title: text, onchange: () => onchange(name),
  }));
  const element = h("fieldset", { class: "ways" }, h("legend", { class: "unseen" }, "How to sit at the board"),
    boxes.map((box, i) => h("label", { title: WAYS[i][2] }, box, h("span", {}, WAYS[i][1]))));
  const show = (chosen) => boxes.forEach((box) => { box.checked = box.value === chosen; });
  return { element, show };
}
