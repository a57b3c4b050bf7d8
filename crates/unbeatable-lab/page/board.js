// The board: play any game against anyone, with the value of every move.

import { h, put, announce } from "./dom.js";
import { ask, follow } from "./api.js";
import { brief, capital, ending, plural, seconds } from "./words.js";
import { remember } from "./main.js";
import { gamePicker, games } from "./gamepicker.js";
import { rulesOf, variant } from "./gamewords.js";
import { boardView, badge, lightText } from "./boardview.js";
import { legend } from "./values.js";
import { xorTable } from "./nimsum.js";
import { valuesPanel } from "./valuespanel.js";
import { keepingCard } from "./keeping.js";
import { Memory } from "./memory.js";
import { reviewCard, judged } from "./review.js";
import { rulesButton, rulesFacts } from "./ruleswindow.js";
import { isBrought, titleOf as titleOfRules } from "./rulesfile.js";
import { ANALYSE, LEARN, PLAY, wayOf } from "./ways.js";

export const title = "Board";

const HUMAN = "human";
/** People can stop a player who thinks, and the server does in the end. */
const LIMIT = "60s";
/** Who plays for one who proves no move in time. */
const SUBSTITUTE = "best";
/** A player who thinks longer is offered to play at once. */
const PATIENCE_SECONDS = 2;
/** Between the moves of two players, so that people can follow. */
const PAUSE_MILLISECONDS = 600;
/** Why a player made its move. */
const GROUNDS = { proven: "proven best", kept: "keeps what is proven", guess: "a guess" };

// What was answered is remembered as long as the page is open: undo and redo take no time.
const positions = new Memory();
const playersOf = new Memory();
/** What the open board does when the browser goes back or forward. */
let travel = null;

/** Shows the line of another address, if it is one of the same game. */
export function update(query) {
  return travel?.(query) ?? false;
}

const KEYS = [
  ["arrows", "move on the board"], ["Enter, space", "play there"], ["u", "undo"], ["r", "redo"], ["n", "new game"],
  ["v", "show or hide values"], ["h", "hint"], ["p", "pass"], ["?", "this help"],
];

export function open(place, query) {
  const table = {
    game: query.game || "ttt",
    start: query.position || "",
    moves: list(query.moves),
    at: list(query.moves).length,
    players: [query.first || null, query.second || null],
    isCritical: query.critical ? query.critical === "on" : null,
  };

  let shown = null;
  let opponents = null;
  let isClosed = false;
  let isPaused = false;
  let stopThinking = null;
  let thought = null; // Of the player who thinks: {waiting}, {progress} or {failure}.
  let loading = 0;
  let timer = 0;
  let finished = null; // The line of a game that was played to its end.
  let warned = null; // A move that a person is warned of.
  let reason = null; // Why a player made the last move: {at, words}.
  let told = ""; // Why no move may be made on the point that was chosen.

  // The parts of the page.
  const heading = h("h1", {}, "Board");
  const rules = h("p", { class: "soft small rules" });
  const facts = rulesFacts();
  const picker = gamePicker({ game: table.game, onchange: (game) => begin({ game }) });
  const view = boardView({ onplay: (m) => play(m), onforbidden: (name, why) => tell(`${name} is forbidden: ${why}.`) });
  const status = h("p", { class: "status" });
  const reasonText = h("p", { class: "soft grounds" });
  const thinkingText = h("span", { class: "soft" });
  const stopButton = h("button", { type: "button", onclick: pause }, "Stop");
  const nowButton = h("button", { type: "button", onclick: playNow }, "Play now");
  const stepButton = h("button", { type: "button", onclick: step }, "Step");
  const goButton = h("button", { type: "button", onclick: resume }, "Go on");
  const thinking = h("div", { class: "thinking row" }, thinkingText, nowButton, stopButton, stepButton, goButton);
  const failure = h("p", { class: "error", role: "alert", hidden: true });
  const seats = [seat(0), seat(1)];
  const button = (text, onclick, key, attributes = {}) =>
    h("button", { type: "button", onclick, title: key ? `${attributes["aria-label"] ?? text} (${key})` : attributes["aria-label"], "aria-keyshortcuts": key, ...attributes }, text);
  const controls = {
    fresh: button("New game", () => begin({}), "n"),
    swap: button("⇄", swap, null, { "aria-label": "Swap sides" }),
    first: button("«", () => jump(0), null, { "aria-label": "To the first position" }),
    undo: button("Undo", undo, "u"),
    redo: button("Redo", redo, "r"),
    last: button("»", () => jump(table.moves.length), null, { "aria-label": "To the last position" }),
    help: button("?", () => help.showModal(), "?", { "aria-label": "Keys", class: "help" }),
  };
  const criticalBox = h("input", { type: "checkbox", onchange: () => showCritical(criticalBox.checked) });
  const marks = h("div", {});
  const criticalRow = h("div", { class: "legend", hidden: true });
  const line = h("ol", { class: "line" });
  const nimbers = h("section", { class: "card", "aria-label": "Nim sum", hidden: true });
  // Who brings a game wants to look at it: nobody moves before a player is asked to.
  const keeping = keepingCard({ onread: (read) => isClosed || begin(read, ["human", "human"]) });
  const values = valuesPanel({
    way: wayOf(query), onplay: (m) => play(m), onpoint: view.point, onanswer: () => view.update(look()),
    onturn: () => {
      keep({ replace: true });
      withdraw();
      if (shown) render();
    },
  });
  const review = reviewCard({ onjump: jump });
  const warningText = h("p", {});
  const takeBack = h("button", { type: "button", class: "main", onclick: () => { withdraw(); view.focus(); } }, "Take it back");
  const goAhead = h("button", { type: "button", onclick: () => { const m = warned; withdraw(); play(m, { isSure: true }); } }, "Play it anyway");
  const warning = h("div", { class: "warning", role: "alertdialog", "aria-label": "A warning", hidden: true },
    warningText, h("div", { class: "row" }, takeBack, goAhead));
  const help = h("dialog", { class: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, "Keys"),
    h("table", {}, h("tbody", {}, KEYS.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, does))))),
    h("p", {}, h("button", { type: "button", class: "main", onclick: () => help.close() }, "Close")));

  put(place, h("div", { class: "board-page" },
    h("div", { class: "board-head" }, h("div", {}, heading, rules, facts.element), h("div", { class: "row" }, picker, rulesButton("From a file …"))),
    failure,
    h("div", { class: "board-columns" },
      h("div", { class: "board-side" }, h("section", { class: "card", "aria-label": "Game" },
        values.ways,
        h("div", { class: "seats row" }, seats[0].label, controls.swap, seats[1].label),
        h("div", { class: "status-row" }, status, reasonText, thinking),
        warning, view.element, marks, criticalRow,
        h("div", { class: "controls row" }, controls.fresh, controls.first, controls.undo, controls.redo, controls.last, controls.help),
        h("h2", { class: "unseen" }, "Moves so far"), line), nimbers),
      h("div", { class: "board-side" },
        values.element, review.element, keeping.element)),
    help));

  function seat(side) {
    const name = h("span", {}, side === 0 ? "First" : "Second");
    const select = h("select", { onchange: () => sit(side, select.value) });
    return { label: h("label", {}, name, select), name, select };
  }

  const question = () => ({ game: table.game, position: table.start, moves: table.moves.slice(0, table.at) });
  const key = () => JSON.stringify(question());
  const isHuman = (side) => (table.players[side] ?? HUMAN) === HUMAN;
  const isWatched = () => !isHuman(0) && !isHuman(1);
  const titleOf = (name) => (name === HUMAN ? "a person" : opponents?.players.find((p) => p.name === name)?.title ?? name);
  /** Whose turn it is after so many moves. */
  const moverAt = (n) => ((shown.played.length ? shown.played[0].side : shown.mover) + n) % 2;

  /** Puts all that is shown into the address. */
  function keep({ replace = false } = {}) {
    remember({
      ...question(), first: table.players[0], second: table.players[1],
      way: values.way() === ANALYSE ? null : values.way(), critical: table.isCritical === null ? null : table.isCritical ? "on" : "off",
    }, { replace });
  }

  // Showing positions.

  async function load() {
    const mine = ++loading;
    stopAll();
    withdraw();
    thought = null;
    told = "";
    const wanted = key();
    const asked = question();
    // Both questions at once: values should be there as soon as the board.
    values.ask(asked);
    if (!positions.has(wanted)) {
      // Who chooses a move before the next position is there is not heard: the board says so.
      if (shown) view.update({ isOpen: false });
      try {
        positions.set(wanted, await ask("position", asked));
      } catch (error) {
        if (mine === loading && !isClosed) refuse(error);
        return false;
      }
    }
    if (mine !== loading || isClosed) return false;
    shown = positions.get(wanted);
    failure.hidden = true;
    render();
    return true;
  }

  function refuse(error) {
    stopAll();
    const isOfGame = error.parameter === "game";
    if (isOfGame) picker.refuse(error);
    put(failure, error.message);
    // Said once, where the game is chosen.
    failure.hidden = isOfGame;
    shown = null;
    put(view.element);
    values.show(null);
    for (const part of [status, reasonText, line, marks]) put(part);
    thinking.hidden = criticalRow.hidden = nimbers.hidden = true;
    controls.undo.disabled = controls.redo.disabled = controls.first.disabled = controls.last.disabled = true;
  }

  function stopAll() {
    clearTimeout(timer);
    stopThinking?.();
    values.stop();
    stopThinking = null;
    timer = 0;
  }

  function render() {
    put(heading, capital(shown.title), " ", h("span", { class: "soft small variant" }, variant(shown.game)));
    seats.forEach(({ name }, side) => { name.textContent = shown.sides[side]; });
    values.show(shown);
    view.show(shown, look());
    renderStatus();
    renderLine();
    put(marks, isSeen() && !shown.outcome && legend(shown),
      shown.forbidden.length > 0 && h("p", { class: "legend soft" }, "× forbidden: choose the point to see why"));
    renderCritical();
    nimbers.hidden = !shown.nimbers || !isSeen();
    if (!nimbers.hidden) put(nimbers, h("h2", {}, "Nim sum"), xorTable(shown.nimbers, shown.moves));
    renderKeeping();
    renderReview();
  }

  /** A game that is over can be reviewed, and stays so while one looks back at it. */
  function renderReview() {
    const isOver = Boolean(shown.outcome) && table.at === table.moves.length;
    if (isOver) finished = JSON.stringify(wholeLine());
    const isReviewed = finished === JSON.stringify(wholeLine()) && table.moves.length > 0;
    review.show(isReviewed ? { question: wholeLine(), sides: shown.sides, sideOf: moverAt } : null);
  }

  const wholeLine = () => ({ game: table.game, position: table.start, moves: table.moves });
  /** Whether values are in sight. */
  const isSeen = () => values.way() === ANALYSE;

  function look() {
    return { verdicts: values.verdicts(), critical: isCritical(), isOpen: mayPlay() };
  }

  /** People may move for a player, too, while it does not think. Nobody moves before a position is there. */
  function mayPlay() {
    return isCurrent() && !shown.outcome && !stopThinking && !timer;
  }

  /** Whether the position that was chosen last is already there. */
  function isCurrent() {
    return shown !== null && shown === positions.get(key());
  }

  function statusText() {
    if (shown.outcome) return ending(shown.outcome);
    const side = shown.sides[shown.mover];
    if (!isHuman(shown.mover)) return `${side} to move: ${titleOf(table.players[shown.mover])}.`;
    return isHuman(1 - shown.mover) ? `${side} to move.` : `Your turn, ${side}.`;
  }

  function renderStatus() {
    if (!shown) return;
    put(status, statusText());
    reasonText.textContent = told || (reason?.at === table.at ? `${table.moves[table.at - 1]}: ${reason.words}.` : "");
    reasonText.hidden = !reasonText.textContent;
    const { progress, waiting, failure: failed } = thought ?? {};
    let doing = failed ?? "";
    if (stopThinking) {
      doing = "thinking …";
      if (waiting) doing = `waiting, ${plural(waiting.ahead, "search", "searches")} before`;
      if (progress) doing = `thinking: ${brief(progress.nodes ?? 0)} positions, ${seconds(progress.seconds)}`;
    }
    const isBusy = Boolean(stopThinking || timer);
    const isWaiting = !shown.outcome && !isHuman(shown.mover) && !isBusy;
    const focused = thinking.contains(document.activeElement) ? document.activeElement : null;
    thinkingText.textContent = doing;
    thinkingText.className = failed ? "error" : "soft";
    stopButton.textContent = isWatched() ? "Pause" : "Stop";
    stopButton.hidden = !isBusy;
    // Who takes a second needs no hurry; who proves every move may never come to an end.
    nowButton.hidden = !(stopThinking && thought?.progress?.seconds > PATIENCE_SECONDS);
    stepButton.hidden = !(isWaiting && isWatched());
    goButton.hidden = !isWaiting;
    thinking.hidden = !isBusy && !isWaiting;
    // Who pressed a button that is gone goes on with the one in its place.
    if (focused?.hidden) [stepButton, goButton, stopButton, nowButton].find((other) => !other.hidden)?.focus();
    controls.undo.disabled = controls.first.disabled = table.at === 0;
    controls.redo.disabled = controls.last.disabled = table.at >= table.moves.length;
  }

  function renderLine() {
    const item = (n, text) => h("li", {}, h("button", {
      type: "button", class: "quiet", onclick: () => jump(n), "aria-current": n === table.at ? "step" : null,
    }, n ? [h("span", { class: "soft" }, `${shown.earlier + n}. `), h("span", { class: "unseen" }, `${shown.sides[moverAt(n - 1)]} `), text] : text));
    const hadFocus = line.contains(document.activeElement);
    put(line, item(0, shown.earlier ? `after move ${shown.earlier}` : "start"), table.moves.map((m, i) => item(i + 1, m)));
    const current = line.children[table.at]?.firstChild;
    if (hadFocus) current?.focus({ preventScroll: true });
    // In a long line the move that is shown is in sight.
    if (current) line.scrollTop = Math.max(0, current.offsetTop - line.clientHeight / 2);
  }

  /** Elsewhere a look at the values says as much, and who has turned them off wants no hints. */
  const hasCritical = () => Boolean(shown?.diagram?.block || shown?.diagram?.has_hexagons);
  /** Critical squares are shown unless they are not wanted; what must be played in Hex, and why, if it is. */
  const isCritical = () => hasCritical() && (table.isCritical ?? Boolean(shown.diagram.block));

  function renderCritical() {
    const kinds = new Set(shown.highlights.map(({ kind, side }) => `${kind}${side ?? ""}`));
    criticalRow.hidden = !hasCritical() || Boolean(shown.outcome);
    if (criticalRow.hidden) return;
    const sign = (kind, side) => kinds.has(`${kind}${side ?? ""}`)
      && h("span", { class: "sign-of" }, badge(kind, side), lightText(kind, shown.sides[side]));
    criticalBox.checked = isCritical();
    put(criticalRow, h("label", { class: "check" }, criticalBox, shown.diagram.block ? "critical squares" : "what matters, and why"),
      isCritical() && (kinds.size
        ? [sign("wins", 0), sign("wins", 1), sign("avoid", null), sign("must-play", null), sign("needed", 0), sign("needed", 1)]
        : h("span", { class: "soft small" }, shown.diagram.block ? "none yet" : "everything may matter")));
  }

  function showCritical(isOn) {
    table.isCritical = isOn;
    keep({ replace: true });
    view.update({ critical: isCritical() });
    renderCritical();
  }

  // Moves.

  /** Says why no move may be made on a point, to be seen and to be heard. */
  function tell(words) {
    told = words;
    renderStatus();
    announce(words);
  }

  /** In the way of learning: whether to wait with a move, because it gives something away. */
  async function isWarned(m) {
    const wanted = key();
    const analysis = await values.whenKnown();
    if (isClosed || wanted !== key()) return true;
    const { before, after, better, why } = analysis ? judged(analysis, m, shown.mover, shown.sides) : {};
    if (!before) return false;
    warned = m;
    const side = shown.sides[shown.mover];
    put(warningText, h("b", {}, `After ${m} ${forYou(after, side)}. `), `After ${better.slice(0, 3).join(" or ")} ${forYou(before, side)}. `,
      why && h("span", { class: "soft" }, `Why: ${why}.`));
    warning.hidden = false;
    takeBack.focus();
    return true;
  }

  /** Takes a warning back. */
  function withdraw() {
    warned = null;
    warning.hidden = true;
  }

  async function play(m, { byPlayer = false, isSure = false, grounds = null } = {}) {
    if (!shown || (!byPlayer && !mayPlay())) return;
    if (values.way() === LEARN && !byPlayer && !isSure && isHuman(shown.mover) && (await isWarned(m))) return;
    const side = shown.mover;
    table.moves = [...table.moves.slice(0, table.at), m];
    table.at++;
    reason = GROUNDS[grounds] ? { at: table.at, words: GROUNDS[grounds] } : null;
    // A player's move belongs to the person's before it: the browser's back leads to a person's turn.
    keep({ replace: byPlayer });
    isPaused &&= byPlayer || !isHuman(side);
    if (!(await load())) return;
    announce(`${shown.sides[side]} plays ${m}${reason ? `, ${reason.words}` : ""}. ${statusText()}`);
    carryOn();
  }

  function jump(n) {
    if (n < 0 || n > table.moves.length || n === table.at) return;
    isPaused = false;
    table.at = n;
    keep();
    arrive(n);
  }

  travel = ({ game, position, moves }) => {
    if (!shown || (game || "ttt") !== table.game) return false;
    const to = list(moves);
    // Moves that were taken back can be made again, as after an undo.
    const isPart = (position || "") === table.start && to.every((m, i) => m === table.moves[i]);
    Object.assign(table, { start: position || "", moves: isPart ? table.moves : to, at: to.length });
    isPaused = false;
    // Who plays, and whether values are shown, stays as it is.
    keep({ replace: true });
    arrive(to.length);
    return true;
  };

  /** Shows where the line has led after `n` moves. */
  async function arrive(n) {
    if (!(await load())) return;
    announce(`After ${plural(n, "move")}. ${statusText()}`);
    carryOn();
  }

  /** Back to the last turn of a person, or by one move if there is none. */
  function undo() {
    if (!shown || table.at === 0) return;
    let n = table.at - 1;
    while (n > 0 && !isHuman(moverAt(n))) n--;
    jump(isHuman(moverAt(n)) ? n : table.at - 1);
  }

  function redo() {
    if (!shown || table.at === table.moves.length) return;
    let n = table.at + 1;
    while (n < table.moves.length && !isHuman(moverAt(n)) && !isWatched()) n++;
    jump(n);
  }

  /** A player moves by itself where the line ends, unless it is told to wait. */
  function carryOn() {
    if (!isCurrent() || shown.outcome || isPaused || isHuman(shown.mover) || table.at < table.moves.length) return;
    if (!isWatched()) return think();
    timer = setTimeout(() => {
      timer = 0;
      think();
    }, PAUSE_MILLISECONDS);
    renderStatus();
    view.update({ isOpen: mayPlay() });
  }

  /** Lets the player think whose turn it is, or another one in its place. */
  function think(player = table.players[shown.mover]) {
    const wanted = key();
    thought = null;
    const isShown = () => !isClosed && wanted === key() && stopThinking;
    stopThinking = follow("move", { ...question(), player, limit: LIMIT, seed: Math.floor(Math.random() * 2 ** 31) }, {
      waiting: (waiting) => { if (isShown()) { thought = { waiting }; renderStatus(); } },
      progress: (progress) => { if (isShown()) { thought = { progress }; renderStatus(); } },
      answer: ({ move, grounds, stopped }) => {
        if (!isShown()) return;
        stopThinking = null;
        if (move !== null) return void play(move, { byPlayer: true, grounds });
        if (stopped === "time" && player !== SUBSTITUTE) {
          announce(`${titleOf(player)} has proven no move in time: ${titleOf(SUBSTITUTE)} plays in its place.`);
          return void think(SUBSTITUTE);
        }
        halt(`${titleOf(player)} found no move${stopped === "time" ? " in time" : ""}.`);
      },
      failure: (error) => { if (isShown()) halt(error.message); },
    });
    renderStatus();
    view.update({ isOpen: mayPlay() });
  }

  function halt(message) {
    stopThinking = null;
    isPaused = true;
    thought = message ? { failure: message } : null;
    renderStatus();
    view.update({ isOpen: mayPlay() });
    announce(message ?? statusText());
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    stopThinking?.();
    halt(null);
  }

  /** Who thinks for long plays the best that is found in a second. */
  function playNow() {
    stopThinking?.();
    stopThinking = null;
    think(SUBSTITUTE);
  }

  function step() {
    isPaused = true;
    if (isCurrent()) think();
  }

  function resume() {
    isPaused = false;
    if (isCurrent()) think();
  }

  // Games and sides.

  async function begin({ game = table.game, position = "", moves = [] }, players = null) {
    const isOther = game !== table.game;
    Object.assign(table, { game, start: position, moves, at: moves.length });
    isPaused = false;
    if (isOther) {
      table.players = [null, null];
      opponents = null;
    }
    if (players) table.players = players;
    picker.show(game);
    picker.refuse(null);
    keep();
    const isThere = await (isOther ? welcome() : load());
    if (!isThere) return;
    announce(`${capital(shown.title)}. ${statusText()}`);
    carryOn();
  }

  function sit(side, player) {
    table.players[side] = player;
    isPaused = false;
    stopThinking?.();
    stopThinking = null;
    clearTimeout(timer);
    timer = 0;
    keep({ replace: true });
    renderSeats();
    renderStatus();
    if (shown) view.update({ isOpen: mayPlay() });
    renderKeeping();
    carryOn();
  }

  function swap() {
    const [first, second] = table.players;
    table.players[0] = second;
    sit(1, first);
    announce(`${seats[0].name.textContent}: ${titleOf(table.players[0])}, ${seats[1].name.textContent}: ${titleOf(table.players[1])}.`);
  }

  function renderSeats() {
    const players = [{ name: HUMAN, title: "Person" }, ...(opponents?.players ?? [])];
    seats.forEach(({ select }, side) => {
      const now = table.players[side] ?? HUMAN;
      const others = players.some(({ name }) => name === now) ? [] : [{ name: now, title: now }];
      put(select, [...players, ...others].map(({ name, title: text, summary }) => h("option", { value: name, title: summary }, text)));
      select.value = now;
      select.title = players.find(({ name }) => name === now)?.summary ?? "";
    });
  }

  /**
   * Shows the position, and who can be played against in this game; who was not chosen is set so that a
   * person moves next.
   */
  async function welcome() {
    const { game } = table;
    const toMove = load().then((isThere) => (isThere ? shown.mover : null));
    renderSeats();
    describe(game);
    try {
      if (!playersOf.has(game)) playersOf.set(game, await ask("players", { game }));
    } catch {
      // What is wrong with a game is told by the board; people can play without players.
    }
    const mover = await toMove;
    if (isClosed || game !== table.game || mover === null) return false;
    opponents = playersOf.get(game) ?? null;
    const [first, second] = table.players;
    const suggested = opponents?.opponent ?? HUMAN;
    if (!first && !second) table.players = mover === 0 ? [HUMAN, suggested] : [suggested, HUMAN];
    else if (!first) table.players[0] = HUMAN;
    else if (!second) table.players[1] = first === HUMAN ? suggested : HUMAN;
    keep({ replace: true });
    renderSeats();
    renderStatus();
    renderKeeping();
    view.update({ isOpen: mayPlay() });
    return true;
  }

  async function describe(game) {
    const name = (spec) => spec.split(/[:+]/)[0];
    facts.show(game);
    if (isBrought(game)) return void (rules.textContent = `Rules from a file: ${titleOfRules(game)}.`);
    // A board without its rules in words is still a board.
    const all = await games().catch(() => []);
    const entry = all.find(({ spec }) => name(spec) === name(game));
    if (!isClosed && game === table.game) rules.textContent = entry ? rulesOf(entry, game) : "";
  }

  function renderKeeping() {
    if (shown) keeping.show({ ...question(), first: table.players[0], second: table.players[1] }, shown);
  }

  // Keys.

  function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || help.open) return;
    const { target } = event;
    if (target.matches?.("textarea, select, input:not([type=checkbox])")) return;
    const does = {
      u: undo, r: redo, n: () => begin({}), v: () => values.turn(isSeen() ? PLAY : ANALYSE), h: values.hint, "?": () => help.showModal(),
      p: () => shown?.moves.some(({ move }) => move === "pass") && play("pass"),
    }[event.key.toLowerCase()];
    if (!does) return;
    event.preventDefault();
    does();
  }
  document.addEventListener("keydown", press);

  welcome().then((isThere) => isThere && carryOn());

  return () => {
    isClosed = true;
    travel = null;
    review.stop();
    document.removeEventListener("keydown", press);
    stopAll();
  };
}

/** Where perfect play leads, told to the one who plays that side. */
function forYou({ winner, margin }, side) {
  if (winner === null) return "it is a draw";
  return `${winner === side ? "you win" : `${winner} wins`}${margin ? ` by ${Math.abs(margin)}` : ""}`;
}

/** Moves of an address, with commas between them. */
function list(text) {
  return (text ?? "").split(",").map((m) => m.trim()).filter(Boolean);
}
