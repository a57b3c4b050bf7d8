// What shows searches at work: the race, the tree, the strategies, the claims.

import assert from "node:assert/strict";
import { ask, check, eventually } from "./harness.js";

const number = new Intl.NumberFormat("en");

/** How many positions there are in the tree of tic-tac-toe (Lomont 2024). */
const TTT_NODES = 549_946;

const item = (page, level) => page.getByRole("treeitem", { level });
const path = (page) => new URL(page.url()).searchParams.get("path") ?? "";

export default function () {
  check("the race of minimax and alpha-beta, to the end", async (visitor) => {
    const page = await visitor.open("/race");
    await page.getByRole("button", { name: /Minimax against alpha-beta/ }).click();
    await page.getByRole("main").getByText("Proven: a draw.").waitFor();
    const pruned = await ask("solve?game=ttt&solver=alpha-beta&plain=true&window=open");
    const results = page.getByRole("region", { name: "Results", exact: true });
    for (const [name, nodes] of [["1 minimax", TTT_NODES], ["2 alpha-beta, open window", pruned.nodes], ["3 alpha-beta with table, symmetry and analysis", 70]]) {
      await results.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) })
        .getByRole("cell", { name: number.format(nodes), exact: true }).waitFor();
    }
    assert.ok(pruned.nodes < TTT_NODES / 10);
    const published = page.getByRole("region", { name: "Published and measured" });
    const lomont = published.getByRole("row").filter({ hasText: "nodes of the whole tree" });
    await lomont.getByText("agrees").waitFor();
    await eventually(() => lomont.getByText(number.format(TTT_NODES)).count(), 2);
    // The race once more, from its address.
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await page.getByRole("main").getByText("Proven: a draw.").waitFor();
  });

  check("a race can be stopped, and leaves nothing running", async (visitor) => {
    const page = await visitor.open("/race?game=mnk:5x5x4&runners=minimax");
    await page.getByRole("button", { name: "Stop minimax" }).click();
    await page.getByRole("main").getByText("No runner has proven the value.").waitFor();
  });

  check("a race in slow motion, by keyboard: who needs few nodes is through while others have hardly begun", async (visitor) => {
    const page = await visitor.open("/race?game=ttt&runners=minimax;alpha-beta");
    await page.getByRole("main").getByText("Proven: a draw.").waitFor();
    const slow = page.getByRole("region", { name: "Slow motion" });
    assert.ok(await slow.isHidden(), "races go as fast as they can");
    const speed = page.getByRole("combobox", { name: "Speed" });
    await speed.focus();
    // The second choice of six.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.waitForURL((url) => url.searchParams.get("speed") === "100");
    await slow.getByText(/^after \d+ nodes?$/).waitFor();
    assert.ok(await page.getByRole("main").getByText("Proven: a draw.").isHidden(), "the end is not told before");
    await slow.getByText("✓ through after 70 nodes").waitFor();
    const minimax = slow.getByRole("listitem").filter({ hasText: "minimax" });
    assert.match(await minimax.innerText(), new RegExp(`\\b\\d{2,3} of ${number.format(TTT_NODES)} nodes`));
    // The cards say so, too.
    const card = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Remove minimax" }) });
    assert.match(await card.innerText(), /Nodes\s+\d{2,3}\s[^]*searches …/);
    await slow.getByRole("button", { name: "Pause" }).focus();
    await page.keyboard.press("Enter");
    const resting = await slow.getByText(/, paused$/).innerText();
    await new Promise((later) => setTimeout(later, 400));
    assert.equal(await slow.getByText(/^after/).innerText(), resting);
    await page.keyboard.press("Enter");
    await eventually(() => slow.getByText(/^after/).innerText(), (text) => !/paused/.test(text) && text !== resting.replace(", paused", ""));
    await slow.getByRole("button", { name: "To the end" }).click();
    await page.getByRole("main").getByText("Proven: a draw.").waitFor();
    await slow.getByText(`✓ through after ${number.format(TTT_NODES)} nodes`).waitFor();
    await slow.getByRole("button", { name: "Once more" }).click();
    await slow.getByText(/^after/).waitFor();
    // As fast as they go again: nothing is left of it.
    await speed.selectOption("as fast as they go");
    await page.getByRole("main").getByText("Proven: a draw.").waitFor();
    assert.ok(await slow.isHidden());
  });

  check("slow motion without motion goes in steps", { reducedMotion: "reduce" }, async (visitor) => {
    const page = await visitor.open("/race?game=ttt&runners=minimax;alpha-beta&speed=100");
    const clock = page.getByRole("region", { name: "Slow motion" }).getByText(/^after/);
    await clock.waitFor();
    const seen = new Set();
    for (const end = Date.now() + 3500; Date.now() < end;) seen.add(await clock.innerText());
    assert.ok(seen.size >= 2 && seen.size <= 5, [...seen].join("; "));
  });

  check("three levels down the tree by mouse, with what the server says of each node", async (visitor) => {
    const page = await visitor.open("/tree?game=ttt");
    const tree = "tree?of=search&game=ttt&solver=alpha-beta&plain=true";
    for (const level of [2, 3, 4]) {
      await item(page, level).first().dblclick();
      await item(page, level + 1).first().waitFor();
      const below = "0.0.0".slice(0, 2 * level - 3);
      await page.waitForURL(() => path(page) === below);
      const { node } = await ask(`${tree}&path=${below}`);
      const said = new RegExp(`^[XO] ${node.move}, .*${node.status === "cut" ? "cut" : "searched"}.*, ${number.format(node.nodes)} nodes?\\b`);
      await page.getByRole("treeitem", { level, name: said }).first().waitFor();
      const panel = page.getByRole("region", { name: "The selected node" });
      await panel.getByText(node.move).first().waitFor();
    }
  });

  check("three levels down the tree by keyboard, and back to the same place by its address", async (visitor) => {
    const page = await visitor.open("/tree?of=search&game=ttt&solver=minimax");
    await item(page, 1).focus();
    // The root is open: each time into the first child, which is then opened.
    for (const level of [2, 3, 4]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForURL(() => path(page) === "0.0.0".slice(0, 2 * level - 3));
      await page.keyboard.press("ArrowRight");
      await item(page, level + 1).first().waitFor();
    }
    await page.keyboard.press("ArrowDown");
    await page.waitForURL(() => path(page) === "0.0.0.0");
    await page.reload();
    const selected = page.getByRole("treeitem", { selected: true });
    await selected.waitFor();
    await page.waitForFunction(() => document.querySelector('[role="treeitem"][aria-selected="true"]')?.getAttribute("aria-level") === "5");
    await page.getByText(number.format(TTT_NODES)).first().waitFor();
  });

  check("a tree of a million nodes opens, and unfolds where one looks", async (visitor) => {
    const page = await visitor.open("/tree?of=search&game=mnk:5x3x3&solver=alpha-beta&plain=true");
    await item(page, 2).first().waitFor();
    const { nodes } = await ask("tree?of=search&game=mnk:5x3x3&solver=alpha-beta&plain=true");
    assert.ok(nodes > 1_000_000, `${nodes} nodes`);
    await page.getByText(number.format(nodes)).first().waitFor();
    await page.getByRole("button", { name: "Principal line" }).click();
    await page.waitForURL(() => path(page).split(".").length > 3);
    assert.ok((await page.getByRole("treeitem").count()) < 300, "only what is open is in the page");
  });

  check("the smallest table of tic-tac-toe, as pictures, with a proof that a checker accepts", async (visitor) => {
    const page = await visitor.open("/strategies?game=ttt&role=first");
    await page.getByRole("main").getByText("No smaller table exists.").waitFor();
    const { size, rows } = await ask("strategy?game=ttt&role=first");
    assert.equal(size, 22);
    await page.getByText(/^22 rows$/).first().waitFor();
    await eventually(() => page.getByRole("img").count(), (pictures) => pictures >= rows.length);
    await page.getByRole("button", { name: "Prove it" }).click();
    await page.getByText("The proof is accepted by the checker.").waitFor();
  });

  check("Nim shows its sum, ultimate tic-tac-toe its critical squares", async (visitor) => {
    const page = await visitor.open("/strategies?game=nim:3,5,7");
    await page.getByRole("row", { name: /Sum/ }).first().waitFor();
    const other = await visitor.open("/strategies?game=uttt");
    await other.getByRole("heading", { name: /critical/i }).first().waitFor();
  });

  check("a claim is measured, and stands beside what was published", async (visitor) => {
    const page = await visitor.open("/claims?open=lomont-2024-tree-nodes");
    const { claims } = await ask("claims");
    await eventually(() => page.getByRole("article", { includeHidden: true }).count(), claims.length);
    const claim = page.locator("#claim-lomont-2024-tree-nodes");
    await claim.getByRole("button", { name: /^Run:/ }).click();
    await claim.getByText("agrees").waitFor();
    await claim.getByText(/^Measured in/).waitFor();
    await page.reload();
    await claim.getByText("agrees").waitFor();
  });
}
