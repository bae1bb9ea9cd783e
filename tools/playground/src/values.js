// The numbers in the bytes of a buffer, by the shapes that `layout` returns.

import { Clock, valueAt } from "./clock.js";

const SIZES = { f16: 2, f32: 4, i32: 4, u32: 4, i64: 8, u64: 8 };
const AXES = "xyzw";
/** The maximum number of columns in a table. */
const MOST_COLUMNS = 64;

/** Yields the numbers of a value: each with its path, its offset in bytes, and its type. */
function* numbers(shape, structures, path = "", offset = 0, depth = 0) {
  const array = shape.arrays[depth];
  if (array) {
    for (let index = 0; index < (array.count ?? 0); index += 1) {
      yield* numbers(shape, structures, `${path}[${index}]`, offset + index * array.stride, depth + 1);
    }
  } else if (shape.structure) {
    for (const { name, shape: inner, offset: at } of structures.get(shape.structure)?.members ?? []) {
      if (inner) yield* numbers(inner, structures, path ? `${path}.${name}` : name, offset + at);
    }
  } else {
    const size = SIZES[shape.scalar] ?? 4;
    for (let column = 0; column < shape.columns; column += 1) {
      const prefix = shape.columns > 1 ? `${path}[${column}]` : path;
      for (let row = 0; row < shape.rows; row += 1) {
        const label = shape.rows > 1 ? `${prefix}${prefix ? "." : ""}${AXES[row]}` : prefix;
        yield { path: label, offset: offset + column * shape.column_stride + row * size, scalar: shape.scalar };
      }
    }
  }
}

/** Returns the elements of the outermost array, or the value as the only element. */
function elements(shape, size) {
  const [outer, ...arrays] = shape.arrays;
  if (!outer) return { count: 1, stride: 0, inner: shape };
  return { count: outer.count ?? Math.floor(size / outer.stride), stride: outer.stride, inner: { ...shape, arrays } };
}

/** Gives runtime-sized arrays, at the end of structures, as many elements as fit into the bytes. */
function sized(shape, structures, size, offset = 0) {
  if (shape.arrays.length > 0) {
    const [outer, ...rest] = shape.arrays;
    return outer.count === null ? { ...shape, arrays: [{ ...outer, count: Math.floor((size - offset) / outer.stride) }, ...rest] } : shape;
  }
  return shape;
}

function structuresOf(layout, size) {
  const map = new Map();
  for (const structure of layout.structs) {
    const members = structure.members.map((member) => ({ ...member, shape: member.shape && sized(member.shape, map, size, member.offset) }));
    map.set(structure.name, { ...structure, members });
  }
  return map;
}

/** Returns where the runtime-sized array of a resource starts and its stride, or `null` if it has none. */
export function runtimeArray(resource, layout) {
  const outer = resource.shape?.arrays[0];
  if (outer) return outer.count === null ? { before: 0, stride: outer.stride } : null;
  const structure = layout.structs.find(({ name }) => name === resource.shape?.structure);
  const last = structure?.members.at(-1);
  const array = last?.shape?.arrays[0];
  return array && array.count === null ? { before: last.offset, stride: array.stride } : null;
}

/** Returns the size in bytes of a buffer whose runtime-sized array has this many elements. */
export function byteCount(resource, layout, count) {
  const array = runtimeArray(resource, layout);
  const least = resource.size ?? 4;
  return array ? Math.max(least, Math.ceil((array.before + Math.max(1, count) * array.stride) / 4) * 4) : least;
}

/** Returns a table of the numbers: columns, and at most `most` rows with the offset of each number. */
export function table(resource, layout, size, most = Infinity) {
  const { count, stride, inner } = elements(resource.shape, size);
  const columns = [];
  for (const number of numbers(inner, structuresOf(layout, size))) {
    if (columns.length === MOST_COLUMNS) break;
    columns.push(number);
  }
  const shown = Math.min(count, most);
  const rows = Array.from({ length: shown }, (_, index) => columns.map((column) => ({ ...column, offset: column.offset + index * stride })));
  return { columns, rows, count, isArray: resource.shape.arrays.length > 0 };
}

function halfToNumber(bits) {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

function numberToHalf(value) {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | roundEven(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | (((exponent + 15) << 10) + roundEven((size / 2 ** exponent - 1) * 1024));
}

function roundEven(value) {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}

/** Returns the number at an offset. */
export function read(view, { offset, scalar }) {
  if (offset + (SIZES[scalar] ?? 4) > view.byteLength) return undefined;
  switch (scalar) {
    case "f32":
      return view.getFloat32(offset, true);
    case "f16":
      return halfToNumber(view.getUint16(offset, true));
    case "i32":
      return view.getInt32(offset, true);
    case "i64":
      return view.getBigInt64(offset, true);
    case "u64":
      return view.getBigUint64(offset, true);
    default:
      return view.getUint32(offset, true);
  }
}

/** Writes a number at an offset. */
export function write(view, { offset, scalar }, value) {
  if (offset + (SIZES[scalar] ?? 4) > view.byteLength) return;
  switch (scalar) {
    case "f32":
      return view.setFloat32(offset, value, true);
    case "f16":
      return view.setUint16(offset, numberToHalf(value), true);
    case "i32":
      return view.setInt32(offset, Math.trunc(value), true);
    case "i64":
      return view.setBigInt64(offset, BigInt(Math.trunc(value)), true);
    case "u64":
      return view.setBigUint64(offset, BigInt.asUintN(64, BigInt(Math.trunc(value))), true);
    default:
      return view.setUint32(offset, Math.trunc(value), true);
  }
}

/** Prints a number with the fewest digits that identify it in its type. */
export function show(value, scalar) {
  if (value === undefined) return "";
  if (!scalar.startsWith("f") || !Number.isFinite(value) || Number.isInteger(value)) return Object.is(value, -0) ? "-0" : String(value);
  const round = scalar === "f16" ? (number) => halfToNumber(numberToHalf(number)) : Math.fround;
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (round(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/** The ways to fill a buffer. `random` gives the same numbers each time, `live` what a clock has for the names of variables and members. */
export const FILLS = { zeros: "zeros", count: "0, 1, 2, …", random: "random", numbers: "numbers", live: "time and mouse", file: "a file" };

/** Returns true if a clock has values for a buffer. */
export function isLive(resource, layout) {
  if (!resource.shape || resource.shape.arrays.length > 0) return false;
  return table(resource, layout, resource.size ?? 0).columns.some(({ path }) => isNamed(resource, path));
}

function fullPath({ name }, path) {
  return path === "" ? name : path.length === 1 ? `${name}.${path}` : path;
}

function isNamed(resource, path) {
  return valueAt(new Clock(), fullPath(resource, path)) !== undefined;
}

/** Returns the bytes of a buffer that is filled in this way. */
export function fill(resource, layout, size, { fill: kind = "zeros", numbers: text = "" } = {}, { clock = new Clock(), contents } = {}) {
  const bytes = new Uint8Array(size);
  if (kind === "file") {
    bytes.set(contents?.bytes.subarray(0, size) ?? []);
    return bytes;
  }
  if (kind === "zeros" || !resource.shape) return bytes;
  const view = new DataView(bytes.buffer);
  const given = kind === "numbers" ? parse(text) : [];
  let seed = 1;
  let index = 0;
  for (const row of table(resource, layout, size).rows) {
    for (const number of row) {
      if (kind === "numbers" && index >= given.length) return bytes;
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const chance = number.scalar.startsWith("f") ? seed / 2 ** 32 : seed >>> 24;
      const values = { numbers: given[index], count: index, random: chance, live: valueAt(clock, fullPath(resource, number.path)) ?? 0 };
      write(view, number, values[kind]);
      index += 1;
    }
  }
  return bytes;
}

/** Returns all numbers in a text, decimal or hexadecimal; everything between them is ignored. */
export function parse(text) {
  const found = text.match(/-?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)/gi) ?? [];
  return found.map((word) => {
    if (/nan/i.test(word)) return NaN;
    if (/inf/i.test(word)) return word.startsWith("-") ? -Infinity : Infinity;
    return /^-0x/i.test(word) ? -Number(word.slice(1)) : Number(word);
  });
}
