//! The bindings of requests to run and to draw.

use crate::contents::Contents;
use crate::kept::{KeptPart, New};
use crate::members::{TextureRecord, is_default, members};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use webgpu_model::texture::{Sampler, Swizzle, TextureDescriptor};
use webgpu_model::{Binding, BindingType, Data, PipelineLayout};

/// A resource. Its members depend on its kind.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct BindingRecord {
    /// `@group`
    group: u32,
    /// `@binding`
    binding: u32,
    /// `uniform`, `storage`, `read-only-storage`, `texture`, `storage-texture` or `sampler`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    kind: BindingType,
    #[serde(flatten)]
    contents: ContentsRecord,
    /// A sampler has it, and nothing else.
    #[serde(flatten)]
    sampler: Option<Sampler>,
}

/// The members of a buffer or a texture.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ContentsRecord {
    /// The bytes of a buffer, or of the texels of a texture.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_base64: Option<String>,
    #[serde(flatten, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    more: MoreOfContents,
    #[serde(flatten)]
    texture: TextureRecord,
    /// The swizzle of the view of a texture; absent if it is `rgba`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    swizzle: Option<Swizzle>,
}

/// Members of a buffer or a texture that the suite never writes: it keeps nothing.
#[derive(Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default)]
struct MoreOfContents {
    /// Kept contents, instead of `data_base64`.
    #[serde(flatten)]
    part: KeptPart,
    /// The name that the final contents are kept under.
    keep: Option<String>,
    answer: Option<bool>,
}

/// A binding whose members are not yet read.
#[derive(Deserialize)]
struct Unread {
    group: u32,
    binding: u32,
    kind: String,
    #[serde(flatten)]
    members: Map<String, Value>,
}

/// Reads the members that the kind has. A message on them names the binding.
impl<'de> Deserialize<'de> for BindingRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Unread { group, binding, kind, members: given } = Unread::deserialize(deserializer)?;
        let read = || {
            let kind = BindingType::try_from(kind)?;
            let is_sampler = kind == BindingType::Sampler;
            let sampler = is_sampler.then(|| members(&given)).transpose()?;
            Ok(Self { group, binding, kind, contents: members(&given)?, sampler })
        };
        read().map_err(|message: String| {
            serde::de::Error::custom(format_args!("{}: {message}", place(group, binding)))
        })
    }
}

/// The name of a binding in messages.
fn place(group: u32, binding: u32) -> String {
    format!("@group({group}) @binding({binding})")
}

impl BindingRecord {
    /// The members for those of some resources that the layout has.
    pub(crate) fn used(given: &[Binding], layout: &PipelineLayout) -> Vec<Self> {
        let of = |binding: &Binding| {
            let mut entries = layout.entries.iter();
            let entry = entries.find(|it| (it.group, it.binding) == (binding.group, binding.binding))?;
            Some(Self::new(binding, entry.ty))
        };
        given.iter().filter_map(of).collect()
    }

    fn new(given: &Binding, kind: BindingType) -> Self {
        let (contents, sampler) = match &given.data {
            Data::Buffer(bytes) => {
                let data_base64 = Some(STANDARD.encode(bytes));
                (ContentsRecord { data_base64, ..ContentsRecord::default() }, None)
            }
            Data::Texture(texture, bytes) => (ContentsRecord::texture(texture, bytes), None),
            Data::Sampler(sampler) => (ContentsRecord::default(), Some(*sampler)),
        };
        Self { group: given.group, binding: given.binding, kind, contents, sampler }
    }

    /// The name of the binding in messages.
    pub(super) fn place(&self) -> String {
        place(self.group, self.binding)
    }

    /// `@group` and `@binding`.
    pub(super) const fn at(&self) -> (u32, u32) {
        (self.group, self.binding)
    }

    /// The kind of resource.
    pub(super) const fn kind(&self) -> BindingType {
        self.kind
    }

    /// Returns true if it has the group and binding numbers of that binding.
    fn is_of(&self, binding: &Binding) -> bool {
        self.at() == (binding.group, binding.binding)
    }

    /// Returns true if the answer has the contents of a binding: that of this record, if a program may write it.
    pub(crate) fn answers(&self, binding: &Binding) -> bool {
        let MoreOfContents { answer, keep, .. } = &self.contents.more;
        self.is_of(binding) && self.kind.is_writable() && answer.unwrap_or(keep.is_none())
    }

    /// The contents to be kept, if there are any: the written ones, or the given ones that no program may write.
    pub(crate) fn kept(&self, given: &[Binding], written: &[Binding]) -> Option<New> {
        let name = self.contents.more.keep.as_ref()?;
        let binding = written.iter().chain(given).find(|binding| self.is_of(binding))?;
        Some(self.contents.more.part.keep(name, &binding.data))
    }

    /// The resource.
    ///
    /// # Errors
    /// A member that is missing or malformed, with the name of the binding.
    pub(super) fn decode(&self, contents: &mut Contents<'_>) -> Result<Binding, String> {
        let data = match self.kind {
            BindingType::Buffer(_) => self.contents.buffer(contents),
            BindingType::Texture(_) => self.contents.texels(contents),
            BindingType::Sampler => self.sampler(),
        };
        let data = data.map_err(|message| format!("{}: {message}", self.place()))?;
        Ok(Binding { group: self.group, binding: self.binding, data })
    }

    fn sampler(&self) -> Result<Data, String> {
        if self.contents.more.part.kept.is_some() || self.contents.more.keep.is_some() {
            return Err("a sampler has no contents to keep".to_owned());
        }
        let sampler = self.sampler.unwrap_or_default();
        if sampler.lod_min_clamp >= 0.0 && sampler.lod_max_clamp >= sampler.lod_min_clamp {
            return Ok(Data::Sampler(sampler));
        }
        Err("`lod_min_clamp` must be 0 or more, and `lod_max_clamp` at least `lod_min_clamp`".to_owned())
    }
}

impl ContentsRecord {
    /// Texels that are zero are left out.
    fn texture(descriptor: &TextureDescriptor, bytes: &[u8]) -> Self {
        Self {
            data_base64: bytes.iter().any(|byte| *byte != 0).then(|| STANDARD.encode(bytes)),
            texture: TextureRecord::from(descriptor),
            swizzle: Some(descriptor.swizzle).filter(|swizzle| !swizzle.is_identity()),
            ..Self::default()
        }
    }

    fn buffer(&self, contents: &mut Contents<'_>) -> Result<Data, String> {
        let data = ("data_base64", self.data_base64.as_deref());
        let bytes = contents.kept.bytes(data, &self.more.part)?;
        let bytes = bytes.ok_or("expected `data_base64` or `kept` of a buffer")?;
        contents.take(bytes.len())?;
        Ok(Data::Buffer(bytes))
    }

    /// A texture, of zeros if there is no data.
    fn texels(&self, contents: &mut Contents<'_>) -> Result<Data, String> {
        let name = self.more.part.whole()?;
        let kept = contents.kept;
        let known = name.map(|name| kept.texture(name)).transpose()?.map(|(descriptor, _)| descriptor);
        let swizzle = self.swizzle.unwrap_or_default();
        let descriptor = TextureDescriptor { swizzle, ..self.texture.descriptor(known)? };
        contents.take_texture(&descriptor)?;
        let bytes = kept.texels(("data_base64", self.data_base64.as_deref()), name, &descriptor)?;
        Data::texture(descriptor, bytes).map_err(|error| error.to_string())
    }
}
