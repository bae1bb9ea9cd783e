//! Mistakes in loads, stores and copies.

use super::mutant::Named;
use super::writer::Writer;
use shader_ir::{Copy, Instruction, Location, MemoryType, Run, Type};
use shader_numeric::Operation;

/// Mistakes in a load: the next place, nothing, half of the bits.
pub(super) fn of_load(ty: MemoryType) -> Vec<Named> {
    let mut found = vec![
        Named::new("next", move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Load { ty, to, from } = *step else { return false };
            writer.emit(Instruction::Load { ty, to, from: behind(from, ty.size()) });
            true
        }),
        Named::new("zero", |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Load { to, .. } = *step else { return false };
            let zero = writer.constant(writer.ty(to), 0);
            writer.copy_value(to, zero);
            true
        }),
    ];
    if let Some((word, masks)) = halves(ty) {
        for (name, mask) in [("low-half", masks[0]), ("high-half", masks[1])] {
            found.push(Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
                let Instruction::Load { to, from, .. } = *step else { return false };
                let value = writer.register(word);
                writer.emit(Instruction::Load { ty: word.into(), to: value, from });
                let mask = writer.constant(word, mask);
                let value = writer.scalar(Operation::BitAnd, &[value, mask]);
                writer.copy_value(to, value);
                true
            }));
        }
    }
    found
}

/// Mistakes in a store: the next place, nothing, half of the bits.
pub(super) fn of_store(ty: MemoryType) -> Vec<Named> {
    let mut found = vec![
        Named::new("next", move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Store { ty, value, into } = *step else { return false };
            writer.emit(Instruction::Store { ty, value, into: behind(into, ty.size()) });
            true
        }),
        Named::new("lost", |_: &mut Writer<'_>, _: &Instruction| true),
    ];
    if let Some((word, _)) = halves(ty) {
        found.push(Named::new("low-half", move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Store { value, into, .. } = *step else { return false };
            let bits = writer.register(word);
            writer.copy_value(bits, value);
            let half = if word == Type::U32 { Type::U16 } else { Type::U8 };
            let value = writer.register(half);
            writer.emit(Instruction::Convert { from: word, into: half, to: value, value: bits });
            writer.emit(Instruction::Store { ty: half.into(), value, into });
            true
        }));
    }
    found
}

/// The type of the bits, and the masks of their halves.
fn halves(ty: MemoryType) -> Option<(Type, [u64; 2])> {
    match (ty, ty.size()) {
        (MemoryType::Sized(Type::Bool) | MemoryType::ByteBool, _) => None,
        (MemoryType::Sized(_), 4) => Some((Type::U32, [0xffff, 0xffff_0000])),
        (MemoryType::Sized(_), 2) => Some((Type::U16, [0xff, 0xff00])),
        (MemoryType::Sized(_), _) => None,
    }
}

const fn behind(at: Location, bytes: u32) -> Location {
    Location { offset: at.offset + bytes, ..at }
}

/// Mistakes in a step that fills with zeros.
pub(super) fn of_clear() -> Vec<Named> {
    vec![
        Named::new("lost", |_: &mut Writer<'_>, _: &Instruction| true),
        Named::new("short", |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Clear { size, into } = *step else { return false };
            writer.emit(Instruction::Clear { size: size.saturating_sub(4), into });
            true
        }),
    ]
}

/// Mistakes in a copy.
pub(super) fn of_copy() -> Vec<Named> {
    vec![
        Named::new("lost", |_: &mut Writer<'_>, _: &Instruction| true),
        changed("short", |copy| {
            let Some(last) = copy.runs.last_mut() else { return false };
            if last.count > 1 {
                last.count -= 1;
            } else {
                last.size -= last.size.min(4);
            }
            true
        }),
        changed("first-run-only", |copy| {
            let is_longer = copy.runs.len() > 1;
            copy.runs.truncate(1);
            is_longer
        }),
        changed("dense", |copy| {
            let mut is_changed = false;
            for run in copy.runs.iter_mut().filter(|run| run.count > 1 && run.stride != run.size) {
                (run.stride, is_changed) = (run.size, true);
            }
            is_changed
        }),
        changed("from-the-next", |copy| {
            copy.from.offset += 4;
            true
        }),
        changed("to-the-next", |copy| {
            copy.into.offset += 4;
            true
        }),
        Named::new("padding-as-well", |writer: &mut Writer<'_>, step: &Instruction| {
            let Some(mut copy) = copied(writer, step) else { return false };
            let end = copy.runs.iter().map(|run| run.offset + run.stride * (run.count - 1) + run.size).max();
            let Some(first) = copy.runs.first().copied() else { return false };
            let whole = Run { offset: 0, size: end.unwrap_or(0), count: 1, stride: 0 };
            let is_padded = copy.runs.len() > 1 || (first.count > 1 && first.stride != first.size);
            if is_padded {
                copy.runs = vec![whole];
                writer.copy(copy);
            }
            is_padded
        }),
    ]
}

fn copied(writer: &Writer<'_>, step: &Instruction) -> Option<Copy> {
    if let Instruction::Copy(index) = step {
        Some(writer.given.copies[*index as usize].clone())
    } else {
        None
    }
}

fn changed(name: &str, change: fn(&mut Copy) -> bool) -> Named {
    Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
        let Some(mut copy) = copied(writer, step) else { return false };
        let is_changed = change(&mut copy);
        if is_changed {
            writer.copy(copy);
        }
        is_changed
    })
}
