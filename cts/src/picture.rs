//! Pictures of texels with unexpected values: the expected texels, the actual ones, and the difference.

use image::{ImageError, ImageFormat, Rgb, RgbImage};
use std::io::Cursor;
use wgsl_cts_cases::execution::texel::Channel;
use wgsl_cts_cases::execution::texels::{Compared, Texels};
use wgsl_cts_cases::execution::texture::level_extent;
use wgsl_cts_cases::execution::{ExpectedValue, ScalarFormat};

/// The greatest width and height of a picture. Larger ones are cut to the part around the first difference.
const MOST_TEXELS: u32 = 256;
/// The number of pictured parts of a texture: levels, layers, samples.
const MOST_PICTURES: usize = 4;
/// The brightness of the least difference, so that it is visible beside black.
const LEAST_BRIGHTNESS: f64 = 96.0;

/// Three pictures of one part of a texture or attachment, with a pixel for each texel.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pictures {
    /// The part in words: `layer 1 of level 0`. Empty if there is only one.
    pub part: String,
    /// The meaning of black and white in words: `red from 0 to 1`.
    pub shows: String,
    /// The texel in the upper left corner.
    pub origin: [u32; 2],
    /// Width and height.
    pub size: [u32; 2],
    /// The expected texels as PNG: the actual value if it is allowed, otherwise the nearest allowed one.
    pub expected: Vec<u8>,
    /// The actual texels as PNG.
    pub got: Vec<u8>,
    /// Their distance from the allowed values as PNG: black for none, white for the greatest.
    pub difference: Vec<u8>,
}

/// A layer of a level, and a sample of its texels.
#[derive(Debug, Clone, Copy)]
struct Part {
    level: u32,
    layer: u32,
    sample: u32,
    size: [u32; 2],
    /// The index of its first texel.
    first: usize,
}

/// The pictures of all parts that differ, at most four. Alpha has separate pictures.
///
/// # Errors
/// If a picture can't be written as PNG, which does not happen.
pub(crate) fn pictures(texels: &Texels) -> Result<Vec<Pictures>, ImageError> {
    let channels = texels.channels();
    let (alpha, colours): (Vec<Channel>, Vec<Channel>) =
        channels.iter().partition(|channel| channel.name == 'a' && channels.len() > 1);
    let mut found = Vec::new();
    for part in parts(texels) {
        for shown in [&colours, &alpha] {
            let canvas = Canvas { texels, channels: &channels, shown, part };
            if let (true, Some(first)) = (found.len() < MOST_PICTURES, canvas.first_difference()) {
                found.push(canvas.paint(first)?);
            }
        }
    }
    Ok(found)
}

/// The parts of a texture, in the order of its bytes.
fn parts(texels: &Texels) -> Vec<Part> {
    let texture = &texels.texture;
    let mut parts = Vec::new();
    let mut first = 0;
    for level in 0..texture.mip_level_count {
        let [width, height, layers] = level_extent(texture, level);
        for layer in 0..layers {
            for sample in 0..texture.sample_count {
                let size = [width, height];
                parts.push(Part { level, layer, sample, size, first: first + sample as usize });
            }
            first += width as usize * height as usize * texture.sample_count as usize;
        }
    }
    parts
}

/// The contents of a picture: some channels of a part.
struct Canvas<'a> {
    texels: &'a Texels<'a>,
    channels: &'a [Channel],
    shown: &'a [Channel],
    part: Part,
}

impl Canvas<'_> {
    /// The shown channels of a texel.
    fn texel(&self, x: u32, y: u32) -> Vec<Compared<'_>> {
        let [width, _] = self.part.size;
        let index = y as usize * width as usize + x as usize;
        let index = self.part.first + index * self.texels.texture.sample_count as usize;
        let mut compared = self.texels.compared(self.channels, index);
        compared.retain(|one| self.shown.contains(&one.channel));
        compared
    }

    /// The first texel with a difference in a shown channel.
    fn first_difference(&self) -> Option<[u32; 2]> {
        let [width, height] = self.part.size;
        let mut all = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
        all.find(|[x, y]| self.texel(*x, *y).iter().any(|one| !one.is_met()))
    }

    fn paint(&self, first: [u32; 2]) -> Result<Pictures, ImageError> {
        let size = self.part.size.map(|length| length.min(MOST_TEXELS));
        let origin = [0, 1].map(|axis| {
            let latest = self.part.size[axis] - size[axis];
            first[axis].saturating_sub(MOST_TEXELS / 2).min(latest)
        });
        let texels: Vec<Vec<Compared>> = (origin[1]..origin[1] + size[1])
            .flat_map(|y| (origin[0]..origin[0] + size[0]).map(move |x| self.texel(x, y)))
            .collect();
        let range = range(&texels);
        let greatest = texels.iter().flatten().map(Compared::distance).filter(|it| it.is_finite());
        let greatest = greatest.fold(0.0, f64::max);
        let draw = |of: &dyn Fn(&Compared) -> u8| {
            let pixel = |texel: &Vec<Compared>| colour(&texel.iter().map(of).collect::<Vec<u8>>());
            png(size, texels.iter().map(pixel))
        };
        Ok(Pictures {
            part: self.part_text(),
            shows: self.range_text(range),
            origin,
            size,
            expected: draw(&|one| brightness(one.channel.format, Some(one.nearest()), range))?,
            got: draw(&|one| brightness(one.channel.format, one.got, range))?,
            difference: draw(&|one| difference_brightness(one, greatest))?,
        })
    }

    fn part_text(&self) -> String {
        let Part { level, layer, sample, .. } = self.part;
        let texture = &self.texels.texture;
        let mut parts = Vec::new();
        if level_extent(texture, level)[2] > 1 {
            parts.push(format!("layer {layer}"));
        }
        if texture.mip_level_count > 1 {
            parts.push(format!("level {level}"));
        }
        if texture.sample_count > 1 {
            parts.push(format!("sample {sample}"));
        }
        parts.join(", ")
    }

    fn range_text(&self, [least, greatest]: [f64; 2]) -> String {
        let name = |channel: &Channel| match channel.name {
            'r' => "red",
            'g' => "green",
            'b' => "blue",
            'a' => "alpha",
            's' => "stencil",
            _ => "depth",
        };
        let names: Vec<&str> = self.shown.iter().map(name).collect();
        format!("{} from {least} to {greatest}", names.join(", "))
    }
}

/// The numbers for black and white: those of the format, or else the least and the greatest number.
fn range(texels: &[Vec<Compared>]) -> [f64; 2] {
    let all = || texels.iter().flatten();
    match all().next().map(|one| one.channel.format) {
        Some(ScalarFormat::Unorm(_) | ScalarFormat::Srgb) => return [0.0, 1.0],
        Some(ScalarFormat::Snorm(_)) => return [-1.0, 1.0],
        Some(
            ScalarFormat::Signed(_)
            | ScalarFormat::Unsigned(_)
            | ScalarFormat::F32
            | ScalarFormat::F16
            | ScalarFormat::UnsignedFloat(_),
        )
        | None => {}
    }
    let numbers = all().flat_map(|one| {
        let bits = [Some(one.nearest()), one.got];
        bits.into_iter().flatten().map(|bits| one.channel.format.decode(bits))
    });
    let finite = numbers.filter(|number| number.is_finite());
    finite.fold([0.0, 1.0], |[least, greatest], number| [f64::min(least, number), f64::max(greatest, number)])
}

fn brightness(format: ScalarFormat, bits: Option<u32>, [least, greatest]: [f64; 2]) -> u8 {
    let number = bits.map_or(0.0, |bits| format.decode(bits));
    // A NaN becomes black, too.
    ((number - least) / (greatest - least) * 255.0).round().clamp(0.0, 255.0) as u8
}

fn difference_brightness(one: &Compared, greatest: f64) -> u8 {
    let distance = one.distance();
    match one.is_met() || *one.expected == ExpectedValue::Any && one.got.is_some() {
        true => 0,
        false if !distance.is_finite() || greatest == 0.0 => 255,
        false => (LEAST_BRIGHTNESS + (255.0 - LEAST_BRIGHTNESS) * distance / greatest).round() as u8,
    }
}

/// One channel is grey, two are red and green.
fn colour(channels: &[u8]) -> Rgb<u8> {
    match *channels {
        [red, green, blue, ..] => Rgb([red, green, blue]),
        [red, green] => Rgb([red, green, 0]),
        [grey] => Rgb([grey; 3]),
        [] => Rgb([0; 3]),
    }
}

fn png([width, height]: [u32; 2], pixels: impl Iterator<Item = Rgb<u8>>) -> Result<Vec<u8>, ImageError> {
    let mut picture = RgbImage::new(width, height);
    for (to, pixel) in picture.pixels_mut().zip(pixels) {
        *to = pixel;
    }
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};

    /// The pixels of a picture, row by row.
    fn pixels(png: &[u8]) -> Vec<[u8; 3]> {
        let picture = image::load_from_memory_with_format(png, ImageFormat::Png).expect("it is a picture");
        picture.to_rgb8().pixels().map(|pixel| pixel.0).collect()
    }

    fn texels<'a>(
        format: &str,
        size: [u32; 3],
        expected: &'a [ExpectedValue],
        bytes: &'a [u8],
    ) -> Texels<'a> {
        let format = Format::from_name(format).expect("a format");
        let dimension = if size[2] > 1 { ViewDimension::D2Array } else { ViewDimension::D2 };
        let texture = TextureDescriptor::new(dimension, format, size);
        Texels { what: "target 0".to_owned(), texture, expected, bytes }
    }

    #[test]
    fn three_pictures_show_one_texel() {
        let expected = [10, 20, 30, 255, 40, 50, 60, 255].map(ExpectedValue::Number);
        let held = [10, 20, 30, 255, 40, 51, 70, 255];
        let found = pictures(&texels("rgba8unorm", [2, 1, 1], &expected, &held)).expect("pictures");
        let [one] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((one.part.as_str(), one.shows.as_str()), ("", "red, green, blue from 0 to 1"));
        assert_eq!((one.origin, one.size), ([0, 0], [2, 1]));
        assert_eq!(pixels(&one.expected), [[10, 20, 30], [40, 50, 60]]);
        assert_eq!(pixels(&one.got), [[10, 20, 30], [40, 51, 70]]);
        assert_eq!(pixels(&one.difference), [[0, 0, 0], [0, 112, 255]]);
        assert_eq!(pictures(&texels("rgba8unorm", [2, 1, 1], &[], &held)).expect("pictures"), []);
    }

    #[test]
    fn what_is_allowed_is_drawn_as_it_is_and_alpha_alone() {
        let near = ExpectedValue::Absolute { tolerance: 0.02, of: 100 };
        let expected = [ExpectedValue::Any, near.clone(), ExpectedValue::Any, ExpectedValue::Number(255)];
        let held = [7, 103, 9, 254];
        let found = pictures(&texels("rgba8unorm", [1, 1, 1], &expected, &held)).expect("pictures");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].shows, "alpha from 0 to 1");
        assert_eq!([&found[0].expected, &found[0].got].map(|png| pixels(png)[0][0]), [255, 254]);
        let held = [7, 120, 9, 255];
        let found = pictures(&texels("rgba8unorm", [1, 1, 1], &expected, &held)).expect("pictures");
        assert_eq!(pixels(&found[0].expected), [[7, 105, 9]]);
    }

    #[test]
    fn parts_that_are_right_are_left_out_and_large_ones_cut() {
        let mut held = vec![0; 300 * 2 * 3];
        let expected = vec![ExpectedValue::Number(0); held.len()];
        held[300 * 2 * 2 + 290] = 9;
        let found = pictures(&texels("r8uint", [300, 2, 3], &expected, &held)).expect("pictures");
        let [one] = found.as_slice() else { panic!("{}", found.len()) };
        assert_eq!((one.part.as_str(), one.shows.as_str()), ("layer 2", "red from 0 to 9"));
        assert_eq!((one.origin, one.size), ([44, 0], [256, 2]));
        assert_eq!(pixels(&one.got)[290 - 44], [255; 3]);
        held.fill(1);
        let found = pictures(&texels("r8uint", [20, 10, 9], &expected, &held)).expect("pictures");
        assert_eq!(found.len(), MOST_PICTURES);
    }

    #[test]
    fn a_nan_is_white_in_the_difference() {
        let one = ExpectedValue::Number(1.0_f32.to_bits());
        let held = [f32::NAN.to_le_bytes(), 3.0_f32.to_le_bytes()].concat();
        let expected = [one.clone(), one];
        let found = pictures(&texels("r32float", [2, 1, 1], &expected, &held)).expect("pictures");
        assert_eq!(found[0].shows, "red from 0 to 3");
        assert_eq!(pixels(&found[0].difference), [[255; 3]; 2]);
        assert_eq!(pixels(&found[0].expected), [[85; 3]; 2]);
    }
}
