// The language server in a worker: its first message has the module, the others are of the Language Server Protocol.

import { LanguageServer, Refused, load } from "wgsl-check";

/** Tells the user that the server has lost its documents. */
function lost({ message }) {
    const text = `${message}. Run “wgsl-check: Restart Language Server” to start it again.`;
    return { jsonrpc: "2.0", method: "window/showMessage", params: { type: 1, message: text } };
}

/** Serves a port, which is a worker's own scope or one end of a channel. */
export function serve(port) {
    let server;
    port.onmessage = ({ data }) => {
        if (data.module) {
            // Messages that come before the module has been compiled are kept in their order.
            server = load(data.module).then(() => new LanguageServer());
            return;
        }
        server = server.then((loaded) => {
            try {
                loaded.receive(data).forEach((message) => port.postMessage(message));
            } catch (error) {
                if (!(error instanceof Refused)) {
                    throw error;
                }
                port.postMessage(lost(error));
            }
            return loaded;
        });
    };
}
