//! The words that go with accesses of a WGSL program that nothing orders: the other access, and a way to order the two.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use shader_run::execute::{Fault, FaultKind, Rival, SharedMemory};
use wgsl_validator::diagnostic::Label;

/// The label of the other access of a data race or of unordered atomics; `None` if it is the same place, or the fault is of a different kind.
#[must_use]
pub fn other_access(fault: &Fault) -> Option<Label> {
    let rival = fault.rival?;
    let span = rival.span.filter(|span| *span != fault.span)?;
    let whose = if rival.is_elsewhere { " of a different workgroup" } else { "" };
    let accesses = if rival.writes { "writes" } else { "reads" };
    let text = format!("invocation {}{whose} {accesses} it here", rival.invocation);
    Some(Label { span, text, rule: None })
}

/// The branch at which invocations part, before a barrier or an operation that not all of them reach.
#[must_use]
pub fn parting(fault: &Fault) -> Option<Label> {
    let text = "invocations take different branches here".to_owned();
    Some(Label { span: fault.parting?, text, rule: None })
}

/// How the two accesses can be ordered or kept apart; `None` if the fault has no other access.
#[must_use]
pub fn remedy(fault: &Fault, is_dispatch: bool) -> Option<&'static str> {
    let Rival { span, is_elsewhere, memory, .. } = fault.rival?;
    let is_same_place = span == Some(fault.span);
    if fault.kind == FaultKind::UnorderedAtomics
        || (fault.kind == FaultKind::ScheduleDependent && is_same_place)
    {
        return Some(atomics(is_elsewhere, is_same_place, memory, is_dispatch));
    }
    if !is_dispatch {
        return Some(
            "the invocations of a draw are not ordered: use atomics, or let each invocation access its own memory",
        );
    }
    Some(match (is_elsewhere, memory) {
        (true, SharedMemory::Texture) => {
            "no barrier orders workgroups: read in a separate dispatch, or let each workgroup access its own texels"
        }
        (true, SharedMemory::Workgroup | SharedMemory::Buffer) => {
            "no barrier orders workgroups: use atomics, or a separate dispatch for the second access"
        }
        (false, SharedMemory::Texture) if span == Some(fault.span) => {
            "let only one invocation access the texel, or let each access its own texel"
        }
        (false, SharedMemory::Workgroup | SharedMemory::Buffer) if span == Some(fault.span) => {
            "let only one invocation access the memory, let each access its own element, or use an atomic"
        }
        (false, SharedMemory::Workgroup) => "order the two accesses with a `workgroupBarrier()` between them",
        (false, SharedMemory::Buffer) => "order the two accesses with a `storageBarrier()` between them",
        (false, SharedMemory::Texture) => "order the two accesses with a `textureBarrier()` between them",
    })
}

/// How an atomic operation can be ordered with a write.
const fn atomics(
    is_elsewhere: bool,
    is_same_place: bool,
    memory: SharedMemory,
    is_dispatch: bool,
) -> &'static str {
    match memory {
        _ if !is_dispatch => "the invocations of a draw are not ordered: use the value in a later draw",
        _ if is_same_place => {
            "the invocations reach this in any order: derive the value from the number of the invocation, or sort the results afterwards"
        }
        _ if is_elsewhere => "no barrier orders workgroups: use the value in a separate dispatch",
        SharedMemory::Workgroup => "order the two with a `workgroupBarrier()` between them",
        SharedMemory::Buffer => "order the two with a `storageBarrier()` between them",
        SharedMemory::Texture => "order the two with a `textureBarrier()` between them",
    }
}
