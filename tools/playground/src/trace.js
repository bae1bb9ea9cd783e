// The values that comments of a program print: at their lines, and as a list.

import { counted, h } from "./dom.js";

const COMMENT = /wgsl-check:\s*print\(/;
/** The number of values at the end of a line. */
const AT_LINE = 8;
/** The number of values of the list. */
const MOST = 200;

/** Returns true if one of these texts has a comment that prints. */
export function isTraced(texts) {
  return texts.some((text) => COMMENT.test(text));
}

function textOf({ text, out_of_bounds: isBeyond }) {
  return isBeyond ? `${text} (out of bounds)` : text;
}

/** Returns what the ends of lines of a file show: for each line its values, in the order of execution. */
export function atLines({ values, warnings }, file) {
  const byPlace = new Map();
  for (const { line, expression, invocation: { gid }, ...one } of values.filter((one) => one.file === file)) {
    const text = textOf(one);
    const key = JSON.stringify([line, expression]);
    if (!byPlace.has(key)) byPlace.set(key, { line, expression, all: [] });
    byPlace.get(key).all.push({ text, gid });
  }
  const shown = [...byPlace.values()].map(({ line, expression, all }) => ({
    line,
    text: `${expression} = ${all.slice(0, AT_LINE).map(({ text }) => text).join(", ")}${all.length > AT_LINE ? `, … (${counted(all.length, "value")})` : ""}`,
    title: all.slice(0, 4 * AT_LINE).map(({ text, gid }) => `gid (${gid.join(", ")}): ${text}`).join("\n"),
  }));
  return [...shown, ...warnings.filter((one) => one.file === file).map(({ line, message }) => ({ line, text: message, title: message }))];
}

/** Returns the list of values. `where` is the filter, which `filter` replaces; `show` selects a place. */
export function traceList({ values, warnings, cut, message }, where, { filter, show }) {
  const field = h("input", { type: "text", className: "where", value: where, placeholder: "gid.x == 3", spellcheck: false, autocapitalize: "off", onchange: ({ target }) => filter(target.value.trim()) });
  const place = (one) => h("button", { type: "button", className: "place", onclick: () => show(one) }, one.line);
  const row = (one) => h("tr", {}, h("th", {}, place(one)), h("td", {}, one.expression), h("td", {}, one.invocation.gid.join(", ")), h("td", {}, textOf(one)));
  const head = h("thead", {}, h("tr", {}, ...["line", "expression", "gid", "value"].map((title) => h("th", {}, title))));
  const table = h("div", { className: "scrolls", tabIndex: 0 }, h("table", { className: "numbers" }, head, h("tbody", {}, ...values.slice(0, MOST).map(row))));
  const more = values.length > MOST || cut;
  return h(
    "section",
    { className: "written traced" },
    h("h3", {}, "Traced values ", h("span", { className: "soft" }, counted(values.length, "value"))),
    h("label", {}, "only invocations where ", field),
    message && h("p", { className: "problem" }, message),
    ...warnings.map(({ message: text }) => h("p", { className: "problem" }, text)),
    values.length > 0 && table,
    more && h("p", { className: "soft" }, "There are more: select invocations."),
  );
}
