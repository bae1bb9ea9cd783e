// What follows a trap, and where the module is, with a module that traps when it is told to: a real trap takes gigabytes.

import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "node:test";

const GLUE = `
export const renewed = [];
let [instance, isPoisoned] = [0, false];
export const asked = [];
export default async function init({ module_or_path }) {
  asked.push(module_or_path);
}
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
}
export class LanguageServer {
  #server = new Server();
  receive(text) {
    this.#server.answer(text);
    return "[]";
  }
}
export class Debugger extends LanguageServer {}`;

/** Runs a check with a copy of the package that has this module, in a folder of its own or below it. */
async function withGlue(check, below = ".") {
  const root = await mkdtemp(join(tmpdir(), "wgsl-check-"));
  const folder = join(root, below);
  try {
    await mkdir(join(folder, "generated"), { recursive: true });
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "generated/wgsl_check_wasm.js"), GLUE);
    await copyFile(new URL("../index.js", import.meta.url), join(folder, "index.js"));
    const { asked, renewed } = await import(pathToFileURL(join(folder, "generated/wgsl_check_wasm.js")));
    await check(await import(pathToFileURL(join(folder, "index.js"))), { asked, renewed, root });
  } finally {
    await rm(root, { recursive: true });
  }
}

test("a trap ends a request, not the checkers", () =>
  withGlue(async ({ LimitExceeded, Refused, load }, { renewed }) => {
    const [one, other] = [await load(new Uint8Array()), await load(new Uint8Array())];
    assert.ok(other.validate("fn f() {}").ok);
    for (const checker of [one, one, other]) {
      const isLimit = (error) => error instanceof LimitExceeded && error instanceof Refused && error.stage === "limit";
      assert.throws(() => checker.validate("trap"), isLimit);
      assert.ok(one.validate("fn f() {}").ok);
      assert.ok(other.validate("fn f() {}").ok);
    }
    assert.deepEqual(renewed, [1, 2, 3]);
  }));

test("a trap ends the conversation of a language server, and a new one begins", () =>
  withGlue(async ({ LanguageServer, LimitExceeded, load }) => {
    const checker = await load(new Uint8Array());
    const server = new LanguageServer();
    assert.deepEqual(server.receive({ method: "initialize" }), []);
    assert.throws(() => server.receive({ method: "trap" }), LimitExceeded);
    assert.deepEqual(server.receive({ method: "initialize" }), []);
    assert.throws(() => checker.validate("trap"), LimitExceeded);
    assert.throws(() => server.receive({ method: "hover" }), /documents of the language server are lost/);
    assert.deepEqual(server.receive({ method: "initialize" }), []);
  }));

const MODULE = "generated/wgsl_check_wasm_bg.wasm";
for (const [title, below, module] of [
  ["the module is next to its JavaScript", ".", MODULE],
  ["Vite's development server has the module in the package", "node_modules/.vite/deps", `node_modules/wgsl-check/${MODULE}`],
]) {
  test(title, () =>
    withGlue(async ({ load }, { asked, root }) => {
      await load();
      assert.deepEqual(asked.map(String), [pathToFileURL(join(root, module)).href]);
    }, below));
}
