//! The constructs of Metal.
//!
//! The front end of Metal does not count its steps with [`shader_source::steps`] yet. Once it does, [`ARE_STEPS_COUNTED`] becomes `true`;
//! then macro expansion, parsing, overloads and the walks over declarations are guarded as in WGSL.

use super::construct::{Construct, Work, list, nest};
use msl_validator::{Options, validate};
use shader_source::steps;

/// Whether `msl_validator` counts its steps.
const ARE_STEPS_COUNTED: bool = false;

const CONSTRUCTS: &[Construct] = &[
    list("metal: terms", ["constant int a = 0", " + #", ";"]),
    nest("metal: parentheses", ["constant int a = ", "(", "1", ")", ";"]),
    list("metal: else if", ["void f(int v) { ", "if (v == #) { v = #; } else ", "{} }"]),
    list("metal: switch cases", ["void f(int v) { switch (v) { ", "case #: break; ", "} }"]),
    list("metal: functions", ["", "void f#(int a) { int b = a; }\n", ""]),
    list("metal: chain of calls", ["void f0() {}\n", "void f#() { f@@(); f@@(); }\n", ""]),
    list("metal: overloads", ["", "struct S# {}; void f(S# a) {}\n", ""]),
    list("metal: constants", ["constant int c0 = 1;\n", "constant int c# = c@@;\n", ""]),
    list("metal: redeclared constants", ["", "constant int c = 1;\n", ""]),
    list("metal: structures", ["", "struct S# { int a; float4 b; };\n", ""]),
    list("metal: macros", ["#define A0 1\n", "#define A# A@@\n", "constant int a = A1;"]),
    list("metal: macros with arguments", ["#define F(x) x\nconstant int a = ", "F(", "1"]),
    list("metal: unknown names", ["", "constant int a# = unknown_#;\n", ""]),
    list("metal: unknown attributes", ["", "[[a#]] void f#() {}\n", ""]),
];

/// All constructs with their work.
pub(super) fn all() -> Vec<(&'static str, Work)> {
    if !ARE_STEPS_COUNTED {
        return Vec::new();
    }
    let steps_of = |construct: Construct| -> Work {
        Box::new(move |count| {
            let text = construct.text(count);
            steps::of(|| drop(validate(&text, &Options::default())))
        })
    };
    CONSTRUCTS.iter().map(|it| (it.name, steps_of(*it))).collect()
}
