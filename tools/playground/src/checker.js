// The page's side of the checker: its methods, made asynchronous by a worker that can be stopped.

import { Failure } from "./failure.js";

/** The module, compiled once for all workers. */
const compiled = WebAssembly.compileStreaming(fetch(new URL("wgsl.wasm", import.meta.url)));

export class RemoteChecker {
  #worker;
  #waiting = new Map();
  #last = 0;

  constructor() {
    this.#start();
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    this.ready = compiled.then((module) => worker.postMessage({ module }));
    worker.addEventListener("message", ({ data }) => {
      const { resolve, reject } = this.#waiting.get(data.id) ?? {};
      this.#waiting.delete(data.id);
      if (data.refused) reject?.(new Failure(data.refused));
      else if (data.broken) {
        // The module trapped, so the state of its memory is undefined: start a new worker.
        this.stop("internal", `internal error in the validator; please report this program (${data.broken})`);
        reject?.(new Failure({ stage: "internal", message: data.broken }));
      } else resolve?.(data.result);
    });
  }

  /** Ends all requests in progress, and starts a new worker. */
  stop(stage = "stopped", message = "stopped") {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Failure({ stage, message }));
    this.#waiting.clear();
    this.#start();
  }

  async ask(method, ...args) {
    await this.ready;
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args });
    });
  }
}
