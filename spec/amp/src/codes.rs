//! The diagnostic codes by name: `RESTRICTION_CALL`.

use shader_source::{Code, Phase, RuleSet};

// `CODES: [Code; N]`, and a constant of type `&Code` for each.
include!("generated/codes.rs");
