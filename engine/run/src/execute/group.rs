//! A workgroup in execution.

use super::control::Control;
use super::interface::Interface;
use super::lanes::Lanes;
use super::mask::Mask;
use super::memories::Memories;
use super::shared::Shared;

/// A workgroup in execution: each part owns the state that it changes. One workgroup after the other uses it.
pub(super) struct Group<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) lanes: Lanes<'a>,
    pub(super) memories: Memories<'a>,
    pub(super) control: Control,
    pub(super) interface: Interface,
}

impl<'a> Group<'a> {
    /// For workgroups of a size.
    pub(super) fn new(shared: &'a Shared<'a>, size: [u32; 3]) -> Self {
        let lanes = Lanes::new(shared.plan, size.into_iter().product::<u32>() as usize);
        Self {
            shared,
            memories: Memories::new(shared, lanes.count),
            control: Control::default(),
            interface: Interface::new(shared, size),
            lanes,
        }
    }

    /// Starts with the first lanes active.
    pub(super) fn begin(&mut self, lanes: usize) {
        self.memories.begin();
        self.lanes.mask = Mask::first(lanes, self.lanes.count);
    }
}
