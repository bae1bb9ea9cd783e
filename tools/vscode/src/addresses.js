// Addresses of files in a browser, where files have schemes such as `vscode-vfs`. The server only takes addresses of files for paths, which
// imports need.
"use strict";

class Addresses {
    #originals = new Map();

    /** Returns the address that the server gets for the address of a document. */
    toServer(uri) {
        if (uri.scheme === "file" || uri.scheme === "untitled") {
            return uri.toString();
        }
        const address = uri.with({ scheme: "file", authority: "", query: "", fragment: "" }).toString();
        this.#originals.set(address, uri);
        return address;
    }

    /** Returns the address of a document that the server names. */
    fromServer(address, parse) {
        return this.#originals.get(address) ?? parse(address);
    }
}

module.exports = { Addresses };
