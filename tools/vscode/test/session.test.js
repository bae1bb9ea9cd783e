// The server, spoken to by the protocol library that the extension is made of. WGSL_CHECK names the command.
"use strict";

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const test = require("node:test");
const protocol = require("vscode-languageserver-protocol/node");

// The server reads the folder of a program for its project: the test must not depend on what lies on the disk.
const uri = "file:///folder-that-is-not-there/shader.wgsl";

test("a session from error to rename", async () => {
    const server = spawn(process.env.WGSL_CHECK ?? "wgsl-check", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    const connection = protocol.createProtocolConnection(
        new protocol.StreamMessageReader(server.stdout),
        new protocol.StreamMessageWriter(server.stdin),
    );
    connection.onError(([error]) => assert.fail(error));
    const published = new Map();
    let arrived = () => {};
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, (found) => {
        published.set(found.version, found.diagnostics);
        arrived();
    });
    const findings = async (version) => {
        while (!published.has(version)) {
            await new Promise((resolve) => (arrived = resolve));
        }
        return published.get(version);
    };
    connection.listen();

    const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
        processId: process.pid,
        rootUri: null,
        capabilities: {},
        initializationOptions: { target: "", edition: "", deny: [] },
    });
    assert.equal(capabilities.positionEncoding, "utf-16");
    await connection.sendNotification(protocol.InitializedNotification.type, {});
    await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: "wgsl", version: 1, text: "struct A { a: f32; b: f32 }\n" },
    });
    const [found] = await findings(1);
    assert.equal(found.source, "wgsl-check");
    assert.match(found.codeDescription.href, /^https:\/\/www\.w3\.org\/TR\/WGSL\/#/);

    const [action] = await connection.sendRequest(protocol.CodeActionRequest.type, {
        textDocument: { uri },
        range: found.range,
        context: { diagnostics: [found], only: [protocol.CodeActionKind.QuickFix] },
    });
    const [edit] = action.edit.changes[uri];
    await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range: edit.range, text: edit.newText }],
    });
    assert.deepEqual(await findings(2), []);

    const place = { textDocument: { uri }, position: { line: 0, character: 7 } };
    const hover = await connection.sendRequest(protocol.HoverRequest.type, place);
    assert.match(hover.contents.value, /size 8, align 4/);
    const change = await connection.sendRequest(protocol.RenameRequest.type, { ...place, newName: "B" });
    assert.equal(change.changes[uri].length, 1);
    await assert.rejects(connection.sendRequest(protocol.RenameRequest.type, { ...place, newName: "fn" }), /keyword/);

    await connection.sendRequest(protocol.ShutdownRequest.type);
    const ended = new Promise((resolve) => server.once("exit", resolve));
    await connection.sendNotification(protocol.ExitNotification.type);
    assert.equal(await ended, 0);
    connection.dispose();
});
