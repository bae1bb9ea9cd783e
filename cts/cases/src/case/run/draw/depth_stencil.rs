//! Reads the attachment for depths and stencil values, and the tests of draws.

use super::super::super::matrix::Row;
use super::super::elements::{expand, given};
use super::super::places::Refusal;
use super::super::texture::expectation;
use super::super::{Element, Word};
use super::DrawEntry;
use super::attachments::{Expected, loaded, texels};
use crate::execution::texel::channels;
use schemars::JsonSchema;
use serde::Deserialize;
use webgpu_model::texture::{CompareFunction, Format};
use webgpu_model::{DepthBias, DepthStencil, DepthStencilFormat, DepthStencilState, LoadOp};
use webgpu_model::{StencilFace, StencilOperation};

/// The depth attachment, and the depth test of draws.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct DepthEntry {
    /// A format with depths: depth16unorm, depth24plus or depth32float, the latter two with or without -stencil8.
    pub format: Word<DepthStencilFormat>,
    /// The comparison of a fragment's depth, on the left, with the depth in the attachment.
    pub compare: Word<CompareFunction>,
    /// Whether depths that pass are stored; by default they are.
    #[serde(default = "yes")]
    pub write: bool,
    /// The number that is added to the depths of triangles; by default 0.
    #[serde(default)]
    pub bias: BiasEntry,
    /// The depths before the draw; by default 1.
    pub clear: Option<f32>,
    /// The depths before the draw, row by row, sample by sample, in place of `clear`; those that are missing at the end are 0.
    pub load: Option<Vec<Element>>,
    /// The expected depths afterwards, as for targets; not with several samples, nor of depth24plus.
    pub expect: Option<Vec<Element>>,
}

/// The depth test of one of several draws.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct DepthTestEntry {
    /// The comparison of a fragment's depth, on the left, with the depth in the attachment.
    pub compare: Word<CompareFunction>,
    /// Whether depths that pass are stored; by default they are.
    #[serde(default = "yes")]
    pub write: bool,
    /// The number that is added to the depths of triangles; by default 0.
    #[serde(default)]
    pub bias: BiasEntry,
}

/// The number that is added to the depths of triangles.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct BiasEntry {
    /// A constant, in units of the smallest difference between depths.
    pub constant: i32,
    /// A factor for the slope of the depth.
    pub slope_scale: f32,
    /// The greatest sum of both if it is positive, the least one if it is negative.
    pub clamp: f32,
}

/// The stencil attachment, and the stencil test of draws. With `depth` it is part of that attachment.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct StencilEntry {
    /// The stencil values before the draw; by default 0.
    pub clear: Option<Element>,
    /// The stencil values before the draw, row by row, sample by sample, in place of `clear`; those that are missing at the end are 0.
    pub load: Option<Vec<Element>>,
    /// The test of front-facing triangles, lines and points; by default all pass, and nothing is changed.
    #[serde(default)]
    pub front: FaceEntry,
    /// The test of other triangles, likewise.
    #[serde(default)]
    pub back: FaceEntry,
    /// The bits that are compared; by default all.
    pub read_mask: Option<Element>,
    /// The bits that are written; by default all.
    pub write_mask: Option<Element>,
    /// The expected stencil values afterwards, as for targets; not with several samples.
    pub expect: Option<Vec<Element>>,
}

/// The stencil test of one of several draws.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct StencilTestEntry {
    /// The test of front-facing triangles, lines and points; by default all pass, and nothing is changed.
    #[serde(default)]
    pub front: FaceEntry,
    /// The test of other triangles, likewise.
    #[serde(default)]
    pub back: FaceEntry,
    /// The bits that are compared; by default all.
    pub read_mask: Option<Element>,
    /// The bits that are written; by default all.
    pub write_mask: Option<Element>,
}

/// The stencil test of a face.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct FaceEntry {
    /// The comparison of the reference value, on the left, with the stencil value; by default always.
    pub compare: Option<Word<CompareFunction>>,
    /// The operation where this test fails; by default keep.
    pub fail: Word<StencilOperation>,
    /// The operation where this test passes and that of depths fails.
    pub depth_fail: Word<StencilOperation>,
    /// The operation where both pass.
    pub pass: Word<StencilOperation>,
}

const fn yes() -> bool {
    true
}

/// Creates the attachment of a draw, if it has one, and the depths and stencil values that are expected of it.
pub(super) fn attachment(
    draw: &DrawEntry,
    row: &Row,
) -> Result<(Option<DepthStencil>, [Expected; 2]), Refusal> {
    if draw.depth.is_none() && draw.stencil.is_none() {
        return Ok((None, [None, None]));
    }
    let format = format(draw, row)?;
    let mut attachment = DepthStencil::cleared(format);
    let mut expected = [None, None];
    if let (Some(entry), Some(format)) = (&draw.depth, format.depth()) {
        (attachment.depth, expected[0]) =
            depths(entry, draw, format, row).map_err(|refusal| refusal.behind("depth:"))?;
    }
    if let Some(entry) = &draw.stencil {
        (attachment.stencil, expected[1]) =
            stencil_values(entry, draw, row).map_err(|refusal| refusal.behind("stencil:"))?;
    }
    Ok((Some(attachment), expected))
}

fn format(draw: &DrawEntry, row: &Row) -> Result<DepthStencilFormat, Refusal> {
    let Some(depth) = &draw.depth else { return Ok(DepthStencilFormat::Stencil8) };
    let format = depth.format.resolve(row).map_err(|refusal| refusal.behind("depth:"))?;
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

fn depths(
    entry: &DepthEntry,
    draw: &DrawEntry,
    format: Format,
    row: &Row,
) -> Result<(LoadOp<f32>, Expected), Refusal> {
    let clear = entry.clear.unwrap_or(1.0);
    if !(0.0..=1.0).contains(&clear) {
        return Err(Refusal::at("clear", "a depth must be in the range 0 to 1"));
    }
    for (key, list) in [("load", &entry.load), ("expect", &entry.expect)] {
        if list.is_some() && channels(format).is_empty() {
            return Err(Refusal::at(key, format!("the depths of `{}` can't be copied", format.name())));
        }
    }
    let texel = |format| given(&Element::Number(clear.into()), format);
    before(draw, format, row, (entry.clear.is_some(), entry.load.as_deref()), entry.expect.as_deref(), texel)
        .map(|(loaded, expected)| {
            (loaded.map_or(LoadOp::Clear(clear), |bytes| LoadOp::Load(bytes.into())), expected)
        })
}

fn stencil_values(
    entry: &StencilEntry,
    draw: &DrawEntry,
    row: &Row,
) -> Result<(LoadOp<u32>, Expected), Refusal> {
    let clear = entry.clear.as_ref().map_or(Ok(0), |clear| bits(clear, "clear", row))?;
    let texel = |_| Ok(clear & 0xff);
    before(
        draw,
        Format::Stencil8,
        row,
        (entry.clear.is_some(), entry.load.as_deref()),
        entry.expect.as_deref(),
        texel,
    )
    .map(|(loaded, expected)| {
        (loaded.map_or(LoadOp::Clear(clear), |bytes| LoadOp::Load(bytes.into())), expected)
    })
}

/// The loaded texels, and the expected ones.
fn before(
    draw: &DrawEntry,
    format: Format,
    row: &Row,
    (is_cleared, load): (bool, Option<&[Element]>),
    expect: Option<&[Element]>,
    cleared_to: impl Fn(crate::execution::ScalarFormat) -> Result<u32, Refusal>,
) -> Result<(Option<Vec<u8>>, Expected), Refusal> {
    if is_cleared && load.is_some() {
        return Err(Refusal::at("load", "an attachment must be either loaded or cleared"));
    }
    if draw.samples > 1 && expect.is_some() {
        return Err(Refusal::at(
            "expect",
            "several samples of depths or stencil values can't be resolved into one",
        ));
    }
    let loaded = load.map(|load| loaded(load, draw, format, row)).transpose()?;
    let texels = match &loaded {
        Some(loaded) if draw.samples == 1 => loaded.clone(),
        Some(_) | None => {
            let mut texel = vec![0; format.texel_bytes()];
            for channel in channels(format) {
                channel.write(&mut texel, cleared_to(channel.format)?);
            }
            texel.repeat(texels(draw))
        }
    };
    let expected = expectation(expect, row, format, &texels)?;
    Ok((loaded, expected))
}

/// A number without a fraction, such as a mask.
pub(super) fn bits(element: &Element, key: &str, row: &Row) -> Result<u32, Refusal> {
    let expanded = expand(std::slice::from_ref(element), row)?;
    let number = if let [value] = expanded.as_slice() { value.number() } else { None };
    let whole = number.filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number));
    whole
        .map(|number| number as u32)
        .ok_or_else(|| Refusal::at(key, format!("`{key}` must be a 32-bit number")))
}

/// The tests of a draw: those of its own, or else those of the attachments.
pub(super) fn tests(
    draw: &DrawEntry,
    (own_depth, own_stencil): (Option<&DepthTestEntry>, Option<&StencilTestEntry>),
    row: &Row,
) -> Result<DepthStencilState, Refusal> {
    let mut state = DepthStencilState::default();
    let depth = own_depth.map(|it| (&it.compare, it.write, &it.bias));
    let depth = depth.or_else(|| draw.depth.as_ref().map(|it| (&it.compare, it.write, &it.bias)));
    if let Some((compare, write, bias)) = depth {
        state.depth_compare = compare.resolve(row)?;
        state.depth_write_enabled = write;
        let BiasEntry { constant, slope_scale, clamp } = *bias;
        state.depth_bias = DepthBias { constant, slope_scale, clamp };
    }
    let stencil = own_stencil.map(|it| ([&it.front, &it.back], [&it.read_mask, &it.write_mask]));
    let stencil = stencil
        .or_else(|| draw.stencil.as_ref().map(|it| ([&it.front, &it.back], [&it.read_mask, &it.write_mask])));
    if let Some(([front, back], [read_mask, write_mask])) = stencil {
        let mask =
            |given: &Option<Element>, key| given.as_ref().map_or(Ok(u32::MAX), |mask| bits(mask, key, row));
        state.stencil_front = front.resolve(row)?;
        state.stencil_back = back.resolve(row)?;
        state.stencil_read_mask = mask(read_mask, "read_mask")?;
        state.stencil_write_mask = mask(write_mask, "write_mask")?;
    }
    Ok(state)
}

impl FaceEntry {
    fn resolve(&self, row: &Row) -> Result<StencilFace, Refusal> {
        Ok(StencilFace {
            compare: self.compare.as_ref().map_or(Ok(CompareFunction::Always), |word| word.resolve(row))?,
            fail_op: self.fail.resolve(row)?,
            depth_fail_op: self.depth_fail.resolve(row)?,
            pass_op: self.pass.resolve(row)?,
        })
    }

    fn words<'a>(&'a self, words: &mut Vec<&'a str>) {
        words.extend(self.compare.iter().map(Word::text));
        words.extend([self.fail.text(), self.depth_fail.text(), self.pass.text()]);
    }
}

impl DepthEntry {
    pub(super) fn words<'a>(&'a self, words: &mut Vec<&'a str>) {
        words.extend([self.format.text(), self.compare.text()]);
        let elements = self.load.iter().chain(&self.expect).flatten();
        elements.for_each(|element| element.words(words));
    }
}

impl DepthTestEntry {
    pub(super) fn words<'a>(&'a self, words: &mut Vec<&'a str>) {
        words.push(self.compare.text());
    }
}

impl StencilEntry {
    pub(super) fn words<'a>(&'a self, words: &mut Vec<&'a str>) {
        self.front.words(words);
        self.back.words(words);
        let lists = self.load.iter().chain(&self.expect).flatten();
        let elements = lists.chain(&self.clear).chain(&self.read_mask).chain(&self.write_mask);
        elements.for_each(|element| element.words(words));
    }
}

impl StencilTestEntry {
    pub(super) fn words<'a>(&'a self, words: &mut Vec<&'a str>) {
        self.front.words(words);
        self.back.words(words);
        self.read_mask.iter().chain(&self.write_mask).for_each(|element| element.words(words));
    }
}
