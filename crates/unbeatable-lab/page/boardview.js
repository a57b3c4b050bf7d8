// A board to play on, drawn from the diagram and the moves of a position.

import { h, s, put } from "./dom.js";
import { mark } from "./diagram.js";
import { HALF, QUARTER, bands, hexagon, middle } from "./hexagons.js";
import { capital } from "./words.js";
import { beside, elsewhere, inWords } from "./besideboard.js";

const PARTS = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Stones of a heap that are drawn; larger heaps are played in the list of moves. */
const STONES_MAX = 48;
/** A click that comes so soon after a pointer was lifted is that pointer's, and was heard already. */
const LIFT_MILLISECONDS = 700;

/**
 * A board. `onplay(move)` is called when a person chooses a move, `onforbidden(name, why)` when a person chooses a
 * point where no move may be made. `show(shown, look)` draws an answer of
 * `/position`; `update(look)` changes only what is written on it: `verdicts` (a map from moves to what
 * `verdict` says, with `isBest`), `isOpen` (whether moves may be made) and `critical` (whether highlights
 * are shown). `point(move)` shows where a move would be made.
 */
export function boardView({ label = "Board", onplay, onforbidden = () => {} }) {
  const element = h("div", { class: "board-view" });
  let shown = null;
  let look = {};
  let cells = [];
  let grid = null;
  let active = 0;
  /** The stones of heaps that a pointer holds, from where it was pressed to where it is: `{begin, cell, takes}`. */
  let grip = null;
  let lifted = -Infinity;
  /** How to take stones, and in its place what is said of those that somebody points at, `proposed`. */
  let would = null;
  let proposed = {};
  /** The square whose piece is about to be moved. */
  let picked = null;

  function show(position, nextLook) {
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const before = cells[active];
    // A disc falls when it is thrown, and not again when one looks back at it.
    const isThrown = position.played.length === (shown?.played.length ?? -1) + 1;
    release();
    picked = null;
    shown = position;
    look = nextLook;
    const { diagram } = shown;
    let drawn = { grid: null, cells: [] };
    if (diagram?.kind === "grid") drawn = drawGrid(shown);
    else if (diagram?.kind === "heaps") drawn = drawHeaps(shown);
    cells = drawn.cells;
    grid = drawn.grid;
    would = drawn.hint ? h("p", { class: "would" }, h("span", { class: "soft" }, drawn.hint), h("span")) : null;
    proposed = {};
    const rest = elsewhere(shown, cells);
    put(element, would, grid ?? inWords(shown), beside(shown), rest);
    active = before ? nearest(before) : cells.findIndex((cell) => cell.move);
    if (active < 0) active = 0;
    if (grid) {
      grid.classList.toggle("thrown", isThrown);
      grid.setAttribute("aria-label", label);
      grid.addEventListener("keydown", steer);
      grid.addEventListener("focusin", ({ target }) => {
        const at = cells.findIndex((cell) => cell.button === target);
        if (at >= 0) rove(at);
      });
    }
    if (would) grid.addEventListener("pointerdown", grab);
    for (const cell of cells) {
      cell.button.addEventListener("click", (event) => {
        if (event.detail && performance.now() - lifted < LIFT_MILLISECONDS) return;
        if (cell.ban) onforbidden(cell.name, cell.ban);
        else press(cell);
      });
      if (would || shown.diagram.falls) preview(cell);
    }
    for (const button of rest.children) button.addEventListener("click", () => choose(button.dataset.move));
    update({});
    if (!focused) return;
    // The focus stays where it was: on its square, or on the button of a move such as a pass.
    const same = [...rest.children].find((button) => button.dataset.move === focused.dataset.move);
    (same ?? cells[active]?.button)?.focus({ preventScroll: true });
  }

  function choose(move) {
    if (move && look.isOpen) onplay(move);
  }

  /** The step of the piece that was picked to a square. */
  const stepTo = (cell) => picked?.steps.find(({ place }) => place.square === cell.square) ?? null;

  /** Makes the move of a square. A piece that goes somewhere is picked first, and where it goes pressed then. */
  function press(cell) {
    const step = stepTo(cell);
    if (step) return choose(step.move);
    const move = cell.takes?.move ?? cell.move;
    picked = !move && look.isOpen && cell.steps?.length && cell !== picked ? cell : null;
    update({});
    choose(move);
  }

  function nearest({ row, column }) {
    const exact = cells.findIndex((cell) => cell.row === row && cell.column === column);
    if (exact >= 0) return exact;
    const inRow = cells.filter((cell) => cell.row === Math.min(row, cells.at(-1)?.row ?? 0));
    return cells.indexOf(inRow.at(-1));
  }

  function rove(at) {
    active = at;
    cells.forEach((cell, i) => { cell.button.tabIndex = i === at ? 0 : -1; });
  }

  function steer(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { row, column } = cells[active] ?? {};
    const [rows, columns] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
    let next = -1;
    if (event.key === "Home" || event.key === "End") {
      const inRow = cells.filter((cell) => cell.row === row);
      next = cells.indexOf(inRow.at(event.key === "Home" ? 0 : -1));
    } else if (columns) {
      next = cells.findIndex((cell) => cell.row === row && cell.column === column + columns);
    } else if (rows) {
      const inRow = cells.filter((cell) => cell.row === row + rows);
      next = cells.indexOf(inRow.find((cell) => cell.column >= column) ?? inRow.at(-1));
    } else return;
    event.preventDefault();
    if (next < 0) return;
    rove(next);
    cells[next].button.focus();
  }

  /** Pointing at a stone shows which ones would be taken, pointing at a column where a sign would fall to. */
  function preview(cell) {
    const on = () => look.isOpen && !grip && propose(cell.takes, cell);
    const off = () => grip || propose(null);
    cell.button.addEventListener("pointerenter", on);
    cell.button.addEventListener("focus", on);
    cell.button.addEventListener("pointerleave", off);
    cell.button.addEventListener("blur", off);
  }

  function point(move) {
    const of = move ? shown?.moves.find((m) => m.move === move) : null;
    propose(would ? of?.place && { ...of.place, move } : of);
  }

  /** Shows what a move would do, and says it where heaps are; `cell` is where somebody points at. */
  function propose(takes = null, cell = null) {
    proposed = { takes, cell };
    light(takes?.place ?? takes);
    if (!would) return;
    const heaps = shown.diagram.heaps;
    const text = takes ? [heaps.length > 1 && `heap ${takes.heap + 1}`, taking(takes, heaps[takes.heap]), look.verdicts?.get(takes.move)?.text].filter(Boolean).join(": ")
      : cell ? "no move takes these" : "";
    const [hint, words] = would.children;
    words.textContent = text && `${capital(text)}.`;
    // Out of sight it keeps its room, so that stones do not move under the pointer.
    hint.classList.toggle("away", Boolean(text) || !look.isOpen);
  }

  // Stones are held, and taken when they are let go.

  function grab(event) {
    const cell = cellAt(event);
    if (!cell || !look.isOpen || !event.isPrimary || event.button) return;
    grip = { begin: cell, cell: null, takes: null };
    for (const [name, does] of HELD) document.addEventListener(name, does);
    slide(event);
  }

  const HELD = [["pointermove", slide], ["pointerup", letGo], ["pointercancel", release]];

  function slide(event) {
    const cell = cellAt(event);
    if (cell === grip.cell) return;
    grip.cell = cell;
    const isThere = cell && cell.row === grip.begin.row;
    grip.takes = isThere ? takenBetween(grip.begin, cell) : null;
    propose(grip.takes, isThere ? cell : null);
  }

  function letGo() {
    const { takes } = grip;
    lifted = performance.now();
    release();
    choose(takes?.move);
  }

  /** Lets go of all stones without taking any. */
  function release() {
    if (!grip) return;
    for (const [name, does] of HELD) document.removeEventListener(name, does);
    grip = null;
    propose(null);
  }

  /** A finger stays with what it pressed: what is under it now is to be found by where it is. */
  function cellAt({ clientX, clientY }) {
    const at = document.elementFromPoint(clientX, clientY);
    return cells.find((cell) => cell.slot.contains(at)) ?? null;
  }


  function light(place) {
    for (const { button, square, stones } of cells) {
      const isThere = stones ? place?.heap === stones.heap && stones.from >= place.from && stones.to <= place.to
        : place?.square === square || (place?.from === square && place?.heap === undefined);
      button.classList.toggle("pointed", Boolean(place && isThere));
    }
  }

  function update(changes) {
    look = { ...look, ...changes };
    element.classList.toggle("locked", !look.isOpen);
    cells.forEach((cell) => write(cell));
    propose(proposed.takes, proposed.cell);
    for (const button of element.querySelectorAll(".elsewhere button")) {
      const said = look.verdicts?.get(button.dataset.move);
      put(button, button.dataset.move, said && [
        h("span", { class: `value ${said.kind}`, "aria-hidden": "true" }, said.mark), h("span", { class: "unseen" }, `, ${said.text}`),
      ]);
      bar(button, !look.isOpen);
    }
    rove(active);
  }

  /** Writes on a square what is known of the move there, to be seen and to be heard. */
  function write(cell) {
    const step = stepTo(cell);
    const move = step?.move ?? cell.takes?.move ?? cell.move;
    const said = step || cell.move ? look.verdicts?.get(step?.move ?? cell.move) : null;
    const { button } = cell;
    const mayBePicked = Boolean(cell.steps?.length) && look.isOpen;
    button.classList.toggle("picked", cell === picked);
    button.classList.toggle("goal", Boolean(step));
    button.classList.toggle("piece-moves", mayBePicked);
    if (cell.steps?.length) button.setAttribute("aria-pressed", String(cell === picked));
    button.classList.remove("win", "draw", "loss", "open", "best");
    button.classList.toggle("legal", Boolean(step || cell.move || mayBePicked));
    if (said) button.classList.add(said.kind);
    if (said?.isBest) button.classList.add("best");
    button.classList.toggle("forbidden", Boolean(cell.ban));
    if (cell.ban) button.title = `${cell.name}: ${cell.ban}`;
    cell.value.textContent = said ? said.mark : cell.ban ? "×" : "";
    const lights = look.critical ? cell.lights : [];
    put(cell.badges, lights.map(({ kind, side }) => badge(kind, side)));
    const seen = lights.map(({ kind, side }) => lightText(kind, shown.sides[side]));
    button.setAttribute("aria-label", [cell.name, cell.what, step && "go here", cell.ban && `forbidden: ${cell.ban}`, said?.text, ...seen].filter(Boolean).join(", "));
    bar(button, !((move || mayBePicked) && look.isOpen));
  }

  /** The square that the keys are at. */
  const focus = () => cells[active]?.button.focus({ preventScroll: true });

  return { element, show, update, point, focus };
}

/** Says that a button makes no move for now. It keeps the focus, which a disabled one would lose. */
function bar(button, isBarred) {
  if (isBarred) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

/** What a sign on a square means. */
export const lightText = (kind, side) => ({
  wins: `${side} wins here`, avoid: "lets the opponent win", "must-play": "to be tried", needed: `${side} needs it`,
})[kind];

/** A small sign for a critical square: whose it is, a warning, or a star on what must be played. */
export function badge(kind, side) {
  const svg = s("svg", { class: `badge ${kind}`, viewBox: "0 0 20 20", "aria-hidden": "true" });
  if (kind === "wins") svg.append(mark(side, 10, 10, 8, false));
  else if (kind === "needed") svg.append(s("circle", { class: `stone${side}`, cx: 10, cy: 10, r: 6 }));
  else if (kind === "must-play") svg.append(s("path", { d: "M10 2V18M3 6L17 14M3 14L17 6" }));
  else svg.append(s("path", { d: "M10 1L19.5 18.5H.5Z" }), s("path", { class: "point", d: "M10 7V12.5M10 15V16.4" }));
  return svg;
}

function cellButton(cell, ...inside) {
  cell.value = h("span", { class: "mark", "aria-hidden": "true" });
  cell.badges = h("span", { class: "badges", "aria-hidden": "true" });
  cell.button = h("button", { type: "button", tabindex: "-1", class: "cell", "data-name": cell.name, "data-move": cell.move },
    inside, cell.value, cell.badges);
  return cell;
}

function drawGrid({ diagram, moves, forbidden, mover, sides, last, highlights, surroundings }) {
  const { columns, squares, has_points: hasPoints, has_hexagons: hasHexagons, falls, block, blocks, line } = diagram;
  const rows = squares.length / columns;
  const found = new Map();
  // Where signs fall, all squares of a column stand for its move.
  const ofColumn = (column) => (falls ? moves.find(({ place }) => place && place.square % columns === column) : undefined);
  const letters = new Map((diagram.letters ?? []).map(({ square, letter }) => [square, letter]));
  // What several moves share is none's.
  const isShared = (place) => moves.filter((m) => m.place?.square === place.square && m.place.from === place.from).length > 1;
  const steps = moves.filter(({ place }) => place?.from !== undefined && !isShared(place));
  for (const { move, place } of moves) {
    if (place?.square !== undefined && place.from === undefined && !found.has(place.square) && (!surroundings || !isShared(place))) found.set(place.square, move);
  }
  const across = block ? columns / block : 0;
  const blockOf = (square) => Math.floor(Math.floor(square / columns) / block) * across + Math.floor((square % columns) / block);
  const inBlock = (square) => (Math.floor(square / columns) % block) * block + ((square % columns) % block);

  const cells = squares.map((of, square) => {
    const [row, column] = [Math.floor(square / columns), square % columns];
    const move = found.get(square) ?? null;
    const owner = block ? blocks[blockOf(square)] : null;
    const what = [
      block === 3 && `${PARTS[inBlock(square)]} of the ${PARTS[blockOf(square)]} board`,
      letters.has(square) ? [letters.get(square), of !== null && `of ${sides[of]}`].filter(Boolean).join(" ") : of === null ? "empty" : sides[of],
      owner === "drawn" ? "board drawn" : owner !== null && `board won by ${sides[owner]}`,
    ].filter(Boolean).join(", ");
    const cell = {
      square, row, column, move, what, takes: ofColumn(column),
      steps: steps.filter(({ place }) => place.from === square),
      name: surroundings ? `${surroundings.columns[column]}:${surroundings.rows[row]}` : block ? LETTERS[blockOf(square)] + LETTERS[inBlock(square)]
        : falls ? `column ${column + 1}, row ${rows - row}` : coordinate(row, column, diagram),
      lights: highlights.filter((light) => light.square === square),
      ban: forbidden.find(({ place }) => place?.square === square)?.why ?? null,
    };
    let sign = letters.has(square) ? h("span", { class: `${falls && of !== null ? "disc " : ""}piece side${of ?? "none"}`, "aria-hidden": "true" }, letters.get(square)) : null;
    if (sign) sign.style.setProperty("--height", row + 1);
    if (of !== null && !sign) {
      const drawn = () => s("svg", { class: "sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, mark(of, 10, 10, falls ? 6 : 7, false));
      sign = hasPoints || hasHexagons ? h("span", { class: `disc side${of}` }) : falls ? h("span", { class: `disc side${of}` }, drawn()) : drawn();
      // How far it falls.
      if (falls) sign.style.setProperty("--height", row + 1);
    }
    cellButton(cell, sign);
    cell.button.classList.toggle("last", last?.square === square);
    // The squares of a line that won; of nine boards, the boards.
    const isWhole = line?.includes(square);
    if (isWhole && !block) cell.what += `, in the ${hasHexagons ? "chain" : "line"} that ended the game`;
    cell.button.classList.toggle("whole", Boolean(isWhole && !block));
    return cell;
  });

  const track = (count) => (block ? Array.from({ length: count / block }, () => `repeat(${block}, minmax(0, 1fr))`).join(" var(--gap) ")
    : `repeat(${count}, minmax(0, 1fr))`);
  const at = (i) => i + 1 + (block ? Math.floor(i / block) : 0);
  const place = (row, column) => (hasHexagons ? hexagonal(row, column) : { "grid-column": at(column), "grid-row": at(row) });
  const grid = h("div", {
    class: ["grid", hasPoints ? "points" : hasHexagons ? "hexagons" : falls ? "falls" : "squares", block ? "blocks" : "", columns > 6 ? "many" : "", `mover${mover}`].join(" "), role: "grid",
    style: { "--columns": columns, "--rows": rows, "grid-template-columns": track(columns), "grid-template-rows": track(rows) },
  });
  // Behind the squares: the boards in which the next move is made. Before them: who won a board.
  const openBlocks = new Set([...found.keys()].map((square) => (block ? blockOf(square) : -1)));
  if (openBlocks.size > 1) grid.classList.add("anywhere");
  blocks.forEach((of, i) => {
    const style = {
      "grid-column": `${at((i % across) * block)} / span ${block}`, "grid-row": `${at(Math.floor(i / across) * block)} / span ${block}`,
    };
    grid.append(h("div", { class: openBlocks.has(i) ? "block next" : "block", style, "aria-hidden": "true" }));
    if (of === null) return;
    const isWhole = line?.some((square) => blockOf(square) === i);
    grid.append(h("div", { class: ["over", of === "drawn" && "drawn", isWhole && "whole"].filter(Boolean).join(" "), style, "aria-hidden": "true" },
      of !== "drawn" && s("svg", { viewBox: "0 0 20 20" }, mark(of, 10, 10, 7.5, false))));
  });
  for (let row = 0; row < rows; row++) {
    grid.append(h("div", { role: "row" }, cells.slice(row * columns, (row + 1) * columns).map((cell) => {
      const edges = hasPoints && [row === 0 && "north", row === rows - 1 && "south", cell.column === 0 && "west", cell.column === columns - 1 && "east"];
      return h("div", {
        class: ["slot", ...(edges || [])].filter(Boolean).join(" "), role: "gridcell", style: place(row, cell.column),
      }, cell.button);
    })));
  }
  if (block) return { grid, cells };
  return { grid: (hasHexagons ? slanted : framed)(grid, diagram, surroundings), cells };
}

/** Where a hexagon stands in a grid of half its width and a quarter of its height, with room for one more on all sides. */
const hexagonal = (row, column) => ({ "grid-column": `${2 * column + row + 3} / span 2`, "grid-row": `${3 * row + 4} / span 4` });

/** Hexagons with letters and numbers where more of them would be, and with bands for who connects which sides. */
function slanted(grid, diagram) {
  const { columns } = diagram;
  const rows = diagram.squares.length / columns;
  const [across, down] = [2 * columns + rows + 2, 3 * rows + 7];
  const label = (kind, row, column, text) => grid.append(h("span", { class: `coordinate ${kind}`, "aria-hidden": "true", style: hexagonal(row, column) }, text));
  for (let column = 0; column < columns; column++) {
    label("letter above", -1, column, LETTERS[column]);
    label("letter below", rows, column, LETTERS[column]);
  }
  for (let row = 0; row < rows; row++) label("number", row, -1, String(row + 1));
  // Lines over the cells hide that browsers round where these begin and end.
  const outlines = diagram.squares.map((_, i) => hexagon(...middle(Math.floor(i / columns), i % columns))).join("");
  grid.append(s("svg", { class: "outlines", viewBox: `${-2 * HALF} ${-3 * QUARTER} ${across * HALF} ${down * QUARTER}`, "aria-hidden": "true" },
    bands(columns, rows).map(([side, d]) => s("path", { class: `band side${side}`, d })), s("path", { class: "outline", d: outlines })));
  const look = { "--across": across, "--ratio": (across * HALF) / (down * QUARTER), "grid-template-columns": `repeat(${across}, minmax(0, 1fr))`, "grid-template-rows": `repeat(${down}, minmax(0, 1fr))` };
  for (const [name, value] of Object.entries(look)) grid.style.setProperty(name, value);
  return grid;
}

/** The grid with letters and numbers at its edges. */
function framed(grid, diagram, surroundings) {
  const { columns, falls } = diagram;
  const rows = diagram.squares.length / columns;
  for (let column = 0; column < columns; column++) {
    const letter = surroundings ? surroundings.columns[column] : falls ? String(column + 1) : coordinate(0, column, diagram).replace(/\d+$/, "");
    grid.append(h("span", { class: "coordinate letter", "aria-hidden": "true", style: { "grid-column": column + 1, "grid-row": rows + 1 } }, letter));
  }
  for (let row = 0; row < rows; row++) {
    grid.append(h("span", { class: "coordinate number", "aria-hidden": "true", style: { "grid-column": columns + 1, "grid-row": row + 1 } }, surroundings ? surroundings.rows[row] : String(rows - row)));
  }
  grid.classList.add("framed");
  grid.style.setProperty("grid-template-columns", `repeat(${columns}, minmax(0, 1fr)) 1.1rem`);
  grid.style.setProperty("grid-template-rows", `repeat(${rows}, minmax(0, 1fr)) 1.3rem`);
  return grid;
}

/**
 * A square's name: a letter for its column, a number for its row, from below, but of hexagons from the top. Go has
 * no letter I.
 */
function coordinate(row, column, { columns, squares, has_points: hasPoints, has_hexagons: hasHexagons }) {
  const letters = hasPoints ? LETTERS.replace("i", "").toUpperCase() : LETTERS;
  return `${letters[column]}${hasHexagons ? row + 1 : squares.length / columns - row}`;
}

/**
 * What is taken by sliding from one cell of a heap to another: where heaps are split the stones between,
 * elsewhere those from the last one to the end.
 */
function takenBetween(begin, end) {
  if (begin === end || !begin.places) return end.takes ?? null;
  const [from, to] = [Math.min(begin.stones.from, end.stones.from), Math.max(begin.stones.to, end.stones.to)];
  return begin.places.find((place) => place.from === from && place.to === to) ?? null;
}

function drawHeaps({ diagram, moves }) {
  const cells = [];
  const splits = moves.some(({ place }) => place && place.from > 0 && place.to < diagram.heaps[place.heap]);
  const rows = diagram.heaps.map((size, heap) => {
    const found = placesOf(moves, heap, diagram.heaps, splits);
    const first = Math.max(0, size - STONES_MAX);
    const row = h("div", { class: "heap", role: "row" },
      h("span", { class: "heap-name", role: "rowheader" }, `Heap ${heap + 1}: `, h("b", {}, String(size))),
      first > 0 && h("span", { class: "soft", role: "gridcell" }, `${first} more and`));
    const before = cells.length;
    const add = (from, to, takes, looks) => {
      const nth = `stone ${from + 1} of heap ${heap + 1}`;
      const cell = cellButton({
        row: heap, column: cells.length - before, move: takes?.move ?? null, name: takes?.move ?? nth,
        stones: { heap, from, to }, takes, what: takes ? taking(takes, size) : "no move", lights: [], places: splits ? found.all : null,
      });
      cell.button.classList.add(looks);
      cell.slot = h("div", { role: "gridcell", class: `slot of-${looks}` }, cell.button);
      cells.push(cell);
      return cell.slot;
    };
    for (let i = first; i < size; i++) {
      const stone = add(i, i + 1, found.stones[i], "bead");
      const pair = i + 1 < size && found.pairs[i] && add(i, i + 2, found.pairs[i], "pair");
      // Two that may be taken together have their place below, between them.
      row.append(h("div", { class: "stack", role: "presentation" }, stone, pair));
    }
    return row;
  });
  if (!cells.length) return { grid: h("p", { class: "soft" }, "No stone is left."), cells };
  const hint = splits ? "Press a stone, or slide over neighbours, and let go to take them."
    : "Press a stone, slide along its heap, let go: it is taken with all behind it.";
  return { grid: h("div", { class: "heaps", role: "grid" }, rows), cells, hint };
}

/**
 * Which stone stands for which move: the first that it takes. Where heaps are split, a row may be turned
 * round, and two neighbours taken together have a place between them. The moves of equal heaps are listed
 * once, for one of them, and may be made in any.
 */
function placesOf(moves, heap, heaps, splits) {
  const places = { stones: {}, pairs: {}, all: [] };
  const size = heaps[heap];
  const here = moves.filter(({ place }) => place && heaps[place.heap] === size && place.to > place.from);
  const hasSingles = here.some(({ place }) => place.to - place.from === 1);
  const add = (from, to, move) => {
    const where = splits && hasSingles && to - from === 2 ? places.pairs : places.stones;
    where[from] ??= { heap, from, to, move };
    places.all.push({ heap, from, to, move });
  };
  for (const { move, place } of here) add(place.from, place.to, move);
  if (splits) for (const { move, place } of here) add(size - place.to, size - place.from, move);
  return places;
}

function taking({ from, to }, size) {
  const left = from > 0 && to < size ? `${from} and ${size - to} stay` : `${size - to + from} left`;
  return `take ${to - from} of ${size}, ${left}`;
}
