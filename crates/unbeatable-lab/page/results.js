// What a race has shown so far. A runner has `number`, `spec`, `status`, the last `progress` that it told,
// and its `answer`; `about` has the names of the sides, and whether the game is scored.

import { h } from "./dom.js";
import { bounds, brief, bytes, count, plural, seconds } from "./words.js";
import { runnerName } from "./runners.js";
import { addressOf } from "./paths.js";

const STOPPED = {
  time: "time was up", nodes: "its nodes were used up", memory: "its memory was used up", interrupted: "the server stopped it",
};

const isExact = (b) => Boolean(b && b.lower === b.upper);

/** Whether it has gone all its way; one that is stopped may have proven the value all the same. */
export const isDone = ({ answer }) => Boolean(answer && !answer.stopped && isExact(answer.bounds));

/** Whether it may still tell something. */
export const isGoing = ({ status }) => ["queued", "waiting", "running"].includes(status);

/** What is proven so far, in words; nothing while nothing was told. */
export function proven(progress, about) {
  if (progress?.bounds === undefined) return "";
  return progress.bounds ? bounds(progress.bounds, about.sides, about.isScored) : "nothing yet";
}

/** How many nodes a second; of a few nodes that says nothing. */
export function speed(progress) {
  if (!progress || progress.nodes < 1000 || !progress.seconds) return "";
  return brief(Math.round(progress.nodes_per_second ?? progress.nodes / progress.seconds));
}

export const tableSize = (progress) => (progress?.table_bytes === undefined ? "" : progress.table_bytes ? bytes(progress.table_bytes) : "none");

export const depth = (progress) => (progress?.depth_max === undefined ? "" : count(progress.depth_max));

/** How a runner stands, in a few words. */
export function standing(runner) {
  const { status, message, progress, answer } = runner;
  if (status === "running") return "searches …";
  if (status !== "over") return { ready: "ready", halted: "stopped" }[status] ?? message;
  if (isDone(runner)) return `✓ proven${answer.evidence === "hashed" ? ", relying on hashes" : ""}`;
  return `${isExact(progress.bounds) ? "proven, but not finished" : "not finished"}: ${STOPPED[answer.stopped] ?? "stopped"}`;
}

/** Two runners whose bounds have no value in common, in words; `null` if there are none. */
export function clash(runners, about) {
  const told = runners.filter(({ progress }) => progress?.bounds);
  for (const a of told) {
    const b = told.find((other) => other.progress.bounds.upper < a.progress.bounds.lower);
    const says = (r) => `${r.number + 1} ${runnerName(r.spec)}: ${proven(r.progress, about)}`;
    if (b) return `${says(a)}; ${says(b)}.`;
  }
  return null;
}

/** Who was best, when all are over. */
export function winner(runners, about) {
  const successful = runners.filter(({ status, answer }) => status === "over" && isExact(answer.bounds));
  if (!successful.length) return runners.some(({ status }) => status !== "failed") ? "No runner has proven the value." : "";
  const by = (key) => [...successful].sort((a, b) => a.answer[key] - b.answer[key])[0];
  const [first, least] = [by("seconds"), by("nodes")];
  const cost = (r) => `${runnerName(r.spec)}, in ${seconds(r.answer.seconds)} and ${plural(r.answer.nodes, "node")}`;
  const value = `Proven: ${proven(first.answer, about)}.`;
  if (successful.length === 1) return `${value} ${runners.length > 1 ? "Only by" : "By"} ${cost(first)}.`;
  if (first === least) return `${value} Fastest, and with the fewest nodes: ${cost(first)}.`;
  return `${value} Fastest: ${cost(first)}. Fewest nodes: ${cost(least)}.`;
}

/** A ratio with two digits or more: `1.04`, `1.4`, `30`, `7,856`. */
const times = (ratio) => (ratio >= 10 ? count(Math.round(ratio)) : String(Number(ratio.toPrecision(ratio < 1.1 ? 3 : 2))));

/**
 * A runner's nodes beside the first one's: `{isSame, isFewer, isLeast, times}`, or `null` if nothing can be
 * said. Of a search that is not finished it is only known that it would need more.
 */
function compare(first, runner) {
  const [a, b] = [first.progress?.nodes, runner.progress?.nodes];
  const isFewer = b < a;
  if (runner === first || !a || !b || !isDone(isFewer ? runner : first)) return null;
  const isLeast = !isDone(isFewer ? first : runner);
  return { isSame: a === b && !isLeast, isFewer, isLeast, times: times(isFewer ? a / b : b / a) };
}

/** The others beside the first one, in sentences. */
export function ratios(runners) {
  const [first] = runners;
  return runners.map((runner) => [runner, compare(first, runner)]).filter(([, how]) => how).map(([{ number, spec }, how]) => {
    const text = how.isSame ? "as many nodes as"
      : `${how.isLeast ? "at least " : ""}${how.times} times ${how.isFewer ? "fewer nodes than" : "as many nodes as"}`;
    return `${number + 1} ${runnerName(spec)} visited ${text} ${runnerName(first.spec)}.`;
  });
}

/** All numbers of all runners. */
export function resultsTable(runners, about) {
  const heads = ["Runner", "Nodes", "Beside runner 1", "Time", "Nodes/s", "Depth", "Table", "Proven", "How it ended"];
  const isNumber = (i) => i > 0 && i < 7;
  const rows = runners.map((runner) => {
    const { progress: p } = runner;
    const how = compare(runners[0], runner);
    const beside = !how ? "" : how.isSame ? "as many" : `${how.isLeast ? "≥ " : ""}${how.times} × ${how.isFewer ? "fewer" : "as many"}`;
    const cells = p ? [count(p.nodes), beside, seconds(p.seconds), speed(p), depth(p), tableSize(p), proven(p, about)] : Array(7).fill("");
    return h("tr", {}, h("th", { scope: "row" }, `${runner.number + 1} ${runnerName(runner.spec)}`),
      [...cells, standing(runner)].map((text, i) => h("td", { class: isNumber(i + 1) ? "number" : null }, text)));
  });
  return h("table", {},
    h("thead", {}, h("tr", {}, heads.map((text, i) => h("th", { scope: "col", class: isNumber(i) ? "number" : null }, text)))),
    h("tbody", {}, rows));
}

/** What was published about a ready-made race, beside what it shows once all its runners are done. */
export function publishedCard(race, runners, about) {
  const answers = runners.map(({ answer }) => answer);
  const isWhole = answers.every((answer) => answer && !answer.stopped);
  const rows = isWhole && race.compare ? race.compare(answers, about) : [];
  const table = h("table", {},
    h("thead", {}, h("tr", {}, ["Number", "Published", "Measured", "Verdict"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map(({ what, published, measured, agrees }) => h("tr", {}, h("th", { scope: "row" }, what),
      h("td", {}, published), h("td", {}, measured),
      h("td", {}, agrees === null ? "a matter of machines" : agrees ? "✓ agrees" : "✗ differs")))));
  return h("section", { class: "card", "aria-labelledby": "race-published" },
    h("h2", { id: "race-published" }, race.title),
    h("p", {}, race.note),
    rows.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Published and measured" }, table) : null,
    race.claims.length ? h("p", { class: "small claims-links" }, "Claims: ",
      race.claims.map((id, i) => [i ? ", " : "", h("a", { href: `${addressOf("/claims")}?open=${id}` }, h("code", {}, id))])) : null);
}
