//! The expected results of an execution, in the form of the export.

use super::allowed::{Allowed, Run, runs};
use crate::execute::executable::Executable;
use crate::execute::reference::SUBGROUP_SIZE;
use schemars::JsonSchema;
use serde::Serialize;
use shader_run::execute::AllowedBuffer;
use webgpu_model::texture::Format;
use webgpu_model::{Binding, Data, DepthStencilFormat};
use wgsl_cts_cases::execution::texel::channels;
use wgsl_cts_cases::execution::{BindingPoint, ExpectedBuffer, ExpectedValue, Fault, ScalarFormat, scalars};

/// The expected results of an execution. Resources that are not listed are not compared.
#[derive(Serialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The contents of buffers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<BufferRecord>,
    /// The texels of textures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<TexturePlace>,
    /// The texels of colour attachments, by location; with several samples, the texels of the resolved attachments.
    /// `null` is not compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Option<TexelRecord>>,
    /// The texels of the depth attachment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<TexelRecord>,
    /// The stencil values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stencil: Option<TexelRecord>,
    /// The faults that a strict execution must find. An implementation that does not look for faults skips programs
    /// with any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRecord>,
}

/// The expected contents of a buffer.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct BufferRecord {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// The numbers that are compared.
    pub words: Vec<Segment>,
    /// The bytes that no segment has: `any`, or `unchanged`.
    pub rest: Rest,
}

/// The bytes of a buffer that are not listed.
#[derive(Serialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// They are not compared.
    Any,
    /// They are as before.
    Unchanged,
}

/// Numbers of the same type that follow each other without padding.
#[derive(Serialize, JsonSchema, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// The offset of the first in bytes.
    pub at: usize,
    /// Their type: `i32`, `u32`, `f32`, `f16`, `i16`, `u16`, `i8` or `u8`.
    #[serde(rename = "type")]
    pub ty: String,
    /// Their allowed values.
    pub is: Vec<Run>,
}

/// The expected texels of a texture.
#[derive(Serialize, JsonSchema, Debug)]
pub struct TexturePlace {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// The texels.
    #[serde(flatten)]
    pub texels: TexelRecord,
}

/// Expected texels.
#[derive(Serialize, JsonSchema, Debug)]
pub struct TexelRecord {
    /// The format.
    pub format: &'static str,
    /// The bytes of a texel.
    pub texel_bytes: usize,
    /// The channels of a texel.
    pub channels: Vec<ChannelRecord>,
    /// The allowed values of each channel of each texel, in the order of the bytes.
    pub is: Vec<Run>,
}

/// A channel: bits of a texel, which is read as one little-endian integer.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ChannelRecord {
    /// Its lowest bit.
    pub shift: u32,
    /// Its type, whose name ends with its number of bits: `unorm8`, `srgb8`, `u10`, `ufloat11`, `f16`.
    #[serde(rename = "type")]
    pub ty: String,
}

/// A fault.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct FaultRecord {
    /// Its kind, as `docs/PROTOCOL.md` lists them.
    pub kind: &'static str,
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
}

impl Expect {
    /// The expected results of a program.
    ///
    /// # Errors
    /// The specification bounds the results, and the reference executor can't compute them: the reason.
    pub(super) fn new(program: &Executable) -> Result<Self, String> {
        let execution = program.execution;
        let expected = &execution.expected;
        let used = program.layout().entries;
        let is_used =
            |at: BindingPoint| used.iter().any(|it| (it.group, it.binding) == (at.group, at.binding));
        let buffers = expected.buffers.iter().filter(|buffer| is_used(buffer.at)).map(buffer).collect();
        let textures = expected.textures.iter().filter(|texture| is_used(texture.at)).filter_map(|texture| {
            let given = execution.command.bindings().iter().find(|it| BindingPoint::of(it) == texture.at)?;
            let Data::Texture(descriptor, _) = given.data else { return None };
            let BindingPoint { group, binding } = texture.at;
            Some(TexturePlace { group, binding, texels: texels(descriptor.format, &texture.values) })
        });
        let pass = execution.render_pass();
        let formats = pass.iter().flat_map(|pass| &pass.targets).map(|target| Some(target.as_ref()?.format));
        let targets = formats.zip(&expected.targets);
        let targets = targets.map(|(format, values)| Some(texels(format?, values.as_ref()?)));
        let format = pass.and_then(|pass| Some(pass.depth_stencil.as_ref()?.format));
        let depth = format.and_then(DepthStencilFormat::depth).zip(expected.depth.as_ref());
        let stencil = format.and_then(DepthStencilFormat::stencil).zip(expected.stencil.as_ref());
        let mut expect = Self {
            buffers,
            textures: textures.collect(),
            targets: targets.collect(),
            depth: depth.map(|(format, values)| texels(format, values)),
            stencil: stencil.map(|(format, values)| texels(format, values)),
            faults: expected.faults.iter().map(fault).collect(),
        };
        if execution.is_bounded_by_specification {
            let size = execution.subgroup_size.unwrap_or(SUBGROUP_SIZE);
            let outcome = program.tracked(size).unwrap_or_else(|| Err("draws are not tracked".to_owned()))?;
            let given = execution.command.bindings();
            let known: Vec<(u32, u32)> = expect.buffers.iter().map(|it| (it.group, it.binding)).collect();
            let new = outcome.allowed.iter().filter(|it| !known.contains(&(it.group, it.binding)));
            let after = |it: &AllowedBuffer| bytes(&outcome.bindings, it);
            expect.buffers.extend(new.map(|it| tracked(it, bytes(given, it), after(it))));
        }
        Ok(expect)
    }
}

fn bytes<'a>(bindings: &'a [Binding], of: &AllowedBuffer) -> &'a [u8] {
    let found = bindings.iter().find(|it| (it.group, it.binding) == (of.group, of.binding));
    found.map_or(&[], |binding| binding.data.bytes())
}

/// The loader continues short lists to the end of the buffer; only padding is left over.
fn buffer(expected: &ExpectedBuffer) -> BufferRecord {
    let BindingPoint { group, binding } = expected.at;
    let places = scalars(&expected.row, usize::MAX).zip(&expected.values);
    let words = places.map(|((offset, format), value)| (offset, format, Allowed::of(value, format)));
    BufferRecord { group, binding, words: segments(words), rest: Rest::Any }
}

/// The contents that a tracked execution allows.
fn tracked(allowed: &AllowedBuffer, before: &[u8], after: &[u8]) -> BufferRecord {
    let format = |name| ScalarFormat::by_name(name).unwrap_or(ScalarFormat::Unsigned(32));
    let word = |word: &shader_run::execute::AllowedWord| {
        let format = format(word.ty.name());
        let values = if word.values.is_any() {
            Allowed::ANY
        } else {
            Allowed::between(format, word.values.begin, word.values.end)
        };
        (word.offset as usize, format, values)
    };
    let mut words: Vec<_> = allowed.words.iter().map(word).collect();
    if !allowed.is_open {
        // Bytes that the program has not written are unchanged; if ever they are not, their values are listed.
        let mut is_listed = vec![false; after.len()];
        for (offset, format, _) in &words {
            let size = format.width() as usize / 8;
            is_listed.iter_mut().skip(*offset).take(size).for_each(|listed| *listed = true);
        }
        let changed = (0..after.len()).filter(|at| !is_listed[*at] && before.get(*at) != after.get(*at));
        let byte = ScalarFormat::Unsigned(8);
        let listed: Vec<_> = changed.map(|at| (at, byte, Allowed::Number(after[at].into()))).collect();
        words.extend(listed);
        words.sort_by_key(|(offset, ..)| *offset);
    }
    let rest = if allowed.is_open { Rest::Any } else { Rest::Unchanged };
    BufferRecord { group: allowed.group, binding: allowed.binding, words: segments(words), rest }
}

/// Joins numbers of one type that follow each other.
fn segments(words: impl IntoIterator<Item = (usize, ScalarFormat, Allowed)>) -> Vec<Segment> {
    let mut segments: Vec<(usize, usize, ScalarFormat, Vec<Allowed>)> = Vec::new();
    for (offset, format, allowed) in words {
        let end = offset + format.width() as usize / 8;
        match segments.last_mut() {
            Some((_, last_end, last_format, values)) if (*last_end, *last_format) == (offset, format) => {
                *last_end = end;
                values.push(allowed);
            }
            Some(_) | None => segments.push((offset, end, format, vec![allowed])),
        }
    }
    let segment = |(at, _, format, values): (usize, usize, ScalarFormat, Vec<Allowed>)| Segment {
        at,
        ty: format.name(),
        is: runs(values),
    };
    segments.into_iter().map(segment).collect()
}

fn texels(format: Format, expected: &[ExpectedValue]) -> TexelRecord {
    let channels = channels(format);
    let values = expected.iter().enumerate().map(|(index, value)| {
        let channel = &channels[index % channels.len()];
        Allowed::of(value, channel.format)
    });
    TexelRecord {
        format: format.name(),
        texel_bytes: format.texel_bytes(),
        is: runs(values),
        channels: channels
            .iter()
            .map(|channel| ChannelRecord { shift: channel.shift, ty: channel.format.name() })
            .collect(),
    }
}

fn fault(fault: &Fault) -> FaultRecord {
    FaultRecord { kind: fault.kind.name(), line: fault.line, column: fault.column }
}
