// A tree of any size as a widget, after the tree pattern of WAI-ARIA: only what is open is in the page, and
// children come a hundred at a time. It knows nothing of games: the page gives it `load`, `line` and `label`.

import { h, put } from "./dom.js";

/** How many children one request brings. */
const PORTION = 100;

/** Letters typed within this time belong together. */
const TYPING_MS = 700;

/** A node of the widget, from what the server tells of it. */
function node(told, parent) {
  const path = told.path;
  return {
    ...told, parent, path, key: path.join("."), level: parent ? parent.level + 1 : 1,
    children: [], isOpen: false, detail: null, item: null, line: null,
  };
}

/** The children as they are shown: moves that were left out stand together, and what is not loaded is one line. */
function shown(parent) {
  const rows = [];
  for (const child of parent.children) {
    const before = rows.at(-1);
    if (child.status !== "left-out") rows.push(child);
    else if (before?.ghosts) before.ghosts.push(child);
    else rows.push({ ...child, key: child.key, ghosts: [child], children_total: 0 });
  }
  const rest = parent.children_total - parent.children.length;
  if (rest > 0) {
    rows.push({ key: `${parent.key}+`, parent, level: parent.level + 1, rest, children_total: 0, children: [] });
  }
  return rows;
}

/**
 * The widget. `load(path, from, count)` asks for a node and some of its children; `line(row)` gives what a line
 * shows and `label(row)` what it is called; `select(row)` is told of the selected one; `fail(error)` of
 * requests that failed. A row is a node, or has `ghosts` (nodes that were left out) or `rest` (not loaded yet).
 */
export function treeView({ name, load, line, label, typed, select, fail }) {
  const list = h("ul", { class: "nodes", role: "tree", "aria-label": name });
  let root = null;
  let selected = null;
  let typing = { text: "", at: 0 };

  const portion = (to, from) => load(to.path, from, PORTION).then((answer) => {
    to.detail = answer.node;
    Object.assign(to, { bounds: answer.node.bounds, children_total: answer.node.children_total });
    if (from === to.children.length) to.children.push(...answer.children.map((child) => node(child, to)));
  });

  /** A node's detail and its first children, asked for once. */
  async function know(row) {
    if (!row.detail) await (row.asked ??= portion(row, 0).finally(() => (row.asked = null)));
    return row.detail;
  }

  /** A line: what is seen, and in one sentence what is heard. The children stand beside it and are its own. */
  function draw(row, position, size) {
    row.line = h("div", {
      role: "treeitem", class: "node-line", tabindex: "-1", "aria-level": row.level, "aria-posinset": position,
      "aria-setsize": size, "aria-selected": "false", "aria-expanded": row.children_total > 0 ? "false" : null,
    });
    row.item = h("li", { role: "none", class: row.ghosts ? "ghost" : row.rest ? "rest" : `of-${row.status}` }, row.line);
    row.line.row = row;
    redraw(row);
    return row.item;
  }

  /** Writes a line again, for instance when more is known of it. */
  function redraw(row) {
    if (!row.line) return;
    put(row.line, h("span", { class: "twist", "aria-hidden": "true" }), h("span", { class: "unseen" }, label(row)),
      h("span", { class: "seen", "aria-hidden": "true" }, line(row)));
  }

  function drawChildren(row) {
    row.item.querySelector(":scope > ul")?.remove();
    const rows = shown(row);
    const size = rows.at(-1)?.rest ? -1 : rows.length;
    const id = `below-${row.key}`;
    row.line.setAttribute("aria-owns", id);
    row.item.append(h("ul", { role: "group", id }, rows.map((child, i) => draw(child, i + 1, size))));
    for (const child of rows) if (child.isOpen) drawOpen(child);
  }

  function drawOpen(row) {
    row.isOpen = true;
    row.line.setAttribute("aria-expanded", "true");
    drawChildren(row);
  }

  async function unfold(row) {
    if (row.isOpen || !row.children_total) return;
    row.line.setAttribute("aria-busy", "true");
    try {
      await know(row);
      if (row.item.isConnected) drawOpen(row);
    } catch (error) {
      fail(error);
    } finally {
      row.line.removeAttribute("aria-busy");
    }
  }

  function fold(row) {
    if (!row.isOpen) return;
    row.isOpen = false;
    const holds = selected && selected !== row && row.item.contains(selected.item);
    row.line.setAttribute("aria-expanded", "false");
    row.line.removeAttribute("aria-owns");
    row.item.querySelector(":scope > ul")?.remove();
    if (holds) choose(row, { isFocused: true });
  }

  /** The next portion of children; the selection goes to the first of them. */
  async function more(parent, { isFocused = false } = {}) {
    const from = parent.children.length;
    try {
      await portion(parent, from);
    } catch (error) {
      return fail(error);
    }
    const hadFocus = isFocused || list.contains(document.activeElement);
    drawChildren(parent);
    const row = below(parent).find((r) => r.path?.at(-1) === from || r.ghosts?.some((g) => g.path.at(-1) >= from));
    if (row) choose(row, { isFocused: hadFocus });
  }

  /** The rows that are shown below an open one. */
  const below = (row) => [...row.item.querySelectorAll(":scope > ul > li > .node-line")].map((element) => element.row);

  function choose(row, { isFocused = false } = {}) {
    if (selected) {
      selected.line.setAttribute("aria-selected", "false");
      selected.line.tabIndex = -1;
    }
    selected = row;
    row.line.setAttribute("aria-selected", "true");
    row.line.tabIndex = 0;
    if (isFocused) row.line.focus({ preventScroll: true });
    bringIntoView(row.line, isFocused);
    select(row);
  }

  /** Scrolls the box around the tree, and the page only for those who are in the tree already. */
  function bringIntoView(line, isFocused) {
    const box = list.parentElement;
    const [inner, outer] = [line.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
    // Deep lines begin far to the right: their beginning is to be seen, with something of the way to it.
    const left = inner.left - outer.left;
    if (left < 0 || left > outer.width / 2) box.scrollLeft += left - outer.width / 4;
    if (!isFocused) return;
    const [top, bottom] = [line.getBoundingClientRect().top, line.getBoundingClientRect().bottom];
    if (top < 0) scrollBy(0, top - 8);
    else if (bottom > innerHeight) scrollBy(0, bottom - innerHeight + 8);
  }

  /** What Enter does. */
  function act(row) {
    if (row.rest) more(row.parent, { isFocused: true });
    else if (row.status === "same" && row.same_as) reveal(row.same_as, { isFocused: true });
    else if (row.isOpen) fold(row);
    else unfold(row);
  }

  const lines = () => [...list.querySelectorAll('[role="treeitem"]')];

  function type(letter) {
    const now = performance.now();
    typing = { text: now - typing.at < TYPING_MS ? typing.text + letter : letter, at: now };
    const all = lines();
    const here = all.indexOf(selected.line);
    // A new word starts behind the selected line, a longer one may stay on it.
    const start = typing.text.length > 1 ? here : here + 1;
    for (let i = 0; i < all.length; i++) {
      const row = all[(start + i) % all.length].row;
      if (typed(row).toLowerCase().startsWith(typing.text)) return choose(row, { isFocused: true });
    }
  }

  list.addEventListener("keydown", (event) => {
    if (!selected || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = lines();
    const here = all.indexOf(selected.line);
    const to = (item) => item && choose(item.row, { isFocused: true });
    const parent = selected.parent?.line;
    const keys = {
      ArrowDown: () => to(all[here + 1]),
      ArrowUp: () => to(all[here - 1]),
      Home: () => to(all[0]),
      End: () => to(all.at(-1)),
      ArrowRight: () => (selected.isOpen ? to(all[here + 1]) : unfold(selected)),
      ArrowLeft: () => (selected.isOpen ? fold(selected) : to(parent)),
      Enter: () => act(selected),
      " ": () => act(selected),
      "*": () => selected.parent && below(selected.parent).forEach((row) => unfold(row)),
    };
    const perform = keys[event.key] ?? (event.key.length === 1 ? () => type(event.key.toLowerCase()) : null);
    if (!perform) return;
    event.preventDefault();
    perform();
  });

  list.addEventListener("click", (event) => {
    const row = event.target.closest(".node-line")?.row;
    if (!row) return;
    choose(row, { isFocused: true });
    if (row.rest) more(row.parent, { isFocused: true });
    else if (event.target.closest(".twist") && row.children_total) act(row);
  });
  list.addEventListener("dblclick", (event) => {
    const row = event.target.closest(".node-line")?.row;
    if (row && !row.rest && !event.target.closest(".twist")) act(row);
  });

  /** Opens the way to a node and selects it. Stops where there is no such child; says whether it got there. */
  async function reveal(path, { isFocused = false } = {}) {
    let row = root;
    for (const index of path) {
      await unfold(row);
      while (row.children.length <= index && row.children.length < row.children_total) {
        const before = row.children.length;
        await portion(row, before).catch(fail);
        if (row.children.length === before) break;
        drawChildren(row);
      }
      const next = below(row).find((r) => r.path?.at(-1) === index || r.ghosts?.some((g) => g.path.at(-1) === index));
      if (!next) break;
      row = next;
    }
    choose(row, { isFocused });
    return row.path.length === path.length;
  }

  /** All children of a node. */
  async function all(row) {
    await know(row);
    while (row.children.length < row.children_total) {
      const before = row.children.length;
      await portion(row, before);
      if (row.children.length === before) break;
      if (row.isOpen) drawChildren(row);
    }
    return row.children;
  }

  /** Shows another tree, with its root open. */
  function start(answer) {
    root = node({ ...answer.node, path: [] }, null);
    root.detail = answer.node;
    root.children = answer.children.map((child) => node(child, root));
    list.replaceChildren(draw(root, 1, 1));
    root.line.tabIndex = 0;
    if (root.children_total) drawOpen(root);
    return root;
  }

  function foldAll() {
    const close = (row) => {
      row.children.forEach(close);
      if (row !== root) row.isOpen = false;
    };
    close(root);
    drawOpen(root);
    choose(root);
  }

  return { list, start, reveal, know, all, redraw, unfold, foldAll, act, root: () => root, selected: () => selected };
}
