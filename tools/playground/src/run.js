// Running a program: the form for its settings, the request, and the outcome.

import { Clock } from "./clock.js";
import { counted, h, sentence } from "./dom.js";
import { Inputs, numberField } from "./inputs.js";
import { update, views } from "./results.js";
import { parse } from "./values.js";

/** A draw without settings: one triangle, on a square. */
const DRAW = { width: 256, height: 256, vertices: 3, instances: 1 };
const STATE = { workgroups: [1, 1, 1], draw: {}, constants: {}, strict: true, inputs: {}, where: "" };

/** Returns the ways to run a program: a dispatch for each compute shader, and a draw for each fragment shader. */
function waysToRun(entryPoints) {
  const of = (stage) => entryPoints.filter((entry) => entry.stage === stage);
  const dispatches = of("compute").map((compute) => ({ name: compute.name, title: compute.name, op: "run", stages: { compute } }));
  const [vertex] = of("vertex");
  if (!vertex) return dispatches;
  const draws = of("fragment").map((fragment) => ({ name: fragment.name, title: `${vertex.name} → ${fragment.name}`, op: "draw", stages: { vertex, fragment } }));
  return [...dispatches, ...draws];
}

/** Returns a workgroup size as text, such as "8 × 8 × 1". */
function workgroupSize(axes) {
  return axes.map(({ value, expression }) => value ?? expression).join(" × ");
}

export class RunPanel {
  #state = structuredClone(STATE);
  /** The views of the outcome that is shown. */
  #views = new Map();
  /** The contents that the last frame left, by the key of the binding. */
  #carried = new Map();

  constructor(element, changed) {
    const [form, outcome] = [h("div", { className: "form" }), h("div", { className: "outcome", "aria-live": "polite" })];
    Object.assign(this, { changed, form, outcome, clock: new Clock(), layout: null, entries: [], overrides: [] });
    this.inputs = new Inputs(() => this.state.inputs, (isForm) => {
      if (isForm) this.#draw();
      this.changed();
    });
    element.append(form, outcome);
  }

  /** The settings: `entry`, `workgroups`, the members of `draw`, `constants` by their keys, `strict`, `inputs` by binding, `where` of traces. */
  get state() {
    return this.#state;
  }

  set state(state) {
    this.#state = { ...structuredClone(STATE), ...structuredClone(state) };
    this.shown = undefined;
  }

  /** Shows the form for a program; `reason` says why nothing can run. */
  program({ layout = null, reflection, reason }) {
    const entries = waysToRun(reflection?.entry_points ?? []);
    const overrides = reflection?.overrides ?? [];
    const form = JSON.stringify([layout, entries, overrides, reason]);
    if (form === this.shown) return;
    Object.assign(this, { shown: form, layout, entries, overrides, reason });
    this.#draw();
  }

  get canRun() {
    return Boolean(this.layout) && this.entries.length > 0;
  }

  /** Returns true if the program has inputs that change with time. */
  get isLive() {
    return this.canRun && this.inputs.isLive;
  }

  get entry() {
    return this.entries.find(({ name }) => name === this.state.entry) ?? this.entries[0];
  }

  get #attributes() {
    return (this.entry.stages.vertex?.inputs ?? []).filter(({ location }) => location !== undefined);
  }

  #set(change) {
    change();
    this.changed();
  }

  #draw() {
    const empty = (text) => this.form.replaceChildren(h("p", { className: "empty" }, ...sentence(text)));
    if (this.reason) return empty(this.reason);
    if (!this.layout) return empty("Fix the errors to run the program.");
    if (this.entries.length === 0) return empty("Nothing to run: add a compute shader, or a vertex and a fragment shader.");
    const { state, entry } = this;
    const names = this.entries.map(({ name, title }) => h("option", { value: name, selected: name === entry.name }, title));
    const enter = (event) => {
      this.#set(() => (state.entry = event.target.value));
      this.#draw();
    };
    const tick = h("input", { type: "checkbox", checked: state.strict, onchange: (event) => this.#set(() => (state.strict = event.target.checked)) });
    this.form.replaceChildren(
      h(
        "div",
        { className: "dispatch" },
        h("label", {}, "Entry point ", h("select", { id: "entry", onchange: enter }, ...names)),
        ...this.#extent(),
        h("label", { className: "tick", title: "Report behaviour that may differ on other implementations" }, tick, " strict"),
      ),
      h("ul", { className: "inputs" }, ...this.overrides.filter(({ name }) => this.#isUsed(name)).map((one) => this.#constant(one)), ...this.inputs.rows(this.layout, this.#attributes, entry.op === "draw")),
    );
  }

  /** Returns the fields for the size of a dispatch or a draw. */
  #extent() {
    const { state, entry } = this;
    if (entry.op === "draw") {
      const member = (key) => numberField(key, state.draw[key] ?? DRAW[key], (value) => this.#set(() => (state.draw[key] = value)));
      return ["vertices", "instances", "width", "height"].map(member);
    }
    const axis = (index) =>
      h("input", {
        type: "number",
        min: 1,
        max: 65535,
        value: state.workgroups[index],
        "aria-label": `Workgroups along ${"xyz"[index]}`,
        oninput: (event) => this.#set(() => (state.workgroups[index] = Math.max(1, Math.trunc(Number(event.target.value)) || 1))),
      });
    return [
      h("span", { className: "axes" }, "Workgroups ", axis(0), "×", axis(1), "×", axis(2)),
      h("span", { className: "soft" }, `of ${workgroupSize(entry.stages.compute.workgroup_size)} invocations`),
    ];
  }

  #isUsed(override) {
    return Object.values(this.entry.stages).some(({ overrides }) => overrides.includes(override));
  }

  #constant({ name, id, type, required, default: value, expression }) {
    const key = String(id ?? name);
    const { constants } = this.state;
    const given = h("input", {
      type: "text",
      className: "constant",
      inputMode: "decimal",
      value: constants[key] ?? "",
      placeholder: required ? "a number" : String(value ?? expression),
      "aria-label": `Value of ${name}`,
      oninput: (event) =>
        this.#set(() => {
          const [number] = parse(event.target.value.replace("true", "1").replace("false", "0"));
          if (number === undefined) delete constants[key];
          else constants[key] = number;
        }),
    });
    return h("li", {}, h("span", { className: "variable" }, h("code", {}, "override ", h("b", {}, name), `: ${type}`)), h("span", { className: "fields" }, given));
  }

  /** Returns the values that were entered for the overrides of a stage. */
  #constants({ overrides }) {
    const used = this.overrides.filter(({ name }) => overrides.includes(name)).map(({ name, id }) => String(id ?? name));
    return Object.fromEntries(used.filter((key) => key in this.state.constants).map((key) => [key, this.state.constants[key]]));
  }

  /** Returns the protocol operation that runs the program, and its members. */
  request() {
    const { workgroups, strict } = this.state;
    const { op, stages } = this.entry;
    const { width, height, vertices, instances } = { ...DRAW, ...this.state.draw };
    if (op === "draw") this.clock.resolution = [width, height, 1, 0];
    const bindings = this.inputs.bindings(this.clock, this.#carried);
    const { compute, vertex, fragment } = Object.fromEntries(Object.entries(stages).map(([stage, entry]) => [stage, { entry_point: entry.name, constants: this.#constants(entry) }]));
    // Pictures move by `sin(time)`, whose error the specification does not bound beyond half a turn: it would be the only fault of most programs.
    const accuracy_limits = false;
    if (op === "run") return { op, members: { ...compute, workgroups, strict, accuracy_limits, bindings } };
    const targets = [{ format: "rgba8unorm", clear_value: [0, 0, 0, 1] }];
    const vertex_buffers = this.inputs.vertexBuffers(this.#attributes, vertices, this.clock);
    return { op, members: { size: [width, height], targets, vertex, fragment, vertex_buffers, draw: { vertex_count: vertices, instance_count: instances }, strict, accuracy_limits, bindings } };
  }

  /** Starts the clock again: the next request is the first frame. */
  begin() {
    this.clock = new Clock();
    this.#carried = new Map();
  }

  /** Shows that the program is running. A picture stays until the next one comes, so that edits of an animation do not flicker. */
  wait() {
    if (this.#views.size === 0) this.outcome.replaceChildren(h("p", { className: "waiting" }, "Running…"));
  }

  /** Shows that an animation waits for a program that can run. */
  pause() {
    if (this.#views.size === 0) return;
    this.outcome.classList.add("stale");
    this.line.textContent = "Resumes once the program has no errors.";
  }

  /** Shows why there is no outcome. */
  fail({ stage, message }) {
    this.clear();
    this.outcome.replaceChildren(h("p", { className: `failed ${stage}` }, ...sentence(message)));
  }

  clear() {
    this.#views = new Map();
    this.outcome.classList.remove("stale");
    this.outcome.replaceChildren();
  }

  /** Shows the outcome of a request, and the list of faults. */
  show(request, outcome, milliseconds, faultList) {
    const { faults } = outcome;
    const pointer = (x, y, isDown) => (this.clock.mouse = [x, y, Number(isDown), 0]);
    this.outcome.classList.remove("stale");
    this.#views = views(request, outcome, this.layout, pointer);
    this.#carry(outcome);
    this.line = h("p", { className: `ran ${faults.length ? "warning" : "same"}` });
    const verdict = request.members.strict ? (faults.length ? counted(faults.length, "fault") : "no faults") : "not strict";
    this.line.textContent = `Ran in ${duration(milliseconds)}: ${verdict}.`;
    this.outcome.replaceChildren(
      this.line,
      ...(faults.length ? faultList : []),
      ...[...this.#views.values()].map(({ element }) => element),
      this.#views.size === 0 ? h("p", { className: "empty" }, "This program doesn't write to any buffer or texture.") : "",
    );
  }

  /** Shows the list of traced values, in place of the one that is shown. */
  showTrace(list) {
    this.outcome.querySelector(".traced")?.remove();
    this.line?.after(list);
  }

  /** Shows a later frame in place of the one that is shown. */
  frame(outcome, milliseconds) {
    update(this.#views, outcome);
    this.#carry(outcome);
    this.line.textContent = `Frame ${this.clock.frame + 1}, ${this.clock.time.toFixed(1)} s: ran in ${duration(milliseconds)}.`;
  }

  #carry({ bindings }) {
    this.#carried = new Map(bindings.map(({ group, binding, data_base64 }) => [`${group}:${binding}`, data_base64]));
  }
}

function duration(milliseconds) {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}
