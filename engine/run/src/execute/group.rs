//! A workgroup in execution.

use super::control::Control;
use super::grid::Extent;
use super::interface::Interface;
use super::lanes::Lanes;
use super::mask::Mask;
use super::memories::Memories;
use super::pointer::Blocks;
use super::shared::Shared;
use core::ops::Range;

/// A workgroup in execution, or lanes of one: each part owns the state that it changes. One workgroup after the other uses it.
pub(super) struct Group<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) lanes: Lanes<'a>,
    pub(super) memories: Memories<'a>,
    pub(super) control: Control,
    pub(super) interface: Interface,
    /// The number of lanes that it started with: a batch need not be full.
    pub(super) started: usize,
}

impl<'a> Group<'a> {
    /// For workgroups of a size.
    pub(super) fn new(shared: &'a Shared<'a>, size: [u32; 3]) -> Self {
        Self::of_lanes(shared, size, 0..size.into_iter().product::<u32>() as usize)
    }

    /// For these lanes of workgroups of a size.
    pub(super) fn of_lanes(shared: &'a Shared<'a>, size: [u32; 3], lanes: Range<usize>) -> Self {
        Self {
            shared,
            memories: Memories::new(shared, lanes.len()),
            control: Control::default(),
            lanes: Lanes::new(shared.plan, lanes.len(), Blocks::of(shared)),
            started: lanes.len(),
            interface: Interface::new(shared, size, lanes),
        }
    }

    /// Starts with the first lanes active.
    pub(super) fn begin(&mut self, lanes: usize) {
        self.memories.begin();
        self.started = lanes;
        self.lanes.mask = Mask::first(lanes, self.lanes.count);
    }
}

/// A workgroup in execution for each size that workgroups of a dispatch have.
pub(super) struct Groups<'a> {
    whole: Group<'a>,
    is_even: bool,
    /// For sizes at the upper edges.
    partial: Vec<Group<'a>>,
}

impl<'a> Groups<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        let Extent { size, .. } = shared.extent;
        Self { whole: Group::new(shared, size), is_even: shared.extent.is_even(), partial: Vec::new() }
    }

    /// The one for the workgroup with a number.
    pub(super) fn of_index(&mut self, index: u64) -> &mut Group<'a> {
        let shared = self.whole.shared;
        if self.is_even {
            return &mut self.whole;
        }
        let size = shared.extent.size_of(index);
        if size == shared.extent.size {
            return &mut self.whole;
        }
        let known = self.partial.iter().position(|group| group.interface.size == size);
        let place = known.unwrap_or_else(|| {
            self.partial.push(Group::new(shared, size));
            self.partial.len() - 1
        });
        &mut self.partial[place]
    }
}
