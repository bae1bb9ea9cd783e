//! Values of atomic operations that depend on the order of invocations.

use super::run_grid;
use shader_ir::Sizes;
use shader_run::execute::{FaultKind, Grid, Options};

/// The header of a program with workgroups of four. %4 is the number of the invocation, %5 four times that. A buffer has four words.
const HEADER: &str = "
workgroup_size 4 1 1
workgroup_bytes 16
resource group=0 binding=0 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 1
constant %2: u32 = 7
constant %3: u32 = 4
code
%4: u32 = input local_invocation_index
%5: u32 = index stride=4 %0, %4, %3
%6: bool = Equal u32 %4, %0
";

/// The first of the steps that a test has, as a line of the code.
const FIRST: usize = 4;

/// The steps that are reported, from 0, in a number of workgroups.
fn reported_in(workgroups: u32, steps: &str) -> Vec<usize> {
    let grid = Grid::Workgroups([workgroups, 1, 1]);
    let text = format!("{HEADER}{}", steps.trim());
    let faults = run_grid(&text, &Sizes::default(), grid, &[&[0; 4]], Options::default()).faults;
    assert!(faults.iter().all(|fault| fault.0 == FaultKind::UnorderedAtomics), "{faults:?}");
    faults.iter().map(|(_, line)| line - FIRST).collect()
}

fn reported(steps: &str) -> Vec<usize> {
    reported_in(1, steps)
}

#[test]
fn a_flag_needs_a_barrier() {
    let flag = |between: &str| {
        format!(
            "if %6\n%7: u32 = atomic store u32 workgroup[%0] %2\nend\n{between}\n\
             %8: u32 = atomic load u32 workgroup[%0] %0\nstore u32 buffer.0[%5] %8"
        )
    };
    assert_eq!(reported(&flag("block\nend")), [5]);
    assert_eq!(reported(&flag("barrier workgroup buffers\nbarrier workgroup buffers")), [5]);
    assert!(reported(&flag("barrier workgroup workgroup")).is_empty());
}

#[test]
fn a_later_write_counts() {
    let steps = |between: &str| {
        format!(
            "%8: u32 = atomic load u32 workgroup[%0] %0\nstore u32 buffer.0[%5] %8\n{between}\n\
             if %6\n%7: u32 = atomic store u32 workgroup[%0] %2\nend"
        )
    };
    assert_eq!(reported(&steps("block\nend")), [0]);
    assert!(reported(&steps("barrier workgroup workgroup")).is_empty());
}

#[test]
fn updates_whose_values_are_unused_commute() {
    let histogram = "%7: u32 = atomic add u32 buffer.0[%0] %1\n%8: u32 = atomic max u32 buffer.0[%0 + 4] %4";
    assert!(reported_in(3, histogram).is_empty());
    assert_eq!(reported("%7: u32 = atomic add u32 workgroup[%0] %1\nstore u32 buffer.0[%5] %7"), [0]);
    let with_barrier = "%7: u32 = atomic add u32 workgroup[%0] %1\nbarrier workgroup workgroup\n\
                        %8: u32 = atomic load u32 workgroup[%0] %0\nstore u32 buffer.0[%5] %8";
    assert!(reported(with_barrier).is_empty());
}

#[test]
fn what_nothing_depends_on_is_no_fault() {
    let steps = "
%7: u32 = atomic add u32 workgroup[%0] %1
%8: u32 = Add u32 %7, %1
%9: u32 = set %8
%9: u32 = set %1
store u32 buffer.0[%5] %9
";
    assert!(reported(steps).is_empty());
}

#[test]
fn a_branch_and_an_address_depend_on_it() {
    let claim = "%7: u32 = atomic add u32 workgroup[%0] %1\n";
    assert_eq!(reported(&format!("{claim}%8: bool = Less u32 %7, %1\nif %8\nend")), [0]);
    let index = "%8: u32 = index stride=4 %0, %7, %3\nstore u32 buffer.0[%8] %1";
    assert_eq!(reported(&format!("{claim}{index}")), [0]);
    let exchange = "%7: u32, %8: bool = compare_exchange workgroup[%0] %0, %1\nif %8\nend";
    assert_eq!(reported(exchange), [0]);
}

#[test]
fn no_barrier_orders_workgroups() {
    // What the first workgroup reads depends on the second one, which comes later.
    let steps = "%7: u32 = atomic load u32 buffer.0[%0] %0\n%8: bool = Equal u32 %7, %0\nif %8\nend\n\
                 barrier workgroup buffers\n%9: u32 = atomic add u32 buffer.0[%0] %1";
    assert!(reported(steps).is_empty());
    assert_eq!(reported_in(2, steps), [0]);
}

#[test]
fn the_last_of_different_writes_is_not_determined() {
    assert_eq!(reported("%7: u32 = atomic store u32 buffer.0[%0] %4"), [0]);
    assert!(reported_in(2, "%7: u32 = atomic store u32 buffer.0[%0] %1").is_empty());
    let read = "%7: u32 = atomic store u32 workgroup[%0] %4\nbarrier workgroup workgroup\n\
                %8: u32 = atomic load u32 workgroup[%0] %0\nstore u32 buffer.0[%5] %8";
    assert_eq!(reported(read), [2]);
}
