// A race once more, slowly: every runner goes so many nodes a second, along what it told when it was run.

import { h, put, announce } from "./dom.js";
import { count, plural } from "./words.js";
import { isDone } from "./results.js";
import { runnerName } from "./runners.js";
import { sample } from "./plot.js";

/** Nodes a second. */
const SPEEDS = [10, 100, 1_000, 10_000, 100_000, 1_000_000];

/** How often the page behind the lanes is drawn. */
const REDRAW_MILLISECONDS = 200;
/** Who wants little motion sees a new picture that often, and nothing in between. */
const STEP_MILLISECONDS = 1000;
/** A tab that was out of sight goes on where it was. */
const LEAP_MILLISECONDS_MAX = 1000;

/** A runner without anything told cannot go again. */
const wayOf = ({ points }) => points.at(-1)?.nodes ?? null;

/**
 * `field` chooses the speed, `element` shows the lanes. `onchange()` is called for another speed, `onmove()` when
 * the runners have moved. `show(runners, isOver)` is told the runners as they are, and whether all have run: then
 * they go again from the start, once. `seen(runner)` is a runner as it stood at the moment that is shown.
 */
export function slowMotion({ speed, onchange, onmove }) {
  const little = matchMedia("(prefers-reduced-motion: reduce)");
  let rate = SPEEDS.find((known) => String(known) === speed) ?? null;
  /** How many nodes each may have visited by now; `null` before the race is over. */
  let reached = null;
  let isPaused = false;
  let runners = [];
  let frame = 0;
  let before = 0;
  let drawn = 0;

  const select = h("select", { onchange: choose }, h("option", { value: "" }, "as fast as they go"),
    h("optgroup", { label: "Slow motion" }, SPEEDS.map((known) => h("option", { value: String(known) }, `${count(known)} nodes a second`))));
  select.value = rate ?? "";
  const field = h("label", { class: "speed" }, "Speed", select);
  const clock = h("p", { class: "soft clock" });
  const goButton = h("button", { type: "button", onclick: () => (isThrough() ? again() : pause(!isPaused)) });
  const endButton = h("button", { type: "button", onclick: skip }, "To the end");
  const lanes = h("ol", { class: "lanes" });
  const element = h("section", { class: "card slow", "aria-labelledby": "race-slow", hidden: true },
    h("div", { class: "row between" }, h("h3", { id: "race-slow" }, "Slow motion"), clock, h("div", { class: "row" }, goButton, endButton)),
    lanes);

  function choose() {
    const wasOn = rate !== null;
    rate = Number(select.value) || null;
    if (!wasOn || !rate) rewind();
    onchange();
  }

  /** Back to where nobody has begun; the race may be run anew in between. */
  function rewind() {
    cancelAnimationFrame(frame);
    frame = 0;
    reached = null;
    isPaused = false;
  }

  const isThrough = () => reached !== null && runners.every((runner) => wayOf(runner) === null || reached >= wayOf(runner));

  function show(all, isOver) {
    runners = all;
    element.hidden = !rate || !runners.some((runner) => runner.status !== "ready");
    if (rate && isOver && reached === null) reached = 0;
    if (reached !== null && !isPaused && !frame && !isThrough()) run();
    write();
  }

  function run() {
    before = drawn = performance.now();
    frame = requestAnimationFrame(move);
  }

  function move(now) {
    const passed = now - before;
    if (little.matches && passed < STEP_MILLISECONDS) return void (frame = requestAnimationFrame(move));
    before = now;
    const earlier = reached;
    reached += (Math.max(0, Math.min(passed, LEAP_MILLISECONDS_MAX)) / 1000) * rate;
    tell(earlier);
    const isEnd = isThrough();
    frame = isEnd ? 0 : requestAnimationFrame(move);
    write();
    if (!isEnd && now - drawn < REDRAW_MILLISECONDS) return;
    drawn = now;
    onmove();
  }

  /** Those who listen hear who is through. */
  function tell(earlier) {
    const now = runners.filter((runner) => isDone(runner) && wayOf(runner) > earlier && wayOf(runner) <= reached);
    if (now.length) announce(now.map((runner) => `${runner.number + 1} ${runnerName(runner.spec)} is through after ${plural(wayOf(runner), "node")}`).join(". "));
  }

  function pause(isWanted) {
    isPaused = isWanted;
    cancelAnimationFrame(frame);
    frame = 0;
    if (!isPaused) run();
    write();
    onmove();
  }

  function again() {
    rewind();
    onmove();
  }

  function skip() {
    cancelAnimationFrame(frame);
    frame = 0;
    isPaused = false;
    reached = Infinity;
    goButton.focus();
    write();
    onmove();
  }

  function seen(runner) {
    const way = wayOf(runner);
    if (!rate || way === null || (reached !== null && reached >= way)) return runner;
    const nodes = Math.floor(reached ?? 0);
    return { ...runner, status: "running", message: "", answer: null, ...(nodes ? standAt(runner.points, nodes) : { progress: null, points: [] }) };
  }

  function write() {
    if (element.hidden) return;
    const isEnd = isThrough();
    const say = (place, text) => {
      if (place.textContent !== text) place.textContent = text;
    };
    say(clock, reached === null ? "begins when all have run" : isEnd ? "the end"
      : `after ${plural(Math.floor(reached), "node")}${isPaused ? ", paused" : ""}`);
    say(goButton, isEnd ? "Once more" : isPaused ? "Go on" : "Pause");
    goButton.disabled = reached === null;
    endButton.disabled = reached === null || isEnd;
    if (lanes.children.length !== runners.length) put(lanes, runners.map(() => lane()));
    runners.forEach((runner, i) => fill(lanes.children[i], runner, say));
  }

  function lane() {
    return h("li", {}, h("span", { class: "who" }), h("span", { class: "far" }),
      h("div", { class: "lane", "aria-hidden": "true" }, h("div", { class: "gone" })));
  }

  function fill(item, runner, say) {
    const [who, far, track] = item.children;
    const name = `${runner.number + 1} ${runnerName(runner.spec)}`;
    if (who.textContent !== name) put(who, sample(runner.number), h("span", {}, name));
    const way = wayOf(runner);
    const gone = Math.min(way ?? 0, Math.floor(reached ?? 0));
    const isAtEnd = way !== null && reached !== null && reached >= way;
    item.classList.toggle("through", isAtEnd && isDone(runner));
    say(far, way === null ? "did not run" : reached === null ? "" : !isAtEnd ? `${count(gone)} of ${isDone(runner) ? "" : "more than "}${plural(way, "node")}`
      : isDone(runner) ? `✓ through after ${plural(way, "node")}` : `not finished after ${plural(way, "node")}`);
    track.firstChild.className = `gone hue${runner.number}`;
    track.firstChild.style.setProperty("width", `${isAtEnd ? 100 : way ? (100 * gone) / way : 0}%`);
  }

  return {
    field, element, seen, show, rewind, speed: () => (rate ? String(rate) : ""),
    /** Whether what is shown is not the end yet. */
    isGoing: () => rate !== null && !isThrough(),
    close: () => cancelAnimationFrame(frame),
  };
}

/**
 * What a runner had told when it had visited so many nodes. Between two pieces of news its time went on
 * steadily, and the rest stood as it was told last.
 */
function standAt(points, nodes) {
  const told = points.filter((point) => point.nodes <= nodes);
  const [last, next] = [told.at(-1) ?? { nodes: 0, seconds: 0 }, points[told.length]];
  const share = (nodes - last.nodes) / (next.nodes - last.nodes);
  const { bounds, depth_max, table_bytes } = last;
  const progress = { nodes, seconds: last.seconds + share * (next.seconds - last.seconds), bounds, depth_max, table_bytes };
  return { progress, points: [...told, progress] };
}
