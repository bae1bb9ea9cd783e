// Compiled, not executed: the types allow what people write, and no more.

import { type Diagnostic, Refused, fix, fromBase64, load, toBase64 } from "wgsl-check";

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
// @ts-expect-error No such edition.
checker.validate("", { edition: "2023" });
// @ts-expect-error A texture has a format.
checker.run("", { bindings: [{ group: 0, binding: 0, kind: "texture", size: [1] }] });
