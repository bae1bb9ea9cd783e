// The client of `wgsl-check lsp`: it starts the server and passes on the settings. Everything else is the server's.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const SECTION = "wgsl-check";

/** The languages of documents that may have shaders in them. */
const HOSTS = ["rust", "javascript", "javascriptreact", "typescript", "typescriptreact", "markdown"];
/** The settings that the client itself uses: it starts again when one changes. */
const OWN = ["path", "metal", "embedded"];

/** @type {LanguageClient | undefined} */
let client;

/** Starts the server that the settings name. */
async function start() {
    const settings = workspace.getConfiguration(SECTION);
    const server = { command: settings.get("path") || "wgsl-check", args: ["lsp"] };
    // The server wants the text of open headers, whatever their language: programs that include them are checked with it.
    const headers = { scheme: "file", pattern: "**/*.{h,hh,hpp,hxx,inc,inl}" };
    const metal = settings.get("metal") ? [{ language: "metal" }, headers] : [];
    // Shaders in strings and code blocks. Without the setting the server does not see these documents.
    const hosts = settings.get("embedded") ? HOSTS.map((language) => ({ language })) : [];
    client = new LanguageClient(SECTION, "wgsl-check", server, {
        documentSelector: [{ language: "wgsl" }, { language: "wesl" }, ...metal, ...hosts],
        initializationOptions: {
            target: settings.get("target"),
            edition: settings.get("edition"),
            define: settings.get("define"),
            deny: settings.get("deny"),
            warn: settings.get("warn"),
            format: settings.get("format"),
            std: settings.get("std"),
            include: settings.get("include"),
        },
        // The server judges all open documents again when one of these changes.
        synchronize: { configurationSection: SECTION },
    });
    try {
        await client.start();
    } catch (error) {
        window.showErrorMessage(`${server.command} lsp does not start: ${error}. Is wgsl-check installed?`);
    }
}

/** Ends the server, if it runs. */
async function stop() {
    const running = client;
    client = undefined;
    if (running?.isRunning()) {
        await running.stop();
    }
}

/** @param {import("vscode").ExtensionContext} context */
async function activate(context) {
    const restart = async () => {
        await stop();
        await start();
    };
    context.subscriptions.push(
        commands.registerCommand(`${SECTION}.restart`, restart),
        workspace.onDidChangeConfiguration((change) => {
            if (OWN.some((name) => change.affectsConfiguration(`${SECTION}.${name}`))) {
                return restart();
            }
        }),
    );
    // A Rust project without shaders needs no server.
    const needsServer = (document) =>
        !HOSTS.includes(document.languageId) || workspace.getConfiguration(SECTION).get("embedded");
    const isShader = (document) =>
        [...HOSTS, "wgsl", "wesl", "metal"].includes(document.languageId) && needsServer(document);
    if (workspace.textDocuments.some(isShader)) {
        return start();
    }
    const first = workspace.onDidOpenTextDocument((document) => {
        if (isShader(document)) {
            first.dispose();
            return start();
        }
    });
    context.subscriptions.push(first);
}

module.exports = { activate, deactivate: stop };
