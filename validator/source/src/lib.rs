//! Sources of shaders, and what every front end says of them: files, ranges, lines and columns, diagnostics and their JSON form.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! It knows no language. A front end has a type of diagnostic codes and puts it into [`diagnostic::Diagnostic`].

pub mod diagnostic;
pub mod fix;
mod lines;
mod map;
mod message;
#[cfg(feature = "serde")]
pub mod record;
#[cfg(feature = "render")]
pub mod render;
mod span;
pub mod steps;
mod visible;

pub use lines::{LineIndex, Position, line_break_length};
pub use map::{SourceFile, SourceMap, SourceRange, start_behind};
pub use message::{Message, RuleText};
pub use span::Span;
pub use visible::{visible, visible_lines};
