// The extension in a browser: the server is a WebAssembly module in a worker. It reads no files, so the modules of WESL programs are opened for it.
"use strict";

const { Uri, commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/browser");
const { Addresses } = require("./addresses.js");
const { Lifetime } = require("./lifetime.js");
const { Modules } = require("./modules.js");
const { SECTION, clientOptions } = require("./settings.js");

/** @type {Lifetime | undefined} */
let lifetime;

/** Returns the worker that the server runs in. */
async function worker(extensionUri) {
    const dist = Uri.joinPath(extensionUri, "dist", "web");
    const module = await workspace.fs.readFile(Uri.joinPath(dist, "wgsl.wasm"));
    const started = new Worker(Uri.joinPath(dist, "worker.js").toString(true));
    started.postMessage({ module });
    return started;
}

/** @param {import("vscode").ExtensionContext} context */
function activate(context) {
    const create = async (outputChannel) => {
        const addresses = new Addresses();
        const uriConverters = {
            code2Protocol: (uri) => addresses.toServer(uri),
            protocol2Code: (address) => addresses.fromServer(address, Uri.parse),
        };
        const server = await worker(context.extensionUri);
        return new LanguageClient(SECTION, "wgsl-check", server, { ...clientOptions(), outputChannel, uriConverters });
    };
    const failed = (error) => window.showErrorMessage(`wgsl-check: ${error.message ?? error}`);
    lifetime = new Lifetime(create, failed);
    // A search may take long, or never end: the open documents are checked meanwhile.
    const modules = new Modules();
    const opened = (document) => modules.openNextTo(document).catch(() => {});
    workspace.textDocuments.forEach(opened);
    modules.openAll().catch(() => {});
    context.subscriptions.push(workspace.onDidOpenTextDocument(opened));
    context.subscriptions.push(
        commands.registerCommand(`${SECTION}.run`, () => window.showInformationMessage("wgsl-check runs programs on a desktop only.")),
    );
    return lifetime.activate(context);
}

module.exports = { activate, deactivate: () => lifetime?.stop() };
