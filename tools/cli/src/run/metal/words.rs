//! Faults in the words of Metal: threads, threadgroups, and the barriers between them. Section 6.8.1

use super::super::report::{FaultWords, group_place};
use shader_run::execute::{Fault, FaultKind, Rival, SharedMemory};
use shader_source::diagnostic::Label;

/// The words for a fault in a dispatch of so many threadgroups along each axis.
pub(super) fn of(fault: &Fault, groups: [u32; 3]) -> FaultWords {
    let group = group_place(fault.workgroup, groups);
    FaultWords {
        first: format!("threadgroup {group:?}, thread {}", fault.invocation),
        labels: other_access(fault).into_iter().chain(parting(fault)).collect(),
        remedy: remedy(fault),
    }
}

/// The words for a fault in a draw.
pub(super) fn of_draw(fault: &Fault) -> FaultWords {
    FaultWords {
        first: format!("batch {}, thread {}", fault.workgroup, fault.invocation),
        labels: other_access(fault).into_iter().chain(parting(fault)).collect(),
        remedy: fault.rival.map(|_| {
            if fault.kind == FaultKind::UnorderedAtomics {
                "the threads of a draw are not ordered: use the value in a later draw"
            } else {
                "the threads of a draw are not ordered: use atomics, or let each thread access its own memory"
            }
        }),
    }
}

/// The other access of a data race or of unordered atomics; `None` if it is the same place, or the fault is of another kind.
fn other_access(fault: &Fault) -> Option<Label> {
    let rival = fault.rival?;
    let span = rival.span.filter(|span| *span != fault.span)?;
    let whose = if rival.is_elsewhere { " of a different threadgroup" } else { "" };
    let accesses = if rival.writes { "writes" } else { "reads" };
    Some(Label { span, text: format!("thread {}{whose} {accesses} it here", rival.invocation), rule: None })
}

/// The branch before a barrier or an operation that not all threads reach.
fn parting(fault: &Fault) -> Option<Label> {
    let span = fault.parting?;
    Some(Label { span, text: "threads take different branches here".to_owned(), rule: None })
}

/// How the two accesses can be ordered or kept apart; `None` if the fault has no other access.
fn remedy(fault: &Fault) -> Option<&'static str> {
    let Rival { span, is_elsewhere, memory, .. } = fault.rival?;
    let is_same_place = span == Some(fault.span);
    let is_atomic = fault.kind == FaultKind::UnorderedAtomics
        || (fault.kind == FaultKind::ScheduleDependent && is_same_place);
    Some(match (is_elsewhere, memory) {
        _ if is_atomic && is_same_place => {
            "the threads reach this in any order: derive the value from the number of the thread, or sort the results afterwards"
        }
        (true, _) if is_atomic => "no barrier orders threadgroups: use the value in a separate dispatch",
        (true, SharedMemory::Texture) => {
            "no barrier orders threadgroups: read in a separate dispatch, or let each threadgroup access its own texels"
        }
        (true, SharedMemory::Workgroup | SharedMemory::Buffer) => {
            "no barrier orders threadgroups: use atomics, or a separate dispatch for the second access"
        }
        (false, SharedMemory::Texture) if is_same_place => {
            "let only one thread access the texel, or let each access its own texel"
        }
        (false, SharedMemory::Workgroup | SharedMemory::Buffer) if is_same_place => {
            "let only one thread access the memory, let each access its own element, or use an atomic"
        }
        (false, SharedMemory::Workgroup) => {
            "order the two accesses with a `threadgroup_barrier(mem_flags::mem_threadgroup)` between them"
        }
        (false, SharedMemory::Buffer) => {
            "order the two accesses with a `threadgroup_barrier(mem_flags::mem_device)` between them"
        }
        (false, SharedMemory::Texture) => {
            "order the two accesses with a `threadgroup_barrier(mem_flags::mem_texture)` between them"
        }
    })
}
