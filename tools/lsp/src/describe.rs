//! Declarations and values as people write them.

use shader_numeric::{Shape, format};
use wgsl_spec::AddressSpace;
use wgsl_validator::ast::{AliasId, ExprId, FunctionId, Member, VariableId, VariableKind};
use wgsl_validator::constant::ConstantId;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::occurrence::store_type;
use wgsl_validator::types::{TypeId, TypeKind};

/// The most scalars of a value that are written.
const MOST_SCALARS: u32 = 16;

/// The type of an expression or declaration, if it is known: what a reference refers to.
pub(crate) fn type_name(module: TypedModule<'_>, ty: TypeId) -> Option<String> {
    let ty = match module.meaning.types.kind(ty) {
        TypeKind::Error | TypeKind::Void => return None,
        TypeKind::Reference(_, store, _) => store,
        _ => ty,
    };
    Some(module.print(ty))
}

/// `var<private> x: f32`
pub(crate) fn variable(module: TypedModule<'_>, id: VariableId) -> String {
    let (variable, info) = (module.syntax.ast[id], module.meaning[id]);
    let ty = type_name(module, info.typed.ty)
        .or_else(|| Some(module.syntax.text(module.syntax.ast.span(variable.ty?)).to_owned()));
    let ty = ty.map_or_else(String::new, |ty| format!(": {ty}"));
    let binding = info
        .binding
        .map_or_else(String::new, |(group, binding)| format!("@group({group}) @binding({binding}) "));
    let id = info.id.map_or_else(String::new, |id| format!("@id({id}) "));
    let keyword = match variable.kind {
        VariableKind::Const => "const",
        VariableKind::Override => "override",
        VariableKind::Let => "let",
        VariableKind::Var => "var",
    };
    let space = match info.space {
        Some(AddressSpace::Storage) => format!("<storage, {}>", info.access.name()),
        None | Some(AddressSpace::Function | AddressSpace::Handle) => String::new(),
        Some(space) => format!("<{}>", space.name()),
    };
    format!("{binding}{id}{keyword}{space} {}{ty}", module.name(variable.name))
}

/// `x: f32`
pub(crate) fn member(module: TypedModule<'_>, index: usize) -> String {
    let member = &module.syntax.ast.members[index];
    format!("{}: {}", module.name(member.name), member_type(module, member, index))
}

fn member_type(module: TypedModule<'_>, member: &Member, index: usize) -> String {
    let known = type_name(module, module.meaning.member(index));
    known.unwrap_or_else(|| module.syntax.text(module.syntax.ast.span(member.ty)).to_owned())
}

/// `fn f(a: i32) -> f32`
pub(crate) fn function(module: TypedModule<'_>, id: FunctionId) -> String {
    let function = module.syntax.ast[id];
    let parameters: Vec<_> = function.parameters.range().map(|index| member(module, index)).collect();
    let known = module.meaning[id].result.and_then(|ty| type_name(module, ty));
    let written = || Some(module.syntax.text(module.syntax.ast.span(function.result?)).to_owned());
    let result = known.or_else(written).map_or_else(String::new, |result| format!(" -> {result}"));
    format!("fn {}({}){result}", module.name(function.name), parameters.join(", "))
}

/// `alias T = f32`
pub(crate) fn alias(module: TypedModule<'_>, id: AliasId) -> String {
    let alias = module.syntax.ast[id];
    let known = type_name(module, module.meaning[id]);
    let ty = known.unwrap_or_else(|| module.syntax.text(module.syntax.ast.span(alias.ty)).to_owned());
    format!("alias {} = {ty}", module.name(alias.name))
}

/// The value of an expression, if it is known and short.
pub(crate) fn value_of(module: TypedModule<'_>, id: ExprId) -> Option<String> {
    let typed = module.meaning[id];
    value(module, typed.ty, typed.constant?)
}

/// A value, if it is short.
pub(crate) fn value(module: TypedModule<'_>, ty: TypeId, constant: ConstantId) -> Option<String> {
    let constants = &module.meaning.constants;
    let mut bits = constants.bits(constant);
    if constants.len(constant) > MOST_SCALARS || bits.is_empty() {
        return None;
    }
    written(module, store_type(module, ty), &mut bits)
}

/// Writes the value at the beginning of a row of scalars, and takes it away.
fn written(module: TypedModule<'_>, ty: TypeId, bits: &mut &[u64]) -> Option<String> {
    let types = &module.meaning.types;
    if let Some((scalar, shape)) = types.shape(ty) {
        let count = match shape {
            Shape::Scalar => 1,
            Shape::Vector(size) => usize::from(size),
            Shape::Matrix(columns, rows) => usize::from(columns) * usize::from(rows),
        };
        let (own, rest) = bits.split_at_checked(count)?;
        *bits = rest;
        let scalars: Vec<_> = own.iter().map(|bits| format(scalar.ty(), *bits)).collect();
        return Some(match shape {
            Shape::Scalar => scalars.concat(),
            Shape::Vector(size) => format!("vec{size}({})", scalars.join(", ")),
            Shape::Matrix(columns, rows) => format!("mat{columns}x{rows}({})", scalars.join(", ")),
        });
    }
    let (name, parts): (_, Vec<_>) = match types.kind(ty) {
        TypeKind::Array(element, length) => {
            let count = module.meaning.length(length)?;
            ("array", (0..count).map(|_| written(module, element, bits)).collect::<Option<_>>()?)
        }
        TypeKind::Struct(id) => {
            let structure = types.structure(id)?;
            let members = structure.members.iter().map(|member| written(module, member.ty, bits));
            (module.name(structure.name), members.collect::<Option<_>>()?)
        }
        _ => return None,
    };
    Some(format!("{name}({})", parts.join(", ")))
}
