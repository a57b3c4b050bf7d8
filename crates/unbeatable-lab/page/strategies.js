// Strategies: smallest tables as pictures, the critical squares of ultimate tic-tac-toe, the sums of Nim.

import { h, put, announce } from "./dom.js";
import { ask, follow, queryText } from "./api.js";
import { go } from "./main.js";
import { picture, steady } from "./diagram.js";
import { bytes, capital, count, plural, seconds } from "./words.js";
import { gamePicker } from "./gamepicker.js";
import { criticalSquares } from "./critical.js";
import { nimSum } from "./nimsum.js";
import { addressOf } from "./paths.js";

export const title = "Strategies";

const READY = [
  ["Tic-tac-toe, X", { game: "ttt", role: "first" }, "22 rows"],
  ["Tic-tac-toe, O", { game: "ttt", role: "second" }, "72 rows"],
  ["Tic-tac-toe, both", { game: "ttt", role: "both" }, "94 rows"],
  ["Both, by a rule and its exceptions", { game: "ttt", role: "both", default: "win-block-first" }, "5 rows"],
  ["Three in a row lose", { game: "ttt+misere", role: "first" }, "25 rows"],
  ["4×3, three in a row", { game: "mnk:4x3x3" }, "46 rows"],
  ["4×4, three in a row", { game: "mnk:4x4x3", limit: "60s" }, "55 rows, takes a while"],
  ["Nim 3, 5, 7", { game: "nim:3,5,7" }, "a sum"],
  ["Ultimate tic-tac-toe", { game: "uttt" }, "critical squares"],
];

const CHOICES = {
  role: ["The table plays", [["first", "the first player"], ["second", "the second player"], ["both", "both"]]],
  keep: ["Its moves", [["value", "keep the value, always"], ["draw", "keep at least a draw"], ["strongest", "also win most often"], ["any", "are legal, may lose"]]],
  count: ["Counted are", [["rows", "rows: positions with a move"], ["turns", "turns: and ends on its turn"], ["full", "all positions reached"]]],
  default: ["Where it has no row", [["", "it needs one"], ["first", "the first move"], ["win-first", "a win at once, else the first"], ["win-block-first", "win, else block, else the first"]]],
};

/** What is counted, in the words of the result. */
const COUNTED = { rows: "row", turns: "turn", full: "position" };

/** What stopped a search or a check. */
const STOPPED = { time: "the time was up", nodes: "the nodes were used up", memory: "the memory was full" };

/** How many pictures are drawn before somebody asks for more. */
const PICTURES = 400;

export function open(place, query) {
  const game = query.game ?? "ttt";
  const body = h("div", { class: "strategy-body" });
  const choose = (spec) => go("/strategies", { game: spec });
  const links = READY.map(([text, question, note]) => h("li", {}, h("a", { class: "button", href: `${addressOf("/strategies")}?${queryText(question)}` },
    h("span", {}, text), h("span", { class: "soft small" }, note))));
  put(place, h("div", { class: "strategies-page" },
    h("h1", {}, "Strategies"),
    h("p", {}, "What is the least one must know to play perfectly? For small games a table of positions with an answer to each; for some a formula."),
    h("ul", { class: "ready-made", "aria-label": "Ready-made strategies" }, links),
    gamePicker({ game, onchange: choose }),
    body));
  const family = game.split(/[:+]/)[0];
  if (family === "uttt") return criticalSquares(body, { ...query, game });
  if (family === "go") return noTable(body, game);
  if (["nim", "subtract", "kayles", "dawson", "octal"].includes(family)) {
    const sum = h("div", {});
    const table = h("div", {});
    put(body, sum, table);
    const closers = [nimSum(sum, { ...query, game }), new TablePage(table, { ...query, game }, query.table !== "true")];
    return () => closers.forEach((c) => c.close());
  }
  const page = new TablePage(body, { ...query, game }, false);
  return () => page.close();
}

/** Go has no tables, and the page says why. */
function noTable(body, game) {
  put(body, h("section", { class: "card" },
    h("h2", {}, "Go has no such table"),
    h("p", {}, "Superko forbids moves that repeat an earlier position, so what a position is worth depends on how it came about. A table of positions does not know that, and cannot play."),
    h("p", {}, "A strategy for Go is a tree: an answer to every line of moves. The certificate is such a tree, and it is checked by the rules alone."),
    h("div", { class: "row" },
      h("a", { class: "button", href: `${addressOf("/board")}?${queryText({ game })}` }, "Play on the board"),
      h("a", { class: "button", href: `${addressOf("/tree")}?${queryText({ of: "certificate", game })}` }, "See a proof as a tree"))));
  return () => {};
}

/** A smallest table: the question, how it is going, the answer. */
class TablePage {
  constructor(place, query, isWaiting) {
    this.query = query;
    this.question = { game: query.game, position: query.position, moves: query.moves, role: query.role ?? "first", keep: query.keep ?? "value",
      count: query.count ?? "rows", default: query.default, open: query.open, proof: query.proof, limit: query.limit };
    this.result = h("div", { class: "stack" });
    if (isWaiting) {
      put(place, h("section", { class: "card" }, h("h2", {}, "As a table"),
        h("p", {}, "This strategy, written out: a row for each position that can come up."),
        h("button", { type: "button", onclick: () => this.ask({}) }, "Find the smallest table")));
      return;
    }
    put(place, this.form(), this.result);
    this.run();
  }

  close() {
    this.isClosed = true;
    this.stop?.();
    this.requests?.abort();
  }

  /** Another question: a new address. */
  ask(values) {
    const isHeaps = this.query.table !== undefined || /^(nim|subtract|kayles|dawson|octal)/.test(this.question.game);
    go("/strategies", { ...this.question, ...values, table: isHeaps ? "true" : null });
  }

  form() {
    const select = (name) => {
      const [text, options] = CHOICES[name];
      const input = h("select", { name }, options.map(([value, words]) => h("option", { value }, words)));
      input.value = this.question[name] ?? "";
      input.addEventListener("change", () => this.ask({ [name]: input.value, proof: null }));
      return h("label", {}, text, input);
    };
    const opening = h("input", { name: "open", value: this.question.open ?? "", placeholder: "any", size: 6, spellcheck: "false", autocapitalize: "off" });
    return h("form", { class: "card table-form", "aria-label": "Which table", onsubmit: (event) => {
      event.preventDefault();
      this.ask({ open: opening.value.trim(), proof: null });
    } },
    h("div", { class: "row" }, Object.keys(CHOICES).map(select), h("label", {}, "First move", opening), h("button", { type: "submit" }, "Find it")));
  }

  run() {
    const news = h("p", { class: "news" }, "Looking for the smallest table …");
    const meter = h("div", { class: "meeting", hidden: true });
    const button = h("button", { type: "button", onclick: () => {
      this.stop();
      put(news, "Stopped.");
      button.hidden = true;
      announce("Stopped.");
    } }, "Stop");
    put(this.result, h("section", { class: "card", "aria-busy": "true" }, h("div", { class: "row" }, news, button), meter));
    this.stop = follow("strategy", this.question, {
      waiting: ({ ahead }) => put(news, `Waiting: ${plural(ahead, "other search", "other searches")} first.`),
      progress: (p) => {
        const { lower, upper } = p.table ?? {};
        const isReading = lower === undefined && p.nodes;
        put(news, isReading ? `Reading the game: ${plural(p.nodes, "position")}, ${seconds(p.seconds)}.`
          : `Looking for the smallest table${this.question.proof === "true" ? ", and its proof" : ""}: ${seconds(p.seconds)}.`);
        if (lower === undefined && upper === undefined) return;
        meter.hidden = false;
        put(meter, meeting(lower ?? 0, upper ?? null));
      },
      answer: (answer) => !this.isClosed && this.show(answer),
      failure: (error) => !this.isClosed && put(this.result, h("p", { class: "error", role: "alert" }, capital(error.message))),
    });
  }

  async show(answer) {
    this.requests = new AbortController();
    let start;
    try {
      start = await ask("position", { game: answer.game, position: answer.position }, { signal: this.requests.signal });
    } catch (error) {
      if (!this.isClosed) put(this.result, h("p", { class: "error", role: "alert" }, capital(error.message)));
      return;
    }
    const unit = COUNTED[answer.count];
    const isProven = answer.size !== null && answer.lower === answer.upper;
    put(this.result,
      h("section", { class: "card result" },
        h("h2", {}, `${capital(start.title)}, ${who(answer.role, start.sides)}`),
        answer.size === null ? h("p", {}, "No table was found.") : h("p", { class: "size" }, h("strong", {}, count(answer.size)), ` ${answer.size === 1 ? unit : `${unit}s`}`),
        this.verdict(answer, isProven, unit),
        this.proof(answer, isProven),
        this.reached(answer),
        this.chances(answer, start.sides)),
      answer.rows.length ? this.rows(answer, start) : null);
    announce(answer.size === null ? "No table was found." : `${plural(answer.size, unit)}. ${isProven ? "No smaller table exists." : ""}`);
  }

  verdict(answer, isProven, unit) {
    if (isProven) return h("p", { class: "badge win" }, h("span", { "aria-hidden": "true" }, "✓ "), "No smaller table exists.");
    const why = STOPPED[answer.stopped] ?? answer.stopped;
    const known = answer.upper === null && !answer.lower ? "the game is too large for this time" : answer.upper === null ? `a table has at least ${plural(answer.lower, unit)}` : `the smallest has from ${count(answer.lower)} to ${plural(answer.upper, unit)}`;
    return [h("p", { class: "badge open" }, h("span", { "aria-hidden": "true" }, "? "), `Not known yet: ${known}${why ? `; ${why}` : ""}.`),
      answer.upper === null ? null : h("div", { class: "meeting" }, meeting(answer.lower, answer.upper)),
      h("button", { type: "button", onclick: () => this.ask({ limit: "60s" }) }, "Look for 60 seconds")];
  }

  proof({ proof, size }, isProven) {
    if (!proof) {
      if (size === null || this.question.proof === "true") return this.question.proof === "true" ? h("p", {}, "There is no proof: the search was not finished.") : null;
      return h("p", { class: "proof" }, isProven ? "The solver says so. A proof can be written and checked by a program that trusts the rules only. " : "",
        h("button", { type: "button", onclick: () => this.ask({ proof: "true" }) }, "Prove it"));
    }
    const [kind, mark, text] = proof.verdict === "accepted" ? ["win", "✓ ", "The proof is accepted by the checker."]
      : proof.verdict === "open" ? ["open", "? ", `The proof is written, but its check was not finished: ${STOPPED[proof.stopped] ?? proof.stopped ?? proof.reason ?? STOPPED.time}.`]
        : ["loss", "✗ ", `The proof is not accepted: ${proof.reason ?? proof.verdict}`];
    return h("div", { class: "proof" },
      h("p", { class: `badge ${kind}` }, h("span", { "aria-hidden": "true" }, mark), text),
      // With bounds that have not met there is such a button above.
      kind === "open" && isProven ? h("p", {}, h("button", { type: "button", onclick: () => this.ask({ limit: "60s" }) }, "Check for 60 seconds")) : null,
      h("dl", { class: "facts" },
        fact("Steps", count(proof.steps ?? 0)), fact("Size", proof.bytes < 10240 ? `${count(proof.bytes)} bytes` : bytes(proof.bytes)),
        fact("Checked in", seconds(proof.seconds)), fact("SHA-256", h("code", { class: "hash" }, proof.sha256))));
  }

  reached({ graph }) {
    if (!graph?.length) return null;
    const words = graph.map(({ classes, role }) => `${plural(classes, "position")}${graph.length > 1 ? ` (${role})` : ""}`);
    return h("p", { class: "soft small" }, `Chosen among ${words.join(" and ")} that such a player can reach; positions that differ by a symmetry only are one.`);
  }

  chances({ chances }, sides) {
    if (!chances?.length) return null;
    const cell = ({ fraction, value }) => h("td", { class: "number" }, fraction, h("br"), h("span", { class: "soft small" }, `${(value * 100).toFixed(2).replace(/\.?0+$/, "")} %`));
    const bar = ({ win, draw, loss }) => h("td", {}, h("span", { class: "chance", "aria-hidden": "true" },
      [["win", win], ["draw", draw], ["loss", loss]].map(([kind, { value }]) => value ? h("span", { class: kind, style: { width: `${value * 100}%` } }) : null)));
    return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Chances" }, h("table", { class: "chances" },
      h("caption", {}, "Against a player who plays every legal move with the same probability"),
      h("thead", {}, h("tr", {}, ["Table plays", "wins", "draws", "loses"].map((text, i) => h("th", { scope: "col", class: i ? "number" : null }, text)), h("td", {}))),
      h("tbody", {}, chances.map((c) => h("tr", {}, h("th", { scope: "row" }, sides[c.role === "second" ? 1 : 0]), cell(c.win), cell(c.draw), cell(c.loss), bar(c))))));
  }

  /** The table itself, by depth. */
  rows(answer, start) {
    const groups = grouped(answer.rows);
    let left = PICTURES;
    const parts = [];
    for (const [depth, rows] of groups) {
      if (left <= 0) break;
      const mover = (start.mover + depth) % 2;
      const side = start.sides[mover];
      const list = h("ul", { class: `rows ${rows[0].diagram?.kind ?? ""}` }, rows.slice(0, left).map((row) => tableRow(row, answer.game, mover, side)));
      left -= rows.length;
      parts.push(h("section", { class: "depth" }, h("h3", {}, depth === 0 ? `${side} begins` : `${side}, after ${plural(depth, "move")}`, h("span", { class: "soft" }, ` · ${plural(rows.length, "row")}`)), list));
    }
    return h("section", { class: "card table-rows" }, h("h2", {}, "The table"),
      h("p", { class: "soft small" }, `${answer.rows[0].diagram?.kind === "heaps" ? "Stones to take are dashed" : "The answer is circled"}. A picture opens its position on the board.`), parts,
      left < 0 ? h("p", { class: "soft" }, `The first ${PICTURES} of ${count(answer.rows.length)} rows.`) : null);
  }
}

function tableRow(row, game, mover, side) {
  const label = `${row.class}: ${side} plays ${row.move}`;
  return h("li", {}, h("a", { href: `${addressOf("/board")}?${queryText({ game, position: row.class })}`, title: row.class },
    row.diagram ? steady(picture(row.diagram, { answer: row.diagram.answer ?? null, mover, label }), 0.9) : h("code", {}, row.class),
    h("span", { class: "mono small", "aria-hidden": row.diagram ? "true" : null }, row.move)));
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.depth, [...(groups.get(row.depth) ?? []), row]);
  return groups;
}

const fact = (name, ...value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

const who = (role, sides) => (role === "both" ? `a table for ${sides[0]} and ${sides[1]}` : `a table for ${sides[role === "second" ? 1 : 0]}`);

/** The two bounds as they come nearer: none is smaller than `lower`, one of `upper` is known. */
function meeting(lower, upper) {
  const top = upper ?? Math.max(lower * 2, 1);
  return [
    h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "sure", style: { width: `${(lower / top) * 100}%` } })),
    h("span", { class: "small" }, upper === null ? `at least ${count(lower)}; none found yet` : lower === upper ? `${count(upper)}: the bounds have met` : `none is smaller than ${count(lower)}; one of ${count(upper)} is found`),
  ];
}
