//! Draws with stages of a program of which nothing but its text is known.

use super::resources::{resources, write_scalar};
use super::{MOST_BYTES, clear};
use crate::lowering::{How, lower};
use shader_ir::build::Unsupported;
use shader_ir::{Program, Resource, ResourceKind};
use shader_run::draw::{Drawn, RenderPipeline, render};
use shader_run::execute::Options;
use shader_run::resources::Refusal;
use shader_run::texture::Texture;
use webgpu_model::raster::{StepMode, VertexFormat};
use webgpu_model::texture::{CompareFunction, Format};
use webgpu_model::{
    Binding, Counts, DepthStencil, DepthStencilFormat, DepthStencilState, Draw, LoadOp, RenderPass,
    RenderState, Target, VertexAttribute, VertexLayout,
};
use wgsl_spec::Scalar;
use wgsl_validator::Stage;
use wgsl_validator::interface::Datum;

/// The colour before the draw: few shaders return it.
const BEFORE: [f64; 4] = [77.0, 66.0, 55.0, 44.0];

/// A vertex stage, perhaps a fragment stage that fits it, and a pass that draws with them. It has an attachment for depths, and one for each
/// colour.
#[derive(Debug)]
pub struct DrawTrial<'a> {
    vertex: (&'a Stage, Program),
    fragment: Option<(&'a Stage, Program)>,
    /// The pass, with resources made of the interface.
    pub pass: RenderPass,
}

impl<'a> DrawTrial<'a> {
    /// A draw for stages that fit together; `None` for a second source of colours, and for a buffer that takes long to fill.
    ///
    /// # Errors
    /// A stage is not lowered.
    pub fn new(vertex: &'a Stage, fragment: Option<&'a Stage>) -> Result<Option<Self>, Unsupported> {
        let lowered = |stage: &'a Stage| Ok((stage, lower(stage, How::Plain)?));
        let (vertex, fragment) = (lowered(vertex)?, fragment.map(lowered).transpose()?);
        let is_large = |it: &Resource| matches!(it.kind, ResourceKind::Buffer { least_size, .. } if least_size > MOST_BYTES);
        let programs = [Some(&vertex), fragment.as_ref()];
        if programs.into_iter().flatten().any(|(_, program)| program.resources.iter().any(is_large)) {
            return Ok(None);
        }
        let Some(targets) = fragment.as_ref().map_or(Some(Vec::new()), |(stage, _)| targets(stage)) else {
            return Ok(None);
        };
        let state = RenderState {
            vertex_layouts: layout(vertex.0).into_iter().collect(),
            depth_stencil: DepthStencilState {
                depth_compare: CompareFunction::Always,
                depth_write_enabled: true,
                ..DepthStencilState::default()
            },
            ..RenderState::default()
        };
        let pass = RenderPass {
            targets,
            depth_stencil: Some(DepthStencil::cleared(DepthStencilFormat::Depth32float)),
            pipelines: vec![state],
            ..RenderPass::default()
        };
        Ok(Some(Self { vertex, fragment, pass }))
    }

    /// Draws so many vertices on a picture with so many pixels in width and height. The contents of resources and vertices depend on a number.
    pub fn fill(&mut self, pixels: u32, vertices: u32, number: u8) {
        self.pass.size = [pixels; 2];
        let mut bindings: Vec<Binding> = Vec::new();
        for (stage, program) in [Some(&self.vertex), self.fragment.as_ref()].into_iter().flatten() {
            let (own, immediates) = resources(stage, program, number);
            for binding in own {
                if !bindings.iter().any(|it| (it.group, it.binding) == (binding.group, binding.binding)) {
                    bindings.push(binding);
                }
            }
            if immediates.len() > self.pass.immediates.len() {
                self.pass.immediates = immediates;
            }
        }
        self.pass.bindings = bindings;
        let mut random = fastrand::Rng::with_seed(u64::from(number));
        let layouts = self.pass.pipelines[0].vertex_layouts.iter();
        let bytes = |layout| vertex_bytes(self.vertex.0, layout, vertices, &mut random).into();
        let vertex_buffers = layouts.map(bytes).collect();
        let counts = Counts { count: vertices, ..Counts::default() };
        self.pass.draws = vec![Draw { vertex_buffers, counts, ..Draw::default() }];
    }

    /// Sets all buffers and textures to zeros, but not the vertices.
    pub fn clear(&mut self) {
        clear(&mut self.pass.bindings);
        self.pass.immediates.fill(0);
    }

    /// Draws.
    ///
    /// # Errors
    /// It is stopped, or something does not fit.
    pub fn run(&self, options: Options) -> Result<Drawn, Refusal> {
        let fragment = self.fragment.as_ref().map(|(_, program)| program.clone());
        render(&[RenderPipeline::new(self.vertex.1.clone(), fragment, options)], &self.pass)
    }

    /// Whether a draw left something in its attachments.
    #[must_use]
    pub fn is_seen(drawn: &Drawn) -> bool {
        let depths = drawn.depth.as_ref().map(Texture::to_bytes);
        depths.is_some_and(|bytes| bytes.chunks(4).any(|depth| depth != 1_f32.to_le_bytes()))
    }
}

/// A value that a stage takes from a location or gives to it.
struct Located {
    location: u32,
    scalar: Scalar,
    components: usize,
}

/// Those of inputs or outputs.
fn located(stage: &Stage, data: &[Datum]) -> Vec<Located> {
    let found = data.iter().filter_map(|Datum { ty, io }| {
        let (scalar, shape) = stage.typed().meaning.types.shape(*ty)?;
        Some(Located { location: io.location?.0, scalar, components: shape.len() })
    });
    found.collect()
}

/// The vertices side by side in one buffer; `None` if the stage takes nothing from buffers.
fn layout(vertex: &Stage) -> Option<VertexLayout> {
    let mut layout = VertexLayout { step_mode: StepMode::Vertex, ..VertexLayout::default() };
    for Located { location, scalar, components } in located(vertex, &vertex.interface().inputs) {
        let word = match scalar {
            Scalar::I32 => "sint32",
            Scalar::U32 => "uint32",
            Scalar::F16 => "float16",
            Scalar::F32 | Scalar::Bool | Scalar::AbstractInt | Scalar::AbstractFloat => "float32",
        };
        // There is no format for three components of 16 bits.
        let stored = if scalar == Scalar::F16 && components == 3 { 4 } else { components };
        let name = if stored == 1 { word.to_owned() } else { format!("{word}x{stored}") };
        let format = VertexFormat::from_name(&name)?;
        layout.attributes.push(VertexAttribute { format, offset: layout.array_stride, location });
        layout.array_stride += (format.size() as u64).next_multiple_of(4);
    }
    (!layout.attributes.is_empty()).then_some(layout)
}

/// The bytes of so many vertices with this layout.
fn vertex_bytes(vertex: &Stage, layout: &VertexLayout, vertices: u32, random: &mut fastrand::Rng) -> Vec<u8> {
    let inputs = located(vertex, &vertex.interface().inputs);
    let stride = layout.array_stride as usize;
    let mut bytes = vec![0; stride * vertices as usize];
    for vertex in bytes.chunks_mut(stride) {
        for (input, attribute) in inputs.iter().zip(&layout.attributes) {
            let size = attribute.format.size() / attribute.format.components();
            for part in vertex[attribute.offset as usize..].chunks_mut(size).take(input.components) {
                write_scalar(input.scalar, random, part);
            }
        }
    }
    bytes
}

/// An attachment for each colour; `None` if there is a second source.
fn targets(fragment: &Stage) -> Option<Vec<Option<Target>>> {
    let mut targets: Vec<Option<Target>> = Vec::new();
    if fragment.interface().outputs.iter().any(|output| output.io.blend_src.is_some()) {
        return None;
    }
    for Located { location, scalar, components } in located(fragment, &fragment.interface().outputs) {
        // A shader may return more components than the format has.
        let channels = ["r", "rg", "rg", "rgba"].get(components - 1)?;
        let format = Format::from_name(&match scalar {
            Scalar::I32 => format!("{channels}32sint"),
            Scalar::U32 => format!("{channels}32uint"),
            Scalar::F16 => format!("{channels}16float"),
            Scalar::F32 | Scalar::Bool | Scalar::AbstractInt | Scalar::AbstractFloat => {
                format!("{channels}32float")
            }
        })?;
        let index = location as usize;
        targets.resize(targets.len().max(index + 1), None);
        targets[index] = Some(Target { format, before: LoadOp::Clear(BEFORE), is_resolved: false });
    }
    Some(targets)
}
