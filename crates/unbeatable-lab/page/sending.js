// How a question reaches whoever answers it: here the server that the page came from. On a site without one,
// another module of this name asks workers of the browser.

/** What helps when no answer comes. */
export const REMEDY = "Is `unbeatable serve` still running?";

/** A response, as `fetch` has it. */
export function send(url, options) {
  // Kept answers are the pages' business; a browser would also let equal questions wait for each other.
  return fetch(url, { cache: "no-store", ...options });
}
