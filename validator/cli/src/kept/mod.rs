//! Contents of buffers and textures that stay on the server between requests. Documented in `docs/PROTOCOL.md`.
//!
//! The loop of `serve` owns them. A request takes them as values, and an execution returns new ones, so that a request that fails
//! changes nothing.

mod operation;

use crate::members::base64;
pub(crate) use operation::{Keep, Name, Read};
use shader_model::texture::TextureDescriptor;
use shader_model::{Bytes, Data};
use std::collections::BTreeMap;

/// The contents by name.
#[derive(Debug)]
pub(crate) struct Kept {
    contents: BTreeMap<String, Data>,
    /// The greatest number of bytes of all names and contents.
    limit: u64,
}

impl Kept {
    /// Without contents, and with the greatest number of bytes of those to come.
    pub(crate) const fn new(limit: u64) -> Self {
        Self { contents: BTreeMap::new(), limit }
    }

    /// The contents with a name.
    ///
    /// # Errors
    /// There are none.
    fn find(&self, name: &str) -> Result<&Data, String> {
        self.contents.get(name).ok_or_else(|| format!("nothing is kept as `{name}`"))
    }

    /// The bytes of a buffer: those of a member in base64, or kept ones from an offset on. `None` if the request has neither.
    ///
    /// # Errors
    /// It has both, the member is not in base64, or no such buffer is kept.
    pub(crate) fn bytes(
        &self,
        (member, text): (&str, Option<&str>),
        (name, offset): (Option<&str>, usize),
    ) -> Result<Option<Bytes>, String> {
        let Some(name) = exclusive((member, text), name)? else {
            return Ok(base64(member, text)?.map(Bytes::from));
        };
        match self.find(name)? {
            Data::Buffer(bytes) => bytes
                .from_offset(offset)
                .map(Some)
                .ok_or_else(|| format!("`kept_offset` is {offset}, but `{name}` has {} bytes", bytes.len())),
            Data::Texture(..) | Data::Sampler(_) => Err(format!("`{name}` is a texture, not a buffer")),
        }
    }

    /// A texture.
    ///
    /// # Errors
    /// There is none of this name.
    pub(crate) fn texture(&self, name: &str) -> Result<(&TextureDescriptor, &Bytes), String> {
        match self.find(name)? {
            Data::Texture(descriptor, bytes) => Ok((descriptor, bytes)),
            Data::Buffer(_) | Data::Sampler(_) => Err(format!("`{name}` is a buffer, not a texture")),
        }
    }

    /// The texels of an attachment: those of a member in base64, or kept ones. `None` if the request has neither.
    ///
    /// # Errors
    /// It has both, the member is not in base64, or no such texture is kept.
    pub(crate) fn texels(
        &self,
        (member, text): (&str, Option<&str>),
        name: Option<&str>,
        needed: &TextureDescriptor,
    ) -> Result<Option<Bytes>, String> {
        let Some(name) = exclusive((member, text), name)? else {
            return Ok(base64(member, text)?.map(Bytes::from));
        };
        let (descriptor, bytes) = self.texture(name)?;
        fits(name, descriptor, needed)?;
        Ok(Some(bytes.clone()))
    }

    /// Keeps contents, in place of those that have the same names: all of them or, after an error, none.
    ///
    /// # Errors
    /// Two have the same name, or there is no room.
    pub(crate) fn keep(&mut self, new: Vec<(String, Data)>) -> Result<(), String> {
        let mut sizes: BTreeMap<&str, u64> = BTreeMap::new();
        for (name, data) in &new {
            if sizes.insert(name, size(name, data)).is_some() {
                return Err(format!("two contents are to be kept as `{name}`"));
            }
        }
        let others = self.contents.iter().filter(|(name, _)| !sizes.contains_key(name.as_str()));
        let others: u64 = others.map(|(name, data)| size(name, data)).sum();
        self.check(others.saturating_add(sizes.values().sum()))?;
        self.contents.extend(new);
        Ok(())
    }

    /// Whether so many bytes are within the limit.
    fn check(&self, needed: u64) -> Result<(), String> {
        if needed <= self.limit {
            return Ok(());
        }
        Err(format!("{needed} bytes would be kept; the limit is {}", self.limit))
    }
}

/// The name of kept contents, if there is one.
///
/// # Errors
/// A member also has contents.
fn exclusive<'a>(
    (member, text): (&str, Option<&str>),
    name: Option<&'a str>,
) -> Result<Option<&'a str>, String> {
    if text.is_some() && name.is_some() {
        return Err(format!("either `{member}` or `kept` says what the contents are"));
    }
    Ok(name)
}

/// Refuses a kept texture that has another descriptor than needed.
fn fits(name: &str, is: &TextureDescriptor, needed: &TextureDescriptor) -> Result<(), String> {
    if is == needed {
        return Ok(());
    }
    Err(format!("`{name}` is a texture {}; needed is one {}", words(is), words(needed)))
}

/// A texture in words.
fn words(descriptor: &TextureDescriptor) -> String {
    let TextureDescriptor { dimension, format, size, mip_level_count, sample_count } = descriptor;
    let [width, height, depth] = size;
    let (dimension, format) = (dimension.name(), format.name());
    format!(
        "`{dimension}` of `{format}` of size {width}, {height}, {depth} with `mips` {mip_level_count} and `samples` {sample_count}"
    )
}

/// The bytes that count for the limit.
fn size(name: &str, data: &Data) -> u64 {
    (name.len() + data.bytes().len()) as u64
}
