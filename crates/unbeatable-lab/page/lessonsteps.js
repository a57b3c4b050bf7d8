// Minimax and alpha-beta as in a textbook, step by step on a tree that is there as a whole.

/**
 * Numbers the nodes of a tree in the order in which they are listed: a node is `{id, mover, value, move,
 * children, parent}`, `value` only where the game is over. Values are the first side's: it wants the largest.
 */
export function numbered(root) {
  const all = [];
  const walk = (node, parent, depth) => {
    Object.assign(node, { id: all.length, parent, depth });
    all.push(node);
    for (const child of node.children) walk(child, node, depth + 1);
  };
  walk(root, null, 0);
  return all;
}

/**
 * What a search does, a list of steps: `enter` a node, with its `window`; `gain` when the move to `child` has
 * become the best so far, or `keep` when it has not, with the window from then on; `cut` the moves of `cut`;
 * `leave` a node with its `value`, and whether that is only a bound (`bound`: ≥ or ≤). With `prunes` it is
 * alpha-beta, which returns what it found even beyond its window; else minimax, which has none.
 */
export function searchSteps(root, { prunes }) {
  const steps = [];
  const search = (node, alpha, beta) => {
    const window = prunes ? [alpha, beta] : null;
    steps.push({ kind: "enter", node, window });
    if (!node.children.length) {
      steps.push({ kind: "leave", node, value: node.value, bound: "" });
      return node.value;
    }
    const isMax = node.mover === 0;
    let best = isMax ? -Infinity : Infinity;
    for (const [i, child] of node.children.entries()) {
      const value = search(child, alpha, beta);
      const isBetter = isMax ? value > best : value < best;
      if (isBetter) best = value;
      if (prunes && isMax) alpha = Math.max(alpha, best);
      if (prunes && !isMax) beta = Math.min(beta, best);
      const rest = node.children.slice(i + 1);
      steps.push({ kind: isBetter ? "gain" : "keep", node, child, value, best, window: prunes ? [alpha, beta] : null, rest });
      if (prunes && alpha >= beta && rest.length) {
        steps.push({ kind: "cut", node, cut: rest, best, window: [alpha, beta] });
        steps.push({ kind: "leave", node, value: best, bound: isMax ? "≥" : "≤" });
        return best;
      }
    }
    // Behind a cut further down, what comes back may be a bound as well; from outside it counts as one.
    const [low, high] = window ?? [-Infinity, Infinity];
    const bound = best <= low ? "≤" : best >= high ? "≥" : "";
    steps.push({ kind: "leave", node, value: best, bound });
    return best;
  };
  search(root, -Infinity, Infinity);
  return steps;
}

/** How the tree stands after the first `count` steps: maps from numbers of nodes to what is known of them. */
export function standing(steps, count) {
  const known = { seen: new Set(), cut: new Set(), values: new Map(), windows: new Map(), best: new Map(), now: null, path: new Set() };
  const isBelow = (node) => {
    known.cut.add(node.id);
    node.children.forEach(isBelow);
  };
  for (const { kind, node, child, value, bound, best, window, cut } of steps.slice(0, count)) {
    known.now = node;
    if (window) known.windows.set(node.id, window);
    if (kind === "enter") known.seen.add(node.id);
    if (kind === "gain") known.best.set(node.id, { value: best, child });
    if (kind === "cut") cut.forEach(isBelow);
    if (kind === "leave") known.values.set(node.id, { value, bound });
  }
  for (let node = known.now; node; node = node.parent) known.path.add(node.id);
  return known;
}

/**
 * Whether a step decides about the moves that are left, so that one can be asked about it first: `null`, or
 * whether they are cut.
 */
export function cutsNext(steps, at) {
  const step = steps[at - 1];
  if (!step?.window || !step.rest?.length) return null;
  return steps[at]?.kind === "cut";
}
