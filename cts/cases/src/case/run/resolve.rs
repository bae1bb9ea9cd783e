//! Turns the program of a `run` into an execution: applies the matrix, turns numbers into bytes, and refuses mistakes.

use super::super::places::{Refusal, point};
use super::draw::draw;
use super::elements::{buffer_size, check_room, contents, expected, fields, flat};
use super::shader::shader;
use super::texture::texture;
use super::{BufferEntry, Run};
use crate::execution::{
    BindingPoint, Execution, ExpectedBuffer, ExpectedOutput, ExpectedValue, Fault, MetalGrid, read, scalars,
};
use std::collections::HashSet;
use webgpu_model::texture::{FilterMode, Sampler};
use webgpu_model::{Binding, Command, Data, Dispatch};

/// The greatest number of workgroups in a direction in WebGPU.
const MOST_WORKGROUPS: u32 = 65535;

/// Creates the execution of a program of `run` for a combination of its matrix. `faults` are those marked in its source.
pub(in crate::case) fn resolve(run: &Run, faults: Vec<Fault>) -> Result<Execution, Refusal> {
    one_for_each_binding(run)?;
    let mut expected = ExpectedOutput { faults, ..ExpectedOutput::default() };
    let command = command(run, &mut expected)?;
    let execution = Execution {
        command,
        is_strict: run.strict,
        subgroup_size: subgroup_size(run.subgroup_size)?,
        grid: MetalGrid {
            threads: extent("threads", &run.threads)?,
            threadgroup: extent("threadgroup", &run.threadgroup)?,
            threadgroup_memory: run
                .threadgroup_memory
                .iter()
                .map(|(number, bytes)| (*number, *bytes))
                .collect(),
        },
        is_bounded_by_specification: false,
        expected,
    };
    if !execution.compares() && !execution.is_strict {
        return Err(Refusal::from("a program of `run` must have an `expect` or `strict: true`".to_owned()));
    }
    Ok(execution)
}

fn one_for_each_binding(run: &Run) -> Result<(), Refusal> {
    let buffers = run.buffers.iter().map(|entry| point(entry.group, entry.binding));
    let textures = run.textures.iter().map(|entry| point(entry.group, entry.binding));
    let samplers = run.samplers.iter().map(|entry| point(entry.group, entry.binding));
    let mut taken = HashSet::new();
    for at in buffers.chain(textures).chain(samplers) {
        if !taken.insert(at) {
            let BindingPoint { group, binding } = at;
            let message = format!("two entries for group {group}, binding {binding}");
            return Err(Refusal::from(message).inside(at).inside(at));
        }
    }
    Ok(())
}

/// Creates the dispatch or the draw, and adds the expected results.
fn command(run: &Run, expected: &mut ExpectedOutput) -> Result<Command, Refusal> {
    if let Some(entry) = &run.draw {
        if run.entry_point.is_some() {
            let message = "the entry points of a draw must be its `vertex` and its `fragment`";
            return Err(Refusal::at("entry_point", message));
        }
        if !run.workgroups.is_empty() {
            return Err(Refusal::at("workgroups", "a draw can't have workgroups"));
        }
        let mut pass = draw(entry, run, expected).map_err(|refusal| refusal.behind("draw:"))?;
        pass.bindings = bindings(run, expected)?;
        pass.immediates = immediates(run)?;
        return Ok(Command::Render(Box::new(pass)));
    }
    Ok(Command::Dispatch(Dispatch {
        shader: shader(run, run.entry_point.as_ref())?,
        workgroups: workgroups(&run.workgroups)?,
        bindings: bindings(run, expected)?,
        immediates: immediates(run)?,
    }))
}

/// Creates the resources, and adds their expected contents.
fn bindings(run: &Run, expected: &mut ExpectedOutput) -> Result<Vec<Binding>, Refusal> {
    let mut bindings = Vec::new();
    for entry in &run.buffers {
        let inside = |refusal: Refusal| refusal.inside(point(entry.group, entry.binding));
        let (binding, contents) = buffer(entry).map_err(inside)?;
        bindings.push(binding);
        expected.buffers.extend(contents);
    }
    for entry in &run.textures {
        let inside = |refusal: Refusal| refusal.inside(point(entry.group, entry.binding));
        let (binding, texels) = texture(entry).map_err(inside)?;
        bindings.push(binding);
        expected.textures.extend(texels);
    }
    for entry in &run.samplers {
        let (group, binding) = (entry.group, entry.binding);
        check_sampler(&entry.sampler).map_err(|refusal| refusal.inside(point(group, binding)))?;
        bindings.push(Binding { group, binding, data: Data::Sampler(entry.sampler) });
    }
    Ok(bindings)
}

fn workgroups(given: &[u32]) -> Result<[u32; 3], Refusal> {
    if given.iter().any(|count| *count > MOST_WORKGROUPS) {
        return Err(Refusal::at(
            "workgroups",
            "a dispatch can have at most 65535 workgroups in each dimension",
        ));
    }
    Ok(extent("workgroups", given)?.unwrap_or([1; 3]))
}

/// Numbers in x, y and z, as far as they are given; the others are 1.
fn extent(key: &'static str, given: &[u32]) -> Result<Option<[u32; 3]>, Refusal> {
    let mut extent = [1; 3];
    if given.len() > extent.len() {
        return Err(Refusal::at(key, format!("`{key}` must have 1 to 3 numbers")));
    }
    for (place, count) in extent.iter_mut().zip(given) {
        *place = *count;
    }
    Ok((!given.is_empty()).then_some(extent))
}

fn subgroup_size(size: Option<u32>) -> Result<Option<u32>, Refusal> {
    match size {
        Some(size) if !size.is_power_of_two() || !(4..=128).contains(&size) => {
            Err(Refusal::at("subgroup_size", "a subgroup must have 4, 8, 16, 32, 64 or 128 invocations"))
        }
        size => Ok(size),
    }
}

fn immediates(run: &Run) -> Result<Vec<u8>, Refusal> {
    let Some(entry) = &run.immediates else { return Ok(Vec::new()) };
    let fields = fields(&entry.row)?;
    let values = flat(&entry.values);
    let size = buffer_size(None, &fields, values.len())?;
    contents(&fields, size, &values).map_err(|refusal| refusal.behind("immediates:"))
}

fn check_sampler(sampler: &Sampler) -> Result<(), Refusal> {
    let (low, high) = (sampler.lod_min_clamp, sampler.lod_max_clamp);
    if !(low >= 0.0 && low <= high && high.is_finite()) {
        let message = "`lod_min_clamp` must be at least 0, and `lod_max_clamp` at least `lod_min_clamp`";
        let key = if low >= 0.0 { "lod_max_clamp" } else { "lod_min_clamp" };
        return Err(Refusal::at(key, message));
    }
    let is_linear =
        [sampler.mag_filter, sampler.min_filter, sampler.mipmap_filter] == [FilterMode::Linear; 3];
    if sampler.max_anisotropy == 0 || sampler.max_anisotropy > 1 && !is_linear {
        let message = "`max_anisotropy` must be at least 1, and 1 unless all filters are `linear`";
        return Err(Refusal::at("max_anisotropy", message));
    }
    Ok(())
}

/// Creates a buffer, and its expected contents if they are compared.
pub(super) fn buffer(entry: &BufferEntry) -> Result<(Binding, Option<ExpectedBuffer>), Refusal> {
    let fields = fields(&entry.row)?;
    let values = flat(&entry.values);
    let expect = entry.expect.as_deref().map(flat);
    if expect.is_some() && !entry.kind.is_writable() {
        return Err(Refusal::at("expect", "`expect` is not allowed for a read-only resource"));
    }
    let count = values.len().max(expect.as_ref().map_or(0, Vec::len));
    let size = buffer_size(entry.size, &fields, count)?;
    let data = contents(&fields, size, &values)?;
    check_room(&fields, size, "expect", expect.as_ref().map_or(0, Vec::len))?;
    let expect = expect.map(|expect| {
        let mut expect = expect.iter();
        scalars(&fields, size)
            .map(|(offset, format)| match expect.next() {
                Some(element) => expected(element, format),
                None => Ok(ExpectedValue::Bits(read(&data, offset, format))),
            })
            .collect::<Result<Vec<_>, _>>()
    });
    let values = expect.transpose()?;
    let at = point(entry.group, entry.binding);
    let binding = Binding { group: entry.group, binding: entry.binding, data: Data::Buffer(data.into()) };
    Ok((binding, values.map(|values| ExpectedBuffer { at, row: fields, values })))
}
