//! SIMD-groups, here of four threads, and quad-groups.

use super::{body, run};

#[test]
fn quads_combine_the_values_of_active_threads() {
    let all = "out[i] = quad_sum(i + 1) * 100 + quad_product(i % 4 + 1) + (quad_any(i == 5) ? 1000 : 0);";
    assert_eq!(body(all, 8, &[0; 8]), [1024, 1024, 1024, 1024, 3624, 3624, 3624, 3624]);
    let some = "if (i != 1) { out[i] = quad_max(i % 3) * 1000 + quad_sum(1u) * 100 + quad_prefix_exclusive_sum(i) * 10 + quad_prefix_inclusive_sum(1u); }";
    assert_eq!(body(some, 4, &[0; 4]), [2301, 0, 2302, 2323]);
    let bits = "out[i] = quad_and(i | 4) * 100 + quad_or(i) * 10 + quad_xor(i == 2 ? 1u : 0u);";
    assert_eq!(body(bits, 4, &[0; 4]), [431; 4]);
    let floats = "out[i] = uint(quad_min(float(i) + 1.5f) * 2.0f);";
    assert_eq!(body(floats, 8, &[0; 8]), [3, 3, 3, 3, 11, 11, 11, 11]);
}

#[test]
fn quads_move_values() {
    let moved = |call: &str| body(&format!("out[i] = {call};"), 4, &[0; 4]);
    assert_eq!(moved("quad_broadcast(i, 2)"), [2; 4]);
    assert_eq!(moved("quad_broadcast_first(i + 5)"), [5; 4]);
    assert_eq!(moved("quad_shuffle(i, 3 - i)"), [3, 2, 1, 0]);
    assert_eq!(moved("quad_shuffle_up(i, 1)"), [0, 0, 1, 2]);
    assert_eq!(moved("quad_shuffle_down(i, 2)"), [2, 3, 2, 3]);
    assert_eq!(moved("quad_shuffle_xor(i, 3)"), [3, 2, 1, 0]);
    assert_eq!(moved("quad_shuffle_rotate_up(i, 1)"), [3, 0, 1, 2]);
    assert_eq!(moved("quad_shuffle_rotate_down(i, 1)"), [1, 2, 3, 0]);
}

#[test]
fn simd_groups_rotate_and_keep_the_ends() {
    let moved = |call: &str| body(&format!("out[i] = {call};"), 8, &[0; 8]);
    assert_eq!(moved("simd_shuffle_rotate_up(i, 1)"), [3, 0, 1, 2, 7, 4, 5, 6]);
    assert_eq!(moved("simd_shuffle_rotate_down(i, 3)"), [3, 0, 1, 2, 7, 4, 5, 6]);
    assert_eq!(moved("simd_shuffle_up(i, 2)"), [0, 1, 0, 1, 4, 5, 4, 5]);
    assert_eq!(moved("simd_shuffle_down(i, 3)"), [3, 1, 2, 3, 7, 5, 6, 7]);
}

#[test]
fn votes_are_made_of_bits() {
    let text = "kernel void k(device uint* out [[buffer(0)]]) {
            out[0] = uint(simd_vote::vote_t(simd_vote(out[0])));
            out[1] = uint((quad_vote::vote_t)quad_vote(out[1]));
            out[2] = simd_vote(out[2]).any() * 10 + quad_vote(15).all();
        }";
    assert_eq!(run(text, 1, &[&[100, 100, 0]]).0, [[100, 4, 1]]);
}

#[test]
fn votes_have_a_bit_for_each_thread() {
    let text = "kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            simd_vote odd = simd_ballot(i % 2 == 1);
            out[i] = uint(uint64_t(odd)) + (odd.any() ? 100 : 0) + (simd_ballot(true).all() ? 1000 : 0);
            if (i != 2) { out[i] += 10000 * uint((quad_vote::vote_t)quad_active_threads_mask()) + (quad_is_first() ? 1 : 0); }
        }";
    let (written, faults) = run(text, 4, &[&[0; 4]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [[111_111, 111_110, 1110, 111_110]]);
}

#[test]
fn threads_know_their_quad() {
    let kernel = "kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]],
            ushort lane [[thread_index_in_quadgroup]], uint quad [[quadgroup_index_in_threadgroup]],
            uint quads [[quadgroups_per_threadgroup]], uint asked [[dispatch_quadgroups_per_threadgroup]]) {
        out[i] = lane + quad * 10 + quads * 100 + asked * 1000;
    }";
    assert_eq!(run(kernel, 6, &[&[0; 6]]).0, [[2200, 2201, 2202, 2203, 2210, 2211]]);
}
