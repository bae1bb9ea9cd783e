//! From the form of an execution to the execution: the matrix is applied, numbers become bytes, and what does not fit is
//! refused.

use super::super::matrix::Row;
use super::draw::draw;
use super::elements::{buffer_size, check_room, contents, expand, expected, fields, flat};
use super::places::{Refusal, point};
use super::stage::pipeline;
use super::texture::texture;
use super::{BufferEntry, ImmediatesEntry, Run, SamplerEntry};
use crate::execution::{
    BindingPoint, Buffer, Command, Dispatch, Execution, ExpectedValue, Fault, Sampler, read, scalars,
};
use std::collections::HashSet;
use wgsl_spec::ShaderStage;

/// The most workgroups in a direction, as WebGPU has it.
const MOST_WORKGROUPS: u32 = 65535;

/// Makes the execution of a program of `run` for a combination of its matrix. `faults` are those marked in its text.
pub(in crate::case) fn resolve(run: &Run, row: &Row, faults: Vec<Fault>) -> Result<Execution, Refusal> {
    one_for_each_binding(run)?;
    let buffers: Result<Vec<_>, Refusal> = run
        .buffers
        .iter()
        .map(|entry| buffer(entry, row).map_err(|refusal| refusal.inside(point(entry.group, entry.binding))))
        .collect();
    let textures: Result<Vec<_>, Refusal> = run
        .textures
        .iter()
        .map(|entry| texture(entry, row).map_err(|refusal| refusal.inside(point(entry.group, entry.binding))))
        .collect();
    let samplers: Result<Vec<_>, Refusal> = run
        .samplers
        .iter()
        .map(|entry| sampler(entry, row).map_err(|refusal| refusal.inside(point(entry.group, entry.binding))))
        .collect();
    let execution = Execution {
        command: command(run, row)?,
        is_strict: run.strict,
        subgroup_size: subgroup_size(run.subgroup_size)?,
        is_bounded_by_text: false,
        buffers: buffers?,
        textures: textures?,
        samplers: samplers?,
        immediates: run.immediates.as_ref().map_or(Ok(Vec::new()), |entry| immediates(entry, row))?,
        faults,
    };
    if !execution.compares() && !execution.is_strict {
        return Err(Refusal::from(
            "a program of `run` says what must come of it: `expect` somewhere, or `strict: true`".to_owned(),
        ));
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

fn command(run: &Run, row: &Row) -> Result<Command, Refusal> {
    if let Some(entry) = &run.draw {
        if run.entry_point.is_some() {
            let message = "the entry points of a draw are its `vertex` and its `fragment`";
            return Err(Refusal::at("entry_point", message));
        }
        if !run.workgroups.is_empty() {
            return Err(Refusal::at("workgroups", "a draw has no workgroups"));
        }
        let draw = draw(entry, run, row).map_err(|refusal| refusal.behind("draw:"))?;
        return Ok(Command::Draw(Box::new(draw)));
    }
    let pipeline = pipeline(run, ShaderStage::Compute, run.entry_point.as_ref(), row)?;
    Ok(Command::Dispatch(Dispatch { pipeline, workgroups: workgroups(&run.workgroups)? }))
}

fn workgroups(given: &[u32]) -> Result<[u32; 3], Refusal> {
    let refuse = |message: &str| Err(Refusal::at("workgroups", message));
    let mut workgroups = [1; 3];
    if given.len() > workgroups.len() {
        return refuse("`workgroups` has 1 to 3 numbers");
    }
    if given.iter().any(|count| *count > MOST_WORKGROUPS) {
        return refuse("WebGPU has at most 65535 workgroups in a direction");
    }
    for (place, count) in workgroups.iter_mut().zip(given) {
        *place = *count;
    }
    Ok(workgroups)
}

fn subgroup_size(size: Option<u32>) -> Result<Option<u32>, Refusal> {
    match size {
        Some(size) if !size.is_power_of_two() || !(4..=128).contains(&size) => {
            Err(Refusal::at("subgroup_size", "a subgroup has 4, 8, 16, 32, 64 or 128 invocations"))
        }
        size => Ok(size),
    }
}

fn immediates(entry: &ImmediatesEntry, row: &Row) -> Result<Vec<u8>, Refusal> {
    let fields = fields(&entry.row, row)?;
    let values = flat(expand(&entry.values, row)?);
    let size = buffer_size(None, &fields, values.len())?;
    contents(&fields, size, &values).map_err(|refusal| refusal.behind("immediates:"))
}

fn sampler(entry: &SamplerEntry, row: &Row) -> Result<Sampler, Refusal> {
    let [low, high] = entry.lod;
    if !(low >= 0.0 && low <= high && high.is_finite()) {
        let message = "`lod` is the least and the greatest level of detail, from 0 on";
        return Err(Refusal::at("lod", message));
    }
    let [u, v, w] = &entry.address;
    Ok(Sampler {
        at: point(entry.group, entry.binding),
        mag: entry.mag.resolve(row)?,
        min: entry.min.resolve(row)?,
        mipmap: entry.mipmap.resolve(row)?,
        address: [u.resolve(row)?, v.resolve(row)?, w.resolve(row)?],
        compare: entry.compare.as_ref().map(|compare| compare.resolve(row)).transpose()?,
        lod: entry.lod,
    })
}

fn buffer(entry: &BufferEntry, row: &Row) -> Result<Buffer, Refusal> {
    let fields = fields(&entry.row, row)?;
    let values = flat(expand(&entry.values, row)?);
    let expect = entry.expect.as_deref().map(|expect| expand(expect, row).map(flat)).transpose()?;
    if expect.is_some() && !entry.kind.is_writable() {
        return Err(Refusal::at("expect", "nothing can be expected of what no program can write to"));
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
    let expect = expect.transpose()?;
    Ok(Buffer { at: point(entry.group, entry.binding), kind: entry.kind, row: fields, data, expect })
}
