// Compiled, not executed: the types allow what people write, and no more.

import { Debugger, type Diagnostic, LanguageServer, type LaunchAttributes, Refused, fix, fromBase64, load, toBase64 } from "wgsl-check";

const checker = await load();
const { ok, diagnostics }: { ok: boolean; diagnostics: Diagnostic[] } = checker.validate("fn f() {}", { target: "chrome" });
const first = diagnostics[0];
if (!ok && first?.suggestion?.applicability === "safe") console.log(fix("fn f() {}", [first.suggestion]), first.rules);
const shape = checker.layout("").resources[0]?.shape;
if (shape && "scalar" in shape) console.log(shape.scalar, shape.rows);
else console.log(shape?.structure);
try {
  const data_base64 = toBase64(new Float32Array([1, 2]));
  const { bindings, faults } = checker.run("", { bindings: [{ group: 0, binding: 0, kind: "storage", data_base64 }], strict: true });
  console.log(fromBase64(bindings[0]?.data_base64 ?? "").byteLength, faults.map((fault) => fault.kind));
} catch (error) {
  if (error instanceof Refused) console.log(error.stage, error.diagnostics?.length);
}
const metal = checker.reflect("kernel void k() {}", { language: "metal", std: "metal3.1", defines: { A: "1" } });
const input = metal.entry_points[0]?.inputs[0];
if (input && "builtin" in input) console.log(input.builtin, metal.structs[0]?.union, metal.function_constants.length);
console.log(checker.layout("", { language: "metal", headers: { "a.h": "" } }).structs[0]?.members[0]?.offset);
console.log(checker.expand("", { files: { "a.wesl": "" }, defines: { FOG: "true" } }).pieces[0]?.origin_start);
console.log(checker.translate("", { entry_point: "k", std: "metal3.1" }).lines[0]?.line);
console.log(new LanguageServer().receive({ jsonrpc: "2.0", id: 1, method: "shutdown" })[0]?.result);
const launch: LaunchAttributes = { wgsl: "", workgroups: [1, 1, 1], stopOnEntry: true };
console.log(new Debugger().receive({ seq: 1, type: "request", command: "launch", arguments: launch })[0]?.success);
console.log(checker.trace("", { expressions: [{ expression: "a", line: 1 }], where: "lane == 0" }).values[0]?.invocation.gid[0]);
// @ts-expect-error WGSL has no headers.
checker.validate("", { language: "wgsl", headers: {} });
// @ts-expect-error No such edition.
checker.validate("", { edition: "2023" });
// @ts-expect-error A texture has a format.
checker.run("", { bindings: [{ group: 0, binding: 0, kind: "texture", size: [1] }] });
