// The lesson: from its first to its last step, with the keyboard alone; what it says is what the server finds.

import assert from "node:assert/strict";
import { ask, check, eventually } from "./harness.js";

const POSITIONS = 6;

/** What an address says. */
const query = (page) => Object.fromEntries(new URL(page.url()).searchParams);

/** The numbers in the line of counters: step, of all, looked at, of all, cut. */
async function counters(page) {
  const text = await page.locator(".counters").textContent();
  return text.match(/\d+/g).map(Number);
}

/** Goes on with the right arrow to the end, answers every question, and says how many there were. */
async function walk(page) {
  let questions = 0;
  for (;;) {
    const [step, all] = await counters(page);
    if (step === all) return questions;
    await page.keyboard.press("ArrowRight");
    const yes = page.getByRole("button", { name: "Yes, cut" });
    if (await yes.isVisible()) {
      questions++;
      // The focus is on the answer.
      await page.keyboard.press("Enter");
      await page.getByText(/^(Right|Not quite)\./).waitFor();
    }
    await eventually(async () => (await counters(page))[0], step + 1);
  }
}

export default function () {
  check("a lesson is walked through with the keyboard alone", async (visitor) => {
    for (let start = 1; start <= POSITIONS; start++) {
      const page = await visitor.open(`/lesson?start=${start}`);
      await page.getByText(/^Step 0 of/).waitFor();
      assert.equal(await walk(page), 0, "minimax cuts nothing");
      const [, , seen, all] = await counters(page);
      assert.equal(seen, all, "minimax looks at every position");
      const said = await page.locator(".said").textContent();
      const value = /is worth ([+−]?\d)/.exec(said)[1];
      // The same position by alpha-beta: the same value, with no more positions than the server visits.
      const pruned = await visitor.open(`/lesson?start=${start}&part=alpha-beta`);
      await pruned.getByText(/^Step 0 of/).waitFor();
      await walk(pruned);
      const found = await counters(pruned);
      assert.ok((await pruned.locator(".said").textContent()).includes(`is worth ${value}`));
      const { game, position } = await pruned.locator(".lesson").evaluate((e) => e.dataset);
      const options = `game=${encodeURIComponent(game)}&position=${encodeURIComponent(position)}&plain=true`;
      const whole = await ask(`solve?${options}&solver=minimax`);
      const cut = await ask(`solve?${options}&solver=alpha-beta&order=natural&window=open`);
      assert.deepEqual([seen, found[2], found[2] + (found[4] ?? 0)], [whole.nodes, cut.nodes, all]);
      assert.equal(value.replace("−", "-").replace("+", ""), String(cut.bounds.lower));
    }
  });

  check("every step of a lesson has an address, and a way back", async (visitor) => {
    const page = await visitor.open("/lesson?part=alpha-beta&step=9&ask=off");
    await page.getByText(/^Step 9 of/).waitFor();
    const said = await page.locator(".said").textContent();
    await page.keyboard.press("ArrowRight");
    await eventually(() => query(page).step, "10");
    await page.keyboard.press("ArrowLeft");
    await eventually(() => page.locator(".said").textContent(), said);
    await page.keyboard.press("End");
    await page.getByText(/The position is worth/).waitFor();
    await page.reload();
    await page.getByText(/The position is worth/).waitFor();
    await page.keyboard.press("Home");
    await eventually(() => query(page).step, undefined);
  });

  check("a large tree is told by its counters", async (visitor) => {
    const page = await visitor.open("/lesson");
    await page.getByRole("button", { name: "A large tree" }).click();
    await page.getByRole("row", { name: /^minimax every/ }).getByText("549,946").waitFor();
    await page.getByRole("row", { name: /^alpha-beta with table/ }).getByText("70").waitFor();
  });
}
