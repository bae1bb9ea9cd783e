//! Compute shaders on an adapter of wgpu, with the resources that the reference executor takes.

mod prepare;

pub use prepare::{Prepared, Problem};

/// A device of an adapter.
#[derive(Debug)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: String,
}

impl Gpu {
    /// Opens the adapter whose name has this in it, or any.
    ///
    /// # Errors
    /// There is no such adapter, or it has no device to give.
    pub fn open(name: Option<&str>) -> Result<Self, Problem> {
        pollster::block_on(Self::open_later(name))
    }

    async fn open_later(name: Option<&str>) -> Result<Self, Problem> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN;
        let instance = wgpu::Instance::new(descriptor);
        let adapters = instance.enumerate_adapters(wgpu::Backends::VULKAN).await;
        let wanted = name.unwrap_or_default().to_lowercase();
        let Some(adapter) =
            adapters.iter().find(|adapter| adapter.get_info().name.to_lowercase().contains(&wanted))
        else {
            let names: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
            return Err(Problem(format!("there is no such adapter; there are: {}", names.join(", "))));
        };
        let descriptor =
            wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..wgpu::DeviceDescriptor::default() };
        let (device, queue) =
            adapter.request_device(&descriptor).await.map_err(|error| Problem(error.to_string()))?;
        Ok(Self { device, queue, name: adapter.get_info().name })
    }

    /// The name of the adapter.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}
