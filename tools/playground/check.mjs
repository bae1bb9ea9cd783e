// End-to-end test in Chromium: types a program, sees a diagnostic, applies its fix, runs, sees numbers.
//
//     node check.mjs [FOLDER_FOR_SCREENSHOTS]
//
// CHROMIUM names the browser to run.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Chromium } from "../../reports/browser/chromium.mjs";
import { faint } from "../../reports/browser/contrast.mjs";
import { serve } from "./serve.mjs";

const [folder = fileURLToPath(new URL("../../reports/generated/playground", import.meta.url))] = process.argv.slice(2);
const PROGRAMS = [process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome", "chrome"];
const program = PROGRAMS.find((name) => name && spawnSync(name, ["--version"]).status === 0);
if (!program) {
  console.log("skipped: Chromium is missing, so the page was not opened in a browser");
  process.exit(0);
}

const WIDE = { width: 1280, height: 860, scheme: "light" };
const PHONE = { width: 390, height: 844, scheme: "light" };

const server = serve(fileURLToPath(new URL("dist", import.meta.url)));
await new Promise((listening) => server.listen(0, "localhost", listening));
const address = `http://localhost:${server.address().port}/`;

const text = (page, selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent`);
const texts = (page, selector) => page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent)`);
const click = (page, selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);

/** Waits until an expression is true in the page. The limit is generous for slow machines. */
async function until(page, expression) {
  const holds = `new Promise((done) => {
    const from = performance.now();
    const look = () => ((${expression}) || performance.now() - from > 20000 ? done(Boolean(${expression})) : setTimeout(look, 5));
    look();
  })`;
  assert.ok(await page.evaluate(holds), `never: ${expression}`);
}

const isChecked = (page, verdict) => until(page, `document.getElementById("verdict").dataset.of === ${JSON.stringify(verdict)}`);
const hasRun = (page) => until(page, `document.querySelector(".ran, .failed")`);

/** Opens the page with an example that does not run. */
async function openPage(page) {
  await page.open(address);
  await openExample(page, "mistakes");
}

async function openExample(page, name) {
  await page.evaluate(`{
    performance.clearMarks();
    const menu = document.getElementById("examples");
    menu.value = ${JSON.stringify(name)};
    menu.dispatchEvent(new Event("change"));
  }`);
  await until(page, `performance.getEntriesByName("checked").length > 0`);
}

/** Replaces the program by typing. */
async function type(page, wgsl) {
  await page.evaluate(`document.querySelector(".cm-content").focus()`);
  await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "a", code: "KeyA", windowsVirtualKeyCode: 65, modifiers: 2, commands: ["selectAll"] });
  await page.send("Input.dispatchKeyEvent", { type: "keyUp", key: "a", code: "KeyA", windowsVirtualKeyCode: 65, modifiers: 2 });
  await page.evaluate("performance.clearMarks()");
  await page.send("Input.insertText", { text: wgsl });
  await until(page, `performance.getEntriesByName("checked").length > 0`);
}

/** Types letters one by one, as a keyboard sends them. */
async function typeLetters(page, letters) {
  for (const letter of letters) {
    if (letter === "\n") await page.press("Enter");
    else await page.send("Input.insertText", { text: letter });
  }
}

/** Returns the lines of the program. */
const lines = (page) => texts(page, ".cm-line");

/** Selects a text in a line. */
async function select(page, line, wanted) {
  await page.evaluate(`{
    const element = document.querySelectorAll(".cm-line")[${line - 1}];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    const start = element.textContent.indexOf(${JSON.stringify(wanted)});
    const at = (index) => {
      for (const node of nodes) {
        if (index <= node.length) return [node, index];
        index -= node.length;
      }
    };
    document.querySelector(".cm-content").focus();
    getSelection().setBaseAndExtent(...at(start), ...at(start + ${wanted.length}));
  }`);
}

/** Puts a breakpoint on a line with the keyboard. */
async function breakAt(page, line) {
  await page.evaluate(`{
    document.querySelector(".cm-content").focus();
    getSelection().collapse(document.querySelectorAll(".cm-line")[${line - 1}], 0);
  }`);
  await page.settle();
  await page.press("F9");
  await until(page, `document.querySelector(".breakpoint")`);
}

const isStoppedAt = (page, line) => until(page, `[...document.querySelectorAll(".cm-line")].findIndex((one) => one.classList.contains("cm-stopped")) === ${line - 1}`);

/** Fills an input with a file: `index` counts the inputs that have a choice. */
async function giveFile(page, index, kind, bytes, name) {
  const path = join(mkdtempSync(join(tmpdir(), "wgsl-playground-")), name);
  writeFileSync(path, bytes);
  await page.evaluate(`{ const menu = document.querySelectorAll(".inputs select")[${index}]; menu.value = ${JSON.stringify(kind)}; menu.dispatchEvent(new Event("change")); }`);
  const { root } = await page.send("DOM.getDocument");
  const { nodeId } = await page.send("DOM.querySelector", { nodeId: root.nodeId, selector: "input[type=file]" });
  await page.send("DOM.setFileInputFiles", { nodeId, files: [path] });
  await until(page, `[...document.querySelectorAll(".inputs .soft")].some((one) => one.textContent === ${JSON.stringify(name)})`);
}

const TYPED = `@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  let square = 0u;
  square = i * i;
  numbers[i] = square;
}`;

const CHECKS = {
  async "a person types, sees the diagnostic, applies the fix, runs, and sees the numbers"(page) {
    await openPage(page);
    await openExample(page, "scale");
    await type(page, TYPED);
    await isChecked(page, "error");
    assert.equal(await page.evaluate(`document.getElementById("start").disabled`), true);
    assert.deepEqual(await texts(page, ".finding .place"), ["4:3", "3:7"]);
    await until(page, `document.querySelector(".finding .rule a")`);
    assert.match(await page.evaluate(`document.querySelector(".finding .rule a").href`), /^https:\/\/www\.w3\.org\/TR\/WGSL\/#./);
    assert.equal(await text(page, ".cm-lintRange-error"), "square");
    await click(page, ".finding .fix button");
    await isChecked(page, "accepted");
    assert.match(await text(page, ".cm-content"), /var square = 0u/);
    assert.deepEqual(await texts(page, ".finding"), []);
    await click(page, "#start");
    await hasRun(page);
    assert.match(await text(page, ".ran"), /no faults/);
    assert.deepEqual((await texts(page, ".written td")).slice(0, 6), ["0", "1", "4", "9", "4", "5"]);
    assert.deepEqual(await texts(page, ".written .changed"), ["4", "9"]);
    const others = await page.evaluate(`performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith(location.origin))`);
    assert.deepEqual(others, [], "nothing comes from elsewhere");
  },

  async "the editor offers the fix at the diagnostic"(page) {
    await openPage(page);
    await type(page, "fn f() { let x = 1; x = 2; }");
    await isChecked(page, "error");
    const [x, y] = await page.evaluate(`(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector(".cm-lintRange-error").getBoundingClientRect())`);
    await page.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    await until(page, `document.querySelector(".cm-tooltip .tip .rule a")`);
    await click(page, ".cm-tooltip .cm-diagnosticAction");
    await isChecked(page, "accepted");
    assert.equal(await text(page, ".cm-content"), "fn f() { var x = 1; x = 2; }");
  },

  async "all safe fixes are applied at once"(page) {
    await openPage(page);
    await openExample(page, "mistakes");
    const count = (await texts(page, ".finding")).length;
    assert.ok(count > 4);
    await click(page, "#fix-all");
    await until(page, `document.querySelectorAll(".finding").length === ${count - 3}`);
  },

  async "faults of a strict run have places in the program"(page) {
    await openPage(page);
    await openExample(page, "race");
    await hasRun(page);
    assert.match(await text(page, ".ran"), /1 fault/);
    assert.equal(await text(page, ".cm-lintRange-warning"), "copy[63 - i]");
    await click(page, "#run .finding .place");
    assert.equal(await page.evaluate(`getSelection().toString()`), "copy[63 - i]");
  },

  async "a program that does not end can be stopped, and diagnostics come meanwhile"(page) {
    await openPage(page);
    await type(page, "@compute @workgroup_size(1) fn main() { var n = 0u; loop { n += 1u; if n == 0xffffffffu { break; } } }");
    await isChecked(page, "accepted");
    await click(page, "#start");
    await until(page, `document.querySelector(".waiting")`);
    assert.equal(await text(page, "#start"), "Stop");
    await click(page, "#start");
    await until(page, `document.querySelector(".failed.stopped")`);
    await openExample(page, "scale");
    await hasRun(page);
    assert.deepEqual((await texts(page, ".written td")).slice(0, 3), ["0", "2.5", "5"]);
  },

  async "textures are pictures"(page) {
    await openPage(page);
    await openExample(page, "mandelbrot");
    await hasRun(page);
    const colours = `new Set(new Uint32Array(document.querySelector("canvas").getContext("2d").getImageData(0, 0, 256, 256).data.buffer)).size`;
    assert.ok((await page.evaluate(colours)) > 20);
  },

  async "overrides have values, and workgroups their size"(page) {
    await openPage(page);
    await type(page, "override width = 2u; override factor: u32;\n@group(0) @binding(0) var<storage, read_write> n: array<u32, 4>;\n@compute @workgroup_size(width) fn main(@builtin(local_invocation_index) i: u32) { n[i] = factor + i; }");
    await isChecked(page, "accepted");
    await click(page, "#tab-run");
    assert.match(await text(page, ".dispatch"), /of width × 1 × 1 invocations/);
    await click(page, "#start");
    await hasRun(page);
    assert.match(await text(page, ".failed"), /factor/);
    await page.evaluate(`{ const [, factor] = document.querySelectorAll("input.constant"); factor.value = "7"; factor.dispatchEvent(new Event("input")); }`);
    await click(page, "#start");
    await hasRun(page);
    assert.deepEqual(await texts(page, ".written td"), ["7", "8", "0", "0"]);
  },

  async "vertex and fragment shaders draw"(page) {
    await openPage(page);
    await openExample(page, "draw");
    await hasRun(page);
    // The next frame replaces the words of the first one, but not the class, which says that there are no faults.
    assert.ok(await page.evaluate(`document.querySelector(".ran").classList.contains("same")`), await text(page, ".ran"));
    const [width, height, corner] = await page.evaluate(`(({ width, height }) => [width, height, [...document.querySelector("canvas").getContext("2d").getImageData(0, 0, 1, 1).data]])(document.querySelector("canvas"))`);
    assert.deepEqual([width, height, corner[3]], [320, 200, 255]);
    assert.ok(corner[2] > corner[0], "the sky is blue above");
  },

  async "the layout shows offsets and padding"(page) {
    await openPage(page);
    await openExample(page, "particles");
    await click(page, "#tab-layout");
    assert.deepEqual(await texts(page, ".structure:first-child td"), ["0", "4", "4", "seconds: f32", "4", "12", "", "padding", "16", "12", "16", "gravity: vec3<f32>", "28", "4", "", "padding"]);
  },

  async "a link holds the program and how it runs"(page) {
    await openPage(page);
    await openExample(page, "sum");
    await click(page, "#share");
    await until(page, `location.hash.startsWith("#p=")`);
    const link = await page.evaluate("location.href");
    assert.ok(link.length < 1500, `${link.length}`);
    await page.open(link);
    await isChecked(page, "accepted");
    assert.equal(await page.evaluate(`document.getElementById("examples").value`), "");
    await click(page, "#start");
    await hasRun(page);
    assert.deepEqual(await texts(page, ".written td"), ["2016", "6112", "10208", "14304"]);
  },

  async "targets change the result"(page) {
    await openPage(page);
    await type(page, "requires buffer_view;");
    await isChecked(page, "accepted");
    await page.evaluate(`{ const menu = document.getElementById("target"); menu.value = "firefox"; menu.dispatchEvent(new Event("change")); }`);
    await isChecked(page, "error");
  },

  async "Metal programs are checked, and have layouts"(page) {
    await openPage(page);
    await openExample(page, "kernel");
    await isChecked(page, "error");
    assert.equal(await page.evaluate(`document.getElementById("language").value`), "metal");
    assert.equal(await page.evaluate(`document.getElementById("target").disabled`), true);
    assert.equal(await text(page, ".cm-lintRange-error"), "velocty");
    await until(page, `document.querySelector(".finding .rule span")`);
    assert.match(await text(page, ".finding .rule"), /Metal Shading Language Specification/);
    await click(page, ".finding .fix button");
    await isChecked(page, "accepted");
    assert.deepEqual((await texts(page, ".structure:first-child td")).slice(0, 4), ["0", "16", "16", "position: float3"]);
    assert.match(await text(page, "#written pre"), /@compute @workgroup_size\(64/);
    await click(page, "#start");
    await hasRun(page);
    assert.match(await text(page, ".ran"), /no faults/);
    await click(page, "#share");
    await until(page, `location.hash.startsWith("#p=")`);
    await page.open(await page.evaluate("location.href"));
    await isChecked(page, "accepted");
    assert.equal(await page.evaluate(`document.getElementById("language").value`), "metal");
    await openExample(page, "scale");
    await isChecked(page, "accepted");
    assert.equal(await page.evaluate(`document.getElementById("start").disabled`), false);
  },

  async "comments print values at their lines, filtered by invocation"(page) {
    await openPage(page);
    await openExample(page, "scale");
    await type(page, TYPED.replace("let", "var").replace("i * i;", "i * i; // wgsl-check: print(square)"));
    await isChecked(page, "accepted");
    await click(page, "#start");
    await until(page, `document.querySelector(".cm-values")?.textContent === "square = 0, 1, 4, 9"`);
    assert.equal((await texts(page, ".traced tbody tr")).length, 4);
    await page.evaluate(`{ const field = document.querySelector(".where"); field.value = "gid.x == 3"; field.dispatchEvent(new Event("change")); }`);
    await until(page, `document.querySelector(".cm-values")?.textContent === "square = 9"`);
    assert.deepEqual(await texts(page, ".traced tbody td"), ["square", "3, 0, 0", "9"]);
  },

  async "a selected expression is traced"(page) {
    await openPage(page);
    await openExample(page, "scale");
    await type(page, TYPED.replace("let", "var"));
    await isChecked(page, "accepted");
    await select(page, 4, "i * i");
    await until(page, `document.querySelector("button.trace")`);
    await click(page, "button.trace");
    await until(page, `document.querySelector(".cm-values")?.textContent === "i * i = 0, 1, 4, 9"`);
    assert.match((await lines(page))[3], /\/\/ wgsl-check: print\(i \* i\)/);
    // With the keyboard.
    await select(page, 5, "square");
    const keys = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, modifiers: 2 + 8 };
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", ...keys });
    await page.send("Input.dispatchKeyEvent", { type: "keyUp", ...keys });
    await until(page, `document.querySelectorAll(".cm-values").length === 2`);
  },

  async "a program is debugged: breakpoints, steps in both directions, variables of each invocation"(page) {
    await openPage(page);
    await openExample(page, "scale");
    await type(page, TYPED.replace("let", "var"));
    await isChecked(page, "accepted");
    await breakAt(page, 4);
    assert.deepEqual(await texts(page, ".breakpoints li > span:first-child"), ["main.wgsl:4"]);
    await click(page, "#tab-debug");
    await click(page, "#debug-start");
    await isStoppedAt(page, 4);
    assert.match(await text(page, ".stop"), /Breakpoint: invocation 0 of workgroup 0, line 4/);
    assert.equal((await texts(page, "#threads option")).length, 4);
    await page.press("F10");
    await isStoppedAt(page, 5);
    assert.match(await text(page, ".tree"), /square.*u32.*0/);
    await page.evaluate(`{ const list = document.getElementById("threads"); list.value = "4"; list.dispatchEvent(new Event("change")); }`);
    await until(page, `/invocation 3/.test(document.querySelector(".stop").textContent)`);
    assert.match(await text(page, ".tree"), /square.*u32.*9/);
    await page.evaluate(`{ const field = document.getElementById("watch"); field.value = "square * 2u"; field.form.requestSubmit(); }`);
    await until(page, `[...document.querySelectorAll(".scope")].some((one) => /Watch.*square \\* 2u.*18/.test(one.textContent))`);
    await click(page, `.steps [title^="Step back"]`);
    await isStoppedAt(page, 4);
    await click(page, `.steps [title^="Continue ("]`);
    await until(page, `/has ended/.test(document.querySelector(".stop").textContent)`);
    assert.equal(await page.evaluate(`document.querySelector(".cm-stopped")`), null);
    // A breakpoint for one invocation.
    await page.evaluate(`{ const field = document.querySelector(".breakpoints input"); field.value = "i == 2u"; field.dispatchEvent(new Event("change")); }`);
    await click(page, "#debug-start");
    await isStoppedAt(page, 4);
    assert.match(await text(page, ".stop"), /invocation 2 of/);
    await page.evaluate(`document.querySelector(".cm-content").focus()`);
    await typeLetters(page, " ");
    await until(page, `/was changed/.test(document.querySelector(".stop").textContent)`);
  },

  async "a debugged program stops at faults, and shows buffers as arrays"(page) {
    await openPage(page);
    await openExample(page, "race");
    await hasRun(page);
    await breakAt(page, 1);
    await click(page, "#tab-debug");
    await page.evaluate(`document.querySelector(".breakpoints .remove").click()`);
    await click(page, "#debug-start");
    await until(page, `document.querySelector(".cm-stopped")`);
    await click(page, `.steps [title^="Continue ("]`);
    await until(page, `document.querySelector(".stop.fault")`);
    const globals = `[...document.querySelectorAll(".scope")].find((one) => /^Module/.test(one.textContent))`;
    await page.evaluate(`${globals}.querySelector("details").open = true`);
    await until(page, `${globals}.querySelectorAll("details .tree li").length >= 64`);
    await click(page, `.steps [title^="Stop"]`);
    assert.equal(await text(page, ".stop"), "Stopped.");
  },

  async "modules and Metal kernels are debugged in their own lines"(page) {
    await openPage(page);
    await openExample(page, "kernel");
    await click(page, ".finding .fix button");
    await isChecked(page, "accepted");
    await until(page, `!document.getElementById("debug-start").disabled`);
    await click(page, "#tab-debug");
    await click(page, "#debug-start");
    await until(page, `document.querySelector(".cm-stopped")`);
    assert.match(await text(page, ".stop"), /Start: invocation 0/);
    // A breakpoint in a module stops there, and shows its file.
    await openExample(page, "fog");
    await page.evaluate(`{ const names = document.getElementById("defines"); names.value = ""; performance.clearMarks(); names.dispatchEvent(new Event("change")); }`);
    await until(page, `performance.getEntriesByName("checked").length > 0`);
    const shader = "import package::hills::square;\n@group(0) @binding(0) var<storage, read_write> d: array<u32>;\n@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {\n  d[i] = square(i);\n}";
    await type(page, shader);
    await click(page, "#files button:nth-of-type(2)");
    await type(page, "fn square(x: u32) -> u32 {\n  let y = x * x;\n  return y; // wgsl-check: print(y)\n}");
    await isChecked(page, "accepted");
    await breakAt(page, 3);
    await click(page, "#files button:first-of-type");
    await click(page, "#tab-debug");
    await click(page, "#debug-start");
    await isStoppedAt(page, 3);
    assert.deepEqual(await texts(page, ".stack button"), ["square, line 3", "main, line 4"]);
    assert.match(await text(page, ".cm-content"), /^fn square/);
    await page.evaluate(`document.querySelectorAll(".stack button")[1].click()`);
    await isStoppedAt(page, 4);
    assert.match(await text(page, ".cm-content"), /^import/);
    await click(page, "#start");
    await until(page, `document.querySelectorAll(".traced tbody tr").length === 64 || document.querySelectorAll(".traced tbody tr").length === 4`);
    await click(page, "#files button:nth-of-type(2)");
    await until(page, `document.querySelector(".cm-values")?.textContent === "y = 0, 1, 4, 9"`);
  },

  async "the keyboard is enough"(page) {
    await openPage(page);
    await type(page, TYPED.replace("let", "var"));
    await page.evaluate(`document.getElementById("tab-findings").focus()`);
    await page.press("ArrowRight");
    assert.equal(await page.evaluate("document.activeElement.id"), "tab-layout");
    assert.equal(await page.evaluate(`document.getElementById("layout").checkVisibility()`), true);
    await page.evaluate(`document.querySelector(".cm-content").focus()`);
    const control = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, modifiers: 2 };
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", ...control });
    await page.send("Input.dispatchKeyEvent", { type: "keyUp", ...control });
    await hasRun(page);
  },

  async "the page opens with a picture that moves, and edits continue it"(page) {
    await page.open(address);
    await until(page, `/Frame/.test(document.querySelector(".ran")?.textContent)`);
    const picture = `document.querySelector("canvas").toDataURL()`;
    const first = await page.evaluate(picture);
    await until(page, `${picture} !== ${JSON.stringify(first)}`);
    await type(page, "@group(0) @binding(0) var<uniform> time: f32;\n@vertex fn v() -> @builtin(position) vec4f { return vec4f(; }");
    await until(page, `document.querySelector(".outcome.stale")`);
    await type(page, `@group(0) @binding(0) var<uniform> time: f32;
@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(vec2f(f32(i & 1), f32(i >> 1)) * 4 - 1, 0, 1); }
@fragment fn f() -> @location(0) vec4f { return vec4f(1, 0, fract(time), 1); }`);
    await until(page, `!document.querySelector(".outcome.stale") && document.querySelector("canvas").getContext("2d").getImageData(0, 0, 1, 1).data[0] === 255`);
    await click(page, "#start");
    assert.equal(await text(page, "#start"), "Run");
  },

  async "the mouse is an input"(page) {
    await page.open(address);
    await openExample(page, "ripples");
    await until(page, `/Frame/.test(document.querySelector(".ran")?.textContent)`);
    const [x, y] = await page.evaluate(`(({ x, y, width, height }) => [x + width / 4, y + height / 2])(document.querySelector("canvas").getBoundingClientRect())`);
    await page.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    // Pixels at the same distance from the mouse, which is at (60, 80), have the same colour.
    await until(page, `(() => { const at = (x, y) => document.querySelector("canvas").getContext("2d").getImageData(x, y, 1, 1).data.join(); return at(50, 80) === at(69, 80) && at(60, 70) === at(60, 89); })()`);
  },

  async "the program stays in the browser, and a link comes first"(page) {
    await openPage(page);
    await type(page, "fn kept() {}");
    await page.open(address);
    await isChecked(page, "accepted");
    assert.deepEqual(await lines(page), ["fn kept() {}"]);
    await openExample(page, "scale");
    await page.open(address);
    await until(page, `document.getElementById("examples").value === "scale"`);
    await click(page, "#share");
    await until(page, `location.hash.startsWith("#p=")`);
    const link = await page.evaluate("location.href");
    await page.evaluate(`{ const menu = document.getElementById("examples"); menu.value = ""; menu.dispatchEvent(new Event("change")); }`);
    await until(page, `document.querySelector(".cm-content").textContent === "fn kept() {}"`);
    await page.open(link);
    await until(page, `/Multiplies/.test(document.querySelector(".cm-content").textContent)`);
  },

  async "the editor indents, closes brackets, completes and explains"(page) {
    await openPage(page);
    await type(page, "struct Light { power: f32 }\n");
    await page.press("ArrowDown");
    await typeLetters(page, "fn f(light: Light) -> f32 {\nif (true) {\nreturn light.");
    await until(page, `document.querySelector(".cm-tooltip-autocomplete li")`);
    assert.match(await text(page, ".cm-tooltip-autocomplete li"), /^power/);
    await page.settle();
    // CodeMirror ignores keys for 75 ms after a list appears, so that a person does not choose by accident.
    await page.evaluate("new Promise((done) => setTimeout(done, 150))");
    await page.press("Enter");
    await typeLetters(page, ";");
    assert.deepEqual((await lines(page)).slice(1), ["fn f(light: Light) -> f32 {", "  if (true) {", "    return light.power;", "  }", "}"]);
    const [x, y] = await page.evaluate(`(({ x, y, width, height }) => [x + 2, y + height / 2])([...document.querySelectorAll(".cm-line span")].find((one) => one.textContent === "Light").getBoundingClientRect())`);
    await page.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    await until(page, `/size 4/.test(document.querySelector(".tip.hover")?.textContent)`);
  },

  async "vertex buffers, files and pictures are inputs"(page) {
    await openPage(page);
    await openExample(page, "corners");
    await hasRun(page);
    const centre = `[...document.querySelector("canvas").getContext("2d").getImageData(128, 128, 1, 1).data].slice(0, 3).some((it) => it > 0)`;
    assert.ok(await page.evaluate(centre));
    await openExample(page, "scale");
    await giveFile(page, 0, "file", Buffer.from(new Float32Array([3, 5]).buffer), "numbers.bin");
    await click(page, "#start");
    await hasRun(page);
    assert.deepEqual((await texts(page, ".written td")).slice(0, 3), ["7.5", "12.5"]);
    await openExample(page, "blur");
    // A picture of one red pixel.
    const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==", "base64");
    await giveFile(page, 0, "file", picture, "red.png");
    await click(page, "#start");
    await hasRun(page);
    assert.deepEqual(await page.evaluate(`[...document.querySelector("canvas").getContext("2d").getImageData(9, 9, 1, 1).data]`), [255, 0, 0, 255]);
  },

  async "WESL has modules and conditions"(page) {
    await openPage(page);
    await openExample(page, "fog");
    await click(page, "#files button:nth-of-type(2)");
    await type(page, "const sky = vec3f(0);\nfn height(x: f32) -> f32 { return x * 1u; }");
    await isChecked(page, "error");
    assert.equal(await text(page, ".finding .place"), "hills.wesl:2:35");
    assert.equal(await text(page, ".cm-lintRange-error"), "x * 1u");
    await click(page, "#files button:first-of-type");
    assert.equal(await page.evaluate(`document.querySelectorAll(".cm-lintRange-error").length`), 0);
    await click(page, ".finding .place");
    assert.match(await text(page, ".cm-content"), /^const sky/);
    await page.open(address);
    await isChecked(page, "error");
    assert.deepEqual(await texts(page, "#files button"), ["main.wesl", "hills.wesl", "+ File"]);
    await openExample(page, "fog");
    assert.match(await text(page, "#written pre"), /density = 0.75/);
    await page.evaluate(`{ const names = document.getElementById("defines"); names.value = ""; performance.clearMarks(); names.dispatchEvent(new Event("change")); }`);
    await until(page, `performance.getEntriesByName("checked").length > 0`);
    await isChecked(page, "accepted");
    assert.doesNotMatch(await text(page, "#written pre"), /density/);
    await click(page, "#written button");
    await isChecked(page, "accepted");
    assert.equal(await page.evaluate(`document.getElementById("language").value`), "wgsl");
  },

  async "on a phone the result is on the first screen"(page) {
    await page.look(PHONE);
    await page.open(address);
    await hasRun(page);
    assert.ok((await page.evaluate(`document.querySelector("canvas").getBoundingClientRect().bottom`)) < PHONE.height);
    await openExample(page, "scale");
    await type(page, TYPED.replace("let", "var"));
    await click(page, "#start");
    await hasRun(page);
    await until(page, `document.querySelector(".written").getBoundingClientRect().top < ${PHONE.height - 100}`);
  },

  async "nothing is wider than the screen, and text contrasts with its background"(page) {
    for (const scheme of ["light", "dark"]) {
      for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 860]]) {
        await page.look({ width, height, scheme });
        await page.open(address);
        for (const [example, tab] of [["mistakes", "findings"], ["particles", "layout"], ["race", "run"], ["race", "debug"], ["fog", "written"]]) {
          await openExample(page, example);
          await click(page, `#tab-${tab}`);
          if (tab === "run") await hasRun(page);
          if (tab === "debug") {
            await hasRun(page);
            await click(page, "#debug-start");
            await until(page, `document.querySelector(".cm-stopped")`);
          }
          const wide = await page.evaluate("document.documentElement.scrollWidth");
          assert.ok(wide <= width, `${wide} of ${width} pixels in ${tab}`);
          if (width === 1280) assert.deepEqual(await page.evaluate(`(${faint})()`), [], `${scheme}, ${tab}`);
        }
      }
    }
  },
};

async function screenshots(page) {
  for (const scheme of ["light", "dark"]) {
    for (const [name, look] of [["wide", WIDE], ["phone", PHONE]]) {
      await page.look({ ...look, scheme });
      await page.open(address);
      const shot = (view) => page.screenshot(join(folder, `${name}-${scheme}-${view}.png`), { whole: name === "phone" });
      await openExample(page, "mistakes");
      await until(page, `document.querySelectorAll(".finding .rule a").length > 4`);
      await shot("findings");
      await openExample(page, "particles");
      await click(page, "#tab-layout");
      await shot("layout");
      await openExample(page, "race");
      await click(page, "#tab-debug");
      await click(page, "#debug-start");
      await until(page, `document.querySelector(".cm-stopped")`);
      await click(page, `.steps [title^="Continue ("]`);
      await until(page, `document.querySelector(".stop.fault")`);
      await shot("debug");
      await click(page, "#tab-run");
      for (const example of ["race", "mandelbrot", "draw", "particles", "corners"]) {
        await openExample(page, example);
        await hasRun(page);
        await page.settle();
        await shot(`run-${example}`);
      }
    }
  }
}

/** Measures the milliseconds from opening the page to the first diagnostics, and from a keystroke to new diagnostics. */
async function measure(page) {
  await page.open(address);
  await until(page, `performance.getEntriesByName("checked").length > 0`);
  const first = await page.evaluate(`performance.getEntriesByName("checked")[0].startTime`);
  const typed = [];
  for (let count = 0; count < 5; count += 1) {
    const began = await page.evaluate("performance.now()");
    await type(page, `fn f${count}() { let x = 1; x = 2; }`);
    typed.push((await page.evaluate(`performance.getEntriesByName("checked").at(-1).startTime`)) - began);
  }
  console.log(`first diagnostics after ${Math.round(first)} ms, the diagnostics of a new program ${Math.round(typed.toSorted((one, other) => one - other)[2])} ms after it was typed`);
}

mkdirSync(folder, { recursive: true });
const browser = new Chromium(program);
let failures = 0;
try {
  for (const [name, check] of Object.entries(CHECKS)) {
    const page = await browser.page();
    await page.look(WIDE);
    try {
      await page.open(address);
      await page.evaluate("localStorage.clear()");
      await check(page);
      assert.deepEqual(page.complaints, [], "the console stays empty");
      console.log(`ok      ${name}`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
    await browser.send("Target.closeTarget", { targetId: page.target });
  }
  const page = await browser.page();
  await page.look(WIDE);
  await measure(page);
  await screenshots(page);
  console.log(`screenshots: ${folder}`);
} finally {
  await browser.close();
  server.close();
}
process.exitCode = failures > 0 ? 1 : 0;
