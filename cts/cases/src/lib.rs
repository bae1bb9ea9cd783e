//! Cases of the conformance suite: their model, the loader of their files, executions, and the comparison of outcomes
//! with expectations. Executors other than this project's validator are in other crates.

// A kind of element, resource or type that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod amp;
pub mod case;
pub mod compare;
pub mod coverage;
pub mod discover;
pub mod execution;
pub mod judged;
pub mod language;
pub mod metal;
pub mod names;
pub mod outcome;
pub mod repetitions;
pub mod twins;
pub mod validator;
pub mod vocabulary;
pub mod yaml;
