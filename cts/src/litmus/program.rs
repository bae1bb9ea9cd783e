//! The program of a shape, and the results that its executions reach.

use super::shape::{Action, REGISTERS, Value};
use super::{LOCATIONS, Result};
use core::fmt::Write;
use shader_run::execute::{Options, Outcomes, SweepOptions};
use std::collections::BTreeSet;
use webgpu_model::{Binding, Data, Dispatch, Shader};
use wgsl_lower::compute;
use wgsl_validator::Validator;

/// The executions of a shape: far more than any needs.
const MOST_EXECUTIONS: u32 = 1 << 18;

/// The results that the schedules reach, whether these are all schedules, and how many executions that took.
pub(super) fn reached(
    invocations: &[Vec<Action>],
    is_one_workgroup: bool,
) -> core::result::Result<(BTreeSet<Result>, bool, u64), String> {
    let source = source(invocations, is_one_workgroup);
    let mut validator = Validator::default();
    let buffer = |binding, words: usize| {
        let data = Data::Buffer(vec![0; words * 4].into());
        Binding { group: 0, binding, data }
    };
    let workgroups = [if is_one_workgroup { 1 } else { invocations.len() as u32 }, 1, 1];
    let dispatch = Dispatch {
        shader: Shader::default(),
        workgroups,
        bindings: vec![buffer(0, LOCATIONS), buffer(1, REGISTERS)],
        immediates: Vec::new(),
    };
    let module = validator.validate(&source);
    let problem = |failure: compute::Failure| format!("{failure}\n{source}");
    let stage = compute::stage(&module, &mut validator, &compute::request(&dispatch)).map_err(problem)?;
    let pipeline = compute::pipeline(&stage, Options::default()).map_err(problem)?;
    let options = SweepOptions { schedules: MOST_EXECUTIONS, ..SweepOptions::default() };
    let Outcomes { contents, is_complete, executions } =
        compute::outcomes(&pipeline, &dispatch, options).map_err(problem)?;
    Ok((contents.iter().map(|contents| result(contents)).collect(), is_complete, executions))
}

/// The result in the contents of the two buffers.
fn result(contents: &[Option<Vec<u8>>]) -> Result {
    let mut buffers = contents.iter().flatten().map(|bytes| {
        bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect::<Vec<u32>>()
    });
    let mut result = Result::default();
    let parts: [&mut [u32]; 2] = [&mut result.locations, &mut result.registers];
    for (part, words) in parts.into_iter().zip(&mut buffers) {
        part.iter_mut().zip(words).for_each(|(slot, word)| *slot = word);
    }
    result
}

/// The program. Barriers have to be in uniform control flow: what the invocations do between two of them is in a branch for each.
fn source(invocations: &[Vec<Action>], is_one_workgroup: bool) -> String {
    let size = if is_one_workgroup { invocations.len() } else { 1 };
    let number = if is_one_workgroup { "local.x" } else { "workgroup.x" };
    let mut source = format!(
        "@group(0) @binding(0) var<storage, read_write> a: array<atomic<u32>, {LOCATIONS}>;\n\
         @group(0) @binding(1) var<storage, read_write> out: array<u32, {REGISTERS}>;\n\
         @compute @workgroup_size({size}) fn main(\n\
         \x20   @builtin(local_invocation_id) local: vec3u, @builtin(workgroup_id) workgroup: vec3u,\n) {{\n"
    );
    for register in 0..REGISTERS {
        _ = writeln!(source, "    var r{register} = 0u;");
    }
    let phases: Vec<Vec<&[Action]>> = invocations
        .iter()
        .map(|actions| actions.split(|action| *action == Action::Barrier).collect())
        .collect();
    let count = phases.iter().map(Vec::len).max().unwrap_or(0);
    for phase in 0..count {
        if phase > 0 {
            source.push_str("    storageBarrier();\n");
        }
        for (invocation, phases) in phases.iter().enumerate() {
            let actions = phases.get(phase).copied().unwrap_or_default();
            _ = writeln!(source, "    if {number} == {invocation} {{");
            for action in actions {
                write_action(action, &mut source);
            }
            source.push_str("    }\n");
        }
    }
    for (invocation, actions) in invocations.iter().enumerate() {
        _ = writeln!(source, "    if {number} == {invocation} {{");
        for register in actions.iter().filter_map(register) {
            _ = writeln!(source, "        out[{register}] = r{register};");
        }
        source.push_str("    }\n");
    }
    source.push_str("}\n");
    source
}

const fn register(action: &Action) -> Option<usize> {
    match *action {
        Action::Load { register, .. }
        | Action::Exchange { register, .. }
        | Action::CompareExchange { register, .. } => Some(register),
        Action::Add { register, .. } => register,
        Action::Store { .. } | Action::Barrier => None,
    }
}

fn write_action(action: &Action, source: &mut String) {
    let target = register(action).map_or_else(String::new, |register| format!("r{register} = "));
    let call = match *action {
        Action::Load { location, .. } => format!("atomicLoad(&a[{location}])"),
        Action::Store { location, value: Value::Constant(value) } => {
            format!("atomicStore(&a[{location}], {value})")
        }
        Action::Store { location, value: Value::Register(register) } => {
            format!("atomicStore(&a[{location}], r{register})")
        }
        Action::Add { location, value, .. } => format!("atomicAdd(&a[{location}], {value})"),
        Action::Exchange { location, value, .. } => format!("atomicExchange(&a[{location}], {value})"),
        Action::CompareExchange { location, comparator, value, .. } => {
            format!("atomicCompareExchangeWeak(&a[{location}], {comparator}, {value}).old_value")
        }
        Action::Barrier => unreachable!("phases have no barriers"),
    };
    _ = writeln!(source, "        {target}{call};");
}
