//! The functions of the library, with their signatures.

use crate::{
    AddressSpace, AtomicFunction, AtomicPointer, Availability, BarrierFunction, ComposedFunction,
    DataPointer, DerivativeFunction, Enumeration, FunctionOperation, GroupFunction, Pattern, Scalar, Stage,
    StageSet, TypeSet, ValuePattern, ValueType, Version, Width, Widths,
};

/// A function of the library, as one table of the specification has it.
#[derive(Debug)]
pub struct Function {
    /// Its name in the namespace `metal`.
    pub name: &'static str,
    /// Its operation, in all of its signatures.
    pub operation: FunctionOperation,
    /// The counterpart in WGSL, if there is one.
    pub wgsl: Option<Counterpart>,
    /// The section that describes it.
    pub section: &'static str,
    /// The header that declares it, where the section names one.
    pub header: Option<&'static str>,
    /// Whether the namespaces `metal::precise` and `metal::fast` have variants for `float`.
    pub precise_and_fast: bool,
    /// Whether the template arguments of a call choose the type of the variable.
    pub is_explicit: bool,
    /// The stages that may call it.
    pub stages: StageSet,
    /// Its signatures. They differ in the set of the variable, in parameters, or in availability.
    pub signatures: &'static [Signature],
    /// The conditions under which its result, or more, is undefined.
    pub undefined: &'static [Undefined],
}

impl Function {
    /// Returns true if the result follows from the arguments alone, so that a call with constants has a constant result.
    #[must_use]
    pub const fn is_computed(&self) -> bool {
        match self.operation {
            FunctionOperation::Value(_) | FunctionOperation::Composed(_) => true,
            FunctionOperation::Atomic(_)
            | FunctionOperation::Barrier(_)
            | FunctionOperation::Simd(_)
            | FunctionOperation::Quad(_)
            | FunctionOperation::Derivative(_)
            | FunctionOperation::Discard
            | FunctionOperation::SampleCount
            | FunctionOperation::SamplePosition
            | FunctionOperation::IsFunctionConstantDefined
            | FunctionOperation::IsNullTexture
            | FunctionOperation::NotExecuted => false,
        }
    }
}

/// A counterpart in WGSL: it computes the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counterpart {
    /// The name of a builtin function with the same arguments, or an expression.
    ///
    /// In an expression, `$name` is the argument of a parameter. `$T` is the type of the result, `$U` and `$F` are `u32` and `f32` with as many
    /// components as the first argument, `$bits` is the number of bits of each. `$below_one` is the largest number below one, `$lane` the number of the thread in its SIMD-group, and
    /// `$size` the size of that. Behind a semicolon stands the assignment of a second result.
    pub text: &'static str,
    /// The size of the scalars for which it holds; `None` if it does for all.
    pub bits: Option<u32>,
    /// The counterpart for integers of 8 and 16 bits, if it is different.
    pub narrow: Option<&'static str>,
}

/// A signature: an overload for each type of its variable.
#[derive(Debug)]
pub struct Signature {
    /// The notation of the tables: `(x: T, minval: T, maxval: T) -> T`.
    pub text: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// The type of the result.
    pub result: Pattern,
    /// The types that the variable may be; empty if there is no variable.
    pub variable: TypeSet,
    /// The versions that have it. A type of the variable may be of another version.
    pub availability: Availability,
}

/// A parameter of a signature.
#[derive(Debug)]
pub struct Parameter {
    /// Its name in the specification.
    pub name: &'static str,
    /// Its type.
    pub pattern: Pattern,
    /// Whether it has a default: zero, or the first enumerator.
    pub is_optional: bool,
}

/// A condition under which a call is undefined.
#[derive(Debug)]
pub struct Undefined {
    /// The condition, in words that name the parameters.
    pub when: &'static str,
    /// The rule of the inventory; `None` if it has none.
    pub rule: Option<&'static str>,
}

/// The functions with this name: one for each table that has it, in the order of the names of the tables.
#[must_use]
pub fn functions(name: &str) -> &'static [Function] {
    let start = FUNCTIONS.partition_point(|function| function.name < name);
    let count = FUNCTIONS[start..].partition_point(|function| function.name == name);
    &FUNCTIONS[start..start + count]
}

include!("generated/functions.rs");
