//! The texels of textures and attachments after an execution, and their distance from the expected ones.

use super::texel::{Channel, channels};
use super::texture::place_text;
use super::{BindingPoint, Execution, ExpectedTexture, ExpectedValue, Output, ScalarFormat};
use std::fmt;
use webgpu_model::raster::SampleCount;
use webgpu_model::texture::TextureDescriptor;
use webgpu_model::{Data, DepthStencilFormat, RenderPass};

/// The greatest distance that is shown in units in the last place.
const MOST_ULP: u64 = 9999;

/// The texels of a texture or an attachment that are compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Texels<'a> {
    /// Their origin, for people: `target 0`.
    pub what: String,
    /// The texture.
    pub texture: TextureDescriptor,
    /// The expected value of each channel of each texel.
    pub expected: &'a [ExpectedValue],
    /// Their bytes, as the executor returned them.
    pub bytes: &'a [u8],
}

/// The distance of texels from the expected ones. If several values are right, the nearest one counts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TexelDistance {
    /// The number of texels that differ in some channel.
    pub differing: usize,
    /// The number of all texels.
    pub texels: usize,
    /// The greatest difference of a channel, with its texel, for people; `None` without a difference or without texels.
    pub greatest: Option<String>,
    /// The root mean square of all differences; `None` if one of them is infinite or involves a NaN. Channels with any value
    /// allowed do not count.
    pub root_mean_square: Option<f64>,
}

/// A channel of a texel: the expected and the actual value.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    /// The channel.
    pub channel: Channel,
    /// The expected value.
    pub expected: &'a ExpectedValue,
    /// Its bits; `None` beyond the end of the bytes.
    pub got: Option<u32>,
}

impl Compared<'_> {
    /// Whether it is as expected.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.got.is_some_and(|got| self.expected.is_met(self.channel.format, got))
    }

    /// The bits of the nearest expected value.
    #[must_use]
    pub fn nearest(&self) -> u32 {
        self.expected.nearest(self.channel.format, self.got.unwrap_or(0))
    }

    /// The distance from the nearest expected value; infinite if the channel is missing.
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.got.map_or(f64::INFINITY, |got| self.channel.format.distance(self.nearest(), got))
    }

    /// The distance for people, in the unit of the format: `3 of 255 (0.0118)`.
    fn distance_text(&self) -> String {
        let (format, distance) = (self.channel.format, self.distance());
        let got = self.got.and_then(|got| format.ordered(got));
        let steps = got.zip(format.ordered(self.nearest())).map(|(got, nearest)| got.abs_diff(nearest));
        match (format, steps) {
            (ScalarFormat::Unorm(_) | ScalarFormat::Snorm(_) | ScalarFormat::Srgb, Some(steps)) => {
                format!("{steps} of {} ({distance:.4})", format.greatest())
            }
            (ScalarFormat::Signed(_) | ScalarFormat::Unsigned(_), Some(steps)) => steps.to_string(),
            (_, Some(steps @ ..=MOST_ULP)) if distance.is_finite() => {
                format!("{} ({steps} ULP)", shown(distance))
            }
            (_, Some(_)) if distance.is_finite() => shown(distance),
            (_, Some(_)) => "infinite".to_owned(),
            (_, None) => "a NaN, or none".to_owned(),
        }
    }
}

/// A number with a few digits.
fn shown(number: f64) -> String {
    if number == 0.0 || (1e-3..1e6).contains(&number) {
        format!("{number:.4}")
    } else {
        format!("{number:.3e}")
    }
}

impl<'a> Texels<'a> {
    /// All texels that are compared: those of textures, then those of the attachments of a draw.
    #[must_use]
    pub fn all(execution: &'a Execution, output: &'a Output) -> Vec<Self> {
        let textures =
            execution.expected.textures.iter().filter_map(|it| Self::of_texture(execution, it, output));
        let pass = execution.render_pass().into_iter();
        textures.chain(pass.flat_map(|pass| Self::of_pass(execution, pass, output))).collect()
    }

    fn of_texture(execution: &Execution, expected: &'a ExpectedTexture, output: &'a Output) -> Option<Self> {
        let ExpectedTexture { at, values } = expected;
        let given = execution.command.bindings().iter().find(|given| BindingPoint::of(given) == *at)?;
        let Data::Texture(texture, _) = given.data else { return None };
        let what = format!("texture at group {}, binding {}", at.group, at.binding);
        Some(Self { what, texture, expected: values, bytes: output.bytes(*at) })
    }

    fn of_pass(
        execution: &'a Execution,
        pass: &'a RenderPass,
        output: &'a Output,
    ) -> impl Iterator<Item = Self> {
        let attachment = |format| pass.attachment(format, SampleCount::One);
        let targets = pass.targets.iter().zip(&execution.expected.targets).enumerate();
        let targets = targets.filter_map(move |(location, (target, expected))| {
            let bytes = output.targets.get(location).map_or(&[][..], Vec::as_slice);
            let (texture, expected) = (attachment(target.as_ref()?.format), expected.as_deref()?);
            Some(Self { what: format!("target {location}"), texture, expected, bytes })
        });
        let format = pass.depth_stencil.as_ref().map(|it| it.format);
        let depth = format.and_then(DepthStencilFormat::depth).zip(execution.expected.depth.as_deref());
        let depth = depth.map(|it| ("depth", it, &output.depth));
        let stencil = format.and_then(DepthStencilFormat::stencil).zip(execution.expected.stencil.as_deref());
        let stencil = stencil.map(|it| ("stencil", it, &output.stencil));
        targets.chain(depth.into_iter().chain(stencil).map(move |(what, (format, expected), bytes)| {
            let bytes = bytes.as_deref().unwrap_or_default();
            Self { what: what.to_owned(), texture: attachment(format), expected, bytes }
        }))
    }

    /// The channels of a texel.
    #[must_use]
    pub fn channels(&self) -> Vec<Channel> {
        channels(self.texture.format)
    }

    /// The values of these channels in a texel, by its index in the order of the bytes.
    #[must_use]
    pub fn compared(&self, channels: &[Channel], texel: usize) -> Vec<Compared<'_>> {
        let found = self.bytes.chunks_exact(self.texture.format.texel_bytes()).nth(texel);
        let expected = self.expected.chunks(channels.len().max(1)).nth(texel).unwrap_or_default();
        let compared = channels.iter().zip(expected).map(|(channel, expected)| Compared {
            channel: *channel,
            expected,
            got: found.map(|found| channel.read(found)),
        });
        compared.collect()
    }

    /// The number of texels with an expectation.
    #[must_use]
    pub fn count(&self) -> usize {
        self.expected.len().div_ceil(self.channels().len().max(1))
    }

    /// The distance from the expected texels.
    #[must_use]
    pub fn distance(&self) -> TexelDistance {
        let channels = self.channels();
        let mut distance = TexelDistance { texels: self.count(), ..TexelDistance::default() };
        let mut greatest = 0.0;
        let (mut squares, mut count) = (0.0, 0_usize);
        for texel in 0..distance.texels {
            let compared = self.compared(&channels, texel);
            distance.differing += usize::from(!compared.iter().all(Compared::is_met));
            for one in compared.iter().filter(|one| *one.expected != ExpectedValue::Any) {
                let away = one.distance();
                squares += away * away;
                count += 1;
                if away > greatest && one.got.is_some() {
                    greatest = away;
                    let place = place_text(&self.texture, texel);
                    let text = one.distance_text();
                    distance.greatest = Some(format!("{text} in {place}, channel {}", one.channel.name));
                }
            }
        }
        let mean = squares / count.max(1) as f64;
        distance.root_mean_square = mean.is_finite().then(|| mean.sqrt());
        distance
    }
}

impl fmt::Display for TexelDistance {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { differing, texels, greatest, root_mean_square } = self;
        let verb = if *differing == 1 { "differs" } else { "differ" };
        write!(formatter, "{differing} of {texels} texels {verb}")?;
        if let Some(greatest) = greatest {
            write!(formatter, ", at most by {greatest}")?;
        }
        match root_mean_square {
            Some(root) => write!(formatter, "; root mean square {}", shown(*root)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::texture::{Format, ViewDimension};

    fn texels<'a>(format: &str, expected: &'a [ExpectedValue], bytes: &'a [u8]) -> Texels<'a> {
        let format = Format::from_name(format).expect("a format");
        let (dimension, size) = (ViewDimension::D2, [2, 1, 1]);
        let texture = TextureDescriptor::new(dimension, format, size);
        Texels { what: "target 0".to_owned(), texture, expected, bytes }
    }

    fn numbers<const COUNT: usize>(bits: [u32; COUNT]) -> [ExpectedValue; COUNT] {
        bits.map(ExpectedValue::Number)
    }

    #[test]
    fn differences_are_told_in_steps_of_the_format() {
        let expected = numbers([0, 255, 51, 0]);
        let distance = |bytes: &[u8]| texels("rg8unorm", &expected, bytes).distance().to_string();
        assert_eq!(distance(&[0, 255, 51, 0]), "0 of 2 texels differ; root mean square 0.0000");
        assert_eq!(
            distance(&[0, 255, 54, 2]),
            "1 of 2 texels differs, at most by 3 of 255 (0.0118) in texel (1, 0), channel r; \
             root mean square 0.0071"
        );
        let expected = numbers([7, 9]);
        let distance = texels("r8uint", &expected, &[4, 9]).distance();
        assert_eq!(distance.greatest.as_deref(), Some("3 in texel (0, 0), channel r"));
        assert_eq!(distance.root_mean_square, Some(4.5_f64.sqrt()));
    }

    #[test]
    fn floats_are_told_by_value_and_what_is_allowed_does_not_count() {
        let one = 1.0_f32.to_bits();
        let expected = [ExpectedValue::Any, ExpectedValue::Ulp { distance: 3, of: one }];
        let held = |second: f32| [9.0_f32, second].map(f32::to_le_bytes).concat();
        let above = |ulp: u32| f32::from_bits(one + ulp);
        let distance = |second: f32| texels("r32float", &expected, &held(second)).distance();
        assert_eq!((distance(above(3)).differing, distance(above(3)).root_mean_square), (0, Some(0.0)));
        let greatest = distance(above(4)).greatest;
        assert_eq!(greatest.as_deref(), Some("1.192e-7 (1 ULP) in texel (1, 0), channel r"));
        assert_eq!(
            distance(f32::NAN).to_string(),
            "1 of 2 texels differs, at most by a NaN, or none in texel (1, 0), channel r"
        );
    }

    #[test]
    fn what_is_not_there_differs() {
        let expected = numbers([0, 255, 51, 0]);
        let distance = texels("rg8unorm", &expected, &[0, 255]).distance();
        assert_eq!((distance.differing, distance.greatest, distance.root_mean_square), (1, None, None));
    }
}
