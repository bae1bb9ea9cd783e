//! The features of a device that an execution depends on. <https://gpuweb.github.io/gpuweb/#texture-format-caps>

use super::Execution;
use webgpu_model::texture::{Format, Support, TextureDescriptor};
use webgpu_model::{Command, Data, Feature, RenderPass, Target};
use wgsl_spec::AccessMode;
use wgsl_validator::Module;
use wgsl_validator::interface::ResourceKind;

/// The features that a program and the formats and views of its resources and attachments depend on, some repeatedly.
#[must_use]
pub fn features(module: &Module, execution: &Execution) -> Vec<Feature> {
    let bindings = execution.command.bindings().iter();
    let textures = bindings.filter_map(|binding| match &binding.data {
        Data::Texture(descriptor, _) => Some(descriptor),
        Data::Buffer(_) | Data::Sampler(_) => None,
    });
    let attachments = match &execution.command {
        Command::Dispatch(_) => Vec::new(),
        Command::Render(pass) => of_attachments(pass),
    };
    let supports = textures.flat_map(of_texture).chain(attachments).chain(of_storage(module));
    supports.filter_map(Support::feature).collect()
}

fn of_texture(texture: &TextureDescriptor) -> [Support; 2] {
    let swizzled = Support::With(Feature::TextureComponentSwizzle);
    let view = if texture.swizzle.is_identity() { Support::Always } else { swizzled };
    [texture.support(), view]
}

fn of_attachments(pass: &RenderPass) -> Vec<Support> {
    let targets = pass.targets.iter().flatten();
    let support = |target: &Target| {
        let resolve = pass.resolves(target).then(|| target.format.resolve_support());
        [Some(target.format.color_support()), resolve]
    };
    targets.flat_map(support).flatten().collect()
}

/// Those of storage textures that a program both reads and writes. Their formats as such are those of language extensions.
fn of_storage(module: &Module) -> impl Iterator<Item = Support> {
    module.typed().resources().filter_map(|resource| match resource.kind {
        ResourceKind::StorageTexture { format, access: AccessMode::ReadWrite, .. } => {
            Format::from_name(format.name()).map(Format::read_write_support)
        }
        ResourceKind::StorageTexture { .. }
        | ResourceKind::Buffer { .. }
        | ResourceKind::Sampler { .. }
        | ResourceKind::Texture { .. } => None,
    })
}
