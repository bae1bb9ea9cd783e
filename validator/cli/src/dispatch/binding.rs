//! The bindings of a request to run.

use serde::Deserialize;
use shader_model::texture::{
    AddressMode, CompareFunction, Dimension, FilterMode, Format, Sampler, TextureDescriptor,
};
use shader_model::{Binding, BindingType, Data};

/// A resource. Its members depend on its kind.
#[derive(Deserialize, Debug)]
pub(crate) struct BindingRecord {
    group: u32,
    binding: u32,
    kind: String,
    data_base64: Option<String>,
    dimension: Option<String>,
    format: Option<String>,
    size: Option<Vec<u32>>,
    mips: Option<u32>,
    samples: Option<u32>,
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
    pub(crate) fn is_of(&self, binding: &Binding) -> bool {
        self.at() == (binding.group, binding.binding)
    }

    /// Whether programs may write resources of this kind.
    pub(crate) fn is_writable(&self) -> bool {
        BindingType::from_name(&self.kind).is_some_and(BindingType::is_writable)
    }

    /// The resource.
    ///
    /// # Errors
    /// A member that is missing or malformed, with the name of the binding.
    pub(super) fn decode(&self) -> Result<Binding, String> {
        let data = match BindingType::from_name(&self.kind) {
            Some(BindingType::Buffer(_)) => self.buffer(),
            Some(BindingType::Texture(_)) => self.texture(),
            Some(BindingType::Sampler) => self.sampler(),
            None => Err(format!("unknown kind `{}`", self.kind)),
        };
        let data = data.map_err(|message| format!("{}: {message}", self.place()))?;
        Ok(Binding { group: self.group, binding: self.binding, data })
    }

    fn bytes(&self) -> Result<Option<Vec<u8>>, String> {
        super::base64("data_base64", self.data_base64.as_deref())
    }

    fn buffer(&self) -> Result<Data, String> {
        self.bytes()?.map(Data::Buffer).ok_or_else(|| "a buffer needs `data_base64`".to_owned())
    }

    /// A texture, of zeros if there is no data.
    fn texture(&self) -> Result<Data, String> {
        let descriptor = self.descriptor()?;
        Data::texture(descriptor, self.bytes()?).map_err(|error| error.to_string())
    }

    fn descriptor(&self) -> Result<TextureDescriptor, String> {
        let dimension = named("dimension", self.dimension.as_deref(), Dimension::from_name)?;
        let format = named("format", self.format.as_deref(), Format::from_name)?;
        let size = match self.size.as_deref() {
            Some([width]) => [*width, 1, 1],
            Some([width, height]) => [*width, *height, 1],
            Some([width, height, depth]) => [*width, *height, *depth],
            Some(_) => return Err("`size` must be one, two or three numbers".to_owned()),
            None => return Err("a texture needs `size`".to_owned()),
        };
        Ok(TextureDescriptor {
            dimension: dimension.unwrap_or_default(),
            format: format.ok_or_else(|| "a texture needs `format`".to_owned())?,
            size,
            mip_level_count: self.mips.unwrap_or(1),
            sample_count: self.samples.unwrap_or(1),
        })
    }

    fn sampler(&self) -> Result<Data, String> {
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
            return Err("`address_modes` has at most three entries".to_owned());
        }
        for (mode, name) in modes.iter_mut().zip(names) {
            *mode = named("address_modes", Some(name), AddressMode::from_name)?.unwrap_or_default();
        }
        Ok(modes)
    }
}

/// Looks up the value of a member, if it is present.
fn named<T>(member: &str, name: Option<&str>, find: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
    let find = |name| find(name).ok_or_else(|| format!("unknown `{member}`: `{name}`"));
    name.map(find).transpose()
}
