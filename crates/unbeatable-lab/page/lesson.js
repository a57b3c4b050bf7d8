// A lesson: minimax, then alpha-beta, step by step on a tree that is small enough to be drawn.

import { h, s, put, announce } from "./dom.js";
import { ask } from "./api.js";
import { remember } from "./main.js";
import { picture } from "./diagram.js";
import { count, plural, points } from "./words.js";
import { cutsNext, numbered, searchSteps, standing } from "./lessonsteps.js";
import { addressOf } from "./paths.js";

export const title = "Lesson";

/** Positions to begin with; each tree is small enough to be drawn. */
const POSITIONS = [
  { name: "Tic-tac-toe, as in the guide", game: "ttt", position: "XOX/OOX/..." },
  { name: "Tic-tac-toe, three squares left", game: "ttt", position: "XXO/OOX/..." },
  { name: "Tic-tac-toe, X wins", game: "ttt", position: "XXO/O.O/.X." },
  { name: "Tic-tac-toe, four squares left", game: "ttt", position: "XOX/.O./..X" },
  { name: "Nim with heaps of 1 and 2", game: "nim:1,2", position: "" },
  { name: "Take 1 or 2 of 5 stones", game: "subtract:5+take=1,2", position: "" },
];

const PARTS = { minimax: "Minimax", "alpha-beta": "Alpha-beta", large: "A large tree" };
const SPEEDS = { slow: ["slow", 2600], usual: ["usual", 1300], fast: ["fast", 450] };

/** What is searched on the large tree: the question, and what it uses. */
const RUNNERS = [
  ["minimax", { solver: "minimax", plain: "true" }, "every sequence of moves"],
  ["alpha-beta", { solver: "alpha-beta", plain: "true", window: "open" }, "the textbook's: it cuts, and nothing else"],
  ["alpha-beta with table, symmetry and analysis", { solver: "alpha-beta" }, "remembers positions, looks at one of each class, sees threats, and tries good moves first"],
];

const edge = (v) => (v === Infinity ? "+∞" : v === -Infinity ? "−∞" : points(v));
const windowText = ([low, high]) => `[${edge(low)}, ${edge(high)}]`;
const kindOf = (value) => (value > 0 ? "win" : value < 0 ? "loss" : "draw");

// Sizes of the drawing.
const NODE = 46;
const GAP = 14;
const ROW = 112;

export async function open(place, query) {
  const lesson = {
    part: query.part in PARTS ? query.part : "minimax",
    start: Math.min(POSITIONS.length, Math.max(1, Number.parseInt(query.start, 10) || 1)),
    step: Math.max(0, Number.parseInt(query.step, 10) || 0),
    asks: query.ask !== "off",
  };
  let speed = "usual";
  let timer = 0;
  let isClosed = false;
  let loading = 0;
  let tree = null; // The root, all nodes, and the names of the sides.
  let steps = [];
  let asked = null; // A question that waits for an answer: whether the rest is cut.
  let verdict = "";

  const button = (text, onclick, label, key) => h("button", { type: "button", onclick, "aria-label": label, title: `${label}${key ? ` (${key})` : ""}`, "aria-keyshortcuts": key }, text);
  const heading = h("h1", {}, "Lesson: how a search decides");
  const parts = h("div", { class: "row parts", role: "group", "aria-label": "Part of the lesson" }, Object.entries(PARTS).map(([name, text]) =>
    h("button", { type: "button", "data-part": name, onclick: () => turn({ part: name, step: 0 }) }, text)));
  const starts = h("select", { onchange: () => turn({ start: Number(starts.value), step: 0 }) },
    POSITIONS.map(({ name }, i) => h("option", { value: String(i + 1) }, name)));
  const lead = h("p", { class: "lead" });
  const drawing = h("div", { class: "scroll lesson-tree", tabindex: "0", role: "region", "aria-label": "The tree" });
  const said = h("p", { class: "said", role: "status" });
  const questionText = h("p", {});
  const question = h("div", { class: "question", hidden: true }, questionText,
    h("div", { class: "row" }, h("button", { type: "button", class: "main", onclick: () => answer(true) }, "Yes, cut"),
      h("button", { type: "button", onclick: () => answer(false) }, "No, look at it")));
  const controls = {
    first: button("«", () => go(0), "To the beginning", "Home"),
    back: button("‹ Back", () => go(lesson.step - 1), "Back a step", "ArrowLeft"),
    play: button("▶ Play", playOrPause, "Play", " "),
    next: button("Next ›", forward, "Next step", "ArrowRight"),
    last: button("»", () => go(steps.length), "To the end", "End"),
  };
  controls.next.classList.add("main");
  const slider = h("input", { type: "range", min: "0", "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  const speeds = h("select", { onchange: () => { speed = speeds.value; } }, Object.entries(SPEEDS).map(([name, [text]]) => h("option", { value: name }, text)));
  speeds.value = speed;
  const asks = h("input", { type: "checkbox", checked: lesson.asks, onchange: () => { lesson.asks = asks.checked; keep(); render(); } });
  const asksLabel = h("label", { class: "check" }, asks, "ask me before a cut");
  const counters = h("p", { class: "soft counters" });
  const stage = h("div", { class: "card stage" },
    h("div", { class: "row between" }, h("label", {}, "Position", starts), h("label", {}, "Speed", speeds), asksLabel),
    drawing,
    said, question,
    h("div", { class: "row steps" }, controls.first, controls.back, controls.play, controls.next, controls.last),
    slider, counters);
  const large = h("div", { class: "card", hidden: true });
  const whole = h("div", { class: "lesson" }, heading, parts, lead, stage, large);
  put(place, whole);

  const LEADS = {
    minimax: "Each position is worth what the best move leads to: the largest value where the first side moves, the smallest where the second does. Minimax looks at every move.",
    "alpha-beta": "Alpha-beta finds the same value and skips moves that cannot change it. Each position has a window: the first side has the lower end for sure elsewhere, the second side the upper one. What is no longer inside is cut.",
    large: "Tic-tac-toe from its empty board: too large to be drawn, so here are its counters.",
  };

  function keep() {
    remember({
      part: lesson.part === "minimax" ? null : lesson.part, start: lesson.start === 1 ? null : lesson.start,
      step: lesson.step || null, ask: lesson.asks ? null : "off",
    }, { replace: true });
  }

  function turn(changes) {
    pause();
    Object.assign(lesson, changes);
    load();
  }

  async function load() {
    const mine = ++loading;
    const isLarge = lesson.part === "large";
    for (const part of parts.children) part.setAttribute("aria-pressed", String(part.dataset.part === lesson.part));
    put(lead, LEADS[lesson.part]);
    stage.hidden = isLarge;
    large.hidden = !isLarge;
    asksLabel.hidden = lesson.part !== "alpha-beta";
    starts.value = String(lesson.start);
    Object.assign(whole.dataset, { game: POSITIONS[lesson.start - 1].game, position: POSITIONS[lesson.start - 1].position });
    keep();
    if (isLarge) return void race();
    try {
      const found = await wholeTree(POSITIONS[lesson.start - 1]);
      if (mine !== loading || isClosed) return;
      tree = found;
    } catch (error) {
      if (mine === loading && !isClosed) put(said, error.message);
      return;
    }
    steps = searchSteps(tree.root, { prunes: lesson.part === "alpha-beta" });
    slider.max = String(steps.length);
    lesson.step = Math.min(lesson.step, steps.length);
    asked = null;
    verdict = "";
    draw();
    render();
  }

  // The steps.

  function go(step) {
    if (!tree) return;
    lesson.step = Math.min(steps.length, Math.max(0, step));
    asked = null;
    verdict = "";
    keep();
    render();
  }

  /** A step forward; where something is to be asked first, the question. */
  function forward() {
    if (!tree || lesson.step >= steps.length || asked !== null) return;
    const cuts = lesson.part === "alpha-beta" && lesson.asks && !verdict ? cutsNext(steps, lesson.step) : null;
    if (cuts === null) return go(lesson.step + 1);
    asked = cuts;
    pause();
    render();
    question.querySelector("button").focus({ preventScroll: true });
    announce(questionText.textContent);
  }

  function answer(isYes) {
    const isRight = isYes === asked;
    const text = `${isRight ? "Right." : "Not quite."} `;
    asked = null;
    go(lesson.step + 1);
    verdict = text;
    render();
    controls.next.focus({ preventScroll: true });
  }

  function playOrPause() {
    if (timer) return pause();
    if (lesson.step >= steps.length) go(0);
    const tick = () => {
      forward();
      if (asked !== null || lesson.step >= steps.length) return pause();
      timer = setTimeout(tick, SPEEDS[speed][1]);
      return null;
    };
    timer = setTimeout(tick, 0);
    controls.play.textContent = "❚❚ Pause";
    controls.play.setAttribute("aria-label", "Pause");
    return null;
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    controls.play.textContent = "▶ Play";
    controls.play.setAttribute("aria-label", "Play");
    return null;
  }

  // Words.

  const side = (node) => tree.sides[node.mover];
  const ended = (value) => (value > 0 ? `${tree.sides[0]} wins` : value < 0 ? `${tree.sides[1]} wins` : "a draw");

  function told() {
    const step = steps[lesson.step - 1];
    if (!step) return `${side(tree.root)} is to move. Values are those of ${tree.sides[0]}: +1 if ${tree.sides[0]} wins, 0 for a draw, −1 if ${tree.sides[1]} wins.`;
    const { kind, node, child, value, best, window, cut } = step;
    const wants = node.mover === 0 ? "largest" : "smallest";
    if (kind === "enter" && !node.children.length) return `The game is over: ${ended(node.value)}.`;
    if (kind === "enter") return `${side(node)} moves here: the ${wants} value counts.${window ? ` Window ${windowText(window)}.` : ""}`;
    if (kind === "gain") return `${child.move} gives ${points(value)}, the best for ${side(node)} so far.${window ? ` The window is ${windowText(window)} now.` : ""}`;
    if (kind === "keep") return `${child.move} gives ${points(value)}: no better than ${points(best)} for ${side(node)}.`;
    if (kind === "cut") {
      const other = tree.sides[1 - node.mover];
      return `${side(node)} has ${points(best)} here already, and ${other} has ${points(node.mover === 0 ? window[1] : window[0])} for sure elsewhere: `
        + `${other} will not let the game come here. ${plural(cut.length, "move is", "moves are")} cut: ${cut.map((c) => c.move).join(", ")}.`;
    }
    if (node === tree.root) return `The position is worth ${points(value)}: ${ended(value)}. ${seenText(standing(steps, steps.length))}`;
    return node.children.length ? `So this position is worth ${step.bound ? `${step.bound === "≥" ? "at least" : "at most"} ` : ""}${points(value)}.` : `It is worth ${points(value)}.`;
  }

  const seenText = (known) => `${count(known.seen.size)} of ${plural(tree.nodes.length, "position")} were looked at${known.cut.size ? `, ${count(known.cut.size)} were cut` : ""}.`;

  // Drawing.

  let shapes = new Map();

  function draw() {
    let leaves = 0;
    const place = (node) => {
      node.children.forEach(place);
      node.x = node.children.length ? (node.children[0].x + node.children.at(-1).x) / 2 : leaves++ * (NODE + GAP);
      node.y = node.depth * ROW;
    };
    place(tree.root);
    const depth = Math.max(...tree.nodes.map((node) => node.depth));
    const [width, height] = [Math.max(1, leaves) * (NODE + GAP) + 60, depth * ROW + NODE + 46];
    const svg = s("svg", { class: "lesson-drawing", viewBox: `-30 -26 ${width} ${height + 26}`, width, height: height + 26, "aria-hidden": "true" });
    shapes = new Map();
    for (const node of tree.nodes) {
      const [x, y] = [node.x + NODE / 2, node.y];
      const shape = { line: null, text: null };
      if (node.parent) {
        const [px, py] = [node.parent.x + NODE / 2, node.parent.y + NODE + 22];
        shape.line = s("line", { x1: px, y1: py, x2: x, y2: y - 3 });
        shape.move = s("text", { class: "move", x: (px + 3 * x) / 4 + 3, y: (py + 3 * y) / 4 - 4 }, node.move);
        svg.append(shape.line, shape.move);
      }
      shape.group = s("g", { class: "node" });
      shape.frame = s("rect", { x: node.x - 3, y: y - 3, width: NODE + 6, height: NODE + 6, rx: 5 });
      const board = picture(node.diagram, { last: node.last });
      for (const [name, v] of Object.entries({ x: node.x, y, width: NODE, height: NODE })) board.setAttribute(name, v);
      shape.value = s("text", { class: "value", x, y: y + NODE + 17 });
      shape.window = s("text", { class: "window", x, y: y - 9 });
      shape.scissors = s("text", { class: "scissors", x, y: y + NODE / 2 + 8 }, "✂");
      shape.group.append(shape.frame, board, shape.value, shape.window, shape.scissors);
      svg.append(shape.group);
      shapes.set(node.id, shape);
    }
    put(drawing, svg);
  }

  function render() {
    const known = standing(steps, lesson.step);
    for (const node of tree.nodes) {
      const shape = shapes.get(node.id);
      const value = known.values.get(node.id);
      const best = known.best.get(node.id);
      const window = known.windows.get(node.id);
      const isCut = known.cut.has(node.id);
      const classes = ["node", known.seen.has(node.id) ? "seen" : "", known.path.has(node.id) ? "path" : "", known.now === node ? "now" : "", isCut ? "cut" : "",
        value && !value.bound ? kindOf(value.value) : ""];
      shape.group.setAttribute("class", classes.filter(Boolean).join(" "));
      shape.line?.setAttribute("class", [isCut ? "cut" : "", known.path.has(node.id) ? "path" : "", known.best.get(node.parent?.id)?.child === node ? "best" : ""].filter(Boolean).join(" "));
      shape.value.textContent = value ? `${value.bound}${points(value.value)}` : best ? `${node.mover === 0 ? "≥" : "≤"}${points(best.value)}` : "";
      shape.window.textContent = window && node.children.length && !value ? windowText(window) : "";
    }
    put(said, verdict && h("b", {}, verdict), told());
    question.hidden = asked === null;
    if (asked !== null) {
      const { node, rest } = steps[lesson.step - 1];
      put(questionText, h("b", {}, `Will ${rest.map((c) => c.move).join(" and ")} be cut? `), `${side(node)} moves here, and the window is ${windowText(known.windows.get(node.id))}.`);
    }
    slider.value = String(lesson.step);
    slider.setAttribute("aria-valuetext", `step ${lesson.step} of ${steps.length}`);
    controls.first.disabled = controls.back.disabled = lesson.step === 0;
    controls.next.disabled = controls.last.disabled = lesson.step === steps.length;
    put(counters, `Step ${lesson.step} of ${steps.length}. ${seenText(known)}`);
    const now = shapes.get(known.now?.id ?? 0);
    // In a wide tree the place where the search is stays in sight.
    const x = (known.now ?? tree.root).x + NODE / 2 + 30;
    if (now && (x < drawing.scrollLeft + 60 || x > drawing.scrollLeft + drawing.clientWidth - 60)) drawing.scrollLeft = x - drawing.clientWidth / 2;
  }

  // The large tree.

  async function race() {
    const rows = h("tbody", {});
    put(large, h("table", {}, h("caption", { class: "unseen" }, "Positions that each search looks at"),
      h("thead", {}, h("tr", {}, ["Search", "What it does", "Positions", "Of minimax"].map((text) => h("th", { scope: "col" }, text)))), rows),
      h("p", {}, h("a", { href: addressOf("/race") }, "Let them run side by side"), " or ", h("a", { href: addressOf("/tree?game=ttt") }, "walk through what was visited and cut"), "."));
    let whole = null;
    for (const [name, options, what] of RUNNERS) {
      const cell = h("td", { class: "number" }, "…");
      const share = h("td", { class: "number" });
      rows.append(h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, what), cell, share));
      try {
        const { nodes } = await ask("solve", { game: "ttt", ...options });
        if (isClosed || lesson.part !== "large") return;
        whole ??= nodes;
        put(cell, count(nodes));
        put(share, nodes === whole ? "all" : `1 of ${count(Math.round(whole / nodes))}`);
      } catch (error) {
        put(cell, error.message);
      }
    }
  }

  function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || lesson.part === "large") return;
    if (event.target.matches?.("select, input[type=range]")) return;
    const isButton = event.target.matches?.("button, input, a");
    const does = {
      ArrowRight: forward, ArrowLeft: () => go(lesson.step - 1), Home: () => go(0), End: () => go(steps.length),
      " ": isButton ? null : playOrPause,
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }
  document.addEventListener("keydown", press);
  await load();

  return () => {
    isClosed = true;
    pause();
    document.removeEventListener("keydown", press);
  };
}

/** A whole tree: its root, all nodes, and what the sides are called. */
async function wholeTree({ game, position }) {
  let sides = null;
  const read = async (path) => {
    const { node, children, sides: names } = await ask("tree", { of: "game", game, position, path: path.join(".") || null });
    sides ??= names;
    const value = node.outcome ? (node.outcome.winner === null ? 0 : node.outcome.winner === names[0] ? 1 : -1) : null;
    return {
      mover: node.mover, move: node.move, diagram: node.diagram, last: node.last, value,
      children: await Promise.all(children.map((child) => read(child.path))),
    };
  };
  const root = await read([]);
  return { root, nodes: numbered(root), sides };
}
