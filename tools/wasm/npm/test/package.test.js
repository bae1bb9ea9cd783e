import assert from "node:assert/strict";
import test from "node:test";
import { Debugger, LanguageServer, Refused, fix, fromBase64, lineStarts, load, mend, range, toBase64 } from "wgsl-check";

const checker = await load();
const DOUBLE = `
@group(0) @binding(0) var<storage, read_write> numbers: array<f32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { numbers[id.x] *= 2; }
`;

test("diagnostics have places in UTF-16, rules and edits", () => {
  assert.deepEqual(checker.validate("fn f() {}"), { ok: true, diagnostics: [] });
  const text = "/* 😀 */\u2028fn f() { let x = 1; x = 2; }";
  const { ok, diagnostics } = checker.validate(text);
  assert.equal(ok, false);
  const [{ code, rules, suggestion, ...place }] = diagnostics;
  assert.match(code, /^[a-z-]+\/[a-z-]+$/);
  assert.equal(rules.length, 1);
  const { from, to } = range(place, lineStarts(text));
  assert.equal(text.slice(from, to), "x");
  const fixed = fix(text, [suggestion]);
  assert.equal(fixed, text.replace("let", "var"));
  assert.ok(checker.validate(fixed).ok);
});

test("targets and editions are respected", () => {
  assert.ok(!checker.validate("requires buffer_view;", { target: "firefox" }).ok);
  assert.ok(checker.validate("struct S { a: i32; }", { edition: "2022-04-11" }).diagnostics.length > 0);
  assert.throws(() => checker.validate("", { target: "nonsense" }), { name: "Refused", stage: "protocol" });
});

test("pipelines are checked with values of overrides", () => {
  const text = "override n: u32; @compute @workgroup_size(n) fn main() {}";
  assert.ok(checker.pipeline(text, { constants: { n: 4 } }).ok);
  assert.ok(!checker.pipeline(text, { constants: { n: 0 } }).ok);
});

test("layouts say how bytes are read", () => {
  const { resources } = checker.layout(DOUBLE);
  assert.deepEqual(resources[0].shape, {
    arrays: [{ count: null, stride: 4 }],
    scalar: "f32",
    rows: 1,
    columns: 1,
    column_stride: 4,
  });
  assert.throws(() => checker.layout("fn f("), (error) => error instanceof Refused && error.diagnostics.length === 1);
});

test("programs are reflected", () => {
  const { entry_points, overrides } = checker.reflect("@id(3) override n = 4u; @compute @workgroup_size(n) fn main() {}");
  assert.deepEqual([entry_points[0].name, entry_points[0].stage, entry_points[0].workgroup_size[0].value], ["main", "compute", 4]);
  assert.deepEqual(overrides, [{ name: "n", id: 3, type: "u32", required: false, default: 4 }]);
  assert.throws(() => checker.reflect("fn f("), { stage: "shader-creation" });
});

test("Metal programs are checked and described", () => {
  const metal = { language: "metal" };
  const text = "#include \"a.h\"\nkernel void k(device S* s [[buffer(3)]]) { s[0].b = SIZE; }";
  const settings = { ...metal, headers: { "a.h": "struct S { char a; float4 b; };" }, defines: { SIZE: "2" } };
  assert.deepEqual(checker.validate(text, settings), { ok: true, diagnostics: [] });
  assert.match(checker.validate(text, metal).incomplete, /a\.h/);
  assert.deepEqual(checker.layout(text, settings).structs[0].members.map(({ offset }) => offset), [0, 16]);
  const [{ index, kind, type }] = checker.reflect(text, settings).entry_points[0].resources;
  assert.deepEqual([index, kind, type], [3, "buffer", "device S*"]);
  assert.match(checker.explain("type/invalid-condition", metal).text, /Metal/);
  assert.throws(() => checker.run(text, settings), { stage: "unsupported" });
});

test("files and conditions become one program", () => {
  const text = "import package::util::f;\n@if(FOG) const n = 1;\n@else const n = 2;\nfn g() -> i32 { return f(n); }";
  const files = { "util.wesl": "fn f(n: i32) -> i32 { return n; }" };
  const { ok, wgsl, pieces } = checker.expand(text, { files, defines: { FOG: "true" } });
  assert.ok(ok && checker.validate(wgsl).ok && wgsl.includes("n = 1"));
  assert.deepEqual([...new Set(pieces.map(({ file }) => file))].toSorted(), ["main.wesl", "util.wesl"]);
  assert.equal(checker.expand(text).ok, false);
});

test("Metal kernels are translated", () => {
  const { wgsl, entry_point, lines } = checker.translate("kernel void k(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n  a[i] *= 2;\n}");
  assert.equal(checker.reflect(wgsl).entry_points[0].name, entry_point);
  assert.ok(lines.some(({ line }) => line === 2));
  assert.throws(() => checker.translate("int f() { return 1; }"), { stage: "unsupported" });
});

test("the language server answers messages", () => {
  const server = new LanguageServer();
  const [{ result }] = server.receive({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } });
  assert.equal(result.capabilities.hoverProvider, true);
  const textDocument = { uri: "file:///a.wgsl", languageId: "wgsl", version: 1, text: "fn f() { let x = 1; x = 2; }" };
  const [{ params }] = server.receive({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument } });
  assert.equal(params.diagnostics[0].range.start.character, 20);
  const [hover] = server.receive({ jsonrpc: "2.0", id: 2, method: "textDocument/hover", params: { textDocument, position: { line: 0, character: 13 } } });
  assert.match(hover.result.contents.value, /i32/);
});

test("values are traced, and programs are debugged", () => {
  const binding = { group: 0, binding: 0, kind: "storage", data_base64: toBase64(new Float32Array([1, 2.5])) };
  const bindings = [binding];
  const source = DOUBLE.replace("*= 2; }", "*= 2; // wgsl-check: print(numbers[id.x])\n}");
  const { values, warnings } = checker.trace(source, { bindings, workgroups: [2, 1, 1], expressions: [{ expression: "id.x", line: 3 }], where: "gid.x == 1" });
  assert.deepEqual(values.map(({ line, expression, value, invocation: { gid } }) => [line, expression, value, gid[0]]), [[3, "id.x", 1, 1], [3, "numbers[id.x]", 5, 1]]);
  assert.deepEqual(warnings, []);
  assert.throws(() => checker.trace(source, { bindings, where: "1u" }), { stage: "execution" });

  const client = new Debugger();
  let seq = 0;
  const send = (command, args) => client.receive({ seq: (seq += 1), type: "request", command, arguments: args });
  send("initialize", {});
  assert.ok(send("launch", { wgsl: source, bindings })[0].success);
  assert.ok(send("setBreakpoints", { source: { path: "main.wgsl" }, breakpoints: [{ line: 3 }] })[0].body.breakpoints[0].verified);
  assert.equal(send("configurationDone")[1].body.reason, "breakpoint");
  assert.equal(send("evaluate", { expression: "numbers[0]" })[0].body.result, "1.0");
  assert.deepEqual(send("continue", { threadId: 1 }).slice(1).map(({ event }) => event), ["exited", "terminated"]);
  assert.match(new Debugger().receive({ seq: 1, type: "request", command: "launch", arguments: { wgsl: "fn f(" } })[0].message, /main.wgsl:1/);
});

test("rules and codes are explained", () => {
  const rule = checker.explain("stmt.if.cond-bool");
  assert.ok(rule.sentence.length > 10 && rule.sections[0].url.startsWith("https://www.w3.org/TR/WGSL/#"));
  assert.equal(checker.explain(rule.code).kind, "code");
  assert.throws(() => checker.explain("stmt.if.cond-bol"), /did you mean `stmt.if.cond-bool`/);
});

test("programs run", () => {
  const binding = { group: 0, binding: 0, kind: "storage", data_base64: toBase64(new Float32Array([1, 2.5, -3])) };
  const { bindings, faults } = checker.run(DOUBLE, { workgroups: [3, 1, 1], bindings: [binding], strict: true });
  assert.deepEqual([...new Float32Array(fromBase64(bindings[0].data_base64).buffer)], [2, 5, -6]);
  assert.deepEqual(faults, []);
  const beyond = checker.run(DOUBLE, { workgroups: [4, 1, 1], bindings: [binding], strict: true });
  assert.equal(beyond.faults[0].kind, "out-of-bounds");
  assert.throws(() => checker.run(DOUBLE, { bindings: [] }), { stage: "execution" });
  assert.throws(() => checker.run("@compute @workgroup_size(1) fn main() { loop {} }", { fuel: 1e6 }), Refused);
});

test("nothing exhausts the stack", () => {
  for (const text of ["(".repeat(200_000), "{".repeat(200_000), "fn f() { return " + "-".repeat(100_000), "const a = " + "1+".repeat(100_000) + "1;"]) {
    checker.validate(text);
    checker.validate(`fn f() { if true ${text}`);
  }
  let nested = "1";
  for (let depth = 0; depth < 100; depth += 1) nested = `max(${nested}, 2)`;
  checker.validate(`const a = ${nested};`);
  const blocks = "if true {".repeat(100) + "}".repeat(100);
  assert.ok(checker.validate(`@compute @workgroup_size(1) fn main() { ${blocks} }`).ok);
  checker.run(`@compute @workgroup_size(1) fn main() { ${blocks} }`);
});

test("of two suggestions for one place the first is applied", () => {
  const edit = (line, column, length, replacement) => ({ line, column, end_line: line, end_column: column + length, replacement });
  const suggestions = [{ edits: [edit(1, 2, 2, "X")] }, { edits: [edit(1, 3, 2, "Y"), edit(2, 1, 0, "Z")] }, { edits: [edit(2, 1, 0, "W")] }];
  assert.equal(fix("abcd\r\nef", suggestions), "aXd\r\nWef");
  const twice = { edits: [edit(1, 1, 0, "enable f16;\n")] };
  assert.equal(fix("abcd", [twice, twice]), "enable f16;\nabcd");
  assert.equal(mend, fix); // The name in version 0.1.
});

test("long contents travel in base64", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index * 7);
  assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
  assert.equal(toBase64(bytes.subarray(1, 4)), toBase64(bytes.slice(1, 4).buffer));
});

test("surrogates without a partner are U+FFFD, as for WebGPU", () => {
  assert.deepEqual(checker.validate("// a\ud800b \udc00"), checker.validate("// a\ufffdb \ufffd"));
  assert.equal(checker.validate("a\ud800b").ok, false);
  assert.ok(checker.validate('// \\ud800 "\\\\ud800" 😀').ok);
  assert.throws(() => checker.explain("\ud800"), { name: "Refused" });
});
