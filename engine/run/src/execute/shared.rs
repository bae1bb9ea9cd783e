//! The state that all workgroups of a dispatch share.

use super::bound::Bound;
use super::cost::Costs;
use super::grid::{Extent, Grid};
use super::plan::Plan;
use crate::memory::SharedBytes;
use crate::texture::Texture;
use core::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use webgpu_model::texture::Sampler;

/// The state that all workgroups of a dispatch share, or all batches of a stage.
pub(super) struct Shared<'a> {
    pub(super) plan: &'a Plan,
    pub(super) extent: Extent,
    pub(super) costs: Costs,
    /// By resource of the program.
    resources: &'a [&'a Bound],
    /// Steps that are left.
    fuel: AtomicI64,
    is_stopped: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(plan: &'a Plan, resources: &'a [&'a Bound], grid: Grid) -> Self {
        Self::with_fuel(plan, resources, grid, plan.options.fuel)
    }

    /// With a different amount of fuel.
    pub(super) fn with_fuel(plan: &'a Plan, resources: &'a [&'a Bound], grid: Grid, fuel: u64) -> Self {
        Self {
            plan,
            extent: Extent::new(grid, plan.workgroup_size),
            costs: Costs::new(plan, resources),
            resources,
            fuel: AtomicI64::new(i64::try_from(fuel).unwrap_or(i64::MAX)),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// Returns true if the fuel is used up.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// The fuel that was used.
    pub(super) fn used_fuel(&self) -> u64 {
        self.plan.options.fuel.saturating_sub(u64::try_from(self.fuel.load(Ordering::Relaxed)).unwrap_or(0))
    }

    /// Returns true if there is fuel for a number of steps.
    pub(super) fn has_fuel(&self, steps: u64) -> bool {
        i64::try_from(steps).is_ok_and(|steps| steps <= self.fuel.load(Ordering::Relaxed))
    }

    /// Takes steps off the fuel. False when none is left: then the dispatch is stopped.
    pub(super) fn burn(&self, steps: u64) -> bool {
        let steps = i64::try_from(steps).unwrap_or(i64::MAX);
        let left = |fuel: i64| fuel.saturating_sub(steps);
        let before = self.fuel.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |fuel| Some(left(fuel)));
        let is_left = before.is_ok_and(|fuel| left(fuel) >= 0);
        if !is_left {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        is_left
    }

    /// The number of invocations in a full subgroup.
    pub(super) fn subgroup_size(&self) -> usize {
        let size = self.plan.program.subgroup_size.unwrap_or(self.plan.options.subgroup_size);
        size.clamp(1, 128) as usize
    }

    /// The resource with an index.
    ///
    /// # Panics
    /// The program has no such resource, or it is not bound.
    #[inline]
    fn resource(&self, index: u16) -> &'a Bound {
        self.resources[usize::from(index)]
    }

    /// A buffer.
    ///
    /// # Panics
    /// Another kind of resource is bound, or none.
    #[inline]
    pub(super) fn buffer(&self, index: u16) -> &'a SharedBytes {
        match self.resource(index) {
            Bound::Buffer(bytes) => bytes,
            Bound::Texture(_) | Bound::Sampler(_) | Bound::Missing => {
                unreachable!("resource {index} is not a buffer")
            }
        }
    }

    /// A texture.
    ///
    /// # Panics
    /// Another kind of resource is bound, or none.
    pub(super) fn texture(&self, index: u16) -> &'a Texture {
        match self.resource(index) {
            Bound::Texture(texture) => texture,
            Bound::Buffer(_) | Bound::Sampler(_) | Bound::Missing => {
                unreachable!("resource {index} is not a texture")
            }
        }
    }

    /// A sampler.
    ///
    /// # Panics
    /// Another kind of resource is bound, or none.
    pub(super) fn sampler(&self, index: u16) -> &'a Sampler {
        match self.resource(index) {
            Bound::Sampler(sampler) => sampler,
            Bound::Buffer(_) | Bound::Texture(_) | Bound::Missing => {
                unreachable!("resource {index} is not a sampler")
            }
        }
    }
}
