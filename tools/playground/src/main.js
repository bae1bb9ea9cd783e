// The page: the editor, the panels next to it, and the checkers that fill them.

import { fix } from "wgsl-check";
import { Failure, RemoteChecker } from "./checker.js";
import { counted } from "./dom.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { list, tooltip } from "./findings.js";
import { LANGUAGES } from "./language.js";
import { tables } from "./layout.js";
import { RunPanel } from "./run.js";
import { pack, unpack } from "./share.js";

const element = (id) => document.getElementById(id);
const [verdict, language, target, examples, share, start] = ["verdict", "language", "target", "examples", "share", "start"].map(element);

// Two workers, so that a long run does not delay diagnostics.
const judge = new RemoteChecker();
const runner = new RemoteChecker();
const editor = new Editor(element("editor"), { changed: () => changed(), run: () => run() });
const panel = new RunPanel(element("run"), () => changed({ isText: false }));

const explanations = new Map();
function explain(name) {
  const key = `${language.value} ${name}`;
  if (!explanations.has(key)) explanations.set(key, judge.ask("explain", name, { language: language.value }));
  return explanations.get(key);
}

/** Returns the settings of the program. Targets are implementations of WGSL. */
function settings() {
  return language.value === "wgsl" ? { target: target.value } : { language: language.value };
}

const context = {
  explain,
  show: (place) => editor.show(place),
  fix: (edits) => editor.edit(edits),
  fixAll: (suggestions) => (editor.text = fix(editor.text, suggestions)),
};

let faults = [];
let findings = [];

function mark() {
  const all = [...findings, ...faults];
  editor.mark(
    all.map((found) => ({
      place: found,
      severity: found.severity,
      message: found.message,
      render: tooltip(found, explain),
      fix: found.suggestion && { name: "Fix", apply: () => editor.edit(found.suggestion.edits) },
    })),
  );
}

/** Checks the newest text. Versions that were typed over during a check are skipped. */
let judging = false;
let wanted = null;
async function check() {
  wanted = { text: editor.text, options: settings() };
  if (judging) return;
  judging = true;
  while (wanted) {
    const { text, options } = wanted;
    wanted = null;
    await judgeText(text, options);
  }
  judging = false;
}

async function judgeText(text, options) {
  const began = performance.now();
  let result;
  try {
    result = await judge.ask("validate", text, options);
  } catch (error) {
    verdict.dataset.of = "error";
    verdict.textContent = error.message;
    return;
  }
  const milliseconds = performance.now() - began;
  const about = (method) => (result.ok ? judge.ask(method, text, options).catch(() => null) : null);
  const [layout, reflection] = await Promise.all([about("layout"), about("reflect")]);
  if (wanted) return;
  findings = result.diagnostics;
  mark();
  summarise(result, milliseconds);
  element("findings").replaceChildren(...list(findings, context));
  element("layout").replaceChildren(...tables(layout));
  if (options.language === "metal") panel.refuse("This page runs WGSL only. `wgsl-check run` executes Metal kernels.");
  else panel.program(layout, reflection);
  start.disabled = !panel.canRun;
  performance.mark("judged");
}

function summarise({ ok, diagnostics, incomplete }, milliseconds) {
  const count = (severity) => diagnostics.filter((found) => found.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const parts = [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean);
  verdict.dataset.of = ok ? (warnings ? "warning" : "accepted") : "error";
  verdict.textContent = `${ok ? "Accepted" : incomplete ? "Not checked as a whole" : "Rejected"}${parts.length ? `: ${parts.join(", ")}` : ""} · ${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
  const badge = element("count");
  badge.hidden = diagnostics.length === 0;
  badge.textContent = diagnostics.length;
  badge.className = errors ? "error" : "warning";
}

/** Clears outdated results after the program or its run settings changed. */
function changed({ isText = true } = {}) {
  if (!opening) {
    examples.value = "";
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  }
  if (faults.length) {
    faults = [];
    mark();
  }
  panel.clear();
  if (isText) check();
}

let running = false;
async function run() {
  if (!panel.canRun) return;
  if (running) runner.stop();
  choose("run");
  running = true;
  const text = editor.text;
  const request = panel.request();
  panel.wait(() => runner.stop());
  const began = performance.now();
  try {
    const outcome = await runner.ask(request.op, text, { ...request.members, target: target.value });
    if (text !== editor.text) return;
    faults = outcome.faults.map((fault) => ({ ...fault, severity: "warning" }));
    mark();
    panel.show(request, outcome, performance.now() - began, list(faults, context));
    performance.mark("ran");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    panel.fail(error);
  } finally {
    running = false;
  }
}

const TABS = ["findings", "layout", "run"];

function choose(name, { focus = false } = {}) {
  for (const one of TABS) {
    const tab = element(`tab-${one}`);
    tab.setAttribute("aria-selected", one === name);
    tab.tabIndex = one === name ? 0 : -1;
    element(one).hidden = one !== name;
    if (focus && one === name) tab.focus();
  }
}

for (const [index, name] of TABS.entries()) {
  const tab = element(`tab-${name}`);
  tab.addEventListener("click", () => choose(name));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[key];
    if (step) choose(TABS[(index + step) % TABS.length], { focus: true });
  });
}

/** True while a program is opened from the menu or a link, instead of typed. */
let opening = false;

/** Sets the language of the program. */
function speak(name) {
  language.value = name;
  target.disabled = name !== "wgsl";
  editor.language = name;
}

/** Shows a program with its run settings. */
function open({ wgsl, language: of = "wgsl", target: name = "text", run: settings = {} }) {
  target.value = name;
  speak(Object.hasOwn(LANGUAGES, of) ? of : "wgsl");
  panel.state = { workgroups: [1, 1, 1], draw: {}, constants: {}, strict: true, inputs: {}, ...structuredClone(settings) };
  panel.shown = undefined;
  opening = true;
  if (editor.text === wgsl) changed();
  else editor.text = wgsl;
  opening = false;
}

for (const { name, title } of EXAMPLES) examples.append(new Option(title, name));
examples.addEventListener("change", () => {
  choose("findings");
  open(EXAMPLES.find(({ name }) => name === examples.value));
});
target.addEventListener("change", () => changed());
language.addEventListener("change", () => {
  speak(language.value);
  changed();
});
start.addEventListener("click", run);
share.addEventListener("click", async () => {
  history.replaceState(null, "", await pack({ wgsl: editor.text, language: language.value, target: target.value, run: panel.state }));
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  share.textContent = isCopied ? "Copied" : "The link is in the address bar";
  setTimeout(() => (share.textContent = "Copy link"), 2000);
});

async function restore() {
  const shared = await unpack(location.hash);
  if (typeof shared?.wgsl === "string") {
    examples.value = "";
    open(shared);
  } else if (!editor.text) {
    examples.value = EXAMPLES[0].name;
    open(EXAMPLES[0]);
  }
}
addEventListener("hashchange", restore);
restore();
