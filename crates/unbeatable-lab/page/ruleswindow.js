// The window for rules of one's own: a file that is dropped onto the page or chosen, or a text; and what is wrong with it.

import { h, put, announce } from "./dom.js";
import { capital } from "./words.js";
import { bring, isBrought, reportOf, textOf } from "./rulesfile.js";

/** What the window does with a game that was read. */
let opened = () => {};
let shownWindow = null;

/** The one window, made when it is first needed. */
function theWindow() {
  if (shownWindow) return shownWindow;
  let name = "";
  const title = h("h2", { id: "rules-title" }, "A game of your own");
  const file = h("input", { type: "file", accept: ".kif,.gdl,.txt,text/plain", onchange: () => file.files.length && readFile(file.files[0]) });
  const text = h("textarea", { rows: "8", spellcheck: "false", autocapitalize: "none", autocomplete: "off" });
  const news = h("div", { class: "news", role: "alert" });
  const button = h("button", { type: "button", class: "main", onclick: read }, "Read the rules");
  const element = h("dialog", { class: "rules-window", "aria-labelledby": "rules-title" },
    title,
    h("p", { class: "small" }, "Write down the rules of a game for two in GDL, the Game Description Language, and play it here with all that the lab has. ",
      "The guide has a page about it, and games to begin with."),
    h("label", { class: "wide" }, "A file with rules (.kif)", file),
    h("label", { class: "wide" }, "or the rules themselves", text),
    news,
    h("p", { class: "row" }, button, h("button", { type: "button", onclick: () => element.close() }, "Close")));
  document.body.append(element);

  async function readFile(chosen) {
    name = chosen.name;
    text.value = await chosen.text();
    file.value = "";
    await read();
  }

  async function read() {
    if (!text.value.trim()) return void text.focus();
    button.disabled = true;
    put(news, h("p", { class: "soft" }, `Reading ${name || "the rules"} …`));
    try {
      const { game, report } = await bring(name || "rules.kif", text.value);
      if (!game) return void put(news, refusal(name, report));
      put(news);
      text.value = name = "";
      element.close();
      opened(game);
    } catch (refused) {
      put(news, h("p", { class: "error" }, capital(refused.message)));
    } finally {
      button.disabled = false;
    }
  }

  function open() {
    if (!element.open) element.showModal();
  }
  return (shownWindow = { open, readFile });
}

/** What is wrong with rules, each with its line. */
function refusal(name, { wrong }) {
  const where = ({ line, column }) => line && h("b", {}, `Line ${line}, column ${column}: `);
  return h("div", { class: "error" },
    h("p", {}, `${name || "This"} is no game yet.`),
    h("ul", { class: "complaints" }, wrong.map((complaint) => h("li", {},
      h("p", {}, where(complaint), line(complaint.what)),
      complaint.excerpt && h("pre", {}, complaint.excerpt),
      complaint.remedy && h("p", {}, h("i", {}, "What to do: "), line(complaint.remedy))))));
}

const line = (text) => `${text}${/[.!?]$/.test(text) ? "" : "."}`;

/** Files that are dropped anywhere on the page are read; `onread(spec)` is called with games. */
export function takeDrops(onread) {
  opened = onread;
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const show = (isOver) => document.documentElement.classList.toggle("dropping", isOver);
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    show(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && show(false));
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    show(false);
    // Where a file may be chosen it may be dropped, too.
    if (event.target.closest?.("input[type=file]")) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file) return;
    const rules = theWindow();
    rules.open();
    rules.readFile(file);
  });
}

/** A button that opens the window. */
export const rulesButton = (words = "A game of your own …") =>
  h("button", { type: "button", class: "own-rules", onclick: () => theWindow().open() }, words);

/** What was found out about the rules of a game that was brought, for the page of its board; nothing about others. */
export function rulesFacts() {
  const element = h("div", { class: "rules-facts small", hidden: true });
  let shown = null;
  async function show(spec) {
    if (spec === shown) return;
    shown = spec;
    element.hidden = true;
    if (!isBrought(spec)) return;
    const report = await reportOf(spec).catch(() => null);
    if (spec !== shown || !report?.game) return;
    const { roles, fluents, actions, symmetries, alternates, ends, is_scored: isScored } = report.game;
    const facts = [
      ["Roles", `${roles[0]} and ${roles[1]}; ${roles[0]} moves first`],
      ["What can be true", String(fluents)],
      ["Moves", roles[0] === roles[1] ? actions.join(" and ") : `${actions[0]} of ${roles[0]}, ${actions[1]} of ${roles[1]}`],
      ["Symmetries", `${symmetries}, that which changes nothing among them`],
      ["Turns alternate", alternates],
      ["Every game ends", ends],
      ["It is worth", isScored ? "points" : "a win, a draw or a loss"],
    ];
    put(element, h("details", {}, h("summary", {}, "What is known of these rules"),
      h("dl", {}, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
      report.odd.length > 0 && h("ul", {}, report.odd.map(({ line: at, what }) => h("li", {}, at && `Line ${at}: `, line(what)))),
      h("details", {}, h("summary", {}, "The rules themselves"), h("pre", { class: "rules-text", tabindex: "0" }, textOf(spec)))));
    element.hidden = false;
    announce(`Rules of ${roles[0]} and ${roles[1]} are read.`);
  }
  return { element, show };
}
