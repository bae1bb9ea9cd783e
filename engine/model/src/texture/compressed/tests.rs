use super::*;
use crate::texture::Texel;

/// The texel at (x, y) of a picture of one block.
fn texel(format: Format, block: &[u8], x: usize, y: usize) -> [f32; 4] {
    let compressed = format.compressed().expect("a compressed format");
    let [width, height] = compressed.block;
    let mut texels = vec![0; (width * height) as usize * format.texel_bytes()];
    compressed.decompress(block, compressed.block, &mut texels);
    let first = (y * width as usize + x) * format.texel_bytes();
    let Texel::Float(channels) = format.decode(&texels[first..]) else { panic!("{format:?} is no float") };
    channels
}

#[test]
fn the_table_has_every_compressed_format_once() {
    for format in Format::ALL {
        let is_named = ["bc", "etc2", "eac", "astc"].iter().any(|prefix| format.name().starts_with(prefix));
        let rows = FORMATS.iter().filter(|(known, ..)| known == format).count();
        assert_eq!(rows, usize::from(is_named), "{}", format.name());
    }
}

#[test]
fn blocks_of_astc_have_the_size_of_their_name() {
    for (format, _, [width, height, _], feature) in FORMATS {
        if *feature == Feature::TextureCompressionAstc {
            assert!(format.name().starts_with(&format!("astc-{width}x{height}-")), "{}", format.name());
        }
    }
}

/// Red and blue as ends, with the codes 0, 1, 2 and 3 in the first row.
const BC1: [u8; 8] = [0x00, 0xf8, 0x1f, 0x00, 0b1110_0100, 0, 0, 0];

#[test]
fn bc1_interpolates_between_two_colours() {
    let at = |x, y| texel(Format::Bc1RgbaUnorm, &BC1, x, y);
    assert_eq!(at(0, 0), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(at(1, 0), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(at(2, 0), [170.0 / 255.0, 0.0, 85.0 / 255.0, 1.0]);
    assert_eq!(at(3, 0), [85.0 / 255.0, 0.0, 170.0 / 255.0, 1.0]);
    assert_eq!(at(3, 3), [1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn bc1_with_ends_in_the_other_order_has_a_transparent_black() {
    let block = [0x1f, 0x00, 0x00, 0xf8, 0b1110_0100, 0, 0, 0];
    let [red, green, blue, alpha] = texel(Format::Bc1RgbaUnorm, &block, 2, 0);
    assert!((red - 0.5).abs() < 0.004 && (blue - 0.5).abs() < 0.004, "{red} {blue}");
    assert_eq!((green, alpha), (0.0, 1.0));
    assert_eq!(texel(Format::Bc1RgbaUnorm, &block, 3, 0), [0.0; 4]);
}

#[test]
fn bc4_keeps_more_than_8_bits() {
    // Ends 255 and 0; the codes 0, 1, 2 in the first three texels: 1, 0, and six sevenths.
    let block = [255, 0, 0b10_001_000, 0, 0, 0, 0, 0];
    assert_eq!(texel(Format::Bc4RUnorm, &block, 0, 0)[0], 1.0);
    assert_eq!(texel(Format::Bc4RUnorm, &block, 1, 0)[0], 0.0);
    assert!((texel(Format::Bc4RUnorm, &block, 2, 0)[0] - 6.0 / 7.0).abs() < 1e-6);
    let signed = [127, 129, 0b10_001_000, 0, 0, 0, 0, 0];
    assert!((texel(Format::Bc4RSnorm, &signed, 1, 0)[0] + 1.0).abs() < 1e-6);
    assert!((texel(Format::Bc4RSnorm, &signed, 2, 0)[0] - 5.0 / 7.0).abs() < 1e-6);
}

#[test]
fn eac_has_11_bits() {
    // Base 128, multiplier 1, table 0; the first texel has index 7, the one below 0: 8 * 128 + 4 + 8 * 14 and - 8 * 3.
    let block = [128, 0x10, 0b1110_0000, 0, 0, 0, 0, 0];
    assert_eq!(texel(Format::EacR11unorm, &block, 0, 0)[0], 1140.0 / 2047.0);
    assert_eq!(texel(Format::EacR11unorm, &block, 0, 1)[0], 1004.0 / 2047.0);
    assert_eq!(texel(Format::EacR11snorm, &[0x80, 0, 0, 0, 0, 0, 0, 0], 0, 0)[0], -1019.0 / 1023.0);
}

#[test]
fn a_transparent_texel_of_etc2_is_black() {
    // Red, without the bit that makes all texels opaque; the texel at x = 1 has index 2.
    let block = [0xf8, 0, 0, 0, 0, 0x10, 0, 0];
    let at = |x| texel(Format::Etc2Rgb8a1unorm, &block, x, 0);
    assert_eq!([at(0), at(1)], [[1.0, 0.0, 0.0, 1.0], [0.0; 4]]);
}

#[test]
fn a_block_of_one_colour_in_astc() {
    // A void extent without extents; red, green, blue and alpha of 16 bits follow.
    let block = [0xfc, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0xff, 0x33, 0xff, 0xff];
    for format in [Format::Astc4x4Unorm, Format::Astc12x10Unorm] {
        assert_eq!(texel(format, &block, 3, 3), [1.0, 0.0, 51.0 / 255.0, 1.0], "{format:?}");
    }
}

/// Bytes by a generator of Lehmer's, so that many are reserved encodings.
#[test]
fn no_block_is_too_bad() {
    let mut state: u64 = 1;
    let mut byte = || {
        state = state * 48271 % 0x7fff_ffff;
        (state >> 12) as u8
    };
    for (format, _, [width, height, bytes], _) in FORMATS {
        let mut texels = vec![0; (width * height) as usize * format.texel_bytes()];
        for _ in 0..200 {
            let block: Vec<u8> = (0..*bytes).map(|_| byte()).collect();
            format.compressed().expect("it is in the table").decompress(
                &block,
                [*width, *height],
                &mut texels,
            );
        }
    }
}

#[test]
fn blocks_at_the_edges_are_cut() {
    let compressed = Format::Bc1RgbaUnorm.compressed().expect("it is compressed");
    assert_eq!(compressed.blocks([5, 2]), [2, 1]);
    let mut texels = vec![9; 5 * 2 * 4];
    compressed.decompress(&[BC1, BC1].concat(), [5, 2], &mut texels);
    assert_eq!(texels[4 * 4..4 * 5], [255, 0, 0, 255], "the first texel of the second block");
    assert_eq!(texels[4 * 5..4 * 6], [255, 0, 0, 255], "the second row begins with code 0");
}
