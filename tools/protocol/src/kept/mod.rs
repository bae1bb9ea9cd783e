//! Contents of buffers and textures that stay on the server between requests. Documented in `docs/PROTOCOL.md`.
//!
//! The loop of `serve` owns them. A request takes them as values, and an execution returns new ones, so that a request that fails
//! changes nothing.

mod operation;

use crate::members::base64;
pub(crate) use operation::KeptRecord;
pub use operation::{Keep, Name, Read, Write};
use serde::{Deserialize, Serialize};
use shader_source::steps;
use std::collections::BTreeMap;
use std::ops::Range;
use webgpu_model::texture::TextureDescriptor;
use webgpu_model::{Bytes, Data};

/// The members that name kept contents, or a part of a kept buffer.
#[derive(Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default)]
pub(crate) struct KeptPart {
    pub(crate) kept: Option<String>,
    kept_offset: usize,
    kept_size: Option<usize>,
}

/// Contents that a request keeps.
#[derive(Debug)]
pub(crate) struct New {
    name: String,
    data: Data,
    /// The offset at which they replace a part of the contents that have the name; `None` if they replace all.
    offset: Option<usize>,
}

impl New {
    /// Contents in place of those that have the name.
    pub(crate) fn all(name: &str, data: Data) -> Self {
        Self { name: name.to_owned(), data, offset: None }
    }
}

impl KeptPart {
    /// The name of contents that may not be a part.
    ///
    /// # Errors
    /// There are members of a part.
    pub(crate) fn whole(&self) -> Result<Option<&str>, String> {
        if self.is_part() {
            return Err("`kept_offset` and `kept_size` are only allowed for a buffer".to_owned());
        }
        Ok(self.kept.as_deref())
    }

    const fn is_part(&self) -> bool {
        self.kept_offset > 0 || self.kept_size.is_some()
    }

    /// The final contents of a resource that was given so, to be kept under a name. If it is that of a buffer of which a part was given,
    /// only this part changes.
    pub(crate) fn keep(&self, name: &str, data: &Data) -> New {
        if !self.is_part() {
            return New::all(name, data.clone());
        }
        // A copy: the part shares the memory of the whole buffer.
        let data = data.with_bytes(data.bytes().to_vec());
        let is_same = self.kept.as_deref() == Some(name);
        New { name: name.to_owned(), data, offset: is_same.then_some(self.kept_offset) }
    }
}

/// The contents by name.
#[derive(Debug)]
pub(crate) struct Kept {
    contents: BTreeMap<String, Data>,
    /// The bytes of all names and contents: adding them up for each request would cost the square of their number.
    bytes: u64,
    /// The greatest number of bytes of all names and contents.
    limit: u64,
}

impl Kept {
    /// Without contents, and with the greatest number of bytes of those to come.
    pub(crate) const fn new(limit: u64) -> Self {
        Self { contents: BTreeMap::new(), bytes: 0, limit }
    }

    /// The contents with a name.
    ///
    /// # Errors
    /// There are none.
    fn find(&self, name: &str) -> Result<&Data, String> {
        self.contents.get(name).ok_or_else(|| format!("unknown kept resource `{name}`"))
    }

    /// The bytes of a buffer: those of a member in base64, or kept ones. `None` if the request has neither.
    ///
    /// # Errors
    /// It has both, the member is not in base64, or no such buffer is kept.
    pub(crate) fn bytes(
        &self,
        (member, text): (&str, Option<&str>),
        part: &KeptPart,
    ) -> Result<Option<Bytes>, String> {
        let Some(name) = exclusive((member, text), part.kept.as_deref())? else {
            return Ok(base64(member, text)?.map(Bytes::from));
        };
        let (offset, size) = (part.kept_offset, part.kept_size);
        let message = |bytes: &Bytes| match size {
            None => format!("`kept_offset` is {offset}, but `{name}` has {} bytes", bytes.len()),
            Some(size) => format!(
                "`kept_offset` is {offset} and `kept_size` {size}, but `{name}` has {} bytes",
                bytes.len()
            ),
        };
        match self.find(name)? {
            Data::Buffer(bytes) => bytes.part(offset, size).map(Some).ok_or_else(|| message(bytes)),
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
    /// Two have the same name and are not different parts, or there is no room.
    pub(crate) fn keep(&mut self, new: Vec<New>) -> Result<(), String> {
        let mut places: BTreeMap<&str, Vec<Range<usize>>> = BTreeMap::new();
        for one in &new {
            let place = one.offset.map_or(0..usize::MAX, |offset| offset..offset + one.data.bytes().len());
            let overlaps = |other: &Range<usize>| {
                steps::take(1);
                place.start < other.end && other.start < place.end
            };
            let known = places.entry(&one.name).or_default();
            if known.iter().any(overlaps) {
                return Err(format!("more than one resource would be kept as `{}`", one.name));
            }
            known.push(place);
        }
        // A part was found where it is, so it changes no size.
        let (parts, whole): (Vec<New>, Vec<New>) = new.into_iter().partition(|one| one.offset.is_some());
        // Each name of whole contents is there once: two would overlap.
        let replaced = whole.iter().filter_map(|one| self.contents.get_key_value(&one.name));
        let replaced: u64 = replaced.inspect(|_| steps::take(1)).map(|(name, data)| size(name, data)).sum();
        let others = self.bytes - replaced;
        let added: u64 = whole.iter().map(|one| size(&one.name, &one.data)).sum();
        self.check(others.saturating_add(added))?;
        for one in parts {
            self.overwrite(&one.name, one.offset.unwrap_or(0), one.data.bytes())?;
        }
        steps::take(whole.len());
        self.contents.extend(whole.into_iter().map(|one| (one.name, one.data)));
        self.bytes = others + added;
        Ok(())
    }

    /// Replaces bytes of kept contents.
    ///
    /// # Errors
    /// There are no such contents, or fewer bytes.
    fn overwrite(&mut self, name: &str, offset: usize, new: &[u8]) -> Result<(), String> {
        let missing = || format!("unknown kept resource `{name}`");
        let bytes = match self.contents.get_mut(name).ok_or_else(missing)? {
            Data::Buffer(bytes) | Data::Texture(_, bytes) => bytes,
            Data::Sampler(_) => return Err(missing()),
        };
        let beyond = format!("the part must be inside the {} bytes of `{name}`", bytes.len());
        let part = bytes.get_mut(offset..).and_then(|rest| rest.get_mut(..new.len()));
        part.ok_or(beyond)?.copy_from_slice(new);
        Ok(())
    }

    /// Whether so many bytes are within the limit.
    fn check(&self, needed: u64) -> Result<(), String> {
        if needed <= self.limit {
            return Ok(());
        }
        Err(format!("keeping {needed} bytes exceeds the limit of {} bytes", self.limit))
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
        return Err(format!("expected either `{member}` or `kept`, found both"));
    }
    Ok(name)
}

/// Refuses a kept texture that has another descriptor than needed. Views of the same texture may differ in their swizzle.
fn fits(name: &str, is: &TextureDescriptor, needed: &TextureDescriptor) -> Result<(), String> {
    if (TextureDescriptor { swizzle: needed.swizzle, ..*is }) == *needed {
        return Ok(());
    }
    Err(format!("`{name}` is a texture {}, but expected a texture {}", words(is), words(needed)))
}

/// A texture in words.
fn words(descriptor: &TextureDescriptor) -> String {
    let TextureDescriptor { dimension, format, size, mip_level_count, sample_count, swizzle: _ } = descriptor;
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
