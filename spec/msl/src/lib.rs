//! The specification of the Metal Shading Language, version 2.2, as data.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! Everything that the specification states as a table is in this crate, as YAML that `cargo run -p spec-build` turns into the static
//! arrays of `generated/`; nothing is parsed at build or run time. A section that does not exist is an error there. What came after version 2.2 is
//! there with the version of Apple's later texts that has it, and what only naga writes is marked: see [`Availability`].

#![allow(clippy::match_same_arms, reason = "a generated table keeps one arm a row")]
#![allow(
    clippy::approx_constant,
    clippy::unreadable_literal,
    reason = "generated numbers are written as the specification has them"
)]

mod accuracy;
mod attribute;
pub mod codes;
mod constant;
mod dialect;
mod enumeration;
mod example;
mod function;
mod layout;
mod newer;
mod operation;
mod pattern;
mod rule_facts;
pub mod rules;
mod sampler;
mod scalar;
pub mod sections;
mod stage;
mod texture;
mod texture_function;
mod type_name;
mod type_set;
mod value_type;
mod vector;
mod word;

pub use accuracy::{FAST, PRECISE, accuracies};
pub use attribute::{ATTRIBUTES, Attribute, AttributeArgument, AttributePlace, AttributeUse, attributes};
pub use constant::{CONSTANTS, Constant, constant};
pub use dialect::{Availability, Dialect, Feature, Platform, Version};
pub use enumeration::{Access, Enumeration, Enumerator};
pub use example::{Example, ExampleProgram, example};
pub use function::{Counterpart, FUNCTIONS, Function, Parameter, Signature, Undefined, functions};
pub use layout::Layout;
pub use newer::{NEWER_MEMBERS, NEWER_NAMES, NewerKind, NewerName, newer_member, newer_name};
pub use operation::{
    AtomicFunction, BarrierFunction, ComposedFunction, DerivativeFunction, FunctionOperation, GroupFunction,
};
pub use pattern::{AtomicPointer, DataPointer, Pattern, ValuePattern};
pub use rule_facts::{RuleClass, RuleFacts, facts};
pub use sampler::{SAMPLER_ARGUMENTS, SamplerArgument};
pub use scalar::Scalar;
pub use shader_source::{Code, Phase, Rule, RuleStage, Section};
pub use stage::{Stage, StageSet};
pub use texture::{Dimension, TextureKind};
pub use texture_function::{
    LodOption, OFFSETS, TEXTURE_FUNCTIONS, TextureFunction, ZeroLod, texture_function, texture_functions,
};
pub use type_name::{Class, NamedType, PixelType, Template, TypeName, type_name, type_names};
pub use type_set::{TypeSet, Widths};
pub use value_type::ValueType;
pub use vector::{Width, matrix_layout, packed_vector_layout, vector_layout};
pub use word::{
    AddressSpace, FORBIDDEN_NAMES, HEADERS, Header, LibraryName, MACROS, NAMESPACES, PREDEFINED,
    REMOVED_FEATURES, Removed, WORDS, Word, WordClass, word,
};

/// The tables of types, which several modules share.
mod types {
    use crate::type_name::{NamedType, TypeName};
    use crate::{Access, Availability, Dimension, Layout, TypeSet, ValueType, Version, Width, Widths};

    include!("generated/types.rs");

    /// The sizes and alignments of the vectors of a scalar (Table 2.3).
    pub(crate) fn vector_layouts(scalar: Scalar) -> Option<[Layout; 3]> {
        VECTOR_LAYOUTS[scalar as usize]
    }

    /// The sizes and alignments of the packed vectors of a scalar (Table 2.4).
    pub(crate) fn packed_vector_layouts(scalar: Scalar) -> Option<[Layout; 3]> {
        PACKED_VECTOR_LAYOUTS[scalar as usize]
    }

    /// The sizes and alignments of the matrices of a scalar (Table 2.5), by columns, then rows.
    pub(crate) fn matrix_layouts(scalar: Scalar) -> Option<[[Layout; 3]; 3]> {
        MATRIX_LAYOUTS[scalar as usize]
    }

    /// All names of types, sorted.
    pub(crate) fn names() -> &'static [TypeName] {
        &TYPE_NAMES
    }
}

/// The rules, codes and sections.
pub static INVENTORY: shader_source::Inventory = shader_source::Inventory {
    rules: &rules::RULES,
    by_id: &rules::BY_ID,
    codes: &codes::CODES,
    sections: &sections::SECTIONS,
};
