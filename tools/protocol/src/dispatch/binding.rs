//! The bindings of a request to run.

use crate::contents::Contents;
use crate::kept::{KeptPart, New};
use crate::members::{TextureRecord, named};
use serde::Deserialize;
use webgpu_model::texture::{AddressMode, CompareFunction, FilterMode, Sampler, Swizzle, TextureDescriptor};
use webgpu_model::{Binding, BindingType, Data};

/// A resource. Its members depend on its kind.
#[derive(Deserialize, Debug)]
pub(crate) struct BindingRecord {
    group: u32,
    binding: u32,
    kind: String,
    data_base64: Option<String>,
    /// Kept contents, in place of `data_base64`.
    #[serde(flatten)]
    part: KeptPart,
    /// The name that the final contents are kept under.
    keep: Option<String>,
    answer: Option<bool>,
    #[serde(flatten)]
    texture: TextureRecord,
    /// The swizzle of the view of a texture.
    swizzle: Option<String>,
    address_modes: Option<Vec<String>>,
    mag_filter: Option<String>,
    min_filter: Option<String>,
    mipmap_filter: Option<String>,
    lod_min_clamp: Option<f32>,
    lod_max_clamp: Option<f32>,
    compare: Option<String>,
    max_anisotropy: Option<u16>,
}

impl BindingRecord {
    /// The name of the binding in messages.
    pub(super) fn place(&self) -> String {
        format!("@group({}) @binding({})", self.group, self.binding)
    }

    /// `@group` and `@binding`.
    pub(super) const fn at(&self) -> (u32, u32) {
        (self.group, self.binding)
    }

    /// The kind of resource.
    pub(super) fn kind(&self) -> &str {
        &self.kind
    }

    /// Whether it has the group and binding numbers of that binding.
    fn is_of(&self, binding: &Binding) -> bool {
        self.at() == (binding.group, binding.binding)
    }

    /// Whether the answer has the contents of a binding: that of this record, if a program may write it.
    pub(crate) fn answers(&self, binding: &Binding) -> bool {
        let is_writable = BindingType::from_name(&self.kind).is_some_and(BindingType::is_writable);
        self.is_of(binding) && is_writable && self.answer.unwrap_or(self.keep.is_none())
    }

    /// The contents to be kept, if there are any: the written ones, or the given ones that no program may write.
    pub(crate) fn kept(&self, given: &[Binding], written: &[Binding]) -> Option<New> {
        let name = self.keep.as_ref()?;
        let binding = written.iter().chain(given).find(|binding| self.is_of(binding))?;
        Some(self.part.keep(name, &binding.data))
    }

    /// The resource.
    ///
    /// # Errors
    /// A member that is missing or malformed, with the name of the binding.
    pub(super) fn decode(&self, contents: &mut Contents<'_>) -> Result<Binding, String> {
        let data = match BindingType::from_name(&self.kind) {
            Some(BindingType::Buffer(_)) => self.buffer(contents),
            Some(BindingType::Texture(_)) => self.texture(contents),
            Some(BindingType::Sampler) => self.sampler(),
            None => Err(format!("unknown kind `{}`", self.kind)),
        };
        let data = data.map_err(|message| format!("{}: {message}", self.place()))?;
        Ok(Binding { group: self.group, binding: self.binding, data })
    }

    fn buffer(&self, contents: &mut Contents<'_>) -> Result<Data, String> {
        let data = ("data_base64", self.data_base64.as_deref());
        let bytes = contents.kept.bytes(data, &self.part)?;
        let bytes = bytes.ok_or("expected `data_base64` or `kept` of a buffer")?;
        contents.take(bytes.len())?;
        Ok(Data::Buffer(bytes))
    }

    /// A texture, of zeros if there is no data.
    fn texture(&self, contents: &mut Contents<'_>) -> Result<Data, String> {
        let name = self.part.whole()?;
        let kept = contents.kept;
        let known = name.map(|name| kept.texture(name)).transpose()?.map(|(descriptor, _)| descriptor);
        let swizzle = named("swizzle", self.swizzle.as_deref(), Swizzle::from_name)?.unwrap_or_default();
        let descriptor = TextureDescriptor { swizzle, ..self.texture.descriptor(known)? };
        contents.take_texture(&descriptor)?;
        let bytes = kept.texels(("data_base64", self.data_base64.as_deref()), name, &descriptor)?;
        Data::texture(descriptor, bytes).map_err(|error| error.to_string())
    }

    fn sampler(&self) -> Result<Data, String> {
        if self.part.kept.is_some() || self.keep.is_some() {
            return Err("the contents of a sampler can't be kept".to_owned());
        }
        let default = Sampler::default();
        let filter = |member, name: &Option<String>| named(member, name.as_deref(), FilterMode::from_name);
        let compare = named("compare", self.compare.as_deref(), CompareFunction::from_name)?;
        let sampler = Sampler {
            address_modes: self.address_modes()?,
            mag_filter: filter("mag_filter", &self.mag_filter)?.unwrap_or_default(),
            min_filter: filter("min_filter", &self.min_filter)?.unwrap_or_default(),
            mipmap_filter: filter("mipmap_filter", &self.mipmap_filter)?.unwrap_or_default(),
            lod_min_clamp: self.lod_min_clamp.unwrap_or(default.lod_min_clamp),
            lod_max_clamp: self.lod_max_clamp.unwrap_or(default.lod_max_clamp),
            compare,
            max_anisotropy: self.max_anisotropy.unwrap_or(default.max_anisotropy),
        };
        if sampler.lod_min_clamp >= 0.0 && sampler.lod_max_clamp >= sampler.lod_min_clamp {
            return Ok(Data::Sampler(sampler));
        }
        Err("`lod_min_clamp` must be 0 or more, and `lod_max_clamp` at least `lod_min_clamp`".to_owned())
    }

    /// The address modes along u, v and w; clamp-to-edge if absent.
    fn address_modes(&self) -> Result<[AddressMode; 3], String> {
        let mut modes = [AddressMode::default(); 3];
        let names = self.address_modes.as_deref().unwrap_or_default();
        if names.len() > modes.len() {
            return Err("`address_modes` must have at most three entries".to_owned());
        }
        for (mode, name) in modes.iter_mut().zip(names) {
            *mode = named("address_modes", Some(name), AddressMode::from_name)?.unwrap_or_default();
        }
        Ok(modes)
    }
}
