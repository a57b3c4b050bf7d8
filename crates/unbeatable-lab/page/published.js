// Published and measured values, which are any JSON, as people read them.

import { h } from "./dom.js";
import { variant } from "./gamewords.js";
import { capital, plural } from "./words.js";

const exact = new Intl.NumberFormat("en", { maximumFractionDigits: 12 });

const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);
const isPlain = (v) => v === null || typeof v !== "object";

/** `first_wins` as people write it, and the spec of a game in words. */
export const words = (key) => (/^[a-z]+:\d/.test(key) ? `${capital(key.split(":")[0])} ${variant(key)}` : key.replaceAll("_", " "));

/** A value without parts, as text. */
export function text(v) {
  if (v === null || v === undefined) return "–";
  if (typeof v === "number") return exact.format(v);
  if (typeof v === "boolean") return v ? "yes" : "no";
  return String(v);
}

/** Any value. */
export function value(v) {
  // A very long number may break behind a comma.
  if (typeof v === "number" && v >= 1e9) return h("span", {}, text(v).split(/(?<=,)/).map((part, i) => [i ? h("wbr") : null, part]));
  if (isPlain(v)) return h("span", {}, text(v));
  if (Array.isArray(v)) return list(v);
  return h("dl", { class: "parts" }, Object.entries(v).map(([key, part]) => h("div", {}, h("dt", {}, words(key)), h("dd", {}, value(part)))));
}

/** A value in one line, if it fits there, else as `value` shows it. */
export function inLine(v) {
  if (isPlain(v)) return text(v);
  if (isObject(v) && Object.values(v).every(isPlain)) {
    return Object.entries(v).map(([key, part]) => `${words(key)} ${text(part)}`).join(" · ");
  }
  return value(v);
}

function list(v) {
  if (!v.length) return h("span", {}, "none");
  if (!v.every(isPlain)) return h("ul", {}, v.map((part) => h("li", {}, value(part))));
  // Rows of a board, one below the other.
  const isBoard = v.every((row) => typeof row === "string" && row.length === v[0].length && /^[^a-z0-9]( [^a-z0-9])+$/i.test(row));
  if (isBoard) return h("pre", {}, v.join("\n"));
  const line = v.map(text).join(v.some((part) => String(part).includes(",")) ? "; " : ", ");
  if (v.length <= 12) return h("span", {}, line);
  return h("details", {}, h("summary", {}, plural(v.length, "entry", "entries")), h("span", {}, line));
}

/**
 * What was published beside what was measured, as a table: a row for each part that either has.
 */
export function sideBySide(published, measured) {
  if (isPlain(published) && published !== null && !isPlain(measured)) {
    // One number, and a measurement of many parts.
    return h("div", { class: "pair" }, [["Published", published], ["Measured", measured]].map(([name, v]) =>
      h("div", {}, h("p", { class: "small soft" }, name), value(v))));
  }
  const rows = [];
  const cell = (v) => h("td", {}, v === undefined ? "–" : value(v));
  const add = (name, a, b) => rows.push(h("tr", {}, name === null ? null : h("th", { scope: "row" }, words(name)),
    published === null ? null : cell(a), cell(b)));
  if (isObject(measured) && (isObject(published) || published === null)) {
    const keys = new Set([...Object.keys(published ?? {}), ...Object.keys(measured)]);
    for (const key of keys) add(key, published?.[key], measured[key]);
  } else add(null, published, measured);
  const heads = [...(published === null ? [] : ["Published"]), "Measured"].map((name) => h("th", { scope: "col" }, name));
  const isNamed = rows[0]?.firstChild.tagName === "TH";
  return h("div", { class: "scroll" }, h("table", { class: "beside" },
    h("thead", {}, h("tr", {}, isNamed ? h("td") : null, heads)), h("tbody", {}, rows)));
}

/** A table of an experiment: `{title, columns, rows}`. */
export function experiment({ title, columns, rows }) {
  const isNumber = columns.map((_, i) => rows.every((row) => typeof row[i] === "number"));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, h("table", {},
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, columns.map((name, i) => h("th", { scope: "col", class: isNumber[i] ? "number" : null }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, i) =>
      h("td", { class: isNumber[i] ? "number" : null }, isPlain(cell) ? text(cell) : value(cell))))))));
}
