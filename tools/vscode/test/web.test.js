// The server of the extension in browsers, over a channel as a worker has it.
"use strict";

const assert = require("node:assert/strict");
const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const test = require("node:test");

const MODULE = join(__dirname, "../../wasm/npm/generated/wgsl_check_wasm_bg.wasm");

test("messages before the module is compiled are answered in order", { skip: !existsSync(MODULE) && "`cargo xtask wasm` builds the module" }, async () => {
    const { serve } = await import("../src/web/serve.mjs");
    const said = [];
    let arrived;
    const port = { postMessage: (message) => (said.push(message), said.length === 3 && arrived()) };
    serve(port);
    const all = new Promise((resolve) => (arrived = resolve));
    port.onmessage({ data: { module: readFileSync(MODULE) } });
    const textDocument = { uri: "file:///a.wgsl", languageId: "wgsl", version: 1, text: "fn f() -> i32 { return 1.5; }" };
    const messages = [
        { id: 1, method: "initialize", params: { capabilities: {} } },
        { method: "textDocument/didOpen", params: { textDocument } },
        { id: 2, method: "textDocument/hover", params: { textDocument, position: { line: 0, character: 3 } } },
    ];
    messages.forEach((message) => port.onmessage({ data: { jsonrpc: "2.0", ...message } }));
    await all;
    assert.deepEqual(said.map(({ id, method }) => id ?? method), [1, "textDocument/publishDiagnostics", 2]);
    assert.equal(said[1].params.diagnostics.length, 1);
});
