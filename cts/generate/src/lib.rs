//! Cases from the tables of the specification, one family in each module. The expected diagnostics follow from the tables by
//! rules that are written here a second time; the validator is not asked.

// A kind of argument or pattern that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

mod argument;
mod attributes;
mod builtin_values;
mod call;
mod calls;
mod conversions;
mod family;
mod litmus;
mod operators;
mod overload;
mod texels;
mod uses;
mod values;
mod words;

pub use litmus::{LitmusTest, litmus_tests};
use rayon::prelude::*;
use wgsl_cts_cases::case::Instance;

/// A function that makes the cases of a table.
type Families = fn() -> Vec<family::Family>;

/// The prefix of the names of the cases of a table, and the function that makes them.
const FAMILIES: [(&str, Families); 12] = [
    ("generated/attributes::", attributes::families),
    ("generated/builtin-values::", builtin_values::families),
    ("generated/calls::", calls::families),
    ("generated/const-expressions::", uses::in_const_expressions),
    ("generated/conversions::", conversions::families),
    ("generated/dropped-results::", uses::dropped),
    ("generated/litmus::", litmus::families),
    ("generated/operators::", operators::families),
    ("generated/texel-formats::", texels::families),
    ("generated/values/calls::", values::calls),
    ("generated/values/operators::", values::operators),
    ("generated/words::", words::families),
];

/// The instances whose names may begin with `prefix`, in a fixed order.
#[must_use]
pub fn instances(prefix: &str) -> Vec<Instance> {
    let wanted = FAMILIES.par_iter().filter(|(name, _)| name.starts_with(prefix) || prefix.starts_with(name));
    let made = wanted.flat_map(|(_, families)| families()).flat_map_iter(|family| family.instances);
    made.filter(|instance| instance.name.starts_with(prefix) || prefix.starts_with(&instance.name)).collect()
}
