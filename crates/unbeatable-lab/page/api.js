// Requests to the server: docs/http.md describes them.

const ROOT = "/api/v1/";

/** What went wrong, in one line: `message`, and `parameter` where one is to blame. */
export class Refused extends Error {
  constructor({ message, code = "unreachable", parameter = null }) {
    super(message);
    this.code = code;
    this.parameter = parameter;
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

/** A question that takes no time. Throws `Refused`. */
export async function ask(name, query, { signal, ...options } = {}) {
  let response;
  try {
    response = await fetch(address(name, query), { signal, ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ message: "The server does not answer. Is `unbeatable serve` still running?" });
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (response.ok) throw new Refused({ message: "the server's answer broke off" });
  }
  if (!response.ok) throw new Refused(answer?.error ?? { message: `the server answered ${response.status}` });
  return answer;
}

/**
 * A question that takes time, with news of it: `{waiting, progress, answer, failure}` are called with what
 * the server tells; `failure` gets a `Refused`. Returns what stops it: the server stops searching, too.
 */
export function follow(name, query, { waiting, progress, answer, failure }) {
  const stream = new EventSource(address(name, query));
  const again = new AbortController();
  const on = (event, then, isLast) =>
    stream.addEventListener(event, (message) => {
      if (isLast) stream.close();
      then?.(JSON.parse(message.data));
    });
  on("waiting", waiting);
  on("progress", progress);
  on("answer", answer, true);
  on("failure", ({ error }) => failure?.(new Refused(error)), true);
  stream.onerror = async () => {
    // Closed before the answer: an error that is no event, such as a bad request. Ask again, to be told.
    stream.close();
    let found;
    try {
      found = await ask(name, query, { signal: again.signal });
    } catch (error) {
      if (error.name !== "AbortError") failure?.(error);
      return;
    }
    answer?.(found);
  };
  return () => {
    stream.close();
    again.abort();
  };
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
