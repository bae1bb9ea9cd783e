// The inputs of a run: a form row for each resource and vertex attribute, and the bytes that the executor gets.

import { toBase64 } from "wgsl-check";
import { bytesOf, pictureOf } from "./contents.js";
import { h } from "./dom.js";
import { picture, sizeOf, texelsOf, textureOf } from "./textures.js";
import { FILLS, byteCount, fill, isLive, runtimeArray } from "./values.js";

/** Default element count of runtime-sized arrays, and default width and height of textures. */
const ELEMENTS = 64;
const TEXTURE = 128;
const SCALARS = { f32: "float32", i32: "sint32", u32: "uint32" };

/** Returns a field for an integer: a positive one, unless `least` is 0. */
export function numberField(label, value, change, most = 65535, least = 1) {
  const given = ({ target }) => change(Math.max(least, Math.trunc(Number(target.value)) || least));
  return h("label", {}, `${label} `, h("input", { type: "number", min: least, max: most, value, oninput: given }));
}

/** Returns a vertex attribute as if it were a buffer: one value for each vertex, without padding. */
function attributeOf({ name, type, location }) {
  const [, rows = "1", scalar] = /^(?:vec([234])<)?(\w+)>?$/.exec(type) ?? [];
  const stride = 4 * Number(rows);
  const shape = { arrays: [{ count: null, stride }], scalar, rows: Number(rows), columns: 1, column_stride: stride };
  return SCALARS[scalar] ? { name, type, location, stride, shape, key: `location:${location}`, format: `${SCALARS[scalar]}${rows > 1 ? `x${rows}` : ""}` } : null;
}

export class Inputs {
  /** The files and pictures that a person gave, by the key of their input. */
  #contents = new Map();

  /** `state` returns the settings of all inputs by key; `change` is called after each change, with `true` if the form changes. */
  constructor(state, change) {
    Object.assign(this, { state, change });
  }

  #settings(key) {
    return (this.state()[key] ??= {});
  }

  #set(key, member, value, isForm = false) {
    this.#settings(key)[member] = value;
    this.change(isForm);
  }

  /** Returns the way in which a buffer is filled. */
  #kind(key, resource) {
    // A draw with vertices that are all the same shows nothing.
    const usual = resource.location !== undefined ? "random" : this.isDraw && resource.space === "uniform" && isLive(resource, this.layout) ? "live" : "zeros";
    return this.#settings(key).fill ?? usual;
  }

  /** Returns true if an input follows the clock. */
  get isLive() {
    return this.layout.resources.some((resource) => resource.space && this.#kind(`${resource.group}:${resource.binding}`, resource) === "live");
  }

  /** Returns the rows of the form. Only a draw follows the clock unless a person wants something else. */
  rows(layout, attributes, isDraw) {
    Object.assign(this, { layout, isDraw });
    const vertex = attributes.map(attributeOf).filter(Boolean).map((one) => this.#row(one, `@location(${one.location})`, [this.#fields(one.key, one)]));
    return [...vertex, ...layout.resources.map((resource) => this.#resource(resource)).filter(Boolean)];
  }

  #row({ name, type }, where, fields) {
    const head = h("span", { className: "variable" }, h("code", {}, h("b", {}, name), `: ${type}`), h("span", { className: "soft" }, ` ${where}`));
    return h("li", {}, head, h("span", { className: "fields" }, ...fields.flat()));
  }

  #resource(resource) {
    const { space, group, binding, type } = resource;
    const key = `${group}:${binding}`;
    const where = `${space ?? ""} ${key}`;
    if (space) {
      const count = runtimeArray(resource, this.layout) && numberField("elements", this.#settings(key).count ?? ELEMENTS, (value) => this.#set(key, "count", value), 1 << 24);
      return this.#row(resource, where, [count, this.#fields(key, resource)]);
    }
    const texture = textureOf(type);
    return texture ? this.#row(resource, where, this.#textureFields(key, texture)) : null;
  }

  /** Returns the fields for the numbers of a buffer. */
  #fields(key, resource) {
    const kind = this.#kind(key, resource);
    const fills = Object.entries(FILLS).map(([value, title]) => h("option", { value, selected: kind === value }, title));
    const numbers = kind === "numbers" && h("input", { type: "text", className: "numbers", placeholder: "1, 2.5, 0xff", value: this.#settings(key).numbers ?? "", "aria-label": `Numbers of ${resource.name}`, oninput: ({ target }) => this.#set(key, "numbers", target.value) });
    const choose = ({ target }) => this.#set(key, "fill", target.value, true);
    return [h("label", {}, "filled with ", h("select", { onchange: choose }, ...fills)), numbers, kind === "file" && this.#file(key, resource.name, { accept: "", read: bytesOf, settings: ({ bytes }) => this.#elements(resource, bytes.length) })];
  }

  #textureFields(key, { dimension, isStorage }) {
    const settings = this.#settings(key);
    const field = (side) => numberField(side, settings[side] ?? TEXTURE, (value) => this.#set(key, side, value), 8192);
    const sizes = dimension === "1d" ? [field("width")] : [field("width"), field("height")];
    if (isStorage) return [...sizes, h("span", { className: "soft" }, "filled with zeros")];
    const choose = ({ target }) => this.#set(key, "fill", target.value, true);
    const options = { test: "a test picture", file: "a picture" };
    const fills = Object.entries(options).map(([value, title]) => h("option", { value, selected: (settings.fill ?? "test") === value }, title));
    return [...sizes, h("label", {}, "filled with ", h("select", { onchange: choose }, ...fills)), settings.fill === "file" && this.#file(key, "the texture", { accept: "image/*", read: pictureOf, settings: ({ width, height }) => ({ width, height }) })];
  }

  /** Returns the element count that bytes have. */
  #elements(resource, size) {
    const array = runtimeArray(resource, this.layout);
    return array && resource.space ? { count: Math.max(1, Math.floor((size - array.before) / array.stride)) } : {};
  }

  /** Returns a field for a file. Its contents are kept in memory; `settings` returns what they change in the form. */
  #file(key, name, { accept, read, settings }) {
    const given = this.#contents.get(key);
    const problem = h("span", { className: "soft" }, given ? given.name : (this.#settings(key).file ?? ""));
    const choose = async ({ target: { files: [file] } }) => {
      if (!file) return;
      try {
        const contents = await read(file);
        this.#contents.set(key, contents);
        Object.assign(this.#settings(key), { file: file.name, ...settings(contents) });
        this.change(true);
      } catch {
        problem.textContent = `${file.name} can't be read`;
      }
    };
    return [h("label", { className: "file" }, h("input", { type: "file", className: "unseen", accept, "aria-label": `File for ${name}`, onchange: choose }), h("span", {}, "Choose file")), problem];
  }

  /** Returns the bindings of a request. `clock` has live values, `carried` the contents that an earlier frame left, by key. */
  bindings(clock, carried) {
    return this.layout.resources.map((resource) => this.#binding(resource, clock, carried.get(`${resource.group}:${resource.binding}`))).filter(Boolean);
  }

  #binding(resource, clock, carried) {
    const { group, binding, space, access, type } = resource;
    const key = `${group}:${binding}`;
    const settings = this.#settings(key);
    if (space) {
      const size = byteCount(resource, this.layout, settings.count ?? ELEMENTS);
      const kind = space === "uniform" ? "uniform" : access === "read" ? "read-only-storage" : "storage";
      const filled = () => toBase64(fill(resource, this.layout, size, { ...settings, fill: this.#kind(key, resource) }, { clock, contents: this.#contents.get(key) }));
      return { group, binding, kind, data_base64: carried ?? filled() };
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
    if (isStorage) return carried ? { ...common, data_base64: carried } : common;
    const given = settings.fill === "file" && this.#contents.get(key);
    return { ...common, samples, data_base64: toBase64(given ? texelsOf(given, texture, size) : picture(texture, size)) };
  }

  /** Returns the vertex buffers of a draw: one for each attribute. */
  vertexBuffers(attributes, vertices, clock) {
    return attributes.map(attributeOf).filter(Boolean).map((one) => {
      const settings = { ...this.#settings(one.key), fill: this.#kind(one.key, one) };
      const bytes = fill(one, this.layout, one.stride * vertices, settings, { clock, contents: this.#contents.get(one.key) });
      return { array_stride: one.stride, attributes: [{ format: one.format, offset: 0, shader_location: one.location }], data_base64: toBase64(bytes) };
    });
  }
}
