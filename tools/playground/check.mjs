// End-to-end test in Chromium: types a program, sees a diagnostic, applies its fix, runs, sees numbers.
//
//     node check.mjs [FOLDER_FOR_SCREENSHOTS]
//
// CHROMIUM names the browser to run.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
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

const isJudged = (page, verdict) => until(page, `document.getElementById("verdict").dataset.of === ${JSON.stringify(verdict)}`);
const hasRun = (page) => until(page, `document.querySelector(".ran, .failed")`);

async function openExample(page, name) {
  await page.evaluate(`{
    performance.clearMarks();
    const menu = document.getElementById("examples");
    menu.value = ${JSON.stringify(name)};
    menu.dispatchEvent(new Event("change"));
  }`);
  await until(page, `performance.getEntriesByName("judged").length > 0`);
}

/** Replaces the program by typing. */
async function type(page, wgsl) {
  await page.evaluate(`document.querySelector(".cm-content").focus()`);
  await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "a", code: "KeyA", windowsVirtualKeyCode: 65, modifiers: 2, commands: ["selectAll"] });
  await page.send("Input.dispatchKeyEvent", { type: "keyUp", key: "a", code: "KeyA", windowsVirtualKeyCode: 65, modifiers: 2 });
  await page.send("Input.insertText", { text: wgsl });
}

const TYPED = `@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  let square = 0u;
  square = i * i;
  numbers[i] = square;
}`;

const CHECKS = {
  async "a person types, sees the diagnostic, applies the fix, runs, and sees the numbers"(page) {
    await page.open(address);
    await isJudged(page, "accepted");
    await type(page, TYPED);
    await isJudged(page, "error");
    assert.equal(await page.evaluate(`document.getElementById("start").disabled`), true);
    assert.deepEqual(await texts(page, ".finding .place"), ["4:3", "3:7"]);
    await until(page, `document.querySelector(".finding .rule a")`);
    assert.match(await page.evaluate(`document.querySelector(".finding .rule a").href`), /^https:\/\/www\.w3\.org\/TR\/WGSL\/#./);
    assert.equal(await text(page, ".cm-lintRange-error"), "square");
    await click(page, ".finding .fix button");
    await isJudged(page, "accepted");
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
    await page.open(address);
    await type(page, "fn f() { let x = 1; x = 2; }");
    await isJudged(page, "error");
    const [x, y] = await page.evaluate(`(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector(".cm-lintRange-error").getBoundingClientRect())`);
    await page.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    await until(page, `document.querySelector(".cm-tooltip .tip .rule a")`);
    await click(page, ".cm-tooltip .cm-diagnosticAction");
    await isJudged(page, "accepted");
    assert.equal(await text(page, ".cm-content"), "fn f() { var x = 1; x = 2; }");
  },

  async "all safe fixes are applied at once"(page) {
    await page.open(address);
    await openExample(page, "mistakes");
    const count = (await texts(page, ".finding")).length;
    assert.ok(count > 4);
    await click(page, "#fix-all");
    await until(page, `document.querySelectorAll(".finding").length === ${count - 2}`);
  },

  async "faults of a strict run have places in the program"(page) {
    await page.open(address);
    await openExample(page, "race");
    await click(page, "#start");
    await hasRun(page);
    assert.match(await text(page, ".ran"), /1 fault/);
    assert.equal(await text(page, ".cm-lintRange-warning"), "copy[63 - i]");
    await click(page, "#run .finding .place");
    assert.equal(await page.evaluate(`getSelection().toString()`), "copy[63 - i]");
  },

  async "a program that does not end can be stopped, and diagnostics come meanwhile"(page) {
    await page.open(address);
    await type(page, "@compute @workgroup_size(1) fn main() { var n = 0u; loop { n += 1u; if n == 0xffffffffu { break; } } }");
    await isJudged(page, "accepted");
    await click(page, "#start");
    await until(page, `document.querySelector(".waiting button")`);
    await click(page, ".waiting button");
    await until(page, `document.querySelector(".failed.stopped")`);
    await openExample(page, "scale");
    await click(page, "#start");
    await hasRun(page);
    assert.deepEqual((await texts(page, ".written td")).slice(0, 3), ["0", "2.5", "5"]);
  },

  async "textures are pictures"(page) {
    await page.open(address);
    await openExample(page, "mandelbrot");
    await click(page, "#start");
    await hasRun(page);
    const colours = `new Set(new Uint32Array(document.querySelector("canvas").getContext("2d").getImageData(0, 0, 256, 256).data.buffer)).size`;
    assert.ok((await page.evaluate(colours)) > 20);
  },

  async "overrides have values, and workgroups their size"(page) {
    await page.open(address);
    await type(page, "override width = 2u; override factor: u32;\n@group(0) @binding(0) var<storage, read_write> n: array<u32, 4>;\n@compute @workgroup_size(width) fn main(@builtin(local_invocation_index) i: u32) { n[i] = factor + i; }");
    await isJudged(page, "accepted");
    await click(page, "#tab-run");
    assert.match(await text(page, ".dispatch"), /of width × 1 × 1 invocations/);
    await click(page, "#start");
    await hasRun(page);
    assert.match(await text(page, ".failed"), /factor/);
    await page.evaluate(`{ const [, factor] = document.querySelectorAll("input.constant"); factor.value = "7"; factor.dispatchEvent(new Event("input")); }`);
    await click(page, "#start");
    await hasRun(page);
    assert.deepEqual(await texts(page, ".written td"), ["7", "8", "2", "3"]);
  },

  async "vertex and fragment shaders draw"(page) {
    await page.open(address);
    await openExample(page, "draw");
    await click(page, "#start");
    await hasRun(page);
    assert.match(await text(page, ".ran"), /no faults/);
    const [width, height, corner] = await page.evaluate(`(({ width, height }) => [width, height, [...document.querySelector("canvas").getContext("2d").getImageData(0, 0, 1, 1).data]])(document.querySelector("canvas"))`);
    assert.deepEqual([width, height, corner[3]], [320, 200, 255]);
    assert.ok(corner[2] > corner[0], "the sky is blue above");
  },

  async "the layout shows offsets and padding"(page) {
    await page.open(address);
    await openExample(page, "particles");
    await click(page, "#tab-layout");
    assert.deepEqual(await texts(page, ".structure:first-child td"), ["0", "4", "4", "seconds: f32", "4", "12", "", "padding", "16", "12", "16", "gravity: vec3<f32>", "28", "4", "", "padding"]);
  },

  async "a link holds the program and how it runs"(page) {
    await page.open(address);
    await openExample(page, "sum");
    await click(page, "#share");
    await until(page, `location.hash.startsWith("#p=")`);
    const link = await page.evaluate("location.href");
    assert.ok(link.length < 1500, `${link.length}`);
    await page.open(link);
    await isJudged(page, "accepted");
    assert.equal(await page.evaluate(`document.getElementById("examples").value`), "");
    await click(page, "#start");
    await hasRun(page);
    assert.deepEqual(await texts(page, ".written td"), ["2016", "6112", "10208", "14304"]);
  },

  async "targets change the result"(page) {
    await page.open(address);
    await type(page, "requires buffer_view;");
    await isJudged(page, "accepted");
    await page.evaluate(`{ const menu = document.getElementById("target"); menu.value = "firefox"; menu.dispatchEvent(new Event("change")); }`);
    await isJudged(page, "error");
  },

  async "Metal programs are checked, and have layouts"(page) {
    await page.open(address);
    await openExample(page, "kernel");
    await isJudged(page, "error");
    assert.equal(await page.evaluate(`document.getElementById("language").value`), "metal");
    assert.equal(await page.evaluate(`document.getElementById("target").disabled`), true);
    assert.equal(await text(page, ".cm-lintRange-error"), "velocty");
    await until(page, `document.querySelector(".finding .rule span")`);
    assert.match(await text(page, ".finding .rule"), /Metal Shading Language Specification/);
    await click(page, ".finding .fix button");
    await isJudged(page, "accepted");
    assert.deepEqual((await texts(page, ".structure:first-child td")).slice(0, 4), ["0", "16", "16", "position: float3"]);
    assert.equal(await page.evaluate(`document.getElementById("start").disabled`), true);
    assert.match(await text(page, "#run .empty"), /runs WGSL only/);
    await click(page, "#share");
    await until(page, `location.hash.startsWith("#p=")`);
    await page.open(await page.evaluate("location.href"));
    await isJudged(page, "accepted");
    assert.equal(await page.evaluate(`document.getElementById("language").value`), "metal");
    await openExample(page, "scale");
    await isJudged(page, "accepted");
    assert.equal(await page.evaluate(`document.getElementById("start").disabled`), false);
  },

  async "the keyboard is enough"(page) {
    await page.open(address);
    await isJudged(page, "accepted");
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

  async "nothing is wider than the screen, and text contrasts with its background"(page) {
    for (const scheme of ["light", "dark"]) {
      for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 860]]) {
        await page.look({ width, height, scheme });
        await page.open(address);
        for (const [example, tab] of [["mistakes", "findings"], ["particles", "layout"], ["race", "run"]]) {
          await openExample(page, example);
          await click(page, `#tab-${tab}`);
          if (tab === "run") {
            await click(page, "#start");
            await hasRun(page);
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
      for (const example of ["race", "mandelbrot", "draw", "particles"]) {
        await openExample(page, example);
        await click(page, "#start");
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
  await until(page, `performance.getEntriesByName("judged").length > 0`);
  const first = await page.evaluate(`performance.getEntriesByName("judged")[0].startTime`);
  const typed = [];
  for (let count = 0; count < 5; count += 1) {
    await page.evaluate("performance.clearMarks(); performance.mark('typed')");
    await type(page, `fn f${count}() { let x = 1; x = 2; }`);
    await until(page, `performance.getEntriesByName("judged").length > 0`);
    typed.push(await page.evaluate(`performance.getEntriesByName("judged").at(-1).startTime - performance.getEntriesByName("typed")[0].startTime`));
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
