//! The order of invocations and workgroups only matters where the specification leaves it open.

use crate::{Dispatch, words_of};
use shader_run::execute::Options;

const SUM: &str = "@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>, 8>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_index) i: u32) {
        atomicAdd(&out[0], i); atomicMax(&out[1], i); atomicMin(&out[2], i); atomicXor(&out[3], i);
        atomicOr(&out[4], i); atomicAnd(&out[5], i); atomicSub(&out[6], 1); }";

#[test]
fn sums_are_the_same_in_every_order() {
    let run = |seed| {
        let options = Options { seed, ..Options::default() };
        words_of(SUM, Dispatch { workgroups: [16, 1, 1], options, ..Dispatch::default() })
    };
    let expected = [1023 * 512, 1023, 0, 3, 1023, 0, 6u32.wrapping_sub(1024), 7];
    for seed in [None, Some(0), Some(1), Some(u64::MAX)] {
        assert_eq!(run(seed), expected);
    }
}

#[test]
fn a_seed_changes_who_comes_first() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
        var<workgroup> next: atomic<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) lane: u32) {
            out[atomicAdd(&next, 1)] = lane; }";
    let run = |seed| {
        let options = Options { seed, ..Options::default() };
        words_of(text, Dispatch { options, ..Dispatch::default() })
    };
    assert_eq!(run(None), [0, 1, 2, 3, 4, 5, 6, 7]);
    let orders: Vec<Vec<u32>> = (0..8).map(|seed| run(Some(seed))).collect();
    assert!(orders.iter().any(|order| *order != orders[0]), "{orders:?}");
    for mut order in orders {
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

#[test]
fn an_exchange_happens_once() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>, 8>;
        @compute @workgroup_size(4) fn main(@builtin(global_invocation_index) i: u32) {
            let r = atomicCompareExchangeWeak(&out[7], 7, 100 + i); if r.exchanged { atomicAdd(&out[0], 1); }
            if r.old_value == 100 { atomicAdd(&out[1], 1); } atomicStore(&out[2], 5); }";
    let words = words_of(text, Dispatch { workgroups: [2, 1, 1], ..Dispatch::default() });
    assert_eq!(words, [1, 8, 5, 3, 4, 5, 6, 100]);
}

/// One thread and several have equal results.
#[test]
fn the_number_of_threads_makes_no_difference() {
    let text =
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>; var<workgroup> a: array<u32, 4>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) lane: u32,
            @builtin(global_invocation_index) i: u32) {
            a[lane] = out[i] * 3; workgroupBarrier(); out[i] = a[3 - lane] + lane; }";
    let run =
        || words_of(text, Dispatch { words: 4 * 500, workgroups: [500, 1, 1], options: Options::default() });
    let on =
        |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run);
    let expected: Vec<u32> =
        (0..500).flat_map(|group| (0..4).map(move |lane| (group * 4 + 3 - lane) * 3 + lane)).collect();
    assert_eq!(on(1), expected);
    assert_eq!(on(3), expected);
}

#[test]
fn each_invocation_knows_its_place() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(2, 2) fn main(@builtin(global_invocation_id) id: vec3u,
            @builtin(global_invocation_index) i: u32, @builtin(workgroup_index) group: u32,
            @builtin(num_workgroups) count: vec3u) {
            out[i] = id.x + 10 * id.y + 100 * id.z + 1000 * group + 10000 * (count.x + count.y + count.z); }";
    let words = words_of(text, Dispatch { words: 16, workgroups: [2, 1, 2], options: Options::default() });
    let expected = |i: u32| {
        let (x, y, z) = (i % 4, i / 4 % 2, i / 8);
        x + 10 * y + 100 * z + 1000 * (x / 2 + 2 * z) + 50_000
    };
    assert_eq!(words, (0..16).map(expected).collect::<Vec<u32>>());
}
