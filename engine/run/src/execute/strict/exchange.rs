//! Values that the invocations of a subgroup or a quad give each other.
//!
//! A broadcast from an invocation that is not active is a dynamic error. Other operations then give an indeterminate value, which is followed
//! like one that the program never gave: reductions and scans by shuffles compute with such values, and leave them.
//! <https://www.w3.org/TR/WGSL/#subgroup-builtin-functions>

use super::Strict;
use crate::execute::fault::FaultKind;
use crate::execute::group::Group;
use crate::execute::subgroup::{needs_uniform_number, size_of, sources};
use crate::execute::terms::Terms;
use core::ops::Range;
use shader_ir::{GroupOperation, Register};

/// The operation of a step, with its operands.
#[derive(Clone, Copy)]
pub(super) struct Exchange {
    pub(super) operation: GroupOperation,
    pub(super) value: Register,
    /// The number of an invocation, or a part of one, if the operation takes it.
    pub(super) number: Register,
}

impl Strict {
    /// A broadcast is an error wherever its source is not active, even if nothing depends on the result.
    /// <https://www.w3.org/TR/WGSL/#subgroupbroadcast-builtin>
    pub(super) fn look_at_broadcast(
        &mut self,
        group: &Group<'_>,
        operation: GroupOperation,
        number: Register,
    ) {
        if operation != GroupOperation::Broadcast {
            return;
        }
        let exchange = Exchange { operation, value: number, number };
        let is_absent = |lane: &usize| exchange.sources(group, *lane).is_some_and(|it| it.contains(&None));
        let found = group.lanes.seen().find(is_absent);
        if let Some(lane) = found {
            let Terms { invocation, subgroup, .. } = self.terms;
            let number = group.lanes.raw(number, lane);
            let message = format!("{invocation} {number} of the {subgroup} is not active");
            self.fault(group, FaultKind::InactiveInvocation, Some(lane), message);
        }
    }
}

impl Exchange {
    /// The lanes of the subgroup, or quad, of a lane.
    fn members(self, group: &Group<'_>, lane: usize) -> Range<usize> {
        let size = size_of(self.operation, group.shared.subgroup_size());
        let start = lane / size * size;
        start..(start + size).min(group.lanes.count)
    }

    /// The lanes whose values a lane gets, where they are active; `None` for operations that combine the values of all.
    pub(super) fn sources(self, group: &Group<'_>, lane: usize) -> Option<[Option<usize>; 2]> {
        let members = self.members(group, lane);
        let first_active = members.clone().find(|lane| group.lanes.mask.has(*lane)).unwrap_or(lane);
        let number = group.lanes.raw(self.number, lane) as usize;
        let numbers = sources(self.operation, lane - members.start, number, first_active - members.start)?;
        Some(numbers.map(|number| {
            let source = members.start.checked_add(number).filter(|source| *source < members.end);
            source.filter(|source| group.lanes.mask.has(*source))
        }))
    }

    /// Returns true if the number must be the same in the subgroup, and is not.
    pub(super) fn is_parted(self, group: &Group<'_>, lane: usize) -> bool {
        let number = |lane: usize| group.lanes.raw(self.number, lane);
        let mut active = self.members(group, lane).filter(|lane| group.lanes.mask.has(*lane));
        needs_uniform_number(self.operation) && active.any(|other| number(other) != number(lane))
    }
}
