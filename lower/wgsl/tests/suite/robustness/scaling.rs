//! The cost of a program before its first step, and of its resources, is in proportion to its length.

use super::{stage, validator};
use shader_run::execute::Options;
use shader_source::steps;
use std::fmt::Write;
use webgpu_model::{Binding, Data};
use wgsl_lower::compute::{self, Failure};
use wgsl_lower::layout::pipeline_layout;

/// The steps from the stage of a program to the contents of its buffers after a dispatch.
fn steps_of(text: &str, buffers: u32) -> u64 {
    let stage = stage(text, &mut validator(), None).expect("a stage");
    let binding = |binding| Binding { group: 0, binding, data: Data::Buffer(vec![0; 16].into()) };
    let bindings: Vec<Binding> = (0..buffers).map(binding).collect();
    steps::of(|| {
        let pipeline = compute::pipeline(&stage, Options::default()).expect("it is executed");
        let bound = pipeline.bind(&bindings, &[]).expect("all is bound");
        assert!(pipeline.dispatch([1, 1, 1], &bound).is_ok());
        assert_eq!(pipeline.written(&bindings, &bound).len(), bindings.len());
        assert_eq!(pipeline_layout(std::slice::from_ref(&stage)).entries.len(), bindings.len());
    })
}

/// A program with `count` pieces in its entry point.
fn with_pieces(count: usize, piece: impl Fn(usize) -> String) -> String {
    let mut body = String::new();
    (0..count).for_each(|number| body.push_str(&piece(number)));
    format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {{
            var v = i; let n = out[0]; {body} out[i] = v;
        }}"
    )
}

#[test]
fn long_constructs_cost_their_length() {
    type Piece = fn(usize) -> String;
    let pieces: [(&str, Piece); 6] = [
        ("else if", |n| {
            let start = if n == 0 { "if" } else { "else if" };
            format!("{start} v == {n} {{ v += {n}; }}\n")
        }),
        ("else if of a uniform value", |n| {
            let start = if n == 0 { "if" } else { "else if" };
            format!("{start} n == {n} {{ v = {n}; }}\n")
        }),
        ("else if with returns", |n| {
            let start = if n == 0 { "if" } else { "else if" };
            format!("{start} v == {n} {{ v = {n}; if n == 7 {{ return; }} }}\n")
        }),
        ("loops", |n| format!("for (var j = 0u; j < 2; j++) {{ if v == {n} {{ break; }} v += j; }}\n")),
        ("locals", |n| format!("var a{n} = v + {n}; if a{n} > 3 {{ v = a{n}; }}\n")),
        ("statements", |_| "v = v * 3 + n;\n".to_owned()),
    ];
    for (name, piece) in pieces {
        let [few, many] = [500, 4_000].map(|count| steps_of(&with_pieces(count, piece), 1));
        assert!(few > 500 && many < 10 * few, "{name}: {few} steps become {many} with 8 times the pieces");
    }
    let [few, many] = [500, 4_000].map(|count| {
        let cases = with_pieces(count, |number| format!("case {number} {{ v = {number}; }}\n"));
        steps_of(
            &cases.replacen("case 0", "switch v { default {} case 0", 1).replace(" out[i]", "} out[i]"),
            1,
        )
    });
    assert!(few > 500 && many < 10 * few, "switch: {few} steps become {many} with 8 times the cases");
}

#[test]
fn many_bindings_cost_their_number() {
    let program = |count: u32| {
        let (mut text, mut body) = (String::new(), String::new());
        for number in 0..count {
            let _ = writeln!(text, "@group(0) @binding({number}) var<storage, read_write> b{number}: u32;");
            let _ = write!(body, "b{number} = {number};");
        }
        text + "@compute @workgroup_size(1) fn main() {" + &body + "}"
    };
    let [few, many] = [100, 800].map(|count| steps_of(&program(count), count));
    assert!(few > 100 && many < 10 * few, "{few} steps become {many} with 8 times the bindings");
}

#[test]
fn calls_that_would_be_too_many_are_refused_before_they_are_expanded() {
    let mut text = "fn f0() {}\n".to_owned();
    for level in 1..=30 {
        let _ = writeln!(text, "fn f{level}() {{ f{0}(); f{0}(); }}", level - 1);
    }
    text += "@compute @workgroup_size(1) fn main() { f30(); }";
    let stage = stage(&text, &mut validator(), None).expect("a stage");
    let steps = steps::of(|| match compute::pipeline(&stage, Options::default()) {
        Err(Failure::Unsupported(problem)) => assert!(problem.message.contains("too large"), "{problem:?}"),
        other => panic!("{other:?}"),
    });
    assert!(steps < 1_000, "{steps} steps");
}
