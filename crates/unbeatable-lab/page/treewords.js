// What a node of a tree means, in marks and in sentences.

import { bounds as boundsInWords, ending, plural, points } from "./words.js";

/** The mark and the name of each status. */
export const STATUS = {
  end: { mark: "■", name: "the game is over" },
  searched: { mark: "✓", name: "all moves searched" },
  cut: { mark: "✂", name: "cut" },
  "left-out": { mark: "✂", name: "left out" },
  analysis: { mark: "∴", name: "decided without search" },
  table: { mark: "▤", name: "known from the table" },
  depth: { mark: "↧", name: "too deep for this pass" },
  stopped: { mark: "‖", name: "the budget ran out" },
  answer: { mark: "➔", name: "one answer" },
  replies: { mark: "⋔", name: "all replies" },
  same: { mark: "↪", name: "as at another place" },
  claim: { mark: "⊢", name: "the claim" },
  open: { mark: "·", name: "the game goes on" },
  repeat: { mark: "⟲", name: "forbidden: it repeats a position" },
};

/** What stopped a search. */
const STOPPED = {
  nodes: "it had visited as many nodes as it may",
  time: "its time was up",
  memory: "its memory was full",
  depth: "it may go no deeper",
  interrupted: "it was interrupted",
};
export const stopped = (why) => STOPPED[why] ?? why ?? "it was stopped";

const edge = (v) => (v === null || v === undefined ? "∞" : points(v));

/** A window, as textbooks write it: [alpha, beta]. */
export function windowText(window) {
  if (!window) return "";
  const lower = window.lower === null || window.lower === undefined ? "−∞" : points(window.lower);
  return `[${lower}, ${edge(window.upper)}]`;
}

/** What is known of a value, briefly and with a class of its own: `{kind, text}`, or `null`. */
export function valueText(bounds, tree) {
  if (!bounds) return null;
  const { lower, upper } = bounds;
  const { sides, isScored, range } = tree;
  const name = (v) => (isScored ? points(v) : v > 0 ? `${sides[0]} wins` : v < 0 ? `${sides[1]} wins` : "draw");
  if (lower === upper) return { kind: lower > 0 ? "win" : lower < 0 ? "loss" : "draw", text: name(lower) };
  const isLow = lower === null || lower === undefined || lower <= range.lower;
  const isHigh = upper === null || upper === undefined || upper >= range.upper;
  if (isLow && isHigh) return { kind: "open", text: "?" };
  if (isHigh) return { kind: "open", text: `≥ ${name(lower)}` };
  return { kind: "open", text: isLow ? `≤ ${name(upper)}` : `${points(lower)} … ${points(upper)}` };
}

/** How a finished game ended, in the same form. */
export function endText(outcome, { sides, isScored }) {
  const kind = outcome?.winner === null ? "draw" : outcome?.winner === sides[0] ? "win" : "loss";
  if (isScored && Number.isFinite(outcome?.margin)) return { kind, text: points(outcome.margin) };
  return { kind, text: outcome?.winner ? `${outcome.winner} wins` : "draw" };
}

/** Bounds in words; `null` where there are none. */
export function boundsText(bounds, { sides, isScored, range }) {
  if (!bounds) return null;
  const { lower, upper } = bounds;
  if (isScored && lower !== upper) {
    if (lower <= range.lower && upper >= range.upper) return "nothing yet";
    if (upper >= range.upper) return `${sides[0]} gets at least ${points(lower)}`;
    if (lower <= range.lower) return `${sides[0]} gets at most ${points(upper)}`;
  }
  return boundsInWords(bounds, sides, isScored);
}

/** How a node is called: its move with the side that made it, or what it is instead of a move. */
export function nodeName(node, tree) {
  if (node.move) return `${tree.sides[1 - node.mover]} ${node.move}`;
  if (node.strategy) return strategyName(node.strategy, tree);
  if (!node.parent) return "the root";
  if (node.depth_limit) return `pass ${node.path.at(-1) + 1}: to depth ${node.depth_limit}`;
  return node.window ? `question ${node.path.at(-1) + 1}: ${windowText(node.window)}` : `pass ${node.path.at(-1) + 1}`;
}

function strategyName(strategy, { sides, claim, isScored }) {
  const worth = strategy === "lower" ? claim?.at_least : claim?.at_most;
  if (worth === null || worth === undefined) return `${sides[strategy === "lower" ? 0 : 1]}'s strategy`;
  const [side, gain] = strategy === "lower" ? [sides[0], worth] : [sides[1], -worth];
  if (isScored) return `${side}'s strategy: ${strategy === "lower" ? "at least" : "at most"} ${points(worth)} for ${sides[0]}`;
  return `${side}'s strategy: ${gain > 0 ? "wins" : gain === 0 ? "at least a draw" : "loses"}`;
}

/** What the tree of a certificate claims; `null` where nothing is proven. */
export function claimText(tree) {
  const { claim, range } = tree;
  const [lower, upper] = [claim?.at_least ?? null, claim?.at_most ?? null];
  if (lower === null && upper === null) return null;
  return boundsText({ lower: lower ?? range.lower, upper: upper ?? range.upper }, tree);
}

/** Why a node was cut, in the three cases: a win, the edge of the question, something better elsewhere. */
function cutText(node, tree, leftOut) {
  const [side, other] = [tree.sides[node.mover], tree.sides[1 - node.mover]];
  const sign = node.mover === 0 ? 1 : -1;
  const wall = node.mover === 0 ? node.window?.upper : node.window?.lower;
  const top = node.mover === 0 ? tree.asked(node)?.upper : tree.asked(node)?.lower;
  const out = leftOut === null ? "the others were left out" : leftOut === 1 ? "1 move was left out" : `${plural(leftOut, "move")} were left out`;
  if (!tree.isScored && wall === sign) return `${side} has a winning move here. Nothing is better than a win, so the search went no further: ${out}.`;
  if (wall !== undefined && wall === top) return `${side} has a move here that is as good as this search asks for: ${out}.`;
  return `${side} has an answer here that is good enough, so ${other} would never come here: ${out}.`;
}

/** The words for a node all of whose moves were searched. */
function searchedText(node, tree) {
  const side = tree.sides[node.mover];
  const all = node.children_total === 1 ? "Its only move was searched" : `All ${plural(node.children_total, "move")} were searched`;
  const { bounds } = node;
  if (!bounds) return `${all}.`;
  // The edge to get past: in the node's window what the side is sure of elsewhere, or the question's own.
  const mine = (window) => (node.mover === 0 ? window?.lower : window?.upper) ?? null;
  const wall = mine(node.window);
  const isShort = wall !== null && bounds.lower !== bounds.upper && (node.mover === 0 ? bounds.upper <= wall : bounds.lower >= wall);
  if (isShort && wall === mine(tree.asked(node))) {
    const answer = !tree.isScored && wall === 0 ? `${side} cannot win` : boundsText(bounds, tree);
    return `${all}, and none gets ${side} past the edge of the question, ${points(wall)}: ${answer}.`;
  }
  if (isShort) {
    return `${all}, and none is good enough for ${side}, who can get at least as much another way: ${side} has no reason to come here.`;
  }
  return bounds.lower === bounds.upper ? `${all}. The best that ${side} gets: ${boundsText(bounds, tree)}.` : `${all}.`;
}

/** The words for a root above several trees: the questions of a search, or the strategies of a proof. */
function aboveText(node, tree) {
  if (node.status === "claim") return `Proven: ${claimText(tree)}. Below are the strategies that prove it; each has an answer to whatever the other side does.`;
  return `The search asked ${plural(node.children_total, "question")}, one after the other: each is a tree of its own.`;
}

/** What became of a node, in a sentence. `leftOut`: how many of its moves were left out, `null` if not known. */
export function explain(node, tree, leftOut) {
  const side = tree.sides[node.mover];
  if (node.children.length && !node.children[0].move) return aboveText(node, tree);
  switch (node.status) {
    case "end": return `The game is over. ${ending(node.outcome)}`;
    case "cut": return cutText(node, tree, leftOut);
    case "searched":
      if (leftOut) return `${plural(node.children_total - leftOut, "move")} searched; ${plural(leftOut, "move")} left out by an analysis: they cannot be better.`;
      return searchedText(node, tree);
    case "analysis": return "Decided without search, by what is known of the game.";
    case "table": return "Known from before: this position, or one that is the same but for symmetry, was searched at another place.";
    case "depth": return "Too deep for this pass of the search; the next one goes deeper.";
    case "claim": return aboveText(node, tree);
    case "stopped":
      if (tree.of === "certificate" && !node.parent) return "The proof was not finished: a budget ran out before. What is said of the value is the solver's word.";
      return "The search stopped before it was done with this node.";
    case "answer": return `${side} moves by the strategy: one answer is enough.`;
    case "replies": return node.children_total === 1 ? `${side} has one move here, and the strategy answers it.` : `${side} may play any of ${plural(node.children_total, "move")}: the strategy has an answer to each.`;
    case "same": return "This position comes up at another place of the strategy, too, and goes on as there.";
    case "repeat": return "This move would repeat an earlier position: the rules forbid it.";
    case "open": return `${side} is to move, with ${plural(node.children_total, "move")}.`;
    default: return node.status;
  }
}

/** Why a line of moves that keep the value ends at a node. */
export function lineEnd(node) {
  if (node.status === "end") return "It goes to the end of the game.";
  const isAbove = node.children.length > 0 && !node.children[0].move;
  if (isAbove) return "It ends at the root: each question has an answer, at least or at most, and only together they are the value.";
  const where = node.parent ? "It ends here" : "It ends at the root";
  if (!node.children.some((child) => child.nodes)) return `${where}: ${STATUS[node.status]?.name ?? node.status}.`;
  return `${where}: no move from here was searched for its value, only until a bound was enough.`;
}

/** Why moves were left out. */
export function explainGhosts(row, tree) {
  const names = row.ghosts.map((g) => g.move);
  const side = tree.sides[row.parent.mover];
  const who = `${side}'s ${names.length === 1 ? "move" : "moves"} ${names.join(", ")}`;
  const were = names.length === 1 ? "was" : "were";
  if (row.parent.status === "cut") return `${who} ${were} never looked at: a move before ${names.length === 1 ? "it" : "them"} is good enough already.`;
  if (row.parent.status === "stopped") return `${who} ${were} never looked at: the search stopped before.`;
  return `${who} ${were} never looked at: an analysis shows that ${names.length === 1 ? "it" : "they"} cannot be better.`;
}
