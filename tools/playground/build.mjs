// Bundles the page into `dist`: static files that contact only their own server.

import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const MODULE = here("../wasm/npm/generated/wgsl_check_wasm_bg.wasm");

if (!(await stat(MODULE).catch(() => null))) throw new Error("the module is missing: run `cargo xtask wasm`");
await rm(here("dist"), { recursive: true, force: true });
await mkdir(here("dist"));
await build({
  entryPoints: [here("src/main.js"), here("src/worker.js"), here("src/main.css")],
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome120", "firefox120", "safari17.4"],
  loader: { ".wgsl": "text", ".metal": "text" },
  // The page passes the module to its workers; `load` would look for it in the package.
  conditions: ["browser"],
  outdir: here("dist"),
  logLevel: "warning",
});
await copyFile(here("src/index.html"), here("dist/index.html"));
await copyFile(MODULE, here("dist/wgsl.wasm"));
