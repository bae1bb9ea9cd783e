//! From the form of an execution to the execution: the matrix is applied, numbers become bytes, and what does not fit is
//! refused.

use super::super::Pipeline;
use super::super::matrix::{self, Row};
use super::super::names::{StageName, unknown};
use super::draw::draw;
use super::places::Refusal;
use super::texture::texture;
use super::{BufferEntry, Element, FieldNames, ImmediatesEntry, Run, SamplerEntry};
use crate::execution::scalar::shown;
use crate::execution::{
    BindingPoint, Buffer, Command, Dispatch, Execution, ExpectedValue, Fault, Field, Sampler, ScalarFormat,
    read, scalars, write,
};
use crate::yaml;
use indexmap::IndexMap;
use std::collections::HashSet;
use wgsl_spec::ShaderStage;

/// The most bytes of a buffer or texture: what is larger is a mistake, or no case.
pub(super) const GREATEST_SIZE: usize = 1 << 24;
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

pub(super) const fn point(group: u32, binding: u32) -> BindingPoint {
    BindingPoint { group, binding }
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

/// A stage of the pipeline that is made of the program.
pub(super) fn pipeline(
    run: &Run,
    stage: ShaderStage,
    entry_point: Option<&String>,
    row: &Row,
) -> Result<Pipeline, Refusal> {
    let mut constants = IndexMap::new();
    for (name, element) in &run.constants {
        let values = expand(std::slice::from_ref(element), row)?;
        let [Element::Number(value)] = values.as_slice() else {
            return Err(Refusal::at(name, format!("the constant `{name}` is a number")));
        };
        constants.insert(name.clone(), *value);
    }
    let entry_point = entry_point.map(|name| fill(name, row)).transpose()?;
    Ok(Pipeline { stage: Some(StageName(stage)), entry_point, constants })
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

/// The bytes of a buffer of this size; what is left out at the end is zero.
pub(super) fn contents(fields: &[Field], size: usize, values: &[Element]) -> Result<Vec<u8>, Refusal> {
    check_room(fields, size, "values", values.len())?;
    let mut data = vec![0; size];
    for (value, (offset, format)) in values.iter().zip(scalars(fields, size)) {
        write(&mut data, offset, format, given(value, format)?);
    }
    Ok(data)
}

fn check_room(fields: &[Field], size: usize, name: &str, given: usize) -> Result<(), Refusal> {
    let capacity = scalars(fields, size).count();
    if given <= capacity {
        return Ok(());
    }
    Err(Refusal::at(name, format!("`{name}` has {given} values; {size} bytes hold {capacity}")))
}

pub(super) fn fields(names: &FieldNames, row: &Row) -> Result<Vec<Field>, Refusal> {
    let field = |name: &String| {
        let name = fill(name, row)?;
        if let Some(padding) = name.strip_prefix("pad").and_then(|size| size.parse().ok()) {
            return Ok(Field::Padding(padding));
        }
        let known = || ScalarFormat::OF_BUFFERS.iter().map(|(name, _)| *name);
        let format = ScalarFormat::by_name(&name);
        format
            .map(Field::Scalar)
            .ok_or_else(|| Refusal::at(&name, unknown("type of buffers", &name, known())))
    };
    let fields: Vec<Field> = names.names().iter().map(field).collect::<Result<_, Refusal>>()?;
    if !fields.iter().any(|field| matches!(field, Field::Scalar(_))) {
        return Err(Refusal::at("type", "a row holds a number at least"));
    }
    Ok(fields)
}

/// The size that is said, or as many bytes as so many values take: whole rows when they make whole rows, and a multiple of 4,
/// as WebGPU wants it.
pub(super) fn buffer_size(said: Option<u32>, fields: &[Field], count: usize) -> Result<usize, Refusal> {
    let in_a_row = fields.iter().filter(|field| matches!(field, Field::Scalar(_))).count().max(1);
    let size = match said {
        Some(said) => said as usize,
        None if count.is_multiple_of(in_a_row) => {
            count / in_a_row * fields.iter().map(|field| field.size()).sum::<usize>()
        }
        None => {
            let last = scalars(fields, usize::MAX).nth(count - 1);
            last.map_or(0, |(offset, format)| offset + format.width() as usize / 8)
        }
    };
    let size = if said.is_none() { size.next_multiple_of(4) } else { size };
    if size == 0 {
        return Err(Refusal::from(
            "a buffer needs a `size`, or `values` or `expect` that give it".to_owned(),
        ));
    }
    if !size.is_multiple_of(4) {
        return Err(Refusal::at("size", "the size of a buffer is a multiple of 4"));
    }
    if size > GREATEST_SIZE {
        return Err(Refusal::at("size", format!("a buffer has at most {GREATEST_SIZE} bytes")));
    }
    Ok(size)
}

/// Puts values of the matrix into a word.
pub(super) fn fill(word: &str, row: &Row) -> Result<String, Refusal> {
    matrix::expand(word, row).map_err(|unknown| {
        let name = format!("${{{unknown}}}");
        let message = format!("the matrix gives `{name}` no value");
        Refusal::at(name, message)
    })
}

/// Puts values of the matrix into elements. A text may stand for several: `1, 2`.
pub(super) fn expand(elements: &[Element], row: &Row) -> Result<Vec<Element>, Refusal> {
    let mut expanded = Vec::new();
    for element in elements {
        match element {
            Element::Word(word) if element.template().is_some() => {
                let text = fill(word, row)?;
                let read = yaml::parse::<Vec<Element>>(&format!("[{text}]"));
                let read = read.map_err(|error| Refusal::at(word, format!("`{text}`: {error}")))?;
                expanded.extend(read);
            }
            Element::Ulp { distance, of } => {
                expanded.push(Element::Ulp { distance: *distance, of: Box::new(single(of, row)?) });
            }
            Element::Absolute { tolerance, of } => {
                expanded.push(Element::Absolute { tolerance: *tolerance, of: Box::new(single(of, row)?) });
            }
            Element::Between(ends) => expanded.push(Element::Between(expand(ends, row)?)),
            Element::OneOf(choices) => expanded.push(Element::OneOf(expand(choices, row)?)),
            Element::List(elements) => expanded.push(Element::List(expand(elements, row)?)),
            Element::Number(_) | Element::Word(_) | Element::Bits(_) => expanded.push(element.clone()),
        }
    }
    Ok(expanded)
}

fn single(element: &Element, row: &Row) -> Result<Element, Refusal> {
    let mut elements = expand(std::slice::from_ref(element), row)?;
    match (elements.pop(), elements.is_empty()) {
        (Some(element), true) => Ok(element),
        _ => Err(Refusal::at("of", "`of` is one number")),
    }
}

/// Lists only group the values of a buffer.
pub(super) fn flat(elements: Vec<Element>) -> Vec<Element> {
    let flattened = elements.into_iter().map(|element| match element {
        Element::List(elements) => flat(elements),
        element => vec![element],
    });
    flattened.flatten().collect()
}

/// The bits of a value that memory holds at first.
pub(super) fn given(element: &Element, format: ScalarFormat) -> Result<u32, Refusal> {
    match element {
        Element::Number(number) => {
            format.encode(*number).map_err(|message| Refusal::at(shown(*number), message))
        }
        Element::Word(word) if word != "any" => {
            let number = match word.as_str() {
                "inf" => f64::INFINITY,
                "-inf" => f64::NEG_INFINITY,
                _ => f64::NAN,
            };
            format.encode(number).map_err(|message| Refusal::at(word, message))
        }
        Element::Bits(bits) if bits & !format.mask() == 0 => Ok(*bits),
        Element::Bits(bits) => Err(Refusal::at(
            "bits",
            format!("{} has {} bits; 0x{bits:x} has more", format.name(), format.width()),
        )),
        _ => Err(Refusal::from("a number stands here, or `nan`, `inf`, `-inf` or `bits`".to_owned())),
    }
}

/// What a value must be afterwards.
pub(super) fn expected(element: &Element, format: ScalarFormat) -> Result<ExpectedValue, Refusal> {
    Ok(match element {
        Element::Word(word) if word == "any" => ExpectedValue::Any,
        Element::Word(word) if word == "nan" => {
            given(element, format)?;
            ExpectedValue::Nan
        }
        Element::Number(number) if number.is_nan() => expected(&Element::Word("nan".to_owned()), format)?,
        Element::Number(number) if *number == 0.0 && number.is_sign_negative() => {
            ExpectedValue::Bits(given(element, format)?)
        }
        Element::Number(_) | Element::Word(_) => ExpectedValue::Number(given(element, format)?),
        Element::Bits(_) => ExpectedValue::Bits(given(element, format)?),
        Element::Ulp { distance, of } => ExpectedValue::Ulp { distance: *distance, of: number(of, format)? },
        Element::Absolute { tolerance, of } => {
            ExpectedValue::Absolute { tolerance: *tolerance, of: number(of, format)? }
        }
        Element::Between(ends) => {
            let [low, high] = ends.as_slice() else {
                return Err(Refusal::at("between", "`between` has the least and the greatest number"));
            };
            let (low, high) = (number(low, format)?, number(high, format)?);
            if format.decode(low) > format.decode(high) {
                return Err(Refusal::at("between", "`between` has the least number first"));
            }
            ExpectedValue::Between { low, high }
        }
        Element::OneOf(choices) if choices.is_empty() => {
            return Err(Refusal::at("one_of", "`one_of` has a choice at least"));
        }
        Element::OneOf(choices) => {
            let choices = choices.iter().map(|choice| expected(choice, format));
            ExpectedValue::OneOf(choices.collect::<Result<_, _>>()?)
        }
        Element::List(_) => {
            return Err(Refusal::from("a single value stands here, not a list".to_owned()));
        }
    })
}

/// A number that others are measured by, as bits.
fn number(element: &Element, format: ScalarFormat) -> Result<u32, Refusal> {
    let bits = given(element, format)?;
    if format.decode(bits).is_nan() {
        return Err(Refusal::from("nothing is near to a NaN".to_owned()));
    }
    Ok(bits)
}
