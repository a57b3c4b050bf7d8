// How a question reaches whoever answers it: here the program itself, in workers of this browser. In the lab that
// a server shows, another module of this name asks the server.

/** What helps when no answer comes. */
export const REMEDY = "Reload this page to begin anew.";

const WORKER = new URL("./worker.js", import.meta.url);

/** The programs, compressed: not every host does that by itself. The first knows little, and is there soon. */
const FIRST = new URL("./first.wasm.gzip", import.meta.url);
const WHOLE = new URL("./whole.wasm.gzip", import.meta.url);
/** What the first program knows: what a board asks of tic-tac-toe, its kin and Connect Four. */
const FIRST_PATHS = new Set(["games", "players", "position", "analyze", "move"].map((name) => `/api/v1/${name}`));
const FIRST_GAMES = /^(?:ttt|mnk|connect)(?![a-z])/;
/** When the page has what it wanted at first, the whole program is fetched, wanted or not. */
const WHOLE_MILLISECONDS = 1500;

/** Questions that take a search, or may. Others never wait behind one. */
const LONG = /^\/api\/v1\/(?:analyze|solve|move|count|strategy|certificates|rules|claims\/.+)$/;
/** Trees are kept where they were made: one worker has them all. */
const TREE = "/api/v1/tree";

/** How many search at a time. */
const SEARCHES_MAX = Math.min(8, Math.max(2, navigator.hardwareConcurrency ?? 2));
/** A worker whose memory has grown beyond this ends with its search: memory of a program never shrinks. */
const BYTES_MAX = 96 << 20;
/** Workers that have nothing to do end, all but one. */
const IDLE_MILLISECONDS = 20_000;

async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the program is not there: ${response.status}`);
  const bytes = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { "content-type": "application/wasm" } }));
}

/** A program, which is fetched once; if it cannot be had, the next question tries again. */
class Program {
  isReady = false;
  #compiled = null;

  constructor(address) {
    this.address = address;
  }

  get() {
    this.#compiled ??= compile(this.address).then((module) => {
      this.isReady = true;
      return module;
    }, (error) => {
      this.#compiled = null;
      throw error;
    });
    return this.#compiled;
  }
}

const [first, whole] = [FIRST, WHOLE].map((address) => new Program(address));

/** The program that answers a question soonest. */
function programFor({ path, game }) {
  const isEnough = FIRST_PATHS.has(path) && (path === "/api/v1/games" || FIRST_GAMES.test(game ?? ""));
  return isEnough && !whole.isReady ? first : whole;
}

/** What was sent and accepted, by the names under which questions ask for it: whichever worker is asked gets it first. */
const sent = new Map();
/** What was sent first is forgotten first: a certificate may have megabytes. */
const SENT_MAX = 16;

/** A worker, and who it works for. */
class Searcher {
  knows = new Set();
  asked = null;
  idleSince = 0;

  constructor(program) {
    this.program = program;
    this.worker = new Worker(WORKER, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.#heard(data));
    this.worker.addEventListener("error", () => this.#heard({ broken: "the program could not be started" }));
    this.ready = program.get().then((module) => this.worker.postMessage({ module }));
    // Whoever asks is told.
    this.ready.catch(() => {});
  }

  #heard(told) {
    if (told.progress) this.asked?.progress(told.progress);
    else this.asked?.settle(told);
  }

  /** Asks, and waits for the answer. */
  async ask(head, body, progress = () => {}) {
    await this.ready;
    return new Promise((settle) => {
      this.asked = { progress, settle };
      this.worker.postMessage({ head, body });
    });
  }

  /** Asks, once it knows what the question is about. */
  async answer(question) {
    for (const name of question.names) {
      const before = sent.get(name);
      if (!before || this.knows.has(name)) continue;
      const told = await this.ask(before.head, before.body);
      if (told.broken) return told;
      this.knows.add(name);
    }
    return this.ask(question.head, question.body, question.progress);
  }

  end() {
    this.worker.terminate();
  }
}

/** Workers for questions of one kind, and the questions that wait for one. */
class Crew {
  #searchers = [];
  #waiting = [];

  constructor(size) {
    this.size = size;
  }

  /** Has a worker ready before the first question. */
  prepare(program) {
    this.#searchers.push(new Searcher(program));
  }

  /** Has a question answered: it gets `settle` called, and `wait` before if it has to wait. */
  add(question) {
    this.#waiting.push(question);
    this.#go();
  }

  /** Somebody does not want the answer any more: a search is ended with its worker. */
  leave(question) {
    this.#waiting = this.#waiting.filter((other) => other !== question);
    const searcher = this.#searchers.find((other) => other.question === question);
    if (searcher) this.#end(searcher);
    this.#go();
  }

  #end(searcher) {
    searcher.end();
    this.#searchers = this.#searchers.filter((other) => other !== searcher);
  }

  #go() {
    while (this.#waiting.length > 0) {
      const program = programFor(this.#waiting[0]);
      const idle = this.#searchers.filter(({ question }) => !question);
      let free = idle.find((searcher) => searcher.program === program);
      // Who has the other program makes room.
      if (!free && this.#searchers.length === this.size && idle.length > 0) this.#end(idle[0]);
      if (!free && this.#searchers.length < this.size) {
        free = new Searcher(program);
        this.#searchers.push(free);
      }
      if (!free) break;
      this.#begin(free, this.#waiting.shift());
    }
    this.#waiting.forEach((question, ahead) => question.wait(ahead));
  }

  async #begin(searcher, question) {
    searcher.question = question;
    let told;
    try {
      told = await searcher.answer(question);
    } catch (error) {
      told = { broken: error.message, isUnreached: true };
    }
    if (searcher.question !== question) return;
    searcher.question = null;
    if (told.broken || told.bytes > BYTES_MAX) this.#end(searcher);
    else this.#rest(searcher);
    question.settle(told);
    this.#go();
  }

  /** It ends if nobody needs it for a while, unless it is the last. */
  #rest(searcher) {
    const since = performance.now();
    searcher.idleSince = since;
    setTimeout(() => {
      const isIdle = !searcher.question && searcher.idleSince === since;
      if (isIdle && this.#searchers.length > 1) this.#end(searcher);
    }, IDLE_MILLISECONDS);
  }
}

const desk = new Crew(1);
const trees = new Crew(1);
const searches = new Crew(SEARCHES_MAX);

/** Every value of this game is found in some milliseconds: no second worker has to be awake for the first view. */
const isQuick = ({ path, game }) => path === "/api/v1/analyze" && game === "ttt";

function crewOf(question) {
  if (question.path === TREE) return trees;
  return LONG.test(question.path) && !isQuick(question) ? searches : desk;
}

/** The names of what was sent that a question is about. */
const namesOf = (query) => ["game", "certificate"].map((name) => query.get(name)).filter(Boolean);

/** Keeps what was sent and accepted, by the name that it was given. */
function keep(head, body, answer) {
  if (head.method !== "POST" || answer.status !== 200) return;
  const { game, certificate } = JSON.parse(answer.text);
  // A certificate about a game that everybody has is nothing that this game needs.
  for (const name of [game?.startsWith("sent/") && game, certificate]) if (name) sent.set(name, { head, body });
  for (const name of [...sent.keys()].slice(0, -SENT_MAX)) sent.delete(name);
}

const refusal = (told) => JSON.stringify({ error: { status: 500, code: "internal", message: told.broken } });

/** An answer as text, with its status and its type. */
function answered(told, question) {
  if (told.broken) return { status: 500, type: "application/json", text: refusal(told) };
  keep(question.head, question.body, told.answer);
  return told.answer;
}

const event = (name, json) => new TextEncoder().encode(`event: ${name}\ndata: ${json}\n\n`);

async function bytesOf(body) {
  if (body === undefined || body === null) return new Uint8Array(0);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

const givenUp = () => new DOMException("nobody waits for the answer", "AbortError");

/** As `fetch` would: a response, which tells of a search as it goes on if events are asked for. */
export async function send(url, { method = "GET", headers = {}, body, signal } = {}) {
  const { pathname, search, searchParams } = new URL(url, location.href);
  const head = { method, path: pathname, query: search.slice(1) };
  const question = { path: pathname, game: searchParams.get("game"), head, body: await bytesOf(body), names: namesOf(searchParams), progress() {}, wait() {} };
  if (signal?.aborted) throw givenUp();
  const crew = crewOf(question);
  signal?.addEventListener("abort", () => crew.leave(question));
  if (headers.accept !== "text/event-stream") {
    const told = await new Promise((settle, leave) => {
      signal?.addEventListener("abort", () => leave(givenUp()));
      question.settle = settle;
      crew.add(question);
    });
    if (told.isUnreached) throw new TypeError(told.broken);
    const { status, type, text } = answered(told, question);
    return new Response(text, { status, headers: { "content-type": type } });
  }
  const events = new ReadableStream({
    start(stream) {
      let isOver = false;
      const tell = (name, json) => isOver || stream.enqueue(event(name, json));
      let told = null;
      question.wait = (ahead) => {
        if (ahead !== told) tell("waiting", JSON.stringify({ ahead }));
        told = ahead;
      };
      question.progress = (now) => tell("progress", JSON.stringify(now));
      question.settle = (answer) => {
        if (isOver) return;
        const { status, text } = answered(answer, question);
        tell(status === 200 ? "answer" : "failure", text);
        isOver = true;
        stream.close();
      };
      signal?.addEventListener("abort", () => {
        if (isOver) return;
        isOver = true;
        stream.error(givenUp());
      });
      crew.add(question);
    },
    cancel() {
      crew.leave(question);
    },
  });
  return new Response(events, { headers: { "content-type": "text/event-stream" } });
}

/** Keeps the site for times without a network: whoever comes to the lab first, too. */
function keepForLater() {
  const kept = navigator.serviceWorker?.register(new URL("../../service.js", import.meta.url));
  kept?.catch((error) => console.info(`not kept for later: ${error.message}`));
}

// What the first questions need is on its way before they are asked, and the rest is there before it is wanted.
desk.prepare(first);
setTimeout(() => {
  whole.get().catch(() => {});
  keepForLater();
}, WHOLE_MILLISECONDS);
