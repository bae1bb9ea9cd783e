//! Functions on the invocations of a subgroup or quad: only active invocations take part.

use crate::{Dispatch, lanes_program, words_of};
use shader_run::execute::Options;

/// Eight invocations in subgroups of four.
fn subgroups(body: &str) -> Vec<u32> {
    let text = format!(
        "enable subgroups; diagnostic(off, subgroup_uniformity); {}",
        lanes_program("", body).replace(
            "lane: u32)",
            "lane: u32, @builtin(subgroup_invocation_id) place: u32, @builtin(subgroup_size) size: u32)"
        )
    );
    let options = Options { subgroup_size: 4, ..Options::default() };
    words_of(&text, Dispatch { options, ..Dispatch::default() })
}

#[test]
fn reductions_and_scans() {
    assert_eq!(subgroups("out[lane] = subgroupAdd(lane);"), [6, 6, 6, 6, 22, 22, 22, 22]);
    assert_eq!(subgroups("out[lane] = subgroupExclusiveAdd(lane);"), [0, 0, 1, 3, 0, 4, 9, 15]);
    assert_eq!(subgroups("out[lane] = subgroupInclusiveMul(lane);"), [0, 0, 0, 0, 4, 20, 120, 840]);
    assert_eq!(
        subgroups("out[lane] = subgroupMax(lane) * 10 + subgroupMin(lane);"),
        [30, 30, 30, 30, 74, 74, 74, 74]
    );
    assert_eq!(subgroups("out[lane] = place * 10 + size;"), [4, 14, 24, 34, 4, 14, 24, 34]);
}

#[test]
fn invocations_that_are_not_active_take_no_part() {
    let text = "if lane % 2 == 1 { out[lane] = subgroupAdd(lane); } else { out[lane] = 100; }";
    assert_eq!(subgroups(text), [100, 4, 100, 4, 100, 12, 100, 12]);
    let text = "var n = 0u; loop { if lane % 4 <= n { break; } n++; out[lane] = subgroupAdd(1u); }";
    assert_eq!(subgroups(text), [0, 3, 2, 1, 4, 3, 2, 1]);
    let text = "if lane != 0 && lane != 6 { out[lane] = subgroupBallot(lane % 4 != 1).x * 10 + u32(subgroupElect()); }";
    assert_eq!(subgroups(text), [0, 121, 120, 120, 91, 90, 6, 90]);
}

#[test]
fn values_of_other_invocations() {
    assert_eq!(subgroups("out[lane] = subgroupBroadcast(lane, 2);"), [2, 2, 2, 2, 6, 6, 6, 6]);
    assert_eq!(subgroups("out[lane] = subgroupShuffleXor(lane, 1);"), [1, 0, 3, 2, 5, 4, 7, 6]);
    assert_eq!(subgroups("out[lane] = subgroupShuffle(lane, 3 - place);"), [3, 2, 1, 0, 7, 6, 5, 4]);
    assert_eq!(subgroups("out[lane] = quadSwapDiagonal(lane);"), [3, 2, 1, 0, 7, 6, 5, 4]);
    assert_eq!(
        subgroups("if lane > 1 { out[lane] = subgroupBroadcastFirst(lane); }"),
        [0, 1, 2, 2, 4, 4, 4, 4]
    );
}

#[test]
fn votes() {
    assert_eq!(
        subgroups("out[lane] = u32(subgroupAll(lane < 4)) * 2 + u32(subgroupAny(lane == 5));"),
        [2, 2, 2, 2, 1, 1, 1, 1]
    );
}
