//! Options of an execution: the order of invocations, and accesses beyond the end. The results of programs are in the
//! suite of cases.

use shader_run::execute::{Beyond, Options};
use webgpu_model::{Binding, Data, Dispatch};
use wgsl_lower::compute;
use wgsl_validator::Validator;

/// Runs a program on a buffer that initially holds `size` words 0, 1, 2, ..., and returns its final words. Strict
/// execution must agree.
fn words(text: &str, size: u32, workgroups: u32, options: Options) -> Vec<u32> {
    let bytes = (0..size).flat_map(u32::to_le_bytes).collect();
    let bindings = vec![Binding { group: 0, binding: 0, data: Data::Buffer(bytes) }];
    let dispatch = Dispatch { workgroups: [workgroups, 1, 1], bindings, ..Dispatch::default() };
    let [plain, strict] = [false, true].map(|strict| {
        let options = Options { strict, ..options };
        compute::run(text, &mut Validator::default(), &dispatch, &options).expect("it runs").bindings
    });
    assert_eq!(plain, strict, "strict execution differs");
    let Data::Buffer(bytes) = &plain[0].data else { panic!("the binding is a buffer") };
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    bytes.chunks_exact(4).map(word).collect()
}

#[test]
fn sums_are_equal_in_every_order() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>, 8>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_index) i: u32) {
            atomicAdd(&out[0], i); atomicMax(&out[1], i); atomicMin(&out[2], i); atomicXor(&out[3], i);
            atomicOr(&out[4], i); atomicAnd(&out[5], i); atomicSub(&out[6], 1); }";
    let expected = [1023 * 512, 1023, 0, 3, 1023, 0, 6u32.wrapping_sub(1024), 7];
    for seed in [None, Some(0), Some(1), Some(u64::MAX)] {
        assert_eq!(words(text, 8, 16, Options { seed, ..Options::default() }), expected);
    }
}

#[test]
fn a_seed_changes_who_comes_first() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
        var<workgroup> next: atomic<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) lane: u32) {
            out[atomicAdd(&next, 1)] = lane; }";
    let run = |seed| words(text, 8, 1, Options { seed, ..Options::default() });
    assert_eq!(run(None), [0, 1, 2, 3, 4, 5, 6, 7]);
    let orders: Vec<Vec<u32>> = (0..8).map(|seed| run(Some(seed))).collect();
    assert!(orders.iter().any(|order| *order != orders[0]), "{orders:?}");
    for mut order in orders {
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

/// One thread and several have equal results.
#[test]
fn the_number_of_threads_makes_no_difference() {
    let text =
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>; var<workgroup> a: array<u32, 4>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) lane: u32,
            @builtin(global_invocation_index) i: u32) {
            a[lane] = out[i] * 3; workgroupBarrier(); out[i] = a[3 - lane] + lane; }";
    let run = || words(text, 4 * 500, 500, Options::default());
    let on =
        |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run);
    let expected: Vec<u32> =
        (0..500).flat_map(|group| (0..4).map(move |lane| (group * 4 + 3 - lane) * 3 + lane)).collect();
    assert_eq!(on(1), expected);
    assert_eq!(on(3), expected);
}

#[test]
fn an_index_beyond_the_end_is_that_of_the_last_element_or_of_none() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
        @compute @workgroup_size(1) fn main() {
            let far = out[7] + 100; var a = array(10u, 20u, 30u); var v = vec2u(40, 50); let b = array(60u, 70u);
            out[0] = a[far]; out[1] = v[far]; out[2] = b[far]; out[3] = a[i32(out[3]) - 5];
            a[far] = 1; v[far] = 2; out[4] = a[2]; out[5] = v.y; out[far] = 3; }";
    let run = |beyond| words(text, 8, 1, Options { beyond, ..Options::default() });
    assert_eq!(run(Beyond::Clamp), [30, 50, 70, 30, 1, 2, 6, 3]);
    assert_eq!(run(Beyond::Discard), [0, 0, 0, 0, 30, 50, 6, 7]);
}
