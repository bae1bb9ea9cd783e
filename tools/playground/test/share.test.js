import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import test from "node:test";
import { pack, unpack } from "../src/share.js";

test("a shared value comes back", async () => {
  const value = { text: "fn f() {} // 😀", options: [1, 2] };
  assert.deepEqual(await unpack(await pack(value)), value);
});

test("what can't be read, or inflates too far, is no value", async () => {
  for (const hash of ["", "#p=", "#p=AAAA", "#q=x"]) assert.equal(await unpack(hash), null);
  const bomb = deflateRawSync(JSON.stringify("a".repeat(2 ** 25))).toString("base64url");
  assert.ok(bomb.length < 100_000);
  assert.equal(await unpack(`#p=${bomb}`), null);
});
