//! Pointer values: registers that hold a memory and an address.

use super::{Outcome, run};
use shader_numeric::allowed::Interval;
use shader_run::execute::{FaultKind, Options};

/// Steps of four invocations, after those that give %6 to the number of the invocation, %7 to four times that, %8 to a pointer to the
/// start of the first buffer, %9 to one to the start of the second, and %10 to the number as `i64`.
fn program(steps: &str) -> String {
    format!(
        "
workgroup_size 4 1 1
invocation_bytes 16
workgroup_bytes 32
resource group=0 binding=0 buffer least_size=0 writable
resource group=0 binding=1 buffer least_size=0 writable
resource group=0 binding=2 buffer least_size=0
memory 0x00000005 0x00000006
constant %0: u32 = 0
constant %1: u32 = 4
constant %2: u32 = 2
constant %3: i64 = -1
constant %4: i64 = 3
constant %5: u64 = 0
code
%6: u32 = input local_invocation_index
%7: u32 = index stride=4 %0, %6, %1
%8: u64 = pointer buffer.0[%0]
%9: u64 = pointer buffer.1[%0]
%10: i64 = convert u32 i64 %6
{steps}
"
    )
}

/// The first of the steps that a test has, as a line of the code.
const FIRST: usize = 6;

fn outcome(steps: &str) -> Outcome {
    let first: &[u32] = &[10, 11, 12, 13];
    run(&program(steps.trim()), &[first, &[20, 21, 22, 23], &[30, 31]], Options::default())
}

/// A fault of the step with a number.
const fn beyond(step: usize) -> (FaultKind, usize) {
    (FaultKind::OutOfBounds, FIRST + step)
}

#[test]
fn a_pointer_is_one_of_two() {
    let steps = "
%11: bool = Less u32 %6, %2
%12: u64 = select %11, %8, %9
%13: u64 = offset stride=4 %12, %10
%14: u32 = load u32 pointed[%13]
store u32 buffer.1[%7] %14
store u32 pointed[%13] %6
";
    let outcome = outcome(steps);
    assert_eq!(outcome.buffers[0], [0, 1, 12, 13]);
    assert_eq!(outcome.buffers[1], [10, 11, 2, 3]);
    assert_eq!(outcome.faults, []);
}

#[test]
fn a_pointer_lies_in_memory() {
    for memory in ["invocation[%0 + 8]", "workgroup[%15]"] {
        let steps = format!(
            "
%15: u32 = index stride=8 %0, %6, %1
%11: u64 = offset stride=4 %8, %10
%12: u64 = pointer {memory}
store u64 pointed[%12] %11
%13: u64 = load u64 {memory}
%14: u32 = load u32 pointed[%13]
store u32 buffer.1[%7] %14
"
        );
        let outcome = outcome(&steps);
        assert_eq!(outcome.buffers[1], [10, 11, 12, 13], "{memory}");
        assert_eq!(outcome.faults, [], "{memory}");
    }
}

#[test]
fn a_variable_walks_through_a_buffer() {
    let steps = "
%11: u64 = offset stride=4 %8, %4
%12: u64 = set %11
%13: u32 = set %0
%14: u32 = set %0
block
  loop
    %15: u32 = load u32 pointed[%12]
    %16: u32 = Add u32 %13, %15
    %13: u32 = set %16
    %17: u64 = offset stride=4 %12, %3
    %12: u64 = set %17
    %18: u32 = Add u32 %14, %2
    %14: u32 = set %18
    %19: bool = Greater u32 %14, %1
    break_if holds=true levels=1 %19
  end
end
store u32 buffer.1[%7] %13
";
    let outcome = outcome(steps);
    assert_eq!((&outcome.buffers[1][..], &outcome.faults[..]), (&[13 + 12 + 11; 4][..], &[][..]));
}

#[test]
fn beyond_a_memory_is_nothing() {
    // One element before, one behind, and null; the middle of a null pointer; far out of the addresses and back.
    for (pointer, problem) in [
        ("offset stride=4 %9, %3", true),
        ("offset stride=16 %9, %4", true),
        ("reinterpret %5", true),
        ("offset stride=4 %5, %4", true),
        ("offset stride=4 %9, %4", false),
        ("pointer pointed[%9 + 12]", false),
        ("pointer pointed[%9 + 13]", true),
        ("pointer invocation[%0 + 12]", false),
        ("pointer invocation[%0 + 16]", true),
        ("pointer constant[%1]", true),
        ("pointer buffer.2[%1]", true),
    ] {
        let steps = format!(
            "
%11: u64 = {pointer}
store u32 pointed[%11] %2
%12: u32 = load u32 pointed[%11]
"
        );
        let one = program(&steps).replace("workgroup_size 4", "workgroup_size 1");
        let outcome = run(&one, &[&[0], &[20, 21, 22, 23], &[30, 31]], Options::default());
        let is_reported = outcome.faults.iter().any(|fault| fault.0 == FaultKind::OutOfBounds);
        assert_eq!(is_reported, problem, "{pointer}: {:?}", outcome.faults);
        let is_kept = outcome.buffers[1][..3] == [20, 21, 22] && outcome.buffers[2] == [30, 31];
        assert!(is_kept, "{pointer}: {:?}", outcome.buffers);
    }
    let steps = "
%11: u32 = load u32 pointed[%5]
store u32 buffer.1[%7] %11
store u32 pointed[%5] %6
%12: u64 = offset stride=4 %8, %4
%13: u32 = load u32 pointed[%12 + 4]
%14: f64 = load f64 pointed[%12]
%15: u32 = atomic add u32 pointed[%12 + 4] %6
clear size=8 pointed[%5]
";
    let outcome = outcome(steps);
    assert_eq!(outcome.buffers[1], [0; 4]);
    assert_eq!(outcome.buffers[0], [10, 11, 12, 13]);
    assert_eq!(outcome.faults, [beyond(0), beyond(2), beyond(4), beyond(5), beyond(6)]);
}

#[test]
fn all_accesses_go_through_pointers() {
    let steps = "
%11: u64 = pointer workgroup[%7]
%12: u64 = offset stride=4 %8, %10
clear size=4 pointed[%11]
copy pointed[%12] to pointed[%11] run offset=0 size=4 count=1 stride=0
%13: u32 = atomic add u32 pointed[%9] %6
%14: u32 = load u32 pointed[%11]
store u32 pointed[%12] %13
touch size=4 pointed[%12]
%15: u32, %16: bool = compare_exchange pointed[%9 + 8] %2, %2
";
    let outcome = outcome(steps);
    assert_eq!(outcome.buffers[0], [20, 20, 21, 23]);
    assert_eq!(outcome.buffers[1], [26, 21, 22, 23]);
    // The sums are stored.
    assert_eq!(outcome.faults, [(FaultKind::UnorderedAtomics, 10)]);
}

#[test]
fn invocations_race_through_pointers() {
    let steps = "
%11: u64 = offset stride=0 %8, %10
store u32 pointed[%11] %0
%12: u32 = load u32 buffer.0[%0]
";
    let race = |step| (FaultKind::DataRace, FIRST + step);
    assert_eq!(outcome(steps).faults, [race(1), race(2)]);
    assert_eq!(outcome(&steps.replace("stride=0", "stride=4")).faults, [race(2)]);
}

#[test]
fn an_address_beyond_the_end_is_reported_once() {
    let steps = "
%11: u32 = index stride=4 %0, %1, %2
%12: u64 = pointer buffer.0[%11 + 64]
%13: u64 = offset stride=4 %12, %10
%14: u32 = load u32 pointed[%13]
";
    assert_eq!(outcome(steps).faults, [beyond(0)]);
}

#[test]
fn nothing_is_claimed_of_what_pointers_lead_to() {
    let load = outcome("%11: u32 = load u32 pointed[%8]\nstore u32 buffer.1[%7] %11");
    assert!(load.allowed[1].words.iter().all(|word| word.values == Interval::ANY), "{:?}", load.allowed);
    assert!(!load.allowed[0].is_open);
    let store =
        outcome("store u32 buffer.1[%7] %6\n%11: u64 = offset stride=4 %8, %10\nstore u32 pointed[%11] %6");
    assert!(store.allowed.iter().all(|buffer| buffer.is_open && buffer.words.is_empty()));
    let branch = "
%11: f32 = convert u32 f32 %6
%12: f32 = Sin f32 %11
%13: bool = Less f32 %12, %11
if %13
  %14: u64 = offset stride=4 %8, %10
  store u32 pointed[%14] %6
end
";
    assert!(outcome(branch).allowed.iter().all(|buffer| buffer.is_open));
    let atomic = outcome("%11: u32 = atomic max u32 pointed[%8] %6");
    assert!(atomic.allowed.iter().all(|buffer| buffer.is_open));
}
