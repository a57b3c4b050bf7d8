// The board: games against a player that cannot be beaten, values, ways back and forth, files in and out.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { SCREENS, ask, chance, check, eventually, origin } from "./harness.js";

const GAMES_PER_SIDE = 3;

const board = (page) => page.getByRole("grid", { name: "Board" });
const squares = (page, name) => board(page).getByRole("button", name && { name });
const square = (page, name) => squares(page, new RegExp(`^${name},`, "i"));
const legal = (page) => board(page).getByRole("button", { disabled: false });
const status = (page, text) => page.getByRole("region", { name: "Game", exact: true }).getByText(text);
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** The moves in the address. */
const moves = (page) => (new URL(page.url()).searchParams.get("moves") ?? "").split(",").filter(Boolean);

const TURN_OR_END = /^(Your turn, [XO]\.|The game is a draw\.|[XO] wins\.)$/;

/** Waits for a person's turn after `count` moves or more, or for the end; says which. */
async function turn(page, count) {
  await page.waitForURL(() => moves(page).length >= count || count === 0);
  await status(page, TURN_OR_END).waitFor();
  return status(page, TURN_OR_END).textContent();
}

/** Plays to the end against a player; `choose` makes a move on the page. Returns how it ended, in words. */
async function playOut(page, side, choose) {
  let said = await turn(page, side);
  while (said.startsWith("Your turn")) {
    const before = moves(page).length;
    await choose();
    // The address has the move first; the answer to it, or the end, comes later.
    await page.waitForURL(() => moves(page).length > before);
    const asked = await ask(`position?game=ttt&moves=${moves(page)}`);
    said = await turn(page, asked.outcome ? before + 1 : before + 2);
  }
  return said;
}

/** What is written on a square for a move of an analysis, to be heard and to be seen. */
function expected({ outcome }, side) {
  const margin = Math.abs(outcome.margin ?? 0);
  if (outcome.winner === null) return { text: "draws", mark: "0" };
  const isWin = outcome.winner === side;
  return { text: `${isWin ? "wins" : "loses"} by ${margin}`, mark: `${isWin ? "+" : "−"}${margin}` };
}

/** Squares whose label is like that. */
const labelled = (page, pattern) => squares(page).evaluateAll(
  (all, [source]) => all.map((e) => e.getAttribute("aria-label")).filter((label) => new RegExp(source).test(label)).map((label) => label.split(",")[0]),
  [pattern.source]);

/** Sits at the board another way. */
const sit = (page, way) => page.getByRole("group", { name: "How to sit at the board" }).getByText(way).click();

/** The moves of a game that gave something away, by what the server proves of every position. */
async function expectedMistakes(game, played) {
  const name = ({ winner, margin }) => (winner === null ? "a draw" : `${winner} wins${margin ? ` by ${Math.abs(margin)}` : ""}`);
  const mistakes = [];
  for (const [i, move] of played.entries()) {
    const question = `game=${encodeURIComponent(game)}&moves=${played.slice(0, i).join(",")}`;
    const { outcome: before, moves: all } = await ask(`analyze?${question}`);
    const { outcome: after } = all.find((m) => m.move === move);
    const isBest = ({ outcome }) => outcome.winner === before.winner && outcome.margin === before.margin;
    const better = all.filter(isBest).map((m) => m.move);
    if (!isBest({ outcome: after })) mistakes.push({ n: i + 1, move, before: name(before), after: name(after), better });
  }
  return mistakes;
}

export default function () {
  for (const side of [0, 1]) {
    check(`nobody beats the perfect player, as ${"XO"[side]}`, async (visitor, t) => {
      const ends = [];
      for (let seed = 1; seed <= GAMES_PER_SIDE; seed++) {
        const random = chance(seed * 7919 + side);
        const players = side === 0 ? "first=human&second=perfect" : "first=perfect&second=human";
        const page = await visitor.open(`/board?game=ttt&${players}`);
        const end = await playOut(page, side, async () => {
          const open = await legal(page).all();
          await open[Math.floor(random() * open.length)].click();
        });
        const { outcome } = await ask(`position?game=ttt&moves=${moves(page)}`);
        assert.ok(outcome, "the game is over");
        assert.equal(end, outcome.winner ? `${outcome.winner} wins.` : "The game is a draw.");
        assert.notEqual(outcome.winner, "XO"[side], `${moves(page)}`);
        ends.push(`${moves(page).join(" ")}: ${end}`);
        await page.close();
      }
      t.diagnostic(ends.join(" "));
    });
  }

  check("every game that the server offers can be chosen", async (visitor) => {
    const { games } = await ask("games");
    const page = await visitor.open("/board?game=kayles:4");
    const choice = page.getByRole("combobox", { name: "Game", exact: true });
    const written = page.getByRole("textbox", { name: "Game in writing" });
    await written.waitFor();
    assert.equal(await written.inputValue(), "kayles:4");
    const presets = games.flatMap((game) => game.presets);
    const names = await choice.getByRole("option").allTextContents();
    assert.deepEqual(names.slice(0, -1), presets.map(({ name }) => name));
    const groups = await choice.locator("optgroup").evaluateAll((all) => all.map((group) => group.label));
    assert.deepEqual(groups, [...new Set(games.map((game) => game.family))]);
    const { spec, name } = presets.at(-1);
    await choice.selectOption(name);
    await page.waitForURL((url) => url.searchParams.get("game") === spec);
  });

  check("a whole game by keyboard only, from the first page", async (visitor) => {
    const page = await visitor.open("/");
    const { keyboard } = page;
    const focused = () => page.evaluate(() => {
      const { activeElement: e } = document;
      return { name: e.getAttribute("aria-label") ?? e.textContent, isSquare: e.closest('[role="grid"]') !== null, tag: e.localName };
    });
    const tabTo = async (isIt) => {
      for (let i = 0; i < 60; i++) {
        await keyboard.press("Tab");
        if (isIt(await focused())) return;
      }
      assert.fail("nothing of the kind can be reached with the tab key");
    };
    await tabTo(({ tag, name }) => tag === "a" && name === "Board");
    await keyboard.press("Enter");
    await page.waitForURL(/\/board\?game=ttt.*second=/);
    await board(page).waitFor();
    await tabTo(({ isSquare }) => isSquare);
    const end = await playOut(page, 0, async () => {
      // The last square that may be played, reached by arrows from wherever the focus is.
      const names = await squares(page).evaluateAll((all) => all.map((e) => e.getAttribute("aria-label").slice(0, 2)));
      const open = await legal(page).evaluateAll((all) => all.map((e) => e.getAttribute("aria-label").slice(0, 2)));
      const [from, to] = [names.indexOf((await focused()).name.slice(0, 2)), names.indexOf(open.at(-1))];
      assert.ok(from >= 0, "the focus stays on the board");
      const [down, right] = [Math.floor(to / 3) - Math.floor(from / 3), (to % 3) - (from % 3)];
      for (let i = 0; i < Math.abs(down); i++) await keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
      for (let i = 0; i < Math.abs(right); i++) await keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
      await eventually(async () => (await focused()).name.slice(0, 2), open.at(-1));
      await keyboard.press("Enter");
    });
    assert.notEqual(end, "X wins.");
    await keyboard.press("u");
    await status(page, "Your turn, X.").waitFor();
    await keyboard.press("r");
    await status(page, end).waitFor();
    await keyboard.press("n");
    await status(page, "Your turn, X.").waitFor();
    await eventually(() => moves(page), []);
    await keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  check("every move on 3x3 Go shows the value that the server proves", async (visitor) => {
    const page = await visitor.open("/board?game=go:3x3&first=human&second=human");
    const analysis = await ask("analyze?game=go:3x3");
    const { turn: side } = await ask("position?game=go:3x3");
    assert.equal(analysis.moves.length, 10);
    for (const m of analysis.moves) {
      const { text, mark } = expected(m, side);
      const on = m.move === "pass" ? page.getByRole("button", { name: /^pass\b/ }) : square(page, m.move);
      await on.and(page.getByRole("button", { name: text })).waitFor();
      assert.ok((await on.textContent()).includes(mark), `${m.move}: ${mark}`);
      await page.getByRole("row").filter({ has: button(page, `Play ${m.move}`) }).getByText(text).waitFor();
    }
    // Values are not always wanted.
    await sit(page, "Play");
    await eventually(() => square(page, "b2").getAttribute("aria-label"), (label) => !/wins|loses|draws/.test(label));
    await page.reload();
    await square(page, "b2").waitFor();
    await eventually(() => page.getByRole("radio", { name: "Play" }).isChecked(), true);
  });

  check("who plays gets a hint on demand, and no other value", async (visitor) => {
    const page = await visitor.open("/board?game=ttt&moves=a1&way=play&first=human&second=human");
    await square(page, "b2").waitFor();
    assert.deepEqual(await labelled(page, /wins|loses|draws/), []);
    await button(page, "Hint").click();
    await page.getByRole("region", { name: "Values" }).getByText("Hint: b2 draws.").waitFor();
    await eventually(() => labelled(page, /wins|loses|draws/), ["b2"]);
    await square(page, "c3").click();
    await status(page, "X to move.").waitFor();
    assert.deepEqual(await labelled(page, /wins|loses|draws/), []);
  });

  check("who learns is warned before a mistake, takes it back, or plays it", async (visitor) => {
    const page = await visitor.open("/board?game=ttt&moves=a1&way=learn&first=human&second=human");
    await square(page, "b1").click();
    const warning = page.getByRole("alertdialog");
    await warning.getByText("After b1 X wins.").waitFor();
    await warning.getByText("After b2 it is a draw.").waitFor();
    assert.deepEqual(await labelled(page, /wins|loses|draws/), []);
    await button(page, "Take it back").click();
    await warning.waitFor({ state: "hidden" });
    assert.deepEqual(moves(page), ["a1"]);
    await square(page, "b1").click();
    await button(page, "Play it anyway").click();
    await eventually(() => moves(page), ["a1", "b1"]);
    // A move that gives nothing away is just made.
    await square(page, "b2").click();
    await eventually(() => moves(page), ["a1", "b1", "b2"]);
  });

  check("a review finds every mistake, what it cost and what was better", async (visitor) => {
    for (const [game, played] of [
      ["ttt", ["b1", "a1", "a2", "c3", "b2", "b3", "a3", "c2", "c1"]],
      ["ttt", ["a1", "b1", "b2", "c3", "a3", "a2", "c1"]],
      ["connect:4x4+k=3", ["1", "2", "1", "2", "1"]],
      ["nim:1,2", ["2-2", "1-1"]],
    ]) {
      const page = await visitor.open(`/board?game=${encodeURIComponent(game)}&moves=${played.join(",")}&way=play&first=human&second=human`);
      await button(page, "Review this game").click();
      const mistakes = await expectedMistakes(game, played);
      const text = mistakes.length ? `${mistakes.length} move${mistakes.length > 1 ? "s" : ""} of ${played.length} gave something away.` : "Nobody gave anything away.";
      const review = page.getByRole("region", { name: "Review" });
      await review.getByText(text).waitFor();
      const rows = review.locator("tbody tr");
      assert.equal(await rows.count(), mistakes.length);
      for (const [i, { n, move, before, after, better }] of mistakes.entries()) {
        const row = await rows.nth(i).innerText();
        assert.ok(row.includes(`${n}. ${move}`) && row.includes(`${before} → ${after}`), row);
        assert.ok(better.slice(0, 4).every((m) => row.includes(m)), row);
      }
      if (!mistakes.length) continue;
      await rows.first().getByRole("button").click();
      await eventually(() => moves(page).length, mistakes[0].n - 1);
      assert.equal(await rows.count(), mistakes.length, "the review stays while one looks back");
    }
  });

  check("a game of Go ends by two passes on the button beside the board", async (visitor) => {
    const page = await visitor.open("/board?game=go:2x2&values=off&first=human&second=human");
    await button(page, "pass").click();
    await page.waitForURL(() => moves(page).length === 1);
    await status(page, "White to move.").waitFor();
    await button(page, "pass").click();
    await status(page, "The game is a draw.").waitFor();
  });

  check("hexagons stand aslant, are pressed where they are seen, and are reached by keys", async (visitor) => {
    const page = await visitor.open("/board?game=hex:3x3&way=play&first=human&second=human");
    await square(page, "a1").waitFor();
    const box = (name) => square(page, name).boundingBox();
    const [a1, b1, a2, c3] = await Promise.all(["a1", "b1", "a2", "c3"].map(box));
    const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1.5, `${found}, expected ${wanted}`);
    const [width, height] = [b1.x - a1.x, a1.height];
    near(a2.x - a1.x, width / 2);
    near(a2.y - a1.y, height * 0.75);
    near(c3.x - a1.x, 3 * width);
    near(b1.y, a1.y);
    // The box around b1 reaches into b2: what is seen there is what is pressed.
    await page.mouse.click(b1.x + width * 0.95, b1.y + height * 0.95);
    await eventually(() => moves(page), ["b2"]);
    await square(page, "b2").and(page.getByRole("button", { name: "Black" })).waitFor();
    await square(page, "a1").focus();
    for (const key of ["ArrowDown", "ArrowDown", "End", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await eventually(() => moves(page), ["b2", "c2"]);
  });

  check("the chain that connects two sides is told", async (visitor) => {
    const page = await visitor.open("/board?game=hex:3x3&moves=b2,c2,b1,c1,a3&way=play&first=human&second=human");
    await status(page, "Black wins.").waitFor();
    assert.deepEqual(await labelled(page, /in the chain that ended the game/), ["b1", "b2", "a3"]);
  });

  check("what matters in Hex is shown if it is wanted", async (visitor) => {
    const page = await visitor.open("/board?game=hex:5x5&moves=c3&way=play&first=human&second=human");
    const needed = squares(page, /Black needs it/);
    const wanted = page.getByRole("checkbox", { name: "what matters, and why" });
    await wanted.waitFor();
    assert.equal(await needed.count(), 0);
    await wanted.check();
    await eventually(() => needed.count(), (found) => found >= 4);
    assert.equal(new URL(page.url()).searchParams.get("critical"), "on");
    // Elsewhere Black needs nothing.
    assert.ok(await needed.count() < 24);
    const open = await visitor.open("/board?game=hex:6x6&moves=a1,b1&way=play&first=human&second=human&critical=on");
    await squares(open, /to be tried/).first().waitFor();
  });

  check("the largest board of hexagons fits on a phone", SCREENS.phone, async (visitor) => {
    const page = await visitor.open("/board?game=hex:11x11&way=play&first=human&second=human");
    await square(page, "k11").waitFor();
    assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth));
    await square(page, "k11").click();
    await eventually(() => moves(page), ["k11"]);
  });

  check("points that superko or suicide forbids are marked, and say why when they are chosen", async (visitor) => {
    // White has just taken a ko, and has an eye.
    const question = "game=go:4x4&position=.OX./OX.X/.OX./....;W&moves=C3";
    const { forbidden, moves: allowed } = await ask(`position?${question}`);
    const marks = (page) => squares(page).evaluateAll((all) => all.filter((e) => e.textContent === "×").map((e) => [e.dataset.name, e.title]));
    const told = forbidden.map(({ move, why }) => [move, `${move}: ${why}`]);
    assert.deepEqual(told, [["A4", "A4: suicide: the stone would have no liberty"], ["B3", "B3: would repeat the position at the start"]]);
    assert.ok(allowed.every(({ move }) => move !== "A4" && move !== "B3"));
    for (const isMouse of [false, true]) {
      const page = await visitor.open(`/board?${question}&way=play&first=human&second=human`);
      await square(page, "b3").waitFor();
      await eventually(() => marks(page), told);
      for (const { move, why } of forbidden) {
        assert.match(await square(page, move).getAttribute("aria-label"), new RegExp(`, forbidden: ${why}$`));
        // Forced, because a button on which no move can be made counts as disabled.
        if (isMouse) await square(page, move).click({ force: true });
        else {
          await square(page, move).focus();
          await page.keyboard.press("Enter");
        }
        await status(page, `${move} is forbidden: ${why}.`).waitFor();
        assert.deepEqual(moves(page), ["C3"]);
      }
      // After a move elsewhere nothing is told any more, and the ko may be taken back after another.
      await square(page, "d1").click();
      await page.waitForURL(() => moves(page).length === 2);
      await status(page, /is forbidden/).waitFor({ state: "hidden" });
      await square(page, "a1").click();
      await page.waitForURL(() => moves(page).length === 3);
      await eventually(() => marks(page), (all) => all.every(([name]) => name !== "B3"));
      await page.close();
    }
  });

  check("moves of a history that was told are counted", async (visitor) => {
    const start = await ask("position?game=go:2x2&moves=A2,B1");
    assert.equal(start.earlier, 0);
    const position = encodeURIComponent(start.position);
    const page = await visitor.open(`/board?game=go:2x2&position=${position}&moves=B2&way=play&first=human&second=human`);
    const list = () => page.locator(".line li").allTextContents();
    await eventually(list, ["after move 2", "3. Black B2"]);
  });

  check("without values nothing on the board gives a move away", async (visitor) => {
    const page = await visitor.open("/board?game=ttt&moves=a1,a2,b1,b2&values=off&first=human&second=human");
    await square(page, "c1").waitFor();
    for (const label of await squares(page).evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")))) {
      assert.match(label, /^[abc][123], (empty|X|O)$/);
    }
  });

  check("a position has an address; back, undo and redo lead where they should", async (visitor) => {
    const page = await visitor.open("/board?game=ttt&moves=b2,a3&first=human&second=human");
    await square(page, "b2").and(page.getByRole("button", { name: "X" })).waitFor();
    await square(page, "a3").and(page.getByRole("button", { name: "O" })).waitFor();
    await status(page, "X to move.").waitFor();
    const shows = async (...line) => {
      await page.waitForURL(() => moves(page).join() === line.join());
      for (const [i, m] of line.entries()) await square(page, m).and(page.getByRole("button", { name: "XO"[i % 2] })).waitFor();
      await assertCount(page, line.length);
    };
    await square(page, "c1").click();
    await shows("b2", "a3", "c1");
    await square(page, "a1").click();
    await shows("b2", "a3", "c1", "a1");
    await page.goBack();
    await shows("b2", "a3", "c1");
    await page.goForward();
    await shows("b2", "a3", "c1", "a1");
    await button(page, "Undo").click();
    await shows("b2", "a3", "c1");
    await button(page, "To the first position").click();
    await shows();
    await button(page, "Redo").click();
    await shows("b2");
    await button(page, "To the last position").click();
    await shows("b2", "a3", "c1", "a1");
    await page.reload();
    await shows("b2", "a3", "c1", "a1");
    await page.getByRole("link", { name: "Tree" }).click();
    await page.waitForURL(/\/tree\?.*moves=b2,a3,c1,a1/);
    await page.goBack();
    await shows("b2", "a3", "c1", "a1");
  });

  check("a position goes out and comes in as text", async (visitor) => {
    const page = await visitor.open("/board?game=ttt&moves=b2,a3&first=human&second=human");
    const { position } = await ask("position?game=ttt&moves=b2,a3");
    await square(page, "b2").and(page.getByRole("button", { name: "X" })).waitFor();
    await page.getByText("Export", { exact: true }).click();
    await eventually(() => page.getByRole("textbox", { name: "Position" }).inputValue(), position);
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    assert.equal(new URL(link).searchParams.get("moves"), "b2,a3");
    await button(page, "New game").click();
    await page.waitForURL(() => moves(page).length === 0);
    await page.getByText("Import", { exact: true }).click();
    const text = page.getByRole("textbox", { name: /SGF/ });
    await text.fill("no position");
    await button(page, "Open").click();
    await page.getByRole("alert").filter({ hasText: "no position" }).waitFor();
    visitor.allow(/status of 400/);
    await text.fill(position);
    await button(page, "Open").click();
    await page.waitForURL(() => new URL(page.url()).searchParams.get("position") === position);
    await square(page, "b2").and(page.getByRole("button", { name: "X" })).waitFor();
  });

  check("a game of Go goes out and comes in as SGF, and any game as JSON", async (visitor) => {
    const page = await visitor.open("/board?game=go:3x3&moves=B2,A2,C2&first=human&second=human");
    const line = moves(page);
    await status(page, /to move/).waitFor();
    await page.getByText("Export", { exact: true }).click();
    await page.getByText("Import", { exact: true }).click();
    for (const [name, kind] of [["SGF", /^\(;[^]*;B\[bb\]/], ["JSON record", /^\{/]]) {
      const coming = page.waitForEvent("download");
      await button(page, name).click();
      const file = await (await coming).path();
      assert.match(await readFile(file, "utf8"), kind);
      await button(page, "New game").click();
      await page.waitForURL(() => moves(page).length === 0);
      await page.getByLabel("or a file").setInputFiles(file);
      await page.waitForURL(() => moves(page).length === line.length);
      assert.deepEqual(moves(page).map((m) => m.toLowerCase()), line.map((m) => m.toLowerCase()));
      await square(page, "a2").and(page.getByRole("button", { name: "W" })).waitFor();
    }
  });

  check("a board that is not solved shows guesses, and says that they are", async (visitor) => {
    const page = await visitor.open("/board?game=uttt&values=on&first=human&second=human");
    await page.getByText(/A guess: X gets \d+ % of the points\./).waitFor();
    const labels = await squares(page).evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")));
    assert.equal(labels.filter((label) => /not known yet, a guess: \d+ %/.test(label)).length, 81);
    assert.equal(await board(page).getByText(/^≈\d+$/).count(), 81);
    const { moves: best } = await ask("analyze?game=uttt&nodes=1");
    assert.ok(best.every(({ guess }, i) => guess > 0 && guess < 1 && (i === 0 || guess <= best[i - 1].guess)));
  });

  check("a perfect player who finds no proof plays when it is told to", async (visitor) => {
    const page = await visitor.open("/board?game=uttt&first=perfect&second=human&way=play");
    await button(page, "Play now").click();
    await page.waitForURL(() => moves(page).length === 1);
    await status(page, /^Your turn, O\./).waitFor();
    await page.getByText(/: a guess\./).waitFor();
  });

  check("what is no game or no position is told in the server's words", async (visitor) => {
    visitor.allow(/status of 400/);
    for (const [path, query] of [["/board?game=chess", "game=chess"], ["/board?game=ttt&position=XX", "game=ttt&position=XX"], ["/board?game=ttt&moves=z9", "game=ttt&moves=z9"]]) {
      const page = await visitor.open(path);
      const { error } = await (await fetch(`${origin}/api/v1/position?${query}`)).json();
      await page.getByRole("alert").filter({ hasText: error.message }).first().waitFor();
      await page.close();
    }
  });
}

/** As many marks on the board as moves were made. */
async function assertCount(page, count) {
  const labels = () => squares(page).evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")));
  await eventually(labels, (names) => names.length > 0 && names.filter((name) => !/empty/.test(name)).length === count);
}
