//! Faults in the words of Metal. Sections 6.8.1 and 4.4

use super::super::report::{FaultWords, group_place};
use shader_run::execute::{Fault, Terms};

/// Threads, threadgroups, and the barriers between them.
pub(super) const TERMS: Terms = Terms {
    invocation: "thread",
    workgroup: "threadgroup",
    subgroup: "SIMD-group",
    barriers: Some([
        "threadgroup_barrier(mem_flags::mem_threadgroup)",
        "threadgroup_barrier(mem_flags::mem_device)",
        "threadgroup_barrier(mem_flags::mem_texture)",
    ]),
    dispatch: "dispatch",
};

/// The words for a fault in a dispatch of so many threadgroups along each axis.
pub(super) fn of(fault: &Fault, groups: [u32; 3]) -> FaultWords {
    let group = group_place(fault.workgroup, groups);
    words(fault, format!("threadgroup {group:?}, thread {}", fault.invocation), true)
}

/// The words for a fault in a draw.
pub(super) fn of_draw(fault: &Fault) -> FaultWords {
    words(fault, format!("batch {}, thread {}", fault.workgroup, fault.invocation), false)
}

fn words(fault: &Fault, first: String, is_dispatch: bool) -> FaultWords {
    FaultWords { first, labels: fault.labels(&TERMS), remedy: fault.remedy(&TERMS, is_dispatch) }
}
