// How soon and how much: the first load, and what closed tabs leave behind. These run alone.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE, Visitor, ask, check, origin } from "./harness.js";

const FIRST_LOAD_BYTES_MAX = 300_000;

/** What is promised, on a quiet machine; tests run on busy ones. */
const BUSY = 10;
const USABLE_MILLISECONDS_MAX = 1000;
const VALUES_MILLISECONDS_MAX = 100;

const TABS = 50;

/**
 * Opens a page for the first time. Tells the bytes of everything that came over the network, and when there
 * were `count` elements like `selector` to be seen, in milliseconds from the start of the navigation.
 */
async function firstLoad(visitor, path, selector, count) {
  await visitor.context.addInitScript(({ selector, count }) => {
    const look = () => {
      if (document.querySelectorAll(selector).length < count) return;
      watch.disconnect();
      requestAnimationFrame(() => (window.seenAt = performance.now()));
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, attributes: true });
  }, { selector, count });
  const page = await visitor.context.newPage();
  const network = await visitor.context.newCDPSession(page);
  await network.send("Network.enable");
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(origin + path);
  const seen = await page.waitForFunction(() => window.seenAt);
  const milliseconds = await seen.jsonValue();
  // What comes late counts, too.
  await sleep(500);
  await page.close();
  return { bytes, milliseconds };
}

const BOARD = '[role="grid"] button';
const LOADS = [
  { path: "/", what: "usable", selector: "main a[href]", count: 1, limit: USABLE_MILLISECONDS_MAX },
  { path: "/board?game=ttt", what: "usable", selector: `${BOARD}:not([aria-disabled])`, count: 9, limit: USABLE_MILLISECONDS_MAX },
  { path: "/board?game=ttt", what: "all values shown", selector: `${BOARD}[aria-label*="draws"]`, count: 9, limit: VALUES_MILLISECONDS_MAX },
];

export default function () {
  for (const { path, what, selector, count, limit } of LOADS) {
    check(`first load of ${path}: small, and ${what} soon`, async (visitor, t) => {
      const times = [];
      for (let i = 0; i < 5; i++) {
        const fresh = await Visitor.come();
        const { bytes, milliseconds } = await firstLoad(fresh, path, selector, count);
        await fresh.leave();
        assert.ok(bytes > 10_000 && bytes < FIRST_LOAD_BYTES_MAX, `${bytes} bytes`);
        times.push(Math.round(milliseconds));
        if (i === 0) t.diagnostic(`${path}: ${bytes} bytes`);
      }
      t.diagnostic(`${path}: ${what} after ${times.join(", ")} ms`);
      assert.ok(Math.min(...times) < limit * BUSY, `${times} ms`);
    });
  }

  check(`${TABS} tabs that search, closed, leave no search`, async (visitor, t) => {
    const isAtRest = ({ running, waiting }) => running === 0 && waiting === 0;
    // A browser keeps six connections to a host for each profile: with five tabs in each, all of them ask.
    const visitors = await Promise.all(Array.from({ length: TABS / 5 }, () => Visitor.come()));
    try {
      const tabs = visitors.flatMap((of) => Array.from({ length: 5 }, () => of.context.newPage()));
      await Promise.all(tabs.map(async (tab) => (await tab).goto(`${origin}/board?game=go:4x4`, { waitUntil: "commit" })));
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
      assert.ok(performance.now() - closed < 2000, `still busy after two seconds: ${JSON.stringify(await ask("status"))}`);
      await sleep(20);
    }
    t.diagnostic(`at rest after ${Math.round(performance.now() - closed)} ms`);
  });
}
