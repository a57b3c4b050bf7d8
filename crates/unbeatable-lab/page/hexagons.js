// Boards of hexagons: where their cells are, and whose their sides are. A cell stands on a corner, and each row
// half a cell to the right of the one above it.

/** Half the width of a cell and a quarter of its height. Whole cells are as wide as the squares of pictures. */
export const HALF = 10;
export const QUARTER = HALF / Math.sqrt(3);

/** How far the bands along the sides reach beyond the cells, at most. */
export const BAND = 5;

/** How wide and high all cells are. */
export const extent = (columns, rows) => [(2 * columns + rows - 1) * HALF, (3 * rows + 1) * QUARTER];

/** The middle of a cell. */
export const middle = (row, column) => [(2 * column + row + 1) * HALF, (3 * row + 2) * QUARTER];

/** A hexagon around a point, so much larger than a cell, as a path. */
export function hexagon(x, y, scale = 1) {
  const [half, quarter] = [HALF * scale, QUARTER * scale];
  return `M${x} ${y - 2 * quarter}l${half} ${quarter}v${2 * quarter}l${-half} ${quarter}l${-half} ${-quarter}v${-2 * quarter}z`;
}

/**
 * The four bands along the sides, each as `[side, path]`: the first side connects top and bottom, the second left
 * and right. The edge of a blunt corner is either's, so they meet in its middle.
 */
export function bands(columns, rows) {
  const [width, height] = extent(columns, rows);
  const out = (x, y, degrees, far = BAND) => [x + far * Math.cos(degrees * Math.PI / 180), y - far * Math.sin(degrees * Math.PI / 180)];
  const blunt = [(2 * columns - 0.5) * HALF, QUARTER / 2];
  const bluntOut = out(...blunt, 60, BAND * Math.cos(Math.PI / 6));
  const top = [...Array(columns).keys()].flatMap((c) => [[2 * c * HALF, QUARTER], [(2 * c + 1) * HALF, 0]]);
  const right = [...Array(rows).keys()].flatMap((r) => [1, 3].map((below) => [(2 * columns + r) * HALF, (3 * r + below) * QUARTER]));
  const topOut = top.map(([x, y], i) => out(x, y, i ? 90 : 150));
  const rightOut = right.map(([x, y], i) => out(x, y, i < right.length - 1 ? 30 : -30));
  const turned = (points) => points.map(([x, y]) => [width - x, height - y]);
  const path = (points) => `M${points.map((point) => point.map((n) => n.toFixed(2)).join(" ")).join("L")}z`;
  const above = [...top, blunt, bluntOut, ...topOut.reverse()];
  const beside = [blunt, ...right, ...rightOut.reverse(), bluntOut];
  return [[0, above], [0, turned(above)], [1, beside], [1, turned(beside)]].map(([side, points]) => [side, path(points)]);
}
