//! Members that several operations of the machine protocol have.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use webgpu_model::texture::{Dimension, Format, Swizzle, TextureDescriptor};

/// A texture without its texels.
#[derive(Deserialize, Debug, Default)]
pub(crate) struct TextureRecord {
    dimension: Option<String>,
    format: Option<String>,
    size: Option<Vec<u32>>,
    mips: Option<u32>,
    samples: Option<u32>,
}

impl TextureRecord {
    /// Whether there are members of a texture.
    pub(crate) const fn is_there(&self) -> bool {
        self.format.is_some() || self.size.is_some() || self.dimension.is_some()
    }

    /// The texture. Members that are absent are those of a known texture, if there is one.
    ///
    /// # Errors
    /// A member that is missing or malformed.
    pub(crate) fn descriptor(&self, known: Option<&TextureDescriptor>) -> Result<TextureDescriptor, String> {
        let dimension = named("dimension", self.dimension.as_deref(), Dimension::from_name)?;
        let format = named("format", self.format.as_deref(), Format::from_name)?;
        let size = match self.size.as_deref() {
            Some([width]) => Some([*width, 1, 1]),
            Some([width, height]) => Some([*width, *height, 1]),
            Some([width, height, depth]) => Some([*width, *height, *depth]),
            Some(_) => return Err("`size` must be one, two or three numbers".to_owned()),
            None => known.map(|known| known.size),
        };
        Ok(TextureDescriptor {
            size: size.ok_or_else(|| "missing `size` of a texture".to_owned())?,
            dimension: dimension.or(known.map(|known| known.dimension)).unwrap_or_default(),
            format: format
                .or(known.map(|known| known.format))
                .ok_or_else(|| "missing `format` of a texture".to_owned())?,
            mip_level_count: self.mips.or(known.map(|known| known.mip_level_count)).unwrap_or(1),
            sample_count: self.samples.or(known.map(|known| known.sample_count)).unwrap_or(1),
            swizzle: Swizzle::IDENTITY,
        })
    }
}

/// The bytes of a member, if it is present.
///
/// # Errors
/// It is not in base64.
pub(crate) fn base64(member: &str, text: Option<&str>) -> Result<Option<Vec<u8>>, String> {
    let decode = |text| STANDARD.decode(text).map_err(|error| format!("`{member}`: {error}"));
    text.map(decode).transpose()
}

/// Looks up the value of a member, if it is present.
pub(crate) fn named<T>(
    member: &str,
    name: Option<&str>,
    find: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, String> {
    let find = |name| find(name).ok_or_else(|| format!("unknown `{member}`: `{name}`"));
    name.map(find).transpose()
}
