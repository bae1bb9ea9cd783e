use super::*;
use shader_run::debug::{Print, statement_on, trace};
use webgpu_model::{Binding, Data};

const SOURCE: &str = "struct Pair { a: u32, b: array<f32, 2> }
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
var<workgroup> total: atomic<u32>;
fn double(x: u32) -> u32 {
  let gone = x * 2;
  return gone;
}
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var pair = Pair(id.x, array<f32, 2>(0.5, 1.5));
  for (var i = 0u; i < id.x; i++) {
    pair.a += i;
  }
  result[id.x] = double(pair.a);
}
";

fn traced(prints: &[(&str, u32)], filter: Option<&str>) -> Result<Vec<String>, Refusal> {
    let mut validator = Validator::default();
    let module = validator.validate(SOURCE);
    assert!(module.is_accepted());
    let buffer = Binding { group: 0, binding: 0, data: Data::Buffer(vec![0; 16].into()) };
    let dispatch = Dispatch { bindings: vec![buffer], workgroups: [1; 3], ..Dispatch::default() };
    let mut subject = Debugged::new((module, SOURCE.to_owned()), validator, dispatch, Options::default());
    let place = |line| statement_on(&subject, line).unwrap_or_else(|| panic!("no statement on line {line}"));
    let print =
        |(expression, line): &(&str, u32)| Print { expression: (*expression).to_owned(), at: place(*line) };
    let request = Request { prints: prints.iter().map(print).collect(), filter: filter.map(str::to_owned) };
    let trace = trace(&mut subject, &request)?;
    assert!(!trace.is_cut);
    Ok(trace.values.iter().map(|it| format!("{}:{} {}", it.print, it.lane, it.value)).collect())
}

fn reason(expression: &str, line: u32) -> String {
    match traced(&[(expression, line)], None) {
        Err(Refusal::Expression { print: 0, is_filter: false, reason }) => reason,
        other => panic!("{expression}: {other:?}"),
    }
}

#[test]
fn values_are_shown_before_the_statement() {
    assert_eq!(
        traced(&[("pair.a + i", 12)], None).unwrap(),
        ["0:1 1", "0:2 2", "0:3 3", "0:2 3", "0:3 4", "0:3 6"]
    );
    assert_eq!(traced(&[("gone", 6)], Some("lane == 3")).unwrap(), ["0:3 12"]);
}

#[test]
fn a_filter_selects_invocations() {
    assert_eq!(
        traced(&[("gid", 14), ("id.xy", 10)], Some("gid.x == 2")).unwrap(),
        ["1:2 vec2<u32>(2, 0)", "0:2 vec3<u32>(2, 0, 0)"]
    );
}

#[test]
fn structures_and_arrays_have_parts() {
    assert_eq!(traced(&[("pair", 14)], Some("lane == 1")).unwrap(), ["0:1 Pair(1, array<f32, 2>(0.5, 1.5))"]);
    assert_eq!(
        traced(&[("id.x > 1", 10)], None).unwrap(),
        ["0:0 false", "0:1 false", "0:2 true", "0:3 true"]
    );
}

#[test]
fn an_expression_is_checked_in_its_scope() {
    assert!(reason("gone", 14).contains("gone"));
    assert!(reason("pair.a + 1.5", 14).contains('+'), "{}", reason("pair.a + 1.5", 14));
    assert_eq!(
        reason("atomicAdd(&total, 1u)", 14),
        "the expression has side effects, or other invocations take part in it"
    );
    assert_eq!(reason("1); _ = (2", 14), "expected one expression, where statements are allowed");
}

#[test]
fn an_array_without_a_type_is_refused_and_its_elements_are_shown() {
    let message = "an array of numbers without a type can't be shown: name an element";
    assert_eq!(reason("array(1, 2)", 14), message);
    assert_eq!(traced(&[("array(1, 2)[1]", 14)], Some("lane == 0")).unwrap(), ["0:0 2"]);
    assert_eq!(
        traced(&[("array<i32, 2>(1, 2)", 14)], Some("lane == 0")).unwrap(),
        ["0:0 array<i32, 2>(1, 2)"]
    );
}
