//! Sources of shaders, and what every front end says of them: files, ranges, lines and columns, diagnostics and their JSON form.
//!
//! It knows no language. A front end has a type of diagnostic codes and puts it into [`diagnostic::Diagnostic`].

pub mod diagnostic;
pub mod fix;
mod lines;
mod map;
#[cfg(feature = "serde")]
pub mod record;
mod span;
pub mod steps;

pub use lines::{LineIndex, Position, line_break_length};
pub use map::{SourceFile, SourceMap, SourceRange, start_behind};
pub use span::Span;
