//! The variables of a program that have bindings.

use crate::arguments::At;
use shader_model::Binding;
use std::collections::HashSet;
use wgsl_spec::{AccessMode, Scalar};
use wgsl_validator::ast::DeclKind;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::{TypeId, TypeKind};

/// A variable with a binding that the program may write. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Debug)]
pub(super) struct Variable {
    pub(super) at: At,
    pub(super) name: String,
    pub(super) ty: String,
    /// The scalar type of all components, if there is only one.
    pub(super) scalar: Option<Scalar>,
}

impl Variable {
    /// Whether this is the variable of a binding.
    pub(super) fn is_at(&self, binding: &Binding) -> bool {
        (self.at.group, self.at.binding) == (binding.group, binding.binding)
    }
}

/// The variables that the program may write, in the order of the source.
pub(super) fn writable(module: TypedModule<'_>) -> Vec<Variable> {
    let variable = |declaration| {
        let DeclKind::Variable(id) = declaration else { return None };
        let info = module.meaning.variables.get(id.index())?;
        let (group, binding) = info.binding?;
        let (ty, access) = match module.meaning.types.kind(info.typed.ty) {
            TypeKind::Reference(_, ty, access) => (ty, access),
            TypeKind::StorageTexture(_, _, access) => (info.typed.ty, access),
            _ => return None,
        };
        (access != AccessMode::Read).then(|| Variable {
            at: At { group, binding },
            name: module.name(module.syntax.ast[id].name).to_owned(),
            ty: module.print(ty),
            scalar: scalar(module, ty),
        })
    };
    module.syntax.ast.decls.iter().filter_map(|declaration| variable(declaration.kind)).collect()
}

/// The scalar type of all components of a type, if there is only one.
fn scalar(module: TypedModule<'_>, ty: TypeId) -> Option<Scalar> {
    let mut found = None;
    // Each type is visited once: nested structures may have exponentially many members.
    let mut seen = HashSet::from([ty]);
    let mut left = vec![ty];
    while let Some(ty) = left.pop() {
        match module.meaning.types.kind(ty) {
            TypeKind::Scalar(scalar)
            | TypeKind::Vector(_, scalar)
            | TypeKind::Matrix(_, _, scalar)
            | TypeKind::Atomic(scalar) => {
                if *found.get_or_insert(scalar) != scalar {
                    return None;
                }
            }
            TypeKind::Array(element, _) => left.extend(seen.insert(element).then_some(element)),
            TypeKind::Struct(id) => {
                let members = module.meaning.types.structure(id)?.members.iter().map(|member| member.ty);
                left.extend(members.filter(|member| seen.insert(*member)));
            }
            _ => return None,
        }
    }
    found
}
