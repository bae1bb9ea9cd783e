// Connects controls, keys and address.

const root = document.documentElement;
root.classList.add("js");
form.hidden = false;
document.getElementById("queries").hidden = false;

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

function colourOnce(code) {
  if (!code.dataset.coloured) colour(code);
  code.dataset.coloured = "yes";
}

/** A link to a program changes the address and marks the program, which is there already. */
function onClick(event) {
  const link = event.target.closest?.(".permalink");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.getAttribute("href"));
  markTarget(link.closest(".one"));
}

function onFilter() {
  applyFilter();
  writeHash(null);
}

// `toggle` does not bubble, so it is caught in the capture phase.
function onToggle(event) {
  const rule = event.target;
  if (rule.matches?.(".class") && rule.open) rule.querySelectorAll(".program > code").forEach(colourOnce);
  if (!rule.matches?.(".rule")) return;
  const isLinked = rule.querySelector(".one.target")?.dataset.program === programOfHash();
  if (rule.open) {
    fillRule(rule);
    // The address of a program opens its rule, and stays.
    if (!isLinked) writeHash(rule.dataset.id);
  } else if (ruleOfHash() === rule.dataset.id || isLinked) {
    writeHash(null);
  }
}

setUpThemes();
form.addEventListener("input", onFilter);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(onFilter));
// The index is made while the reader begins to type.
form.elements.text.addEventListener("focus", () => setTimeout(index), { once: true });
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
document.addEventListener("toggle", onToggle, true);
window.addEventListener("hashchange", readHash);
readHash();
