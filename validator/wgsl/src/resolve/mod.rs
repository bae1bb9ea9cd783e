//! Which declaration each name denotes, and in which order declarations can be checked.
//!
//! The expressions of a module lie in one column in source order, so one walk over declarations and
//! statements resolves each expression once, in passing, without looking into it.

mod order;
mod unknown;
mod walk;

use crate::ast::{Ast, DeclId, DeclKind, Expr, ExprId, FunctionId, VariableId};
use crate::column::refill;
use crate::diagnostic::Diagnostic;
use crate::syntax::Syntax;
use shader_source::Span;
use wgsl_spec::Predeclared;

/// The meaning of a name. <https://www.w3.org/TR/WGSL/#declaration-and-scope>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// This expression is not a name, or one that never resolves.
    None,
    /// Nothing; this was reported.
    Unknown,
    /// A declaration of the module.
    Module(DeclId),
    /// A declaration in the function.
    Local(VariableId),
    /// A parameter of the function: index in the column of members.
    Parameter(u32),
    /// A predeclared object, known by its symbol.
    Predeclared,
}

/// The callee of a call. <https://www.w3.org/TR/WGSL/#function-call-expr>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the program.
    Function(FunctionId),
    /// A builtin function.
    Builtin(wgsl_spec::FunctionId),
    /// A type, of which the call constructs a value. In a rejected program also anything else that is called.
    Type,
}

/// The result of resolving a module.
#[derive(Debug, Default)]
pub struct Resolution {
    /// By expression.
    pub bindings: Vec<Binding>,
    /// Declarations in an order in which each comes after those that it mentions; those on a cycle are left out.
    pub order: Vec<DeclId>,
}

impl Resolution {
    /// The meaning of the name at this expression.
    #[must_use]
    pub fn binding(&self, id: ExprId) -> Binding {
        self.bindings[id.index()]
    }

    /// The callee that the expression in front of the arguments of a call names.
    #[must_use]
    pub fn callee(&self, syntax: &Syntax<'_>, callee: ExprId) -> Callee {
        match (self.binding(callee), syntax.ast[callee]) {
            (Binding::Module(decl), _) => match syntax.ast[decl].kind {
                DeclKind::Function(function) => Callee::Function(function),
                DeclKind::Error
                | DeclKind::Variable(_)
                | DeclKind::Alias(_)
                | DeclKind::Struct(_)
                | DeclKind::ConstAssert(_) => Callee::Type,
            },
            (Binding::Predeclared, Expr::Name(symbol) | Expr::Template(symbol, _)) => {
                match symbol.info(syntax.edition()).predeclared {
                    Predeclared::Function(function) => Callee::Builtin(function),
                    Predeclared::None
                    | Predeclared::Type(_)
                    | Predeclared::TypeGenerator(_)
                    | Predeclared::Enumerant(_) => Callee::Type,
                }
            }
            _ => Callee::Type,
        }
    }

    /// The variable or value of the module that an expression names.
    #[must_use]
    pub fn module_variable(&self, ast: &Ast, id: ExprId) -> Option<VariableId> {
        match self.binding(id) {
            Binding::Module(decl) => ast[decl].kind.variable(),
            Binding::None
            | Binding::Unknown
            | Binding::Local(_)
            | Binding::Parameter(_)
            | Binding::Predeclared => None,
        }
    }
}

/// Memory that is reused from one module to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    walk: walk::Scratch,
    order: order::Scratch,
    spare: Resolution,
}

impl Scratch {
    /// Keeps columns for reuse.
    pub(crate) fn recycle(&mut self, resolution: Resolution) {
        self.spare = resolution;
    }
}

/// Resolves every name of a module, and returns the diagnostics of names, and of cycles. Declarations with syntax errors are skipped; their
/// names stay known.
pub(crate) fn resolve(
    syntax: &Syntax<'_>,
    scratch: &mut Scratch,
) -> (Resolution, Vec<Diagnostic>, Vec<Diagnostic>) {
    let Scratch { walk, order, spare } = scratch;
    let Resolution { mut bindings, order: known } = core::mem::take(spare);
    refill(&mut bindings, syntax.ast.exprs.len(), Binding::None);
    let mut names = walk::Walk::new(syntax, bindings, walk);
    names.module();
    let walk::Walk { bindings, diagnostics, .. } = names;
    let mut cycles = Vec::new();
    let graph = order::Graph { starts: &walk.mention_starts, targets: &walk.mentions };
    let order = order::order(syntax, &graph, order, known, &mut cycles);
    (Resolution { bindings, order }, diagnostics, cycles)
}

/// A mention of a declaration of the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mention {
    /// The declaration that is mentioned.
    pub(crate) target: DeclId,
    /// Where.
    pub(crate) span: Span,
}
