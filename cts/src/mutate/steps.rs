//! Mistakes in steps: in operations by their tables, and one by one in everything else.

use super::kind::Kind;
use super::mutant::Named;
use super::operations::{commutes, of_conversion, of_scalar, spoil, whole_siblings};
use super::writer::Writer;
use super::{atomics, groups, inputs, memory, texture};
use shader_ir::{Call, Instruction, Register, Type};
use shader_numeric::{Operation, Shape};

/// The mistakes that are planted in steps of a kind. Kinds that no program of WGSL has, and parts of constructs that have no meaning of their
/// own, have none.
pub(super) fn mistakes(kind: &Kind) -> Vec<Named> {
    match *kind {
        Kind::Scalar(operation, ty) => of_scalar(operation, ty),
        Kind::Call(operation, _) => of_call(operation),
        Kind::Convert(from, into) => of_conversion(from, into),
        Kind::Reinterpret(from, into) => of_reinterpret(from, into),
        Kind::Select => of_select(),
        Kind::Set(_) => of_set(),
        Kind::Input(input) => inputs::mistakes(input),
        Kind::Index => of_index(),
        Kind::Load(_, ty) => memory::of_load(ty),
        Kind::Store(_, ty) => memory::of_store(ty),
        Kind::Clear(_) => memory::of_clear(),
        Kind::Copy(..) => memory::of_copy(),
        Kind::Atomic(operation, ty, _) => atomics::of_atomic(operation, ty),
        Kind::CompareExchange(ty, _) => atomics::of_exchange(ty),
        Kind::Group(operation, ty) => groups::mistakes(operation, ty),
        Kind::Texture(step) => texture::mistakes(step),
        Kind::Discard => vec![Named::new("lost", |_, _| true)],
        Kind::Output(_) => of_output(),
        Kind::If => of_if(),
        Kind::Else => vec![Named::new("taken-as-well", |writer, _| {
            let condition = writer.constant(Type::Bool, 1);
            writer.emit(Instruction::End);
            writer.emit(Instruction::If { condition });
            true
        })],
        Kind::Loop => vec![Named::new("once", |writer, _| {
            writer.emit(Instruction::Block);
            true
        })],
        Kind::Break => of_break(),
        Kind::BreakIf(_) => of_break_if(),
        // Invocations of the reference executor run in lock step: a barrier has no effect. Sources have mutants without barriers.
        Kind::Barrier(..)
        | Kind::Block
        | Kind::End
        | Kind::Undefined
        | Kind::Pointer
        | Kind::Offset
        | Kind::Touch
        | Kind::Probe
        | Kind::Undefine => Vec::new(),
    }
}

/// Whether a kind belongs to the operations on values.
pub(super) const fn is_operation(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Scalar(..) | Kind::Call(..) | Kind::Convert(..) | Kind::Reinterpret(..) | Kind::Select
    )
}

fn of_call(operation: Operation) -> Vec<Named> {
    let mut found = Vec::new();
    for other in Operation::ALL.iter().copied().filter(|other| *other != operation) {
        if (other.operands(), other.result()) != (operation.operands(), operation.result()) {
            continue;
        }
        found.push(on_call(format!("{other:?}").to_lowercase(), move |_, call| {
            let operands: Vec<(Type, Shape)> =
                call.arguments.iter().map(|(ty, shape, _)| (*ty, *shape)).collect();
            let result = (call.result_type, call.result_shape);
            let fits = whole_siblings(call.operation, &operands, result).contains(&other);
            call.operation = other;
            fits
        }));
    }
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        if !commutes(operation, (first, second)) && second < operation.operands().len() {
            found.push(on_call(format!("swapped-{first}-{second}"), move |_, call| {
                let is_alike = |one: &(Type, Shape, Vec<Register>), other: &(Type, Shape, Vec<Register>)| {
                    (one.0, one.1) == (other.0, other.1)
                };
                let fits = second < call.arguments.len()
                    && is_alike(&call.arguments[first], &call.arguments[second]);
                if fits {
                    call.arguments.swap(first, second);
                }
                fits
            }));
        }
    }
    for index in 0..operation.operands().len().max(1) {
        for (name, number) in [("zero", 0), ("ones", u64::MAX)] {
            found.push(on_call(format!("{name}-in-{index}"), move |writer, call| {
                let Some((ty, _, registers)) = call.arguments.get_mut(index) else { return false };
                if registers.is_empty() || (number != 0 && ty.is_float()) {
                    return false;
                }
                let bits = if *ty == Type::Bool { number & 1 } else { number & u64::from(u32::MAX) };
                registers[0] = writer.constant(*ty, bits);
                true
            }));
        }
    }
    found.push(on_call("results-swapped", |writer, call| {
        let fits = call.results.len() > 1 && writer.ty(call.results[0]) == writer.ty(call.results[1]);
        if fits {
            call.results.swap(0, 1);
        }
        fits
    }));
    for (name, at) in [("inaccurate-first", 0), ("inaccurate-last", usize::MAX)] {
        found.push(Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
            let Some(mut call) = called(writer, step) else { return false };
            let at = at.min(call.results.len() - 1);
            let to = call.results[at];
            call.results[at] = writer.register(writer.ty(to));
            let (value, operation) = (call.results[at], call.operation);
            writer.call(call);
            let value = spoil(writer, Some(operation), value);
            writer.copy_value(to, value);
            true
        }));
    }
    found
}

fn called(writer: &Writer<'_>, step: &Instruction) -> Option<Call> {
    if let Instruction::Call(index) = step { Some(writer.given.calls[*index as usize].clone()) } else { None }
}

fn on_call(
    name: impl Into<String>,
    change: impl Fn(&mut Writer<'_>, &mut Call) -> bool + Send + Sync + 'static,
) -> Named {
    Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
        let Some(mut call) = called(writer, step) else { return false };
        let is_changed = change(writer, &mut call);
        if is_changed {
            writer.call(call);
        }
        is_changed
    })
}

fn of_reinterpret(from: Type, into: Type) -> Vec<Named> {
    let mut found = vec![Named::new("off-by-one", |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::Reinterpret { to, value } = *step else { return false };
        let ty = writer.ty(to);
        let same = writer.register(ty);
        writer.emit(Instruction::Reinterpret { to: same, value });
        let value = spoil(writer, None, same);
        writer.copy_value(to, value);
        true
    })];
    let are_integers = from.is_integer() && into.is_integer();
    if from != into && !are_integers {
        found.push(Named::new("converted", move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Reinterpret { to, value } = *step else { return false };
            writer.emit(Instruction::Convert { from, into, to, value });
            true
        }));
    }
    found
}

fn of_select() -> Vec<Named> {
    let with = |name: &str, choose: fn(Register, Register) -> (Register, Register)| {
        Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Select { to, condition, accept, reject } = *step else { return false };
            let (accept, reject) = choose(accept, reject);
            writer.emit(Instruction::Select { to, condition, accept, reject });
            true
        })
    };
    vec![
        with("swapped", |accept, reject| (reject, accept)),
        with("accept", |accept, _| (accept, accept)),
        with("reject", |_, reject| (reject, reject)),
    ]
}

fn of_set() -> Vec<Named> {
    vec![
        Named::new(
            "lost",
            |writer: &mut Writer<'_>, step: &Instruction| matches!(step, Instruction::Set { to, .. } if writer.is_set(*to)),
        ),
        Named::new("off-by-one", |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Set { to, value } = *step else { return false };
            let value = spoil(writer, None, value);
            writer.emit(Instruction::Set { to, value });
            true
        }),
    ]
}

fn of_index() -> Vec<Named> {
    let with = |name: &str, change: fn(&mut Writer<'_>, &mut [Register; 2], &mut u32)| {
        Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Index { mut stride, to, base, index, count } = *step else { return false };
            let mut operands = [index, count];
            change(writer, &mut operands, &mut stride);
            let [index, count] = operands;
            writer.emit(Instruction::Index { stride, to, base, index, count });
            true
        })
    };
    vec![
        with("stride-of-two", |_, _, stride| *stride *= 2),
        with("stride-and-four", |_, _, stride| *stride += 4),
        with("first", |writer, [index, _], _| *index = writer.constant(Type::U32, 0)),
        with("next", |writer, [index, _], _| *index = plus_constant(writer, *index, 1)),
        with("unlimited", |writer, [_, count], _| *count = writer.constant(Type::U32, u64::from(u32::MAX))),
        with("one-more", |writer, [_, count], _| *count = plus_constant(writer, *count, 1)),
        with("one-less", |writer, [_, count], _| *count = plus_constant(writer, *count, u32::MAX)),
    ]
}

fn plus_constant(writer: &mut Writer<'_>, value: Register, number: u32) -> Register {
    let number = writer.constant(Type::U32, u64::from(number));
    writer.scalar(Operation::Add, &[value, number])
}

fn of_output() -> Vec<Named> {
    vec![
        Named::new("lost", |_: &mut Writer<'_>, _: &Instruction| true),
        Named::new("wrong", |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Output { index, value } = *step else { return false };
            let value = spoil(writer, Some(Operation::Tanh), value);
            writer.emit(Instruction::Output { index, value });
            true
        }),
        Named::new("to-the-next", |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Output { index, value } = *step else { return false };
            let outputs = &writer.given.stage_outputs;
            let this = outputs[usize::from(index)];
            let others = (0..outputs.len()).cycle().skip(usize::from(index) + 1).take(outputs.len());
            let is_alike = |other: &usize| {
                outputs[*other].ty == this.ty
                    && core::mem::discriminant(&outputs[*other].place) == core::mem::discriminant(&this.place)
            };
            let Some(other) = others.filter(is_alike).find(|other| *other != usize::from(index)) else {
                return false;
            };
            writer.emit(Instruction::Output { index: other as u16, value });
            true
        }),
    ]
}

fn of_if() -> Vec<Named> {
    let known = |name: &str, holds: u64| {
        Named::new(name, move |writer: &mut Writer<'_>, _: &Instruction| {
            let condition = writer.constant(Type::Bool, holds);
            writer.emit(Instruction::If { condition });
            true
        })
    };
    let negated = Named::new("negated", |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::If { condition } = *step else { return false };
        let condition = writer.scalar(Operation::Not, &[condition]);
        writer.emit(Instruction::If { condition });
        true
    });
    vec![negated, known("always", 1), known("never", 0)]
}

fn of_break() -> Vec<Named> {
    let to = |name: &str, choose: fn(&[u32], u32) -> Option<u32>| {
        Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
            let Instruction::Break { levels } = *step else { return false };
            let Some(levels) = choose(&writer.blocks(), levels) else { return false };
            writer.emit(Instruction::Break { levels });
            true
        })
    };
    vec![
        Named::new("lost", |_: &mut Writer<'_>, _: &Instruction| true),
        to("of-the-block-inside", |blocks, levels| blocks.iter().copied().rfind(|it| *it < levels)),
        to("of-the-block-around", |blocks, levels| blocks.iter().copied().find(|it| *it > levels)),
    ]
}

fn of_break_if() -> Vec<Named> {
    let with = |name: &str, choose: fn(Instruction) -> Option<Instruction>| {
        Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
            if let Some(other) = choose(*step) {
                writer.emit(other);
            }
            true
        })
    };
    vec![
        with("lost", |_| None),
        with("inverted", |step| {
            let Instruction::BreakIf { holds, levels, condition } = step else { return None };
            Some(Instruction::BreakIf { holds: !holds, levels, condition })
        }),
        with("always", |step| {
            let Instruction::BreakIf { levels, .. } = step else { return None };
            Some(Instruction::Break { levels })
        }),
    ]
}
