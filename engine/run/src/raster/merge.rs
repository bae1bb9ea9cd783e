//! The use of the results of a fragment shader: masks, the tests of stencil values and depths, stores and the resolution of
//! samples.

use super::Blend;
use super::quad::Fragment;
use crate::raster::RasterState;
use crate::texture::{TexelAddress, Texture};
use webgpu_model::raster::Viewport;
use webgpu_model::texture::Texel;
use webgpu_model::texture::codec::Words;
use webgpu_model::{DepthStencilState, StencilFace};

/// The texture that is drawn on: one layer of one mip level of a texture.
#[derive(Clone, Copy, Debug)]
pub struct Attachment<'a> {
    /// The texture, of one aspect.
    pub texture: &'a Texture,
    /// The mip level.
    pub level: u32,
    /// The layer; of 3d textures the slice.
    pub layer: u32,
}

/// The outputs of a fragment shader other than colours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FragmentOutput {
    /// The value of `frag_depth`. <https://www.w3.org/TR/WGSL/#frag-depth-builtin-value>
    pub frag_depth: Option<f32>,
    /// The value of `sample_mask`. <https://www.w3.org/TR/WGSL/#sample-mask-builtin-value>
    pub sample_mask: Option<u32>,
    /// Whether it was discarded. <https://www.w3.org/TR/WGSL/#discard-statement>
    pub is_discarded: bool,
}

/// How colours are stored in a target.
#[derive(Clone, Debug, Default)]
pub struct ColorWrite {
    /// How they are combined with the colours of the target.
    pub blend: Option<Blend>,
    /// The bits of the stored words that are written, unless they all are.
    pub bits: Option<Words>,
}

/// The tests that the samples of a fragment are put to.
#[derive(Clone, Copy, Debug)]
pub struct Tests<'a> {
    /// The state of the pipeline.
    pub state: &'a DepthStencilState,
    /// The depths, if there are any.
    pub depth: Option<Attachment<'a>>,
    /// The stencil values, if there are any.
    pub stencil: Option<Attachment<'a>>,
    /// The value that stencil values are compared with and replaced by.
    pub stencil_reference: u8,
}

impl Attachment<'_> {
    fn address(&self, pixel: [u32; 2], sample_index: u32) -> TexelAddress {
        let [x, y] = pixel;
        let is_volume = self.texture.dimension() == webgpu_model::texture::ViewDimension::D3;
        let (slice, array_index) = if is_volume { (self.layer, 0) } else { (0, self.layer) };
        TexelAddress { coordinates: [x, y, slice], array_index, level: self.level, sample_index }
    }

    /// The value of a sample; `None` outside.
    #[must_use]
    pub fn load(&self, pixel: [u32; 2], sample_index: u32) -> Option<Texel> {
        self.texture.load(&self.address(pixel, sample_index))
    }

    /// Stores a colour in the samples of a mask. Samples outside of the attachment are skipped.
    pub fn store(&self, pixel: [u32; 2], samples: u32, color: Texel) {
        for sample in (0..self.texture.sample_count()).filter(|sample| samples >> sample & 1 != 0) {
            self.texture.store(&self.address(pixel, sample), color);
        }
    }

    /// Combines a colour with those in the samples of a mask. The second colour is the one with `blend_src` 1.
    pub fn write(&self, pixel: [u32; 2], samples: u32, write: &ColorWrite, [color, second]: [Texel; 2]) {
        if write.blend.is_none() && write.bits.is_none() {
            return self.store(pixel, samples, color);
        }
        for sample in (0..self.texture.sample_count()).filter(|sample| samples >> sample & 1 != 0) {
            let address = self.address(pixel, sample);
            let blended = |blend: &Blend| {
                let there = self.texture.load(&address)?.to_floats();
                Some(Texel::Float(blend.blend(color.to_floats(), second.to_floats(), there)))
            };
            let color = write.blend.as_ref().and_then(blended).unwrap_or(color);
            match write.bits {
                Some(bits) => self.texture.store_bits(&address, color, bits),
                None => self.texture.store(&address, color),
            }
        }
    }
}

/// The samples of a fragment in which its colours are to be stored: those that are covered, that neither the mask of the
/// pipeline nor the fragment shader takes away, and that pass the tests. Stencil values and depths are stored here.
///
/// Depths are clamped to the range of the viewport, and rounded to the format of the attachment before they are compared.
#[must_use]
pub fn surviving_samples(
    state: &RasterState,
    pipeline_mask: u32,
    fragment: &Fragment,
    output: &FragmentOutput,
    tests: &Tests<'_>,
) -> u32 {
    if output.is_discarded {
        return 0;
    }
    let samples = fragment.coverage & pipeline_mask & output.sample_mask.unwrap_or(u32::MAX);
    if tests.depth.is_none() && tests.stencil.is_none() {
        return samples;
    }
    (0..state.sample_count.count()).filter(|sample| samples >> sample & 1 != 0).fold(
        0,
        |surviving, sample| {
            let depth = output.frag_depth.unwrap_or(fragment.sample_depths[sample as usize]);
            let depth = clamp(&state.viewport, depth);
            surviving | u32::from(tests.pass(fragment, sample, depth)) << sample
        },
    )
}

/// A NaN becomes the least depth.
fn clamp(viewport: &Viewport, depth: f32) -> f32 {
    depth.max(viewport.min_depth).min(viewport.max_depth)
}

impl Tests<'_> {
    /// Returns true if a sample passes both tests, which may store its depth and change its stencil value.
    fn pass(&self, fragment: &Fragment, sample: u32, depth: f32) -> bool {
        let Some(stencil) = self.stencil else { return self.depth_passes(fragment.pixel, sample, depth) };
        let Some(there) = stencil.load(fragment.pixel, sample) else { return false };
        let value = there.to_uints()[0] as u8;
        let face = self.state.face(fragment.is_front_facing);
        let stencil_passes = self.stencil_passes(face, value);
        let passes = stencil_passes && self.depth_passes(fragment.pixel, sample, depth);
        let operation = match (stencil_passes, passes) {
            (false, _) => face.fail_op,
            (true, false) => face.depth_fail_op,
            (true, true) => face.pass_op,
        };
        let mask = self.state.stencil_write_mask as u8;
        let written = value & !mask | operation.apply(value, self.stencil_reference) & mask;
        stencil.store(fragment.pixel, 1 << sample, Texel::Uint([written.into(), 0, 0, 1]));
        passes
    }

    fn stencil_passes(&self, face: StencilFace, value: u8) -> bool {
        let mask = self.state.stencil_read_mask as u8;
        face.compare.passes(f32::from(self.stencil_reference & mask), f32::from(value & mask))
    }

    fn depth_passes(&self, pixel: [u32; 2], sample: u32, depth: f32) -> bool {
        let Some(attachment) = &self.depth else { return true };
        let Some(there) = attachment.load(pixel, sample) else { return false };
        let format = attachment.texture.format();
        let color = Texel::Float([depth, 0.0, 0.0, 1.0]);
        let rounded = format.decode(&format.encode(color)).to_floats()[0];
        let passes = self.state.depth_compare.passes(rounded, there.to_floats()[0]);
        if passes && self.state.depth_write_enabled {
            attachment.store(pixel, 1 << sample, color);
        }
        passes
    }
}

/// Stores the average of the samples of each texel of a multisampled attachment in another: in `f64`, of linear values.
pub fn resolve(from: &Attachment, into: &Attachment) {
    let Some([width, height, _]) = from.texture.dimensions(from.level) else { return };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    for pixel in pixels {
        let count = from.texture.sample_count();
        let mut sums = [0.0; 4];
        for color in (0..count).filter_map(|sample| from.load(pixel, sample)) {
            for (sum, channel) in sums.iter_mut().zip(color.to_floats()) {
                *sum += f64::from(channel);
            }
        }
        let average = sums.map(|sum| (sum / f64::from(count)) as f32);
        into.store(pixel, 1, Texel::Float(average));
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::super::tests::{clip, quads, rectangle, state};
    use super::super::{Varying, Vertex, assemble, fetch, rasterize, read_indices};
    use super::*;
    use webgpu_model::raster::{
        IndexFormat, Interpolation, SampleCount, Sampling, StepMode, Topology, VertexFormat,
    };
    use webgpu_model::texture::CompareFunction;
    use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};
    use webgpu_model::{StencilOperation, VertexAttribute, VertexLayout};

    fn target(format: Format, sample_count: u32) -> Texture {
        let single = TextureDescriptor::new(ViewDimension::D2, format, [8, 8, 1]);
        let descriptor = TextureDescriptor { sample_count, ..single };
        Texture::zeroed(descriptor).expect("a good texture")
    }

    fn writing(depth_compare: CompareFunction) -> DepthStencilState {
        DepthStencilState { depth_compare, depth_write_enabled: true, ..DepthStencilState::default() }
    }

    /// Draws a rectangle at a depth, in a colour.
    fn draw(
        state: &RasterState,
        test: DepthStencilState,
        depth: f32,
        output: FragmentOutput,
        to: (&Texture, &Texture),
        red: f32,
    ) {
        let [color, depths] = [to.0, to.1].map(|texture| Attachment { texture, level: 0, layer: 0 });
        let tests = Tests { state: &test, depth: Some(depths), stencil: None, stencil_reference: 0 };
        let mut vertices = rectangle(0.0, 0.0, 8.0, 8.0);
        for vertex in &mut vertices {
            vertex.position[2] = depth;
        }
        for quad in quads(state, Topology::TriangleStrip, &vertices) {
            for fragment in &quad.fragments {
                let samples = surviving_samples(state, u32::MAX, fragment, &output, &tests);
                color.store(fragment.pixel, samples, Texel::Float([red, 0.0, 0.0, 1.0]));
            }
        }
    }

    fn red(texture: &Texture) -> f32 {
        Attachment { texture, level: 0, layer: 0 }.load([3, 3], 0).expect("inside").to_floats()[0]
    }

    #[test]
    fn the_depth_test_keeps_what_is_nearer_whatever_comes_first() {
        let test = writing(CompareFunction::Less);
        for depths in [[0.25, 0.75], [0.75, 0.25]] {
            let (color, depth) = (target(Format::R32float, 1), target(Format::Depth32float, 1));
            let always = writing(CompareFunction::Always);
            let state = state(&[]);
            draw(&state, always, 1.0, FragmentOutput::default(), (&color, &depth), 9.0);
            for z in depths {
                draw(&state, test, z, FragmentOutput::default(), (&color, &depth), z);
            }
            assert_eq!((red(&color), red(&depth)), (0.25, 0.25));
            // Equal is not less; without writing the depth stays.
            draw(&state, test, 0.25, FragmentOutput::default(), (&color, &depth), 5.0);
            assert_eq!(red(&color), 0.25);
            let read_only = DepthStencilState { depth_write_enabled: false, ..test };
            draw(&state, read_only, 0.125, FragmentOutput::default(), (&color, &depth), 6.0);
            assert_eq!((red(&color), red(&depth)), (6.0, 0.25));
        }
    }

    #[test]
    fn depths_are_clamped_to_the_viewport_and_rounded_to_the_format() {
        let always = writing(CompareFunction::Always);
        let (color, depth) = (target(Format::R32float, 1), target(Format::Depth24plus, 1));
        let mut state = state(&[]);
        state.viewport.min_depth = 0.25;
        state.viewport.max_depth = 0.75;
        for (written, expected) in
            [(None, 0.5), (Some(0.5), 0.5), (Some(0.0), 0.25), (Some(7.0), 0.75), (Some(f32::NAN), 0.25)]
        {
            let output = FragmentOutput { frag_depth: written, ..FragmentOutput::default() };
            draw(&state, always, 0.5, output, (&color, &depth), 1.0);
            assert_eq!(red(&depth), expected);
        }
        let coarse = target(Format::Depth16unorm, 1);
        let output = FragmentOutput { frag_depth: Some(0.5), ..FragmentOutput::default() };
        draw(&state, always, 0.5, output, (&color, &coarse), 1.0);
        assert_eq!(red(&coarse), 32_768.0 / 65_535.0);
        // Rounded depths compare equal.
        let equal = DepthStencilState { depth_write_enabled: false, ..writing(CompareFunction::Equal) };
        draw(
            &state,
            equal,
            0.5,
            FragmentOutput { frag_depth: Some(0.500_001), ..output },
            (&color, &coarse),
            3.0,
        );
        assert_eq!(red(&color), 3.0);
    }

    #[test]
    fn masks_take_samples_away_and_resolving_averages() {
        let state = RasterState { sample_count: SampleCount::Four, ..state(&[]) };
        let (color, depth) = (target(Format::Rgba8unorm, 4), target(Format::Depth32float, 4));
        let always = writing(CompareFunction::Always);
        let output = FragmentOutput { sample_mask: Some(0b0111), ..FragmentOutput::default() };
        draw(&state, always, 0.5, output, (&color, &depth), 1.0);
        let discarded = FragmentOutput { is_discarded: true, ..FragmentOutput::default() };
        draw(&state, always, 0.5, discarded, (&color, &depth), 0.5);
        let resolved = target(Format::R32float, 1);
        let [from, into] = [&color, &resolved].map(|texture| Attachment { texture, level: 0, layer: 0 });
        resolve(&from, &into);
        assert_eq!(red(&resolved), 0.75);
        let untested = Tests { state: &always, depth: None, stencil: None, stencil_reference: 0 };
        let fragment = Fragment { coverage: 0b1110, ..Fragment::default() };
        assert_eq!(surviving_samples(&state, 0b1011, &fragment, &output, &untested), 0b0010);
    }

    #[test]
    fn stencil_values_are_compared_and_changed_under_masks() {
        let (depth, stencil) = (target(Format::Depth32float, 1), target(Format::Stencil8, 1));
        let [depths, values] = [&depth, &stencil].map(|texture| Attachment { texture, level: 0, layer: 0 });
        let pixel = [2, 3];
        let face = StencilFace {
            compare: CompareFunction::Equal,
            fail_op: StencilOperation::Invert,
            depth_fail_op: StencilOperation::Zero,
            pass_op: StencilOperation::Replace,
        };
        let test = DepthStencilState {
            stencil_front: face,
            stencil_read_mask: 0xf0,
            stencil_write_mask: 0x3f,
            ..writing(CompareFunction::Less)
        };
        // The stencil value before, the depth of the fragment, and both attachments after.
        let outcome = |value: u32, depth: f32, is_front_facing: bool| {
            depths.store(pixel, 1, Texel::Float([0.5, 0.0, 0.0, 1.0]));
            values.store(pixel, 1, Texel::Uint([value, 0, 0, 1]));
            let fragment = Fragment {
                pixel,
                coverage: 1,
                sample_depths: [depth; 4],
                is_front_facing,
                ..Fragment::default()
            };
            let tests =
                Tests { state: &test, depth: Some(depths), stencil: Some(values), stencil_reference: 0x57 };
            let survives = surviving_samples(&state(&[]), 1, &fragment, &FragmentOutput::default(), &tests);
            let [depth, value] = [depths, values].map(|it| it.load(pixel, 0).expect("inside").to_floats()[0]);
            (survives, depth, value as u32)
        };
        assert_eq!(outcome(0xd8, 0.25, true), (0, 0.5, 0xe7), "1101 is not 0101: inverted below");
        assert_eq!(outcome(0x58, 0.75, true), (0, 0.5, 0x40), "the depth fails: zero below");
        assert_eq!(outcome(0x58, 0.25, true), (1, 0.25, 0x57), "both pass: the reference value");
        assert_eq!(outcome(0x98, 0.25, false), (1, 0.25, 0x98), "the other face keeps all");
    }

    #[test]
    fn channels_that_are_masked_keep_their_bits() {
        let texture = target(Format::Rgba8snorm, 1);
        let attachment = Attachment { texture: &texture, level: 0, layer: 0 };
        let colors = [Texel::Float([1.0; 4]), Texel::Float([0.0; 4])];
        let bits = |channel| Some(texture.format().encoding().channel_bits(|it| it == channel));
        attachment.write([1, 1], 1, &ColorWrite { blend: None, bits: bits(1) }, colors);
        attachment.write([1, 1], 0, &ColorWrite { blend: None, bits: bits(2) }, colors);
        assert_eq!(attachment.load([1, 1], 0), Some(Texel::Float([0.0, 1.0, 0.0, 0.0])));
    }

    #[test]
    fn the_depth_of_each_sample_is_tested() {
        // Depth goes from 0 to 1 over the row: within pixel 4, samples lie 1/64 apart or more.
        let four = RasterState { sample_count: SampleCount::Four, ..state(&[]) };
        let corner = |x: f32, y: f32| clip([x, y, f32::midpoint(x, 1.0), 1.0], &[]);
        let vertices = [corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
        let fragments =
            quads(&four, Topology::TriangleStrip, &vertices).into_iter().flat_map(|quad| quad.fragments);
        let whole =
            fragments.into_iter().find(|it| it.pixel == [4, 0] && it.coverage == 0xf).expect("covered");
        assert_eq!(whole.sample_depths, [4.375, 4.875, 4.125, 4.625].map(|place| place / 8.0));
        assert_eq!(whole.position[2], 4.5 / 8.0);
    }

    /// All steps of a draw, with functions in place of shaders: the red channel comes from the vertices, the green one says
    /// which primitive it was.
    #[test]
    fn a_draw_goes_from_bytes_to_texels() {
        // x, y and red of the corners of the left half of the target, then of a vertex that is not used.
        let bytes = [[0x80, 0x7f, 0], [0x80, 0x81, 0], [0, 0x7f, 255], [0, 0x81, 255], [9, 9, 9]];
        let buffer = bytes.as_flattened().to_vec().into();
        let layout = VertexLayout {
            array_stride: 3,
            step_mode: StepMode::Vertex,
            attributes: vec![
                VertexAttribute { format: VertexFormat::Snorm8x2, offset: 0, location: 0 },
                VertexAttribute { format: VertexFormat::Unorm8, offset: 2, location: 1 },
            ],
        };
        let indices = read_indices(&[0, 0, 1, 0, 2, 0, 3, 0], IndexFormat::Uint16, 0, 4);
        let shaded: Vec<Vertex> = indices
            .iter()
            .map(|index| {
                let inputs: Vec<_> =
                    fetch(core::slice::from_ref(&layout), core::slice::from_ref(&buffer), *index, 0)
                        .collect();
                let ([x, y, z, w], red) = (inputs[0].1.map(f32::from_bits), inputs[1].1[0]);
                Vertex { position: [x, y, z, w], outputs: vec![red], ..Vertex::default() }
            })
            .collect();
        let varying = Varying {
            interpolation: Interpolation::Perspective(Sampling::default()),
            is_half: false,
            weight_of: None,
        };
        let state = state(&[varying]);
        let untested =
            Tests { state: &DepthStencilState::default(), depth: None, stencil: None, stencil_reference: 0 };
        let texture = target(Format::Rgba32float, 1);
        let color = Attachment { texture: &texture, level: 0, layer: 0 };
        for primitive in assemble(Topology::TriangleStrip, 0..shaded.len() as u32, None) {
            rasterize(&state, &primitive, &shaded, |quad| {
                for (fragment, red) in quad.fragments.iter().zip(quad.values[0]) {
                    let samples =
                        surviving_samples(&state, u32::MAX, fragment, &FragmentOutput::default(), &untested);
                    let green = quad.primitive_index as f32;
                    color.store(
                        fragment.pixel,
                        samples,
                        Texel::Float([f32::from_bits(red), green, 0.0, 1.0]),
                    );
                }
            });
        }
        let texel = |x: u32, y: u32| color.load([x, y], 0).expect("inside").to_floats();
        assert_eq!(texel(0, 0), [0.125, 0.0, 0.0, 1.0]);
        assert_eq!(texel(3, 7), [0.875, 1.0, 0.0, 1.0]);
        assert_eq!(texel(4, 4), [0.0; 4]);
    }
}
