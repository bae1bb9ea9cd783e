//! The resources of draws.

use crate::execute::Bound;
use crate::resources::{self, Refusal};
use shader_ir::{Program, Resource, ResourceKind};
use webgpu_model::Binding;

/// The resources of several programs, each once: the programs share their contents.
pub(super) struct Resources {
    named: Vec<Resource>,
    bound: Vec<Bound>,
}

impl Resources {
    /// Copies of those of the bindings that a program names.
    ///
    /// # Errors
    /// A texture has another number of bytes.
    pub(super) fn new<'a>(
        programs: impl IntoIterator<Item = &'a Program>,
        bindings: &[Binding],
        immediates: &[u8],
    ) -> Result<Self, Refusal> {
        let mut named: Vec<Resource> = Vec::new();
        for resource in programs.into_iter().flat_map(|program| &program.resources) {
            match named.iter_mut().find(|it| is_same(it, resource)) {
                Some(known) => known.is_writable |= resource.is_writable,
                None => named.push(*resource),
            }
        }
        let bound = named.iter().map(|it| resources::bind(it, bindings, immediates));
        let bound = bound.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { named, bound })
    }

    fn find(&self, resource: &Resource) -> Option<&Bound> {
        let at = self.named.iter().position(|it| is_same(it, resource))?;
        self.bound.get(at).filter(|bound| !matches!(bound, Bound::Missing))
    }

    /// The present contents of the bindings that a program may write, and of those that none names.
    pub(super) fn written(&self, bindings: &[Binding]) -> Vec<Binding> {
        resources::written(&self.named, bindings, &self.bound)
    }
}

/// The resources of a program in the order in which it knows them, each from the first place that has it.
///
/// # Errors
/// One is missing or does not fit.
pub(super) fn of<'a>(program: &Program, places: [&'a Resources; 2]) -> Result<Vec<&'a Bound>, Refusal> {
    let mut bound = Vec::with_capacity(program.resources.len());
    for resource in &program.resources {
        let found = places.iter().find_map(|place| place.find(resource)).unwrap_or(&Bound::Missing);
        resources::check(resource, found)?;
        bound.push(found);
    }
    Ok(bound)
}

/// Whether two programs mean one resource: the same place, or the same one that the host does not bind.
fn is_same(one: &Resource, other: &Resource) -> bool {
    match (one.kind, other.kind) {
        (ResourceKind::Immediates { .. }, ResourceKind::Immediates { .. }) => true,
        (ResourceKind::FixedSampler { sampler }, ResourceKind::FixedSampler { sampler: other }) => {
            sampler == other
        }
        (kind, _) => kind.is_bound() && other.is_at(one.group, one.binding),
    }
}
