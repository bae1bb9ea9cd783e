// Runs in the extension host of a Visual Studio Code that test/editor.test.js starts: a debug session of the workspace's `launch.json`.
"use strict";

const assert = require("node:assert/strict");
const vscode = require("vscode");

/** Collects what debug sessions report, and waits for it. */
class Reports {
    constructor() {
        this.messages = [];
        this.waiting = [];
        const add = (message) => {
            this.messages.push(message);
            this.waiting.splice(0).forEach((resolve) => resolve());
        };
        this.tracker = vscode.debug.registerDebugAdapterTrackerFactory("wgsl", {
            createDebugAdapterTracker: () => ({ onDidSendMessage: add }),
        });
        this.stacks = vscode.debug.onDidChangeActiveStackItem((item) => item && add({ type: "item", item }));
        this.ends = vscode.debug.onDidTerminateDebugSession(() => add({ type: "ended" }));
    }

    /** Returns the next message that is wanted. */
    async find(is) {
        for (;;) {
            const index = this.messages.findIndex(is);
            if (index >= 0) {
                return this.messages.splice(0, index + 1).at(-1);
            }
            await new Promise((resolve) => this.waiting.push(resolve));
        }
    }

    event(name) {
        return this.find(({ type, event }) => type === "event" && event === name);
    }
}

exports.run = async () => {
    const [folder] = vscode.workspace.workspaceFolders;
    const uri = vscode.Uri.joinPath(folder.uri, "twice.wgsl");
    const line = new vscode.Position(4, 0);
    vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(uri, line), true, "i == 3u")]);
    const reports = new Reports();
    assert.ok(await vscode.debug.startDebugging(folder, "Debug twice.wgsl"), "the session starts");
    const { body: stopped } = await reports.event("stopped");
    assert.deepEqual([stopped.reason, stopped.threadId], ["breakpoint", 4]);
    const session = vscode.debug.activeDebugSession;
    assert.equal(session.type, "wgsl");
    const { stackFrames: [frame] } = await session.customRequest("stackTrace", { threadId: 4 });
    assert.deepEqual([frame.name, frame.line], ["main", 5]);
    assert.ok(frame.source.path.endsWith(uri.path), frame.source.path);
    const { scopes } = await session.customRequest("scopes", { frameId: frame.id });
    const { variables } = await session.customRequest("variables", { variablesReference: scopes[0].variablesReference });
    assert.equal(variables.find(({ name }) => name === "twice").value, "6");
    // The commands that a person has on keys.
    await reports.find(({ item }) => item?.frameId !== undefined);
    await vscode.commands.executeCommand("workbench.action.debug.stepBack");
    assert.equal((await reports.event("stopped")).body.reason, "step");
    await vscode.commands.executeCommand("workbench.action.debug.continue");
    assert.equal((await reports.event("stopped")).body.threadId, 4);
    await vscode.commands.executeCommand("workbench.action.debug.continue");
    await reports.event("terminated");
    await reports.find(({ type }) => type === "ended");
};
