//! Textures as PNG files.

use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, Transformations};
use std::fs::File;
use std::io::{self, BufWriter, Cursor};
use std::path::Path;
use webgpu_model::Data;
use webgpu_model::texture::{ChannelKind, Format, Swizzle, Texel, TextureDescriptor, ViewDimension};

/// The most bytes of a decoded picture: a file of a hundred bytes may claim any size.
const MOST_BYTES: usize = 1 << 29;

/// Decodes a picture to a texture of this format: 8 bits per channel become values from 0.0 to 1.0, or integers.
///
/// # Errors
/// The bytes are not those of a PNG file, or the format is compressed.
pub(super) fn decode(bytes: &[u8], format: Format, swizzle: Swizzle) -> Result<Data, String> {
    if format.compressed().is_some() {
        let name = format.name();
        return Err(format!("can't compress a picture to `{name}`: pass the texture's blocks as a file"));
    }
    let ([width, height], pixels) = read(bytes).map_err(|error| format!("not a PNG file: {error}"))?;
    let size = [width, height, 1];
    let descriptor = TextureDescriptor { swizzle, ..TextureDescriptor::new(ViewDimension::D2, format, size) };
    let size = format.texel_bytes();
    let bytes = pixels.into_iter().flat_map(|pixel| to_texel(format, pixel).into_iter().take(size));
    Ok(Data::Texture(descriptor, bytes.collect()))
}

/// Width and height in pixels, and the pixels, row by row: red, green, blue and alpha of 8 bits each.
fn read(bytes: &[u8]) -> Result<([u32; 2], Vec<[u8; 4]>), DecodingError> {
    let mut decoder = Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().filter(|size| *size <= MOST_BYTES);
    let mut samples = vec![0; size.ok_or(DecodingError::LimitsExceeded)?];
    let frame = reader.next_frame(&mut samples)?;
    samples.truncate(frame.buffer_size());
    if frame.bit_depth == BitDepth::Sixteen {
        samples =
            samples.chunks_exact(2).map(|pair| to_byte(u16::from_be_bytes([pair[0], pair[1]]))).collect();
    }
    let pixels = match frame.color_type {
        ColorType::GrayscaleAlpha => {
            samples.chunks_exact(2).map(|pair| [pair[0], pair[0], pair[0], pair[1]]).collect()
        }
        _ => samples.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect(),
    };
    Ok(([frame.width, frame.height], pixels))
}

/// The nearest value of 8 bits, where 65535 becomes 255.
fn to_byte(sample: u16) -> u8 {
    ((u32::from(sample) * 255 + 32767) / 65535) as u8
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
        return Err(io::Error::other("a multisampled texture can't be written as a picture"));
    }
    let [width, height, depth] = descriptor.level_size(0);
    let rows = u64::from(height) * u64::from(depth) * u64::from(descriptor.layers());
    let rows = u32::try_from(rows).map_err(|_| io::Error::other("too many rows for a picture"))?;
    let texels = bytes.chunks_exact(format.texel_bytes()).take(width as usize * rows as usize);
    let pixels = texels.map(|texel| to_pixel(format, texel));
    let (pixels, color): (Vec<u8>, _) = match format.channel_count() {
        1 => (pixels.map(|[shade, ..]| shade).collect(), ColorType::Grayscale),
        2 | 3 => (pixels.flat_map(|[red, green, blue, _]| [red, green, blue]).collect(), ColorType::Rgb),
        _ => (pixels.flatten().collect(), ColorType::Rgba),
    };
    let mut encoder = Encoder::new(BufWriter::new(File::create(path)?), width, rows);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    Ok(writer.finish()?)
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

    /// A PNG file of one row.
    fn file(color: ColorType, depth: BitDepth, palette: Option<&[u8]>, width: u32, row: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, 1);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if let Some(palette) = palette {
            encoder.set_palette(palette.to_vec());
        }
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(row).expect("a row");
        writer.finish().expect("an end");
        bytes
    }

    #[test]
    fn pictures_of_every_kind_have_four_channels() {
        let pixels = |file: Vec<u8>| read(&file).expect("a picture");
        let opaque = |shade: u8| [shade, shade, shade, 255];
        let grey = file(ColorType::Grayscale, BitDepth::Eight, None, 2, &[0, 200]);
        assert_eq!(pixels(grey), ([2, 1], vec![opaque(0), opaque(200)]));
        let bits = file(ColorType::Grayscale, BitDepth::One, None, 3, &[0b1010_0000]);
        assert_eq!(pixels(bits).1, [opaque(255), opaque(0), opaque(255)]);
        let deep = file(ColorType::GrayscaleAlpha, BitDepth::Sixteen, None, 1, &[0x80, 0x7f, 0xff, 0xff]);
        assert_eq!(pixels(deep).1, [opaque(128)], "32895 is 128.0 of 255");
        let colours = file(ColorType::Indexed, BitDepth::Eight, Some(&[1, 2, 3, 4, 5, 6]), 2, &[1, 0]);
        assert_eq!(pixels(colours).1, [[4, 5, 6, 255], [1, 2, 3, 255]]);
        let colour = file(ColorType::Rgb, BitDepth::Eight, None, 1, &[3, 2, 1]);
        assert_eq!(pixels(colour).1, [[3, 2, 1, 255]]);
        let all = file(ColorType::Rgba, BitDepth::Eight, None, 1, &[9, 8, 7, 6]);
        assert_eq!(pixels(all).1, [[9, 8, 7, 6]]);
    }

    #[test]
    fn a_picture_that_only_claims_its_size_is_refused() {
        let mut bytes = Vec::new();
        let mut writer = Encoder::new(&mut bytes, 1 << 20, 1 << 20).write_header().expect("a header");
        writer.write_chunk(png::chunk::IDAT, &[]).expect("a chunk");
        drop(writer);
        assert!(matches!(read(&bytes), Err(DecodingError::LimitsExceeded)), "{:?}", read(&bytes));
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
