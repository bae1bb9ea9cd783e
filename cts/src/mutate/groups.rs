//! Mistakes in values that the invocations of a subgroup or a quad compute together.

use super::mutant::Named;
use super::operations::spoil;
use super::writer::Writer;
use shader_ir::{GroupOperation, Instruction, Type};
use shader_numeric::Operation;

/// Mistakes in an operation of a group: another one, the invocation's own value, a wrong invocation, a wrong result.
pub(super) fn mistakes(operation: GroupOperation, ty: Type) -> Vec<Named> {
    let mut found: Vec<Named> = others(operation)
        .iter()
        .filter(|other| !(ty.is_float() && is_of_bits(**other)))
        .map(|other| {
            let other = *other;
            let name = format!("{other:?}").to_lowercase().replace(['(', ')'], "");
            Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
                let Instruction::Group { ty, to, value, other: index, .. } = *step else { return false };
                writer.emit(Instruction::Group { operation: other, ty, to, value, other: index });
                true
            })
        })
        .collect();
    found.push(Named::new("own-value", |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::Group { to, value, .. } = *step else { return false };
        let is_alike = writer.ty(to) == writer.ty(value);
        if is_alike {
            writer.copy_value(to, value);
        }
        is_alike
    }));
    found.push(Named::new("of-the-next", |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::Group { operation, ty, to, value, other } = *step else { return false };
        if other == value {
            return false;
        }
        let one = writer.constant(writer.ty(other), 1);
        let other = writer.scalar(Operation::Add, &[other, one]);
        writer.emit(Instruction::Group { operation, ty, to, value, other });
        true
    }));
    found.push(Named::new("wrong", |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::Group { operation, ty, to, value, other } = *step else { return false };
        let right = writer.register(writer.ty(to));
        writer.emit(Instruction::Group { operation, ty, to: right, value, other });
        let value = spoil(writer, Some(Operation::Tanh), right);
        writer.copy_value(to, value);
        true
    }));
    found
}

const fn is_of_bits(operation: GroupOperation) -> bool {
    matches!(operation, GroupOperation::And | GroupOperation::Or | GroupOperation::Xor)
}

/// Operations that are easily taken for another one. Coarse derivatives may be fine ones.
const fn others(operation: GroupOperation) -> &'static [GroupOperation] {
    use GroupOperation as G;
    match operation {
        G::Add => &[G::InclusiveAdd, G::Max],
        G::ExclusiveAdd => &[G::InclusiveAdd, G::Add],
        G::InclusiveAdd => &[G::ExclusiveAdd, G::Add],
        G::Multiply => &[G::InclusiveMultiply, G::Max],
        G::ExclusiveMultiply => &[G::InclusiveMultiply, G::Multiply],
        G::InclusiveMultiply => &[G::ExclusiveMultiply, G::Multiply],
        G::Min => &[G::Max, G::BroadcastFirst],
        G::Max => &[G::Min, G::BroadcastFirst],
        G::And => &[G::Or, G::Min, G::BroadcastFirst],
        G::Or => &[G::And, G::Xor, G::Max],
        G::Xor => &[G::Or, G::Add],
        G::All => &[G::Any],
        G::Any => &[G::All],
        G::Elect | G::BroadcastFirst => &[],
        G::Broadcast => &[G::BroadcastFirst, G::QuadBroadcast],
        G::Ballot(0) => &[G::Ballot(1)],
        G::Ballot(_) => &[G::Ballot(0)],
        G::Shuffle => &[G::ShuffleXor, G::ShuffleUp, G::ShuffleDown],
        G::ShuffleDown => &[G::ShuffleUp, G::ShuffleXor, G::Shuffle],
        G::ShuffleUp => &[G::ShuffleDown, G::ShuffleXor, G::Shuffle],
        G::ShuffleXor => &[G::Shuffle, G::ShuffleUp, G::ShuffleDown],
        G::QuadBroadcast => &[G::Broadcast],
        G::QuadSwapX => &[G::QuadSwapY, G::QuadSwapDiagonal],
        G::QuadSwapY => &[G::QuadSwapX, G::QuadSwapDiagonal],
        G::QuadSwapDiagonal => &[G::QuadSwapX, G::QuadSwapY],
        G::DerivativeX => &[G::DerivativeY],
        G::FineDerivativeX => &[G::DerivativeX, G::FineDerivativeY],
        G::DerivativeY => &[G::DerivativeX],
        G::FineDerivativeY => &[G::DerivativeY, G::FineDerivativeX],
    }
}
