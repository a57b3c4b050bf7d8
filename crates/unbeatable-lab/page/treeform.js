// The question a tree answers, as a form.

import { h, put } from "./dom.js";
import { ask, queryText } from "./api.js";
import { gamePicker, games } from "./gamepicker.js";
import { spelled } from "./gamewords.js";
import { stopped } from "./treewords.js";
import { capital, plural } from "./words.js";
import { addressOf } from "./paths.js";

/** The options of a search, as `solve` has them. */
export const OPTIONS = ["plain", "order", "table", "symmetry", "analysis", "scout", "deepen", "fail", "window", "at_least"];

const SWITCHES = [
  ["table", "Table", "remembers positions"],
  ["symmetry", "Symmetry", "mirror images are one"],
  ["analysis", "Analysis", "knows more than the rules"],
  ["scout", "Null windows", "asks yes or no"],
  ["deepen", "Deepening", "depth 1, 2, 3, …"],
];

function field(text, input) {
  return h("label", {}, text, input);
}

function choice(name, value, options) {
  const select = h("select", { name }, options.map(([v, text]) => h("option", { value: v }, text)));
  if (value && !options.some(([v]) => v === value)) select.append(h("option", { value }, value));
  select.value = value ?? "";
  return select;
}

/** `submit(values)` is told the question; `sent(answer)` that a certificate was sent and accepted. */
export function treeForm(question, submit, sent) {
  const of = choice("of", question.of, [["search", "what a search visited"], ["game", "the game: all moves"], ["certificate", "a proof of the value"]]);
  let game = question.game ?? "ttt";
  const picker = gamePicker({ game, onchange: (spec) => {
    game = spec;
    // A position of another game makes no sense in this one.
    position.value = moves.value = "";
    form.requestSubmit();
  } });
  const position = h("input", { name: "position", value: question.position ?? "", placeholder: "the start", size: 18, spellcheck: "false", autocapitalize: "off" });
  const moves = h("input", { name: "moves", value: question.moves ?? "", placeholder: "b2,a1", size: 10, spellcheck: "false", autocapitalize: "off" });
  const solver = choice("solver", question.solver ?? "alpha-beta", [["alpha-beta", "alpha-beta"], ["minimax", "minimax"]]);
  const plain = h("input", { type: "checkbox", name: "plain", checked: question.plain === "true" });
  const order = choice("order", question.order, [["", "usual"]]);
  // The server knows the orders' names; the form works without them, too.
  Promise.all([ask("solvers"), games()]).then(([{ orders }, all]) => {
    for (const { name, summary } of orders) {
      if (![...order.options].some((o) => o.value === name)) order.append(h("option", { value: name, title: spelled(summary, all) }, name));
    }
  }).catch(() => {});
  const onOff = [["", "usual"], ["true", "on"], ["false", "off"]];
  const nodes = h("input", { name: "nodes", value: question.nodes ?? "", placeholder: "2M", size: 6 });
  const limit = h("input", { name: "limit", value: question.limit ?? "", placeholder: "10s", size: 6 });
  const more = h("details", { class: "options" }, h("summary", {}, "Options of the search"),
    h("div", { class: "row" },
      field("Order of moves", order),
      SWITCHES.map(([name, text, hint]) => field(`${text} (${hint})`, choice(name, question[name], onOff))),
      field("Outside the window", choice("fail", question.fail, [["", "usual"], ["soft", "soft: the proven bound"], ["hard", "hard: the edge"]])),
      field("First window", choice("window", question.window, [["", "usual"], ["closed", "closed"], ["open", "open"]])),
      field("Ask only: at least", h("input", { name: "at_least", value: question.at_least ?? "", placeholder: "the value", size: 7 })),
      field("Nodes at most", nodes)));
  more.open = OPTIONS.slice(1).some((name) => question[name]) || Boolean(question.nodes);
  const ofSearch = h("span", { class: "row" }, field("Solver", solver), h("label", { class: "check" }, plain, "plain, as in textbooks"));
  const ofTime = field("Time at most", limit);
  const form = h("form", { onsubmit: (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    values.game = game;
    values.plain = plain.checked ? "true" : null;
    if (values.of === "game") delete values.limit;
    if (values.of !== "search") for (const name of ["solver", "nodes", ...OPTIONS]) delete values[name];
    if (values.solver === "minimax") for (const name of OPTIONS) delete values[name];
    submit(values);
  } },
  h("div", { class: "row" }, field("Tree of", of), picker, field("Position", position), field("then moves", moves), ofSearch, ofTime, h("button", { class: "main", type: "submit" }, "Show the tree")), more);
  const fit = () => {
    ofSearch.hidden = of.value !== "search";
    more.hidden = of.value !== "search";
    ofTime.hidden = of.value === "game";
    upload.hidden = of.value !== "certificate";
    plain.disabled = solver.value === "minimax";
  };
  const upload = uploading(sent);
  form.append(upload);
  of.addEventListener("change", fit);
  solver.addEventListener("change", fit);
  fit();
  return form;
}

/** A certificate of a smallest table has no tree, but it was checked all the same. */
function table({ game, position, role, rows, count, keep, default: rule, at_least: lower, at_most: upper }) {
  const href = `${addressOf("/strategies")}?${queryText({ game, position, role, count, keep, default: rule })}`;
  const claim = lower === upper ? `no table is smaller than this one of ${plural(rows, "row")}` : `a table of ${plural(rows, "row")}; the smallest counts from ${lower} to ${upper}`;
  return [`Accepted: ${claim}. `, h("a", { href }, "Tables are shown as pictures.")];
}

/** A certificate of one's own. */
function uploading(sent) {
  const news = h("p", { class: "small", role: "status" });
  const file = h("input", { type: "file" });
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    put(news, "Sending and checking …");
    try {
      const answer = await ask("certificates", {}, { method: "POST", body: file.files[0], headers: { "content-type": "application/octet-stream" } });
      const report = answer.report;
      if (report?.verdict === "open") put(news, `The check was not finished: ${stopped(report.stopped ?? "time")}. Nothing is known of this certificate.`);
      else if (report?.verdict && report.verdict !== "accepted") put(news, h("span", { class: "error" }, `Not accepted: ${report.reason ?? report.verdict}`));
      else if (report?.role) put(news, ...table(report));
      else sent(answer);
    } catch (error) {
      put(news, h("span", { class: "error" }, capital(error.message)));
    }
  });
  return h("div", { class: "upload row" }, field(["or a certificate file, as a terminal writes it: ", h("code", {}, "unbeatable solve --certificate FILE")], file), news);
}
