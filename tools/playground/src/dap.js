// A client of the debugger in the worker: requests of the Debug Adapter Protocol, and the events after them.

import { Failure } from "./failure.js";

export class DebugClient {
  #checker;
  #seq = 0;

  constructor(checker) {
    this.#checker = checker;
  }

  /** Sends requests together, each a command with arguments. Returns their answers, and the events. */
  async #send(requests) {
    const messages = requests.map(([command, args]) => ({ seq: (this.#seq += 1), type: "request", command, arguments: args }));
    const said = await this.#checker.ask("debug", messages);
    return { answers: said.filter(({ type }) => type === "response"), events: said.filter(({ type }) => type === "event") };
  }

  /** Sends a request. Returns its body, and the events. */
  async ask(command, args) {
    const { answers: [{ success, message, body }], events } = await this.#send([[command, args]]);
    if (!success) throw new Failure({ stage: "debugger", message });
    return { body, events };
  }

  /** Sends requests that may fail, and returns their bodies. */
  async all(requests) {
    const { answers } = await this.#send(requests);
    return answers.map(({ success, body, message }) => (success ? body : { message }));
  }

  /** Starts a session with breakpoints: `file`, `line` and `condition`. Returns the events. */
  async start(attributes, breakpoints) {
    await this.ask("initialize", { adapterID: "wgsl" });
    await this.ask("launch", attributes);
    const problems = [];
    for (const file of new Set(breakpoints.map((one) => one.file))) problems.push(...(await this.setBreakpoints(file, breakpoints)));
    const { events } = await this.ask("configurationDone");
    return { events, problems };
  }

  /** Sets the breakpoints of a file. Returns those that can't stop the program, with the reasons. */
  async setBreakpoints(file, breakpoints) {
    const own = breakpoints.filter((one) => one.file === file);
    const { body } = await this.ask("setBreakpoints", { source: { path: file }, breakpoints: own.map(({ line, condition }) => ({ line, condition })) });
    return body.breakpoints.map(({ verified, message }, index) => ({ ...own[index], verified, message })).filter(({ verified }) => !verified);
  }
}
