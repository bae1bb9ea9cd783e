//! The kinds of resources, in the words of the API. <https://www.w3.org/TR/webgpu/#bind-group-layout-creation>

use crate::interface::{Resource, ResourceKind};
use crate::meaning::TypedModule;
use crate::types::TypeKind;
use core::fmt;
use webgpu_model::texture::ViewDimension;
use wgsl_spec::{AccessMode, AddressSpace, Scalar, TexelFormat, TextureKind};

/// The kind of resource that a variable needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BoundKind {
    /// A buffer.
    Buffer {
        /// Uniform or storage.
        space: BufferSpace,
        /// The access mode: read for a uniform buffer, read or read-write for a storage buffer.
        access: AccessMode,
        /// WebGPU's `minBindingSize`: a runtime-sized array counts as one element. Absent only for a variable of type `buffer`.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        minimum_size: Option<u64>,
    },
    /// A sampler.
    Sampler {
        /// True for a `sampler_comparison`.
        comparison: bool,
    },
    /// A sampled, multisampled or depth texture.
    Texture {
        /// The dimension of the view.
        view_dimension: ViewDimension,
        /// The type of its samples.
        sample_type: SampleType,
        /// True for a multisampled texture. WebGPU never filters it: its sample type must not be `float`.
        multisampled: bool,
    },
    /// A storage texture.
    StorageTexture {
        /// The dimension of the view.
        view_dimension: ViewDimension,
        /// The format of its texels.
        format: TexelFormat,
        /// The access mode.
        access: AccessMode,
    },
    /// An external texture: `texture_external`.
    ExternalTexture {},
    /// A texel buffer. `wgpu` has no such binding.
    TexelBuffer {
        /// The format of its texels.
        format: TexelFormat,
        /// The access mode: read or read-write.
        access: AccessMode,
    },
}

/// The address space of a buffer. <https://www.w3.org/TR/WGSL/#address-space>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BufferSpace {
    /// `var<uniform>`
    Uniform,
    /// `var<storage>`
    Storage,
}

/// The type of a texture's samples, with the names of `GPUTextureSampleType`.
///
/// The host chooses between `float` and `unfilterable-float`, by the format that it binds. A multisampled texture must not be `float`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SampleType {
    /// `float` or `unfilterable-float`: `texture_2d<f32>`
    Float,
    /// `sint`: `texture_2d<i32>`
    Sint,
    /// `uint`: `texture_2d<u32>`
    Uint,
    /// `depth`: `texture_depth_2d`
    Depth,
}

impl BoundKind {
    /// Returns the kind of resource to bind; `None` for a variable that must not have a binding, in a rejected program.
    pub(super) fn new(resource: &Resource, module: TypedModule<'_>) -> Option<Self> {
        Some(match resource.kind {
            ResourceKind::Buffer { space, access, least_size } => {
                // A buffer without a type of its own has the size that views ask for.
                let is_typed = !matches!(module.meaning.types.kind(resource.ty), TypeKind::Buffer(_));
                Self::Buffer {
                    space: BufferSpace::new(space)?,
                    access,
                    minimum_size: is_typed.then_some(least_size),
                }
            }
            ResourceKind::Sampler { compares } => Self::Sampler { comparison: compares },
            ResourceKind::Texture { kind, channels } => match view_dimension(kind) {
                None => Self::ExternalTexture {},
                Some(view_dimension) => Self::Texture {
                    view_dimension,
                    sample_type: match channels {
                        None => SampleType::Depth,
                        Some(Scalar::I32) => SampleType::Sint,
                        Some(Scalar::U32) => SampleType::Uint,
                        Some(_) => SampleType::Float,
                    },
                    multisampled: matches!(
                        kind,
                        TextureKind::Multisampled2d | TextureKind::DepthMultisampled2d
                    ),
                },
            },
            ResourceKind::StorageTexture { kind, format, access } => match view_dimension(kind) {
                None => Self::TexelBuffer { format, access },
                Some(view_dimension) => Self::StorageTexture { view_dimension, format, access },
            },
        })
    }
}

impl BufferSpace {
    const fn new(space: AddressSpace) -> Option<Self> {
        match space {
            AddressSpace::Uniform => Some(Self::Uniform),
            AddressSpace::Storage => Some(Self::Storage),
            AddressSpace::Function
            | AddressSpace::Private
            | AddressSpace::Workgroup
            | AddressSpace::Handle
            | AddressSpace::Immediate => None,
        }
    }

    /// Returns the name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Storage => "storage",
        }
    }
}

impl SampleType {
    /// Returns the name in WebGPU: `float`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Sint => "sint",
            Self::Uint => "uint",
            Self::Depth => "depth",
        }
    }
}

/// Displays enumerations by their names.
macro_rules! display {
    ($($name:ident)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
                output.pad(self.name())
            }
        }
    )*};
}

display!(BufferSpace SampleType);

/// Returns the dimension of the views that a texture type takes; external textures and texel buffers have none.
/// <https://www.w3.org/TR/WGSL/#texture-sampler-types>
#[must_use]
pub const fn view_dimension(kind: TextureKind) -> Option<ViewDimension> {
    Some(match kind {
        TextureKind::Sampled1d | TextureKind::Storage1d => ViewDimension::D1,
        TextureKind::Sampled2d
        | TextureKind::Multisampled2d
        | TextureKind::Storage2d
        | TextureKind::Depth2d
        | TextureKind::DepthMultisampled2d => ViewDimension::D2,
        TextureKind::Sampled2dArray | TextureKind::Storage2dArray | TextureKind::Depth2dArray => {
            ViewDimension::D2Array
        }
        TextureKind::Sampled3d | TextureKind::Storage3d => ViewDimension::D3,
        TextureKind::SampledCube | TextureKind::DepthCube => ViewDimension::Cube,
        TextureKind::SampledCubeArray | TextureKind::DepthCubeArray => ViewDimension::CubeArray,
        TextureKind::External | TextureKind::TexelBuffer => return None,
    })
}
