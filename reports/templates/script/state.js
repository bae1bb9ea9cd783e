// The part of the address after `#` selects the view, so that it can be linked: `#status=findings&executor=naga`.
// A part without `=` is the id of an element, as everywhere.

const KEYS = ["text", "section", "executor", "status"];

function hashOf(rule) {
  const asked = wishes();
  const parameters = new URLSearchParams();
  for (const key of KEYS) if (asked[key]) parameters.set(key, asked[key]);
  if (rule) parameters.set("rule", rule);
  return parameters.toString();
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
  const rule = allRules.find((one) => one.dataset.id === parameters.get("rule"));
  if (rule) {
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
  fillRule(rule, (one) => caseHasStatus(one, wishes()));
  rule.querySelector("summary").focus({ preventScroll: true });
  rule.scrollIntoView({ block: "start", behavior: "instant" });
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
