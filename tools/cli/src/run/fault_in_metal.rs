//! The meaning of the faults of a strict run in Metal.

use msl_spec::{Rule, rules};
use shader_run::execute::FaultKind;
use std::fmt;

/// The meaning of a kind of fault. Its `Display` form is the explanation.
pub(super) struct FaultInMetal {
    /// The event, where the rules do not say it.
    statement: Option<&'static str>,
    /// The way to avoid it.
    fix: &'static str,
    /// The rules that a program breaks by it.
    rules: &'static [&'static Rule],
}

impl fmt::Display for FaultInMetal {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(statement) = self.statement {
            writeln!(output, "{statement}.\n")?;
        }
        for rule in self.rules {
            writeln!(output, "  {}: {} (section {})", rule.id, rule.statement, rule.section.id)?;
        }
        if !self.rules.is_empty() {
            writeln!(output, "\nThe behaviour of a program that breaks such a rule is undefined.\n")?;
        }
        write!(output, "{}.", self.fix)
    }
}

/// The meaning in Metal.
pub(super) const fn meaning(kind: FaultKind) -> FaultInMetal {
    let (statement, fix): (Option<&'static str>, &'static str) = match kind {
        FaultKind::OutOfBounds => (
            None,
            "Compare the index with the number of elements first. A pointer does not say how many there are: pass the number, or \
             dispatch no more threads than there are elements",
        ),
        FaultKind::DataRace => (
            Some(
                "Two threads access the same memory, at least one of them writes, the accesses are not both atomic, and they are not \
                 ordered. As in C++14, this is undefined",
            ),
            "Put a `threadgroup_barrier` with the memory's flags between accesses in the same threadgroup. No barrier \
             orders threadgroups: use atomics, or a separate dispatch",
        ),
        FaultKind::UnorderedAtomics => (
            Some(
                "A branch, an address or a result depends on the value of an atomic operation, which a different thread may change before or \
                 after it: nothing orders the two. Results differ from device to device, and from run to run. Counters and histograms are \
                 not reported if only their last value is used",
            ),
            "Put a `threadgroup_barrier` with the memory's flags between the write and the read. No barrier orders threadgroups: read the \
             value in a separate dispatch",
        ),
        FaultKind::UninitializedRead => (
            None,
            "Initialize the variable, or write the memory first and put a barrier after the writes of other threads",
        ),
        FaultKind::NonUniformBarrier => (
            None,
            "Move the barrier out of the `if` or loop, or before the `return` of some threads, so that all threads reach it together",
        ),
        FaultKind::NonUniformOperation => (
            Some(
                "Only some threads of a quad-group reach a derivative, or a sample that computes the level from its neighbours. The result is undefined",
            ),
            "Move the operation out of the `if` or loop, or sample with `level` or `gradient2d`",
        ),
        FaultKind::InactiveInvocation => (
            None,
            "Call the function where all threads of the SIMD-group or quad-group are active, and only read values of active threads",
        ),
        FaultKind::IntegerOverflow => (
            None,
            "Use `uint`, which wraps, a wider type, or functions such as `addsat`; check the operands of a division first",
        ),
        FaultKind::DivisionByZero => (None, "Compare the divisor with zero first"),
        FaultKind::ShiftTooFar => (
            Some("The amount of a shift is taken modulo the number of bits (section 3.1)"),
            "This fault can't occur in Metal",
        ),
        FaultKind::ConversionOutOfRange => (
            Some(
                "A floating-point value is converted to an integer type that can't represent it. As in C++14, this is undefined",
            ),
            "Use `clamp` before the conversion, or convert to a wider type",
        ),
        FaultKind::IndeterminateFloat => (
            Some(
                "A floating-point operation has an infinity, a NaN, or operands outside its domain. Compilers with fast math, which is on \
                 unless an option says otherwise, assume that this does not happen",
            ),
            "Check the operands first: divisors, arguments of `sqrt`, `log`, `acos` and `normalize`, bounds of `clamp`",
        ),
        FaultKind::UnboundedError => (
            Some(
                "The tables of section 7.4 do not bound the error of a floating-point operation for these operands, as for `sin` and `cos` \
                 outside of [-π, π] with fast math",
            ),
            "Bring the operand into the range first, or call the function of `metal::precise`",
        ),
        FaultKind::UndefinedOperands => {
            (None, "Check the operands first, or limit them with `clamp`, `min` or `saturate`")
        }
        FaultKind::UnboundedLoop => (
            Some("Out of fuel: the program may not terminate, or would take too long on a GPU"),
            "Bound the loop, or raise `--fuel` if the program should run longer",
        ),
        FaultKind::ScheduleDependent => (
            Some(
                "With `--sweep`, two executions have different results: the order of threads, or the size of SIMD-groups, decides. So results \
                 differ from device to device, and from run to run",
            ),
            "Order the accesses with a barrier, or use operations whose order does not matter",
        ),
    };
    FaultInMetal { statement, fix, rules: broken(kind) }
}

/// The rules whose breach is such a fault.
const fn broken(kind: FaultKind) -> &'static [&'static Rule] {
    match kind {
        FaultKind::OutOfBounds => &[
            rules::INDEX_ARRAY_IN_RANGE,
            rules::MATRIX_INDEX_IN_RANGE,
            rules::FUNCTION_CONSTANT_ABSENT_ARGUMENT,
        ],
        FaultKind::UninitializedRead => {
            &[rules::VARIABLE_INITIALISED_BEFORE_READ, rules::THREADGROUP_INITIALISED_BEFORE_READ]
        }
        FaultKind::NonUniformBarrier => &[rules::BARRIER_REACHED_BY_ALL],
        FaultKind::NonUniformOperation => &[rules::DERIVATIVE_UNIFORM_CONTROL],
        FaultKind::InactiveInvocation => &[rules::SIMD_LANE, rules::DERIVATIVE_UNIFORM_CONTROL],
        FaultKind::IntegerOverflow => &[rules::OPERATOR_SIGNED_OVERFLOW, rules::OPERATOR_DIVIDE_DEFINED],
        FaultKind::DivisionByZero => &[rules::OPERATOR_DIVIDE_DEFINED, rules::OPERATOR_REMAINDER_DEFINED],
        FaultKind::UndefinedOperands => &[
            rules::OPERATOR_REMAINDER_DEFINED,
            rules::CLAMP_ORDERED,
            rules::MIX_IN_RANGE,
            rules::SMOOTHSTEP_ORDERED,
            rules::BITS_IN_RANGE,
            rules::MULTIPLY_24_IN_RANGE,
            rules::SIMD_LANE,
            rules::TEXTURE_COORDINATES_FINITE,
        ],
        FaultKind::DataRace
        | FaultKind::UnorderedAtomics
        | FaultKind::ShiftTooFar
        | FaultKind::ConversionOutOfRange
        | FaultKind::IndeterminateFloat
        | FaultKind::UnboundedError
        | FaultKind::UnboundedLoop
        | FaultKind::ScheduleDependent => &[],
    }
}
