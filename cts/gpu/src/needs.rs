//! The features, limits and formats that a job needs.

use crate::Gpu;
use crate::convert::{depth_stencil_format, texture_format};
use crate::job::Job;
use crate::texture_shape::usage;
use webgpu_model::texture::Format;
use webgpu_model::{
    Binding, BindingType, BlendFactor, BufferBindingType, Command, Data, LayoutEntry, RenderPass, Target,
};
use wgpu::{Features, TextureFormatFeatureFlags, TextureUsages};

/// The features of wgpu for extensions of WGSL and features of WebGPU. Other extensions need none. wgpu has no tiers of formats, but adapters
/// that tell their own formats; which these are is asked format by format.
const OF_NEEDS: &[(&str, Features)] = &[
    ("f16", Features::SHADER_F16),
    ("subgroups", Features::SUBGROUP),
    ("clip_distances", Features::CLIP_DISTANCES),
    ("dual_source_blending", Features::DUAL_SOURCE_BLENDING),
    ("primitive_index", Features::PRIMITIVE_INDEX),
    ("texture_formats_tier1", Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES),
    ("texture-formats-tier1", Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES),
    ("texture-formats-tier2", Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES),
    ("rg11b10ufloat-renderable", Features::RG11B10UFLOAT_RENDERABLE),
    ("texture-compression-bc", Features::TEXTURE_COMPRESSION_BC),
    ("texture-compression-bc-sliced-3d", Features::TEXTURE_COMPRESSION_BC_SLICED_3D),
    ("texture-compression-etc2", Features::TEXTURE_COMPRESSION_ETC2),
    ("texture-compression-astc", Features::TEXTURE_COMPRESSION_ASTC),
    ("texture-compression-astc-sliced-3d", Features::TEXTURE_COMPRESSION_ASTC_SLICED_3D),
    ("immediate_address_space", Features::IMMEDIATES),
];

/// The reason why a job is not run that writes to the resources of one of its draws: the results have no place for them.
fn written_by_draw(job: &Job) -> Option<String> {
    let mut used = job.of_draws().flat_map(|set| job.used(set));
    let is_written = used.any(|(entry, _)| entry.ty.is_writable());
    is_written.then(|| "resources of a draw of its own are only read on adapters".to_owned())
}

impl Gpu {
    /// The reason why the job can't be run on this adapter, for people.
    pub(crate) fn lacks(&self, job: &Job) -> Option<String> {
        let features = self.device.features();
        let is_missing = |name: &&String| {
            OF_NEEDS.iter().any(|(known, feature)| known == name && !features.contains(*feature))
        };
        if let Some(need) = job.needs.iter().find(is_missing) {
            return Some(format!("the adapter has no {need}"));
        }
        let of_command = match &job.command {
            Command::Dispatch(dispatch) => {
                let most = self.device.limits().max_compute_workgroups_per_dimension;
                let is_beyond = dispatch.workgroups.iter().any(|count| *count > most);
                is_beyond.then(|| format!("the adapter supports at most {most} workgroups per dimension"))
            }
            Command::Render(pass) => self.lacks_for_pass(pass),
        };
        let mut sets = std::iter::once(job.command.bindings()).chain(job.of_draws());
        let of_resources =
            |set| job.used(set).find_map(|(entry, given)| self.lacks_for_resource(entry, given));
        of_command.or_else(|| written_by_draw(job)).or_else(|| sets.find_map(of_resources))
    }

    fn lacks_for_resource(&self, entry: &LayoutEntry, given: &Binding) -> Option<String> {
        let limits = self.device.limits();
        match (entry.ty, &given.data) {
            (BindingType::Buffer(ty), Data::Buffer(bytes)) => {
                let most = match ty {
                    BufferBindingType::Uniform => limits.max_uniform_buffer_binding_size,
                    BufferBindingType::Storage | BufferBindingType::ReadOnlyStorage => {
                        limits.max_storage_buffer_binding_size
                    }
                };
                (bytes.len() as u64 > most)
                    .then(|| format!("the adapter supports buffers of at most {most} bytes"))
            }
            (BindingType::Texture(ty), Data::Texture(descriptor, _)) => {
                if !descriptor.swizzle.is_identity() {
                    return Some("wgpu has no texture-component-swizzle".to_owned());
                }
                let usage = usage(descriptor, ty);
                self.lacks_for_texture(descriptor.format, usage, descriptor.sample_count)
            }
            _ => None,
        }
    }

    fn lacks_for_pass(&self, pass: &RenderPass) -> Option<String> {
        let has = |feature| self.device.features().contains(feature);
        if pass.pipelines.iter().any(|state| state.primitive.unclipped_depth)
            && !has(Features::DEPTH_CLIP_CONTROL)
        {
            return Some("the adapter always clips depth".to_owned());
        }
        if pass.draws.iter().any(|draw| draw.is_indirect && draw.counts.first_instance != 0)
            && !has(Features::INDIRECT_FIRST_INSTANCE)
        {
            return Some("the adapter does not support the first instance of indirect draws".to_owned());
        }
        let blends = pass.pipelines.iter().flat_map(|state| &state.targets).filter_map(|it| it.blend);
        let mut factors = blends.flat_map(|blend| blend.factors());
        if factors.any(BlendFactor::uses_second_source) && !has(Features::DUAL_SOURCE_BLENDING) {
            return Some("the adapter has no dual-source blending".to_owned());
        }
        let samples = pass.sample_count.count();
        let usage = TextureUsages::RENDER_ATTACHMENT;
        let mut targets = pass.targets.iter().enumerate();
        let depth_stencil = pass.depth_stencil.as_ref().map(|it| it.format);
        targets
            .find_map(|(location, target)| self.lacks_for_target(pass, location, target.as_ref()?))
            .or_else(|| {
                let format = depth_stencil?;
                self.lacks_for_format(depth_stencil_format(format), format.name(), usage, samples)
            })
    }

    fn lacks_for_target(&self, pass: &RenderPass, location: usize, target: &Target) -> Option<String> {
        let (samples, format) = (pass.sample_count.count(), texture_format(target.format));
        let name = target.format.name();
        let lacking = self.lacks_for_format(format, name, TextureUsages::RENDER_ATTACHMENT, samples);
        lacking.or_else(|| {
            let flags = self.adapter.get_texture_format_features(format).flags;
            let is_blended = pass.pipelines.iter().any(|state| state.target(location).blend.is_some());
            if is_blended && !flags.contains(TextureFormatFeatureFlags::BLENDABLE) {
                return Some(format!("textures of format {name} can't be blended on this adapter"));
            }
            let is_lacking =
                pass.resolves(target) && !flags.contains(TextureFormatFeatureFlags::MULTISAMPLE_RESOLVE);
            is_lacking.then(|| format!("textures of format {name} can't be resolved on this adapter"))
        })
    }

    fn lacks_for_texture(&self, format: Format, usage: TextureUsages, samples: u32) -> Option<String> {
        self.lacks_for_format(texture_format(format), format.name(), usage, samples)
    }

    fn lacks_for_format(
        &self,
        format: wgpu::TextureFormat,
        name: &str,
        usage: TextureUsages,
        samples: u32,
    ) -> Option<String> {
        if !self.device.features().contains(format.required_features()) {
            return Some(format!("the adapter has no textures of format {name}"));
        }
        let features = self.adapter.get_texture_format_features(format);
        if !features.allowed_usages.contains(usage) {
            let missing = usage - features.allowed_usages;
            return Some(format!("textures of format {name} can't be used as {missing:?} on this adapter"));
        }
        let has_samples = features.flags.sample_count_supported(samples);
        (!has_samples).then(|| format!("textures of format {name} have no {samples} samples on this adapter"))
    }
}
