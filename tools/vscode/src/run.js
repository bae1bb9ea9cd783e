// `wgsl-check: Run`: runs an entry point of a file in a terminal. Code lenses of the server call it.
"use strict";

const { ProcessExecution, Task, TaskPanelKind, TaskScope, Uri, tasks, window, workspace } = require("vscode");

/** Runs a program. Without arguments it is the one in the editor, and its only entry point. */
async function run(command, address, entryPoint) {
    const uri = address ? Uri.parse(address) : window.activeTextEditor?.document.uri;
    if (uri?.scheme !== "file") {
        window.showInformationMessage("Save the program to a file to run it.");
        return;
    }
    // The command reads the file, not the editor.
    await workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())?.save();
    const entry = entryPoint ? ["--entry-point", entryPoint] : [];
    const folder = workspace.getWorkspaceFolder(uri);
    // A process of its own: no shell has to quote the path.
    const execution = new ProcessExecution(command, ["run", uri.fsPath, ...entry], folder ? { cwd: folder.uri.fsPath } : {});
    const task = new Task({ type: "process" }, folder ?? TaskScope.Workspace, entryPoint ?? "run", "wgsl-check", execution);
    task.presentationOptions = { panel: TaskPanelKind.Shared, clear: true };
    await tasks.executeTask(task);
}

module.exports = { run };
