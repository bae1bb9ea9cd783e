// Opens the page in Chromium with an exported suite, and checks that its results are as expected.
//
//     node check.mjs CHROMIUM SUITE.jsonl RESULTS.json
//
// Where Chromium has no adapter for WebGPU, the page runs on a stub device, which answers from the expectations; this says so.

import assert from "node:assert/strict";
import { createReadStream, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, join } from "node:path";
import { Chromium } from "../../../reports/browser/chromium.mjs";

const [program, suite, out] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".mjs": "text/javascript" };
const WEBGPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan,WebGPU"];

const server = createServer(({ url }, response) => {
  const name = basename(new URL(url, "http://localhost").pathname) || "index.html";
  const path = name === "suite.jsonl" ? suite : join(import.meta.dirname, name);
  response.setHeader("Content-Type", TYPES[extname(name)] ?? "application/octet-stream");
  createReadStream(path).on("error", () => response.writeHead(404).end()).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://localhost:${server.address().port}/index.html#suite=suite.jsonl`;

const browser = new Chromium(program, WEBGPU);
try {
  const page = await browser.page();
  await page.open(address);
  const hasDevice = await page.evaluate("window.hasDevice");
  const options = hasDevice ? "name=browser" : "name=stub&stub";
  await page.open(`${address}&${options}&run`);
  const results = await page.evaluate("window.results");
  assert.ok(!results.error, results.error);
  const [{ name, release, counts }] = results.executors;
  const { same, unexpected, not_asked: notAsked } = counts;
  console.log(hasDevice ? `On WebGPU of Chromium: ${release}` : "NO WEBGPU: Chromium has no adapter here; the page ran on the STUB DEVICE, which answers from the expectations.");
  console.log(`${name}: ${same} as expected, ${unexpected} unexpected, ${notAsked} skipped`);
  assert.match(await page.evaluate("document.getElementById('status').value"), /: done$/);
  assert.equal(await page.evaluate("document.getElementById('failures').childElementCount"), Math.min(unexpected, 500));
  assert.equal(await page.evaluate("document.getElementById('stub').hidden"), hasDevice);
  assert.ok(await page.evaluate("document.getElementById('download').href.startsWith('blob:')"));
  if (!hasDevice) {
    assert.equal(unexpected, 0, "the stub is right");
    const wrong = results.cases.flatMap((one) => one.programs.filter((it) => it.outcomes.stub.status === "same").map((it) => `${one.name}::${it.name}`))[0];
    await page.open(`${address}&${options}&mistake=${encodeURIComponent(wrong)}&run`);
    const mistaken = await page.evaluate("window.results");
    assert.equal(mistaken.executors[0].counts.unexpected, 1, "a mistake of the device is found");
    assert.match(await page.evaluate("document.querySelector('#failures summary').textContent"), /expected (accept|reject)/);
  }
  assert.deepEqual(page.complaints, []);
  writeFileSync(out, JSON.stringify(results));
} finally {
  await browser.close();
  server.close();
}
