//! The constants of the library (Tables 6.5 and 6.6).

use crate::{Availability, Scalar, Version};

/// A constant of the library.
#[derive(Debug)]
pub struct Constant {
    /// Its name, which is that of a macro.
    pub name: &'static str,
    /// Its type: `float` or `half`.
    pub scalar: Scalar,
    /// Its value, before it is rounded to its type.
    pub value: f64,
}

impl Constant {
    /// The section that describes all constants.
    pub const SECTION: &str = "6.5";
    /// The versions that have all constants.
    pub const AVAILABILITY: Availability = Availability::since(Version::new(1, 2));
}

/// The constant with this name.
#[must_use]
pub fn constant(name: &str) -> Option<&'static Constant> {
    CONSTANTS.binary_search_by(|constant| constant.name.cmp(name)).ok().map(|index| &CONSTANTS[index])
}

include!("generated/constants.rs");
