// The panel of the debugger: steps, the invocations of a workgroup, and the variables of one of them.

import { RemoteChecker } from "./checker.js";
import { DebugClient } from "./dap.js";
import { counted, h, sentence } from "./dom.js";
import { Failure } from "./failure.js";
import { numberField } from "./inputs.js";

/** The steps: command, title, key with Shift or not. */
const STEPS = [
  ["continue", "Continue", "F5"],
  ["next", "Step over", "F10"],
  ["stepIn", "Step into", "F11"],
  ["stepOut", "Step out", "Shift+F11"],
  ["stepBack", "Step back", "Shift+F10"],
  ["reverseContinue", "Continue back", "Alt+F5"],
];
const STOP = "Shift+F5";
/** The number of elements that are shown at first. */
const PAGE = 64;
const REASONS = { entry: "Start", step: "Step", breakpoint: "Breakpoint", pause: "Paused" };

const keyOf = ({ key, shiftKey, altKey }) => `${shiftKey ? "Shift+" : ""}${altKey ? "Alt+" : ""}${key}`;

export class DebugPanel {
  #checker;
  #client;
  /** Requests are sent one after the other: a step may come before the answer to the last one. */
  #last = Promise.resolve();
  /** The number of the session, so that answers to an earlier one are not shown. */
  #session = 0;
  #isStarting = false;
  #thread = 1;
  /** Why the program is stopped, and the invocation that stopped it. */
  #stopped;
  #frame;
  #problems = [];
  /** The paths of the variables that are open. */
  #open = new Set(["Locals"]);
  #watches = [];
  #workgroup = 0;

  /**
   * `attributes` returns the attributes of a launch request; `breakpoints` returns all, `change` sets the condition of one, or removes it if that is
   * `null`; `show` marks a place, or none.
   */
  constructor(element, { attributes, breakpoints, change, show }) {
    Object.assign(this, { attributes, breakpoints, change, show });
    const button = (title, key, onclick) => h("button", { type: "button", title: `${title} (${key})`, "aria-keyshortcuts": key, onclick }, title);
    this.start = h("button", { type: "button", className: "go", id: "debug-start", onclick: () => this.begin() }, "Debug");
    this.steps = STEPS.map(([command, title, key]) => button(title, key, () => this.go(command)));
    this.steps.push(button("Stop", STOP, () => this.stop()));
    this.workgroup = numberField("workgroup", 0, (value) => (this.#workgroup = value), 65535, 0);
    this.bar = h("div", { className: "steps", role: "toolbar", "aria-label": "Debugger" }, this.start, this.workgroup, ...this.steps);
    this.status = h("p", { className: "stop", role: "status" });
    this.body = h("div", { className: "debugged" });
    this.list = h("div");
    element.append(this.bar, this.status, this.body, this.list);
    document.addEventListener("keydown", (event) => this.#press(event));
    this.idle("Set breakpoints: click next to a line number, or press F9.");
  }

  get isActive() {
    return this.#client !== undefined;
  }

  /** Allows or forbids to start. */
  set canStart(can) {
    this.start.disabled = !can;
    this.start.title = can ? "" : "Only compute shaders can be debugged.";
  }

  #press(event) {
    if (!this.isActive) return;
    const key = keyOf(event);
    const step = STEPS.find(([, , one]) => one === key);
    if (!step && key !== STOP) return;
    event.preventDefault();
    if (step) this.go(step[0]);
    else this.stop();
  }

  /** Shows that no session is active. */
  idle(text, className = "") {
    this.#client = undefined;
    this.start.hidden = this.workgroup.hidden = false;
    for (const one of this.steps) one.hidden = true;
    this.status.replaceChildren(...sentence(text));
    this.status.className = `stop ${className}`;
    this.body.replaceChildren();
    this.show();
    this.drawBreakpoints();
  }

  /** Ends the session. */
  stop(text = "Stopped.") {
    this.#session += 1;
    if (this.#isStarting) this.#checker.stop();
    this.#isStarting = false;
    if (this.isActive) this.idle(text);
  }

  async begin() {
    this.stop();
    const breakpoints = this.breakpoints();
    const attributes = { ...this.attributes(), workgroup: this.#workgroup, stopOnEntry: breakpoints.length === 0 };
    this.#checker ??= new RemoteChecker();
    this.#client = new DebugClient(this.#checker);
    this.#problems = [];
    this.#thread = 1;
    this.start.hidden = this.workgroup.hidden = true;
    for (const one of this.steps) one.hidden = false;
    this.status.textContent = "Starting…";
    this.#isStarting = true;
    await this.#run(async (client) => {
      const { events, problems } = await client.start(attributes, breakpoints);
      this.#isStarting = false;
      this.#problems = problems;
      return events;
    });
    this.#isStarting = false;
    if (this.isActive) this.steps[0].focus();
  }

  /** Moves the invocation that is selected. */
  go(command) {
    return this.#run(async (client) => (await client.ask(command, { threadId: this.#thread })).events);
  }

  /** Carries out an action and shows where it stops. */
  #run(action) {
    const [session, client] = [this.#session, this.#client];
    const next = this.#last.then(async () => {
      if (session !== this.#session || !client) return;
      try {
        const events = await action(client);
        if (events && session === this.#session) await this.#show(events);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (session === this.#session) this.idle(error.message, "failed");
      }
    });
    this.#last = next.catch(() => {});
    return next;
  }

  async #show(events) {
    const output = events.filter(({ event }) => event === "output").map(({ body }) => body.output);
    const stopped = events.find(({ event }) => event === "stopped")?.body;
    if (!stopped) return this.idle(["The program has ended.", ...output].join(" "));
    this.#stopped = { thread: stopped.threadId, reason: stopped.text ?? REASONS[stopped.reason] ?? stopped.reason, isFault: stopped.reason === "exception" };
    this.#thread = stopped.threadId;
    this.#frame = undefined;
    await this.#draw();
  }

  /** Shows the present place: the invocations, and the stack and the variables of the selected one. */
  async #draw() {
    const client = this.#client;
    const { body: { threads } } = await client.ask("threads");
    const [tops, [stack]] = await Promise.all([
      client.all(threads.map(({ id }) => ["stackTrace", { threadId: id, levels: 1 }])),
      client.all([["stackTrace", { threadId: this.#thread }]]),
    ]);
    const frames = stack.stackFrames ?? [];
    const frame = frames.find(({ id }) => id === this.#frame) ?? frames[0];
    this.#frame = frame?.id;
    const scopes = frame ? (await client.ask("scopes", { frameId: frame.id })).body.scopes : [];
    const variables = await client.all(scopes.map(({ variablesReference }) => ["variables", { variablesReference }]));
    const watched = await this.#watch();
    if (client !== this.#client) return;
    this.#say(frame, threads);
    this.body.replaceChildren(
      h("div", { className: "threads" }, this.#threads(threads, tops), this.#stack(frames, frame)),
      ...scopes.map(({ name }, index) => this.#scope(name, variables[index].variables ?? [])),
      watched,
    );
    this.drawBreakpoints();
    this.show(frame && { file: frame.source?.path, line: frame.line });
  }

  #say(frame, threads) {
    const { thread, reason: why, isFault } = this.#stopped;
    const name = threads.find(({ id }) => id === this.#thread)?.name ?? "";
    const reason = thread === this.#thread ? why : "Selected";
    this.status.className = `stop ${isFault ? "fault" : ""}`;
    this.status.replaceChildren(...sentence(`${reason}: `), h("b", {}, name), frame ? `, line ${frame.line}` : "");
  }

  /** Returns the list of invocations. */
  #threads(threads, tops) {
    const option = ({ id }, index) => {
      const top = tops[index].stackFrames?.[0];
      return h("option", { value: id, selected: id === this.#thread }, `${id - 1}${top ? ` · line ${top.line}` : " · not started"}`);
    };
    const choose = ({ target }) => {
      [this.#thread, this.#frame] = [Number(target.value), undefined];
      this.#redraw("#threads");
    };
    return h("label", {}, counted(threads.length, "invocation"), h("select", { id: "threads", size: 6, onchange: choose }, ...threads.map(option)));
  }

  #stack(frames, shown) {
    const choose = (frame) => () => {
      this.#frame = frame.id;
      this.#redraw(`#frame-${frame.id}`);
    };
    const item = (frame) => h("li", {}, h("button", { type: "button", id: `frame-${frame.id}`, className: "place", "aria-current": frame === shown && "true", onclick: choose(frame) }, `${frame.name}, line ${frame.line}`));
    return h("ol", { className: "stack", "aria-label": "Call stack" }, ...frames.map(item));
  }

  /** Shows a different invocation or frame of this stop, and keeps the focus. */
  async #redraw(focus) {
    await this.#run(async () => {
      await this.#draw();
      this.body.querySelector(focus)?.focus();
      return null;
    });
  }

  #scope(name, variables) {
    return h("section", { className: "scope" }, h("h3", {}, name), variables.length === 0 ? h("p", { className: "soft" }, "No variables.") : h("ul", { className: "tree" }, ...variables.map((one) => this.#variable(one, name))));
  }

  /** Returns the element of a variable, whose parts are fetched when it is opened. */
  #variable(variable, above) {
    const { name, type, value, variablesReference: reference, indexedVariables: count } = variable;
    const path = `${above}/${name}`;
    const text = [h("b", {}, name), type && h("span", { className: "soft" }, ` ${type} `), h("code", {}, value === type ? "" : value.replace(`${type}, `, ""))];
    if (!reference) return h("li", {}, ...text);
    const parts = h("ul", { className: "tree" });
    const client = this.#client;
    const fill = async (start) => {
      const { body } = await client.ask("variables", { variablesReference: reference, ...(count ? { filter: "indexed", start, count: PAGE } : {}) });
      parts.append(...body.variables.map((one) => this.#variable(one, path)));
      const end = start + PAGE;
      if (count > end) {
        const more = h("button", { type: "button", className: "more", onclick: () => (more.parentElement.remove(), fill(end).catch(() => {})) }, `Show more of ${counted(count, "element")}`);
        parts.append(h("li", {}, more));
      }
    };
    const details = h("details", { open: this.#open.has(path) }, h("summary", {}, ...text), parts);
    details.addEventListener("toggle", () => {
      if (details.open) this.#open.add(path);
      else this.#open.delete(path);
      // References are valid until the next step.
      if (details.open && parts.childElementCount === 0) fill(0).catch(() => {});
    });
    return h("li", {}, details);
  }

  /** Returns the list of watched expressions with their values. */
  async #watch() {
    const values = await this.#client.all(this.#watches.map((expression) => ["evaluate", { expression, frameId: this.#frame, context: "watch" }]));
    const remove = (index) => h("button", { type: "button", className: "remove", "aria-label": `Remove ${this.#watches[index]}`, onclick: () => (this.#watches.splice(index, 1), this.#redraw("#watch")) }, "×");
    const item = (body, index) => {
      const name = this.#watches[index];
      const shown = body.message ? h("li", {}, h("b", {}, name), h("span", { className: "problem" }, ` ${body.message}`)) : this.#variable({ ...body, name, value: body.result }, "Watch");
      shown.append(remove(index));
      return shown;
    };
    const add = (event) => {
      event.preventDefault();
      const expression = event.target.elements.watch.value.trim();
      if (!expression) return;
      this.#watches.push(expression);
      this.#redraw("#watch");
    };
    const field = h("input", { type: "text", id: "watch", name: "watch", placeholder: "sum * 2u", "aria-label": "Expression to watch", spellcheck: false, autocapitalize: "off" });
    return h("section", { className: "scope" }, h("h3", {}, "Watch"), h("ul", { className: "tree" }, ...values.map(item)), h("form", { onsubmit: add }, field, h("button", {}, "Add")));
  }

  /** Sends the breakpoints of a file after they were changed. */
  breakpointsChanged(file) {
    this.drawBreakpoints();
    if (!this.isActive) return;
    this.#run(async (client) => {
      const problems = await client.setBreakpoints(file, this.breakpoints());
      this.#problems = [...this.#problems.filter((one) => one.file !== file), ...problems];
      this.drawBreakpoints();
      return null;
    });
  }

  drawBreakpoints() {
    const item = ({ file, line, condition }) => {
      const problem = this.#problems.find((one) => one.file === file && one.line === line);
      const given = ({ target }) => this.change({ file, line }, target.value.trim());
      const field = h("input", { type: "text", value: condition, placeholder: "always", "aria-label": `Condition of the breakpoint in line ${line}`, spellcheck: false, autocapitalize: "off", onchange: given });
      const remove = h("button", { type: "button", className: "remove", "aria-label": `Remove the breakpoint in line ${line}`, onclick: () => this.change({ file, line }, null) }, "×");
      return h("li", {}, h("span", {}, `${file}:${line}`), h("label", {}, "where ", field), remove, problem && h("span", { className: "problem" }, problem.message));
    };
    const all = this.breakpoints();
    this.list.replaceChildren(...(all.length ? [h("h3", {}, "Breakpoints"), h("ul", { className: "breakpoints" }, ...all.map(item))] : []));
  }
}
