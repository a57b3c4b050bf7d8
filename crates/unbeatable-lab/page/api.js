// Requests: docs/http.md describes them.

import { plainly } from "./gamewords.js";
import { REMEDY, send } from "./sending.js";

const ROOT = "/api/v1/";

/**
 * What went wrong, in one line: `message`, and `parameter` where one is to blame. Of a game that could not be read
 * `written` says more, to those who know how games are written.
 */
export class Refused extends Error {
  constructor({ message, code = "unreachable", parameter = null, written = null }) {
    super(message);
    this.code = code;
    this.parameter = parameter;
    this.written = written;
  }
}

/** The address of a request. What is `null`, `undefined` or empty is left out; lists are joined by commas. */
export function address(name, query = {}) {
  const text = queryText(query);
  return ROOT + name + (text ? "?" + text : "");
}

/** What needs no escape in a value of a query, and is easier to read without. */
const READABLE = /%(?:2C|3A|2F|3B|3D|40)/g;

/** A query as text, readable. */
export function queryText(query) {
  const parts = [];
  for (const [key, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(",") : value;
    if (text === null || text === undefined || text === "") continue;
    const escaped = encodeURIComponent(text).replace(READABLE, decodeURIComponent);
    parts.push(`${key}=${escaped}`);
  }
  return parts.join("&");
}

const UNREACHED = `No answer comes. ${REMEDY}`;
const BROKEN = `The answer broke off. ${REMEDY}`;
/** How a question is asked whose answer comes in events. */
const IN_EVENTS = { headers: { accept: "text/event-stream" } };

/** Questions whose answers nobody wanted yet, by their addresses. */
const early = new Map();
const EARLY_MILLISECONDS = 5000;

/**
 * Asks what a page is going to ask by `ask`, or with `isFollowed` by `follow`, before its modules are there.
 * What no page has wanted after some seconds is given up.
 */
export function askEarly(name, query, { isFollowed = false } = {}) {
  const url = address(name, query);
  const leaving = new AbortController();
  const response = send(url, { signal: leaving.signal, ...(isFollowed ? IN_EVENTS : {}) });
  // What went wrong is told to who wants the answer.
  response.catch(() => {});
  early.set(url, { response, giveUp: () => leaving.abort() });
  setTimeout(() => early.delete(url) && leaving.abort(), EARLY_MILLISECONDS);
}

/** Sends a question, unless that was done early. */
function sendOnce(url, options) {
  const begun = early.get(url);
  if (!begun) return send(url, options);
  early.delete(url);
  options.signal?.addEventListener("abort", begun.giveUp);
  return begun.response;
}

/** What came of waiting for the server; what went wrong as `Refused`, except that somebody gave up. */
async function heard(promise, message) {
  try {
    return await promise;
  } catch (error) {
    throw error.name === "AbortError" ? error : new Refused({ message });
  }
}

/** The response to a question. Throws `Refused`, also if the server refuses to answer. */
async function reach(url, options, { isAgain = false } = {}) {
  const response = await heard(sendOnce(url, options), UNREACHED);
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  const error = told?.error ?? { message: `the answer was ${response.status}` };
  if (!isAgain && (await isRecalled(error, url))) return reach(url, options, { isAgain: true });
  throw refused(error, url);
}

/** What brings the rules of a game back that the server has forgotten. */
let recall = async () => false;

/** Has `bringBack(game)` called for games that the server has forgotten: it tells whether to ask again. */
export function recallBy(bringBack) {
  recall = bringBack;
}

/** That the server does not have the rules of a game, which somebody brought. */
const isForgotten = ({ code, parameter }) => code === "not_found" && parameter === "game";
const gameOf = (url) => new URL(url, location.href).searchParams.get("game");

/** Whether the server has a game again that it had forgotten. */
const isRecalled = async (error, url) => isForgotten(error) && (await recall(gameOf(url)));

/** What the server refused, in the page's words. */
function refused(error, url) {
  if (isForgotten(error)) return new Refused({ ...error, message: "The rules of this game are not here any more: drop their file onto this page once again." });
  if (error.parameter === "game") return new Refused({ ...error, message: "There is no such game.", written: error.message });
  return new Refused({ ...error, message: plainly(error.message, gameOf(url)) });
}

/** A question that takes no time. Throws `Refused`. */
export async function ask(name, query, options = {}) {
  const response = await reach(address(name, query), options);
  return heard(response.json(), BROKEN);
}

/** A question whose answer is a text to be kept. Throws `Refused`. */
export async function askText(name, query) {
  const response = await reach(address(name, query), {});
  return heard(response.text(), BROKEN);
}

/**
 * A question that takes time, with news of it: `{waiting, progress, answer, failure}` are called with what
 * the server tells; `failure` gets a `Refused`. Returns what stops it: the server stops searching, too.
 */
export function follow(name, query, { waiting, progress, answer, failure }) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const url = address(name, query);
  const then = { waiting, progress, answer, failure: ({ error }) => failure?.(refused(error, url)) };
  let isOver = false;
  async function listen({ isAgain = false } = {}) {
    const response = await reach(url, { signal, ...IN_EVENTS });
    for await (const { event, told } of events(response)) {
      if (signal.aborted) return;
      if (event === "failure" && !isAgain && (await isRecalled(told.error, url))) return listen({ isAgain: true });
      isOver ||= event === "answer" || event === "failure";
      then[event]?.(told);
    }
    if (!isOver && !signal.aborted) throw new Refused({ message: BROKEN });
  }
  listen().catch((error) => {
    if (signal.aborted || isOver) return;
    if (!(error instanceof Refused)) throw error;
    failure?.(error);
  });
  return () => leaving.abort();
}

/**
 * The events of a response, as they come. The browser's own reader of events cannot be handed a response
 * that was asked for early, and tells nothing of what was refused.
 */
async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await heard(reader.read(), BROKEN);
    if (done) return;
    text += value;
    const parts = text.split("\n\n");
    text = parts.pop();
    for (const part of parts) {
      const [, event] = /^event: ?(.*)$/m.exec(part) ?? [];
      const [, told] = /^data: ?(.*)$/m.exec(part) ?? [];
      if (event && told) yield { event, told: JSON.parse(told) };
    }
  }
}

/** How long a page may be out of sight before what it asks by itself is stopped. */
const HIDDEN_MILLISECONDS = 3000;

/**
 * As `follow`, for what nobody started on purpose: it rests while the page is out of sight, and begins anew
 * when it is seen again. A browser keeps six connections to a server for all its tabs.
 */
export function followInSight(name, query, { answer, failure, ...news }) {
  let timer = 0;
  let stop = null;
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
    stop?.();
    stop = null;
  };
  const last = (then) => (told) => {
    end();
    then?.(told);
  };
  const begin = () => {
    stop = follow(name, query, { ...news, answer: last(answer), failure: last(failure) });
  };
  const rest = () => {
    stop();
    stop = null;
  };
  function look() {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") timer = stop && setTimeout(rest, HIDDEN_MILLISECONDS);
    else if (!stop) begin();
  }
  document.addEventListener("visibilitychange", look);
  begin();
  look();
  return end;
}
