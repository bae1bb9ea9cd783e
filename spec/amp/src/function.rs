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

/// A function with which a kernel sends messages to the host, or ends. It does nothing on devices that lack it. C++ AMP 1.2 (12.3)
#[derive(Debug)]
pub struct Report {
    /// Its name.
    pub name: &'static str,
    /// Whether its first argument is a text.
    pub takes_text: bool,
    /// Whether a program without a debugger that listens does not notice it.
    pub only_prints: bool,
}

/// A condition of the headers of the library.
#[derive(Debug)]
pub struct Demand {
    /// The name of the function with the condition.
    pub name: &'static str,
    /// The message where it does not hold, without a full stop.
    pub message: &'static str,
}

/// A fence without a barrier. C++ AMP 1.2 (4.5.4)
#[derive(Debug)]
pub struct Fence {
    /// Its name.
    pub name: &'static str,
    /// Whether it orders accesses to elements of arrays and views.
    pub global: bool,
    /// Whether it orders accesses to `tile_static` variables.
    pub tile_static: bool,
}

/// The function of the library's headers through which the host calls a kernel: it says what one thread does.
pub const LAUNCH: &str = "_launch";

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

/// The function with this name that sends messages to the host.
#[must_use]
pub fn report(name: &str) -> Option<&'static Report> {
    REPORTS.iter().find(|it| it.name == name)
}

/// The condition that a function with this name has.
#[must_use]
pub fn demand(name: &str) -> Option<&'static Demand> {
    DEMANDS.iter().find(|it| it.name == name)
}

/// The fence with this name.
#[must_use]
pub fn fence(name: &str) -> Option<&'static Fence> {
    FENCES.iter().find(|it| it.name == name)
}

// `MATH: [Math; N]`, `ATOMICS: [Atomic; N]`, `REPORTS: [Report; N]`, `FENCES: [Fence; N]` and `DEMANDS: [Demand; N]`.
include!("generated/functions.rs");
