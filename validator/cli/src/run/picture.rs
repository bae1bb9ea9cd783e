//! Textures as PNG files.

use image::{ExtendedColorType, ImageFormat};
use shader_model::Data;
use shader_model::texture::{ChannelKind, Dimension, Format, Swizzle, Texel, TextureDescriptor};
use std::io;
use std::path::Path;

/// Decodes a picture to a texture of this format: 8 bits per channel become values from 0.0 to 1.0, or integers.
///
/// # Errors
/// The bytes are not those of a PNG file, or the format is compressed.
pub(super) fn decode(bytes: &[u8], format: Format, swizzle: Swizzle) -> Result<Data, String> {
    if format.compressed().is_some() {
        let name = format.name();
        return Err(format!(
            "a picture is not compressed to `{name}`: give the blocks of the texture as a file"
        ));
    }
    let picture = image::load_from_memory_with_format(bytes, ImageFormat::Png)
        .map_err(|error| format!("not a PNG file: {error}"))?
        .into_rgba8();
    let size = [picture.width(), picture.height(), 1];
    let descriptor = TextureDescriptor { swizzle, ..TextureDescriptor::new(Dimension::D2, format, size) };
    let size = format.texel_bytes();
    let bytes = picture.pixels().flat_map(|pixel| to_texel(format, pixel.0).into_iter().take(size));
    Ok(Data::Texture(descriptor, bytes.collect()))
}

/// The stored texel for a pixel. Formats in sRGB store the bytes of the picture; for other floats 255 is 1.0.
fn to_texel(format: Format, pixel: [u8; 4]) -> [u8; 16] {
    let [red, green, blue, alpha] = pixel;
    let stored = |bytes: [u8; 4]| std::array::from_fn(|index| bytes.get(index).copied().unwrap_or(0));
    match (format, format.kind()) {
        (Format::Rgba8unormSrgb, _) => stored(pixel),
        (Format::Bgra8unormSrgb, _) => stored([blue, green, red, alpha]),
        (_, ChannelKind::Float) => {
            format.encode(Texel::Float(pixel.map(|channel| f32::from(channel) / 255.0)))
        }
        (_, ChannelKind::Uint) => format.encode(Texel::Uint(pixel.map(u32::from))),
        (_, ChannelKind::Sint) => format.encode(Texel::Sint(pixel.map(i32::from))),
    }
}

/// The pixel for a stored texel, clamped to the range of a pixel.
fn to_pixel(format: Format, texel: &[u8]) -> [u8; 4] {
    match format.decode(texel) {
        Texel::Float(channels) => channels.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8),
        Texel::Uint(channels) => channels.map(|channel| channel.min(255) as u8),
        Texel::Sint(channels) => channels.map(|channel| channel.clamp(0, 255) as u8),
    }
}

/// Writes the first mip level of a texture, with layers and slices one below the other. One channel becomes shades of grey,
/// two and three become opaque colours.
pub(super) fn write(path: &Path, descriptor: &TextureDescriptor, bytes: &[u8]) -> io::Result<()> {
    let format = descriptor.format;
    if descriptor.sample_count > 1 {
        return Err(io::Error::other("a picture can't have several samples of a texel"));
    }
    let [width, height, depth] = descriptor.level_size(0);
    let rows = u64::from(height) * u64::from(depth) * u64::from(descriptor.layers());
    let rows = u32::try_from(rows).map_err(|_| io::Error::other("too many rows for a picture"))?;
    let texels = bytes.chunks_exact(format.texel_bytes()).take(width as usize * rows as usize);
    let pixels = texels.map(|texel| to_pixel(format, texel));
    let (pixels, color): (Vec<u8>, _) = match format.channel_count() {
        1 => (pixels.map(|[shade, ..]| shade).collect(), ExtendedColorType::L8),
        2 | 3 => {
            (pixels.flat_map(|[red, green, blue, _]| [red, green, blue]).collect(), ExtendedColorType::Rgb8)
        }
        _ => (pixels.flatten().collect(), ExtendedColorType::Rgba8),
    };
    image::save_buffer_with_format(path, &pixels, width, rows, color, ImageFormat::Png)
        .map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_survive_the_round_trip() {
        let pixel = [0, 1, 128, 255];
        for format in [Format::Rgba8unorm, Format::Bgra8unorm, Format::Rgba32float, Format::Rgba8uint] {
            assert_eq!(to_pixel(format, &to_texel(format, pixel)), pixel, "{format:?}");
        }
    }

    #[test]
    fn colours_in_srgb_stay_as_they_are() {
        assert_eq!(to_texel(Format::Rgba8unormSrgb, [1, 2, 3, 4])[..4], [1, 2, 3, 4]);
        assert_eq!(to_texel(Format::Bgra8unormSrgb, [1, 2, 3, 4])[..4], [3, 2, 1, 4]);
    }

    #[test]
    fn values_beyond_those_of_a_pixel_are_clamped() {
        let texel = Format::Rgba32float.encode(Texel::Float([-1.0, 0.5, 7.0, f32::NAN]));
        assert_eq!(to_pixel(Format::Rgba32float, &texel), [0, 128, 255, 0]);
        assert_eq!(to_pixel(Format::R32sint, &Format::R32sint.encode(Texel::Sint([-5; 4]))), [0, 0, 0, 1]);
    }
}
