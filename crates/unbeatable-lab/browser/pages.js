// What every page must be: accessible, no wider than its screen, in plain words, and fit to be shown. Takes the pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PAGES, SCREENS, SCREENSHOTS, check } from "./harness.js";
import { assertPlain } from "./words.js";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core looks for: all of its rules, with the size of what is pressed; in other colours only contrasts. */
const RULES = { light: { rules: { "target-size": { enabled: true } } }, dark: { runOnly: ["color-contrast"] } };

/** What axe-core finds serious, each with its rule and where. */
async function findings(page, rules) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((rules) => axe.run(rules), rules);
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return serious.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
}

/** How far the page can be scrolled sideways, and by what. */
function overhang(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    if (scrollWidth <= clientWidth) return [];
    const isClipped = (e) => {
      for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
        if (getComputedStyle(p).overflowX !== "visible") return true;
      }
      return false;
    };
    const wide = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > clientWidth + 1 && !isClipped(e));
    return [`${scrollWidth} of ${clientWidth} pixels`, ...wide.slice(0, 5).map((e) => `${e.localName}.${e.getAttribute("class")}`)];
  });
}

/** The levels of the headings, in order. */
function headings(page) {
  return page.locator("h1, h2, h3, h4, h5, h6").evaluateAll((all) => all.map((e) => Number(e.localName[1])));
}

export default function () {
  for (const [name, { path, whole }] of Object.entries(PAGES)) {
    for (const [screen, size] of Object.entries(SCREENS)) {
      check(`${name} is accessible, ${screen}`, size, async (visitor) => {
        const page = await visitor.open(path);
        await whole(page);
        for (const [colorScheme, rules] of Object.entries(RULES)) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `${SCREENSHOTS}/${name}-${screen}-${colorScheme}.png`, fullPage: true });
          assert.deepEqual(await findings(page, rules), [], colorScheme);
        }
        assert.deepEqual(await overhang(page), []);
        const levels = await headings(page);
        assert.equal(levels.filter((level) => level === 1).length, 1, "headings of level 1");
        assert.equal(levels[0], 1, "the first heading");
        levels.reduce((above, level) => (assert.ok(level <= above + 1, `headings ${levels}`), level));
        // The smallest phone, and what a browser makes of the desktop at twice the size.
        const [width, height] = screen === "phone" ? [360, 740] : [640, 400];
        await page.setViewportSize({ width, height });
        assert.deepEqual(await overhang(page), [], `${width} pixels`);
        await assertPlain(page, name);
      });
    }
  }
}
