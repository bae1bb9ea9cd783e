//! The kind of resource that a variable of a program needs.

use super::binding::BindingRecord;
use wgsl_spec::{AccessMode, AddressSpace};
use wgsl_validator::ast::DeclKind;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::{TypeId, TypeKind};

/// A message on the first binding whose kind no variable with its numbers needs. Several entry points may have a variable
/// each with the same numbers. A binding without a variable may be of any kind.
pub(super) fn mismatch(bindings: &[BindingRecord], module: TypedModule<'_>) -> Option<String> {
    let mut taken: Vec<_> =
        module.syntax.ast.decls.iter().filter_map(|it| resource(it.kind, module)).collect();
    taken.sort_unstable();
    bindings.iter().find_map(|binding| {
        let first = taken.partition_point(|(place, _)| *place < binding.at());
        let kinds =
            || taken[first..].iter().take_while(|(place, _)| *place == binding.at()).map(|(_, kind)| *kind);
        let wanted = kinds().next()?;
        let fits = kinds().any(|kind| kind == binding.kind());
        (!fits).then(|| {
            let (place, kind) = (binding.place(), binding.kind());
            format!("{place} is bound to a resource of kind `{kind}`, but the program needs `{wanted}`")
        })
    })
}

/// The numbers of a variable with a binding, and the kind of resource it needs.
fn resource(declaration: DeclKind, module: TypedModule<'_>) -> Option<((u32, u32), &'static str)> {
    let DeclKind::Variable(id) = declaration else { return None };
    let info = module.meaning.variables.get(id.index())?;
    Some((info.binding?, kind(info.typed.ty, module)?))
}

fn kind(ty: TypeId, module: TypedModule<'_>) -> Option<&'static str> {
    Some(match module.meaning.types.kind(ty) {
        TypeKind::Reference(AddressSpace::Uniform, ..) => "uniform",
        TypeKind::Reference(AddressSpace::Storage, _, AccessMode::Read) => "read-only-storage",
        TypeKind::Reference(AddressSpace::Storage, ..) => "storage",
        TypeKind::SampledTexture(..) | TypeKind::PlainTexture(_) => "texture",
        TypeKind::StorageTexture(..) => "storage-texture",
        TypeKind::Sampler | TypeKind::SamplerComparison => "sampler",
        _ => return None,
    })
}
