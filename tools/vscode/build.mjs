// Bundles the extension into `dist`: `extension.js` for desktops, and `web` for browsers if the WebAssembly module was built (`cargo xtask wasm`).

import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const MODULE = here("../wasm/npm/generated/wgsl_check_wasm_bg.wasm");

/** Bundles one file. */
function bundle(from, to, options) {
    return build({ entryPoints: [here(from)], outfile: here(to), bundle: true, minify: true, external: ["vscode"], logLevel: "warning", ...options });
}

/** Bundles both entries. Returns false if there is no module for the entry of browsers. */
export async function compile() {
    await rm(here("dist"), { recursive: true, force: true });
    await bundle("src/desktop.js", "dist/extension.js", { platform: "node", format: "cjs" });
    if (!(await stat(MODULE).catch(() => null))) {
        return false;
    }
    await mkdir(here("dist/web"), { recursive: true });
    await bundle("src/browser.js", "dist/web/extension.js", { platform: "browser", format: "cjs" });
    await bundle("src/web/worker.mjs", "dist/web/worker.js", {
        platform: "browser",
        format: "iife",
        // The extension passes the module to the worker, which has no address of its own to find it by.
        define: { "import.meta.url": '"file:///"' },
    });
    await copyFile(MODULE, here("dist/web/wgsl.wasm"));
    return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !(await compile())) {
    console.log("skipped the entry point for browsers: build its module with `cargo xtask wasm`");
}
