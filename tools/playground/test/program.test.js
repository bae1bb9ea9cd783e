import assert from "node:assert/strict";
import test from "node:test";
import { load } from "wgsl-check";
import { analyse, definitions } from "../src/program.js";

const loaded = await load();
const checker = { ask: async (method, ...args) => loaded[method](...args) };

test("definitions are names with values", () => {
  assert.deepEqual(definitions(" FOG, LIGHTS=4 URL=a=b;"), { FOG: "true", LIGHTS: "4", URL: "a=b" });
});

test("places in the WGSL of a WESL program lead to its files", async () => {
  const main = "// 😀\nimport package::util::f;\n@if(FOG) const n = 1;\n@compute @workgroup_size(1) fn main() { f(); }";
  const files = { "util.wesl": "fn g() {}\nfn f() { g(); }" };
  const found = await analyse(checker, main, { language: "wesl", target: "text", files, defines: { FOG: "true" } });
  assert.ok(found.ok && found.reflection.entry_points.length === 1);
  const place = (text) => {
    const start = Buffer.from(found.wgsl).indexOf(text);
    return found.origin({ start, end: start + text.length });
  };
  assert.deepEqual(place("n = 1"), { line: 3, column: 16, end_line: 3, end_column: 21, file: undefined });
  const { file, line } = place("fn main");
  assert.deepEqual([file, line], [undefined, 4]);
  assert.equal(place("{ g").file, "util.wesl");
});

test("a Metal kernel runs as WGSL, with places in the kernel", async () => {
  const kernel = "kernel void a() {}\nkernel void b(device int* n [[buffer(0)]]) {\n  n[0] = 1;\n}";
  const found = await analyse(checker, kernel, { language: "metal", entry: "b" });
  assert.deepEqual([found.written.names, found.written.name], [["a", "b"], "b"]);
  const line = found.wgsl.split("\n").findIndex((one) => one.includes("= 1")) + 1;
  assert.equal(found.origin({ line }).line, 3);
  const [entry] = found.reflection.entry_points;
  assert.equal(entry.stage, "compute");
});

test("a C++ AMP kernel runs as WGSL, with places in the kernel", async () => {
  const launch = (name, statement) => `void ${name}(array_view<int> n) {\n  parallel_for_each(n.extent, [=](index<1> i) restrict(amp) {\n    ${statement}\n  });\n}\n`;
  const program = `#include <amp.h>\nusing namespace concurrency;\n${launch("a", "n[i] = 1;")}${launch("b", "n[i] += 7;")}`;
  const found = await analyse(checker, program, { language: "amp", entry: "b" });
  assert.deepEqual([found.written.names, found.written.name], [["a", "b"], "b"]);
  const line = found.wgsl.split("\n").findIndex((one) => one.includes("+= 7")) + 1;
  assert.equal(found.origin({ line }).line, 10);
  assert.equal(found.reflection.entry_points[0].name, "b");
});

test("programs with errors have diagnostics and nothing to run", async () => {
  for (const [language, text] of [["wgsl", "fn f("], ["wesl", "import package::missing::f; fn g() { f(); }"], ["metal", "kernel void k() { x; }"], ["amp", "void f() restrict(amp) { x; }"]]) {
    const found = await analyse(checker, text, { language, target: "text" });
    assert.deepEqual([found.ok, found.diagnostics.length > 0, found.wgsl], [false, true, undefined], language);
  }
});
