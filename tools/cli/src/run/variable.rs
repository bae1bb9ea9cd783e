//! The variables of a program that have bindings.

use crate::arguments::{At, Form};
use std::collections::HashSet;
use webgpu_model::Binding;
use wgsl_spec::Scalar;
use wgsl_validator::Stage;
use wgsl_validator::interface::Resource;
use wgsl_validator::types::{TypeId, TypeKind, Types};

/// A variable with a binding that the program may write: in WGSL one of the module, <https://www.w3.org/TR/WGSL/#resource-interface>, in
/// Metal an argument of the kernel, section 5.2.
#[derive(Debug)]
pub(super) struct Variable {
    pub(super) at: At,
    /// Its place as the program writes it.
    pub(super) place: String,
    pub(super) name: String,
    pub(super) ty: String,
    /// How its values are shown, unless the command line says so.
    pub(super) form: Form,
}

impl Variable {
    /// Returns true if this is the variable of a binding.
    pub(super) fn is_at(&self, binding: &Binding) -> bool {
        (self.at.group, self.at.binding) == (binding.group, binding.binding)
    }
}

/// The variables that the entry points of stages may write, each once, in the order of the source for each stage.
pub(super) fn writable<'a>(stages: impl IntoIterator<Item = &'a Stage>) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    for variable in stages.into_iter().flat_map(writable_in) {
        if found.iter().all(|known| known.at != variable.at) {
            found.push(variable);
        }
    }
    found
}

/// The variables that an entry point may write, in the order of the source.
fn writable_in(stage: &Stage) -> Vec<Variable> {
    let module = stage.typed();
    let resources = stage.interface().resources.iter().filter(|resource| resource.is_writable());
    let variable = |resource: &Resource| Variable {
        at: At::wgsl(resource.group, resource.binding),
        place: format!("@group({}) @binding({})", resource.group, resource.binding),
        name: module.name(module.syntax.ast[resource.variable].name).to_owned(),
        ty: module.print(resource.ty),
        form: Form::of(scalar(&module.meaning.types, resource.ty)),
    };
    resources.map(variable).collect()
}

/// The scalar type of all components of a type, if there is only one.
fn scalar(types: &Types, ty: TypeId) -> Option<Scalar> {
    let mut found = None;
    // Each type is visited once: nested structures may have exponentially many members.
    let mut seen = HashSet::from([ty]);
    let mut left = vec![ty];
    while let Some(ty) = left.pop() {
        match types.kind(ty) {
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
                let members = types.structure(id)?.members.iter().map(|member| member.ty);
                left.extend(members.filter(|member| seen.insert(*member)));
            }
            _ => return None,
        }
    }
    found
}
