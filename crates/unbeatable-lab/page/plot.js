// Two pictures of a race: lines of nodes over time, and bars of nodes. Whoever cannot see them has the
// tables beside them, which say the same.

import { s } from "./dom.js";
import { brief, count } from "./words.js";

/** How the line of each runner is drawn; no two are alike without their colours. */
export const DASHES = ["none", "9 5", "2 4", "14 4 2 4", "5 3", "10 3 2 3 2 3"];

/** How wide a letter of a label is, about. */
const LETTER = 6.8;

/** A short piece of a runner's line, for beside its name. */
export function sample(number) {
  return s("svg", { class: "sample", viewBox: "0 0 44 12", width: 44, height: 12, "aria-hidden": "true" },
    s("line", { class: `curve hue${number}`, x1: 1, y1: 6, x2: 43, y2: 6, "stroke-dasharray": DASHES[number] }));
}

/**
 * Nodes over time. A series is `{number, name, points, isOver, isDone}`, its points `{seconds, nodes}`
 * in order. What has told one point only is drawn as a search of steady speed, which is all that is
 * known of it; on logarithmic axes that begins at the first node.
 */
export function lines(series, { width, isLog }) {
  const height = Math.round(Math.min(360, Math.max(240, width * 0.45)));
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  const drawn = series.filter(({ points }) => points.length).map((one) => ({ ...one, points: path(one.points, isLog) }));
  const all = drawn.flatMap(({ points }) => points);
  const edge = { left: 52, right: 14, top: 26, bottom: 38 };
  const low = Math.min(...all.map((p) => p.seconds), 1);
  const across = axis(isLog, isLog ? low : 0, Math.max(...all.map((p) => p.seconds), isLog ? low * 10 : 0),
    edge.left, width - edge.right, width < 500 ? 80 : 70);
  const up = axis(isLog, isLog ? 1 : 0, Math.max(10, ...all.map((p) => p.nodes)), height - edge.bottom, edge.top, 44);
  for (const { at, value } of up.ticks) {
    svg.append(s("line", { class: "grid", x1: edge.left, x2: width - edge.right, y1: at, y2: at }),
      s("text", { class: "tick", x: edge.left - 7, y: at + 4, "text-anchor": "end" }, brief(value)));
  }
  for (const { at, value } of across.ticks) {
    svg.append(s("line", { class: "grid", x1: at, x2: at, y1: edge.top, y2: height - edge.bottom }),
      s("text", { class: "tick", x: at, y: height - edge.bottom + 16, "text-anchor": at > width - 30 ? "end" : "middle" }, short(value)));
  }
  svg.append(s("text", { class: "axis", x: 4, y: 14 }, "nodes"),
    s("text", { class: "axis", x: width - edge.right, y: height - 4, "text-anchor": "end" }, "time"));
  const ends = [];
  for (const { number, name, points, isOver, isDone } of drawn) {
    const spots = points.map((p) => [across.place(p.seconds), up.place(p.nodes)]);
    const d = spots.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    svg.append(s("path", { class: `curve hue${number}`, d, "stroke-dasharray": DASHES[number] }));
    const [x, y] = spots.at(-1);
    ends.push({ number, name, x, y, isOver, isDone });
  }
  // No label stands on an end or on another label.
  const taken = ends.map(({ x, y }) => ({ row: y + 4, from: x - 6, long: 12 }));
  for (const { number, name, x, y, isOver, isDone } of ends.sort((a, b) => a.y - b.y)) {
    const text = `${number + 1} ${name}${isOver && !isDone ? " (open)" : ""}`;
    const long = text.length * LETTER + 4;
    const isLeft = x + 12 + long > width - 2;
    const from = isLeft ? Math.max(edge.left + 2, x - 12 - long) : x + 12;
    let row = y + 4;
    const isFree = (at) => taken.every((t) => Math.abs(t.row - at) >= 14 || t.from > from + long || t.from + t.long < from);
    const steps = [0, 14, -14, 28, -28, 42, -42, 56, -56, 70, -70];
    const step = steps.find((d) => isFree(row + d) && row + d > edge.top - 4 && row + d < height - edge.bottom);
    row += step ?? 0;
    taken.push({ row, from, long });
    svg.append(isDone ? s("circle", { class: `end hue${number}`, cx: x, cy: y, r: 5 })
      : s("circle", { class: `end hollow hue${number}`, cx: x, cy: y, r: 4 }));
    svg.append(s("text", { class: "name", x: from, y: row }, text));
  }
  return svg;
}

function path(points, isLog) {
  const shown = points.filter((p) => p.nodes > 0 && p.seconds > 0);
  if (!shown.length) return [{ seconds: isLog ? 1e-6 : 0, nodes: isLog ? 1 : 0 }];
  if (!isLog) return [{ seconds: 0, nodes: 0 }, ...shown];
  const first = shown[0];
  return first.nodes > 1 ? [{ seconds: first.seconds / first.nodes, nodes: 1 }, ...shown] : shown;
}

/** An axis from `low` to `high`, drawn from `start` to `end`; its ticks are at least `room` apart. */
function axis(isLog, low, high, start, end, room) {
  const fit = Math.max(1, Math.floor(Math.abs(end - start) / room));
  const tick = (value) => ({ value, at: place(value) });
  let place;
  if (isLog) {
    const [first, last] = [Math.floor(Math.log10(low) + 1e-9), Math.ceil(Math.log10(high) - 1e-9)];
    const decades = Math.max(1, last - first);
    place = (v) => start + ((Math.log10(Math.max(v, 10 ** first)) - first) / decades) * (end - start);
    const step = Math.ceil(decades / fit);
    const ticks = [];
    for (let i = first; i <= last; i += step) ticks.push(tick(10 ** i));
    return { place, ticks };
  }
  const top = high > 0 ? high : 1;
  const raw = top / fit;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= raw);
  place = (v) => start + (v / (top * 1.04)) * (end - start);
  const ticks = [];
  for (let i = 0; i * step <= top * 1.04; i++) ticks.push(tick(i * step));
  return { place, ticks };
}

/** A round time, without zeros behind the point. */
function short(t) {
  if (t === 0) return "0";
  for (const [unit, name] of [[1e-9, "ns"], [1e-6, "µs"], [1e-3, "ms"]]) {
    if (t < unit * 999.5) return `${Number((t / unit).toPrecision(3))} ${name}`;
  }
  return `${Number(t.toPrecision(3))} s`;
}

/** Nodes as bars on a logarithmic scale; a row is `{number, name, short, nodes, isDone}`. */
export function bars(rows, { width }) {
  const each = 44;
  const height = rows.length * each + 24;
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  const high = Math.max(10, ...rows.map(({ nodes }) => nodes));
  // A bar of one node has a length, too.
  const first = 10;
  const scale = axis(true, 1, high, first, width - 10, 64);
  for (const { at, value } of scale.ticks) {
    svg.append(s("line", { class: "grid", x1: at, x2: at, y1: 0, y2: height - 20 }),
      s("text", { class: "tick", x: at, y: height - 5, "text-anchor": at < 20 ? "start" : at > width - 30 ? "end" : "middle" }, brief(value)));
  }
  rows.forEach(({ number, name, short, nodes, isDone }, i) => {
    const y = i * each;
    const says = (what) => `${number + 1} ${what}: ${count(nodes)}${isDone ? "" : ", not finished"}`;
    const text = says(name).length * LETTER < width ? says(name) : says(short);
    const end = Math.max(first, scale.place(Math.max(1, nodes)));
    svg.append(
      s("text", { class: "name", x: first - 6, y: y + 15 }, text),
      s("rect", { class: `bar hue${number}${isDone ? "" : " hollow"}`, x: first - 6, y: y + 21, width: end - first + 6, height: 15, rx: 2 }),
    );
  });
  return svg;
}
