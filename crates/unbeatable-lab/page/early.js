// What the first pages ask as soon as they open, asked before their modules are there.

import { askEarly } from "./api.js";
import { pageOf } from "./paths.js";

/** How long the board searches at first. */
export const SECONDS = 10;

/** The example of the first page: a position in which some moves draw and the others lose. */
export const EXAMPLE = { game: "ttt", moves: ["a1", "b2", "c3"] };

const query = Object.fromEntries(new URLSearchParams(location.search));
const page = pageOf(location.pathname);
if (page === "/") {
  askEarly("position", EXAMPLE);
  askEarly("analyze", EXAMPLE, { isFollowed: true });
} else if (page === "/board") {
  const question = { game: query.game || "ttt", position: query.position, moves: query.moves };
  askEarly("position", question);
  askEarly("games");
  if (query.values !== "off" && query.way !== "play") askEarly("analyze", { ...question, limit: `${SECONDS}s` }, { isFollowed: true });
}
