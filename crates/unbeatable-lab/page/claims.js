// The claims: published numbers, measured again beside what was published.

import { h, put, announce } from "./dom.js";
import { ask, follow } from "./api.js";
import { remember } from "./main.js";
import { brief, capital, count, plural, seconds } from "./words.js";
import { experiment, inLine, sideBySide } from "./published.js";

export const title = "Claims";

/** How a claim stands: its name in the address, its mark, what it is called, and the ground it stands on. */
const VERDICTS = {
  agrees: { mark: "✓", text: "agrees", ground: "win" },
  erratum: { mark: "≠", text: "known erratum", ground: "open" },
  differs: { mark: "✗", text: "disagrees", ground: "loss" },
  news: { mark: "★", text: "not published before", ground: "win" },
  stopped: { mark: "■", text: "stopped", ground: "draw" },
  failed: { mark: "!", text: "failed", ground: "loss" },
  open: { mark: "○", text: "not measured yet", ground: "none" },
};

const SHOWN = {
  "": "all", open: "not measured yet", agrees: "agrees", erratum: "known erratum", differs: "disagrees", stopped: "stopped", news: "not published before",
  quick: "quick ones", slow: "slow ones",
};

const KEPT = "claims";

function verdict({ report, failure, published, isHalted }) {
  if (failure) return "failed";
  if (!report) return isHalted ? "stopped" : "open";
  if (report.measured === null) return "stopped";
  if (published === null) return report.agrees === false ? "differs" : "news";
  return report.agrees ? "agrees" : report.erratum ? "erratum" : "differs";
}

export async function open(place, query) {
  let claims;
  try {
    ({ claims } = await ask("claims"));
  } catch (error) {
    put(place, h("h1", {}, "Claims"), h("p", { class: "error", role: "alert" }, error.message));
    return null;
  }
  return new Claims(place, claims).begin(query);
}

class Claims {
  constructor(place, claims) {
    this.place = place;
    this.claims = claims.map((claim) => ({ ...claim, report: null, failure: null, halt: null, isHalted: false }));
    this.groups = groups(this.claims);
    this.queue = null;
    this.isClosed = false;
  }

  begin(query) {
    this.find = query.find ?? "";
    this.show = query.show in SHOWN ? query.show : "";
    this.recall();
    this.build();
    const ids = (query.open ?? "").split(",").filter(Boolean);
    const named = ids.map((id) => this.claims.find((claim) => claim.id === id)).filter(Boolean);
    for (const claim of named) {
      claim.group.element.open = true;
      claim.group.named ??= claim;
    }
    if (!ids.length) this.groups[0].element.open = true;
    const unknown = ids.filter((id) => !named.some((claim) => claim.id === id));
    put(this.refusal, unknown.length ? h("p", { class: "error" }, `There is no claim '${unknown.join("', '")}'.`) : null);
    this.filter();
    this.refresh();
    if (named.length === 1) {
      named[0].element.classList.add("named");
      // When the page has been laid out.
      requestAnimationFrame(() => named[0].element.scrollIntoView({ block: "center" }));
    }
    return () => {
      this.isClosed = true;
      this.queue = null;
      for (const claim of this.claims) claim.halt?.();
    };
  }

  build() {
    this.findField = h("input", { type: "search", value: this.find, placeholder: "Go, Lomont, nodes, …", autocomplete: "off" });
    this.findField.addEventListener("input", () => {
      this.find = this.findField.value;
      this.filter();
      this.say();
    });
    this.showField = h("select", {}, Object.entries(SHOWN).map(([name, text]) => h("option", { value: name }, text)));
    this.showField.value = this.show;
    this.showField.addEventListener("change", () => {
      this.show = this.showField.value;
      this.filter();
      this.say();
      announce(plural(this.claims.filter((claim) => !claim.element.hidden).length, "claim"));
    });
    this.allButton = h("button", { class: "main", type: "button", onclick: () => (this.queue ? this.stopAll() : this.runAll()) });
    this.forgetButton = h("button", { type: "button", class: "quiet", onclick: () => this.forget() }, "Forget the results");
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Claims measured" });
    this.summary = h("p", { class: "summary" });
    this.refusal = h("div", { role: "alert" });
    this.none = h("p", { class: "soft" }, "No claim fits.");
    for (const group of this.groups) this.buildGroup(group);
    put(this.place, h("div", { class: "claims" },
      h("h1", {}, "Claims"),
      h("p", { class: "soft lead" }, "Published numbers about games. Each can be measured again, here and now, and stands beside what was published."),
      h("section", { class: "card controls", "aria-label": "All claims" },
        h("div", { class: "row" }, h("label", { class: "find" }, "Find", this.findField), h("label", {}, "Show", this.showField), this.allButton, this.forgetButton),
        this.bar, this.summary),
      this.refusal, this.none, this.groups.map(({ element }) => element)));
  }

  buildGroup(group) {
    group.counts = h("span", { class: "soft small" });
    group.element = h("details", { class: "card source" },
      h("summary", {}, h("h2", {}, group.name), group.counts),
      group.claims.map((claim) => this.buildClaim(claim)));
    group.element.addEventListener("toggle", () => {
      if (!this.isFiltered()) this.say();
    });
  }

  buildClaim(claim) {
    claim.badge = h("span", { class: "badge value" });
    claim.button = h("button", { type: "button", onclick: () => (claim.halt ? this.stop(claim) : this.measure(claim, true)) });
    claim.news = h("p", { class: "news small soft" });
    claim.body = h("div", { class: "body" });
    claim.element = h("article", { class: "claim", id: `claim-${claim.id}`, "aria-labelledby": `title-${claim.id}` },
      h("div", { class: "head" },
        h("div", {},
          h("h3", { id: `title-${claim.id}` }, commands(capital(claim.claim))),
          h("p", { class: "small soft" }, h("code", {}, claim.id), claim.part ? ` · ${claim.part}` : "", claim.is_slow ? [" · ", h("strong", {}, "slow")] : "")),
        h("div", { class: "run" }, claim.badge, claim.button)),
      claim.news, claim.body);
    this.fill(claim);
    return claim.element;
  }

  /** All of a claim that changes when it is measured. */
  fill(claim) {
    const name = verdict(claim);
    const { mark, text, ground } = VERDICTS[name];
    claim.badge.className = `badge value ${ground}`;
    put(claim.badge, h("span", { "aria-hidden": "true" }, mark, " "), text);
    claim.badge.hidden = Boolean(claim.halt);
    claim.button.textContent = claim.halt ? "Stop" : claim.report || claim.failure ? "Run again" : "Run";
    claim.button.setAttribute("aria-label", `${claim.button.textContent}: ${claim.claim}`);
    if (!claim.halt) put(claim.news);
    const { report, failure } = claim;
    put(claim.body,
      failure ? h("p", { class: "error" }, failure) : null,
      report && report.measured !== null ? sideBySide(claim.published, report.measured)
        : h("div", { class: "small before" }, claim.published === null ? "Nothing published to compare with." : ["Published: ", inLine(claim.published)]),
      report ? h("div", { class: "words" },
        report.erratum ? h("p", {}, h("strong", {}, "Erratum: "), commands(sentence(capital(report.erratum)))) : null,
        report.note ? h("p", { class: "small" }, commands(sentence(report.note))) : null,
        report.measured === null
          ? h("p", { class: "small" }, `Stopped after ${seconds(report.seconds)}, before it was done. Without a limit: `, h("code", {}, `unbeatable reproduce ${claim.id}`))
          : h("p", { class: "small soft" }, `Measured in ${seconds(report.seconds)}.`)) : null,
      (report?.tables ?? []).map(experiment));
  }

  // Measuring.

  /** Measures one; resolves when it is over. */
  measure(claim, isAlone) {
    claim.halt?.();
    claim.group.named = claim;
    if (isAlone) this.say();
    return new Promise((resolve) => {
      let isOver = false;
      const end = (values) => {
        if (isOver) return;
        isOver = true;
        close();
        Object.assign(claim, { halt: null, isHalted: !values }, values);
        if (this.isClosed) return resolve();
        this.fill(claim);
        this.keep();
        this.refresh();
        if (isAlone && values) announce(`${VERDICTS[verdict(claim)].text}: ${claim.claim}`);
        resolve();
      };
      const tell = (text) => {
        if (!isOver && !this.isClosed) put(claim.news, text);
      };
      const close = follow(`claims/${claim.id}`, { limit: "1h" }, {
        waiting: ({ ahead }) => tell(`Waits for its turn, ${count(ahead)} ahead.`),
        progress: (p) => tell(`Measures: ${seconds(p.seconds)}${p.nodes ? `, ${brief(p.nodes)} nodes` : ""}${tableText(p)} …`),
        // One claim, by itself or as a list of one.
        answer: (answer) => end({ report: answer.claims?.[0] ?? answer, failure: null }),
        failure: (error) => end({ report: null, failure: error.message }),
      });
      claim.halt = () => end(null);
      this.fill(claim);
      tell("Measures …");
      this.refresh();
    });
  }

  stop(claim) {
    claim.halt?.();
    announce("stopped");
  }

  async runAll() {
    const waiting = this.quick();
    const queue = { total: waiting.length, done: 0, current: null };
    this.queue = queue;
    announce(`${plural(queue.total, "claim")} to measure`);
    for (const claim of waiting) {
      if (this.queue !== queue) return;
      queue.current = claim;
      await this.measure(claim, false);
      queue.done++;
    }
    if (this.queue !== queue) return;
    this.queue = null;
    this.refresh();
    this.filter();
    announce(this.summary.textContent);
  }

  stopAll() {
    const { current } = this.queue;
    this.queue = null;
    current?.halt?.();
    this.refresh();
    announce(`Stopped. ${this.summary.textContent}`);
  }

  /** Those that are measured by the button: the quick ones of what is shown. */
  quick() {
    return this.claims.filter((claim) => !claim.is_slow && !claim.element.hidden);
  }

  // What is shown.

  refresh() {
    if (this.isClosed) return;
    for (const group of this.groups) {
      const told = tally(group.claims);
      put(group.counts, plural(group.claims.length, "claim"), told ? `: ${told}` : "");
    }
    const measured = this.claims.filter((claim) => !["open", "stopped", "failed"].includes(verdict(claim)));
    const told = tally(this.claims);
    put(this.summary, this.queue ? `Measuring ${Math.min(this.queue.done + 1, this.queue.total)} of ${this.queue.total}. ` : "",
      told ? `${count(measured.length)} of ${plural(this.claims.length, "claim")} measured: ${told}.`
        : `${plural(this.claims.length, "claim")}, none measured yet.`);
    this.bar.hidden = !this.queue;
    if (this.queue) {
      this.bar.max = this.queue.total;
      this.bar.value = this.queue.done;
    }
    this.forgetButton.hidden = !told || Boolean(this.queue);
    this.allButton.textContent = this.queue ? "Stop" : this.isFiltered() ? `Run the ${plural(this.quick().length, "quick one")} shown` : "Run all quick ones";
    this.allButton.disabled = !this.queue && !this.quick().length;
  }

  isFiltered() {
    return Boolean(this.find.trim() || this.show);
  }

  filter() {
    const wanted = this.find.toLowerCase().split(/\s+/).filter(Boolean);
    const isFiltered = this.isFiltered();
    let shown = 0;
    for (const group of this.groups) {
      let fits = 0;
      for (const claim of group.claims) {
        const text = `${claim.id} ${claim.source} ${claim.claim}`.toLowerCase();
        const isShown = wanted.every((word) => text.includes(word)) && this.isOfKind(claim);
        claim.element.hidden = !isShown;
        if (isShown) fits++;
      }
      group.element.hidden = !fits;
      // What was found is seen; afterwards groups are as they were.
      if (isFiltered && group.wasOpen === undefined) group.wasOpen = group.element.open;
      if (isFiltered) group.element.open = fits > 0;
      else if (group.wasOpen !== undefined) {
        group.element.open = group.wasOpen;
        delete group.wasOpen;
      }
      shown += fits;
    }
    this.none.hidden = shown > 0;
    this.refresh();
  }

  isOfKind(claim) {
    if (!this.show) return true;
    if (this.show === "quick") return !claim.is_slow;
    if (this.show === "slow") return claim.is_slow;
    const name = verdict(claim);
    return name === this.show || (this.show === "stopped" && name === "failed");
  }

  /** Says in the address what is shown: the filters, and of each open group the claim that was looked at. */
  say() {
    const open = this.groups.filter((group) => group.wasOpen ?? group.element.open).map(({ named, claims }) => (named ?? claims[0]).id);
    remember({ open, find: this.find.trim(), show: this.show }, { replace: true });
  }

  // Results outlive a reload, but not the tab.

  keep() {
    const reports = Object.fromEntries(this.claims.filter(({ report }) => report).map(({ id, report }) => [id, report]));
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(reports));
    } catch {
      // Then they last as long as the page.
    }
  }

  recall() {
    try {
      const reports = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
      for (const claim of this.claims) claim.report = reports[claim.id] ?? null;
    } catch {
      // Nothing kept, or nothing that can be read.
    }
  }

  forget() {
    for (const claim of this.claims) {
      if (claim.halt) continue;
      Object.assign(claim, { report: null, failure: null, isHalted: false });
      this.fill(claim);
    }
    this.keep();
    this.filter();
    this.allButton.focus();
    announce("Results forgotten");
  }
}

/** Claims by publication: sources that differ only behind the title belong together. */
function groups(claims) {
  const head = (source) => /^[^']*'[^']*'(?: \(\d{4}\))?/.exec(source)?.[0] ?? source;
  const sources = new Map();
  for (const { source } of claims) sources.set(head(source), (sources.get(head(source)) ?? new Set()).add(source));
  const found = new Map();
  for (const claim of claims) {
    const isShared = sources.get(head(claim.source)).size > 1;
    const name = isShared ? head(claim.source) : claim.source;
    claim.part = isShared ? capital(claim.source.slice(name.length).replace(/^[,:;]\s*/, "")) : "";
    if (!found.has(name)) found.set(name, { name: capital(name), claims: [] });
    claim.group = found.get(name);
    claim.group.claims.push(claim);
  }
  return [...found.values()];
}

/** `5 agree, 1 known erratum`. */
function tally(claims) {
  const counts = {};
  for (const claim of claims) counts[verdict(claim)] = (counts[verdict(claim)] ?? 0) + 1;
  const said = {
    agrees: (n) => `${count(n)} ${n === 1 ? "agrees" : "agree"}`,
    news: (n) => `${count(n)} not published before`,
    erratum: (n) => plural(n, "known erratum", "known errata"),
    differs: (n) => `${count(n)} ${n === 1 ? "disagrees" : "disagree"}`,
    stopped: (n) => `${count(n)} stopped`,
    failed: (n) => `${count(n)} failed`,
  };
  return Object.entries(said).filter(([name]) => counts[name]).map(([name, say]) => say(counts[name])).join(", ");
}

/** A text with what can be typed into a terminal set apart. */
function commands(text) {
  const parts = text.split(/(`[^`]+`|(?:unbeatable [a-z]|--[a-z]).*?(?=; |: |\)|\.?$))/);
  return parts.map((part, i) => (i % 2 ? h("code", {}, part.replaceAll("`", "")) : part));
}

const sentence = (text) => (/[.)]$/.test(text) ? text : `${text}.`);

function tableText({ table }) {
  return table ? `, between ${table.lower} and ${table.upper} rows` : "";
}
