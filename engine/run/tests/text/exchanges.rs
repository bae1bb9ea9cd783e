//! Values that invocations of a subgroup give each other, some of which are not active.

use super::{Outcome, run};
use shader_numeric::allowed::Interval;
use shader_run::execute::{FaultKind, Options};

/// Steps of six invocations in subgroups of four. %5 is the number of the invocation, %6 four times that, and %7 whether it is not the
/// third one. The second subgroup has two invocations.
fn outcome(steps: &str) -> Outcome {
    let header = "
workgroup_size 6 1 1
invocation_bytes 8
resource group=0 binding=0 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 1
constant %2: u32 = 2
constant %3: u32 = 3
constant %4: u32 = 6
code
%5: u32 = input local_invocation_index
%6: u32 = index stride=4 %0, %5, %4
%7: bool = NotEqual u32 %5, %2
";
    let options = Options { subgroup_size: 4, ..Options::default() };
    run(&format!("{header}{}", steps.trim()), &[&[9; 6]], options)
}

/// The first of the steps that a test has, as a line of the code.
const FIRST: usize = 4;

/// No step.
const NONE: [usize; 0] = [];

/// The steps that are reported, from 0.
fn reported(steps: &str) -> Vec<usize> {
    let faults = outcome(steps).faults;
    assert!(faults.iter().all(|fault| fault.0 == FaultKind::InactiveInvocation), "{faults:?}");
    faults.iter().map(|(_, line)| line - FIRST).collect()
}

#[test]
fn a_broadcast_from_an_inactive_invocation_is_a_fault_by_itself() {
    assert_eq!(reported("%8: u32 = group broadcast u32 %5, %1"), NONE);
    assert_eq!(
        reported("%8: u32 = group broadcast u32 %5, %3"),
        [0],
        "the second subgroup has no such invocation"
    );
    assert_eq!(reported("if %7\n%8: u32 = group broadcast u32 %5, %2\nend"), [1]);
    assert_eq!(
        reported("if %7\n%8: u32 = group broadcast_first u32 %5\nstore u32 buffer.0[%6] %8\nend"),
        NONE
    );
}

#[test]
fn another_exchange_is_a_fault_where_its_result_is_used() {
    for (exchange, is_reported) in [
        ("shuffle u32 %5, %2", true),
        ("shuffle_down u32 %5, %1", true),
        ("shuffle_up u32 %5, %1", true),
        ("shuffle_xor u32 %5, %2", true),
        ("quad_broadcast u32 %5, %2", true),
        ("quad_swap_x u32 %5", true),
        ("quad_swap_y u32 %5", true),
        ("quad_swap_diagonal u32 %5", true),
        ("shuffle u32 %5, %0", false),
        ("quad_broadcast u32 %5, %1", false),
        ("add u32 %5", false),
    ] {
        let step = format!("if %7\n%8: u32 = group {exchange}");
        assert_eq!(reported(&format!("{step}\nend")), NONE, "{exchange}");
        let expected = if is_reported { vec![1] } else { vec![] };
        assert_eq!(reported(&format!("{step}\nstore u32 buffer.0[%6] %8\nend")), expected, "{exchange}");
        let condition = "%9: bool = Equal u32 %8, %3\nif %9\nend\nend";
        assert_eq!(reported(&format!("{step}\n{condition}")), expected, "{exchange}");
        let sum = "%9: u32 = group add u32 %8\nend";
        assert_eq!(reported(&format!("{step}\n{sum}")), expected, "{exchange}");
    }
}

#[test]
fn a_distance_must_be_the_same_in_the_subgroup() {
    let used = |exchange: &str| reported(&format!("%8: u32 = group {exchange}\nstore u32 buffer.0[%6] %8"));
    // Each invocation of the whole subgroup would get its own value.
    for exchange in ["shuffle_xor", "shuffle_up", "shuffle_down"] {
        let steps = format!("%8: u32 = BitAnd u32 %5, %0\n%9: u32 = group {exchange} u32 %5, %8\n");
        assert_eq!(reported(&format!("{steps}store u32 buffer.0[%6] %9")), NONE);
        assert_eq!(used(&format!("{exchange} u32 %5, %5")), [0]);
    }
    assert_eq!(used("shuffle u32 %5, %0"), NONE);
}

/// A sum by shuffles: the values at the end of the subgroup are not determined, that of its first invocation is.
#[test]
fn values_are_followed_through_further_exchanges() {
    let sum = "
%8: u32 = group shuffle_down u32 %5, %1
%9: u32 = Add u32 %5, %8
%10: u32 = group shuffle_down u32 %9, %2
%11: u32 = Add u32 %9, %10
%12: bool = Less u32 %5, %1
if %12
store u32 buffer.0[%6] %11
end
";
    let found = outcome(sum);
    assert_eq!((found.buffers[0][0], found.faults), (6, vec![]));
    // The last two invocations take their values in the first exchange or in the second.
    assert_eq!(reported(&sum.replace("Less u32 %5, %1", "Less u32 %5, %2")), [0]);
    assert_eq!(reported(&sum.replace("Less u32 %5, %1", "Equal u32 %5, %2")), [2]);
    let memory = "%8: u32 = group shuffle_up u32 %5, %1\nstore u32 invocation[%0] %8\n\
                  %9: u32 = load u32 invocation[%0]\nstore u32 buffer.0[%6] %9";
    assert_eq!(reported(memory), [0]);
}

#[test]
fn nothing_is_claimed_of_them() {
    let found = outcome("%8: u32 = group shuffle_down u32 %5, %1\nstore u32 buffer.0[%6] %8");
    assert!(found.allowed[0].words.iter().all(|word| word.values == Interval::ANY), "{found:?}");
}
