// Games of heaps: the sum of nimbers, written in binary columns.

import { h, put } from "./dom.js";
import { ask, queryText } from "./api.js";
import { go } from "./main.js";
import { picture, steady } from "./diagram.js";
import { capital, count, ending, plural } from "./words.js";
import { addressOf } from "./paths.js";

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
    const nimbers = nimbersOf(now, isMisere, now.game);
    if (!nimbers) {
      parts.push(h("p", {}, "No formula is known here for this way of playing: find the smallest table below, or search on the board."));
    } else {
      const { winning, isWhole } = now.outcome ? { winning: [] } : await winners(now);
      parts.push(h("div", { class: "sum-and-picture" }, xorTable(nimbers, isMisere ? null : now.moves), now.diagram ? h("div", { class: "heap-picture" }, steady(picture(now.diagram, { label: `Heaps: ${now.position}` }), 1.8)) : null));
      if (!now.outcome) parts.push(...words(now, nimbers, isMisere, winning, isWhole));
      if (winning.length) parts.push(choices(now, winning, isWhole));
    }
    parts.push(h("div", { class: "row" },
      played.length ? h("button", { type: "button", onclick: () => to(played.slice(0, -1)) }, "Take back") : null,
      h("a", { class: "button", href: `${addressOf("/board")}?${queryText({ game, position, moves })}` }, "Open on the board")));
    put(place, h("section", { class: "card nim" }, parts));
  }

  /** The moves that win, with their places, and whether these are all: the time may be up before. */
  async function winners(now) {
    const analysis = await ask("analyze", { game, position, moves }, { signal });
    const places = new Map(now.moves.map((m) => [m.move, m.place]));
    const winning = analysis.moves.filter((m) => m.outcome?.winner === now.turn).map((m) => ({ move: m.move, place: places.get(m.move) ?? null }));
    return { winning, isWhole: analysis.moves.every((m) => m.outcome) };
  }

  function choices(now, winning, isWhole) {
    const n = winning.length;
    const heading = n > MOVES ? `The first ${MOVES} of ${count(n)} winning moves` : !isWhole ? "Winning moves" : n === 1 ? "The winning move" : `The ${n} winning moves`;
    return [h("h3", {}, heading),
      h("ul", { class: "rows heaps" }, winning.slice(0, MOVES).map(({ move, place: at }) => h("li", {},
        h("button", { type: "button", onclick: () => to([...played, move]) },
          now.diagram && at ? steady(picture(now.diagram, { answer: at, mover: now.mover, label: `${now.position}: ${now.turn} plays` }), 0.9) : null, " ", h("span", { class: "mono small" }, move)))))];
  }

  show().catch((error) => {
    if (error.name !== "AbortError") put(place, h("p", { class: "error", role: "alert" }, capital(error.message)));
  });
  return { close: () => requests.abort() };
}

/** Whether the mover wins by the formula: of misère Nim that of Bouton (1901), else the sum. */
function isWon({ heaps, sum }, isMisere) {
  return isMisere && heaps.every(({ nimber }) => nimber <= 1) ? sum === 0 : sum !== 0;
}

/** The nimbers of Nim are its stones, whoever wins in the end: the server tells them where their sum decides. */
function nimbersOf({ nimbers, diagram }, isMisere, game) {
  if (nimbers || !isMisere || !game.startsWith("nim:") || !diagram) return nimbers;
  return { heaps: diagram.heaps.map((n) => ({ stones: n, nimber: n })), sum: diagram.heaps.reduce(xor, 0) };
}

/** The exclusive or, also of numbers beyond 32 bits. */
const xor = (a, b) => Number(BigInt(a) ^ BigInt(b));

/**
 * The heaps in binary: the columns in which the number of ones is odd make the sum. `moves` are those of the
 * position: only what they allow is advised, and nothing without them.
 */
export function xorTable({ heaps, sum }, moves) {
  if (!heaps.length) return null;
  const width = Math.max(1, ...heaps.map(({ nimber }) => nimber.toString(2).length));
  const columns = Array.from({ length: width }, (_, i) => 2 ** (width - 1 - i));
  const has = (n, bit) => Math.floor(n / bit) % 2 === 1;
  const cell = (bit, ...inside) => h("td", { class: has(sum, bit) ? "bit odd" : "bit" }, inside);
  const bits = (n) => columns.map((bit) => cell(bit, has(n, bit) ? "1" : h("span", { class: "zero" }, "0")));
  const canTake = (stones, taken) => !moves || moves.some(({ place }) => place && heaps[place.heap]?.stones === stones
    && place.to - place.from === taken && (place.from === 0 || place.to === stones));
  // In Nim a heap can be made any smaller number. Elsewhere a nimber may also grow, and not every one is in
  // reach, even where each heap happens to be its own nimber: of three in Kayles not all can be taken.
  const isPlain = heaps.every(({ stones, nimber }) => {
    const wanted = xor(nimber, sum);
    return stones === nimber && (wanted >= nimber || canTake(stones, stones - wanted));
  });
  const across = isPlain ? "1" : "2";
  const advice = ({ stones, nimber }) => {
    const wanted = xor(nimber, sum);
    if (sum === 0 || (isPlain && wanted > nimber)) return "";
    return isPlain ? `take ${count(stones - wanted)}` : `nimber ${wanted}`;
  };
  return h("div", {},
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Heaps in binary" }, h("table", { class: "xor" },
      h("caption", {}, `The ${isPlain ? "" : "nimbers of the "}heaps in binary, and their sum without carrying`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Heap"),
        !isPlain && h("th", { scope: "col", class: "number" }, "Nimber"),
        columns.map((bit) => h("th", { scope: "col", class: "bit" }, String(bit))), moves && h("th", { scope: "col" }, "To make it 0"))),
      h("tbody", {}, heaps.map((heap) => h("tr", {}, h("th", { scope: "row" }, count(heap.stones)),
        !isPlain && h("td", { class: "number" }, String(heap.nimber)), bits(heap.nimber), moves && h("td", {}, advice(heap))))),
      h("tfoot", {},
        h("tr", { class: "ones" }, h("th", { scope: "row", colspan: across }, "Ones"),
          columns.map((bit) => cell(bit, `${heaps.filter(({ nimber }) => has(nimber, bit)).length} ${has(sum, bit) ? "odd" : "even"}`)), moves && h("td", {})),
        h("tr", {}, h("th", { scope: "row", colspan: across }, `Sum (xor): ${count(sum)}`), bits(sum), moves && h("td", {}))))),
    h("p", { class: "soft small" }, sum === 0
      ? "Each column holds an even number of ones, so the sum is 0. Every move makes it another number, and the opponent can make it 0 again."
      : `Marked columns hold an odd number of ones. A move that makes all of them even makes the sum 0${isPlain ? ""
        : "; not every heap has one that leads to the nimber wanted"}.`));
}

/** `winning`: the moves that win, as far as they are known; `isWhole`: whether these are all. */
function words({ turn, sides, mover }, nimbers, isMisere, winning, isWhole) {
  const other = sides[1 - mover];
  const known = isWhole ? "" : " Not all moves were looked at: the time was up.";
  if (isMisere) {
    return [h("p", {}, "Here the last stone loses. Play as if it won, until your move would leave heaps of one stone only: then leave an odd number of them. ",
      isWon(nimbers, true) ? `${turn} wins.${known}` : `${other} wins: every move of ${turn} can be answered.`)];
  }
  if (!isWon(nimbers, false)) {
    return [h("p", {}, h("strong", {}, "The sum is 0: "), `whatever ${turn} does changes a column, and ${other} can make the sum 0 again. ${other} wins.`)];
  }
  const n = winning.length;
  return [h("p", {}, h("strong", {}, `The sum is ${count(nimbers.sum)}, not 0: `),
    `${turn} wins by making it 0.`, isWhole ? ` There ${n === 1 ? "is" : "are"} ${plural(n, "move")} that ${n === 1 ? "does" : "do"}.` : known)];
}
