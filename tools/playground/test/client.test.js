import assert from "node:assert/strict";
import test from "node:test";
import { Client, nameOf } from "../src/client.js";

/** A server that records the messages, and answers each request with its method. `fail` makes it lose its documents. */
function recorded() {
  const seen = [];
  const checker = {
    fail: false,
    async ask(_, { id, method, params }) {
      if (checker.fail) throw new Error("lost");
      seen.push([method, params.textDocument?.uri ?? params.settings]);
      return id === undefined ? [] : [{ method: "other" }, { id, result: method }];
    },
  };
  return { seen, checker, take: () => seen.splice(0) };
}

test("the server gets every file once, and then what changed", async () => {
  const { checker, take } = recorded();
  const document = { files: { "main.wesl": "a", "b c.wesl": "b" }, current: "b c.wesl", language: "wesl", settings: {} };
  const client = new Client(checker, () => document);
  const [main, other] = ["file:///program/main.wesl", "file:///program/b%20c.wesl"];
  assert.equal(nameOf(other), "b c.wesl");
  assert.equal(await client.request("hover"), "hover");
  const opened = [["initialize", undefined], ["textDocument/didOpen", main], ["textDocument/didOpen", other], ["hover", other]];
  assert.deepEqual(take(), opened);
  document.files = { "main.wesl": "c" };
  document.current = "main.wesl";
  document.settings = { define: ["FOG"] };
  await client.request("hover");
  assert.deepEqual(take(), [["workspace/didChangeConfiguration", { define: ["FOG"] }], ["textDocument/didClose", other], ["textDocument/didChange", main], ["hover", main]]);
});

test("a server that lost its documents gets them again", async () => {
  const { checker, take } = recorded();
  const client = new Client(checker, () => ({ files: { "main.wgsl": "a" }, current: "main.wgsl", language: "wgsl", settings: {} }));
  await client.request("hover");
  checker.fail = true;
  assert.equal(await client.request("hover"), null);
  checker.fail = false;
  take();
  assert.equal(await client.request("hover"), "hover");
  assert.deepEqual(take().map(([method]) => method), ["initialize", "textDocument/didOpen", "hover"]);
});
