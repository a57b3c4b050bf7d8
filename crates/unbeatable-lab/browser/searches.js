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
