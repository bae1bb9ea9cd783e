//! Numbers as shaders compute with them: operations on scalars, vectors and matrices, and the results that are allowed.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! [`Operation`] lists what there is to compute. The code of an operation is found by the references to its variant: its row in the table
//! (`table.rs`), which has the operands, the events, the function of whole values and the results that implementations may give, and the
//! arms of its functions of scalars in [`compute`]. The functions (in the modules `number`, `float`, `bits`, `vector`, `pack` and
//! `convert`) are generic and inline; they compute the results that are defined for run time and report errors before execution to an
//! [`event::Watch`]. An [`Application`] calls them by run-time types and turns events into [`Fault`]s; executors call them over
//! lanes. [`allowed`] holds the results that an implementation may give, as intervals.

// An operation, an instruction or a kind of memory that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

#[macro_use]
mod types;

pub mod allowed;
mod application;
pub mod bits;
mod composite;
pub mod compute;
pub mod convert;
mod domain;
mod evaluate;
pub mod event;
mod fault;
mod float;
mod format;
pub mod half;
mod known;
pub mod number;
mod operation;
mod pack;
mod packing;
mod reshape;
pub mod signature;
mod table;
#[cfg(test)]
mod tests;
mod vector;

pub use application::Application;
pub use convert::{construct, convert};
pub use domain::Domain;
pub use fault::Fault;
pub use format::format;
pub use operation::{Effort, Operation, Steps};
pub use types::Type;

/// How the components of a value are arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One component.
    Scalar,
    /// So many components.
    Vector(u8),
    /// Columns and rows; the components follow each other column by column.
    Matrix(u8, u8),
}

impl Shape {
    /// The number of components.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no shape is empty")]
    pub const fn len(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vector(size) => size as usize,
            Self::Matrix(columns, rows) => columns as usize * rows as usize,
        }
    }
}

/// A value: its type and the representation of each component.
///
/// The representation of a type of 64 bits is those bits; one of 32 bits or less is that of a register ([`Type`]), with zeros above. A
/// truth value is 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand<'a> {
    /// The type of the components.
    pub ty: Type,
    /// Their arrangement.
    pub shape: Shape,
    /// Their representations, as many as the shape says; none where the value is not known.
    pub bits: &'a [u64],
}

impl Operand<'_> {
    /// The component at an index; a scalar stands for all components.
    #[must_use]
    pub fn component(&self, index: usize) -> u64 {
        let index = if self.shape == Shape::Scalar { 0 } else { index };
        self.bits.get(index).copied().unwrap_or(0)
    }
}

/// When an expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Creating the shader module or a pipeline: overflow, NaN, infinity, division by zero and arguments out of domain
    /// are faults.
    Creation,
    /// While a shader runs: every operation has a result.
    Runtime,
}

/// Reports what no accepted program leads to.
///
/// # Panics
/// With debug assertions: always. Without them a result is still given, as nothing must stop a validator.
#[cold]
#[track_caller]
pub fn impossible(what: &str) {
    debug_assert!(false, "this can't happen: {what}");
}
