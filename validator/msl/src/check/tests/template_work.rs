//! The work of templates, and of functions that many functions of a pipeline share.

use super::mistakes;
use crate::{Options, validate};
use msl_spec::rules;
use shader_source::steps;

/// Checks that the work for eight times the pieces is in proportion.
fn is_linear(text: impl Fn(usize) -> String) {
    let [few, many] = [250, 2000].map(|count| {
        let text = text(count);
        steps::of(|| drop(validate(&text, &Options::default())))
    });
    assert!(many >= 2000 && many <= 10 * few, "{few} steps become {many} with 8 times the pieces");
}

fn repeated(count: usize, piece: impl Fn(usize) -> String) -> String {
    (1..=count).map(piece).collect()
}

#[test]
fn functions_that_many_kernels_reach_are_walked_once() {
    is_linear(|count| {
        "template <int N> int f() { return f<N - 1>(); }\n".to_owned()
            + &repeated(count, |n| format!("kernel void k{n}() {{ f<{n}>(); }}\n"))
    });
    is_linear(|count| {
        "int f0(device int* o) { return o[0] = 1; }\n".to_owned()
            + &repeated(count, |n| {
                let chain = format!("int f{n}(device int* o) {{ return f{}(o); }}", n - 1);
                format!("{chain} vertex int v{n}(device int* o [[buffer(0)]]) {{ return f{n}(o); }}\n")
            })
    });
}

#[test]
fn a_recursion_that_is_too_deep_is_reported_once() {
    assert_eq!(
        mistakes("template <int N> int f() { return f<N - 1>(); } kernel void k() { f<1>(); f<2>(); }"),
        [(rules::UNSUPPORTED_NESTING.id, "f".to_owned())]
    );
}

/// Each level of these programs has twice the uses of templates, so that a limit on levels alone allows any number of them.
#[test]
fn templates_that_double_have_a_limit() {
    let functions = "template <long M> int f0() { return 0; }\n".to_owned()
        + &repeated(18, |n| {
            format!("template <long M> int f{n}() {{ return f{0}<2 * M>() + f{0}<2 * M + 1>(); }}\n", n - 1)
        })
        + "kernel void k() { f18<1>(); }";
    let structures = "template <int N, long M> struct S { S<N - 1, 2 * M> a; S<N - 1, 2 * M + 1> b; };\n"
        .to_owned()
        + "template <long M> struct S<0, M> {}; kernel void k() { S<18, 1> s; }";
    let aliases = "template <typename T> using A0 = T; template <typename T, typename U> struct P {};\n"
        .to_owned()
        + &repeated(18, |n| format!("template <typename T> using A{n} = P<A{0}<T>, A{0}<T>>;\n", n - 1))
        + "kernel void k() { A18<int> a; }";
    for text in [functions, structures, aliases] {
        let mut found = Vec::new();
        let steps = steps::of(|| found = mistakes(&text));
        let rules: Vec<&str> = found.iter().map(|(rule, _)| *rule).collect();
        assert!(rules == [rules::UNSUPPORTED_TEMPLATE.id], "{:?}: {text}", &rules[..rules.len().min(9)]);
        assert!(steps < 20_000_000, "{steps} steps: {text}");
    }
}
