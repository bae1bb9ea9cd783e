// Where the extension finds the server.
"use strict";

const assert = require("node:assert/strict");
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const test = require("node:test");
const { NAME, findCommand } = require("../src/command.js");

test("the setting comes first, then the extension, then the PATH", () => {
    const folder = mkdtempSync(join(tmpdir(), "wgsl-check-"));
    try {
        const [bin, extension] = [join(folder, "bin"), join(folder, "extension")];
        mkdirSync(bin);
        mkdirSync(join(extension, "server"), { recursive: true });
        assert.equal(findCommand("", extension, bin), undefined);
        writeFileSync(join(bin, NAME), "");
        assert.equal(findCommand("", extension, bin), join(bin, NAME));
        writeFileSync(join(extension, "server", NAME), "");
        assert.equal(findCommand("", extension, bin), join(extension, "server", NAME));
        assert.equal(findCommand(NAME, extension, bin), join(bin, NAME));
        assert.equal(findCommand(join(bin, NAME), extension, ""), join(bin, NAME));
        // A wrong setting is reported: a different command would be a surprise.
        assert.equal(findCommand(join(folder, "none"), extension, bin), undefined);
    } finally {
        rmSync(folder, { recursive: true });
    }
});
