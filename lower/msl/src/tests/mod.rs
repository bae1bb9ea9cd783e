//! Kernels, from their text to what they compute.

mod accuracy;
mod classes;
mod derived;
mod draw;
mod group;
mod handle;
mod integer;
mod lambdas;
mod objects;
mod operators;
mod overflow;
mod pointers;
mod reference;
mod sampler;
mod strict;
mod texture;

use super::lowering::Request;
use super::{BUFFERS, lower, sizes};
use msl_spec::Dialect;
use msl_validator::{Options, module};
use shader_run::execute::{self, Fault, Findings, SweepOptions};
use shader_run::resources::Pipeline;
use webgpu_model::{Binding, Data};

/// Runs the kernel `k` with bindings, and 5 as the function constant 0; the result has those that it may write, and the faults.
fn run_with(text: &str, threads: u32, bindings: &[Binding]) -> (Vec<Binding>, Vec<Fault>) {
    run_for(&Options::default(), text, threads, bindings)
}

/// Runs the kernel `k` of a program that is checked with options.
fn run_for(options: &Options, text: &str, threads: u32, bindings: &[Binding]) -> (Vec<Binding>, Vec<Fault>) {
    let (written, findings) = find(options, text, (threads, None), bindings);
    (written, findings.faults)
}

/// Runs the kernel `k` of a program that is checked with options, perhaps in other orders of its threads, too.
fn find(
    options: &Options,
    text: &str,
    (threads, sweep): (u32, Option<SweepOptions>),
    bindings: &[Binding],
) -> (Vec<Binding>, Findings) {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
    let program = module(&text, options);
    assert!(program.is_accepted(), "{:?}", program.diagnostics);
    let request = Request {
        workgroup_size: Some([threads, 1, 1]),
        function_constants: vec![(0, 5.0)],
        is_strict: true,
        ..Request::default()
    };
    let lowered = lower(&program, "k", &request).expect("it is lowered");
    // Memory of the threadgroup has 16 bytes for each number before its own, and 16 of its own.
    let given: Vec<(u32, u32)> = (0..4).map(|number| (number, 16 * (number + 1))).collect();
    let sizes = sizes(&program, &program.entry_points[0], &given).expect("all have sizes");
    let lowered = lowered.sized(&sizes).expect("the sizes fit");
    let options = execute::Options { strict: true, subgroup_size: 4, sweep, ..execute::Options::default() };
    let pipeline = Pipeline::new(lowered, options);
    let bound = pipeline.bind(bindings, &[]).expect("the resources fit");
    let findings = pipeline.dispatch([1, 1, 1], &bound).expect("it ends");
    (pipeline.written(bindings, &bound), findings)
}

/// A buffer of words.
fn buffer(binding: u32, words: &[u32]) -> Binding {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Binding { group: BUFFERS, binding, data: Data::Buffer(bytes.into()) }
}

/// The words of a buffer or of texels.
fn words(binding: &Binding) -> Vec<u32> {
    let bytes = binding.data.bytes();
    bytes.chunks(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// Runs the kernel `k` with buffers of words; the result has the words of those that it may write, and the faults.
fn run(text: &str, threads: u32, buffers: &[&[u32]]) -> (Vec<Vec<u32>>, Vec<Fault>) {
    let bindings: Vec<Binding> =
        buffers.iter().zip(0..).map(|(words, binding)| buffer(binding, words)).collect();
    let (written, faults) = run_with(text, threads, &bindings);
    (written.iter().map(words).collect(), faults)
}

/// The words of the only buffer, which a body with `i` as the number of the thread writes.
fn body(text: &str, threads: u32, words: &[u32]) -> Vec<u32> {
    let kernel = format!(
        "kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {{ {text} }}"
    );
    let (mut written, faults) = run(&kernel, threads, &[words]);
    assert!(faults.is_empty(), "{text}: {faults:?}");
    written.remove(0)
}

#[test]
fn threads_write_their_elements() {
    assert_eq!(body("out[i] = i * 3 + 1;", 4, &[0; 4]), [1, 4, 7, 10]);
    assert_eq!(body("if (i < 2) { out[i] += 5; } else { out[i]--; }", 4, &[1, 1, 1, 1]), [6, 6, 0, 0]);
}

#[test]
fn a_call_enters_the_function_of_its_namespace() {
    let text = "namespace a { uint f(uint x) { return x + 1u; } }
        namespace b { uint f(uint x) { return x + 2u; } }
        struct S { uint v; uint f(uint x) { return x + 3u; } };
        uint g(uint x);
        uint g(uint x) { return x + 4u; }
        uint g(uint x);
        kernel void k(device uint* out [[buffer(0)]]) {
            S s; s.v = 0u; out[0] = a::f(10u); out[1] = b::f(10u); out[2] = s.f(10u); out[3] = g(10u);
        }";
    assert_eq!(run(text, 1, &[&[0; 4]]), (vec![vec![11, 12, 13, 14]], Vec::new()));
}

#[test]
fn loops_and_switches_go_as_in_c() {
    let sum = "uint s = 0; for (uint j = 0; j <= i; j++) { if (j == 2) continue; if (j == 5) break; s += j; } out[i] = s;";
    assert_eq!(body(sum, 7, &[0; 7]), [0, 1, 1, 4, 8, 8, 8]);
    let choice = "uint s = 0; switch (i) { case 0: s += 1; case 1: s += 10; break; case 3: { s = 7; break; } default: s = 9; } out[i] = s;";
    assert_eq!(body(choice, 4, &[0; 4]), [11, 10, 9, 7]);
    assert_eq!(body("uint n = 0; do { n++; } while (n < i); out[i] = n;", 4, &[0; 4]), [1, 1, 2, 3]);
}

#[test]
fn names_denote_the_variable_in_scope() {
    assert_eq!(body("uint s = 1; { uint s = 2; out[1] = s; } out[0] = s;", 1, &[0; 2]), [1, 2]);
    assert_eq!(
        body("uint j = 7; for (uint j = 0; j < 3; j++) { out[1] += j; } out[0] = j;", 1, &[0; 2]),
        [7, 3]
    );
    let hidden =
        "uint r = 1; if (i < 1) { uint r = 5; out[i] = r; } else { r = 2; out[i] = r; } out[i] += r * 10;";
    assert_eq!(body(hidden, 2, &[0; 2]), [15, 22]);
    let member = "struct Counter { uint n; uint next() { n++; uint m = n; { uint n = 100; m += n; } return m; } };
        constant uint n = 9;
        kernel void k(device uint* out [[buffer(0)]]) { Counter c; c.n = 1; out[0] = c.next(); out[1] = c.n + n; }";
    assert_eq!(run(member, 1, &[&[0; 2]]).0, [[102, 11]]);
}

#[test]
fn the_left_operand_of_a_comma_has_its_effects() {
    assert_eq!(body("uint n = 0; uint a = (n++, 4); out[0] = a * 10 + n;", 1, &[0]), [41]);
}

#[test]
fn a_conversion_to_fewer_components_takes_the_first_ones() {
    let text = "struct P { packed_float4 v; }; constant float2 first = float2(float4(1, 2, 3, 4));
        kernel void k(device float* o [[buffer(0)]], device const P& p [[buffer(1)]]) {
            float4 v = float4(1.5, 2.5, 3.5, 4.5);
            float3 a = float3(v * 2.0f); int2 b = (int2)v; half3 h = half3(v); float2 d = static_cast<float2>(p.v);
            o[0] = a.x; o[1] = a.z; o[2] = b.x; o[3] = b.y; o[4] = h.z; o[5] = d.y; o[6] = first.y;
        }";
    let given = [7_f32, 8.0, 9.0, 10.0].map(f32::to_bits);
    let (written, faults) = run(text, 1, &[&[0; 7], &given]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written[0], [3_f32, 7.0, 1.0, 2.0, 3.5, 8.0, 2.0].map(f32::to_bits));
}

#[test]
fn vectors_swizzles_and_matrices_are_computed() {
    let swizzle = "uint4 v = uint4(1, 2, 3, 4); v.wx = uint2(7, 8); v.yz += 10; out[0] = v.x; out[1] = v.y; out[2] = v.z; out[3] = v.w;";
    assert_eq!(body(swizzle, 1, &[0; 4]), [8, 12, 13, 7]);
    let index = "uint3 v = uint3(5, 6, 7); v[i] = 1; out[i] = v.x * 100 + v.y * 10 + v[2];";
    assert_eq!(body(index, 3, &[0; 3]), [167, 517, 561]);
    assert_eq!(body("uint4 v = uint4(1, 2, 3, 4); out[0] = v.yzw.z + v.zy.yx.x * 10;", 1, &[0]), [24]);
    let matrix = "float2x2 m = float2x2(1, 2, 3, 4); float2 c = m * float2(1, 10); out[0] = uint(c.x); out[1] = uint(c.y); out[2] = uint((float2(1, 10) * m).y);";
    assert_eq!(body(matrix, 1, &[0; 3]), [31, 42, 43]);
}

#[test]
fn functions_take_references_and_pointers() {
    let text = "void add(thread uint& x, uint y) { x += y; }
        uint twice(device const uint* p, int at) { return *(p + at) * 2; }
        template <typename T> T larger(T a, T b) { return a > b ? a : b; }
        kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            uint x = twice(out, i); add(x, 3); out[i] = larger(x, 10u);
        }";
    assert_eq!(run(text, 3, &[&[1, 5, 6]]).0, [[10, 13, 15]]);
    let moved = "device uint* p = out; p += i; *p = i + 1; p++; thread uint local[2] = {4, 5}; thread uint* q = local; q++; *p += *q;";
    assert_eq!(body(moved, 1, &[0, 0]), [1, 5]);
}

#[test]
fn structures_and_arrays_lie_as_in_c() {
    let text = "struct Item { float weight; packed_float3 place; bool flag; uint count; };
        kernel void k(device Item& item [[buffer(0)]]) {
            Item copy = item; copy.count += 1; copy.place[1] = 8; copy.flag = copy.weight > 1; item = copy;
        }";
    let words = [2_f32.to_bits(), 1, 2, 3, 0, 41];
    assert_eq!(run(text, 1, &[&words]).0[0], [words[0], 1, 8_f32.to_bits(), 3, 1, 42]);
    let table = "constant uint primes[4] = {2, 3, 5, 7};
        kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] = primes[i]; }";
    assert_eq!(run(table, 4, &[&[0; 4]]).0, [[2, 3, 5, 7]]);
}

#[test]
fn threads_work_together() {
    let text = "kernel void k(device uint* out [[buffer(0)]], device atomic_uint* sum [[buffer(1)]], uint i [[thread_position_in_threadgroup]]) {
            threadgroup uint shared[4]; shared[i] = i + 1;
            threadgroup_barrier(mem_flags::mem_threadgroup);
            out[i] = shared[3 - i];
            atomic_fetch_add_explicit(sum, out[i], memory_order_relaxed);
        }";
    let (written, faults) = run(text, 4, &[&[0; 4], &[100]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [vec![4, 3, 2, 1], vec![110]]);
    let group = "kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]], uint lane [[thread_index_in_simdgroup]]) { out[i] = simd_sum(i) * 10 + lane; }";
    assert_eq!(run(group, 8, &[&[0; 8]]).0, [[60, 61, 62, 63, 220, 221, 222, 223]]);
}

#[test]
fn atomic_operations_add_floating_point_numbers() {
    let text = "kernel void k(device atomic_float* sum [[buffer(0)]], device atomic<float>* rest [[buffer(1)]], uint i [[thread_position_in_grid]]) {
            atomic_fetch_add_explicit(sum, 0.5 * (i + 1), memory_order_relaxed);
            atomic_fetch_sub_explicit(rest, 1.5f, memory_order_relaxed);
        }";
    let options = Options { dialect: Dialect::Metal31, ..Options::default() };
    let bindings = [buffer(0, &[1_f32.to_bits()]), buffer(1, &[0])];
    let (written, faults) = run_for(&options, text, 4, &bindings);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written.iter().map(words).collect::<Vec<_>>(), [[6_f32.to_bits()], [(-6_f32).to_bits()]]);
    // Rounding makes the sum depend on the order: 2^24 takes up two ones together, but not one after the other.
    let sweep = Some(SweepOptions { schedules: 64, ..SweepOptions::default() });
    let text = "kernel void k(device atomic_float* sum [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            atomic_fetch_add_explicit(sum, i == 0 ? 16777216.0f : 1.0f, memory_order_relaxed);
        }";
    let (_, findings) = find(&options, text, (3, sweep), &[buffer(0, &[0])]);
    assert!(findings.sweep.is_some_and(|sweep| sweep.difference.is_some()));
}

/// A barrier of SIMD-groups orders the threads of one, and nothing says how many these are.
#[test]
fn barriers_of_simdgroups_depend_on_their_size() {
    let text = "kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_threadgroup]]) {
            threadgroup uint shared[8]; shared[i] = i;
            simdgroup_barrier(mem_flags::mem_threadgroup);
            out[i] = shared[i ^ 2];
        }";
    let sweep = Some(SweepOptions { schedules: 64, ..SweepOptions::default() });
    let (_, findings) = find(&Options::default(), text, (8, sweep), &[buffer(0, &[0; 8])]);
    let sweep = findings.sweep.expect("it was asked for");
    assert!(!sweep.is_complete && sweep.subgroup_sizes.len() > 1, "{sweep:?}");
}

#[test]
fn a_dispatch_says_the_size_of_memory_of_the_threadgroup() {
    let text = "kernel void k(device uint* out [[buffer(0)]], threadgroup uint* one, threadgroup uint* two,
            uint i [[thread_position_in_threadgroup]]) {
            one[i] = i + 1; two[i] = 10 * i;
            threadgroup_barrier(mem_flags::mem_threadgroup);
            out[i] = one[3 - i] + two[(i + 1) % 4];
        }";
    let (written, faults) = run(text, 4, &[&[0; 4]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [vec![14, 23, 32, 1]]);
    let beyond = "kernel void k(device uint* out [[buffer(0)]], threadgroup uint* one [[threadgroup(0)]]) {
            one[4] = 1; out[0] = 0;
        }";
    assert_eq!(run(beyond, 1, &[&[0]]).1.len(), 1);
}

#[test]
fn constants_are_made_of_function_constants() {
    // The function constant 0 has the value 5, the others have none.
    let text = "constant uint n [[function_constant(0)]]; constant float other [[function_constant(1)]];
        constant uint twice = n * 2; constant uint2 more = uint2(twice + 1, twice > 9 ? 7 : 8);
        constant bool is_there = is_function_constant_defined(n) && !is_function_constant_defined(other);
        kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            if (i == 0) { out[0] = twice; } else { out[i] = more.x * 100 + twice + more.y; }
            if (is_there) out[i] += 1000 * (1 + is_function_constant_defined(other));
        }";
    let (written, faults) = run(text, 2, &[&[0; 2]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [[1010, 2117]]);
}

#[test]
fn conversions_follow_the_types() {
    let text = "char small = 200; out[0] = small + 56; short s = short(out[1]); out[1] = uint(s); half h = 0.1h; out[2] = uint(float(h) * 10000.0f); out[3] = as_type<uint>(1.0f); out[4] = uint(3.9f) + uint(true);";
    assert_eq!(body(text, 1, &[0, 0x1_ffff, 0, 0, 0]), [0, u32::MAX, 999, 0x3f80_0000, 4]);
}

#[test]
fn undefined_behaviour_is_a_fault() {
    let kinds = |text: &str, buffers: &[&[u32]]| -> Vec<&str> {
        let faults = run(text, 2, buffers).1;
        faults.iter().map(|fault| fault.kind.name()).collect()
    };
    let kernel = |text: &str| {
        format!(
            "kernel void k(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {{ {text} }}"
        )
    };
    assert_eq!(kinds(&kernel("out[i] = 1 / out[i];"), &[&[0, 1]]), ["division-by-zero"]);
    assert_eq!(kinds(&kernel("out[i] = 7 % out[i];"), &[&[0, 1]]), ["division-by-zero"]);
    assert_eq!(kinds(&kernel("out[i + 1] = 1;"), &[&[0, 1]]), ["out-of-bounds"]);
    assert_eq!(kinds(&kernel("out[0] = i;"), &[&[0, 1]]), ["data-race"]);
}
