//! The allowed results of small programs. Each program reads a buffer `data` of `f32` and writes a buffer `out` of
//! zeros.

use shader_ir::Type;
use shader_numeric::allowed::Interval;
use shader_run::execute::Options;
use shader_run::execute::{AllowedBuffer, AllowedWord};
use shader_run::judge::judge;
use shader_run::resources::Outcome;
use webgpu_model::{Binding, Data, Dispatch};
use wgsl_lower::compute::run;
use wgsl_validator::Validator;
use wgsl_validator::target::Target;

const DATA: &str = "@group(0) @binding(0) var<storage> data: array<f32>;\n";

/// Runs a program with `size` bytes for `out`.
fn outcome(program: &str, data: &[f32], size: usize) -> Outcome {
    let buffer = |binding, bytes: Vec<u8>| Binding { group: 0, binding, data: Data::Buffer(bytes.into()) };
    let bytes = data.iter().flat_map(|value| value.to_le_bytes()).collect();
    let bindings = vec![buffer(0, bytes), buffer(1, vec![0; size])];
    let dispatch = Dispatch { bindings, ..Dispatch::default() };
    let target = Target::default().for_execution();
    let mut validator = Validator::new(wgsl_validator::Options { target, ..Default::default() });
    let options = Options { track: Some(wgsl_spec::ACCURACY.for_all_calls()), ..Options::default() };
    let outcome = run(program, &mut validator, &dispatch, &options);
    let outcome = outcome.unwrap_or_else(|failure| panic!("{failure:?}"));
    assert_eq!(judge(&outcome, &outcome.bindings), [], "what is there is allowed");
    outcome
}

fn tracked(program: &str, data: &[f32], size: usize) -> AllowedBuffer {
    outcome(program, data, size).allowed.remove(0)
}

/// The values of `out`, an array of this element type, after some statements in one invocation.
fn values(element: &str, statements: &str, data: &[f32], size: usize) -> Vec<Interval> {
    let out = format!("@group(0) @binding(1) var<storage, read_write> out: array<{element}>;\n");
    let program = format!("{DATA}{out}@compute @workgroup_size(1) fn main() {{ {statements} }}");
    let buffer = tracked(&program, data, size);
    assert!(!buffer.is_open, "{buffer:?}");
    buffer.words.iter().map(|word| word.values).collect()
}

fn point(value: f64) -> Interval {
    Interval::point(value)
}

const ANY: Interval = Interval::ANY;

#[test]
fn operations_widen() {
    let quotient = values("f32", "let x = data[0] / data[1]; out[0] = x; out[1] = x * 2;", &[1.0, 2.0], 8);
    // 2.5 units of 2^-25 around 0.5.
    let error = 2.5 / 33_554_432.0;
    assert_eq!(quotient[0], Interval::between(0.5 - error, 0.5 + error));
    // Twice the error, rounded outwards to values of the type.
    assert!(
        quotient[1].contains_all(Interval::between(1.0 - 2.0 * error, 1.0 + 2.0 * error)),
        "{quotient:?}"
    );
    assert!(!quotient[1].contains(1.0 + 4.0 * error), "{quotient:?}");
    assert_eq!(values("f32", "out[0] = data[0] + 2;", &[1.5], 4), [point(3.5)]);
}

#[test]
fn an_operand_that_a_constant_skips_needs_no_value() {
    let statements = "out[0] = u32(0 == 1 && acos(0 + 2) > 0); out[1] = u32(true || sqrt(0 - 1) > 0);";
    assert_eq!(values("u32", statements, &[], 8), [point(0.0), point(1.0)]);
}

#[test]
fn terms_are_added_in_any_order() {
    let x = [16_777_216.0, 1.0, -16_777_216.0];
    let dot = "let v = vec3f(data[0], data[1], data[2]); out[0] = dot(v, vec3f(1));";
    assert_eq!(values("f32", dot, &x, 4), [Interval::between(0.0, 2.0)]);
    let product = "let m = mat3x2f(1, 2, 3, 4, 5, 6); let v = m * vec3f(data[0], data[1], data[1]);
        out[0] = v.x; out[1] = v.y;";
    assert_eq!(values("f32", product, &[1.0, 10.0], 8), [81.0, 102.0].map(point));
}

#[test]
fn memory_keeps_what_is_known() {
    let program = "let x = data[0] / 4; var a: array<f32, 4>; let i = u32(data[1]); a[i] = x; a[1] = 7;
        var b = a; out[0] = b[i]; out[1] = b[1]; out[2] = a[0];";
    let found = values("f32", program, &[1.0, 2.0], 12);
    assert!(found[0].contains(0.25) && found[0].single().is_none() && !found[0].contains(0.26), "{found:?}");
    assert_eq!(found[1..], [7.0, 0.0].map(point));
    // Memory that was never written is unchanged and not listed.
    let buffer = "out[1] = out[0] + 1;";
    assert_eq!(values("f32", buffer, &[], 8), [point(1.0)]);
}

#[test]
fn shared_memory_keeps_what_is_known() {
    let program = "@group(0) @binding(0) var<storage> data: array<f32>;
        @group(0) @binding(1) var<storage, read_write> out: array<f32, 2>;
        var<workgroup> shared_values: array<f32, 2>;
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
            shared_values[i] = data[i] / 4;
            workgroupBarrier();
            out[i] = shared_values[1 - i];
        }";
    let buffer = tracked(program, &[1.0, 2.0], 8);
    let centers = [0.5, 0.25];
    for (word, center) in buffer.words.iter().zip(centers) {
        assert!(word.values.contains(center) && !word.values.contains(center + 1e-3), "{buffer:?}");
        assert!(word.values.single().is_none());
    }
    assert_eq!(buffer.words.len(), 2);
}

#[test]
fn halves_share_a_word() {
    let program = "enable f16;
        @group(0) @binding(0) var<storage> data: array<f32>;
        @group(0) @binding(1) var<storage, read_write> out: array<f16>;
        @compute @workgroup_size(1) fn main() {
            var a: array<f16, 2>;
            a[0] = f16(data[0]) / 4;
            a[1] = 3;
            let b = a;
            out[1] = b[0];
            out[2] = b[1];
        }";
    let words = tracked(program, &[1.0], 8).words;
    // 2.5 units of 2^-13 around 0.25.
    let error = 2.5 / 8192.0;
    assert_eq!(
        words,
        [
            AllowedWord { offset: 2, ty: Type::F16, values: Interval::between(0.25 - error, 0.25 + error) },
            AllowedWord { offset: 4, ty: Type::F16, values: point(3.0) },
        ]
    );
}

#[test]
fn choices_have_both_results() {
    // sin(0.5) is 0.479 within 2^-11; sin(0.1) is far smaller.
    let choice =
        "out[0] = select(1f, 2f, sin(data[0]) < 0.4794); out[1] = select(1f, 2f, sin(data[1]) < 0.4794);";
    assert_eq!(values("f32", choice, &[0.5, 0.1], 8), [Interval::between(1.0, 2.0), point(2.0)]);
    let logic = "let x = data[0]; let open = sin(x) < 0.4794; out[0] = select(1f, 2f, open && x > 1); out[1] = f32(open);";
    assert_eq!(values("f32", logic, &[0.5], 8), [point(1.0), Interval::between(0.0, 1.0)]);
}

#[test]
fn branches_that_may_go_either_way_leave_open_what_they_write() {
    let branch = "var x = 1f; var y = 1f; out[3] = 5;
        if sin(data[0]) < 0.4794 { x = 2; out[1] = x; y += out[2]; } else { out[2] = 3; }
        out[0] = x; out[3] += 1; let z = 4f; out[4] = z;";
    assert_eq!(values("f32", branch, &[0.5], 20), [ANY, ANY, ANY, point(6.0), point(4.0)]);
    // The same condition with a definite result.
    let found = values("f32", branch, &[0.1], 20);
    assert_eq!(found, [point(2.0), point(2.0), point(6.0), point(4.0)]);
}

#[test]
fn a_short_branch_without_effects_is_a_choice() {
    let branch = "var x = 1f; if sin(data[0]) < 0.4794 { x = 2; } out[0] = x;";
    assert_eq!(values("f32", branch, &[0.5], 4), [Interval::between(1.0, 2.0)]);
}

#[test]
fn a_loop_that_may_end_sooner_or_later_leaves_open_what_it_writes() {
    let program = "var count = 0; var x = data[0]; var i = 0; let y = data[0] + 1;
        loop { if sin(x) < 0.4794 || i > 3 { break; } out[1] = y; count += 1; i += 1; }
        out[0] = f32(count); out[2] = y;";
    assert_eq!(values("f32", program, &[0.5], 12), [ANY, ANY, point(1.5)]);
    let ends = "var count = 0; for (var i = 0; i < 4; i++) { count += 2; } out[0] = f32(count);";
    assert_eq!(values("f32", ends, &[], 4), [point(8.0)]);
}

#[test]
fn after_a_continue_the_next_round_is_judged() {
    let program = "for (var i = 0; i < 3; i++) {
            out[0] = f32(i);
            if i == 1 && sin(data[0]) < 0.4794 { continue; }
            out[1] = f32(i);
        }";
    assert_eq!(values("f32", program, &[0.5], 8), [2.0, 2.0].map(point));
}

#[test]
fn a_return_that_may_happen_leaves_open_all_that_follows() {
    let program = "out[0] = 1; if sin(data[0]) < 0.4794 { return; } out[1] = 2; out[0] += 0;";
    assert_eq!(values("f32", program, &[0.5], 8), [ANY, ANY]);
    // A return only ends its own function.
    let out = "@group(0) @binding(1) var<storage, read_write> out: array<f32>;";
    let function = "fn f(x: f32) -> f32 { if sin(x) < 0.4794 { return 1; } return 2; }";
    let main = "@compute @workgroup_size(1) fn main() { out[0] = f(data[0]); out[1] = 3; }";
    let words = tracked(&format!("{DATA}{out}{function}{main}"), &[0.5], 8).words;
    assert!(words[0].values.contains(1.0) && words[0].values.contains(2.0));
    assert_eq!(words[1].values, point(3.0));
}

#[test]
fn a_store_to_a_place_that_is_not_known_opens_the_buffer() {
    let out = "@group(0) @binding(1) var<storage, read_write> out: array<f32>;";
    let program = |index: &str| {
        let main =
            format!("@compute @workgroup_size(1) fn main() {{ out[0] = 1; out[{index}] = 2; out[1] = 3; }}");
        tracked(&format!("{DATA}{out}{main}"), &[0.5], 16)
    };
    let clamped = program("clamp(u32(sin(data[0]) * 6.2576), 2, 3)");
    assert!(clamped.is_open);
    assert_eq!(clamped.words, [AllowedWord { offset: 4, ty: Type::F32, values: point(3.0) }]);
    // Outside of the buffer, even the invocation may end.
    let outside = program("u32(data[0] * 20)");
    assert!(outside.is_open && outside.words.iter().all(|word| word.values.is_any()), "{outside:?}");
}

#[test]
fn integers_are_known_or_not() {
    let bits =
        "out[0] = bitcast<u32>(data[0]); out[1] = bitcast<u32>(data[0] / 3); out[2] = u32(sin(data[0]) * 10);
        out[3] = pack2x16float(vec2f(data[0], 0.5)); out[4] = out[1] & 0;";
    let found = values("u32", bits, &[0.5], 20);
    assert_eq!(found[0], point(f64::from(0.5f32.to_bits())));
    assert_eq!(found[1..3], [ANY, point(4.0)]);
    assert_eq!(found[3..], [point(f64::from(0x3800_3800)), ANY]);
}

#[test]
fn infinities_are_nothing_to_rely_on() {
    let found = values("f32", "out[0] = data[0] * 2; out[1] = data[1];", &[f32::MAX, f32::INFINITY], 8);
    assert_eq!(found, [ANY, ANY]);
}

#[test]
fn constants_are_as_accurate_as_anything_else() {
    let neighbours = |value: f64| {
        let nearest = value as f32;
        let other = if f64::from(nearest) > value { nearest.next_down() } else { nearest.next_up() };
        Interval::between(f64::from(nearest), f64::from(other))
    };
    let program = "const tenth = 0.1; const half = 0.5; const table = array<f32, 2>(0.25, 0.7);
        const single = sin(half); const own = sin(0.5f);
        out[0] = tenth; out[1] = 0.3f; out[2] = half + 0.25; out[3] = table[1]; out[4] = single; out[5] = own;
        out[6] = f32(u32(3.7)); out[7] = f32(sin(0.0f) > 5);";
    let found = values("f32", program, &[], 32);
    let exact = [neighbours(0.1), neighbours(0.3), point(0.75), neighbours(0.7)];
    assert_eq!(found[..5], [&exact[..], &[ANY]].concat());
    assert!(found[5].contains(0.5f64.sin() + 4e-4) && !found[5].contains(0.5f64.sin() + 6e-4));
    assert_eq!(found[6..], [3.0, 0.0].map(point));
}

/// `out` after a program for four invocations, which has a word `count` in workgroup memory.
fn of_four(statements: &str) -> AllowedBuffer {
    let program = format!(
        "@group(0) @binding(0) var<storage> data: array<f32>;
        @group(0) @binding(1) var<storage, read_write> out: array<u32, 4>;
        var<workgroup> count: atomic<u32>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {{ {statements} }}"
    );
    tracked(&program, &[0.5], 16)
}

#[test]
fn the_order_of_atomic_operations_is_open() {
    let known = |statements: &str| {
        let buffer = of_four(statements);
        (!buffer.is_open).then(|| buffer.words.iter().map(|word| word.values.single()).collect::<Vec<_>>())
    };
    let sum = known("atomicAdd(&count, i); workgroupBarrier(); out[i] = atomicLoad(&count);");
    assert_eq!(sum, Some(vec![Some(6.0); 4]));
    assert_eq!(known("out[i] = atomicAdd(&count, 1);"), Some(vec![None; 4]));
    let last = known("atomicStore(&count, i); workgroupBarrier(); out[i] = atomicLoad(&count);");
    assert_eq!(last, Some(vec![None; 4]));
    let same = known("atomicStore(&count, 7); workgroupBarrier(); out[i] = atomicLoad(&count);");
    assert_eq!(same, Some(vec![Some(7.0); 4]));
    let single = known("if i == 2 { out[0] = atomicAdd(&count, 5); out[1] = atomicLoad(&count); }");
    assert_eq!(single, Some(vec![Some(0.0), Some(5.0)]));
    // The first one may read the value that the second one has stored.
    assert_eq!(
        known("if i == 0 { out[0] = atomicLoad(&count); } if i == 1 { atomicStore(&count, 1); }"),
        None
    );
    let float = known(
        "atomicMax(&count, u32(data[0] / 3 * 1.2e7)); workgroupBarrier(); out[i] = atomicLoad(&count);",
    );
    assert_eq!(float, Some(vec![None; 4]));
}

#[test]
fn the_arrangement_of_subgroups_is_open() {
    let program = "enable subgroups;
        @group(0) @binding(1) var<storage, read_write> out: array<u32, 8>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32) {
            out[i] = size;
            out[i + 4] = subgroupAdd(1u);
        }";
    assert!(tracked(program, &[], 32).words.iter().all(|word| word.values.is_any()));
}

#[test]
fn lanes_are_judged_one_by_one() {
    let program = "@group(0) @binding(0) var<storage> data: array<f32, 2>;
        @group(0) @binding(1) var<storage, read_write> out: array<f32, 4>;
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
            for (var round = 0; round < 3; round++) {
                if sin(data[i]) < 0.4794 && round == 1 { break; }
                out[i] = f32(round);
            }
            out[i + 2] = 1;
        }";
    let words = tracked(program, &[0.5, 2.0], 16).words;
    let found: Vec<Interval> = words.iter().map(|word| word.values).collect();
    assert_eq!(found, [ANY, point(2.0), point(1.0), point(1.0)]);
}

#[test]
fn judging_another_implementation() {
    let program = format!(
        "{DATA}@group(0) @binding(1) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(1) fn main() {{ out[1] = data[0] / 3; }}"
    );
    let outcome = outcome(&program, &[1.0], 12);
    let third = 1f32 / 3.0;
    let other = |words: [f32; 3]| {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let found = judge(&outcome, &[Binding { group: 0, binding: 1, data: Data::Buffer(bytes) }]);
        found.iter().map(|it| (it.binding, it.offset, it.got)).collect::<Vec<_>>()
    };
    assert_eq!(other([0.0, third.next_up().next_up(), 0.0]), []);
    let wrong = third + 1e-6;
    assert_eq!(other([0.0, wrong, 0.0]), [(1, 4, Some(wrong.to_bits()))]);
    assert_eq!(other([0.0, f32::NAN, 0.0]), [(1, 4, Some(f32::NAN.to_bits()))]);
    assert_eq!(other([0.0, third, 1.0]), [(1, 10, Some(0x80)), (1, 11, Some(0x3f))]);
    let missing = judge(&outcome, &[]);
    assert!(missing.len() == 9 && missing.iter().all(|it| it.got.is_none()), "{missing:?}");
}
