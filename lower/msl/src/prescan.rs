//! The use of variables by a function, found before it is lowered: which of them need memory, and which pointers are assigned.

use super::Lowering;
use msl_validator::ast::{Ast, Expr, ExprId, TypeSyntax, TypeSyntaxId, UnaryOperator};
use msl_validator::meaning::FunctionInstance;
use msl_validator::names::Symbol;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The variables of a function, by name: two with the same name are taken for one.
#[derive(Debug, Default)]
pub(super) struct Prescan {
    /// Those whose address is taken, or in which an index is not constant.
    pub(super) in_memory: FxHashSet<Symbol>,
    /// Those that are assigned as a whole.
    pub(super) assigned: FxHashSet<Symbol>,
}

impl Lowering<'_> {
    /// The scan of the function of an instance.
    pub(super) fn prescan(&mut self, number: usize) -> Rc<Prescan> {
        if let Some(known) = self.prescans.get(&number) {
            return Rc::clone(known);
        }
        let scan = Rc::new(scan(&self.module.ast, &self.module.instances[number]));
        self.prescans.insert(number, Rc::clone(&scan));
        scan
    }
}

fn scan(ast: &Ast, instance: &FunctionInstance) -> Prescan {
    let function = ast[instance.function];
    let mut scan = Prescan::default();
    for expression in &ast.exprs[function.first_expr as usize..function.end_expr as usize] {
        if let Expr::Unary(UnaryOperator::AddressOf, operand) = *expression {
            scan.in_memory.extend(root(ast, operand));
        }
        // An object that is seen as one of another type needs its bytes.
        if let Expr::Cast(_, ty, operand) = *expression
            && is_reference(ast, ty)
        {
            scan.in_memory.extend(root(ast, operand));
        }
        if let Expr::Index(base, position) = *expression
            && !matches!(ast[position], Expr::Literal(_))
        {
            scan.in_memory.extend(root(ast, base));
        }
        if let Expr::Unary(UnaryOperator::Increment | UnaryOperator::Decrement, operand)
        | Expr::Postfix(_, operand)
        | Expr::Assign(_, operand, _) = *expression
        {
            scan.assigned.extend(whole(ast, operand));
        }
    }
    scan
}

/// The variable that an lvalue is a part of.
fn root(ast: &Ast, id: ExprId) -> Option<Symbol> {
    if let Expr::Name(name) = ast[id] {
        return Some(ast[name].name);
    }
    match ast[id] {
        Expr::Member(base, _) | Expr::Index(base, _) | Expr::Paren(base) => root(ast, base),
        Expr::Cast(_, ty, base) if is_reference(ast, ty) => root(ast, base),
        _ => None,
    }
}

/// The variable that an lvalue is.
fn whole(ast: &Ast, id: ExprId) -> Option<Symbol> {
    if let Expr::Name(name) = ast[id] {
        return Some(ast[name].name);
    }
    match ast[id] {
        Expr::Paren(inner) => whole(ast, inner),
        Expr::Cast(_, ty, inner) if is_reference(ast, ty) => whole(ast, inner),
        _ => None,
    }
}

/// Returns true if a type is written as a reference, or has a name that may stand for one.
fn is_reference(ast: &Ast, ty: TypeSyntaxId) -> bool {
    match ast[ty] {
        TypeSyntax::Qualified(_, inner) => is_reference(ast, inner),
        TypeSyntax::Reference(..) | TypeSyntax::Name(_) => true,
        _ => false,
    }
}
