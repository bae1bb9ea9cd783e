// What the browser keeps of the page: the program that a person wrote last, and what was open.

const KEY = "wgsl-playground";

/** Returns what was kept: `own`, the person's program with its run settings, and `example`, the name of an open example. */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    // Storage may be turned off, and other versions of the page may have written it.
    return {};
  }
}

/** Keeps members of that; the others stay. */
export function keep(members) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...members }));
  } catch {
    // Without storage a reload loses the program, and nothing else.
  }
}
