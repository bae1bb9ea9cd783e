// The tabs: one panel is shown at a time.

/** Makes tabs of the elements `tab-NAME` and the panels `NAME`. Returns `choose`, which shows a panel. */
export function tabs(names) {
  const [tab, panel] = [(name) => document.getElementById(`tab-${name}`), (name) => document.getElementById(name)];

  function choose(wanted, { focus = false } = {}) {
    const name = tab(wanted).hidden ? names[0] : wanted;
    for (const one of names) {
      tab(one).setAttribute("aria-selected", one === name);
      tab(one).tabIndex = one === name ? 0 : -1;
      panel(one).hidden = one !== name;
    }
    if (focus) tab(name).focus();
  }

  for (const name of names) {
    tab(name).addEventListener("click", () => choose(name));
    tab(name).addEventListener("keydown", ({ key }) => {
      const visible = names.filter((one) => !tab(one).hidden);
      const step = { ArrowRight: 1, ArrowLeft: visible.length - 1 }[key];
      if (step) choose(visible[(visible.indexOf(name) + step) % visible.length], { focus: true });
    });
  }
  return choose;
}
