//! Sampling against numbers computed by hand.

use super::{
    Level, SampleRequest, Texture, gather, gather_compare, sample, sample_base_clamp_to_edge, sample_compare,
};
use webgpu_model::texture::{
    AddressMode, CompareFunction, FilterMode, Format, Sampler, Texel, TextureDescriptor, ViewDimension,
};

fn texture(dimension: ViewDimension, format: Format, size: [u32; 3], levels: u32, texels: &[f32]) -> Texture {
    let descriptor =
        TextureDescriptor { mip_level_count: levels, ..TextureDescriptor::new(dimension, format, size) };
    let bytes: Vec<u8> = texels
        .iter()
        .flat_map(|texel| {
            let channels = Texel::Float([*texel; 4]);
            format.encode(channels)[..format.texel_bytes()].to_vec()
        })
        .collect();
    Texture::from_bytes(descriptor, &bytes).expect("a good texture")
}

/// Two rows: 1, 2, 3 and 5, 6, 7.
fn small() -> Texture {
    texture(ViewDimension::D2, Format::R32float, [3, 2, 1], 1, &[1.0, 2.0, 3.0, 5.0, 6.0, 7.0])
}

fn sampler(filter: FilterMode, mode: AddressMode) -> Sampler {
    Sampler { address_modes: [mode; 3], mag_filter: filter, min_filter: filter, ..Sampler::default() }
}

fn at(coordinates: [f32; 3]) -> SampleRequest {
    SampleRequest { coordinates, level: Level::Explicit(0.0), ..SampleRequest::default() }
}

#[track_caller]
fn near(actual: f32, expected: f32) {
    assert!((actual - expected).abs() < 1e-6, "{actual} instead of {expected}");
}

/// The red channel at these places along u.
fn along_u<const N: usize>(texture: &Texture, sampler: &Sampler, places: [f32; N]) -> [f32; N] {
    places.map(|u| sample(texture, sampler, &at([u, 0.25, 0.5]))[0])
}

const MODES: [AddressMode; 3] = [AddressMode::ClampToEdge, AddressMode::Repeat, AddressMode::MirrorRepeat];

#[test]
fn nearest_picks_the_texel_of_each_address_mode() {
    let line = texture(ViewDimension::D1, Format::R32float, [4, 1, 1], 1, &[1.0, 2.0, 3.0, 4.0]);
    let places = [-0.3, -0.1, 0.0, 0.24, 0.25, 0.99, 1.0, 1.3, 2.1];
    let expected = [
        [1.0, 1.0, 1.0, 1.0, 2.0, 4.0, 4.0, 4.0, 4.0],
        [3.0, 4.0, 1.0, 1.0, 2.0, 4.0, 1.0, 2.0, 1.0],
        [2.0, 1.0, 1.0, 1.0, 2.0, 4.0, 4.0, 3.0, 1.0],
    ];
    for (mode, expected) in MODES.into_iter().zip(expected) {
        let sampler = sampler(FilterMode::Nearest, mode);
        assert_eq!(along_u(&line, &sampler, places), expected, "{mode:?}");
    }
}

#[test]
fn linear_blends_neighbours_in_each_address_mode() {
    let line = texture(ViewDimension::D1, Format::R32float, [4, 1, 1], 1, &[1.0, 2.0, 3.0, 4.0]);
    // Texel centres at 1/8, 3/8, …; the first and last place lie beyond the outer centres by an eighth and a quarter.
    let places = [0.0, 0.125, 0.25, 0.3125, 0.9375];
    let expected = [[1.0, 1.0, 1.5, 1.75, 4.0], [2.5, 1.0, 1.5, 1.75, 3.25], [1.0, 1.0, 1.5, 1.75, 4.0]];
    for (mode, expected) in MODES.into_iter().zip(expected) {
        assert_eq!(along_u(&line, &sampler(FilterMode::Linear, mode), places), expected, "{mode:?}");
    }
    // Only a whole texel further out mirroring differs from clamping: between texel 1, doubled, and texel 2.
    assert_eq!(along_u(&line, &sampler(FilterMode::Linear, AddressMode::MirrorRepeat), [-0.25]), [1.5]);
}

#[test]
fn linear_blends_four_texels_of_a_plane() {
    let sampler = sampler(FilterMode::Linear, AddressMode::ClampToEdge);
    // Half way between the columns 1 and 2, and between the rows.
    near(sample(&small(), &sampler, &at([1.0 / 3.0, 0.5, 0.0]))[0], 3.5);
    // A quarter of the way from row 0 to row 1, on the centre of column 1.
    near(sample(&small(), &sampler, &at([0.5, 0.375, 0.0]))[0], 3.0);
    assert_eq!(sample(&small(), &sampler, &at([0.5, 0.25, 0.0])), [2.0, 0.0, 0.0, 1.0]);
}

#[test]
fn linear_blends_eight_texels_of_a_volume() {
    let texels = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    let volume = texture(ViewDimension::D3, Format::R32float, [2, 2, 2], 1, &texels);
    let linear = sampler(FilterMode::Linear, AddressMode::ClampToEdge);
    assert_eq!(sample(&volume, &linear, &at([0.5; 3]))[0], 3.5);
    // Weights of the second neighbour: 1/4 along u, 1/2 along v, 3/4 along w: 0.25 + 2 * 0.5 + 4 * 0.75.
    assert_eq!(sample(&volume, &linear, &at([0.375, 0.5, 0.625]))[0], 4.25);
    let nearest = sampler(FilterMode::Nearest, AddressMode::Repeat);
    assert_eq!(sample(&volume, &nearest, &at([0.75, 0.25, 1.75]))[0], 5.0);
}

#[test]
fn address_modes_differ_by_axis() {
    let mut sampler = sampler(FilterMode::Nearest, AddressMode::ClampToEdge);
    sampler.address_modes = [AddressMode::Repeat, AddressMode::ClampToEdge, AddressMode::ClampToEdge];
    assert_eq!(sample(&small(), &sampler, &at([1.1, 1.1, 0.0]))[0], 5.0);
}

#[test]
fn offsets_count_texels_before_wrapping() {
    let request = |offset| SampleRequest { offset, ..at([0.5, 0.25, 0.0]) };
    let nearest = sampler(FilterMode::Nearest, AddressMode::Repeat);
    assert_eq!(sample(&small(), &nearest, &request([1, 0, 0]))[0], 3.0);
    assert_eq!(sample(&small(), &nearest, &request([-8, 7, 0]))[0], 7.0);
    let clamped = sampler(FilterMode::Linear, AddressMode::ClampToEdge);
    assert_eq!(sample(&small(), &clamped, &request([7, -8, 0]))[0], 3.0);
}

#[test]
fn the_array_index_is_clamped() {
    let array = texture(ViewDimension::D2Array, Format::R32float, [1, 1, 3], 1, &[1.0, 2.0, 3.0]);
    let layer = |array_index| {
        sample(&array, &Sampler::default(), &SampleRequest { array_index, ..at([0.5, 0.5, 0.0]) })[0]
    };
    assert_eq!([-5, 0, 1, 2, 3, i64::from(u32::MAX)].map(layer), [1.0, 1.0, 2.0, 3.0, 3.0, 3.0]);
}

#[test]
fn srgb_is_blended_linearly() {
    let texture = texture(ViewDimension::D1, Format::Rgba8unormSrgb, [2, 1, 1], 1, &[0.0, 1.0]);
    let blended =
        sample(&texture, &sampler(FilterMode::Linear, AddressMode::ClampToEdge), &at([0.5, 0.0, 0.0]));
    assert_eq!(blended, [0.5; 4]);
}

/// Levels of 4, 2 and 1 texels: 1, 10 and 100 all over.
fn levels() -> Texture {
    texture(ViewDimension::D1, Format::R32float, [4, 1, 1], 3, &[1.0, 1.0, 1.0, 1.0, 10.0, 10.0, 100.0])
}

fn at_level(sampler: &Sampler, level: f32) -> f32 {
    let request =
        SampleRequest { coordinates: [0.5; 3], level: Level::Explicit(level), ..SampleRequest::default() };
    sample(&levels(), sampler, &request)[0]
}

#[test]
fn explicit_levels_are_rounded_or_blended() {
    let mut sampler = Sampler::default();
    let places = [-1.0, 0.5, 0.51, 1.5, 1.75, 9.0];
    assert_eq!(places.map(|level| at_level(&sampler, level)), [1.0, 1.0, 10.0, 10.0, 100.0, 100.0]);
    sampler.mipmap_filter = FilterMode::Linear;
    assert_eq!(places.map(|level| at_level(&sampler, level))[3..], [55.0, 77.5, 100.0]);
    assert_eq!(
        [-1.0, 0.0, 0.5, 1.0, f32::NAN].map(|level| at_level(&sampler, level)),
        [1.0, 1.0, 5.5, 10.0, 1.0]
    );
}

#[test]
fn the_sampler_clamps_the_level_of_detail() {
    let sampler = Sampler { lod_min_clamp: 0.75, lod_max_clamp: 1.25, ..Sampler::default() };
    assert_eq!([0.0, 9.0].map(|level| at_level(&sampler, level)), [10.0, 10.0]);
    let request = SampleRequest { coordinates: [0.5; 3], ..SampleRequest::default() };
    assert_eq!(sample(&levels(), &sampler, &request)[0], 1.0, "the base level is not clamped");
}

#[test]
fn the_level_of_detail_decides_between_magnification_and_minification() {
    let texture = texture(ViewDimension::D1, Format::R32float, [2, 1, 1], 1, &[0.0, 1.0]);
    let sampler = Sampler { mag_filter: FilterMode::Linear, ..Sampler::default() };
    let red = |level| {
        let request = SampleRequest { level: Level::Explicit(level), ..at([0.5, 0.0, 0.0]) };
        sample(&texture, &sampler, &request)[0]
    };
    assert_eq!([0.0, 0.001].map(red), [0.5, 1.0]);
}

#[test]
fn gradients_give_the_level_of_detail() {
    let sampler = Sampler { mipmap_filter: FilterMode::Linear, ..Sampler::default() };
    let red = |along: f32, down: f32, bias: f32| {
        let level = Level::Gradients { ddx: [along, 9.0, 9.0], ddy: [down, 9.0, 9.0], bias };
        let request = SampleRequest { coordinates: [0.5; 3], level, ..SampleRequest::default() };
        sample(&levels(), &sampler, &request)[0]
    };
    // One texel a pixel is level 0, two are level 1; the greater of the two directions counts, and only u of a 1d texture.
    assert_eq!([0.0, 0.25, 0.5, 1.0].map(|along| red(along, 0.0, 0.0)), [1.0, 1.0, 10.0, 100.0]);
    assert_eq!(red(0.125, -0.5, 0.0), 10.0);
    assert_eq!([-1.0, 0.5, 99.0].map(|bias| red(0.5, 0.0, bias)), [1.0, 55.0, 100.0]);
    // The bias is clamped to 15.99, which 2^-18 texels a pixel bring back to level 0.
    assert_eq!(red(2f32.powi(-20), 0.0, 99.0), 1.0);
    // And to -16, which leaves level 2 of 2^18 texels a pixel.
    assert_eq!(red(2f32.powi(16), 0.0, -99.0), 100.0);
}

#[test]
fn gradients_measure_the_length_of_a_step() {
    let mut texels = vec![0.0; 16 * 8];
    texels.extend(vec![1.0; 8 * 4]);
    let texture = texture(ViewDimension::D2, Format::R32float, [16, 8, 1], 2, &texels);
    let sampler = Sampler { mipmap_filter: FilterMode::Linear, ..Sampler::default() };
    let level = Level::Gradients { ddx: [0.0; 3], ddy: [1.2 / 16.0, 1.6 / 8.0, 0.0], bias: -0.5 };
    let request = SampleRequest { level, ..at([0.5, 0.5, 0.0]) };
    // 1.2 texels along u and 1.6 along v are a step of 2 texels: level 1, less one half.
    near(sample(&texture, &sampler, &request)[0], 0.5);
}

#[test]
fn cubes_take_derivatives_on_the_face() {
    let mut texels = vec![0.0; 6 * 16];
    texels.extend(vec![1.0; 6 * 4]);
    texels.extend(vec![2.0; 6]);
    let texture = texture(ViewDimension::Cube, Format::R32float, [4, 4, 6], 3, &texels);
    let sampler = Sampler { mipmap_filter: FilterMode::Linear, ..Sampler::default() };
    let red = |ddx: [f32; 3]| {
        let level = Level::Gradients { ddx, ddy: [0.0; 3], bias: 0.0 };
        sample(&texture, &sampler, &SampleRequest { level, ..at([2.0, 0.0, 0.0]) })[0]
    };
    // At distance 2 a face of 4 texels spans 4: a step of 2 in y passes 2 texels, one along the direction none.
    assert_eq!([[0.0, 2.0, 0.0], [0.0, 0.0, -4.0], [3.0, 0.0, 0.0]].map(red), [1.0, 2.0, 0.0]);
}

#[test]
fn the_base_level_is_sampled_without_wrapping() {
    let plane = small();
    let sampler = sampler(FilterMode::Linear, AddressMode::Repeat);
    let red = |u, v| sample_base_clamp_to_edge(&plane, &sampler, [u, v])[0];
    assert_eq!([red(-3.0, -0.1), red(1.0, 1.0), red(0.5, 0.25)], [1.0, 7.0, 2.0]);
    near(red(1.0 / 3.0, 0.5), 3.5);
}

/// A depth texture of two by two texels.
fn depths(format: Format) -> Texture {
    texture(ViewDimension::D2, format, [2, 2, 1], 1, &[0.0, 0.2, 0.6, 1.0])
}

#[test]
fn comparing_comes_before_filtering() {
    let mut sampler = sampler(FilterMode::Linear, AddressMode::ClampToEdge);
    sampler.compare = Some(CompareFunction::Less);
    let texture = depths(Format::Depth32float);
    let request = at([0.5, 0.625, 0.0]);
    // Weights 1/8 for the upper and 3/8 for the lower texels; the reference is less than the lower ones.
    assert_eq!(sample_compare(&texture, &sampler, &request, 0.4), 0.75);
    sampler.compare = Some(CompareFunction::GreaterEqual);
    assert_eq!(sample_compare(&texture, &sampler, &request, 0.2), 0.25);
    sampler.mag_filter = FilterMode::Nearest;
    assert_eq!(sample_compare(&texture, &sampler, &request, 0.2), 0.0);
    sampler.compare = None;
    assert_eq!(sample_compare(&texture, &sampler, &request, 0.2), 0.0);
}

#[test]
fn the_reference_is_clamped_against_fixed_point_only() {
    let sampler = Sampler { compare: Some(CompareFunction::LessEqual), ..Sampler::default() };
    let request = at([0.75, 0.75, 0.0]);
    assert_eq!(sample_compare(&depths(Format::Depth16unorm), &sampler, &request, 1.5), 1.0);
    assert_eq!(sample_compare(&depths(Format::Depth32float), &sampler, &request, 1.5), 0.0);
}

#[test]
fn gathering_goes_round_from_the_lower_left() {
    let sampler = Sampler::default();
    assert_eq!(gather(&small(), &sampler, &at([0.4, 0.5, 0.0]), 0), Texel::Float([5.0, 6.0, 2.0, 1.0]));
    assert_eq!(gather(&small(), &sampler, &at([0.4, 0.5, 0.0]), 1), Texel::Float([0.0; 4]));
    assert_eq!(gather(&small(), &sampler, &at([0.4, 0.5, 0.0]), 3), Texel::Float([1.0; 4]));
    let request = SampleRequest { offset: [1, 0, 0], ..at([0.4, 0.5, 0.0]) };
    assert_eq!(gather(&small(), &sampler, &request, 0), Texel::Float([6.0, 7.0, 3.0, 2.0]));
    assert_eq!(gather(&small(), &sampler, &at([0.0, 0.0, 0.0]), 0), Texel::Float([1.0; 4]));
}

#[test]
fn gathering_keeps_integers() {
    let descriptor = *texture(ViewDimension::D2, Format::Rg8sint, [2, 2, 1], 1, &[0.0; 4]).descriptor();
    let texture = Texture::from_bytes(descriptor, &[1, 255, 2, 254, 3, 253, 4, 252]).expect("a good texture");
    assert_eq!(gather(&texture, &Sampler::default(), &at([0.5, 0.5, 0.0]), 1), Texel::Sint([-3, -4, -2, -1]));
}

#[test]
fn gathering_compares_each_texel() {
    let sampler = Sampler { compare: Some(CompareFunction::Greater), ..Sampler::default() };
    let texture = depths(Format::Depth32float);
    assert_eq!(gather_compare(&texture, &sampler, &at([0.5, 0.5, 0.0]), 0.7), [1.0, 0.0, 1.0, 1.0]);
    assert_eq!(gather_compare(&texture, &sampler, &at([0.5, 0.5, 0.0]), 0.2), [0.0, 0.0, 0.0, 1.0]);
}

/// Faces of two by two texels; each texel is its face times ten plus its number.
fn cube() -> Texture {
    let texels: Vec<f32> = (0..24u8).map(|index| f32::from(index / 4 * 10 + index % 4)).collect();
    texture(ViewDimension::Cube, Format::R32float, [2, 2, 6], 1, &texels)
}

#[test]
fn nearest_picks_the_texel_of_a_face() {
    let sampler = Sampler::default();
    // On +x, u is -z and v is -y.
    assert_eq!(sample(&cube(), &sampler, &at([1.0, 0.5, 0.5]))[0], 0.0);
    assert_eq!(sample(&cube(), &sampler, &at([1.0, -0.5, 0.5]))[0], 2.0);
    assert_eq!(sample(&cube(), &sampler, &at([-3.0, 1.5, 1.5]))[0], 11.0);
    assert_eq!(sample(&cube(), &sampler, &at([0.1, 0.1, -9.0]))[0], 50.0);
}

#[test]
fn linear_crosses_the_edges_of_a_cube() {
    let sampler = sampler(FilterMode::Linear, AddressMode::Repeat);
    assert_eq!(sample(&cube(), &sampler, &at([0.0, 0.0, 1.0]))[0], 41.5);
    // On the edge between +z and +x, a quarter of a face below its upper end: texels 41 and 0, half of each.
    assert_eq!(sample(&cube(), &sampler, &at([1.0, 0.5, 1.0]))[0], 20.5);
    // The same edge in its middle: 41 and 43, 0 and 2.
    assert_eq!(sample(&cube(), &sampler, &at([1.0, 0.0, 1.0]))[0], 21.5);
}

#[test]
fn three_texels_meet_at_the_corner_of_a_cube() {
    let linear = sampler(FilterMode::Linear, AddressMode::ClampToEdge);
    // +x: texel 0; +y: its lower right 23; +z: its upper right 41.
    near(sample(&cube(), &linear, &at([1.0, 1.0, 1.0]))[0], 64.0 / 3.0);
    let Texel::Float(gathered) = gather(&cube(), &linear, &at([1.0, 1.0, 1.0]), 0) else {
        panic!("not a float")
    };
    near(gathered[1], 0.0);
    assert_eq!([gathered[0], gathered[3]], [41.0, 23.0]);
    near(gathered[2], 64.0 / 3.0);
}

#[test]
fn cube_arrays_have_six_layers_for_each_index() {
    let texels: Vec<f32> = (0..12u8).map(f32::from).collect();
    let texture = texture(ViewDimension::CubeArray, Format::R32float, [1, 1, 12], 1, &texels);
    let red = |array_index| {
        let request = SampleRequest { array_index, ..at([0.0, -1.0, 0.0]) };
        sample(&texture, &Sampler::default(), &request)[0]
    };
    assert_eq!([0, 1, 2].map(red), [3.0, 9.0, 9.0]);
}

#[test]
fn a_texel_without_weight_does_not_count() {
    let line = texture(ViewDimension::D1, Format::R32float, [2, 1, 1], 1, &[1.0, f32::INFINITY]);
    assert_eq!(along_u(&line, &sampler(FilterMode::Linear, AddressMode::ClampToEdge), [0.25]), [1.0]);
    let mut texels = [f32::INFINITY; 24];
    texels[0] = 1.0;
    let cube = texture(ViewDimension::Cube, Format::R32float, [2, 2, 6], 1, &texels);
    let linear = sampler(FilterMode::Linear, AddressMode::ClampToEdge);
    assert_eq!(sample(&cube, &linear, &at([1.0, 0.5, 0.5]))[0], 1.0, "the centre of the first texel of +x");
}

#[test]
fn strange_requests_give_some_texel() {
    let numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -f32::MAX, 0.0, f32::MIN_POSITIVE];
    let sizes = [[4, 1, 1], [4, 4, 1], [4, 4, 2], [4, 4, 2], [4, 4, 6], [4, 4, 12]];
    for (dimension, size) in ViewDimension::ALL.iter().copied().zip(sizes) {
        let [width, height, depth] = size;
        let count = (width * height * depth) as usize;
        let ones = texture(dimension, Format::R32float, size, 1, &vec![1.0; count]);
        for mode in MODES {
            let sampler = sampler(FilterMode::Linear, mode);
            for first in numbers {
                for second in numbers {
                    let gradients = [second, first, second];
                    let level = Level::Gradients { ddx: gradients, ddy: gradients, bias: first };
                    let offset = [i32::MIN, i32::MAX, 0];
                    let coordinates = [first, second, first];
                    let request = SampleRequest { coordinates, array_index: i64::MIN, offset, level };
                    near(sample(&ones, &sampler, &request)[0], 1.0);
                    assert_eq!(gather(&ones, &sampler, &request, u32::MAX), Texel::Float([1.0; 4]));
                }
            }
        }
    }
}
