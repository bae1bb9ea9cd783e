// The page: the editor, the panels next to it, and the checkers that fill them.

import { fix } from "wgsl-check";
import { assistance } from "./assist.js";
import { RemoteChecker } from "./checker.js";
import { Client } from "./client.js";
import { DebugPanel } from "./debug.js";
import { counted } from "./dom.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { list, tooltip } from "./findings.js";
import { Files } from "./files.js";
import { LANGUAGES } from "./language.js";
import { tables } from "./layout.js";
import { analyse, definitions } from "./program.js";
import { RunPanel } from "./run.js";
import { Runner } from "./runner.js";
import { pack, unpack } from "./share.js";
import { keep, kept } from "./store.js";
import { tabs } from "./tabs.js";
import { atLines, isTraced, traceList } from "./trace.js";
import { writtenPanel } from "./written.js";

const element = (id) => document.getElementById(id);
const [verdict, language, target, defines, examples, share, start] = ["verdict", "language", "target", "defines", "examples", "share", "start"].map(element);

const checker = new RemoteChecker();
const client = new Client(checker, documents);
const editor = new Editor(element("editor"), { changed: () => changed(), run: () => run(), printed: () => runWhenChecked(), stops: () => debug.breakpointsChanged(nameOf(files.current)), extensions: assistance(client, (name) => showFile(name)) });
const files = new Files(editor, element("files"), { changed: () => changed(), shown: () => markFile() });
const panel = new RunPanel(element("run"), () => changed({ isText: false }));
const runner = new Runner(panel, () => showStart());
const choose = tabs(["findings", "layout", "written", "run", "debug"]);
/** The traced values of the last run. */
let traced = { values: [], warnings: [] };
/** Where the debugged program is stopped. */
let stopped;
const debug = new DebugPanel(element("debug"), {
  attributes: () => {
    runner.stop();
    return { ...looked(), wgsl: files.main };
  },
  breakpoints: () => files.breakpoints.map(({ file, ...one }) => ({ file: nameOf(file), ...one })),
  change: ({ file, line }, condition) => {
    files.changeBreakpoint({ file: fileOf(file), line }, condition);
    debug.breakpointsChanged(file);
  },
  show: (place) => showStopped(place),
});

/** What is known of the program; `null` before the first check and after one that failed. */
let analysis = null;
let faults = [];
/** The function of a Metal program, or the kernel of a C++ AMP program, that is translated. */
let entry;

/** Returns true for a program in a language that targets implement. */
function hasTargets() {
  return ["wgsl", "wesl"].includes(language.value);
}

/** Returns the settings of the program. Targets are implementations of WGSL. */
function settings() {
  const of = { wgsl: { target: target.value }, wesl: { target: target.value, defines: definitions(defines.value), files: files.others }, metal: { entry }, amp: { entry } };
  return { language: language.value, ...of[language.value] };
}

/** Returns the settings of the program in the form of the language server. */
function serverSettings() {
  const names = Object.entries(definitions(defines.value)).map(([name, value]) => `${name}=${value}`);
  return { target: target.value === "text" ? "" : target.value, define: language.value === "wesl" ? names : [] };
}

/** Returns the program in the form of the language server's client. */
function documents() {
  const isWesl = language.value === "wesl";
  const main = nameOf();
  return { files: { [main]: files.main, ...(isWesl ? files.others : {}) }, current: files.current ?? main, language: language.value === "amp" ? "cpp" : language.value, settings: serverSettings() };
}

/** Returns the name of a file for the language server and the debugger: `undefined` is the program. */
function nameOf(file) {
  return file ?? `main.${language.value === "amp" ? "cpp" : language.value}`;
}

function fileOf(name) {
  return name === nameOf() ? undefined : name;
}

/** Shows the file with a name that the language server knows. */
function showFile(name) {
  files.show(name.startsWith("main.") ? undefined : name);
}

/** Returns the members of requests that look at values while the program is dispatched. */
function looked() {
  panel.begin();
  const { members } = panel.request();
  const of = {
    wgsl: { target: target.value },
    wesl: { target: target.value, path: nameOf(), files: files.others, defines: definitions(defines.value) },
    metal: { language: "metal", entry_point: analysis.written?.name },
  };
  return { ...members, ...of[language.value] };
}

/** Marks the place where the debugged program is stopped, in its file. */
function showStopped(place) {
  stopped = place?.file && { ...place, file: fileOf(place.file) };
  if (stopped) files.show(stopped.file);
  markStopped();
}

function markStopped() {
  editor.stopAt(stopped?.file === files.current ? stopped?.line : undefined);
}

/** Marks what is known of the file that is shown. */
function markFile() {
  mark();
  markStopped();
  editor.values = atLines(traced, nameOf(files.current));
}

/** Traces the program that ran. */
async function trace() {
  if (language.value === "amp") return;
  const { where } = panel.state;
  const found = await runner.trace(files.main, { ...looked(), ...(where ? { where } : {}) });
  if (!found) return;
  traced = found;
  const filter = (text) => {
    panel.state.where = text;
    trace();
  };
  panel.showTrace(traceList(found, where, { filter, show: ({ file, line }) => context.show({ file: fileOf(file), line, column: 1, end_line: line, end_column: 1 }) }));
  editor.values = atLines(traced, nameOf(files.current));
  performance.mark("traced");
}

const explanations = new Map();
function explain(name) {
  const of = hasTargets() ? "wgsl" : language.value;
  const key = `${of} ${name}`;
  if (!explanations.has(key)) explanations.set(key, checker.ask("explain", name, { language: of }));
  return explanations.get(key);
}

const context = {
  explain,
  show: (place) => {
    files.show(place.file);
    editor.show(place);
  },
  fix: (edits, file) => {
    files.show(file);
    editor.edit(edits);
  },
  fixAll: (suggestions) => (editor.text = fix(editor.text, suggestions)),
};

function mark() {
  const all = [...(analysis?.diagnostics ?? []), ...faults].filter(({ file }) => file === files.current);
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
let isChecking = false;
let wanted = null;
async function check() {
  wanted = { text: files.main, options: settings() };
  if (isChecking) return;
  isChecking = true;
  while (wanted) {
    const { text, options } = wanted;
    wanted = null;
    await checkText(text, options);
  }
  isChecking = false;
}

async function checkText(text, options) {
  const began = performance.now();
  let result;
  try {
    result = await analyse(checker, text, options);
  } catch (error) {
    analysis = null;
    verdict.dataset.of = "error";
    verdict.textContent = error.message;
    return;
  }
  if (wanted) return;
  analysis = result;
  mark();
  summarise(result, performance.now() - began);
  element("findings").replaceChildren(...list(result.diagnostics, context));
  element("layout").replaceChildren(...tables(result.shown));
  element("written").replaceChildren(...writtenPanel(result.written, { choose: chooseEntry, open: editAsWgsl }));
  panel.program(result);
  showStart();
  performance.mark("checked");
  runWaiting();
}

function summarise({ ok, diagnostics, incomplete }, milliseconds) {
  const count = (severity) => diagnostics.filter((found) => found.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const parts = [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean);
  verdict.dataset.of = ok ? (warnings ? "warning" : "accepted") : "error";
  const title = ok ? "Accepted" : incomplete ? "Partly checked" : "Rejected";
  verdict.textContent = `${title}${parts.length ? `: ${parts.join(", ")}` : ""} · ${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
  verdict.title = incomplete ?? "";
  const badge = element("count");
  badge.hidden = diagnostics.length === 0;
  badge.textContent = diagnostics.length;
  badge.className = errors ? "error" : "warning";
}

/** True if the program is to run when it has been checked: an example that was opened, or an animation that was edited. */
let isWaiting = false;
/** True if it is an example that was opened. */
let isOpened = false;
/** True while a program is opened from the menu or a link, instead of typed. */
let opening = false;

/** Clears outdated results after the program or its run settings changed. */
function changed({ isText = true } = {}) {
  if (!opening) {
    isWaiting ||= runner.isLive;
    isOpened = false;
    examples.value = "";
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    keep({ own: snapshot(), example: "" });
    element("own").hidden = false;
  }
  runner.stop();
  debug.stop("Stopped: the program was changed.");
  debug.drawBreakpoints();
  traced = { values: [], warnings: [] };
  editor.values = [];
  if (faults.length) {
    faults = [];
    mark();
  }
  if (!isWaiting || opening) panel.clear();
  if (isText) check();
  else runWaiting();
}

/** Runs a program that waits, unless it has errors: an animation continues when they are fixed. */
function runWaiting() {
  if (!isWaiting) return;
  if (!panel.canRun && !analysis.ok) return panel.pause();
  isWaiting = false;
  if (isOpened || panel.isLive) run({ isAutomatic: true });
  else panel.clear();
}

/** Runs the program when it has been checked. */
function runWhenChecked() {
  isWaiting = isOpened = true;
  choose("run");
}

function showStart() {
  start.disabled = !panel.canRun;
  // Breakpoints and values have places in the program, which the translation of a C++ AMP kernel only keeps for messages.
  debug.canStart = panel.canRun && panel.entry.op === "run" && language.value !== "amp";
  start.textContent = runner.isBusy ? "Stop" : "Run";
  start.classList.toggle("stops", runner.isBusy);
}

function run({ isAutomatic = false } = {}) {
  if (!panel.canRun) return;
  if (!isAutomatic) choose("run");
  const { origin, wgsl } = analysis;
  runner.start(wgsl, hasTargets() ? { target: target.value } : {}, (request, outcome, milliseconds) => {
    faults = outcome.faults.map((fault) => ({ ...fault, ...origin(fault), labels: fault.labels?.map((label) => ({ ...label, ...origin(label) })), severity: "warning" }));
    mark();
    panel.show(request, outcome, milliseconds, list(faults, context));
    performance.mark("ran");
    if (request.op === "run" && isTraced([files.main, ...Object.values(files.others)])) trace();
  });
  showStart();
  // On a phone the result is below the editor.
  if (!isAutomatic && matchMedia("(max-width: 60rem)").matches) element("panel").parentElement.scrollIntoView({ behavior: "smooth" });
}

function chooseEntry(name) {
  entry = name;
  check();
}

function editAsWgsl(wgsl) {
  files.show();
  speak("wgsl");
  editor.text = wgsl;
}

/** Sets the language of the program. */
function speak(name) {
  language.value = name;
  target.disabled = !hasTargets();
  for (const one of [defines.parentElement, element("files")]) one.hidden = name !== "wesl";
  if (name !== "wesl") files.show();
  element("tab-written").hidden = name === "wgsl";
  if (name === "wgsl" && !element("written").hidden) choose("findings");
  editor.language = name;
}

/** Returns the program with all settings, as links and the browser's storage have it. */
function snapshot() {
  return { wgsl: files.main, files: files.others, language: language.value, target: target.value, defines: defines.value, run: panel.state };
}

/** Shows a program with its settings. `isRun` runs it as soon as it was checked. */
function open({ wgsl, files: others, language: of = "wgsl", target: name = "text", defines: names = "", run: state = {} }, { isRun = false } = {}) {
  target.value = name;
  defines.value = names;
  speak(Object.hasOwn(LANGUAGES, of) ? of : "wgsl");
  panel.state = state;
  opening = true;
  isWaiting = isOpened = isRun;
  if (!files.replace(wgsl, others)) changed();
  opening = false;
}

/** Shows an example. Examples that run do so at once: they are known to end. */
function openExample(name) {
  const example = EXAMPLES.find((one) => one.name === name) ?? EXAMPLES[0];
  examples.value = example.name;
  const isRun = example.run !== undefined && !example.isWrong;
  choose(isRun ? "run" : "findings");
  open(example, { isRun });
}

function openOwn(own) {
  examples.value = "";
  choose("findings");
  open(own);
}

async function restore() {
  const shared = await unpack(location.hash);
  const { own, example } = kept();
  element("own").hidden = !own;
  if (typeof shared?.wgsl === "string") openOwn(shared);
  else if (files.main) return;
  else if (example === "" && typeof own?.wgsl === "string") openOwn(own);
  else openExample(example);
}

for (const { name, title } of EXAMPLES) examples.append(new Option(title, name));
examples.addEventListener("change", () => {
  const { own } = kept();
  keep({ example: examples.value });
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  if (examples.value) openExample(examples.value);
  else if (own) openOwn(own);
});
for (const setting of [target, defines]) setting.addEventListener("change", () => changed());
language.addEventListener("change", () => {
  speak(language.value);
  changed();
});
start.addEventListener("click", () => {
  isWaiting = false;
  if (runner.isBusy) runner.stop();
  else run();
});
share.addEventListener("click", async () => {
  history.replaceState(null, "", await pack(snapshot()));
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  share.textContent = isCopied ? "Copied" : "The link is in the address bar";
  setTimeout(() => (share.textContent = "Copy link"), 2000);
});
element("version").textContent = `Version ${VERSION}`;
if (SOURCE) Object.assign(element("source"), { href: SOURCE, hidden: false });
addEventListener("hashchange", restore);
restore();
