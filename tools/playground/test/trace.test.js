import assert from "node:assert/strict";
import test from "node:test";
import { atLines, isTraced } from "../src/trace.js";

const value = (line, expression, lane, text) => ({ file: "main.wgsl", line, expression, text, invocation: { gid: [lane, 0, 0] } });

test("values are at their lines, the first of many", () => {
  const values = [...Array.from({ length: 10 }, (_, lane) => value(3, "i", lane, String(lane))), value(4, "d[i]", 1, "7"), { ...value(1, "y", 0, "1"), file: "util.wesl" }];
  const shown = atLines({ values, warnings: [{ file: "main.wgsl", line: 9, message: "no" }] }, "main.wgsl");
  assert.deepEqual(shown.map(({ line, text }) => [line, text]), [[3, "i = 0, 1, 2, 3, 4, 5, 6, 7, … (10 values)"], [4, "d[i] = 7"], [9, "no"]]);
  assert.match(shown[0].title, /^gid \(0, 0, 0\): 0\n/);
});

test("comments that print are found in all files", () => {
  assert.ok(isTraced(["fn f() {}", "// wgsl-check: print(x)"]));
  assert.ok(!isTraced(["// wgsl-check: allow(data-race)"]));
});
