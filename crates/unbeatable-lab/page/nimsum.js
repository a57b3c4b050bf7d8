// Games of heaps: the sum of nimbers, written in binary columns.

import { h, put } from "./dom.js";
import { ask, queryText } from "./api.js";
import { go } from "./main.js";
import { picture, steady } from "./diagram.js";
import { capital, ending, plural } from "./words.js";

/** How many winning moves are shown as pictures. */
const MOVES = 12;

/** Shows the sum of a position and the moves that make it zero. */
export function nimSum(place, { game, position, moves }) {
  const requests = new AbortController();
  const signal = requests.signal;
  const played = moves ? moves.split(",") : [];
  const to = (more) => go("/strategies", { game, position, moves: more });

  async function show() {
    const now = await ask("position", { game, position, moves }, { signal });
    const isMisere = game.includes("+misere");
    const parts = [h("h2", {}, `${capital(now.title)}: a strategy without a table`)];
    parts.push(h("p", { class: "soft" }, now.outcome ? ending(now.outcome) : `${now.turn} to move.`, played.length ? ` Played: ${played.join(", ")}.` : ""));
    if (!now.nimbers) {
      parts.push(h("p", {}, "No formula is known here for this way of playing: find the smallest table below, or search on the board."));
    } else {
      const winning = now.outcome ? [] : await winners(now);
      parts.push(h("div", { class: "sum-and-picture" }, h("div", { class: "scroll" }, columns(now)), now.diagram ? h("div", { class: "heap-picture" }, steady(picture(now.diagram, { label: `Heaps: ${now.position}` }), 1.8)) : null));
      parts.push(...words(now, isMisere, winning));
      if (winning.length) parts.push(choices(now, winning));
    }
    parts.push(h("div", { class: "row" },
      played.length ? h("button", { type: "button", onclick: () => to(played.slice(0, -1)) }, "Take back") : null,
      h("a", { class: "button", href: `/board?${queryText({ game, position, moves })}` }, "Open on the board")));
    put(place, h("section", { class: "card nim" }, parts));
  }

  /** The moves that win, with their places. */
  async function winners(now) {
    const analysis = await ask("analyze", { game, position, moves }, { signal });
    const places = new Map(now.moves.map((m) => [m.move, m.place]));
    return analysis.moves.filter((m) => m.outcome?.winner === now.turn).map((m) => ({ move: m.move, place: places.get(m.move) ?? null }));
  }

  function choices(now, winning) {
    return [h("h3", {}, winning.length === 1 ? "The winning move" : `The ${winning.length} winning moves`),
      h("ul", { class: "rows heaps" }, winning.slice(0, MOVES).map(({ move, place: at }) => h("li", {},
        h("button", { type: "button", onclick: () => to([...played, move]) },
          now.diagram && at ? steady(picture(now.diagram, { answer: at, mover: now.mover, label: `${now.position}: ${now.turn} plays` }), 0.9) : null, " ", h("span", { class: "mono small" }, move)))))];
  }

  show().catch((error) => {
    if (error.name !== "AbortError") put(place, h("p", { class: "error", role: "alert" }, capital(error.message)));
  });
  return { close: () => requests.abort() };
}

/** The nimbers in binary, one column for each power of two, and their sum without carrying. */
function columns({ nimbers }) {
  const width = Math.max(1, ...nimbers.heaps.map((heap) => heap.nimber), nimbers.sum).toString(2).length;
  const digits = (n) => n.toString(2).padStart(width, "0").split("");
  const isPlain = nimbers.heaps.every((heap) => heap.stones === heap.nimber);
  const powers = digits(0).map((_, i) => 2 ** (width - 1 - i));
  const ones = powers.map((p) => nimbers.heaps.filter((heap) => heap.nimber & p).length);
  const bit = (d) => h("td", { class: d === "1" ? "bit one" : "bit" }, d);
  return h("table", { class: "columns" },
    h("caption", {}, "Each heap's ", isPlain ? "stones" : "nimber", " as a sum of powers of two"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Heap"), isPlain ? null : h("th", { scope: "col", class: "number" }, "Nimber"), powers.map((p) => h("th", { scope: "col", class: "bit" }, p)))),
    h("tbody", {},
      nimbers.heaps.map((heap) => h("tr", {}, h("th", { scope: "row" }, heap.stones), isPlain ? null : h("td", { class: "number" }, heap.nimber), digits(heap.nimber).map(bit))),
      h("tr", { class: "ones" }, h("th", { scope: "row" }, "Ones"), isPlain ? null : h("td", {}), ones.map((n) => h("td", { class: "bit" }, `${n} ${n % 2 ? "odd" : "even"}`))),
      h("tr", { class: "sum" }, h("th", { scope: "row" }, `Sum ${nimbers.sum}`), isPlain ? null : h("td", { class: "number" }, nimbers.sum), digits(nimbers.sum).map(bit))));
}

function words(now, isMisere, winning) {
  const { nimbers, turn, sides, mover } = now;
  if (now.outcome) return [];
  const other = sides[1 - mover];
  const odd = "A column with an odd number of ones has a 1 in the sum: that is xor, addition without carrying.";
  if (isMisere) {
    return [h("p", {}, odd), h("p", {}, "Here the last stone loses. Play as if it won, until your move would leave heaps of one stone only: then leave an odd number of them. ",
      winning.length ? `${turn} wins.` : `${other} wins: every move of ${turn} can be answered.`)];
  }
  if (nimbers.sum === 0) {
    return [h("p", {}, odd), h("p", {}, h("strong", {}, "The sum is 0: "), `whatever ${turn} does changes a column, and ${other} can make the sum 0 again. ${other} wins.`)];
  }
  return [h("p", {}, odd), h("p", {}, h("strong", {}, `The sum is ${nimbers.sum}, not 0: `),
    `${turn} wins by making it 0. There ${winning.length === 1 ? "is" : "are"} ${plural(winning.length, "move")} that ${winning.length === 1 ? "does" : "do"}.`)];
}
