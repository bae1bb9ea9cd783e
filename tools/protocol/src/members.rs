//! Members that several operations of the machine protocol have.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use webgpu_model::texture::{Format, Swizzle, TextureDescriptor, ViewDimension};

/// A texture without its texels. Members that are absent are those of a kept texture, or the defaults of WebGPU.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TextureRecord {
    /// The dimension of a texture.
    #[serde(skip_serializing_if = "Option::is_none")]
    dimension: Option<ViewDimension>,
    /// The format of the texels.
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Format>,
    /// Width, height, and depth or number of layers.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "extent")]
    size: Option<[u32; 3]>,
    /// The number of mip levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    mips: Option<u32>,
    /// The number of samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u32>,
}

/// Reads up to three lengths; those that are absent are 1.
fn extent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[u32; 3]>, D::Error> {
    match Option::<Vec<u32>>::deserialize(deserializer)?.as_deref() {
        None => Ok(None),
        Some([width]) => Ok(Some([*width, 1, 1])),
        Some([width, height]) => Ok(Some([*width, *height, 1])),
        Some([width, height, depth]) => Ok(Some([*width, *height, *depth])),
        Some(given) => {
            Err(D::Error::custom(format_args!("expected one, two or three numbers, found {}", given.len())))
        }
    }
}

impl From<&TextureDescriptor> for TextureRecord {
    fn from(texture: &TextureDescriptor) -> Self {
        Self {
            dimension: Some(texture.dimension),
            format: Some(texture.format),
            size: Some(texture.size),
            mips: Some(texture.mip_level_count),
            samples: Some(texture.sample_count),
        }
    }
}

impl TextureRecord {
    /// Returns true if there are members of a texture.
    pub(crate) const fn is_there(&self) -> bool {
        self.format.is_some() || self.size.is_some() || self.dimension.is_some()
    }

    /// The texture. Members that are absent are those of a known texture, if there is one.
    ///
    /// # Errors
    /// A member that is missing.
    pub(crate) fn descriptor(&self, known: Option<&TextureDescriptor>) -> Result<TextureDescriptor, String> {
        let known = known.map(Self::from).unwrap_or_default();
        Ok(TextureDescriptor {
            size: self.size.or(known.size).ok_or("missing `size` of a texture")?,
            dimension: self.dimension.or(known.dimension).unwrap_or_default(),
            format: self.format.or(known.format).ok_or("missing `format` of a texture")?,
            mip_level_count: self.mips.or(known.mips).unwrap_or(1),
            sample_count: self.samples.or(known.samples).unwrap_or(1),
            swizzle: Swizzle::IDENTITY,
        })
    }
}

/// Returns true if members say nothing, so that they need not be written.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reads a list. A message on an element has its number.
pub(crate) fn numbered<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    what: &str,
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let read = |(number, value): (usize, Value)| {
        T::deserialize(value).map_err(|error| D::Error::custom(format_args!("{what} {number}: {error}")))
    };
    Vec::deserialize(deserializer)?.into_iter().enumerate().map(read).collect()
}

/// Reads the targets of a pass or of a draw.
pub(crate) fn targets<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    numbered("target", deserializer)
}

/// Reads members that may all be absent.
///
/// # Errors
/// The first member that is malformed, with its name.
pub(crate) fn members<T: DeserializeOwned>(given: &Map<String, Value>) -> Result<T, String> {
    T::deserialize(given).map_err(|error| {
        // Which member it is about, the error does not say: it is the one that can't be read alone either.
        let alone = |(name, value): (&String, &Value)| Map::from_iter([(name.clone(), value.clone())]);
        let mut malformed = given.iter().filter(|member| T::deserialize(&alone(*member)).is_err());
        malformed.next().map_or_else(|| error.to_string(), |(name, _)| format!("`{name}`: {error}"))
    })
}

/// The bytes of a member, if it is present.
///
/// # Errors
/// It is not in base64.
pub(crate) fn base64(member: &str, text: Option<&str>) -> Result<Option<Vec<u8>>, String> {
    let decode = |text| STANDARD.decode(text).map_err(|error| format!("`{member}`: {error}"));
    text.map(decode).transpose()
}
