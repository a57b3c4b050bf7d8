// Heaps: stones are taken with a finger on a phone, with the mouse, and with the keyboard.

import assert from "node:assert/strict";
import { SCREENS, SCREENSHOTS, check, eventually } from "./harness.js";

/** Enough for a finger. */
const FINGER = 44;

/** The smallest screen that is common. */
const PHONE = { ...SCREENS.phone, viewport: { width: 375, height: 667 } };

const board = (page) => page.getByRole("grid", { name: "Board" });
const stone = (page, words) => board(page).getByRole("button", { name: words });
const moves = (page) => (new URL(page.url()).searchParams.get("moves") ?? "").split(",").filter(Boolean);
const open = (visitor, game) => visitor.open(`/board?game=${encodeURIComponent(game)}&way=play&first=human&second=human`);

/** Where the middle of an element is on the screen. */
async function middle(element) {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await element.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** A finger: it goes down at the first point, slides to the others, and is lifted by what is returned. */
async function press(page, ...points) {
  const touch = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [first, ...others] = points;
  await send("touchStart", [first]);
  let last = first;
  for (const point of others) {
    // On the way, as a finger.
    for (let part = 1; part <= 4; part++) {
      await send("touchMove", [{ x: last.x + ((point.x - last.x) * part) / 4, y: last.y + ((point.y - last.y) * part) / 4 }]);
    }
    last = point;
  }
  return () => send("touchEnd", []);
}

export default function () {
  for (const game of ["nim:3,5,7", "kayles:5,7", "subtract:21"]) {
    check(`stones of ${game} are large enough for fingers, and each heap of the screen's width is in one line`, PHONE, async (visitor) => {
      const page = await open(visitor, game);
      await stone(page, /take/).first().waitFor();
      const boxes = await Promise.all((await board(page).getByRole("button").all()).map((one) => one.boundingBox()));
      for (const { width, height } of boxes) assert.ok(width >= FINGER && height >= FINGER, `${width} by ${height}`);
      // Nobody's finger meets two of them.
      for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(i + 1)) {
          const isApart = a.x + a.width <= b.x + 0.5 || b.x + b.width <= a.x + 0.5 || a.y + a.height <= b.y + 0.5 || b.y + b.height <= a.y + 0.5;
          assert.ok(isApart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`);
        }
      }
      const lines = await board(page).getByRole("row").evaluateAll((rows) => rows.map((row) => new Set([...row.querySelectorAll(".bead")].map((e) => e.offsetTop + e.parentElement.offsetTop)).size));
      assert.deepEqual(lines, game === "subtract:21" ? [3] : lines.map(() => 1));
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${SCREENSHOTS}/heaps-${game.split(":")[0]}-phone-${colorScheme}.png` });
      }
    });
  }

  check("a finger slides along a heap of Nim, sees what it would take, and takes it when lifted", PHONE, async (visitor) => {
    const page = await open(visitor, "nim:3,5,7");
    const [one, three] = [await middle(stone(page, /^5-1,/)), await middle(stone(page, /^5-3,/))];
    const lift = await press(page, one, three);
    await page.getByText("Heap 2: take 3 of 5, 2 left.").waitFor();
    assert.equal(await board(page).locator(".pointed").count(), 3);
    await page.screenshot({ path: `${SCREENSHOTS}/heaps-held-phone.png` });
    assert.deepEqual(moves(page), [], "nothing is taken before");
    await lift();
    await eventually(() => moves(page), ["5-3"]);
    // A second finger's turn: a tap is enough.
    await stone(page, /^7-7,/).tap();
    await eventually(() => moves(page), ["5-3", "7-7"]);
  });

  check("a finger that is lifted elsewhere takes nothing", PHONE, async (visitor) => {
    const page = await open(visitor, "nim:3,5,7");
    const from = await middle(stone(page, /^7-2,/));
    for (const elsewhere of [await middle(stone(page, /^3-1,/)), { x: 200, y: 20 }]) {
      // Along the heap first: a finger that goes up or down at once scrolls the page.
      const lift = await press(page, from, await middle(stone(page, /^7-4,/)), elsewhere);
      await eventually(() => board(page).locator(".pointed").count(), 0);
      await lift();
    }
    await page.getByText("Press a stone, slide along its heap").waitFor();
    assert.deepEqual(moves(page), []);
    await stone(page, /^7-2,/).tap();
    await eventually(() => moves(page), ["7-2"]);
  });

  check("in Kayles a finger takes one pin, or slides over two", PHONE, async (visitor) => {
    const page = await open(visitor, "kayles:5,7");
    // A slow server: a tap before its answer would be lost, so the board is closed until then.
    await page.route(/position/, async (route) => {
      await new Promise((later) => setTimeout(later, 500));
      await route.continue();
    });
    const pins = board(page).getByRole("row").nth(1).locator(".bead");
    const [second, third, fourth] = [await middle(pins.nth(1)), await middle(pins.nth(2)), await middle(pins.nth(3))];
    let lift = await press(page, second, third, fourth);
    await page.getByText("No move takes these.").waitFor();
    await lift();
    assert.deepEqual(moves(page), []);
    lift = await press(page, third, second);
    await page.getByText("Heap 2: take 2 of 7, 1 and 4 stay.").waitFor();
    assert.equal(await board(page).locator(".bead.pointed").count(), 2);
    await lift();
    await eventually(() => moves(page), ["7-2:1+4"]);
    // The place between two pins does it without sliding.
    await stone(page, /^5-2,/).first().tap();
    await eventually(() => moves(page), ["7-2:1+4", "5-2"]);
  });

  check("the mouse sees what it would take before it presses, and takes it once", async (visitor) => {
    const page = await open(visitor, "subtract:21");
    await stone(page, /^21-2,/).hover();
    await page.getByText("Take 2 of 21, 19 left.").waitFor();
    assert.equal(await board(page).locator(".pointed").count(), 2);
    await stone(page, /^stone 4 of heap 1/).hover();
    await page.getByText("No move takes these.").waitFor();
    await stone(page, /^21-2,/).click();
    await eventually(() => moves(page), ["21-2"]);
    // The keys as well.
    await stone(page, /^19-1,/).focus();
    await page.getByText("Take 1 of 19, 18 left.").waitFor();
    await page.keyboard.press("Enter");
    await eventually(() => moves(page), ["21-2", "19-1"]);
  });
}
