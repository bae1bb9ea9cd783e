//! The memory that workgroups take, and the limits on it. A small program can ask for any number of lanes: its memory is computed from
//! the plan before anything is allocated.

use super::plan::Plan;

/// The maximum number of bytes for the lanes of a workgroup.
pub(super) const MOST_GROUP_BYTES: u64 = 1 << 30;
/// The maximum number of bytes for the lanes of all workgroups that run at the same time.
pub(super) const MOST_BYTES_AT_ONCE: u64 = 4 * MOST_GROUP_BYTES;
/// The maximum number of invocations in a workgroup.
pub(super) const MOST_LANES: u32 = 1 << 20;

/// Returns true if there is memory for workgroups of this size on so many cores.
pub(super) const fn fit_at_once(group_bytes: u64, cores: u64) -> bool {
    group_bytes <= MOST_BYTES_AT_ONCE / cores
}

/// Returns the bytes that a workgroup takes, or `None` if they or its lanes are too many.
pub(super) fn group_bytes(plan: &Plan) -> Option<u64> {
    let program = &plan.program;
    let lanes = plan.workgroup_size.iter().try_fold(1u32, |lanes, size| lanes.checked_mul(*size))?;
    if lanes > MOST_LANES {
        return None;
    }
    let words_of = |(is_uniform, is_wide): (&bool, &bool)| u64::from(!is_uniform) << u32::from(*is_wide);
    let words: u64 = plan.is_uniform.iter().zip(&plan.is_wide).map(words_of).sum();
    // Every construct that is open holds up to two masks.
    let words = words + u64::from(plan.most_open) * 2;
    let of_lane = words * 4 + u64::from(program.invocation_bytes);
    let bytes = u64::from(lanes) * of_lane + u64::from(program.workgroup_bytes);
    (bytes <= MOST_GROUP_BYTES).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_workgroups_run_at_the_same_time_on_many_cores() {
        assert!(fit_at_once(MOST_GROUP_BYTES, 4));
        assert!(!fit_at_once(MOST_GROUP_BYTES, 5));
        assert!(fit_at_once(1 << 20, 512));
        assert!(!fit_at_once(1 << 25, 512));
    }
}
