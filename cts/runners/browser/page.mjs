// The page: reads a suite, runs it on the browser's WebGPU, and shows and offers the results.
// The address may say `#suite=FILE&filter=BEGINNING&run`, and `stub` in place of a device.

import { lines, Results } from "./suite.mjs";
import { stub } from "./stub.mjs";
import { Implementation } from "./webgpu.mjs";

/** The number of programs that are asked about at a time. */
const AT_A_TIME = 8;
/** The most failures that are listed. */
const MOST_LISTED = 500;

const element = (id) => document.getElementById(id);
const wanted = new URLSearchParams(location.hash.slice(1));
const form = element("form");
let isStopped = false;

/** The programs that the stub knows: those that are being asked about. */
const known = new Map();

async function open() {
  if (wanted.has("stub")) {
    element("stub").hidden = false;
    const mistakes = new Set(wanted.getAll("mistake"));
    return Implementation.open(stub(known, mistakes));
  }
  return Implementation.open(navigator.gpu).catch(() => null);
}

const opened = open().then((implementation) => {
  const missing = "This browser has no WebGPU, or no adapter for it. Nothing can be run.";
  element("device").textContent = implementation ? `Device: ${implementation.release ?? "unnamed"}` : missing;
  return implementation;
});

function show(results, done) {
  element("progress").value = done;
  element("status").value = `${done} of ${results.header.programs} programs`;
  const rows = [...results.byPhase, ["all", results.counts]].map(([phase, { same, unexpected, not_asked: notAsked }]) => {
    const row = document.createElement("tr");
    row.append(...[phase, same, unexpected, notAsked].map((text) => Object.assign(document.createElement("td"), { textContent: text })));
    return row;
  });
  element("counts").tBodies[0].replaceChildren(...rows);
}

function fail(program, { message = "" }) {
  element("failures-title").hidden = false;
  if (element("failures").childElementCount >= MOST_LISTED) return;
  const item = document.createElement("li");
  const details = document.createElement("details");
  const text = (tag, content) => Object.assign(document.createElement(tag), { textContent: content });
  details.append(text("summary", `${program.name}: expected ${program.verdict}`), text("p", message), text("pre", program.wgsl ?? ""));
  item.append(details);
  element("failures").append(item);
}

/** Runs the suite in a stream, and returns its results. */
async function run(stream, { filter = "", phase = "", name }) {
  const implementation = await opened;
  if (!implementation) throw new Error("there is no WebGPU");
  const all = lines(stream);
  const { value: header } = await all.next();
  if (header?.schema !== 1) throw new Error("this is not a suite of schema 1");
  const release = wanted.has("stub") ? "stub device" : `${navigator.userAgent} on ${implementation.release}`;
  const results = new Results(header, name, release);
  for (const id of ["progress", "counts"]) element(id).hidden = false;
  element("progress").max = header.programs;
  let done = 0;
  let shown = 0;
  const ask = async (program) => {
    const isAsked = program.name.startsWith(filter) && (!phase || program.phase === phase);
    if (isAsked) known.set(program.name, program);
    const outcome = isAsked ? await implementation.outcome(program) : null;
    known.delete(program.name);
    return [program, outcome];
  };
  const add = ([program, outcome]) => {
    done += 1;
    if (!outcome) return;
    results.add(program, outcome);
    if (outcome.status === "unexpected") fail(program, outcome);
  };
  const running = [];
  for await (const program of all) {
    if (isStopped) break;
    running.push(ask(program));
    if (running.length >= AT_A_TIME) add(await running.shift());
    if (performance.now() - shown > 200) {
      shown = performance.now();
      show(results, done);
      await new Promise((resume) => setTimeout(resume));
    }
  }
  for (const outcome of running) add(await outcome);
  show(results, done);
  const json = new Blob([JSON.stringify(results.json())], { type: "application/json" });
  Object.assign(element("download"), { hidden: false, href: URL.createObjectURL(json), download: `${name}.json` });
  return results;
}

async function start() {
  const { file, ...options } = Object.fromEntries(new FormData(form));
  isStopped = false;
  element("failures").replaceChildren();
  element("stop").disabled = false;
  try {
    const source = wanted.get("suite") ?? "suite.jsonl.gz";
    const response = file?.size ? file : await fetch(source);
    if (response.ok === false) throw new Error(`${source} can't be read: ${response.status}`);
    const results = await run(file?.size ? file.stream() : response.body, options);
    element("status").value += isStopped ? ": stopped" : ": done";
    return results.json();
  } catch (error) {
    element("status").value = `It failed: ${error.message}`;
    return { error: error.message };
  } finally {
    element("stop").disabled = true;
  }
}

element("stop").addEventListener("click", () => (isStopped = true));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
for (const key of ["filter", "phase", "name"]) if (wanted.has(key)) form.elements[key].value = wanted.get(key);
/** For scripts that drive the page: the results of the run that the address asks for, and whether there is a device. */
window.hasDevice = opened.then((implementation) => implementation !== null);
window.results = wanted.has("run") ? start() : null;
