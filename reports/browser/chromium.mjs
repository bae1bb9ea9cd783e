// Drives Chromium with the DevTools protocol over a pipe, which needs neither a package nor a port.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  "--remote-debugging-pipe",
];

export class Chromium {
  #waiting = new Map();
  #listeners = [];
  #last = 0;

  /** Starts it with a profile of its own, and perhaps further flags. */
  constructor(program, flags = []) {
    this.profile = mkdtempSync(join(tmpdir(), "wgsl-cts-browser-"));
    this.process = spawn(program, [...FLAGS, ...flags, `--user-data-dir=${this.profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.ended.then(() => this.#refuse("Chromium has ended"));
    this.process.once("error", (error) => this.#refuse(`Chromium does not start: ${error.message}`));
    let text = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (chunk) => {
      const messages = (text + chunk).split("\0");
      text = messages.pop();
      messages.map((message) => JSON.parse(message)).forEach((message) => this.#receive(message));
    });
    this.process.stdio[3].on("error", () => {});
  }

  /** Sends an order and gives its answer. */
  send(method, params = {}, sessionId = undefined) {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, method });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Opens an empty page. */
  async page() {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.#listeners.push((message) => message.sessionId === sessionId && page.receive(message));
    for (const domain of ["Page", "Runtime", "Log"]) await page.send(`${domain}.enable`);
    return page;
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    await this.ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #receive(message) {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) {
      this.#listeners.forEach((listener) => listener(message));
      return;
    }
    this.#waiting.delete(message.id);
    if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting.resolve(message.result);
  }

  #refuse(reason) {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}

class Page {
  #loaded = () => {};

  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target });
    /** What the page complained about. */
    this.complaints = [];
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  receive({ method, params }) {
    if (method === "Page.loadEventFired") this.#loaded();
    if (method === "Runtime.exceptionThrown") this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type)) this.complaints.push(params.args.map((one) => one.value ?? one.description).join(" "));
    if (method === "Log.entryAdded" && params.entry.level === "error") this.complaints.push(params.entry.text);
  }

  /** How it is looked at. */
  async look({ width, height, scheme }) {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  }

  /** Opens an address, anew even when only the part behind `#` is another one. */
  async open(address) {
    for (const url of ["about:blank", address]) {
      const loaded = new Promise((resolve) => (this.#loaded = resolve));
      await this.send("Page.navigate", { url });
      await loaded;
    }
    await this.settle();
  }

  /** Waits until what was asked for is drawn. */
  settle() {
    return this.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))");
  }

  /** The value of an expression in the page. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Presses keys by their names; a name of one letter is typed. */
  async press(...keys) {
    const codes = { Tab: 9, Enter: 13, Escape: 27, ArrowUp: 38, ArrowDown: 40, ArrowRight: 39, ArrowLeft: 37, F9: 120, F10: 121 };
    for (const key of keys) {
      const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
      const common = { key, code: key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) };
      await this.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...common });
      await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
    }
    await this.settle();
  }

  async screenshot(path, { whole = false } = {}) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: whole });
    writeFileSync(path, Buffer.from(data, "base64"));
  }
}
