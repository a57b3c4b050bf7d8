// Games in and out: notation, links, records and SGF files.

import { h, put, announce } from "./dom.js";
import { Refused, ask, askText } from "./api.js";

/**
 * The card: `show(kept, shown)` says which game is kept (its question and players) and what it looks like;
 * `onread` is called with a game that was read: `{game, position, moves}`.
 */
export function keepingCard({ onread }) {
  let game = "";
  const position = h("input", { type: "text", readonly: true });
  const link = h("input", { type: "text", readonly: true });
  const downloads = h("p", { class: "row" });
  const text = h("textarea", { rows: "4", spellcheck: "false", autocapitalize: "none" });
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const unsaved = h("p", { class: "error", role: "alert", hidden: true });
  const file = h("input", { type: "file", accept: ".sgf,.json,.txt", onchange: readFile });
  const element = h("section", { class: "card keeping", "aria-labelledby": "keep-title" },
    h("h2", { id: "keep-title" }, "Keep and bring"),
    h("details", {}, h("summary", {}, "Export"),
      copied(position, "Position"), copied(link, "Link"), downloads, unsaved),
    h("details", {}, h("summary", {}, "Import"),
      h("label", { class: "wide" }, "A position of this game, a JSON record, or an SGF file", text),
      h("p", { class: "row" }, h("button", { type: "button", onclick: read }, "Open"), h("label", {}, "or a file", file)), error));

  function copied(field, name) {
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(field.value);
        announce(`${name} copied.`);
      } catch {
        field.select();
        announce("Press Control C to copy.");
      }
    };
    return h("div", { class: "copy" }, h("label", {}, name, field),
      h("button", { type: "button", "aria-label": `Copy ${name.toLowerCase()}`, onclick: copy }, "Copy"));
  }

  async function readFile() {
    if (!file.files.length) return;
    text.value = await file.files[0].text();
    file.value = "";
    read();
  }

  async function read() {
    error.hidden = true;
    if (!text.value.trim()) return;
    try {
      const body = JSON.stringify({ text: text.value.trim(), game });
      const answer = await ask("read", {}, { method: "POST", headers: { "content-type": "application/json" }, body });
      // A game from its start needs no position in the address.
      const { start } = await ask("position", { game: answer.game });
      text.value = "";
      onread({ ...answer, position: answer.position === start ? "" : answer.position });
    } catch (refused) {
      put(error, refused.message);
      error.hidden = false;
    }
  }

  /** Has the browser save what is asked for. */
  async function save(request, kept, name) {
    unsaved.hidden = true;
    let text;
    try {
      text = await askText(request, kept);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      put(unsaved, refused.message);
      unsaved.hidden = false;
      return;
    }
    const url = URL.createObjectURL(new Blob([text]));
    h("a", { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  }

  function show(kept, shown) {
    game = kept.game;
    position.value = shown.position;
    link.value = location.href;
    const name = game.replace(/^sent\/\w+\/|\.kif$/g, "").replace(/[^a-z0-9]+/gi, "-");
    const as = (request, title, ending) =>
      h("button", { type: "button", onclick: () => save(request, kept, `${name}.${ending}`) }, title);
    put(downloads, as("record", "JSON record", "json"), game.startsWith("go:") && as("sgf", "SGF", "sgf"));
  }

  return { element, show };
}
