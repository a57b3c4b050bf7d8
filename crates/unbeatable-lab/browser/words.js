// The words of the pages are the pages' own: how games and options are written for a terminal or an address is
// shown only where it is meant to be copied or typed.

import assert from "node:assert/strict";
import { SCREENSHOTS, ask, check, eventually } from "./harness.js";

/** What people who have never seen a terminal would not understand. */
const SYNTAX = [
  /(?<![\w\d])\+[a-z][a-z-]+/, // +misere
  /(?:^|\s|\()--[a-z]/, // --memory
  /\[[+:|]?[A-Za-z]/, // [+misere], [:COLUMNSxROWS]
  /\b(?:ttt|mnk|connect|uttt|nim|subtract|kayles|dawson|octal|go):\w/, // mnk:4x3x3
  /\b(?:COLUMNS|ROWS?|LENGTH|HEAP|NUMBER|DIGITS)/,
];

/** Every text of a page that can come into sight, and what is read aloud in place of it; not what is marked as code. */
function texts(page) {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    const found = [];
    const isCode = (e) => e.closest("code, pre, kbd, textarea, script, style, noscript") !== null;
    const isSeen = (e) => e.checkVisibility() || e.closest("select")?.checkVisibility();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode;
      if (data.trim() && !isCode(parentElement) && isSeen(parentElement)) found.push(data.trim());
    }
    for (const element of document.body.querySelectorAll("[title], [aria-label], [label]")) {
      // Who points at a row of a table may read its position.
      for (const name of ["title", "aria-label", "label"]) {
        const text = element.getAttribute(name);
        if (text && !isCode(element)) found.push(text);
      }
    }
    return found;
  });
}

/** Opens all that is closed on a page, and looks at every word of it. */
export async function assertPlain(page, where) {
  const wrong = (await texts(page)).filter((text) => SYNTAX.some((of) => of.test(text)));
  assert.deepEqual(wrong.slice(0, 5), [], `${where}, ${wrong.length} in all`);
}

/** Games as only an address can name them, each with options. */
const WRITTEN = [
  "mnk:4x4x3+misere", "connect:4x4+k=3", "uttt:play-on+majority", "nim:1,2+misere", "subtract:9+misere+take=1,3", "kayles:4+misere",
  "octal:7+code=0.137", "go:2x2+komi=1+ssk+suicide", "go:2x2+nssk",
];

export default function () {
  check("every game has words only, on every page", async (visitor) => {
    const { games } = await ask("games");
    const presets = games.flatMap((game) => game.presets.map(({ spec }) => spec));
    const page = await visitor.open("/");
    for (const spec of new Set([...games.map((game) => game.spec), ...WRITTEN, ...presets])) {
      const game = encodeURIComponent(spec);
      const board = [`/board?game=${game}&way=play&first=human&second=human`, ".board-view .cell, .board-text"];
      const others = [
        [`/strategies?game=${game}`, ".strategy-body > *"],
        [`/tree?of=game&game=${game}`, ".tree-box"],
        [`/race?game=${game}`, ".race figure"],
      ];
      for (const [path, sight] of WRITTEN.includes(spec) ? [board, ...others] : [board]) {
        await page.goto(visitor.lab + path);
        await page.locator(sight).first().waitFor();
        await assertPlain(page, path);
      }
    }
  });

  check("a game is named in words, with its rules", async (visitor) => {
    for (const [game, heading, rules] of [
      ["ttt+misere", "Misère tic-tac-toe", "three in a row, column or diagonal lose; a full"],
      ["ttt", "Tic-tac-toe", "three in a row, column or diagonal win; a full"],
      ["mnk:5x4x3", "3 in a row on 5×4", "3 in a row, column or diagonal win."],
      ["connect:4x4+k=3", "Connect Four with 3 in a row on 4×4", "3 in a row, column or diagonal win; a full"],
      ["uttt:play-on", "Ultimate tic-tac-toe won boards are played on", "win; won boards are played in until they are full."],
      ["nim:1,2+misere", "Misère Nim 1, 2", "who cannot move wins."],
      ["subtract:9+take=1,3", "Take-away 9, take 1 or 3", "only these numbers"],
      ["go:2x2+komi=1+ssk", "Go on 2×2, komi 1, situational superko", "two passes end the game"],
    ]) {
      const page = await visitor.open(`/board?game=${encodeURIComponent(game)}&way=play&first=human&second=human`);
      await page.locator(".board-view .cell").first().waitFor();
      await eventually(async () => (await page.getByRole("heading", { level: 1 }).innerText()).replace(/\s+/g, " ").trim(), heading);
      await page.getByText(rules).waitFor();
      await page.close();
    }
  });

  check("what the server refuses is told in words", async (visitor) => {
    visitor.allow(/status of 400/);
    for (const [path, words] of [
      ["/board?game=chess", "There is no such game."],
      ["/board?game=mnk:3", "There is no such game."],
      ["/race?game=ttt&runners=minimax,order=open-lines", "solver 'minimax' has no order"],
      ["/race?game=connect:5x4&runners=formula", "knows no formula for this game"],
      ["/tree?of=search&game=ttt&solver=alpha-beta&scout=true&window=open", "expected scout off with window open"],
    ]) {
      const page = await visitor.open(path);
      await page.getByText(words).first().waitFor();
      await assertPlain(page, path);
      if (path.includes("chess")) await page.screenshot({ path: `${SCREENSHOTS}/words-no-game.png` });
      await page.close();
    }
  });
}
