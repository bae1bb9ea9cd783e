//! Cases from the tables of the specification: one family a module. What must be found follows from the tables by rules put
//! down here once more, not from what the validator says.

mod argument;
mod attributes;
mod builtin_values;
mod calls;
mod conversions;
mod family;
mod operators;
mod overload;
mod texels;
mod values;
mod words;

use wgsl_cases::case::Instance;

/// Makes the cases of a table.
type Families = fn() -> Vec<family::Family>;

/// What the names of the cases of a table begin with, and who makes them.
const FAMILIES: [(&str, Families); 9] = [
    ("generated/attributes::", attributes::families),
    ("generated/builtin-values::", builtin_values::families),
    ("generated/calls::", calls::families),
    ("generated/conversions::", conversions::families),
    ("generated/operators::", operators::families),
    ("generated/texel-formats::", texels::families),
    ("generated/values/calls::", values::calls),
    ("generated/values/operators::", values::operators),
    ("generated/words::", words::families),
];

/// The instances whose names may begin with `prefix`, in a fixed order.
#[must_use]
pub fn instances(prefix: &str) -> Vec<Instance> {
    let wanted =
        FAMILIES.into_iter().filter(|(name, _)| name.starts_with(prefix) || prefix.starts_with(name));
    let made = wanted.flat_map(|(_, families)| families()).flat_map(|family| family.instances);
    made.filter(|instance| instance.name.starts_with(prefix) || prefix.starts_with(&instance.name)).collect()
}
