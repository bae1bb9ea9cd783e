// The extension on a desktop: it starts `wgsl-check lsp`, and passes on the settings. Everything else is the server's.
"use strict";

const { DebugAdapterExecutable, Uri, commands, debug, window } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { findCommand } = require("./command.js");
const { Lifetime } = require("./lifetime.js");
const { run } = require("./run.js");
const { SECTION, clientOptions, settings } = require("./settings.js");

/** @type {Lifetime | undefined} */
let lifetime;

/** Reports that the server does not start, and offers what helps. */
async function failed(error, extensionUri) {
    const [open, install] = ["Open Settings", "How to Install"];
    const chosen = await window.showErrorMessage(`wgsl-check: ${error.message ?? error}`, open, install);
    if (chosen === open) {
        await commands.executeCommand("workbench.action.openSettings", `${SECTION}.path`);
    } else if (chosen === install) {
        await commands.executeCommand("markdown.showPreview", Uri.joinPath(extensionUri, "README.md"));
    }
}

/** @param {import("vscode").ExtensionContext} context */
function activate(context) {
    const command = () => {
        const configured = settings().get("path");
        const found = findCommand(configured, context.extensionPath);
        if (!found) {
            throw new Error(`the command \`${configured || "wgsl-check"}\` was not found. Install it, or set its path in \`${SECTION}.path\`.`);
        }
        return found;
    };
    const create = (outputChannel) =>
        new LanguageClient(SECTION, "wgsl-check", { command: command(), args: ["lsp"] }, { ...clientOptions(), outputChannel });
    const report = (error) => failed(error, context.extensionUri);
    lifetime = new Lifetime(async (output) => create(output), report);
    context.subscriptions.push(
        commands.registerCommand(`${SECTION}.run`, async (uri, entryPoint) => {
            try {
                await run(command(), uri, entryPoint);
            } catch (error) {
                await report(error);
            }
        }),
    );
    context.subscriptions.push(
        debug.registerDebugAdapterDescriptorFactory("wgsl", {
            createDebugAdapterDescriptor: () => new DebugAdapterExecutable(command(), ["dap"]),
        }),
    );
    return lifetime.activate(context);
}

module.exports = { activate, deactivate: () => lifetime?.stop() };
