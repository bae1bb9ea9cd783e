//! The accuracy of floating point operations (7.4).

/// The accuracy of an operation. An empty list claims nothing.
#[derive(Debug)]
pub struct Accuracy {
    /// The operation.
    pub operation: Operation,
    /// For `float` without fast math (Table 7.1).
    pub precise: &'static [Bound],
    /// For `float` with fast math (Table 7.2).
    pub fast: &'static [Bound],
    /// For `half` (Table 7.3), which applies to some families of devices only.
    pub half: &'static [Bound],
}

/// An operation whose accuracy is stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// A function of the library with this name.
    Function(&'static str),
    /// An operator, as the tables write it: `x + y`.
    Operator(&'static str),
}

/// An allowed error, for some operands. Of several in a list the first applies whose condition is met.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// The allowed error.
    pub error: AllowedError,
    /// The operands that it is allowed for; `None` for all.
    pub condition: Option<&'static str>,
}

/// How far a result may be from the exact one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AllowedError {
    /// Not at all.
    Exact,
    /// As far as rounding makes it.
    CorrectlyRounded,
    /// So many units in the last place.
    Ulp(f32),
    /// As many units in the last place as an expression of the operands says.
    UlpOf(&'static str),
    /// Two to this power, whatever the result is.
    Absolute(i32),
    /// As far as the result of this expression, whose operations have the errors that are allowed to them.
    Inherited(&'static str),
    /// Every result is allowed.
    Undefined,
}

/// The accuracy of the function with this name.
#[must_use]
pub fn accuracy(function: &str) -> Option<&'static Accuracy> {
    ACCURACY.iter().find(|row| matches!(row.operation, Operation::Function(name) if name == function))
}

include!(concat!(env!("OUT_DIR"), "/accuracy.rs"));
