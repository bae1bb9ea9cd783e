//! The features that the functions of a kernel use.

use super::Sources;
use crate::meaning::{Callee, FunctionInstance};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, FunctionId};
use msl_spec::{Scalar, ValueType};
use rustc_hash::FxHashSet;
use shader_source::Span;

/// A feature that a port to a different language has to look at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    /// Arithmetic in `double`. A constant that becomes a `float` is not counted.
    Double,
    /// An atomic function. C++ AMP 1.2 (6)
    Atomic,
    /// A fence without a barrier. C++ AMP 1.2 (4.5.4)
    Fence,
    /// A barrier. C++ AMP 1.2 (4.5)
    Barrier,
    /// A texture or a view of one. C++ AMP 1.2 (10.1)
    Texture,
    /// A function of the namespace `direct3d` that kernels call. C++ AMP 1.2 (9.3)
    Direct3d,
    /// A mathematical function. C++ AMP 1.2 (9)
    Math,
    /// `direct3d_printf`, `direct3d_errorf`, `direct3d_abort`. C++ AMP 1.2 (12.3)
    Report,
    /// A variable or parameter that is a pointer.
    Pointer,
    /// A short vector. C++ AMP 1.2 (10.8)
    ShortVector,
    /// A function that shares data with Direct3D. C++ AMP 1.2 (11)
    Interop,
}

impl Feature {
    /// The feature in lower case, as tables and records have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Atomic => "atomics",
            Self::Fence => "fences",
            Self::Barrier => "barriers",
            Self::Texture => "textures",
            Self::Direct3d => "direct3d",
            Self::Math => "math",
            Self::Report => "reports",
            Self::Pointer => "pointers",
            Self::ShortVector => "short vectors",
            Self::Interop => "interop",
        }
    }

    /// The feature that a function of the namespace `concurrency` is, by its name.
    pub(super) fn of_function(name: &str) -> Option<Self> {
        match name {
            "atomic_compare_exchange" => Some(Self::Atomic),
            _ if amp_spec::atomic(name).is_some() => Some(Self::Atomic),
            _ if amp_spec::fence(name).is_some() => Some(Self::Fence),
            _ if amp_spec::report(name).is_some() => Some(Self::Report),
            _ => None,
        }
    }
}

/// A place that uses a feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The feature.
    pub feature: Feature,
    /// The name that shows it: of a function, a variable or a type.
    pub name: String,
    /// The place.
    pub place: Span,
}

/// The functions that a kernel reaches, the kernel's own first.
pub(super) fn reached(sources: &Sources<'_>, first: usize) -> Vec<usize> {
    let mut seen: FxHashSet<usize> = [first].into_iter().collect();
    let mut all = vec![first];
    let mut next = 0;
    while let Some(number) = all.get(next).copied() {
        next += 1;
        let calls = &sources.module.instances[number].calls;
        all.extend(calls.iter().map(|(callee, _)| *callee).filter(|callee| seen.insert(*callee)));
    }
    all
}

/// The features that a function of the program uses in its own body.
pub(super) fn uses(sources: &Sources<'_>, instance: &FunctionInstance) -> Vec<Use> {
    let module = sources.module;
    let mut found = Vec::new();
    for (meaning, at) in instance.body.exprs.iter().zip(instance.body.first_expr..) {
        let id = ExprId::from_index(at);
        if meaning.callee.is_none() && module.types.is_error(meaning.ty) {
            continue;
        }
        let place = module.ast.expr_span(id);
        let used = |feature, name: &str| Use { feature, name: name.to_owned(), place };
        if is_double(sources, meaning.ty) && meaning.value.is_none() {
            found.push(used(Feature::Double, "double"));
        }
        if let Some(name) = library_structure(sources, meaning.ty, "graphics") {
            let feature = if name.contains("texture") { Feature::Texture } else { Feature::ShortVector };
            found.push(used(feature, name));
        }
        // A member of what the kernel captures may be a pointer, too.
        if let Expr::Name(name) = module.ast[id]
            && is_pointer(sources, meaning.ty)
        {
            found.push(used(Feature::Pointer, module.names.text(module.ast[name].name)));
        } else if let Expr::Member(_, name) | Expr::Arrow(_, name) = module.ast[id]
            && is_pointer(sources, meaning.ty)
        {
            found.push(used(Feature::Pointer, module.names.text(name)));
        }
        let function = match instance.body.callee(id) {
            Some(Callee::Declared(function)) => *function,
            Some(Callee::Function(number)) => module.instances[*number].function,
            _ => continue,
        };
        found.extend(of_call(sources, function).map(|(feature, name)| Use { feature, name, place }));
    }
    let locals = instance.locals.iter().filter(|(_, object)| is_pointer(sources, object.ty));
    let mut pointers: Vec<Use> = locals
        .map(|(variable, _)| {
            let variable = &module.ast[*variable];
            let name = variable.name.map_or("", |name| module.names.text(name)).to_owned();
            Use { feature: Feature::Pointer, name, place: variable.name_span }
        })
        .collect();
    pointers.sort_by_key(|pointer| pointer.place);
    found.extend(pointers);
    found
}

/// The features that a call of a function of the library uses.
fn of_call(sources: &Sources<'_>, function: FunctionId) -> Option<(Feature, String)> {
    if !sources.is_library_function(function) {
        return None;
    }
    let name = sources.function_name(function);
    match sources.namespaces.get(&function).map(String::as_str) {
        Some("fast_math" | "precise_math") => {
            Some((Feature::Math, format!("{}::{name}", sources.namespaces[&function])))
        }
        Some("direct3d") => Some((Feature::Direct3d, format!("direct3d::{name}"))),
        Some(_) => Some((Feature::of_function(name)?, name.to_owned())),
        // Members have no namespace of their own.
        None => name.starts_with("wait").then(|| (Feature::Barrier, name.to_owned())),
    }
}

/// Returns true for `double`, and for short vectors of it.
fn is_double(sources: &Sources<'_>, ty: TypeId) -> bool {
    match sources.module.types.get(ty) {
        Type::Value(ValueType::Scalar(scalar)) => scalar == Scalar::Double,
        Type::Structure(_) => {
            library_structure(sources, ty, "graphics").is_some_and(|name| name.starts_with("double"))
        }
        _ => false,
    }
}

fn is_pointer(sources: &Sources<'_>, ty: TypeId) -> bool {
    matches!(sources.module.types.get(ty), Type::Pointer(_))
}

/// The name of a structure of the library that is in a namespace.
pub(super) fn library_structure<'a>(
    sources: &'a Sources<'_>,
    ty: TypeId,
    namespace: &str,
) -> Option<&'a str> {
    let types = &sources.module.types;
    let ty = match types.get(ty) {
        Type::Qualified(inner, _) => inner,
        Type::Reference(object) | Type::Pointer(object) => object.ty,
        _ => ty,
    };
    let structure = types.structure(types.structure_number(ty)?);
    let known = sources.structure_namespaces.get(&structure.declaration)?;
    (known == namespace).then_some(structure.name.as_str())
}
