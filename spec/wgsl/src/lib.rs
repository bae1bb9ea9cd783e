//! The WGSL specification as data.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! Everything that the specification states as a table is in this crate, as YAML in the specification's own notation.
//! `cargo xtask tables` turns it into the static arrays of `generated/`; nothing is parsed at build or run time. `shader-numeric` defines the results
//! of operations. Every anchor is checked against the list of anchors of the pinned specification: an unknown one
//! fails the build.

#![allow(clippy::match_same_arms, reason = "a generated table keeps one arm a row")]
#![allow(
    clippy::approx_constant,
    clippy::unreadable_literal,
    reason = "generated numbers are written as the specification has them"
)]

mod accuracy;
mod attribute;
pub mod codes;
mod const_error;
mod diagnostic_rule;
mod edition;
mod engine_extension;
mod enumerant;
mod example;
mod foreign_name;
mod function;
mod migration;
mod name;
mod name_hash;
mod named;
mod operation;
mod pattern;
mod precedence;
mod rule_facts;
pub mod rules;
mod scalar;
pub mod sections;
mod subgroup_matrix;
mod target;
mod unicode;
mod word;

pub use accuracy::ACCURACY;
pub use attribute::{AttributeArguments, AttributePlace, AttributeRow};
pub use const_error::{ConstError, Occasion, const_error};
pub use diagnostic_rule::DiagnosticRule;
pub use edition::{Edition, EditionInfo, EnableExtension, ExtensionSet, LanguageExtension};
pub use engine_extension::EngineExtension;
pub use enumerant::{
    AccessMode, AddressSpace, BuiltinValue, BuiltinValueRow, Direction, Enumerant, IoType, ShaderStage,
    StageSet, TexelFormat,
};
pub use example::{Example, ExamplePipeline, ExampleProgram, example, programs};
pub use foreign_name::Instead;
pub use function::{
    Condition, ConstRange, Function, FunctionId, KnownRange, Operator, Overload, Parameter, ResultUniformity,
    UniformityRequirement,
};
pub use migration::Renamed;
pub use name::{Symbol, sym};
pub use operation::{
    AtomicFunction, BarrierFunction, DerivativeFunction, FunctionOperation, SubgroupFunction, TextureFunction,
};
pub use pattern::{
    AccessPattern, ComponentPattern, ComponentVariable, LengthPattern, ScalarPattern, ScalarSets,
    ScalarVariable, SizePattern, SizeVariable, SpacePattern, TypeClass, TypePattern, TypeVariable,
};
pub use precedence::Precedence;
pub use rule_facts::{RuleFacts, ShownBy, StagedRule, WithoutCode, facts};
pub use scalar::{Scalar, ScalarSet, conversion_rank};
pub use shader_source::{Code, Phase, Rule, RuleStage, Section};
pub use subgroup_matrix::{ComponentSet, MatrixComponent, MatrixOrder, MatrixRole};
pub use target::{Lenience, Limit, LimitInfo, TargetRow};
pub use unicode::is_later_identifier_character;
pub use word::{NameInfo, Predeclared, PredeclaredType, TextureKind, TypeGenerator, WordClass};

/// The rules, codes and sections.
pub static INVENTORY: shader_source::Inventory = shader_source::Inventory {
    rules: &rules::RULES,
    by_id: &rules::BY_ID,
    codes: &codes::CODES,
    sections: &sections::SECTIONS,
};
