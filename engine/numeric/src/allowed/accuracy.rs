//! How far results may be from the exact ones.

use super::format::Format;
use super::interval::Interval;
use crate::Operation;

/// How far the result of an operation may be from the exact one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bound {
    /// Either neighbour of the exact result, or the exact result where the type has it.
    CorrectlyRounded,
    /// Some units in the last place, and so many more for each unit of the first operand's magnitude.
    Units {
        /// For all operands.
        count: f64,
        /// For each unit of the magnitude.
        of_magnitude: f64,
    },
    /// A distance.
    Absolute(f64),
    /// A distance for first operands within an interval, units in the last place for others.
    ByRange {
        /// The interval.
        range: Interval,
        /// The distance.
        absolute: f64,
        /// The units.
        units: f64,
    },
    /// That of the expression that the operation is defined by.
    Inherited,
    /// The wider one of a distance and the expression.
    AbsoluteOrInherited(f64),
    /// Any result is allowed, or nothing is said.
    Any,
}

/// The operands for which a bound holds; for others any result is allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Condition {
    /// Which operand.
    pub operand: u8,
    /// The values for which the bound holds.
    pub range: Range,
}

/// Numbers that an operand must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Range {
    /// In an interval, whose ends stand for the nearest values of the type.
    Interval(Interval),
    /// Of a magnitude in an interval.
    Magnitude(Interval),
    /// Neither zero nor subnormal.
    Normal,
}

/// The accuracy of an operation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// How far the result may be from the exact one.
    pub bound: Bound,
    /// For which operands.
    pub conditions: &'static [Condition],
}

impl Row {
    /// Any result.
    pub const ANY: Self = Self { bound: Bound::Any, conditions: &[] };
}

/// The accuracy of all operations: one table for a language, or for a way of compiling it.
#[derive(Debug)]
pub struct Accuracy {
    /// That of `f32`, in the order of [`Operation::ALL`].
    pub f32: [Row; Operation::COUNT],
    /// That of `f16`.
    pub f16: [Row; Operation::COUNT],
}

impl Accuracy {
    /// No bounds at all.
    pub const NONE: Self = Self { f32: [Row::ANY; Operation::COUNT], f16: [Row::ANY; Operation::COUNT] };

    /// The accuracies of a language that has one only, such as WGSL.
    #[must_use]
    pub const fn for_all_calls(&'static self) -> Accuracies {
        Accuracies { default: self, precise: self, fast: self }
    }

    /// The rows of a floating point format.
    pub(super) fn rows(&self, format: Format) -> &[Row; Operation::COUNT] {
        if format == Format::F16 { &self.f16 } else { &self.f32 }
    }
}

/// The accuracies of a language in which a call may say whether it is to be precise or fast: `precise::sin` and `fast::sin` in MSL,
/// `precise_math` and `fast_math` in C++ AMP.
#[derive(Clone, Copy, Debug)]
pub struct Accuracies {
    /// That of a call that says neither.
    pub default: &'static Accuracy,
    /// That of a precise call.
    pub precise: &'static Accuracy,
    /// That of a fast call.
    pub fast: &'static Accuracy,
}
