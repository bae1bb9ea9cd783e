//! Reads the attachments of a draw.

use super::super::super::matrix::Row;
use super::super::Element;
use super::super::Word;
use super::super::elements::{GREATEST_SIZE, expand, fill, given};
use super::super::places::Refusal;
use super::super::texture::{expectation, numbers};
use super::{BlendComponentEntry, BlendEntry, DepthEntry, DrawEntry, TargetEntry};
use crate::execution::ExpectedValue;
use crate::execution::texel::channels;
use shader_model::texture::Format;
use shader_model::{BlendComponent, BlendFactor, BlendState, TargetState, WriteMask};
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
) -> Result<(Target, TargetState, Expected), Refusal> {
    let format = entry.format.resolve(row)?;
    let name = format.name();
    if !format.is_color_renderable() {
        return Err(Refusal::at(name, format!("no target has the format `{name}`")));
    }
    if draw.samples > 1 && !format.is_resolvable() {
        return Err(Refusal::at(name, format!("several samples of `{name}` can't be resolved into one")));
    }
    let (cleared_to, texel) = cleared(entry.clear.as_ref(), format, row)?;
    let loaded = entry.load.as_deref().map(|load| loaded(load, draw, format, row)).transpose()?;
    if loaded.is_some() && entry.clear.is_some() {
        return Err(Refusal::at("load", "a target is either loaded or cleared"));
    }
    let texels = loaded.clone().unwrap_or_else(|| texel.repeat(texels(draw)));
    let expected = expectation(entry.expect.as_deref(), row, format, &texels)?;
    let before = loaded.map_or(LoadOp::Clear(cleared_to), LoadOp::Load);
    let blend = entry.blend.as_ref().map(|blend| self::blend(blend, row)).transpose()?;
    let write_mask = entry.write_mask.as_ref().map(|letters| write_mask(&fill(letters, row)?)).transpose()?;
    let state = TargetState { blend, write_mask: write_mask.unwrap_or_default() };
    Ok((Target { format, before, is_resolved: true }, state, expected))
}

/// The bytes of the texels before the draw.
fn loaded(load: &[Element], draw: &DrawEntry, format: Format, row: &Row) -> Result<Vec<u8>, Refusal> {
    if draw.samples > 1 {
        return Err(Refusal::at("load", "several samples can't be loaded"));
    }
    let given = expand(load, row)?;
    let count = texels(draw);
    if given.len() > count {
        return Err(Refusal::at(
            "load",
            format!("`load` has {} texels; the target has {count}", given.len()),
        ));
    }
    let channels = channels(format);
    let mut bytes = vec![0; count * format.texel_bytes()];
    for (texel, bytes) in given.iter().zip(bytes.chunks_exact_mut(format.texel_bytes())) {
        for (element, channel) in numbers(texel, &channels)?.iter().zip(&channels) {
            channel.write(bytes, self::given(element, channel.format)?);
        }
    }
    Ok(bytes)
}

fn blend(entry: &BlendEntry, row: &Row) -> Result<BlendState, Refusal> {
    let component = |entry: &BlendComponentEntry| -> Result<BlendComponent, Refusal> {
        let factor = |word: &Option<Word<BlendFactor>>, usual| {
            word.as_ref().map_or(Ok(usual), |word| word.resolve(row))
        };
        Ok(BlendComponent {
            operation: entry.operation.resolve(row)?,
            src_factor: factor(&entry.src_factor, BlendFactor::One)?,
            dst_factor: factor(&entry.dst_factor, BlendFactor::Zero)?,
        })
    };
    Ok(BlendState { color: component(&entry.color)?, alpha: component(&entry.alpha)? })
}

fn write_mask(letters: &str) -> Result<WriteMask, Refusal> {
    let bits = letters.chars().map(|letter| Some(1 << "rgba".find(letter)?));
    let mask = bits.sum::<Option<u8>>().filter(|mask| *mask <= WriteMask::ALL.0).map(WriteMask);
    mask.ok_or_else(|| Refusal::at("write_mask", "`write_mask` is made of the letters of rgba"))
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
