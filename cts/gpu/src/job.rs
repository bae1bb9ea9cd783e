//! What is run: a dispatch or a draw as the reference executor takes it, in a form that goes from one process to another.
//!
//! Formats, filters and the like are words of WebGPU.

use serde::{Deserialize, Serialize};
use shader_ir as ir;
use shader_run::draw;
use shader_run::resources::{self, Data};
use shader_run::texture;

/// A program with its resources, and what is done with it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Job {
    /// The text of the program.
    pub program: String,
    /// A dispatch or a draw.
    pub work: Work,
    /// The resources that the pipeline takes, and no others.
    pub bindings: Vec<Binding>,
    /// The bytes of variables in address space immediate; empty where there are none.
    pub immediates: Vec<u8>,
    /// Names of extensions without which the program means nothing.
    pub needs: Vec<String>,
    /// Which checks naga writes into the program.
    pub checks: Checks,
}

/// What naga writes into a program so that it does no harm.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Checks {
    /// Bounds of indices, ends of loops, divisors.
    #[default]
    All,
    /// Nothing. Only for programs that are known to keep to the rules: others may do anything to the process.
    None,
}

/// What is done.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WebGPU")]
pub enum Work {
    Dispatch { shader: Shader, workgroups: [u32; 3] },
    Draw(Box<Draw>),
}

/// A shader of the pipeline.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct Shader {
    /// The entry point; may be absent where there is one of the stage only.
    pub entry_point: Option<String>,
    /// Values of overrides, by name or by `@id`.
    pub constants: Vec<(String, f64)>,
}

/// A resource at its place.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WGSL")]
pub struct Binding {
    pub group: u32,
    pub binding: u32,
    pub resource: Resource,
}

/// What is bound.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Resource {
    /// The bytes of a buffer.
    Buffer {
        /// Whether it is a uniform buffer.
        is_uniform: bool,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// A texture and its bytes as the reference executor has them.
    Texture {
        /// What it is made of.
        descriptor: TextureDescriptor,
        /// Whether it is bound as a storage texture.
        is_storage: bool,
        /// All texels, without padding.
        bytes: Vec<u8>,
    },
    /// A sampler.
    Sampler(Sampler),
}

/// What a texture is made of.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WebGPU")]
pub struct TextureDescriptor {
    pub dimension: String,
    pub format: String,
    pub size: [u32; 3],
    pub mip_level_count: u32,
    pub sample_count: u32,
}

/// How texels are picked.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WebGPU")]
pub struct Sampler {
    pub address_modes: [String; 3],
    pub mag_filter: String,
    pub min_filter: String,
    pub mipmap_filter: String,
    pub lod_min_clamp: f32,
    pub lod_max_clamp: f32,
    pub compare: Option<String>,
}

/// A draw with its attachments.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WebGPU")]
pub struct Draw {
    pub vertex: Shader,
    pub fragment: Option<Shader>,
    pub topology: String,
    pub strip_index_format: Option<String>,
    pub vertex_buffers: Vec<VertexBuffer>,
    pub index_buffer: Option<IndexBuffer>,
    pub count: u32,
    pub first: u32,
    pub base_vertex: i32,
    pub instance_count: u32,
    pub first_instance: u32,
    pub size: [u32; 2],
    pub sample_count: u32,
    pub targets: Vec<Option<Target>>,
    pub resolves: bool,
    pub depth: Option<Depth>,
    /// x, y, width, height, least and greatest depth.
    pub viewport: Option<[f32; 6]>,
    /// x, y, width and height.
    pub scissor: Option<[u32; 4]>,
    pub front_face: String,
    pub cull_mode: String,
    pub unclipped_depth: bool,
    pub sample_mask: u32,
}

/// Bytes with the attributes of vertices or instances.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WebGPU")]
pub struct VertexBuffer {
    pub bytes: Vec<u8>,
    pub array_stride: u64,
    pub step_mode: String,
    /// Format, offset and location of each.
    pub attributes: Vec<(String, u64, u32)>,
}

/// Indices of vertices.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WebGPU")]
pub struct IndexBuffer {
    pub bytes: Vec<u8>,
    pub format: String,
}

/// A colour attachment.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WebGPU")]
pub struct Target {
    pub format: String,
    pub cleared_to: [f64; 4],
}

/// A depth attachment.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of WebGPU")]
pub struct Depth {
    pub format: String,
    pub compare: String,
    pub is_written: bool,
    pub cleared_to: f32,
}

impl Job {
    /// A dispatch of a program that uses these resources.
    #[must_use]
    pub fn dispatch(program: &str, used: &[ir::Resource], dispatch: &resources::Dispatch) -> Self {
        let shader =
            Shader { entry_point: dispatch.entry_point.clone(), constants: dispatch.constants.clone() };
        let work = Work::Dispatch { shader, workgroups: dispatch.workgroups };
        Self::new(program, work, used, &dispatch.bindings, &dispatch.immediates)
    }

    /// A draw with shaders that use these resources.
    #[must_use]
    pub fn draw(program: &str, used: &[ir::Resource], draw: &draw::Draw<'_>) -> Self {
        Self::new(program, Work::Draw(Box::new(draw.into())), used, &draw.bindings, &draw.immediates)
    }

    fn new(
        program: &str,
        work: Work,
        used: &[ir::Resource],
        bindings: &[resources::Binding],
        immediates: &[u8],
    ) -> Self {
        let kind = |given: &resources::Binding| {
            used.iter().find(|it| it.is_at(given.group, given.binding)).map(|used| used.kind)
        };
        let is_immediate = |it: &ir::Resource| matches!(it.kind, ir::ResourceKind::Immediates { .. });
        let takes_immediates = used.iter().any(is_immediate);
        Self {
            program: program.to_owned(),
            work,
            bindings: bindings.iter().filter_map(|given| Some(binding(given, kind(given)?))).collect(),
            immediates: if takes_immediates { immediates.to_vec() } else { Vec::new() },
            needs: Vec::new(),
            checks: Checks::All,
        }
    }
}

fn binding(given: &resources::Binding, kind: ir::ResourceKind) -> Binding {
    let resource = match &given.data {
        Data::Buffer(bytes) => {
            let is_uniform = matches!(kind, ir::ResourceKind::Buffer { is_uniform: true, .. });
            Resource::Buffer { is_uniform, bytes: bytes.clone() }
        }
        Data::Texture(descriptor, bytes) => Resource::Texture {
            descriptor: descriptor.into(),
            is_storage: matches!(kind, ir::ResourceKind::Texture { holds: ir::TexelKind::Format(_), .. }),
            bytes: bytes.clone(),
        },
        Data::Sampler(sampler) => Resource::Sampler(sampler.into()),
    };
    Binding { group: given.group, binding: given.binding, resource }
}

impl From<&texture::TextureDescriptor> for TextureDescriptor {
    fn from(given: &texture::TextureDescriptor) -> Self {
        Self {
            dimension: given.dimension.name().to_owned(),
            format: given.format.name().to_owned(),
            size: given.size,
            mip_level_count: given.mip_level_count,
            sample_count: given.sample_count,
        }
    }
}

impl From<&texture::Sampler> for Sampler {
    fn from(given: &texture::Sampler) -> Self {
        Self {
            address_modes: given.address_modes.map(|mode| mode.name().to_owned()),
            mag_filter: given.mag_filter.name().to_owned(),
            min_filter: given.min_filter.name().to_owned(),
            mipmap_filter: given.mipmap_filter.name().to_owned(),
            lod_min_clamp: given.lod_min_clamp,
            lod_max_clamp: given.lod_max_clamp,
            compare: given.compare.map(|function| function.name().to_owned()),
        }
    }
}

impl From<&draw::Shader> for Shader {
    fn from(given: &draw::Shader) -> Self {
        Self { entry_point: given.entry_point.clone(), constants: given.constants.clone() }
    }
}

impl From<&draw::Draw<'_>> for Draw {
    fn from(given: &draw::Draw<'_>) -> Self {
        let index_buffer = given.index_buffer.map(|indices| IndexBuffer {
            bytes: indices.bytes.to_vec(),
            format: indices.format.name().to_owned(),
        });
        let is_strip = given.topology.name().ends_with("strip");
        let target = |target: &draw::Target| Target {
            format: target.format.name().to_owned(),
            cleared_to: target.cleared_to,
        };
        let depth = |depth: &draw::Depth| Depth {
            format: depth.format.name().to_owned(),
            compare: depth.state.compare.name().to_owned(),
            is_written: depth.state.is_written,
            cleared_to: depth.cleared_to,
        };
        let viewport =
            |it: shader_run::raster::Viewport| [it.x, it.y, it.width, it.height, it.min_depth, it.max_depth];
        Self {
            vertex: (&given.vertex).into(),
            fragment: given.fragment.as_ref().map(Into::into),
            topology: given.topology.name().to_owned(),
            strip_index_format: index_buffer.as_ref().filter(|_| is_strip).map(|it| it.format.clone()),
            vertex_buffers: given.vertex_buffers.iter().map(Into::into).collect(),
            index_buffer,
            count: given.count,
            first: given.first,
            base_vertex: given.base_vertex,
            instance_count: given.instance_count,
            first_instance: given.first_instance,
            size: given.size,
            sample_count: given.sample_count.count(),
            targets: given.targets.iter().map(|it| it.as_ref().map(target)).collect(),
            resolves: given.resolves,
            depth: given.depth.as_ref().map(depth),
            viewport: given.viewport.map(viewport),
            scissor: given.scissor.map(|it| [it.x, it.y, it.width, it.height]),
            front_face: given.front_face.name().to_owned(),
            cull_mode: given.cull_mode.name().to_owned(),
            unclipped_depth: given.unclipped_depth,
            sample_mask: given.sample_mask,
        }
    }
}

impl From<&shader_run::raster::VertexBuffer<'_>> for VertexBuffer {
    fn from(given: &shader_run::raster::VertexBuffer<'_>) -> Self {
        let attributes = given.attributes.iter();
        Self {
            bytes: given.bytes.to_vec(),
            array_stride: given.array_stride,
            step_mode: given.step_mode.name().to_owned(),
            attributes: attributes.map(|it| (it.format.name().to_owned(), it.offset, it.location)).collect(),
        }
    }
}
