// After a game: the moves that gave something away, what they cost, and what was better.

import { h, put, announce } from "./dom.js";
import { followInSight } from "./api.js";
import { answers } from "./valuespanel.js";
import { SECONDS } from "./early.js";
import { plural, sign } from "./words.js";

/** Moves that are named as better ones; where there are more, their number is. */
const BETTER_MAX = 4;

/** What an outcome is worth to a side: points where they are counted, else a win is 1 and a loss -1. */
function worth(outcome, side, sides) {
  if (!outcome) return null;
  if (outcome.margin === undefined || outcome.margin === null) return sign(outcome, sides[side]);
  return side === 0 ? outcome.margin : -outcome.margin;
}

/** An outcome in a few words: 'X wins', 'a draw', 'Black wins by 3'. */
function named(outcome) {
  if (outcome.winner === null) return "a draw";
  return `${outcome.winner} wins${outcome.margin ? ` by ${Math.abs(outcome.margin)}` : ""}`;
}

/**
 * What a move did, by the analysis of the position before it: `{isKnown}`, and if it gave something away
 * `{before, after, better}`: outcomes, and the moves that keep what there was.
 */
export function judged(analysis, move, side, sides) {
  const made = analysis.moves.find((m) => m.move === move);
  const value = (m) => worth(m?.outcome, side, sides);
  const best = worth(analysis.outcome, side, sides);
  if (best === null || value(made) === null) return { isKnown: false };
  if (value(made) >= best) return { isKnown: true };
  const better = analysis.moves.filter((m) => value(m) === best).map((m) => m.move);
  return { isKnown: true, before: analysis.outcome, after: made.outcome, better, why: made.why };
}

/**
 * The card of a review. `show(game)` says which game there is: `{question, sides, sideOf, isOver}`, where
 * `sideOf(n)` is who made move `n`. `onjump(n)` is called to see the position after `n` moves.
 */
export function reviewCard({ onjump }) {
  let game = null;
  let key = "";
  let stopSearch = null;
  let isRunning = false;
  /** What is known of each move so far; `null` before somebody wants to know. */
  let found = null;

  const button = h("button", { type: "button", class: "main", onclick: start }, "Review this game");
  const said = h("p", { class: "soft" });
  const bar = h("progress", { "aria-label": "Moves looked at", hidden: true });
  const table = h("div", { class: "scroll" });
  const element = h("section", { class: "card review", "aria-labelledby": "review-title", hidden: true },
    h("h2", { id: "review-title" }, "Review"), button, bar, said, table);

  function show(next) {
    const nextKey = JSON.stringify(next?.question ?? null);
    if (nextKey === key) return;
    stop();
    game = next;
    key = nextKey;
    found = null;
    element.hidden = !game;
    button.hidden = false;
    bar.hidden = true;
    put(said, game ? "Which moves changed what perfect play leads to, and what was better." : "");
    put(table);
  }

  async function start() {
    isRunning = true;
    found = [];
    button.hidden = true;
    const mine = key;
    const { question, sides, sideOf } = game;
    bar.max = question.moves.length;
    bar.hidden = false;
    for (const [i, move] of question.moves.entries()) {
      put(said, `Looking at move ${i + 1} of ${question.moves.length} …`);
      bar.value = i;
      const analysis = await analysed({ ...question, moves: question.moves.slice(0, i) });
      if (mine !== key || !isRunning) return;
      const judgement = analysis ? judged(analysis, move, sideOf(i), sides) : { isKnown: false };
      found.push({ n: i + 1, move, side: sides[sideOf(i)], ...judgement });
      render();
    }
    isRunning = false;
    bar.hidden = true;
    put(said, summary(found));
    announce(summary(found));
    table.querySelector("button")?.focus({ preventScroll: true });
  }

  /** What is known of a position: at once if it was looked at before. */
  function analysed(question) {
    const known = JSON.stringify(question);
    if (answers.has(known)) return answers.get(known);
    return new Promise((resolve) => {
      stopSearch = followInSight("analyze", { ...question, limit: `${SECONDS}s` }, {
        answer: (answer) => {
          answers.set(known, answer);
          resolve(answer);
        },
        failure: () => resolve(null),
      });
    });
  }

  function render() {
    const mistakes = found.filter((move) => move.before);
    if (!mistakes.length) return void put(table);
    const row = ({ n, move, side, before, after, better, why }) => h("tr", {},
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "move", onclick: () => onjump(n - 1), "aria-label": `Back to the position before move ${n}, ${move}`,
      }, `${n}. ${move}`)),
      h("td", {}, side),
      h("td", {}, `${named(before)} → ${named(after)}`, why && h("span", { class: "soft small why" }, why)),
      h("td", { class: "mono" }, better.slice(0, BETTER_MAX).join(", "), better.length > BETTER_MAX && ` and ${better.length - BETTER_MAX} more`));
    put(table, h("table", {}, h("caption", { class: "unseen" }, "Moves that gave something away"),
      h("thead", {}, h("tr", {}, ["Move", "By", "What it changed", "Better"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, mistakes.map(row))));
  }

  function stop() {
    isRunning = false;
    stopSearch?.();
    stopSearch = null;
  }

  return { element, show, stop };
}

function summary(found) {
  const mistakes = found.filter(({ before }) => before).length;
  const open = found.filter(({ isKnown }) => !isKnown).length;
  const first = mistakes ? `${plural(mistakes, "move")} of ${found.length} gave something away.` : "Nobody gave anything away";
  if (!open) return mistakes ? first : `${first}.`;
  const unknown = `${plural(open, "move")} could not be decided in time`;
  return mistakes ? `${first} ${unknown}.` : `${first} as far as is known; ${unknown}.`;
}
