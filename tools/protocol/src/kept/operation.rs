//! The operations `keep`, `kept`, `read`, `write` and `drop` of the machine protocol.

use super::{Kept, New, size};
use crate::members::{TextureRecord, base64};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use webgpu_model::{Bytes, Data};

/// The members of `keep`.
#[derive(Serialize, Deserialize, Debug)]
pub struct Keep {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_count: Option<u64>,
    #[serde(flatten)]
    texture: TextureRecord,
}

/// The members of `read`.
#[derive(Serialize, Deserialize, Debug)]
pub struct Read {
    name: String,
    #[serde(default)]
    offset: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
}

/// The members of `write`.
#[derive(Serialize, Deserialize, Debug)]
pub struct Write {
    name: String,
    #[serde(default)]
    offset: usize,
    data_base64: String,
}

/// Contents in the answer to `kept`: a buffer, or a texture with the members that a binding has.
#[derive(Serialize, Debug)]
pub(crate) struct KeptRecord {
    name: String,
    byte_count: usize,
    #[serde(flatten)]
    texture: TextureRecord,
}

impl KeptRecord {
    fn new(name: &str, data: &Data) -> Self {
        let texture = match data {
            Data::Texture(descriptor, _) => TextureRecord::from(descriptor),
            Data::Buffer(_) | Data::Sampler(_) => TextureRecord::default(),
        };
        Self { name: name.to_owned(), byte_count: data.bytes().len(), texture }
    }
}

/// The member of `drop`.
#[derive(Serialize, Deserialize, Debug)]
pub struct Name {
    name: String,
}

impl Kept {
    /// Keeps the contents that a request has.
    ///
    /// # Errors
    /// They are malformed, or there is no room.
    pub(crate) fn put(&mut self, request: &Keep) -> Result<(), String> {
        let bytes = base64("data_base64", request.data_base64.as_deref())?.map(Bytes::from);
        let data = if request.texture.is_there() {
            if request.byte_count.is_some() {
                return Err("`byte_count` is only allowed for a buffer".to_owned());
            }
            let descriptor = request.texture.descriptor(None)?;
            // Before they are allocated.
            let (_, needed) = descriptor.lay_out().map_err(|error| error.to_string())?;
            self.check(needed as u64)?;
            Data::texture(descriptor, bytes).map_err(|error| error.to_string())?
        } else {
            Data::Buffer(match (bytes, request.byte_count) {
                (Some(bytes), None) => bytes,
                (None, Some(count)) => {
                    self.check(count)?;
                    vec![0; usize::try_from(count).map_err(|error| error.to_string())?].into()
                }
                (Some(_), Some(_)) => {
                    return Err("expected either `data_base64` or `byte_count`, found both".to_owned());
                }
                (None, None) => return Err("missing field `data_base64`".to_owned()),
            })
        };
        self.keep(vec![New::all(&request.name, data)])
    }

    /// All contents, in the order of their names.
    pub(crate) fn list(&self) -> Vec<KeptRecord> {
        self.contents.iter().map(|(name, data)| KeptRecord::new(name, data)).collect()
    }

    /// Replaces a part of kept contents.
    ///
    /// # Errors
    /// There are no such contents, or fewer bytes, or the new ones are malformed.
    pub(crate) fn write(&mut self, Write { name, offset, data_base64 }: &Write) -> Result<(), String> {
        let bytes = base64("data_base64", Some(data_base64))?.unwrap_or_default();
        self.overwrite(name, *offset, &bytes)
    }

    /// A part of kept contents, in base64.
    ///
    /// # Errors
    /// There are no such contents, or fewer bytes.
    pub(crate) fn read(&self, Read { name, offset, size }: &Read) -> Result<String, String> {
        let bytes = self.find(name)?.bytes();
        let part = bytes.get(*offset..).and_then(|rest| match size {
            Some(size) => rest.get(..*size),
            None => Some(rest),
        });
        let message = || format!("the part must be inside the {} bytes of `{name}`", bytes.len());
        Ok(STANDARD.encode(part.ok_or_else(message)?))
    }

    /// Forgets contents.
    ///
    /// # Errors
    /// There are none.
    pub(crate) fn remove(&mut self, Name { name }: &Name) -> Result<(), String> {
        self.find(name)?;
        if let Some((name, data)) = self.contents.remove_entry(name) {
            self.bytes -= size(&name, &data);
        }
        Ok(())
    }
}
