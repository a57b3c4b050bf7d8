// What is known of a position, in a table and in sentences.

import { h } from "./dom.js";
import { verdict, bounds as boundsInWords, capital, percent, plural, seconds } from "./words.js";

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
export function sentence({ outcome, distance, distance_bounds: between, bounds, moves }, { sides, is_scored: isScored, mover }) {
  if (!outcome) {
    const proven = boundsInWords(bounds, sides, isScored);
    const guesses = (moves ?? []).map(({ guess }) => guess ?? null).filter((guess) => guess !== null);
    const guessed = guesses.length > 0 ? ` A guess: ${sides[mover]} gets ${percent(Math.max(...guesses))} % of the points.` : "";
    return (proven === "nothing yet" ? "Not solved: nothing is proven yet." : `Not solved. Proven so far: ${proven}.`) + guessed;
  }
  if (outcome.winner === null) return "With perfect play the game is a draw.";
  const margin = outcome.margin ? ` by ${Math.abs(outcome.margin)}` : "";
  const open = between ? ` in ${between[0]} plies at the earliest and ${between[1]} at the latest` : "";
  const plies = distance === null || distance === undefined ? open : distance === 1 ? " with the next move" : ` in ${plural(distance, "ply", "plies")}`;
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
  const unknown = [sign("open", "?", "not known"), sign("open", "≈57", "a guess"), h("span", { class: "soft" }, "A guess is a percentage: the share of the points in games against itself.")];
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
      hasDistance && h("td", { class: "number length" }, m.distance ?? m.distance_bounds?.join("–") ?? ""),
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

function partly({ bounds, guess }, { sides, is_scored: isScored }) {
  const proven = boundsInWords(bounds, sides, isScored);
  const known = proven === "nothing yet" ? "not known" : capital(proven);
  return guess === undefined || guess === null ? known : `${known}, a guess: ${percent(guess)} %`;
}
