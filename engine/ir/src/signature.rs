//! The types that instructions ask for.

use crate::verifier::{Expected, Verifier};
use crate::words::Word;
use crate::{AtomicOperation, GroupOperation, Input, Location, Memory, Register, Type};
use shader_numeric::Operation;
use shader_numeric::signature::ScalarTypes;

/// Indices and numbers of levels.
pub(crate) const INDEX: &[Type] = &[Type::U32, Type::I32];
/// Components of texels.
pub(crate) const TEXEL: &[Type] = &[Type::F32, Type::U32, Type::I32];

/// Returns true if an operation takes a first operand of a type.
pub(crate) fn takes(_: Verifier<'_>, operation: Operation, ty: Type) -> Result<(), String> {
    match operation.scalar_types(ty) {
        Some(_) => Ok(()),
        None => Err(format!("{} takes no {}", operation.word(), ty.name())),
    }
}

/// The result of an operation on scalars.
pub(crate) fn scalar_result(operation: Operation, ty: Type) -> Expected {
    operation.scalar_types(ty).map_or(Expected::Any, |types| Expected::Is(types.result))
}

/// The operands of an operation on scalars.
pub(crate) fn scalar_operands(operation: Operation, ty: Type, first: Register) -> [Expected; 3] {
    let Some(ScalarTypes { operands, .. }) = operation.scalar_types(ty) else { return [Expected::Any; 3] };
    [0, 1, 2].map(|index| operands.get(index).map_or(Expected::Repeats(first), |ty| Expected::Is(*ty)))
}

/// The value of an input: the stage says its types, the others are numbers.
pub(crate) const fn input_type(input: Input) -> Expected {
    if let Input::Stage(index) = input { Expected::StageInput(index) } else { Expected::Is(Type::U32) }
}

/// Returns true if there are all atomic operations on a type.
pub(crate) fn atomic_type(ty: Type) -> Result<(), String> {
    if matches!(ty, Type::I32 | Type::U32 | Type::I64 | Type::U64) {
        return Ok(());
    }
    Err(format!("atomic operations on {} are not supported", ty.name()))
}

/// The operand and result types of a group operation.
#[derive(Clone, Copy)]
struct GroupTypes {
    /// Which types its value may have.
    takes: fn(Type) -> bool,
    /// The type of the result, where it is not that of the value.
    result: Option<Type>,
    /// Whether there is a second operand: the number of an invocation, or the distance to it.
    has_index: bool,
}

const fn group_types(operation: GroupOperation) -> GroupTypes {
    use GroupOperation as G;
    let plain = GroupTypes { takes: |_| true, result: None, has_index: false };
    match operation {
        G::All | G::Any => GroupTypes { takes: is_bool, result: Some(Type::Bool), ..plain },
        G::Ballot(_) => GroupTypes { takes: is_bool, result: Some(Type::U32), ..plain },
        G::Elect => GroupTypes { result: Some(Type::Bool), ..plain },
        G::And | G::Or | G::Xor => GroupTypes { takes: Type::is_integer, ..plain },
        G::DerivativeX | G::FineDerivativeX | G::DerivativeY | G::FineDerivativeY => {
            GroupTypes { takes: Type::is_float, ..plain }
        }
        G::Add
        | G::ExclusiveAdd
        | G::InclusiveAdd
        | G::Multiply
        | G::ExclusiveMultiply
        | G::InclusiveMultiply
        | G::Min
        | G::Max => GroupTypes { takes: |ty| !is_bool(ty), ..plain },
        G::Broadcast | G::Shuffle | G::ShuffleDown | G::ShuffleUp | G::ShuffleXor | G::QuadBroadcast => {
            GroupTypes { has_index: true, ..plain }
        }
        G::BroadcastFirst | G::QuadSwapX | G::QuadSwapY | G::QuadSwapDiagonal => plain,
    }
}

fn is_bool(ty: Type) -> bool {
    ty == Type::Bool
}

/// Returns true if a group operation takes operands of a type.
pub(crate) fn takes_group(_: Verifier<'_>, operation: GroupOperation, ty: Type) -> Result<(), String> {
    if (group_types(operation).takes)(ty) {
        return Ok(());
    }
    Err(format!("{} takes no {}", operation.word(), ty.name()))
}

/// The result of a group operation.
pub(crate) fn group_result(operation: GroupOperation, ty: Type) -> Expected {
    Expected::Is(group_types(operation).result.unwrap_or(ty))
}

/// The second operand of a group operation.
pub(crate) const fn group_operand(operation: GroupOperation, value: Register) -> Expected {
    if group_types(operation).has_index { Expected::OneOf(INDEX) } else { Expected::Repeats(value) }
}

/// Returns true if a step may write at a place.
pub(crate) fn writable(verifier: Verifier<'_>, at: Location) -> Result<(), String> {
    match at.memory {
        Memory::Invocation | Memory::Workgroup | Memory::Pointed => Ok(()),
        Memory::Constant => Err("constant memory can't be written".to_owned()),
        Memory::Buffer(index) if verifier.program.resources[usize::from(index)].is_writable => Ok(()),
        Memory::Buffer(index) => Err(format!("resource {index} is read-only and can't be written")),
    }
}

/// Returns true if a place is in the memory of the invocation.
pub(crate) fn own(_: Verifier<'_>, at: Location) -> Result<(), String> {
    if at.memory == Memory::Invocation {
        return Ok(());
    }
    Err(format!("{} memory does not belong to one invocation", at.memory.word()))
}

/// Returns true if there is such an atomic operation.
pub(crate) fn atomic(
    verifier: Verifier<'_>,
    operation: AtomicOperation,
    ty: Type,
    at: Location,
) -> Result<(), String> {
    use AtomicOperation as A;
    match operation {
        A::Load | A::Store | A::Exchange | A::Add | A::Subtract if ty == Type::F32 => {}
        A::Load
        | A::Store
        | A::Exchange
        | A::Add
        | A::Subtract
        | A::Max
        | A::Min
        | A::And
        | A::Or
        | A::Xor => atomic_type(ty)?,
    }
    if operation == AtomicOperation::Load { Ok(()) } else { writable(verifier, at) }
}
