//! The values that a workgroup exchanges with the outside.

use super::grid::Extent;
use super::shared::Shared;
use core::ops::Range;
use shader_ir::Input;

/// The values that the lanes of a workgroup, or some of them, take from outside, and those that they hand on.
pub(super) struct Interface {
    /// The number of the workgroup in the dispatch, or of the batch in the draw.
    pub(super) index: u64,
    /// The place of the workgroup in the dispatch, by axis.
    place: [u32; 3],
    /// The size of the workgroup.
    pub(super) size: [u32; 3],
    /// The number of the first lane in the workgroup.
    pub(super) first_lane: usize,
    /// The places of the invocations in the workgroup, by axis and lane.
    local: [Vec<u32>; 3],
    /// By [`shader_ir::Program::stage_inputs`] and lane.
    pub(super) inputs: Vec<Vec<u32>>,
    /// By [`shader_ir::Program::stage_outputs`] and lane.
    pub(super) outputs: Vec<Vec<u32>>,
}

impl Interface {
    /// Of these lanes of workgroups of a size.
    pub(super) fn new(shared: &Shared<'_>, size: [u32; 3], lanes: Range<usize>) -> Self {
        let program = &shared.plan.program;
        let [width, height, _] = size;
        let place = |lane: u32| [lane % width, lane / width % height, lane / width / height];
        let numbers = || lanes.start as u32..lanes.end as u32;
        Self {
            index: 0,
            place: [0; 3],
            size,
            first_lane: lanes.start,
            local: [0, 1, 2].map(|axis| numbers().map(|lane| place(lane)[axis]).collect()),
            inputs: vec![vec![0; lanes.len()]; program.stage_inputs.len()],
            outputs: vec![vec![0; lanes.len()]; program.stage_outputs.len()],
        }
    }

    /// Starts the workgroup with a number.
    pub(super) fn begin(&mut self, index: u64, shared: &Shared<'_>) {
        self.index = index;
        self.place = shared.extent.place(index);
    }

    /// An input that adds the places in the workgroup to a first place: that place, and the others by lane. `None` for other inputs.
    pub(super) fn input_plane(&self, shared: &Shared<'_>, input: Input) -> Option<(u32, &[u32])> {
        let (axis, is_global) = if let Input::LocalInvocation(axis) = input {
            (usize::from(axis), false)
        } else if let Input::GlobalInvocation(axis) = input {
            (usize::from(axis), true)
        } else {
            return None;
        };
        let first = if is_global { self.first(shared, axis) } else { 0 };
        Some((first, &self.local[axis]))
    }

    /// The place of the first invocation in the dispatch, along an axis.
    fn first(&self, shared: &Shared<'_>, axis: usize) -> u32 {
        self.place[axis].wrapping_mul(shared.extent.size[axis])
    }

    /// The value of an input in a lane.
    pub(super) fn input(&self, shared: &Shared<'_>, input: Input, lane: usize) -> u32 {
        let Extent { size, workgroups, invocations } = shared.extent;
        let subgroup_size = shared.subgroup_size();
        let number = self.first_lane + lane;
        match input {
            Input::LocalInvocation(axis) => self.local[usize::from(axis)][lane],
            Input::LocalInvocationIndex => number as u32,
            Input::GlobalInvocation(axis) => {
                let axis = usize::from(axis);
                self.first(shared, axis).wrapping_add(self.local[axis][lane])
            }
            Input::GlobalInvocationIndex => {
                let [x, y, z] = [0, 1, 2].map(|axis| self.input(shared, Input::GlobalInvocation(axis), lane));
                let [width, height, _] = invocations.map(|count| count as u32);
                z.wrapping_mul(height).wrapping_add(y).wrapping_mul(width).wrapping_add(x)
            }
            Input::Workgroup(axis) => self.place[usize::from(axis)],
            Input::WorkgroupIndex => self.index as u32,
            Input::WorkgroupCount(axis) => workgroups[usize::from(axis)],
            Input::WorkgroupSize(axis) => self.size[usize::from(axis)],
            Input::WholeWorkgroupSize(axis) => size[usize::from(axis)],
            Input::InvocationCount(axis) => invocations[usize::from(axis)] as u32,
            Input::SubgroupInvocation => (number % subgroup_size) as u32,
            Input::SubgroupSize => subgroup_size as u32,
            Input::Subgroup => (number / subgroup_size) as u32,
            Input::SubgroupCount => self.size.into_iter().product::<u32>().div_ceil(subgroup_size as u32),
            Input::Stage(index) => self.inputs[usize::from(index)][lane],
            Input::BufferSize(index) => u32::try_from(shared.buffer(index).len()).unwrap_or(u32::MAX),
        }
    }
}
