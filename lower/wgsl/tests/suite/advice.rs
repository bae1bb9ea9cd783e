//! The words of a fault between two invocations: the places of both, and how to order them.

use shader_run::execute::{Fault, Options, SweepOptions, Terms};
use webgpu_model::{Binding, Data, Dispatch};
use wgsl_lower::compute;
use wgsl_validator::Validator;

const HEAD: &str = "
@group(0) @binding(0) var<storage, read_write> out: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec4<u32>, 4>;
var<workgroup> count: atomic<u32>;
var<workgroup> slots: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {";

/// The message, the code at each other place, and the advice of the only fault.
fn said(body: &str, workgroups: u32, options: &Options) -> Option<(String, Vec<String>, String)> {
    let source = format!("{HEAD}{body}}}");
    let data = |bytes: usize| Data::Buffer(vec![0; bytes].into());
    let bindings = vec![
        Binding { group: 0, binding: 0, data: data(256) },
        Binding { group: 0, binding: 1, data: data(64) },
    ];
    let dispatch = Dispatch { workgroups: [workgroups, 1, 1], bindings, ..Dispatch::default() };
    let outcome = compute::run(&source, &mut Validator::default(), &dispatch, options)
        .unwrap_or_else(|failure| panic!("{failure}\n{source}"));
    let fault: &Fault = match &outcome.faults[..] {
        [] => return None,
        [fault] => fault,
        faults => panic!("{faults:?}"),
    };
    let labels = fault.labels(&Terms::WEBGPU);
    let places = labels.iter().map(|label| label.span.text(&source).to_owned()).collect();
    Some((fault.message.clone(), places, fault.remedy(&Terms::WEBGPU, true).unwrap_or_default()))
}

fn strict(body: &str, workgroups: u32) -> Option<(String, Vec<String>, String)> {
    said(body, workgroups, &Options { strict: true, ..Options::default() })
}

/// A counter that one invocation resets while others count.
const RESET: &str = "if i == 0 { atomicStore(&count, 5u); } atomicAdd(&count, 1u); workgroupBarrier();
    out[i] = atomicLoad(&count);";

#[test]
fn two_writes_decide_a_value() {
    let sweep = Options { sweep: Some(SweepOptions::default()), ..Options::default() };
    for options in [Options { strict: true, ..Options::default() }, sweep] {
        let (message, mut places, remedy) = said(RESET, 1, &options).expect("nothing orders the writes");
        places.sort();
        assert_eq!(places, ["atomicAdd(&count, 1u)", "atomicStore(&count, 5u)"], "{message}");
        assert_eq!(remedy, "order the two writes with a `workgroupBarrier()` between them");
    }
    let (message, ..) = strict(RESET, 1).expect("nothing orders the writes");
    let writes = "nothing orders the write by invocation 1 with the write by invocation 0";
    assert_eq!(message, format!("a result depends on this value, and {writes}"));
    let ordered = RESET.replacen("} ", "} workgroupBarrier(); ", 1);
    assert_eq!(strict(&ordered, 1), None);
}

#[test]
fn a_component_is_a_part_of_a_vector() {
    let (message, places, remedy) = strict("vectors[0][i] = i;", 1).expect("a vector is written as a whole");
    assert!(message.contains("writes a different component of the same vector"), "{message}");
    assert_eq!(places, [""; 0], "the same statement");
    assert!(remedy.contains("array of scalars"), "{remedy}");
    let (message, ..) = strict("vectors[0][0] = i;", 1).expect("all write one component");
    assert!(message.starts_with("invocation 0 writes the same memory"), "{message}");
    assert_eq!(strict("vectors[i][0] = i;", 1), None);
}

#[test]
fn a_barrier_fits_between_rounds_and_not_into_a_statement() {
    let (_, places, remedy) = strict("out[0] = out[0] + i;", 1).expect("each reads what others write");
    assert_eq!(places, ["out[0]"]);
    assert!(remedy.ends_with("or use an atomic"), "{remedy}");
    let tree = "for (var k = 2u; k > 0; k /= 2) { if i < k { slots[i] += slots[i + k]; } }";
    let (_, _, remedy) = strict(tree, 1).expect("a round reads what the one before writes");
    assert!(remedy.starts_with("in a loop, order its rounds with a `workgroupBarrier()`"), "{remedy}");
}

#[test]
fn a_barrier_does_not_help_where_workgroups_meet() {
    let body = "out[i] = i; let other = out[3 - i]; slots[i] = other;";
    let (_, _, remedy) = strict(body, 1).expect("the read is not ordered");
    assert!(remedy.contains("storageBarrier()"), "{remedy}");
    let source = "out[4 * w.x + i] = i; if w.x == 1 { slots[i] = out[i]; } else { slots[i] = out[3 - i]; }";
    let (_, _, remedy) = strict(source, 1).expect("the read is not ordered");
    assert!(remedy.contains("storageBarrier()"), "{remedy}");
    // The second workgroup reads what the first one writes: at the same place as its own invocations do.
    let source = "out[4 * w.x + i] = i; slots[i] = out[3 - i];";
    let (message, _, remedy) = strict(source, 2).expect("the read is not ordered");
    assert!(message.starts_with("invocation 3 of a different workgroup"), "{message}");
    assert!(remedy.starts_with("no barrier orders workgroups"), "{remedy}");
}

#[test]
fn a_sweep_does_not_ask_for_atomics() {
    let sweep = Options { sweep: Some(SweepOptions::default()), ..Options::default() };
    let body = "if w.x == 0 { out[i] = 1; } else { out[32 + i] = out[i]; }";
    let (_, _, remedy) = said(body, 2, &sweep).expect("the workgroups are not ordered");
    assert_eq!(remedy, "no barrier orders workgroups: use a separate dispatch for the second access");
}

#[test]
fn a_ticket_that_is_overwritten_decides_nothing() {
    let body = |between: &str, used: &str| {
        format!(
            "slots[i] = atomicAdd(&count, 1u); workgroupBarrier(); {between} workgroupBarrier(); out[i] = {used};"
        )
    };
    assert_eq!(strict(&body("slots[i] = i;", "slots[3 - i]"), 1), None);
    let (message, ..) = strict(&body("", "slots[3 - i]"), 1).expect("the ticket arrives");
    assert!(message.starts_with("a result depends on this value"), "{message}");
    let (message, ..) = strict(&body("", "slots[out[32 + slots[i]]]"), 1).expect("the ticket is an index");
    assert!(message.starts_with("an address depends on this value"), "{message}");
}

#[test]
fn a_zero_that_is_added_only_reads() {
    assert_eq!(strict("out[i] = atomicAdd(&count, 0u);", 1), None);
    assert!(strict("out[i] = atomicAdd(&count, i);", 1).is_some());
}

#[test]
fn an_update_of_memory_without_a_value_has_none() {
    let options = Options { strict: true, undefined_workgroup_memory: true, ..Options::default() };
    let body = |before: &str| {
        format!("{before} atomicAdd(&count, 1u); workgroupBarrier(); out[i] = atomicLoad(&count);")
    };
    let (message, ..) = said(&body(""), 1, &options).expect("the first sum is unknown");
    assert!(message.contains("which no invocation of the workgroup has written"), "{message}");
    let reset = "if i == 0 { atomicStore(&count, 0u); } workgroupBarrier();";
    assert_eq!(said(&body(reset), 1, &options), None);
    assert_eq!(strict(&body(""), 1), None, "WGSL says zero");
}
