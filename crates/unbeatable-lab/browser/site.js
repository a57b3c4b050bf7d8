// The site: what only it has. How much comes over the network and how soon, the program in workers beside the
// program itself, certificates checked on the spot, and times without a network.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE, Visitor, ask, check, eventually, lab, site } from "./harness.js";
import { LOADS, firstLoad } from "./speed.js";

/** The pages with what a first board needs of the program. */
const FIRST_LOAD_BYTES_MAX = 1_500_000;
/** What is promised of the values of tic-tac-toe on a quiet machine, in milliseconds; tests run on busy ones. */
const PROMISED = { cold: 800, warm: 200 };
const BUSY = 20;
const LOADS_MEASURED = Number(process.env.LOADS ?? 4);

const TIMES = 4;

/** How long the long search is looked at: a minute if LONG says so. */
const LONG_SECONDS = Number(process.env.LONG ?? 8);
/** What is promised on a quiet machine of a task that keeps the page from answering. */
const TASK_MILLISECONDS_MAX = 100;
const BOARDS = 10;
/** A board more than another may take so much, or the pages are a leak. */
const BYTES_PER_BOARD_MAX = 8 << 20;

const CERTIFICATES = 10;

/** `random3:33` of testdata/uttt-suite.csv. */
const ULTIMATE = "O;X.@......;X...O.XXX/...O....X/O...X.XX./..X..XO../O....X.O./.OOXX..X./OXX..O.../O.O..OOX./..O..O...";

/** Asked of the program itself and of the one in a worker: both search the same nodes. */
const QUESTIONS = [
  "game=ttt&solver=minimax&plain=true",
  "game=connect:5x5&limit=60s",
  `game=uttt&position=${encodeURIComponent(ULTIMATE)}&limit=60s`,
  "game=go:3x4&limit=60s",
];

/** Asks the program in the page, as its pages do. */
const askHere = (page, path) => page.evaluate(async ([module, path]) => {
  const { send } = await import(module);
  const response = await send(`/api/v1/${path}`, {});
  return response.json();
}, [`${lab}/page/sending.js`, path]);

/** What the browser's pages and workers have in memory, in bytes. */
async function bytesOfBrowser() {
  let bytes = 0;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (!command.includes("--type=renderer")) continue;
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB/m.exec(await readFile(`/proc/${name}/status`, "utf8").catch(() => "")) ?? [];
    bytes += 1024 * Number(kilobytes ?? 0);
  }
  assert.ok(bytes > 0, "a page is open, and the system tells what it takes");
  return bytes;
}

export function measured() {
  check("the first view of a board: bytes, and how soon it has its values", async (_, t) => {
    const [path, sights] = ["/board?game=ttt", LOADS["/board?game=ttt"]];
    const times = { cold: [], warm: [] };
    let bytes = 0;
    for (let i = 0; i < LOADS_MEASURED; i++) {
      const visitor = await Visitor.come();
      const cold = await firstLoad(visitor, path, sights);
      bytes = Math.max(bytes, cold.bytes);
      times.cold.push(Math.round(cold["all values"]));
      const warm = await firstLoad(visitor, path, sights);
      times.warm.push(Math.round(warm["all values"]));
      await visitor.leave();
    }
    t.diagnostic(`${path}: ${bytes} bytes; all values after ${times.cold.join(", ")} ms, with a full cache ${times.warm.join(", ")} ms`);
    assert.ok(bytes > 100_000 && bytes < FIRST_LOAD_BYTES_MAX, `${bytes} bytes`);
    for (const [of, promised] of Object.entries(PROMISED)) assert.ok(Math.min(...times[of]) < promised * BUSY, `${of}: ${times[of]} ms`);
  });

  for (const question of QUESTIONS) {
    check(`the same nodes as the program itself: ${decodeURIComponent(question)}`, async (visitor, t) => {
      const page = await visitor.open("/");
      const seconds = { here: [], there: [] };
      // A worker compiles what it runs as it goes: the first time it is slower.
      for (let i = 0; i < TIMES; i++) {
        const [here, there] = [await askHere(page, `solve?${question}`), await ask(`solve?${question}`)];
        assert.deepEqual([here.outcome, here.nodes], [there.outcome, there.nodes]);
        seconds.here.push(here.seconds);
        seconds.there.push(there.seconds);
      }
      const [here, there] = [Math.min(...seconds.here), Math.min(...seconds.there)];
      t.diagnostic(`${here.toFixed(3)} s here (at first ${seconds.here[0].toFixed(3)} s), ${there.toFixed(3)} s by the program: ${(there / here).toFixed(2)} of its speed`);
    });
  }

  check("a long search leaves the page alone, is stopped at once, and gives its memory back", async (visitor, t) => {
    const page = await visitor.open("/board?game=ttt");
    await page.getByRole("grid").getByRole("button", { name: /draws/ }).first().waitFor();
    const before = await bytesOfBrowser();
    await page.goto(`${lab}/race?game=uttt&runners=df-pn&limit=60s`);
    const stop = page.getByRole("button", { name: /^Stop df-pn/ });
    await stop.waitFor();
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(window.longest, duration)))).observe({ type: "longtask" });
    });
    await sleep(LONG_SECONDS * 1000);
    const during = await bytesOfBrowser();
    const longest = await page.evaluate(() => window.longest);
    const asked = performance.now();
    await stop.click();
    await page.getByRole("main").getByText("No runner has proven the value.").waitFor();
    const stopped = Math.round(performance.now() - asked);
    await eventually(bytesOfBrowser, (bytes) => bytes < before + (64 << 20));
    const megabytes = (bytes) => Math.round(bytes / 1e6);
    t.diagnostic(`${LONG_SECONDS} s: longest task ${Math.round(longest)} ms; stopped after ${stopped} ms; memory ${megabytes(before)} MB, ${megabytes(during)} MB, ${megabytes(await bytesOfBrowser())} MB`);
    assert.ok(longest < TASK_MILLISECONDS_MAX * BUSY, `a task of ${longest} ms`);
  });

  check("ten boards opened and closed leave nothing behind", async (visitor, t) => {
    // The browser keeps its process as long as a page is open.
    await visitor.open("/");
    const sizes = [];
    for (let i = 0; i < BOARDS + 2; i++) {
      const page = await visitor.open(`/board?game=${["ttt", "connect:4x4", "nim:3,5,7"][i % 3]}`);
      await page.getByRole("grid").getByRole("button", { name: /wins|draws|loses/ }).first().waitFor();
      await page.close();
      await sleep(500);
      sizes.push(await bytesOfBrowser());
    }
    t.diagnostic(`megabytes after each: ${sizes.map((bytes) => Math.round(bytes / 1e6)).join(" ")}`);
    const [first, last] = [Math.min(...sizes.slice(1, 4)), Math.min(...sizes.slice(-3))];
    assert.ok(last - first < BOARDS * BYTES_PER_BOARD_MAX, `${first} to ${last} bytes`);
  });
}

export function used() {
  // What is kept for later would stand between the page and a host that changes files.
  check("certificates are checked here, and refused with a byte changed", { serviceWorkers: "block" }, async (visitor) => {
    visitor.allow(/Service Worker registration blocked/);
    const page = await visitor.open("/../results/");
    const buttons = page.getByRole("button", { name: /^Check it here/ });
    assert.ok((await buttons.count()) >= CERTIFICATES, "cargo xtask results makes certificates");
    for (let i = 0; i < CERTIFICATES; i++) {
      const file = await buttons.nth(i).getAttribute("data-file");
      const button = page.locator(`button[data-file="${file}"]`);
      const verdict = page.locator("td").filter({ has: button }).locator("output");
      await button.click();
      await verdict.getByText(/^Accepted: /).waitFor();
      // The host changes a byte in the middle.
      const changed = async (route) => {
        const response = await route.fetch();
        const bytes = await response.body();
        bytes[bytes.length >> 1] ^= 1;
        await route.fulfill({ response, body: bytes });
      };
      await page.route(`**/${file}`, changed);
      await button.click();
      await verdict.getByText(/^(Refused|Not checked|Another|This is not)/).waitFor();
      // Somebody who has the changed file hears as much.
      const bytes = Buffer.from(await (await fetch(`${site}results/certificates/${file}`)).arrayBuffer());
      bytes[bytes.length >> 1] ^= 1;
      await page.getByLabel("A certificate of your own").setInputFiles({ name: file, mimeType: "application/octet-stream", buffer: bytes });
      await page.locator("#verdict").getByText(/^(Refused|Not checked)/).waitFor();
      await page.unroute(`**/${file}`);
    }
  });

  check("once it was open, everything works without a network", async (visitor) => {
    const page = await visitor.open("/../");
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((taken) => navigator.serviceWorker.addEventListener("controllerchange", taken));
    });
    await visitor.context.setOffline(true);
    await page.getByRole("link", { name: "Open a board" }).click();
    await page.getByRole("grid").getByRole("button", { name: /draws/ }).first().waitFor();
    for (const name of ["Race", "Tree", "Lesson", "Strategies", "Claims"]) {
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    await page.goto(`${site}results/`);
    await page.getByRole("heading", { level: 1, name: "Results" }).waitFor();
    await visitor.context.setOffline(false);
  });

  check("every part is there, and a page asks no other host", async (visitor) => {
    // What rustdoc writes asks for its letters in two ways.
    visitor.allow(/A preload for .*\/crates\//);
    const page = await visitor.open("/../");
    const links = await page.getByRole("main").getByRole("link").evaluateAll((all) => all.map((link) => link.href));
    for (const link of links) {
      const response = await page.goto(link, { timeout: PATIENCE });
      // A small site has no guide and no crates.
      if (/\/(guide|crates)\//.test(link) && response.status() === 404) {
        visitor.allow(/404/);
        continue;
      }
      assert.equal(response.status(), 200, link);
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
      assert.match(policy, /^default-src 'none'/, link);
    }
  });
}
