//! Type checking, const evaluation and the static rules that go with them.
//!
//! One [`Checker`] walks the declarations of a module such that each comes after those it mentions; its methods are
//! spread over the files of this folder by subject.

mod access;
mod attribute;
mod call;
mod construct;
mod convert;
mod entry_point;
mod evaluate;
mod expression;
mod function;
mod layout;
mod overload;
mod reach;
mod statement;
mod structure;
mod switch;
mod type_expression;
mod variable;

use crate::ast::{Ast, DeclId, DeclKind, ExprId, FunctionId, VariableId};
use crate::constant::Constants;
use crate::diagnostic::Diagnostic;
use crate::module::{FunctionInfo, Typed, TypedModule, VariableInfo};
use crate::resolve::Resolution;
use crate::source::Span;
use crate::symbol::Symbols;
use crate::types::{TypeId, TypeKind, Types};
use wgsl_spec::{AccessMode, Code, Edition, ExtensionSet, Symbol};

/// A module under examination.
pub(crate) struct Checker<'a> {
    text: &'a str,
    ast: &'a Ast,
    symbols: &'a Symbols,
    edition: Edition,
    resolution: &'a Resolution,
    diagnostics: &'a mut Vec<Diagnostic>,
    types: Types,
    constants: Constants,
    exprs: Vec<Typed>,
    variables: Vec<VariableInfo>,
    members: Vec<TypeId>,
    /// What attributes say of inputs and outputs, parallel to `members`.
    io: Vec<entry_point::Io>,
    aliases: Vec<TypeId>,
    structs: Vec<TypeId>,
    functions: Vec<FunctionInfo>,
    enabled: ExtensionSet,
    /// Expressions whose left operand is being checked.
    spine: Vec<ExprId>,
    /// Above zero while an expression is checked that short-circuiting never evaluates.
    unevaluated: u32,
    /// What the function under examination is known by.
    body: statement::Body,
    /// Scratch for scalars of constants.
    scalars: Vec<u64>,
}

/// Checks a module whose names are resolved.
pub(crate) fn check(
    text: &str,
    ast: Ast,
    symbols: Symbols,
    edition: Edition,
    resolution: Resolution,
    diagnostics: &mut Vec<Diagnostic>,
) -> TypedModule {
    let unknown =
        VariableInfo { typed: Typed::ERROR, space: None, access: AccessMode::Read, binding: None, id: None };
    let mut checker = Checker {
        text,
        ast: &ast,
        symbols: &symbols,
        edition,
        resolution: &resolution,
        diagnostics,
        types: Types::default(),
        constants: Constants::default(),
        exprs: vec![Typed::ERROR; ast.exprs.len()],
        variables: vec![unknown; ast.variables.len()],
        members: vec![TypeId::ERROR; ast.members.len()],
        io: vec![entry_point::Io::default(); ast.members.len()],
        aliases: vec![TypeId::ERROR; ast.aliases.len()],
        structs: vec![TypeId::ERROR; ast.structs.len()],
        functions: vec![FunctionInfo::default(); ast.functions.len()],
        enabled: ExtensionSet::default(),
        spine: Vec::new(),
        unevaluated: 0,
        body: statement::Body::default(),
        scalars: Vec::new(),
    };
    checker.directives();
    for id in &resolution.order {
        checker.decl(*id);
    }
    checker.whole_module();
    let Checker { types, constants, exprs, variables, members, aliases, structs, functions, .. } = checker;
    TypedModule {
        ast,
        symbols,
        resolution,
        types,
        constants,
        exprs,

        variables,
        members,
        aliases,
        structs,
        functions,
    }
}

impl<'a> Checker<'a> {
    fn decl(&mut self, id: DeclId) {
        let decl = &self.ast[id];
        if decl.has_error {
            return;
        }
        match decl.kind {
            DeclKind::Error => {}
            DeclKind::Variable(variable) => self.module_variable(variable),
            DeclKind::Alias(alias) => {
                let ty = self.type_expression(self.ast[alias].ty);
                self.aliases[alias.index()] = ty;
            }
            DeclKind::Struct(structure) => self.structure(structure),
            DeclKind::Function(function) => self.function(function),
            DeclKind::ConstAssert(condition) => self.const_assert(condition),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    fn span(&self, id: ExprId) -> Span {
        self.ast.span(id)
    }

    /// Where the name of a `Name` or `Template` expression stands.
    fn name_span(&self, id: ExprId, symbol: Symbol) -> Span {
        let lo = self.span(id).lo;
        Span::new(lo, lo + self.name(symbol).len() as u32)
    }

    fn name(&self, symbol: Symbol) -> &'a str {
        self.symbols.text(self.text, symbol)
    }

    /// A type as people write it.
    fn print(&self, ty: TypeId) -> String {
        self.types.print(self.text, self.symbols, ty)
    }

    fn kind(&self, ty: TypeId) -> TypeKind {
        self.types.kind(ty)
    }

    fn variable_info(&self, id: VariableId) -> VariableInfo {
        self.variables[id.index()]
    }

    fn function_info(&mut self, id: FunctionId) -> &mut FunctionInfo {
        &mut self.functions[id.index()]
    }
}
