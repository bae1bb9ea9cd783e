// The extension on a desktop, with a stand-in for the editor.
"use strict";

const assert = require("node:assert/strict");
const Module = require("node:module");
const { join } = require("node:path");
const test = require("node:test");

const { contributes } = require("../package.json");

/** What the extension did to the editor. */
const seen = { commands: new Map(), errors: [], executed: [], clients: [], tasks: [], adapters: new Map() };
let configuration = {};
let changed;

const wrapped = (value) => (typeof value === "object" ? new Proxy(value, {}) : value);
const disposable = { dispose() {} };
const address = (path) => ({ scheme: "file", fsPath: path, toString: () => `file://${path}` });
const vscode = {
    DebugAdapterExecutable: class {
        constructor(...all) {
            this.all = all;
        }
    },
    ProcessExecution: class {
        constructor(...all) {
            this.all = all;
        }
    },
    Task: class {
        constructor(...all) {
            this.execution = all.at(-1);
        }
    },
    TaskPanelKind: { Shared: 1 },
    TaskScope: { Workspace: 2 },
    Uri: { joinPath: (base, ...parts) => address(join(base.fsPath, ...parts)), parse: (text) => address(text.replace("file://", "")) },
    commands: {
        registerCommand: (name, run) => (seen.commands.set(name, run), disposable),
        executeCommand: async (...all) => seen.executed.push(all),
    },
    debug: { registerDebugAdapterDescriptorFactory: (type, factory) => (seen.adapters.set(type, factory), disposable) },
    tasks: { executeTask: async (task) => seen.tasks.push(task) },
    window: {
        createOutputChannel: () => ({ ...disposable, show: () => seen.executed.push(["show"]) }),
        showErrorMessage: async (text, ...buttons) => (seen.errors.push(text), buttons[0]),
    },
    workspace: {
        textDocuments: [{ languageId: "wgsl", uri: address("/f/a.wgsl"), save: async () => true }],
        // Objects are proxies, as in the editor.
        getConfiguration: () => ({ get: (name) => wrapped(configuration[name] ?? contributes.configuration.properties[`wgsl-check.${name}`].default) }),
        createFileSystemWatcher: (pattern) => pattern,
        getWorkspaceFolder: () => undefined,
        onDidChangeConfiguration: (listener) => ((changed = listener), disposable),
        onDidOpenTextDocument: () => disposable,
    },
};
class LanguageClient {
    constructor(id, name, server, options) {
        Object.assign(this, { server, options });
        seen.clients.push(this);
    }
    start() {
        return (this.runs = true);
    }
    stop() {
        this.runs = false;
    }
    isRunning() {
        return this.runs;
    }
}

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest));
const { activate } = require("../src/desktop.js");

const context = { subscriptions: [], extensionPath: "/no/such/extension", extensionUri: address("/no/such/extension") };

test("every command of the manifest is registered, and a missing server is reported with help", async () => {
    configuration = { path: "/no/such/wgsl-check" };
    await activate(context);
    assert.deepEqual([...seen.commands.keys()].toSorted(), contributes.commands.map(({ command }) => command).toSorted());
    assert.match(seen.errors[0], /`\/no\/such\/wgsl-check` was not found/);
    assert.deepEqual(seen.executed, [["workbench.action.openSettings", "wgsl-check.path"]]);
    assert.equal(seen.clients.length, 0);
});

test("the server starts again with the settings, and watches files", async () => {
    configuration = { path: process.execPath, target: "portable" };
    // A better path starts the server that did not start before.
    await changed({ affectsConfiguration: (name) => name === "wgsl-check.path" });
    const [client] = seen.clients;
    assert.deepEqual(client.server, { command: process.execPath, args: ["lsp"] });
    assert.equal(structuredClone(client.options.initializationOptions).target, "portable");
    assert.ok(client.options.synchronize.fileEvents.some((pattern) => pattern.includes("wesl")));
    assert.deepEqual(client.options.documentSelector.map(({ language }) => language).filter(Boolean), ["wgsl", "wesl", "metal"]);
    await seen.commands.get("wgsl-check.restart")();
    assert.deepEqual(seen.clients.map(({ runs }) => runs), [false, true]);
});

test("an entry point runs in a process of its own", async () => {
    await seen.commands.get("wgsl-check.run")("file:///f/a.wgsl", "main");
    assert.deepEqual(seen.tasks[0].execution.all, [process.execPath, ["run", "/f/a.wgsl", "--entry-point", "main"], {}]);
});

test("the debugger of the manifest is the command `dap`", async () => {
    configuration = { path: process.execPath };
    await activate(context);
    for (const { type } of contributes.debuggers) {
        assert.deepEqual(seen.adapters.get(type).createDebugAdapterDescriptor().all, [process.execPath, ["dap"]]);
    }
});
