//! The rules by name: of those that a program can break the [`EnforcedRule`], of the others the [`RuleId`].

use crate::{Code, EnforcedRule, RuleId};

// `pub const STMT_IF_COND_BOOL: EnforcedRule`, `pub const UNI_TABLE_STMT_05: RuleId`, …
include!("generated/rule_constants.rs");
