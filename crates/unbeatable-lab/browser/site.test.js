// The site in a real browser: the tests of the lab, on the lab that is in it, and what only a site has.
// `cargo xtask browser --site` runs it.

import { after, before, describe } from "node:test";
import board from "./board.js";
import { PAGES, start, stop } from "./harness.js";
import heaps from "./heaps.js";
import lesson from "./lesson.js";
import pages from "./pages.js";
import rules from "./rules.js";
import searches from "./searches.js";
import { measured, used } from "./site.js";
import words from "./words.js";

/** The site's own pages, beside the lab's. */
PAGES["site-first"] = { path: "/../", whole: (page) => page.getByRole("link", { name: "Open a board" }).waitFor() };
PAGES["site-results"] = { path: "/../results/", whole: (page) => page.getByRole("table").first().waitFor() };

before(start);
after(stop);
describe("measured", measured);
describe("use", { concurrency: 3 }, () => {
  used();
  if (process.env.SHORT) return;
  board();
  heaps();
  lesson();
  rules();
  searches();
  words();
});
if (!process.env.SHORT) describe("pages", { concurrency: 3 }, pages);
