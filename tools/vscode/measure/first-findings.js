// Measures how long the first findings of a file of 2,000 lines take, with a client that is not new: from the notification that opens
// the file to the one with its findings. WGSL_CHECK names the command.
"use strict";

const { spawn } = require("node:child_process");
const protocol = require("vscode-languageserver-protocol/node");

const FILES = 20;

/** A file of 2,000 lines, one of which is wrong. */
function source() {
    const lines = ["struct Light { position: vec3f, colour: vec4f }", "@group(0) @binding(0) var<storage> lights: array<Light>;"];
    for (let number = 0; lines.length < 1992; number++) {
        lines.push(
            `fn shade_${number}(at: vec3f, normal: vec3f) -> vec4f {`,
            "    var sum = vec4f();",
            "    for (var i = 0u; i < arrayLength(&lights); i++) {",
            "        let towards = normalize(lights[i].position - at);",
            "        sum += max(dot(towards, normal), 0.0) * lights[i].colour;",
            "    }",
            `    return clamp(sum * ${number}.5, vec4f(0), vec4f(1));`,
            "}",
        );
    }
    lines.push("@fragment fn main(@location(0) at: vec3f, @location(1) normal: vec3f) -> @location(0) vec4f {");
    while (lines.length < 1998) {
        lines.push("    // A comment.");
    }
    return [...lines, "    return shade_0(at, normal).xyz;", "}"].join("\n");
}

async function measure() {
    const server = spawn(process.env.WGSL_CHECK ?? "wgsl-check", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    const connection = protocol.createProtocolConnection(
        new protocol.StreamMessageReader(server.stdout),
        new protocol.StreamMessageWriter(server.stdin),
    );
    let arrived = () => {};
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, (found) => arrived(found));
    connection.listen();
    await connection.sendRequest(protocol.InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
    const text = source();
    const times = [];
    for (let number = 0; number < FILES; number++) {
        const published = new Promise((resolve) => (arrived = resolve));
        const textDocument = { uri: `file:///${number}.wgsl`, languageId: "wgsl", version: 1, text };
        const start = performance.now();
        connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument });
        const { diagnostics } = await published;
        times.push(performance.now() - start);
        if (diagnostics.length !== 1) {
            throw new Error(`1 finding was expected: ${JSON.stringify(diagnostics)}`);
        }
        connection.sendNotification(protocol.DidCloseTextDocumentNotification.type, { textDocument });
        await new Promise((resolve) => (arrived = resolve));
    }
    await connection.sendRequest(protocol.ShutdownRequest.type);
    await connection.sendNotification(protocol.ExitNotification.type);
    const sorted = times.toSorted((left, right) => left - right);
    const shown = (time) => `${time.toFixed(1)} ms`;
    console.log(`${text.split("\n").length} lines, ${FILES} files: first ${shown(times[0])}, median ${shown(sorted[FILES / 2])}, worst ${shown(sorted.at(-1))}`);
}

measure();
