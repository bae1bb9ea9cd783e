// The grammars, with the tokenizer of Visual Studio Code.
"use strict";

const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const test = require("node:test");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry } = require("vscode-textmate");

const { grammars } = require("../package.json").contributes;
/** Grammars of host languages, as far as the injections need them. */
const HOSTS = ["source.ts", "source.rust", "text.html.markdown"];

const engine = oniguruma
    .loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")))
    .then(() => ({ createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns), createOnigString: (text) => new oniguruma.OnigString(text) }));

const registry = new Registry({
    onigLib: engine,
    loadGrammar: async (scopeName) => {
        const ours = grammars.find((grammar) => grammar.scopeName === scopeName);
        if (ours) {
            return JSON.parse(readFileSync(join(__dirname, "..", ours.path), "utf8"));
        }
        return HOSTS.includes(scopeName) ? { scopeName, patterns: [], repository: {} } : null;
    },
    getInjections: (scopeName) => grammars.filter(({ injectTo = [] }) => injectTo.includes(scopeName)).map((grammar) => grammar.scopeName),
});

/** Returns the words of a text with their innermost scope, and all scopes. */
async function tokens(scopeName, text) {
    const grammar = await registry.loadGrammar(scopeName);
    let stack = INITIAL;
    return text.split("\n").flatMap((line) => {
        const result = grammar.tokenizeLine(line, stack);
        stack = result.ruleStack;
        return result.tokens.map(({ startIndex, endIndex, scopes }) => ({ word: line.slice(startIndex, endIndex).trim(), scopes }));
    });
}

/** Checks that words have scopes. */
async function check(scopeName, text, expected) {
    const all = await tokens(scopeName, text);
    for (const [word, scope] of Object.entries(expected)) {
        const found = all.find((token) => token.word === word);
        assert.ok(found, `no token \`${word}\` in ${JSON.stringify(all.map((token) => token.word))}`);
        assert.ok(found.scopes.some((name) => name.startsWith(scope)), `\`${word}\` has ${found.scopes.join(" ")}`);
    }
}

test("names of WGSL have the scopes of what they are", () =>
    check("source.wgsl", "@compute fn main(a: Light, b: vec3f) -> Color { let c = a.power << 2u; } /* /* x */ y */ struct Light { power: f32 }", {
        compute: "entity.name.function.decorator",
        fn: "storage.type.function",
        main: "entity.name.function",
        Light: "entity.name.type",
        vec3f: "support.type",
        Color: "entity.name.type",
        power: "variable.other.property",
        "<<": "keyword.operator",
        "2u": "constant.numeric",
        y: "comment.block",
        struct: "storage.type.struct",
    }));

test("WESL has imports and conditions", () =>
    check("source.wesl", "import package::util::{f, g as h};\n@if(FOG) const n = 1;\nfn k() { util::f(); }", {
        import: "keyword.control.import",
        package: "variable.language",
        as: "keyword.control.as",
        if: "keyword.control.conditional",
        FOG: "variable.other.constant",
        k: "entity.name.function",
    }));

for (const [name, scopeName, text] of [
    ["fences of Markdown", "text.html.markdown", "Text\n```wgsl\nfn f() {}\n```\nfn g() {}"],
    ["marked templates", "source.ts", "const a = /* wgsl */ `\nfn f() { ${x} }\n`; fn"],
    ["tagged templates", "source.ts", "const a = wgsl`fn f() {}`; fn"],
    ["marked strings of Rust", "source.rust", 'let a = /* wgsl */ r#"\nfn f() {}\n"#;\nfn g'],
    ["macros of Rust", "source.rust", 'let a = wgsl!(r"fn f() {}");\nfn g'],
    ["sources of wgpu", "source.rust", 'ShaderSource::Wgsl(r##"fn f() {}"##.into());\nfn g'],
]) {
    test(`shaders are coloured in ${name}`, async () => {
        const all = await tokens(scopeName, text);
        const of = (word) => all.find((token) => token.word === word)?.scopes ?? [];
        assert.ok(of("fn").includes("meta.embedded.block.wgsl") && of("fn").includes("storage.type.function.wgsl"), JSON.stringify(all));
        // Behind the end of the shader there is none.
        assert.ok(!all.at(-1).scopes.includes("meta.embedded.block.wgsl"), JSON.stringify(all.at(-1)));
    });
}
