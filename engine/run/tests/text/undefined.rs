//! Values that the program never gives.

use super::{Outcome, run};
use shader_numeric::allowed::Interval;
use shader_run::execute::{FaultKind, Options};

/// Steps of two invocations. %4 is the number of the invocation, %5 four times that; %6 was never given.
fn outcome(steps: &str) -> Outcome {
    let header = "
workgroup_size 2 1 1
invocation_bytes 32
workgroup_bytes 16
resource group=0 binding=0 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 2
constant %2: u32 = 7
constant %3: bool = true
code
%4: u32 = input local_invocation_index
%5: u32 = index stride=4 %0, %4, %1
%6: u32 = undefined
";
    run(&format!("{header}{}", steps.trim()), &[&[5, 5]], Options::default())
}

/// The first of the steps that a test has, as a line of the code.
const FIRST: usize = 4;

/// The steps that are reported, from 0.
fn reported(steps: &str) -> Vec<usize> {
    let faults = outcome(steps).faults;
    assert!(faults.iter().all(|fault| fault.0 == FaultKind::UninitializedRead), "{faults:?}");
    faults.iter().map(|(_, line)| line - FIRST).collect()
}

#[test]
fn they_are_zero_here() {
    assert_eq!(outcome("store u32 buffer.0[%5] %6").buffers[0], [0, 0]);
    let found = outcome("%7: f64 = undefined\n%8: f32 = convert f64 f32 %7\nstore f32 buffer.0[%5] %8");
    assert_eq!(found.buffers[0], [0, 0]);
}

#[test]
fn what_nothing_depends_on_is_no_fault() {
    let steps = "
%7: u32 = Add u32 %6, %2
%8: u32 = select %3, %4, %7
store u32 buffer.0[%5] %8
store u32 invocation[%0] %7
copy invocation[%0] to invocation[%0 + 8] run offset=0 size=4 count=1 stride=0
%9: u32 = load u32 invocation[%0 + 8]
%10: u32 = set %9
%10: u32 = set %4
store u32 buffer.0[%5] %10
store u32 invocation[%0 + 8] %4
%11: u32 = load u32 invocation[%0 + 8]
store u32 buffer.0[%5] %11
clear size=4 invocation[%0]
%12: u32 = load u32 invocation[%0]
store u32 buffer.0[%5] %12
";
    assert!(reported(steps).is_empty());
}

#[test]
fn a_branch_or_an_address_that_depends_on_them_is_a_fault() {
    assert_eq!(reported("%7: bool = Less u32 %6, %2\nif %7\nend"), [1]);
    assert_eq!(reported("%7: bool = undefined\nblock\nbreak_if holds=false levels=0 %7\nend"), [2]);
    assert_eq!(reported("%7: u32 = index stride=4 %0, %6, %1\n%8: u32 = load u32 buffer.0[%7]"), [1]);
    assert_eq!(reported("%7: u32 = index stride=4 %0, %6, %1\nstore u32 invocation[%7] %2"), [1]);
    let pointer = "
%7: u64 = undefined
%8: i64 = convert u32 i64 %6
%9: u64 = pointer invocation[%0]
%10: u64 = offset stride=4 %9, %8
%11: u32 = load u32 pointed[%10]
";
    assert_eq!(reported(pointer), [4]);
    assert_eq!(reported("%7: u64 = pointer invocation[%6]\n%8: u32 = load u32 pointed[%7]"), [1]);
}

#[test]
fn they_must_not_leave_the_invocation() {
    assert_eq!(reported("store u32 buffer.0[%5] %6"), [0]);
    assert_eq!(reported("%7: u32 = atomic add u32 buffer.0[%5] %6"), [0]);
    assert_eq!(reported("%7: u32 = group add u32 %6"), [0]);
    assert_eq!(reported("%7: u32, %8: bool = compare_exchange buffer.0[%5] %6, %2"), [0]);
    assert_eq!(reported("%7: u64 = pointer buffer.0[%5]\nstore u32 pointed[%7] %6"), [1]);
}

#[test]
fn the_memory_of_the_workgroup_passes_them_on() {
    let passed = |between: &str| {
        format!(
            "store u32 workgroup[%5] %6\nbarrier workgroup workgroup\n{between}\n\
             %7: u32 = load u32 workgroup[%5]\nstore u32 buffer.0[%5] %7"
        )
    };
    assert_eq!(reported(&passed("block\nend")), [5]);
    assert!(reported("store u32 workgroup[%5] %6").is_empty());
    assert!(reported(&passed("store u32 workgroup[%5] %2\nblock\nend")).is_empty());
    assert!(reported(&passed("clear size=4 workgroup[%5]\nblock\nend")).is_empty());
}

#[test]
fn they_go_through_selections_and_memory() {
    assert_eq!(reported("%7: u32 = select %3, %6, %4\nstore u32 buffer.0[%5] %7"), [1]);
    let condition = "%7: bool = Equal u32 %6, %2\n%8: u32 = select %7, %4, %4\nstore u32 buffer.0[%5] %8";
    assert_eq!(reported(condition), [2]);
    let stored = "store u32 invocation[%0 + 4] %6\n%7: u16 = load u16 invocation[%0 + 6]\n\
                  %8: u32 = convert u16 u32 %7\nstore u32 buffer.0[%5] %8";
    assert_eq!(reported(stored), [3]);
    let copied = "undefine size=8 invocation[%0]\nstore u32 invocation[%0] %2\n\
                  copy invocation[%0] to buffer.0[%5] run offset=0 size=4 count=1 stride=0\n\
                  copy invocation[%0 + 4] to buffer.0[%5] run offset=0 size=4 count=1 stride=0";
    assert_eq!(reported(copied), [3]);
    // A variable that one of two invocations has given a value.
    let variable = "%7: bool = Less u32 %0, %4\n%8: u32 = set %6\nif %7\n%8: u32 = set %2\nend\n\
                    store u32 buffer.0[%5] %8\nif %7\nstore u32 buffer.0[%5] %8\nend";
    assert_eq!(reported(variable), [5]);
}

#[test]
fn nothing_is_claimed_of_them() {
    let values = |steps: &str| {
        let allowed = &outcome(steps).allowed[0];
        allowed.words.iter().map(|word| word.values == Interval::ANY).collect::<Vec<bool>>()
    };
    assert_eq!(values("store u32 buffer.0[%5] %6"), [true, true]);
    let memory = "undefine size=8 invocation[%0]\nstore u32 invocation[%0] %2\n\
                  %7: u32 = load u32 invocation[%0]\n%8: u32 = load u32 invocation[%0 + 4]";
    assert_eq!(values(&format!("{memory}\nstore u32 buffer.0[%5] %7")), [false, false]);
    assert_eq!(values(&format!("{memory}\nstore u32 buffer.0[%5] %8")), [true, true]);
}

#[test]
fn the_memory_of_a_workgroup_may_start_without_values() {
    for (line, is_open) in [("", false), ("workgroup_is_undefined\n", true)] {
        let text = format!(
            "
workgroup_bytes 8
{line}resource group=0 binding=0 buffer least_size=0 writable
constant %0: u32 = 0
code
%1: u32 = load u32 workgroup[%0]
store u32 buffer.0[%0] %1
"
        );
        let outcome = run(&text, &[&[5]], Options::default());
        assert_eq!(outcome.buffers[0], [0]);
        let fault = (FaultKind::UninitializedRead, 1);
        assert_eq!(outcome.faults, is_open.then_some(fault).into_iter().collect::<Vec<_>>());
        let options = Options { undefined_workgroup_memory: true, ..Options::default() };
        assert_eq!(run(&text, &[&[5]], options).faults, [fault]);
        assert_eq!(outcome.allowed[0].words[0].values == Interval::ANY, is_open);
    }
}
