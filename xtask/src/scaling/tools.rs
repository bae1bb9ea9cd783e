//! The tools around the front ends: translation, migration, fixes, output, reflection, and the proof of translations.
//!
//! SARIF, GitHub's and GCC's forms have no rows: the command writes them from the same positions as JSON lines, diagnostic by diagnostic.

use super::construct::{Construct, Work, list};
use msl_translate::{Request, translate};
use shader_source::diagnostic::Diagnostic;
use shader_source::fix::apply;
use shader_source::record::DiagnosticRecord;
use shader_source::render::{Snippets, Style};
use shader_source::{Message, SourceMap, steps};
use wgsl_format::{MinifyOptions, Options as FormatOptions, format, minify};
use wgsl_translate_check::proof::{Effort, prove};
use wgsl_validator::migrate::migrate;
use wgsl_validator::reflection::Reflection;
use wgsl_validator::target::Target;
use wgsl_validator::{Options, Validator};

/// A kernel around statements.
const KERNEL: &str = "#include <metal_stdlib>\nusing namespace metal;
kernel void k(device int* o [[buffer(0)]], uint i [[thread_position_in_grid]]) { int v = o[i]; ";

/// Metal programs whose kernel `k` is translated.
const TRANSLATED: &[Construct] = &[
    list("translate: statements", [KERNEL, "v = v * 3 + #; ", "o[i] = v; }"]),
    list("translate: locals", [KERNEL, "int a# = v + #; v = a#; ", "o[i] = v; }"]),
    list("translate: locals of one name", [KERNEL, "{ int a = v + #; v = a; } ", "o[i] = v; }"]),
    list("translate: else if", [KERNEL, "if (v == #) { v = #; } else ", "{} o[i] = v; }"]),
    list(
        "translate: cases",
        [
            "kernel void k(device int* o [[buffer(0)]]) { int v = 0; switch (o[0]) { ",
            "case #: v = #; break; ",
            "default: break; } o[0] = v; }",
        ],
    ),
    list("translate: loops", [KERNEL, "for (int j = 0; j < #; ++j) { v += j; } ", "o[i] = v; }"]),
    list(
        "translate: terms",
        ["kernel void k(device int* o [[buffer(0)]]) { int v = o[0]; o[0] = v", " + v", "; }"],
    ),
    list("translate: effects in expressions", [KERNEL, "v += o[v++] + #; ", "o[i] = v; }"]),
    list("translate: calls of the library", [KERNEL, "v = max(v, min(v, #)); ", "o[i] = v; }"]),
    list(
        "translate: constants",
        ["", "constant int c# = #;\n", "kernel void k(device int* o [[buffer(0)]]) { o[0] = c1; }"],
    ),
];

/// Programs of earlier drafts.
const MIGRATED: &[Construct] = &[
    list("migrate: structures of 2021", ["", "[[block]] struct S# { a: f32; b: vec4<f32>; };\n", ""]),
    list(
        "migrate: entry points of 2021",
        ["", "[[stage(compute), workgroup_size(8)]] fn f#() -> void { }\n", ""],
    ),
    list("migrate: else if of 2021", ["fn f(v : i32) { ", "if (v == #) { } elseif (v > #) { } ", "}"]),
    list("migrate: constants of 2022", ["", "let a# : i32 = #;\n", ""]),
    list("migrate: types of 2022", ["", "type T# = f32;\n", ""]),
    list("migrate: stages of 2022", ["", "@stage(fragment) fn f#() {}\n", ""]),
    list(
        "migrate: fallthrough",
        ["fn f(v : i32) { switch (v) { ", "case #: { fallthrough; } ", "default: { } } }"],
    ),
    list("migrate: programs that are current", ["", "fn f#() { let a = #; }\n", ""]),
    list("migrate: programs that stay wrong", ["", "let a# : i32 = b#;\n", ""]),
];

/// Programs that are formatted.
const FORMATTED: &[Construct] = &[
    list("format: statements", ["fn f() { ", "let a# = g(#, b[#]) * 2; ", "}"]),
    list("format: arguments", ["const a = f(0", ", g(#)", ");"]),
    list("format: terms", ["const a = 0", " + # * 2", ";"]),
    list("format: else if", ["fn f() { if a { } ", "else if b == # { c(); } ", "}"]),
    list("format: members", ["struct S { ", "a#: f32, // #\n", "}"]),
    list("format: comments on one line", ["", "/* # */ ", "const a = 1;"]),
    list("format: comments in an expression", ["const a = f(0", " // #\n", ");"]),
    list("format: conditions", ["", "@if(A) const a# = #;\n", ""]),
    list("format: directives", ["", "\\#define A# #\n", "const a = 1;"]),
    list("format: attributes", ["", "@if(A) ", "const a = 1;"]),
];

/// Accepted programs that are minified.
const MINIFIED: &[Construct] = &[
    list("minify: functions", ["", "fn long#() -> f32 { let value = #; return f32(value); }\n", ""]),
    list("minify: locals", ["@fragment fn f() { ", "let a# = #; ", "}"]),
    list(
        "minify: members",
        ["struct S { ", "a#: f32, ", "} var<private> s: S; @fragment fn f() { s.a1 = 1; }"],
    ),
    list(
        "minify: resources",
        ["", "@group(0) @binding(#) var<uniform> a#: f32;\n", "@fragment fn f() { _ = a1; }"],
    ),
    list("minify: unused declarations", ["@fragment fn f() { }\n", "const a# = #;\n", ""]),
    list("minify: assertions", ["@fragment fn f() { ", "const_assert # >= 0; ", "}"]),
    list("minify: on one line", ["const a = vec2f(1)", " + vec2<f32>(1.0 + #)", ";"]),
];

/// Programs with suggestions.
const FIXED: &[Construct] = &[
    list("fix: semicolons", ["", "const a# = #\n", ""]),
    list("fix: suffixes", ["fn f() { ", "var a#: u32 = #i; ", "}"]),
    list("fix: misspelt names", ["const value = 1;\n", "const a# = valeu;\n", ""]),
    list("fix: old attributes", ["", "[[stage(fragment)]] fn f#() {}\n", ""]),
];

/// Programs with diagnostics to print.
const PRINTED: &[Construct] = &[
    list("types", ["fn f() { ", "let a#: i32 = 1.5;\n", "}"]),
    list("one line", ["fn f() { ", "let a#: i32 = 1.5; ", "}"]),
    list("labels far away", ["", "fn f() { }\n", ""]),
];

const REFLECTED: &[Construct] = &[
    list(
        "reflect: bindings",
        [
            "",
            "@group(0) @binding(#) var<storage, read_write> b#: u32;\n",
            "@compute @workgroup_size(1) fn main() { b1 = 1; }",
        ],
    ),
    list(
        "reflect: structures",
        ["", "struct S# { a: f32, b: vec4f } @group(0) @binding(#) var<uniform> u#: S#;\n", ""],
    ),
    list("reflect: overrides", ["", "override o#: u32 = #;\n", "@compute @workgroup_size(o1) fn main() { }"]),
    list(
        "reflect: overrides that use each other",
        ["override o0: u32 = 1;\n", "override o#: u32 = o@@ + 1;\n", ""],
    ),
    list("reflect: entry points", ["", "@compute @workgroup_size(1) fn main#() { }\n", ""]),
    list(
        "reflect: functions",
        ["fn f0() {}\n", "fn f#() { f@@(); }\n", "@compute @workgroup_size(1) fn main() { f1(); }"],
    ),
];

/// Programs whose translations by naga are proved. naga itself counts no steps: this is the cost of reading, checking and executing them.
const PROVED: &[Construct] = &[
    list(
        "translate-check: statements",
        [
            "@group(0) @binding(0) var<storage, read_write> out: array<u32, 4>;
@compute @workgroup_size(1) fn main() { var v = out[0]; ",
            "v = v * 3 + #; ",
            "out[0] = v; }",
        ],
    ),
    list(
        "translate-check: functions",
        [
            "@group(0) @binding(0) var<storage, read_write> out: array<u32, 4>;\n",
            "fn f#(a: u32) -> u32 { return a + #; }\n",
            "@compute @workgroup_size(1) fn main() { out[0] = f1(out[1]); }",
        ],
    ),
];

/// A kernel that calls functions, each with a structure of its own.
fn structures(count: usize) -> String {
    let declarations = (0..count).map(|it| {
        format!(
            "struct S{it} {{ int a; float4 b; }};\nint f{it}(int v) {{ S{it} s; s.a = v; return s.a; }}\n"
        )
    });
    let calls = (0..count).map(|it| format!("v = f{it}(v); "));
    let (declarations, calls) = (declarations.collect::<String>(), calls.collect::<String>());
    format!("{declarations}kernel void k(device int* o [[buffer(0)]]) {{ int v = o[0]; {calls} o[0] = v; }}")
}

fn translation(text: &str) -> u64 {
    let module = msl_validator::module(text, &msl_validator::Options::default());
    let request = Request { entry_point: "k".to_owned(), threadgroup_size: [1, 1, 1], ..Request::default() };
    steps::of(|| drop(translate(&module, &request)))
}

/// Applies safe suggestions until none is left, as `--fix` does.
fn fix(mut text: String) -> u64 {
    /// The rounds of the command.
    const MOST_ROUNDS: usize = 16;
    let mut validator = Validator::default();
    steps::of(|| {
        for _ in 0..MOST_ROUNDS {
            let found = validator.diagnose(&text);
            let suggestions = found.iter().filter_map(|it| it.suggestion.as_ref());
            let Some(fixed) = apply(&text, suggestions) else { break };
            text = fixed;
        }
    })
}

/// Prints diagnostics as snippets or as lines of JSON.
fn print(text: &str, is_json: bool) -> u64 {
    let found: Vec<Diagnostic> = Validator::default().diagnose(text);
    let sources = SourceMap::new("a.wgsl", text);
    steps::of(|| {
        if is_json {
            for one in &found {
                let line = serde_json::to_string(&DiagnosticRecord::new(one, &sources)).unwrap_or_default();
                steps::take(line.len());
            }
        } else {
            let snippets = Snippets::new(&sources, Style::Plain);
            let printed = snippets.render(found.iter().map(Message::new), |text| {
                steps::take(text.len());
                Ok::<(), core::convert::Infallible>(())
            });
            let Ok(()) = printed;
        }
    })
}

/// The work of minifying an accepted program, without the work of checking it.
fn minification(text: &str) -> u64 {
    let module = Validator::default().validate(text);
    steps::of(|| drop(minify(&module, MinifyOptions::default())))
}

fn reflection(text: &str) -> u64 {
    let module = Validator::default().validate(text);
    steps::of(|| drop(Reflection::new(None, &module)))
}

fn proof(text: &str) -> u64 {
    let options = Options { target: Target::default().for_execution(), ..Options::default() };
    let mut validator = Validator::new(options);
    let module = validator.validate(text);
    // One text and one execution: each further one costs as much.
    let effort = Effort { versions: vec![(3, 0)], runs: 1, ..Effort::default() };
    steps::of(|| drop(prove(&module, text, &mut validator, &effort)))
}

/// All constructs with their work.
pub(super) fn all() -> Vec<(&'static str, Work)> {
    fn of(
        constructs: &'static [Construct],
        work: impl Fn(String) -> u64 + Copy + 'static,
    ) -> impl Iterator<Item = (&'static str, Work)> {
        constructs.iter().map(move |construct| {
            let work: Work = Box::new(move |count| work(construct.text(count)));
            (construct.name, work)
        })
    }
    let printed = PRINTED.iter().flat_map(|construct| {
        let names = match construct.name {
            "types" => ["render: text", "render: JSON"],
            "one line" => ["render: text of one line", "render: JSON of one line"],
            _ => ["render: text with labels far away", "render: JSON with labels far away"],
        };
        names.into_iter().zip([false, true]).map(move |(name, is_json)| {
            let work: Work = Box::new(move |count| print(&construct.text(count), is_json));
            (name, work)
        })
    });
    let structures: Work = Box::new(|count| translation(&structures(count)));
    of(TRANSLATED, |text| translation(&text))
        .chain([("translate: functions with structures", structures)])
        .chain(of(MIGRATED, |text| steps::of(|| drop(migrate(&text, &Options::default())))))
        .chain(of(FORMATTED, |text| steps::of(|| drop(format(&text, FormatOptions::default())))))
        .chain(of(MINIFIED, |text| minification(&text)))
        .chain(of(FIXED, fix))
        .chain(printed)
        .chain(of(REFLECTED, |text| reflection(&text)))
        .chain(of(PROVED, |text| proof(&text)))
        .collect()
}
