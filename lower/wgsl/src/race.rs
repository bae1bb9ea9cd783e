//! The words that go with a data race of a WGSL program: its other access, and a way to order the two.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use shader_run::execute::{Fault, Rival, SharedMemory};
use wgsl_validator::diagnostic::Label;

/// The label of the other access of a data race; `None` if it is the same place, or the fault is of another kind.
#[must_use]
pub fn other_access(fault: &Fault) -> Option<Label> {
    let rival = fault.rival?;
    let span = rival.span.filter(|span| *span != fault.span)?;
    let whose = if rival.is_elsewhere { " of a different workgroup" } else { "" };
    let accesses = if rival.writes { "writes" } else { "reads" };
    let text = format!("invocation {}{whose} {accesses} it here", rival.invocation);
    Some(Label { span, text, rule: None })
}

/// How the accesses of a data race can be ordered or kept apart; `None` if the fault is of another kind.
#[must_use]
pub fn remedy(fault: &Fault, is_dispatch: bool) -> Option<&'static str> {
    let Rival { span, is_elsewhere, memory, .. } = fault.rival?;
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
