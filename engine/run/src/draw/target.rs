//! The attachments of a render pass.

use super::DrawnTarget;
use crate::raster::{Attachment, resolve};
use crate::resources::Refusal;
use crate::texture::Texture;
use webgpu_model::raster::SampleCount;
use webgpu_model::texture::{ChannelKind, Format, Support, Texel};
use webgpu_model::{DepthStencil, LoadOp, RenderPass, Target};

/// The attachments, as textures.
#[derive(Debug)]
pub(super) struct Targets {
    pub(super) colors: Vec<Option<Texture>>,
    pub(super) depth: Option<Texture>,
    pub(super) stencil: Option<Texture>,
}

impl Targets {
    /// The attachments before the first draw.
    ///
    /// # Errors
    /// There is no such attachment, or it has another number of bytes.
    pub(super) fn new(pass: &RenderPass) -> Result<Self, Refusal> {
        let color = |(location, target): (usize, &Option<Target>)| {
            target.as_ref().map(|target| color(pass, location, target)).transpose()
        };
        let colors = pass.targets.iter().enumerate().map(color).collect::<Result<_, _>>()?;
        let aspects = pass.depth_stencil.as_ref().map(|it| Ok((depth(pass, it)?, stencil(pass, it)?)));
        let (depth, stencil) = aspects.transpose()?.unwrap_or_default();
        Ok(Self { colors, depth, stencil })
    }

    /// The locations that may have a colour attachment.
    pub(super) fn locations(&self) -> core::ops::Range<usize> {
        0..self.colors.len()
    }

    pub(super) fn color(&self, location: usize) -> Option<Attachment<'_>> {
        self.colors.get(location)?.as_ref().map(attachment)
    }

    pub(super) fn depth(&self) -> Option<Attachment<'_>> {
        self.depth.as_ref().map(attachment)
    }

    pub(super) fn stencil(&self) -> Option<Attachment<'_>> {
        self.stencil.as_ref().map(attachment)
    }
}

/// A colour attachment after the last draw, with the averages of its samples if it is resolved.
///
/// # Errors
/// There is no such texture.
pub(super) fn drawn(pass: &RenderPass, target: &Target, texture: Texture) -> Result<DrawnTarget, Refusal> {
    let mut resolved = None;
    if pass.resolves(target) {
        let single = self::texture(pass, target.format, SampleCount::One)?;
        resolve(&attachment(&texture), &attachment(&single));
        resolved = Some(single);
    }
    Ok(DrawnTarget { texture, resolved })
}

fn attachment(texture: &Texture) -> Attachment<'_> {
    Attachment { texture, level: 0, layer: 0 }
}

fn color(pass: &RenderPass, location: usize, target: &Target) -> Result<Texture, Refusal> {
    let (format, kind) = (target.format, target.format.kind());
    let refuse =
        |problem: &str| Err(Refusal::Resources(format!("target {location}: `{}` {problem}", format.name())));
    if format.color_support() == Support::Never {
        return refuse("is not a color format");
    }
    if pass.resolves(target) && kind != ChannelKind::Float {
        return refuse("can't be resolved");
    }
    let texel = |clear: &[f64; 4]| match kind {
        ChannelKind::Float => Texel::Float(clear.map(|channel| channel as f32)),
        ChannelKind::Sint => Texel::Sint(clear.map(|channel| channel as i32)),
        ChannelKind::Uint => Texel::Uint(clear.map(|channel| channel as u32)),
    };
    before(pass, format, &target.before, texel)
}

fn depth(pass: &RenderPass, given: &DepthStencil) -> Result<Option<Texture>, Refusal> {
    let texel = |depth: &f32| Texel::Float([*depth, 0.0, 0.0, 1.0]);
    given.format.depth().map(|format| before(pass, format, &given.depth, texel)).transpose()
}

fn stencil(pass: &RenderPass, given: &DepthStencil) -> Result<Option<Texture>, Refusal> {
    let texel = |value: &u32| Texel::Uint([*value & 0xff, 0, 0, 1]);
    given.format.stencil().map(|format| before(pass, format, &given.stencil, texel)).transpose()
}

/// An attachment that is cleared, or holds the given bytes.
fn before<T>(
    pass: &RenderPass,
    format: Format,
    load: &LoadOp<T>,
    texel: impl Fn(&T) -> Texel,
) -> Result<Texture, Refusal> {
    let clear = match load {
        LoadOp::Load(bytes) => {
            let loaded = Texture::from_bytes(pass.attachment(format, pass.sample_count), bytes);
            return loaded.map_err(|error| {
                Refusal::Resources(format!("the attachment of format `{}`: {error}", format.name()))
            });
        }
        LoadOp::Clear(value) => texel(value),
    };
    let texture = texture(pass, format, pass.sample_count)?;
    let [width, height] = pass.size;
    for pixel in (0..height).flat_map(|y| (0..width).map(move |x| [x, y])) {
        attachment(&texture).store(pixel, pass.sample_count.full_mask(), clear);
    }
    Ok(texture)
}

fn texture(pass: &RenderPass, format: Format, sample_count: SampleCount) -> Result<Texture, Refusal> {
    Texture::zeroed(pass.attachment(format, sample_count))
        .map_err(|error| Refusal::Resources(format!("the attachments: {error}")))
}
