//! The attachments of a draw.

use crate::raster::{Attachment, resolve};
use crate::resources::Refusal;
use crate::texture::Texture;
use shader_model::raster::SampleCount;
use shader_model::texture::{ChannelKind, Format, Texel};
use shader_model::{Draw, Target};

/// The attachments, as textures.
#[derive(Debug)]
pub(super) struct Targets {
    pub(super) colors: Vec<Option<Texture>>,
    pub(super) depth: Option<Texture>,
}

impl Targets {
    /// Cleared attachments.
    ///
    /// # Errors
    /// There is no such attachment.
    pub(super) fn new(draw: &Draw) -> Result<Self, Refusal> {
        let color = |(location, target): (usize, &Option<Target>)| {
            target.as_ref().map(|target| color(draw, location, target)).transpose()
        };
        let colors = draw.targets.iter().enumerate().map(color).collect::<Result<_, _>>()?;
        let depth = draw.depth.map(|depth| {
            if !depth.format.is_depth() {
                return Err(Refusal::Resources(format!("`{}` holds no depths", depth.format.name())));
            }
            cleared(draw, depth.format, Texel::Float([depth.cleared_to, 0.0, 0.0, 1.0]))
        });
        Ok(Self { colors, depth: depth.transpose()? })
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

    /// Replaces multisampled colours by their averages.
    ///
    /// # Errors
    /// There is no such texture.
    pub(super) fn resolve(&mut self, draw: &Draw) -> Result<(), Refusal> {
        if draw.sample_count == SampleCount::One {
            return Ok(());
        }
        for color in self.colors.iter_mut().flatten() {
            let single = texture(draw, color.format(), SampleCount::One)?;
            resolve(&attachment(color), &attachment(&single));
            *color = single;
        }
        Ok(())
    }
}

fn attachment(texture: &Texture) -> Attachment<'_> {
    Attachment { texture, level: 0, layer: 0 }
}

fn color(draw: &Draw, location: usize, target: &Target) -> Result<Texture, Refusal> {
    let (format, kind) = (target.format, target.format.kind());
    if format.is_depth() || format == Format::Stencil8 {
        return Err(Refusal::Resources(format!("target {location}: `{}` holds no colours", format.name())));
    }
    if draw.resolves && draw.sample_count != SampleCount::One && kind != ChannelKind::Float {
        return Err(Refusal::Resources(format!("target {location}: `{}` can't be resolved", format.name())));
    }
    let clear = match kind {
        ChannelKind::Float => Texel::Float(target.cleared_to.map(|channel| channel as f32)),
        ChannelKind::Sint => Texel::Sint(target.cleared_to.map(|channel| channel as i32)),
        ChannelKind::Uint => Texel::Uint(target.cleared_to.map(|channel| channel as u32)),
    };
    cleared(draw, format, clear)
}

fn texture(draw: &Draw, format: Format, sample_count: SampleCount) -> Result<Texture, Refusal> {
    Texture::zeroed(draw.attachment(format, sample_count))
        .map_err(|error| Refusal::Resources(format!("the attachments: {error}")))
}

fn cleared(draw: &Draw, format: Format, clear: Texel) -> Result<Texture, Refusal> {
    let texture = texture(draw, format, draw.sample_count)?;
    let [width, height] = draw.size;
    for pixel in (0..height).flat_map(|y| (0..width).map(move |x| [x, y])) {
        attachment(&texture).store(pixel, draw.sample_count.full_mask(), clear);
    }
    Ok(texture)
}
