//! Lines of text: their words, and the parts of steps that the words stand for.

mod lists;
mod parts;
mod read;
mod write;

pub(crate) use lists::ListedText;
pub(crate) use parts::{Operands, Part};
pub use read::ParseError;
pub(crate) use read::{Reader, Registers};
pub(crate) use write::Line;
