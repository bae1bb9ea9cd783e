// The exported suite: its lines, the comparison of results, and the results of a run. Needs nothing of a browser but streams.
// docs/EXPORT.md describes the form.

/** The lines of a stream of JSON lines, which may be packed with gzip. */
export async function* lines(stream) {
  const [peeked, whole] = stream.tee();
  const reader = peeked.getReader();
  const { value: first = [] } = await reader.read();
  reader.cancel();
  const unpacked = first[0] === 0x1f && first[1] === 0x8b ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  let rest = "";
  for await (const text of chunks(unpacked.pipeThrough(new TextDecoderStream()))) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    yield* parts.filter((line) => line).map((line) => JSON.parse(line));
  }
  if (rest) yield JSON.parse(rest);
}

async function* chunks(stream) {
  const reader = stream.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) yield value;
}

export const decode = (base64 = "") => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The number of bits at the end of the name of a type. */
const width = (type) => Number(type.match(/\d+$/)[0]);

/** An integer that grows by one from each number of a type to the next; null for a NaN. */
export function order(type, bits) {
  const family = type.replace(/\d+$/, "");
  const sign = 2 ** (width(type) - 1);
  if (["u", "unorm", "srgb"].includes(family)) return bits;
  if (family === "i" || family === "snorm") {
    const signed = bits >= sign ? bits - 2 * sign : bits;
    return family === "i" ? signed : Math.max(signed, 1 - sign);
  }
  if (family === "ufloat") return bits > 31 * 2 ** (width(type) - 5) ? null : bits;
  const magnitude = bits % sign;
  if (magnitude > (width(type) === 32 ? 0x7f800000 : 0x7c00)) return null;
  return bits >= sign ? 0 - magnitude : magnitude;
}

/** Whether the bits of a number are among the allowed values. */
export function isAllowed(type, allowed, bits) {
  if (allowed === "any") return true;
  const number = order(type, bits);
  if (allowed === "nan") return number === null;
  if (typeof allowed === "number") return number !== null && number === order(type, allowed);
  if ("bits" in allowed) return bits === allowed.bits;
  if ("one_of" in allowed) return allowed.one_of.some((one) => isAllowed(type, one, bits));
  return number !== null && order(type, allowed.from) <= number && number <= order(type, allowed.to);
}

/** The allowed values one by one. */
export function* values(runs) {
  for (const run of runs) {
    const [value, count] = Array.isArray(run) ? run : [run, 1];
    for (let index = 0; index < count; index += 1) yield value;
  }
}

/** A little-endian number of up to 32 bits, from this bit on. */
export function read(bytes, bit, count) {
  let number = 0;
  for (let index = 0; index < count; index += 1) {
    const place = bit + index;
    if ((bytes[place >> 3] >> (place & 7)) & 1) number += 2 ** index;
  }
  return number;
}

/** The first word of a buffer that differs, in words; null if none does. */
export function differenceInBuffer({ words, rest }, given, got) {
  const isCovered = new Uint8Array(got.length);
  for (const { at, type, is } of words) {
    const size = width(type) / 8;
    let offset = at;
    for (const allowed of values(is)) {
      const bits = read(got, offset * 8, size * 8);
      if (offset + size > got.length || !isAllowed(type, allowed, bits)) {
        return `${type} at byte ${offset}: expected ${JSON.stringify(allowed)}, got ${bits}`;
      }
      isCovered.fill(1, offset, offset + size);
      offset += size;
    }
  }
  if (rest !== "unchanged") return null;
  const changed = got.findIndex((byte, offset) => !isCovered[offset] && byte !== given[offset]);
  return changed < 0 ? null : `byte ${changed}: expected ${given[changed]}, which nothing writes, got ${got[changed]}`;
}

/** The first channel of a texture that differs, in words; null if none does. */
export function differenceInTexels({ texel_bytes: size, channels, is }, got) {
  let index = 0;
  for (const allowed of values(is)) {
    const texel = Math.floor(index / channels.length);
    const { shift, type } = channels[index % channels.length];
    const bits = read(got, texel * size * 8 + shift, width(type));
    if ((texel + 1) * size > got.length || !isAllowed(type, allowed, bits)) {
      return `texel ${texel}, ${type}: expected ${JSON.stringify(allowed)}, got ${bits}`;
    }
    index += 1;
  }
  return null;
}

export const place = ({ group, binding }) => `group ${group}, binding ${binding}`;

/** The reason why an implementation is not asked. */
export class NotAsked extends Error {}

/** The first difference of what a run or a draw left, by places; null if there is none. */
export function difference({ run, draw, expect }, left) {
  const given = new Map((run ?? draw).bindings.map((binding) => [place(binding), decode(binding.data_base64)]));
  const now = (expected) => left.get(place(expected)) ?? given.get(place(expected));
  for (const expected of expect.buffers ?? []) {
    const found = differenceInBuffer(expected, given.get(place(expected)), now(expected));
    if (found) return `${place(expected)}: ${found}`;
  }
  for (const expected of expect.textures ?? []) {
    const found = differenceInTexels(expected, now(expected));
    if (found) return `${place(expected)}: ${found}`;
  }
  const targets = (expect.targets ?? []).map((expected, location) => [`target ${location}`, expected]);
  for (const [name, expected] of [...targets, ["depth", expect.depth], ["stencil", expect.stencil]]) {
    const found = expected && differenceInTexels(expected, left.get(name));
    if (found) return `${name}: ${found}`;
  }
  return null;
}

/** Why an implementation of the current edition alone is not asked about a program; null if it is. */
export function reasonNotToAsk(program) {
  if (program.edition !== "current") return "another edition";
  if ("target" in program) return "a target";
  if (program.phase === "link") return "linking";
  if (!("wgsl" in program)) return "the program is not UTF-8";
  if ("only" in program) return "the case is for executors of the suite";
  return null;
}

const none = () => ({ same: 0, findings: 0, unexpected: 0, not_asked: 0 });

/** The results of a run, in the form that `wgsl-cts report` merges. */
export class Results {
  counts = none();
  byRule = new Map();
  byPhase = new Map();
  cases = new Map();

  constructor(header, name, release) {
    Object.assign(this, { header, name, release });
  }

  /** Adds the outcome of a program: its status `same`, `unexpected` or `not_asked`, and a message. */
  add(program, { status, message = "", line = 0 }) {
    const count = (map, key) => {
      if (!map.has(key)) map.set(key, none());
      map.get(key)[status] += 1;
    };
    this.counts[status] += 1;
    count(this.byPhase, program.syntax_error ? "syntax" : program.phase);
    for (const rule of program.rules) count(this.byRule, rule);
    if (!this.cases.has(program.case)) {
      this.cases.set(program.case, {
        name: program.case, about: program.about, anchor: program.section, rules: [], is_generated: program.generated,
        is_abridged: program.generated, programs_in_all: 0, counts: { [this.name]: none() }, programs: [],
      });
    }
    const one = this.cases.get(program.case);
    one.rules = [...new Set([...one.rules, ...program.rules])].sort();
    one.programs_in_all += 1;
    one.counts[this.name][status] += 1;
    if (program.generated && status !== "unexpected") return;
    const outcome = { status: status.replace("_", "-") };
    if (message) outcome.message = message.slice(0, 400);
    if (line) outcome.is_on_marked_line = program.marks.some((mark) => mark.line === line);
    one.programs.push({
      name: program.name.slice(program.case.length + 2), expected: program.verdict, rules: program.rules,
      diagnostics: program.marks.map(({ severity, code, line, column }) => ({ severity, code, line, column })),
      source: program.wgsl ?? "", outcomes: { [this.name]: outcome },
    });
  }

  json() {
    const { name, release, counts } = this;
    const rule = (data) => ({
      ...data, reason: data.reason ?? null, accepting: 0, rejecting: 0, executing: 0,
      counts: this.byRule.has(data.id) ? { [name]: this.byRule.get(data.id) } : {},
    });
    return {
      version: 1, executors: [{ name, release, missing: null, counts }], rules: this.header.rules.map(rule),
      cases: [...this.cases.values()], classes: [],
    };
  }
}
