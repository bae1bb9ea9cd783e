//! The use of variables by a function, found before it is translated.

use msl_validator::ast::{Ast, Expr, ExprId, TypeSyntax, TypeSyntaxId, UnaryOperator};
use msl_validator::meaning::{FunctionInstance, Module};
use msl_validator::names::Symbol;
use rustc_hash::FxHashSet;
use shader_source::steps;

/// The variables of a function, by name: two with the same name are taken for one.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Those that may change after their declaration, or whose address may be taken.
    pub(crate) changed: FxHashSet<Symbol>,
    /// Those that are assigned as a whole.
    pub(crate) assigned: FxHashSet<Symbol>,
    /// The members that are assigned as a whole, whatever their structures are.
    pub(crate) assigned_members: FxHashSet<Symbol>,
}

impl Scan {
    pub(crate) fn of(ast: &Ast, instance: &FunctionInstance) -> Self {
        let function = ast[instance.function];
        let mut scan = Self::default();
        let range = function.first_expr as usize..function.end_expr as usize;
        for expression in ast.exprs.get(range).unwrap_or_default() {
            steps::take(1);
            scan.expression(ast, expression);
        }
        scan
    }

    fn expression(&mut self, ast: &Ast, expression: &Expr) {
        match *expression {
            Expr::Unary(UnaryOperator::Increment | UnaryOperator::Decrement, operand)
            | Expr::Postfix(_, operand)
            | Expr::Assign(_, operand, _) => {
                self.changed.extend(root(ast, operand));
                self.assigned.extend(whole(ast, operand));
                self.assigned_members.extend(member(ast, operand));
            }
            Expr::Unary(UnaryOperator::AddressOf, operand) => self.changed.extend(root(ast, operand)),
            // A parameter may be a reference.
            Expr::Call(callee, arguments) => {
                self.changed.extend(root(ast, callee));
                self.changed.extend(ast[arguments].iter().filter_map(|argument| root(ast, *argument)));
            }
            Expr::Error
            | Expr::Literal(_)
            | Expr::Name(_)
            | Expr::Construct(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Member(..)
            | Expr::Arrow(..)
            | Expr::Index(..)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::Paren(_)
            | Expr::This => {}
        }
    }
}

/// The names of all variables that references are bound to where they are declared.
pub(crate) fn referred(ast: &Ast) -> FxHashSet<Symbol> {
    let references = ast.variables.iter().filter(|variable| is_reference(ast, variable.ty));
    references.filter_map(|variable| root(ast, variable.initializer?)).collect()
}

/// Returns true if a type is written as a reference.
fn is_reference(ast: &Ast, ty: TypeSyntaxId) -> bool {
    let mut ty = ty;
    while let TypeSyntax::Qualified(_, inner) = ast[ty] {
        ty = inner;
    }
    matches!(ast[ty], TypeSyntax::Reference(..))
}

/// The names of the function constants that the program asks about. Section 5.8.1
pub(crate) fn asked(module: &Module) -> FxHashSet<Symbol> {
    let ast = &module.ast;
    let name = |id: ExprId| whole(ast, id);
    let mut asked = FxHashSet::default();
    for expression in &ast.exprs {
        steps::take(1);
        if let Expr::Call(callee, arguments) = *expression
            && name(callee).is_some_and(|it| module.names.text(it) == "is_function_constant_defined")
        {
            asked.extend(ast[arguments].iter().filter_map(|argument| name(*argument)));
        }
    }
    asked
}

/// The variable that an lvalue is a part of.
fn root(ast: &Ast, id: ExprId) -> Option<Symbol> {
    let mut id = id;
    loop {
        steps::take(1);
        match ast[id] {
            Expr::Name(name) => return Some(ast[name].name),
            Expr::Member(base, _) | Expr::Index(base, _) | Expr::Paren(base) | Expr::Arrow(base, _) => {
                id = base;
            }
            Expr::Cast(_, ty, inner) if is_reference(ast, ty) => id = inner,
            Expr::Error
            | Expr::Literal(_)
            | Expr::Call(..)
            | Expr::Construct(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Unary(..)
            | Expr::Postfix(..)
            | Expr::Binary(..)
            | Expr::Assign(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::This => return None,
        }
    }
}

/// The member that an lvalue is.
fn member(ast: &Ast, id: ExprId) -> Option<Symbol> {
    let mut id = id;
    while let Expr::Paren(inner) = ast[id] {
        id = inner;
    }
    if let Expr::Member(_, name) | Expr::Arrow(_, name) = ast[id] { Some(name) } else { None }
}

/// The variable that an lvalue is.
fn whole(ast: &Ast, id: ExprId) -> Option<Symbol> {
    let mut id = id;
    loop {
        match ast[id] {
            Expr::Name(name) => return Some(ast[name].name),
            Expr::Paren(inner) => id = inner,
            Expr::Cast(_, ty, inner) if is_reference(ast, ty) => id = inner,
            Expr::Error
            | Expr::Literal(_)
            | Expr::Call(..)
            | Expr::Construct(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Member(..)
            | Expr::Arrow(..)
            | Expr::Index(..)
            | Expr::Unary(..)
            | Expr::Postfix(..)
            | Expr::Binary(..)
            | Expr::Assign(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::This => return None,
        }
    }
}
