//! The kind of resource that a variable of a program needs.

use super::binding::BindingRecord;
use std::collections::BTreeMap;
use wgsl_lower::layout::binding_type;
use wgsl_validator::interface::{Interface, Resource};

/// A message on the first binding whose kind differs from that of its variable. A binding that the entry point does not use
/// may be of any kind.
pub(crate) fn mismatch(bindings: &[BindingRecord], interface: &Interface) -> Option<String> {
    let place = |resource: &Resource| ((resource.group, resource.binding), binding_type(resource.kind));
    let needed: BTreeMap<_, _> = interface.resources.iter().map(place).collect();
    bindings.iter().find_map(|binding| {
        let wanted = needed.get(&binding.at())?;
        (*wanted != binding.kind()).then(|| {
            let (place, kind, wanted) = (binding.place(), binding.kind().name(), wanted.name());
            format!("{place} is bound to a resource of kind `{kind}`, but the program needs `{wanted}`")
        })
    })
}
