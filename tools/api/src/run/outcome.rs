//! The results of a dispatch.

use super::{Fault, Number};
use crate::module::Module;
use shader_run::resources;
use webgpu_model::Binding;

/// The results of a dispatch: the final contents of the resources that the program may write, and the faults of
/// [strict](super::Dispatch::strict) execution.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    bindings: Vec<Binding>,
    faults: Vec<Fault>,
}

impl Outcome {
    pub(super) fn new(outcome: resources::Outcome, module: &Module, workgroups: [u32; 3]) -> Self {
        let faults = outcome.faults.into_iter().map(|fault| Fault::new(fault, module, workgroups)).collect();
        Self { bindings: outcome.bindings, faults }
    }

    /// Returns the bytes of a buffer, or of a texture's texels without padding; `None` if the entry point cannot write to the binding.
    #[must_use]
    pub fn bytes(&self, group: u32, binding: u32) -> Option<&[u8]> {
        let found = self.bindings.iter().find(|it| (it.group, it.binding) == (group, binding))?;
        Some(found.data.bytes())
    }

    /// Returns the numbers in a buffer; `None` if the entry point cannot write to the binding. Left-over bytes at the end are dropped.
    #[must_use]
    pub fn read<N: Number>(&self, group: u32, binding: u32) -> Option<Vec<N>> {
        Some(self.bytes(group, binding)?.chunks_exact(N::SIZE).map(N::read).collect())
    }

    /// Returns the faults that [strict](super::Dispatch::strict) execution found, sorted by place: one for each place and kind, where it
    /// happened first. If there are none, all conforming devices get these results, up to the accuracy of floating-point operations.
    ///
    /// Always empty without strict execution.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}
