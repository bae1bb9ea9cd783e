// The `wgsl-check` command: the one in the settings, the one in the extension, or the one on the `PATH`.
"use strict";

const { existsSync } = require("node:fs");
const { delimiter, join } = require("node:path");

const NAME = process.platform === "win32" ? "wgsl-check.exe" : "wgsl-check";

/** Returns the path of a command on the `PATH`; `undefined` if there is none. */
function onPath(name, path = process.env.PATH ?? "") {
    return path.split(delimiter).filter(Boolean).map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Returns the command, or `undefined` if there is none. `configured` is the setting `wgsl-check.path`, `extension` the folder of the extension:
 * the packages for a platform have the command in `server`.
 */
function findCommand(configured, extension, path) {
    if (configured) {
        return existsSync(configured) ? configured : onPath(configured, path);
    }
    const bundled = join(extension, "server", NAME);
    return existsSync(bundled) ? bundled : onPath(NAME, path);
}

module.exports = { NAME, findCommand };
