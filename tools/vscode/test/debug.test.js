// A debug session as the editor has it: the command that the extension names, spoken to by the message streams of the protocol library.
// WGSL_CHECK names the command.
"use strict";

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const test = require("node:test");
const { StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");

const { contributes } = require("../package.json");

const source = `@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  let twice = i * 2u;
  d[i] = twice;
}
`;

/** A client that waits for responses and events. */
class Client {
    constructor() {
        this.adapter = spawn(process.env.WGSL_CHECK ?? "wgsl-check", ["dap"], { stdio: ["pipe", "pipe", "inherit"] });
        this.writer = new StreamMessageWriter(this.adapter.stdin);
        this.sent = 0;
        this.messages = [];
        this.waiting = [];
        new StreamMessageReader(this.adapter.stdout).listen((message) => {
            this.messages.push(message);
            this.waiting.splice(0).forEach((resolve) => resolve());
        });
    }

    async find(is) {
        for (;;) {
            const index = this.messages.findIndex(is);
            if (index >= 0) {
                return this.messages.splice(index, 1)[0];
            }
            await new Promise((resolve) => this.waiting.push(resolve));
        }
    }

    event(name) {
        return this.find((message) => message.type === "event" && message.event === name);
    }

    async request(command, args) {
        const seq = (this.sent += 1);
        await this.writer.write({ seq, type: "request", command, arguments: args });
        const response = await this.find((message) => message.type === "response" && message.request_seq === seq);
        assert.ok(response.success, `${command}: ${response.message}`);
        return response.body;
    }
}

test("a session stops at a breakpoint and shows a variable", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wgsl-debug-"));
    const path = join(folder, "twice.wgsl");
    writeFileSync(path, source);
    const client = new Client();
    try {
        const { supportsStepBack } = await client.request("initialize", { adapterID: "wgsl" });
        assert.equal(supportsStepBack, true);
        // The attributes are those of the manifest.
        const attributes = { program: path, bindings: ["0:0=zero:16"] };
        const [{ configurationAttributes }] = contributes.debuggers;
        for (const name of Object.keys(attributes)) {
            assert.ok(configurationAttributes.launch.properties[name], name);
        }
        await client.request("launch", attributes);
        await client.event("initialized");
        const breakpoints = [{ line: 5, condition: "i == 3u" }];
        const set = await client.request("setBreakpoints", { source: { path }, breakpoints });
        assert.deepEqual(set.breakpoints, [{ verified: true, line: 5 }]);
        await client.request("configurationDone");
        const { body } = await client.event("stopped");
        assert.deepEqual([body.reason, body.threadId], ["breakpoint", 4]);
        const { stackFrames } = await client.request("stackTrace", { threadId: 4 });
        assert.deepEqual([stackFrames[0].name, stackFrames[0].line], ["main", 5]);
        const { scopes } = await client.request("scopes", { frameId: stackFrames[0].id });
        const { variables } = await client.request("variables", { variablesReference: scopes[0].variablesReference });
        const twice = variables.find(({ name }) => name === "twice");
        assert.deepEqual([twice.type, twice.value], ["u32", "6"]);
        const { result } = await client.request("evaluate", { expression: "twice + 1u", frameId: stackFrames[0].id });
        assert.equal(result, "7");
        await client.request("continue", { threadId: 4 });
        await client.event("terminated");
        const ended = new Promise((resolve) => client.adapter.once("exit", resolve));
        await client.request("disconnect");
        assert.equal(await ended, 0);
    } finally {
        client.adapter.kill();
        rmSync(folder, { recursive: true });
    }
});
