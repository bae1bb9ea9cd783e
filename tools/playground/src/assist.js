// What the language server adds to the editor: completion, hover, signatures, go to definition, formatting.

import { autocompletion } from "@codemirror/autocomplete";
import { EditorView, hoverTooltip, keymap, showTooltip } from "@codemirror/view";
import { StateEffect, StateField } from "@codemirror/state";
import { h } from "./dom.js";
import { nameOf } from "./client.js";
import { markdown } from "./markdown.js";

/** The kinds of the Language Server Protocol as CodeMirror names them. */
const KINDS = { 3: "function", 5: "property", 6: "variable", 7: "type", 10: "property", 13: "enum", 14: "keyword", 20: "enum", 21: "constant", 22: "type" };

/** Characters after which a list helps although no word has begun. */
const TRIGGERS = /[.@<(:]$/;

function position(doc, offset) {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

function offset(doc, { line, character }) {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

/** Returns the changes of text edits. */
function changes(doc, edits) {
  return edits.map(({ range, newText }) => ({ from: offset(doc, range.start), to: offset(doc, range.end), insert: newText }));
}

function documentation({ documentation: text }) {
  const source = typeof text === "string" ? text : text?.value;
  return source ? h("div", { className: "tip" }, ...markdown(source)) : null;
}

function option(client, item) {
  const insert = item.textEdit?.newText ?? item.insertText ?? item.label;
  return {
    label: item.label,
    detail: item.detail,
    type: KINDS[item.kind],
    // The server sorts by scope first; CodeMirror by how well a name matches, and then by boost.
    boost: 9 - Number(/^\d/.exec(item.sortText ?? "")?.[0] ?? 5),
    apply: (view, _, from, to) => {
      const more = changes(view.state.doc, item.additionalTextEdits ?? []);
      view.dispatch({ changes: [...more, { from, to, insert }], userEvent: "input.complete" });
      if (more.length === 0) view.dispatch({ selection: { anchor: from + insert.length } });
    },
    info: async () => documentation((await client.request("completionItem/resolve", item)) ?? item),
  };
}

const completion = (client) => async (context) => {
  const word = context.matchBefore(/[\p{XID_Continue}]+/u);
  if (!word && !context.explicit && !TRIGGERS.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) return null;
  const result = await client.request("textDocument/completion", { position: position(context.state.doc, context.pos) });
  const items = Array.isArray(result) ? result : (result?.items ?? []);
  if (context.aborted || items.length === 0) return null;
  return { from: word?.from ?? context.pos, options: items.map((item) => option(client, item)), validFor: /^[\p{XID_Continue}]*$/u };
};

const hover = (client) =>
  hoverTooltip(async (view, pos) => {
    const found = await client.request("textDocument/hover", { position: position(view.state.doc, pos) });
    if (!found) return null;
    const [from, to] = found.range ? [offset(view.state.doc, found.range.start), offset(view.state.doc, found.range.end)] : [pos, pos];
    return { pos: from, end: to, above: true, create: () => ({ dom: h("div", { className: "tip hover" }, ...markdown(found.contents.value)) }) };
  });

const setSignature = StateEffect.define();

/** The tooltip with the signature of the call around the cursor. */
const signature = StateField.define({
  create: () => null,
  update: (value, { effects, docChanged }) => effects.reduce((now, effect) => (effect.is(setSignature) ? effect.value : now), docChanged ? null : value),
  provide: (field) => showTooltip.from(field),
});

function signatureElement({ label, parameters = [] }, active) {
  const range = parameters[active]?.label;
  if (!Array.isArray(range)) return h("div", { className: "tip" }, h("code", {}, label));
  return h("div", { className: "tip" }, h("code", {}, label.slice(0, range[0]), h("b", {}, label.slice(...range)), label.slice(range[1])));
}

/** Asks for the signature after `(` and `,`, and as long as it is shown. */
const signatures = (client) =>
  EditorView.updateListener.of(async ({ view, state, docChanged, selectionSet, startState }) => {
    const isShown = state.field(signature) ?? startState.field(signature);
    const pos = state.selection.main.head;
    const isAsked = docChanged && /[(,]\s?$/.test(state.sliceDoc(Math.max(0, pos - 2), pos));
    if (!isAsked && !(isShown && (docChanged || selectionSet))) return;
    const found = await client.request("textDocument/signatureHelp", { position: position(state.doc, pos) });
    if (view.state.doc !== state.doc || view.state.selection.main.head !== pos) return;
    const shown = found?.signatures?.[found.activeSignature ?? 0];
    const active = shown?.activeParameter ?? found?.activeParameter;
    const value = shown ? { pos, above: true, create: () => ({ dom: signatureElement(shown, active) }) } : null;
    if (value || view.state.field(signature)) view.dispatch({ effects: setSignature.of(value) });
  });

/** Goes to the definition of the name at an offset. `show` shows a file. */
async function define(client, view, pos, show) {
  const found = await client.request("textDocument/definition", { position: position(view.state.doc, pos) });
  const [first] = [found].flat();
  if (!first) return;
  const range = first.targetSelectionRange ?? first.range;
  show(nameOf(first.targetUri ?? first.uri));
  const [anchor, head] = [offset(view.state.doc, range.start), offset(view.state.doc, range.end)];
  view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
}

async function format(client, view) {
  const before = view.state.doc;
  const edits = await client.request("textDocument/formatting", { options: { tabSize: 2, insertSpaces: true } });
  if (edits?.length && view.state.doc === before) view.dispatch({ changes: changes(before, edits) });
}

/** Returns the extensions of an editor whose program the client knows. `show` shows the file with a name. */
export function assistance(client, show) {
  return [
    autocompletion({ override: [completion(client)], maxRenderedOptions: 60 }),
    hover(client),
    signature,
    signatures(client),
    keymap.of([
      { key: "F12", run: (view) => (define(client, view, view.state.selection.main.head, show), true) },
      { key: "Shift-Alt-f", run: (view) => (format(client, view), true) },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
        const pos = view.posAtCoords(event);
        if (pos === null) return false;
        define(client, view, pos, show);
        return true;
      },
    }),
  ];
}
