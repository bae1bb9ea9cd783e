//! The names in a program, with the objects that they denote. <https://www.w3.org/TR/WGSL/#declaration-and-scope>

use crate::ast::{DeclId, Expr, ExprId, StructId, VariableId};
use crate::meaning::TypedModule;
use crate::resolve::Binding;
use crate::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::Symbol;

/// The object that a name denotes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Denoted {
    /// A declaration of the module.
    Declaration(DeclId),
    /// A declaration in a function.
    Local(VariableId),
    /// A parameter of a function: index in the column of members.
    Parameter(u32),
    /// A member of a structure: index in the column of members.
    Member(u32),
    /// A predeclared object, known by its symbol.
    Predeclared(Symbol),
}

/// A place where a name stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The name.
    pub name: Symbol,
    /// Its place.
    pub span: Span,
    /// The object that it denotes there.
    pub denoted: Denoted,
    /// The expression that the name is, or ends in; `None` where it is declared.
    pub expression: Option<ExprId>,
}

impl Occurrence {
    /// Returns true if the object is declared here.
    #[must_use]
    pub const fn is_declaration(&self) -> bool {
        self.expression.is_none()
    }
}

/// All names that denote something, sorted by place. Context-dependent names are not among them, nor are the members of vectors.
#[must_use]
pub fn occurrences(module: TypedModule<'_>) -> Vec<Occurrence> {
    let mut found = declarations(module);
    found.extend(uses(module));
    found.sort_by_key(|occurrence| (occurrence.span, occurrence.is_declaration()));
    found
}

/// The name at an offset, or the one that ends there.
#[must_use]
pub fn occurrence_at(occurrences: &[Occurrence], offset: u32) -> Option<Occurrence> {
    let behind = occurrences.partition_point(|occurrence| occurrence.span.lo <= offset);
    occurrences[..behind].last().copied().filter(|occurrence| offset <= occurrence.span.hi)
}

/// Returns for each declaration of the module whether it is a root or a root mentions it, directly or through other declarations. The occurrences
/// are all of the module.
#[must_use]
pub fn reached_declarations(
    module: TypedModule<'_>,
    occurrences: &[Occurrence],
    is_root: impl Fn(DeclId) -> bool,
) -> Vec<bool> {
    let decls = &module.syntax.ast.decls;
    let mut reached = vec![false; decls.len()];
    let mut queue: Vec<DeclId> = (0..decls.len()).map(DeclId::from_index).filter(|id| is_root(*id)).collect();
    while let Some(id) = queue.pop() {
        if core::mem::replace(&mut reached[id.index()], true) {
            continue;
        }
        let inside = decls[id.index()].span;
        let first = occurrences.partition_point(|name| name.span.lo < inside.lo);
        let names = occurrences[first..].iter().take_while(|name| name.span.lo < inside.hi);
        queue.extend(names.filter_map(|name| match name.denoted {
            Denoted::Declaration(id) => Some(id),
            Denoted::Local(_) | Denoted::Parameter(_) | Denoted::Member(_) | Denoted::Predeclared(_) => None,
        }));
    }
    reached
}

fn declarations(module: TypedModule<'_>) -> Vec<Occurrence> {
    let ast = &module.syntax.ast;
    let declared = |name, span, denoted| Occurrence { name, span, denoted, expression: None };
    let mut is_local = vec![true; ast.variables.len()];
    let mut found = Vec::new();
    for (index, decl) in ast.decls.iter().enumerate() {
        if let Some(variable) = decl.kind.variable() {
            is_local[variable.index()] = false;
        }
        if let Some(name) = decl.name {
            found.push(declared(name, decl.name_span, Denoted::Declaration(DeclId::from_index(index))));
        }
    }
    for (index, variable) in ast.variables.iter().enumerate().filter(|(index, _)| is_local[*index]) {
        let denoted = Denoted::Local(VariableId::from_index(index));
        found.push(declared(variable.name, variable.name_span, denoted));
    }
    for structure in &ast.structs {
        for index in structure.members.range() {
            let member = &ast.members[index];
            found.push(declared(member.name, member.name_span, Denoted::Member(index as u32)));
        }
    }
    for function in &ast.functions {
        for index in function.parameters.range() {
            let member = &ast.members[index];
            found.push(declared(member.name, member.name_span, Denoted::Parameter(index as u32)));
        }
    }
    found
}

fn uses(module: TypedModule<'_>) -> impl Iterator<Item = Occurrence> {
    let ast = &module.syntax.ast;
    let members = members(module);
    ast.exprs.iter().enumerate().filter_map(move |(index, expr)| {
        let id = ExprId::from_index(index);
        let whole = ast.span(id);
        let (name, denoted, is_at_end) = match *expr {
            Expr::Name(name) | Expr::Template(name, _) => {
                (name, denoted(module.resolution.binding(id), name)?, false)
            }
            Expr::Member(base, name) => {
                let structure = structure(module, module.meaning[base].ty)?;
                (name, Denoted::Member(*members.get(&(structure, name))?), true)
            }
            _ => return None,
        };
        let length = module.name(name).len() as u32;
        let lo = if is_at_end { whole.hi - length } else { whole.lo };
        Some(Occurrence { name, span: Span::new(lo, lo + length), denoted, expression: Some(id) })
    })
}

/// The members of all structures, as indices in the column of members.
fn members(module: TypedModule<'_>) -> FxHashMap<(StructId, Symbol), u32> {
    let ast = &module.syntax.ast;
    let of = |(index, structure): (usize, &crate::ast::Struct)| {
        let id = StructId::from_index(index);
        structure.members.range().map(move |index| ((id, ast.members[index].name), index as u32))
    };
    ast.structs.iter().enumerate().flat_map(of).collect()
}

/// The structure that a value has, a reference refers to or a pointer points to.
fn structure(module: TypedModule<'_>, ty: TypeId) -> Option<StructId> {
    match module.meaning.types.kind(store_type(module, ty)) {
        TypeKind::Struct(id) => Some(id),
        _ => None,
    }
}

/// The type of what is stored where a reference refers to or a pointer points to; any other type as it is.
#[must_use]
pub fn store_type(module: TypedModule<'_>, mut ty: TypeId) -> TypeId {
    while let TypeKind::Reference(_, store, _) | TypeKind::Pointer(_, store, _) =
        module.meaning.types.kind(ty)
    {
        ty = store;
    }
    ty
}

fn denoted(binding: Binding, name: Symbol) -> Option<Denoted> {
    match binding {
        Binding::None | Binding::Unknown => None,
        Binding::Module(decl) => Some(Denoted::Declaration(decl)),
        Binding::Local(variable) => Some(Denoted::Local(variable)),
        Binding::Parameter(index) => Some(Denoted::Parameter(index)),
        Binding::Predeclared => Some(Denoted::Predeclared(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Validator};

    /// The places of all names that denote the object of the name at the first `|`.
    fn places(marked: &str) -> Vec<u32> {
        let offset = marked.find('|').expect("a mark") as u32;
        let module = Validator::new(Options::default()).understand(&marked.replacen('|', "", 1));
        let found = occurrences(module.typed());
        let at = occurrence_at(&found, offset).expect("a name is there");
        found.iter().filter(|it| it.denoted == at.denoted).map(|it| it.span.lo).collect()
    }

    #[test]
    fn a_name_denotes_the_nearest_declaration() {
        assert_eq!(places("const |a = 1; fn f(a: i32) { let b = a; { let a = a; _ = a; } }"), [6]);
        assert_eq!(places("const a = 1; fn f(a|: i32) { let b = a; { let a = a; _ = a; } }"), [18, 36, 49]);
        assert_eq!(places("const a = 1; fn f(a: i32) { let b = a; { let a = a; _ = |a; } }"), [45, 56]);
        assert_eq!(places("fn f() { _ = |min(1, min(2, 3)); }"), [13, 20]);
    }

    #[test]
    fn members_are_found_through_references_and_pointers() {
        let text = "struct S { |x: f32 } var<private> s: array<S, 2>; fn f(p: ptr<function, S>) { _ = s[1].x + (*p).x + p.x; }";
        assert_eq!(places(text).len(), 4);
    }

    #[test]
    fn a_broken_function_keeps_what_is_known() {
        assert_eq!(places("fn f() { let |a = 1; let b = ; _ = a; }"), [13, 34]);
    }
}
