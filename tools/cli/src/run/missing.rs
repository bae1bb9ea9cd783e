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
pub(super) const BUFFER_BYTES: u64 = 1024;

/// Returns the given bindings with zeros for the others that entry points use, or refuses to run with what to type for all of these.
///
/// # Errors
/// [`Failure::Resources`]: bindings are missing, and `is_auto` is not set; or there are none of zeros, as for external textures.
pub(super) fn filled<'a>(
    bindings: &[Binding],
    stages: impl IntoIterator<Item = &'a Stage>,
    is_auto: bool,
) -> Result<Vec<Binding>, Failure> {
    let mut missing: BTreeMap<(u32, u32), Missing> = BTreeMap::new();
    for stage in stages {
        let module = stage.typed();
        for resource in &stage.interface().resources {
            let place = (resource.group, resource.binding);
            if bindings.iter().all(|it| (it.group, it.binding) != place) {
                let name = module.name(module.syntax.ast[resource.variable].name);
                let ty = module.print(resource.ty);
                let at = At::wgsl(place.0, place.1);
                missing.insert(
                    place,
                    Missing { at, name: format!("`{name}: {ty}`"), example: example(resource) },
                );
            }
        }
    }
    let mut all = bindings.to_vec();
    let missing: Vec<Missing> = missing.into_values().collect();
    all.extend(zeros(&missing, is_auto).map_err(Failure::Resources)?);
    Ok(all)
}

/// A resource that the command line does not give.
pub(super) struct Missing {
    pub(super) at: At,
    /// The name of its variable as code, perhaps with the type.
    pub(super) name: String,
    /// The option for zeros; `None` if the executor has no such resource.
    pub(super) example: Option<String>,
}

/// Zeros for missing resources.
///
/// # Errors
/// Resources are missing, and `is_auto` is not set or there are no zeros: what to type.
pub(super) fn zeros(missing: &[Missing], is_auto: bool) -> Result<Vec<Binding>, String> {
    let examples = missing.iter().map(|it| it.example.as_deref()).collect::<Option<Vec<&str>>>();
    let Some(examples) = examples.filter(|examples| is_auto || examples.is_empty()) else {
        return Err(message(missing));
    };
    let zeros = missing.iter().zip(examples).map(|(Missing { at, .. }, example)| {
        let data = read(&ResourceArgument::parse(example)?)?;
        Ok(Binding { group: at.group, binding: at.binding, data })
    });
    zeros.collect()
}

fn message(missing: &[Missing]) -> String {
    let names: Vec<&str> = missing.iter().map(|it| it.name.as_str()).collect();
    let options = missing
        .iter()
        .filter_map(|Missing { at, example, .. }| Some(format!("--bind {at}={}", example.as_ref()?)));
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
