//! Multi-file programs: the modules and conditions of WESL, the preprocessors of `naga_oil` and of C, and preambles.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! A [`Project`] has files. [`Project::link`] makes one program of a file and of all that it imports, in plain WGSL,
//! by copying ranges of the files: so each of its bytes has an origin, and [`Program::findings`] takes what the validator finds
//! in it back to the files that people wrote. The crate reads no files, and the validator knows no modules.

pub mod allow;
mod c_like;
mod change;
mod condition;
mod conditions;
mod contents;
mod defines;
mod dropped;
mod explore;
#[cfg(test)]
mod explore_test;
mod finding;
mod imports;
mod leftover;
mod link;
mod mapped;
mod mentions;
mod names;
mod need;
mod overrides;
mod pairs;
#[cfg(test)]
mod paths_test;
mod preprocess;
mod program;
mod project;
pub mod rules;
mod scan;
#[cfg(test)]
mod tests;
mod together;
#[cfg(test)]
mod together_test;
mod union;
mod unit;
mod units;
mod users;
mod variants;
#[cfg(test)]
mod variants_test;
mod view;

pub use c_like::{includes, is_c_like, needs_definitions};
pub use condition::{Comparison, Condition};
pub use contents::Contents;
pub use defines::Defines;
pub use explore::{Checked, Explorer, Open};
pub use finding::Found;
pub use leftover::leftovers;
pub use mapped::{FileIndex, MappedText, Piece, Place};
pub use need::{Need, Unvalued, definitions};
pub use program::{Findings, Outside, Program};
pub use project::{File, MOST_FOLDERS, Project, wanted, wanted_with};
pub use together::Shared;
pub use unit::{has_entry_point, is_modular};
pub use units::UnitCache;
pub use variants::{Others, Variant};
pub use view::{Brought, Link, Qualifier, Target, View};
