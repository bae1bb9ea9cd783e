//! The values that a program shows while it is executed.

use super::group::Group;
use super::observe::Observer;
use shader_ir::{Instruction, Register, Type};
use shader_source::Span;

/// The values that are kept of a dispatch.
const MOST_SHOWN: usize = 1 << 16;

/// A value that an invocation shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Where the program shows it.
    pub span: Span,
    /// The number of the workgroup in the dispatch.
    pub workgroup: u64,
    /// The number of the invocation in the workgroup.
    pub invocation: u32,
    /// The scalars: type and bits.
    pub scalars: Vec<(Type, u64)>,
}

/// Collects them.
#[derive(Default)]
pub(super) struct Watch {
    pub(super) shown: Vec<Shown>,
    /// By lane: its last value, so that further scalars are added to it.
    last: Vec<usize>,
}

impl Watch {
    fn take(&mut self, group: &Group<'_>, index: u16, value: Register) {
        let span = group.shared.plan.program.spans.get(group.control.step).copied().unwrap_or_default();
        let ty = group.lanes.plan.ty(value);
        self.last.resize(group.lanes.count, usize::MAX);
        for lane in group.lanes.seen() {
            if index == 0 {
                if self.shown.len() >= MOST_SHOWN {
                    self.last[lane] = usize::MAX;
                    continue;
                }
                self.last[lane] = self.shown.len();
                self.shown.push(Shown {
                    span,
                    workgroup: group.interface.index,
                    invocation: lane as u32,
                    scalars: Vec::new(),
                });
            }
            if let Some(shown) = self.shown.get_mut(self.last[lane]) {
                shown.scalars.push((ty, group.lanes.raw(value, lane)));
            }
        }
    }
}

impl Observer for Watch {
    fn begin(&mut self) {}

    fn observe(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        if let Instruction::Show { index, value } = *instruction {
            self.take(group, index, value);
        }
        0
    }

    fn stop(&mut self, _: &Group<'_>, _: bool) {}
}
