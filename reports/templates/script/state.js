// The part of the address behind `#` says what is shown, so that a view can be linked: `#status=findings&executor=naga`.
// A part without `=` is the id of an element, as everywhere.

const KEYS = ["text", "section", "executor", "status"];

function hashOf(rule) {
  const asked = wishes();
  const parameters = new URLSearchParams();
  for (const key of KEYS) if (asked[key]) parameters.set(key, asked[key]);
  if (rule) parameters.set("rule", rule);
  return parameters.toString();
}

/** Writes the address without a new entry in the history: a word that is typed is not a page. */
function writeHash(rule) {
  const hash = hashOf(rule);
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
}

/** The rule that the address names. */
function ruleOfHash() {
  return new URLSearchParams(location.hash.slice(1)).get("rule");
}

/** An id as the address has it; what is no encoding of anything stands for itself. */
function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** Shows what the address says. */
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

/** Opens a rule and goes to it; filters that hide it are cleared. */
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

/** Makes sure that an element that the address names can be seen. */
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
