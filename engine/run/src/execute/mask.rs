//! Sets of lanes.

/// A set of lanes: all bits of a word for a lane that is in it, none for one that is not.
#[derive(Clone, Debug, Default)]
pub(super) struct Mask {
    pub(super) lanes: Vec<u32>,
    /// The number of lanes in it.
    pub(super) count: usize,
}

impl Mask {
    /// The first `count` of a number of lanes.
    pub(super) fn first(count: usize, lanes: usize) -> Self {
        let mut mask = vec![0; lanes];
        mask[..count].fill(u32::MAX);
        Self { lanes: mask, count }
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == self.lanes.len()
    }

    #[inline]
    pub(super) fn has(&self, lane: usize) -> bool {
        self.lanes[lane] != 0
    }

    /// The lanes that are in it.
    pub(super) fn active(&self) -> impl Iterator<Item = usize> {
        self.lanes.iter().enumerate().filter(|(_, lane)| **lane != 0).map(|(index, _)| index)
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.lanes.clear();
        self.lanes.extend_from_slice(&other.lanes);
        self.count = other.count;
    }

    /// Keeps the lanes where the condition (0 or 1) has a value.
    pub(super) fn keep(&mut self, condition: &[u32], wanted: bool) {
        let flip = u32::from(!wanted);
        let mut count = 0;
        for (lane, condition) in self.lanes.iter_mut().zip(condition) {
            *lane &= (condition ^ flip).wrapping_neg();
            count += *lane & 1;
        }
        self.count = count as usize;
    }

    /// Removes the lanes of another mask.
    pub(super) fn remove(&mut self, other: &Self) {
        let mut count = 0;
        for (lane, other) in self.lanes.iter_mut().zip(&other.lanes) {
            *lane &= !other;
            count += *lane & 1;
        }
        self.count = count as usize;
    }

    pub(super) fn clear(&mut self) {
        self.lanes.fill(0);
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::Mask;

    fn active(mask: &Mask) -> Vec<usize> {
        assert_eq!(mask.count, mask.active().count());
        mask.active().collect()
    }

    #[test]
    fn lanes_are_kept_and_removed() {
        let mut mask = Mask::first(5, 6);
        assert_eq!((active(&mask), mask.is_full()), (vec![0, 1, 2, 3, 4], false));
        mask.keep(&[1, 0, 1, 0, 1, 1], true);
        assert_eq!((active(&mask), mask.has(1), mask.has(2)), (vec![0, 2, 4], false, true));
        let mut other = Mask::default();
        other.copy_from(&mask);
        mask.keep(&[1, 0, 0, 0, 0, 0], false);
        assert_eq!(active(&mask), [2, 4]);
        other.remove(&mask);
        assert_eq!(active(&other), [0]);
        other.clear();
        assert!(active(&other).is_empty());
        assert!(Mask::first(3, 3).is_full());
    }
}
