// The settings of the extension, and the documents that the server gets.
"use strict";

const { workspace } = require("vscode");

const SECTION = "wgsl-check";
/** The languages of documents that may have shaders in them. */
const HOSTS = ["rust", "javascript", "javascriptreact", "typescript", "typescriptreact", "markdown"];
/** The settings of the client itself: it starts again when one changes. */
const OWN = ["path", "metal", "embedded"];
/** The settings of the server, which applies changes at once. */
const OF_SERVER = ["target", "edition", "define", "deny", "warn", "format", "std", "include"];
/** The files whose changes on disk may change diagnostics. */
const WATCHED = ["**/*.{wgsl,wesl,metal,msl,h,hh,hpp,hxx,inc,inl}", "**/{wgsl-check,wesl}.toml"];

function settings() {
    return workspace.getConfiguration(SECTION);
}

/** Returns true if the server checks a document. A Rust project without shaders needs no server. */
function isChecked({ languageId }) {
    if (HOSTS.includes(languageId)) {
        return settings().get("embedded");
    }
    return ["wgsl", "wesl"].includes(languageId) || (languageId === "metal" && settings().get("metal"));
}

/** Returns the filters of the documents that the server gets. */
function documentSelector() {
    // The server wants the text of open headers, whatever their language: programs that include them are checked with it.
    const headers = { pattern: "**/*.{h,hh,hpp,hxx,inc,inl}" };
    const metal = settings().get("metal") ? [{ language: "metal" }, headers] : [];
    const hosts = settings().get("embedded") ? HOSTS.map((language) => ({ language })) : [];
    return [{ language: "wgsl" }, { language: "wesl" }, ...metal, ...hosts];
}

/** Returns the settings of the server. The editor wraps objects and lists in proxies, which a worker can't receive. */
function serverSettings() {
    return JSON.parse(JSON.stringify(Object.fromEntries(OF_SERVER.map((name) => [name, settings().get(name)]))));
}

/** Returns the options of a client. */
function clientOptions() {
    return {
        documentSelector: documentSelector(),
        initializationOptions: serverSettings(),
        synchronize: {
            // The server checks all open documents again when a setting changes.
            configurationSection: SECTION,
            fileEvents: WATCHED.map((pattern) => workspace.createFileSystemWatcher(pattern)),
        },
    };
}

module.exports = { SECTION, OWN, settings, isChecked, clientOptions };
