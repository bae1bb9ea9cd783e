//! Sources of shaders, and what every front end says of them: files, ranges, lines and columns, diagnostics and their JSON form.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! It knows no language. A language has static tables of [`Rule`]s, and every [`diagnostic::Diagnostic`] names one of them.

pub mod allow;
pub mod column;
pub mod diagnostic;
pub mod explain;
pub mod fix;
mod lines;
mod map;
mod message;
#[cfg(feature = "serde")]
pub mod record;
#[cfg(feature = "render")]
pub mod render;
mod rule;
pub mod safe;
mod span;
pub mod steps;
pub mod suggest;
pub mod surrogate;
mod visible;

pub use lines::{Columns, LineIndex, Lines, Position, line_break_length};
pub use map::{SourceFile, SourceMap, SourceRange, start_behind};
pub use message::Message;
pub use rule::{Code, Document, Inventory, Phase, Rule, RuleSet, RuleStage, Section, row};
pub use span::Span;
pub use visible::{visible, visible_lines};
