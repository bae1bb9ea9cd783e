import assert from "node:assert/strict";
import test from "node:test";
import { Debugger, load } from "wgsl-check";
import { DebugClient } from "../src/dap.js";

await load();
const PROGRAM = `@group(0) @binding(0) var<storage, read_write> d: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  var square = i * i;
  d[i] = square;
}`;

/** A checker in this thread, as the worker passes messages on. */
function client() {
  const program = new Debugger();
  return new DebugClient({ ask: async (method, messages) => (assert.equal(method, "debug"), messages.flatMap((message) => program.receive(message))) });
}

test("a session stops at a breakpoint, shows all invocations, and goes back", async () => {
  const debug = client();
  const bindings = [{ group: 0, binding: 0, kind: "storage", data_base64: "AAAAAAAAAAAAAAAAAAAAAA==" }];
  const breakpoints = [{ file: "main.wgsl", line: 4, condition: "square == 9u" }, { file: "main.wgsl", line: 3, condition: "gone" }];
  const { events, problems } = await debug.start({ wgsl: PROGRAM, bindings }, breakpoints);
  assert.deepEqual(problems.map(({ line }) => line), [3]);
  assert.equal(events[0].body.threadId, 4);
  const stacks = await debug.all([1, 2].map((threadId) => ["stackTrace", { threadId }]));
  const values = await debug.all(stacks.map(({ stackFrames: [{ id }] }) => ["evaluate", { expression: "square", frameId: id }]));
  assert.deepEqual(values.map(({ result }) => result), ["0", "1"]);
  await debug.ask("stepBack", { threadId: 4 });
  assert.equal((await debug.ask("stackTrace", { threadId: 4 })).body.stackFrames[0].line, 3);
  await assert.rejects(() => debug.ask("stackTrace", { threadId: 5 }), /4 threads/);
});
