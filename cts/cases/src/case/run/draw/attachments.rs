//! Reads the colour attachments of a draw.

use super::super::super::places::Refusal;
use super::super::Element;
use super::super::elements::{GREATEST_SIZE, given};
use super::super::texture::{expectation, numbers};
use super::{DrawEntry, TargetEntry};
use crate::execution::ExpectedValue;
use crate::execution::texel::channels;
use webgpu_model::texture::{Format, Support};
use webgpu_model::{LoadOp, Target, TargetState};

/// The greatest number of colour attachments in WebGPU.
const MOST_TARGETS: usize = 8;

/// Refuses sizes and sample counts that no attachment has.
pub(super) fn check_size(entry: &DrawEntry) -> Result<(), Refusal> {
    if entry.targets.len() > MOST_TARGETS {
        return Err(Refusal::at("targets", format!("a draw can have at most {MOST_TARGETS} targets")));
    }
    if ![1, 4].contains(&entry.samples) {
        return Err(Refusal::at("samples", "expected 1 or 4 samples"));
    }
    if entry.size.contains(&0) {
        return Err(Refusal::at("size", "an attachment must have at least one texel"));
    }
    let lengths = entry.size.map(|length| length as usize);
    // Four samples of the greatest format have 64 bytes.
    let is_small = lengths[0].checked_mul(lengths[1]).is_some_and(|texels| texels <= GREATEST_SIZE / 64);
    if is_small {
        return Ok(());
    }
    Err(Refusal::at("size", format!("an attachment can have at most {} texels", GREATEST_SIZE / 64)))
}

/// The expected texels of an attachment; `None` if they are not compared.
pub(super) type Expected = Option<Vec<ExpectedValue>>;

/// Creates a colour attachment and its expected texels.
pub(super) fn target(
    entry: &TargetEntry,
    draw: &DrawEntry,
) -> Result<(Target, TargetState, Expected), Refusal> {
    let format = entry.format;
    let name = format.name();
    if format.color_support() == Support::Never {
        return Err(Refusal::at(name, format!("a target can't have the format `{name}`")));
    }
    if draw.samples > 1 && format.resolve_support() == Support::Never {
        return Err(Refusal::at(name, format!("multisampled `{name}` can't be resolved")));
    }
    let (cleared_to, texel) = cleared(entry.clear.as_ref(), format)?;
    let loaded = entry.load.as_deref().map(|load| loaded(load, draw, format)).transpose()?;
    if loaded.is_some() && entry.clear.is_some() {
        return Err(Refusal::at("load", "a target must be either loaded or cleared"));
    }
    let texels = match &loaded {
        Some(loaded) if draw.samples == 1 => loaded.clone(),
        Some(_) | None => texel.repeat(texels(draw)),
    };
    let expected = expectation(entry.expect.as_deref(), format, &texels)?;
    if let (4, Some(_), Some(expect)) = (draw.samples, &loaded, &entry.expect)
        && expect.len() < self::texels(draw)
    {
        return Err(Refusal::at("expect", "all pixels of loaded samples must have an expected colour"));
    }
    let before = loaded.map_or(LoadOp::Clear(cleared_to), |bytes| LoadOp::Load(bytes.into()));
    let state = TargetState { blend: entry.blend, write_mask: entry.write_mask };
    Ok((Target { format, before, is_resolved: true }, state, expected))
}

/// The bytes of the texels before the draw, sample by sample.
pub(super) fn loaded(load: &[Element], draw: &DrawEntry, format: Format) -> Result<Vec<u8>, Refusal> {
    let count = texels(draw) * draw.samples as usize;
    if load.len() > count {
        return Err(Refusal::at(
            "load",
            format!("`load` has {} texels, but the attachment has {count}", load.len()),
        ));
    }
    let channels = channels(format);
    let mut bytes = vec![0; count * format.texel_bytes()];
    for (texel, bytes) in load.iter().zip(bytes.chunks_exact_mut(format.texel_bytes())) {
        for (element, channel) in numbers(texel, &channels)?.iter().zip(&channels) {
            channel.write(bytes, given(element, channel.format)?);
        }
    }
    Ok(bytes)
}

/// The number of texels of an attachment.
pub(super) fn texels(draw: &DrawEntry) -> usize {
    draw.size.iter().map(|length| *length as usize).product()
}

/// The value of a texel before the draw: its channels and its bytes.
pub(super) fn cleared(clear: Option<&Element>, format: Format) -> Result<([f64; 4], Vec<u8>), Refusal> {
    let channels = channels(format);
    let mut values = [0.0; 4];
    let mut texel = vec![0; format.texel_bytes()];
    let Some(clear) = clear else { return Ok((values, texel)) };
    let refuse = |message: &str| Refusal::at("clear", message);
    for ((element, channel), value) in numbers(clear, &channels)?.iter().zip(&channels).zip(&mut values) {
        let Element::Number(number) = element else { return Err(refuse("`clear` must consist of numbers")) };
        channel.write(&mut texel, given(element, channel.format)?);
        *value = *number;
    }
    Ok((values, texel))
}
