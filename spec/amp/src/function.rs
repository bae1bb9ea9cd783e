//! The functions of the library that are one operation of an accelerator.

use crate::Section;
use shader_numeric::Operation;

/// A mathematical function.
#[derive(Debug)]
pub struct Math {
    /// Its name, which has a second form with an `f` at its end.
    pub name: &'static str,
    /// The operation that it computes.
    pub operation: Operation,
    /// The function of WGSL, or its operator between two operands.
    pub wgsl: &'static str,
    /// The section that describes it.
    pub section: &'static Section,
}

/// A function that reads a number and writes a new one, indivisibly. The result is the old number.
#[derive(Debug)]
pub struct Atomic {
    /// Its name.
    pub name: &'static str,
    /// The operation that makes the new number.
    pub operation: AtomicOperation,
    /// The operand of a function that takes none.
    pub operand: Option<u32>,
    /// The function of WGSL.
    pub wgsl: &'static str,
    /// The section that describes it.
    pub section: &'static Section,
}

/// How the old number and an operand make a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operations by name")]
pub enum AtomicOperation {
    Exchange,
    Add,
    Subtract,
    Max,
    Min,
    And,
    Or,
    Xor,
}

/// The mathematical function with this name.
#[must_use]
pub fn math(name: &str) -> Option<&'static Math> {
    MATH.iter().find(|it| it.name == name || name.strip_suffix('f') == Some(it.name))
}

/// The atomic operation with this name.
#[must_use]
pub fn atomic(name: &str) -> Option<&'static Atomic> {
    ATOMICS.iter().find(|it| it.name == name)
}

// `MATH: [Math; N]` and `ATOMICS: [Atomic; N]`.
include!("generated/functions.rs");
