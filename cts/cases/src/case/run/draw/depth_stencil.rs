//! Reads the attachment for depths and stencil values.

use super::super::super::places::Refusal;
use super::super::Element;
use super::super::elements::given;
use super::super::texture::expectation;
use super::DrawEntry;
use super::attachments::{Expected, loaded, texels};
use crate::execution::texel::channels;
use schemars::JsonSchema;
use serde::Deserialize;
use webgpu_model::texture::Format;
use webgpu_model::{DepthStencil, DepthStencilFormat, LoadOp};

/// The depth attachment.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct DepthEntry {
    /// A format with depths: depth16unorm, depth24plus or depth32float, the latter two with or without -stencil8.
    pub format: DepthStencilFormat,
    /// The depths before the draw; by default 1.
    pub clear: Option<f32>,
    /// The depths before the draw, row by row, sample by sample, instead of `clear`; missing depths at the end are 0.
    pub load: Option<Vec<Element>>,
    /// The expected depths afterwards, as for targets; not with several samples, nor of depth24plus.
    pub expect: Option<Vec<Element>>,
}

/// The stencil attachment. With `depth` it is part of that attachment.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct StencilEntry {
    /// The stencil values before the draw; by default 0.
    pub clear: Option<u32>,
    /// The stencil values before the draw, row by row, sample by sample, instead of `clear`; missing values at the end are 0.
    pub load: Option<Vec<Element>>,
    /// The expected stencil values afterwards, as for targets; not with several samples.
    pub expect: Option<Vec<Element>>,
}

/// Creates the attachment of a draw, if it has one, and the depths and stencil values that are expected of it.
pub(super) fn attachment(draw: &DrawEntry) -> Result<(Option<DepthStencil>, [Expected; 2]), Refusal> {
    if draw.depth.is_none() && draw.stencil.is_none() {
        return Ok((None, [None, None]));
    }
    let format = format(draw)?;
    let mut attachment = DepthStencil::cleared(format);
    let mut expected = [None, None];
    if let (Some(entry), Some(format)) = (&draw.depth, format.depth()) {
        (attachment.depth, expected[0]) =
            depths(entry, draw, format).map_err(|refusal| refusal.behind("depth:"))?;
    }
    if let Some(entry) = &draw.stencil {
        (attachment.stencil, expected[1]) =
            stencil_values(entry, draw).map_err(|refusal| refusal.behind("stencil:"))?;
    }
    Ok((Some(attachment), expected))
}

fn format(draw: &DrawEntry) -> Result<DepthStencilFormat, Refusal> {
    let Some(depth) = &draw.depth else { return Ok(DepthStencilFormat::Stencil8) };
    let format = depth.format;
    let refuse = |message: &str| {
        let message = format!("`{}` {message}", format.name());
        Err(Refusal::at(format.name(), message).behind("depth:"))
    };
    if format.depth().is_none() {
        return refuse("holds no depths");
    }
    if draw.stencil.is_some() && format.stencil().is_none() {
        return refuse("holds no stencil values");
    }
    Ok(format)
}

fn depths(entry: &DepthEntry, draw: &DrawEntry, format: Format) -> Result<(LoadOp<f32>, Expected), Refusal> {
    if !(0.0..=1.0).contains(&entry.clear.unwrap_or(1.0)) {
        return Err(Refusal::at("clear", "a depth must be in the range 0 to 1"));
    }
    for (key, list) in [("load", &entry.load), ("expect", &entry.expect)] {
        if list.is_some() && channels(format).is_empty() {
            return Err(Refusal::at(key, format!("the depths of `{}` can't be copied", format.name())));
        }
    }
    let depth = |clear: f32, format| given(&Element::Number(clear.into()), format);
    before(draw, format, (entry.clear, 1.0, entry.load.as_deref()), entry.expect.as_deref(), depth)
}

fn stencil_values(entry: &StencilEntry, draw: &DrawEntry) -> Result<(LoadOp<u32>, Expected), Refusal> {
    let value = |clear: u32, _| Ok(clear & 0xff);
    let before_draw = (entry.clear, 0, entry.load.as_deref());
    before(draw, Format::Stencil8, before_draw, entry.expect.as_deref(), value)
}

/// The texels before the draw, and the expected ones.
fn before<T: Copy>(
    draw: &DrawEntry,
    format: Format,
    (clear, usual, load): (Option<T>, T, Option<&[Element]>),
    expect: Option<&[Element]>,
    bits: impl Fn(T, crate::execution::ScalarFormat) -> Result<u32, Refusal>,
) -> Result<(LoadOp<T>, Expected), Refusal> {
    if clear.is_some() && load.is_some() {
        return Err(Refusal::at("load", "an attachment must be either loaded or cleared"));
    }
    if draw.samples > 1 && expect.is_some() {
        return Err(Refusal::at("expect", "multisampled depth and stencil values can't be resolved"));
    }
    let cleared_to = clear.unwrap_or(usual);
    let loaded = load.map(|load| loaded(load, draw, format)).transpose()?;
    let texels = match &loaded {
        Some(loaded) if draw.samples == 1 => loaded.clone(),
        Some(_) | None => {
            let mut texel = vec![0; format.texel_bytes()];
            for channel in channels(format) {
                channel.write(&mut texel, bits(cleared_to, channel.format)?);
            }
            texel.repeat(texels(draw))
        }
    };
    let expected = expectation(expect, format, &texels)?;
    let before = loaded.map_or(LoadOp::Clear(cleared_to), |bytes| LoadOp::Load(bytes.into()));
    Ok((before, expected))
}
