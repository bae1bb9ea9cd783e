// The operations of the machine protocol as functions. `index.d.ts` documents them, docs/PROTOCOL.md the requests and answers.

import init, { Server } from "./generated/wgsl_check_wasm.js";

/** A request was not carried out. */
export class Refused extends Error {
  constructor({ stage, message, diagnostics, ...place }) {
    super(message);
    this.name = "Refused";
    this.stage = stage;
    this.diagnostics = diagnostics;
    if (place.line !== undefined) this.place = place;
  }
}

/** The validator and the reference executor. */
export class Checker {
  #server = new Server();

  ask(request) {
    const { id: _, ...answer } = JSON.parse(this.#server.answer(JSON.stringify(request)));
    return answer;
  }

  #wanted(request) {
    const answer = this.ask(request);
    if (answer.error) throw new Refused(answer.error);
    return answer;
  }

  validate(wgsl, options) {
    return this.#wanted({ ...options, op: "validate", wgsl });
  }

  pipeline(wgsl, options) {
    return this.#wanted({ ...options, op: "pipeline", wgsl });
  }

  layout(wgsl, options) {
    return this.#wanted({ ...options, op: "layout", wgsl });
  }

  reflect(wgsl, options) {
    return this.#wanted({ ...options, op: "reflect", wgsl });
  }

  explain(name) {
    return this.#wanted({ op: "explain", name }).explanation;
  }

  run(wgsl, options) {
    return this.#wanted({ ...options, op: "run", wgsl });
  }

  draw(wgsl, options) {
    return this.#wanted({ ...options, op: "draw", wgsl });
  }
}

/** Loads the module from its bytes, or from where a bundler or a server has it. */
export async function load(source = new URL("./generated/wgsl_check_wasm_bg.wasm", import.meta.url)) {
  await init({ module_or_path: source });
  return new Checker();
}

/** The line breaks of WGSL. */
const BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** The places of a text: where its lines begin, as indices of the string. */
export function lineStarts(text) {
  return [0, ...Array.from(text.matchAll(BREAK), (found) => found.index + found[0].length)];
}

/** The part of the string that a place is, from `from` to `to`. */
export function range(place, starts) {
  return { from: starts[place.line - 1] + place.column - 1, to: starts[place.end_line - 1] + place.end_column - 1 };
}

/** The text after the edits of suggestions. One that would change the same place as one before it is left out whole. */
export function mend(text, suggestions) {
  const starts = lineStarts(text);
  const taken = [];
  for (const { edits } of suggestions) {
    const changes = edits.map((edit) => ({ ...range(edit, starts), by: edit.replacement }));
    if (changes.every((change) => taken.every((other) => isApart(change, other)))) taken.push(...changes);
  }
  taken.sort((one, other) => one.from - other.from || one.to - other.to);
  let [mended, end] = ["", 0];
  for (const { from, to, by } of taken) {
    mended += text.slice(end, from) + by;
    end = to;
  }
  return mended + text.slice(end);
}

function isApart(one, other) {
  const isSame = one.from === other.from && one.to === other.to;
  return !isSame && (one.to <= other.from || other.to <= one.from);
}

/** The base64 form of bytes. */
export function toBase64(data) {
  const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
  const parts = [];
  // More arguments than this do not fit onto the stack of every engine.
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}

/** The bytes of a base64 form. */
export function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
