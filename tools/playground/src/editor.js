// The editor: CodeMirror with the diagnostics of the checker.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { lineStarts, range } from "wgsl-check";
import { LANGUAGES } from "./language.js";
import { breakpointsOf, changeBreakpoint, changesBreakpoints, marks, stoppedAt, valuesAt } from "./marks.js";

export class Editor {
  #language = new Compartment();
  #extensions;
  /** The states of files that are not shown, by name: their text, history and selection. */
  #states = new Map();
  #spoken = LANGUAGES.wgsl;

  /**
   * Creates an editor in an element, with further extensions. Calls `changed` with each new text, `run` on Ctrl+Enter, `printed` after a
   * comment that traces was added, and `stops` after breakpoints were changed.
   */
  constructor(parent, { changed, run, printed, stops, extensions }) {
    const runs = { key: "Mod-Enter", run: () => (run(), true) };
    this.#extensions = [
      marks({ printed }),
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      lintGutter(),
      this.#language.of(LANGUAGES.wgsl),
      extensions,
      keymap.of([runs, ...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": "Program", spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(this.text);
        if (changesBreakpoints(update)) stops();
      }),
    ];
    this.view = new EditorView({ state: EditorState.create({ extensions: this.#extensions }), parent });
  }

  get text() {
    return this.view.state.sliceDoc();
  }

  set text(text) {
    if (text !== this.text) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Sets the language of the colours. */
  set language(name) {
    this.#spoken = LANGUAGES[name];
    this.view.dispatch({ effects: this.#language.reconfigure(this.#spoken) });
  }

  /** Shows a different file, and keeps the state of the file before. */
  swap(before, name, text) {
    this.#states.set(before, this.view.state);
    const known = this.#states.get(name);
    this.view.setState(known?.sliceDoc() === text ? known : EditorState.create({ doc: text, extensions: this.#extensions }));
    // The state may be older than the language.
    this.view.dispatch({ effects: this.#language.reconfigure(this.#spoken) });
  }

  /** Forgets the states of files. */
  forget() {
    this.#states.clear();
  }

  /** Marks diagnostics. Each has a position, a severity, and `render`, which returns the element that explains it; `fix` applies its suggestion. */
  mark(findings) {
    const starts = lineStarts(this.text);
    const length = this.view.state.doc.length;
    const marks = findings.map(({ place, severity, message, render, fix }) => {
      const { from, to } = range(place, starts);
      return {
        from: Math.min(from, length),
        to: Math.min(to, length),
        severity,
        message,
        renderMessage: render,
        actions: fix ? [{ name: fix.name, apply: fix.apply }] : [],
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Returns the breakpoints of a file that is not shown, or of the one that is: `line` and `condition`. */
  breakpoints(name) {
    const state = name === undefined ? this.view.state : this.#states.get(name);
    return state ? breakpointsOf(state) : [];
  }

  /** Changes a breakpoint of a file: `name` is `undefined` for the one that is shown. */
  changeBreakpoint(name, line, condition) {
    if (name === undefined) this.view.dispatch(changeBreakpoint(this.view.state, line, condition));
    else this.#states.set(name, this.#states.get(name).update(changeBreakpoint(this.#states.get(name), line, condition)).state);
  }

  /** Marks the line where the program is stopped, and scrolls to it. */
  stopAt(line) {
    this.view.dispatch(stoppedAt(line));
    if (line && line <= this.view.state.doc.lines) this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: "nearest", yMargin: 40 }) });
  }

  /** Shows values at the ends of lines. */
  set values(values) {
    this.view.dispatch(valuesAt(values));
  }

  /** Applies edits. */
  edit(edits) {
    const starts = lineStarts(this.text);
    this.view.dispatch({ changes: edits.map((edit) => ({ ...range(edit, starts), insert: edit.replacement })) });
    this.view.focus();
  }

  /** Selects a position and scrolls to it. */
  show(place) {
    const { from, to } = range(place, lineStarts(this.text));
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }
}
