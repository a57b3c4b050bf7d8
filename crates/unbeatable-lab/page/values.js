// What is known of a position, in a table and in sentences.

import { h } from "./dom.js";
import { verdict, bounds as boundsInWords, capital, plural, seconds } from "./words.js";

/** Rows of a table of moves: a heap may have thousands. */
const ROWS_MAX = 200;

/**
 * What an analysis says of each move: a map from moves to `{kind, mark, text, isBest}`. Moves of `shown`
 * that it does not know are open.
 */
export function verdicts(shown, analysis) {
  const said = new Map();
  if (!analysis) return said;
  const best = analysis.outcome ? analysis.moves[0] : null;
  const isAsGood = (m) => Boolean(best?.outcome && m.outcome && m.outcome.winner === best.outcome.winner
    && m.outcome.margin === best.outcome.margin && m.distance === best.distance);
  // Where all are best, none stands out.
  const isBest = (m) => isAsGood(m) && !analysis.moves.every(isAsGood);
  for (const m of analysis.moves) said.set(m.move, { ...verdict(m, shown.mover, shown.sides), isBest: isBest(m) });
  return said;
}

/** The value of a position in a sentence. */
export function sentence({ outcome, distance, bounds }, { sides, is_scored: isScored }) {
  if (!outcome) {
    const proven = boundsInWords(bounds, sides, isScored);
    return proven === "nothing yet" ? "Not solved: nothing is proven yet." : `Not solved. Proven so far: ${proven}.`;
  }
  if (outcome.winner === null) return "With perfect play the game is a draw.";
  const margin = outcome.margin ? ` by ${Math.abs(outcome.margin)}` : "";
  const plies = distance === null || distance === undefined ? "" : distance === 1 ? " with the next move" : ` in ${plural(distance, "ply", "plies")}`;
  return `With perfect play ${outcome.winner} wins${margin}${plies}.`;
}

/** Who found it, and what it cost. */
export function effort({ solver, nodes, seconds: time, evidence }) {
  const trust = evidence === "hashed" ? "; rests on hashes" : "";
  return `${plural(nodes, "position")} in ${seconds(time)}, by ${solver}${trust}`;
}

/** What the marks on the squares mean. */
export function legend({ is_scored: isScored, diagram }) {
  const sign = (kind, mark, text) => h("span", { class: "sign-of" }, h("span", { class: `value ${kind}` }, mark), ` ${text}`);
  const unknown = sign("open", "?", "not known");
  if (diagram?.kind === "heaps") return h("p", { class: "legend" }, sign("win", "+", "wins"), sign("loss", "−", "loses"), unknown);
  return h("p", { class: "legend" }, isScored
    ? [sign("win", "+3", "wins by 3"), sign("draw", "0", "draws"), sign("loss", "−1", "loses by 1"), unknown]
    : [sign("win", "+3", "wins in 3 plies"), sign("draw", "=", "draws"), sign("loss", "−4", "loses in 4"), unknown, h("span", { class: "soft" }, "A ply is one move of one side.")]);
}

/** All moves, best first. `onplay` and `onpoint` are called with moves. */
export function movesTable(shown, analysis, { onplay, onpoint }) {
  const said = verdicts(shown, analysis);
  const hidden = analysis.moves.length - ROWS_MAX;
  const hasDistance = analysis.moves.some((m) => m.distance !== null);
  const hasWhy = analysis.moves.some((m) => m.why);
  const row = (m) => {
    const { kind, mark, text, isBest } = said.get(m.move);
    const proven = m.outcome ? null : partly(m, shown);
    return h("tr", { class: isBest ? "best" : null, onpointerenter: () => onpoint(m.move), onpointerleave: () => onpoint(null) },
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "move", "aria-label": `Play ${m.move}`, onclick: () => onplay(m.move),
        onfocus: () => onpoint(m.move), onblur: () => onpoint(null),
      }, m.move)),
      h("td", { class: "worth" }, h("span", { class: `value ${kind}`, "aria-hidden": "true" }, mark), " ", h("span", { class: "words" }, proven ?? plain(text))),
      hasDistance && h("td", { class: "number length" }, m.distance ?? ""),
      hasWhy && h("td", { class: "why" }, m.why ?? ""));
  };
  return h("table", { class: "moves" },
    h("caption", { class: "unseen" }, "All moves, best first"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Move"), h("th", { scope: "col" }, "Value"),
      hasDistance && h("th", { scope: "col", class: "number length" }, h("abbr", { title: "plies to the end of the game: moves of both sides, this one included" }, "Length")),
      hasWhy && h("th", { scope: "col" }, "Why"))),
    h("tbody", {}, analysis.moves.slice(0, ROWS_MAX).map(row), hidden > 0
      && h("tr", {}, h("td", { colspan: "4", class: "soft" }, `and ${plural(hidden, "move")} that ${hidden === 1 ? "is" : "are"} no better`))));
}

/** A distance has a column of its own. */
const plain = (text) => text.replace(/ in \d+ plies$/, "");

function partly({ bounds }, { sides, is_scored: isScored }) {
  const proven = boundsInWords(bounds, sides, isScored);
  return proven === "nothing yet" ? "not known" : capital(proven);
}

export { xorTable } from "./nimsum.js";
/**
 * The heaps in binary: the columns in which the number of ones is odd make the sum. `moves` are those of the
 * position: only what they allow is advised.
 */
export function xorTable({ heaps, sum }, moves) {
  if (!heaps.length) return null;
  const width = Math.max(1, ...heaps.map(({ nimber }) => nimber.toString(2).length));
  const columns = Array.from({ length: width }, (_, i) => 2 ** (width - 1 - i));
  const isOdd = (bit) => Math.floor(sum / bit) % 2 === 1;
  const bits = (n) => columns.map((bit) => h("td", { class: isOdd(bit) ? "bit odd" : "bit" }, Math.floor(n / bit) % 2 ? "1" : h("span", { class: "zero" }, "0")));
  const canTake = (stones, taken) => moves.some(({ place }) => place && heaps[place.heap]?.stones === stones
    && place.to - place.from === taken && (place.from === 0 || place.to === stones));
  // In Nim a heap can be made any smaller number. Elsewhere a nimber may also grow, and not every one is in
  // reach, even where each heap happens to be its own nimber: of three in Kayles not all can be taken.
  const isPlain = heaps.every(({ stones, nimber }) => {
    const wanted = xor(nimber, sum);
    return stones === nimber && (wanted >= nimber || canTake(stones, stones - wanted));
  });
  const advice = ({ stones, nimber }) => {
    const wanted = xor(nimber, sum);
    if (sum === 0 || (isPlain && wanted > nimber)) return "";
    return isPlain ? `take ${stones - wanted}` : `nimber ${wanted}`;
  };
  return h("div", {},
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Heaps in binary" }, h("table", { class: "xor" },
      h("caption", {}, isPlain ? "The heaps in binary" : "The nimbers of the heaps in binary"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Heap"),
        !isPlain && h("th", { scope: "col", class: "number" }, "Nimber"),
        columns.map((bit) => h("th", { scope: "col", class: "bit" }, String(bit))), h("th", { scope: "col" }, "To make it 0"))),
      h("tbody", {}, heaps.map((heap) => h("tr", {}, h("th", { scope: "row" }, count(heap.stones)),
        !isPlain && h("td", { class: "number" }, String(heap.nimber)), bits(heap.nimber), h("td", {}, advice(heap))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: isPlain ? "1" : "2" }, "Sum (xor)"),
        columns.map((bit) => h("td", { class: isOdd(bit) ? "bit odd" : "bit" }, isOdd(bit) ? "1" : h("span", { class: "zero" }, "0"))),
        h("td", {}, `= ${sum}`))))),
    h("p", { class: "soft small" }, sum === 0
      ? "Each column holds an even number of ones, so the sum is 0. Every move makes it another number, and the opponent can make it 0 again."
      : `Marked columns hold an odd number of ones. A move that makes all of them even makes the sum 0${isPlain ? ""
        : "; not every heap has one that leads to the nimber wanted"}.`));
}

/** The exclusive or, also of numbers beyond 32 bits. */
const xor = (a, b) => Number(BigInt(a) ^ BigInt(b));
