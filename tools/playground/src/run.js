// Running a program: the form for its resources, the request, and the results.

import { fromBase64, toBase64 } from "wgsl-check";
import { counted, h, sentence } from "./dom.js";
import { picture, pixels, sizeOf, textureOf } from "./textures.js";
import { FILLS, byteCount, fill, parse, read, runtimeArray, show, table } from "./values.js";

/** The number of rows that are shown at first; a button shows more. */
const PAGE = 256;
/** Default element count of runtime-sized arrays, and default width and height of textures. */
const ELEMENTS = 64;
const TEXTURE = 128;
/** A draw without settings: one triangle, on a square. */
const DRAW = { width: 256, height: 256, vertices: 3, instances: 1 };

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
  /** The state: `entry`, `workgroups`, the members of `draw`, `constants` by their keys, `strict`, `inputs` by binding. */
  state = { workgroups: [1, 1, 1], draw: {}, constants: {}, strict: true, inputs: {} };

  constructor(element, changed) {
    Object.assign(this, { element, changed, form: h("div"), outcome: h("div", { "aria-live": "polite" }) });
    element.append(this.form, this.outcome);
  }

  /** Says why the programs of a language can't be run here. */
  refuse(reason) {
    Object.assign(this, { layout: null, entries: [], overrides: [], shown: undefined });
    this.form.replaceChildren(h("p", { className: "empty" }, reason));
  }

  /** Shows the form for a program; `layout` is `null` for a program with errors. */
  program(layout, reflection) {
    const entries = waysToRun(reflection?.entry_points ?? []);
    this.overrides = reflection?.overrides ?? [];
    const form = JSON.stringify([layout, entries, this.overrides]);
    if (form === this.shown) return;
    this.shown = form;
    this.layout = layout;
    this.entries = entries;
    this.#draw();
  }

  get canRun() {
    return Boolean(this.layout) && this.entries.length > 0;
  }

  get entry() {
    return this.entries.find(({ name }) => name === this.state.entry) ?? this.entries[0];
  }

  #draw() {
    if (!this.layout) return this.form.replaceChildren(h("p", { className: "empty" }, "Fix the errors to run the program."));
    if (this.entries.length === 0) return this.form.replaceChildren(h("p", { className: "empty" }, "Nothing to run: add a compute shader, or a vertex and a fragment shader."));
    const { state, entry } = this;
    const names = this.entries.map(({ name, title }) => h("option", { value: name, selected: name === entry.name }, title));
    const axis = (index) =>
      h("input", {
        type: "number",
        min: 1,
        max: 65535,
        value: state.workgroups[index],
        "aria-label": `Workgroups along ${"xyz"[index]}`,
        oninput: (event) => this.#set(() => (state.workgroups[index] = Math.max(1, Math.trunc(Number(event.target.value)) || 1))),
      });
    const member = (key, label) =>
      h("label", {}, `${label} `, h("input", { type: "number", min: 1, max: 65535, value: state.draw[key] ?? DRAW[key], oninput: (event) => this.#set(() => (state.draw[key] = Math.max(1, Math.trunc(Number(event.target.value)) || 1))) }));
    const extent =
      entry.op === "run"
        ? [
            h("span", { className: "axes" }, "Workgroups ", axis(0), "×", axis(1), "×", axis(2)),
            h("span", { className: "soft" }, `of ${workgroupSize(entry.stages.compute.workgroup_size)} invocations`),
          ]
        : [member("vertices", "vertices"), member("instances", "instances"), member("width", "width"), member("height", "height")];
    const enter = (event) => {
      this.#set(() => (state.entry = event.target.value));
      this.#draw();
    };
    this.form.replaceChildren(
      h(
        "div",
        { className: "dispatch" },
        h("label", {}, "Entry point ", h("select", { id: "entry", onchange: enter }, ...names)),
        ...extent,
        h("label", { className: "tick", title: "Report behaviour that may differ on other implementations" }, h("input", { type: "checkbox", checked: state.strict, onchange: (event) => this.#set(() => (state.strict = event.target.checked)) }), " strict"),
      ),
      h("ul", { className: "inputs" }, ...this.overrides.filter(({ name }) => this.#isUsed(name)).map((one) => this.#constant(one)), ...this.layout.resources.map((resource) => this.#input(resource)).filter(Boolean)),
    );
  }

  #set(change) {
    change();
    this.changed();
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

  #settings({ group, binding }) {
    return (this.state.inputs[`${group}:${binding}`] ??= {});
  }

  #input(resource) {
    const { name, type, space, group, binding } = resource;
    const settings = this.#settings(resource);
    const head = h("span", { className: "variable" }, h("code", {}, h("b", {}, name), `: ${type}`), h("span", { className: "soft" }, ` ${space ?? ""} ${group}:${binding}`));
    const field = (key, label, fallback) =>
      h("label", {}, `${label} `, h("input", { type: "number", min: 1, max: 1 << 24, value: settings[key] ?? fallback, oninput: (event) => this.#set(() => (settings[key] = Math.max(1, Math.trunc(Number(event.target.value)) || 1))) }));
    const texture = space ? null : textureOf(type);
    if (texture) {
      const sizes = texture.dimension === "1d" ? [field("width", "width", TEXTURE)] : [field("width", "width", TEXTURE), field("height", "height", TEXTURE)];
      const content = texture.isStorage ? "filled with zeros" : "a test picture";
      return h("li", {}, head, h("span", { className: "fields" }, ...sizes, h("span", { className: "soft" }, content)));
    }
    if (!space) return null;
    const fills = Object.entries(FILLS).map(([value, title]) => h("option", { value, selected: (settings.fill ?? "zeros") === value }, title));
    const given = h("input", { type: "text", className: "numbers", placeholder: "1, 2.5, 0xff", value: settings.numbers ?? "", hidden: settings.fill !== "numbers", "aria-label": `Numbers of ${name}`, oninput: (event) => this.#set(() => (settings.numbers = event.target.value)) });
    const choose = (event) =>
      this.#set(() => {
        settings.fill = event.target.value;
        given.hidden = settings.fill !== "numbers";
      });
    return h(
      "li",
      {},
      head,
      h("span", { className: "fields" }, runtimeArray(resource, this.layout) && field("count", "elements", ELEMENTS), h("label", {}, "filled with ", h("select", { onchange: choose }, ...fills)), given),
    );
  }

  #binding(resource) {
    const { group, binding, space, access, type } = resource;
    const settings = this.#settings(resource);
    if (space) {
      const size = byteCount(resource, this.layout, settings.count ?? ELEMENTS);
      const kind = space === "uniform" ? "uniform" : access === "read" ? "read-only-storage" : "storage";
      return { group, binding, kind, data_base64: toBase64(fill(resource, this.layout, size, settings)) };
    }
    if (type.startsWith("sampler")) {
      const repeat = { address_modes: ["repeat", "repeat", "repeat"], mag_filter: "linear", min_filter: "linear" };
      return { group, binding, kind: "sampler", ...(type === "sampler" ? repeat : { compare: "less-equal" }) };
    }
    const texture = textureOf(type);
    if (!texture?.format) return null;
    const { isStorage, dimension, format, samples } = texture;
    const size = sizeOf(dimension, [settings.width ?? TEXTURE, settings.height ?? TEXTURE]);
    const common = { group, binding, kind: isStorage ? "storage-texture" : "texture", dimension, format, size };
    return isStorage ? common : { ...common, samples, data_base64: toBase64(picture(texture, size)) };
  }

  /** Returns the protocol operation that runs the program, and its members. */
  request() {
    const bindings = this.layout.resources.map((resource) => this.#binding(resource)).filter(Boolean);
    const { workgroups, strict, draw } = this.state;
    const { op, stages } = this.entry;
    const { compute, vertex, fragment } = Object.fromEntries(Object.entries(stages).map(([stage, entry]) => [stage, { entry_point: entry.name, constants: this.#constants(entry) }]));
    if (op === "run") return { op, members: { ...compute, workgroups, strict, bindings } };
    const { width, height, vertices, instances } = { ...DRAW, ...draw };
    const targets = [{ format: "rgba8unorm", clear_value: [0, 0, 0, 1] }];
    return { op, members: { size: [width, height], targets, vertex, fragment, draw: { vertex_count: vertices, instance_count: instances }, strict, bindings } };
  }

  /** Shows that the program is running. */
  wait(stop) {
    this.outcome.replaceChildren(h("p", { className: "waiting" }, "Running… ", h("button", { type: "button", onclick: stop }, "Stop")));
  }

  /** Shows why there is no outcome. */
  fail({ stage, message }) {
    this.outcome.replaceChildren(h("p", { className: `failed ${stage}` }, ...sentence(message)));
  }

  clear() {
    this.outcome.replaceChildren();
  }

  /** Shows the outcome of a request, and the list of faults. */
  show({ members: request }, { targets = [], bindings, faults }, milliseconds, faultList) {
    const given = new Map(request.bindings.map((one) => [`${one.group}:${one.binding}`, one]));
    const written = bindings.map((one) => {
      const resource = this.layout.resources.find(({ group, binding }) => group === one.group && binding === one.binding);
      return { resource, before: given.get(`${one.group}:${one.binding}`), bytes: fromBase64(one.data_base64) };
    });
    const time = `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
    const verdict = request.strict ? (faults.length ? counted(faults.length, "fault") : "no faults") : "not strict";
    this.outcome.replaceChildren(
      h("p", { className: `ran ${faults.length ? "warning" : "same"}` }, `Ran in ${time}: ${verdict}.`),
      ...(faults.length ? faultList : []),
      ...targets.map(({ data_base64 }) => image({ name: "drawn" }, { format: request.targets[0].format, size: request.size }, fromBase64(data_base64))),
      ...written.map(({ resource, before, bytes }) => (resource.space ? this.#buffer(resource, fromBase64(before.data_base64), bytes) : image(resource, before, bytes))),
      written.length + targets.length === 0 ? h("p", { className: "empty" }, "This program writes no buffer or texture.") : "",
    );
  }

  #buffer(resource, before, bytes) {
    const { columns, rows, count, isArray } = table(resource, this.layout, bytes.length);
    const [old, now] = [before, bytes].map((one) => new DataView(one.buffer, one.byteOffset, one.byteLength));
    const cell = (number) => {
      const text = show(read(now, number), number.scalar);
      const was = show(read(old, number), number.scalar);
      return h("td", { className: text === was ? "" : "changed", title: `byte ${number.offset}${text === was ? "" : `, before: ${was}`}` }, text);
    };
    const lists = columns.length === 1 && isArray;
    const head = lists ? null : h("thead", {}, h("tr", {}, isArray && h("th", {}, ""), ...columns.map(({ path }) => h("th", {}, path || resource.name))));
    const body = h("tbody");
    const add = (from, to) => {
      if (!lists) {
        body.append(...rows.slice(from, to).map((row, index) => h("tr", {}, isArray && h("th", {}, from + index), ...row.map(cell))));
        return;
      }
      for (let start = from; start < Math.min(to, rows.length); start += 8) body.append(h("tr", {}, h("th", {}, start), ...rows.slice(start, Math.min(start + 8, to)).map(([number]) => cell(number))));
    };
    add(0, PAGE);
    let shown = Math.min(PAGE, rows.length);
    const more = h("button", { type: "button", className: "more", hidden: shown >= rows.length, onclick: () => {
      add(shown, shown + 4 * PAGE);
      shown = Math.min(shown + 4 * PAGE, rows.length);
      more.hidden = shown >= rows.length;
    } }, "Show more");
    return h(
      "section",
      { className: "written" },
      h("h3", {}, h("code", {}, resource.name), h("span", { className: "soft" }, isArray ? ` ${counted(count, "element")}` : "", ` ${counted(bytes.length, "byte")}`)),
      h("div", { className: "scrolls", tabIndex: 0 }, h("table", { className: lists ? "numbers words" : "numbers" }, ...[head, body].filter(Boolean))),
      more,
    );
  }
}

function image(resource, { format, size }, bytes) {
  const drawn = pixels(format, size, bytes);
  const title = h("h3", {}, h("code", {}, resource.name), h("span", { className: "soft" }, ` ${format}, ${size.join(" × ")}`));
  if (!drawn) return h("section", { className: "written" }, title, h("p", { className: "soft" }, counted(bytes.length, "byte")));
  const { width, height, colours, texels } = drawn;
  const scale = Math.max(1, Math.floor(384 / Math.max(width, height)));
  const canvas = h("canvas", { width, height, role: "img", "aria-label": `The texels of ${resource.name}`, style: `width: ${width * scale}px` });
  canvas.getContext("2d").putImageData(new ImageData(colours, width, height), 0, 0);
  const caption = h("figcaption", {}, "Point at a texel to see its value.");
  canvas.addEventListener("pointermove", (event) => {
    const { left, top, width: shown } = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top].map((at) => Math.floor((at / shown) * width));
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const texel = texels.at(y * width + x).map((number) => show(Math.fround(number), "f32"));
    caption.textContent = `(${x}, ${y}): ${texel.join(", ")}`;
  });
  return h("section", { className: "written" }, title, h("figure", {}, canvas, caption));
}
