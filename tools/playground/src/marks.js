// What debugging and tracing show in the editor: breakpoints in the gutter, the line where the program is stopped, and values at the ends of lines.

import { EditorSelection, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, keymap, showTooltip } from "@codemirror/view";
import { h } from "./dom.js";

class Breakpoint extends GutterMarker {
  constructor(condition = "") {
    super();
    this.condition = condition;
  }

  eq(other) {
    return this.condition === other.condition;
  }

  toDOM() {
    return h("span", { className: this.condition ? "breakpoint conditional" : "breakpoint", title: this.condition ? `Breakpoint where ${this.condition}` : "Breakpoint" });
  }
}

/** Sets the breakpoint at the start of a line, or removes it if it has none. */
const setBreakpoint = StateEffect.define({ map: ({ at, marker }, changes) => ({ at: changes.mapPos(at), marker }) });
const BREAKPOINTS = StateField.define({
  create: () => RangeSet.empty,
  update(all, { changes, effects }) {
    let now = all.map(changes);
    for (const { value: { at, marker } } of effects.filter((one) => one.is(setBreakpoint))) {
      now = now.update({ filter: (from) => from !== at, add: marker ? [marker.range(at)] : [] });
    }
    return now;
  },
});

const setStopped = StateEffect.define();
const STOPPED = StateField.define({
  create: () => Decoration.none,
  update(now, { changes, effects, state }) {
    const wanted = effects.findLast((one) => one.is(setStopped));
    if (!wanted) return now.map(changes);
    const line = wanted.value;
    return line && line <= state.doc.lines ? Decoration.set(Decoration.line({ class: "cm-stopped" }).range(state.doc.line(line).from)) : Decoration.none;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Values extends WidgetType {
  constructor(text, title) {
    super();
    Object.assign(this, { text, title });
  }

  eq({ text, title }) {
    return this.text === text && this.title === title;
  }

  toDOM() {
    return h("span", { className: "cm-values", title: this.title }, this.text);
  }
}

const setValues = StateEffect.define();
const VALUES = StateField.define({
  create: () => Decoration.none,
  update(now, { changes, effects, state }) {
    const wanted = effects.findLast((one) => one.is(setValues));
    if (!wanted) return now.map(changes);
    const shown = wanted.value.filter(({ line }) => line >= 1 && line <= state.doc.lines);
    const widget = ({ line, text, title }) => Decoration.widget({ widget: new Values(text, title), side: 1 }).range(state.doc.line(line).to);
    return Decoration.set(shown.map(widget), true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Returns the breakpoints of a state: at most one on each line. */
export function breakpointsOf(state) {
  const all = new Map();
  for (let one = state.field(BREAKPOINTS).iter(); one.value; one.next()) all.set(state.doc.lineAt(one.from).number, one.value.condition);
  return [...all].map(([line, condition]) => ({ line, condition }));
}

/** Returns the start of each breakpoint on a line: after an edit, there may be several. */
function startsOn(state, line) {
  const starts = [];
  state.field(BREAKPOINTS).between(line.from, line.to, (from) => void starts.push(from));
  return starts;
}

function toggle(view, position) {
  const line = view.state.doc.lineAt(position);
  const starts = startsOn(view.state, line);
  const effects = starts.length ? starts.map((at) => setBreakpoint.of({ at, marker: null })) : setBreakpoint.of({ at: line.from, marker: new Breakpoint() });
  view.dispatch({ effects });
  return true;
}

/** Changes the breakpoints of a line: to one with a condition, or to none if that is `null`. */
export function changeBreakpoint(state, number, condition) {
  const line = state.doc.line(number);
  const effects = startsOn(state, line).map((at) => setBreakpoint.of({ at, marker: null }));
  if (condition !== null) effects.push(setBreakpoint.of({ at: line.from, marker: new Breakpoint(condition) }));
  return { effects };
}

/** Returns true if an update changes breakpoints other than by an edit. */
export function changesBreakpoints({ transactions }) {
  return transactions.some(({ effects }) => effects.some((one) => one.is(setBreakpoint)));
}

/** Returns what marks the line where the program is stopped; none for `undefined`. */
export function stoppedAt(line) {
  return { effects: setStopped.of(line) };
}

/** Returns what shows values at the ends of lines: `line`, `text` and `title`. */
export function valuesAt(values) {
  return { effects: setValues.of(values) };
}

/** Adds a comment that prints the selected expression, or the word at the cursor, when the program runs. */
function print(view, printed) {
  const { doc, selection: { main } } = view.state;
  const { from, to } = (main.empty ? view.state.wordAt(main.head) : main) ?? main;
  const line = doc.lineAt(from);
  const expression = doc.sliceString(from, Math.min(to, line.to)).trim();
  if (!expression) return false;
  const comment = `// wgsl-check: print(${expression})`;
  // A line with a comment can't have a second one.
  const insert = line.text.includes("//") ? `\n${/^\s*/.exec(line.text)[0]}${comment}` : ` ${comment}`;
  view.dispatch({ changes: { from: line.to, insert }, selection: EditorSelection.cursor(to) });
  printed();
  return true;
}

function traceTip(printed) {
  const tip = ({ selection: { main }, doc }) => {
    if (main.empty || main.to > doc.lineAt(main.from).to || !doc.sliceString(main.from, main.to).trim()) return null;
    const create = (view) => {
      const button = h("button", { type: "button", className: "trace", title: "Ctrl+Shift+Enter", onclick: () => print(view, printed) }, "Trace this expression");
      return { dom: h("div", {}, button) };
    };
    return { pos: main.from, above: false, create };
  };
  return StateField.define({ create: tip, update: (now, { state, docChanged, selection }) => (docChanged || selection ? tip(state) : now), provide: (field) => showTooltip.from(field) });
}

/** Returns the editor extension. `printed` is called after a comment that traces was added. */
export function marks({ printed }) {
  const click = { mousedown: (view, { from }, event) => event.button === 0 && toggle(view, from) };
  return [
    BREAKPOINTS,
    STOPPED,
    VALUES,
    traceTip(printed),
    gutter({ class: "cm-breakpoints", markers: (view) => view.state.field(BREAKPOINTS), initialSpacer: () => new Breakpoint(), domEventHandlers: click }),
    keymap.of([
      { key: "F9", run: (view) => toggle(view, view.state.selection.main.head) },
      { key: "Mod-Shift-Enter", run: (view) => print(view, printed) },
    ]),
  ];
}
