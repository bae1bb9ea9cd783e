//! Turns the program of a `run` into an execution: applies the matrix, turns numbers into bytes, and refuses mistakes.

use super::super::matrix::Row;
use super::draw::draw;
use super::elements::{buffer_size, check_room, contents, expand, expected, fields, flat};
use super::places::{Refusal, point};
use super::shader::shader;
use super::texture::texture;
use super::{BufferEntry, Run, SamplerEntry};
use crate::execution::{
    BindingPoint, Execution, ExpectedBuffer, ExpectedOutput, ExpectedValue, Fault, MetalGrid, read, scalars,
};
use std::collections::HashSet;
use webgpu_model::texture::{FilterMode, Sampler};
use webgpu_model::{Binding, Command, Data, Dispatch};

/// The greatest number of workgroups in a direction in WebGPU.
const MOST_WORKGROUPS: u32 = 65535;

/// Creates the execution of a program of `run` for a combination of its matrix. `faults` are those marked in its source.
pub(in crate::case) fn resolve(run: &Run, row: &Row, faults: Vec<Fault>) -> Result<Execution, Refusal> {
    one_for_each_binding(run)?;
    let mut expected = ExpectedOutput { faults, ..ExpectedOutput::default() };
    let command = command(run, row, &mut expected)?;
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
fn command(run: &Run, row: &Row, expected: &mut ExpectedOutput) -> Result<Command, Refusal> {
    if let Some(entry) = &run.draw {
        if run.entry_point.is_some() {
            let message = "the entry points of a draw must be its `vertex` and its `fragment`";
            return Err(Refusal::at("entry_point", message));
        }
        if !run.workgroups.is_empty() {
            return Err(Refusal::at("workgroups", "a draw can't have workgroups"));
        }
        let mut pass = draw(entry, run, row, expected).map_err(|refusal| refusal.behind("draw:"))?;
        pass.bindings = bindings(run, row, expected)?;
        pass.immediates = immediates(run, row)?;
        return Ok(Command::Render(Box::new(pass)));
    }
    Ok(Command::Dispatch(Dispatch {
        shader: shader(run, run.entry_point.as_ref(), row)?,
        workgroups: workgroups(&run.workgroups)?,
        bindings: bindings(run, row, expected)?,
        immediates: immediates(run, row)?,
    }))
}

/// Creates the resources, and adds their expected contents.
fn bindings(run: &Run, row: &Row, expected: &mut ExpectedOutput) -> Result<Vec<Binding>, Refusal> {
    let mut bindings = Vec::new();
    for entry in &run.buffers {
        let inside = |refusal: Refusal| refusal.inside(point(entry.group, entry.binding));
        let (binding, contents) = buffer(entry, row).map_err(inside)?;
        bindings.push(binding);
        expected.buffers.extend(contents);
    }
    for entry in &run.textures {
        let inside = |refusal: Refusal| refusal.inside(point(entry.group, entry.binding));
        let (binding, texels) = texture(entry, row).map_err(inside)?;
        bindings.push(binding);
        expected.textures.extend(texels);
    }
    for entry in &run.samplers {
        let (group, binding) = (entry.group, entry.binding);
        let sampler = sampler(entry, row).map_err(|refusal| refusal.inside(point(group, binding)))?;
        bindings.push(Binding { group, binding, data: Data::Sampler(sampler) });
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

fn immediates(run: &Run, row: &Row) -> Result<Vec<u8>, Refusal> {
    let Some(entry) = &run.immediates else { return Ok(Vec::new()) };
    let fields = fields(&entry.row, row)?;
    let values = flat(expand(&entry.values, row)?);
    let size = buffer_size(None, &fields, values.len())?;
    contents(&fields, size, &values).map_err(|refusal| refusal.behind("immediates:"))
}

fn sampler(entry: &SamplerEntry, row: &Row) -> Result<Sampler, Refusal> {
    let [low, high] = entry.lod;
    if !(low >= 0.0 && low <= high && high.is_finite()) {
        let message = "`lod` must be the minimum and the maximum level of detail, at least 0";
        return Err(Refusal::at("lod", message));
    }
    let [u, v, w] = &entry.address;
    let (mag_filter, min_filter) = (entry.mag.resolve(row)?, entry.min.resolve(row)?);
    let mipmap_filter = entry.mipmap.resolve(row)?;
    let is_linear = [mag_filter, min_filter, mipmap_filter] == [FilterMode::Linear; 3];
    if entry.anisotropy == 0 || entry.anisotropy > 1 && !is_linear {
        let message = "`anisotropy` must be at least 1, and 1 unless all filters are `linear`";
        return Err(Refusal::at("anisotropy", message));
    }
    Ok(Sampler {
        address_modes: [u.resolve(row)?, v.resolve(row)?, w.resolve(row)?],
        mag_filter,
        min_filter,
        mipmap_filter,
        lod_min_clamp: low,
        lod_max_clamp: high,
        compare: entry.compare.as_ref().map(|compare| compare.resolve(row)).transpose()?,
        max_anisotropy: entry.anisotropy,
    })
}

/// Creates a buffer, and its expected contents if they are compared.
pub(super) fn buffer(entry: &BufferEntry, row: &Row) -> Result<(Binding, Option<ExpectedBuffer>), Refusal> {
    let fields = fields(&entry.row, row)?;
    let values = flat(expand(&entry.values, row)?);
    let expect = entry.expect.as_deref().map(|expect| expand(expect, row).map(flat)).transpose()?;
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
