// What follows a trap, with a module that traps when it is told to: a real one takes gigabytes.

import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "node:test";

const GLUE = `
export const renewed = [];
let [instance, isPoisoned] = [0, false];
export default async function init() {}
export function __wbg_reset_state() {
  renewed.push((instance += 1));
  isPoisoned = false;
}
export class Server {
  #instance = instance;
  answer(text) {
    if (this.#instance !== instance) throw new Error("a server of an instance that is gone");
    if (isPoisoned) throw new Error("recursive use of an object");
    isPoisoned = text.includes("trap");
    if (isPoisoned) throw new WebAssembly.RuntimeError("unreachable");
    return JSON.stringify({ id: null, ok: true, diagnostics: [] });
  }
}`;

test("a trap ends a request, not the checkers", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wgsl-check-"));
  try {
    await mkdir(join(folder, "generated"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "generated/wgsl_check_wasm.js"), GLUE);
    await copyFile(new URL("../index.js", import.meta.url), join(folder, "index.js"));
    const { LimitExceeded, Refused, load } = await import(pathToFileURL(join(folder, "index.js")));
    const { renewed } = await import(pathToFileURL(join(folder, "generated/wgsl_check_wasm.js")));
    const [one, other] = [await load(new Uint8Array()), await load(new Uint8Array())];
    assert.ok(other.validate("fn f() {}").ok);
    for (const checker of [one, one, other]) {
      const isLimit = (error) => error instanceof LimitExceeded && error instanceof Refused && error.stage === "limit";
      assert.throws(() => checker.validate("trap"), isLimit);
      assert.ok(one.validate("fn f() {}").ok);
      assert.ok(other.validate("fn f() {}").ok);
    }
    assert.deepEqual(renewed, [1, 2, 3]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
