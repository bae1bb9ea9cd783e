import assert from "node:assert/strict";
import test from "node:test";
import { entryPoints } from "../src/entries.js";

test("entry points are functions with an attribute of a stage", () => {
  const text = `
// @compute fn commented() {}
/* @compute // /* nested */ fn hidden() {} */
@workgroup_size(8, n /* ; */) @compute // fn other
fn first(@builtin(local_invocation_index) i: u32) {}
@ vertex fn étape() -> @builtin(position) vec4f { return vec4f(); }
fn helper() {} @fragment @must_use fn _last() -> @location(0) vec4f { return vec4f(1) / 2; }`;
  assert.deepEqual(entryPoints(text), [
    { stage: "compute", name: "first" },
    { stage: "vertex", name: "étape" },
    { stage: "fragment", name: "_last" },
  ]);
});
