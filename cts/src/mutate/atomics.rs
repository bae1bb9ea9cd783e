//! Mistakes in atomic operations.

use super::mutant::Named;
use super::operations::spoil;
use super::writer::Writer;
use shader_ir::{AtomicOperation, Exchange, Instruction, MemoryType, Type};
use shader_numeric::Operation;

/// Mistakes in an atomic operation: another one, a wrong operand or result, and one that other invocations can interrupt.
pub(super) fn of_atomic(operation: AtomicOperation, ty: Type) -> Vec<Named> {
    let mut found: Vec<Named> = others(operation)
        .iter()
        .map(|other| {
            let other = *other;
            Named::new(
                format!("{other:?}").to_lowercase(),
                move |writer: &mut Writer<'_>, step: &Instruction| {
                    let Instruction::Atomic { ty, to, value, at, .. } = *step else { return false };
                    writer.emit(Instruction::Atomic { operation: other, ty, to, value, at });
                    true
                },
            )
        })
        .collect();
    if operation != AtomicOperation::Store {
        found.push(Named::new("result-wrong", |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Atomic { operation, ty, to, value, at } = *step else { return false };
            let old = writer.register(ty);
            writer.emit(Instruction::Atomic { operation, ty, to: old, value, at });
            let value = spoil(writer, None, old);
            writer.copy_value(to, value);
            true
        }));
    }
    if operation != AtomicOperation::Load {
        found.push(Named::new("operand-wrong", |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Atomic { operation, ty, to, value, at } = *step else { return false };
            let value = spoil(writer, None, value);
            writer.emit(Instruction::Atomic { operation, ty, to, value, at });
            true
        }));
    }
    if let Some(of_values) = of_values(operation) {
        found.push(Named::new("result-new", move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Atomic { operation, ty, to, value, at } = *step else { return false };
            let old = writer.register(ty);
            writer.emit(Instruction::Atomic { operation, ty, to: old, value, at });
            let new = writer.scalar(of_values, &[old, value]);
            writer.copy_value(to, new);
            true
        }));
        found.push(Named::new("interrupted", move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Atomic { ty, to, value, at, .. } = *step else { return false };
            let ty = MemoryType::Sized(ty);
            writer.emit(Instruction::Load { ty, to, from: at });
            let value = writer.scalar(of_values, &[to, value]);
            writer.emit(Instruction::Store { ty, value, into: at });
            true
        }));
    }
    if matches!(operation, AtomicOperation::Max | AtomicOperation::Min) {
        let other = if ty == Type::I32 { Type::U32 } else { Type::I32 };
        found.push(Named::new(other.name(), move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Atomic { operation, to, value, at, .. } = *step else { return false };
            let [bits, old] = [writer.register(other), writer.register(other)];
            writer.copy_value(bits, value);
            writer.emit(Instruction::Atomic { operation, ty: other, to: old, value: bits, at });
            writer.copy_value(to, old);
            true
        }));
    }
    found
}

/// Operations that are easily taken for another one; a load does nothing.
const fn others(operation: AtomicOperation) -> &'static [AtomicOperation] {
    use AtomicOperation as A;
    match operation {
        A::Load => &[],
        A::Store => &[A::Load],
        A::Add => &[A::Load, A::Subtract, A::Exchange],
        A::Subtract => &[A::Load, A::Add, A::Exchange],
        A::Max => &[A::Load, A::Min, A::Exchange],
        A::Min => &[A::Load, A::Max, A::Exchange],
        A::And => &[A::Load, A::Or, A::Exchange],
        A::Or => &[A::Load, A::Xor, A::Add],
        A::Xor => &[A::Load, A::Or, A::Add],
        A::Exchange => &[A::Load, A::Add],
    }
}

/// The operation that makes the new value.
const fn of_values(operation: AtomicOperation) -> Option<Operation> {
    use AtomicOperation as A;
    match operation {
        A::Load | A::Store | A::Exchange => None,
        A::Add => Some(Operation::Add),
        A::Subtract => Some(Operation::Subtract),
        A::Max => Some(Operation::Max),
        A::Min => Some(Operation::Min),
        A::And => Some(Operation::BitAnd),
        A::Or => Some(Operation::BitOr),
        A::Xor => Some(Operation::BitXor),
    }
}

/// Mistakes in a conditional exchange.
pub(super) fn of_exchange(ty: Type) -> Vec<Named> {
    let unconditional = |name: &str, operation: AtomicOperation| {
        on_exchange(name, move |writer, exchange| {
            let Exchange { at, comparator, value, old_value, exchanged } = exchange;
            writer.emit(Instruction::Atomic { operation, ty, to: old_value, value, at });
            let is_equal = writer.scalar(Operation::Equal, &[old_value, comparator]);
            writer.copy_value(exchanged, is_equal);
        })
    };
    let known = |name: &str, bits: u64| {
        on_exchange(name, move |writer, exchange| {
            let unused = writer.register(Type::Bool);
            writer.exchange(Exchange { exchanged: unused, ..exchange });
            let known = writer.constant(Type::Bool, bits);
            writer.copy_value(exchange.exchanged, known);
        })
    };
    vec![
        unconditional("always", AtomicOperation::Exchange),
        unconditional("never", AtomicOperation::Load),
        known("said-to-succeed", 1),
        known("said-to-fail", 0),
        on_exchange("operands-swapped", |writer, exchange| {
            let Exchange { comparator, value, .. } = exchange;
            writer.exchange(Exchange { comparator: value, value: comparator, ..exchange });
        }),
        on_exchange("old-value-wrong", |writer, exchange| {
            let unused = writer.register(writer.ty(exchange.old_value));
            writer.exchange(Exchange { old_value: unused, ..exchange });
            writer.copy_value(exchange.old_value, exchange.comparator);
        }),
        on_exchange("interrupted", move |writer, exchange| {
            let Exchange { at, comparator, value, old_value, exchanged } = exchange;
            let ty = MemoryType::Sized(ty);
            writer.emit(Instruction::Load { ty, to: old_value, from: at });
            let is_equal = writer.scalar(Operation::Equal, &[old_value, comparator]);
            writer.copy_value(exchanged, is_equal);
            let new = writer.register(writer.ty(value));
            writer.emit(Instruction::Select {
                to: new,
                condition: is_equal,
                accept: value,
                reject: old_value,
            });
            writer.emit(Instruction::Store { ty, value: new, into: at });
        }),
    ]
}

fn on_exchange(name: &str, change: impl Fn(&mut Writer<'_>, Exchange) + Send + Sync + 'static) -> Named {
    Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::CompareExchange(index) = *step else { return false };
        change(writer, writer.given.exchanges[index as usize]);
        true
    })
}
