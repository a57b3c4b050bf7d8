// The lab in a real browser. `cargo xtask browser` runs it; CONTRIBUTING.md says how to run a part of it.

import { after, before, describe } from "node:test";
import board from "./board.js";
import { start, stop } from "./harness.js";
import heaps from "./heaps.js";
import lesson from "./lesson.js";
import own from "./own.js";
import pages from "./pages.js";
import rules from "./rules.js";
import searches from "./searches.js";
import speed from "./speed.js";
import words from "./words.js";

before(start);
after(stop);
// What is measured is measured alone.
describe("speed", speed);
describe("use", { concurrency: 3 }, () => {
  board();
  heaps();
  lesson();
  own();
  rules();
  searches();
  words();
});
describe("pages", { concurrency: 3 }, pages);
