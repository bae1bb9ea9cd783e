// Starts the client with the first document that it checks, and again when a setting or a person asks for it. Both entries of the extension,
// on a desktop and in a browser, use it.
"use strict";

const { commands, window, workspace } = require("vscode");
const { OWN, SECTION, isChecked } = require("./settings.js");

class Lifetime {
    /** The client that runs; `undefined` before the first document and after a failed start. */
    #client;
    #output;
    /** True once a document needed the server, also if it did not start: a setting may help. */
    #isWanted = false;

    /** `create` makes a client that writes to an output channel; `failed` reports that it does not start. */
    constructor(create, failed) {
        Object.assign(this, { create, failed });
    }

    async #start() {
        this.#isWanted = true;
        try {
            this.#client = await this.create(this.#output);
            await this.#client.start();
        } catch (error) {
            this.#client = undefined;
            await this.failed(error);
        }
    }

    async stop() {
        const running = this.#client;
        this.#client = undefined;
        if (running?.isRunning()) {
            await running.stop();
        }
    }

    async restart() {
        await this.stop();
        await this.#start();
    }

    /** @param {import("vscode").ExtensionContext} context */
    async activate(context) {
        this.#output = window.createOutputChannel("wgsl-check", { log: true });
        context.subscriptions.push(
            this.#output,
            commands.registerCommand(`${SECTION}.restart`, () => this.restart()),
            commands.registerCommand(`${SECTION}.showOutput`, () => this.#output.show()),
            workspace.onDidChangeConfiguration((change) => {
                if (this.#isWanted && OWN.some((name) => change.affectsConfiguration(`${SECTION}.${name}`))) {
                    return this.restart();
                }
            }),
        );
        if (workspace.textDocuments.some(isChecked)) {
            return this.#start();
        }
        const first = workspace.onDidOpenTextDocument((document) => {
            if (isChecked(document)) {
                first.dispose();
                return this.#start();
            }
        });
        context.subscriptions.push(first);
    }
}

module.exports = { Lifetime };
