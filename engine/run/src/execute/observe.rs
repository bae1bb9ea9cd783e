//! Observers of execution. Plain execution has none: then nothing is left of the calls.

use super::group::Group;
use shader_ir::Instruction;

/// Sees each step before it is executed.
pub(super) trait Observer {
    /// A workgroup starts.
    fn begin(&mut self);
    /// The present step of a workgroup is about to be executed. The result is the number of steps that observing it takes off the fuel.
    fn observe(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64;
    /// The fuel is used up: in a loop, which the present step opens, or outside of all loops.
    fn stop(&mut self, group: &Group<'_>, is_in_loop: bool);
}

/// No observer.
impl Observer for () {
    #[inline]
    fn begin(&mut self) {}

    #[inline]
    fn observe(&mut self, _: &Group<'_>, _: &Instruction) -> u64 {
        0
    }

    fn stop(&mut self, _: &Group<'_>, _: bool) {}
}

/// Two observers.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    fn begin(&mut self) {
        self.0.begin();
        self.1.begin();
    }

    fn observe(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        self.0.observe(group, instruction).saturating_add(self.1.observe(group, instruction))
    }

    fn stop(&mut self, group: &Group<'_>, is_in_loop: bool) {
        self.0.stop(group, is_in_loop);
        self.1.stop(group, is_in_loop);
    }
}
