//! A dispatch with everything that it needs on the device.

use crate::Gpu;
use core::fmt;
use wgpu::util::DeviceExt;
use wgsl_reference::run::{Binding, Data};
use wgsl_reference::texture::{Dimension, TextureDescriptor};

/// Why something could not be done, in words of the implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(pub String);

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl core::error::Error for Problem {}

/// A dispatch that can be run again and again.
#[derive(Debug)]
pub struct Prepared<'a> {
    gpu: &'a Gpu,
    pipeline: wgpu::ComputePipeline,
    groups: Vec<(u32, wgpu::BindGroup)>,
    buffers: Vec<(u32, u32, wgpu::Buffer)>,
    workgroups: [u32; 3],
}

/// A resource on the device.
enum Resource {
    Buffer(wgpu::Buffer),
    Texture(wgpu::TextureView),
}

impl<'a> Prepared<'a> {
    /// Makes a pipeline of an entry point and copies its resources to the device.
    ///
    /// # Errors
    /// What the implementation says of the program or its resources.
    pub fn new(
        gpu: &'a Gpu,
        text: &str,
        entry_point: &str,
        workgroups: [u32; 3],
        bindings: &[Binding],
    ) -> Result<Self, Problem> {
        let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(Problem(error.to_string()));
        }
        let resources: Vec<Resource> =
            bindings.iter().map(|binding| gpu.upload(&binding.data)).collect::<Result<_, _>>()?;
        let mut indices: Vec<u32> = bindings.iter().map(|binding| binding.group).collect();
        indices.sort_unstable();
        indices.dedup();
        let group = |index: u32| {
            let entries: Vec<wgpu::BindGroupEntry<'_>> = bindings
                .iter()
                .zip(&resources)
                .filter(|(binding, _)| binding.group == index)
                .map(|(binding, resource)| wgpu::BindGroupEntry {
                    binding: binding.binding,
                    resource: match resource {
                        Resource::Buffer(buffer) => buffer.as_entire_binding(),
                        Resource::Texture(view) => wgpu::BindingResource::TextureView(view),
                    },
                })
                .collect();
            let layout = pipeline.get_bind_group_layout(index);
            let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries };
            (index, gpu.device.create_bind_group(&descriptor))
        };
        let groups = indices.into_iter().map(group).collect();
        let buffers = bindings
            .iter()
            .zip(resources)
            .filter_map(|(binding, resource)| match resource {
                Resource::Buffer(buffer) => Some((binding.group, binding.binding, buffer)),
                Resource::Texture(_) => None,
            })
            .collect();
        Ok(Self { gpu, pipeline, groups, buffers, workgroups })
    }

    /// Runs the dispatch and waits for its end.
    ///
    /// # Errors
    /// The device was lost.
    pub fn run(&self) -> Result<(), Problem> {
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&self.pipeline);
            for (index, group) in &self.groups {
                pass.set_bind_group(*index, group, &[]);
            }
            let [x, y, z] = self.workgroups;
            pass.dispatch_workgroups(x, y, z);
        }
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.wait()
    }

    /// The bytes of a buffer now.
    ///
    /// # Errors
    /// There is no such buffer, or the device was lost.
    pub fn read(&self, group: u32, binding: u32) -> Result<Vec<u8>, Problem> {
        let found = self.buffers.iter().find(|(g, b, _)| (*g, *b) == (group, binding));
        let (.., buffer) = found.ok_or_else(|| Problem("there is no such buffer".to_owned()))?;
        let copy = self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, buffer.size());
        self.gpu.queue.submit([encoder.finish()]);
        copy.map_async(wgpu::MapMode::Read, .., |_| {});
        self.gpu.wait()?;
        let view = copy.get_mapped_range(..).map_err(|error| Problem(error.to_string()))?;
        Ok(view.to_vec())
    }
}

impl Gpu {
    fn wait(&self) -> Result<(), Problem> {
        let wait = wgpu::PollType::wait_indefinitely();
        self.device.poll(wait).map(|_| ()).map_err(|error| Problem(error.to_string()))
    }

    fn upload(&self, data: &Data) -> Result<Resource, Problem> {
        match data {
            Data::Buffer(bytes) => {
                Ok(Resource::Buffer(self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                    label: None,
                    contents: bytes,
                    usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
                })))
            }
            Data::Texture(descriptor, bytes) => self.upload_texture(descriptor, bytes),
            Data::Sampler(_) => Err(Problem("samplers are not bound so far".to_owned())),
        }
    }

    fn upload_texture(&self, descriptor: &TextureDescriptor, bytes: &[u8]) -> Result<Resource, Problem> {
        if descriptor.dimension != Dimension::D2
            || descriptor.mip_level_count != 1
            || descriptor.sample_count != 1
        {
            return Err(Problem("only simple textures are bound so far".to_owned()));
        }
        let format = match descriptor.format.name() {
            "rgba8unorm" => wgpu::TextureFormat::Rgba8Unorm,
            "rgba32float" => wgpu::TextureFormat::Rgba32Float,
            other => return Err(Problem(format!("textures of format {other} are not bound so far"))),
        };
        let [width, height, _] = descriptor.size;
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::STORAGE_BINDING
                | wgpu::TextureUsages::COPY_SRC
                | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let row = bytes.len() as u32 / height.max(1);
        self.queue.write_texture(
            texture.as_image_copy(),
            bytes,
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None },
            size,
        );
        Ok(Resource::Texture(texture.create_view(&wgpu::TextureViewDescriptor::default())))
    }
}
