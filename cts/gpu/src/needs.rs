//! Whether an adapter has what a job needs.

use crate::Gpu;
use crate::fill;
use crate::job::{Draw, Job, Resource, TextureDescriptor, Work};
use crate::words::named;
use wgpu::{Features, TextureFormat, TextureUsages};

/// The features that extensions of WGSL need. Those that are not listed need none.
const OF_EXTENSIONS: &[(&str, Features)] = &[
    ("f16", Features::SHADER_F16),
    ("subgroups", Features::SUBGROUP),
    ("clip_distances", Features::CLIP_DISTANCES),
    ("dual_source_blending", Features::DUAL_SOURCE_BLENDING),
    ("primitive_index", Features::PRIMITIVE_INDEX),
    ("texture_formats_tier1", Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES),
    ("immediate_address_space", Features::IMMEDIATES),
];

/// What a texture is used for.
pub(crate) fn usage(descriptor: &TextureDescriptor, is_storage: bool) -> TextureUsages {
    let bound = if is_storage {
        TextureUsages::STORAGE_BINDING | TextureUsages::COPY_SRC | TextureUsages::COPY_DST
    } else {
        TextureUsages::TEXTURE_BINDING
    };
    let filled = if fill::must_be_drawn(descriptor) {
        TextureUsages::RENDER_ATTACHMENT
    } else {
        TextureUsages::COPY_DST
    };
    bound | filled
}

impl Gpu {
    /// Why the job can't be run on this adapter, for people.
    pub(crate) fn lacks(&self, job: &Job) -> Option<String> {
        let features = self.device.features();
        let is_missing = |name: &&String| {
            OF_EXTENSIONS.iter().any(|(known, feature)| known == name && !features.contains(*feature))
        };
        if let Some(extension) = job.needs.iter().find(is_missing) {
            return Some(format!("the adapter has no {extension}"));
        }
        let of_work = match &job.work {
            Work::Dispatch { workgroups, .. } => {
                let most = self.device.limits().max_compute_workgroups_per_dimension;
                let is_beyond = workgroups.iter().any(|count| *count > most);
                is_beyond.then(|| format!("the adapter has at most {most} workgroups in a direction"))
            }
            Work::Draw(draw) => self.lacks_for_draw(draw),
        };
        of_work.or_else(|| job.bindings.iter().find_map(|binding| self.lacks_for_resource(&binding.resource)))
    }

    fn lacks_for_resource(&self, resource: &Resource) -> Option<String> {
        let limits = self.device.limits();
        match resource {
            Resource::Buffer { is_uniform, bytes } => {
                let most = if *is_uniform {
                    limits.max_uniform_buffer_binding_size
                } else {
                    limits.max_storage_buffer_binding_size
                };
                (bytes.len() as u64 > most)
                    .then(|| format!("a buffer has at most {most} bytes on this adapter"))
            }
            Resource::Texture { descriptor, is_storage, .. } => self.lacks_for_texture(
                &descriptor.format,
                usage(descriptor, *is_storage),
                descriptor.sample_count,
            ),
            Resource::Sampler(_) => None,
        }
    }

    fn lacks_for_draw(&self, draw: &Draw) -> Option<String> {
        if draw.unclipped_depth && !self.device.features().contains(Features::DEPTH_CLIP_CONTROL) {
            return Some("the adapter always clips depths".to_owned());
        }
        let targets = draw.targets.iter().flatten().map(|target| &target.format);
        let mut formats = targets.chain(draw.depth.iter().map(|depth| &depth.format));
        formats.find_map(|format| {
            self.lacks_for_texture(format, TextureUsages::RENDER_ATTACHMENT, draw.sample_count)
        })
    }

    /// A name that wgpu does not know at all is none of the adapter's business: making the texture says so.
    fn lacks_for_texture(&self, format: &str, usage: TextureUsages, samples: u32) -> Option<String> {
        let known: TextureFormat = named(format).ok()?;
        let features = self.adapter.get_texture_format_features(known);
        if !features.allowed_usages.contains(usage) {
            let missing = usage - features.allowed_usages;
            return Some(format!("textures of format {format} can't be used as {missing:?} on this adapter"));
        }
        let has_samples = features.flags.sample_count_supported(samples);
        (!has_samples)
            .then(|| format!("textures of format {format} have no {samples} samples on this adapter"))
    }
}
