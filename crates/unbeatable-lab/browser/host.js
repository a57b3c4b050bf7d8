// A host of files and of nothing else, as a site is put on: in some folder, without a word about what pages may do.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** Where the site is on the host. */
const FOLDER = "/some/folder/";

const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json",
  ".cert": "application/octet-stream", ".woff2": "font/woff2",
};

/** Starts a host of a folder: its server, and the site's address. */
export async function host(folder) {
  const server = createServer(async ({ url }, response) => {
    const { pathname, search } = new URL(url, "http://host");
    const name = normalize(decodeURIComponent(pathname));
    let file = join(folder, name.slice(FOLDER.length));
    const found = name.startsWith(FOLDER) && (await stat(file).catch(() => null));
    if (!found) return response.writeHead(404).end("there is no such file");
    if (found.isDirectory() && !name.endsWith("/")) return response.writeHead(301, { location: `${name}/${search}` }).end();
    if (found.isDirectory()) file = join(file, "index.html");
    const { size } = await stat(file).catch(() => ({}));
    if (size === undefined) return response.writeHead(404).end("there is no such file");
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": size, "cache-control": "max-age=600" });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return [server, `http://127.0.0.1:${server.address().port}${FOLDER}`];
}
