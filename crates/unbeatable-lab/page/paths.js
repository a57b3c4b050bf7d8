// Where the lab's pages are: at the root of a server, or in some folder of a site.

/** The folder that has the pages, with a slash at its end: this file is one deeper. */
const BASE = new URL("..", import.meta.url).pathname;

/** Which page an address is: "/", "/board" and so on, wherever the lab is. */
export function pageOf(pathname) {
  if (!pathname.startsWith(BASE)) return pathname;
  return "/" + pathname.slice(BASE.length).replace(/(?:^|\/)(?:index\.html)?$/, "");
}

/** The address of a page, or of anything else that the lab names from its root. */
export function addressOf(page) {
  return BASE + page.slice(1);
}
