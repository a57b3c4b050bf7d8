// Rules from files: dropped, chosen, pasted, wrong, and forgotten by the server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { SCREENS, SCREENSHOTS, bringRules, check, eventually, origin } from "./harness.js";

const GAMES = "../../../games";
const moves = (page) => (new URL(page.url()).searchParams.get("moves") ?? "").split(",").filter(Boolean);
const cell = (page, name) => page.getByRole("grid").getByRole("button", { name: new RegExp(`^${name}\\b`) });

/** Drops a file onto the page, as the browser tells the page of it. */
async function drop(page, name, text) {
  const transfer = await page.evaluateHandle(([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, [name, text]);
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}

export default function () {
  check("a file dropped onto the page is a game: values, a game against the best, a reload", async (visitor) => {
    const page = await visitor.open("/");
    await drop(page, "tic-tac-toe.kif", await readFile(`${GAMES}/tic-tac-toe.kif`, "utf8"));
    await page.waitForURL(/\/board\?game=sent/);
    await page.getByRole("heading", { level: 1, name: /Tic tac toe/ }).waitFor();
    await eventually(() => page.getByRole("grid").getByRole("button", { name: /draws|draw/ }).count(), 9);
    await page.getByText("What is known of these rules").click();
    await page.getByText("x and o; x moves first").waitFor();
    await page.screenshot({ path: `${SCREENSHOTS}/rules-dropped.png`, fullPage: true });
    await cell(page, "2:2").click();
    await eventually(() => moves(page).length, 2);
    assert.equal(moves(page)[0], "mark:2:2");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: /Tic tac toe/ }).waitFor();
    await eventually(() => page.getByRole("grid").getByRole("button", { name: /^2:2, x/ }).count(), 1);
    // Other pages have it in their lists.
    await page.goto(`${visitor.lab}/race`);
    await page.getByRole("option", { name: "Tic tac toe", exact: true }).first().waitFor({ state: "attached" });
  });

  check("a file that is wrong is shown with its line, and can be put right on the spot", async (visitor) => {
    const page = await visitor.open("/board?game=ttt");
    const text = await readFile(`${GAMES}/tic-tac-toe.kif`, "utf8");
    const wrong = text.replace("(<= (legal ?player noop)\n    (true (turn ?other))", "(<= (legal ?player noop)\n    (true (turn ?nobody))");
    assert.notEqual(wrong, text);
    await page.getByRole("button", { name: "From a file …" }).click();
    await page.getByLabel("A file with rules").setInputFiles({ name: "mine.kif", mimeType: "text/plain", buffer: Buffer.from(wrong.replace("(other o x)", "(other o x")) });
    const alert = page.getByRole("dialog").getByRole("alert");
    await alert.getByText("mine.kif is no game yet.").waitFor();
    await alert.getByText(/Line \d+, column \d+:/).first().waitFor();
    await page.screenshot({ path: `${SCREENSHOTS}/rules-wrong.png` });
    await page.getByLabel("or the rules themselves").fill(text);
    await page.getByRole("button", { name: "Read the rules" }).click();
    await page.waitForURL(/game=sent/);
    await eventually(() => page.getByRole("dialog").count(), 0);
  });

  check("pieces are picked and put, by keyboard too", async (visitor) => {
    const page = await visitor.open("/board?game=ttt");
    await bringRules(page, "breakthrough-4x4");
    await page.getByRole("combobox", { name: "black" }).selectOption("human");
    const from = cell(page, "1:2");
    await from.click();
    await eventually(() => from.getAttribute("aria-pressed"), "true");
    const goal = cell(page, "2:3");
    await eventually(() => goal.getAttribute("aria-label"), (label) => label.includes("go here"));
    await page.screenshot({ path: `${SCREENSHOTS}/rules-picked.png`, fullPage: true });
    await goal.click();
    await eventually(() => moves(page), ["move:1:2:2:3"]);
    // Black takes back, by keyboard.
    await page.locator(".status").getByText("black to move.").waitFor();
    await cell(page, "1:4").focus();
    await page.keyboard.press("Enter");
    await eventually(() => cell(page, "1:4").getAttribute("aria-pressed"), "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await eventually(() => moves(page), ["move:1:2:2:3", "move:1:4:2:3"]);
  });

  check("a game without a board is played from the list of its moves, on a phone", SCREENS.phone, async (visitor) => {
    const page = await visitor.open("/board?game=ttt");
    await bringRules(page, "nim-3-4-5");
    await page.getByRole("list", { name: "What is true" }).getByText("heap:a:3").waitFor();
    const move = page.getByRole("button", { name: /^leave:a:1\b.*wins/ });
    await move.first().waitFor();
    await page.screenshot({ path: `${SCREENSHOTS}/rules-list-phone.png`, fullPage: true });
    await move.first().click();
    await eventually(() => moves(page)[0], "leave:a:1");
  });

  check("discs fall in columns, whatever they are called", async (visitor) => {
    const page = await visitor.open("/board?game=ttt");
    await bringRules(page, "connect-four-4x4");
    await page.getByRole("combobox", { name: "yellow" }).selectOption("human");
    await cell(page, "2:4").click();
    await eventually(() => moves(page), ["drop:2"]);
    await page.getByRole("grid").getByRole("button", { name: /^2:1, r of red/ }).waitFor();
    await cell(page, "3:1").click();
    await eventually(() => moves(page), ["drop:2", "drop:3"]);
    await page.screenshot({ path: `${SCREENSHOTS}/rules-discs.png`, fullPage: true });
  });

  check("rules that the server has forgotten are sent again; without them one is told so", async (visitor) => {
    const page = await visitor.open("/board?game=ttt");
    await bringRules(page, "nim-3-4-5");
    const url = page.url();
    // As many other games as the server keeps of a client make it forget the first.
    const text = await readFile(`${GAMES}/nim-3-4-5.kif`, "utf8");
    for (let i = 0; i < 17; i++) {
      await fetch(`${origin}/api/v1/rules?name=nim.kif`, { method: "POST", headers: { "content-type": "text/plain" }, body: `${text}; ${i}\n` });
    }
    // The browser tells of answers that say no.
    visitor.allow(/404/);
    await page.goto(url);
    await page.getByRole("list", { name: "What is true" }).getByText("heap:a:3").waitFor();
    await page.goto(`${visitor.lab}/board?game=sent/00000000000000000000000000000000/lost.kif`);
    await page.getByText(/The rules of this game are not here any more/).first().waitFor();
  });
}
