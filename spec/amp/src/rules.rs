//! The rules by name: `TILE_STATIC_INITIALISER`.

use shader_source::{Rule, RuleSet, RuleStage};

// `RULES: [Rule; N]`, `BY_ID: [u16; N]`, and a constant of type `&Rule` for each.
include!("generated/rules.rs");
