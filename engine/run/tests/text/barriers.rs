//! Barriers of workgroups and of subgroups, and fences, for each memory.

use super::run;
use shader_numeric::allowed::Interval;
use shader_run::execute::{FaultKind, Options};

const LANES: usize = 8;

/// The kinds of faults when eight invocations in subgroups of four write a word each, pass a barrier, and read that of the invocation
/// whose number differs in some bits.
fn faults(memory: &str, barrier: &str, distance: u32) -> Vec<(FaultKind, usize)> {
    let text = format!(
        "
workgroup_size {LANES} 1 1
workgroup_bytes 32
resource group=0 binding=0 buffer least_size=0 writable
resource group=0 binding=1 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = {LANES}
constant %2: u32 = {distance}
code
%3: u32 = input local_invocation_index
%4: u32 = index stride=4 %0, %3, %1
store u32 {memory}[%4] %3
{barrier}
%5: u32 = BitXor u32 %3, %2
%6: u32 = index stride=4 %0, %5, %1
%7: u32 = load u32 {memory}[%6]
store u32 buffer.1[%4] %7
"
    );
    let options = Options { subgroup_size: 4, ..Options::default() };
    let outcome = run(&text, &[&[0; LANES], &[0; LANES]], options);
    let expected: Vec<u32> = (0..LANES as u32).map(|lane| lane ^ distance).collect();
    assert_eq!(outcome.buffers[1], expected, "{barrier}");
    outcome.faults
}

const RACE: [(FaultKind, usize); 1] = [(FaultKind::DataRace, 7)];

#[test]
fn the_scope_says_who_waits() {
    for memory in ["workgroup", "buffer.0"] {
        for (barrier, is_ordered) in [
            ("barrier workgroup workgroup+buffers+textures", [true, true]),
            ("barrier subgroup workgroup+buffers+textures", [true, false]),
            ("barrier fence workgroup+buffers+textures", [false, false]),
        ] {
            // Inside of a subgroup, and across.
            for (distance, is_ordered) in [1, 4].into_iter().zip(is_ordered) {
                let found = faults(memory, barrier, distance);
                assert_eq!(found.is_empty(), is_ordered, "{barrier} {distance}");
                assert!(is_ordered || found == RACE, "{found:?}");
            }
        }
    }
}

#[test]
fn only_the_named_memory_is_ordered() {
    for scope in ["workgroup", "subgroup"] {
        for (named, memory, is_ordered) in [
            ("workgroup", "workgroup", true),
            ("workgroup", "buffer.0", false),
            ("buffers", "workgroup", false),
            ("buffers", "buffer.0", true),
            ("textures", "buffer.0", false),
            ("nothing", "workgroup", false),
        ] {
            let found = faults(memory, &format!("barrier {scope} {named}"), 1);
            assert_eq!(found.is_empty(), is_ordered, "{scope} {named} {memory}");
        }
    }
}

#[test]
fn the_invocations_of_the_scope_must_all_come() {
    let faults = |scope: &str, below: u32| {
        let text = format!(
            "
workgroup_size {LANES} 1 1
constant %0: u32 = {below}
code
%1: u32 = input local_invocation_index
%2: bool = Less u32 %1, %0
if %2
  barrier {scope} nothing
end
"
        );
        run(&text, &[], Options { subgroup_size: 4, ..Options::default() }).faults
    };
    let fault = vec![(FaultKind::NonUniformBarrier, 4)];
    assert_eq!(faults("workgroup", 8), []);
    assert_eq!(faults("workgroup", 4), fault);
    assert_eq!(faults("subgroup", 4), []);
    assert_eq!(faults("subgroup", 0), []);
    assert_eq!(faults("subgroup", 6), fault);
    assert_eq!(faults("fence", 6), []);
}

#[test]
fn texels_are_a_memory_of_their_own() {
    for scope in ["workgroup", "subgroup"] {
        for (named, is_ordered) in [("textures", true), ("workgroup+buffers", false), ("nothing", false)] {
            let text = format!(
                "
workgroup_size 4 1 1
resource group=0 binding=0 texture 1d r32uint writable
resource group=0 binding=1 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 4
constant %2: u32 = 1
code
%3: u32 = input local_invocation_index
%4: u32 = index stride=4 %0, %3, %1
texture store texture=0 coordinates(%3) value(%3, %0, %0, %2)
barrier {scope} {named}
%5: u32 = BitXor u32 %3, %2
%6: u32, %7: u32, %8: u32, %9: u32 = texture load texture=0 coordinates(%5)
store u32 buffer.1[%4] %6
"
            );
            let options = Options { subgroup_size: 4, ..Options::default() };
            let outcome = run(&text, &[&[9; 4]], options);
            assert_eq!(outcome.buffers, [vec![0, 1, 2, 3, 0, 0, 0, 0], vec![1, 0, 3, 2]]);
            let race = if is_ordered { vec![] } else { vec![(FaultKind::DataRace, 6)] };
            assert_eq!(outcome.faults, race, "{scope} {named}");
        }
    }
}

/// Invocation 0 writes a word and sets a flag; the others wait for the flag in lock step, and read the word.
#[test]
fn strict_execution_sees_no_order_in_fences_and_flags() {
    let text = |barrier: &str| {
        format!(
            "
workgroup_size 2 1 1
workgroup_bytes 8
resource group=0 binding=0 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 1
code
%2: u32 = input local_invocation_index
%3: bool = Equal u32 %2, %0
if %3
  store u32 buffer.0[%0] %1
  barrier fence workgroup+buffers
  %4: u32 = atomic store u32 workgroup[%0] %1
end
{barrier}
if %3
else
  %5: u32 = atomic load u32 workgroup[%0] %0
  barrier fence workgroup+buffers
  %6: u32 = load u32 buffer.0[%0]
end
"
        )
    };
    let faults = |barrier: &str| run(&text(barrier), &[&[0]], Options::default()).faults;
    assert_eq!(faults("barrier fence buffers"), [(FaultKind::DataRace, 13)]);
    assert_eq!(faults("barrier workgroup buffers"), []);
}

#[test]
fn tracked_execution_knows_atomic_sums_after_a_barrier_of_the_workgroup_only() {
    for (barrier, is_known) in [
        ("barrier workgroup workgroup", true),
        ("barrier workgroup buffers", false),
        ("barrier subgroup workgroup", false),
        ("barrier fence workgroup", false),
    ] {
        let text = format!(
            "
workgroup_size 4 1 1
workgroup_bytes 4
resource group=0 binding=0 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 4
code
%2: u32 = input local_invocation_index
%3: u32 = atomic add u32 workgroup[%0] %1
{barrier}
%4: u32 = atomic load u32 workgroup[%0] %0
%5: u32 = index stride=4 %0, %2, %1
store u32 buffer.0[%5] %4
"
        );
        let outcome = run(&text, &[&[0; 4]], Options::default());
        assert_eq!(outcome.buffers[0], [16; 4]);
        let words = &outcome.allowed[0].words;
        assert!(words.iter().all(|word| (word.values == Interval::point(16.0)) == is_known), "{barrier}");
    }
}
