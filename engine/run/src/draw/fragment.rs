//! The fragment stage of a draw, and the use of its results.

use super::pipeline::is_varying;
use super::target::Targets;
use crate::execute::{Batch, Fault, LANES, Stage, Stopped};
use crate::raster::{
    Blend, ColorWrite, Fragment, FragmentOutput, Quad, RasterState, Tests, surviving_samples,
};
use shader_ir::{PipelineValue, Program, StagePlace, StageValue, Type};
use shader_numeric::convert::converted;
use webgpu_model::raster::SampleCount;
use webgpu_model::texture::{Format, Texel};
use webgpu_model::{RenderState, WriteMask};

/// The cost of a quad in rasterization, tests and blending, in steps.
const QUAD: u64 = 2500;

/// The attachments, and the conditions under which fragments are stored.
#[derive(Clone, Copy)]
pub(super) struct Merger<'a> {
    pub(super) raster: &'a RasterState,
    pub(super) state: &'a RenderState,
    pub(super) blend_constant: [f64; 4],
    pub(super) tests: Tests<'a>,
    pub(super) targets: &'a Targets,
}

impl Merger<'_> {
    fn surviving_samples(&self, fragment: &Fragment, output: &FragmentOutput) -> u32 {
        surviving_samples(self.raster, self.state.multisample.mask, fragment, output, &self.tests)
    }

    /// How colours are stored in a target of this format.
    fn color_write(&self, location: usize, format: Format) -> ColorWrite {
        let state = self.state.target(location);
        let bits = || format.encoding().channel_bits(|channel| state.write_mask.has(channel));
        ColorWrite {
            blend: state.blend.map(|blend| Blend::new(blend, self.blend_constant, format)),
            bits: (state.write_mask != WriteMask::ALL).then(bits),
        }
    }
}

/// The fragment stage, ready to shade one quad after the other.
pub(super) struct FragmentStage<'a> {
    merger: Merger<'a>,
    /// `None` if the pipeline has no fragment shader.
    shader: Option<FragmentShader<'a>>,
    /// The steps that are left for what is not the shader.
    fuel: u64,
    stopped: Option<Stopped>,
}

struct FragmentShader<'a> {
    batch: Batch<'a>,
    program: &'a Program,
    /// The colour attachments that are written.
    colors: Vec<Color>,
    /// The fragments of the batch so far.
    fragments: Vec<Fragment>,
}

/// A colour that the shader returns for a target.
struct Color {
    location: usize,
    /// The outputs that are its components.
    outputs: Components,
    /// Those of the second source of blending.
    second: Components,
    write: ColorWrite,
}

/// Outputs by index, with their types.
type Components = Vec<(usize, Type)>;

impl<'a> FragmentStage<'a> {
    pub(super) fn new(merger: Merger<'a>, shader: Option<(&'a Stage<'a>, &'a Program)>, fuel: u64) -> Self {
        let shader = shader.map(|(stage, program)| FragmentShader {
            batch: stage.batch(),
            program,
            colors: merger
                .targets
                .locations()
                .filter_map(|location| Color::find(program, location, &merger))
                .collect(),
            fragments: Vec::with_capacity(LANES),
        });
        Self { merger, shader, fuel, stopped: None }
    }

    /// Shades a quad, now or together with later ones.
    pub(super) fn take(&mut self, quad: &Quad) {
        if self.stopped.is_some() {
            return;
        }
        let Some(left) = self.fuel.checked_sub(QUAD) else {
            self.stopped = Some(Stopped::OutOfFuel);
            return;
        };
        self.fuel = left;
        let Some(shader) = &mut self.shader else {
            for fragment in &quad.fragments {
                let _ = self.merger.surviving_samples(fragment, &FragmentOutput::default());
            }
            return;
        };
        shader.set_inputs(quad);
        if shader.fragments.len() + 4 > LANES {
            self.stopped = shader.run(&self.merger).err();
        }
    }

    /// # Errors
    /// The fuel is used up.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        self.stopped.clone().map_or(Ok(()), Err)
    }

    /// Shades the remaining quads.
    ///
    /// # Errors
    /// The fuel is used up.
    pub(super) fn finish(&mut self) -> Result<(), Stopped> {
        self.check()?;
        self.shader.as_mut().map_or(Ok(()), |shader| shader.run(&self.merger))
    }

    /// The faults that strict execution found.
    pub(super) fn into_faults(self) -> Vec<Fault> {
        self.shader.map_or_else(Vec::new, |shader| shader.batch.into_faults())
    }
}

impl FragmentShader<'_> {
    /// Puts a quad into the next four lanes.
    fn set_inputs(&mut self, quad: &Quad) {
        for (position, fragment) in quad.fragments.iter().enumerate() {
            let lane = self.fragments.len();
            self.batch.set_helper(lane, fragment.is_helper());
            let mut varyings = quad.values.iter();
            for (index, input) in self.program.stage_inputs.iter().enumerate() {
                let word = match input.place {
                    place if is_varying(place) => varyings.next().map_or(0, |words| words[position]),
                    StagePlace::Location { .. } => 0,
                    StagePlace::Builtin(builtin) => builtin_word(builtin, input.component, quad, fragment),
                };
                self.batch.set_input(index, lane, word);
            }
            self.fragments.push(*fragment);
        }
    }

    /// Runs the batch, and stores its results in the order of the quads.
    fn run(&mut self, merger: &Merger<'_>) -> Result<(), Stopped> {
        if self.fragments.is_empty() {
            return Ok(());
        }
        self.batch.run(self.fragments.len())?;
        for (lane, fragment) in self.fragments.iter().enumerate().filter(|(_, it)| !it.is_helper()) {
            let mut output = self.output(lane);
            if merger.state.multisample.alpha_to_coverage_enabled {
                output.sample_mask = self
                    .colors
                    .first()
                    .map(|color| alpha_mask(f32::from_bits(self.color(&color.outputs, lane)[3])));
            }
            let samples = merger.surviving_samples(fragment, &output);
            if samples == 0 {
                continue;
            }
            for color in &self.colors {
                if let Some(attachment) = merger.targets.color(color.location) {
                    let kind = attachment.texture.format().kind();
                    let colors = [&color.outputs, &color.second]
                        .map(|outputs| Texel::from_bits(kind, self.color(outputs, lane)));
                    attachment.write(fragment.pixel, samples, &color.write, colors);
                }
            }
        }
        self.fragments.clear();
        Ok(())
    }

    /// The outputs of the shader for a fragment, other than colours.
    fn output(&self, lane: usize) -> FragmentOutput {
        let builtin = |wanted: PipelineValue| {
            let is_wanted = |output: &StageValue| output.place == StagePlace::Builtin(wanted);
            let index = self.program.stage_outputs.iter().position(is_wanted)?;
            Some(self.batch.output(index, lane))
        };
        FragmentOutput {
            frag_depth: builtin(PipelineValue::FragDepth).map(f32::from_bits),
            sample_mask: builtin(PipelineValue::SampleMask),
            is_discarded: self.batch.is_helper(lane),
        }
    }

    /// The components of a colour, as registers hold them.
    fn color(&self, outputs: &Components, lane: usize) -> [u32; 4] {
        let mut bits = [0; 4];
        for (slot, (index, ty)) in bits.iter_mut().zip(outputs) {
            let word = self.batch.output(*index, lane);
            *slot = if *ty == Type::F32 || !ty.is_float() {
                word
            } else {
                converted(*ty, Type::F32, u64::from(word)) as u32
            };
        }
        bits
    }
}

impl Color {
    fn find(program: &Program, location: usize, merger: &Merger<'_>) -> Option<Self> {
        let format = merger.targets.color(location)?.texture.format();
        let number = u32::try_from(location).ok()?;
        let [outputs, second] = [0, 1].map(|blend_src| {
            let place = StagePlace::Location { location: number, blend_src };
            let outputs = program.stage_outputs.iter().enumerate().filter(|(_, it)| it.place == place);
            outputs.map(|(index, output)| (index, output.ty)).collect::<Components>()
        });
        let write = merger.color_write(location, format);
        (!outputs.is_empty()).then_some(Self { location, outputs, second, write })
    }
}

/// The samples that an alpha leaves: four times as many, rounded, the first ones.
/// <https://gpuweb.github.io/gpuweb/#alpha-to-coverage>
fn alpha_mask(alpha: f32) -> u32 {
    let count = (alpha.clamp(0.0, 1.0) * SampleCount::Four.count() as f32).round() as u32;
    (1 << count) - 1
}

/// A word of a builtin value. <https://www.w3.org/TR/WGSL/#builtin-inputs-outputs>
fn builtin_word(builtin: PipelineValue, component: u8, quad: &Quad, fragment: &Fragment) -> u32 {
    match builtin {
        PipelineValue::Position => {
            fragment.position.get(usize::from(component)).map_or(0, |component| component.to_bits())
        }
        PipelineValue::FrontFacing => u32::from(fragment.is_front_facing),
        PipelineValue::SampleIndex => quad.sample_index,
        PipelineValue::SampleMask => fragment.coverage,
        PipelineValue::PrimitiveIndex => quad.primitive_index,
        // The others are interpolated, values of vertices, or results of a fragment shader.
        PipelineValue::BarycentricCoord
        | PipelineValue::VertexIndex
        | PipelineValue::InstanceIndex
        | PipelineValue::BaseVertex
        | PipelineValue::BaseInstance
        | PipelineValue::ClipDistances
        | PipelineValue::FragDepth => 0,
    }
}
