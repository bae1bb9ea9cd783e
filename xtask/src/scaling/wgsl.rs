//! The constructs of WGSL.

use super::construct::{Construct, Work, list, nest};
use shader_source::steps;
use wgsl_validator::Validator;

/// An entry point around statements that may use `i`, which varies, and `u`, which does not.
const MAIN: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { let u = 4u; var v = i; ";

/// Every construct, also those in which programs are wrong: rejecting must cost no more than accepting.
const CONSTRUCTS: &[Construct] = &[
    // Expressions.
    list("wgsl: terms of +", ["const a = 0", " + #", ";"]),
    list("wgsl: terms of -", ["fn f(a: i32) -> i32 { return 0", " - a", "; }"]),
    list("wgsl: terms of *", ["fn f(a: f32) -> f32 { return a", " * #.5", "; }"]),
    list("wgsl: terms of / and %", ["fn f(a: i32) -> i32 { return a", " / 3 % #", "; }"]),
    list("wgsl: terms of &", ["fn f(a: u32) -> u32 { return a", " & #", "; }"]),
    list("wgsl: terms of | in parentheses", ["fn f(a: u32) -> u32 { return a", " | (a ^ #)", "; }"]),
    list("wgsl: terms of &&", ["fn f(a: bool) -> bool { return a", " && a", "; }"]),
    list("wgsl: terms of ||", ["fn f(a: i32) -> bool { return a == 0", " || a == #", "; }"]),
    list("wgsl: mixed operators without parentheses", ["fn f(a: i32) -> i32 { return a", " << a + #", "; }"]),
    list("wgsl: comparisons in a row", ["const a = 1", " < #", ";"]),
    list("wgsl: unary operators", ["const a = ", "-", "1;"]),
    nest("wgsl: parentheses", ["const a = ", "(", "1", ")", ";"]),
    nest("wgsl: nested terms", ["fn f(a: i32) -> i32 { return ", "(a + ", "1", ")", "; }"]),
    nest("wgsl: nested calls", ["fn f(a: i32) -> i32 { return ", "max(a, ", "1", ")", "; }"]),
    nest("wgsl: nested indices", ["fn f() { var a: array<u32, 4>; a", "[a", "[0]", "]", " = 1; }"]),
    list("wgsl: members of members", ["fn f(v: vec4f) -> vec4f { return v", ".xyzw", "; }"]),
    list("wgsl: indices of indices", ["fn f(v: vec4f) { _ = v", "[0]", "; }"]),
    list("wgsl: arguments", ["fn f() { _ = max(1", ", #", "); }"]),
    list("wgsl: elements", ["const a = array(0", ", # + 1", ");"]),
    list("wgsl: dereferences", ["fn f() { var a = 1; ", "*&", "a = 2; }"]),
    // Statements.
    nest("wgsl: blocks", ["fn f() { ", "{ ", "", "} ", "}"]),
    nest("wgsl: nested ifs", [MAIN, "if v > # { ", "v = 1;", "} ", "}"]),
    list("wgsl: else if", [MAIN, "if v == # { v = #; } else ", "{} }"]),
    list("wgsl: ifs and locals", [MAIN, "let x# = v * 2; if x# > # { v = x#; } ", "}"]),
    list("wgsl: switch cases", ["fn f(a: i32) { switch a { ", "case # { return; } ", "default {} } }"]),
    list("wgsl: selectors", ["fn f(a: i32) { switch a { case 0", ", #", " {} default {} } }"]),
    list("wgsl: duplicate selectors", ["fn f(a: i32) { switch a { default {} ", "case 1 {} ", "} }"]),
    list("wgsl: loops", [MAIN, "for (var j = 0u; j < u; j++) { v += j; } ", "}"]),
    nest("wgsl: nested loops", [MAIN, "while v < # { ", "v++;", "} ", "}"]),
    list(
        "wgsl: loops with barriers",
        [MAIN, "for (var j = 0u; j < u; j++) { if j > 2 { v = j; } } workgroupBarrier(); ", "}"],
    ),
    list(
        "wgsl: jumps",
        [MAIN, "loop { if v > # { v = 2; break; } v = 1; continuing { break if v == 3; } } ", "}"],
    ),
    list("wgsl: returns before barriers", [MAIN, "if u == # { return; } workgroupBarrier(); ", "}"]),
    list("wgsl: assignments", [MAIN, "v += i * #; out[v] = i; ", "}"]),
    list("wgsl: locals", [MAIN, "var a# = i + #; ", "}"]),
    list("wgsl: unused locals", ["fn f() { ", "let a# = #; ", "}"]),
    list("wgsl: locals that follow one another", ["fn f() { var a0 = 1; ", "var a# = a@@ + 1; ", "}"]),
    nest("wgsl: shadowing", ["fn f(a: i32) { ", "{ let a = #; ", "_ = a;", "} ", "}"]),
    list("wgsl: pointers to pointers", ["fn f() { var a = 1; let p0 = &a; ", "let p# = p@@; *p# = 2; ", "}"]),
    list(
        "wgsl: pointers to pointers as arguments",
        [
            "fn g(p: ptr<function, i32>) {} fn f() { var a = 1; let p0 = &a; ",
            "let p# = &(*p@@); g(p#); ",
            "}",
        ],
    ),
    list("wgsl: const assertions", ["", "const_assert # > 0;\n", ""]),
    list("wgsl: types of other languages", ["", "fn f#() { var a#: float3; }\n", ""]),
    list("wgsl: unknown types of parameters", ["fn f(", "a#: t#, ", ") {}"]),
    list("wgsl: names out of scope", ["fn f() { ", "{ let a# = 1; } a# = 2; ", "}"]),
    list(
        "wgsl: names after their clauses",
        ["fn f(x: i32) { switch x { default {} ", "case # { let a# = b#; } ", "} }"],
    ),
    list("wgsl: address spaces `handle`", ["", "var<handle> a#: sampler;\n", ""]),
    list("wgsl: duplicate locals", ["fn f() { ", "let a = #; ", "}"]),
    // Declarations.
    list(
        "wgsl: functions",
        [
            "",
            "fn f#(a: vec3f, b: f32) -> vec3f { var s = a; for (var i = 0; i < 4; i++) { s += normalize(a * b); } return max(s, a); }\n",
            "",
        ],
    ),
    list(
        "wgsl: chain of calls",
        ["fn f0() {}\n", "fn f#() { f@@(); f@@(); }\n", "@compute @workgroup_size(1) fn main() {}"],
    ),
    list("wgsl: chain of calls, backwards", ["", "fn f@@() { f#(); }\n", ""]),
    list("wgsl: one function calls all", ["fn g() {}\nfn f() { ", "g(); ", "}"]),
    list("wgsl: recursion", ["fn f0() { f1(); }\n", "fn f#() { f@@(); f#(); }\n", ""]),
    list("wgsl: parameters", ["fn f(", "a#: i32, ", ") {}"]),
    list(
        "wgsl: entry points",
        ["var<private> d: u32; fn g() { d++; }\n", "@compute @workgroup_size(64) fn e#() { g(); }\n", ""],
    ),
    list(
        "wgsl: entry points over a chain",
        [
            "fn g0() {}\n",
            "var<private> v#: i32; fn g#() { v#++; g@@(); }\n@compute @workgroup_size(1) fn e#() { g#(); }\n",
            "",
        ],
    ),
    list("wgsl: globals", ["", "var<private> g#: vec4f;\n", ""]),
    list(
        "wgsl: one function uses all globals",
        ["@compute @workgroup_size(1) fn f() {}\n", "var<workgroup> g#: i32; fn u#() { g# = 1; }\n", ""],
    ),
    list("wgsl: constants", ["const c0 = 1;\n", "const c# = c@@ % 7919 * 3 + 1;\n", ""]),
    list("wgsl: constants in reverse", ["", "const c@@ = c#;\n", ""]),
    list("wgsl: constant cycle", ["const c0 = c1;\n", "const c# = c@@;\n", ""]),
    list("wgsl: bindings", ["", "@group(0) @binding(#) var<uniform> b#: vec4f;\n", ""]),
    list(
        "wgsl: bindings at one place",
        ["", "@group(0) @binding(0) var<uniform> b#: vec4f; fn u#() { _ = b#; }\n", ""],
    ),
    list("wgsl: bindings without a number", ["", "@group(0) var<uniform> b#: vec4f;\n", ""]),
    list(
        "wgsl: structures",
        [
            "struct S0 { a: f32 }\n",
            "struct S# { a: f32, b: vec3u, @align(32) c: mat4x4f, d: array<S0, 8> }\n",
            "",
        ],
    ),
    list("wgsl: structures in structures", ["struct S0 { a: f32 }\n", "struct S# { a: S@@ }\n", ""]),
    list("wgsl: members", ["struct S { ", "m#: vec2f, ", "}"]),
    list("wgsl: duplicate members", ["struct S { ", "m: vec2f, ", "}"]),
    list("wgsl: overrides", ["", "@id(#) override o# = #; var<workgroup> w#: array<i32, o#>;\n", ""]),
    list("wgsl: overrides of overrides", ["override o0 = 1;\n", "override o# = o@@ + 1;\n", ""]),
    list("wgsl: aliases", ["alias A0 = i32;\n", "alias A# = A@@;\n", "var<private> a: A0;"]),
    nest("wgsl: arrays of arrays", ["var<private> a: ", "array<", "i32", ", 2>", ";"]),
    nest("wgsl: templates", ["var<private> a: ", "vec2<", "i32", ">", ";"]),
    list("wgsl: template lists", ["const a = ", "vec2<f32>(", ";"]),
    list("wgsl: array types", ["", "var<private> a#: array<vec4f, #>;\n", ""]),
    // Text.
    list("wgsl: line comments", ["", "// a comment, # of them\n", "fn f() {}"]),
    nest("wgsl: nested comments", ["", "/*", "", "*/", "fn f() {}"]),
    list("wgsl: blanks", ["", " \t\n", "fn f() {}"]),
    list("wgsl: attributes", ["", "@must_use ", "fn f() -> i32 { return 1; }"]),
    list("wgsl: unknown attributes", ["", "@a# ", "fn f() {}"]),
    nest("wgsl: attributes in attributes", ["", "@align(", "", ")", ""]),
    list("wgsl: diagnostic attributes", ["", "@diagnostic(off, a.b#) ", "fn f() {}"]),
    list("wgsl: enable directives", ["", "enable f16;\n", ""]),
    list("wgsl: diagnostic directives", ["", "diagnostic(off, a.b#);\n", ""]),
    list(
        "wgsl: conflicting directives",
        ["diagnostic(error, derivative_uniformity);\n", "diagnostic(off, derivative_uniformity);\n", ""],
    ),
    list("wgsl: digits", ["const a = 0.", "1234567", ";"]),
    list("wgsl: literals that are too large", ["", "const a# = 99999999999999999999#;\n", ""]),
    list("wgsl: one long name", ["const a", "bcdefg", " = 1;"]),
    list("wgsl: long names", ["", "const a_rather_long_name_for_the_constant_number_# = #;\n", ""]),
    list("wgsl: semicolons", ["", ";", ""]),
    // Mistakes.
    list("wgsl: unknown names", ["", "const d# = unknown_# + another_#;\n", ""]),
    list("wgsl: misspelt names", ["const the_right_name = 1;\n", "const d# = the_rihgt_name;\n", ""]),
    list("wgsl: duplicate names", ["", "const a = #;\n", ""]),
    list(
        "wgsl: type errors",
        ["", "const b#: i32 = 1.5; fn k#() -> i32 { let x = 1 + true; return 2u; }\n", ""],
    ),
    list(
        "wgsl: syntax errors",
        ["", "const a# = (1 + ;\nfn h#( { return f(1, ; }\nstruct T# { a i32 }\n", ""],
    ),
    list("wgsl: unclosed parentheses", ["const a = ", "(", ""]),
    list("wgsl: unclosed braces", ["", "fn f#() { ", ""]),
    list("wgsl: unclosed blocks on one line", ["fn f() { ", "if true { ", ""]),
    list(
        "wgsl: blocks on one line without the last brace",
        ["fn f() { if true { ", "if true { let x = #; } ", ""],
    ),
    list("wgsl: closing braces", ["", "} ", ""]),
    list("wgsl: missing semicolons", ["", "const a# = #\n", ""]),
    list("wgsl: unknown types", ["", "var<private> a#: no_type_#;\n", ""]),
    list("wgsl: wrong arguments", ["fn g(a: i32) {}\nfn f() { ", "g(#.5); ", "}"]),
    list("wgsl: wrong overloads", ["fn f() { ", "_ = max(1, vec2(#)); ", "}"]),
    list("wgsl: unreachable statements", ["fn f() { return; ", "return; ", "}"]),
];

/// A const-expression that doubles its work with each piece: the work is limited, so that twice the pieces cost no more.
const BOMBS: &[Construct] = &[
    list("wgsl: const doubling", ["const c0 = array(1, 1);\n", "const c# = array(c@@, c@@);\n", ""]),
    list("wgsl: const string of matrices", ["const c0 = mat4x4f();\n", "const c# = c@@ * c@@;\n", ""]),
];

/// All constructs with their work.
pub(super) fn all() -> Vec<(&'static str, Work)> {
    let steps_of = |construct: Construct| -> Work {
        Box::new(move |count| {
            let text = construct.text(count);
            // With a warm validator, as in every use but the first.
            let mut validator = Validator::default();
            steps::of(|| drop(validator.diagnose(&text)))
        })
    };
    CONSTRUCTS.iter().chain(BOMBS).map(|it| (it.name, steps_of(*it))).collect()
}
