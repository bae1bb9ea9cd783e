//! The rules by name: of those that a finding names the [`EnforcedRule`], of the others the [`RuleId`].

use crate::{Code, EnforcedRule, RuleId};

// `pub const SWIZZLE_ONE_ALPHABET: EnforcedRule`, `pub const MIX_IN_RANGE: RuleId`, …
include!("generated/rule_constants.rs");
