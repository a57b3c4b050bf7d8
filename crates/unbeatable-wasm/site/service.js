// Keeps the site for times without a network. `SITE` above has a version, and the files that are kept at once; what
// else is looked at is kept when it comes.

const KEPT = `unbeatable-${SITE.version}`;
const BASE = new URL("./", self.location.href);
/** Folders whose page is kept: hosts send whoever leaves out the slash there. */
const FOLDERS = new Set(SITE.files.filter((file) => file.endsWith("index.html")).map((file) => new URL(file.slice(0, -"index.html".length), BASE).pathname));

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(KEPT);
    // What the browser has already need not come once more.
    await kept.addAll(SITE.files.map((file) => new URL(file.replace(/index\.html$/, ""), BASE).href));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("unbeatable-") && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return;
  event.respondWith(answer(request, url));
});

async function answer(request, url) {
  if (request.mode === "navigate" && FOLDERS.has(`${url.pathname}/`)) return Response.redirect(`${url.pathname}/${url.search}`, 302);
  const kept = await caches.open(KEPT);
  const plain = url.origin + url.pathname.replace(/index\.html$/, "");
  const found = await kept.match(plain);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && response.status === 200) await kept.put(plain, response.clone());
  return response;
}
