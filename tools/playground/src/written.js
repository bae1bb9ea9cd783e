// The WGSL that a program in a different language becomes.

import { h } from "./dom.js";

/** Returns the panel. `choose` selects a function, `open` makes the WGSL the program in the editor. */
export function writtenPanel(written, { choose, open }) {
  if (!written) return [h("p", { className: "empty" }, "Fix the errors to see the WGSL.")];
  const { title, wgsl, message, names = [], name } = written;
  const options = names.map((one) => h("option", { value: one, selected: one === name }, one));
  return [
    h(
      "div",
      { className: "dispatch" },
      h("b", {}, title),
      names.length > 1 && h("label", {}, "Function ", h("select", { onchange: ({ target }) => choose(target.value) }, ...options)),
      wgsl && h("button", { type: "button", onclick: () => open(wgsl) }, "Edit as WGSL"),
    ),
    message ? h("p", { className: "failed" }, message) : h("pre", { className: "wgsl", tabIndex: 0 }, h("code", {}, wgsl)),
  ];
}
