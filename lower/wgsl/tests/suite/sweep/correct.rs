//! Programs whose results do not depend on the order of invocations.

use super::swept;

/// A program has one result in all schedules.
#[track_caller]
fn has_one_result(body: &str, workgroups: u32) {
    let (faults, sweep, _) = swept(body, workgroups, 1 << 16);
    assert_eq!(faults, []);
    assert_eq!((sweep.difference.is_none(), sweep.is_complete), (true, true), "{sweep:?}");
}

#[test]
fn a_histogram_with_barriers() {
    let body = "
        var<workgroup> bins: array<atomic<u32>, 4>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            atomicAdd(&bins[input[i] % 4], 1u);
            workgroupBarrier();
            if i < 4 { atomicAdd(&state[i], atomicLoad(&bins[i])); }
        }";
    has_one_result(body, 2);
}

#[test]
fn a_reduction_with_barriers() {
    let body = "
        var<workgroup> sums: array<u32, 64>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) g: vec3u) {
            sums[i] = input[i + g.x * 64];
            workgroupBarrier();
            for (var step = 32u; step > 0; step >>= 1) {
                if i < step { sums[i] += sums[i + step]; }
                workgroupBarrier();
            }
            if i == 0 { out[g.x] = sums[0]; }
        }";
    has_one_result(body, 3);
}

/// Who is the last decides who writes, but not what.
#[test]
fn the_last_invocation_writes_the_sum() {
    let body = "
        @compute @workgroup_size(1) fn main(@builtin(workgroup_id) g: vec3u) {
            atomicAdd(&state[1], input[g.x]);
            if atomicAdd(&state[0], 1u) == 3 { out[0] = 1; }
        }";
    has_one_result(body, 4);
}

#[test]
fn a_greatest_value_by_exchanges() {
    let body = "
        @compute @workgroup_size(3) fn main(@builtin(local_invocation_index) i: u32) {
            var old = atomicLoad(&state[0]);
            while input[i] > old {
                let result = atomicCompareExchangeWeak(&state[0], old, input[i]);
                if result.exchanged { break; }
                old = result.old_value;
            }
        }";
    has_one_result(body, 1);
}

/// Waiting for another invocation ends, whoever is first.
#[test]
fn a_flag_that_an_invocation_waits_for() {
    let body = "
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            if i == 0 { atomicStore(&state[0], 1); }
            while atomicLoad(&state[0]) == 0 {}
            out[i] = 1;
        }";
    let (faults, sweep, _) = swept(body, 1, 64);
    // Nothing promises that the first invocation continues.
    assert_eq!((faults, sweep.difference, sweep.is_complete), (Vec::new(), None, false));
}

/// Neighbours in one word are different memory locations.
#[test]
fn halves_of_words() {
    let body = "
        @group(0) @binding(5) var<storage, read_write> halves: array<f16>;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
            halves[i] = halves[i] + f16(i);
        }";
    let (faults, sweep, _) = swept(body, 1, 64);
    assert_eq!((faults, sweep.contended_words, sweep.is_complete), (Vec::new(), 0, true));
    let (faults, sweep, _) = swept(&body.replace("+ f16(i)", "+ halves[i + 1]"), 1, 64);
    assert!(!faults.is_empty() && sweep.difference.is_some(), "{sweep:?}");
}

#[test]
fn what_a_sweep_does_not_try_is_not_proven() {
    let quads = "
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { out[i] = quadSwapX(i); }";
    let components = "
        @group(0) @binding(3) var<storage, read_write> pair: vec2u;
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
            if i == 0 { pair.x = 1; } else { pair.y = 2; }
        }";
    for body in [quads, components] {
        let (faults, sweep, _) = swept(body, 1, 64);
        assert_eq!((faults, sweep.difference, sweep.is_complete), (Vec::new(), None, false), "{body}");
    }
}

#[test]
fn sums_of_subgroups_of_any_size() {
    let body = "
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            let sum = subgroupAdd(input[i]);
            if subgroupElect() { atomicAdd(&state[0], sum); }
        }";
    let (faults, sweep, _) = swept(body, 1, 16);
    assert_eq!(faults, []);
    assert_eq!(sweep.subgroup_sizes, [8, 4, 16, 32, 64, 128]);
}

#[test]
fn lanes_of_a_subgroup_are_not_ordered_by_its_operations() {
    let body = "var<workgroup> word: u32;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            word = subgroupAdd(1u) + i; workgroupBarrier(); if i == 0 { out[0] = word; } }";
    let (_, sweep, _) = swept(body, 1, 64);
    assert!(!sweep.is_complete, "four invocations write one word: {sweep:?}");
    let body =
        body.replace("word = subgroupAdd(1u) + i;", "let sum = subgroupAdd(1u); if i == 1 { word = sum; }");
    let (faults, sweep, _) = swept(&body, 1, 64);
    assert!(sweep.contended_words == 0 && faults.is_empty(), "one invocation writes the word: {sweep:?}");
}

#[test]
fn a_loop_that_counts_its_looks_is_not_proven() {
    let body = |rounds: &str| {
        format!(
            "var<workgroup> flag: atomic<u32>;
            @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {{
                if i == 0 {{ atomicStore(&flag, 1); }} else {{
                    for ({rounds}) {{ if atomicLoad(&flag) == 1 {{ out[0] = 42; break; }} }}
                }}
            }}"
        )
    };
    let (faults, sweep, _) = swept(&body("var k = 0; k < 4; k++"), 1, 64);
    assert!(!sweep.is_complete || !faults.is_empty(), "the other one may be late: {sweep:?}");
    let (faults, sweep, _) = swept(&body("; ;"), 1, 64);
    assert!(!sweep.is_complete && faults.is_empty(), "nothing promises that the flag comes: {sweep:?}");
}

/// A write to a component may write the whole vector: nothing else accesses it here.
#[test]
fn components_of_different_vectors() {
    let body = "
        var<workgroup> pairs: array<vec2u, 16>;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) { pairs[i].y = i; out[i] = pairs[i].y; }";
    has_one_result(body, 1);
}
