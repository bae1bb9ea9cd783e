// The operations of the machine protocol as functions. `index.d.ts` documents them, docs/PROTOCOL.md the requests and answers.

import init, { Debugger as DebuggerEngine, LanguageServer as LanguageEngine, Server, __wbg_reset_state as renew } from "./generated/wgsl_check_wasm.js";

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

/** A request needed more memory or stack than the module has. */
export class LimitExceeded extends Refused {
  constructor(cause) {
    super({
      stage: "limit",
      message: `the request exceeds the memory or the stack of the module (${cause?.message ?? cause}); kept contents are lost`,
    });
    this.name = "LimitExceeded";
    this.cause = cause;
  }
}

// All checkers share one instance of the module. A trap leaves its memory undefined, so it is replaced, and with it every `Server`.
let instance = 0;
let isBroken = false;

/** Replaces the instance after a trap. */
function replace() {
  renew();
  instance += 1;
  isBroken = false;
}

/** The JSON form of a request. As WebGPU does with a USVString, U+FFFD replaces each surrogate without its partner. */
function written(request) {
  const text = JSON.stringify(request);
  // JSON escapes such surrogates, and nothing else, as `\ud…`. A match of two backslashes is an escaped backslash.
  return text.includes("\\ud") ? text.replace(/\\(?:(ud[89a-f][0-9a-f]{2})|.)/g, (all, lone) => (lone ? "\ufffd" : all)) : text;
}

/** Calls the module. A trap ends this call, and what it called is gone. */
function guarded(call) {
  try {
    if (isBroken) replace();
    return call();
  } catch (error) {
    isBroken = true;
    throw new LimitExceeded(error);
  }
}

/** The validator and the reference executor. */
export class Checker {
  #server;
  #instance;

  ask(request) {
    const text = written(request);
    const answer = guarded(() => {
      if (this.#instance !== instance) [this.#server, this.#instance] = [new Server(), instance];
      return this.#server.answer(text);
    });
    const { id: _, ...members } = JSON.parse(answer);
    return members;
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

  expand(wgsl, options) {
    return this.#wanted({ ...options, op: "expand", wgsl });
  }

  translate(source, options) {
    return this.#wanted({ language: "metal", ...options, op: "translate", source });
  }

  explain(name, options) {
    return this.#wanted({ ...options, op: "explain", name }).explanation;
  }

  run(wgsl, options) {
    return this.#wanted({ ...options, op: "run", wgsl });
  }

  trace(source, options) {
    return this.#wanted({ ...options, op: "trace", wgsl: source });
  }

  draw(wgsl, options) {
    return this.#wanted({ ...options, op: "draw", wgsl });
  }
}

/** A server that a client sends messages to, without streams. What it knows is lost with the instance. */
class Conversation {
  #engine;
  #lost;
  #server;
  #instance;

  constructor(engine, lost) {
    [this.#engine, this.#lost] = [engine, lost];
  }

  receive(message) {
    const text = written(message);
    let said = null;
    try {
      said = guarded(() => {
        if (this.#instance === undefined) [this.#server, this.#instance] = [new this.#engine(), instance];
        return this.#instance === instance ? this.#server.receive(text) : null;
      });
    } finally {
      // The next message begins a new conversation.
      if (said === null) this.#instance = undefined;
    }
    // A call of a different object has trapped since.
    if (said === null) throw new LimitExceeded(this.#lost);
    return JSON.parse(said);
  }
}

export class LanguageServer extends Conversation {
  constructor() {
    super(LanguageEngine, "the documents of the language server are lost");
  }
}

export class Debugger extends Conversation {
  constructor() {
    super(DebuggerEngine, "the program of the debugger is lost");
  }
}

/** Where Vite's development server has the JavaScript of dependencies. It serves their other files from their own folders. */
const BUNDLED_BY_VITE = /\/node_modules\/\.vite\/deps[^/]*\/generated\//;

function address() {
  const here = new URL("./generated/wgsl_check_wasm_bg.wasm", import.meta.url);
  here.pathname = here.pathname.replace(BUNDLED_BY_VITE, "/node_modules/wgsl-check/generated/");
  return here;
}

/** Loads the module from its bytes, or from where a bundler or a server has it. */
export async function load(source = address()) {
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

/** Returns the text with suggestions applied. A suggestion that overlaps an earlier one is skipped as a whole. */
export function fix(text, suggestions) {
  const starts = lineStarts(text);
  const taken = [];
  for (const { edits } of suggestions) {
    const changes = edits.map((edit) => ({ ...range(edit, starts), by: edit.replacement }));
    if (changes.every((change) => taken.every((other) => isApart(change, other)))) taken.push(...changes);
  }
  taken.sort((one, other) => one.from - other.from || one.to - other.to);
  let [fixed, end] = ["", 0];
  for (const { from, to, by } of taken) {
    fixed += text.slice(end, from) + by;
    end = to;
  }
  return fixed + text.slice(end);
}

/** @deprecated Renamed to `fix`. */
export { fix as mend };

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
