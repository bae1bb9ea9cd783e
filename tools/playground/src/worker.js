// The checker and the language server on a separate thread, so that no program freezes the page.

import { Debugger, LanguageServer, Refused, load } from "wgsl-check";

let checker;
let server;
let program;

/** Carries out a request. `receive` is a message for the language server, `debug` a list for the debugger; all other methods are of the checker. */
async function answer(method, args) {
  const loaded = await checker;
  if (method === "debug") return args[0].flatMap(debug);
  if (method !== "receive") return loaded[method](...args);
  server ??= new LanguageServer();
  return server.receive(...args);
}

/** Passes a message to the debugger. A client that begins gets a new one. */
function debug(message) {
  if (message.command === "initialize") program = new Debugger();
  return program.receive(message);
}

addEventListener("message", async ({ data: { id, method, args, module } }) => {
  if (module) {
    checker = load(module);
    return;
  }
  try {
    postMessage({ id, result: await answer(method, args) });
  } catch (error) {
    if (!(error instanceof Refused)) {
      postMessage({ id, broken: String(error?.message ?? error) });
      return;
    }
    const { stage, message, diagnostics, place } = error;
    postMessage({ id, refused: { stage, message, diagnostics, place } });
  }
});
