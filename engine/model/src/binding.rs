//! Resources: what is bound, where, and as what.

use crate::Bytes;
use crate::texture::{Sampler, TextureDescriptor, TextureError};

/// A resource, and where it is bound. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Binding {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// The resource.
    pub data: Data,
}

/// A resource with its contents.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Data {
    /// The bytes of a buffer.
    Buffer(Bytes),
    /// A texture and the bytes of its texels without padding: mip level by mip level, in each layer by layer (or slice by slice),
    /// in each row by row, in each texel sample by sample.
    Texture(TextureDescriptor, Bytes),
    /// A sampler.
    Sampler(Sampler),
}

impl Data {
    /// A texture with these bytes, or one of zeros.
    ///
    /// # Errors
    /// There is no such texture, or it has another number of bytes.
    pub fn texture(descriptor: TextureDescriptor, bytes: Option<Bytes>) -> Result<Self, TextureError> {
        let (_, size) = descriptor.lay_out()?;
        let bytes = bytes.unwrap_or_else(|| vec![0; size].into());
        descriptor.lay_out_in(&bytes)?;
        Ok(Self::Texture(descriptor, bytes))
    }

    /// The bytes of a buffer or of texels; none of a sampler.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Buffer(bytes) | Self::Texture(_, bytes) => bytes,
            Self::Sampler(_) => &[],
        }
    }

    /// A resource of the same kind with other bytes; a sampler stays as it is.
    #[must_use]
    pub fn with_bytes(&self, bytes: Vec<u8>) -> Self {
        let bytes = bytes.into();
        match self {
            Self::Buffer(_) => Self::Buffer(bytes),
            Self::Texture(descriptor, _) => Self::Texture(*descriptor, bytes),
            Self::Sampler(sampler) => Self::Sampler(*sampler),
        }
    }
}

named! {
    /// The type of a buffer binding.
    pub enum BufferBindingType {
        /// `var<storage, read_write>`
        Storage "storage",
        /// `var<storage, read>`
        ReadOnlyStorage "read-only-storage",
        /// `var<uniform>`
        Uniform "uniform",
    }
}

named! {
    /// The type of a texture binding.
    pub enum TextureBindingType {
        /// Sampled or loaded from.
        Texture "texture",
        /// One that can be written to, or only read, as its access mode has it.
        StorageTexture "storage-texture",
    }
}

/// The type of a binding. It is read and written by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&str", try_from = "String"))]
pub enum BindingType {
    /// A buffer.
    Buffer(BufferBindingType),
    /// A texture.
    Texture(TextureBindingType),
    /// A sampler of either kind.
    Sampler,
}

impl BindingType {
    /// The name of the type: that of the type of buffer or texture, or `sampler`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Buffer(ty) => ty.name(),
            Self::Texture(ty) => ty.name(),
            Self::Sampler => "sampler",
        }
    }

    /// The type with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let buffer = BufferBindingType::from_name(name).map(Self::Buffer);
        let texture = || TextureBindingType::from_name(name).map(Self::Texture);
        buffer.or_else(texture).or_else(|| (name == Self::Sampler.name()).then_some(Self::Sampler))
    }

    /// Whether a program may write the resource.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        match self {
            Self::Buffer(ty) => ty.is_writable(),
            Self::Texture(ty) => ty.is_writable(),
            Self::Sampler => false,
        }
    }
}

impl From<BindingType> for &str {
    fn from(ty: BindingType) -> Self {
        ty.name()
    }
}

impl TryFrom<String> for BindingType {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::from_name(&name).ok_or_else(|| format!("unknown kind `{name}`"))
    }
}

impl BufferBindingType {
    /// Whether a program may write the buffer.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(self, Self::Storage)
    }
}

impl TextureBindingType {
    /// Whether a program may write the texture, unless its access mode is `read`.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(self, Self::StorageTexture)
    }
}

/// The resources that the shaders of a pipeline use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PipelineLayout {
    /// Each binding that is used, once.
    pub entries: Vec<LayoutEntry>,
    /// Whether a variable in address space `immediate` is used.
    pub has_immediates: bool,
}

/// A binding that a pipeline uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayoutEntry {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// The type of the binding.
    pub ty: BindingType,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texture::{Format, ViewDimension};

    #[test]
    fn textures_have_as_many_bytes_as_texels_need() {
        let (dimension, format, size) = (ViewDimension::D2, Format::Rg8unorm, [2, 2, 1]);
        let one_level = TextureDescriptor::new(dimension, format, size);
        let descriptor = TextureDescriptor { mip_level_count: 2, ..one_level };
        assert_eq!(Data::texture(descriptor, None), Ok(Data::Texture(descriptor, vec![0; 10].into())));
        let error = TextureError::ByteCount { expected: 10, given: 9 };
        assert_eq!(Data::texture(descriptor, Some(vec![1; 9].into())), Err(error));
        assert_eq!(
            Data::texture(descriptor, Some(vec![1; 10].into())).map(|data| data.bytes().len()),
            Ok(10)
        );
    }

    #[test]
    fn types_are_found_by_the_names_of_all_kinds_of_resources() {
        let found = ["uniform", "storage-texture", "sampler", "buffer"].map(BindingType::from_name);
        let expected = [
            Some(BindingType::Buffer(BufferBindingType::Uniform)),
            Some(BindingType::Texture(TextureBindingType::StorageTexture)),
            Some(BindingType::Sampler),
            None,
        ];
        assert_eq!(found, expected);
        assert_eq!(
            found.map(|ty| ty.map_or("", BindingType::name)),
            ["uniform", "storage-texture", "sampler", ""]
        );
    }

    #[test]
    fn only_storage_is_writable() {
        let writable = ["storage", "read-only-storage", "uniform", "texture", "storage-texture", "sampler"]
            .map(|name| BindingType::from_name(name).is_some_and(BindingType::is_writable));
        assert_eq!(writable, [true, false, false, false, true, false]);
    }
}
