// The files of a WESL program, as tabs above the editor. Programs in other languages have one file, which has no tab.

import { h } from "./dom.js";

/** The file with the program. */
const MAIN = "main.wesl";

export class Files {
  #texts = new Map([[MAIN, ""]]);
  #current = MAIN;

  /** `changed` is called after files were added or removed, `shown` after a different one is in the editor. */
  constructor(editor, element, { changed, shown }) {
    Object.assign(this, { editor, element, changed, shown });
  }

  /** Stores the text of the file that is in the editor, and returns the texts of all files by name. */
  get #all() {
    return this.#texts.set(this.#current, this.editor.text);
  }

  /** Returns the text of the program. */
  get main() {
    return this.#all.get(MAIN);
  }

  /** Returns the texts of the other files, by name. */
  get others() {
    return Object.fromEntries([...this.#all].filter(([name]) => name !== MAIN));
  }

  /** Returns the name of the file in the editor; `undefined` for the program. */
  get current() {
    return this.#current === MAIN ? undefined : this.#current;
  }

  /** Returns the breakpoints of all files: `file`, `line` and `condition`. The file is `undefined` for the program. */
  get breakpoints() {
    const of = (name) => this.editor.breakpoints(name === this.#current ? undefined : name);
    return [...this.#texts.keys()].flatMap((name) => of(name).map((one) => ({ file: name === MAIN ? undefined : name, ...one })));
  }

  /** Changes the condition of a breakpoint, or removes it if that is `null`. */
  changeBreakpoint({ file = MAIN, line }, condition) {
    this.editor.changeBreakpoint(file === this.#current ? undefined : file, line, condition);
  }

  /** Replaces all files. */
  replace(main, others = {}) {
    this.#texts = new Map([[MAIN, main], ...Object.entries(others).filter(([, text]) => typeof text === "string")]);
    this.editor.forget();
    this.#current = MAIN;
    this.#draw();
    if (this.editor.text === main) return false;
    this.editor.text = main;
    return true;
  }

  /** Shows a file in the editor; the program if the name is `undefined`. */
  show(name = MAIN) {
    if (name === this.#current || !this.#texts.has(name)) return;
    this.editor.swap(this.#current, name, this.#all.get(name));
    this.#current = name;
    this.#draw();
    this.shown();
  }

  #add() {
    const wanted = prompt("Name of the file", `module${this.#texts.size}.wesl`)?.trim();
    if (!wanted) return;
    const name = /\.w[eg]sl$/.test(wanted) ? wanted : `${wanted}.wesl`;
    if (!this.#texts.has(name)) this.#all.set(name, "");
    this.show(name);
    this.changed();
  }

  #remove(name) {
    this.show();
    this.#texts.delete(name);
    this.#draw();
    this.changed();
  }

  #draw() {
    const tab = (name) => h("button", { type: "button", "aria-pressed": String(name === this.#current), onclick: () => this.show(name === MAIN ? undefined : name) }, name);
    const remove = (name) => name !== MAIN && name === this.#current && h("button", { type: "button", className: "remove", "aria-label": `Remove ${name}`, onclick: () => this.#remove(name) }, "×");
    const add = h("button", { type: "button", onclick: () => this.#add() }, "+ File");
    this.element.replaceChildren(...[...this.#texts.keys()].flatMap((name) => [tab(name), remove(name)]).filter(Boolean), add);
  }
}
