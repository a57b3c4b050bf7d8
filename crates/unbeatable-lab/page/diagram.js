// Pictures of positions, from the diagrams that the server sends.

import { s } from "./dom.js";
import { BAND, bands, extent, hexagon, middle } from "./hexagons.js";
import { count } from "./words.js";

/** A cross or a ring, or a stone, around a point. */
export function mark(side, x, y, r, hasStones) {
  if (hasStones) return s("circle", { class: `stone side${side}`, cx: x, cy: y, r });
  if (side === 1) return s("circle", { class: "ring", cx: x, cy: y, r: r * 0.86 });
  const d = r * 0.8;
  return s("path", { class: "cross", d: `M${x - d} ${y - d}L${x + d} ${y + d}M${x + d} ${y - d}L${x - d} ${y + d}` });
}

/** A picture without a name is decoration: what stands beside it says it all. */
const named = (label) => (label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" });

/**
 * A small picture of a position; `answer` is the place of a move that is drawn into it, of side `mover`;
 * `label` is what it is called. `highlights` are those of a position: squares with a `kind` (`wins`, `avoid`;
 * `legal` where a move may be made) and perhaps a `side`.
 */
export function picture(diagram, { answer = null, mover = 0, label = "", last = null, highlights = [] } = {}) {
  if (!diagram) return s("svg", { class: "picture", ...named(label) });
  if (diagram.kind === "heaps") return heaps(diagram, answer, label);
  const { columns, squares, has_points: hasPoints, has_hexagons: hasHexagons, falls, block, blocks } = diagram;
  const letters = new Map((diagram.letters ?? []).map(({ square, letter }) => [square, letter]));
  const hasStones = hasPoints || hasHexagons;
  const rows = squares.length / columns;
  const size = 20;
  const gap = block ? 5 : 0;
  const at = (i) => i * size + (block ? Math.floor(i / block) * gap : 0);
  const [width, height] = hasHexagons ? extent(columns, rows) : [at(columns - 1) + size, at(rows - 1) + size];
  const pad = hasHexagons ? BAND + 1 : hasPoints ? 2 : 1;
  /** Where a square begins, or the largest square in a hexagon. */
  const corner = (i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return hasHexagons ? middle(row, column).map((x) => x - 10) : [at(column), at(row)];
  };
  const svg = s("svg", {
    class: "picture", viewBox: `${-pad} ${-pad} ${width + 2 * pad} ${height + 2 * pad}`, ...named(label),
  });
  const line = (x1, y1, x2, y2) => svg.append(s("line", { class: "line", x1, y1, x2, y2 }));
  if (hasPoints) {
    for (let c = 0; c < columns; c++) line(at(c) + 10, 10, at(c) + 10, height - 10);
    for (let r = 0; r < rows; r++) line(10, at(r) + 10, width - 10, at(r) + 10);
  } else if (hasHexagons) {
    for (const [side, d] of bands(columns, rows)) svg.append(s("path", { class: `band side${side}`, d }));
    squares.forEach((_, i) => svg.append(s("path", { class: "hexagon", d: hexagon(...corner(i).map((x) => x + 10)) })));
  } else {
    squares.forEach((_, i) => {
      const [x, y] = corner(i);
      svg.append(s("rect", { class: falls ? "rack" : "square", x, y, width: size, height: size }));
      if (falls) svg.append(s("circle", { class: squares[i] === null ? "hole" : `hole disc${squares[i]}`, cx: x + 10, cy: y + 10, r: 8.4 }));
    });
  }
  for (const { square, kind, side } of highlights) {
    const [x, y] = corner(square);
    svg.append(hasHexagons ? s("path", { class: `highlight ${kind}`, d: hexagon(x + 10, y + 10, 0.9) })
      : s("rect", { class: `highlight ${kind}`, x: x + 1, y: y + 1, width: size - 2, height: size - 2 }));
    if (kind === "wins") svg.append(s("circle", { class: "target", cx: x + 10, cy: y + 10, r: 8 }), mark(side, x + 10, y + 10, 4, hasStones));
    if (kind === "avoid") svg.append(s("path", { class: "barred", d: `M${x + 3} ${y + 17}L${x + 17} ${y + 3}M${x + 3} ${y + 10}L${x + 10} ${y + 3}M${x + 10} ${y + 17}L${x + 17} ${y + 10}` }));
  }
  squares.forEach((of, i) => {
    const [x, y] = corner(i).map((x) => x + 10);
    if (letters.has(i)) {
      if (of !== null) svg.append(of === 0 ? s("circle", { class: "counter0", cx: x, cy: y, r: 8 }) : s("rect", { class: "counter1", x: x - 7.5, y: y - 7.5, width: 15, height: 15, rx: 3.5 }));
      svg.append(s("text", { class: of === null ? "letter" : `letter side${of}`, x, y: y + 4 }, letters.get(i)));
    } else if (of !== null) svg.append(mark(of, x, y, hasPoints ? 9 : hasHexagons ? 7.8 : falls ? 4.6 : 6, hasStones));
    if (answer?.square === i) {
      svg.append(s("circle", { class: "answer", cx: x, cy: y, r: 9 }));
      // Players without signs of their own put none here.
      if (!letters.size) svg.append(mark(mover, x, y, hasStones ? 6 : 5, hasStones));
    } else if (last?.square === i) svg.append(s("circle", { class: "last", cx: x, cy: y, r: 2.5 }));
  });
  blocks.forEach((of, i) => {
    if (of === null) return;
    const across = columns / block;
    const side = size * block;
    const [x, y] = [at((i % across) * block), at(Math.floor(i / across) * block)];
    svg.append(s("rect", { class: `closed${of === "drawn" ? " drawn" : ""}`, x, y, width: side, height: side }));
    if (of !== "drawn") svg.append(mark(of, x + side / 2, y + side / 2, side * 0.38, false));
  });
  return svg;
}

/** Keeps the stones of heaps at one size, however many there are: `rem` for each. Other pictures stay as they are. */
export function steady(svg, rem = 1) {
  if (svg.classList.contains("heaps")) svg.style.setProperty("max-width", `${(svg.viewBox.baseVal.width / 12) * rem}rem`);
  return svg;
}

/** A heap with more stones shows its first few, and says how many more there are and how many of all are taken. */
const STONES_MAX = 40;
const STONES_FEW = 8;

function heaps({ heaps: sizes }, answer, label) {
  const rows = sizes.map((n, row) => {
    const [from, to] = answer?.heap === row ? [answer.from, answer.to] : [0, 0];
    const drawn = n > STONES_MAX ? STONES_FEW : n;
    const text = n > drawn ? `… ${count(n - drawn)} more${to > from ? `, ${count(to - from)} taken` : ""}` : "";
    return { drawn, from, to, text, width: drawn * 12 + text.length * 6.2 };
  });
  const [width, height] = [Math.max(12, ...rows.map((row) => row.width)), Math.max(1, rows.length) * 14];
  const isLarge = rows.some((row) => row.text);
  const svg = s("svg", { class: `picture heaps${isLarge ? " large" : ""}`, viewBox: `0 0 ${width + 2} ${height}`, ...named(label) });
  rows.forEach(({ drawn, from, to, text }, row) => {
    for (let i = 0; i < drawn; i++) {
      svg.append(s("circle", { class: i >= from && i < to ? "bead taken" : "bead", cx: i * 12 + 7, cy: row * 14 + 7, r: 4.6 }));
    }
    if (text) svg.append(s("text", { x: drawn * 12 + 4, y: row * 14 + 10.5, "font-size": 10, fill: "currentColor" }, text));
  });
  return svg;
}
