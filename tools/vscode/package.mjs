// Packs the extension: node package.mjs [TARGET [COMMAND]]
//
// TARGET is a platform of Visual Studio Code, such as `linux-x64`, whose package has the `wgsl-check` COMMAND in it; or `web`. Without a target
// the package is for all platforms, and uses an installed command. SOURCE_URL is the address of the source code, for the page in the Marketplace.

import { spawnSync } from "node:child_process";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./build.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [target, command] = process.argv.slice(2);
const isWeb = target === "web";

/** Returns the manifest of the package. The source has no address of its own: whoever publishes it passes one. */
function manifest(text) {
    const all = JSON.parse(text);
    const source = process.env.SOURCE_URL;
    if (source) {
        Object.assign(all, { repository: { type: "git", url: `${source}.git`, directory: "tools/vscode" }, bugs: { url: `${source}/issues` }, homepage: source });
    }
    if (isWeb) {
        delete all.main;
    } else if (target) {
        delete all.browser;
    }
    return JSON.stringify(all, null, 2) + "\n";
}

if (target && !isWeb && !command) {
    throw new Error(`expected the path of the wgsl-check command for ${target}`);
}
const hasWeb = await compile();
if (isWeb && !hasWeb) {
    throw new Error("the module is missing: run `cargo xtask wasm`");
}
await rm(here("server"), { recursive: true, force: true });
if (isWeb) {
    await rm(here("dist/extension.js"));
} else if (target) {
    await rm(here("dist/web"), { recursive: true, force: true });
    const server = join(here("server"), target.startsWith("win32") ? "wgsl-check.exe" : "wgsl-check");
    await mkdir(here("server"));
    await copyFile(command, server);
    await chmod(server, 0o755);
}
// One file has both licences: the Marketplace shows a single one.
const texts = await Promise.all(["LICENSE-MIT", "LICENSE-APACHE"].map((name) => readFile(here(`../../${name}`), "utf8")));
await writeFile(here("LICENSE"), `Licensed under either of the two licences below, at your option.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`);

const written = await readFile(here("package.json"), "utf8");
try {
    await writeFile(here("package.json"), manifest(written));
    const options = [...(target ? ["--target", target] : []), ...(process.env.SOURCE_URL ? [] : ["--allow-missing-repository"])];
    const { status } = spawnSync("npx", ["vsce", "package", "--no-dependencies", ...options], { cwd: here("."), stdio: "inherit", shell: process.platform === "win32" });
    process.exitCode = status ?? 1;
} finally {
    await writeFile(here("package.json"), written);
}
