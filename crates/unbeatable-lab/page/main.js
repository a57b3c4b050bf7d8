// The frame around all pages: which one is open, how one gets to another, light and dark.

import { h, put, announce } from "./dom.js";
import { queryText } from "./api.js";
import { addressOf, pageOf } from "./paths.js";
import { REMEDY } from "./sending.js";
import { takeDrops } from "./ruleswindow.js";

/**
 * Each page is a module with `title` and `open(place, query)`, which may return a function that closes it.
 * A page that can show what another address says in place has `update(query)`, which tells whether it did.
 */
const PAGES = {
  "/": { module: "./home.js" },
  "/board": { module: "./board.js", name: "Board" },
  "/race": { module: "./race.js", name: "Race" },
  "/tree": { module: "./tree.js", name: "Tree" },
  "/lesson": { module: "./lesson.js", name: "Lesson" },
  "/strategies": { module: "./strategies.js", name: "Strategies" },
  "/claims": { module: "./claims.js", name: "Claims" },
};

/** The game and the position that pages hand to one another. */
const SHARED = ["game", "position", "moves"];

let close = null;
let opening = 0;
/** The page that is open: its path and its module; `null` while one is being opened. */
let shown = null;

/** The query of the address, as an object. */
export function query() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** Says in the address what the open page shows, without opening anything. */
export function remember(values, { replace = false } = {}) {
  const text = queryText(values);
  const url = location.pathname + (text ? "?" + text : "");
  if (url === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"]({}, "", url);
  links();
}

/** Opens a page. */
export function go(path, values = {}) {
  const text = queryText(values);
  history.pushState({}, "", addressOf(path) + (text ? "?" + text : ""));
  show({ isNew: true });
}

function links() {
  const now = query();
  const shared = Object.fromEntries(SHARED.filter((k) => now[k]).map((k) => [k, now[k]]));
  const items = Object.entries(PAGES).filter(([, page]) => page.name).map(([path, { name }]) => {
    const text = queryText(path === "/claims" || path === "/lesson" ? {} : shared);
    const current = path === pageOf(location.pathname) ? "page" : null;
    return h("li", {}, h("a", { href: addressOf(path) + (text ? "?" + text : ""), "aria-current": current }, name));
  });
  put(document.getElementById("pages"), items);
}

/** In place of a page that cannot be opened. Browsers remember a module that failed: only a new start tries it again. */
function broken(place, { name = "Start" }, error) {
  console.error(error);
  const again = (event) => {
    event.preventDefault();
    location.reload();
  };
  document.title = `${name} · unbeatable`;
  put(place, h("h1", {}, name), h("p", { class: "error", role: "alert" }, `This page could not be opened. ${REMEDY} `,
    h("a", { href: location.href, onclick: again }, "Try again")), h("p", { class: "soft small" }, error.message));
}

async function show({ isNew = false } = {}) {
  const mine = ++opening;
  const page = PAGES[pageOf(location.pathname)] ?? PAGES["/"];
  close?.();
  close = shown = null;
  links();
  const place = document.getElementById("main");
  let module;
  let closeThis = null;
  try {
    module = await import(page.module);
    if (mine !== opening) return;
    document.title = module.title ? `${module.title} · unbeatable` : "unbeatable";
    // A room of its own: what a page that is late still writes is seen by nobody.
    const room = h("div");
    put(place, room);
    closeThis = (await module.open(room, query())) ?? null;
  } catch (error) {
    if (mine === opening) broken(place, page, error);
    return;
  }
  if (mine !== opening) return void closeThis?.();
  close = closeThis;
  shown = { path: location.pathname, module };
  if (isNew) {
    place.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(document.title);
  }
}

addEventListener("popstate", () => {
  // What stays as it is keeps the focus.
  if (shown?.path === location.pathname && shown.module.update?.(query())) links();
  else show();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !(pageOf(url.pathname) in PAGES) || link.target || link.hasAttribute("download")) return;
  if (url.hash && url.pathname === location.pathname) return;
  event.preventDefault();
  history.pushState({}, "", url.pathname + url.search);
  show({ isNew: true });
});

// Light, dark, or as the system says; kept in this browser.
const THEMES = ["system", "light", "dark"];
const button = document.getElementById("theme");
function theme(name) {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  const [sign, word] = { system: ["◐", "Auto"], light: ["☀", "Light"], dark: ["☾", "Dark"] }[name];
  button.textContent = `${sign} ${word}`;
  // What is read aloud has the words that are seen: they are also what one says to press it.
  button.setAttribute("aria-label", `${word} colours, change`);
}
function kept() {
  try {
    const name = localStorage.getItem("theme");
    return THEMES.includes(name) ? name : "system";
  } catch {
    return "system";
  }
}
button.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(kept()) + 1) % THEMES.length];
  try {
    localStorage.setItem("theme", next);
  } catch {
    // Without a place to keep it, it lasts as long as the page.
  }
  theme(next);
});
theme(kept());

// What the frame names from its own address it would look for elsewhere once the address has changed.
for (const link of document.querySelectorAll('link[rel="icon"]')) link.href = addressOf("/page/icon.svg");
document.querySelector(".brand").href = addressOf("/");
// Folders of a site have a slash at their end, which the pages' addresses do without.
const plain = addressOf(pageOf(location.pathname));
if (pageOf(location.pathname) in PAGES && plain !== location.pathname) history.replaceState({}, "", plain + location.search + location.hash);
takeDrops((game) => go("/board", { game }));
show();
