// The diagnostics of the checker and the faults of a run, as a list and in the editor.

import { counted, h, sentence } from "./dom.js";

const SYMBOLS = { error: "✕", warning: "▲", info: "i" };

/** Returns an element with a rule, its sentence and a link into the specification, which are filled in when the explanation arrives. */
function rule(name, explain) {
  const place = h("p", { className: "rule" }, h("code", {}, name));
  explain(name).then(({ sentence: text, sections }) => {
    const [{ title, url }] = sections;
    // Metal's specification has no addresses: `url` says the section.
    const link = /^https?:/.test(url) ? h("a", { href: url, target: "_blank", rel: "noopener" }, title, " ↗") : h("span", {}, url);
    place.replaceChildren(h("code", {}, name), " ", ...sentence(/[.?!]$/.test(text) ? text : `${text}.`), " ", link);
  }, () => {});
  return place;
}

/** Returns the renderer of the tooltip that the editor shows for a diagnostic. */
export function tooltip(found, explain) {
  return () => h("div", { className: "tip" }, h("p", { className: "message" }, ...sentence(found.message)), found.rules?.[0] ? rule(found.rules[0], explain) : null);
}

function at({ file, line, column }) {
  return `${file ? `${file}:` : ""}${line}:${column}`;
}

/** Returns the element of a diagnostic. `show` selects a position, `fix` applies edits, `explain` returns the explanation of a rule. */
function card(found, { show, fix, explain }) {
  const { severity, message, label, labels = [], notes = [], suggestion, rules = [], kind } = found;
  const further = labels.map((one) => h("li", {}, h("button", { type: "button", className: "place", onclick: () => show(one) }, at(one)), " ", ...sentence(one.text)));
  return h(
    "li",
    { className: `finding ${severity}` },
    h("span", { className: "symbol", "aria-hidden": "true" }, SYMBOLS[severity]),
    h("p", { className: "message" }, h("span", { className: "unseen" }, `${severity}: `), ...sentence(message)),
    h("button", { type: "button", className: "place", onclick: () => show(found), title: "Show in the program" }, at(found)),
    label && !message.includes(label) && h("p", { className: "label" }, ...sentence(label)),
    kind && h("p", { className: "label" }, h("code", {}, kind), `, first in invocation ${found.invocation} of workgroup ${found.workgroup}`),
    further.length > 0 && h("ul", { className: "labels" }, ...further),
    ...notes.map((note) => h("p", { className: "label" }, ...sentence(note))),
    suggestion &&
      h(
        "p",
        { className: "fix" },
        h("button", { type: "button", onclick: () => fix(suggestion.edits, found.file) }, "Fix"),
        " ",
        ...sentence(suggestion.text),
        suggestion.applicability === "safe" ? null : h("span", { className: "soft" }, " (unsafe fix)"),
      ),
    ...rules.map((name) => rule(name, explain)),
  );
}

/** The maximum number of diagnostics to show: a longer list is slow to draw, and is not read. */
const MOST = 100;

/** Returns the list of diagnostics. */
export function list(findings, context) {
  if (findings.length === 0) {
    return [h("p", { className: "empty" }, h("b", {}, "No errors or warnings."), " The specification accepts this program.")];
  }
  const safe = findings.filter(({ suggestion }) => suggestion?.applicability === "safe");
  const shown = findings.slice(0, MOST).map((found) => card(found, context));
  return [
    safe.length > 1 && h("button", { type: "button", id: "fix-all", onclick: () => context.fixAll(safe.map(({ suggestion }) => suggestion)) }, `Apply ${safe.length} safe fixes`),
    h("ol", { className: "findings" }, ...shown),
    findings.length > MOST && h("p", { className: "soft" }, `and ${counted(findings.length - MOST, "more diagnostic")}`),
  ].filter(Boolean);
}
