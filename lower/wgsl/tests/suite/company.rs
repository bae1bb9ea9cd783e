//! Strict execution of operations that only some invocations of a quad or a subgroup reach.

use crate::draws::{COVER, covering, try_draw};
use shader_run::execute::{Fault, FaultKind, Options};
use webgpu_model::{Binding, Data, Dispatch};
use wgsl_lower::compute;
use wgsl_validator::Validator;

fn strict() -> Options {
    Options { strict: true, ..Options::default() }
}

fn text(source: &str, span: shader_source::Span) -> &str {
    &source[span.lo as usize..span.hi as usize]
}

/// The places of faults, and the branches before them.
fn places<'a>(faults: &[Fault], source: &'a str) -> Vec<(&'a str, &'a str)> {
    let place = |fault: &Fault| {
        assert_eq!(fault.kind, FaultKind::NonUniformOperation, "{faults:?}");
        (text(source, fault.span), fault.parting.map_or("", |span| text(source, span)))
    };
    faults.iter().map(place).collect()
}

/// A dispatch of eight invocations in subgroups of four.
fn dispatched(statement: &str, uniform_subgroups: bool) -> Vec<(String, String)> {
    let source = format!(
        "enable subgroups; diagnostic(off, subgroup_uniformity);
        @group(0) @binding(0) var<storage, read_write> data: array<u32, 8>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {{ {statement} }}"
    );
    let data = Data::Buffer(vec![0; 32].into());
    let bindings = vec![Binding { group: 0, binding: 0, data }];
    let dispatch = Dispatch { workgroups: [1; 3], bindings, ..Dispatch::default() };
    let options = Options { uniform_subgroups, subgroup_size: 4, ..strict() };
    let outcome = compute::run(&source, &mut Validator::default(), &dispatch, &options).expect("it runs");
    places(&outcome.faults, &source)
        .into_iter()
        .map(|(at, branch)| (at.to_owned(), branch.to_owned()))
        .collect()
}

#[test]
fn a_sum_of_some_of_a_subgroup() {
    let parted = "if i > 5 { data[i] = subgroupAdd(i); }";
    assert_eq!(dispatched(parted, true), [("subgroupAdd(i)".to_owned(), parted.to_owned())]);
    assert_eq!(dispatched(parted, false), [], "where the language says who takes part");
    assert_eq!(dispatched("if i > 3 { data[i] = subgroupAdd(i); }", true), [], "whole subgroups");
    assert_eq!(dispatched("if i > 5 { data[i] = 1; } data[i] = subgroupAdd(i);", true), []);
}

/// The faults of a fragment shader that draws four by four pixels.
fn drawn(body: &str) -> Vec<(String, String)> {
    let source = format!(
        "diagnostic(off, derivative_uniformity); {COVER}
        @fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f {{ {body} }}"
    );
    let outcome = try_draw(&source, &covering([4, 4]), &strict()).expect("it is drawn");
    let places = places(&outcome.faults, &source);
    places.into_iter().map(|(at, branch)| (at.to_owned(), branch.to_owned())).collect()
}

#[test]
fn a_derivative_in_some_fragments_of_a_quad() {
    let parted = "var r = vec4f(); if at.x > 1 { r += dpdx(at.y); } return r;";
    assert_eq!(drawn(parted), [("dpdx(at.y)".to_owned(), "if at.x > 1 { r += dpdx(at.y); }".to_owned())]);
    assert_eq!(drawn("var r = vec4f(); if at.x > 2 { r += dpdx(at.y); } return r;"), [], "whole quads");
    assert_eq!(drawn("if at.x < 1 { discard; } return vec4f(dpdx(at.y));"), [], "helpers take part");
}
