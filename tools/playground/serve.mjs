// Serves `dist`, or a different folder, on this machine: node serve.mjs [FOLDER] [PORT]

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

/** Returns the path of a request, or `null` if its URL is malformed. */
function pathOf(url) {
  try {
    return normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
  } catch {
    return null;
  }
}

/** Returns a server for the files in a folder. */
export function serve(folder) {
  return createServer(async ({ url }, response) => {
    const path = pathOf(url);
    if (path === null) {
      response.writeHead(400).end();
      return;
    }
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!(await stat(file).catch(() => null))?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).on("error", () => response.destroy()).pipe(response);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = fileURLToPath(new URL("dist", import.meta.url)), port = "8080"] = process.argv.slice(2);
  serve(folder).listen(Number(port), "localhost", () => console.log(`http://localhost:${port}/`));
}
