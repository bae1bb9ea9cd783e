// The extension in a browser: the server is a WebAssembly module in a worker. It reads no files, so modules of WESL are opened for it.
"use strict";

const { Uri, commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/browser");
const { Addresses } = require("./addresses.js");
const { Lifetime } = require("./lifetime.js");
const { SECTION, clientOptions } = require("./settings.js");

/** The maximum number of modules that are opened: each is a document of the editor. */
const MOST_MODULES = 200;

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

/** Opens the modules of the workspace: the server knows open documents only. */
async function openModules() {
    const found = await workspace.findFiles("**/*.wesl", undefined, MOST_MODULES);
    await Promise.all(found.map((uri) => workspace.openTextDocument(uri)));
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
        await openModules();
        return new LanguageClient(SECTION, "wgsl-check", server, { ...clientOptions(), outputChannel, uriConverters });
    };
    const failed = (error) => window.showErrorMessage(`wgsl-check: ${error.message ?? error}`);
    lifetime = new Lifetime(create, failed);
    context.subscriptions.push(
        commands.registerCommand(`${SECTION}.run`, () => window.showInformationMessage("wgsl-check runs programs on a desktop only.")),
    );
    return lifetime.activate(context);
}

module.exports = { activate, deactivate: () => lifetime?.stop() };
