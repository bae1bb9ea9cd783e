//! The Metal Shading Language Specification 2.2 as data: its sections, the inventory of its rules, and the codes of the findings that name
//! them.
//!
//! The build script turns YAML into static arrays; nothing is parsed at run time. A rule names the section that states it, and a section that
//! does not exist fails the build.

mod anchor;
mod diagnostic;
mod rule;
pub mod rules;

pub use anchor::Anchor;
pub use diagnostic::{Code, CodeInfo, Example, ExampleProgram, Phase};
pub use rule::{EnforcedRule, Rule, RuleClass, RuleId, RuleStage};
