// Connects controls, keys and address.

const root = document.documentElement;
root.classList.add("js");
form.hidden = false;

function setTheme(theme) {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

function setUpThemes() {
  const themes = document.getElementById("themes");
  themes.hidden = false;
  // A page from a file may have no storage; then the choice lasts as long as the page.
  let known = "auto";
  try {
    known = localStorage.getItem("wgsl-cts-theme") ?? "auto";
  } catch {}
  const radio = themes.querySelector(`[value="${CSS.escape(known)}"]`);
  if (radio) {
    radio.checked = true;
    setTheme(known);
  }
  themes.addEventListener("change", (event) => {
    setTheme(event.target.value);
    try {
      localStorage.setItem("wgsl-cts-theme", event.target.value);
    } catch {}
  });
}

/** The next or previous visible rule. */
function neighbour(rule, step) {
  const shown = allRules.filter((one) => !one.hidden);
  return shown[shown.indexOf(rule) + step];
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.matches("input[type=search], select, textarea");
  if (event.key === "/" && !isTyping) {
    event.preventDefault();
    form.elements.text.focus();
    form.elements.text.select();
  }
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && event.target.matches(".rule > summary")) {
    const next = neighbour(event.target.parentElement, event.key === "ArrowDown" ? 1 : -1);
    if (next) {
      event.preventDefault();
      next.querySelector("summary").focus();
    }
  }
}

function onFilter() {
  applyFilter();
  writeHash(null);
}

// `toggle` does not bubble, so it is caught in the capture phase.
function onToggle(event) {
  const rule = event.target;
  if (!rule.matches?.(".rule")) return;
  if (rule.open) {
    fillRule(rule, (one) => caseHasStatus(one, wishes()));
    writeHash(rule.dataset.id);
  } else if (ruleOfHash() === rule.dataset.id) {
    writeHash(null);
  }
}

setUpThemes();
form.addEventListener("input", onFilter);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(onFilter));
document.addEventListener("keydown", onKey);
document.addEventListener("toggle", onToggle, true);
window.addEventListener("hashchange", readHash);
readHash();
