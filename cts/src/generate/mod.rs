//! Cases from the tables of the specification: one family a module. What must be found follows from the tables by rules put
//! down here once more, not from what the validator says.

mod argument;
mod calls;
mod family;
mod operators;
mod overload;

use crate::case::Instance;

/// The instances whose names may begin with `prefix`, in a fixed order.
#[must_use]
pub fn instances(prefix: &str) -> Vec<Instance> {
    let families: [(&str, fn() -> Vec<family::Family>); 2] =
        [("generated/calls::", calls::families), ("generated/operators::", operators::families)];
    let wanted = families.into_iter().filter(|(name, _)| name.starts_with(prefix) || prefix.starts_with(name));
    let made = wanted.flat_map(|(_, families)| families()).flat_map(|family| family.instances);
    made.filter(|instance| instance.name.starts_with(prefix) || prefix.starts_with(&instance.name)).collect()
}
