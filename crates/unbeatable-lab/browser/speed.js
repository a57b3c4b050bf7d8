// How soon and how much: the first load, and what closed tabs leave behind. These run alone.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE, Visitor, ask, check, lab } from "./harness.js";

const FIRST_LOAD_BYTES_MAX = 300_000;

/** What is promised, on a quiet machine; tests run on busy ones. */
const BUSY = 100;
const USABLE_MILLISECONDS_MAX = 1000;
const VALUES_MILLISECONDS_MAX = 100;

const LOADS_MEASURED = Number(process.env.LOADS ?? 4);
const TABS = 50;
const TABS_MILLISECONDS_MAX = 80_000;

/**
 * Opens a page for the first time. Tells when there were nine squares, links or whatever `sights` say to be
 * seen, in milliseconds from the start of the navigation, and the bytes of all that came over the network.
 */
export async function firstLoad(visitor, path, sights) {
  await visitor.context.addInitScript((sights) => {
    window.seen = {};
    const look = () => {
      for (const { what, selector, count } of sights) {
        if (what in window.seen || document.querySelectorAll(selector).length < count) continue;
        window.seen[what] = null;
        // When it is on the screen.
        requestAnimationFrame(() => (window.seen[what] = performance.now()));
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  }, sights);
  const page = await visitor.context.newPage();
  const network = await visitor.context.newCDPSession(page);
  await network.send("Network.enable");
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(lab + path);
  const seen = await page.waitForFunction((count) => {
    const times = Object.values(window.seen);
    return times.length === count && times.every((time) => time !== null) && window.seen;
  }, sights.length);
  // What comes late counts, too.
  await sleep(300);
  return { bytes, ...(await seen.jsonValue()) };
}

/** In the page: how long it takes from a click on the board's link until all of it is seen. */
function opening({ selector, count }) {
  return new Promise((done) => {
    const start = performance.now();
    const watch = new MutationObserver(() => {
      if (document.querySelectorAll(selector).length < count) return;
      watch.disconnect();
      requestAnimationFrame(() => done(performance.now() - start));
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true });
    document.querySelector('nav a[href*="/board"]').click();
  });
}

const BOARD = '[role="grid"] button';
export const LOADS = {
  "/": [{ what: "usable", selector: "main a[href]", count: 5, limit: USABLE_MILLISECONDS_MAX }],
  "/board?game=ttt": [
    { what: "usable", selector: `${BOARD}:not([aria-disabled])`, count: 9, limit: USABLE_MILLISECONDS_MAX },
    { what: "all values", selector: `${BOARD}[aria-label*="draws"]`, count: 9, limit: VALUES_MILLISECONDS_MAX },
  ],
};

export default function () {
  for (const [path, sights] of Object.entries(LOADS)) {
    check(`the first load of ${path} is small and quick`, async (_, t) => {
      const loads = [];
      for (let i = 0; i < LOADS_MEASURED; i++) {
        const visitor = await Visitor.come();
        loads.push(await firstLoad(visitor, path, sights));
        await visitor.leave();
      }
      const bytes = Math.max(...loads.map((load) => load.bytes));
      t.diagnostic(`${path}: ${bytes} bytes`);
      assert.ok(bytes > 10_000 && bytes < FIRST_LOAD_BYTES_MAX, `${bytes} bytes`);
      for (const { what, limit } of sights) {
        const times = loads.map((load) => Math.round(load[what]));
        t.diagnostic(`${path}: ${what} after ${times.join(", ")} ms`);
        assert.ok(Math.min(...times) < limit * BUSY, `${what} after ${times} ms`);
      }
    });
  }

  check("the board opens from another page, with all values, in no time", async (_, t) => {
    const times = [];
    for (let i = 0; i < LOADS_MEASURED; i++) {
      const visitor = await Visitor.come();
      const page = await visitor.open("/claims");
      times.push(Math.round(await page.evaluate(opening, LOADS["/board?game=ttt"].at(-1))));
      await visitor.leave();
    }
    t.diagnostic(`board: all values ${times.join(", ")} ms after the click`);
    assert.ok(Math.min(...times) < VALUES_MILLISECONDS_MAX * BUSY, `${times} ms`);
  });

  check(`${TABS} tabs that search, closed, leave no search`, async (visitor, t) => {
    const isAtRest = ({ running, waiting }) => running === 0 && waiting === 0;
    // A browser keeps six connections to a host for each profile: with five tabs in each, all of them ask.
    const visitors = await Promise.all(Array.from({ length: TABS / 5 }, () => Visitor.come()));
    try {
      const tabs = visitors.flatMap((of) => Array.from({ length: 5 }, () => of.context.newPage()));
      await Promise.all(tabs.map(async (tab) => (await tab).goto(`${lab}/board?game=go:4x4`, { waitUntil: "commit", timeout: TABS_MILLISECONDS_MAX })));
      let busy = await ask("status");
      for (const start = performance.now(); busy.running + busy.waiting < TABS / 2; busy = await ask("status")) {
        assert.ok(performance.now() - start < PATIENCE, `the tabs search: ${JSON.stringify(busy)}`);
        await sleep(50);
      }
      t.diagnostic(`${TABS} tabs: ${busy.running} searches run, ${busy.waiting} wait`);
    } finally {
      await Promise.all(visitors.map((of) => of.context.close()));
    }
    const closed = performance.now();
    while (!isAtRest(await ask("status"))) {
      assert.ok(performance.now() - closed < PATIENCE, `still busy: ${JSON.stringify(await ask("status"))}`);
      await sleep(20);
    }
    t.diagnostic(`at rest after ${Math.round(performance.now() - closed)} ms`);
  });
}
