// The results of a run: buffers as tables of numbers, textures and attachments as pictures.

import { fromBase64 } from "wgsl-check";
import { counted, h } from "./dom.js";
import { pixels } from "./textures.js";
import { read, show, table } from "./values.js";

/** The number of rows that are shown at first; a button shows more. */
const PAGE = 256;
/** The width of a picture on the page, about: texels are enlarged by a whole number. */
const WIDTH = 480;

/** Returns the view of a buffer: its element, and `update`, which shows other bytes. */
export function bufferView(resource, layout, before, bytes) {
  const { columns, rows, count, isArray } = table(resource, layout, bytes.length);
  const old = new DataView(before.buffer, before.byteOffset, before.byteLength);
  let now;
  const cell = (number) => {
    const text = show(read(now, number), number.scalar);
    const was = show(read(old, number), number.scalar);
    return h("td", { className: text === was ? "" : "changed", title: `byte ${number.offset}${text === was ? "" : `, before: ${was}`}` }, text);
  };
  const isList = columns.length === 1 && isArray;
  const head = isList ? null : h("thead", {}, h("tr", {}, isArray && h("th", {}, ""), ...columns.map(({ path }) => h("th", {}, path || resource.name))));
  const body = h("tbody");
  const row = (from) => {
    if (!isList) return h("tr", {}, isArray && h("th", {}, from), ...rows[from].map(cell));
    return h("tr", {}, h("th", {}, from), ...rows.slice(from, from + 8).map(([number]) => cell(number)));
  };
  let shown = PAGE;
  const more = h("button", { type: "button", className: "more", onclick: () => draw(shown + 4 * PAGE) }, "Show more");
  function draw(wanted) {
    shown = Math.min(wanted, rows.length);
    more.hidden = shown >= rows.length;
    const starts = Array.from({ length: Math.ceil(shown / (isList ? 8 : 1)) }, (_, index) => index * (isList ? 8 : 1));
    body.replaceChildren(...starts.map(row));
  }
  const update = (latest) => {
    now = new DataView(latest.buffer, latest.byteOffset, latest.byteLength);
    draw(shown);
  };
  update(bytes);
  const title = h("h3", {}, h("code", {}, resource.name), h("span", { className: "soft" }, isArray ? ` ${counted(count, "element")}` : "", ` ${counted(bytes.length, "byte")}`));
  const numbers = h("table", { className: isList ? "numbers words" : "numbers" }, ...[head, body].filter(Boolean));
  return { element: h("section", { className: "written" }, title, h("div", { className: "scrolls", tabIndex: 0 }, numbers), more), update };
}

/** Returns the view of a picture: its element, and `update`, which shows other texels. `pointer` is called with the mouse on it. */
export function imageView(name, { format, size }, bytes, pointer = () => {}) {
  const title = h("h3", {}, h("code", {}, name), h("span", { className: "soft" }, ` ${format}, ${size.join(" × ")}`));
  let drawn = pixels(format, size, bytes);
  if (!drawn) return { element: h("section", { className: "written" }, title, h("p", { className: "soft" }, counted(bytes.length, "byte"))), update: () => {} };
  const { width, height } = drawn;
  const scale = Math.max(1, Math.round(WIDTH / Math.max(width, height)));
  const canvas = h("canvas", { width, height, role: "img", "aria-label": `The texels of ${name}`, style: `width: ${width * scale}px` });
  const context = canvas.getContext("2d");
  const update = (latest) => {
    drawn = pixels(format, size, latest);
    context.putImageData(new ImageData(drawn.colours, width, height), 0, 0);
  };
  update(bytes);
  const caption = h("figcaption", {}, "Point at a texel to see its value.");
  const point = (event) => {
    const { left, top, width: shown } = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top].map((at) => Math.floor((at / shown) * width));
    pointer(x, y, event.buttons > 0);
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    caption.textContent = `(${x}, ${y}): ${drawn.texels.at(y * width + x).map((number) => show(Math.fround(number), "f32")).join(", ")}`;
  };
  for (const type of ["pointermove", "pointerdown", "pointerup"]) canvas.addEventListener(type, point);
  return { element: h("section", { className: "written" }, title, h("figure", {}, canvas, caption)), update };
}

/** Returns the views of an outcome, by the key of each binding and the number of each target. */
export function views({ members: request }, { targets = [], bindings }, layout, pointer) {
  const all = new Map();
  for (const [index, { data_base64 }] of targets.entries()) {
    all.set(`target ${index}`, imageView("drawn", { format: request.targets[index].format, size: request.size }, fromBase64(data_base64), pointer));
  }
  for (const { group, binding, data_base64 } of bindings) {
    const isIt = (one) => one.group === group && one.binding === binding;
    const [resource, given] = [layout.resources.find(isIt), request.bindings.find(isIt)];
    const bytes = fromBase64(data_base64);
    all.set(`${group}:${binding}`, resource.space ? bufferView(resource, layout, fromBase64(given.data_base64), bytes) : imageView(resource.name, given, bytes, pointer));
  }
  return all;
}

/** Shows a later outcome of the same request. */
export function update(shown, { targets = [], bindings }) {
  for (const [index, { data_base64 }] of targets.entries()) shown.get(`target ${index}`)?.update(fromBase64(data_base64));
  for (const { group, binding, data_base64 } of bindings) shown.get(`${group}:${binding}`)?.update(fromBase64(data_base64));
}
