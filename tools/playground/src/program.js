// What the page knows of a program: its diagnostics, its layout, and the WGSL that runs.

import { lineStarts } from "wgsl-check";

/** Returns the place of a range of bytes in a text. */
function placeOfBytes(text, start, end) {
  const bytes = new TextEncoder().encode(text);
  const starts = lineStarts(text);
  const at = (byte) => {
    const index = new TextDecoder().decode(bytes.subarray(0, byte)).length;
    const line = starts.findLastIndex((first) => first <= index);
    return { line: line + 1, column: index - starts[line] + 1 };
  };
  const [first, last] = [at(start), at(end)];
  return { ...first, end_line: last.line, end_column: last.column };
}

/** Returns a function from a place in expanded WGSL to the place in the files that it comes from. `file` is the name of a file other than the program. */
function originOf(pieces, files) {
  return (place) => {
    const piece = pieces.find(({ start, end }) => start <= place.start && place.start < end) ?? { file: "main.wesl", origin_start: 0, origin_end: 0 };
    const shift = piece.copy ? place.start - piece.start : 0;
    const start = piece.origin_start + shift;
    const end = piece.copy ? Math.min(start + place.end - place.start, piece.origin_end) : piece.origin_end;
    return { ...placeOfBytes(files[piece.file], start, end), file: piece.file === "main.wesl" ? undefined : piece.file };
  };
}

/** Returns the members of a program's WGSL: its layout and reflection. `null` for a description that the checker refuses. */
async function describe(checker, wgsl, options) {
  const about = (method) => checker.ask(method, wgsl, options).catch(() => null);
  const [layout, reflection] = await Promise.all([about("layout"), about("reflect")]);
  return { wgsl, layout, reflection };
}

async function ofWgsl(checker, text, { target }) {
  const result = await checker.ask("validate", text, { target });
  const found = result.ok ? await describe(checker, text, { target }) : {};
  return { ...result, ...found, shown: found.layout, origin: (place) => place };
}

async function ofWesl(checker, text, { target, defines, files }) {
  const { wgsl, pieces, ...result } = await checker.ask("expand", text, { target, defines, files });
  const found = result.ok ? await describe(checker, wgsl, { target }) : {};
  return { ...result, ...found, shown: found.layout, origin: originOf(pieces, { "main.wesl": text, ...files }), written: { title: "The program with imports and conditions resolved", wgsl } };
}

/** Returns the functions of a Metal program that a pipeline can call. */
async function functionsOf(checker, text) {
  const reflection = await checker.ask("reflect", text, { language: "metal" }).catch(() => null);
  return reflection?.entry_points ?? [];
}

async function ofMetal(checker, text, { entry }) {
  const language = "metal";
  const result = await checker.ask("validate", text, { language });
  if (!result.ok) return { ...result, origin: (place) => place };
  const [shown, functions] = await Promise.all([checker.ask("layout", text, { language }).catch(() => null), functionsOf(checker, text)]);
  const names = functions.map(({ name }) => name);
  const name = names.includes(entry) ? entry : names[0];
  if (!name) return { ...result, shown, origin: (place) => place, reason: "Nothing to run: this program has no kernel." };
  try {
    const { wgsl, lines } = await checker.ask("translate", text, { language, entry_point: name });
    const found = await describe(checker, wgsl);
    // The places of a translation are its lines.
    return { ...result, ...found, shown, origin: ({ line }) => lines[line - 1] ?? lines[0], written: { title: "Translated to WGSL", wgsl, names, name } };
  } catch ({ message }) {
    return { ...result, shown, origin: (place) => place, reason: message, written: { title: "Can't be translated to WGSL", message, names, name } };
  }
}

async function ofAmp(checker, text, { entry }) {
  const language = "amp";
  const { kernels: names, ...result } = await checker.ask("validate", text, { language });
  const origin = (place) => place;
  if (!result.ok) return { ...result, origin };
  const name = names.includes(entry) ? entry : names[0];
  if (!name) return { ...result, origin, reason: "Nothing to run: this program launches no kernel whose types are known." };
  try {
    const { wgsl, lines } = await checker.ask("translate", text, { language, entry_point: name });
    const found = await describe(checker, wgsl);
    return { ...result, ...found, origin: ({ line }) => lines[line - 1] ?? lines[0], written: { title: "Translated to WGSL", wgsl, names, name } };
  } catch ({ message }) {
    return { ...result, origin, reason: message, written: { title: "Can't be translated to WGSL", message, names, name } };
  }
}

const LANGUAGES = { wgsl: ofWgsl, wesl: ofWesl, metal: ofMetal, amp: ofAmp };

/**
 * Checks a program and describes it: `ok`, `diagnostics` and `incomplete` as the checker returns them; `shown`, the layout to show; `wgsl` with
 * its `layout` and `reflection`, which can run; `origin`, from a place in this WGSL to the program; `written`, the WGSL to show if the program is
 * in a different language; and `reason`, why nothing can run.
 */
export function analyse(checker, text, { language, ...settings }) {
  return LANGUAGES[language](checker, text, settings);
}

/** Returns the definitions in a text such as `FOG, LIGHTS=4`. */
export function definitions(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  return Object.fromEntries(words.map((word) => [word.split("=")[0], word.includes("=") ? word.slice(word.indexOf("=") + 1) : "true"]));
}
