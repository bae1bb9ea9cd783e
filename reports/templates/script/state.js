// The part of the address after `#` selects the view, so that it can be linked: `#status=findings&executor=naga`.
// A part without `=` is the id of an element, as everywhere.

const KEYS = ["text", "section", "executor", "status"];

function hashOf(rule) {
  const asked = wishes();
  const parameters = new URLSearchParams();
  for (const key of KEYS) if (asked[key]) parameters.set(key, asked[key]);
  if (rule) parameters.set("rule", rule);
  return readable(parameters.toString());
}

/** Writes the address without a new entry in the history: typing a word is not a visit. */
function writeHash(rule) {
  const hash = hashOf(rule);
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
}

/** The rule that the address names. */
function ruleOfHash() {
  return new URLSearchParams(location.hash.slice(1)).get("rule");
}

/** The program that the address names. */
function programOfHash() {
  return new URLSearchParams(location.hash.slice(1)).get("program");
}

/** Decodes an id of the address; an invalid encoding is taken literally. */
function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** Shows the view that the address selects. */
function readHash() {
  notice("");
  const hash = location.hash.slice(1);
  if (hash && !hash.includes("=")) {
    applyFilter();
    showElement(decoded(hash));
    return;
  }
  const parameters = new URLSearchParams(hash);
  for (const key of KEYS) {
    const control = form.elements[key];
    control.value = parameters.get(key) ?? "";
    if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.value = "";
  }
  if (!form.elements.status.value) form.elements.status.value = "";
  applyFilter();
  const rule = ruleById(parameters.get("rule"));
  if (parameters.get("program")) {
    openProgram(parameters.get("program"), parameters.get("rule"));
  } else if (rule) {
    openRule(rule);
  } else if (hash) {
    document.getElementById("rules").scrollIntoView();
  }
}

/** Opens a rule and scrolls to it; filters that hide it are cleared. */
function openRule(rule) {
  if (rule.hidden) {
    form.reset();
    applyFilter();
  }
  rule.open = true;
  fillRule(rule);
  rule.querySelector("summary").focus({ preventScroll: true });
  rule.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Says something about the address, at a place of the page; nothing removes what was said. */
function notice(text, place) {
  document.querySelector(".notice")?.remove();
  if (!text) return;
  const shown = element("p", "notice", ...prose(text));
  shown.setAttribute("role", "status");
  place.prepend(shown);
  shown.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Opens a program where one of its rules lists it, and marks it. */
function openProgram(id, wantedRule) {
  const one = data().cases.filter(({ name }) => id.startsWith(`${name}::`)).at(-1);
  const program = one?.programs.find((known) => known.id === id);
  const rules = program?.rules ?? one?.rules ?? [];
  const rule = ruleById(rules.includes(wantedRule) ? wantedRule : rules[0]);
  if (!rule) {
    notice(`This run does not have the program \`${id}\`.`, document.getElementById("list"));
    return;
  }
  openRule(rule);
  const shown = reveal(rule, id);
  if (!program) {
    const missing = one.abridged && one.unlisted > 0 ? "is not listed: every executor that was asked judges it as expected, if this run has it." : "does not exist in this run.";
    notice(`The program \`${id}\` ${missing}`, shown.querySelector(".body"));
    return;
  }
  markTarget(shown);
  focusOn(shown);
  shown.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Marks the program that the address names. */
function markTarget(shown) {
  document.querySelector(".one.target")?.classList.remove("target");
  shown.classList.add("target");
}

/** Makes the element that the address names visible. */
function showElement(id) {
  const target = document.getElementById(id);
  if (!target) return;
  if (target.hidden || target.closest("[hidden]")) {
    form.reset();
    applyFilter();
  }
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}
