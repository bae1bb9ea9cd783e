// For Node, whose `fetch` reads no files.

import { readFile } from "node:fs/promises";
import { load as loadFrom } from "./index.js";

export * from "./index.js";

export async function load(source = readFile(new URL("./generated/wgsl_check_wasm_bg.wasm", import.meta.url))) {
  return loadFrom(await source);
}
