//! The tests of the validator from without, in one binary: each more would be linked anew after every change.

mod aliases;
mod analyses;
mod assignments;
mod attributes;
mod calls;
mod codes;
mod common;
mod const_evaluation;
mod draft_2022;
mod editions;
mod entry_points;
mod expressions;
mod findings;
mod fixtures;
mod layout;
mod limits;
mod messages;
mod overloads;
mod pipelines;
mod scope;
mod stages;
mod statements;
mod types;
mod uniformity;
mod uniformity_of_calls;
mod variables;
