// One server and one browser for all tests, and a check that watches what the browser complains about.
//
// SITE names a folder with the site: then the same tests are run on the lab that is in it, where the program runs
// inside the browser; what the server answers is what it has to show. UNBEATABLE names the program, CHOMP the one of examples/chomp, CHROMIUM the browser, PAGE a folder of the page's files that the server reads
// instead of its own, SCREENSHOTS where pictures go.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";
import { host } from "./host.js";

const PROGRAM = process.env.UNBEATABLE ?? "../../../target/checked/unbeatable";
const OWN_PROGRAM = process.env.CHOMP ?? "../../../target/checked/examples/chomp";
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const SITE = process.env.SITE ?? null;
export const SCREENSHOTS = process.env.SCREENSHOTS ?? "../../../target/screenshots";

/** No test takes longer, unless the machine is stuck. */
const TEST_MILLISECONDS_MAX = 300_000;

/** How long the page may take to show something, on a busy machine. */
export const PATIENCE = 60_000;

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--force-color-profile=srgb",
  // One process for all tabs of a profile: fifty of them are many otherwise.
  "--renderer-process-limit=1",
  // Nothing but the lab is to be found: a page that asks elsewhere fails.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** Tests that say nothing of the site, and why. */
const NOT_FOR_THE_SITE = {
  "the first load of / is small and quick": "site.js measures the site's, with its program",
  "the first load of /board?game=ttt is small and quick": "site.js measures the site's, with its program",
  "50 tabs that search, closed, leave no search": "there is no server that searches could be left on",
  "in Kayles a finger takes one pin, or slides over two": "it makes the network slow, and no question goes there",
  "rules that the server has forgotten are sent again; without them one is told so": "nobody else's rules push them out",
};

let server, files, browser;
/** Where the server is. */
export let origin;
/** Where the lab is, without a slash: the server's address, or a folder of the site. */
export let lab;
/** Where the site is, with a slash. */
export let site;

/** Starts a server: its process, and where it is found. */
async function serve(program) {
  const page = process.env.PAGE ? ["--page", process.env.PAGE] : [];
  // As many bytes for each search as the site's program takes: they tell how many nodes there are.
  const share = SITE ? ["--memory", "640MiB", "--searches", "4"] : [];
  const process_ = spawn(program, ["serve", "--port", "0", ...page, ...share], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    process_.once("error", failed);
    process_.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    createInterface({ input: process_.stdout }).on("line", (line) => {
      const address = /http:\/\/[\w.:[\]]+/.exec(line);
      if (address) found(address[0]);
    });
  });
  return [process_, address];
}

/** A test with the program of examples/chomp, which has a game of its own: the site has no other programs. */
export function checkOwn(name, run) {
  if (SITE) return;
  check(name, async (visitor) => {
    const [own, address] = await serve(OWN_PROGRAM);
    visitor.lab = address;
    try {
      await run(visitor);
    } finally {
      own.removeAllListeners("exit").kill();
    }
  });
}

/** Starts the server and the browser. */
export async function start() {
  await mkdir(SCREENSHOTS, { recursive: true });
  for (const name of await readdir(SCREENSHOTS)) if (name.startsWith("failed-")) await rm(`${SCREENSHOTS}/${name}`);
  [server, origin] = await serve(PROGRAM);
  lab = origin;
  if (SITE) {
    [files, site] = await host(SITE);
    lab = `${site}lab`;
  }
  browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
}

/** Ends both. */
export async function stop() {
  await browser?.close();
  files?.close();
  server?.removeAllListeners("exit").kill();
}

/** What the server answers, without a browser. */
export async function ask(path) {
  const response = await fetch(`${origin}/api/v1/${path}`);
  const answer = await response.json();
  assert.ok(response.ok, `${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** The screens that pages are looked at with. */
export const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

/** Ultimate tic-tac-toe after 38 moves. */
const ULTIMATE = "X;X.......@;X...O.XXX/.X.O.O..X/OO..X.XX./..X..XO../O....X.O./.OOXX.XX./OXX..O..O/O.O..OOX./..O..O...";

const valued = (page) => page.getByRole("grid").getByRole("button", { name: /wins|draws|loses/ }).first().waitFor();

/** Has the rules of a file of this project read in the window for them. */
export async function bringRules(page, name) {
  await page.getByRole("button", { name: /A game of your own|From a file/ }).first().click();
  await page.getByLabel("A file with rules").setInputFiles(`../../../games/${name}.kif`);
  await page.waitForURL(/game=sent/);
  await page.getByRole("grid").or(page.getByRole("list", { name: "What is true" })).first().waitFor();
}

/** Every page, as somebody comes to it, and a wait until there is on it what is worth a picture. */
export const PAGES = {
  home: { path: "/", whole: valued },
  board: { path: "/board?game=ttt&moves=b2,b3", whole: valued },
  "board-go": { path: "/board?game=go:3x3&moves=B2", whole: valued },
  "board-hex": { path: "/board?game=hex:4x4&moves=b2,c3,d1", whole: valued },
  "board-ultimate": { path: `/board?game=uttt&position=${encodeURIComponent(ULTIMATE)}`, whole: valued },
  "board-guesses": { path: "/board?game=uttt&first=human&second=human", whole: (page) => page.getByText(/A guess: X gets/).waitFor() },
  "board-connect": { path: "/board?game=connect:5x4&moves=3,3,2&way=play&first=human&second=human", whole: (page) => page.getByRole("button", { name: "Hint" }).waitFor() },
  "board-learn": {
    path: "/board?game=ttt&moves=a1&way=learn&first=human&second=human",
    async whole(page) {
      await page.getByRole("grid").getByRole("button", { name: /^b1,/ }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  "board-review": {
    path: "/board?game=ttt&moves=a1,b1,b2,c3,a3,a2,c1&way=play&first=human&second=human",
    async whole(page) {
      await page.getByRole("button", { name: "Review this game" }).click();
      await page.getByRole("region", { name: "Review" }).getByText("1 move of 7 gave something away.").waitFor();
    },
  },
  "board-rules": { path: "/board", whole: async (page) => { await bringRules(page, "breakthrough-4x4"); await page.getByRole("button", { name: /^move:.*(wins|loses|not known|points)/ }).first().waitFor(); } },
  "rules-window": {
    path: "/",
    async whole(page) {
      await page.getByRole("button", { name: "A game of your own …" }).click();
      await page.getByLabel("or the rules themselves").fill("(role x) (role o)\n(<= (legal x ?m) (not (true ?m)))\n");
      await page.getByRole("button", { name: "Read the rules" }).click();
      await page.getByText("Line 2, column 5:").first().waitFor();
    },
  },
  "board-nim": { path: "/board?game=nim:3,5,7", whole: valued },
  race: {
    path: "/race",
    async whole(page) {
      await page.getByRole("button", { name: /Minimax against alpha-beta/ }).click();
      await page.getByRole("main").getByText("Proven: a draw.").waitFor();
    },
  },
  "race-slow": {
    path: "/race?game=ttt&runners=minimax;alpha-beta,plain,window=open;alpha-beta&speed=100",
    async whole(page) {
      await page.getByText("✓ through after 70 nodes").waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
    },
  },
  tree: {
    path: "/tree?game=ttt",
    async whole(page) {
      await page.getByRole("treeitem", { level: 2 }).first().dblclick();
      await page.getByRole("treeitem", { level: 3 }).first().waitFor();
    },
  },
  lesson: {
    path: "/lesson?part=alpha-beta&start=2&step=17&ask=off",
    whole: (page) => page.getByText(/^Step 17 of/).waitFor(),
  },
  "lesson-question": {
    path: "/lesson?part=alpha-beta&start=4",
    async whole(page) {
      while (await page.getByRole("button", { name: "Yes, cut" }).isHidden()) await page.keyboard.press("ArrowRight");
    },
  },
  "tree-certificate": {
    path: "/tree?game=ttt&of=certificate",
    async whole(page) {
      await page.getByRole("treeitem", { level: 2 }).first().waitFor();
    },
  },
  strategies: { path: "/strategies?game=ttt", whole: (page) => page.getByRole("main").getByText("No smaller table exists.").waitFor() },
  "strategies-nim": { path: "/strategies?game=nim:3,5,7", whole: (page) => page.getByRole("row", { name: /Sum/ }).first().waitFor() },
  "strategies-ultimate": { path: "/strategies?game=uttt", whole: (page) => page.getByRole("grid").or(page.getByRole("img")).first().waitFor() },
  claims: {
    path: "/claims?open=lomont-2024-tree-nodes",
    async whole(page) {
      const claim = page.locator("#claim-lomont-2024-tree-nodes");
      await claim.getByRole("button", { name: /^Run:/ }).click();
      await claim.getByText("agrees").waitFor();
    },
  },
};

/** A browser with a fresh profile, whose complaints are kept. */
export class Visitor {
  complaints = [];
  lab = lab;
  allowed = [];

  static async come(options = {}) {
    const visitor = new Visitor();
    visitor.context = await browser.newContext({ ...SCREENS.desktop, ...options });
    visitor.context.setDefaultTimeout(PATIENCE);
    visitor.context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.origin !== new URL(visitor.lab).origin && !["data:", "blob:"].includes(url.protocol)) {
        visitor.complaints.push(`a request to another host: ${url}`);
      }
    });
    visitor.context.on("requestfailed", (request) => {
      const why = request.failure()?.errorText;
      // The page itself ends what it no longer wants.
      if (why !== "net::ERR_ABORTED") visitor.complaints.push(`${request.url()}: ${why}`);
    });
    visitor.context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        visitor.complaints.push(`console: ${message.text()} (${message.location().url})`);
      }
    });
    visitor.context.on("weberror", (error) => visitor.complaints.push(`${error.error().stack}`));
    return visitor;
  }

  /** Opens a page, and waits until it has a heading. */
  async open(path) {
    const page = await this.context.newPage();
    await page.goto(this.lab + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  /** Says that a complaint like this one is what the test is about. */
  allow(pattern) {
    this.allowed.push(pattern);
  }

  async leave() {
    await this.context.close();
    const left = this.complaints.filter((complaint) => !this.allowed.some((of) => of.test(complaint)));
    assert.deepEqual(left, [], "the browser complained");
  }
}

/** A test with a visitor of its own: it fails if the browser complains, and leaves a picture if it fails. */
export function check(name, options, run = options) {
  const skip = SITE ? NOT_FOR_THE_SITE[name] ?? false : false;
  test(name, { timeout: TEST_MILLISECONDS_MAX, skip }, async (t) => {
    const visitor = await Visitor.come(run === options ? {} : options);
    try {
      await run(visitor, t);
    } catch (error) {
      const file = `${SCREENSHOTS}/failed-${name.replaceAll(/[^a-z0-9]+/gi, "-")}.png`;
      await visitor.context.pages().at(-1)?.screenshot({ path: file, fullPage: true }).catch(() => {});
      await visitor.leave().catch((complaint) => (error.message += `\n${complaint.message}`));
      throw error;
    }
    await visitor.leave();
  });
}

/** Waits until what `read` returns is as `expected`, a value or a test of it: pages follow a moment later. */
export async function eventually(read, expected) {
  const holds = typeof expected === "function" ? expected : (found) => isDeepStrictEqual(found, expected);
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await read();
    if (holds(found)) return;
    if (Date.now() > end) assert.fail(`found ${JSON.stringify(found)}, expected ${expected}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}

/** Numbers between 0 and 1 that are the same in every run (Marsaglia 2003, xorshift32). */
export function chance(seed) {
  let x = seed | 0 || 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}
