// The checker on a separate thread, so that no program freezes the page.

import { Refused, load } from "wgsl-check";

let checker;

addEventListener("message", async ({ data: { id, method, args, module } }) => {
  if (module) {
    checker = load(module);
    return;
  }
  try {
    postMessage({ id, result: (await checker)[method](...args) });
  } catch (error) {
    if (!(error instanceof Refused)) {
      postMessage({ id, broken: String(error?.message ?? error) });
      return;
    }
    const { stage, message, diagnostics, place } = error;
    postMessage({ id, refused: { stage, message, diagnostics, place } });
  }
});
