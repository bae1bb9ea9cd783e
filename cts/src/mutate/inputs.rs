//! Mistakes in values from outside.

use super::kind::place_name;
use super::mutant::Named;
use super::operations::spoil;
use super::writer::Writer;
use shader_ir::{Input, Instruction};
use shader_numeric::Operation;

/// Mistakes in an input: another one, or a wrong value.
pub(super) fn mistakes(input: Input) -> Vec<Named> {
    let mut found: Vec<Named> = others(input).into_iter().map(replaced).collect();
    if let Input::Stage(_) = input {
        found.push(Named::new("of-the-next", next_stage_input));
    }
    found.push(Named::new("zero", |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::Input { to, .. } = *step else { return false };
        let zero = writer.constant(writer.ty(to), 0);
        writer.copy_value(to, zero);
        true
    }));
    found.push(Named::new("wrong", |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::Input { to, input } = *step else { return false };
        let value = writer.register(writer.ty(to));
        writer.emit(Instruction::Input { to: value, input });
        // Interpolated values are of limited accuracy.
        let value = spoil(writer, Some(Operation::Tanh), value);
        writer.copy_value(to, value);
        true
    }));
    found
}

/// Inputs that are easily taken for another one.
fn others(input: Input) -> Vec<Input> {
    use Input as I;
    let others = |number: u8, of: fn(u8) -> Input| vec![of((number + 1) % 3), of((number + 2) % 3)];
    match input {
        I::LocalInvocation(axis) => {
            [others(axis, I::LocalInvocation), vec![I::GlobalInvocation(axis)]].concat()
        }
        I::GlobalInvocation(axis) => {
            [others(axis, I::GlobalInvocation), vec![I::LocalInvocation(axis)]].concat()
        }
        I::Workgroup(axis) => [others(axis, I::Workgroup), vec![I::WorkgroupCount(axis)]].concat(),
        I::WorkgroupCount(axis) => [others(axis, I::WorkgroupCount), vec![I::Workgroup(axis)]].concat(),
        I::LocalInvocationIndex => {
            vec![I::LocalInvocation(0), I::GlobalInvocationIndex, I::SubgroupInvocation]
        }
        I::GlobalInvocationIndex => vec![I::GlobalInvocation(0), I::LocalInvocationIndex],
        I::WorkgroupIndex => vec![I::Workgroup(0), I::LocalInvocationIndex],
        I::SubgroupInvocation => vec![I::LocalInvocationIndex, I::Subgroup],
        I::SubgroupSize => vec![I::SubgroupCount],
        I::Subgroup => vec![I::SubgroupCount, I::SubgroupInvocation],
        I::SubgroupCount => vec![I::Subgroup, I::SubgroupSize],
        // Programs of WGSL do not read the first three.
        I::WorkgroupSize(_)
        | I::WholeWorkgroupSize(_)
        | I::InvocationCount(_)
        | I::Stage(_)
        | I::BufferSize(_) => Vec::new(),
    }
}

fn replaced(other: Input) -> Named {
    let name = format!("{other:?}").to_lowercase().replace(['(', ')'], "");
    Named::new(name, move |writer: &mut Writer<'_>, step: &Instruction| {
        let Instruction::Input { to, .. } = *step else { return false };
        writer.emit(Instruction::Input { to, input: other });
        true
    })
}

/// The next input of the same type and kind of place.
fn next_stage_input(writer: &mut Writer<'_>, step: &Instruction) -> bool {
    let Instruction::Input { to, input: Input::Stage(index) } = *step else { return false };
    let inputs = &writer.given.stage_inputs;
    let this = inputs[usize::from(index)];
    let others = (0..inputs.len()).cycle().skip(usize::from(index) + 1).take(inputs.len() - 1);
    let is_alike = |other: &usize| {
        inputs[*other].ty == this.ty && place_name(inputs[*other].place) == place_name(this.place)
    };
    let Some(other) = { others }.find(is_alike) else { return false };
    writer.emit(Instruction::Input { to, input: Input::Stage(other as u16) });
    true
}
