//! The object before a `.` or `->`.

use cxx_validator::ast::{Expr, ExprId};
use msl_validator::meaning::{Body, Module};
use msl_validator::types::{Type, TypeId};

/// Returns the type of the object whose member access ends at an offset: what a pointer points to after `->`. `None` if it is not known or
/// instances of a template have several.
pub(crate) fn base_type(module: &Module, end: u32) -> Option<TypeId> {
    let accesses = module.ast.exprs.iter().zip(&module.ast.expr_spans).enumerate();
    let accesses = accesses.filter(|(_, (_, span))| span.hi == end);
    let bases = accesses.filter_map(|(_, (expr, _))| match *expr {
        Expr::Member(base, _) => Some((base, false)),
        Expr::Arrow(base, _) => Some((base, true)),
        _ => None,
    });
    let mut types = bases.flat_map(|(base, is_arrow)| {
        let of_bodies = bodies(module).filter_map(move |body| type_in(body, base));
        of_bodies.filter_map(move |ty| object_type(module, ty, is_arrow)).collect::<Vec<_>>()
    });
    let first = types.next()?;
    types.all(|ty| ty == first).then_some(first)
}

fn bodies(module: &Module) -> impl Iterator<Item = &Body> {
    let of_globals = module.globals.values().filter_map(|global| global.initializer.as_ref());
    let of_members = module.member_initializers.values().map(|it| &it.body);
    module.instances.iter().map(|it| &it.body).chain(of_globals).chain(of_members)
}

fn type_in(body: &Body, id: ExprId) -> Option<TypeId> {
    let is_inside = (body.first_expr..body.first_expr + body.exprs.len()).contains(&id.index());
    Some(body.meaning(id).ty).filter(|ty| is_inside && *ty != TypeId::ERROR)
}

/// The type of the object that an expression is, or that it points to.
fn object_type(module: &Module, ty: TypeId, is_arrow: bool) -> Option<TypeId> {
    match module.types.get(ty) {
        Type::Reference(object) => object_type(module, object.ty, is_arrow),
        Type::Pointer(object) => is_arrow.then_some(object.ty),
        _ => (!is_arrow).then_some(ty),
    }
}
