//! The extent of a dispatch.

/// The extent of a dispatch along x, y and z.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grid {
    /// A number of whole workgroups.
    Workgroups([u32; 3]),
    /// A number of invocations. Where the size of workgroups does not divide it, the last workgroup is smaller.
    Invocations([u32; 3]),
}

impl From<[u32; 3]> for Grid {
    /// Whole workgroups.
    fn from(workgroups: [u32; 3]) -> Self {
        Self::Workgroups(workgroups)
    }
}

/// The workgroups and the invocations of a dispatch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The size of a workgroup that is not at an edge.
    pub(super) size: [u32; 3],
    /// The number of workgroups, along each axis.
    pub(super) workgroups: [u32; 3],
    /// The number of invocations, along each axis.
    pub(super) invocations: [u64; 3],
}

impl Extent {
    pub(super) fn new(grid: Grid, size: [u32; 3]) -> Self {
        let of_axes = |of_axis: fn(u32, u32) -> (u32, u64), numbers: [u32; 3]| {
            let of_axes = [0, 1, 2].map(|axis| of_axis(numbers[axis], size[axis]));
            Self { size, workgroups: of_axes.map(|it| it.0), invocations: of_axes.map(|it| it.1) }
        };
        match grid {
            Grid::Workgroups(workgroups) => {
                of_axes(|count, size| (count, u64::from(count) * u64::from(size)), workgroups)
            }
            Grid::Invocations(invocations) => {
                of_axes(|count, size| (count.div_ceil(size), u64::from(count)), invocations)
            }
        }
    }

    /// The number of workgroups.
    pub(super) fn workgroup_count(&self) -> u64 {
        self.workgroups.into_iter().fold(1, |count, axis| count.saturating_mul(u64::from(axis)))
    }

    /// The place of the workgroup with a number.
    pub(super) fn place(&self, index: u64) -> [u32; 3] {
        let [x, y, _] = self.workgroups.map(u64::from);
        [(index % x) as u32, (index / x % y) as u32, (index / x / y) as u32]
    }

    /// The size of the workgroup with a number.
    pub(super) fn size_of(&self, index: u64) -> [u32; 3] {
        let place = self.place(index);
        [0, 1, 2].map(|axis| {
            let first = u64::from(place[axis]) * u64::from(self.size[axis]);
            u64::from(self.size[axis]).min(self.invocations[axis] - first) as u32
        })
    }

    /// Returns true if all workgroups have one size.
    pub(super) fn is_even(&self) -> bool {
        let is_even = |axis: usize| self.invocations[axis].is_multiple_of(u64::from(self.size[axis]));
        (0..3).all(is_even)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workgroups_at_the_upper_edges_have_what_is_left() {
        let extent = Extent::new(Grid::Invocations([10, 3, 1]), [4, 2, 1]);
        assert_eq!((extent.workgroups, extent.workgroup_count(), extent.is_even()), ([3, 2, 1], 6, false));
        let sizes: Vec<[u32; 3]> = (0..6).map(|index| extent.size_of(index)).collect();
        let expected = [[4, 2, 1], [4, 2, 1], [2, 2, 1], [4, 1, 1], [4, 1, 1], [2, 1, 1]];
        assert_eq!(sizes, expected);
        assert_eq!(extent.place(5), [2, 1, 0]);
    }

    #[test]
    fn whole_workgroups_are_even() {
        for grid in [Grid::from([3, 2, 1]), Grid::Invocations([12, 4, 1])] {
            let extent = Extent::new(grid, [4, 2, 1]);
            assert!(extent.is_even());
            assert_eq!((extent.workgroups, extent.invocations), ([3, 2, 1], [12, 4, 1]));
        }
        assert_eq!(Extent::new(Grid::Invocations([0, 4, 1]), [4, 2, 1]).workgroup_count(), 0);
        // More invocations than a number of 32 bits counts.
        let extent = Extent::new(Grid::Workgroups([u32::MAX, 1, 1]), [256, 1, 1]);
        assert_eq!((extent.is_even(), extent.size_of(u64::from(u32::MAX) - 1)), (true, [256, 1, 1]));
    }
}
