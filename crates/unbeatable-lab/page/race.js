// The race: one position, solved by several algorithms at once.

import { h, put, announce } from "./dom.js";
import { ask, follow } from "./api.js";
import { remember } from "./main.js";
import { picture } from "./diagram.js";
import { gamePicker, games } from "./gamepicker.js";
import { spelled } from "./gamewords.js";
import { capital, count, plural, seconds } from "./words.js";
import { lines, bars, sample } from "./plot.js";
import { clash, depth, isDone, isGoing, proven, publishedCard, ratios, resultsTable, speed, standing, tableSize, winner } from "./results.js";
import { AT_ONCE_MAX, CHOICES, RUNNERS_MAX, readRunners, runnerName, runnerQuery, writeRunners } from "./runners.js";
import { READY } from "./races.js";
import { slowMotion } from "./slowmotion.js";

export const title = "Race";

const LIMITS = { "1s": "1 second", "10s": "10 seconds", "60s": "1 minute" };
const FIRST = { game: "ttt", runners: "minimax;alpha-beta,plain;alpha-beta" };
export async function open(place, query) {
  let known;
  try {
    const [{ solvers, orders }, all] = await Promise.all([ask("solvers"), games()]);
    known = { solvers: solvers.map((solver) => ({ ...solver, summary: spelled(solver.summary, all) })), orders };
  } catch (error) {
    put(place, h("h1", {}, "Race"), h("p", { class: "error", role: "alert" }, error.message));
    return null;
  }
  return new Race(place, known).begin(query);
}

class Race {
  constructor(place, known) {
    this.place = place;
    this.known = known;
    this.runners = [];
    /** Counts questions, so that an answer to an old one is dropped. */
    this.asked = 0;
    this.isLog = true;
    this.isClosed = false;
    this.drawing = 0;
  }

  begin(query) {
    this.game = query.game || FIRST.game;
    this.position = query.position || "";
    this.moves = query.moves || "";
    this.limit = query.limit in LIMITS ? query.limit : "10s";
    this.isLog = query.scale !== "linear";
    this.slow = slowMotion({
      speed: query.speed, onmove: () => this.refresh(),
      onchange: () => {
        this.say({ replace: true });
        this.refresh();
      },
    });
    const { runners, wrong } = readRunners(query.runners || FIRST.runners);
    this.build();
    put(this.misread, wrong.map((text) => h("p", { class: "error" }, capital(text))));
    for (const runner of runners) this.add(runner);
    this.look().then((isRight) => {
      // An address that names its runners is that of a race, and shows it.
      if (isRight && query.runners && !wrong.length) this.start();
    });
    const resize = () => this.draw();
    addEventListener("resize", resize);
    return () => {
      this.isClosed = true;
      this.asked++;
      removeEventListener("resize", resize);
      cancelAnimationFrame(this.drawing);
      this.slow.close();
      for (const runner of this.runners) runner.halt?.();
    };
  }

  // What stands on the page.

  build() {
    this.picker = gamePicker({ game: this.game, onchange: (game) => this.change({ game, position: "", moves: "" }) });
    this.positionField = h("input", { value: this.position, spellcheck: "false", autocapitalize: "off", autocomplete: "off", placeholder: "the start" });
    this.limitField = h("select", {}, Object.entries(LIMITS).map(([value, text]) => h("option", { value }, text)));
    this.limitField.value = this.limit;
    this.positionField.addEventListener("change", () => this.change({ position: this.positionField.value.trim(), moves: "" }));
    this.limitField.addEventListener("change", () => this.change({ limit: this.limitField.value }));
    this.startButton = h("button", { class: "main", type: "button", onclick: () => (this.isRunning() ? this.stopAll() : this.start()) }, "Start");
    this.addButton = h("button", { type: "button", onclick: () => this.addNext() }, "Add a runner");
    this.picture = h("div", { class: "board" });
    this.refusal = h("div", { class: "refusal", role: "alert" });
    this.misread = h("div", { role: "alert" });
    this.cards = h("ol", { class: "runners" });
    this.verdict = h("div", { class: "verdict" });
    this.results = h("div", { class: "results" });
    this.linesPlace = h("div", { class: "drawing" });
    this.barsPlace = h("div", { class: "drawing" });
    this.results.hidden = true;
    const scale = (value, text) => h("label", { class: "check" },
      h("input", {
        type: "radio", name: "scale", value, checked: (value === "log") === this.isLog,
        onchange: () => { this.isLog = value === "log"; this.say({ replace: true }); this.draw(); },
      }), text);
    this.table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of results" });
    this.published = h("div");
    put(this.results,
      h("section", { class: "card", "aria-labelledby": "race-plot" },
        h("div", { class: "row between" }, h("h2", { id: "race-plot" }, "Nodes over time"),
          h("fieldset", { class: "scale" }, h("legend", { class: "unseen" }, "Scale"), scale("log", "logarithmic"), scale("linear", "linear"))),
        this.linesPlace, h("p", { class: "unseen" }, "The table of results has the same in numbers.")),
      h("section", { class: "card", "aria-labelledby": "race-bars" },
        h("h2", { id: "race-bars" }, "Nodes, on a logarithmic scale"), this.barsPlace),
      h("section", { class: "card wide", "aria-labelledby": "race-table" }, h("h2", { id: "race-table" }, "Results"), this.table),
      this.published);
    put(this.place, h("div", { class: "race" },
      h("h1", {}, "Race"),
      h("p", { class: "soft lead" }, "One position, solved by several algorithms at once. Each counts the positions it visits, its nodes; all must find the same value."),
      h("section", { "aria-labelledby": "race-ready" },
        h("h2", { id: "race-ready" }, "Ready-made races"),
        h("ul", { class: "ready" }, READY.map((race) => h("li", {},
          h("button", { type: "button", onclick: () => this.take(race) }, h("strong", {}, race.title), h("span", { class: "soft small" }, race.says)))))),
      h("section", { class: "card question", "aria-label": "Position" },
        h("form", { class: "row", onsubmit: (event) => event.preventDefault() },
          this.picker,
          h("label", { class: "position" }, "Position", this.positionField),
          h("label", {}, "Time for each", this.limitField)),
        this.picture, this.refusal),
      this.misread,
      h("section", { "aria-labelledby": "race-runners" },
        h("div", { class: "row between" }, h("h2", { id: "race-runners" }, "Runners"),
          h("div", { class: "row" }, this.slow.field, this.addButton, this.startButton)),
        this.slow.element, this.cards),
      this.verdict, this.results));
  }

  /** Says in the address what is shown. */
  say(options) {
    remember({
      game: this.game, position: this.position, moves: this.moves, runners: writeRunners(this.runners.map(({ spec }) => spec)),
      limit: this.limit === "10s" ? "" : this.limit, scale: this.isLog ? "" : "linear",
      speed: this.slow.speed(),
    }, options);
  }

  /** A ready-made race, from the beginning. */
  async take({ game, position = "", limit = "10s", runners }) {
    this.stopAll();
    Object.assign(this, { game, position, limit, moves: "" });
    this.picker.show(game);
    this.positionField.value = position;
    this.limitField.value = limit;
    for (const runner of this.runners) runner.card.remove();
    this.runners = [];
    put(this.misread);
    for (const spec of readRunners(runners).runners) this.add(spec);
    this.say();
    if (await this.look()) {
      this.start();
      // Behind the frame that makes room for the results.
      requestAnimationFrame(() => this.cards.parentElement.scrollIntoView({ block: "start" }));
    }
  }

  /** Another question: what was found about the old one goes away. */
  change(values) {
    Object.assign(this, values);
    if ("game" in values) {
      this.picker.show(this.game);
      this.positionField.value = "";
    }
    this.stopAll();
    for (const runner of this.runners) {
      this.reset(runner);
      // Orders belong to games.
      const { order, ...settings } = runner.spec.settings;
      if (order && !this.orders().includes(order)) runner.spec = { ...runner.spec, settings };
      this.buildCard(runner);
    }
    this.say();
    if (!("limit" in values)) this.look();
    this.refresh();
  }

  /** Shows the position; whether there is one. */
  async look() {
    const mine = ++this.asked;
    put(this.refusal);
    this.picker.refuse(null);
    this.about = null;
    this.startButton.disabled = true;
    try {
      const about = await ask("position", { game: this.game, position: this.position, moves: this.moves });
      if (mine !== this.asked) return false;
      this.about = { sides: about.sides, isScored: about.is_scored };
      if (this.moves) {
        // Moves led here; from now on the position says it all.
        this.positionField.value = this.positionField.value || about.position;
      }
      const turn = about.outcome ? "The game is over here." : `${about.turn} to move`;
      const label = `${capital(about.title)}, ${turn}`;
      put(this.picture, h("figure", {}, about.diagram ? picture(about.diagram, { label, last: about.last }) : h("pre", {}, about.board),
        h("figcaption", { class: "small" }, h("strong", {}, capital(about.title)), h("br"), turn)));
      this.startButton.disabled = false;
      return true;
    } catch (error) {
      if (mine !== this.asked) return false;
      put(this.picture);
      if (error.parameter === "game") this.picker.refuse(error);
      else put(this.refusal, h("p", { class: "error" }, error.message));
      return false;
    }
  }

  // Runners.

  add(spec) {
    const runner = { spec, card: h("li", { class: "card runner" }) };
    this.runners.push(runner);
    this.cards.append(runner.card);
    this.reset(runner);
    this.renumber();
    return runner;
  }

  /** One more: a solver that is not in the race yet. */
  addNext() {
    const taken = new Set(this.runners.map(({ spec }) => spec.solver));
    const { name } = this.known.solvers.find(({ name }) => !taken.has(name)) ?? { name: "alpha-beta" };
    const runner = this.add({ solver: name, plain: false, settings: {} });
    this.say();
    this.refresh();
    runner.card.querySelector("select")?.focus();
  }

  remove(runner) {
    const i = this.runners.indexOf(runner);
    runner.halt?.();
    this.runners.splice(i, 1);
    runner.card.remove();
    this.renumber();
    this.startNext();
    this.say();
    this.refresh();
    announce(`${runnerName(runner.spec)} removed`);
    (this.runners[Math.min(i, this.runners.length - 1)]?.removeButton ?? this.addButton).focus();
  }

  renumber() {
    this.runners.forEach((runner, number) => {
      runner.number = number;
      this.buildCard(runner);
    });
    this.addButton.disabled = this.runners.length >= RUNNERS_MAX;
    for (const runner of this.runners) runner.removeButton.disabled = this.runners.length === 1;
  }

  reset(runner) {
    runner.halt?.();
    Object.assign(runner, { halt: null, status: "ready", progress: null, answer: null, message: "", points: [] });
  }

  /** What is set differently is another runner. */
  set(runner, spec) {
    this.reset(runner);
    this.startNext();
    runner.spec = spec;
    this.buildCard(runner);
    this.say();
    this.refresh();
  }

  buildCard(runner) {
    const { spec, card, number } = runner;
    const isOpen = card.querySelector("details")?.open ?? false;
    const focused = card.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const name = runnerName(spec);
    const cell = () => h("dd");
    runner.cells = { nodes: cell(), speed: cell(), depth: cell(), table: cell(), proven: cell(), time: cell() };
    runner.news = h("p", { class: "news" });
    const names = { nodes: "Nodes", speed: "Nodes a second", depth: "Depth", table: "Table", time: "Time", proven: "Proven" };
    runner.stopButton = h("button", { type: "button", "aria-label": `Stop ${name}`, onclick: () => this.stop(runner) }, "Stop");
    runner.removeButton = h("button", {
      type: "button", class: "quiet", "data-key": "remove", "aria-label": `Remove ${name}`, onclick: () => this.remove(runner),
    }, "Remove");
    put(card,
      h("h3", {}, h("span", { class: "number" }, String(number + 1)), sample(number), h("span", {}, name)),
      h("dl", {}, Object.entries(names).map(([key, text]) => h("div", { class: key }, h("dt", {}, text), runner.cells[key]))),
      runner.news,
      h("div", { class: "row between" }, this.editor(runner, isOpen), h("div", { class: "row" }, runner.stopButton, runner.removeButton)));
    if (focused) card.querySelector(`[data-key="${focused}"]`)?.focus();
    this.show(runner);
  }

  /** What can be set of a runner, as the server lists it. */
  editor(runner, isOpen) {
    const { spec } = runner;
    const about = this.known.solvers.find(({ name }) => name === spec.solver);
    const choose = (key, text, values) => {
      const field = h("select", { "data-key": key }, h("option", { value: "" }, "as usual"),
        values.map(([value, says]) => h("option", { value }, says)));
      field.value = spec.settings[key] ?? "";
      field.addEventListener("change", () => {
        const settings = { ...spec.settings, [key]: field.value };
        if (!field.value) delete settings[key];
        this.set(runner, { ...spec, settings });
      });
      return h("label", {}, text, field);
    };
    const solver = h("select", { "data-key": "solver" }, this.known.solvers.map(({ name }) => h("option", { value: name }, name)));
    if (!about) solver.append(h("option", { value: spec.solver }, spec.solver));
    solver.value = spec.solver;
    solver.addEventListener("change", () => this.set(runner, { solver: solver.value, plain: false, settings: {} }));
    const has = (key) => about?.options.includes(key);
    const fields = [h("label", {}, "Solver", solver)];
    if (has("plain")) {
      fields.push(h("label", { class: "check" }, h("input", {
        type: "checkbox", "data-key": "plain", checked: spec.plain,
        onchange: (event) => this.set(runner, { ...spec, plain: event.target.checked }),
      }), "plain, as in a textbook"));
    }
    if (has("order")) fields.push(choose("order", "Order of moves", this.orders().map((name) => [name, name])));
    for (const key of ["table", "symmetry", "analysis", "scout", "deepen"]) {
      if (has(key)) fields.push(choose(key, capital(key), [["on", "on"], ["off", "off"]]));
    }
    for (const [key, values] of Object.entries(CHOICES)) {
      if (has(key)) fields.push(choose(key, { fail: "Outside the window", window: "Window" }[key], values.map((v) => [v, v])));
    }
    return h("details", { open: isOpen }, h("summary", { "data-key": "change" }, "Change"),
      about ? h("p", { class: "small soft" }, capital(about.summary), ".") : null, h("div", { class: "fields" }, fields));
  }

  /** Orders for this game: a summary begins with the games it is for, if not for all. */
  orders() {
    const game = this.game.split(/[:+]/)[0];
    return this.known.orders.filter(({ summary }) => {
      const of = /^([a-z, ]+):/.exec(summary);
      return !of || of[1].split(", ").includes(game);
    }).map(({ name }) => name);
  }

  // The race itself.

  isRunning() {
    return this.runners.some(({ halt }) => halt);
  }

  start() {
    if (!this.about || !this.runners.length) return;
    this.say({ replace: true });
    this.slow.rewind();
    for (const runner of this.runners) {
      this.reset(runner);
      Object.assign(runner, { halt: () => {}, status: "queued", message: "starts when another runner is done" });
    }
    announce(`${plural(this.runners.length, "runner")} started`);
    this.startNext();
    this.refresh();
  }

  /** Lets those begin who are next, as far as there is room. */
  startNext() {
    const queued = this.runners.filter(({ status }) => status === "queued");
    const running = this.runners.filter(({ halt }) => halt).length - queued.length;
    for (const runner of queued.slice(0, Math.max(0, AT_ONCE_MAX - running))) this.run(runner);
  }

  run(runner) {
    Object.assign(runner, { status: "running", message: "" });
    const query = { game: this.game, position: this.position, moves: this.moves, ...runnerQuery(runner.spec), limit: this.limit };
    let isOver = false;
    const unless = (then) => (news) => {
      if (isOver || this.isClosed) return;
      then(news);
      this.refresh();
    };
    const close = follow("solve", query, {
      waiting: unless(({ ahead }) => Object.assign(runner, { status: "waiting", message: `waits for its turn${ahead ? `, ${count(ahead)} ahead` : ""}` })),
      progress: unless((progress) => {
        Object.assign(runner, { status: "running", progress, message: "" });
        runner.points.push(progress);
      }),
      answer: unless((answer) => {
        isOver = true;
        Object.assign(runner, { status: "over", answer, progress: answer, halt: null, message: "" });
        runner.points.push(answer);
        this.startNext();
      }),
      failure: unless((error) => {
        isOver = true;
        Object.assign(runner, { status: "failed", halt: null, message: error.message });
        this.startNext();
      }),
    });
    runner.halt = () => {
      isOver = true;
      close();
    };
  }

  stop(runner) {
    if (!runner.halt) return;
    runner.halt();
    Object.assign(runner, { halt: null, status: "halted" });
    this.startNext();
    this.refresh();
    this.startButton.focus();
  }

  stopAll() {
    for (const runner of this.runners) {
      if (!runner.halt) continue;
      runner.halt();
      Object.assign(runner, { halt: null, status: "halted" });
    }
    this.refresh();
  }

  // What is seen of it. Everything is drawn once a frame at most.

  refresh() {
    if (this.isClosed || this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      const isRunning = this.isRunning();
      const hasRun = this.runners.some(({ status }) => status !== "ready");
      this.slow.show(this.runners, hasRun && !isRunning);
      for (const runner of this.runners) this.show(runner);
      this.startButton.textContent = isRunning ? "Stop all" : hasRun ? "Run again" : "Start";
      this.results.hidden = !hasRun;
      const seen = this.seen();
      this.judge(seen, hasRun && !isRunning && !this.slow.isGoing());
      if (hasRun) {
        this.draw();
        put(this.table, resultsTable(seen, this.about));
        this.publish(seen);
      }
    });
  }

  /** The runners as they stand, or stood at the moment that is shown slowly. */
  seen() {
    return this.runners.map((runner) => this.slow.seen(runner));
  }

  show(runner) {
    const seen = this.slow.seen(runner);
    const { cells, progress, news, card } = seen;
    const say = (element, text) => {
      if (element.textContent !== text) element.textContent = text;
    };
    say(cells.nodes, progress ? count(progress.nodes) : "–");
    say(cells.speed, speed(progress) || "–");
    say(cells.depth, depth(progress) || "–");
    say(cells.table, tableSize(progress) || "–");
    say(cells.time, progress ? seconds(progress.seconds) : "–");
    say(cells.proven, proven(progress, this.about) || "–");
    say(news, standing(seen));
    news.classList.toggle("error", seen.status === "failed");
    card.dataset.status = isDone(seen) ? "proven" : seen.status;
    runner.stopButton.hidden = !runner.halt;
  }

  /** Who was first, and whether all say the same. */
  judge(runners, isOver) {
    const contradiction = clash(runners, this.about);
    const words = isOver && !contradiction ? winner(runners, this.about) : "";
    const key = contradiction ?? words;
    if (key === this.judged) return;
    this.judged = key;
    put(this.verdict,
      !contradiction ? null : h("p", { class: "error", role: "alert" }, h("strong", {}, "The runners contradict each other. "),
        `${contradiction} Both cannot be true: this is a bug of the program, please report it.`),
      !words ? null : [h("p", { class: "winner" }, words), h("ul", { class: "ratios" }, ratios(runners).map((text) => h("li", {}, text)))]);
    if (key) announce(contradiction ? `The runners contradict each other. ${contradiction}` : words);
  }

  draw() {
    if (this.results.hidden || this.isClosed) return;
    const wide = (element) => Math.max(260, Math.floor(element.clientWidth));
    const room = wide(this.linesPlace) * 0.07;
    const seen = this.seen();
    const series = seen.map((runner) => ({
      number: runner.number, name: runnerName(runner.spec).length < room ? runnerName(runner.spec) : runner.spec.solver, points: runner.points,
      isOver: !isGoing(runner), isDone: isDone(runner),
    }));
    put(this.linesPlace, lines(series, { width: wide(this.linesPlace), isLog: this.isLog }));
    const rows = seen.filter(({ progress }) => progress).map((runner) => ({
      number: runner.number, name: runnerName(runner.spec), short: runner.spec.solver, nodes: runner.progress.nodes, isDone: isDone(runner),
    }));
    put(this.barsPlace, bars(rows, { width: wide(this.barsPlace) }));
  }

  /** What was published about this race, if it is a ready-made one. */
  publish(seen) {
    const runners = writeRunners(this.runners.map(({ spec }) => spec));
    const race = READY.find((r) => r.runners === runners && r.game === this.game && (r.position ?? "") === this.position && !this.moves);
    // Made anew only when something has changed, since somebody may be at one of its links.
    const key = [race?.title, ...seen.map(({ answer }) => answer?.seconds)].join();
    if (key === this.publishedKey) return;
    this.publishedKey = key;
    put(this.published, race ? publishedCard(race, seen, this.about) : null);
  }
}
