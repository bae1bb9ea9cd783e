//! Mistakes in texture operations.

use super::kind::TextureStep;
use super::mutant::Named;
use super::operations::spoil;
use super::writer::Writer;
use shader_ir::{Instruction, LevelSource, Register, TextureCall, Type};
use shader_numeric::Operation;
use shader_numeric::convert::converted;

/// Mistakes in a texture operation: in each of its operands, and in its results.
pub(super) fn mistakes(step: TextureStep) -> Vec<Named> {
    let _ = step;
    let mut found = Vec::new();
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        found.push(changed(format!("coordinates-swapped-{first}-{second}"), move |_, call| {
            swapped(&mut call.coordinates, first, second)
        }));
        found.push(changed(format!("value-swapped-{first}-{second}"), move |_, call| {
            swapped(&mut call.value, first, second)
        }));
        found.push(changed(format!("results-swapped-{first}-{second}"), move |_, call| {
            swapped(&mut call.results, first, second)
        }));
    }
    for index in 0..4 {
        found.push(changed(format!("coordinate-{index}-moved"), move |writer, call| {
            moved(writer, call.coordinates.get_mut(index), 0.25)
        }));
        found.push(changed(format!("value-{index}-wrong"), move |writer, call| {
            moved(writer, call.value.get_mut(index), 0.25)
        }));
        found.push(Named::new(
            format!("result-{index}-wrong"),
            move |writer: &mut Writer<'_>, step: &Instruction| {
                let Some(mut call) = texture_call(writer, step) else { return false };
                let Some(to) = call.results.get(index).copied() else { return false };
                let result = writer.register(writer.ty(to));
                call.results[index] = result;
                writer.texture(call);
                let value = spoil(writer, Some(Operation::Tanh), result);
                writer.copy_value(to, value);
                true
            },
        ));
    }
    found.extend([
        changed("layer-zero", |writer, call| replaced_by_zero(writer, call.array_index.as_mut())),
        changed("layer-next", |writer, call| moved(writer, call.array_index.as_mut(), 1.0)),
        changed("sample-zero", |writer, call| replaced_by_zero(writer, call.sample_index.as_mut())),
        changed("sample-next", |writer, call| moved(writer, call.sample_index.as_mut(), 1.0)),
        changed("reference-moved", |writer, call| moved(writer, call.depth_reference.as_mut(), 0.25)),
        changed("reference-zero", |writer, call| replaced_by_zero(writer, call.depth_reference.as_mut())),
        changed("component-next", |_, call| {
            call.component = call.component.map(|component| (component + 1) % 4);
            call.component.is_some()
        }),
        changed("not-clamped-to-edge", |_, call| core::mem::replace(&mut call.clamps_to_edge, false)),
        changed("level-base", |_, call| {
            let is_changed = call.level != LevelSource::Base;
            call.level = LevelSource::Base;
            is_changed
        }),
        changed("level-next", |writer, call| match &mut call.level {
            LevelSource::Explicit(level) | LevelSource::Implicit(Some(level)) => {
                moved(writer, Some(level), 1.0)
            }
            LevelSource::Base | LevelSource::Implicit(None) | LevelSource::Gradients(..) => false,
        }),
        changed("bias-lost", |_, call| {
            let has_bias = matches!(call.level, LevelSource::Implicit(Some(_)));
            if has_bias {
                call.level = LevelSource::Implicit(None);
            }
            has_bias
        }),
        changed("gradient-x-lost", |writer, call| {
            let LevelSource::Gradients(x, _) = &mut call.level else { return false };
            x.iter_mut().all(|part| replaced_by_zero(writer, Some(part)))
        }),
        changed("gradient-y-lost", |writer, call| {
            let LevelSource::Gradients(_, y) = &mut call.level else { return false };
            y.iter_mut().all(|part| replaced_by_zero(writer, Some(part)))
        }),
        changed("offset-lost", |_, call| core::mem::take(&mut call.offset) != [0; 3]),
        changed("offset-negated", |_, call| {
            call.offset = call.offset.map(|part| -part);
            call.offset != [0; 3]
        }),
        changed("offset-swapped", |_, call| {
            call.offset.swap(0, 1);
            call.offset[0] != call.offset[1]
        }),
    ]);
    found
}

fn swapped(registers: &mut [Register], first: usize, second: usize) -> bool {
    let fits = second < registers.len();
    if fits {
        registers.swap(first, second);
    }
    fits
}

/// Adds a number to a float, one to an integer.
fn moved(writer: &mut Writer<'_>, operand: Option<&mut Register>, by: f64) -> bool {
    let Some(operand) = operand else { return false };
    let ty = writer.ty(*operand);
    let number = if ty.is_float() { by } else { 1.0 };
    let number = writer.constant(ty, converted(Type::F64, ty, number.to_bits()));
    *operand = writer.scalar(Operation::Add, &[*operand, number]);
    true
}

fn replaced_by_zero(writer: &mut Writer<'_>, operand: Option<&mut Register>) -> bool {
    let Some(operand) = operand else { return false };
    *operand = writer.constant(writer.ty(*operand), 0);
    true
}

fn texture_call(writer: &Writer<'_>, step: &Instruction) -> Option<TextureCall> {
    if let Instruction::Texture(index) = step {
        Some(writer.given.texture_calls[*index as usize].clone())
    } else {
        None
    }
}

fn changed(
    name: impl Into<String>,
    change: impl Fn(&mut Writer<'_>, &mut TextureCall) -> bool + Send + Sync + 'static,
) -> Named {
    Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
        let Some(mut call) = texture_call(writer, step) else { return false };
        let is_changed = change(writer, &mut call);
        if is_changed {
            writer.texture(call);
        }
        is_changed
    })
}
