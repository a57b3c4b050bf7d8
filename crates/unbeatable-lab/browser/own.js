// A game that the project has never heard of, in a program of its own: examples/chomp.

import assert from "node:assert/strict";
import { SCREENSHOTS, checkOwn, eventually } from "./harness.js";

const moves = (page) => (new URL(page.url()).searchParams.get("moves") ?? "").split(",").filter(Boolean);

export default function () {
  checkOwn("a game of one's own is listed, shown as text, analysed and played", async (visitor) => {
    const page = await visitor.open("/board?game=chomp:4x3");
    const main = page.getByRole("main");
    await main.getByText("!###").first().waitFor();
    const options = await page.getByRole("option", { name: /Chomp/ }).allTextContents();
    assert.ok(options.length >= 1, `${options}`);
    // Every bite is a button with its value: one wins.
    const bites = main.getByRole("button", { name: /^[a-d][1-3]\b/ });
    await eventually(() => bites.count(), 12);
    const winning = main.getByRole("button", { name: /^c2\b.*wins/ });
    await winning.waitFor();
    await page.screenshot({ path: `${SCREENSHOTS}/own-game.png`, fullPage: true });
    await winning.click();
    // The answer is proven, and may be there at once.
    await eventually(() => moves(page).length, 2);
    assert.equal(moves(page)[0], "c2");
    await main.getByText("Your turn").waitFor();
  });
}
