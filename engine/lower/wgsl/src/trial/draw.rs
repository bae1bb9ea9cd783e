//! Draws with stages of a program of which nothing but its text is known.

use super::resources::{float, integer, resources};
use super::{MOST_BYTES, clear};
use crate::{How, Unsupported, lower};
use shader_ir::{Program, Resource, ResourceKind};
use shader_model::raster::{StepMode, VertexFormat};
use shader_model::texture::{CompareFunction, Format};
use shader_model::{
    Binding, Counts, DepthStencil, DepthStencilFormat, DepthStencilState, Draw, LoadOp, RenderPass,
    RenderState, Target, VertexAttribute, VertexLayout,
};
use shader_numeric::half::F16;
use shader_run::draw::{Drawn, RenderPipeline, render};
use shader_run::execute::Options;
use shader_run::resources::Refusal;
use shader_run::texture::Texture;
use wgsl_spec::Scalar;
use wgsl_validator::Stage;
use wgsl_validator::interface::Datum;
use wgsl_validator::types::{TypeId, TypeKind};

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
        let bytes = |layout: &VertexLayout| {
            let elements = (0..vertices).flat_map(|_| &layout.attributes);
            elements
                .flat_map(|attribute| attribute_bytes(attribute.format, &mut random))
                .collect::<Vec<u8>>()
                .into()
        };
        let vertex_buffers = self.pass.pipelines[0].vertex_layouts.iter().map(bytes).collect();
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

/// The type of a scalar, and the number of components.
fn components(stage: &Stage, ty: TypeId) -> Option<(Scalar, u8)> {
    let kind = stage.typed().meaning.types.kind(ty);
    if let TypeKind::Vector(count, scalar) = kind {
        Some((scalar, count))
    } else if let TypeKind::Scalar(scalar) = kind {
        Some((scalar, 1))
    } else {
        None
    }
}

/// The vertices side by side in one buffer; `None` if the stage takes nothing from buffers.
fn layout(vertex: &Stage) -> Option<VertexLayout> {
    let mut layout = VertexLayout { step_mode: StepMode::Vertex, ..VertexLayout::default() };
    for Datum { ty, io } in &vertex.interface().inputs {
        let (Some((location, _)), Some((scalar, count))) = (io.location, components(vertex, *ty)) else {
            continue;
        };
        let word = match scalar {
            Scalar::I32 => "sint32",
            Scalar::U32 => "uint32",
            Scalar::F16 => "float16",
            Scalar::F32 | Scalar::Bool | Scalar::AbstractInt | Scalar::AbstractFloat => "float32",
        };
        // There is no format for three components of 16 bits.
        let stored = if scalar == Scalar::F16 && count == 3 { 4 } else { count };
        let name = if stored == 1 { word.to_owned() } else { format!("{word}x{stored}") };
        let format = VertexFormat::from_name(&name)?;
        layout.attributes.push(VertexAttribute { format, offset: layout.array_stride, location });
        layout.array_stride += (format.size() as u64).next_multiple_of(4);
    }
    (!layout.attributes.is_empty()).then_some(layout)
}

/// The bytes of an attribute, as long as it takes in the buffer.
fn attribute_bytes(format: VertexFormat, random: &mut fastrand::Rng) -> Vec<u8> {
    let name = format.name();
    let mut bytes: Vec<u8> = (0..format.components())
        .flat_map(|_| {
            let (value, size) = if name.starts_with("float32") {
                (float(random).to_bits(), 4)
            } else if name.starts_with("float16") {
                (u32::from(F16::round(f64::from(float(random))).0), 2)
            } else {
                (integer(random), 4)
            };
            value.to_le_bytes().into_iter().take(size)
        })
        .collect();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

/// An attachment for each colour; `None` if there is a second source.
fn targets(fragment: &Stage) -> Option<Vec<Option<Target>>> {
    let mut targets: Vec<Option<Target>> = Vec::new();
    for Datum { ty, io } in &fragment.interface().outputs {
        let (Some((location, _)), Some((scalar, count))) = (io.location, components(fragment, *ty)) else {
            continue;
        };
        if io.blend_src.is_some() {
            return None;
        }
        // A shader may return more components than the format has.
        let channels = ["r", "rg", "rg", "rgba"].get(usize::from(count) - 1)?;
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
