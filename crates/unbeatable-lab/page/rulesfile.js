// Rules that somebody brings: sent to the server, and kept in this browser for when the server has forgotten them.

import { Refused, ask, recallBy } from "./api.js";

const KEY = "rules";
/** More texts are not kept, nor longer ones: the oldest go first. */
const TEXTS_MAX = 12;
const CHARACTERS_MAX = 1 << 20;

/** In place of the browser's memory, where there is none or it is full. */
let inPage = [];

/** All games that were brought, the latest first: `{spec, name, text}`. */
function kept() {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return read.length ? read : inPage;
  } catch {
    return inPage;
  }
}

function keep(game) {
  inPage = [game, ...kept().filter(({ spec }) => spec !== game.spec)].slice(0, TEXTS_MAX);
  for (let many = inPage.length; many > 0; many--) {
    try {
      localStorage.setItem(KEY, JSON.stringify(inPage.slice(0, many)));
      return;
    } catch {
      // There is room for fewer, or none: then they last as long as the page.
    }
  }
}

/** Whether a game is one that somebody brought. */
export const isBrought = (spec) => Boolean(spec?.startsWith("sent/"));

/** What such a game is called: the name of its file, in words. */
export function titleOf(spec) {
  const name = spec.split("/").pop().replace(/\.kif$/, "").replaceAll("-", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Games that were brought to this browser, to begin with: `[{spec, name}]`. */
export const brought = () => kept().map(({ spec }) => ({ spec, name: titleOf(spec) }));

/** The text of a game's rules, if this browser has it. */
export const textOf = (spec) => kept().find((game) => game.spec === spec)?.text ?? null;

/**
 * Has rules read: `{game, report}`, where `game` is the game's name, or `null` if the report says what is wrong. Throws
 * `Refused`.
 */
export async function bring(name, text) {
  if (text.length > CHARACTERS_MAX) throw new Refused({ message: "This file is too long: no game needs a million signs." });
  const answer = await ask("rules", { name }, { method: "POST", headers: { "content-type": "text/plain" }, body: text });
  if (answer.game) keep({ spec: answer.game, name, text });
  return answer;
}

/** What was found out about the rules of a game; `null` if this browser does not have them. */
export async function reportOf(spec) {
  const game = kept().find((game) => game.spec === spec);
  return game ? (await bring(game.name, game.text)).report : null;
}

/** What is being sent once more, by the names of games. */
const sending = new Map();

/** Sends the rules of a game once more, and tells whether the server has them now. */
async function recall(spec) {
  const game = kept().find((game) => game.spec === spec);
  if (!game) return false;
  if (!sending.has(spec)) sending.set(spec, bring(game.name, game.text).finally(() => sending.delete(spec)));
  try {
    return (await sending.get(spec)).game === spec;
  } catch {
    return false;
  }
}
recallBy(recall);
