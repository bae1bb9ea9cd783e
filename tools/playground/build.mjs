// Bundles the page into `dist`: static files that contact only their own server. The variable SOURCE_URL is the address of the source code,
// which the page links to.

import { copyFile, mkdir, readFile, rm, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const MODULE = here("../wasm/npm/generated/wgsl_check_wasm_bg.wasm");

if (!(await stat(MODULE).catch(() => null))) throw new Error("the module is missing: run `cargo xtask wasm`");
const { version } = JSON.parse(await readFile(here("../wasm/npm/package.json"), "utf8"));
await rm(here("dist"), { recursive: true, force: true });
await mkdir(here("dist"));
await build({
  entryPoints: [here("src/main.js"), here("src/worker.js"), here("src/main.css")],
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome120", "firefox120", "safari17.4"],
  loader: { ".wgsl": "text", ".wesl": "text", ".metal": "text", ".cpp": "text" },
  define: { VERSION: JSON.stringify(version), SOURCE: JSON.stringify(process.env.SOURCE_URL ?? "") },
  // The page passes the module to its workers; `load` would look for it in the package.
  conditions: ["browser"],
  outdir: here("dist"),
  logLevel: "warning",
});
for (const file of ["index.html", "icon.svg"]) await copyFile(here(`src/${file}`), here(`dist/${file}`));
await copyFile(MODULE, here("dist/wgsl.wasm"));
