// Opens a report from the file system, as a reader does, and checks that it works.
//
//     node check.mjs CHROMIUM REPORT.html FOLDER_FOR_SCREENSHOTS
//
// The report must be that of the sample in `cts/tests/data`, and the history of its baseline and it must be beside it.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Chromium } from "./chromium.mjs";
import { faint } from "./contrast.mjs";

const [program, report, folder] = process.argv.slice(2);
const address = pathToFileURL(resolve(report)).href;
const RULE = "stmt.if.cond-bool";
const PROGRAM = "statements/if::condition-is-bool::reject-1";
const WIDE = { width: 1280, height: 900, scheme: "light" };

const shown = (page) => page.evaluate(`[...document.querySelectorAll(".rule")].filter((rule) => rule.checkVisibility()).map((rule) => rule.dataset.id)`);
const focused = (page) => page.evaluate(`(({ id, className, tagName, parentElement }) => id || className || parentElement.dataset.id || tagName)(document.activeElement)`);
const isIn = (page, selector) => page.evaluate(`(({ top, bottom }) => bottom > 0 && top < innerHeight)(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);
const choose = (page, name, value) => page.evaluate(`{
  const control = document.getElementById("filter").elements[${JSON.stringify(name)}];
  control.value = ${JSON.stringify(value)};
  (control[0]?.form ? control[0] : control).dispatchEvent(new Event("input", { bubbles: true }));
}`);

const CHECKS = {
  async "filters show the matching rules"(page) {
    await page.open(address);
    const all = await shown(page);
    assert.ok(all.length > 10);
    await choose(page, "status", "unexpected");
    const unexpected = await shown(page);
    assert.deepEqual(unexpected.toSorted(), ["attr.interpolate.significance", RULE, "type.ptr.instantiable"].toSorted());
    await choose(page, "executor", "validator");
    assert.deepEqual(await shown(page), ["type.ptr.instantiable"]);
    assert.match(await page.evaluate("document.getElementById('shown').value"), /^1 of \d+ rules$/);
    await page.evaluate("document.getElementById('reset').click()");
    await page.settle();
    assert.deepEqual(await shown(page), all);
    await choose(page, "status", "uncovered");
    const uncovered = await shown(page);
    assert.ok(uncovered.includes("grammar.translation_unit") && uncovered.includes("text.utf8"));
    assert.ok(!uncovered.includes("errors.not-executed"), "no program can show it");
    await page.evaluate("document.getElementById('reset').click()");
    await page.settle();
    await choose(page, "section", "statements");
    assert.deepEqual(await shown(page), [RULE]);
    await choose(page, "section", "types");
    assert.deepEqual(await shown(page), ["type.ptr.instantiable"]);
  },

  async "text is found in rules, cases, codes and classes"(page) {
    await page.open(address);
    for (const [text, rule] of [["COND-bool", RULE], ["statements/if", RULE], ["naga-lacks-diagnostic-attributes severity", "attr.diagnostic.severity"], ["type/invalid-condition", RULE]]) {
      await choose(page, "text", text);
      assert.ok((await shown(page)).includes(rule), text);
    }
    await choose(page, "text", "no such words");
    assert.deepEqual(await shown(page), []);
    assert.ok(await page.evaluate("document.getElementById('nothing').checkVisibility()"));
  },

  async "queries find programs by their text and by verdicts"(page) {
    await page.open(address);
    const found = async (text) => {
      await choose(page, "text", text);
      return (await shown(page)).toSorted();
    };
    const dpdx = ["builtin.fn.dpdx"];
    assert.deepEqual(await found("vec3(1)"), dpdx, "text of a program");
    assert.deepEqual(await found("scalar and vector floats"), dpdx, "words of a message");
    assert.deepEqual(await found("_ = dpdx"), dpdx);
    assert.deepEqual(await found("and it is `i32`"), [RULE], "words of an expected diagnostic");
    assert.deepEqual(await found('"dpdx _"'), [], "a phrase is not its words");
    assert.deepEqual(await found('"_ = dpdx"'), dpdx);
    assert.deepEqual(await found("dpdx naga"), dpdx, "words in different fields");
    assert.deepEqual(await found("dpdx reference"), [], "it differs in no such program");
    assert.deepEqual(await found("naga:rejects spec:accepts"), ["attr.diagnostic.severity", "builtin.fn.dpdx"]);
    assert.deepEqual(await found("naga:differs dpdx"), dpdx);
    assert.deepEqual(await found("tint:differs naga:agrees"), ["attr.interpolate.significance", RULE]);
    assert.deepEqual(await found("tint:not-asked"), ["text.utf8"]);
    assert.deepEqual(await found("any:differs spec:rejects"), ["attr.location.type", "type.ptr.instantiable"]);
    assert.deepEqual(await found("validator:accepts validator:differs"), [], "it may differ in diagnostics alone");
    assert.equal((await found("naga:a")).length, (await found("")).length, "a verdict that is being typed");
    assert.deepEqual(await found("other:accepts"), [], "what is no executor is a word");
    await page.evaluate(`document.querySelector("#queries a[href*=dpdx]").click()`);
    await page.settle();
    assert.deepEqual(await shown(page), dpdx, "examples are links");
  },

  async "a rule shows the programs that match first, and the others on demand"(page) {
    await page.open(`${address}#text=${encodeURIComponent('"else if 1"')}&rule=${RULE}`);
    const names = () => page.evaluate(`[...document.querySelectorAll('[data-id="${RULE}"] .one h5 b')].map((node) => node.textContent)`);
    assert.deepEqual(await names(), ["reject-2"]);
    await page.evaluate(`document.querySelector('[data-id="${RULE}"] .more').click()`);
    assert.deepEqual(await names(), ["reject-2", "accept-1", "reject-1"]);
    assert.equal(await page.evaluate("document.activeElement.textContent"), "accept-1 must be accepted", "the focus goes on");
    await choose(page, "text", "");
    await page.evaluate(`document.querySelector('[data-id="${RULE}"]').open = false`);
    await page.settle();
    await page.evaluate(`document.querySelector('[data-id="${RULE}"]').open = true`);
    await page.settle();
    assert.deepEqual(await names(), ["accept-1", "reject-1", "reject-2"], "without a query all are shown");
  },

  async "a program has a link of its own"(page) {
    const link = `#program=${PROGRAM}`;
    const target = () => page.evaluate(`document.querySelector(".one.target")?.dataset.program`);
    const said = () => page.evaluate(`document.querySelector(".notice")?.textContent ?? ""`);
    await page.open(address + link);
    assert.equal(await target(), PROGRAM);
    assert.ok(await isIn(page, ".one.target h5"));
    assert.equal(await page.evaluate("document.activeElement.closest('.one').dataset.program"), PROGRAM, "it has the focus");
    assert.equal(await page.evaluate("location.hash"), link, "opening it leaves the address");
    // The symbol at a program changes the address and nothing else.
    await choose(page, "text", "cond-bool");
    await page.evaluate(`document.querySelector('[data-program$="::reject-2"] .permalink').click()`);
    const other = PROGRAM.replace("reject-1", "reject-2");
    assert.deepEqual([await target(), await page.evaluate("location.hash")], [other, link.replace(PROGRAM, other)]);
    assert.equal(await page.evaluate("document.getElementById('text').value"), "cond-bool", "the filter stays");
    // A name with marks that addresses encode; one of another rule; from a cause, in a page that is open.
    await page.open(`${address}#program=attributes/diagnostic::severity::reject-2%5Bseverity%3Derror%5D`);
    assert.equal(await target(), "attributes/diagnostic::severity::reject-2[severity=error]");
    await page.evaluate(`document.querySelector("#classes .path a[href*=dpdx]").click()`);
    await page.settle();
    assert.equal(await target(), "generated/calls::dpdx::accept(AbstractInt)");
    await page.evaluate(`history.back()`);
    await page.settle();
    assert.equal(await target(), "attributes/diagnostic::severity::reject-2[severity=error]");
    await page.open(`${address}#program=generated/calls::dpdx::accept(f32)`);
    assert.match(await said(), /dpdx::accept\(f32\) is not listed/);
    assert.ok(await isIn(page, ".notice"));
    await page.evaluate(`location.hash = "#program=statements/if::condition-is-bool::gone"`);
    await page.settle();
    assert.match(await said(), /gone does not exist in this run/);
    await page.evaluate(`location.hash = "#program=gone::gone::gone"`);
    await page.settle();
    assert.match(await said(), /This run does not have the program/);
    await page.evaluate(`location.hash = "#rules"`);
    await page.settle();
    assert.equal(await said(), "");
  },

  async "programs are copied, alone and as an issue"(page) {
    await page.open(`${address}#program=${PROGRAM}`);
    await page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    const copy = async (number) => {
      await page.evaluate(`document.querySelectorAll(".one.target .copy")[${number}].click()`);
      await page.settle();
      return page.evaluate("window.copied");
    };
    assert.equal(await copy(0), "fn f(a: i32) {\n  if a {}\n}\n", "without the marker");
    assert.equal(await page.evaluate(`document.querySelector(".one.target .copy").textContent`), "Copied");
    const issue = await copy(1);
    for (const part of [
      "This program must be rejected:\n\n```wgsl\nfn f(a: i32) {\n  if a {}\n}\n```\n",
      "](https://www.w3.org/TR/WGSL/#if-statement), rule `stmt.if.cond-bool`)",
      "Expected: error `type/invalid-condition` in line 2, column 6: this condition must be `bool`, and it is `i32`\n",
      "- validator 0.1.0 rejects it\n",
      "- naga 30.0.1 rejects it:\n\n  ```text\n  Function [0] 'f' is invalid: The `if` condition [0] is not a boolean scalar\n  ```\n",
      "- tint npm package webgpu 0.6.2 rejects it:\n",
      "Case `statements/if::condition-is-bool::reject-1` of `fixtures/cases/statements/if.yaml`\n",
    ]) {
      assert.ok(issue.includes(part), `${part}\nis missing in\n${issue}`);
    }
    await page.evaluate(`document.querySelectorAll('[data-program$="::reject-2"] .copy')[1].click()`);
    await page.settle();
    assert.match(await page.evaluate("window.copied"), /  ````text\n.* in ```\n  ````\n/, "a fence is longer than those in a message");
    // Without a clipboard, what is selected is copied.
    await page.evaluate(`{
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.addEventListener("copy", () => (window.copied = document.activeElement.value));
    }`);
    await page.evaluate(`document.querySelector(".one.target .copy").focus()`);
    await page.press("Enter");
    assert.equal(await page.evaluate("window.copied"), "fn f(a: i32) {\n  if a {}\n}\n");
    assert.equal(await page.evaluate(`document.querySelectorAll("textarea").length`), 0);
  },

  async "words of programs have colours"(page) {
    const coloured = () => page.evaluate(`[...document.querySelectorAll(".one.target .line :is(.comment, .keyword, .type, .builtin, .number, .attribute)")].map((node) => [node.className, node.textContent])`);
    await page.open(`${address}#program=${PROGRAM}`);
    assert.deepEqual(await coloured(), [["keyword", "fn"], ["type", "i32"], ["keyword", "if"]]);
    await page.open(`${address}#program=attributes/diagnostic::unknown-rule-is-a-warning::accept-1`);
    const comments = ["/*", " a /*", " b */", " let\n", " c */"].map((text) => ["comment", text]);
    assert.deepEqual(await coloured(), [["attribute", "@diagnostic"], ...comments, ["keyword", "fn"], ["comment", "// fn"]], "comments are nested");
    await page.open(`${address}#class-naga-accepts-io-types`);
    assert.ok((await page.evaluate(`document.querySelectorAll("#class-naga-accepts-io-types .line .keyword").length`)) > 0, "examples of causes");
  },

  async "every cell has words"(page) {
    await page.open(address);
    const cells = await page.evaluate(`[...document.querySelectorAll("#chapters .cell, .rule .cell:not(.empty)")].map((cell) => [cell.textContent.replace(/,.*/, ""), cell.title])`);
    assert.ok(cells.length > 20);
    for (const [text, title] of cells) {
      const [, executor, passes, asked] = text.match(/^(\w+) (?:(\d+)\/(\d+))?/);
      if (asked) assert.ok(title.startsWith(`${executor}: ${passes} of ${asked} `), `${text}: ${title}`);
      else assert.ok(/: \w+ skipped: \d+$|^$/.test(title), `${text}: ${title}`);
    }
    // On a narrow screen there is no head of the table: the cell itself says whose it is, once.
    await page.look({ ...WIDE, width: 380 });
    const narrow = await page.evaluate(`[...document.querySelectorAll("#chapters td:has(.cell)")].filter((cell) => cell.checkVisibility()).map((cell) => [cell.innerText, getComputedStyle(cell, "::before").content])`);
    assert.ok(narrow.length > 0);
    for (const [text, before] of narrow) assert.ok(text.split(/\s/).filter((word) => word === text.match(/^\w+/)[0]).length === 1 && before === "none", `${text}: ${before}`);
    await page.evaluate(`document.querySelector("#chapters a.cell.finding").click()`);
    await page.settle();
    assert.match(await page.evaluate("location.hash"), /^#section=[a-z-]+&text=\w+:differs$/);
    assert.ok((await shown(page)).length > 0);
  },

  async "the history leads to programs"(page) {
    const history = new URL("history.html", address).href;
    for (const look of [{ ...WIDE, scheme: "dark" }, { ...WIDE, width: 320 }, WIDE]) {
      await page.look(look);
      await page.open(history);
      assert.ok((await page.evaluate("document.documentElement.scrollWidth")) <= look.width, `${look.width} pixels are enough`);
      assert.deepEqual(await page.evaluate(`(${faint})()`), []);
    }
    assert.equal(await page.evaluate(`document.querySelectorAll("#naga .chart circle").length`), 2);
    await page.evaluate(`document.querySelector("#naga tbody a[href='#naga-2-failing']").click()`);
    await page.settle();
    assert.ok(await isIn(page, "#naga-2-failing .names a"), "a number leads to its programs");
    const name = await page.evaluate(`document.querySelector("#naga-2-failing .names a").textContent`);
    await page.open(await page.evaluate(`document.querySelector("#naga-2-failing .names a").href`));
    assert.equal(await page.evaluate(`document.querySelector(".one.target").dataset.program`), name);
  },

  async "the keyboard is enough"(page) {
    await page.open(address);
    await page.press("Tab");
    assert.equal(await focused(page), "skip");
    assert.ok(await isIn(page, ".skip"), "the link is visible when it has the focus");
    await page.press("Enter", "Tab");
    assert.equal(await focused(page), "text", "the link leads to the filter");
    await page.evaluate("document.activeElement.blur()");
    await page.press("/");
    assert.equal(await focused(page), "text");
    await page.press(..."cond-bool");
    assert.equal(await page.evaluate("document.getElementById('text').value"), "cond-bool", "the slash is not typed");
    await page.press("Tab", "Tab", "Tab", "Tab");
    assert.equal(await focused(page), "reset");
    // Examples of queries and the link of the section are between.
    await page.press("Tab", "Tab", "Tab", "Tab", "Tab");
    assert.equal(await focused(page), RULE);
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    assert.equal(outline, "solid", "the focus is visible");
    await page.press("Enter");
    assert.ok(await page.evaluate(`document.querySelector('[data-id="${RULE}"] .program').checkVisibility()`));
    assert.match(await page.evaluate("location.hash"), /text=cond-bool&rule=stmt\.if\.cond-bool/);
    await page.press("Enter");
    assert.doesNotMatch(await page.evaluate("location.hash"), /rule=/);
    await choose(page, "text", "");
    await page.evaluate(`document.querySelector(".rule > summary").focus()`);
    const [first, second] = await shown(page);
    await page.press("ArrowDown");
    assert.equal(await focused(page), second);
    await page.press("ArrowUp");
    assert.equal(await focused(page), first);
  },

  async "the address restores a view"(page) {
    await page.open(`${address}#executor=naga&status=findings&text=severity`);
    assert.deepEqual(await shown(page), ["attr.diagnostic.severity"]);
    assert.equal(await page.evaluate(`document.querySelector("[name=status]:checked").value`), "findings");
    await page.open(`${address}#rule=${RULE}`);
    assert.ok(await isIn(page, `[data-id="${RULE}"]`));
    assert.ok(await page.evaluate(`document.querySelector('[data-id="${RULE}"] .program').checkVisibility()`));
    await page.evaluate(`location.hash = "#section=types"`);
    await page.settle();
    assert.deepEqual(await shown(page), ["type.ptr.instantiable"]);
    await page.evaluate(`location.hash = "#class-naga-accepts-io-types"`);
    await page.settle();
    assert.ok(await isIn(page, "#class-naga-accepts-io-types .program"));
    await page.open(`${address}#section=gone&status=gone&rule=gone&executor=gone`);
    assert.ok((await shown(page)).length > 10, "unknown values do not filter");
    await page.open(`${address}#class-naga-accepts-io-types`);
    assert.match(await page.evaluate("document.getElementById('shown').value"), /^\d+ rules$/);
    await page.open(`${address}#%`);
    assert.ok((await shown(page)).length > 10, "an invalid encoding does no harm");
  },

  async "programs show expected diagnostics and the answers of executors"(page) {
    await page.open(`${address}#rule=${RULE}`);
    const text = (selector) => page.evaluate(`[...document.querySelectorAll('[data-id="${RULE}"] ${selector}')].map((node) => node.textContent.trim())`);
    assert.ok((await text("mark")).length > 0);
    assert.match((await text(".note"))[0], /^error\[type\/invalid-condition\] \S/);
    assert.ok((await text(".note")).includes("error[type/invalid-condition] this condition must be bool, and it is i32"), "the message in place of the title");
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector(".note code")).display`), "inline");
    assert.ok((await text(".line")).every((line) => !line.includes("//~")), "markers are not shown twice");
    assert.ok((await text(".says .unexpected"))[0].endsWith("accepts it, though it is known not to: tint-refuses-conditions"));
    await page.open(`${address}#rule=builtin.fn.dpdx`);
    assert.match(await page.evaluate(`document.querySelector('[data-id="builtin.fn.dpdx"] .case .also:last-of-type').textContent`), / 27 of its 29 programs are judged as expected/);
  },

  async "nothing is wider than the screen"(page) {
    for (const width of [320, 380, 768, 1280]) {
      await page.look({ ...WIDE, width });
      for (const hash of ["", `#rule=${RULE}`, "#rule=attr.location.type", "#class-naga-accepts-io-types"]) {
        await page.open(address + hash);
        const wide = await page.evaluate(`document.documentElement.scrollWidth`);
        assert.ok(wide <= width, `${wide} of ${width} pixels at ${hash || "the top"}`);
      }
    }
  },

  async "colours follow the system, and the switch"(page) {
    const back = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.look({ ...WIDE, scheme: "light" });
    await page.open(address);
    const light = await back();
    await page.look({ ...WIDE, scheme: "dark" });
    const dark = await back();
    assert.notEqual(dark, light);
    await page.evaluate(`document.querySelector("[name=theme][value=light]").click()`);
    assert.equal(await back(), light);
    await page.evaluate(`document.querySelector("[name=theme][value=auto]").click()`);
    assert.equal(await back(), dark);
    await page.evaluate(`document.querySelector("[name=theme][value=dark]").click()`);
    await page.send("Emulation.setEmulatedMedia", { media: "print" });
    assert.equal(await back(), "rgb(255, 255, 255)", "paper is white");
    assert.equal(await page.evaluate("getComputedStyle(document.body).color"), "rgb(29, 31, 33)");
    await page.evaluate(`document.querySelector("[name=theme][value=auto]").click()`);
  },

  async "text contrasts with its background"(page) {
    for (const scheme of ["light", "dark"]) {
      await page.look({ ...WIDE, scheme });
      for (const hash of [`#rule=${RULE}`, "#program=attributes/diagnostic::unknown-rule-is-a-warning::accept-1", "#class-naga-accepts-io-types"]) {
        await page.open(address + hash);
        assert.deepEqual(await page.evaluate(`(${faint})()`), [], `${scheme} ${hash}`);
      }
    }
  },

  async "the page is readable without scripts"(page) {
    await page.send("Emulation.setScriptExecutionDisabled", { value: true });
    await page.send("Page.navigate", { url: address });
    await new Promise((done) => setTimeout(done, 500));
    await page.screenshot(join(folder, "without-scripts.png"));
    await page.send("Emulation.setScriptExecutionDisabled", { value: false });
    assert.ok(await page.evaluate("document.getElementById('filter').hidden && document.querySelectorAll('.rule').length > 10"));
  },
};

async function screenshots(page) {
  for (const scheme of ["light", "dark"]) {
    for (const [name, width, height] of [["wide", 1280, 900], ["narrow", 380, 800]]) {
      await page.look({ width, height, scheme });
      for (const [view, hash] of [["overview", ""], ["rule", `#rule=${RULE}`], ["program", `#program=${PROGRAM}`], ["query", "#text=naga:differs"], ["class", "#class-naga-accepts-io-types"], ["findings", "#executor=naga&status=findings"]]) {
        await page.open(address + hash);
        await page.screenshot(join(folder, `${name}-${scheme}-${view}.png`));
      }
    }
  }
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
  }
  const page = await browser.page();
  await page.look(WIDE);
  await page.open(new URL("history.html", address).href);
  await page.screenshot(join(folder, "history.png"));
  await screenshots(page);
  console.log(`screenshots: ${folder}`);
} finally {
  await browser.close();
}
process.exitCode = failures > 0 ? 1 : 0;
