//! Sizes that the dispatch says, and workgroups at its edges that are smaller than others.

use super::{Outcome, run_grid};
use shader_ir::{Sizes, parse};
use shader_numeric::allowed::Interval;
use shader_run::execute::{FaultKind, Grid, Options, Plan};

/// A program that leaves the size of workgroups open. Its register %9 is the place of the invocation in the second buffer, in a
/// picture with rows of `width`.
fn picture(width: u32, steps: &str) -> String {
    format!(
        "
workgroup_size open
workgroup_bytes 64
resource group=0 binding=0 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = {width}
constant %2: u32 = 64
constant %3: u32 = 1
constant %4: u32 = 10
code
%5: u32 = input global_invocation.0
%6: u32 = input global_invocation.1
%7: u32 = Multiply u32 %6, %1
%8: u32 = Add u32 %7, %5
%9: u32 = index stride=4 %0, %8, %2
{steps}
"
    )
}

fn run(text: &str, size: [u32; 3], invocations: [u32; 3], words: usize) -> Outcome {
    let sizes = Sizes { workgroup: Some(size), ..Sizes::default() };
    let options = Options { subgroup_size: 4, ..Options::default() };
    run_grid(text, &sizes, Grid::Invocations(invocations), &[&vec![77; words]], options)
}

/// The values that the existing invocations store, by row of the picture; 77 where there is none.
fn stored(steps: &str, value: &str, size: [u32; 3], invocations: [u32; 3]) -> Vec<Vec<u32>> {
    let width = invocations[0] + 1;
    let text = picture(width, &format!("{steps}\nstore u32 buffer.0[%9] {value}"));
    let outcome = run(&text, size, invocations, (width * (invocations[1] + 1)) as usize);
    assert_eq!(outcome.faults, []);
    outcome.buffers[0].chunks(width as usize).map(<[u32]>::to_vec).collect()
}

#[test]
fn invocations_beyond_the_edge_are_not_there() {
    let rows = stored("%10: u32 = input local_invocation_index", "%10", [4, 1, 1], [6, 1, 1]);
    assert_eq!(rows, [vec![0, 1, 2, 3, 0, 1, 77], vec![77; 7]]);
    let rows = stored("%10: u32 = input local_invocation_index", "%10", [2, 2, 1], [3, 3, 1]);
    // At the right edge a workgroup is one wide, at the lower one it is one high.
    assert_eq!(rows, [[0, 1, 0, 77], [2, 3, 1, 77], [0, 1, 0, 77], [77; 4]]);
}

#[test]
fn inputs_say_the_sizes() {
    let sizes = |input: &str| {
        let [first, .., rest] =
            &stored(&format!("%10: u32 = input {input}"), "%10", [2, 2, 1], [3, 3, 1])[..3]
        else {
            panic!("three rows")
        };
        [first[0], first[2], rest[0], rest[2]]
    };
    assert_eq!(sizes("workgroup_size.0"), [2, 1, 2, 1]);
    assert_eq!(sizes("workgroup_size.1"), [2, 2, 1, 1]);
    assert_eq!(sizes("whole_workgroup_size.0"), [2; 4]);
    assert_eq!(sizes("invocation_count.1"), [3; 4]);
    assert_eq!(sizes("workgroup_count.0"), [2; 4]);
    assert_eq!(sizes("global_invocation_index"), [0, 2, 6, 8]);
    assert_eq!(sizes("workgroup_index"), [0, 1, 2, 3]);
}

#[test]
fn subgroups_have_the_invocations_that_are_there() {
    let count = |input: &str| {
        let rows = stored(&format!("%10: u32 = input {input}"), "%10", [8, 1, 1], [14, 1, 1]);
        rows[0].clone()
    };
    assert_eq!(count("subgroup_count")[..14], [2; 14]);
    assert_eq!(count("subgroup")[8..14], [0, 0, 0, 0, 1, 1]);
    let rows = stored("%10: u32 = group add u32 %3", "%10", [8, 1, 1], [11, 1, 1]);
    assert_eq!(rows[0], [4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 77]);
}

/// Each invocation of a workgroup passes a word to its neighbour.
const EXCHANGE: &str = "
%10: u32 = input local_invocation_index
%11: u32 = index stride=4 %0, %10, %2
store u32 workgroup[%11] %5
barrier workgroup workgroup
%12: u32 = BitXor u32 %10, %3
%13: u32 = input workgroup_size.0
%14: bool = Less u32 %12, %13
%15: u32 = select %14, %12, %10
%16: u32 = index stride=4 %0, %15, %2
%17: u32 = load u32 workgroup[%16]
";

#[test]
fn a_barrier_waits_for_the_invocations_that_are_there() {
    for scope in ["workgroup", "subgroup"] {
        let steps = EXCHANGE.replace("barrier workgroup", &format!("barrier {scope}"));
        let rows = stored(&steps, "%17", [4, 1, 1], [7, 1, 1]);
        assert_eq!(rows[0], [1, 0, 3, 2, 5, 4, 6, 77], "{scope}");
    }
    let branch = "
%10: bool = Less u32 %5, %4
if %10
  barrier workgroup workgroup
end
";
    // The barrier is reached by the three invocations of the last workgroup, but not by the last one of twelve.
    let faults = |count: u32| run(&picture(16, branch), [4, 1, 1], [count, 1, 1], 64).faults;
    assert_eq!(faults(10), []);
    assert_eq!(faults(11), [(FaultKind::NonUniformBarrier, 9)]);
}

#[test]
fn invocations_of_smaller_workgroups_are_others() {
    // Two invocations store different words at one place. Whichever is the last, other implementations may have another.
    let steps = "
%10: bool = Equal u32 %5, %3
%11: bool = Greater u32 %5, %1
%12: bool = LogicalOr bool %10, %11
if %12
  %13: u32 = atomic store u32 buffer.0[%0] %5
end
";
    let outcome = run(&picture(3, steps), [4, 1, 1], [5, 1, 1], 1);
    assert_eq!(outcome.buffers[0], [4]);
    assert_eq!(outcome.allowed[0].words[0].values, Interval::ANY);
}

#[test]
fn memories_have_the_sizes_of_the_dispatch() {
    let text = "
workgroup_size open
workgroup_bytes 4
open_memory %0: u32 %1: u32
open_memory %2: u32 %3: u32
resource group=0 binding=0 buffer least_size=0 writable
constant %4: u32 = 0
constant %5: u32 = 4
code
%6: u32 = Divide u32 %1, %5
%7: u32 = Divide u32 %3, %5
%8: u32 = input local_invocation_index
%9: u32 = index stride=4 %0, %8, %6
store u32 workgroup[%9] %6
%10: u32 = index stride=4 %2, %8, %7
store u32 workgroup[%10] %7
%11: u32 = load u32 workgroup[%9]
%12: u32 = load u32 workgroup[%10]
%13: u32 = index stride=8 %4, %8, %5
store u32 buffer.0[%13] %11
store u32 buffer.0[%13 + 4] %12
";
    let outcome = |memory: Vec<u32>| {
        let sizes = Sizes { workgroup: Some([2, 1, 1]), memory };
        run_grid(text, &sizes, Grid::Workgroups([1; 3]), &[&[0; 4]], Options::default())
    };
    let fits = outcome(vec![8, 20]);
    assert_eq!((&fits.buffers[0][..], &fits.faults[..]), (&[2, 5, 2, 5][..], &[][..]));
    // The first memory ends before the word of the second invocation.
    assert_eq!(outcome(vec![4, 20]).faults[0], (FaultKind::OutOfBounds, 4));
}

#[test]
#[should_panic(expected = "leaves sizes to the dispatch")]
fn a_program_without_sizes_has_no_plan() {
    let _ = Plan::new(parse("workgroup_size open\ncode\n").expect("a program"), Options::default());
}
