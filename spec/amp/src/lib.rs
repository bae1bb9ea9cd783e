//! The specification of C++ AMP, version 1.2, as data.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! The YAML files of this crate state each requirement of the specification in our own words, with its section and what the checker does
//! about it. `cargo run -p spec-build` turns them into the static arrays of `generated/`, so nothing is parsed at build or run time. A section
//! that does not exist is an error there.
//!
//! In the statements, *restricted code* is a function or lambda expression with `restrict(amp)`, perhaps together with `cpu`, and a
//! *compatible* type is one that restricted code can use (2.4.1). Where the specification contradicts itself, a comment at the rule says
//! which reading it has.
//!
//! C++ AMP is an extension of C++11. The requirements of C++ that a program can break are rules, too, in `rules/c-plus-plus.yaml`. They have
//! the ids of the same requirements in the Metal tables, so that a front end that serves both languages can find a rule of one by a rule of
//! the other.

pub mod codes;
mod example;
mod function;
mod rule_facts;
pub mod rules;
pub mod sections;
mod word;

pub use example::{Example, ExampleProgram, example};
pub use function::{
    ATOMICS, Atomic, AtomicOperation, DEMANDS, Demand, FENCES, Fence, LAUNCH, MATH, Math, REPORTS, Report,
    atomic, demand, fence, math, report,
};
pub use rule_facts::{RuleClass, RuleFacts, RuleStatus, facts};
pub use shader_source::{Code, Phase, Rule, RuleStage, Section};
pub use word::{HEADERS, Header, KEYWORDS, NAMESPACES, Namespace, Word, WordClass, word};

/// The rules, codes and sections.
pub static INVENTORY: shader_source::Inventory = shader_source::Inventory {
    rules: &rules::RULES,
    by_id: &rules::BY_ID,
    codes: &codes::CODES,
    sections: &sections::SECTIONS,
};
