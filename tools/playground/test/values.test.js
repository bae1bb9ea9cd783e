import assert from "node:assert/strict";
import test from "node:test";
import { load } from "wgsl-check";
import { pack, unpack } from "../src/share.js";
import { byteCount, fill, parse, read, show, table, write } from "../src/values.js";

const checker = await load();

function laidOut(declarations, type) {
  const layout = checker.layout(`${declarations} @group(0) @binding(0) var<storage, read_write> it: ${type};`);
  return [layout.resources[0], layout];
}

test("numbers of structures, vectors and matrices have paths and offsets", () => {
  const [resource, layout] = laidOut("struct In { a: u32, b: vec2f } struct S { m: mat2x3f, i: array<In, 2> }", "array<S>");
  const size = byteCount(resource, layout, 2);
  const { columns, rows, isArray } = table(resource, layout, size);
  assert.ok(isArray);
  assert.deepEqual(
    columns.map(({ path, offset }) => [path, offset]),
    [["m[0].x", 0], ["m[0].y", 4], ["m[0].z", 8], ["m[1].x", 16], ["m[1].y", 20], ["m[1].z", 24], ["i[0].a", 32], ["i[0].b.x", 40], ["i[0].b.y", 44], ["i[1].a", 48], ["i[1].b.x", 56], ["i[1].b.y", 60]],
  );
  assert.deepEqual([rows.length, rows[1][0].offset], [2, 64]);
});

test("an array at the end of a structure has as many elements as fit", () => {
  const [resource, layout] = laidOut("struct S { n: u32, rest: array<vec3u> }", "S");
  const size = byteCount(resource, layout, 3);
  assert.equal(size, 64);
  assert.deepEqual(table(resource, layout, size).columns.map(({ path }) => path).slice(0, 4), ["n", "rest[0].x", "rest[0].y", "rest[0].z"]);
  assert.equal(table(resource, layout, size).columns.length, 10);
});

test("buffers are filled in the order of their numbers", () => {
  const [resource, layout] = laidOut("", "array<vec3f>");
  const size = byteCount(resource, layout, 2);
  const words = (how) => [...new Float32Array(fill(resource, layout, size, how).buffer)];
  assert.deepEqual(words({ fill: "count" }), [0, 1, 2, 0, 3, 4, 5, 0]);
  assert.deepEqual(words({ fill: "numbers", numbers: "1, -2.5e1 0x10; 7" }), [1, -25, 16, 0, 7, 0, 0, 0]);
  assert.deepEqual(words({ fill: "random" }), words({ fill: "random" }));
  assert.deepEqual(words({ fill: "zeros" }), [0, 0, 0, 0, 0, 0, 0, 0]);
});

test("numbers are shown with the digits that their type needs", () => {
  assert.deepEqual([Math.fround(0.1), 1 / 3, 16777216, -0, Infinity].map((value) => show(Math.fround(value), "f32")), ["0.1", "0.33333334", "16777216", "-0", "Infinity"]);
  assert.equal(show(0.0999755859375, "f16"), "0.1");
  assert.equal(show(4294967295, "u32"), "4294967295");
});

test("half precision is read and rounded", () => {
  const view = new DataView(new ArrayBuffer(2));
  for (const [given, bits] of [[1, 0x3c00], [-2, 0xc000], [65504, 0x7bff], [65520, 0x7c00], [2 ** -24, 1], [0.1, 0x2e66], [2049, 0x6800], [2051, 0x6802], [NaN, 0x7e00], [-Infinity, 0xfc00]]) {
    write(view, { offset: 0, scalar: "f16" }, given);
    assert.equal(view.getUint16(0, true), bits, String(given));
  }
  view.setUint16(0, 0x2e66, true);
  assert.equal(read(view, { offset: 0, scalar: "f16" }), 0.0999755859375);
});

test("numbers are found in texts", () => {
  assert.deepEqual(parse("[1, -2.5, .5, 1e3, 0xff, -0x10, nan, -inf]"), [1, -2.5, 0.5, 1000, 255, -16, NaN, -Infinity]);
  assert.deepEqual(parse("none"), []);
});

test("an address holds a program", async () => {
  const state = { wgsl: "fn f() {} // 😀".repeat(50), run: { workgroups: [1, 2, 3] } };
  const packed = await pack(state);
  assert.match(packed, /^#p=[\w-]+$/);
  assert.ok(packed.length < 200, `${packed.length}`);
  assert.deepEqual(await unpack(packed), state);
  for (const hash of ["", "#", "#p=", "#p=####", "#p=abcd", "#other"]) assert.equal(await unpack(hash), null);
});
