// Addresses of documents in a browser.
"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { Addresses } = require("../src/addresses.js");

/** An address as the editor has it. */
function uri(parts) {
    const text = () => `${parts.scheme}://${parts.authority ?? ""}${parts.path}`;
    return { ...parts, toString: text, with: (changes) => uri({ ...parts, ...changes }) };
}

test("documents of other file systems are files for the server, and themselves for the editor", () => {
    const addresses = new Addresses();
    const remote = uri({ scheme: "vscode-vfs", authority: "github", path: "/owner/repo/a.wesl" });
    assert.equal(addresses.toServer(remote), "file:///owner/repo/a.wesl");
    assert.equal(addresses.fromServer("file:///owner/repo/a.wesl"), remote);
    assert.equal(addresses.toServer(uri({ scheme: "file", path: "/b.wgsl" })), "file:///b.wgsl");
    assert.equal(addresses.fromServer("file:///b.wgsl", (text) => `parsed ${text}`), "parsed file:///b.wgsl");
});
