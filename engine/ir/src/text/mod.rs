//! Programs as text: written by [`print`](fn@print), read by [`parse`].
//!
//! A line is a step, or a line of the header, which ends with `code`. A step has the registers that it writes with their types, the
//! instruction with its attributes, and the registers that it reads. Attributes that are numbers have a name. Constructs are indented for
//! people only. From `#` on a line is a comment.
//!
//! ```text
//! stage compute
//! workgroup_size 64 1 1
//! resource group=0 binding=0 buffer least_size=4 writable
//! constant %0: u32 = 0
//! constant %1: f32 = 2.0
//! code
//! %2: u32 = input local_invocation.0     @12..16
//! %3: u32 = input buffer_size.0
//! %4: u32 = index stride=4 %0, %2, %3
//! %5: f32 = load f32 buffer.0[%4]
//! %6: f32 = Multiply f32 %5, %1
//! store f32 buffer.0[%4] %6
//! ```
//!
//! Behind `@` is the range of bytes of the source that a step comes from. A step without one has that of the step before. Before the first,
//! steps have the place of their own line, so that faults of a program that is written by hand point into it.

mod header;
mod lists;
mod parts;
mod read;
mod write;

pub use read::{ParseError, parse};
pub use write::print;

pub(crate) use lists::ListedText;
pub(crate) use parts::{Operands, Part, Word};
pub(crate) use read::{Reader, Registers};
pub(crate) use write::Line;

#[cfg(test)]
mod tests;
