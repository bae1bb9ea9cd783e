// A debug session in Visual Studio Code itself: its server, its workbench in Chromium, and its extension host with this extension, as its own
// integration tests have them. ../host runs in the extension host. EDITOR_SERVER names the folder of the server (`lib/vscode` of the npm package `code-server`, with its packages
// installed), WGSL_CHECK the command, CHROMIUM the browser.
"use strict";

const assert = require("node:assert/strict");
const { spawn, spawnSync } = require("node:child_process");
const { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const test = require("node:test");

const server = process.env.EDITOR_SERVER && join(process.env.EDITOR_SERVER, "out/server-main.js");
const chromium = [process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"].find((name) => name && spawnSync(name, ["--version"]).status === 0);
const extension = join(__dirname, "..");

function reasonToSkip() {
    if (!server) return "EDITOR_SERVER names no Visual Studio Code";
    if (!existsSync(server)) return `${server} is missing`;
    if (!chromium) return "Chromium is missing";
    return existsSync(join(extension, "dist/extension.js")) ? false : "`npm run compile` builds the extension";
}

const source = `@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  let twice = i * 2u;
  d[i] = twice;
}
`;
const configuration = { type: "wgsl", request: "launch", name: "Debug twice.wgsl", program: "${workspaceFolder}/twice.wgsl", bindings: ["0:0=zero:16"] };

/** Writes a workspace with a launch configuration, and the settings of the server. */
function prepare(folder) {
    const write = (path, content) => {
        mkdirSync(join(folder, path, ".."), { recursive: true });
        writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
    };
    write("workspace/twice.wgsl", source);
    write("workspace/.vscode/launch.json", { version: "0.2.0", configurations: [configuration] });
    write("server/data/Machine/settings.json", { "wgsl-check.path": process.env.WGSL_CHECK ?? "wgsl-check" });
}

/** Starts the server on a free port. Returns the process and the port. */
async function start(folder) {
    const options = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms", "--disable-workspace-trust", "--telemetry-level", "off", "--server-data-dir", join(folder, "server")];
    const running = spawn(process.execPath, [server, ...options], { stdio: ["ignore", "pipe", "pipe"] });
    running.stderr.resume();
    const port = await new Promise((resolve, reject) => {
        let text = "";
        running.stdout.on("data", (chunk) => {
            const found = /listening on (\d+)/.exec((text += chunk));
            if (found) resolve(found[1]);
        });
        running.once("exit", () => reject(new Error(`the server has ended: ${text}`)));
    });
    return { running, port };
}

test("the editor runs a debug session of launch.json", { skip: reasonToSkip(), timeout: 120_000 }, async () => {
    const { Chromium } = await import("../../../reports/browser/chromium.mjs");
    const folder = mkdtempSync(join(tmpdir(), "wgsl-editor-"));
    prepare(folder);
    const { running, port } = await start(folder);
    const browser = new Chromium(chromium);
    try {
        const page = await browser.page();
        const remote = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
        const payload = [
            ["extensionDevelopmentPath", remote(extension)],
            ["extensionTestsPath", remote(join(extension, "host"))],
            ["skipWelcome", "true"],
        ];
        // The editor calls these functions in tests of extensions.
        const ended = `window.ended = new Promise((done) => (window.codeAutomationExit = (code) => done(code)));
            window.said = []; window.codeAutomationLog = (type, all) => window.said.push([type, ...all].join(" "));`;
        await page.send("Page.addScriptToEvaluateOnNewDocument", { source: ended });
        await page.open(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(join(folder, "workspace"))}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
        const code = await page.evaluate("window.ended");
        const said = await page.evaluate(`window.said.filter((line) => /error|assert|test/i.test(line)).join("\\n")`);
        assert.equal(code, 0, said);
    } finally {
        await browser.close();
        const stopped = new Promise((resolve) => running.once("exit", resolve));
        running.kill();
        await stopped;
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
});
