// Opens the modules of WESL programs in a browser: the server reads no files, and knows open documents only.
"use strict";

const { FileType, Uri, workspace } = require("vscode");

/** The maximum number of modules that are opened: each is a document of the editor. */
const MOST_MODULES = 200;

class Modules {
    #folders = new Set();
    #count = 0;

    async #open(uris) {
        const opened = uris.slice(0, MOST_MODULES - this.#count);
        this.#count += opened.length;
        await Promise.all(opened.map((uri) => workspace.openTextDocument(uri)));
    }

    /** Opens the modules next to a document. */
    async openNextTo({ languageId, uri }) {
        const folder = Uri.joinPath(uri, "..");
        if (languageId !== "wesl" || this.#folders.has(folder.toString())) {
            return;
        }
        this.#folders.add(folder.toString());
        const entries = await workspace.fs.readDirectory(folder);
        const names = entries.filter(([name, type]) => type === FileType.File && name.endsWith(".wesl")).map(([name]) => name);
        await this.#open(names.map((name) => Uri.joinPath(folder, name)));
    }

    /** Opens all modules that a search finds: not every file system has one. */
    async openAll() {
        await this.#open(await workspace.findFiles("**/*.wesl", undefined, MOST_MODULES));
    }
}

module.exports = { Modules };
