// Tests of the page without a browser: node --test cts/runners/browser/

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { difference, differenceInBuffer, differenceInTexels, isAllowed, lines, order, Results, values } from "./suite.mjs";
import { stub } from "./stub.mjs";
import { Implementation } from "./webgpu.mjs";

const HEADER = { schema: 1, programs: 5, rules: [{ id: "a.rule", statement: "", anchor: "x", title: "", testable: "both-ways" }] };

function program(name, verdict, members = {}) {
  const marks = [{ severity: "error", code: "c", line: 2, column: 1 }];
  return {
    name, case: name.split("::")[0], about: "", section: "x", generated: false, edition: "current", needs: [], phase: "shader-creation",
    verdict, marks, rules: ["a.rule"], wgsl: "", ...members,
  };
}

const DISPATCH = program("b::run", "accept", {
  phase: "execution", stages: [{ stage: "compute", entry_point: "main" }],
  run: {
    workgroups: [2, 1, 1], bindings: [
      { group: 0, binding: 0, kind: "storage", data_base64: "AQIDBAUGBwg=" },
      { group: 1, binding: 0, kind: "storage-texture", dimension: "2d", format: "rg8unorm", size: [3, 2, 1], mips: 1, samples: 1 },
      { group: 1, binding: 1, kind: "sampler", address_modes: ["repeat", "repeat", "repeat"], mag_filter: "linear" },
    ],
  },
  expect: {
    buffers: [{ group: 0, binding: 0, rest: "unchanged", words: [{ at: 4, type: "f32", is: [{ from: 0x3f800000, to: 0x3f800004 }] }] }],
    textures: [{
      group: 1, binding: 0, format: "rg8unorm", texel_bytes: 2,
      channels: [{ shift: 0, type: "unorm8" }, { shift: 8, type: "unorm8" }], is: [[7, 6], 9, ["any", 5]],
    }],
  },
});

/** The outcomes of programs with a stub that is wrong about some. */
async function outcomes(programs, mistakes = []) {
  const known = new Map(programs.map((one) => [one.name, one]));
  const implementation = await Implementation.open(stub(known, new Set(mistakes)));
  return Promise.all(programs.map((one) => implementation.outcome(one)));
}

test("numbers are ordered", () => {
  const orders = [0xff800000, 0xbf800000, 0x80000001, 0, 1, 0x3f800000, 0x7f800000].map((bits) => order("f32", bits));
  assert.deepEqual(orders, orders.toSorted((left, right) => left - right));
  assert.equal(order("f32", 0x80000000), order("f32", 0));
  assert.deepEqual([0x7f, 0x80, 0xff].map((bits) => order("srgb8", bits)), [0x7f, 0x80, 0xff]);
  assert.equal(order("f16", 0x7c01), null);
  assert.deepEqual([order("i8", 0x80), order("snorm8", 0x80), order("u10", 1023)], [-128, -127, 1023]);
});

test("allowed values have their forms", () => {
  const met = (allowed, bits) => isAllowed("f32", allowed, bits);
  assert.ok(met("any", 0x7fc00000) && met("nan", 0x7fc00000) && !met("nan", 0));
  assert.ok(met(0, 0x80000000) && !met({ bits: 0 }, 0x80000000) && met({ one_of: ["nan", 7] }, 7) && !met({ one_of: [] }, 7));
  const between = { from: 0xbf800000, to: 0x3f800000 };
  assert.ok(met(between, 0) && !met(between, 0x3f800001) && !met(between, 0x7fc00000));
  assert.deepEqual([...values([1, ["any", 2]])], [1, "any", "any"]);
});

test("buffers and texels are compared", () => {
  const buffer = { words: [{ at: 2, type: "u16", is: [7, "any"] }], rest: "unchanged" };
  const compared = (...got) => differenceInBuffer(buffer, new Uint8Array(8), Uint8Array.from(got));
  assert.equal(compared(0, 0, 7, 0, 1, 1, 0, 0), null);
  assert.match(compared(0, 0, 8, 0, 1, 1, 0, 0), /u16 at byte 2: expected 7, got 8/);
  assert.match(compared(0, 0, 7, 0, 1, 1, 0, 1), /byte 7/);
  const texels = { texel_bytes: 4, channels: [{ shift: 0, type: "u10" }, { shift: 30, type: "u2" }], is: [1023, 3] };
  assert.equal(differenceInTexels(texels, Uint8Array.from([0xff, 3, 0, 0xc0])), null);
  assert.match(differenceInTexels(texels, Uint8Array.from([0xff, 3, 0, 0x80])), /u2: expected 3, got 2/);
});

test("attachments are compared", () => {
  const texels = (number) => ({ texel_bytes: 1, channels: [{ shift: 0, type: "u8" }], is: [number] });
  const drawn = { draw: { bindings: [] }, expect: { targets: [null, texels(2)], stencil: texels(1) } };
  const left = (target, stencil) => new Map([["target 1", Uint8Array.of(target)], ["stencil", Uint8Array.of(stencil)]]);
  assert.equal(difference(drawn, left(2, 1)), null);
  assert.match(difference(drawn, left(1, 1)), /target 1: texel 0/);
  assert.match(difference(drawn, left(2, 2)), /stencil: texel 0/);
});

test("lines are read as they are and unpacked", async () => {
  const text = `${JSON.stringify(HEADER)}\n{"a":"ä"}\n`;
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    const read = [];
    for await (const line of lines(new Blob([bytes]).stream())) read.push(line);
    assert.deepEqual(read, [HEADER, { a: "ä" }]);
  }
});

test("a device that answers as expected is right, and a mistake is found", async () => {
  const pipeline = { phase: "pipeline-creation", stages: [{ stage: "compute", constants: { x: "nan" } }] };
  const programs = [program("a::good", "accept"), program("a::bad", "reject"), program("a::pipeline", "reject", pipeline), DISPATCH];
  assert.deepEqual((await outcomes(programs)).map(({ status }) => status), ["same", "same", "same", "same"]);
  const wrong = await outcomes(programs, ["a::good", "a::bad"]);
  assert.deepEqual(wrong.map(({ status }) => status), ["unexpected", "unexpected", "same", "same"]);
});

test("a dispatch with other contents is found", async () => {
  const wrong = structuredClone(DISPATCH);
  const known = new Map([[DISPATCH.name, wrong]]);
  wrong.expect.buffers[0].words[0].is = [5];
  const implementation = await Implementation.open(stub(known));
  const { status, message } = await implementation.outcome(DISPATCH);
  assert.equal(status, "unexpected");
  assert.match(message, /group 0, binding 0: f32 at byte 4/);
});

test("a view has the swizzle of its binding, and the feature is needed", async () => {
  const texture = { group: 1, binding: 2, kind: "texture", dimension: "2d", format: "r8unorm", size: [1, 1, 1], mips: 1, samples: 1 };
  const bindings = [...DISPATCH.run.bindings, { ...texture, swizzle: "rrr1" }];
  const swizzled = { ...DISPATCH, needs: ["texture-component-swizzle"], run: { ...DISPATCH.run, bindings } };
  const gpu = stub(new Map([[swizzled.name, swizzled]]));
  const implementation = await Implementation.open(gpu);
  await implementation.outcome(swizzled);
  assert.deepEqual(gpu.views, [{ dimension: "2d" }, { dimension: "2d", swizzle: "rrr1" }]);
  implementation.device.features.delete("texture-component-swizzle");
  assert.equal((await implementation.outcome(swizzled)).message, "it lacks texture-component-swizzle");
});

test("what WebGPU can't be asked is not asked", async () => {
  const programs = [
    program("a::old", "reject", { edition: "2022-04-11" }), program("a::link", "reject", { phase: "link" }),
    program("a::vertex", "reject", { phase: "pipeline-creation", stages: [{ stage: "vertex" }] }),
    { ...DISPATCH, run: { ...DISPATCH.run, subgroup_size: 8 } }, { ...DISPATCH, expect: { faults: [{}] } },
    program("a::draw", "accept", { phase: "execution", draw: { bindings: [], draws: [] }, expect: {} }),
  ];
  assert.deepEqual((await outcomes(programs)).map(({ status }) => status), Array(6).fill("not_asked"));
});

test("results have the form of results.json", async () => {
  const results = new Results(HEADER, "mine", "1.0");
  results.add(program("a::good", "accept"), { status: "same" });
  results.add(program("a::bad", "reject"), { status: "unexpected", message: "no", line: 2 });
  results.add(program("g::one", "accept", { generated: true }), { status: "same" });
  const { executors, rules, cases } = results.json();
  assert.deepEqual(executors[0].counts, { same: 2, findings: 0, unexpected: 1, not_asked: 0 });
  assert.deepEqual(rules[0].counts.mine, executors[0].counts);
  assert.deepEqual(cases.map((one) => [one.name, one.programs_in_all, one.programs.length]), [["a", 2, 2], ["g", 1, 0]]);
  assert.deepEqual(cases[0].programs[1].outcomes.mine, { status: "unexpected", message: "no", is_on_marked_line: true });
});
