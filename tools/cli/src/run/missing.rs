//! Resources that the command line does not give: what to type for them, or zeros in their place.

use super::read::read;
use crate::arguments::{At, ResourceArgument};
use std::collections::BTreeMap;
use webgpu_model::Binding;
use wgsl_lower::compute::Failure;
use wgsl_spec::{AddressSpace, Scalar, TextureKind};
use wgsl_validator::Stage;
use wgsl_validator::interface::{Resource, ResourceKind};

/// The size of a buffer whose program doesn't determine it, in bytes.
const BUFFER_BYTES: u64 = 1024;

/// Returns the given bindings with zeros for the others that entry points use, or refuses to run with what to type for all of these.
///
/// # Errors
/// [`Failure::Resources`]: bindings are missing, and `is_auto` is not set; or there are none of zeros, as for external textures.
pub(super) fn filled<'a>(
    bindings: &[Binding],
    stages: impl IntoIterator<Item = &'a Stage>,
    is_auto: bool,
) -> Result<Vec<Binding>, Failure> {
    let mut missing: BTreeMap<(u32, u32), (String, Option<String>)> = BTreeMap::new();
    for stage in stages {
        let module = stage.typed();
        for resource in &stage.interface().resources {
            let place = (resource.group, resource.binding);
            if bindings.iter().all(|it| (it.group, it.binding) != place) {
                let name = module.name(module.syntax.ast[resource.variable].name);
                let ty = module.print(resource.ty);
                missing.insert(place, (format!("`{name}: {ty}`"), example(resource)));
            }
        }
    }
    let mut all = bindings.to_vec();
    let is_given = |(_, example): &(String, Option<String>)| example.is_some();
    if missing.is_empty() || (is_auto && missing.values().all(is_given)) {
        for ((group, binding), (_, example)) in missing {
            let zeros =
                example.as_deref().map(ResourceArgument::parse).transpose().map_err(Failure::Resources)?;
            let data = zeros.as_ref().map(read).transpose().map_err(Failure::Resources)?;
            all.extend(data.map(|data| Binding { group, binding, data }));
        }
        return Ok(all);
    }
    Err(Failure::Resources(message(&missing)))
}

fn message(missing: &BTreeMap<(u32, u32), (String, Option<String>)>) -> String {
    let names: Vec<&str> = missing.values().map(|(name, _)| name.as_str()).collect();
    let options = missing.iter().filter_map(|((group, binding), (_, example))| {
        Some(format!("--bind {}={}", At::wgsl(*group, *binding), example.as_ref()?))
    });
    let options: Vec<String> = options.collect();
    let is = if names.len() == 1 { "is" } else { "are" };
    let names = names.join(", ");
    if options.len() < missing.len() {
        return format!("{names} {is} not bound, and the executor has no external textures");
    }
    format!("{names} {is} not bound: pass {}, or --auto for zeros", options.join(" "))
}

/// The option for a resource of zeros; `None` if the executor has none.
fn example(resource: &Resource) -> Option<String> {
    Some(match resource.kind {
        ResourceKind::Buffer { space: AddressSpace::Uniform, least_size, .. } => format!("zero:{least_size}"),
        ResourceKind::Buffer { least_size, .. } => format!("zero:{}", least_size.max(BUFFER_BYTES)),
        ResourceKind::Sampler { compares: false } => "sampler:linear".to_owned(),
        ResourceKind::Sampler { compares: true } => "sampler:linear,less".to_owned(),
        ResourceKind::Texture { kind, channels } => {
            let format = match channels {
                None => "depth32float",
                Some(Scalar::I32) => "rgba8sint",
                Some(Scalar::U32) => "rgba8uint",
                Some(_) => "rgba8unorm",
            };
            format!("texture:{format}:{}", size(kind)?)
        }
        ResourceKind::StorageTexture { kind, format, .. } => {
            format!("texture:{}:{}", format.name(), size(kind)?)
        }
    })
}

/// The size of a texture, with its dimension if the size does not say it.
const fn size(kind: TextureKind) -> Option<&'static str> {
    Some(match kind {
        TextureKind::Sampled1d | TextureKind::Storage1d => "256",
        TextureKind::Sampled2d | TextureKind::Storage2d | TextureKind::Depth2d => "256x256",
        TextureKind::Sampled2dArray | TextureKind::Storage2dArray | TextureKind::Depth2dArray => "256x256x2",
        TextureKind::Sampled3d | TextureKind::Storage3d => "64x64x64,dimension=3d",
        TextureKind::SampledCube | TextureKind::DepthCube => "256x256x6,dimension=cube",
        TextureKind::SampledCubeArray | TextureKind::DepthCubeArray => "256x256x12,dimension=cube-array",
        TextureKind::Multisampled2d | TextureKind::DepthMultisampled2d => "256x256,samples=4",
        TextureKind::External | TextureKind::TexelBuffer => return None,
    })
}
