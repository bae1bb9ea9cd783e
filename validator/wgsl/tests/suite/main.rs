//! The integration tests of the validator, in one binary, because each further binary would be linked after every
//! change. Most programs with their findings are cases in `fixtures/cases`; what cases can't say is tested here.

mod borrowed;
mod cases;
mod codes;
mod common;
mod engines;
mod fixed;
mod fixtures;
mod interfaces;
mod labels;
mod layout;
mod limits;
mod link;
mod messages;
mod migrated;
mod modules;
mod offers;
mod reflection;
mod reuse;
mod slips;
