//! The features, limits and formats that a job needs.

use crate::Gpu;
use crate::convert::texture_format;
use crate::job::Job;
use crate::texture_shape::usage;
use shader_model::texture::Format;
use shader_model::{Binding, BindingType, BufferBindingType, Command, Data, Draw, LayoutEntry};
use wgpu::{Features, TextureUsages};

/// The features that extensions of WGSL need. Other extensions need none.
const OF_EXTENSIONS: &[(&str, Features)] = &[
    ("f16", Features::SHADER_F16),
    ("subgroups", Features::SUBGROUP),
    ("clip_distances", Features::CLIP_DISTANCES),
    ("dual_source_blending", Features::DUAL_SOURCE_BLENDING),
    ("primitive_index", Features::PRIMITIVE_INDEX),
    ("texture_formats_tier1", Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES),
    ("immediate_address_space", Features::IMMEDIATES),
];

impl Gpu {
    /// The reason why the job can't be run on this adapter, for people.
    pub(crate) fn lacks(&self, job: &Job) -> Option<String> {
        let features = self.device.features();
        let is_missing = |name: &&String| {
            OF_EXTENSIONS.iter().any(|(known, feature)| known == name && !features.contains(*feature))
        };
        if let Some(extension) = job.needs.iter().find(is_missing) {
            return Some(format!("the adapter has no {extension}"));
        }
        let of_command = match &job.command {
            Command::Dispatch(dispatch) => {
                let most = self.device.limits().max_compute_workgroups_per_dimension;
                let is_beyond = dispatch.workgroups.iter().any(|count| *count > most);
                is_beyond.then(|| format!("the adapter has at most {most} workgroups in a direction"))
            }
            Command::Draw(draw) => self.lacks_for_draw(draw),
        };
        of_command.or_else(|| job.used().find_map(|(entry, given)| self.lacks_for_resource(entry, given)))
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
                    .then(|| format!("a buffer has at most {most} bytes on this adapter"))
            }
            (BindingType::Texture(ty), Data::Texture(descriptor, _)) => {
                let usage = usage(descriptor, ty);
                self.lacks_for_texture(descriptor.format, usage, descriptor.sample_count)
            }
            _ => None,
        }
    }

    fn lacks_for_draw(&self, draw: &Draw) -> Option<String> {
        if draw.unclipped_depth && !self.device.features().contains(Features::DEPTH_CLIP_CONTROL) {
            return Some("the adapter always clips depths".to_owned());
        }
        let targets = draw.targets.iter().flatten().map(|target| target.format);
        let mut formats = targets.chain(draw.depth.iter().map(|depth| depth.format));
        formats.find_map(|format| {
            self.lacks_for_texture(format, TextureUsages::RENDER_ATTACHMENT, draw.sample_count.count())
        })
    }

    fn lacks_for_texture(&self, format: Format, usage: TextureUsages, samples: u32) -> Option<String> {
        let features = self.adapter.get_texture_format_features(texture_format(format));
        let format = format.name();
        if !features.allowed_usages.contains(usage) {
            let missing = usage - features.allowed_usages;
            return Some(format!("textures of format {format} can't be used as {missing:?} on this adapter"));
        }
        let has_samples = features.flags.sample_count_supported(samples);
        (!has_samples)
            .then(|| format!("textures of format {format} have no {samples} samples on this adapter"))
    }
}
