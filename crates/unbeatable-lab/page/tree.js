// Trees: of a game, of what a search visited and cut, of a certificate.

import { h, put, announce } from "./dom.js";
import { ask, follow, queryText } from "./api.js";
import { go, remember } from "./main.js";
import { picture, steady } from "./diagram.js";
import { brief, capital, count, plural, seconds, verdict } from "./words.js";
import { treeView } from "./treeview.js";
import { treeForm, OPTIONS } from "./treeform.js";
import { variant } from "./gamewords.js";
import { STATUS, boundsText, claimText, explain, endText, explainGhosts, lineEnd, nodeName, stopped, valueText, windowText } from "./treewords.js";
import { addressOf } from "./paths.js";

export const title = "Tree";

/** How long an arrow key may be held before the panel follows. */
const REST_MS = 120;

/** How long a selection rests before it goes into the address: browsers allow some hundred changes in a while. */
const ADDRESS_MS = 200;

const READY = [
  ["Alpha-beta cuts tic-tac-toe", { of: "search", game: "ttt", solver: "alpha-beta", plain: true }, "16,811 nodes"],
  ["Minimax on tic-tac-toe", { of: "search", game: "ttt", solver: "minimax" }, "549,946 nodes"],
  ["2×2 Go, pass first", { of: "search", game: "go:2x2", solver: "alpha-beta", plain: true, order: "pass-first" }, "2,169 nodes"],
  ["2×2 Go, stones first", { of: "search", game: "go:2x2", solver: "alpha-beta", plain: true, order: "stones-first" }, "stops at 2 million"],
  ["A million nodes: 5×3, three in a row", { of: "search", game: "mnk:5x3x3", solver: "alpha-beta", plain: true }, "1,330,416 nodes"],
  ["The proof that tic-tac-toe is a draw", { of: "certificate", game: "ttt" }, "two strategies"],
  ["All games of tic-tac-toe", { of: "game", game: "ttt" }, "with values"],
];

export function open(place, query) {
  const page = new TreePage(query);
  put(place, h("div", { class: "tree-page" }, page.intro(), page.body));
  page.load();
  return () => page.close();
}

/** The question that an address asks, and what the page shows of it. */
class TreePage {
  constructor(query) {
    this.query = query;
    this.question = { of: query.of ?? "search", game: query.game ?? (query.certificate ? null : "ttt") };
    // What does not belong to the tree is left out: the server would refuse it.
    const own = { search: ["solver", ...OPTIONS], certificate: ["certificate"] }[this.question.of] ?? [];
    for (const name of ["position", "moves", "nodes", "limit", ...own]) this.question[name] = query[name];
    if (this.question.of === "search" && !query.solver) {
      // Without a question of his own, a visitor sees the textbook's algorithm.
      this.question.solver = "alpha-beta";
      if (!query.of) this.question.plain = "true";
    }
    this.hasValues = query.values === "true";
    this.requests = new AbortController();
    this.body = h("div", {});
    this.refusal = h("div", { hidden: true });
    const form = treeForm(this.question, (values) => go("/tree", values), (answer) => go("/tree", { of: "certificate", certificate: answer.certificate }));
    this.asking = h("details", { class: "card asking" }, h("summary", {}, "Another game, position or search"), form);
    this.values = new Map();
    this.stopSearch = null;
    this.stopValues = null;
  }

  close() {
    this.isClosed = true;
    this.forget();
    this.requests.abort();
    this.stopSearch?.();
    this.stopValues?.();
    this.stopCount?.();
  }

  /** What was to be shown after a moment is not. */
  forget() {
    clearTimeout(this.timer);
    clearTimeout(this.addressTimer);
  }

  intro() {
    const links = READY.map(([text, question, note]) => h("li", {}, h("a", { class: "button", href: `${addressOf("/tree")}?${queryText(question)}` },
      h("span", {}, text), h("span", { class: "soft small" }, note))));
    return [
      h("h1", {}, "The tree"),
      h("p", {}, "Every move is a branch. See which ones a search visited, where it cut, and why; or the strategy that proves a value."),
      h("ul", { class: "ready-made", "aria-label": "Ready-made trees" }, links),
      this.refusal,
      this.asking,
    ];
  }

  /** A node and some of its children, of the tree that is shown and no other. */
  async ask(path, from, portion) {
    const answer = await ask("tree", { ...this.question, path: path.join("."), from: from || null, count: portion }, { signal: this.requests.signal });
    if (answer.nodes === this.tree.nodes) return answer;
    this.restart();
    throw new DOMException("the tree is another one", "AbortError");
  }

  /** The server had to search again, and the time was up elsewhere: from the root on it is another tree. */
  restart() {
    if (this.isStale) return;
    this.isStale = true;
    this.forget();
    this.stopValues?.();
    this.stopCount?.();
    this.requests.abort();
    this.requests = new AbortController();
    this.values.clear();
    this.query = { ...this.query, path: "" };
    this.load();
  }

  /** Runs the search, or finds it kept, and shows the root; then opens the way to the node in the address. */
  load() {
    const news = h("p", { class: "news" }, "Asking for the tree …");
    const button = h("button", { type: "button", onclick: () => this.giveUp(news) }, "Stop");
    put(this.body, h("div", { class: "card row waiting", "aria-busy": "true" }, news, button));
    this.stopSearch = follow("tree", { ...this.question, count: 100 }, {
      waiting: ({ ahead }) => put(news, `Waiting: ${plural(ahead, "other search", "other searches")} first.`),
      progress: (p) => put(news, `Searching: ${brief(p.nodes ?? 0)} nodes in ${seconds(p.seconds)}.`),
      answer: (answer) => !this.isClosed && this.show(answer).catch((error) => this.fail(error)),
      failure: (error) => !this.isClosed && this.refuse(error),
    });
  }

  refuse(error) {
    this.asking.open = true;
    put(this.body);
    put(this.refusal, h("p", { class: "error", role: "alert" }, capital(error.message)));
    this.refusal.hidden = false;
  }

  giveUp(news) {
    this.asking.open = true;
    this.stopSearch?.();
    put(news, "Stopped.");
    announce("Stopped.");
  }

  fail(error) {
    if (this.isClosed || error.name === "AbortError") return;
    put(this.problem, h("p", { class: "error", role: "alert" }, capital(error.message)));
  }

  async show(answer) {
    const { game, position, sides, nodes, claim } = answer;
    const before = this.isStale ? this.tree.nodes : null;
    const shown = await ask("position", { game, position }, { signal: this.requests.signal });
    const range = shown.is_scored ? area(game, shown.diagram) : { lower: -1, upper: 1 };
    this.isStale = false;
    this.tree = {
      game, position, sides, nodes, claim, of: answer.of, isScored: shown.is_scored, title: shown.title, range,
      // The window of the question that a node belongs to: the root's, or that of the child of a root with several.
      asked: (node) => {
        let at = node;
        while (at.parent && at.move) at = at.parent;
        return at.window ?? null;
      },
    };
    this.view = treeView({
      name: `Tree of ${shown.title}`,
      load: (path, from, portion) => this.ask(path, from, portion),
      line: (row) => this.line(row),
      label: (row) => this.label(row),
      typed: (row) => row.move ?? nodeName(row, this.tree),
      select: (row) => this.select(row),
      fail: (error) => this.fail(error),
    });
    this.panel = h("section", { class: "card panel", "aria-label": "The selected node" });
    this.problem = h("div", {});
    this.news = h("p", { class: "small told" });
    put(this.body,
      h("section", { class: "card summary", "aria-label": "The tree in short" }, this.summary(answer)),
      this.problem,
      h("div", { class: "tree-and-panel" }, h("div", { class: "card tree-box" }, this.tools(answer), this.news, h("div", { class: "tree-scroll" }, this.view.list), this.legend()), this.panel));
    const root = this.view.start(answer);
    // A single question is what everybody came for.
    if (root.children.length === 1 && !root.children[0].move) await this.view.unfold(root.children[0]);
    if (answer.of === "search" && answer.solver !== "minimax" && answer.is_complete) this.compare();
    announce(`The tree is here: ${nodes === null ? this.tree.title : plural(nodes, "node")}.`);
    const path = (this.query.path ?? "").split(".").filter(Boolean).map(Number);
    await this.view.reveal(path);
    if (before !== null) this.tell(`The search had to run again and ended elsewhere: this is another tree, shown from its root. The one before had ${plural(before, "node")}.`);
  }

  summary(answer) {
    const { tree } = this;
    const what = { game: "All moves", search: answer.solver === "minimax" ? "Minimax" : "Alpha-beta", certificate: "A proof" }[tree.of];
    const facts = [h("strong", {}, `${what}: ${tree.title}`), h("span", { class: "soft" }, variant(tree.game))];
    if (tree.nodes !== null) facts.push(h("span", {}, plural(tree.nodes, "node")));
    const claim = claimText(tree);
    if (claim) facts.push(h("span", {}, "Proven: ", h("strong", {}, claim), tree.claim.within ? ` within ${plural(tree.claim.within, "ply", "plies")} (moves of both sides)` : "", ", checked by the rules alone"));
    else if (answer.bounds) facts.push(h("span", {}, tree.claim ? "Nothing is proven yet. The solver says: " : "Value: ", h("strong", {}, boundsText(answer.bounds, tree))));
    facts.push(this.whole = h("span", {}));
    const options = Object.entries(answer.options ?? {}).map(([k, v]) => `${k} ${v === true ? "on" : v === false ? "off" : v}`);
    return [
      h("p", { class: "facts" }, facts),
      options.length ? h("p", { class: "soft small" }, options.join(" · ")) : null,
      answer.is_complete === false
        ? h("p", { class: "incomplete" }, h("span", { "aria-hidden": "true" }, "‖ "), `This tree is not complete: the search stopped because ${stopped(answer.stopped)}. ${tree.of === "certificate" ? "Give it more time." : "What it visited until then is shown."}`)
        : null,
    ];
  }

  /** How much of the whole tree a search saw, if that can be counted in a moment. */
  compare() {
    const { game, position, nodes } = this.tree;
    this.stopCount = follow("count", { game, position, of: "tree", limit: "1s" }, {
      answer: ({ count: told, stopped: why }) => {
        const total = Number(told);
        if (why || !total || this.isClosed) return;
        this.whole.append(`Minimax visits all ${count(total)}: this search needed ${percent(nodes / total)} of that`);
      },
    });
  }

  tools({ bounds }) {
    const { of } = this.tree;
    const button = (text, hint, onclick, disabled = false) => h("button", { type: "button", title: hint, onclick, disabled }, text);
    return h("div", { class: "tools row", role: "group", "aria-label": "Ways through the tree" },
      of === "game" ? h("label", { class: "check" }, h("input", { type: "checkbox", checked: this.hasValues, onchange: (e) => this.toggleValues(e.target.checked) }), "Values of the moves") : null,
      of !== "game" ? button("Largest subtree", "From the selected node to the child with most nodes below it", () => this.largest()) : null,
      of === "search" ? button("Principal line", "The moves of both sides that keep the value of the root", () => this.principal(), bounds.lower !== bounds.upper) : null,
      button("Close all", "Closes all but the root", () => this.view.foldAll()));
  }

  legend() {
    const of = this.tree.of;
    const names = { game: ["open", "end", "repeat"], search: ["searched", "cut", "left-out", "end", "analysis", "table", "depth", "stopped", "repeat"], certificate: ["claim", "answer", "replies", "same", "end"] }[of];
    const [first, second] = this.tree.sides;
    const scale = of === "game" ? "+ the move wins for the side that makes it, = it draws, − it loses; a number is how many plies that takes, moves of both sides, or points." : this.tree.isScored ? `Numbers are ${first}'s points less ${second}'s.` : `Numbers are for ${first}: +1 ${first} wins, 0 a draw, −1 ${second} wins.`;
    return h("details", { class: "legend" }, h("summary", {}, "What the marks mean"),
      h("dl", {}, names.map((name) => h("div", {}, h("dt", { class: `status of-${name}` }, STATUS[name].mark), h("dd", {}, STATUS[name].name)))),
      of === "search" ? h("p", { class: "small" }, "[α, β] is the window: what the two sides are sure of elsewhere. A value outside it cannot matter. ", scale, " The bar is the share of all nodes.") : h("p", { class: "small" }, scale),
      h("p", { class: "small" }, "Keys: ↑ ↓ between lines, → opens and goes in, ← closes and goes out, Home and End, Enter opens or closes, * opens all beside it; type a move to go to it."));
  }

  line(row) {
    const { tree } = this;
    if (row.rest) return h("span", { class: "link" }, `show more: ${plural(row.rest, "move")} not shown yet`);
    if (row.ghosts) {
      return [h("span", { class: "status" }, "✂"), h("span", {}, `left out: ${plural(row.ghosts.length, "move")}`),
        h("span", { class: "ghost-moves mono" }, row.ghosts.slice(0, 12).map((g) => g.move).join(" ") + (row.ghosts.length > 12 ? " …" : ""))];
    }
    const value = row.status === "end" ? endText(row.outcome, tree) : valueText(row.bounds, tree);
    const share = row.nodes !== null && row.nodes !== undefined && tree.nodes ? row.nodes / tree.nodes : null;
    const known = row.parent && this.values.get(row.parent.key)?.get(row.move);
    const judged = known ? verdict(known, row.parent.mover, tree.sides) : null;
    return [
      row.move ? h("span", { class: `side side${1 - row.mover}` }, tree.sides[1 - row.mover]) : null,
      h("span", { class: row.move ? "move mono" : "move" }, row.move ?? capital(nodeName(row, tree))),
      h("span", { class: `status of-${row.status}`, title: STATUS[row.status]?.name }, STATUS[row.status]?.mark ?? row.status),
      tree.of === "certificate" && row.status !== "end" && row.parent ? h("span", { class: "soft small" }, STATUS[row.status]?.name) : null,
      value ? h("span", { class: `value ${value.kind}` }, value.text) : null,
      judged ? h("span", { class: `value ${judged.kind}`, title: judged.text }, judged.mark) : null,
      row.window ? h("span", { class: "window mono", title: "the window [α, β]" }, windowText(row.window)) : null,
      share === null ? null : h("span", { class: "share" }, h("span", { class: "bar" }, h("span", { style: { width: `${Math.max(share * 100, 0.5)}%` } })), h("span", { class: "amount" }, brief(row.nodes))),
    ];
  }

  label(row) {
    const { tree } = this;
    if (row.rest) return `show more: ${plural(row.rest, "move")} not shown yet`;
    if (row.ghosts) return `left out: ${plural(row.ghosts.length, "move")}: ${row.ghosts.map((g) => g.move).join(", ")}`;
    const known = row.parent && this.values.get(row.parent.key)?.get(row.move);
    const parts = [nodeName(row, tree), STATUS[row.status]?.name ?? row.status];
    if (row.status === "end") parts.push(endText(row.outcome, tree).text);
    else if (row.bounds) parts.push(boundsText(row.bounds, tree));
    if (known) parts.push(verdict(known, row.parent.mover, tree.sides).text);
    if (row.window && row.move) parts.push(`window ${windowText(row.window)}`);
    if (row.nodes !== null && row.nodes !== undefined) parts.push(plural(row.nodes, "node"));
    return parts.join(", ");
  }

  /** After a moment's rest the selected node goes into the panel and into the address. */
  select(row) {
    if (this.isClosed || this.isStale) return;
    this.stopValues?.();
    put(this.news);
    this.forget();
    if (row.rest) return;
    this.addressTimer = setTimeout(() => remember({ ...this.question, path: row.path.join("."), values: this.hasValues ? "true" : null }, { replace: true }), ADDRESS_MS);
    this.timer = setTimeout(() => this.showNode(row), this.panel.childElementCount ? REST_MS : 0);
  }

  async showNode(row) {
    const of = row.ghosts ? row.parent : row;
    try {
      await this.view.know(of);
    } catch (error) {
      return this.fail(error);
    }
    if (this.isClosed || this.isStale || this.view.selected() !== row) return;
    put(this.problem);
    put(this.panel, row.ghosts ? this.ghosts(row) : this.node(row));
    if (this.hasValues && this.tree.of === "game" && !row.ghosts) this.judge(row);
  }

  ghosts(row) {
    const board = h("div", {}, this.board(row.parent));
    this.barred(row).then((highlights) => highlights.length && put(board, this.board(row.parent, highlights)), () => {});
    return [h("h2", {}, `Left out: ${plural(row.ghosts.length, "move")}`), board,
      h("p", {}, explainGhosts(row, this.tree)), this.moves(row.parent)];
  }

  /** The squares of the moves that were left out, to be barred in the picture. */
  async barred(row) {
    const { game, position } = this.tree;
    const now = await ask("position", { game, position, moves: row.parent.detail.moves }, { signal: this.requests.signal });
    const names = new Set(row.ghosts.map((g) => g.move));
    return now.moves.filter((m) => names.has(m.move) && m.place?.square !== undefined).map((m) => ({ square: m.place.square, kind: "avoid" }));
  }

  node(row) {
    const { tree } = this;
    const leftOut = row.children.length === row.children_total ? row.children.filter((c) => c.status === "left-out").length : null;
    const fact = (name, ...value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    const share = tree.nodes && row.nodes !== null ? row.nodes / tree.nodes : null;
    return [
      h("h2", {}, capital(nodeName(row, tree)), " ", h("span", { class: `status of-${row.status}` }, `${STATUS[row.status]?.mark ?? ""} ${STATUS[row.status]?.name ?? row.status}`)),
      this.board(row),
      h("p", {}, explain(row, tree, leftOut)),
      h("dl", { class: "facts" },
        row.detail.turn && !row.outcome ? fact("To move", row.detail.turn) : null,
        row.bounds ? fact("Value", boundsText(row.bounds, tree)) : null,
        row.window ? fact("Window [α, β]", h("span", { class: "mono" }, windowText(row.window))) : null,
        row.nodes !== null && row.nodes !== undefined ? fact("Nodes at and below it", count(row.nodes), share === null ? "" : ` (${percent(share)} of all)`) : null),
      this.moves(row),
      h("div", { class: "row" },
        row.status === "same" && row.same_as ? h("button", { type: "button", onclick: () => this.view.act(row) }, "Go to the other place") : null,
        h("a", { class: "button", href: this.href("/board", row) }, "Open on the board"),
        tree.of === "search" || row.outcome || row.path.length === 0 ? null : h("a", { class: "button", href: this.href("/tree", row, { of: "search", solver: "alpha-beta", plain: true }) }, "Search from here")),
    ];
  }

  /** A link to the node's position. */
  href(path, row, more = {}) {
    const { game, position } = this.tree;
    return `${addressOf(path)}?${queryText({ ...more, game, position, moves: row.detail.moves })}`;
  }

  board(row, highlights = []) {
    const { diagram, position, turn, last } = row.detail;
    const label = `The position ${position}${row.outcome ? "" : `, ${turn} to move`}`;
    if (!diagram) return h("pre", {}, position);
    return h("div", { class: `node-picture${diagram.has_points ? " points" : ""}` }, steady(picture(diagram, { label, highlights, last }), 1.4));
  }

  /** The moves that lead to the node, each a way back. */
  moves(row) {
    const way = [];
    for (let at = row; at; at = at.parent) way.unshift(at);
    const items = way.map((at) => h("li", {}, at === row ? h("span", { "aria-current": "true" }, shortName(at, this.tree))
      : h("button", { type: "button", class: "quiet", onclick: () => this.view.reveal(at.path, { isFocused: true }) }, shortName(at, this.tree))));
    return h("nav", { class: "way", "aria-label": "The moves that lead here" }, h("ol", {}, items));
  }

  /** A message above the tree, until another node is selected. */
  tell(text) {
    put(this.news, text);
    announce(text);
  }

  async largest() {
    try {
      const row = this.from();
      const children = (await this.view.all(row)).filter((c) => c.nodes);
      if (!children.length) return announce("There is nothing below this node.");
      await this.view.reveal(children.reduce((a, b) => (b.nodes > a.nodes ? b : a)).path);
      announce(this.label(this.view.selected()));
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Down from the root by children whose value is known to be the root's. Bounds that merely hold it are no
   * reason to go on: the move may lose. Where no child's value is known, the line ends, and the page says so.
   */
  async principal() {
    try {
      let row = this.view.root();
      const { lower: value } = row.bounds;
      for (;;) {
        const next = (await this.view.all(row)).find((c) => c.nodes && c.bounds?.lower === value && c.bounds.upper === value);
        if (!next) break;
        row = next;
      }
      await this.view.reveal(row.path);
      const { moves } = await this.view.know(row);
      this.tell(`The principal line has ${plural(moves.length, "move")}. ${lineEnd(row)}`);
    } catch (error) {
      this.fail(error);
    }
  }

  /** The node from which buttons go on. */
  from() {
    const row = this.view.selected();
    return row.ghosts || row.rest ? row.parent : row;
  }

  toggleValues(isOn) {
    this.hasValues = isOn;
    const row = this.from();
    this.select(row);
    if (!isOn) {
      this.values.clear();
      this.view.list.querySelectorAll(".node-line").forEach((line) => this.view.redraw(line.row));
    }
  }

  /** Asks for the value of every move of a node, and writes them on its lines. */
  judge(row) {
    if (this.values.has(row.key) || row.outcome) return;
    const news = h("p", { class: "soft small" }, "Looking for the values of its moves …");
    this.panel.append(news);
    this.stopValues = follow("analyze", { game: this.tree.game, position: this.tree.position, moves: row.detail.moves }, {
      answer: (answer) => {
        const known = answer.moves.filter((m) => m.outcome);
        this.values.set(row.key, new Map(known.map((m) => [m.move, m])));
        put(news, known.length === answer.moves.length ? "The values of its moves are in the tree." : `The values of ${known.length} of ${plural(answer.moves.length, "move")} are known.`);
        row.children.forEach((child) => this.view.redraw(child));
        this.view.unfold(row);
      },
      failure: (error) => put(news, capital(error.message)),
    });
  }
}

/** The results that a game with points can have: nobody owns more than the board. */
function area(game, diagram) {
  const squares = diagram?.squares?.length ?? Infinity;
  const komi = Number(/\+komi=([\d.]+)/.exec(game)?.[1] ?? 0);
  return { lower: -squares - komi, upper: squares - komi };
}

const percent = (share) => `${(share * 100).toPrecision(share < 0.01 ? 1 : 3)} %`;

const shortName = (row, tree) => row.move ?? (row.strategy ? `${tree.sides[row.strategy === "lower" ? 0 : 1]}'s strategy` : row.parent ? `question ${row.path.at(-1) + 1}` : "root");
