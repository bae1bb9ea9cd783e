//! The use of variables by a function, found before it is lowered: which of them need memory, and which pointers are assigned.

use super::Lowering;
use msl_validator::ast::{Ast, Expr, ExprId, TypeSyntax, UnaryOperator};
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
    for index in function.first_expr as usize..function.end_expr as usize {
        let expression = &ast.exprs[index];
        if let Expr::Unary(UnaryOperator::AddressOf, operand) = *expression {
            scan.in_memory.extend(root(ast, operand));
        }
        // An object that is seen as one of another type needs its bytes.
        let id = ExprId::from_index(index);
        if let Some(object) = cast_to_reference(ast, id) {
            scan.in_memory.extend(root(ast, object));
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
        Some(ast[name].name)
    } else if let Expr::Member(base, _) | Expr::Index(base, _) | Expr::Paren(base) = ast[id] {
        root(ast, base)
    } else {
        root(ast, cast_to_reference(ast, id)?)
    }
}

/// The variable that an lvalue is.
fn whole(ast: &Ast, id: ExprId) -> Option<Symbol> {
    if let Expr::Name(name) = ast[id] {
        Some(ast[name].name)
    } else if let Expr::Paren(inner) = ast[id] {
        whole(ast, inner)
    } else {
        whole(ast, cast_to_reference(ast, id)?)
    }
}

/// The object that a cast sees as another one, if a cast is written with a reference, or with a name that may stand for one.
fn cast_to_reference(ast: &Ast, id: ExprId) -> Option<ExprId> {
    let Expr::Cast(_, mut ty, operand) = ast[id] else { return None };
    while let TypeSyntax::Qualified(_, inner) = ast[ty] {
        ty = inner;
    }
    matches!(ast[ty], TypeSyntax::Reference(..) | TypeSyntax::Name(_)).then_some(operand)
}
