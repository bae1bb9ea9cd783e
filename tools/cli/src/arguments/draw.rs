//! The arguments of `run` for a draw.

use super::resource::{ResourceArgument, resource};
use clap::Args;
use webgpu_model::raster::{CullMode, FrontFace, IndexFormat, StepMode, Topology, VertexFormat};
use webgpu_model::texture::Format;
use webgpu_model::{DepthStencilFormat, VertexAttribute, VertexLayout};

/// The arguments that only a dispatch has.
const DISPATCH: [&str; 5] =
    ["entry_point", "workgroups", "threads", "threadgroup_size", "threadgroup_memory"];

/// The arguments that request a draw, exactly one of which is given; the others require it.
const DRAWN: &str = "drawn";

/// The arguments of a draw, which `--vertices` or `--index` request instead of a dispatch.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of draws")]
pub(crate) struct DrawArguments {
    /// Draw this many vertices with a vertex and a fragment shader, instead of running a compute shader
    #[arg(long, value_name = "COUNT", group = DRAWN, conflicts_with_all = DISPATCH)]
    pub(crate) vertices: Option<u32>,
    /// Draw these indices: u32:0,1,2 or FILE
    #[arg(long, value_name = "RESOURCE", value_parser = resource, group = DRAWN, conflicts_with_all = DISPATCH)]
    pub(crate) index: Option<ResourceArgument>,
    /// Index format: uint16 or uint32
    #[arg(long, requires = "index", conflicts_with = "vertices", value_name = "FORMAT", default_value = "uint32", value_parser = named(IndexFormat::from_name))]
    pub(crate) index_format: IndexFormat,
    /// Number of instances
    #[arg(long, requires = DRAWN, value_name = "COUNT", default_value_t = 1)]
    pub(crate) instances: u32,
    /// Add a vertex buffer with the formats of its attributes, which are packed and have the next free locations (numbers in Metal):
    /// float32x2,unorm8x4=FILE, or values such as f32:1,2 after =; instance:float32=… for one element per instance
    #[arg(long = "vertex-buffer", requires = DRAWN, value_name = "FORMATS=RESOURCE", value_parser = vertex_buffer)]
    pub(crate) vertex_buffers: Vec<VertexBufferArgument>,
    /// Vertex entry point, in Metal a vertex function [default: the only one]
    #[arg(long, requires = DRAWN, value_name = "NAME")]
    pub(crate) vertex: Option<String>,
    /// Fragment entry point, in Metal a fragment function [default: the only one]
    #[arg(long, requires = DRAWN, value_name = "NAME")]
    pub(crate) fragment: Option<String>,
    /// Draw without a fragment shader or colour targets
    #[arg(long, requires = DRAWN, conflicts_with_all = ["fragment", "targets"])]
    pub(crate) depth_only: bool,
    /// Width and height of the attachments, in pixels
    #[arg(long, requires = DRAWN, value_name = "WIDTHxHEIGHT", default_value = "64x64", value_parser = size)]
    pub(crate) size: Size,
    /// Texel format of the next colour attachment [default: a single rgba8unorm]
    #[arg(long = "color-format", requires = DRAWN, value_name = "FORMAT", value_parser = named(Format::from_name))]
    pub(crate) targets: Vec<Format>,
    /// Clear colour of the attachments
    #[arg(long, requires = DRAWN, value_name = "R,G,B,A", default_value = "0,0,0,0", value_parser = color)]
    pub(crate) clear: Color,
    /// Alpha-blend colours over the existing ones
    #[arg(long, requires = DRAWN)]
    pub(crate) blend: bool,
    /// Enable the depth test, so that nearer fragments hide farther ones; the default format is depth32float
    #[arg(long, requires = DRAWN, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "depth32float",
        value_parser = named(DepthStencilFormat::from_name))]
    pub(crate) depth: Option<DepthStencilFormat>,
    /// Number of samples per pixel: 1 or 4
    #[arg(long, requires = DRAWN, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(crate) samples: u32,
    /// Primitive topology: point-list, line-list, line-strip, triangle-list or triangle-strip
    #[arg(long, requires = DRAWN, value_name = "TOPOLOGY", default_value = "triangle-list", value_parser = named(Topology::from_name))]
    pub(crate) topology: Topology,
    /// Triangles to cull: none, front or back
    #[arg(long, requires = DRAWN, value_name = "FACES", default_value = "none", value_parser = named(CullMode::from_name))]
    pub(crate) cull_mode: CullMode,
    /// Winding of front-facing triangles: ccw or cw
    #[arg(long, requires = DRAWN, value_name = "WINDING", default_value = "ccw", value_parser = named(FrontFace::from_name))]
    pub(crate) front_face: FrontFace,
}

impl DrawArguments {
    /// Returns true if a draw is requested instead of a dispatch.
    pub(crate) const fn is_draw(&self) -> bool {
        self.vertices.is_some() || self.index.is_some()
    }
}

/// Width and height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size(pub(crate) [u32; 2]);

/// Red, green, blue and alpha.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Color(pub(crate) [f64; 4]);

/// A vertex buffer as the command line describes it.
#[derive(Clone, Debug)]
pub(crate) struct VertexBufferArgument {
    step_mode: StepMode,
    formats: Vec<VertexFormat>,
    pub(crate) resource: ResourceArgument,
}

impl VertexBufferArgument {
    /// The layout, with locations from `first` on.
    pub(crate) fn layout(&self, first: u32) -> VertexLayout {
        let mut array_stride = 0;
        let attributes = self.formats.iter().zip(first..).map(|(format, location)| {
            let offset = array_stride;
            array_stride += format.size() as u64;
            VertexAttribute { format: *format, offset, location }
        });
        let attributes = attributes.collect();
        VertexLayout { array_stride, step_mode: self.step_mode, attributes }
    }
}

/// The place of final contents that are written to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attachment {
    /// A colour attachment, by location.
    Target(usize),
    Depth,
    Stencil,
}

impl std::fmt::Display for Attachment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Target(location) => write!(formatter, "target {location}"),
            Self::Depth => write!(formatter, "depth"),
            Self::Stencil => write!(formatter, "stencil"),
        }
    }
}

impl Attachment {
    /// Reads `target`, `target1`, `depth` or `stencil`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "target" => Some(Self::Target(0)),
            "depth" => Some(Self::Depth),
            "stencil" => Some(Self::Stencil),
            _ => name.strip_prefix("target")?.parse().ok().map(Self::Target),
        }
    }
}

/// A parser of words of WebGPU.
fn named<T: Clone + Send + Sync + 'static>(
    find: fn(&str) -> Option<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |name| find(name).ok_or_else(|| format!("unknown name `{name}`"))
}

fn size(text: &str) -> Result<Size, String> {
    let extents =
        text.split_once('x').and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    extents.map(Size).ok_or_else(|| "expected WIDTHxHEIGHT".to_owned())
}

fn color(text: &str) -> Result<Color, String> {
    let channels: Option<Vec<f64>> = text.split(',').map(|channel| channel.trim().parse().ok()).collect();
    let channels = channels.and_then(|channels| channels.try_into().ok());
    channels.map(Color).ok_or_else(|| "expected four numbers: R,G,B,A".to_owned())
}

/// Reads `FORMATS=RESOURCE` or `instance:FORMATS=RESOURCE`.
fn vertex_buffer(text: &str) -> Result<VertexBufferArgument, String> {
    let (formats, description) = text.split_once('=').ok_or("expected FORMATS=RESOURCE")?;
    let (step_mode, formats) = match formats.strip_prefix("instance:") {
        Some(formats) => (StepMode::Instance, formats),
        None => (StepMode::Vertex, formats),
    };
    let format = |name: &str| {
        VertexFormat::from_name(name.trim()).ok_or_else(|| format!("unknown vertex format `{name}`"))
    };
    let formats = formats.split(',').map(format).collect::<Result<_, _>>()?;
    Ok(VertexBufferArgument { step_mode, formats, resource: resource(description)? })
}
