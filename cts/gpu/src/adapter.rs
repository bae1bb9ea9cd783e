//! Adapters: their enumeration, the choice of one, and its features.

use crate::Problem;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};
use wgpu::{Backends, Features};

/// The features that programs of the suite use, as far as the adapter has them.
const WANTED: Features = Features::SHADER_F16
    .union(Features::SUBGROUP)
    .union(Features::SUBGROUP_VERTEX)
    .union(Features::FLOAT32_FILTERABLE)
    .union(Features::FLOAT32_BLENDABLE)
    .union(Features::DEPTH32FLOAT_STENCIL8)
    .union(Features::BGRA8UNORM_STORAGE)
    .union(Features::RG11B10UFLOAT_RENDERABLE)
    .union(Features::TEXTURE_FORMAT_16BIT_NORM)
    .union(Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES)
    .union(Features::IMMEDIATES)
    .union(Features::PRIMITIVE_INDEX)
    .union(Features::CLIP_DISTANCES)
    .union(Features::DUAL_SOURCE_BLENDING)
    .union(Features::DEPTH_CLIP_CONTROL)
    .union(Features::INDIRECT_FIRST_INSTANCE)
    .union(Features::VERTEX_WRITABLE_STORAGE)
    .union(Features::TEXTURE_COMPRESSION_BC)
    .union(Features::TEXTURE_COMPRESSION_BC_SLICED_3D)
    .union(Features::TEXTURE_COMPRESSION_ETC2)
    .union(Features::TEXTURE_COMPRESSION_ASTC)
    .union(Features::TEXTURE_COMPRESSION_ASTC_SLICED_3D);

/// The description of an adapter.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct AdapterInfo {
    /// Its name.
    pub name: String,
    /// The driver and its release.
    pub driver: String,
    /// The API of the adapter: `vulkan`, `metal` or `dx12`.
    pub backend: String,
    /// The least and the greatest number of invocations of a subgroup; 0 for an adapter without subgroups.
    pub subgroup_sizes: [u32; 2],
}

impl AdapterInfo {
    fn new(info: &wgpu::AdapterInfo) -> Self {
        Self {
            name: info.name.clone(),
            driver: [info.driver.as_str(), info.driver_info.as_str()].join(" ").trim().to_owned(),
            backend: info.backend.to_str().to_owned(),
            subgroup_sizes: [info.subgroup_min_size, info.subgroup_max_size],
        }
    }
}

impl core::fmt::Display for AdapterInfo {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "{} ({}, {})", self.name, self.backend, self.driver)
    }
}

/// A device of an adapter.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) adapter: wgpu::Adapter,
    info: AdapterInfo,
    /// Messages of the implementation outside of all error scopes, such as the reason why the device is lost.
    last_words: Arc<Mutex<Vec<String>>>,
}

fn instance() -> wgpu::Instance {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = Backends::PRIMARY;
    // Validation layers test wgpu, not programs.
    descriptor.flags = wgpu::InstanceFlags::empty();
    wgpu::Instance::new(descriptor)
}

/// The adapters of this machine, in the order of their indices.
#[must_use]
pub fn adapters() -> Vec<AdapterInfo> {
    let adapters = pollster::block_on(instance().enumerate_adapters(Backends::PRIMARY));
    adapters.iter().map(|adapter| AdapterInfo::new(&adapter.get_info())).collect()
}

impl Gpu {
    /// Opens the adapter with this index, or the first whose name contains this, or the first of all.
    ///
    /// # Errors
    /// There is no such adapter, or it has no device.
    pub fn open(choice: Option<&str>) -> Result<Self, Problem> {
        pollster::block_on(Self::open_later(choice))
    }

    async fn open_later(choice: Option<&str>) -> Result<Self, Problem> {
        let adapters = instance().enumerate_adapters(Backends::PRIMARY).await;
        let names: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
        let index = chosen(choice, &names)?;
        let adapter = adapters.into_iter().nth(index).ok_or_else(|| Problem("it is gone".to_owned()))?;
        let descriptor = wgpu::DeviceDescriptor {
            required_features: adapter.features() & WANTED,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) =
            adapter.request_device(&descriptor).await.map_err(|error| Problem(error.to_string()))?;
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let said = Arc::clone(&last_words);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| note(&said, error.to_string())));
        let said = Arc::clone(&last_words);
        device.set_device_lost_callback(move |_, message| note(&said, message));
        let info = AdapterInfo::new(&adapter.get_info());
        Ok(Self { device, queue, adapter, info, last_words })
    }

    /// The description of the adapter.
    #[must_use]
    pub const fn info(&self) -> &AdapterInfo {
        &self.info
    }

    /// Takes the messages outside of all error scopes since the last call.
    pub(crate) fn last_words(&self) -> Option<String> {
        let mut words = self.last_words.lock().ok()?;
        let words = core::mem::take(&mut *words);
        (!words.is_empty()).then(|| words.join("; "))
    }
}

fn note(words: &Mutex<Vec<String>>, message: String) {
    if let Ok(mut words) = words.lock() {
        words.push(message);
    }
}

/// The index of the adapter that is chosen.
fn chosen(choice: Option<&str>, names: &[String]) -> Result<usize, Problem> {
    if names.is_empty() {
        return Err(Problem("no adapter found".to_owned()));
    }
    let wanted = choice.unwrap_or_default().to_lowercase();
    let found = match wanted.parse::<usize>() {
        Ok(index) => (index < names.len()).then_some(index),
        Err(_) => names.iter().position(|name| name.to_lowercase().contains(&wanted)),
    };
    found.ok_or_else(|| {
        let list: Vec<String> =
            names.iter().enumerate().map(|(index, name)| format!("{index}: {name}")).collect();
        Problem(format!("no adapter `{wanted}` found; the adapters are {}", list.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adapters_are_chosen_by_index_or_name() {
        let names = ["NVIDIA H100".to_owned(), "llvmpipe (LLVM 15)".to_owned()];
        let choose = |choice: &str| chosen(Some(choice), &names);
        assert_eq!(chosen(None, &names), Ok(0));
        assert_eq!((choose("1"), choose("LLVMpipe"), choose("h100")), (Ok(1), Ok(1), Ok(0)));
        let message = "no adapter `2` found; the adapters are 0: NVIDIA H100, 1: llvmpipe (LLVM 15)";
        assert_eq!(choose("2"), Err(Problem(message.to_owned())));
        assert_eq!(chosen(None, &[]), Err(Problem("no adapter found".to_owned())));
    }
}
