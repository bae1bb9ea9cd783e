//! The meaning of the faults of a strict run: `explain out-of-bounds`.

use super::fault_in_metal;
use shader_language::Language;
use shader_run::execute::FaultKind;
use std::io::{self, Write};
use wgsl_spec::{Section, sections};

/// The meaning of a kind of fault.
struct FaultInWgsl {
    /// The event, and why results differ after it.
    statement: &'static str,
    /// The way to avoid it.
    fix: &'static str,
    /// The section of the specification.
    section: &'static Section,
}

/// Prints what a kind of fault means in a language, or in all that have it; `false` if none is meant that has it.
///
/// # Errors
/// The output can't be written.
pub(crate) fn explain(
    kind: FaultKind,
    language: Option<Language>,
    output: &mut impl Write,
) -> io::Result<bool> {
    let is_meant = |it| language.is_none_or(|language| language == it);
    let wgsl = meaning(kind).filter(|_| is_meant(Language::Wgsl));
    let in_metal = is_meant(Language::Metal).then(|| fault_in_metal::meaning(kind));
    if wgsl.is_none() && in_metal.is_none() {
        return Ok(false);
    }
    writeln!(output, "{}: a fault of `wgsl-check run --strict`", kind.name())?;
    if let Some(FaultInWgsl { statement, fix, section }) = wgsl {
        writeln!(output, "\n{statement}.\n\n{fix}.\n\nsee: {section}")?;
    }
    if let Some(meaning) = in_metal {
        writeln!(output, "\nIn Metal:\n\n{meaning}")?;
    }
    Ok(true)
}

/// The meaning in WGSL, if it has such faults.
fn meaning(kind: FaultKind) -> Option<FaultInWgsl> {
    let (statement, fix, section) = match kind {
        FaultKind::OutOfBounds => (
            "An index or coordinate is outside of the buffer, array, vector, matrix or texture. An implementation may access \
             a different element, read zero, or drop the write",
            "Compare the index with `arrayLength(&buffer)` or the number of elements first, or dispatch no more invocations than \
             there are elements",
            sections::OUT_OF_BOUNDS_ACCESS,
        ),
        FaultKind::DataRace => (
            "Two invocations access the same memory, at least one of them writes, the accesses are not both atomic, and they are \
             not ordered. The values that are read or remain depend on which access comes first",
            "Put a `workgroupBarrier()` (workgroup memory) or `storageBarrier()` (buffers) between accesses of invocations \
             of one workgroup. No barrier orders workgroups: use atomics, or a separate dispatch",
            sections::MEMORY_MODEL,
        ),
        FaultKind::UnorderedAtomics => (
            "A branch, an address or a result depends on the value of an atomic operation, which a different invocation may change before or \
             after it: nothing orders the two. So does the last value of a word that invocations write in different ways. Results differ from \
             device to device, and from run to run. Counters and histograms are not reported if only their last value is used",
            "Put a `workgroupBarrier()` (workgroup memory) or `storageBarrier()` (buffers) between the write and the read. No barrier orders \
             workgroups: read the value in a separate dispatch",
            sections::MEMORY_MODEL,
        ),
        FaultKind::UninitializedRead => (
            "A branch, an address or a result depends on workgroup memory that the program has not written. The specification says that it is \
             zero, so this fault only occurs with `--undefined-workgroup-memory`, for hosts that turn this off to save time",
            "Write the memory first, and put a `workgroupBarrier()` after the writes",
            sections::ZERO_VALUE,
        ),
        FaultKind::NonUniformBarrier => (
            "Only some invocations reach a barrier, or they reach different ones. The program may hang, or the barrier may have no effect",
            "Move the barrier out of the `if` or loop, so that all invocations of the workgroup reach it together",
            sections::UNIFORMITY,
        ),
        FaultKind::NonUniformOperation => (
            "Only some invocations of a quad reach a derivative, or a texture function that computes the level from its neighbours, or only some of a \
             subgroup reach a subgroup operation. The result is indeterminate, or nothing says which invocations take part",
            "Move the operation out of the `if` or loop, or sample with `textureSampleLevel` or `textureSampleGrad`",
            sections::UNIFORMITY,
        ),
        FaultKind::InactiveInvocation => (
            "A value is read from an invocation of the subgroup or quad that is not active or does not exist, or a shuffle has \
             different distances in one subgroup. Such a value is indeterminate",
            "Call the function where all invocations of the subgroup or quad are active, and only read values of active invocations",
            sections::SUBGROUP_BUILTIN_FUNCTIONS,
        ),
        FaultKind::IntegerOverflow => (
            "The result of integer arithmetic does not fit in its type. It wraps around in every implementation, which few programs \
             intend; `--integer-overflow` enables this fault",
            "Use `u32` or smaller values, or check the operands first. Ignore the fault if the overflow is intended",
            sections::INTEGER_TYPES,
        ),
        FaultKind::DivisionByZero => (
            "An integer is divided by zero. The result is the dividend, or zero for a remainder, which is rarely intended",
            "Compare the divisor with zero first",
            sections::ARITHMETIC_EXPR,
        ),
        FaultKind::ShiftTooFar => (
            "A value is shifted by its number of bits or more. The amount is taken modulo that number, which is rarely intended",
            "Compare the amount with 32 first",
            sections::BIT_EXPR,
        ),
        FaultKind::ConversionOutOfRange => (
            "A floating-point value is converted to a type that can't represent it. It becomes the nearest value of that type, and a NaN \
             becomes any value",
            "Use `clamp` before the conversion",
            sections::FLOATING_POINT_CONVERSION,
        ),
        FaultKind::IndeterminateFloat => (
            "A floating-point operation has an infinity, a NaN, or operands outside its domain. Implementations may assume that this does \
             not happen, so the result may be any value",
            "Check the operands first: divisors, arguments of `sqrt`, `log`, `acos` and `normalize`, bounds of `clamp` and `smoothstep`",
            sections::DIFFERENCES_FROM_IEEE754,
        ),
        FaultKind::UnboundedError => (
            "The specification does not bound the error of a floating-point operation for these operands, as for `sin` and `cos` outside of \
             [-π, π]. Implementations may have any result",
            "Bring the operand into the range first: `x - round(x / tau) * tau` for `sin`. For pseudo-random numbers, use a hash of integers",
            sections::CONCRETE_FLOAT_ACCURACY,
        ),
        // Every operation has a result there.
        FaultKind::UndefinedOperands => return None,
        FaultKind::UnboundedLoop => (
            "Out of fuel: the program may not terminate, or would take too long on a GPU",
            "Bound the loop, or raise `--fuel` if the program should run longer",
            sections::LOOP_STATEMENT,
        ),
        FaultKind::ScheduleDependent => (
            "With `--sweep`, two executions have different results: the order of invocations, or the size of subgroups, decides. So results \
             differ from device to device, and from run to run",
            "Order the accesses with a barrier, use operations whose order does not matter, or ask for a size of subgroups with \
             `@subgroup_size`",
            sections::MEMORY_MODEL,
        ),
    };
    Some(FaultInWgsl { statement, fix, section })
}
