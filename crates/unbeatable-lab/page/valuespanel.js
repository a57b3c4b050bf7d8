// The panel beside the board: the values of all moves, searched for while one looks on.

import { h, put, announce } from "./dom.js";
import { ask as askOnce, followInSight } from "./api.js";
import { bounds, brief, ending, plural, seconds, verdict } from "./words.js";
import { verdicts, sentence, effort, movesTable } from "./values.js";
import { SECONDS } from "./early.js";
import { Memory } from "./memory.js";
import { ANALYSE, PLAY, described, waySwitch } from "./ways.js";

const SECONDS_LONGER = 60;

/** A board that is not solved by then shows guesses, which take a moment, until it is. */
const GUESS_MILLISECONDS = 300;
const GUESS_NODES = 2000;
const RAN_OUT = { time: "Time ran out", nodes: "The number of positions ran out", memory: "Memory ran out" };

/** Answers by question, as long as the lab is open: what was seen once is seen at once. */
export const answers = new Memory();

/**
 * The panel: `ask(question)` starts the search, perhaps before it is known what the position looks like;
 * `show(position)` says that. `verdicts()` are what a person may see of what is known then, move by move;
 * `onanswer` is called when that changes, `onturn(way)` when a person sits another way. `known(wait)` gives
 * what is known to who does not show it.
 */
export function valuesPanel({ way, onplay, onpoint, onanswer, onturn }) {
  let question = null;
  let key = "";
  let shown = null;
  let stopSearch = null;
  /** Of a search that is not over: `{limit}` with `waiting` or `progress`; of one that failed or was stopped. */
  let news = null;

  /** Guesses of the position, until more is known: `{key, analysis}`. */
  let guesses = null;
  let guessTimer = 0;

  /** The question for which a person wanted a hint. */
  let hinted = null;
  /** Who waits for an answer. */
  let waiters = [];

  /** Whether a person unfolded the blackboard; `null` if that was left to the panel. */
  let isUnfolded = null;
  /** Whether the focus was among the moves, before they made room for others. */
  let hadFocus = false;

  const chosen = waySwitch({ way, onchange: turn });
  const hintButton = h("button", { type: "button", "aria-keyshortcuts": "h", onclick: hint }, "Hint");
  const sum = h("p", { class: "sum" });
  const searchText = h("p", {});
  const searchBar = h("progress", { "aria-label": "Time of the search" });
  const stopButton = h("button", { type: "button", onclick: giveUp }, "Stop");
  const searching = h("div", { class: "searching", hidden: true }, searchText, searchBar, stopButton);
  const why = h("span", {});
  const againButton = h("button", { type: "button", onclick: () => again(SECONDS) }, "Search again");
  const longerButton = h("button", { type: "button", onclick: () => again(SECONDS_LONGER) }, `Search longer (${SECONDS_LONGER} s)`);
  const ranOut = h("p", { class: "row ran-out", hidden: true }, why, againButton, longerButton);
  const found = h("div", { class: "found" });
  const element = h("section", { class: "card values-panel", "aria-labelledby": "values-title" },
    h("h2", { id: "values-title" }, "Values"),
    sum, hintButton, searching, ranOut, found);

  const known = () => (shown && !shown.outcome ? answers.get(key) ?? null : null);
  const visible = () => known() ?? (shown && !shown.outcome && guesses?.key === key ? guesses.analysis : null);
  const isHinted = () => hinted === key;
  const isSearched = () => way !== PLAY || isHinted();

  function ask(asked) {
    stop();
    question = asked;
    key = JSON.stringify(asked);
    shown = null;
    news = null;
    if (isSearched() && !answers.has(key)) search(SECONDS);
  }

  /** What is known of the position, as soon as the search is over; `null` if nothing will be. */
  function whenKnown() {
    if (!stopSearch || answers.has(key)) return Promise.resolve(known());
    return new Promise((resolve) => waiters.push(resolve));
  }

  function settle() {
    const all = waiters;
    waiters = [];
    for (const resolve of all) resolve(known());
  }

  function hint() {
    if (!shown || shown.outcome || way === ANALYSE) return;
    hinted = key;
    if (!answers.has(key) && !stopSearch) search(SECONDS);
    render();
    onanswer();
    announce(hintText() ?? "Looking for a hint.");
  }

  /** The first of the best moves, and what it is worth. */
  function hintText() {
    const best = known()?.moves[0];
    if (!best) return null;
    const { text } = verdict(best, shown.mover, shown.sides);
    return best.outcome ? `Hint: ${best.move} ${text}.` : "Nothing is proven here that could be a hint.";
  }

  function search(limit) {
    const mine = key;
    const isAsked = () => mine === key && stopSearch !== null;
    const tell = (what) => {
      if (!isAsked()) return;
      news = { limit, ...what };
      renderSearch();
    };
    news = { limit };
    if (way === ANALYSE && guesses?.key !== mine) guessTimer = setTimeout(() => guess(mine), GUESS_MILLISECONDS);
    stopSearch = followInSight("analyze", { ...question, limit: `${limit}s` }, {
      waiting: (waiting) => tell({ waiting }),
      progress: (progress) => tell({ progress }),
      answer: (answer) => {
        answers.set(mine, answer);
        if (!isAsked()) return;
        clearTimeout(guessTimer);
        stopSearch = news = null;
        render();
        onanswer();
        if (isHinted() && way !== ANALYSE) announce(hintText() ?? "");
        settle();
      },
      failure: ({ message }) => {
        tell({ failed: message });
        if (!isAsked()) return;
        stopSearch = null;
        settle();
      },
    });
  }

  /** Nothing is lost if it fails: the search goes on. */
  async function guess(mine) {
    const analysis = await askOnce("analyze", { ...question, nodes: GUESS_NODES, limit: "1s" }).catch(() => null);
    if (!analysis || mine !== key || answers.has(key)) return;
    guesses = { key, analysis };
    render();
    onanswer();
  }

  function stop() {
    clearTimeout(guessTimer);
    stopSearch?.();
    stopSearch = null;
    settle();
  }

  function again(limit) {
    stop();
    search(limit);
    renderSearch();
    stopButton.focus();
  }

  function giveUp() {
    stop();
    news = { isStopped: true };
    renderSearch();
    againButton.focus();
  }

  function turn(next) {
    if (next === way) return;
    way = next;
    chosen.show(way);
    hinted = null;
    if (!isSearched()) {
      stop();
      news = null;
    } else if (question && !answers.has(key) && !stopSearch && !shown?.outcome) search(SECONDS);
    announce(described(way));
    render();
    onturn(way);
  }

  function show(position) {
    shown = position;
    if (shown?.outcome) {
      stop();
      news = null;
    }
    render();
  }

  function render() {
    const analysis = way === ANALYSE ? visible() : null;
    hadFocus ||= found.contains(document.activeElement);
    if (!shown) put(sum);
    else if (shown.outcome) put(sum, `The game is over. ${ending(shown.outcome)}`);
    else if (way !== ANALYSE) put(sum, (isHinted() && hintText()) || h("span", { class: "soft" }, described(way)));
    else put(sum, analysis && [h("b", {}, sentence(analysis, shown)), h("span", { class: "soft small" }, ` ${effort(analysis)}`)]);
    hintButton.hidden = way === ANALYSE || !shown || Boolean(shown.outcome);
    renderSearch();
    if (!analysis) return void put(found);
    const { remarks, explanation } = analysis;
    const moves = h("div", { class: "scroll moves-scroll", tabindex: "0", role: "region", "aria-label": "All moves" },
      movesTable(shown, analysis, { onplay, onpoint }));
    // With a table of the nimbers in sight the blackboard would say the same again.
    const blackboard = explanation.length > 0 && h("details", { open: isUnfolded ?? !shown.nimbers },
      h("summary", { onclick: () => (isUnfolded = !blackboard.open) }, "On the blackboard"),
      h("pre", { tabindex: "0" }, explanation.join("\n")));
    put(found, remarks.length > 0 && h("ul", { class: "remarks" }, remarks.map((text) => h("li", {}, text))), moves, blackboard);
    if (hadFocus && document.activeElement === document.body) moves.focus({ preventScroll: true });
    hadFocus = false;
  }

  /** How the search stands. Its buttons stay the same ones, so that they can be pressed. */
  function renderSearch() {
    const { limit, waiting, progress, failed, isStopped } = news ?? {};
    // Who learns is not told how hard it is to say: only who wants a hint waits for it.
    const isSeen = way === ANALYSE || isHinted();
    searching.hidden = !isSeen || !shown || !limit || Boolean(failed);
    let doing = "Searching …";
    if (waiting) doing = `Waiting: ${plural(waiting.ahead, "search", "searches")} before this one.`;
    if (progress && shown) {
      const proven = progress.bounds ? `; proven so far: ${bounds(progress.bounds, shown.sides, shown.is_scored)}` : "";
      doing = `Searching: ${brief(progress.nodes ?? 0)} positions in ${seconds(progress.seconds)}${proven}.`;
    }
    searchText.textContent = doing;
    searchBar.max = limit ?? 1;
    searchBar.value = Math.min(searchBar.max, progress?.seconds ?? 0);
    const stopped = news ? null : known()?.stopped;
    why.textContent = failed ?? (isStopped ? "The search was stopped." : "");
    if (stopped) why.textContent = `${RAN_OUT[stopped] ?? "The search was stopped"} before all moves were decided.`;
    ranOut.hidden = !isSeen || !shown || why.textContent === "";
    ranOut.classList.toggle("error", Boolean(failed));
    againButton.hidden = !failed && !isStopped;
    longerButton.hidden = Boolean(failed);
  }

  /** What may be seen on the board: everything, or the move of a hint. */
  function seen() {
    const all = shown ? verdicts(shown, way === ANALYSE ? visible() : known()) : new Map();
    if (way === ANALYSE) return all;
    const best = isHinted() ? known()?.moves.find((m) => m.outcome)?.move : null;
    return new Map([...all].filter(([move]) => move === best));
  }

  return { element, ways: chosen.element, ask, show, stop, turn, hint, whenKnown, way: () => way, verdicts: seen };
}
