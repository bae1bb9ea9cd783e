//! The integration tests of the lowering, in one binary, because each further one would be linked after every change.

mod advice;
mod company;
mod draws;
mod errors;
mod migrated;
mod once;
mod options;
mod print;
mod robustness;
mod sweep;
mod tracked;
