//! Member functions of textures.

use super::super::{SAMPLERS, TEXTURES};
use super::{buffer, run_with, words};
use shader_run::execute::Fault;
use webgpu_model::texture::{CompareFunction, FilterMode, Format, Sampler, TextureDescriptor, ViewDimension};
use webgpu_model::{Binding, Data};

fn texture(binding: u32, descriptor: TextureDescriptor, texels: &[u32]) -> Binding {
    let bytes: Vec<u8> = texels.iter().flat_map(|word| word.to_le_bytes()).collect();
    let data = Data::texture(descriptor, Some(bytes.into())).expect("a good texture");
    Binding { group: TEXTURES, binding, data }
}

fn sampler(binding: u32, sampler: Sampler) -> Binding {
    Binding { group: SAMPLERS, binding, data: Data::Sampler(sampler) }
}

/// The words that a kernel with these textures and samplers writes to its only buffer.
fn results(parameters: &str, body: &str, count: usize, bindings: &[Binding]) -> Vec<u32> {
    let (words, faults) = results_and_faults(parameters, body, count, bindings);
    assert!(faults.is_empty(), "{body}: {faults:?}");
    words
}

fn results_and_faults(
    parameters: &str,
    body: &str,
    count: usize,
    bindings: &[Binding],
) -> (Vec<u32>, Vec<Fault>) {
    let kernel = format!("kernel void k(device uint* out [[buffer(0)]], {parameters}) {{ {body} }}");
    let bindings: Vec<Binding> =
        [buffer(0, &vec![0; count])].into_iter().chain(bindings.iter().cloned()).collect();
    let (written, faults) = run_with(&kernel, 1, &bindings);
    (words(&written[0]), faults)
}

fn floats(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Three by two texels and a second level of one.
fn numbers() -> Binding {
    let base = TextureDescriptor::new(ViewDimension::D2, Format::R32uint, [3, 2, 1]);
    texture(0, TextureDescriptor { mip_level_count: 2, ..base }, &[1, 2, 3, 4, 5, 6, 9])
}

#[test]
fn texels_are_read_by_coordinates_and_level() {
    let body =
        "out[0] = t.read(uint2(2, 1)).x; out[1] = t.read(ushort2(1, 0)).x; out[2] = t.read(uint2(0, 0), 1).x;
        out[3] = t.read(uint2(1, 1)).w;";
    let read = results("texture2d<uint, access::read> t [[texture(0)]]", body, 4, &[numbers()]);
    assert_eq!(read, [6, 2, 9, 1]);
    let body = "out[0] = t.read(uint2(2, 1)).x;";
    assert_eq!(results("texture2d<ushort> t [[texture(0)]]", body, 1, &[numbers()]), [6]);
}

#[test]
fn reads_outside_are_zero_and_a_fault() {
    let body = "out[0] = t.read(uint2(3, 0)).x; out[1] = t.read(uint2(0), 2).y;";
    let (read, faults) = results_and_faults("texture2d<uint> t [[texture(0)]]", body, 2, &[numbers()]);
    assert_eq!(read, [0, 0]);
    let kinds: Vec<&str> = faults.iter().map(|fault| fault.kind.name()).collect();
    assert_eq!(kinds, ["out-of-bounds"; 2]);
}

#[test]
fn sizes_are_those_of_the_level() {
    let body = "out[0] = t.get_width(); out[1] = t.get_height(); out[2] = t.get_width(1); out[3] = t.get_num_mip_levels();";
    assert_eq!(results("texture2d<uint> t [[texture(0)]]", body, 4, &[numbers()]), [3, 2, 1, 2]);
    let space = texture(0, TextureDescriptor::new(ViewDimension::D3, Format::R32uint, [1, 2, 3]), &[0; 6]);
    let body = "out[0] = t.get_width(); out[1] = t.get_height(); out[2] = t.get_depth();";
    assert_eq!(results("texture3d<uint> t [[texture(0)]]", body, 3, &[space]), [1, 2, 3]);
    let line = texture(0, TextureDescriptor::new(ViewDimension::D1, Format::R32uint, [2, 1, 1]), &[7, 8]);
    let body = "out[0] = t.get_width(); out[1] = t.get_num_mip_levels(); out[2] = t.read(1).x;";
    assert_eq!(results("texture1d<uint> t [[texture(0)]]", body, 3, &[line]), [2, 0, 8]);
}

#[test]
fn faces_and_layers_are_found() {
    let texels: Vec<u32> = (0..12).collect();
    let cubes = |dimension, layers: u32| {
        let descriptor = TextureDescriptor::new(dimension, Format::R32uint, [1, 1, layers]);
        texture(0, descriptor, &texels[..layers as usize])
    };
    let body = "out[0] = t.read(uint2(0), 4).x;";
    assert_eq!(results("texturecube<uint> t [[texture(0)]]", body, 1, &[cubes(ViewDimension::Cube, 6)]), [4]);
    let body = "out[0] = t.read(uint2(0), 4, 1).x; out[1] = t.get_array_size();";
    let cube_array = cubes(ViewDimension::CubeArray, 12);
    assert_eq!(
        results("texturecube_array<uint> t [[texture(0)]]", body, 2, core::slice::from_ref(&cube_array)),
        [10, 2]
    );
    // There is no seventh face: it is not the first of the next cube.
    let body = "out[0] = t.read(uint2(0), 6, 0).x;";
    let (read, faults) =
        results_and_faults("texturecube_array<uint> t [[texture(0)]]", body, 1, &[cube_array]);
    assert_eq!((read, faults.len()), (vec![0], 1));
    let body = "out[0] = t.read(uint2(0), 5).x; out[1] = t.get_array_size();";
    let layers = cubes(ViewDimension::D2Array, 12);
    assert_eq!(results("texture2d_array<uint> t [[texture(0)]]", body, 2, &[layers]), [5, 12]);
}

#[test]
fn texels_are_written_and_read_again() {
    let kernel = "kernel void k(texture2d<half, access::read_write> t [[texture(0)]]) {
            t.write(half4(0.5h, 2, 3, 4), uint2(1, 0)); t.fence(); t.write(t.read(uint2(1, 0)) + 1, ushort2(0, 0));
        }";
    let target = texture(0, TextureDescriptor::new(ViewDimension::D2, Format::R32float, [2, 1, 1]), &[0; 2]);
    let (written, faults) = run_with(kernel, 1, &[target]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(words(&written[0]), floats(&[1.5, 0.5]));
}

#[test]
fn samples_take_their_level_from_options() {
    let descriptor = TextureDescriptor::new(ViewDimension::D2, Format::R32float, [2, 2, 1]);
    let levels = TextureDescriptor { mip_level_count: 2, ..descriptor };
    let shades = texture(0, levels, &floats(&[1.0, 2.0, 3.0, 4.0, 8.0]));
    let parameters = "texture2d<float> t [[texture(0)]], sampler s [[sampler(0)]]";
    let body = "float2 at = float2(0.75, 0.25); out[0] = uint(t.sample(s, at).x); out[1] = uint(t.sample(s, at, level(1)).x);
        out[2] = uint(t.sample(s, at, int2(-1, 1)).x); out[3] = uint(t.sample(s, at, bias(1)).x);
        out[4] = uint(t.sample(s, at, gradient2d(float2(1, 0), float2(0, 1))).x); out[5] = uint(t.sample(s, at, min_lod_clamp(1)).x);";
    assert_eq!(results(parameters, body, 6, &[shades, sampler(0, Sampler::default())]), [2, 8, 3, 8, 8, 8]);
}

#[test]
fn gathers_take_a_component_of_four_texels() {
    let texels: Vec<u32> =
        (0..4).flat_map(|texel| (1..=2).map(move |channel| texel * 10 + channel)).collect();
    let numbers = texture(0, TextureDescriptor::new(ViewDimension::D2, Format::Rg32uint, [2, 2, 1]), &texels);
    let parameters = "texture2d<uint> t [[texture(0)]], sampler s [[sampler(0)]]";
    let body =
        "uint4 x = t.gather(s, float2(0.5)); uint4 y = t.gather(s, float2(0.5), int2(0), component::y);
        for (uint i = 0; i < 4; i++) { out[i] = x[i]; out[i + 4] = y[i]; }";
    let gathered = results(parameters, body, 8, &[numbers, sampler(0, Sampler::default())]);
    assert_eq!(gathered, [21, 31, 11, 1, 22, 32, 12, 2]);
}

#[test]
fn depths_are_scalars_and_are_compared() {
    let descriptor = TextureDescriptor::new(ViewDimension::D2, Format::Depth32float, [2, 1, 1]);
    let depths = texture(0, descriptor, &floats(&[0.25, 0.75]));
    let compare = Sampler { compare: Some(CompareFunction::Less), ..Sampler::default() };
    let parameters = "depth2d<float> t [[texture(0)]], sampler s [[sampler(0)]]";
    let body =
        "out[0] = uint(t.read(uint2(1, 0)) * 4); out[1] = uint(t.sample_compare(s, float2(0.25, 0.5), 0.5));
        out[2] = uint(t.sample_compare(s, float2(0.75, 0.5), 0.5, level(0)));
        out[3] = uint(t.gather_compare(s, float2(0.5, 0.5), 0.5).y);";
    assert_eq!(results(parameters, body, 4, &[depths, sampler(0, compare)]), [3, 0, 1, 1]);
}

#[test]
fn samples_of_a_texel_are_read_by_number() {
    let base = TextureDescriptor::new(ViewDimension::D2, Format::R32float, [1, 1, 1]);
    let several = TextureDescriptor { sample_count: 4, ..base };
    let texels = texture(0, several, &floats(&[1.0, 2.0, 3.0, 4.0]));
    let body = "out[0] = uint(t.read(uint2(0), 2).x); out[1] = t.get_num_samples();";
    assert_eq!(results("texture2d_ms<float> t [[texture(0)]]", body, 2, &[texels]), [3, 4]);
}

#[test]
fn functions_take_textures() {
    let text = "uint first(texture2d<uint> t, uint x) { return is_null_texture(t) ? 7 : t.read(uint2(x, 0)).x; }
        kernel void k(device uint* out [[buffer(0)]], texture2d<uint> t [[texture(0)]]) { texture2d<uint> u = t; out[0] = first(u, 2); }";
    let (written, _) = run_with(text, 1, &[buffer(0, &[0]), numbers()]);
    assert_eq!(words(&written[0]), [3]);
}

#[test]
fn a_texture_may_be_passed_by_reference() {
    let kernel = "uint width(const thread texture2d<uint>& t) { const thread texture2d<uint>& same = t; return same.get_width(); }
        kernel void k(device uint* out [[buffer(0)]], texture2d<uint> t [[texture(0)]]) { out[0] = width(t); }";
    let (written, faults) = run_with(kernel, 1, &[buffer(0, &[0]), numbers()]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(words(&written[0]), [3]);
}

#[test]
fn samples_of_integers_are_integers() {
    let parameters = "texture2d<uint> t [[texture(0)]], sampler s [[sampler(0)]]";
    let body = "out[0] = t.sample(s, float2(0.9, 0.9)).x; out[1] = t.sample(s, float2(0.5), level(1)).x;
        out[2] = t.sample(s, float2(0.5, 0.1)).w; out[3] = t.sample(s, float2(0.4, 0.1)).x;";
    let nearest = [numbers(), sampler(0, Sampler::default())];
    assert_eq!(results(parameters, body, 4, &nearest), [6, 9, 1, 2]);
    // Integers are not filtered.
    let linear = FilterMode::Linear;
    let filter =
        Sampler { mag_filter: linear, min_filter: linear, mipmap_filter: linear, ..Sampler::default() };
    assert_eq!(results(parameters, body, 4, &[numbers(), sampler(0, filter)]), [6, 9, 1, 2]);
    let descriptor = TextureDescriptor::new(ViewDimension::D2, Format::R16sint, [2, 1, 1]);
    let data = Data::texture(descriptor, Some(vec![1, 0, 0xfe, 0xff].into())).expect("a good texture");
    let signed = Binding { group: TEXTURES, binding: 0, data };
    let parameters = "texture2d<short> t [[texture(0)]], sampler s [[sampler(0)]]";
    let body = "out[0] = uint(int(t.sample(s, float2(0.9)).x) + 10); out[1] = t.sample(s, float2(0.2)).x;";
    assert_eq!(results(parameters, body, 2, &[signed, sampler(0, Sampler::default())]), [8, 1]);
}
