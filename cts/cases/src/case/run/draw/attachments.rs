//! Reads the attachments of a draw.

use super::super::super::matrix::Row;
use super::super::Element;
use super::super::elements::{GREATEST_SIZE, expand, given};
use super::super::places::Refusal;
use super::super::texture::{expectation, numbers};
use super::{DepthEntry, DrawEntry, TargetEntry};
use crate::execution::ExpectedValue;
use crate::execution::texel::channels;
use shader_model::texture::Format;
use shader_model::{DepthStencil, DepthStencilFormat, DepthStencilState, LoadOp, Target};

/// The greatest number of colour attachments in WebGPU.
const MOST_TARGETS: usize = 8;

/// Refuses sizes and sample counts that no attachment has.
pub(super) fn check_size(entry: &DrawEntry) -> Result<(), Refusal> {
    if entry.targets.len() > MOST_TARGETS {
        return Err(Refusal::at("targets", format!("WebGPU has at most {MOST_TARGETS} targets")));
    }
    if ![1, 4].contains(&entry.samples) {
        return Err(Refusal::at("samples", "a pixel has 1 sample or 4"));
    }
    if entry.size.contains(&0) {
        return Err(Refusal::at("size", "an attachment has a texel at least"));
    }
    let lengths = entry.size.map(|length| length as usize);
    // Four samples of the greatest format have 64 bytes.
    let is_small = lengths[0].checked_mul(lengths[1]).is_some_and(|texels| texels <= GREATEST_SIZE / 64);
    if is_small {
        return Ok(());
    }
    Err(Refusal::at("size", format!("an attachment has at most {} texels", GREATEST_SIZE / 64)))
}

/// The expected texels of an attachment; `None` if they are not compared.
type Expected = Option<Vec<ExpectedValue>>;

/// Creates a colour attachment and its expected texels.
pub(super) fn target(
    entry: &TargetEntry,
    draw: &DrawEntry,
    row: &Row,
) -> Result<(Target, Expected), Refusal> {
    let format = entry.format.resolve(row)?;
    let name = format.name();
    if !format.is_color_renderable() {
        return Err(Refusal::at(name, format!("no target has the format `{name}`")));
    }
    if draw.samples > 1 && !format.is_resolvable() {
        return Err(Refusal::at(name, format!("several samples of `{name}` can't be resolved into one")));
    }
    let (cleared_to, texel) = cleared(entry.clear.as_ref(), format, row)?;
    let before = texel.repeat(texels(draw));
    let expected = expectation(entry.expect.as_deref(), row, format, &before)?;
    Ok((Target { format, before: LoadOp::Clear(cleared_to), is_resolved: true }, expected))
}

/// Creates the depth attachment, its test, and its expected texels.
pub(super) fn depth(
    entry: &DepthEntry,
    draw: &DrawEntry,
    row: &Row,
) -> Result<(DepthStencil, DepthStencilState, Expected), Refusal> {
    let format = entry.format.resolve(row)?;
    let Some(attachment) = DepthStencilFormat::from_name(format.name()).filter(|it| it.depth().is_some())
    else {
        return Err(Refusal::at(format.name(), format!("`{}` holds no depths", format.name())));
    };
    if !(0.0..=1.0).contains(&entry.clear) {
        return Err(Refusal::at("clear", "a depth is from 0 to 1"));
    }
    if draw.samples > 1 && entry.expect.is_some() {
        return Err(Refusal::at("expect", "several samples of a depth can't be resolved into one"));
    }
    let (_, texel) = cleared(Some(&Element::Number(entry.clear.into())), format, row)?;
    let before = texel.repeat(texels(draw));
    let state = DepthStencilState {
        depth_compare: entry.compare.resolve(row)?,
        depth_write_enabled: entry.write,
        ..DepthStencilState::default()
    };
    let expected = expectation(entry.expect.as_deref(), row, format, &before)?;
    let attachment = DepthStencil { depth: LoadOp::Clear(entry.clear), ..DepthStencil::cleared(attachment) };
    Ok((attachment, state, expected))
}

fn texels(draw: &DrawEntry) -> usize {
    draw.size.iter().map(|length| *length as usize).product()
}

/// The value of a texel before the draw: its channels and its bytes.
fn cleared(clear: Option<&Element>, format: Format, row: &Row) -> Result<([f64; 4], Vec<u8>), Refusal> {
    let channels = channels(format);
    let mut values = [0.0; 4];
    let mut texel = vec![0; format.texel_bytes()];
    let Some(clear) = clear else { return Ok((values, texel)) };
    let refuse = |message: &str| Refusal::at("clear", message);
    let expanded = expand(std::slice::from_ref(clear), row)?;
    let [clear] = expanded.as_slice() else { return Err(refuse("`clear` is one texel")) };
    for ((element, channel), value) in numbers(clear, &channels)?.iter().zip(&channels).zip(&mut values) {
        let Element::Number(number) = element else { return Err(refuse("`clear` is made of numbers")) };
        channel.write(&mut texel, given(element, channel.format)?);
        *value = *number;
    }
    Ok((values, texel))
}
