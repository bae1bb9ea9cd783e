//! The tests of the validator from without, in one binary: each more would be linked anew after every change.

mod analyses;
mod codes;
mod common;
mod const_evaluation;
mod editions;
mod entry_points;
mod findings;
mod fixtures;
mod layout;
mod limits;
mod messages;
mod scope;
mod types;
mod variables;
