//! Texel formats: each with every storage texture and access mode, and with stores of every channel type.
//! <https://www.w3.org/TR/WGSL/#texel-formats>

use super::family::{Family, rule};
use wgsl_spec::{AccessMode, Edition, LanguageExtension, Scalar, TexelFormat, TextureKind, codes, sections};
use wgsl_validator::needs::Extension;

/// The cases of all formats of the specification.
pub(super) fn families() -> Vec<Family> {
    let formats = TexelFormat::ALL.into_iter();
    let known = formats.filter(|format| format.available_in(Edition::Current));
    known
        .filter(|format| !format.requires().is_some_and(LanguageExtension::is_proposed))
        .map(family)
        .collect()
}

fn family(format: TexelFormat) -> Family {
    let name = format.name();
    let about = format!(
        "The texel format `{name}` in all storage textures and access modes; stores of all channel types."
    );
    let rules = vec![rule(&format!("texel.format.{name}"))];
    let mut family = Family::new("texel-formats", name, about, sections::TEXEL_FORMATS, rules);
    for kind in
        TextureKind::ALL.into_iter().filter(|kind| kind.is_storage() && *kind != TextureKind::TexelBuffer)
    {
        for access in AccessMode::ALL {
            let ty = format!("{}<{name}, {}>", kind.name(), access.name());
            let program = format!("@group(0) @binding(0) var texture: {ty};\n");
            family.add(&ty, needs(format, access), program, None);
        }
    }
    for scalar in [Scalar::F32, Scalar::I32, Scalar::U32] {
        let ty = format!("vec4<{}>", scalar.name());
        let program = format!(
            "@group(0) @binding(0) var texture: texture_storage_2d<{name}, write>;\n\
             fn f() {{\n  textureStore(texture, vec2u(), {ty}());\n}}\n"
        );
        let found = (scalar != format.channel_type()).then_some((codes::TYPE_NO_MATCHING_OVERLOAD, 3, 3));
        family.add(&format!("store of {ty}"), needs(format, AccessMode::Write), program, found);
        let program = format!(
            "@group(0) @binding(0) var texture: texture_storage_2d<{name}, read>;\n\
             fn f() {{\n  let texel: {ty} = textureLoad(texture, vec2u());\n}}\n"
        );
        let column = format!("  let texel: {ty} = ").len() as u32 + 1;
        let found = (scalar != format.channel_type()).then_some((codes::TYPE_MISMATCH, 3, column));
        family.add(&format!("load as {ty}"), needs(format, AccessMode::Read), program, found);
    }
    let program = format!("@group(0) @binding(0) var texture: texture_2d<{name}>;\n");
    let found = Some((codes::RESOLVE_NOT_A_TYPE, 1, 47));
    family.add("in a sampled texture", needs(format, AccessMode::Write), program, found);
    family
}

fn needs(format: TexelFormat, access: AccessMode) -> Vec<Extension> {
    let mut needs: Vec<Extension> = format.requires().map(Extension::Language).into_iter().collect();
    if access != AccessMode::Write {
        needs.push(Extension::Language(LanguageExtension::ReadonlyAndReadwriteStorageTextures));
    }
    needs
}
