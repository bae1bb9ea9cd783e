//! Reads the colour attachments of a draw.

use super::super::super::matrix::Row;
use super::super::Element;
use super::super::Word;
use super::super::elements::{GREATEST_SIZE, expand, fill, given};
use super::super::places::Refusal;
use super::super::texture::{expectation, numbers};
use super::{BlendComponentEntry, BlendEntry, DrawEntry, TargetEntry};
use crate::execution::ExpectedValue;
use crate::execution::texel::channels;
use webgpu_model::texture::{Format, Support};
use webgpu_model::{BlendComponent, BlendFactor, BlendState, LoadOp, Target, TargetState, WriteMask};

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
    row: &Row,
) -> Result<(Target, TargetState, Expected), Refusal> {
    let format = entry.format.resolve(row)?;
    let name = format.name();
    if format.color_support() == Support::Never {
        return Err(Refusal::at(name, format!("a target can't have the format `{name}`")));
    }
    if draw.samples > 1 && format.resolve_support() == Support::Never {
        return Err(Refusal::at(name, format!("several samples of `{name}` can't be resolved into one")));
    }
    let (cleared_to, texel) = cleared(entry.clear.as_ref(), format, row)?;
    let loaded = entry.load.as_deref().map(|load| loaded(load, draw, format, row)).transpose()?;
    if loaded.is_some() && entry.clear.is_some() {
        return Err(Refusal::at("load", "a target must be either loaded or cleared"));
    }
    let texels = match &loaded {
        Some(loaded) if draw.samples == 1 => loaded.clone(),
        Some(_) | None => texel.repeat(texels(draw)),
    };
    let expected = expectation(entry.expect.as_deref(), row, format, &texels)?;
    if let (4, Some(_), Some(expect)) = (draw.samples, &loaded, &entry.expect)
        && expand(expect, row)?.len() < self::texels(draw)
    {
        return Err(Refusal::at("expect", "all pixels of loaded samples must have an expected colour"));
    }
    let before = loaded.map_or(LoadOp::Clear(cleared_to), |bytes| LoadOp::Load(bytes.into()));
    let blend = entry.blend.as_ref().map(|blend| self::blend(blend, row)).transpose()?;
    let write_mask = entry.write_mask.as_ref().map(|letters| write_mask(&fill(letters, row)?)).transpose()?;
    let state = TargetState { blend, write_mask: write_mask.unwrap_or_default() };
    Ok((Target { format, before, is_resolved: true }, state, expected))
}

/// The bytes of the texels before the draw, sample by sample.
pub(super) fn loaded(
    load: &[Element],
    draw: &DrawEntry,
    format: Format,
    row: &Row,
) -> Result<Vec<u8>, Refusal> {
    let given = expand(load, row)?;
    let count = texels(draw) * draw.samples as usize;
    if given.len() > count {
        return Err(Refusal::at(
            "load",
            format!("`load` has {} texels, but the attachment has {count}", given.len()),
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
    mask.ok_or_else(|| Refusal::at("write_mask", "`write_mask` must consist of the letters rgba"))
}

/// The number of texels of an attachment.
pub(super) fn texels(draw: &DrawEntry) -> usize {
    draw.size.iter().map(|length| *length as usize).product()
}

/// The value of a texel before the draw: its channels and its bytes.
pub(super) fn cleared(
    clear: Option<&Element>,
    format: Format,
    row: &Row,
) -> Result<([f64; 4], Vec<u8>), Refusal> {
    let channels = channels(format);
    let mut values = [0.0; 4];
    let mut texel = vec![0; format.texel_bytes()];
    let Some(clear) = clear else { return Ok((values, texel)) };
    let refuse = |message: &str| Refusal::at("clear", message);
    let expanded = expand(std::slice::from_ref(clear), row)?;
    let [clear] = expanded.as_slice() else { return Err(refuse("`clear` must be one texel")) };
    for ((element, channel), value) in numbers(clear, &channels)?.iter().zip(&channels).zip(&mut values) {
        let Element::Number(number) = element else { return Err(refuse("`clear` must consist of numbers")) };
        channel.write(&mut texel, given(element, channel.format)?);
        *value = *number;
    }
    Ok((values, texel))
}
