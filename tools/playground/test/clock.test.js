import assert from "node:assert/strict";
import test from "node:test";
import { Clock, valueAt } from "../src/clock.js";
import { fill, isLive } from "../src/values.js";

const number = (rows) => ({ arrays: [], scalar: "f32", rows, columns: 1, column_stride: 4 * rows });
const SCENE = { name: "Scene", members: [{ name: "mouse", offset: 0, shape: number(2) }, { name: "time", offset: 8, shape: number(1) }, { name: "power", offset: 12, shape: number(1) }] };
const LAYOUT = { structs: [SCENE] };
const scene = { name: "scene", size: 16, shape: { arrays: [], structure: "Scene" } };

test("a clock counts frames and seconds from its first tick", () => {
  const clock = new Clock();
  clock.tick(1000);
  clock.tick(1500);
  assert.deepEqual([clock.time, clock.delta, clock.frame], [0.5, 0.5, 2]);
  clock.mouse = [3, 4, 1, 0];
  assert.deepEqual(["time", "frame", "scene.mouse.y", "mouse.z", "power", "x"].map((path) => valueAt(clock, path)), [0.5, 2, 4, 1, undefined, undefined]);
});

test("buffers with known names follow the clock", () => {
  const clock = Object.assign(new Clock(), { time: 2, mouse: [5, 6, 0, 0] });
  assert.deepEqual([...new Float32Array(fill(scene, LAYOUT, 16, { fill: "live" }, { clock }).buffer)], [5, 6, 2, 0]);
  assert.ok(isLive(scene, LAYOUT));
  assert.ok(isLive({ name: "time", size: 4, shape: number(1) }, LAYOUT));
  assert.ok(isLive({ name: "resolution", size: 8, shape: number(2) }, LAYOUT));
  assert.ok(!isLive({ name: "power", size: 8, shape: number(2) }, LAYOUT));
  assert.ok(!isLive({ name: "time", size: 4, shape: { ...number(1), arrays: [{ count: null, stride: 4 }] } }, LAYOUT));
});

test("bytes of a file fill a buffer as far as they go", () => {
  const contents = { bytes: Uint8Array.of(1, 2, 3) };
  assert.deepEqual([...fill(scene, LAYOUT, 2, { fill: "file" }, { contents })], [1, 2]);
  assert.deepEqual([...fill(scene, LAYOUT, 4, { fill: "file" }, { contents })], [1, 2, 3, 0]);
  assert.deepEqual([...fill(scene, LAYOUT, 2, { fill: "file" })], [0, 0]);
});
