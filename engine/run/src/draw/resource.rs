//! The resources of draws.

use crate::execute::Bound;
use crate::resources::{self, ByPlace, Refusal};
use rustc_hash::FxHashMap;
use shader_ir::{Program, Resource, ResourceKind};
use webgpu_model::Binding;

/// The resources of several programs, each once: the programs share their contents.
pub(super) struct Resources {
    named: Vec<Resource>,
    /// Indices of resources that the host binds, by group and binding number.
    places: FxHashMap<(u32, u32), usize>,
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
        let mut all = Self { named: Vec::new(), places: FxHashMap::default(), bound: Vec::new() };
        for resource in programs.into_iter().flat_map(|program| &program.resources) {
            if let Some(known) = all.index(resource) {
                all.named[known].is_writable |= resource.is_writable;
                continue;
            }
            if resource.kind.is_bound() {
                all.places.insert((resource.group, resource.binding), all.named.len());
            }
            all.named.push(*resource);
        }
        let given = ByPlace::of(bindings);
        let bound = all.named.iter().map(|it| resources::bind(it, &given, immediates));
        all.bound = bound.collect::<Result<Vec<_>, _>>()?;
        Ok(all)
    }

    fn find(&self, resource: &Resource) -> Option<&Bound> {
        self.bound.get(self.index(resource)?).filter(|bound| !matches!(bound, Bound::Missing))
    }

    /// The index of the resource that a program means.
    fn index(&self, resource: &Resource) -> Option<usize> {
        if resource.kind.is_bound() {
            return self.places.get(&(resource.group, resource.binding)).copied();
        }
        self.named.iter().position(|it| is_same(it, resource))
    }

    /// The present contents of the bindings that a program may write, and of those that none names.
    pub(super) fn written(&self, bindings: &[Binding]) -> Vec<Binding> {
        resources::written(&self.named, bindings, &self.bound)
    }
}

/// The resources of a program in the order in which it knows them, each from the first place that has it.
///
/// # Errors
/// Some are missing, or one does not fit.
pub(super) fn of<'a>(program: &Program, places: [&'a Resources; 2]) -> Result<Vec<&'a Bound>, Refusal> {
    let find = |resource| places.iter().find_map(|place| place.find(resource)).unwrap_or(&Bound::Missing);
    let bound: Vec<&Bound> = program.resources.iter().map(find).collect();
    resources::check(program.resources.iter().zip(bound.iter().copied()))?;
    Ok(bound)
}

/// Returns true if two programs mean one resource that the host does not bind.
fn is_same(one: &Resource, other: &Resource) -> bool {
    match (one.kind, other.kind) {
        (ResourceKind::Immediates { .. }, ResourceKind::Immediates { .. }) => true,
        (ResourceKind::FixedSampler { sampler }, ResourceKind::FixedSampler { sampler: other }) => {
            sampler == other
        }
        _ => false,
    }
}
